"""Special reasons why the rules of Ivanhoe refuse a move, for the message to the player."""

from __future__ import annotations

from typing import Any

from cheat.engine.decisions import Reason
from cheat.engine.forms import Args, PlayerField
from cheat.errors import Refused
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.actions import ACTIONS
from cheat.games.ivanhoe.table import IvanhoeTable

ERROR_CODES = (
    "no_ivanhoe", "not_playable", "one_card_only", "second_maiden", "shielded_player", "wrong_colour",
)  # fmt: skip
"""Error codes of Ivanhoe that are not in the `reasons` of its decisions."""
IN_A_TURN = ("start", "play_value", "play_action", "end_turn", "withdraw")
ALREADY_DRAWN = Reason("draw", "You have already drawn a card.", "already_drawn")
NOTHING_TO_ANSWER = Reason(
    "ivanhoe", "There is no action card to answer right now.", "nothing_to_answer", for_all=True
)
NOT_SETTLED = tuple(
    Reason(move, "Wait until the card you played is settled.", "not_settled") for move in ("draw", *IN_A_TURN)
)

BEFORE_DRAWING = (
    NOTHING_TO_ANSWER,
    *(Reason(move, "Draw a card first.", "draw_first") for move in IN_A_TURN),
)
BEFORE_STARTING = (
    ALREADY_DRAWN,
    NOTHING_TO_ANSWER,
    *(Reason(move, "Choose the colour of the tournament first.", "colour_first") for move in IN_A_TURN),
)
IN_PLAY = (
    ALREADY_DRAWN,
    NOTHING_TO_ANSWER,
    Reason("start", "A tournament is already running.", "tournament_running"),
    Reason("end_turn", "You start the tournament: play a value card first.", "value_card_first"),
    Reason("withdraw", "You can't withdraw now. End your turn instead.", "no_withdrawing"),
)


def explain(t: IvanhoeTable, player: str, name: str, args: Args) -> Refused | None:
    """Return the reason why a value card or an action card of the hand cannot be played."""
    cards = args.get("card")
    if not (isinstance(cards, list) and len(cards) == 1 and cards[0] in t.hand(player).cards):
        return None
    if name == "play_value":
        return _value_refusal(t, player, cards[0])
    return _action_refusal(t, player, cards[0], args.get("target")) if name == "play_action" else None


def _value_refusal(t: IvanhoeTable, player: str, card: str) -> Refused | None:
    """Return the reason why a value card of the hand cannot be added to the display."""
    if not deck.is_value(card):
        return Refused("You can play only value cards into your display.", "not_playable")
    if not t.fits(card):
        return Refused("That card doesn't have the colour of the tournament.", "wrong_colour")
    if not t.has_room_for(player, card):
        return Refused("There is already a Maiden in your display.", "second_maiden")
    if not t.may_add(player):
        return Refused("You are stunned: you can add only one card each turn.", "one_card_only")
    return None


def _action_refusal(t: IvanhoeTable, player: str, card: str, target: Any) -> Refused | None:
    """Return the reason why an action card of the hand cannot be played."""
    if card == deck.IVANHOE:
        return Refused("You can play IVANHOE only to answer another player's action card.", "not_playable")
    if card not in ACTIONS:
        return Refused("That isn't an action card.", "not_playable")
    if t.must_open(player):
        return Refused("You start the tournament: play a value card first.", "value_card_first")
    ways = ACTIONS[card].ways(t)
    if not ways:
        return Refused(ACTIONS[card].needs, "not_playable")
    reached = [id for way in ways for field in way if isinstance(field, PlayerField) for id in field.of]
    if reached and target not in reached and target in t.rivals() and t.has_shield(target):
        return Refused("A Shield protects that player.", "shielded_player")
    return None
