"""The manual of documents as HTML, from the small part of Markdown that its pages use.

These are headings, paragraphs, lists, tables, code, bold text and links. Everything else is shown as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup, escape

_BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```$", re.S | re.M)
_INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)")
_ITEM = re.compile(r"(?:- |\d+\. )")
_HEADINGS = ("", "h2", "h3", "h4", "h5")
"""Elements by the number of signs; the page itself has the first heading."""
_CELL = re.compile(r"(?<!\\)\|")


class Manual:
    """The pages of the manual, by file name, as one page of HTML.

    Headings have ids with the name of their page before them, since two pages may have the same heading.
    """

    def __init__(self, pages: Mapping[str, str]) -> None:
        self._names = set(pages)
        self.contents: list[tuple[str, str]] = []
        """The ids and texts of the main headings."""
        self.html = _joined(self._page(name, text) for name, text in pages.items())

    def _page(self, name: str, text: str) -> Markup:
        made, at = list[Markup](), 0
        for code in _BLOCK.finditer(text):
            made += self._blocks(name, text[at : code.start()])
            made.append(_element("pre", _element("code", code[1].rstrip("\n")), tabindex="0"))
            at = code.end()
        return _element("section", _joined([*made, *self._blocks(name, text[at:])]), id=name)

    def _blocks(self, name: str, text: str) -> Iterator[Markup]:
        """Yield headings, tables, lists and paragraphs, which empty lines separate."""
        for block in re.split(r"\n{2,}", text.strip()):
            lines = block.split("\n")
            if block.startswith("#"):
                yield self._heading(name, lines[0])
                lines = lines[1:]
            if not any(lines):
                continue
            if lines[0].startswith("|"):
                yield self._table(name, lines)
            elif _ITEM.match(lines[0]):
                yield self._list(name, lines)
            else:
                yield _element("p", self._inline(name, " ".join(lines)))

    def _heading(self, name: str, line: str) -> Markup:
        marks, _, words = line.partition(" ")
        id, level = _id(name, words), min(len(marks), 4)
        if level <= 2:
            self.contents.append((id, words.replace("`", "")))
        return _element(_HEADINGS[level], self._inline(name, words), id=id)

    def _table(self, name: str, lines: list[str]) -> Markup:
        head, _, *rows = [_CELL.split(line.strip().strip("|")) for line in lines]
        made = [self._row(name, "th", head), *(self._row(name, "td", row) for row in rows)]
        return _element("div", _element("table", _joined(made)), role="group", tabindex="0")

    def _row(self, name: str, tag: str, cells: list[str]) -> Markup:
        texts = [self._inline(name, cell.strip().replace("\\|", "|")) for cell in cells]
        return _element("tr", _joined(_element(tag, text) for text in texts))

    def _list(self, name: str, lines: list[str]) -> Markup:
        items: list[str] = []
        for line in lines:
            if _ITEM.match(line) or not items:
                items.append(_ITEM.sub("", line, count=1))
            else:
                items[-1] += " " + line.strip()
        tag = "ul" if lines[0].startswith("-") else "ol"
        return _element(tag, _joined(_element("li", self._inline(name, item)) for item in items))

    def _inline(self, name: str, text: str) -> Markup:
        made, at = Markup(""), 0
        for found in _INLINE.finditer(text):
            code, bold, words, address = found.groups()
            made += escape(text[at : found.start()])
            if code:
                made += _element("code", code)
            elif bold:
                made += _element("b", self._inline(name, bold))
            else:
                made += self._link(name, words, address)
            at = found.end()
        return made + escape(text[at:])

    def _link(self, name: str, words: str, address: str) -> Markup:
        """Return a link within the manual, or to another site; the words alone for any other file."""
        page, _, heading = address.partition("#")
        text = self._inline(name, words)
        if page.startswith("https:"):
            return _element("a", text, href=address)
        if (page or name) not in self._names:
            return text
        return _element("a", text, href="#" + (_id(page or name, heading) if heading else page))


def _element(tag: str, content: str, **attributes: str) -> Markup:
    """Return an element. Content that is no Markup is escaped."""
    given = _joined(Markup(' {}="{}"').format(key, value) for key, value in attributes.items())
    return Markup("<{}{}>{}</{}>").format(tag, given, content, tag)


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(parts)


def _id(name: str, heading: str) -> str:
    """Return the id of a heading: that of Markdown, behind the name of its page."""
    words = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    return name.removesuffix(".md") + "-" + words
