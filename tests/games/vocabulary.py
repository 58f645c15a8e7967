"""A few words in which tests of Cheat say what is on the table and what the players do.

Cards are written as on the table: `"QH QD"`. Time stands still unless a test says `wait`.
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
    """Options of Cheat; the next player may act at once unless a test is about the windows."""
    return checked_options(GAME.options_type, {"min_call_window_s": 0, **values})


def table(hands: str, *, turn: str = "p1", rank: str = "A", pile: str = "", **values: Any) -> CheatTable:
    """A running game of p1, p2, ...: their hands divided by `/`, the pile from bottom to top."""
    held = {f"p{seat}": cards.split() for seat, cards in enumerate(hands.split("/"), 1)}
    t = deal(list(held), **values)
    for id, cards in held.items():
        t.hand(id).cards = cards
    t.pile.cards = pile.split()
    t.turn, t.ranks = turn, [RANKS.index(rank)]
    t.open_decision(Turn, turn)
    return t


def dealt(
    seats: int = 4, *, seed: str = SEED, previous: CheatTable | None = None, **values: Any
) -> CheatTable:
    """A freshly dealt game of p1, p2, ..."""
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    return deal(players, seed=seed, previous=previous, **values)


def deal(
    players: list[str], *, seed: str = SEED, previous: CheatTable | None = None, **values: Any
) -> CheatTable:
    """A freshly dealt game of these players."""
    t, _ = engine.deal(GAME, players, options(**values), seed, NOON, previous)
    assert isinstance(t, CheatTable)
    return t


# What players do


def act(t: CheatTable, player: str, name: str, /, **args: Any) -> list[Event]:
    """Any move of this moment, or of the moment that is given."""
    ties = offer(t, player, name).ties if name in offered(t, player) else {}
    return engine.act(GAME, t, player, name, {**ties, **args}, t.now)


def place(t: CheatTable, player: str, cards: str, rank: str | None = None) -> list[Event]:
    """Place cards, with a claim where the options let the player choose one."""
    return act(t, player, "place", cards=cards.split(), **({"rank": rank} if rank else {}))


def call(t: CheatTable, player: str, moment: int | None = None) -> list[Event]:
    """Doubt the last play, or the one that could be doubted in this moment."""
    return act(t, player, "call_cheat", **({} if moment is None else {"moment": moment}))


def trust(t: CheatTable, player: str, moment: int | None = None) -> list[Event]:
    """Believe the last play, or the one that could be doubted in this moment."""
    return act(t, player, "trust", **({} if moment is None else {"moment": moment}))


def pass_turn(t: CheatTable, player: str) -> list[Event]:
    """Place nothing, where the options allow it."""
    return act(t, player, "pass")


def leave(t: CheatTable, player: str) -> list[Event]:
    """Be gone for good."""
    return engine.leave(GAME, t, player, t.now)


def wait(t: CheatTable, seconds: float) -> list[Event]:
    """Nobody acts for so long; what becomes due happens when it is due."""
    end = t.now + round(seconds * 1000)
    events = []
    while (due := t.due()) is not None and due <= end and t.result is None:
        news = engine.expire(GAME, t, due)
        assert news, "an expired decision is told"
        events += news
    t.now = end
    return events


def look(t: CheatTable) -> list[Event]:
    """Wait until the cards of a call have been shown and are picked up."""
    return wait(t, t.options.reveal_s)


@contextmanager
def refused(t: CheatTable, code: str, sentence: str | None = None) -> Iterator[None]:
    """What happens inside is refused with this code (and sentence) and changes nothing."""
    before = encoded(t)
    with pytest.raises(CheatError) as caught:
        yield
    assert caught.value.code == code
    assert sentence is None or str(caught.value) == sentence
    assert encoded(t) == before


# What can be seen


def hand(t: CheatTable, player: str) -> str:
    """The cards of a player, in their order."""
    return " ".join(t.hand(player).cards)


def pile(t: CheatTable) -> str:
    """The face-down cards on the table, from bottom to top."""
    return " ".join(t.pile.cards)


def holds(zone: Zone, cards: str) -> bool:
    """Whether these cards and no others are in the zone, in whatever order."""
    return Counter(zone.cards) == Counter(cards.split())


def doubtful(t: CheatTable) -> int:
    """The moment in which the last play may be doubted."""
    return next(one.moment for one in t.decisions if one.name == "doubt")


def due_ranks(t: CheatTable) -> str:
    """The ranks that may be claimed next."""
    return " ".join(RANKS[rank] for rank in t.ranks)


def offered(t: CheatTable, player: str) -> set[str]:
    """Names of the moves that a player has now."""
    return {one.name for one in engine.moves(GAME, t, player)}


def offer(t: CheatTable, player: str, name: str) -> Form:
    """The form of one move."""
    return next(one for one in engine.moves(GAME, t, player) if one.name == name)


def types(events: list[Event]) -> list[str]:
    """What happened, in one word each."""
    return [event.type for event in events]


def texts(events: list[Event]) -> list[str]:
    """What happened, in words; players by their ids."""
    return [
        said(Text(event.text, {"by": event.by or "", **event.args}, event.many))
        for event in events
        if event.text
    ]


def said(words: Words) -> str:
    """The English sentence; players by their ids."""
    return ENGLISH.say(words)


def labels(marks: list[Badge]) -> list[str]:
    """The words of marks."""
    return [said(mark.label) for mark in marks]


def facts(table: Table, game: AnyGame, viewer: str | None) -> dict[str, str]:
    """What this viewer reads at a glance."""
    return {fact.label: said(fact.text) for fact in game.facts(table, viewer)}


def prompt(t: CheatTable, viewer: str | None) -> str:
    """The sentence that a viewer reads; players by their ids."""
    return said(GAME.prompt(t, viewer))


def ending(t: CheatTable) -> str:
    """The sentence at the end; players by their ids."""
    assert t.result is not None
    return said(t.result.text)


def one(events: list[Event], type: str) -> Event:
    """The only event of this type."""
    (found,) = [event for event in events if event.type == type]
    return found


def encoded(t: CheatTable) -> bytes:
    """The table as it is stored."""
    return msgspec.json.encode(t)


def copy_of(t: CheatTable) -> CheatTable:
    """The same moment once more, to try something else."""
    return copy.deepcopy(t)


def winners(t: CheatTable) -> list[str] | None:
    """Who has won; None while the game goes on."""
    return t.result.winners if t.result else None


EVERYBODY = ["p1", "p2", "p3", None]
"""Three players, and who watches."""


def told(events, viewer):
    return msgspec.json.encode([event.view(viewer, 1, 0) for event in events])


def who_sees(t, zone):
    """Those who see the faces in a zone."""
    return [id for id in EVERYBODY if t.zones[zone].view(id).cards is not msgspec.UNSET]
