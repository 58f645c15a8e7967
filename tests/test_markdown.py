"""Markdown is wrapped, its links lead somewhere, and pages that introduce the project are short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path for place in ("*.md", "docs/**/*.md", "bench/*.md", "client/*.md") for path in ROOT.glob(place)
)
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))

COLUMNS = 100
MOST_WORDS = {"README.md": 600, "docs/architecture.md": 1500}

FENCE = re.compile(r"^ *(```|~~~)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ONE_PIECE = re.compile(r"(?:[-*+] |\d+\. )?(?:`[^`]+`|!?\[[^\]]*\]\([^)]*\)|<[^>]*>|\S+)[.,;:]?")
"""A line that cannot be broken: a link or code, maybe after the mark of a list."""


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines outside code blocks, with their numbers."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def is_too_long(line: str) -> bool:
    """Return whether a line has to be wrapped. Indented code ends where prose in lists begins: at four."""
    free = re.match(r" *\||    |#", line) or ONE_PIECE.fullmatch(line.strip())
    return len(line) > COLUMNS and not free


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings, as they are made on GitHub and GitLab."""
    found: set[str] = set()
    for _, line in prose(page.read_text(encoding="utf-8")):
        if heading := re.match(r"#{1,6} +(.+)", line):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1].strip()).lower()
            anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            copies = sum(1 for one in found if re.fullmatch(rf"{re.escape(anchor)}(-\d+)?", one))
            found.add(f"{anchor}-{copies}" if copies else anchor)
    return found


@every_page
def test_lines_are_wrapped(page: Path) -> None:
    long = [number for number, line in prose(page.read_text(encoding="utf-8")) if is_too_long(line)]
    assert not long, f"wrap these lines of {page.relative_to(ROOT)} at {COLUMNS} columns: {long}"


@every_page
def test_every_row_of_a_table_has_a_line_of_its_own(page: Path) -> None:
    joined = [
        number
        for number, line in prose(page.read_text(encoding="utf-8"))
        if "|---" in line and not re.fullmatch(r" *(\|-+)+\|", line)
    ]
    assert not joined, f"these lines of {page.relative_to(ROOT)} join rows of a table: {joined}"


@every_page
def test_links_and_named_files_exist(page: Path) -> None:
    text = "\n".join(line for _, line in prose(page.read_text(encoding="utf-8")))
    for link in LINK.findall(text):
        if not re.match(r"\w+:", link):
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            assert target.exists(), f"{link} leads to no file"
            assert not anchor or anchor in anchors(target), f"{link} leads to no heading"
    for name in re.findall(r"`((?:cheat|docs|bench|examples|tests|static|templates)/[\w./-]+)`", text):
        assert (ROOT / name).exists(), f"{name} does not exist"


@pytest.mark.parametrize("name", MOST_WORDS)
def test_pages_that_introduce_the_project_are_short(name: str) -> None:
    words = re.findall(r"\S*\w\S*", (ROOT / name).read_text(encoding="utf-8"))
    assert len(words) <= MOST_WORDS[name]


@pytest.mark.parametrize("text", ["a " * 51, "- " + "word " * 20, "`code` " * 15])
def test_long_lines_are_found(text: str) -> None:
    assert is_too_long(text)


@pytest.mark.parametrize(
    "text", ["| " + "cell " * 30, "    " + "code " * 30, f"- [{'word ' * 30}](x.md).", f"`{'a ' * 60}`,"]
)
def test_lines_that_cannot_be_broken_are_free(text: str) -> None:
    assert not is_too_long(text)


def test_anchors_are_numbered_where_headings_are_the_same(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# The `deck`, twice!\n## Added\n```\n# no heading\n```\n## Added\n")
    assert anchors(page) == {"the-deck-twice", "added", "added-1"}
