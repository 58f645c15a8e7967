"""Short functions for tests of Exploding Kittens: set up a table, make moves, look at the result.

Cards are written by the last three letters of their code: `"ATT SKI"`. The pile is written from its
bottom to its top. No player holds a Nope unless a test gives them one, so windows close at once.
"""

from __future__ import annotations

from typing import Any

from cheat.engine import engine
from cheat.engine.forms import Form
from cheat.engine.options import checked_options
from cheat.engine.table import Event
from cheat.games import built_in_game
from cheat.games.kittens.rules import KittensTable, Turn

from .cheat_words import NOON, SEED

GAME = built_in_game("kittens")


def cards(words: str) -> list[str]:
    """Return the codes of cards in short form."""
    return [f"K-{word}" for word in words.split()]


def short(codes: list[str]) -> str:
    """Return the short form of codes."""
    return " ".join(code.removeprefix("K-") for code in codes)


def options(**values: Any) -> Any:
    """Return options of the game."""
    return checked_options(GAME.options_type, values)


def dealt(
    seats: int = 4,
    *,
    seed: str = SEED,
    previous: KittensTable | None = None,
    host: str = "p1",
    **values: Any,
) -> KittensTable:
    """Return a newly dealt game of p1, p2, ..."""
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
    """Return a running game of p1, p2, ... with hands divided by `/`."""
    hand_list = [cards(hand) for hand in hands.split("/")]
    t = dealt(len(hand_list), **values)
    for id, hand in zip(t.active(), hand_list, strict=True):
        t.hand(id).cards = hand
    t.deck.cards, t.discard.cards = cards(deck), cards(discard)
    t.turn, t.turns_left, t.attack_turns, t.turns_taken = turn, turns, attack, taken
    t.open_decision(Turn, turn)
    return t


# Moves


def act(t: KittensTable, player: str, name: str, /, **args: Any) -> list[Event]:
    """Make any move, in the present moment unless `moment` names another."""
    return engine.act(GAME, t, player, name, {"moment": t.moment, **args}, t.now)


def play(t: KittensTable, player: str, words: str, **args: Any) -> list[Event]:
    """Play cards."""
    return act(t, player, "play", cards=cards(words), **args)


def draw(t: KittensTable, player: str) -> list[Event]:
    """Draw a card."""
    return act(t, player, "draw")


def nope(t: KittensTable, player: str) -> list[Event]:
    """Say Nope to the last card that was played."""
    return act(t, player, "nope")


def let(t: KittensTable, *players: str) -> list[Event]:
    """Let players pass in a reaction window."""
    return [event for player in players for event in act(t, player, "pass")]


def leave(t: KittensTable, player: str) -> list[Event]:
    """Leave the game for good."""
    return engine.leave(GAME, t, player, t.now)


def wait(t: KittensTable, seconds: float) -> list[Event]:
    """Let time pass without actions. Decisions time out when they are due."""
    end = t.now + round(seconds * 1000)
    events = []
    while (next_timeout := t.next_timeout()) is not None and next_timeout <= end and t.result is None:
        events += engine.expire(GAME, t, next_timeout)
    t.now = end
    return events


# Views


def hand(t: KittensTable, player: str) -> str:
    """Return the cards of a player, in their order."""
    return short(t.hand(player).cards)


def pile(t: KittensTable) -> str:
    """Return the draw pile from bottom to top."""
    return short(t.deck.cards)


def discard(t: KittensTable) -> str:
    """Return the discard pile from bottom to top."""
    return short(t.discard.cards)


def on_turn(t: KittensTable) -> tuple[str | None, int]:
    """Return the player on turn, and the number of turns that the player has to take."""
    return t.turn, t.turns_left


def offered(t: KittensTable, player: str) -> set[str]:
    """Return the names of the moves that a player has now."""
    return {form.name for form in engine.moves(GAME, t, player)}


def forms(t: KittensTable, player: str, name: str) -> list[Form]:
    """Return the forms with a name."""
    return [form for form in engine.moves(GAME, t, player) if form.name == name]


def playable(t: KittensTable, player: str) -> list[str]:
    """Return the labels of all kinds of play that are offered."""
    return [form.label for form in forms(t, player, "play")]


def choices(t: KittensTable, player: str, name: str) -> list[Any]:
    """Return the values for the only field of a move: players, choices, or cards."""
    (form,) = forms(t, player, name)
    (field,) = form.fields
    return [getattr(choice, "value", choice) for choice in field.of]


def range_of(t: KittensTable, player: str, name: str) -> tuple[int, int]:
    """Return the bounds of the only field of a move."""
    (form,) = forms(t, player, name)
    return form.fields[0].min, form.fields[0].max
