"""Hands of poker that are played here and by PokerKit, side by side.

PokerKit deals what was dealt here, and each decision that is offered here must be offered there. Three
printed rules that PokerKit does not know are applied to what it offers, and nothing else:

- A round has at most `max_raises` full raises after its first bet, three with fixed bets.
- A full raise is at least the least bet. After an all-in for less than the least bet, PokerKit takes that
  all-in for the measure, so it lets players raise again that have called all but a few chips.
- Several short all-ins let a player raise again that faces a full raise, whatever others face. PokerKit also
  adds them up for all players, from zero after each full sum, and so forgets players before the last one.

PokerKit asks the big blind to check when all others have folded or are all-in. No player is asked here.

PokerKit puts side pots together that the same players win, and so has fewer odd chips to give. Each pot is
divided by itself here, as the TDA has it (rule 21), so winners may have a chip more or less for each pot.

When the first bet of hold'em is the big blind of a player with fewer chips, PokerKit lets others call with
as many. Robert's Rules have them pay the whole big blind; `tests/documents/test_poker.py` has that case, and
no hand here begins with it, except between two players.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

from pokerkit import (
    Automation,
    BettingStructure,
    ChipsPushing,
    Deck,
    HoleCardsShowingOrMucking,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from tests.documents.scenes import Scene

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STRUCTURES = {
    "no_limit": BettingStructure.NO_LIMIT,
    "pot_limit": BettingStructure.POT_LIMIT,
    "fixed": BettingStructure.FIXED_LIMIT,
}


class Decision(NamedTuple):
    """A player who is asked: whether there is a bet to call, and the bounds of a bet or raise."""

    seat: int
    faces_bet: bool
    raises: tuple[int, int] | None


class Hand:
    """One random hand. The last player has the button, so the first one is on its left.

    `differences` counts decisions and results that are not the same.
    """

    def __init__(self, variant: str, number: int) -> None:
        chance = self.chance = random.Random(f"{variant} {number}")
        self.is_holdem = variant == "holdem"
        self.seats = chance.randint(2, 9)
        self.unit = chance.choice([2, 10, 20, 20, 25, 50])
        self.options: dict[str, Any] = {
            "variant": variant,
            "min_bet": self.unit,
            "ante": chance.choice([0, 0, 5, 10] if self.is_holdem else [1, 5, 10, 20]),
            "betting": chance.choice(["no_limit", "no_limit", "pot_limit", "fixed"]),
            "max_raises": chance.choice([0, 0, 0, 1, 3]),
            "muck": chance.random() < 0.5,
        }
        most = chance.choice([8, 20, 100]) * self.unit
        self.stacks = [chance.randint(1, most) for _ in range(self.seats)]
        if self.is_holdem and self.seats > 2:
            self.stacks[1] = max(self.stacks[1], self.options["ante"] + self.unit)
        self.scene = Scene("poker", self.seats, f"{number:032x}", **self.options)
        self.scene.given(score=list(self.stacks), button=self.seats - 1, hands=0).at("deal")
        self.state = self.dealt_there()
        self.hands = [self.held(seat) for seat in range(self.seats)]
        self.decisions = 0
        self.differences: Counter[str] = Counter()
        self.begin_round()
        self.deal()

    def dealt_there(self) -> State:
        """The same hand of PokerKit, before cards are dealt."""
        rounds = [(0, 2), (3, 0), (1, 0), (1, 0)] if self.is_holdem else [(0, 5), (0, 0)]
        streets = [
            Street(
                self.is_holdem and at > 0, (False,) * cards, board, not self.is_holdem and at > 0,
                Opening.POSITION, self.unit, None,
            )
            for at, (board, cards) in enumerate(rounds)
        ]  # fmt: skip
        blinds = (self.unit // 2, self.unit) if self.is_holdem else 0
        return State(
            AUTOMATIONS, Deck.STANDARD, (StandardHighHand,), tuple(streets),
            STRUCTURES[self.options["betting"]], True, self.options["ante"], blinds, 0, self.stacks,
            self.seats,
        )  # fmt: skip

    # Cards

    def held(self, seat: int) -> list[str]:
        """The cards of a player."""
        return list(self.scene.cards(f"hand_p{seat + 1}"))

    def deal(self) -> None:
        """Deal to PokerKit what was dealt here."""
        state = self.state
        while True:
            if state.can_burn_card("??"):
                state.burn_card("??")
            elif state.can_deal_hole():
                seat = state.hole_dealee_index
                there = [repr(card) for card in state.hole_cards[seat]]
                state.deal_hole(next(one for one in map(theirs, self.hands[seat]) if one not in there))
            elif state.can_deal_board():
                laid = sum(map(len, state.board_cards))
                board = self.scene.cards("board")[laid : laid + state.board_dealing_count]
                state.deal_board("".join(map(theirs, board)))
            else:
                return

    # Decisions

    def ours(self) -> Decision | None:
        """The decision that is offered here, None when the betting is over."""
        if self.scene.phase != "bet":
            return None
        player = self.scene.turn
        assert player is not None
        seat, moves = int(player[1:]) - 1, self.scene.moves(player)
        assert moves & {"check", "call", "fold"} in ({"check"}, {"call", "fold"})
        bounds = [
            (form.fields[0].min, form.fields[0].max) for form in self.scene.forms(player) if form.fields
        ]
        if "all_in" in moves and not bounds:
            bounds.append((self.scene["bet_now"][seat] + self.scene["score"][seat],) * 2)
        assert len(bounds) < 2
        return Decision(seat, "call" in moves, bounds[0] if bounds else None)

    def theirs(self) -> Decision | None:
        """The decision that PokerKit offers, as the printed rules would have it."""
        state = self.state
        seat = state.actor_index
        if seat is None:
            return None
        if state.street_index != self.round:
            self.begin_round()
        state.consecutive_short_all_in_amounts.clear()  # it also goes by what the player faces
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        cap = self.options["max_raises"] or (3 if self.options["betting"] == "fixed" else None)
        is_capped = cap is not None and self.raises >= cap
        is_closed = seat in self.acted and self.highest - state.bets[seat] < self.full_raise
        raises = None if least is None or is_capped or is_closed else (least, most)
        return Decision(seat, state.checking_or_calling_amount > 0, raises)

    def begin_round(self) -> None:
        """Forget the bets of the last round."""
        self.round = self.state.street_index
        self.highest = self.unit if self.is_holdem and self.round == 0 else 0
        self.full_raise = self.unit
        self.raises = 0
        self.acted: set[int] = set()

    def note_raise(self, seat: int, total: int) -> None:
        """Remember a bet or raise. If it is a full one, all others may raise again."""
        more, is_first = total - self.highest, self.highest == 0
        self.highest = total
        if more >= self.full_raise:
            self.full_raise = more
            self.raises += not is_first
            self.acted.clear()

    # Playing

    def play(self) -> Hand:
        """Play to the end with random decisions."""
        while self.scene.phase in ("bet", "change") or self.state.actor_index is not None:
            ours, theirs = self.ours(), self.theirs()
            if theirs is None and ours is None:
                self.change()
            elif ours is None and not (theirs.faces_bet or theirs.raises):
                self.state.check_or_call()
            elif ours is None or (theirs is not None and ours.seat != theirs.seat):
                self.differences["asked there"] += 1
                self.state.check_or_call()
            elif theirs is None:
                self.differences["asked here"] += 1
                self.scene.do(f"p{ours.seat + 1}", "call" if ours.faces_bet else "check")
            else:
                self.decisions += 1
                self.compare(ours, theirs)
                self.decide(ours, theirs)
            self.deal()
        self.compare_results()
        return self

    def compare(self, ours: Decision, theirs: Decision) -> None:
        """Compare two decisions of one player."""
        if self.scene["score"] != self.state.stacks:
            self.differences["stacks"] += 1
        if ours.faces_bet != theirs.faces_bet:
            self.differences["call"] += 1
        if ours.raises and not theirs.raises:
            can_raise = self.state.max_completion_betting_or_raising_to_amount is not None
            self.differences["raise closed here" if can_raise else "raise here only"] += 1
        elif theirs.raises and not ours.raises:
            self.differences["raise there only"] += 1
        elif ours.raises != theirs.raises:
            self.differences["bounds"] += 1

    def decide(self, ours: Decision, theirs: Decision) -> None:
        """Call, fold or raise, here and there."""
        player, seat, chance = f"p{ours.seat + 1}", ours.seat, self.chance
        wanted = chance.choices(["call", "raise", "all in", "fold"], [5, 2, 1, 1])[0]
        if wanted in ("raise", "all in") and ours.raises and ours.raises == theirs.raises:
            low, high = ours.raises
            total = high if wanted == "all in" else min(high, low + int(chance.expovariate(1) * self.unit))
            names = self.scene.moves(player)
            name = next(one for one in ("bet", "raise", "all_in") if one in names)
            amounts = {"bet": {"amount": total}, "raise": {"to": total}, "all_in": {}}
            self.scene.do(player, name, **amounts[name])
            self.state.complete_bet_or_raise_to(total)
            self.note_raise(seat, total)
        elif wanted == "fold" and ours.faces_bet and theirs.faces_bet:
            self.scene.do(player, "fold")
            self.state.fold()
        else:
            self.scene.do(player, "call" if ours.faces_bet else "check")
            self.state.check_or_call()
        self.acted.add(seat)

    def change(self) -> None:
        """Change some cards."""
        player = self.scene.turn
        assert player is not None
        seat = int(player[1:]) - 1
        assert self.state.stand_patter_or_discarder_index == seat
        given = self.chance.sample(self.held(seat), self.chance.randint(0, 3))
        self.state.stand_pat_or_discard("".join(map(theirs, given)))
        if given:
            self.scene.do(player, "draw", given=" ".join(given))
        else:
            self.scene.do(player, "keep")
        self.hands[seat] = self.held(seat)

    def compare_results(self) -> None:
        """Compare the chips, and the hands that were shown."""
        ours, theirs = self.scene["score"], self.state.stacks
        winners = {seat for one in self.state.operations if isinstance(one, ChipsPushing)
            for seat, won in enumerate(one.amounts) if won}  # fmt: skip
        if sum(ours) != sum(theirs) or any(
            abs(one - other) >= (self.seats if seat in winners and len(winners) > 1 else 1)
            for seat, (one, other) in enumerate(zip(ours, theirs, strict=True))
        ):
            self.differences["chips"] += 1
        shows = [one for one in self.state.operations if isinstance(one, HoleCardsShowingOrMucking)]
        shown = {one.player_index for one in shows if self.options["muck"] is False or one.hole_cards}
        if shown != {seat for seat in range(self.seats) if self.scene.seen(None, f"hand_p{seat + 1}")}:
            self.differences["shown"] += 1


def theirs(card: str) -> str:
    """PokerKit's name of a card."""
    return card[:-1].replace("10", "T") + card[-1].lower()
