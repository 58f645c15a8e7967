"""Short functions for tests of Uno: set up a table, make moves, look at the result.

Cards are written as on the table: `"R5 BD WF"`. Time stands still unless a test calls `wait`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from cheat.engine import engine
from cheat.engine.forms import Form
from cheat.engine.options import checked_options
from cheat.engine.table import Event
from cheat.games.uno.deck import COLOURS, DECK, colour_of
from cheat.games.uno.rules import GAME, Turn, UnoTable

from .cheat_words import (
    NOON,
    SEED,
    copy_of,
    encoded,
    english,
    holds,
    labels,
    one,
    refused,
    texts,
    types,
    winners,
)

__all__ = ["copy_of", "encoded", "english", "holds", "labels", "one", "refused", "texts", "types", "winners"]

COLOUR_LETTERS = {word: letter for letter, word in COLOURS.items()}


def options(**values: Any) -> Any:
    """Return options of Uno. By default, catching is possible at once."""
    return checked_options(GAME.options_type, {"uno_grace_s": 0, **values})


def table(
    hands: str,
    *,
    top: str = "R3",
    turn: str = "p1",
    colour: str = "",
    deck: str | None = None,
    under: str = "",
    scores: str = "",
    **values: Any,
) -> UnoTable:
    """Return a running round of p1, p2, ... `hands`: divided by `/`; `deck`: the next card first.

    The dealer is the last seat. Without `deck`, the draw pile has all other cards, blue on top.
    """
    hands_by_player = {f"p{seat}": cards.split() for seat, cards in enumerate(hands.split("/"), 1)}
    t = deal(list(hands_by_player), **values)
    for id, cards in hands_by_player.items():
        t.hand(id).cards = cards
    t.discard.cards = [*under.split(), top]
    used_cards = Counter([*t.discard.cards, *(card for cards in hands_by_player.values() for card in cards)])
    remaining = list((Counter(DECK) - used_cards).elements())
    t.deck.cards = remaining if deck is None else deck.split()[::-1]
    t.dealer, t.turn, t.direction = list(hands_by_player)[-1], turn, 1
    t.colour = colour or colour_of(top)
    for player, score in zip(t.players, scores.split(), strict=False):
        player.score = int(score)
    t.open_decision(Turn, turn)
    return t


def deal(players: list[str], *, seed: str = SEED, **values: Any) -> UnoTable:
    """Return a newly dealt match of these players."""
    t, _ = engine.deal(GAME, players, options(**values), seed, NOON, None)
    assert isinstance(t, UnoTable)
    return t


def dealt(seats: int, *, seed: str = SEED, **values: Any) -> UnoTable:
    """Return a newly dealt match of p1, p2, ..."""
    return deal([f"p{seat}" for seat in range(1, seats + 1)], seed=seed, **values)


def deals(seats: int, count: int, **values: Any) -> list[tuple[UnoTable, list[Event]]]:
    """Return `count` matches with their first events, each from another seed."""
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    seeds = [f"{number:032x}" for number in range(1, count + 1)]
    return [engine.deal(GAME, players, options(**values), seed, NOON, None) for seed in seeds]  # type: ignore[misc]


# Moves


def act(t: UnoTable, player: str, name: str, /, **args: Any) -> list[Event]:
    """Make any move, in the present moment unless `moment` names another."""
    moment = t.decisions[0].moment if t.decisions else 0
    return engine.act(GAME, t, player, name, {"moment": moment, **args}, t.now)


def play(
    t: UnoTable, player: str, card: str, colour: str = "", *, move: str = "play", **args: Any
) -> list[Event]:
    """Play a card, black ones with a colour: `play(t, "p1", "WW", "blue")`."""
    return act(t, player, move, cards=[card], **({"colour": colour} if colour else {}), **args)


def draw(t: UnoTable, player: str) -> list[Event]:
    """Draw instead of playing."""
    return act(t, player, "draw")


def keep(t: UnoTable, player: str) -> list[Event]:
    """Keep the card that was just drawn."""
    return act(t, player, "keep")


def accept(t: UnoTable, player: str) -> list[Event]:
    """Accept a wild draw four."""
    return act(t, player, "accept")


def challenge(t: UnoTable, player: str) -> list[Event]:
    """Challenge a wild draw four."""
    return act(t, player, "challenge")


def say(t: UnoTable, player: str) -> list[Event]:
    """Say UNO."""
    return act(t, player, "say_uno")


def catch(t: UnoTable, player: str, target: str) -> list[Event]:
    """Catch a player that has forgotten UNO."""
    return act(t, player, "catch_uno", target=target)


def leave(t: UnoTable, player: str) -> list[Event]:
    """Leave the game for good."""
    return engine.leave(GAME, t, player, t.now)


def wait(t: UnoTable, seconds: float) -> list[Event]:
    """Let time pass without actions. Decisions time out when they are due."""
    end = t.now + round(seconds * 1000)
    events: list[Event] = []
    while (next_timeout := t.next_timeout()) is not None and next_timeout <= end and t.result is None:
        events += engine.expire(GAME, t, next_timeout)
    t.now = end
    return events


# Views


def hand(t: UnoTable, player: str) -> str:
    """Return the cards of a player, in their order."""
    return " ".join(t.hand(player).cards)


def sizes(t: UnoTable) -> str:
    """Return the numbers of cards that the players hold."""
    return " ".join(str(len(t.hand(player.id).cards)) for player in t.players)


def scores(t: UnoTable) -> str:
    """Return the points of the players."""
    return " ".join(str(player.score) for player in t.players)


def prompt(t: UnoTable, viewer: str | None) -> str:
    """Return the prompt of this viewer, with players by their ids."""
    return english(GAME.prompt(t, viewer))


def top(t: UnoTable) -> str:
    """Return the top card and the colour in force."""
    return f"{t.discard.cards[-1]} {t.colour}"


def offered(t: UnoTable, player: str) -> set[str]:
    """Return the names of the moves that a player has now."""
    return {form.name for form in engine.moves(GAME, t, player)}


def forms(t: UnoTable, player: str, name: str) -> list[Form]:
    """Return the forms of a move."""
    return [form for form in engine.moves(GAME, t, player) if form.name == name]


def playable(t: UnoTable, player: str, name: str = "play") -> str:
    """Return the faces that a player may play now."""
    return " ".join(card for form in forms(t, player, name) for card in form.fields[0].of)
