"""Schemathesis generates requests from the OpenAPI document, and checks the answers against it.

Its own program sends them to a server that runs as deployed. In the gate, each answer in `tests/web` is
compared with the document instead (`check_described`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cheat.rooms import lobby
from cheat.web.openapi import CALLS
from tests.servers import PATIENCE_S, ROOT, Client, Web, request

SEED = "1"
SPENT_S = 120
HOW_MANY = ("--seed", SEED, "--max-time", str(SPENT_S))
"""As many as the time allows: some thousands."""
WITHIN_S = 20 * PATIENCE_S
NOT_CHECKED = {
    "positive_data_acceptance": "no schema says what a name is: characters are counted as people count them",
    "ignored_auth": "who shows no token watches",
}

CONFIG = """\
[checks.negative_data_rejection]
# The size of a body is judged before what is in it. 200: an empty `wait` is one that is not said.
expected-statuses = [200, 400, 401, 403, 404, 405, 409, 413, 414, 422, 429, 431, 503]
"""


@pytest.fixture
def make_up(tmp_path: Path) -> Callable[..., str]:
    """Run `st`, and return its output. Fail if it found a fault."""

    def run(server: Web, host: Client) -> str:
        config = tmp_path / "schemathesis.toml"
        config.write_text(CONFIG)
        moves = [*(set(lobby.MOVES) - {"leave", "make_host"}), "place", "call_cheat", "pass", "next_round"]
        command = [
            *(Path(sys.prefix, "bin") / "st", "--config-file", config),
            *("run", f"{server.url}/api/openapi.json", "--checks", "all", *HOW_MANY),
            *("--exclude-checks", ",".join(NOT_CHECKED), "--header", f"Authorization: Bearer {host.token}"),
            "--continue-on-failure",
        ]
        ran = subprocess.run(
            [str(one) for one in command],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "SCHEMATHESIS_HOOKS": "tests.web.schemathesis_hooks",
                "ROOM": host.code,
                "MOVES": " ".join(sorted(moves)),
                "SEED": SEED,
            },
            capture_output=True,
            text=True,
            timeout=WITHIN_S,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert "unexpected error" not in server.printed()
        return ran.stdout

    return run


def room_on(server: Web) -> Client:
    """Return the host of a room with two more players."""
    host = Client([server])
    host.create("Ada")
    for name in ("Bob", "Cyd"):
        Client([server]).join(host.code, name)
    return host


def counted(server: Web, name: str) -> float:
    """Return the value of a metric."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", request("GET", f"{server.url}/metrics").text, re.M)
    return float(found[1]) if found else 0


@pytest.mark.long
@pytest.mark.timeout(WITHIN_S + 60)
def test_every_answer_to_a_random_request_is_described(
    start_web: Callable[..., Web], make_up: Callable[..., str]
) -> None:
    server = start_web(HOLD_MIN_S=0.05, HOLD_MAX_S=0.1)
    output = make_up(server, room_on(server))
    assert f"{len(CALLS)} selected / {len(CALLS)} total" in output


@pytest.mark.long
@pytest.mark.timeout(WITHIN_S + 60)
def test_every_refusal_of_a_limit_is_described(
    start_web: Callable[..., Web], make_up: Callable[..., str]
) -> None:
    """Most calls are refused, because only twenty are allowed."""
    limits = {"RATE_LIMITS": "on", "POLL_LIMIT": "1000/second", "CALL_LIMIT": "20/hour"}
    server = start_web(HOLD_MIN_S=0.05, HOLD_MAX_S=0.1, **limits)
    make_up(server, room_on(server))
    limited = counted(server, 'cheat_refusals_total{code="rate_limited"}')
    assert limited > 20
