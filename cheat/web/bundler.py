"""Join the JavaScript modules of a page into one script.

So a page needs one request instead of fifty. The code of each module becomes the body of a function that
returns the module's exports. The functions of imported modules come first. This simple method is enough,
because all modules of the page follow three rules:

- Imports come first in a module, and list the imported names.
- Each export starts a line.
- No two modules import each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_SKIPPED = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.S)
_IMPORT = re.compile(r'import\s*(?:(?P<default>\w+)|\{(?P<names>[^}]*)\})\s*from\s*"(?P<path>[^"]+)";?')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class)\s+(\w+))", re.M)
_EXPORT_LIST = re.compile(r"export\s*\{([^}]*)\};?\s*$")
_EXPORT_DEFAULT = re.compile(r"^export default (\w+);", re.M)
_DYNAMIC_IMPORT = re.compile(r'(?<=await )import\("([^"]+)"\)')
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?! *\n? *\* @license).*?\*/)[ \t]*\n", re.S | re.M)
_IN_CODE = re.compile(
    r"""
    (?P<unused>/\*\*[ ]@\w+[ ]\{[^\n]*?\*/[ ]? | (?<=\n)\s+)
    | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | //[^\n]*\n? | /\*.*?\*/
    | (?:(?<=[(,=:\[!&|?{};>])|(?<=\breturn))[ ]*/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/
    | (?P<blank>(?<=[(){},;=<>?:&|!\[\]])[ ]+ | [ ]+(?=[(){},;=>?:&|!"\[\]])
        | (?<=[(\[{,;])\s+ | \s+(?=[)\]}]))
    | [`{}]
    """,
    re.X | re.S,
)
"""A pattern for code that `compact` removes, and for text that stays.

Indentation, empty lines, casts and needless blanks are removed. A blank is needless beside these signs,
but not beside `+`, `-` or `/`, which could join with another sign. The end of a line is needless after signs
that open or go on, and before those that close: JavaScript ends no statement there, or ends it anyway.

Text that stays is one of these:

- a string
- a comment that is not a cast, with the end of its line
- a regular expression
- a character that may begin or end a template literal, or an expression in one
"""
_IN_TEMPLATE = re.compile(r"\\.|`|\$\{|(?P<indent>(?<=\n)[ ]+)", re.S)
"""A pattern for the text of template literals.

Indentation is removed, because HTML reads it as one blank.
"""

UrlOf = Callable[[Path], str]
"""A function that returns the URL of a module which the script loads later by `import()`."""


class Module(NamedTuple):
    """A parsed module.

    - `imports`: for each imported module, its path and a dict: name in that module -> name in this module.
      For `import { a, b as c }`, the dict is `{"a": "a", "b": "c"}`.
    - `exports`: name for other modules -> name in `body`
    """

    imports: list[tuple[Path, dict[str, str]]]
    body: str
    exports: dict[str, str]


def bundled(entry: Path, url_of: UrlOf) -> str:
    """Return a script of `entry` and all modules that it imports, with the exports of `entry`.

    Raises ValueError for modules that import each other.
    """
    order: list[Path] = []
    modules: dict[Path, Module] = {}
    _collect(entry, modules, order, ())
    names = {path: f"m{number}" for number, path in enumerate(order)}
    parts = [_wrap(names, path, modules[path], url_of) for path in order]
    exports = ", ".join(modules[entry].exports)
    return "".join(parts) + (f"export const {{ {exports} }} = {names[entry]};\n" if exports else "")


def parse(path: Path) -> Module:
    """Return a parsed module."""
    source, at = path.read_text(), 0
    imports = []
    while match := _SKIPPED.match(source, at) or _IMPORT.match(source, at):
        at = match.end()
        if match.re is _IMPORT:
            imported = {"default": match["default"]} if match["default"] else _pairs(match["names"])
            imports.append(((path.parent / match["path"]).resolve(), imported))
    body, exports = source[at:], {}
    if export_list := _EXPORT_LIST.search(body):
        body = body[: export_list.start()]
        exports = {outer: inner for inner, outer in _pairs(export_list[1]).items()}
    for match in _EXPORT.finditer(body):
        exports[match[1]] = match[1]
    for match in _EXPORT_DEFAULT.finditer(body):
        exports["default"] = match[1]
    body = _EXPORT_DEFAULT.sub("", _EXPORT.sub("", body))
    return Module(imports, compact(_COMMENT.sub("", body)), exports)


def compact(code: str) -> str:
    """Return code without indentation, empty lines, needless blanks and casts.

    Strings and regular expressions stay as they are. The text of template literals loses its indentation.
    """
    parts, at, kept = [], 0, 0
    open_braces = ["{"]  # all open "{" and "${". The last one tells if "}" ends a block or an expression
    in_template = False
    while match := (_IN_TEMPLATE if in_template else _IN_CODE).search(code, at):
        at = match.end()
        if match[0] == "`":
            in_template = not in_template
        elif match[0] == "${" or match[0] == "{":
            open_braces.append(match[0])
            in_template = False
        elif match[0] == "}":
            in_template = open_braces.pop() == "${"
        elif match["indent"] if in_template else match["unused"] or match["blank"]:
            parts.append(code[kept : match.start()])
            kept = at
    return "".join(parts) + code[kept:]


def _pairs(names: str) -> dict[str, str]:
    """Return names as a dict. For example, `a, b as c` gives `{"a": "a", "b": "c"}`."""
    pairs = (name.split(" as ") for name in names.split(",") if name.strip())
    return {pair[0].strip(): pair[-1].strip() for pair in pairs}


def _collect(path: Path, modules: dict[Path, Module], order: list[Path], importers: tuple[Path, ...]) -> None:
    if path in importers:
        raise ValueError(f"{path.name} and {importers[-1].name} import each other")
    if path in modules:
        return
    modules[path] = parse(path)
    for imported_path, _ in modules[path].imports:
        _collect(imported_path, modules, order, (*importers, path))
    order.append(path)


def _wrap(names: dict[Path, str], path: Path, module: Module, url_of: UrlOf) -> str:
    imported = "".join(
        f"const{{{_renamed(imported_names)}}}={names[imported_path]};\n"
        for imported_path, imported_names in module.imports
    )
    body = _DYNAMIC_IMPORT.sub(
        lambda match: f'import("{url_of((path.parent / match[1]).resolve())}")', module.body
    )
    exported = _renamed(module.exports)
    return f"const {names[path]}=(()=>{{\n{imported}{body}\nreturn{{{exported}}};\n}})();\n"


def _renamed(names: dict[str, str]) -> str:
    return ",".join(outer if outer == inner else f"{outer}:{inner}" for outer, inner in names.items())
