"""The manual of documents as a page."""

from __future__ import annotations

import re
from gettext import NullTranslations

import pytest

from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Translated
from cheat.service.hub.bundle import MANUAL
from cheat.web.manual import Manual

from .conftest import Api

SMALL = {
    "one.md": """# A *title*

Some `a < b` **bold `c`** words,
[see](#two-words) [that](two.md#end) [file](../x.md) [site](https://example.org/).

## Two words

- one, which
  goes on
- two

| a | b |
|---|---|
| `x \\| y` | <b> |

```json
{"a": "<"}
```

    some --command
""",
    "two.md": "# End\n",
}


def test_markdown_becomes_html_with_links_within_the_page() -> None:
    html = re.sub(r"\s*\n\s*", "", Manual(SMALL).html)
    for part in (
        "<code>a &lt; b</code> <strong>bold <code>c</code></strong> words,",
        '<a href="#one-two-words">see</a> <a href="#two-end">that</a> file <a href="https://example.org/">site</a>',
        '<h3 id="one-two-words">Two words</h3>',
        "<ul><li>one, whichgoes on</li><li>two</li></ul>",
        '<div role="group" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>',
        "<tr><td><code>x | y</code></td><td>&lt;b&gt;</td></tr>",
        '<pre tabindex="0"><code>{&#34;a&#34;: &#34;&lt;&#34;}</code></pre>',
        '<pre tabindex="0"><code>some --command</code></pre>',
        '<h2 id="two-end">End</h2>',
    ):
        assert part in html


def test_translated_page_has_the_ids_of_the_english_page() -> None:
    english = {"one.md": "# Two words\n", "two.md": "## Two words\n"}
    spanish = {"one.md": "# ¿Qué más?\n\n[a](#qué-más) [b](two.md#fin)\n", "two.md": "## Fin\n"}
    manual = Manual(spanish, "es", english)
    assert manual.contents == [("one-two-words", "¿Qué más?"), ("two-two-words", "Fin")]
    assert '<a href="#one-two-words">a</a> <a href="#two-two-words">b</a>' in manual.html


@pytest.mark.parametrize(
    ("tag", "heading"), [("en", "Write a game as a document"), ("es", "Escribe un juego como documento")]
)
def test_manual_is_rendered_and_all_its_links_lead_somewhere(api: Api, tag: str, heading: str) -> None:
    page = api.client.get("/design/language", headers={"Accept-Language": tag}).text
    assert f'<html lang="{tag}">' in page and f'<div class="manual" lang="{tag}">' in page
    assert f'<h2 id="documents-write-a-game-as-a-document">{heading}</h2>' in page
    found = re.findall(r' id="([^"]+)"', page)
    ids = set(found)
    assert len(found) == len(ids)
    assert {*MANUAL} <= ids
    assert set(re.findall(r'href="#([^"]+)"', page)) - ids == set()
    text = re.sub(r"<(code|pre|script).*?</\1>", "", page, flags=re.S)
    assert not re.findall(r"```|^#+ |\*\*", text, re.M), "no sign of Markdown is left"


def test_manual_is_english_in_a_language_without_translation(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LANGUAGES, "xx", Translated("xx", NullTranslations()))
    page = api.client.get("/design/language?lang=xx").text
    assert '<html lang="xx">' in page and '<div class="manual" lang="en">' in page
    assert ">Write a game as a document</h2>" in page


def test_designer_explains_signatures_in_the_language_of_the_reader(api: Api) -> None:
    for tag, sentence in (
        ("en", "Moves cards on top of a zone."),
        ("es", "Mueve cartas encima de una zona."),
    ):
        page = api.client.get("/design", headers={"Accept-Language": tag}).text
        assert sentence in page
