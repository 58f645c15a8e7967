"""An observer's inference about holders of a Nope, from everything sent during a window.

Many windows are played with random hands: each player that may react holds a Nope every second time. The
measure is the mutual information between the hands and the messages, in bits. It is taken within windows that
look alike in public before they open: same number of players, same play, same seat, bots of the same level.
On a sample it is never quite zero. So it is compared with the result for the same windows with their hands
exchanged. A leak shows as many standard deviations.

Players that say Nope reveal it, so they are left out, and so are players that would have said it later. About
all other players, nothing may be known.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from math import log2
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec
import pytest

from cheat.bots.bot import Level
from cheat.engine.rng import Rng
from cheat.engine.table import sees
from cheat.rooms import bots, lobby
from cheat.rooms.members import add_bot
from cheat.rooms.room import AnyRoom, join, new_room
from cheat.rooms.room_moves import ActionContext, is_private
from cheat.rooms.view import view

from .room_words import NOON

EXCHANGES = 30
BOUND_SD = 4
"""Chance is so far from the mean of exchanged hands once in 30,000 times; the seeds are fixed. It is a
fiftieth of a bit or less.
"""
LEVELS: list[Level] = ["easy", "normal", "hard"]
PLAYS = [["K-SKI"], ["K-ATT"], ["K-TAC", "K-TAC"]]


class Sent(NamedTuple):
    """An answer to one observer: ms after the window opened, its version, and the rest without any time."""

    after: int
    version: int
    body: bytes


class Window(NamedTuple):
    """One window: what all know before, who of those who let it happen holds a Nope, and what was sent.

    `deadline` and `ended`: ms after it opened.
    """

    public: Hashable
    holds: dict[str, bool]
    sent: dict[str | None, list[Sent]]
    deadline: int
    ended: int


def seated(chance: Rng, players: int, level: Level, *, hide: bool) -> AnyRoom:
    """p1 and, at a table for four, the last player are people; the others are bots of this level."""
    options = {"hide_capability": hide, "start_player": "host", "turn_s": 0}
    room = new_room("kwzpt", "e1", "kittens", options, public=False)
    for place in range(1, players + 1):
        if place in (1, 4):
            join(room, f"P{place}", f"token {place}")
        else:
            add_bot(room, level, f"{chance.below(2**62):032x}").name = f"B{place}"
    events = lobby.start_game(room, ActionContext(NOON, f"{chance.below(2**62):032x}"))
    bots.update_plans(room, events, NOON)
    return room


def played(number: int, *, hide: bool) -> Window:
    """Play one window, from the play to its end or to the first Nope."""
    chance = Rng(f"{number + 1:032x}")
    players, level, cards = chance.choice([3, 4]), chance.choice(LEVELS), chance.choice(PLAYS)
    room = seated(chance, players, level, hide=hide)
    table = room.table
    holds = dealt(room, cards, chance)
    patience = chance.below(6000) if chance.chance(0.7) else 10**6
    watched = Watched(room, list(holds))
    watched.step(lobby.act(room, room.seat("p1"), "play", offer(room, cards), ActionContext(NOON, "")), NOON)
    deadline = table.next_timeout() if table.phase == "nope" else NOON
    for seat in room.seats:
        if seat.bot_state and seat.bot_state.plan and seat.bot_state.plan.move == "nope":
            holds.pop(seat.id)
    ended = watched.until_it_ends(NOON + patience)
    return Window((players, level, tuple(cards)), holds, watched.sent, deadline - NOON, ended - NOON)


def dealt(room: AnyRoom, cards: list[str], chance: Rng) -> dict[str, bool]:
    """Deal hands so that p1 can play. Return the holders of a Nope."""
    table = room.table
    table.hand("p1").cards = ["K-RAI", *cards]
    holds = {id: chance.chance(0.5) for id in table.others("p1")}
    for id, has_one in holds.items():
        table.hand(id).cards = ["K-NOP" if has_one else "K-BEA", "K-MEL", "K-POT"]
    return holds


def offer(room: AnyRoom, cards: list[str]) -> dict[str, object]:
    return {"moment": room.table.moment, "cards": cards}


class Watched:
    """A room, and everything that the service sends to its people and a spectator."""

    def __init__(self, room: AnyRoom, asked: Sequence[str], phase: str = "nope") -> None:
        self.room = room
        self.phase = phase
        self.version = 1
        self.sent: dict[str | None, list[Sent]] = {
            id: [] for id in ["p1", *(id for id in asked if id == "p4"), None]
        }

    def step(self, events: list, now: int) -> None:
        before = {viewer: self.table(viewer) for viewer in self.sent}
        bots.update_plans(self.room, events, now)
        private = is_private(events)
        self.version += not private
        for viewer, answers in self.sent.items():
            told = [event.view(viewer, 0, 0) for event in events if sees(event.viewers, viewer)]
            if private and not told:
                assert self.table(viewer) == before[viewer]
            elif viewer != "p4" or not private:  # what they did themselves is no news about others
                body = msgspec.json.encode([told, self.table(viewer)])
                answers.append(Sent(now - NOON, self.version, body))

    def until_it_ends(self, passes: int) -> int:
        """Let time pass until the window is closed or noped; when that was. p4 passes at this moment, if it
        is one of those who are asked, and a person.
        """
        room, table, now = self.room, self.room.table, NOON
        moment = table.moment
        while (table.moment, table.phase) == (moment, self.phase):
            if (
                "p4" in self.sent
                and "p4" not in table.decisions[0].passed_players
                and passes <= room.next_due_at()
            ):
                now = passes
                self.step(
                    lobby.act(room, room.seat("p4"), "pass", {"moment": moment}, ActionContext(now, "")), now
                )
            else:
                now = room.next_due_at()
                self.step(lobby.expire(room, now), now)
        return now

    def table(self, viewer: str | None) -> bytes:
        """Return a viewer's table without the moments."""
        seat = self.room.seat(viewer) if viewer else None
        return msgspec.json.encode(msgspec.structs.replace(view(self.room, 0, seat, 0), deadline=None))


# What can be made of it

Feature = Callable[[Window, "str | None"], Hashable]

FEATURES: dict[str, Feature] = {
    "when it ended": lambda window, viewer: window.ended // 500,
    "whether it ended early": lambda window, viewer: window.ended < window.deadline,
    "its deadline": lambda window, viewer: window.deadline // 500,
    "how many answers": lambda window, viewer: len(window.sent[viewer]),
    "when they came": lambda window, viewer: tuple(one.after // 1000 for one in window.sent[viewer]),
    "their versions": lambda window, viewer: tuple(one.version for one in window.sent[viewer]),
    "every byte of them": lambda window, viewer: tuple(one.body for one in window.sent[viewer]),
}
Samples = dict[Hashable, list[tuple[Hashable, bool]]]
"""By public state before the window: (everything that was sent, True if a player holds a Nope)."""


def samples(windows: Sequence[Window], feature: Feature, viewer: str | None) -> Samples:
    found: Samples = defaultdict(list)
    for window in windows:
        if viewer in window.sent:
            seen = feature(window, viewer)
            for player, holds in window.holds.items():
                if player != viewer:
                    found[(window.public, player)].append((seen, holds))
    return found


def information(found: Samples) -> float:
    """Return the mean number of bits that answers reveal about a hand."""
    total = sum(map(len, found.values()))
    return sum(len(group) * _information(group) for group in found.values()) / total


def _information(group: list[tuple[Hashable, bool]]) -> float:
    both, sent, held = Counter(group), Counter(s for s, _ in group), Counter(h for _, h in group)
    size = len(group)
    return sum(n / size * log2(n * size / (sent[s] * held[h])) for (s, h), n in both.items())


def exchanged(found: Samples, chance: Rng) -> Samples:
    """Return the same number after exchanging hands between windows with the same public state."""
    other: Samples = {}
    for public, group in found.items():
        held = [holds for _, holds in group]
        chance.shuffle(held)
        other[public] = [(seen, holds) for (seen, _), holds in zip(group, held, strict=True)]
    return other


def beyond_chance(windows: Sequence[Window], feature: Feature, viewer: str | None) -> float:
    """Return the excess over exchanged hands, in standard deviations."""
    found, chance = samples(windows, feature, viewer), Rng("c0de" * 8)
    by_chance = [information(exchanged(found, chance)) for _ in range(EXCHANGES)]
    surplus = information(found) - fmean(by_chance)
    return 0.0 if surplus < 1e-9 else surplus / max(stdev(by_chance), 1e-9)


@pytest.fixture(scope="module", params=[500, pytest.param(2500, marks=pytest.mark.long)])
def hidden(request: pytest.FixtureRequest) -> list[Window]:
    return [played(number, hide=True) for number in range(request.param)]


@pytest.fixture(scope="module")
def open_() -> list[Window]:
    return [played(number, hide=False) for number in range(350)]


@pytest.mark.parametrize("viewer", ["p1", "p4", None])
@pytest.mark.parametrize("name", FEATURES)
def test_what_is_sent_tells_no_more_than_chance_who_holds_a_nope(
    hidden: list[Window], name: str, viewer: str | None
) -> None:
    assert beyond_chance(hidden, FEATURES[name], viewer) < BOUND_SD


@pytest.mark.parametrize("viewer", ["p1", None])
@pytest.mark.parametrize("name", ["when it ended", "whether it ended early", "when they came"])
def test_the_same_measure_finds_what_the_plain_rules_let_be_seen(
    open_: list[Window], name: str, viewer: str | None
) -> None:
    """Without the option, a window closes as soon as no player can react."""
    assert beyond_chance(open_, FEATURES[name], viewer) > 3 * BOUND_SD


def test_the_windows_are_of_every_kind(hidden: list[Window]) -> None:
    ends = Counter(window.ended < window.deadline for window in hidden)
    held = Counter(holds for window in hidden for holds in window.holds.values())
    assert min(ends.values()) > len(hidden) // 5
    assert min(held.values()) > len(hidden) // 2
    assert len({window.public for window in hidden}) == 18
    noped = [window for window in hidden if b'"noped"' in window.sent[None][-1].body]
    assert len(hidden) // 20 < len(noped) < len(hidden) // 2
