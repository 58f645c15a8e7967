"""Short functions for tests of Cheat: set up a table, make moves, look at the result.

Cards are written as on the table: `"QH QD"`. Time stands still unless a test calls `wait`.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from cheat.engine import engine
from cheat.engine.forms import Form
from cheat.engine.game import AnyGame
from cheat.engine.options import checked_options
from cheat.engine.table import Badge, Event, Table, Zone
from cheat.errors import CheatError
from cheat.games.cheat.rules import GAME, CheatTable, Turn
from cheat.games.french_deck import RANKS
from cheat.i18n.messages import ENGLISH, Text, Words

NOON = 1_700_000_000_000
SEED = "0123456789abcdef" * 2


def options(**values: Any) -> Any:
    """Return options of Cheat. By default, the next player may act at once."""
    return checked_options(GAME.options_type, {"min_call_window_s": 0, **values})


def table(hands: str, *, turn: str = "p1", rank: str = "A", pile: str = "", **values: Any) -> CheatTable:
    """Return a running game of p1, p2, ... `hands`: divided by `/`; `pile`: from bottom to top."""
    hands_by_player = {f"p{seat}": cards.split() for seat, cards in enumerate(hands.split("/"), 1)}
    t = deal(list(hands_by_player), **values)
    for id, cards in hands_by_player.items():
        t.hand(id).cards = cards
    t.pile.cards = pile.split()
    t.turn, t.ranks = turn, [RANKS.index(rank)]
    t.open_decision(Turn, turn)
    return t


def dealt(
    seats: int = 4, *, seed: str = SEED, previous: CheatTable | None = None, **values: Any
) -> CheatTable:
    """Return a newly dealt game of p1, p2, ..."""
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    return deal(players, seed=seed, previous=previous, **values)


def deal(
    players: list[str], *, seed: str = SEED, previous: CheatTable | None = None, **values: Any
) -> CheatTable:
    """Return a newly dealt game of these players."""
    t, _ = engine.deal(GAME, players, options(**values), seed, NOON, previous)
    assert isinstance(t, CheatTable)
    return t


# Moves


def act(t: CheatTable, player: str, name: str, /, **args: Any) -> list[Event]:
    """Make any move, in the present moment unless `moment` names another."""
    ties = offer(t, player, name).ties if name in offered(t, player) else {}
    return engine.act(GAME, t, player, name, {**ties, **args}, t.now)


def place(t: CheatTable, player: str, cards: str, rank: str | None = None) -> list[Event]:
    """Place cards. `rank`: the claim, if the options let the player choose one."""
    return act(t, player, "place", cards=cards.split(), **({"rank": rank} if rank else {}))


def call(t: CheatTable, player: str, moment: int | None = None) -> list[Event]:
    """Call the last play, or the play of another moment."""
    return act(t, player, "call_cheat", **({} if moment is None else {"moment": moment}))


def trust(t: CheatTable, player: str, moment: int | None = None) -> list[Event]:
    """Believe the last play, or the play of another moment."""
    return act(t, player, "trust", **({} if moment is None else {"moment": moment}))


def pass_turn(t: CheatTable, player: str) -> list[Event]:
    """Pass, if the options allow it."""
    return act(t, player, "pass")


def leave(t: CheatTable, player: str) -> list[Event]:
    """Leave the game for good."""
    return engine.leave(GAME, t, player, t.now)


def wait(t: CheatTable, seconds: float) -> list[Event]:
    """Let time pass without actions. Decisions time out when they are due."""
    end = t.now + round(seconds * 1000)
    events = []
    while (next_timeout := t.next_timeout()) is not None and next_timeout <= end and t.result is None:
        news = engine.expire(GAME, t, next_timeout)
        assert news, "an expired decision is told"
        events += news
    t.now = end
    return events


def look(t: CheatTable) -> list[Event]:
    """Wait until the cards of a call have been shown and picked up."""
    return wait(t, t.options.reveal_s)


@contextmanager
def refused(t: CheatTable, code: str, sentence: str | None = None) -> Iterator[None]:
    """Check that the block raises a refusal with this code (and sentence), and changes nothing."""
    before = encoded(t)
    with pytest.raises(CheatError) as caught:
        yield
    assert caught.value.code == code
    assert sentence is None or str(caught.value) == sentence
    assert encoded(t) == before


# Views


def hand(t: CheatTable, player: str) -> str:
    """Return the cards of a player, in their order."""
    return " ".join(t.hand(player).cards)


def pile(t: CheatTable) -> str:
    """Return the pile from bottom to top."""
    return " ".join(t.pile.cards)


def holds(zone: Zone, cards: str) -> bool:
    """Return whether exactly these cards are in the zone, in any order."""
    return Counter(zone.cards) == Counter(cards.split())


def doubtful(t: CheatTable) -> int:
    """Return the moment in which the last play may be called."""
    return next(decision.moment for decision in t.decisions if decision.name == "doubt")


def due_ranks(t: CheatTable) -> str:
    """Return the ranks that may be claimed next."""
    return " ".join(RANKS[rank] for rank in t.ranks)


def offered(t: CheatTable, player: str) -> set[str]:
    """Return the names of the moves that a player has now."""
    return {form.name for form in engine.moves(GAME, t, player)}


def offer(t: CheatTable, player: str, name: str) -> Form:
    """Return the form of a move."""
    return next(form for form in engine.moves(GAME, t, player) if form.name == name)


def types(events: list[Event]) -> list[str]:
    """Return the types of the events."""
    return [event.type for event in events]


def texts(events: list[Event]) -> list[str]:
    """Return the texts of the events, with players by their ids."""
    return [
        english(Text(event.text, {"by": event.by or "", **event.args}, event.many))
        for event in events
        if event.text
    ]


def english(words: Words) -> str:
    """Return the English sentence, with players by their ids."""
    return ENGLISH.say(words)


def labels(marks: list[Badge]) -> list[str]:
    """Return the labels of badges."""
    return [english(mark.label) for mark in marks]


def facts(table: Table, game: AnyGame, viewer: str | None) -> dict[str, str]:
    """Return the facts for this viewer."""
    return {fact.label: english(fact.text) for fact in game.facts(table, viewer)}


def prompt(t: CheatTable, viewer: str | None) -> str:
    """Return the prompt of a viewer, with players by their ids."""
    return english(GAME.prompt(t, viewer))


def ending(t: CheatTable) -> str:
    """Return the sentence about the end, with players by their ids."""
    assert t.result is not None
    return english(t.result.text)


def one(events: list[Event], type: str) -> Event:
    """Return the only event of this type."""
    (event,) = [event for event in events if event.type == type]
    return event


def encoded(t: CheatTable) -> bytes:
    """Return the stored form of the table."""
    return msgspec.json.encode(t)


def copy_of(t: CheatTable) -> CheatTable:
    """Return a copy of the table, in which a test can try something else."""
    return copy.deepcopy(t)


def winners(t: CheatTable) -> list[str] | None:
    """Return the winners, or None during the game."""
    return t.result.winners if t.result else None


EVERYBODY = ["p1", "p2", "p3", None]
"""Three players and a spectator."""


def event_types(events, viewer):
    return msgspec.json.encode([event.view(viewer, 1, 0) for event in events])


def who_sees(t, zone):
    """Return the viewers that see the faces in a zone."""
    return [id for id in EVERYBODY if t.zones[zone].view(id).cards is not msgspec.UNSET]
