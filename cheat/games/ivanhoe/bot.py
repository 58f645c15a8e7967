"""Bots for Ivanhoe: easy plays what keeps it in, normal what it has a chance with, hard what pays.

A bot that stays in plays one card at a time, and thinks anew: the same cards are still the cheapest.
It answers every window, whatever it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cheat.bots.bot import Bot, Decided, Level, Memory
from cheat.engine.action_space import actions
from cheat.engine.forms import Args, Form, sample
from cheat.engine.rng import Rng
from cheat.engine.table import Table
from cheat.games.ivanhoe import bot_judge as judge
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.table import IvanhoeTable

MOST_WAYS = 20
"""So many ways of playing an action card are compared at most, for each of its forms."""


class IvanhoeBot(Bot):
    """What the levels share: each decision of the game is a method."""

    def choose(
        self, sight: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> Decided | None:
        """Answer the decision that the game waits for."""
        assert isinstance(sight, IvanhoeTable), "these bots play Ivanhoe"
        offered = {form.name: form for form in forms}
        if "end_turn" in offered or "play_value" in offered:
            return self._turn(sight, me, forms, rng)
        if "pass" in offered:
            cancels = "ivanhoe" in offered and self.cancels(sight, me, rng)
            name = "ivanhoe" if cancels else "pass"
            return name, dict(offered[name].ties)
        name, args = forms[0].name, sample(forms[0], sight.cards_of, rng)
        colours = sight.startable(me) if name == "start" else []
        if colours:
            args["colour"] = self.colour(sight, me, colours, rng)
        return name, args

    def _turn(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Decided:
        """An action card, or the next of the cards with which it stays in, or the end of the turn. Where ties
        stay in, it breaks them, or they would go on for ever.
        """
        acts = [form for form in forms if form.name == "play_action"]
        if acts and (args := self.action(t, me, acts, rng)):
            return "play_action", args
        cards = judge.cheapest(t, me)
        ends = next((form for form in forms if form.name == "end_turn"), None)
        if cards and (ends is None or t.stays(me) or self.joins(t, me, cards)):
            value = next(form for form in forms if form.name == "play_value")
            return "play_value", {**value.ties, "card": [max(cards, key=deck.worth)]}
        assert ends is not None, "who has to open can"
        return "end_turn", dict(ends.ties)

    def colour(self, t: IvanhoeTable, me: str, colours: list[str], rng: Rng) -> str:
        """The colour of a tournament that it starts."""
        raise NotImplementedError

    def action(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Args | None:
        """An action card with what is said with it, or None."""
        raise NotImplementedError

    def joins(self, t: IvanhoeTable, me: str, cards: list[str]) -> bool:
        """Whether it plays these cards to stay in."""
        raise NotImplementedError

    def cancels(self, t: IvanhoeTable, me: str, rng: Rng) -> bool:
        """Whether it plays IVANHOE."""
        raise NotImplementedError


class Easy(IvanhoeBot):
    """Stays in whenever it can, and plays action cards and IVANHOE by chance."""

    def colour(self, t: IvanhoeTable, me: str, colours: list[str], rng: Rng) -> str:
        """Of which it has most cards."""
        held = [deck.VALUES[card].colour for card in t.hand(me).cards if deck.is_value(card)]
        return max(colours, key=held.count)

    def action(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Args | None:
        """Any, in 15 of 100 decisions."""
        return sample(rng.choice(forms), t.cards_of, rng) if rng.chance(0.15) else None

    def joins(self, t: IvanhoeTable, me: str, cards: list[str]) -> bool:
        """Always."""
        return True

    def cancels(self, t: IvanhoeTable, me: str, rng: Rng) -> bool:
        """One time in three."""
        return rng.chance(1 / 3)


class Normal(IvanhoeBot):
    """Goes for tokens that it lacks where its hand is strong, and for all that may decide the game."""

    ENOUGH = {deck.PURPLE: 14, deck.RED: 13, deck.BLUE: 12, deck.YELLOW: 11, deck.GREEN: 5}
    """What hand and display have to count together: a little more than wins on average."""
    WITH_MAIDEN = 1.25
    """So many times as much where a Maiden would be played and could cost a token."""
    SAVE = (
        deck.RIPOSTE, deck.DODGE, deck.BREAK_LANCE, deck.OUTMANEUVER, deck.CHARGE, deck.COUNTERCHARGE,
        deck.DISGRACE,
    )  # fmt: skip
    """Action cards that it plays to save cards of its own."""

    def colour(self, t: IvanhoeTable, me: str, colours: list[str], rng: Rng) -> str:
        """Of those that it lacks the one for which the hand is strongest."""
        tables = {colour: judge.started(t, colour) for colour in colours}

        def strength(colour: str) -> tuple[bool, float]:
            one = tables[colour]
            return judge.prize(one, me) > 0, judge.reach(one, me) / self.ENOUGH[colour]

        return max(colours, key=strength)

    def action(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Args | None:
        """What saves a card, where it stays in then; a Shield where it stays in anyway."""
        cards = judge.cheapest(t, me)
        joins = cards is not None and self.joins(t, me, cards)
        for args in ways(t, forms):
            card = args["card"][0]
            if (card == deck.SHIELD and joins) or (card in self.SAVE and self._saves(t, me, args, cards)):
                return args
        return None

    def _saves(self, t: IvanhoeTable, me: str, args: Args, cards: list[str] | None) -> bool:
        after = judge.played(t, me, args)
        fewer = judge.cheapest(after, me)
        if fewer is None or (cards is not None and len(fewer) >= len(cards)):
            return False
        return self.joins(after, me, fewer)

    def joins(self, t: IvanhoeTable, me: str, cards: list[str]) -> bool:
        """For a token that it lacks, with a strong hand; with any hand where the game may be decided."""
        prize = judge.prize(t, me)
        if prize == judge.LAST or judge.feared(t, me):
            return True
        risk = self.WITH_MAIDEN if judge.penalty(t, me, cards) else 1
        return prize > 0 and judge.reach(t, me) >= risk * self.ENOUGH[t.colour]

    def cancels(self, t: IvanhoeTable, me: str, rng: Rng) -> bool:
        """What would make it withdraw."""
        return judge.cheapest(t, me) is not None and judge.cheapest(judge.settled(t), me) is None


class Hard(IvanhoeBot):
    """Weighs chances and tokens against cards, also for what each action card would make of the table."""

    GAIN = 0.1
    """So much better a table has to be for an action card."""
    IVANHOE = 2.0
    """What has to be lost for IVANHOE."""

    def colour(self, t: IvanhoeTable, me: str, colours: list[str], rng: Rng) -> str:
        """What promises most."""
        return max(colours, key=lambda colour: judge.prospect(judge.started(t, colour), me))

    def action(self, t: IvanhoeTable, me: str, forms: Sequence[Form], rng: Rng) -> Args | None:
        """What makes the best table, if that is clearly better."""
        best, found = judge.prospect(t, me) + self.GAIN, None
        for args in ways(t, forms):
            value = judge.prospect(judge.played(t, me, args), me)
            if value > best:
                best, found = value, args
        return found

    def joins(self, t: IvanhoeTable, me: str, cards: list[str]) -> bool:
        """If that is better than to withdraw."""
        return judge.staying(t, me) > judge.withdrawing(t, me)

    def cancels(self, t: IvanhoeTable, me: str, rng: Rng) -> bool:
        """What would cost more than the card is worth."""
        return judge.prospect(t, me) - judge.prospect(judge.settled(t), me) > self.IVANHOE


BOTS: dict[Level, Bot] = {"easy": Easy(), "normal": Normal(), "hard": Hard()}
FAST = {"turn_s": 0, "auto_draw": True}

CARDS_THAT_MATTER = 8
"""So many cards in hand are about as good as a token."""


def promise(table: IvanhoeTable, player: str) -> float:
    """Tokens, and cards to win more with."""
    return table.player(player).score + len(table.hand(player).cards) / CARDS_THAT_MATTER


def ways(t: IvanhoeTable, forms: Sequence[Form]) -> Iterator[Args]:
    """All ways of playing the action cards of these forms."""
    return (args for form in forms for args in actions(form, t.cards_of, MOST_WAYS))
