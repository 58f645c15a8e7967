"""The docs agree with the code."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from pathlib import Path

import msgspec

from cheat.games import GAMES
from cheat.i18n.languages import LANGUAGES
from cheat.rooms.lobby import MOVES
from cheat.settings import Settings
from cheat.web.openapi import CALLS, refusals_of
from scripts import settings_page

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
PROTOCOL = (ROOT / "docs/protocol.md").read_text()
DEPENDENCIES = (ROOT / "docs/dependencies.md").read_text()
DECISIONS = ROOT / "docs/decisions"
MOST_WORDS = 1_500
"""Maximum number of words that are read in one go."""
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()


def rows(text: str) -> list[list[str]]:
    """Return the rows of all tables, with cells without backticks."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def test_languages_are_those_of_the_protocol() -> None:
    told = re.search(r"Languages are ([^;]+);", PROTOCOL)
    assert told is not None
    assert re.findall(r"`(\w+)`", told[1]) == list(LANGUAGES)


def codes_in_source() -> set[tuple[int, str]]:
    """Return status and code of every refusal that the source can raise."""
    from cheat import errors

    classes = {name: kind for name, kind in vars(errors).items() if isinstance(kind, type)}
    found = set()
    for path in (ROOT / "cheat").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            kind = classes.get(node.func.id)
            if kind is None or not issubclass(kind, errors.CheatError) or kind is errors.CheatError:
                continue
            given = node.args[1] if len(node.args) > 1 else None
            codes = [one.value for one in ast.walk(given) if isinstance(one, ast.Constant)] if given else []
            plain = [
                code for code in codes if isinstance(code, str) and re.fullmatch(r"[a-z]+(_[a-z]+)+", code)
            ]
            found |= {(kind.status, code) for code in plain or [kind.code]}
    return found


NO_LONGER_SENT = {(409, "too_many_watchers")}
"""Refusals of earlier releases.

Clients may still know them, and the protocol says that they are no longer sent.
"""


def test_every_refusal_is_in_the_protocol_and_no_other():
    documented = {(int(row[0]), row[1]) for row in rows(PROTOCOL) if row[0].isdigit()} - NO_LONGER_SENT
    listed = {
        (409, one.code) for game in GAMES.values() for ask in game.decision_kinds for one in ask.reasons
    }
    own = {(500, "internal_error"), (422, "name_too_long"), (422, "name_too_short")}
    raised = codes_in_source() | listed | own
    assert documented == raised


def test_every_refusal_of_the_protocol_is_named_with_a_call():
    """The OpenAPI document names them with their status, except those of /metrics and of the framework."""
    documented = {(int(row[0]), row[1]) for row in rows(PROTOCOL) if row[0].isdigit()} - NO_LONGER_SENT
    named = {
        (status, code) for call in CALLS for status, codes in refusals_of(call).items() for code in codes
    }
    framework = {(404, "not_found"), *((status, "bad_request") for status in (400, 414, 431))}
    assert named == documented | framework


def test_every_call_is_in_the_protocol():
    for call in CALLS:
        path = call.path.replace("{", "<").replace("}", ">")
        assert f"`{call.method.upper()} {path}" in PROTOCOL


def test_every_move_of_a_room_is_in_the_protocol():
    for name in MOVES:
        assert f"`{name}`" in PROTOCOL


def kinds_in_source() -> tuple[set[str], set[str]]:
    """Return the kinds of all facts and badges, and the kinds of all events."""
    facts: set[str] = set()
    events: set[str] = set()
    for path in (ROOT / "cheat").rglob("*.py"):
        source = path.read_text()
        if not re.search(r"\b(Fact|Badge)\(|\.tell\(", source):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                named = [word.value for word in node.keywords if word.arg == "kind"]
                if called in ("Fact", "Badge"):
                    facts |= {one.value for one in (*node.args[2:3], *named) if isinstance(one, ast.Constant)}
                elif called.endswith(".tell"):
                    events |= {one.value for one in named if isinstance(one, ast.Constant)}
    return facts, events


def test_every_kind_of_fact_badge_and_event_is_in_the_protocol():
    facts, events = kinds_in_source()
    assert facts >= {"turns", "danger", "next_game", "stand_in", "at_result", "ready"}
    assert events >= {"deal", "nope", "explosion", "round"}
    documented = {kind.strip("`") for row in rows(PROTOCOL) for kind in row[0].split(", ")}
    assert facts | events <= documented


def test_page_of_settings_is_current() -> None:
    assert settings_page.PAGE.read_text() == settings_page.page(), "run `make docs`"


def test_page_of_settings_has_every_variable_with_its_default() -> None:
    table = {row[0]: row[1] for row in rows(settings_page.page()) if row[0].isupper()}
    defaults = {name.upper(): value for name, value in msgspec.to_builtins(Settings()).items()}
    assert table == {
        "PORT": "8000",
        "WEB_CONCURRENCY": "1",
        **{
            name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in defaults.items()
        },
    }


def test_every_setting_is_described_in_a_sentence() -> None:
    table = {row[0]: row[2] for row in rows(settings_page.page()) if row[0].isupper()}
    assert [name for name, meaning in table.items() if not meaning.endswith(".")] == []


def test_settings_that_the_page_on_security_names_exist():
    named = set(re.findall(r"`([A-Z][A-Z_]+)\b", (ROOT / "docs/security.md").read_text()))
    limits = {
        name.upper() for name in Settings.__struct_fields__ if "limit" in name or name.endswith("_polls")
    }
    assert limits <= named <= {name.upper() for name in Settings.__struct_fields__}


def test_every_dependency_is_explained():
    for file in ("requirements.in", "requirements-dev.in"):
        lines = [line for line in (ROOT / file).read_text().splitlines() if not line.startswith(("#", "-r"))]
        for name in (re.split(r"[^\w-]", line)[0] for line in lines):
            assert re.search(rf"\b{re.escape(name)}\b", DEPENDENCIES), name


def test_every_package_of_the_page_is_explained():
    for name in json.loads((ROOT / "package.json").read_text())["devDependencies"]:
        scope = name.partition("/")[0]
        assert re.search(rf"(?<![\w-]){re.escape(scope)}(?![\w-])", DEPENDENCIES), name


def test_pages_on_the_inside_are_short():
    pages = sorted((ROOT / "docs/internals").glob("*.md"))
    assert pages
    assert [page.name for page in pages if len(re.findall(r"\S*\w\S*", page.read_text())) > MOST_WORDS] == []


def test_every_decision_is_listed_under_its_number_and_title():
    listed = re.findall(r"^\| (\d+) \| \[(.+)\]\((.+)\) \|", (DECISIONS / "README.md").read_text(), re.M)
    pages = sorted(DECISIONS.glob("[0-9]*.md"))
    assert [name for _, _, name in listed] == [page.name for page in pages]
    assert len({number for number, _, _ in listed}) == len(pages)
    for (number, title, name), page in zip(listed, pages, strict=True):
        assert name.startswith(f"{int(number):04}-")
        assert page.read_text().startswith(f"# {number}. {title}\n")


def test_every_package_is_in_the_architecture() -> None:
    named = {name for row in rows(ARCHITECTURE) for name in re.findall(r"\w+", row[0])}
    packages = {path.name for path in (ROOT / "cheat").iterdir() if path.is_dir()} - {"__pycache__"}
    assert packages <= named


def test_files_of_the_architecture_exist() -> None:
    files = re.findall(r"`((?!cheat/|tests/)\w+/[\w/]+\.(?:py|lua))`", ARCHITECTURE)
    assert "service/transactions.py" in files
    assert [file for file in files if not (ROOT / "cheat" / file).exists()] == []


def test_make_targets_that_are_named_exist():
    makefile = (ROOT / "Makefile").read_text()
    named = README + (ROOT / "CONTRIBUTING.md").read_text()
    for target in re.findall(r"`make (\w+)", named) + re.findall(r"^    make (\w+)", named, re.M):
        assert re.search(rf"^(?:[\w-]+ )*{target}(?: [\w-]+)*:", makefile, re.M), target


def test_five_lines_of_curl_make_a_room_and_take_part_in_it(start_web):
    """A shell runs these lines against the service as it is shipped."""
    block = README.partition("```sh")[2].partition("```")[0]
    assert len(block.strip().splitlines()) == 5
    web = start_web(HOLD_MIN_S=0.1, HOLD_MAX_S=0.2)
    lines = block.replace("http://localhost:8000", web.url) + "cat me.json"
    done = subprocess.run(["sh", "-eu", "-c", lines], cwd=web.log.parent, capture_output=True, check=True)
    answers = re.sub(rb"\}\s*\{", b"}\n{", done.stdout).splitlines()
    assert [json.loads(answer)["version"] for answer in answers] == [1, 2, 1]
