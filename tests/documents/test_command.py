"""The command for authors says what is wrong with any file, in sentences."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from cheat.documents import check
from cheat.documents.__main__ import main
from cheat.documents.importer.archives import unpacked
from cheat.documents.parse.json_text import BOM, MOST_BYTES
from tests.documents.older.test_archives import packed
from tests.servers import ROOT

GAME = ROOT / "cheat/documents/template.json"
NO_JSON: dict[str, bytes] = {
    "a comma too many": b'{"cardgame": 1,}',
    "an empty file": b"",
    "comments": b'// a game\n{"cardgame": 1}',
    "a tab in a text": b'{"cardgame": 1, "name": "a\tb"}',
    "YAML": b"cardgame: 1\nname: Hearts\n",
    "HTML": b"<!doctype html><title>404</title>",
    "5,000 digits": b'{"cardgame": ' + b"9" * 5000 + b"}",
    "60,000 brackets": b"[" * 60_000,
    "60,000 pairs of brackets": b"[" * 30_000 + b"]" * 30_000,
    "Latin-1": '{"name": "Café"}'.encode("latin-1"),
    "UTF-16": '{"name": "Café"}'.encode("utf-16"),
    "a NUL": b'{"cardgame": 1}\0',
    "half a character": b'{"name": "\\ud800"}',
    "a number that is none": b'{"cardgame": NaN}',
    "the older format with a comma too many": b'{"deckId": 1, "gameLoop": [],}',
    "the older format with comments": b'{"deckId": 1, /* the loop */ "gameLoop": []}',
    "the older format without an end": b'{"deckId": 1, "gameLoop": [' + b"[" * 30_000,
}


@pytest.mark.parametrize("kind", NO_JSON)
@pytest.mark.parametrize("command", ["check", "convert"])
def test_file_that_is_no_document_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, kind: str
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(NO_JSON[kind])
    assert main([command, str(file)]) == 1
    told = "".join(capsys.readouterr())
    expected = check(NO_JSON[kind])[1][0].text
    assert "Traceback" not in told
    assert expected.split(":")[-1] in told or (command == "convert" and "not in the older format" in told)


@pytest.mark.parametrize("decks", [b'{"decks": [1,]}', b"", b"[" * 50_000, b"\xff", b"null"])
def test_broken_decks_are_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], decks: bytes
) -> None:
    (tmp_path / "game.json").write_bytes(b'{"deckId": 77, "gameLoop": [], "config": {}}')
    (tmp_path / "deck.json").write_bytes(decks)
    for command in ("check", "convert"):
        assert main([command, str(tmp_path / "game.json")]) == 1
        told = "".join(capsys.readouterr())
        assert "error" in told
        assert not decks.strip() or "deck.json" in told


def test_place_that_cannot_be_written_to_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older = next((ROOT / "tests/documents/older/games").glob("*.json"))
    for output in (tmp_path, tmp_path / "none" / "game.json"):
        assert main(["convert", str(older), "--output", str(output)]) == 1
        assert f"{output}: " in capsys.readouterr().err


def test_terminal_without_these_letters_is_told_with_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b'{"cardgame": 1, "caf\xc3\xa9": 1}')
    written = io.BytesIO()
    for encoding in ("ascii", "latin-1", "cp1252", "cp850"):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
        assert main(["check", str(file), "--language", "es"]) == 1
        sys.stdout.flush()
    assert written.getvalue().count(b"no game") == 4


def test_file_may_have_any_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "caf\udce9.json"
    file.write_bytes(GAME.read_bytes())
    assert main(["check", str(file)]) == 0
    assert "errors: 0" in capsys.readouterr().out


def test_byte_order_mark_is_no_part_of_a_document(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(BOM + GAME.read_bytes())
    assert main(["check", str(file)]) == 0


def test_places_are_those_of_the_file_whatever_stands_before_it() -> None:
    data = GAME.read_bytes().replace(b'"cardgame": 1', b'"cardgame": 2')
    for wrong in (data, data[:-2], b"[1,]"):
        assert check(BOM + wrong)[1] == check(wrong)[1]
    game, _ = check(BOM + GAME.read_bytes())
    assert game is not None
    assert game.source == GAME.read_bytes(), "nobody is sent the mark again"
    assert game.id == check(GAME.read_bytes())[0].id  # type: ignore[union-attr]


def test_document_may_be_as_large_with_a_mark_as_without() -> None:
    assert [one.code for one in check(BOM + b" " * MOST_BYTES)[1]] == ["json"]


def test_every_file_of_an_archive_may_have_a_mark() -> None:
    data = packed(("game.json", BOM + GAME.read_bytes()), ("deck.json", BOM + b"{}"), ("a.js", BOM + b"x"))
    files = unpacked(data)
    assert (files.document, files.decks, files.script) == (GAME.read_bytes(), b"{}", b"x")
