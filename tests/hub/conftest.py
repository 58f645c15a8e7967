"""The API with published games, in the test's process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cheat import create_app
from cheat.service.hub import index
from cheat.settings import Settings
from cheat.store.redis import subscriber
from tests.documents.small_documents import document, written
from tests.sampling import seeded
from tests.servers import RedisServer
from tests.web.conftest import Api, Clock

from .immediate_checks import AtOnce

QUICK = {"hold_min_s": 0.2, "hold_max_s": 0.3, "rate_limits": "off"}


class Hub(Api):
    """An API on which games are published."""

    checker: AtOnce

    def publish(self, key: str | None = None, *, address: str = "", note: str = "", **changes: Any) -> Any:
        """Publish a small document with these parts changed. Return the answer."""
        if "id" in changes and "name" not in changes:
            changes["name"] = f"{changes['id'][:32]} Small"  # no two games may have the same title
        text = written(document(**changes)).decode()
        body = {"document": text, "note": note}
        headers = {"X-Forwarded-For": address} if address else {}
        return self.call("POST", "/api/documents", key, json=body, headers=headers)

    def published(self, key: str | None = None, **changes: Any) -> dict[str, Any]:
        """Publish as `publish` does, and check that it is accepted."""
        answer = self.publish(key, **changes)
        assert answer.status_code == 201, answer.text
        published: dict[str, Any] = answer.get_json()
        return published

    def listed(self, query: str = "") -> list[str]:
        """Return the slugs that a search finds, in order."""
        answer = self.call("GET", f"/api/documents?{query}")
        return [game["slug"] for game in answer.get_json()["games"]]

    def code(self, method: str, path: str, token: str | None = None, **more: Any) -> tuple[int, str]:
        """Return status and code of a refusal."""
        answer = self.call(method, path, token, **more)
        return answer.status_code, answer.get_json(force=True)["code"]


@pytest.fixture
def make_hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Hub]]:
    """Makes a worker that always reads the newest list of games."""
    monkeypatch.setattr(subscriber, "TICK_S", 0.05)
    monkeypatch.setattr(index, "CHECK_PAUSE_S", 0)
    seeded(monkeypatch)
    hubs: list[Hub] = []

    def make(checker: Any = None, **settings: Any) -> Hub:
        checker = checker or AtOnce()
        app = create_app(Settings(**{**QUICK, **settings}), clock := Clock(), check_jobs=checker)
        hub = Hub(app.test_client(), app.extensions["cheat"], clock)
        hub.checker = checker
        hub.made = 1000 * len(hubs)  # no two actions may have the same id
        hubs.append(hub)
        return hub

    yield make
    for hub in hubs:
        hub.service.stop()


@pytest.fixture
def hub(make_hub: Callable[..., Hub]) -> Hub:
    return make_hub()


@pytest.fixture
def workers(make_hub: Callable[..., Hub], redis_server: RedisServer) -> list[Hub]:
    """Two workers that share only a Redis."""
    return [make_hub(redis_url=redis_server.url) for _ in range(2)]
