"""Bots for Ivanhoe: easy stays in, normal needs a strong hand, hard weighs gains and costs.

To stay in means to stay in the tournament. A bot that needs several cards for this plays them one at a time,
and decides again after each card. Bots answer every reaction window, even without the card IVANHOE.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cheat.bots.bot import Bot, BotMove, Level, Memory
from cheat.engine.action_space import actions
from cheat.engine.forms import Args, Form, sample
from cheat.engine.rng import Rng
from cheat.engine.table import Table
from cheat.games.ivanhoe import bot_judge as judge
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.table import IvanhoeTable

MOST_WAYS = 20
"""For each form, a bot compares at most this number of ways to fill in the form."""


class IvanhoeBot(Bot):
    """A bot for Ivanhoe: each decision of the game is a method."""

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Answer the decision that the game waits for."""
        assert isinstance(observation, IvanhoeTable), "these bots play Ivanhoe"
        forms_by_name = {form.name: form for form in forms}
        if "end_turn" in forms_by_name or "play_value" in forms_by_name:
            return self._turn(observation, me, forms, rng)
        if "pass" in forms_by_name:
            cancels = "ivanhoe" in forms_by_name and self.cancels(observation, me, rng)
            name = "ivanhoe" if cancels else "pass"
            return name, dict(forms_by_name[name].ties)
        name, args = forms[0].name, sample(forms[0], observation.cards_of, rng)
        colours = observation.startable(me) if name == "start" else []
        if colours:
            args["colour"] = self.colour(observation, me, colours, rng)
        return name, args

    def _turn(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> BotMove:
        """Play an action card, or the next card for staying in, or end the turn.

        The bot never stays in with a tie, even if the options allow this. If bots did so, they might keep a
        tie forever.
        """
        action_forms = [form for form in forms if form.name == "play_action"]
        if action_forms and (args := self.action(t, me, action_forms, rng)):
            return "play_action", args
        cards = judge.cheapest_winning_cards(t, me)
        ends = next((form for form in forms if form.name == "end_turn"), None)
        if cards and (ends is None or t.stays(me) or self.joins(t, me, cards)):
            value = next(form for form in forms if form.name == "play_value")
            return "play_value", {**value.ties, "card": [max(cards, key=deck.card_value)]}
        assert ends is not None, "a player that must play a card has one"
        return "end_turn", dict(ends.ties)

    def colour(self, t: IvanhoeTable, me: str, colours: list[str], rng: Rng) -> str:
        """Return the colour of a tournament that the bot starts."""
        raise NotImplementedError

    def action(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Args | None:
        """Return the args of an action card to play, or None."""
        raise NotImplementedError

    def joins(self, t: IvanhoeTable, me: str, cards: list[str]) -> bool:
        """Return whether the bot plays these cards to stay in."""
        raise NotImplementedError

    def cancels(self, t: IvanhoeTable, me: str, rng: Rng) -> bool:
        """Return whether the bot plays IVANHOE."""
        raise NotImplementedError


class Easy(IvanhoeBot):
    """A bot that stays in whenever it can, and plays action cards and IVANHOE at random."""

    def colour(self, t: IvanhoeTable, me: str, colours: list[str], rng: Rng) -> str:
        """Return the colour that most cards of the hand have."""
        held_colours = [deck.VALUES[card].colour for card in t.hand(me).cards if deck.is_value(card)]
        return max(colours, key=held_colours.count)

    def action(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Args | None:
        """Return a random action in 15 of 100 decisions, otherwise None."""
        return sample(rng.choice(forms), t.cards_of, rng) if rng.chance(0.15) else None

    def joins(self, t: IvanhoeTable, me: str, cards: list[str]) -> bool:
        """Return True, because this bot always stays in if it can."""
        return True

    def cancels(self, t: IvanhoeTable, me: str, rng: Rng) -> bool:
        """Return True one time in three."""
        return rng.chance(1 / 3)


class Normal(IvanhoeBot):
    """A bot that stays in if its hand is strong and it lacks the token, or to stop a rival."""

    ENOUGH = {deck.PURPLE: 14, deck.RED: 13, deck.BLUE: 12, deck.YELLOW: 11, deck.GREEN: 5}
    """Colour -> the minimum points of a strong hand, including the points of the display.

    These numbers are a little higher than the average points with which players win a tournament.
    """
    WITH_MAIDEN = 1.25
    """Factor for `ENOUGH` if the bot would play a Maiden that could cost it a token.

    A player that withdraws with a Maiden in the display loses a token.
    """
    SAVE = (
        deck.RIPOSTE, deck.DODGE, deck.BREAK_LANCE, deck.OUTMANEUVER, deck.CHARGE, deck.COUNTERCHARGE,
        deck.DISGRACE,
    )  # fmt: skip
    """Action cards that the bot plays if it then needs fewer cards of its hand to stay in."""

    def colour(self, t: IvanhoeTable, me: str, colours: list[str], rng: Rng) -> str:
        """Return the colour for which the hand is strongest. Colours of missing tokens come first."""
        tables = {colour: judge.with_colour(t, colour) for colour in colours}

        def strength(colour: str) -> tuple[bool, float]:
            table = tables[colour]
            return judge.prize(table, me) > 0, judge.highest_total(table, me) / self.ENOUGH[colour]

        return max(colours, key=strength)

    def action(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Args | None:
        """Return the args of a useful action card, or None.

        A card of `SAVE` is useful if it lets the bot stay in, or stay in with fewer cards. A Shield is useful
        if the bot stays in.
        """
        cards = judge.cheapest_winning_cards(t, me)
        joins = cards is not None and self.joins(t, me, cards)
        for args in ways(t, forms):
            card = args["card"][0]
            if (card == deck.SHIELD and joins) or (card in self.SAVE and self._saves(t, me, args, cards)):
                return args
        return None

    def _saves(self, t: IvanhoeTable, me: str, args: Args, cards: list[str] | None) -> bool:
        table_after = judge.after_action(t, me, args)
        cheaper = judge.cheapest_winning_cards(table_after, me)
        if cheaper is None or (cards is not None and len(cheaper) >= len(cards)):
            return False
        return self.joins(table_after, me, cheaper)

    def joins(self, t: IvanhoeTable, me: str, cards: list[str]) -> bool:
        """Return whether to stay in.

        The bot stays in if its hand is strong and it lacks the token of this colour. It also stays in if this
        tournament may decide the game.
        """
        prize = judge.prize(t, me)
        if prize == judge.LAST or judge.rivals_prize(t, me):
            return True
        risk = self.WITH_MAIDEN if judge.withdrawal_cost(t, me, cards) else 1
        return prize > 0 and judge.highest_total(t, me) >= risk * self.ENOUGH[t.colour]

    def cancels(self, t: IvanhoeTable, me: str, rng: Rng) -> bool:
        """Return whether the bot can stay in only if the pending action card is cancelled."""
        return (
            judge.cheapest_winning_cards(t, me) is not None
            and judge.cheapest_winning_cards(judge.after_pending_action(t), me) is None
        )


class Hard(IvanhoeBot):
    """A bot that compares the chance and the worth of a token with the cost in cards.

    It does so to decide whether to stay in, and to rate the position after each possible action card.
    """

    GAIN = 0.1
    """Minimum gain, in cards, for which the bot plays an action card."""
    IVANHOE = 2.0
    """Minimum loss, in cards, against which the bot plays the card IVANHOE."""

    def colour(self, t: IvanhoeTable, me: str, colours: list[str], rng: Rng) -> str:
        """Return the colour in which the bot's position is worth most."""
        return max(colours, key=lambda colour: judge.position_worth(judge.with_colour(t, colour), me))

    def action(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Args | None:
        """Return the action that gains most, or None if no action gains more than `GAIN`."""
        best_worth, best_args = judge.position_worth(t, me) + self.GAIN, None
        for args in ways(t, forms):
            worth = judge.position_worth(judge.after_action(t, me, args), me)
            if worth > best_worth:
                best_worth, best_args = worth, args
        return best_args

    def joins(self, t: IvanhoeTable, me: str, cards: list[str]) -> bool:
        """Return whether staying in is better than withdrawing."""
        return judge.worth_of_staying(t, me) > judge.worth_of_withdrawing(t, me)

    def cancels(self, t: IvanhoeTable, me: str, rng: Rng) -> bool:
        """Return whether the pending action card would cost the bot more than `IVANHOE`."""
        return (
            judge.position_worth(t, me) - judge.position_worth(judge.after_pending_action(t), me)
            > self.IVANHOE
        )


BOTS: dict[Level, Bot] = {"easy": Easy(), "normal": Normal(), "hard": Hard()}
FAST = {"turn_s": 0, "auto_draw": True}

CARDS_THAT_MATTER = 8
"""The number of cards in hand that are about as good as a token."""


def evaluate_player(table: IvanhoeTable, player: str) -> float:
    """Return the number of tokens, plus the number of cards in hand / `CARDS_THAT_MATTER`."""
    return table.player(player).score + len(table.hand(player).cards) / CARDS_THAT_MATTER


def ways(t: IvanhoeTable, forms: Sequence[Form]) -> Iterator[Args]:
    """Return all ways of playing the action cards of these forms."""
    return (args for form in forms for args in actions(form, t.cards_of, MOST_WAYS))
