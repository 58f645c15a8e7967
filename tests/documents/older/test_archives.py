"""A game that comes as a zip, and archives that are none."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from typing import Any

import pytest

from cheat.documents.importer.archives import BadArchive, is_archive, unpacked
from cheat.documents.importer.conversion import convert

from .older_documents import older

GAME = json.dumps(older({"gameName": None})).encode()
SCRIPT = b"function AIChooseCardCode() { return null; }"
DECKS = b'{"decks": []}'


def packed(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return made


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def refusal(archive: io.BytesIO) -> str:
    with pytest.raises(BadArchive) as bad:
        unpacked(archive)
    return bad.value.code


@pytest.mark.parametrize("folder", ["", "My game/"])
def test_the_files_of_a_game_are_found_by_what_they_are(folder: str) -> None:
    entries = [(f"{folder}up.json", GAME), (f"{folder}UP.JS", SCRIPT), (f"{folder}deck.json", DECKS),
        ("__MACOSX/up.json", b"x"), (f"{folder}.DS_Store", b"x"), (f"{folder}readme.txt", b"x"),
        (f"{folder}cardBack.png", b"x")]  # fmt: skip
    archive = packed(*entries)
    assert is_archive(archive.getvalue())
    files = unpacked(archive)
    assert (files.document, files.script, files.decks, files.title) == (GAME, SCRIPT, DECKS, "up")
    assert b'"name": "up"' in convert(files).document


def test_zip_of_windows_is_read_like_any_other() -> None:
    """Some of its programs write paths with backslashes."""
    files = unpacked(packed(("My game\\up.json", GAME), ("My game\\up.js", SCRIPT), ("desktop.ini", b"x")))
    assert (files.document, files.script, files.title) == (GAME, SCRIPT, "up")


def test_decks_are_known_by_their_content_and_a_game_stands_alone() -> None:
    assert unpacked(packed(("a.json", DECKS), ("b.json", GAME))).decks == DECKS
    alone = unpacked(packed(("b.json", GAME), method=zipfile.ZIP_STORED))
    assert (alone.document, alone.script, alone.decks) == (GAME, b"", b"")


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([], "archive_unclear"),
        ([("a.txt", b"x")], "archive_unclear"),
        ([("a.json", GAME), ("b.json", GAME)], "archive_unclear"),
        ([("a.json", GAME), ("a.js", SCRIPT), ("b.js", SCRIPT)], "archive_unclear"),
        ([("deck.json", DECKS)], "archive_unclear"),
        ([("../a.json", GAME)], "archive_path"),
        ([("a/../../a.json", GAME)], "archive_path"),
        ([("/etc/a.json", GAME)], "archive_path"),
        ([("..\\a.json", GAME)], "archive_path"),
        ([("C:\\a.json", GAME)], "archive_path"),
        ([(link("a.json"), b"/etc/passwd")], "archive_path"),
        ([("a.json", GAME), ("./a.json", GAME)], "archive_path"),
        ([("a.json", b" " * (64 * 1024 + 1))], "archive_too_large"),
        ([("a.json", GAME), ("a.js", b" " * 5_000_000)], "archive_too_large"),
        ([(f"{number}.txt", b"") for number in range(161)], "archive_crowded"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)  # fmt: skip
def test_what_is_no_archive_of_a_game_is_refused(entries: Any, code: str) -> None:
    assert refusal(packed(*entries)) == code


def test_what_cannot_be_read_is_refused() -> None:
    whole = packed(("a.json", GAME)).getvalue()
    broken = bytearray(whole)
    broken[45:60] = bytes(15)
    for data in (b"", b"PK\x03\x04", whole[:-30], bytes(broken), b"no archive at all"):
        assert refusal(io.BytesIO(data)) == "archive_broken"
    assert refusal(packed(("a.json", GAME), method=zipfile.ZIP_LZMA)) == "archive_broken"
    encrypted = bytearray(whole)
    encrypted[6] |= 1
    encrypted[whole.rindex(b"PK\x01\x02") + 8] |= 1
    assert refusal(io.BytesIO(bytes(encrypted))) == "archive_encrypted"
    assert refusal(io.BytesIO(whole + bytes(1_100_000))) == "archive_too_large"


def test_a_bomb_costs_no_more_than_its_limit() -> None:
    """The sizes of files that an archive names are not trusted."""
    archive = bytearray(packed(("a.json", b" " * 5_000_000)).getvalue())
    small = (1000).to_bytes(4, "little")
    at = archive.rindex(b"PK\x01\x02")
    archive[22:26] = archive[at + 24 : at + 28] = small
    assert refusal(io.BytesIO(bytes(archive))) in ("archive_broken", "archive_too_large")
