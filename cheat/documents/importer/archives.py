"""Archives in zip format, with the document, its script and its decks.

Nothing is written to a disk. Each file is only read up to its limit, whatever size the archive states.
"""

from __future__ import annotations

import json
import posixpath
import stat
import zipfile
import zlib
from typing import IO

from cheat.documents.importer.conversion import DECKS, Files
from cheat.documents.parse.diagnostics import Diagnostic, Problem, message_of
from cheat.documents.parse.json_text import BOM, MOST_BYTES
from cheat.i18n.messages import ENGLISH, Arg, Language, Text

MOST_ENTRIES = 32
"""Maximum number of entries of an archive.

A game has three files. Folders, and files that operating systems add, are entries, too.
"""
MOST_ARCHIVE = 256 * 1024
"""Maximum size of an archive, in bytes: enough for three uncompressed files of 64 KB."""
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
LEFT_OUT = ("__MACOSX", ".")
"""Prefixes of the names of files that operating systems add."""
TEMPLATE = "template.json"
"""The name of an example that is in every zip downloaded from this server. It is ignored."""
ENCRYPTED = 0x1


class BadArchive(Exception):
    """Raised if an archive cannot be unpacked. It has a stable code, and the reason."""

    def __init__(self, code: str, words: str, **args: Arg) -> None:
        super().__init__(words)
        self.code = code
        self.problem = Problem(code, (), Text(words, args))

    def diagnostic(self, language: Language = ENGLISH) -> Diagnostic:
        """Return the diagnostic in a language."""
        return Diagnostic(code=self.code, text=message_of(self.problem, language))


def is_archive(data: bytes) -> bool:
    """Return whether bytes are a zip."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unpacked(file: IO[bytes], title: str = "") -> Files:
    """Return the files of a game in an archive.

    Raises BadArchive (`archive_too_large`, `archive_broken`, `archive_crowded`, `archive_path`,
    `archive_encrypted`, `archive_unclear`).
    """
    if file.seek(0, 2) > MOST_ARCHIVE:
        raise BadArchive(
            "archive_too_large", "The archive can have at most {most} KB.", most=MOST_ARCHIVE // 1024
        )
    try:
        with zipfile.ZipFile(file) as archive:
            files = {path: _read(archive, path, entry) for path, entry in _game_files(archive).items()}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise BadArchive("archive_broken", "The archive cannot be read. Make the zip again.") from error
    return files_of(files, title)


def files_of(files: dict[str, bytes], title: str = "") -> Files:
    """Find the document, script and decks among some files, by name and content.

    Raises BadArchive (`archive_unclear`).
    """
    scripts = [data for name, data in files.items() if name.lower().endswith(".js")]
    texts = {name: data for name, data in files.items() if name.lower().endswith(".json")}
    decks = [name for name, data in texts.items() if _is_decks(name, data)]
    documents = [name for name in texts if name not in decks]
    if len(documents) > 1:
        documents = [name for name in documents if posixpath.basename(name).lower() != TEMPLATE]
    for count, content in ((len(documents), "document"), (len(scripts), "script"), (len(decks), "decks")):
        if count > 1 or (content == "document" and not count):
            words = (
                "The archive must have one .json file with the game, and at most one .js file and "
                "one deck.json."
            )
            raise BadArchive("archive_unclear", words)
    (name,) = documents
    return Files(
        texts[name], scripts[0] if scripts else b"", texts[decks[0]] if decks else b"",
        title or posixpath.splitext(posixpath.basename(name))[0],
    )  # fmt: skip


def _is_decks(name: str, data: bytes) -> bool:
    """Return whether a file has decks. Its name or its content shows it."""
    if posixpath.basename(name).lower() == DECKS:
        return True
    try:
        stated = json.loads(data.removeprefix(BOM))
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(stated, dict)
        and "decks" in stated
        and not {"deckId", "gameLoop", "cardgame"} & set(stated)
    )


def _game_files(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the files that may be parts of a game, by path. Raises BadArchive."""
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise BadArchive("archive_crowded", "The archive can have at most {most} files.", most=MOST_ENTRIES)
    wanted_files: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        path = posixpath.normpath(entry.filename.replace("\\", "/"))
        parts = entry.filename.replace("\\", "/").split("/")
        if posixpath.isabs(path) or ".." in parts or ":" in entry.filename or _is_link(entry):
            words = "“{path}” is not a path inside the archive."
            raise BadArchive("archive_path", words, path=entry.filename)
        if entry.is_dir() or any(part.startswith(LEFT_OUT) for part in path.split("/")):
            continue
        if posixpath.splitext(path)[1].lower() in (".json", ".js"):
            if path in wanted_files:
                raise BadArchive("archive_path", "The archive has “{path}” twice.", path=path)
            wanted_files[path] = entry
    return wanted_files


def _is_link(entry: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(entry.external_attr >> 16)


def _read(archive: zipfile.ZipFile, path: str, entry: zipfile.ZipInfo) -> bytes:
    """Return a file, up to its limit. Raises BadArchive."""
    if entry.flag_bits & ENCRYPTED:
        raise BadArchive(
            "archive_encrypted", "“{path}” is encrypted. Make the zip without a password.", path=path
        )
    if entry.compress_type not in METHODS:
        words = "The compression of “{path}” is not supported. Use “store” or “deflate”."
        raise BadArchive("archive_broken", words, path=path)
    with archive.open(entry) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        words = "“{path}” can have at most {most} KB."
        raise BadArchive("archive_too_large", words, path=path, most=MOST_BYTES // 1024)
    return data


class SentFiles(Files):
    """The files that a caller sends, or an archive that contains them."""

    archive: bytes = b""
