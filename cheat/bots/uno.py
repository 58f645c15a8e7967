"""Bots for Uno: easy plays anything, normal keeps its colours together, hard watches the others.

All of them say UNO with the card (easy forgets it now and then) and decide about every chance to
catch, and about every challenge, once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cheat.bots.bot import Bot, Decided, Level, Memory
from cheat.games.decks.uno import COLOURS, DECK, REVERSE, SKIP, colour_of, draws, is_black, points
from cheat.games.moves import CardsField, ChoiceField, Field, Form, PlayerField
from cheat.games.rng import Rng
from cheat.games.table import EventView, Table
from cheat.games.uno import UnoTable

BLACK_SAVED, HIT, LACKED, SHED = 24, 8, 1.5, 0.02
"""Worth of saving a black card, of hitting who is about to finish, of a colour that the next player
lacked, and of a point that is shed while somebody is about to finish; a card of the same colour is 1.
"""
COLOUR_CARDS = 25
"""Cards of each colour in the deck."""


class UnoBot(Bot):
    """What the levels share: the order of considerations, and how a form is filled in."""

    CATCHES = 0.0
    """How often a forgotten UNO is noticed."""

    def choose(
        self, sight: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> Decided | None:
        """Say UNO, catch, answer a wild draw four, then play, draw or keep."""
        assert isinstance(sight, UnoTable), "these bots play Uno"
        offered = {form.name: form for form in forms}
        if "ready" in offered:
            return "ready", {}
        if "say_uno" in offered and self.remembers_uno(sight, me, memory, rng):
            return "say_uno", {}
        if sight.silent and self._catches(sight, me, forms, memory, rng):
            return "catch_uno", {"target": sight.silent}
        if "challenge" in offered and self._doubts(sight, me, memory, rng):
            return "challenge", dict(offered["challenge"].ties)
        return self._turn(sight, me, forms, memory, rng)

    def _turn(
        self, sight: UnoTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> Decided | None:
        """A card of one's own choice, or whatever else the turn offers."""
        plays = {
            card: form for form in forms if form.name in ("play", "jump_in") for card in _faces(form.fields)
        }
        card = self.card(sight, me, sorted(plays), memory, rng) if plays else None
        if card is not None:
            args = {
                field.name: self._value(sight, me, card, field, memory, rng) for field in plays[card].fields
            }
            return plays[card].name, {**plays[card].ties, **args}
        for form in forms:
            if form.name in ("accept", "draw", "keep"):
                return form.name, dict(form.ties)
            if form.name == "choose_colour":
                return form.name, {**form.ties, "colour": self.colour(sight, me, [], memory, rng)}
        return None

    def _value(self, sight: UnoTable, me: str, card: str, field: Field, memory: Memory, rng: Rng) -> Any:
        match field:
            case CardsField():
                return [card]
            case PlayerField():
                return min(field.of, key=lambda id: len(sight.hand(id).cards))
            case ChoiceField(name="uno"):
                return "yes" if self.remembers_uno(sight, me, memory, rng) else "no"
        rest = list(sight.hand(me).cards)
        rest.remove(card)
        return self.colour(sight, me, rest, memory, rng)

    def _catches(self, sight: UnoTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng) -> bool:
        """Judged once for each chance."""
        if not any(form.name == "catch_uno" and sight.silent in _targets(form) for form in forms):
            return False
        if memory.get("watched") == sight.serial:
            return False
        memory["watched"] = sight.serial
        return rng.chance(self.CATCHES)

    def _doubts(self, sight: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        if memory.get("judged") == sight.serial:
            return False
        memory["judged"] = sight.serial
        return self.doubts(sight, me, memory, rng)

    def remembers_uno(self, sight: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Whether UNO is said."""
        return True

    def card(self, sight: UnoTable, me: str, playable: list[str], memory: Memory, rng: Rng) -> str | None:
        """Which card to play; None: rather draw, or keep what was drawn."""
        raise NotImplementedError

    def colour(self, sight: UnoTable, me: str, rest: list[str], memory: Memory, rng: Rng) -> str:
        """Which colour to choose with this hand left."""
        return most_held(rest or sight.hand(me).cards, rng)

    def doubts(self, sight: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Whether to challenge a wild draw four."""
        return False


class Easy(UnoBot):
    """Plays and chooses at random, forgets UNO three times in ten, never challenges."""

    CATCHES = 0.2

    def remembers_uno(self, sight: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Thought of with the card or not at all: a forgotten UNO stays forgotten."""
        return sight.silent != me and rng.chance(0.7)

    def card(self, sight: UnoTable, me: str, playable: list[str], memory: Memory, rng: Rng) -> str | None:
        """Any."""
        return rng.choice(playable)

    def colour(self, sight: UnoTable, me: str, rest: list[str], memory: Memory, rng: Rng) -> str:
        """Any."""
        return rng.choice(list(COLOURS.values()))


class Normal(UnoBot):
    """Plays the colour it holds most, black cards last."""

    CATCHES = 0.6

    def card(self, sight: UnoTable, me: str, playable: list[str], memory: Memory, rng: Rng) -> str | None:
        """Of the colour it holds most; black cards only when nothing else fits."""
        held = Counter(map(colour_of, sight.hand(me).cards))
        return max(playable, key=lambda card: (not is_black(card), held[colour_of(card)], card))

    def doubts(self, sight: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """One time in five, against a hand of more than five cards."""
        assert sight.wild_four is not None, "a challenge is offered only against a wild draw four"
        return len(sight.hand(sight.wild_four.player).cards) > 5 and rng.chance(0.2)


class Hard(UnoBot):
    """Remembers which colours the others could not follow, hits those who are about to finish, and
    challenges when that costs fewer cards than accepting.
    """

    CATCHES = 1.0
    CLOSE = 2
    """With so few cards an opponent is about to finish."""
    MANY = 4
    """With more cards a black one does more good later, when little else fits."""
    BLUFF = 0.1
    """How often a player who could follow plays a wild draw four instead."""

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """`lacks`: colours that a player probably has not, because it drew when they were in force;
        `before`: the colour in force before the last card.
        """
        lacks: dict[str, list[str]] = memory.setdefault("lacks", {})
        for event in events:
            if event.type == "dealt":
                lacks.clear()
                memory["colour"] = memory["before"] = ""
            elif event.type in ("swapped", "rotated"):
                lacks.clear()
            elif event.type == "start_card":
                memory["colour"] = str(event.args["card"]).split(" ")[0].lower()
            elif event.type in ("played", "colour_chosen"):
                memory["before"] = memory.get("colour", "")
                memory["colour"] = event.args["colour"]
            elif event.type == "drew" and event.by is not None:
                chosen = event.args["count"] == 1 and memory.get("colour")
                lacks[event.by] = [memory["colour"]] if chosen else []

    def card(self, sight: UnoTable, me: str, playable: list[str], memory: Memory, rng: Rng) -> str | None:
        """The card with the best worth; with many cards left it draws rather than spend a black one."""
        many = len(sight.hand(me).cards) > self.MANY
        if many and all(map(is_black, playable)) and sight.phase == "turn" and not sight.must_play(me):
            return None
        return max(playable, key=lambda card: (self._worth(sight, me, card, memory), card))

    def _worth(self, sight: UnoTable, me: str, card: str, memory: Memory) -> float:
        """What it does to the next player, how much of the colour is held, and what it sheds."""
        after, behind = sight.next(me), sight.next(me, -1)
        hits = self._close(sight, after) and (draws(card) > 0 or card[1] == SKIP)
        turns_away = self._close(sight, after) and card[1] == REVERSE and not self._close(sight, behind)
        worth: float = HIT * (hits or turns_away) - BLACK_SAVED * (is_black(card) and not hits)
        if any(self._close(sight, id) for id in sight.others(me)):
            worth += SHED * points(card)
        if is_black(card):
            return worth
        held = sum(colour_of(other) == colour_of(card) for other in sight.hand(me).cards)
        return worth + held + LACKED * (colour_of(card) in memory.get("lacks", {}).get(after, ()))

    def _close(self, sight: UnoTable, player: str) -> bool:
        return len(sight.hand(player).cards) <= self.CLOSE

    def colour(self, sight: UnoTable, me: str, rest: list[str], memory: Memory, rng: Rng) -> str:
        """What it holds most; a colour that the next player lacked counts as one card and a half more."""
        lacked = memory.get("lacks", {}).get(sight.next(me), ())
        held = Counter(map(colour_of, rest or sight.hand(me).cards))
        return max(COLOURS.values(), key=lambda colour: (held[colour] + LACKED * (colour in lacked), colour))

    def doubts(self, sight: UnoTable, me: str, memory: Memory, rng: Rng) -> bool:
        """Accepting costs what is due and the turn; a wrong challenge two cards more; a right one nothing."""
        card = sight.wild_four
        assert card is not None, "a challenge is offered only against a wild draw four"
        guilty = self._chance_of_guilt(sight, me, card.player, memory)
        return (1 - guilty) * (sight.due_cards + 2) < sight.due_cards

    def _chance_of_guilt(self, sight: UnoTable, me: str, accused: str, memory: Memory) -> float:
        """That a hand of this size holds the colour before, if chance had dealt it and half of those who
        could have followed did.
        """
        before = memory.get("before", "")
        held = len(sight.hand(accused).cards)
        if before in memory.get("lacks", {}).get(accused, ()):
            return 0.0
        mine = sum(colour_of(card) == before for card in [*sight.hand(me).cards, *sight.discard.cards])
        unseen = len(DECK) - len(sight.hand(me).cards) - len(sight.discard.cards)
        none: float = (1 - max(0, COLOUR_CARDS - mine) / max(1, unseen)) ** held
        bluff = self.BLUFF * (1 - none)
        return bluff / (bluff + none) if bluff + none else 0.0


BOTS: dict[Level, Bot] = {"easy": Easy(), "normal": Normal(), "hard": Hard()}
FAST = {"uno_grace_s": 0, "turn_s": 0}


def most_held(cards: Sequence[str], rng: Rng) -> str:
    """The most frequent colour of these cards; any if there is none."""
    held = Counter(colour_of(card) for card in cards if not is_black(card))
    best = max(held.values(), default=0)
    return rng.choice([colour for colour in COLOURS.values() if held[colour] == best])


def _faces(fields: Sequence[Field]) -> list[str]:
    """The faces that a form for playing a card offers."""
    return [card for field in fields if isinstance(field, CardsField) and field.of for card in field.of]


def _targets(form: Form) -> list[str]:
    return [id for field in form.fields if isinstance(field, PlayerField) for id in field.of]
