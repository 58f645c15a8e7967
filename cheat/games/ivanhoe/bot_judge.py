"""Estimates that Ivanhoe's bots make: cost of staying in, chance to win, worth of a token.

The unit of every worth and cost is an ordinary card in the hand. The bot uses only what its seat can see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import erf, sqrt

from msgspec import UNSET
from msgspec.structs import replace

from cheat.engine.engine import HIDDEN
from cheat.engine.forms import Args
from cheat.engine.rng import Rng
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.actions import ACTIONS
from cheat.games.ivanhoe.table import PLAY_FIELDS, IvanhoeTable, Play

LAST = 40.0
"""The worth of the last token, which wins the game."""
TOKEN = {2: 12.0, 3: 8.0, 4: 7.0, 5: 6.0}
"""Number of tokens that a player still lacks -> the worth of a token."""
BLOCK = 0.5
"""The worth of keeping a rival from winning, as a share of `LAST`.

The share is less than 1, because another player may stop the rival instead.
"""
LEAD = 0.5
"""The worth of starting the next tournament."""
RESOLVE = 0.7
"""The share of a hand's points that a rival is expected to play."""
SHIELDED = 2.0
"""The number of points in a display that are worth as much as a Shield."""
SQUIRE, MAIDEN, ACTION, NEEDLESS = 1.2, 1.8, 0.8, 0.4
"""The worth of cards. `NEEDLESS` is for a colour in which the player already has the token."""
RISK = 1.0
"""The extra cost of playing a Maiden, if withdrawing with the Maiden would cost a token."""


# Cards


def price(t: IvanhoeTable, me: str, card: str) -> float:
    """Return the worth of a card in the hand of this player."""
    if not deck.is_value(card):
        return 1.0 if card == HIDDEN else ACTION
    if card == deck.MAIDEN:
        return MAIDEN + RISK * (withdrawal_cost(t, me, [card]) > 0)
    if deck.is_supporter(card):
        return SQUIRE
    return 1.0 if deck.VALUES[card].colour in t.lacking(me) else NEEDLESS


def addable_cards(t: IvanhoeTable, me: str) -> list[str]:
    """Return all cards of the hand that fit into the display, with at most one Maiden."""
    cards = [card for card in t.hand(me).cards if t.fits(card)]
    maidens = cards.count(deck.MAIDEN) - t.has_room_for(me, deck.MAIDEN)
    for _ in range(maidens):
        cards.remove(deck.MAIDEN)
    return cards


def cheapest_winning_cards(t: IvanhoeTable, me: str) -> list[str] | None:
    """Return the cheapest cards with which the player beats all others, now or in the next turn.

    Returns None if no cards of the hand are enough. Cards that only reach a tie are not enough, even if the
    options let tied players stay in, because a tie wins nothing.
    """
    is_on_turn, is_stunned = t.turn == me, t.is_stunned(me)
    must_play = t.options.must_play_card and not (is_on_turn and t.cards_played)
    needed = max(int(must_play), t.to_beat(me) - t.total(me) + 1)
    sets: dict[int, tuple[float, list[str]]] = {0: (0.0, [])}
    for card in [] if is_on_turn and not t.may_add(me) else addable_cards(t, me):
        for total, (cost, cards) in list(sets.items()):
            if total < needed and not (is_stunned and cards):
                candidate, new_total = (cost + price(t, me, card), [*cards, card]), total + t.worth([card])
                sets[new_total] = min(sets.get(new_total, candidate), candidate)
    winning_sets = [cost_and_cards for total, cost_and_cards in sets.items() if total >= needed]
    return min(winning_sets)[1] if winning_sets else None


# Chances


def unseen_cards(t: IvanhoeTable, me: str) -> Counter[str]:
    """Return the cards in the draw pile and in the hands of the other players."""
    unseen = Counter(deck.DECK)
    unseen.subtract(t.hand(me).cards)
    for id, zone in t.zones.items():
        if id != "deck" and not id.startswith("hand:"):
            unseen.subtract(zone.cards)
    return +unseen


def hidden_worth(t: IvanhoeTable, me: str) -> tuple[float, float]:
    """Return the mean and the variance of the points that an unseen card adds to a display."""
    cards = unseen_cards(t, me)
    worths = [(t.worth([card]) if t.fits(card) else 0, count) for card, count in cards.items()]
    total = max(1, cards.total())
    mean = sum(worth * count for worth, count in worths) / total
    return mean, sum(worth**2 * count for worth, count in worths) / total - mean**2


def highest_total(t: IvanhoeTable, me: str) -> int:
    """Return the points of the display, plus the points of the hand's cards that fit into it."""
    return t.total(me) + t.worth(addable_cards(t, me))


def winning_chance(t: IvanhoeTable, me: str) -> float:
    """Return the chance that this player can beat all rivals.

    The player knows only the sizes of the rivals' hands.
    """
    mean, variance = hidden_worth(t, me)
    own_total = t.total(me) + _reserve(t, me, t.worth(addable_cards(t, me))) + SHIELDED * t.has_shield(me)
    chance = 1.0
    for id in t.in_play():
        if id != me:
            hand = len(t.hand(id).cards)
            rival_total = t.total(id) + _reserve(t, id, RESOLVE * hand * mean) + SHIELDED * t.has_shield(id)
            chance *= _normal((own_total - rival_total) / sqrt(1 + hand * variance))
    return chance


def _reserve(t: IvanhoeTable, player: str, points: float) -> float:
    """Return the points that a player may be able to add: half of `points` if stunned."""
    return points / 2 if t.is_stunned(player) else points


def _normal(z: float) -> float:
    """Return the value of the standard normal distribution function."""
    return (1 + erf(z / sqrt(2))) / 2


# Tokens


def worth_of_token(t: IvanhoeTable, player: str, returned: int = 0) -> float:
    """Return the worth of a token to a player, after the player has returned `returned` tokens."""
    lacking = t.needed() - len(t.tokens[player]) + returned
    return TOKEN[lacking] if lacking > 1 else LAST


def prize(t: IvanhoeTable, player: str) -> float:
    """Return the worth of the token that a player would win with this tournament."""
    lacking = t.lacking(player)
    return worth_of_token(t, player) if t.colour in lacking or t.colour == deck.PURPLE else 0.0


def rivals_prize(t: IvanhoeTable, me: str) -> float:
    """Return `LAST` if a rival may win the last needed token in this tournament, otherwise 0."""
    return LAST if any(prize(t, id) == LAST for id in t.in_play() if id != me) else 0.0


def withdrawal_cost(t: IvanhoeTable, me: str, cards: Sequence[str]) -> float:
    """Return the cost of withdrawing with these cards in the display."""
    pays = t.options.maiden_penalty and deck.MAIDEN in cards and t.tokens[me]
    return worth_of_token(t, me, returned=1) if pays else 0.0


# The worth of a table


def position_worth(t: IvanhoeTable, me: str) -> float:
    """Return the worth of the hand, plus that of the better choice: to stay in or to withdraw."""
    return hand_worth(t, me) + max(worth_of_withdrawing(t, me), worth_of_staying(t, me))


def hand_worth(t: IvanhoeTable, me: str) -> float:
    """Return the worth of the cards in the hand."""
    return sum(price(t, me, card) for card in t.hand(me).cards)


def worth_of_withdrawing(t: IvanhoeTable, me: str) -> float:
    """Return the worth of withdrawing: 0 or less."""
    return -withdrawal_cost(t, me, t.display(me).cards) - BLOCK * rivals_prize(t, me)


def worth_of_staying(t: IvanhoeTable, me: str) -> float:
    """Return the worth of staying in.

    If the cards of the hand are not enough to stay in, this is less than the worth of withdrawing.
    """
    cards = cheapest_winning_cards(t, me)
    if cards is None:
        return worth_of_withdrawing(t, me) - 1
    chance, cost = winning_chance(t, me), sum(price(t, me, card) for card in cards)
    loss = withdrawal_cost(t, me, [*t.display(me).cards, *cards]) + BLOCK * rivals_prize(t, me)
    return chance * (prize(t, me) + LEAD) - cost - (1 - chance) * loss


# Imagined tables


def copy_of(t: IvanhoeTable) -> IvanhoeTable:
    """Return a copy of the table on which the effect of an action card can be tried."""
    zones = {id: replace(zone, cards=list(zone.cards)) for id, zone in t.zones.items()}
    return replace(t, zones=zones, events=[], steps_spent=0, rng=Rng("00" * 16), knowledge=UNSET)


def with_colour(t: IvanhoeTable, colour: str) -> IvanhoeTable:
    """Return a copy of the table on which the tournament has this colour."""
    copy = copy_of(t)
    copy.opening = True
    copy.turn_to(colour)
    return copy


def after_action(t: IvanhoeTable, me: str, args: Args) -> IvanhoeTable:
    """Return the table after this player has played an action card that is not cancelled."""
    copy = copy_of(t)
    plain_args = {name: args[name] for name in ("target", "colour") if name in args}
    card_args = {field: args[name][0] for field, name in PLAY_FIELDS.items() if name in args}
    play = Play(args["card"][0], **plain_args, **card_args)
    copy.hand(me).cards.remove(play.card)
    copy.cards_played += 1
    return _after_effect(copy, me, play)


def after_pending_action(t: IvanhoeTable) -> IvanhoeTable:
    """Return the table after the pending action card, if that card is not cancelled.

    The card has no effect if its target has left.
    """
    copy = copy_of(t)
    copy.zones["played"].cards.clear()
    return _after_effect(copy, t.actor, t.play)


def _after_effect(t: IvanhoeTable, actor: str, play: Play) -> IvanhoeTable:
    action = ACTIONS[play.card]
    if action.still_applies(t, play):
        action.zone_afterwards(t, play).cards.append(play.card)
        action.effect(t, play)
    return t
