"""Short functions for tests of Ivanhoe: set up a table, make moves, look at the result.

Cards are written without the `I` of their code: `"P3 S2 RIP"`. Hands, displays and cards in front are
divided by `/`, one part for each player. Piles are written from bottom to top. By default, a window closes at
once if no player holds IVANHOE.
"""

from __future__ import annotations

from typing import Any

from cheat.engine import engine
from cheat.engine.forms import Form
from cheat.engine.options import checked_options
from cheat.engine.table import Event
from cheat.games import built_in_game
from cheat.games.ivanhoe.decisions import Draw, Turn
from cheat.games.ivanhoe.table import IvanhoeTable

from .cheat_words import NOON, SEED

GAME = built_in_game("ivanhoe")
ALL = ["purple", "red", "blue", "yellow", "green"]


def cards(words: str) -> list[str]:
    """Return the codes of cards in short form."""
    return [f"I{word}" for word in words.split()]


def short(codes: list[str]) -> str:
    """Return the short form of codes."""
    return " ".join(code.removeprefix("I") for code in codes)


def options(**values: Any) -> Any:
    """Return options of the game."""
    return checked_options(GAME.options_type, {"quick_reactions": True, **values})


def dealt(seats: int = 3, *, seed: str = SEED, **values: Any) -> IvanhoeTable:
    """Return a newly dealt game of p1, p2, ..."""
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    t, _ = engine.deal(GAME, players, options(**values), seed, NOON, None)
    assert isinstance(t, IvanhoeTable)
    return t


def table(
    hands: str,
    displays: str = "",
    *,
    fronts: str = "",
    colour: str = "red",
    last: str = "",
    turn: str = "p1",
    deck: str = "G1 G1 G1 G1 G1 G1",
    discard: str = "",
    tokens: dict[str, str] | None = None,
    withdrawn: str = "",
    added: int = 0,
    opening: bool = False,
    phase: str = "turn",
    **values: Any,
) -> IvanhoeTable:
    """Return a running game of p1, p2, ... in which a player must play (after drawing) or draw."""
    hand_list = hands.split("/")
    t = dealt(len(hand_list), **values)
    t.deck.cards, t.discard.cards = cards(deck), cards(discard)
    t.colour, t.last_colour, t.withdrawn_players = colour, last, withdrawn.split()
    for seat, id in enumerate(t.active()):
        t.hand(id).cards = cards(hand_list[seat])
        for words, zone in ((displays, t.display(id)), (fronts, t.front(id))):
            zone.cards = cards(words.split("/")[seat]) if words else []
            t.note(zone)
    for id, colours in (tokens or {}).items():
        t.tokens[id] = colours.split()
        t.player(id).score = len(t.tokens[id])
    t.turn, t.cards_added, t.opening, t.cards_played = turn, added, opening, added
    t.open_decision(Turn if phase == "turn" else Draw, turn)
    return t


def between(hands: str, *, last: str = "", **table_args: Any) -> IvanhoeTable:
    """Return a game without a running tournament, in which p1 must draw."""
    return table(hands, colour="", last=last, phase="draw", **table_args)


# Moves


def act(t: IvanhoeTable, player: str, name: str, /, **args: Any) -> list[Event]:
    """Make any move, in the present moment unless `moment` names another."""
    return engine.act(GAME, t, player, name, {"moment": t.moment, **args}, t.now)


def draw(t: IvanhoeTable, player: str) -> list[Event]:
    """Draw a card."""
    return act(t, player, "draw")


def start(t: IvanhoeTable, player: str, colour: str) -> list[Event]:
    """Start a tournament."""
    return act(t, player, "start", colour=colour)


def add(t: IvanhoeTable, player: str, words: str) -> list[Event]:
    """Play value cards, one after the other."""
    return [event for card in cards(words) for event in act(t, player, "play_value", card=[card])]


def play(t: IvanhoeTable, player: str, word: str, target: str = "", **fields: str) -> list[Event]:
    """Play an action card; `own` and `taken` are cards."""
    args: dict[str, Any] = {"target": target} if target else {}
    for name, value in fields.items():
        args[name] = value if name == "colour" else cards(value)
    return act(t, player, "play_action", card=cards(word), **args)


def end(t: IvanhoeTable, player: str) -> list[Event]:
    """End the turn."""
    return act(t, player, "end_turn")


def let(t: IvanhoeTable, *players: str) -> list[Event]:
    """Let players pass in a reaction window."""
    return [event for player in players for event in act(t, player, "pass")]


def ivanhoe(t: IvanhoeTable, player: str) -> list[Event]:
    """Cancel the pending action card with IVANHOE."""
    return act(t, player, "ivanhoe")


def leave(t: IvanhoeTable, player: str) -> list[Event]:
    """Leave the game for good."""
    return engine.leave(GAME, t, player, t.now)


def wait(t: IvanhoeTable, seconds: float) -> list[Event]:
    """Let time pass without actions. Decisions time out when they are due."""
    finish = t.now + round(seconds * 1000)
    events = []
    while (next_timeout := t.next_timeout()) is not None and next_timeout <= finish and t.result is None:
        events += engine.expire(GAME, t, next_timeout)
    t.now = finish
    return events


# Views


def hand(t: IvanhoeTable, player: str) -> str:
    """Return the cards of a player, in their order."""
    return short(t.hand(player).cards)


def display(t: IvanhoeTable, player: str) -> str:
    """Return the display of a player, earliest card first."""
    return short(t.display(player).cards)


def displays(t: IvanhoeTable) -> str:
    """Return all displays, divided by ` / `."""
    return " / ".join(display(t, player.id) for player in t.players)


def front(t: IvanhoeTable, player: str) -> str:
    """Return the cards in front of a player: Shield and Stunned."""
    return short(t.front(player).cards)


def discard(t: IvanhoeTable) -> str:
    """Return the discard pile from bottom to top."""
    return short(t.discard.cards)


def tokens(t: IvanhoeTable, player: str) -> str:
    """Return the colours of a player's tokens."""
    return " ".join(t.tokens[player])


def phase(t: IvanhoeTable) -> tuple[str, str | None]:
    """Return the decision, and the player on turn."""
    return t.phase, t.turn


def offered(t: IvanhoeTable, player: str) -> set[str]:
    """Return the names of the moves that a player has now."""
    return {form.name for form in engine.moves(GAME, t, player)}


def forms(t: IvanhoeTable, player: str, name: str) -> list[Form]:
    """Return the forms with a name."""
    return [form for form in engine.moves(GAME, t, player) if form.name == name]


def actions(t: IvanhoeTable, player: str) -> set[str]:
    """Return the action cards that may be played now."""
    return {short(form.fields[0].of) for form in forms(t, player, "play_action")}


def values(t: IvanhoeTable, player: str) -> str:
    """Return the value cards that may be played now."""
    return short([card for form in forms(t, player, "play_value") for card in form.fields[0].of])


def choices(t: IvanhoeTable, player: str, name: str, field: str = "colour") -> list[Any]:
    """Return the values for a field of all forms with a name: players, choices, or cards."""
    found = [
        field_of_form
        for form in forms(t, player, name)
        for field_of_form in form.fields
        if field_of_form.name == field
    ]
    return [getattr(value, "value", value) for field_of_form in found for value in field_of_form.of]


def targets(t: IvanhoeTable, player: str, word: str) -> list[str]:
    """Return the players against which an action card may be played."""
    play_forms = [form for form in forms(t, player, "play_action") if form.fields[0].of == cards(word)]
    return sorted(
        {id for form in play_forms for field in form.fields if field.name == "target" for id in field.of}
    )
