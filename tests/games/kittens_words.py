"""A few words in which tests of Exploding Kittens say what is on the table and what the players do.

Cards are written by the last three letters of their code: `"ATT SKI"`. The pile is written from its
bottom to its top. Nobody holds a Nope unless a test says so, so windows close at once.
"""

from __future__ import annotations

from typing import Any

from cheat.engine import engine
from cheat.engine.forms import Form
from cheat.engine.options import checked_options
from cheat.engine.table import Event
from cheat.games import built_in_game
from cheat.games.kittens.rules import KittensTable, Turn

from .vocabulary import NOON, SEED

GAME = built_in_game("kittens")


def cards(words: str) -> list[str]:
    """The codes of these cards."""
    return [f"K-{word}" for word in words.split()]


def short(codes: list[str]) -> str:
    """The other way round."""
    return " ".join(code.removeprefix("K-") for code in codes)


def options(**values: Any) -> Any:
    """Options of the game."""
    return checked_options(GAME.options_type, values)


def dealt(
    seats: int = 4,
    *,
    seed: str = SEED,
    previous: KittensTable | None = None,
    host: str = "p1",
    **values: Any,
) -> KittensTable:
    """A freshly dealt game of p1, p2, ..."""
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    t, _ = engine.deal(GAME, players, options(**values), seed, NOON, previous, host)
    assert isinstance(t, KittensTable)
    return t


def table(
    hands: str,
    *,
    deck: str = "TAC BEA RAI POT MEL",
    discard: str = "",
    turn: str = "p1",
    turns: int = 1,
    attack: int = 0,
    taken: int = 0,
    **values: Any,
) -> KittensTable:
    """A running game of p1, p2, ... with hands divided by `/`."""
    held = [cards(hand) for hand in hands.split("/")]
    t = dealt(len(held), **values)
    for id, hand in zip(t.active(), held, strict=True):
        t.hand(id).cards = hand
    t.deck.cards, t.discard.cards = cards(deck), cards(discard)
    t.turn, t.turns_left, t.attack_turns, t.turns_taken = turn, turns, attack, taken
    t.open_decision(Turn, turn)
    return t


# What players do


def act(t: KittensTable, player: str, name: str, /, **args: Any) -> list[Event]:
    """Any move of this moment, or of the moment that is given."""
    return engine.act(GAME, t, player, name, {"moment": t.moment, **args}, t.now)


def play(t: KittensTable, player: str, words: str, **args: Any) -> list[Event]:
    """Play cards."""
    return act(t, player, "play", cards=cards(words), **args)


def draw(t: KittensTable, player: str) -> list[Event]:
    """Draw a card."""
    return act(t, player, "draw")


def nope(t: KittensTable, player: str) -> list[Event]:
    """Say Nope to whatever was played last."""
    return act(t, player, "nope")


def let(t: KittensTable, *players: str) -> list[Event]:
    """Let it happen."""
    return [event for player in players for event in act(t, player, "pass")]


def leave(t: KittensTable, player: str) -> list[Event]:
    """Be gone for good."""
    return engine.leave(GAME, t, player, t.now)


def wait(t: KittensTable, seconds: float) -> list[Event]:
    """Nobody acts for so long; what becomes due happens when it is due."""
    end = t.now + round(seconds * 1000)
    events = []
    while (due := t.due()) is not None and due <= end and t.result is None:
        events += engine.expire(GAME, t, due)
    t.now = end
    return events


# What can be seen


def hand(t: KittensTable, player: str) -> str:
    """The cards of a player, in their order."""
    return short(t.hand(player).cards)


def pile(t: KittensTable) -> str:
    """The draw pile from bottom to top."""
    return short(t.deck.cards)


def discard(t: KittensTable) -> str:
    """The discard pile from bottom to top."""
    return short(t.discard.cards)


def on_turn(t: KittensTable) -> tuple[str | None, int]:
    """Who is on turn, and how many turns that player has to take."""
    return t.turn, t.turns_left


def offered(t: KittensTable, player: str) -> set[str]:
    """Names of the moves that a player has now."""
    return {form.name for form in engine.moves(GAME, t, player)}


def forms(t: KittensTable, player: str, name: str) -> list[Form]:
    """The forms of one name."""
    return [form for form in engine.moves(GAME, t, player) if form.name == name]


def playable(t: KittensTable, player: str) -> list[str]:
    """The labels of all kinds of play that are offered."""
    return [form.label for form in forms(t, player, "play")]


def choices(t: KittensTable, player: str, name: str) -> list[Any]:
    """What may be chosen in the only field of a move: players, values of a choice, or cards."""
    (form,) = forms(t, player, name)
    (field,) = form.fields
    return [getattr(one, "value", one) for one in field.of]


def range_of(t: KittensTable, player: str, name: str) -> tuple[int, int]:
    """The bounds of the only field of a move."""
    (form,) = forms(t, player, name)
    return form.fields[0].min, form.fields[0].max
