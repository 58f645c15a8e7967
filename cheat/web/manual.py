"""Make the manual of documents: turn its Markdown pages into one page of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
"""The parser and renderer. It escapes HTML and drops links to scripts."""
_LOWERED = {"h1": "h2", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h5", "h6": "h5"}
"""Tag of a heading in Markdown -> its tag on the HTML page, usually one level lower.

The HTML page itself has a heading of the first level above all others.
"""
_CODE = Markup('<pre tabindex="0"><code>{}</code></pre>\n')
_TABLE = '<div role="group" tabindex="0">', "</div>\n"
"""The tags around an example or a table.

If an example or a table is too wide, people can scroll it, also with keys.
"""


class Manual:
    """The manual as one page of HTML. `pages`: file name -> Markdown.

    The id of a heading begins with the name of the heading's page, because two pages may have equal headings.
    Ids are made from the headings of the English pages, `originals`, so that a link works in all languages.
    """

    def __init__(
        self, pages: Mapping[str, str], language: str = "en", originals: Mapping[str, str] | None = None
    ) -> None:
        self.language = language
        """The tag of the language of the pages."""
        self._ids = {name: dict(_ids(name, text, (originals or pages)[name])) for name, text in pages.items()}
        self.contents: list[tuple[str, str]] = []
        """The ids and texts of the main headings."""
        self.html = Markup("").join(self._page(name, text) for name, text in pages.items())

    def _page(self, name: str, text: str) -> Markup:
        tokens = list(self._adapted(name, MARKDOWN.parse(text)))
        html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
        return Markup('<section id="{}">{}</section>').format(name, Markup(html))  # noqa: S704 - escaped by the renderer

    def _adapted(self, name: str, tokens: list[Token]) -> Iterator[Token]:
        """Yield the tokens of a page.

        Add ids to headings, tags around tables, and links in the manual.
        """
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                self._mark_heading(name, token, _words(tokens[index + 1]))
            elif token.type == "heading_close":
                token.tag = _LOWERED[token.tag]
            elif token.type in ("fence", "code_block"):
                yield _html(_CODE.format(token.content.rstrip("\n")))
                continue
            elif token.type == "inline":
                token.children = list(self._with_links(name, token.children or []))
            if token.type == "table_open":
                yield _html(_TABLE[0])
            yield token
            if token.type == "table_close":
                yield _html(_TABLE[1])

    def _mark_heading(self, name: str, token: Token, text: str) -> None:
        id = self._ids[name][_slug(text)]
        if token.tag in ("h1", "h2"):
            self.contents.append((id, text))
        token.tag = _LOWERED[token.tag]
        token.attrSet("id", id)

    def _with_links(self, name: str, children: list[Token]) -> Iterator[Token]:
        """Yield the tokens of a text. Links to files outside the manual become plain text."""
        keeps_link = True
        for child in children:
            if child.type == "link_open":
                address = self._address(name, str(child.attrGet("href")))
                child.attrSet("href", address)
                keeps_link = bool(address)
            if keeps_link or not child.type.startswith("link_"):
                yield child

    def _address(self, name: str, address: str) -> str:
        """Return the address of a link, or "" if it leads to a file outside the manual."""
        page, _, heading = unquote(address).partition("#")  # Markdown encodes letters beyond ASCII
        if address.startswith("https:"):
            return address
        ids = self._ids.get(page or name)
        if ids is None:
            return ""
        return "#" + (ids[heading] if heading else page)


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content)


def _ids(name: str, text: str, original: str) -> Iterator[tuple[str, str]]:
    """Yield the slug and the id of each heading of a page.

    `_slug` makes the slug. The id is the name of the page and the slug of the English heading, such as
    `documents-a-zone`.
    """
    for heading, english in zip(_headings(text), _headings(original), strict=True):
        yield _slug(heading), name.removesuffix(".md") + "-" + _slug(english)


def _headings(text: str) -> list[str]:
    tokens = MARKDOWN.parse(text)
    return [_words(inline) for token, inline in pairwise(tokens) if token.type == "heading_open"]


def _words(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _slug(heading: str) -> str:
    """Return the slug of a heading: the part of a link after `#`, such as `a-zone` for “A zone”."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
