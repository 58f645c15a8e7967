"""Docs that lie fail the build."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import msgspec
import pytest

from cheat import create_app
from cheat.games import GAMES
from cheat.rooms.lobby import MOVES
from cheat.settings import Settings
from cheat.web.openapi import CALLS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
PROTOCOL = (ROOT / "docs/protocol.md").read_text()
DESIGN = (ROOT / "docs/design.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "bench/README.md"]


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, cells without backticks."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def codes_in_source() -> set[tuple[int, str]]:
    """(status, code) of every refusal that the source can raise."""
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


def test_every_refusal_is_in_the_protocol_and_no_other():
    documented = {(int(row[0]), row[1]) for row in rows(PROTOCOL) if row[0].isdigit()}
    listed = {(409, one.code) for game in GAMES.values() for ask in game.asks for one in ask.reasons}
    raised = (
        codes_in_source()
        | listed
        | {(500, "internal_error"), (422, "name_too_long"), (422, "name_too_short")}
    )
    assert documented == raised


def test_every_call_is_in_the_protocol():
    for call in CALLS:
        path = call.path.replace("{code}", "<code>")
        assert f"`{call.method.upper()} {path}" in PROTOCOL


def test_every_move_of_a_room_is_in_the_protocol():
    for name in MOVES:
        assert f"`{name}`" in PROTOCOL


def test_settings_table_is_true():
    table = {row[0]: row[1] for row in rows(README) if row[0].isupper()}
    defaults = {name.upper(): value for name, value in msgspec.to_builtins(Settings()).items()}
    assert table == {
        "PORT": "8000",
        "WEB_CONCURRENCY": "1",
        **{
            name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in defaults.items()
        },
    }


def test_every_dependency_is_explained():
    explained = DESIGN.partition("## Dependencies")[2]
    for file in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / file).read_text().splitlines():
            if "==" in line:
                name = re.split(r"[\[=]", line)[0]
                assert re.search(rf"\b{re.escape(name)}\b", explained), name
                assert re.fullmatch(r"[\w.-]+(\[\w+\])?==[\w.]+", line), line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_named_files_exist(page):
    text = page.read_text()
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (page.parent / target).exists(), target
    for name in re.findall(r"`((?:cheat|docs|bench|tests|static|templates)/[\w./-]+)`", text):
        assert (ROOT / name).exists(), name


def test_make_targets_that_are_named_exist():
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"make (\w+)`", README) + re.findall(r"^    make (\w+)", README, re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_five_lines_of_curl_make_a_room_and_take_part_in_it():
    """The same calls with the same bodies as in README."""
    block = README.partition("```sh")[2].partition("```")[0]
    bodies = re.findall(r"-d '([^']+)'", block)
    assert len(block.strip().splitlines()) == 5
    app = create_app(Settings())
    client = app.test_client()
    try:
        me = client.post("/api/rooms", data=bodies[0]).get_json()
        head = {"Authorization": f"Bearer {me['token']}"}
        room = f"/api/rooms/{me['code']}"
        assert client.get(f"{room}/events?since={me['cursor']}&wait=0", headers=head).status_code == 200
        assert client.post(f"{room}/actions", data=bodies[1], headers=head).status_code == 200
    finally:
        app.extensions["cheat"].feeds.stop()
