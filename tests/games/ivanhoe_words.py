"""A few words in which tests of Ivanhoe say what is on the table and what the players do.

Cards are written without the `I` of their code: `"P3 S2 RIP"`. Hands, displays and what lies in front are
divided by `/`, a player each; piles are written from bottom to top. Unless a test says otherwise a window
closes at once where nobody holds IVANHOE.
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

from .vocabulary import NOON, SEED

GAME = built_in_game("ivanhoe")
ALL = ["purple", "red", "blue", "yellow", "green"]


def cards(words: str) -> list[str]:
    """The codes of these cards."""
    return [f"I{word}" for word in words.split()]


def short(codes: list[str]) -> str:
    """The other way round."""
    return " ".join(code.removeprefix("I") for code in codes)


def options(**values: Any) -> Any:
    """Options of the game."""
    return checked_options(GAME.options_type, {"quick_reactions": True, **values})


def dealt(seats: int = 3, *, seed: str = SEED, **values: Any) -> IvanhoeTable:
    """A freshly dealt game of p1, p2, ..."""
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
    """A running game of p1, p2, ... in which somebody has drawn and is to play, or is to draw."""
    held = hands.split("/")
    t = dealt(len(held), **values)
    t.deck.cards, t.discard.cards = cards(deck), cards(discard)
    t.colour, t.last_colour, t.withdrawn_players = colour, last, withdrawn.split()
    for seat, id in enumerate(t.active()):
        t.hand(id).cards = cards(held[seat])
        for words, zone in ((displays, t.display(id)), (fronts, t.front(id))):
            zone.cards = cards(words.split("/")[seat]) if words else []
            t.note(zone)
    for id, colours in (tokens or {}).items():
        t.tokens[id] = colours.split()
        t.player(id).score = len(t.tokens[id])
    t.turn, t.cards_added, t.opening, t.cards_played = turn, added, opening, added
    t.open_decision(Turn if phase == "turn" else Draw, turn)
    return t


def between(hands: str, *, last: str = "", **more: Any) -> IvanhoeTable:
    """No tournament is running, and p1 is to draw."""
    return table(hands, colour="", last=last, phase="draw", **more)


# What players do


def act(t: IvanhoeTable, player: str, name: str, /, **args: Any) -> list[Event]:
    """Any move of this moment, or of the moment that is given."""
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


def play(t: IvanhoeTable, player: str, word: str, target: str = "", **said: str) -> list[Event]:
    """Play an action card; `own` and `taken` are cards."""
    args: dict[str, Any] = {"target": target} if target else {}
    for name, value in said.items():
        args[name] = value if name == "colour" else cards(value)
    return act(t, player, "play_action", card=cards(word), **args)


def end(t: IvanhoeTable, player: str) -> list[Event]:
    """End the turn."""
    return act(t, player, "end_turn")


def let(t: IvanhoeTable, *players: str) -> list[Event]:
    """Let it happen."""
    return [event for player in players for event in act(t, player, "pass")]


def ivanhoe(t: IvanhoeTable, player: str) -> list[Event]:
    """Cancel what was played."""
    return act(t, player, "ivanhoe")


def leave(t: IvanhoeTable, player: str) -> list[Event]:
    """Be gone for good."""
    return engine.leave(GAME, t, player, t.now)


def wait(t: IvanhoeTable, seconds: float) -> list[Event]:
    """Nobody acts for so long; what becomes due happens when it is due."""
    finish = t.now + round(seconds * 1000)
    events = []
    while (due := t.due()) is not None and due <= finish and t.result is None:
        events += engine.expire(GAME, t, due)
    t.now = finish
    return events


# What can be seen


def hand(t: IvanhoeTable, player: str) -> str:
    """The cards of a player, in their order."""
    return short(t.hand(player).cards)


def display(t: IvanhoeTable, player: str) -> str:
    """The display of a player, earliest card first."""
    return short(t.display(player).cards)


def displays(t: IvanhoeTable) -> str:
    """All displays, divided by ` / `."""
    return " / ".join(display(t, player.id) for player in t.players)


def front(t: IvanhoeTable, player: str) -> str:
    """Shield and Stunned before a player."""
    return short(t.front(player).cards)


def discard(t: IvanhoeTable) -> str:
    """The discard pile from bottom to top."""
    return short(t.discard.cards)


def tokens(t: IvanhoeTable, player: str) -> str:
    """The colours of the tokens that a player has."""
    return " ".join(t.tokens[player])


def phase(t: IvanhoeTable) -> tuple[str, str | None]:
    """What is asked, and who is on turn."""
    return t.phase, t.turn


def offered(t: IvanhoeTable, player: str) -> set[str]:
    """Names of the moves that a player has now."""
    return {form.name for form in engine.moves(GAME, t, player)}


def forms(t: IvanhoeTable, player: str, name: str) -> list[Form]:
    """The forms of one name."""
    return [form for form in engine.moves(GAME, t, player) if form.name == name]


def actions(t: IvanhoeTable, player: str) -> set[str]:
    """The action cards that may be played now."""
    return {short(form.fields[0].of) for form in forms(t, player, "play_action")}


def values(t: IvanhoeTable, player: str) -> str:
    """The value cards that may be played now."""
    return short([card for form in forms(t, player, "play_value") for card in form.fields[0].of])


def choices(t: IvanhoeTable, player: str, name: str, field: str = "colour") -> list[Any]:
    """What may be chosen in a field of all forms of a name: players, values of a choice, or cards."""
    found = [one for form in forms(t, player, name) for one in form.fields if one.name == field]
    return [getattr(value, "value", value) for one in found for value in one.of]


def targets(t: IvanhoeTable, player: str, word: str) -> list[str]:
    """Against whom an action card may be played."""
    found = [form for form in forms(t, player, "play_action") if form.fields[0].of == cards(word)]
    return sorted(
        {id for form in found for field in form.fields if field.name == "target" for id in field.of}
    )
