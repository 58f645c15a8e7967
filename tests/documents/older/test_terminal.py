"""Checking and converting from a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cheat.documents.__main__ import main

from .older_documents import older
from .test_archives import packed

OWN = {"decks": [{"id": 7, "suits": ["Sun", "Moon"], "values": list("123456")}]}


def test_a_document_is_checked_with_the_files_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sun.json"
    file.write_text(json.dumps(older({"gameName": None}, deckId=7), indent=1))
    assert main(["check", str(file)]) == 1
    assert f"{file}:2:12: error: deckId [unknown_name]\nThere is no deck 7." in capsys.readouterr().out
    (tmp_path / "deck.json").write_text(json.dumps(OWN))
    assert main(["check", str(file)]) == 0
    assert "sun 1.0.0, converted, errors: 0" in capsys.readouterr().out
    (tmp_path / "deck.json").write_text(json.dumps({"decks": [{"id": 7}]}))
    assert main(["check", str(file)]) == 1
    assert f"{tmp_path / 'deck.json'}:1:12: error: decks[0] [shape]" in capsys.readouterr().out


def test_a_document_or_a_zip_is_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, archive, out = tmp_path / "game.json", tmp_path / "game.zip", tmp_path / "ours.json"
    file.write_text(json.dumps(older()))
    archive.write_bytes(packed(("x/game.json", file.read_bytes())).getvalue())
    assert main(["convert", str(file)]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["cardgame"] == 1
    assert main(["convert", str(archive), "--output", str(out)]) == 0
    assert json.loads(out.read_text()) == json.loads(printed.out)
    assert main(["check", str(archive), str(out)]) == 0
    capsys.readouterr()


def test_what_cannot_be_converted_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(older(gameLoop="9"), indent=1))
    assert main(["convert", str(file)]) == 1
    told = capsys.readouterr()
    assert (told.out, "There is no action 9." in told.err) == ("", True)
    file.write_text('{"cardgame": 1}')
    assert main(["convert", str(file)]) == 1
    assert "is not in the older format" in capsys.readouterr().err
    file.write_bytes(b"PK\x03\x04")
    for command in ("check", "convert"):
        assert main([command, str(file)]) == 1
    assert "[archive_broken]" in capsys.readouterr().err
