"""Slow checks: they end after a limit of work, and no other request waits for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from cheat import create_app
from cheat.documents.importer.archives import SentFiles
from cheat.service.hub import publishing
from cheat.service.jobs import child_process, handlers
from cheat.service.jobs.handlers import CHECK_CPU_S, FilesTask, Unfinished
from cheat.service.jobs.queue import Job, JobQueue
from cheat.settings import Settings
from tests.documents.small_documents import document, written
from tests.jobs.commands import COMMAND
from tests.servers import in_background, wait_until
from tests.web.conftest import Api, Clock

from .conftest import QUICK

LITTLE_S = 0.3
PATIENT_S = 60.0
"""Processor time for the child on a busy machine, where all other processes go first."""


class Alone(JobQueue):
    """Notes which jobs have begun."""

    began = 0

    def seconds_for(self, job: Any) -> float:
        self.began += 1
        return super().seconds_for(job)


@pytest.fixture(scope="module")
def checker() -> Iterator[Alone]:
    """A child that has started, whose checks never end by themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child_process, "START_WITHIN_S", PATIENT_S)
        job_queue = Alone(1, (*COMMAND, "hang"))
        echoed: list[Any] = []
        job_queue.put(
            "first", Job("echo", job_queue.clock() + 2 * PATIENT_S, lambda: "there", echoed.append, 0.5, 9.0)
        )
        wait_until(lambda: echoed, "the child has answered", 2 * PATIENT_S)
        yield job_queue
    job_queue.stop()


@pytest.fixture
def api(checker: Alone, monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    monkeypatch.setattr(publishing, "CHECK_CPU_S", LITTLE_S)
    monkeypatch.setattr(publishing, "CHECK_S", PATIENT_S)
    monkeypatch.setattr(publishing, "WAIT_S", PATIENT_S)
    app = create_app(Settings(**QUICK), clock := Clock(), check_jobs=checker)
    new_api = Api(app.test_client(), app.extensions["cheat"], clock)
    yield new_api
    new_api.service.feeds.stop()


def test_the_figure_is_that_of_the_language() -> None:
    assert CHECK_CPU_S == publishing.CHECK_CPU_S == 2.0


@pytest.mark.parametrize(("path", "status"), [("", 422), ("/check", 200), ("/read", 200), ("/try", 422)])
def test_a_document_that_takes_too_long_is_refused_while_the_worker_answers(
    api: Api, checker: Alone, path: str, status: int
) -> None:
    player, before = api.create(), checker.began
    api.events(player)
    body = {"document": written(document()).decode()}
    request = in_background(lambda: api.call("POST", f"/api/documents{path}", json=body))
    wait_until(lambda: checker.began > before, "the check has begun", PATIENT_S)
    answered = 0

    def has_ended() -> bool:
        nonlocal answered
        assert api.events(player)["table"]
        answered += not request.done
        return request.done

    wait_until(has_ended, "the check has ended", PATIENT_S)
    answer = request.value()
    assert answer.status_code == status
    (diagnostic,) = answer.get_json()["diagnostics"]
    assert (diagnostic["code"], diagnostic.get("severity", "error")) == ("too_slow", "error")
    assert answered


def dear(**changes: Any) -> bytes:
    """A game that does not end, and in which each move costs nearly the limit."""
    many = {"each": "range(1, 600)", "as": "n", "do": [{"set": {"k": "n"}}]}
    moves = [{"name": "go", "do": [*[many] * 15, {"next": "turn"}]}]
    return written(document(phases={"turn": {"moves": moves}}, vars={"k": 0}, **changes))


def asked(data: bytes) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(FilesTask(SentFiles(data), 20, "en")))


def test_a_game_that_cannot_be_played_in_the_work_there_is_is_too_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only the processor time counts, not the clock."""
    monkeypatch.setattr(handlers, "PLAY_CPU_S", LITTLE_S)
    began_at = time.process_time()
    found = handlers.examine(asked(dear()), 3600.0)
    assert time.process_time() - began_at < 10 * CHECK_CPU_S
    assert "too_slow" in [diagnostic.code for diagnostic in found.diagnostics]
    assert not found.is_sound


def test_busy_machine_is_not_blamed_on_the_document(
    monkeypatch: pytest.MonkeyPatch, make_clock: Callable[[], Callable[[], float]]
) -> None:
    monkeypatch.setattr(handlers, "monotonic", make_clock())
    with pytest.raises(Unfinished):
        handlers.examine(asked(written(document())), 10.0)


@pytest.fixture
def make_clock() -> Callable[[], Callable[[], float]]:
    """A clock that goes on by an hour with each look."""

    def made() -> Callable[[], float]:
        now = [0.0]

        def clock() -> float:
            now[0] += 3600.0
            return now[0]

        return clock

    return made
