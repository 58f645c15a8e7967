"""A few words in which tests of Uno say what is on the table and what the players do.

Cards are written as on the table: `"R5 BD WF"`. Time stands still unless a test says `wait`.
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

from .vocabulary import (
    NOON,
    SEED,
    copy_of,
    encoded,
    holds,
    labels,
    one,
    refused,
    said,
    texts,
    types,
    winners,
)

__all__ = ["copy_of", "encoded", "holds", "labels", "one", "refused", "said", "texts", "types", "winners"]

COLOUR_LETTERS = {word: letter for letter, word in COLOURS.items()}


def options(**values: Any) -> Any:
    """Options of Uno; catching is possible at once unless a test is about the grace."""
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
    """A running round of p1, p2, ...: their hands divided by `/`, the next card of the draw pile first.

    The dealer is the last seat. Without `deck` the draw pile is all that is left, blue on top.
    """
    held = {f"p{seat}": cards.split() for seat, cards in enumerate(hands.split("/"), 1)}
    t = deal(list(held), **values)
    for id, cards in held.items():
        t.hand(id).cards = cards
    t.discard.cards = [*under.split(), top]
    used = Counter([*t.discard.cards, *(card for cards in held.values() for card in cards)])
    rest = list((Counter(DECK) - used).elements())
    t.deck.cards = rest if deck is None else deck.split()[::-1]
    t.dealer, t.turn, t.direction = list(held)[-1], turn, 1
    t.colour = colour or colour_of(top)
    for player, score in zip(t.players, scores.split(), strict=False):
        player.score = int(score)
    t.open_decision(Turn, turn)
    return t


def deal(players: list[str], *, seed: str = SEED, **values: Any) -> UnoTable:
    """A freshly dealt match of these players."""
    t, _ = engine.deal(GAME, players, options(**values), seed, NOON, None)
    assert isinstance(t, UnoTable)
    return t


def dealt(seats: int, *, seed: str = SEED, **values: Any) -> UnoTable:
    """A freshly dealt match of p1, p2, ..."""
    return deal([f"p{seat}" for seat in range(1, seats + 1)], seed=seed, **values)


def deals(seats: int, count: int, **values: Any) -> list[tuple[UnoTable, list[Event]]]:
    """So many matches with their first events, each from another seed."""
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    seeds = [f"{number:032x}" for number in range(1, count + 1)]
    return [engine.deal(GAME, players, options(**values), seed, NOON, None) for seed in seeds]  # type: ignore[misc]


# What players do


def act(t: UnoTable, player: str, name: str, /, **args: Any) -> list[Event]:
    """Any move, tied to the present moment."""
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
    """Do not play the card just drawn."""
    return act(t, player, "keep")


def accept(t: UnoTable, player: str) -> list[Event]:
    """Draw what a wild draw four demands."""
    return act(t, player, "accept")


def challenge(t: UnoTable, player: str) -> list[Event]:
    """Doubt a wild draw four."""
    return act(t, player, "challenge")


def say(t: UnoTable, player: str) -> list[Event]:
    """UNO!"""
    return act(t, player, "say_uno")


def catch(t: UnoTable, player: str, target: str) -> list[Event]:
    """Tell that somebody has forgotten UNO."""
    return act(t, player, "catch_uno", target=target)


def leave(t: UnoTable, player: str) -> list[Event]:
    """Be gone for good."""
    return engine.leave(GAME, t, player, t.now)


def wait(t: UnoTable, seconds: float) -> list[Event]:
    """Nobody acts for so long; what becomes due happens when it is due."""
    end = t.now + round(seconds * 1000)
    events: list[Event] = []
    while (due := t.due()) is not None and due <= end and t.result is None:
        events += engine.expire(GAME, t, due)
    t.now = end
    return events


# What can be seen


def hand(t: UnoTable, player: str) -> str:
    """The cards of a player, in their order."""
    return " ".join(t.hand(player).cards)


def sizes(t: UnoTable) -> str:
    """How many cards the players hold."""
    return " ".join(str(len(t.hand(player.id).cards)) for player in t.players)


def scores(t: UnoTable) -> str:
    """The points of the players."""
    return " ".join(str(player.score) for player in t.players)


def prompt(t: UnoTable, viewer: str | None) -> str:
    """What this viewer reads; players by their ids."""
    return said(GAME.prompt(t, viewer))


def top(t: UnoTable) -> str:
    """The top card and the colour in force."""
    return f"{t.discard.cards[-1]} {t.colour}"


def offered(t: UnoTable, player: str) -> set[str]:
    """Names of the moves that a player has now."""
    return {form.name for form in engine.moves(GAME, t, player)}


def forms(t: UnoTable, player: str, name: str) -> list[Form]:
    """The forms of one move."""
    return [form for form in engine.moves(GAME, t, player) if form.name == name]


def playable(t: UnoTable, player: str, name: str = "play") -> str:
    """The faces that a player may play now."""
    return " ".join(card for form in forms(t, player, name) for card in form.fields[0].of)
