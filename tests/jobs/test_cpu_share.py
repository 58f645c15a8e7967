"""A process pauses so that it uses no more than its share of a core."""

from __future__ import annotations

import random

import pytest

from cheat.service.jobs.cpu_share import MOST_PAUSE_S, SLICE_S, CpuShare


class Machine:
    """A process whose work the test controls. It pauses after each slice of work."""

    def __init__(self, share: float) -> None:
        self.now = self.used = 100.0
        self.rests: list[float] = []
        self.history: list[tuple[float, float]] = []
        self.share = CpuShare(share, lambda: self.used, lambda: self.now, self.sleep)

    def sleep(self, seconds: float) -> None:
        self.rests.append(seconds)
        self.now += seconds

    def work(self, *, slowly: float = 1) -> None:
        """Work for a slice. Another process may use the core meanwhile."""
        self.history.append((self.now, self.used))
        self.now += SLICE_S * slowly
        self.used += SLICE_S
        self.history.append((self.now, self.used))
        self.share.throttle()


@pytest.mark.parametrize(("share", "rest"), [(0.25, 3), (0.5, 1), (0.1, 9)])
def test_rests_after_each_slice_as_its_share_says(share: float, rest: float) -> None:
    machine = Machine(share)
    for _ in range(5):
        machine.work()
    assert machine.rests == pytest.approx([rest * SLICE_S] * 5)


def test_never_rests_with_a_whole_core() -> None:
    machine = Machine(1)
    for _ in range(5):
        machine.work()
    assert sum(machine.rests) == pytest.approx(0)


def test_time_of_other_processes_counts_as_rest() -> None:
    machine = Machine(0.25)
    machine.work(slowly=3)
    machine.work(slowly=4)
    machine.work(slowly=10)
    assert sum(machine.rests) == pytest.approx(SLICE_S)


def test_long_work_is_paid_for_in_several_pauses() -> None:
    """Such as that of a script that had to be killed. One long pause would make the next job late."""
    machine = Machine(0.25)
    machine.used += 1.0
    for _ in range(10):
        machine.work()
    assert machine.rests[:6] == pytest.approx([MOST_PAUSE_S] * 6)
    assert sum(machine.rests) == pytest.approx(1.0 / 0.25 + 10 * SLICE_S * 3)


def test_small_share_is_kept_too() -> None:
    machine = Machine(0.01)
    for _ in range(5):
        machine.work()
    assert machine.rests == pytest.approx([99 * SLICE_S] * 5)


@pytest.mark.parametrize("seed", range(5))
def test_share_is_exceeded_by_at_most_two_slices(seed: int) -> None:
    """This holds for any period, however the process worked and idled in it."""
    machine, chance = Machine(0.25), random.Random(seed)
    for _ in range(60):
        machine.now += chance.choice([0, 0, 0, 0.005, 0.1, 10])
        machine.work(slowly=chance.choice([1, 1, 1, 2, 5]))
    for number, (since, before) in enumerate(machine.history):
        for now, after in machine.history[number:]:
            assert after - before <= 0.25 * (now - since) + 2 * SLICE_S + 1e-9
