"""The manual in other languages: it has all that the English manual has, in the same order."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from cheat.catalogue import DOCUMENTS
from cheat.documents.starters import EXAMPLES
from cheat.i18n.languages import LANGUAGES
from scripts import catalogues, manual_pages
from scripts.catalogues import LOCALE, ROOT, empty
from scripts.manual_pages import blocks_of, tag_of

ENGLISH = manual_pages.english_pages()
CATALOGUES = manual_pages.catalogues()
SMALL = {
    "one.md": """# Two words

Some `a {1} b` in [that place](two.md#the-end), of 12,000 steps and 1.5
seconds, since 1.0.0; [here](#two-words), [there](../x.md).

1. At most 2,500 `x | y`
   cards

| Key | Takes |
|---|---|
| `a \\| 1` | 1 to 10 |

    indented code

```json game
{"text": "Two words"}
```
""",
    "two.md": "## The end\n",
}
SPANISH = {
    "Two words": "Dos palabras",
    "Some `a {1} b` in [that place](two.md#the-end), of {1} steps and {2} seconds, since 1.0.0; "
    "[here](#two-words), [there](../x.md).": "Desde 1.0.0, {2} segundos y {1} pasos con `a {1} b` en [ese "
    "sitio](two.md#the-end); [aquí](#two-words), [allí](../x.md).",
    "At most {1} `x | y` cards": "Como mucho {1} cartas `x | y`",
    "Takes": "Admite",
    "{1} to {2}": "de {1} a {2}",
    "The end": "El final",
}


def catalogue_of(translations: dict[str, str]) -> Catalog:
    catalogue = empty("# A test.", "es")
    for template, translation in translations.items():
        catalogue.add(template, translation)
    return catalogue


def test_page_is_translated_with_its_numbers_links_and_code() -> None:
    catalogue = manual_pages.updated(catalogue_of(SPANISH), SMALL)
    assert manual_pages.missing(catalogue) == ["Key"]
    pages = manual_pages.translated(catalogue, SMALL)
    assert pages["two.md"] == "## El final\n"
    assert (
        pages["one.md"]
        == """# Dos palabras

Desde 1.0.0, 1,5 segundos y 12\N{NO-BREAK SPACE}000 pasos con `a {1} b` en [ese sitio](two.md#el-final);
[aquí](#dos-palabras), [allí](../../x.md).

1. Como mucho 2500 cartas `x | y`

| Key | Admite |
|---|---|
| `a \\| 1` | de 1 a 10 |

    indented code

```json game
{"text": "Two words"}
```
"""
    )


def test_changed_sentence_is_in_english_until_it_is_translated_again() -> None:
    former = catalogue_of({"You choose one of the cards.": "Eliges una de las cartas."})
    page = {"one.md": "You choose two of the cards.\n"}
    catalogue = manual_pages.updated(manual_pages.updated(former, page), page)
    assert manual_pages.missing(catalogue) == ["You choose two of the cards."]
    assert manual_pages.translated(catalogue, page) == page
    file = manual_pages.po_file(catalogue).decode()
    assert '#, fuzzy\n#| msgid "You choose one of the cards."\nmsgid "You choose two' in file
    assert 'msgstr "Eliges una de las cartas."' in file


def test_number_of_a_limit_may_change_without_a_new_translation() -> None:
    (before,), (after,) = (manual_pages.templates_of(f"At most {most} cards.") for most in ("64", "1,000"))
    assert before == after == "At most {1} cards."


def test_manual_is_in_spanish_and_only_in_languages_of_the_site() -> None:
    assert {"es"} <= {tag_of(path) for path in CATALOGUES} <= LANGUAGES.keys()


def test_empty_catalogue_begins_a_language(tmp_path: Path) -> None:
    path = tmp_path / "de/manual.po"
    path.parent.mkdir()
    path.touch()
    catalogue = manual_pages.updated(manual_pages.read(path), SMALL)
    assert len(manual_pages.missing(catalogue)) == 7
    assert str(catalogue.locale) == "de"


@pytest.mark.parametrize("path", CATALOGUES, ids=tag_of)
def test_every_sentence_of_the_manual_is_translated(path: Path) -> None:
    catalogue = manual_pages.updated(manual_pages.read(path), ENGLISH)
    name = path.relative_to(ROOT)
    missing = manual_pages.missing(catalogue)
    assert missing == [], f"run `make reference`, translate these in {name}, and run it again"
    assert manual_pages.slips(catalogue) == [], f"give these the same code, slots and links in {name}"


@pytest.mark.parametrize("path", CATALOGUES, ids=tag_of)
def test_pages_are_those_of_the_catalogue(path: Path) -> None:
    pages = manual_pages.translated(manual_pages.read(path), ENGLISH)
    stored = {name: path.with_name(name).read_text(encoding="utf-8") for name in ENGLISH}
    assert [name for name in pages if pages[name] != stored[name]] == [], "run `make reference`"


def shape(page: str) -> list[tuple[str, str, int, list[str]]]:
    """Return the levels of headings, the items, the number of cells, and all code blocks, in order."""
    blocks = [block for block in blocks_of(page) if block.units != [""]]
    return [
        (block.kind, block.lead, len(block.units), [*block.units] if block.kind == "raw" else [])
        for block in blocks
    ]


@pytest.mark.parametrize("path", CATALOGUES, ids=tag_of)
@pytest.mark.parametrize("name", ENGLISH)
def test_page_has_the_headings_items_tables_and_code_of_the_english_page(path: Path, name: str) -> None:
    page = path.with_name(name).read_text(encoding="utf-8")
    assert shape(page) == shape(ENGLISH[name])


@pytest.mark.parametrize("path", CATALOGUES, ids=tag_of)
def test_buttons_and_small_games_are_called_as_they_are_on_the_page(path: Path) -> None:
    words = catalogues.read(LOCALE / f"{tag_of(path)}/LC_MESSAGES/messages.po")
    catalogue = manual_pages.read(path)
    for message in catalogue:
        for label in re.findall("“([A-Z][^”]+)”", str(message.id)):
            shown = words.get(label)
            if shown is not None:
                assert f"«{shown.string}»" in message.string, label
    for title in EXAMPLES.values():
        assert catalogue[title].string == words[title].string, title


@pytest.mark.parametrize("path", CATALOGUES, ids=tag_of)
def test_games_are_called_as_in_the_list_of_games(path: Path) -> None:
    tag = tag_of(path)
    names = [json.loads(game.source)["name"] for game in DOCUMENTS.values()]
    names = [name for name in names if isinstance(name, dict)]
    for message in manual_pages.read(path):
        for name in names:
            if re.search(rf"\b{name['en']}\b", str(message.id)):
                assert name.get(tag, name["en"]).casefold() in message.string.casefold(), message.id
