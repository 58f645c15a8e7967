"""Unpack archives in zip format, with a document, its script, its decks and its pictures.

No file is written to a disk. Each file is read only up to its maximum size, even if the archive states that
the file is smaller.
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
from cheat.documents.parse.pictures import ENDINGS, MOST_PICTURES
from cheat.i18n.messages import ENGLISH, Arg, Language, Text

MOST_ENTRIES = 2 * MOST_PICTURES + 32
"""Maximum number of entries of an archive.

A game has three files and its pictures. Folders are entries, too, and so are files that operating systems
add, such as one for each picture.
"""
MOST_ARCHIVE = 1024 * 1024
"""Maximum size of an archive, in bytes.

This is enough for three uncompressed files of 64 KB, and for 64 pictures of 13 KB.
"""
MOST_PICTURE_FILE = 512 * 1024
"""Maximum size of one picture in an archive, in bytes."""
MOST_PICTURE_FILES = 2 * 1024 * 1024
"""Maximum size of all pictures of an archive together, in bytes."""
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
LEFT_OUT = ("__MACOSX", ".")
"""Beginnings of the names of files and folders that operating systems add."""
TEMPLATE = "template.json"
"""The name of an example that is in every zip downloaded from this server.

The file is ignored if the archive has another document.
"""
OURS = ("README.md", "documents.md", "examples.md", "reference.md")
"""The names of the guides that are in every zip downloaded from this server.

They are ignored without a warning.
"""
ENCRYPTED = 0x1


class BadArchive(Exception):
    """Raised if an archive cannot be unpacked. It has a stable code, and the reason in words."""

    def __init__(self, code: str, words: str, **args: Arg) -> None:
        super().__init__(words)
        self.code = code
        self.problem = Problem(code, (), Text(words, args))

    def diagnostic(self, language: Language = ENGLISH) -> Diagnostic:
        """Return a diagnostic with the reason, in a language."""
        return Diagnostic(code=self.code, text=message_of(self.problem, language))


def is_archive(data: bytes) -> bool:
    """Return whether the bytes of a file are an archive in zip format."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unpacked(file: IO[bytes], title: str = "") -> Files:
    """Unpack an archive, and return the files of its game.

    Raises BadArchive (`archive_too_large`, `archive_broken`, `archive_crowded`, `archive_path`,
    `archive_encrypted`, `archive_unclear`).
    """
    if file.seek(0, 2) > MOST_ARCHIVE:
        raise BadArchive(
            "archive_too_large", "The archive can have at most {most} KB.", most=MOST_ARCHIVE // 1024
        )
    try:
        with zipfile.ZipFile(file) as archive:
            entries = _game_files(archive)
            parts = {path: entry for path, entry in entries.items() if _ending(path) in (".json", ".js")}
            pictures = {path: entry for path, entry in entries.items() if _ending(path) in ENDINGS}
            files = {path: _read(archive, path, entry) for path, entry in parts.items()}
            read_pictures = _read_pictures(archive, pictures)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise BadArchive("archive_broken", "The archive cannot be read. Make the zip again.") from error
    found = files_of(files, title)
    found.pictures = read_pictures
    others = [path for path in entries if path not in parts and path not in pictures]
    found.left_out = [path for path in others if posixpath.basename(path) not in OURS]
    return found


def files_of(files: dict[str, bytes], title: str = "") -> Files:
    """Find the document, the script and the decks among some files, by their names and contents.

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
    """Return whether a file contains decks, judged by its name and its content."""
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
    """Return the files of an archive by path, without files that operating systems add.

    Raises BadArchive.
    """
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
        if path in wanted_files:
            raise BadArchive("archive_path", "The archive has “{path}” twice.", path=path)
        wanted_files[path] = entry
    return wanted_files


def _ending(path: str) -> str:
    return posixpath.splitext(path)[1].lower()


def _read_pictures(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo]) -> dict[str, bytes]:
    """Return the pictures in an archive, by file name (without folders). Raises BadArchive."""
    pictures: dict[str, bytes] = {}
    left = MOST_PICTURE_FILES
    for path, entry in entries.items():
        name = posixpath.basename(path)
        if name in pictures:
            raise BadArchive("archive_path", "The archive has “{path}” twice.", path=name)
        pictures[name] = _read(archive, path, entry, MOST_PICTURE_FILE)
        left -= len(pictures[name])
        if left < 0:
            words = "The pictures of a game can have at most {most} KB together."
            raise BadArchive("archive_too_large", words, most=MOST_PICTURE_FILES // 1024)
    return pictures


def _is_link(entry: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(entry.external_attr >> 16)


def _read(archive: zipfile.ZipFile, path: str, entry: zipfile.ZipInfo, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file. Raises BadArchive if it has more than `most` bytes."""
    if entry.flag_bits & ENCRYPTED:
        raise BadArchive(
            "archive_encrypted", "“{path}” is encrypted. Make the zip without a password.", path=path
        )
    if entry.compress_type not in METHODS:
        words = "The compression of “{path}” is not supported. Use “store” or “deflate”."
        raise BadArchive("archive_broken", words, path=path)
    with archive.open(entry) as file:
        data = file.read(most + 1)
    if len(data) > most:
        words = "“{path}” can have at most {most} KB."
        raise BadArchive("archive_too_large", words, path=path, most=most // 1024)
    return data


class SentFiles(Files):
    """The files that a client sends, or an archive that contains the files."""

    archive: bytes = b""
