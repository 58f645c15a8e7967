"""Catalogues of messages: find templates in the sources, update every language, compile.

    python -m scripts.catalogues         (`make words`)
    python -m scripts.catalogues de      begins another language

`cheat/i18n/locale/messages.pot` has all templates. `cheat/i18n/locale/<tag>/LC_MESSAGES/messages.po` has the
translations of a language: empty ones for new templates, and none for templates that the sources no longer
have. The server reads the `.mo` file that this script makes from the `.po` file. Dates and line numbers are
left out, so a file changes only where a sentence changes.

Templates are not marked in the sources of the server: every text that reads as words counts as a template. In
scripts of the page and modules of the terminal, templates are the arguments of `say` and similar calls.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from cheat.web.page_messages import templates_in

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "cheat/i18n/locale"
POT = LOCALE / "messages.pot"

Message = str | tuple[str, str]
"""A template, or the singular and plural of a template that depends on a number."""

UNREAD = (
    "cheat/bots/__main__.py", "cheat/bots/arena.py", "cheat/client", "cheat/documents/__main__.py",
    "cheat/documents/compile/blocks.py", "cheat/documents/compile/effects.py",
    "cheat/documents/compile/emit.py", "cheat/documents/compile/legal_moves.py",
    "cheat/documents/importer/sentences.py", "cheat/documents/importer/translation.py",
    "cheat/documents/importer/win_conditions.py", "cheat/documents/parse/descriptions.py",
    "cheat/load", "cheat/ops/environment.py",
    "cheat/ops/logs.py", "cheat/ops/metrics.py", "cheat/ops/traces.py", "cheat/server/connection.py",
    "cheat/server/dev_server.py", "cheat/server/fast_path.py",
    "cheat/server/request_head.py", "cheat/server/gunicorn_path.py", "cheat/server/worker.py",
    "cheat/service/hub/bundle.py", "cheat/service/jobs", "cheat/settings.py", "cheat/store/keys.py",
    "cheat/store/redis/cluster.py", "cheat/store/redis/commit_pipeline.py",
    "cheat/store/redis/error_messages.py", "cheat/store/redis/hung_node.py", "cheat/store/redis/outages.py",
    "cheat/store/redis/pool.py", "cheat/store/redis/sharded_subscriber.py", "cheat/store/redis/slots.py",
    "cheat/store/redis/subscriber.py", "cheat/store/redis/subscription.py",
    "cheat/store/redis/transport.py", "cheat/store/redis/url.py", "cheat/web/access_log.py",
    "cheat/web/assets.py", "cheat/web/bundler.py", "cheat/web/draining.py", "cheat/web/manual.py",
    "cheat/web/compression.py", "cheat/web/openapi.py", "cheat/web/page_messages.py",
)  # fmt: skip
"""Modules, and folders of modules, without messages for players."""
SPEAKING = "cheat/terminal/"
"""Modules whose messages are arguments of `say` and `plural`."""
NO_WORDS = {
    "__all__", "PAGE", "FORWARDED", "BOT_NAMES", "SPANISH_RANKS", "NUMBERS", "_NAMES_AND_DIGITS",
    "_IGNORED", "_PICTURE", "_PAIRS", "_STANDARD_NAMES", "CONTRACTED", "LAST", "code",
    "operator_code", "AUTONYMS", "_SIZES", "PICTURE_HEADERS", "IMMUTABLE",
}  # fmt: skip
"""Constants whose texts are no messages, but headers, patterns, data, Python, or names."""
FOR_PROGRAMMERS = (
    "ValueError", "TypeError", "KeyError", "TimeoutError", "log.", "re.", "regex.", "w.", "function_of",
    "_one_by_one", "emitters.",
)  # fmt: skip
"""Prefixes of calls whose texts are for programmers only. `w` and `emitters` write Python."""
SAYING = {"Text": 0, "text": 0, "Badge": 0, "Fact": 0, "ActionFace": 1}
"""Calls with an argument that is always a message -> the index of this argument."""
SAY = "say"
PLURAL, PLURAL_KEYWORDS = "plural", ("many", "many_text")
"""Two ways to write the singular and plural of a template.

A call of `plural` begins with the singular and the plural. In other calls the plural is the argument `many`
or `many_text`, after the singular.
"""

_SLOT = re.compile(r"\{\w+\}")
_LETTER = re.compile(r"[^\W\d_]")
_BLANK = re.compile(r"\S\s+\S")
_WORD = re.compile(r"[A-Z][a-z]+(?:-[a-z]+)*[!?.]?|[A-Z]+!")


# Find messages


def messages_of(source: str) -> Iterator[Message]:
    """Yield the templates of a Python module in order."""
    tree = ast.parse(source)
    unread = set(_unread(tree))
    pairs = dict(_pairs(tree))
    plurals = {id(plural_node) for _, plural_node in pairs.values()}
    surely = {id(node) for node in _surely(tree)}
    texts = [node for node in ast.walk(tree) if _is_text(node) and id(node) not in unread | plurals]
    for node in sorted(texts, key=lambda node: (node.lineno, node.col_offset)):
        value = node.value
        if reads_as_words(value) or (id(node) in surely and _has_letters(value)):
            yield (value, pairs[id(node)][1].value) if id(node) in pairs else value


def messages_in_calls(source: str) -> Iterator[Message]:
    """Yield the messages in a module's calls of `say` and `plural`, in order.

    Raises SyntaxError for a call without a literal: translators could not find its message.
    """
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    saying_calls = [call for call in calls if ast.unparse(call.func) in (SAY, PLURAL)]
    for call in sorted(saying_calls, key=lambda call: (call.lineno, call.col_offset)):
        forms = call.args[: 2 if ast.unparse(call.func) == PLURAL else 1]
        if not all(map(_is_text, forms)):
            raise SyntaxError(f"what is said belongs into the call: {ast.unparse(call)}")
        singular, *plural = (form.value for form in forms)
        yield (singular, *plural) if plural else singular


def reads_as_words(text: str) -> bool:
    """Return whether a text is a sentence, a capitalized word, or has a placeholder."""
    if not _has_letters(text):
        return False
    return bool(_SLOT.search(text) or _BLANK.search(text) or _WORD.fullmatch(text))


def messages_of_page(source: str) -> Iterator[str]:
    """Yield the messages of a template of a page."""
    parsed = Environment(autoescape=True).parse(source)
    for _, _, message in extract_from_ast(parsed, ("say",)):
        if isinstance(message, str):
            yield message


def _has_letters(text: str) -> bool:
    """Return whether a text has letters outside its placeholders."""
    return bool(_LETTER.search(_SLOT.sub("", text)))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _unread(tree: ast.AST) -> Iterator[int]:
    """Yield the ids of nodes with texts that are no messages.

    These are docstrings, parts of f-strings, types, keys, compared values, and texts for programmers.
    """
    for node in ast.walk(tree):
        for part in _parts_unread(node):
            yield from map(id, _outside_calls(part))


def _outside_calls(part: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes of a part except the arguments of calls in it, which may be messages."""
    yield part
    if not isinstance(part, ast.Call):
        for child in ast.iter_child_nodes(part):
            yield from _outside_calls(child)


def _parts_unread(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return [node.value]
        case ast.JoinedStr():
            return [part for part in node.values if isinstance(part, ast.Constant)]
        case ast.Subscript():
            return [node.slice]
        case ast.Dict():
            return [key for key in node.keys if key is not None]
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.Assert(msg=ast.AST()):
            return [node.msg]
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in NO_WORDS:
            return [value]
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.AST() as value) if name in NO_WORDS:
            return [node.annotation, value]
        case ast.AnnAssign() | ast.arg(annotation=ast.AST()):
            return [node.annotation]
        case ast.FunctionDef(returns=ast.AST()):
            return [node.returns]
        case ast.Call():
            return _arguments_unread(node)
    return []


def _arguments_unread(call: ast.Call) -> list[ast.AST]:
    name = ast.unparse(call.func)
    if name.startswith(FOR_PROGRAMMERS):
        return [*call.args, *call.keywords]
    keys = call.args[:1] if name.endswith(".get") else []
    return [
        *keys,
        *(keyword for keyword in call.keywords if keyword.arg in ("description", "pattern", "code")),
    ]


def _pairs(tree: ast.AST) -> Iterator[tuple[int, tuple[ast.expr, ast.expr]]]:
    """Yield the singular and plural of templates that have both, by the id of the first node.

    Raises SyntaxError if one of them is no literal in the call: then they could not be found as a pair.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        plurals = [keyword.value for keyword in node.keywords if keyword.arg in PLURAL_KEYWORDS]
        if ast.unparse(node.func) == PLURAL:
            pair = (node.args[0], node.args[1])
        elif plurals and _is_text(plurals[0]):
            pair = ([argument for argument in node.args if _is_text(argument)][-1], plurals[0])
        else:
            continue
        if not all(map(_is_text, pair)):
            raise SyntaxError(f"both forms belong into the call: {ast.unparse(node)}")
        yield id(pair[0]), pair


def _surely(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            place = SAYING.get(ast.unparse(node.func))
            yield from [] if place is None else node.args[place : place + 1]


# Catalogues


class Undated(Catalog):
    """A catalogue whose head names no times and no people."""

    KEPT_HEADERS = ("Project-Id-Version", "Language", "Plural-Forms", "MIME-Version", "Content-Type",
        "Content-Transfer-Encoding")  # fmt: skip

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in Catalog.mime_headers.fget(self) if name in self.KEPT_HEADERS]


def template() -> Undated:
    """Return all templates of the sources, each with its files."""
    catalogue = empty("# What people read, in English.")
    for path in sorted([*ROOT.glob("cheat/**/*.py"), *ROOT.glob("templates/*.html")]):
        name = path.relative_to(ROOT).as_posix()
        for message in _messages_in(name, path.read_text(encoding="utf-8")):
            catalogue.add(message, locations=[(name, 0)])
    for script, message in templates_in(ROOT / "static/js"):
        catalogue.add(message, locations=[(script.relative_to(ROOT).as_posix(), 0)])
    return catalogue


def _messages_in(name: str, source: str) -> Iterator[Message]:
    if name.endswith(".html"):
        return messages_of_page(source)
    if name.startswith(SPEAKING):
        return messages_in_calls(source)
    if name.startswith(UNREAD):
        return iter(())
    return messages_of(source)


def updated(former: Catalog, all_there_is: Catalog) -> Undated:
    """Return the translations of a language for all templates; new ones are empty."""
    catalogue = empty(former.header_comment, str(former.locale))
    for message in all_there_is:
        if message.id:
            former_message = former.get(message.id)
            is_same = former_message is not None and former_message.id == message.id
            translation = (
                former_message.string
                if is_same
                else ""
                if isinstance(message.id, str)
                else ("",) * catalogue.num_plurals
            )
            comments = former_message.user_comments if is_same else []
            catalogue.add(message.id, translation, locations=message.locations, user_comments=comments)
    return catalogue


def empty(comment: str, tag: str | None = None) -> Undated:
    """Return a catalogue without messages."""
    return Undated(tag, project="cheat", version="1", header_comment=comment, fuzzy=False)


def po_file(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file to read and write."""
    file = BytesIO()
    write_po(file, catalogue, width=110, include_lineno=False)
    return file.getvalue()


def mo_file(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file for the server."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def read(path: Path) -> Catalog:
    """Return the catalogue in a file. The catalogue of a `.pot` file has no language."""
    tag = path.parts[-3] if path.suffix == ".po" else None
    return read_po(BytesIO(path.read_bytes()), locale=tag)


def files() -> dict[Path, bytes]:
    """Return the content that each file of a catalogue must have, by path."""
    all_there_is = template()
    contents = {POT: po_file(all_there_is)}
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/messages.po")):
        catalogue = updated(read(path), all_there_is)
        contents[path], contents[path.with_suffix(".mo")] = po_file(catalogue), mo_file(catalogue)
    return contents


def main(languages: list[str]) -> None:
    """Begin the given languages, write all files, and print missing translations."""
    for tag in languages:
        path = LOCALE / tag / "LC_MESSAGES/messages.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_file(empty(f"# What people read, in {tag}.", tag)))
    for path, content in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if path.suffix == ".po":
            missing = [message.id for message in read(path) if message.id and not all(_forms(message.string))]
            print(path.relative_to(ROOT), "lacks", len(missing), *missing, sep="\n  ")


def _forms(translation: str | tuple[str, ...]) -> tuple[str, ...]:
    return (translation,) if isinstance(translation, str) else translation


if __name__ == "__main__":
    main(sys.argv[1:])
