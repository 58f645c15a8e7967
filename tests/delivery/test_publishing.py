"""Publishing on several workers: one wins each race, and hostile documents delay no other request."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.documents.small_documents import document, written
from tests.documents.test_exact_limits import HOSTILE as MEANING_HARM
from tests.servers import Web, in_background, request, wait_until

HOSTILE: dict[str, Any] = {
    "a circle of effects": {"phases": {"turn": {"moves": [{"name": "go", "do": [{"while": "true", "do": [
        {"while": "true", "do": [{"shuffle": "stock"}]}]}]}]}}},
    "definitions that grow": {"define": {f"d{n}": f"d{n + 1} + d{n + 1}" for n in range(40)} | {"d40": "1"}},
    "a game without an end": {"phases": {"turn": {"moves": [{"name": "go", "do": [{"next": "turn"}]}]}}},
    "phases in a circle": {"phases": {"turn": {"moves": [{"name": "go", "do": [{"go": "a"}]}]},
                                      "a": {"start": [{"go": "b"}]}, "b": {"start": [{"go": "a"}]}}},
}  # fmt: skip


GAMES = Path(__file__).parents[1] / "hub" / "games"
"""Games as strangers write them, from the page that teaches the language."""
LONGEST_S = 2.0
"""Seconds for which one document may keep a worker busy: the worker itself moves its cards."""


def publish(worker: Web, text: str, key: str | None = None) -> requests.Response:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return request("POST", f"{worker.url}/api/documents", json={"document": text}, headers=headers)


def test_concurrent_publications_make_one_version(
    two_workers: list[Web], start_web: Callable[..., Web]
) -> None:
    text = written(document()).decode()
    tries = [in_background(lambda worker=worker: publish(worker, text)) for worker in two_workers]
    answers = [attempt.value() for attempt in tries]
    assert sorted(answer.status_code for answer in answers) == [201, 403], "each would be the author"
    key = next(answer.json()["key"] for answer in answers if answer.ok)
    texts = [written(document(version="1.1.0", summary=name)).decode() for name in "ab"]
    pairs = list(zip(two_workers, texts, strict=True))
    tries = [
        in_background(lambda worker=worker, text=text: publish(worker, text, key)) for worker, text in pairs
    ]
    answers = [attempt.value() for attempt in tries]
    assert sorted(answer.status_code for answer in answers) == [201, 409], "a version is written once"
    winner = next(answer.json()["id"] for answer in answers if answer.ok)

    def newest(worker: Web) -> str:
        details = request("GET", f"{worker.url}/api/documents/small").json()
        assert [version["version"] for version in details["versions"]][-1] == "1.0.0"
        return str(details["game"]["id"])

    for worker in two_workers:
        wait_until(lambda worker=worker: newest(worker) == winner, "every worker has the same newest version")
    third = start_web()
    assert publish(third, written(document(id="other", name="Other")).decode(), key).status_code == 201
    third.kill()
    other = f"{two_workers[0].url}/api/documents/other"
    wait_until(lambda: request("GET", other).ok, "what was published is there without its worker")


@pytest.mark.long
@pytest.mark.parametrize("name", ["gin", "spades"])
def test_a_game_that_ends_only_between_people_is_published(start_web: Callable[..., Web], name: str) -> None:
    """Bots that choose at random rarely reach 100 points at Gin, and never 500 at Spades."""
    text = (GAMES / f"{name}.json").read_text("utf-8")
    answer = publish(start_web(), text)
    assert answer.status_code == 201, answer.text
    (warning,) = answer.json()["diagnostics"]
    assert (warning["code"] in ("never_ends", "too_slow"), warning["severity"]) == (True, "warning")
    assert "moves of bots that choose at random" in warning["text"]


@pytest.mark.long
def test_hostile_documents_are_refused_while_the_worker_answers(two_workers: list[Web]) -> None:
    """A child process checks them, so the worker only waits."""
    worker = two_workers[0]
    tries = [
        in_background(lambda doc=doc: publish(worker, written(document(**doc)).decode()))
        for doc in HOSTILE.values()
    ]
    deep = in_background(lambda: publish(worker, "[" * 30_000))
    long = publish(worker, json.dumps(document(summary="x" * 70_000)))
    meanwhile = 0
    while not all(attempt.done for attempt in tries):
        assert request("GET", f"{worker.url}/healthz").ok
        meanwhile += not all(attempt.done for attempt in tries)
        time.sleep(0.02)
    answers = [one.value() for one in (*tries, deep)]
    assert {answer.status_code for answer in answers} <= {422, 503}, [answer.text for answer in answers]
    assert (long.status_code, long.json()["code"]) == (413, "too_large")
    assert meanwhile, "calls are answered before the last check is over"


def play(worker: Web, text: str) -> requests.Response:
    """Play a draft at once. Return the last answer."""
    draft = request("POST", f"{worker.url}/api/documents/try", json={"document": text})
    if draft.status_code != 201:
        return draft
    body = {"name": "Ada", "game": draft.json()["id"]}
    return request("POST", f"{worker.url}/api/quick", json=body)


@pytest.mark.long
def test_harmful_documents_delay_no_one_else(two_workers: list[Web]) -> None:
    """All are published, tried and, if possible, played. The worker answers meanwhile."""
    worker, waits = two_workers[0], []
    for doc in MEANING_HARM.values():
        text = doc.decode(errors="replace") if isinstance(doc, bytes) else json.dumps(doc)
        tries = [in_background(lambda do=do, text=text: do(worker, text)) for do in (publish, play)]
        while not all(attempt.done for attempt in tries):
            began_at = time.monotonic()
            assert request("GET", f"{worker.url}/healthz").ok
            waits.append(time.monotonic() - began_at)
            time.sleep(0.02)
        assert {attempt.value().status_code for attempt in tries} <= {201, 400, 403, 409, 413, 422, 503}
    assert max(waits) < LONGEST_S
