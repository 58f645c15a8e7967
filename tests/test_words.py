"""Sentences are whole templates, never put together in code. So all can be translated."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cheat.errors import BadValue, RulesFailed
from cheat.i18n.messages import ENGLISH, Text, Translated, plural, text
from cheat.service.limits.rate_limits import rate_limited

from .pseudo_language import Pseudo, has_letters, unsaid

ROOT = Path(__file__).resolve().parents[1]
CHEAT = ROOT / "cheat"

PLACES = (
    "bots/__init__.py", "games", "rooms", "web", "documents/check/document.py",
    "documents/parse/diagnostics.py", "documents/check/effects.py", "documents/check/expressions.py",
    "documents/check/facts.py", "documents/check/builtins.py", "documents/parse/schema.py",
    "documents/parse/looks.py", "documents/check/move_effects.py", "documents/check/declarations.py",
    "documents/check/operators.py", "documents/parse/json_text.py", "documents/check/set_effects.py",
    "documents/parse/schema_types.py", "documents/parse/expressions.py", "documents/trials/trials.py",
    "documents/parse/types.py", "documents/importer/archives.py", "documents/importer/conversion.py",
    "documents/importer/parts.py", "documents/importer/reading.py", "engine", "errors.py",
    "i18n/validation.py", "i18n/graphemes.py", "i18n/messages.py", "service/hub", "service/limits",
    "service/delivery/poll_limits.py", "service/delivery/answers.py", "service/delivery/long_poll.py",
    "service/service.py",
)  # fmt: skip
"""Modules that make texts for people."""
PROGRAMS = {"web/bundler.py"}
"""Modules whose texts only browsers read."""
NO_SENTENCES = {
    "documents/check/document.py": {"“{phase.name}”", "“{key}”"},
    "documents/parse/diagnostics.py": {"[{part}]", ".{part}"},
    "documents/check/effects.py": {
        "then{then_block.way and ' → ' + then_block.way}",
        "else{else_block.way and ' → ' + else_block.way}",
        "{name}{block.way and ' → ' + block.way}",
        "on_{kind}",
    },
    "documents/check/builtins.py": {"on_{name}"},
    "documents/check/move_effects.py": {
        "{w.value(_present)}(r, {value})",
        "[r.seats[seat] for seat in {w.root(players)}]",
    },
    "documents/parse/schema_types.py": {"#/$defs/{self.name}"},
    "documents/trials/trials.py": {"p{seat + 1}", "{number}", "{number + 1}", "032x"},
    "engine/decisions.py": {"{name}_", "no_{name}", "hand:{id}"},
    "games/cheat/rules.py": {"{RANKS[table.ranks[0]]}S", "hand:{player}"},
    "games/kittens/rules.py": {"exploded:{player}", "exploded:{id}"},
    "games/ivanhoe/sweeps.py": {"value_{value}"},
    "games/ivanhoe/table.py": {"display:{player}", "front:{player}"},
    "engine/forms.py": {"{field.name}_too_short", "{field.name}_too_long"},
    "engine/table.py": {"hand:{player}", "{{player.id}}"},
    "games/__init__.py": {"{__name__}.{module.name}", "{folder}.rules", "{folder}.bot"},
    "service/hub/hub.py": {
        "{record.about.slug}@{version.version}",
        "{base[:MOST_ID - 3]}-{number}",
        "{slug} {network_of(address)}",
        "network {network}",
    },
    "service/hub/index.py": {"{key[0]}~{key[1]}"},
    "service/hub/records.py": {"{wanted_version}.", "{version}."},
    "service/limits/rate_limits.py": {"blocked/{key}"},
    "rooms/bots.py": {"{table.rng.seed} {seat.id} {table.rng.blocks_used}"},
    "rooms/player_names.py": {"“{name}”"},
    "rooms/room.py": {"p{room.next_seat}"},
    "service/service.py": {"{epoch} {address}"},
    "service/delivery/long_poll.py": {"{self._seat.id} {self._client}"},
    "web/assets.py": {
        "/assets/{stem}.{self.hash}.{ending}",
        "self.SHELL = {json.dumps(assets.shell())};\n{script}",
        "css/{part}.css",
        "img/icon-{size}.png",
        "js/{name}.js",
        "{size}x{size}",
    },
    "web/access_log.py": {"{method} {environ.get(_ROUTE, '(unknown)')}"},
    "web/errors.py": {
        "HTTP/1.1 {error.status} {reason}",
        "{name}: {value}",
        "{request.method} {request.path}",
    },
    "web/script_retry.py": {"'sha256-{base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()}'"},
    "web/headers.py": {
        "default-src 'self'; script-src 'self' {script_retry.HASH}; img-src 'self' data:; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    },
    "web/links.py": {"?{query}"},
    "web/page_messages.py": {
        "{call}({literal} needs its text as a literal in the call, so that translators find it"
    },
    "web/openapi.py": {"Refused: {', '.join(codes)}"},
}
"""Texts that may be put together, because people do not read them: ids, keys, codes, seeds, lines of HTTP.

A name or a sign in quotes and a list of a document's keys are allowed, too.
"""


def composed_texts(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield (code, line) of every expression that puts a text together."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield _source(node), node.lineno
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            parts = [part for part in (node.left, node.right) if _is_text(part)]
            if any(has_letters(str(ast.literal_eval(part))) for part in parts):
                yield ast.unparse(node), node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            fills = node.func.attr in ("format", "join") and _is_text(of)
            if (fills and has_letters(ast.literal_eval(of))) or node.func.attr in ("capitalize", "title"):
                yield ast.unparse(node), node.lineno


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _source(node: ast.JoinedStr) -> str:
    parts = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            parts.append(f"{{{ast.unparse(part.value)}}}")
        elif isinstance(part, ast.Constant):
            parts.append(str(part.value))
    return "".join(parts)


def unread(tree: ast.AST) -> set[int]:
    """Return the lines of texts for programmers: their errors, and the log."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            if ast.unparse(node.exc.func) in ("ValueError", "TypeError", "KeyError"):
                found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
            found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def sentences_in(name: str, source: str) -> list[str]:
    """Return the texts for people that this module puts together."""
    tree = ast.parse(source)
    justified, skipped = NO_SENTENCES.get(name, set()), unread(tree) | set(patterns(tree))
    return [text for text, line in composed_texts(tree) if text not in justified and line not in skipped]


def patterns(tree: ast.AST) -> Iterator[int]:
    """Return the lines of a module's constants that begin with `_`, such as regular expressions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("_"):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def modules() -> list[Path]:
    found = []
    for place in PLACES:
        path = CHEAT / place
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return [path for path in found if path.relative_to(CHEAT).as_posix() not in PROGRAMS]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(CHEAT)))
def test_no_sentence_is_put_together(path: Path) -> None:
    name = str(path.relative_to(CHEAT))
    assert sentences_in(name, path.read_text(encoding="utf-8")) == []


def test_everything_that_is_justified_is_still_there() -> None:
    for name, justified in NO_SENTENCES.items():
        tree = ast.parse((CHEAT / name).read_text(encoding="utf-8"))
        assert justified <= {text for text, _ in composed_texts(tree)}, name


@pytest.mark.parametrize(
    "source",
    [
        'raise Refused(f"Choose {n} cards.")',
        'label = f"{colour} card"',
        'words = "Draw " + number',
        'words = "Draw %s cards" % number',
        'words = "Draw {} cards".format(number)',
        'names = " and ".join(ids)',
        "label = colour.capitalize()",
        'text = f"{one} {other}"',
    ],
)
def test_sentences_that_are_put_together_are_found(source: str) -> None:
    assert sentences_in("games/some.py", source) != []


@pytest.mark.parametrize(
    "source",
    [
        'raise Refused(text("Choose {n} cards.", n=2))',
        'raise ValueError(f"no card {card}")',
        'log.warning(f"room {code}")',
        'names = ", ".join(ids)',
        "deck = numbers + symbols",
    ],
)
def test_templates_and_what_only_programmers_read_are_none(source: str) -> None:
    assert sentences_in("games/some.py", source) == []


# The page

_WORDS = r"\.(?:label|text|prompt|detail|summary|note|help)\b"
READS = re.compile(
    rf"{_WORDS}\)?\s*[!=]==?\s*[\"'`A-Z/]"  # compares words with a text, or a constant
    rf"|{_WORDS}(?:\s*\?\?\s*[\"'`]+\))?\.(?:match|includes|startsWith|endsWith|search|toLowerCase|toUpperCase)\b"
    rf"|\.test\([^)]*{_WORDS}"
)
"""A line of a script whose decision depends on words for people."""


def test_page_decides_nothing_by_what_it_reads() -> None:
    for path in (ROOT / "static" / "js").rglob("*.js"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not READS.search(line), (path.name, line)


@pytest.mark.parametrize(
    "line",
    [
        "table.marks.some((mark) => mark.label === NEXT_GAME)",
        'if (fact.label === "Colour") {',
        "colourMark(fact.text.toLowerCase())",
        'const isSaid = /your turn/i.test(table.prompt ?? "");',
        'refusal.detail.includes("name")',
    ],
)
def test_page_that_reads_is_found(line: str) -> None:
    assert READS.search(line)


# Refusals


def test_refusal_is_words_and_reads_as_english() -> None:
    refusal = BadValue(text("“{field}” is missing.", field="name"))
    assert refusal.detail == Text("“{field}” is missing.", {"field": "name"})
    assert str(refusal) == "“name” is missing."
    assert str(RulesFailed("uno", "act")) == "The rules of this game failed, so the game had to end."


@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [
        (0.2, "Wait. Try again in a second."),
        (2, "Wait. Try again in 2 seconds."),
        (100, "Wait. Try again in 100 seconds."),
        (101, "Wait. Try again in 2 minutes."),
        (600, "Wait. Try again in 10 minutes."),
    ],
)
def test_time_to_wait_reads_as_people_say_it(seconds: float, sentence: str) -> None:
    assert str(rate_limited("join_limit", "Wait.", seconds)) == sentence


# Languages


class German(gettext.NullTranslations):
    """The catalogue has two templates, and the head."""

    SAID = {"": "Content-Type: text/plain", "Waiting for {asked}.": "Warten auf {asked}.", "King": "König"}

    def gettext(self, message: str) -> str:
        return self.SAID.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        one, many = ("{count} Karte", "{count} Karten") if msgid1 == "{count} card" else (msgid1, msgid2)
        return one if n == 1 else many


GERMAN = Translated("de", German())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", ""),
        (text("Waiting for {asked}.", asked="p1"), "Warten auf Ada."),
        (text("{count} × {card}", count=2, card=Text("King")), "2 × König"),
        (plural("{count} card", "{count} cards", count=1), "1 Karte"),
        (plural("{count} card", "{count} cards", count=3), "3 Karten"),
        ("{count} card", "{count} Karte"),
        ("It has no German.", "It has no German."),
    ],
)
def test_catalogue_of_gettext_is_a_language(words: str | Text, sentence: str) -> None:
    assert GERMAN.say(words, {"p1": "Ada"}) == sentence


def test_pseudo_language_shows_what_no_language_has_said() -> None:
    pseudo = Pseudo()
    assert (
        unsaid(pseudo.say(text("{by} has {cards}.", by="p1", cards=Text("Queens")), {"p1": "Ada"}), {"Ada"})
        == ""
    )
    assert (
        unsaid(pseudo.say(text("{by} has {cards}.", by="p1", cards="Queens"), {"p1": "Ada"}), {"Ada"})
        == "Queens"
    )
    assert unsaid("Queens", set()) == "Queens"
    assert unsaid("⟦Waiting⟧ for", set()) == " for"
    assert unsaid(pseudo.say("2"), set()) == ""
    assert ENGLISH.say("2") == "2"
