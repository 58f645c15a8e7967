"""A published game as a zip file, for people that want to keep, change or study the game."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from cheat.documents.importer.archives import TEMPLATE
from cheat.documents.importer.cards import deck_file
from cheat.documents.importer.conversion import DECKS, laid_out
from cheat.documents.starters import template
from cheat.i18n.messages import ENGLISH
from cheat.service.hub.records import Record, Version

_GAMES = Path(__file__).resolve().parents[3] / "docs" / "games"
MANUAL = {name: _GAMES / name for name in ("documents.md", "examples.md", "reference.md")}
"""Name in a zip -> an English page that teaches the document language or lists its parts."""
FILE_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of all files, so that the zip of a game is always the same."""
README = """# {name}

{slug} {version}, a card game as a document.

- `game.json` is the game. Its id is `{id}`.
- `documents.md` teaches how to write such a document, `examples.md` has small ones, and `reference.md` lists
  all parts of one.
{translation}- `template.json` is a small game to begin with.
{script}{deck}{pictures}
Check your changes with `python -m cheat.documents check game.json`, and publish them on the page of games.
"""
TRANSLATION_LINE = "- `{tag}` has these three pages in your language.\n"
SCRIPT_LINE = (
    "- `game.js` is the script of its opponents, which `game.json` has in `bots.script`, too. When you "
    "publish the zip, `game.js` replaces that script.\n"
)
DECK_LINE = (
    "- `deck.json` has its cards, for other games in the older format. This game has them in `game.json`.\n"
)
PICTURES_LINE = (
    "- The pictures are WebP files, whatever their names end in. `style` in `game.json` names them. To "
    "change one, replace its file.\n"
)


def manual_pages(tag: str) -> dict[str, Path]:
    """Return the manual in the language `tag`: file name -> path; {} if there is no translation."""
    if tag == ENGLISH.tag:
        return MANUAL
    folder = _GAMES / tag
    return {name: folder / name for name in MANUAL} if folder.is_dir() else {}


def bundle(
    record: Record,
    version: Version,
    document: bytes,
    tag: str,
    pictures: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return a zip with the document, a README, the manual, and a small game to begin with.

    `tag`: the language of the reader. If the manual is translated into it, the zip has both the English pages
    and the translation. If the game has pictures, a script for its opponents, or cards converted from the
    older format, the zip also has those. An author can publish the zip again without changes.
    """
    name = record.about.name if isinstance(record.about.name, str) else next(iter(record.about.name.values()))
    game = json.loads(document)
    script = game.get("bots", {}).get("script", {}).get("source", "")
    deck = deck_file(game, name)
    translation = {} if tag == ENGLISH.tag else manual_pages(tag)
    readme = README.format(
        name=name,
        slug=record.about.slug,
        version=version.version,
        id=version.id,
        translation=TRANSLATION_LINE.format(tag=tag) if translation else "",
        script=SCRIPT_LINE if script else "",
        deck=DECK_LINE if deck else "",
        pictures=PICTURES_LINE if pictures else "",
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in {
            "game.json": document,
            **({"game.js": script.encode()} if script else {}),
            **({DECKS: laid_out(deck)} if deck else {}),
            "README.md": readme.encode(),
            **{name: path.read_bytes() for name, path in MANUAL.items()},
            **{str(PurePosixPath(tag, name)): path.read_bytes() for name, path in translation.items()},
            TEMPLATE: template(),
            **(pictures or {}),
        }.items():
            archive.writestr(zipfile.ZipInfo(path, FILE_DATE), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
