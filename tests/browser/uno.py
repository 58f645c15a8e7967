"""People at a table of Uno, and what all their pages must show after each move."""

from __future__ import annotations

from collections import Counter

from tests.browser.person import Person
from tests.browser.sight import Sight

COLOURS = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue"}
WILD, WILD_FOUR = "WW", "WF"
SKIP, REVERSE, DRAW_TWO = "S", "R", "D"


def is_black(card: str) -> bool:
    return card in (WILD, WILD_FOUR)


def colour_of(card: str) -> str:
    return "" if is_black(card) else COLOURS[card[0]]


def points(cards: list[str]) -> int:
    return sum(50 if is_black(card) else int(card[1]) if card[1].isdigit() else 20 for card in cards)


def draws(card: str) -> int:
    return 4 if card == WILD_FOUR else 2 if card[1] == DRAW_TWO else 0


class Uno:
    """A running round as the people around the table, clockwise, have seen it so far."""

    def __init__(self, people: list[Person], hand_size: int, target: int) -> None:
        self.people = people
        self.hand_size = hand_size
        self.target = target
        self.scores = {one.name: 0 for one in people}
        self.round = 0

    # Players and cards

    def next(self, steps: int = 1) -> Person:
        """Return the player some seats after the one on turn, in the direction of play."""
        return self.after(self.turn, steps * self.direction)

    def after(self, one: Person, steps: int = 1) -> Person:
        return self.people[(self.people.index(one) + steps) % len(self.people)]

    def others(self, one: Person) -> list[Person]:
        return [other for other in self.people if other is not one]

    def fits(self, card: str) -> bool:
        return is_black(card) or colour_of(card) == self.colour or card[1] == self.top[1]

    def playable(self, hand: list[str]) -> list[str]:
        return [card for card in hand if self.fits(card)]

    # A round begins

    def deal(self, dealer: Person | None = None) -> None:
        """Begin a round. The first dealer is random; the start card says who begins and how."""
        self._look(dealer)
        self.sizes = {one.name: self.hand_size for one in self.people}
        self.colour, self.turn = colour_of(self.top), self.dealer
        self._start()
        self.all_see_it()

    def take_up(self) -> None:
        """Of two players, who have gone on without their pages: one is on turn, and nothing else is open."""
        first = self._look(None)
        (name,) = first["turn"]
        self.sizes, self.colour = dict(first["cards"]), first["facts"]["Colour"]
        self.turn = next(one for one in self.people if one.name == name)
        self.all_see_it()

    def _look(self, dealer: Person | None) -> Sight:
        """Return the first page's view of a round in which no event matters later."""
        self.round += 1
        first = self.people[0].comes_to_see(
            lambda sight: {"facts": {"Direction": "known"} | sight["facts"]}  # unknown between two rounds
        )
        if dealer is None:
            (name,) = [name for name, marks in first["marks"].items() if "dealer" in marks]
            dealer = next(one for one in self.people if one.name == name)
        self.dealer, self.direction = dealer, 1
        (self.top,) = first["faces"]["discard"]
        self.drawn: str | None = None
        self.wild_four: tuple[Person, list[str], str] | None = None
        self.said: set[str] = set()
        self.silent: Person | None = None
        self.shown: tuple[Person, str] | None = None
        return first

    def _start(self) -> None:
        if not self.colour:
            self.turn = self.next()
            return
        two = len(self.people) == 2
        if self.top[1] == REVERSE and not two:
            self.direction = -1
        if draws(self.top):
            self._give(self.next(), draws(self.top))
        loses_turn = self.top[1] in (SKIP, DRAW_TWO) or (self.top[1] == REVERSE and two)
        self.turn = self.next(2 if loses_turn else 1)

    # Moves

    def choose(self, colour: str) -> None:
        """For a wild that was the first card."""
        self.turn.press(
            self.turn.page.locator(f"[data-testid=move-choose_colour][data-value={colour.lower()}]")
        )
        self.colour = colour
        self.all_see_it()

    def play(self, card: str, colour: str = "", uno: str = "no") -> None:
        """`uno`: "yes" to say it with the card, where it is asked for."""
        player, hand = self.turn, self.turn.cards()
        is_last = self.sizes[player.name] == 2
        asks = is_black(card) or is_last
        if not asks and player.has_done("play"):
            player.sends("play", cards=[card])
        else:
            player.picks(card)
            if is_last and uno == "yes":
                player.press(player.page.get_by_test_id("shout-uno"))
            player.does("play")
        if is_black(card):
            player.answers("colour", colour.lower())
        held = list((Counter(hand) - Counter([card])).elements())
        self._put(player, card, colour, held, said=uno == "yes")
        if self.sizes[player.name]:
            self.all_see_it()

    def _put(self, player: Person, card: str, colour: str, held: list[str], *, said: bool) -> None:
        before = self.colour
        self._acts()
        self.sizes[player.name] -= 1
        self.top, self.colour, self.drawn = card, colour or colour_of(card), None
        if self.sizes[player.name] == 1 and said:
            self.said.add(player.name)
        elif self.sizes[player.name] == 1:
            self.silent = player
        if card == WILD_FOUR and self.sizes[player.name]:
            self.wild_four = (player, held, before)
            self.turn = self.next()
            return
        self._take_effect(card)

    def _take_effect(self, card: str) -> None:
        if draws(card):
            self._give(self.next(), draws(card))
        two = len(self.people) == 2
        if card[1] == REVERSE and not two:
            self.direction *= -1
        loses_turn = draws(card) or card[1] == SKIP or (card[1] == REVERSE and two)
        self.turn = self.next(2 if loses_turn else 1)

    def draw(self) -> None:
        player, before = self.turn, self.turn.cards()
        self._acts()
        self._does(player, "draw")
        self._give(player, 1)
        player.sees_hand_size(player.name, self.sizes[player.name])
        (card,) = Counter(player.cards()) - Counter(before)
        if self.fits(card):
            self.drawn = card
        else:
            self.turn = self.next()
        self.all_see_it()

    def _does(self, player: Person, move: str) -> None:
        """On the page the first time."""
        if player.has_done(move):
            player.sends(move)
        else:
            player.does(move)

    def keep(self) -> None:
        self._acts()
        self._does(self.turn, "keep")
        self.turn, self.drawn = self.next(), None
        self.all_see_it()

    def accept(self) -> None:
        victim = self.turn
        self._acts()
        victim.does("accept")
        self._give(victim, 4)
        self.turn = self.next()
        self.all_see_it()

    def challenge(self) -> bool:
        """Challenge. Return whether it was right, as the hands show."""
        assert self.wild_four
        accused, held, colour = self.wild_four
        victim, guilty = self.turn, any(colour_of(card) == colour for card in held)
        self._acts()
        victim.does("challenge")
        if guilty:
            self._give(accused, 4)
        else:
            self._give(victim, 6)
            self.turn = self.next()
        self.shown = (victim, accused.name)
        self.all_see_it()
        verdict = (
            "had a card of that colour: {} was right."
            if guilty
            else "had no card of that colour: {} was wrong."
        )
        for one in self.people:
            one.reads(f"{accused.name} {verdict.format(victim.name)}")
        told = victim.sight()["facts"]["Shown to you"].removeprefix(f"{accused.name}: ")
        assert len(told.split(", ")) == len(held)
        return guilty

    def say(self) -> None:
        """UNO, afterwards."""
        assert self.silent
        player, self.silent = self.silent, None
        player.does("say_uno")
        self.said.add(player.name)
        self.all_see_it()
        for one in self.people:
            one.reads(f"{player.name} says UNO!")

    def catch(self, by: Person) -> None:
        assert self.silent
        player, self.silent = self.silent, None
        by.does("catch_uno")
        self._give(player, 2)
        self.all_see_it()
        for one in self.people:
            one.reads(f"{by.name} caught {player.name}, who didn't say UNO!")

    def _acts(self) -> None:
        """Note that it is too late to catch, and that the challenger has seen the shown hand."""
        self.silent, self.wild_four = None, None
        if self.shown and self.shown[0] is self.turn:
            self.shown = None

    def _give(self, one: Person, count: int) -> None:
        self.sizes[one.name] += count
        self.said.discard(one.name)

    # The view of everybody

    def all_see_it(self) -> None:
        for one in self.people:
            sight = one.comes_to_see(lambda sight, one=one: self._sight_of(one, sight))
            assert len(sight["mine"]) == self.sizes[one.name]

    def _sight_of(self, one: Person, sight: Sight) -> Sight:
        return {
            "turn": [self.turn.name],
            "cards": self.sizes,
            "marks": {other.name: self._marks(other) for other in self.people},
            "facts": self._facts(one, sight),
            "faces": {"discard": [self.top]},
            "open": {},
            "selected": [],
            "moves": self._moves(one, sight["mine"]),
            "wide": False,
        }

    def _marks(self, one: Person) -> list[str]:
        return ["dealer"] * (one is self.dealer) + ["UNO!"] * (one.name in self.said)

    def _facts(self, one: Person, sight: Sight) -> dict[str, str]:
        way = "Clockwise" if self.direction == 1 else "Counter-clockwise"
        facts = {
            "Colour": self.colour or "Not chosen yet",
            "Direction": way,
            "Points to reach": str(self.target),
        }
        if self.wild_four:
            facts["To draw"] = "4 cards"
        if self.shown and self.shown[0] is one:
            told = sight["facts"].get("Shown to you", "")
            facts["Shown to you"] = (
                told if told.startswith(f"{self.shown[1]}: ") else f"the hand of {self.shown[1]}"
            )
        return facts

    def _moves(self, one: Person, hand: list[str]) -> list[str]:
        moves = set()
        if one is self.turn:
            moves |= self._moves_of_turn(hand)
        if self.silent:
            moves.add("say_uno" if one is self.silent else "catch_uno")
        return sorted(moves)

    def _moves_of_turn(self, hand: list[str]) -> set[str]:
        if self.wild_four:
            return {"accept", "challenge"}
        if not self.colour:
            return {"choose_colour"}
        if self.drawn:
            return {"play", "keep"}
        return {"draw", "play"} if self.playable(hand) else {"draw"}
