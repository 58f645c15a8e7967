"""Terminals without UTF-8, read-only home directories, broken files, and pasted links."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from cheat.client import Client, Refused
from cheat.terminal import __main__ as program
from cheat.terminal.encoding import has_all, to_ascii, write_anything
from cheat.terminal.links import address, code_of, token_in
from cheat.terminal.saved_seats import SavedSeats, default_file
from cheat.terminal.server import Server
from cheat.terminal.table_text import wrapped
from tests.servers import Web, wait_until

SEAT: Any = {"url": "u", "code": "kwzpd", "player": "p1", "token": "t", "version": 1, "cursor": "c"}


class Terminal(io.TextIOWrapper):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def run(
    monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: bytes = b"", encoding: str = "utf-8"
) -> tuple[str, Any]:
    """Run the program. Return its output and its exit code."""
    written, made = io.BytesIO(), list[Client]()

    def client(*given: Any, **wishes: Any) -> Client:
        made.append(Client(*given, **wishes))
        return made[-1]

    monkeypatch.setattr(program, "Client", client)
    monkeypatch.setattr(sys, "argv", ["cheat.play", *arguments])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding, write_through=True))
    code: Any = 0
    try:
        program.main()
    except SystemExit as end:
        code = end.code
    wait_until(
        lambda: not any(one.name == "news" for one in threading.enumerate()),
        "the client no longer waits for news",
    )
    for one in made:
        one.close()
    return written.getvalue().decode(encoding), code


# Letters


@pytest.mark.parametrize("encoding", ["ascii", "cp850"])
def test_game_is_told_in_whatever_letters_there_are(
    web: Web, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """Test a name in other letters, quotes in sentences, and bytes that are no text."""
    seat = client.create("Łukasz 日本")
    lines = "nonsense\nname Zoë\nquit\n".encode("cp1252")
    arguments = [web.url, seat.code, "--plain", "--lang", "es", "--name", "Bea\udce9"]
    told, code = run(monkeypatch, *arguments, "--seats", str(tmp_path / "s"), typed=lines, encoding=encoding)
    assert code == 0
    assert "ukasz ??" in told
    assert "nonsense" in told
    seat.send("leave")


def test_letters_that_are_missing_are_read_from_others() -> None:
    assert to_ascii("“Yes”… 10♣ – ¿Señal? Łódź 日") == '"Yes"... 10c - Senal? ?odz ?'
    assert to_ascii("a\u0301 \u200d") == "a "
    stream = io.TextIOWrapper(io.BytesIO(), "latin-1")
    write_anything(stream)
    stream.write("“é” ♥")
    stream.flush()
    assert stream.buffer.getvalue() == '"é" h'.encode("latin-1")  # type: ignore[attr-defined]
    shown = [has_all(io.TextIOWrapper(io.BytesIO(), one)) for one in ("utf-8", "utf_8", "cp1252")]
    assert shown == [True, True, False]


@pytest.mark.parametrize(
    ("term", "encoding", "full"),
    [
        ("xterm-256color", "utf-8", True),
        ("dumb", "utf-8", False),
        ("unknown", "utf-8", False),
        ("xterm", "latin-1", False),
    ],
)
def test_full_screen_is_for_terminals_that_can_show_it(
    monkeypatch: pytest.MonkeyPatch, term: str, encoding: str, full: bool
) -> None:
    monkeypatch.setenv("TERM", term)
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(sys, name, Terminal(io.BytesIO(), encoding))
    write_anything(sys.stdout)
    assert program.is_full(plain=False) is full


def test_screen_of_one_column_is_written_to() -> None:
    assert wrapped("ab c", 0) == ["a", "b", "c"]


def test_end_of_the_input_ends_the_program(web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, code = run(monkeypatch, web.url, "--plain", "--seats", str(tmp_path / "s"))
    assert (code, "What would you like to do?" in told) == (0, True)


def test_ctrl_c_ends_the_program_without_a_word(
    web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program.PlainStart, "ask", Mock(side_effect=KeyboardInterrupt))
    _, code = run(monkeypatch, web.url, "--plain", "--seats", str(tmp_path / "s"))
    assert code == 0


# Seats


@pytest.mark.parametrize("text", ["null", "[1]", '"x"', "{}", "[[]]", '[{"url": 1}]', "[" * 50_000, "\udcff"])
def test_broken_file_of_seats_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "seats.json"
    file.write_bytes(text.encode(errors="surrogateescape"))
    kept = SavedSeats(file)
    assert (kept.seats(), kept.of("u", "kwzpd"), kept.problem()) == ([], None, "")
    kept.keep(SEAT)
    assert SavedSeats(file).seats() == [SEAT]


def test_what_is_no_seat_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "seats.json"
    file.write_text(json.dumps([1, SEAT, {**SEAT, "token": None}]))
    assert SavedSeats(file).seats() == [SEAT]


def test_seat_lasts_as_long_as_the_program_where_it_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for file in (tmp_path / "file" / "seats.json", None):
        kept = SavedSeats(file)
        assert "--seats" in kept.problem()
        kept.keep(SEAT)
        assert kept.of("u", "kwzpd") == SEAT
        kept.forget("u", "kwzpd")
        assert kept.seats() == []


def test_home_that_is_missing_costs_only_the_seat(
    web: Web, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", Mock(side_effect=RuntimeError("no home")))
    assert default_file() is None
    seat = client.create("Ada")
    told, code = run(monkeypatch, web.url, seat.code, "--plain", "--name", "Bea", typed=b"quit\n")
    assert code == 0
    assert "name a file with --seats" in told
    assert "Bea: you" in told, "the seat is not only taken, it is played"
    seat.send("leave")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"[" * 50_000, b"[]", b"\xef\xbb\xbfnull"])
def test_file_of_no_game_is_told(
    web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(data)
    _, code = run(monkeypatch, web.url, "--plain", "--replay", str(file), "--seats", os.devnull + "/s")
    assert code == f"{file} is not a saved game."


# Links and codes


@pytest.mark.parametrize("link", [
    "https://a.b/r/kwzpd", "https://a.b/r/KWZPD/", "https://a.b/R/kwzpd", "https://a.b/r/kwzpd?fbclid=Iw-x_1",
    "https://a.b/r/kwzpd#seat=Zx-9_", "https://a.b/r/kwzpd/tv", "https://a.b/r/kwzpd/replay?a=1#b",
    "https://a.b/r/kwzpd.",
    "https://a.b/r/kwzpd),", "https://a.b/r/kwzpd!", "\u200ehttps://a.b/r/kwzpd\u200b",
    " https://a.b/r/kwzpd%20",
])  # fmt: skip
def test_link_of_a_room_leads_there_whatever_follows(link: str) -> None:
    server, code = address(link)
    assert (server, code.lower()) == ("https://a.b", "kwzpd")
    assert code_of(link).lower() == "kwzpd"


@pytest.mark.parametrize("typed", [
    "kwzpd", " KW ZPD ", "K-W-Z-P-D", "Code: kwzpd", "“kwzpd”.", "\u2067kwzpd\u2069", "ｋｗｚｐｄ",
    "kwzpd\u200b!",
    "Please join table kwzpd now", "the code is KWZPD, come",
])  # fmt: skip
def test_code_is_found_in_what_people_pass_on(typed: str) -> None:
    assert code_of(typed).lower() == "kwzpd"


def test_address_of_a_server_has_no_more_than_that() -> None:
    for typed in (
        "http://a.b:8000",
        "a.b:8000/",
        "http://a.b:8000/?fbclid=x",
        "http://a.b:8000.",
        "a.b:8000/#log",
    ):
        assert address(typed) == ("http://a.b:8000", "")
    assert code_of("") == code_of(" ") == ""


def test_link_that_is_a_seat_is_sat_down_at(client: Client, tmp_path: Path) -> None:
    assert token_in("http://a.b/r/kwzpd") == token_in("Zx-9_") == ""
    seat = client.create("Ada")
    link = f"{client.url}/r/{seat.code}#seat={seat.place.token}"
    kept = SavedSeats(tmp_path / "seats.json")
    server = Server(client, kept)
    server.save_linked_seat(address(link)[1], token_in(link + "."))
    saved = server.seat_in(seat.code)
    assert saved is not None
    assert server.resume(saved).you == seat.you
    server.save_linked_seat(seat.code, "wrong")
    assert server.seat_in(seat.code) == saved, "a link that opens no seat costs none"
    seat.send("leave")
    with pytest.raises(Refused):
        server.resume(saved)
