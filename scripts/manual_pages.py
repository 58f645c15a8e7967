"""The manual in other languages: pages made from the English ones and a catalogue.

`python -m scripts.reference` (`make reference`) runs this after it has written the English pages.

A page is cut into units: headings, paragraphs, items of lists, and cells of tables. The catalogue,
`docs/games/<tag>/manual.po`, has a translation of each. Code blocks are copied. Numbers are slots such as
`{1}`, so a translation stays right if only a limit changes. In the catalogue, links to headings have the
addresses of the English headings. In the pages, they have the addresses of the translated headings. If an
English sentence changes, its former translation is marked as fuzzy, and does not count.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from cheat.service.hub.bundle import MANUAL
from scripts.catalogues import ROOT, empty

PAGES = ROOT / "docs/games"
_BLOCK = re.compile(r"(?P<heading>#+ )|(?P<row>\|)|(?P<item> *(?:- |\d+\. ))|(?P<raw>$|```|    |---$)")
_BORDER = re.compile(r"(?<!\\)\|")
_NUMBER = re.compile(r"(?<![\w.,/-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w/]|[.,]\w)")
_CODE_OR_ADDRESS = re.compile(r"(`[^`]+`|\]\([^)]+\))")
_SLOT = re.compile(r"\{(\d)\}")
_LIKE_A_BLOCK = re.compile(r" (?=(?:-|\||#+|\d+\.)(?: |$))")
"""A space before something that would begin an item, a row or a heading if it began a line."""
_LINK = re.compile(r"\]\(([^)]+)\)")
_LETTER = re.compile(r"[^\W\d_]")
GLUE = "\N{WORD JOINER}"
"""Stands for a space at which a line must not end."""
LONG_NUMBER = 5
"""Number of digits from which a Spanish number is written in groups."""


class Block(NamedTuple):
    """A part of a page: its lines if they are not translated, or the units in it.

    `kind` is `heading`, `row`, `prose` or `raw`. `lead` is the text before the first unit, such as `- `.
    """

    kind: str
    lead: str
    units: Sequence[str]


def blocks_of(page: str) -> Iterator[Block]:
    """Yield the parts of a page in order."""
    lines = page.splitlines()
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        found = _BLOCK.match(line)
        kind = found.lastgroup if found else "prose"
        if line.startswith("```"):
            end = lines.index("```", at) + 1
            yield Block("raw", "", [line, *lines[at:end]])
            at = end
        elif kind == "raw" or line.startswith("|---"):
            yield Block("raw", "", [line])
        elif kind == "row":
            yield Block("row", "", [cell.strip() for cell in _BORDER.split(line)[1:-1]])
        elif kind == "heading" and found:
            yield Block("heading", found[0], [line[found.end() :]])
        else:
            lead = found[0] if found else ""
            prose = [line[len(lead) :]]
            while at < len(lines) and _goes_on(lines[at], lead):
                prose.append(lines[at].strip())
                at += 1
            yield Block("prose", lead, [" ".join(prose)])


def _goes_on(line: str, lead: str) -> bool:
    """Return whether a line continues a paragraph, or an item that begins with `lead`."""
    inner = line.removeprefix(" " * len(lead))
    return bool(inner) and not _BLOCK.match(inner)


def template_of(unit: str) -> tuple[str, list[str]]:
    """Return a unit with slots for its numbers, and the numbers."""
    numbers: list[str] = []

    def slot(found: re.Match[str]) -> str:
        numbers.append(found[0])
        return f"{{{len(numbers)}}}"

    return _changed_words(unit, lambda words: _NUMBER.sub(slot, words)), numbers


def _changed_words(unit: str, change: Callable[[str], str]) -> str:
    """Return a unit, with `change` applied to each text outside of code and addresses."""
    parts = _CODE_OR_ADDRESS.split(unit)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)


def has_words(template: str) -> bool:
    """Return whether a unit has something to translate."""
    return bool(_LETTER.search(_CODE_OR_ADDRESS.sub("", template)))


def templates_of(page: str) -> list[str]:
    """Return the templates of a page that need a translation, in order."""
    units = [unit for block in blocks_of(page) if block.kind != "raw" for unit in block.units]
    return [template for unit in units if has_words(template := template_of(unit)[0])]


def number(digits: str) -> str:
    """Return an English number as Spanish and most other languages of Europe write it."""
    whole, point, fraction = digits.replace(",", "").partition(".")
    if len(whole) >= LONG_NUMBER:
        whole = f"{int(whole):,}".replace(",", "\N{NO-BREAK SPACE}")
    return whole + point.replace(".", ",") + fraction


def anchor(heading: str) -> str:
    """Return the address of a heading within its page."""
    letters = (char for char in heading.lower() if char.isalnum() or char in " -_")
    return "".join(letters).replace(" ", "-")


Say = Callable[[str], str]
"""A function from a template to its translation."""


class TranslatedPages:
    """The pages in a language, by name. Sentences without a translation stay in English."""

    def __init__(self, english: Mapping[str, str], say: Say) -> None:
        self._say = say
        self._anchors = {
            name: {anchor(unit): anchor(self._text(unit)) for unit in headings_of(page)}
            for name, page in english.items()
        }
        self.pages = {name: self._page(name, page) for name, page in english.items()}

    def _page(self, name: str, page: str) -> str:
        lines = [line for block in blocks_of(page) for line in self._lines(name, block)]
        return "\n".join(lines) + "\n"

    def _lines(self, name: str, block: Block) -> Iterable[str]:
        if block.kind == "raw":
            return block.units
        texts = [
            _LINK.sub(lambda link: f"]({self._address(name, link[1])})", self._text(unit))
            for unit in block.units
        ]
        if block.kind == "row":
            return [f"| {' | '.join(texts)} |"]
        if block.kind == "heading":
            return [block.lead + texts[0]]
        lines = textwrap.wrap(
            _LIKE_A_BLOCK.sub(GLUE, texts[0]),
            100,
            initial_indent=block.lead,
            subsequent_indent=" " * len(block.lead),
            break_long_words=False,
            break_on_hyphens=False,
        )
        return [line.replace(GLUE, " ") for line in lines]

    def _text(self, unit: str) -> str:
        """Return a unit in the language, with its numbers. Links still have their English addresses."""
        template, numbers = template_of(unit)
        sentence = self._say(template) if has_words(template) else template
        return _changed_words(
            sentence, lambda words: _SLOT.sub(lambda slot: number(numbers[int(slot[1]) - 1]), words)
        )

    def _address(self, name: str, address: str) -> str:
        """Return the address for a link on a translated page, one folder below the English page."""
        page, _, heading = address.partition("#")
        if page.startswith("https:"):
            return address
        if (page or name) not in self._anchors:
            return f"../{address}"
        return page + (f"#{self._anchors[page or name][heading]}" if heading else "")


def headings_of(page: str) -> list[str]:
    """Return the headings of a page."""
    return [block.units[0] for block in blocks_of(page) if block.kind == "heading"]


# Catalogues


def english_pages() -> dict[str, str]:
    """Return the English pages, by name."""
    return {name: (PAGES / name).read_text(encoding="utf-8") for name in MANUAL}


def catalogues() -> list[Path]:
    """Return the paths of all catalogues."""
    return sorted(PAGES.glob("*/manual.po"))


def tag_of(catalogue: Path) -> str:
    """Return the language of a catalogue."""
    return catalogue.parent.name


def read(path: Path) -> Catalog:
    """Return the catalogue in a file. An empty file is a catalogue, too."""
    return read_po(BytesIO(path.read_bytes()), locale=tag_of(path))


def updated(former: Catalog, english: Mapping[str, str]) -> Catalog:
    """Return a catalogue with the templates of the pages only, and the translations so far."""
    tag = str(former.locale)
    templates = empty("")
    for name, page in english.items():
        for template in templates_of(page):
            templates.add(template, locations=[(f"docs/games/{name}", 0)])
    catalogue = empty(f"# The manual of the document language, in {tag}.", tag)
    for message in former:
        if message.id:
            catalogue[message.id] = message
    catalogue.update(templates)
    for message in catalogue:
        known = former.get(message.id)
        if known and message.fuzzy:
            message.previous_id = known.previous_id
    return catalogue


def missing(catalogue: Catalog) -> list[str]:
    """Return the templates that lack a translation that is up to date."""
    return [str(message.id) for message in catalogue if message.id and not _is_done(catalogue, message.id)]


def _is_done(catalogue: Catalog, template: str) -> bool:
    message = catalogue.get(template)
    return message is not None and bool(message.string) and not message.fuzzy


def slips(catalogue: Catalog) -> list[str]:
    """Return the templates whose translation has other code, numbers or links."""
    return [
        str(message.id)
        for message in catalogue
        if message.id and message.string and _fixed_parts(message.id) != _fixed_parts(message.string)
    ]


def _fixed_parts(text: str) -> Counter[str]:
    parts = _CODE_OR_ADDRESS.split(text)
    return Counter([*parts[1::2], *_SLOT.findall(" ".join(parts[::2]))])


def translated(catalogue: Catalog, english: Mapping[str, str]) -> dict[str, str]:
    """Return all pages in the language of a catalogue, by name."""

    def say(template: str) -> str:
        message = catalogue.get(template)
        return str(message.string) if message and _is_done(catalogue, template) else template

    return TranslatedPages(english, say).pages


def write() -> None:
    """Write all catalogues and pages, and print what has no translation."""
    english = english_pages()
    for path in catalogues():
        catalogue = updated(read(path), english)
        path.write_bytes(po_file(catalogue))
        for name, page in translated(catalogue, english).items():
            path.with_name(name).write_text(page, encoding="utf-8")
        lacking = missing(catalogue)
        print(path.relative_to(ROOT), "lacks", len(lacking), *lacking, sep="\n  ")


def po_file(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file to read and write."""
    file = BytesIO()
    write_po(file, catalogue, width=110, include_lineno=False, ignore_obsolete=True, include_previous=True)
    return file.getvalue()
