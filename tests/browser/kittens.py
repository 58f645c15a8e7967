"""People at a table of Exploding Kittens, and what all their pages must show after each move."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.browser.person import Person, addressed
from tests.browser.sight import Sight

KITTEN, DEFUSE, NOPE, FUTURE = "K-EXP", "K-DEF", "K-NOP", "K-SEE"
NAMES = {DEFUSE: "Defuse", NOPE: "Nope", FUTURE: "See the Future"}
LEFT_ABOVE = "Cards above the kitten"


class Kittens:
    """A running game as the people around the table, clockwise, have seen it so far.

    A window is open as long as a player that has not passed holds a Nope. Hands of exploded players are
    discarded.
    """

    def __init__(self, people: list[Person], dealt: int, pile: int) -> None:
        self.people = people
        self.alive = list(people)
        self.exploded: list[Person] = []
        self.sizes = {one.name: dealt for one in people}
        self.pile, self.kittens = pile, len(people) - 1
        self.thrown: list[str] = []
        self.turn = people[0]
        self.placed = 0
        self.all_see_it()

    def others(self, one: Person) -> list[Person]:
        """Return the other players alive, clockwise from this one."""
        at = self.people.index(one)
        return [other for other in (*self.people[at + 1 :], *self.people[:at]) if other in self.alive]

    def holders(self, top: Person) -> list[Person]:
        """Return the players that could answer a card of this player."""
        return [one for one in self.others(top) if NOPE in one.cards()]

    # Playing

    def play(self, *cards: str) -> None:
        """Play cards. They then lie on the pile, and the other players may answer."""
        player = self.turn
        player.picks(*cards)
        player.does("play")
        self._throw(player, cards)
        what = NAMES[cards[0]] if len(cards) == 1 else f"{len(cards)} × {NAMES[cards[0]]}"
        self._all_may_answer(player, f"{player.name} plays {what}.")

    def nope(self, by: Person, whom: Person) -> None:
        by.does("nope")
        self._throw(by, (NOPE,))
        self._all_may_answer(by, f"{by.name} says Nope to {whom.name}.")

    def _throw(self, player: Person, cards: tuple[str, ...]) -> None:
        self.sizes[player.name] -= len(cards)
        self.thrown += cards

    def _all_may_answer(self, top: Person, line: str) -> None:
        holders = self.holders(top)
        for one in self.people:
            one.reads(line)
            if holders:
                answers = ["nope", "pass"] if one in holders else ["pass"] if one in self.others(top) else []
                self._sees_answers(one, answers)

    def _sees_answers(self, one: Person, answers: list[str]) -> None:
        """Wait until a player sees the table with these moves. Without moves, the own seat is not lit."""
        idle = None if answers else one
        one.comes_to_see(lambda sight: {**self._table(sight, idle), "moves": answers})

    def let_it_happen(self, top: Person) -> None:
        """Let all players that could answer a card of this player pass."""
        holders = self.holders(top)
        for nth, one in enumerate(holders):
            if one.has_done("pass"):
                one.sends("pass")
            else:
                one.does("pass")
            if nth < len(holders) - 1:
                one.comes_to_see(lambda sight: {"moves": []})

    def steal(self, victim: Person, index: int) -> None:
        """Play a pair, which takes a card of another player, chosen face down."""
        player, before = self.turn, self.turn.cards()
        if len(self.alive) > 2:
            player.press(player.move("target").filter(has_text=victim.name))
        for one in self.people:
            one.reads(f"{player.name} chooses {victim.name} for 2 × {NAMES[self.thrown[-1]]}.")
        player.press(player.move("pick").nth(index - 1))
        self.sizes[player.name] += 1
        self.sizes[victim.name] -= 1
        for one in self.people:
            one.reads(f"{player.name} takes a card from {victim.name}.")
        self.all_see_it()
        (stolen,) = Counter(player.cards()) - Counter(before)
        assert stolen in (*NAMES,)

    def look(self) -> list[str]:
        """Return the top cards that a player sees, the next one last. The others see only their backs."""
        player, count = self.turn, min(3, self.pile)
        player.comes_to_see(lambda sight: {"moves": ["done"], "piles": self._piles(sight, self.pile - count)})
        cards: list[str] = player.sight()["faces"]["peek"]
        assert len(cards) == count
        for one in self.others(player):
            one.reads(f"{player.name} looks at the top cards of the draw pile.")
            assert "peek" not in one.sight()["faces"]
        player.does("done")
        self.all_see_it()
        return cards

    # Drawing

    def draw(self) -> str:
        """Draw a card and return it. A kitten waits to be put back, or has exploded."""
        player, before = self.turn, self.turn.cards()
        player.does("draw")
        self.pile -= 1
        sight = player.comes_to_see(lambda sight: {"piles": self._piles(sight, self.pile)})
        if "insert" in sight["moves"] or not sight["piles"] or "exploded" in sight["marks"][player.name]:
            self._meet_kitten(player, before)
            return KITTEN
        self.sizes[player.name] += 1
        (card,) = Counter(sight["mine"]) - Counter(before)
        self._next()
        return card

    def _meet_kitten(self, player: Person, hand: list[str]) -> None:
        self.kittens -= 1
        for one in self.people:
            one.reads(f"{player.name} draws an Exploding Kitten!")
        if DEFUSE in hand:
            self._throw(player, (DEFUSE,))
            for one in self.people:
                one.reads(f"{player.name} defuses the kitten.")
                answers = ["insert"] if one is player else []
                self._sees_answers(one, answers)
            return
        self.alive.remove(player)
        self.exploded.append(player)
        self.sizes[player.name] = 0
        self.thrown += hand
        for one in self.people:
            one.reads(f"{player.name} explodes.")
        if len(self.alive) > 1:
            self._next()

    def put_back(self, position: int) -> None:
        """Put a kitten back. Only this player learns its place."""
        player = self.turn
        player.does("insert")
        player.sets_number("position", position)
        self.pile += 1
        self.kittens += 1
        self.placed += 1
        self._next()
        told, secret = f"{player.name} puts the kitten back into the draw pile.", f"{LEFT_ABOVE}: {position}."
        for one in self.people:
            one.reads(told)
            lines = one.log.all_inner_texts()
            since = lines[len(lines) - lines[::-1].index(addressed(told, one.name)) :]
            assert [line for line in since if LEFT_ABOVE in line] == [secret] * (one is player)

    def _next(self) -> None:
        self.turn = self.others(self.turn)[0]
        self.all_see_it()

    # The view of everybody

    def all_see_it(self) -> None:
        for one in self.people:
            sight = one.comes_to_see(
                lambda sight, one=one: {**self._table(sight), "moves": self._moves(one, sight["mine"])}
            )
            assert len(sight["mine"]) == self.sizes[one.name]

    def _table(self, sight: Sight, idle: Person | None = None) -> Sight:
        """Return the table that players see. The seat of an `idle` player is not lit on their own page."""
        kittens = {zone: [KITTEN] for zone in sight["faces"] if zone.startswith(("exploded:", "kitten"))}
        return {
            "turn": [self.turn.name] if self.turn is not idle else [],
            "cards": self.sizes,
            "marks": {one.name: ["exploded"] * (one in self.exploded) for one in self.people},
            "facts": self._danger(),
            "piles": {**sight["piles"], "deck": self.pile, "discard": len(self.thrown)},
            "faces": {**({"discard": self.thrown[-1:]} if self.thrown else {}), **kittens},
            "open": {},
            "selected": [],
            "wide": False,
        }

    def _danger(self) -> dict[str, str]:
        """Return the fact about the danger; there is none for an empty pile."""
        chance = self.kittens / self.pile if self.pile else 0
        return {"Kitten on top": f"{chance:.0%} ({self.kittens} of {self.pile})"} if self.pile else {}

    def _piles(self, sight: Sight, deck: int) -> dict[str, Any]:
        """Return the expected piles; the result has none."""
        return {**sight["piles"], "deck": deck} if sight["piles"] else {}

    def _moves(self, one: Person, hand: list[str]) -> list[str]:
        if one is not self.turn:
            return []
        alike = max(Counter(hand).values(), default=0)
        has_victim = any(self.sizes[other.name] for other in self.others(one))
        playable = FUTURE in hand or alike > 2 or (alike == 2 and has_victim)
        return ["draw", "play"] if playable else ["draw"]
