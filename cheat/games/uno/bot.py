"""Bots for Uno: easy plays any card, normal its most frequent colour, hard watches others.

All bots say UNO when one card is left, but easy sometimes forgets. A player that forgets can be caught. A
wild draw four can be challenged. For each forgotten UNO, a bot decides only once whether to catch the player.
It also decides only once whether to challenge a wild draw four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cheat.bots.bot import Bot, BotMove, Level, Memory
from cheat.engine.forms import CardsField, ChoiceField, Field, Form, PlayerField
from cheat.engine.rng import Rng
from cheat.engine.table import EventView, Table
from cheat.games.uno.bot_hands import Hands, follow_hands
from cheat.games.uno.deck import COLOURS, REVERSE, SKIP, WILD_FOUR, colour_of, draw_count, is_black, points
from cheat.games.uno.rules import WRONG_CHALLENGE, UnoTable


class UnoBot(Bot):
    """The base of the bots for Uno. It considers moves in a fixed order, and fills in forms."""

    CATCHES = 0.0
    """The probability that the bot notices a forgotten UNO."""

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return the first possible move that the bot wants to make.

        The bot considers moves in this order: be ready for the next round, say UNO, catch a player, challenge
        a wild draw four, and finally all others, such as to play or to draw a card.
        """
        assert isinstance(observation, UnoTable), "these bots play Uno"
        forms_by_name = {form.name: form for form in forms}
        if "ready" in forms_by_name:
            return "ready", dict(forms_by_name["ready"].ties)
        if "say_uno" in forms_by_name and self.remembers_uno(observation, me, memory, rng):
            return "say_uno", dict(forms_by_name["say_uno"].ties)
        if observation.forgot_uno and self._catches(observation, me, forms, memory, rng):
            return "catch_uno", {**forms_by_name["catch_uno"].ties, "target": observation.forgot_uno}
        if "challenge" in forms_by_name and self._doubts(observation, me, memory, rng):
            return "challenge", dict(forms_by_name["challenge"].ties)
        return self._turn(observation, me, forms, memory, rng)

    def _turn(
        self, observation: UnoTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Play the card that the bot chooses.

        If the bot chooses no card, draw a card or keep the drawn card.
        """
        plays = {
            card: form for form in forms if form.name in ("play", "jump_in") for card in _faces(form.fields)
        }
        card = self.card(observation, me, sorted(plays), memory, rng) if plays else None
        if card is not None:
            args = {
                field.name: self._value(observation, me, card, field, memory, rng)
                for field in plays[card].fields
            }
            return plays[card].name, {**plays[card].ties, **args}
        for form in forms:
            if form.name in ("accept", "draw", "keep"):
                return form.name, dict(form.ties)
            if form.name == "choose_colour":
                return form.name, {**form.ties, "colour": self.colour(observation, me, None, memory, rng)}
        return None

    def _value(
        self, observation: UnoTable, me: str, card: str, field: Field, memory: Memory, rng: Rng
    ) -> Any:
        match field:
            case CardsField():
                return [card]
            case PlayerField():
                return min(field.of, key=lambda id: len(observation.hand(id).cards))
            case ChoiceField(name="uno"):
                return "yes" if self.remembers_uno(observation, me, memory, rng) else "no"
        return self.colour(observation, me, card, memory, rng)

    def _catches(
        self, observation: UnoTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> bool:
        """Return whether to catch a player. The bot decides once for each forgotten UNO."""
        if not any(form.name == "catch_uno" and observation.forgot_uno in _targets(form) for form in forms):
            return False
        if memory.get("watched") == observation.moment:
            return False
        memory["watched"] = observation.moment
        return rng.chance(self.CATCHES)

    def _doubts(self, observation: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        if memory.get("judged") == observation.moment:
            return False
        memory["judged"] = observation.moment
        return self.doubts(observation, me, memory, rng)

    def remembers_uno(self, observation: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Return whether to say UNO."""
        return True

    def card(
        self, observation: UnoTable, me: str, playable: list[str], memory: Memory, rng: Rng
    ) -> str | None:
        """Return the card to play, or None to draw or to keep the drawn card."""
        raise NotImplementedError

    def colour(self, observation: UnoTable, me: str, card: str | None, memory: Memory, rng: Rng) -> str:
        """Return the colour to choose with this card.

        `card` is None if the first card of the round is black and the bot chooses its colour.
        """
        return most_held(_hand_without(observation, me, card) or observation.hand(me).cards, rng)

    def doubts(self, observation: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Return whether to challenge a wild draw four."""
        return False


class Easy(UnoBot):
    """A bot that plays at random, forgets UNO three times in ten, and never challenges."""

    CATCHES = 0.2

    def remembers_uno(self, observation: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Return whether to say UNO. The bot says it only while playing a card, never afterwards."""
        return observation.forgot_uno != me and rng.chance(0.7)

    def card(
        self, observation: UnoTable, me: str, playable: list[str], memory: Memory, rng: Rng
    ) -> str | None:
        """Return a random playable card."""
        return rng.choice(playable)

    def colour(self, observation: UnoTable, me: str, card: str | None, memory: Memory, rng: Rng) -> str:
        """Return a random colour."""
        return rng.choice(list(COLOURS.values()))


class Normal(UnoBot):
    """A bot that plays its most frequent colour, and black cards last."""

    CATCHES = 0.6

    def card(
        self, observation: UnoTable, me: str, playable: list[str], memory: Memory, rng: Rng
    ) -> str | None:
        """Return a card of the hand's most frequent colour. Black cards come last."""
        held_colours = Counter(map(colour_of, observation.hand(me).cards))
        return max(playable, key=lambda card: (not is_black(card), held_colours[colour_of(card)], card))

    def doubts(self, observation: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Challenge one time in five if the other player's hand has more than five cards."""
        assert observation.wild_four is not None, "a challenge is offered only against a wild draw four"
        return len(observation.hand(observation.wild_four.player).cards) > 5 and rng.chance(0.2)


class Hard(UnoBot):
    """A bot that draws conclusions about the hands of the other players.

    It remembers which cards these players cannot have, and tries to leave them without a card to play. It
    tries to stop players that have few cards left, and gets rid of cards with many points before another
    player finishes. It challenges if a challenge is expected to cost fewer cards than accepting.
    """

    CATCHES = 1.0
    STUCK = 2.5
    """The weight of leaving another player without a card to play.

    The bot multiplies this weight by the chance that the player has no card to play. To choose a card, the
    bot adds up all weights. One more colour that stays in the hand has the weight 1. All weights were found
    by playing hundreds of thousands of matches against normal bots.
    """
    HIT = {1: 8.0, 2: 4.0}
    """Number of cards in a player's hand -> the weight of making this player lose the turn."""
    TURN_AWAY = 4.0
    """The weight of a Reverse that keeps a player with few cards (see `HIT`) from being next."""
    SHED = 0.15
    """The weight per point of the played card, if another player has few cards (`FEW_CARDS`)."""
    SAVED, LATE, FOUR = 12.0, 2.0, 5.0
    """The weights of keeping a black card.

    `SAVED` is the usual weight. `LATE` replaces it if another player has one card left. For a wild draw four,
    `FOUR` is added.
    """
    SAME_SIGN = 0.5
    """The weight of each card in the hand with the same number or symbol in another colour."""
    FOREIGN = 5.0
    """The penalty for choosing a colour that the hand lacks."""
    FEW_CARDS = 3
    """Maximum number of cards with which an opponent may finish soon."""
    BLUFF = 0.05
    """The probability that a player plays a wild draw four although another card fits."""

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Remember what events show about hands (see `cheat.games.uno.bot_hands`)."""
        follow_hands(memory, events)

    def card(
        self, observation: UnoTable, me: str, playable: list[str], memory: Memory, rng: Rng
    ) -> str | None:
        """Return the card with the highest weight, or None to keep a card.

        The bot keeps a black card that it has just drawn, if it may, and if no player has few cards.
        """
        may_keep = observation.drawn_card is not None and not observation.must_play(me)
        if may_keep and is_black(playable[0]) and _fewest(observation, me) > self.FEW_CARDS:
            return None
        hands = Hands(observation, me, memory)
        return max(playable, key=lambda card: (self._card_weight(observation, me, card, hands), card))

    def _card_weight(self, observation: UnoTable, me: str, card: str, hands: Hands) -> float:
        other_cards = _hand_without(observation, me, card)
        fewest = _fewest(observation, me)
        weight = self._effect_weight(observation, me, card) + self.SHED * points(card) * (
            fewest <= self.FEW_CARDS
        )
        followers = _followers(observation, me, card)
        if is_black(card):
            weight -= (self.LATE if fewest == 1 else self.SAVED) + self.FOUR * (card == WILD_FOUR)
            return weight + max(
                self._colour_weight(colour, other_cards, followers, hands) for colour in COLOURS.values()
            )
        colours = {colour_of(held_card) for held_card in other_cards} - {""}
        alike = {held_card for held_card in other_cards if held_card[1] == card[1] and held_card != card}
        weight += len(colours) + self.SAME_SIGN * len(alike)
        return weight + self.STUCK * _chances_stuck(followers, colour_of(card), card[1], hands)

    def _effect_weight(self, observation: UnoTable, me: str, card: str) -> float:
        """Return the weight of a card's effect on players that have few cards left."""
        after_count, behind_count = (
            len(observation.hand(observation.next(me, step)).cards) for step in (1, -1)
        )
        if draw_count(card) or card[1] == SKIP or (card[1] == REVERSE and len(observation.active()) == 2):
            return self.HIT.get(after_count, 0)
        return (
            self.TURN_AWAY * ((after_count in self.HIT) - (behind_count in self.HIT))
            if card[1] == REVERSE
            else 0
        )

    def _colour_weight(
        self, colour: str, other_cards: list[str], followers: list[str], hands: Hands
    ) -> float:
        """Return the weight of choosing a colour if these cards are left in the hand."""
        is_foreign = all(colour_of(card) != colour for card in other_cards)
        return self.STUCK * _chances_stuck(followers, colour, "", hands) - self.FOREIGN * is_foreign

    def colour(self, observation: UnoTable, me: str, card: str | None, memory: Memory, rng: Rng) -> str:
        """Return the colour with the highest weight.

        Of equal weights, the most frequent colour wins.
        """
        other_cards, hands = _hand_without(observation, me, card), Hands(observation, me, memory)
        followers = _followers(observation, me, card) if card else observation.others(me)
        held_colours = Counter(map(colour_of, other_cards))
        weights = {
            colour: self._colour_weight(colour, other_cards, followers, hands) for colour in COLOURS.values()
        }
        return max(weights, key=lambda colour: (round(weights[colour], 6), held_colours[colour], colour))

    def doubts(self, observation: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Return whether a challenge is expected to cost fewer cards than accepting.

        A player that accepts draws the due cards and loses the turn. After a wrong challenge, the player
        draws `WRONG_CHALLENGE` more cards. A right challenge costs nothing.
        """
        card = observation.wild_four
        assert card is not None, "a challenge is offered only against a wild draw four"
        proper = Hands(observation, me, memory).lacks(card.player, memory.get("before", ""))
        bluff = self.BLUFF * (1 - proper)
        guilty = bluff / (bluff + proper) if bluff + proper else 0.0
        return (1 - guilty) * (observation.due_cards + WRONG_CHALLENGE) < observation.due_cards


BOTS: dict[Level, Bot] = {"easy": Easy(), "normal": Normal(), "hard": Hard()}
FAST = {"uno_grace_s": 0, "turn_s": 0}

POINTS_THAT_MATTER = 100
"""The lead in points that is a clear advantage.

The winner of a round gets about as many points.
"""


def evaluate_player(table: UnoTable, player: str) -> float:
    """Return the score of a player, minus the points in hand during a round.

    The unit is `POINTS_THAT_MATTER`. If the lowest score wins, the score is negated.
    """
    sign = -1 if table.fewest_win() else 1
    in_hand = table.hand_points(player) if table.turn else 0
    return (sign * table.player(player).score - in_hand) / POINTS_THAT_MATTER


def most_held(cards: Sequence[str], rng: Rng) -> str:
    """Return the most frequent colour of these cards, or a random one if there are none."""
    counts = Counter(colour_of(card) for card in cards if not is_black(card))
    best = max(counts.values(), default=0)
    return rng.choice([colour for colour in COLOURS.values() if counts[colour] == best])


def _hand_without(observation: UnoTable, me: str, card: str | None) -> list[str]:
    """Return the hand of this seat without this card."""
    other_cards = list(observation.hand(me).cards)
    if card is not None:
        other_cards.remove(card)
    return other_cards


def _fewest(observation: UnoTable, me: str) -> int:
    """Return the number of cards in the smallest hand of an opponent."""
    return min(len(observation.hand(id).cards) for id in observation.others(me))


def _followers(observation: UnoTable, me: str, card: str) -> list[str]:
    """Return the players that have a turn between this card and this seat's next turn, in order."""
    order = [observation.next(me, step) for step in range(1, len(observation.active()))]
    if card[1] == REVERSE:
        order.reverse()
    skips = draw_count(card) or card[1] == SKIP or (card[1] == REVERSE and len(order) == 1)
    return order[1:] if skips else order


def _chances_stuck(followers: list[str], colour: str, sign: str, hands: Hands) -> float:
    """Return the expected number of `followers` (see `_followers`) without a card to play.

    `sign`, the number or symbol of the top card, counts only for the first follower. Later followers probably
    play on another top card.
    """
    return sum(
        hands.chance_stuck(player, colour, "" if index else sign) for index, player in enumerate(followers)
    )


def _faces(fields: Sequence[Field]) -> list[str]:
    """Return the faces that a form for playing a card offers."""
    return [card for field in fields if isinstance(field, CardsField) and field.of for card in field.of]


def _targets(form: Form) -> list[str]:
    return [id for field in form.fields if isinstance(field, PlayerField) for id in field.of]
