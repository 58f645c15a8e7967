"""Records are called at their times, and only then."""

from __future__ import annotations

import threading
import time

import pytest

from cheat.service.delivery import timer_wheel as wheel_module
from cheat.service.delivery.timer_wheel import TimerWheel
from tests.servers import wait_until


class Record:
    """Notes the times of its calls."""

    def __init__(self, *, fails: bool = False) -> None:
        self.slot: int | None = None
        self.called: list[float] = []
        self.fails = fails

    def on_timeout(self) -> None:
        self.called.append(time.monotonic())
        if self.fails:
            raise RuntimeError("on purpose")


def test_records_are_called_once_and_never_before_their_time(caplog: pytest.LogCaptureFixture) -> None:
    wheel, start = TimerWheel(), time.monotonic()
    records = [Record(fails=number == 3) for number in range(20)]
    for number, record in enumerate(records):
        wheel.set(record, start + number * 0.02)
    wait_until(lambda: all(record.called for record in records), "all are called", 60)
    assert all(len(record.called) == 1 for record in records)
    assert all(record.called[0] >= start + number * 0.02 for number, record in enumerate(records))
    assert "a timer failed" in caplog.text


def test_cancelled_or_moved_record_is_not_called() -> None:
    for soon in (0.1, 1.0, 10.0):
        wheel, start = TimerWheel(), time.monotonic()
        dropped, moved, last = Record(), Record(), Record()
        for record in (dropped, moved):
            wheel.set(record, start + soon)
        wheel.set(moved, start + soon + 0.3)
        wheel.set(last, start + soon + 0.4)
        wheel.cancel(dropped)
        wheel.cancel(dropped)
        if (
            time.monotonic() < start + soon
        ):  # otherwise the first time has passed meanwhile, on a slow machine
            break
    wait_until(lambda: last.called, "the last is called", 60)
    assert dropped.called == []
    assert moved.called[0] >= start + soon + 0.3


def test_thread_lives_as_long_as_there_are_records(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[threading.Thread] = []
    begin = wheel_module._thread.start_new_thread
    monkeypatch.setattr(
        wheel_module._thread, "start_new_thread", lambda *args: (started.append(args), begin(*args))[1]
    )
    wheel, record = TimerWheel(), Record()
    for times in (1, 2):
        wheel.set(record, time.monotonic())
        wait_until(lambda times=times: len(record.called) == times, "called", 60)
        wait_until(lambda: not wheel.is_running, "the thread has ended", 60)
        assert len(started) == times
