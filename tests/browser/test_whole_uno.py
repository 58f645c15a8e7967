"""Two people play a round of Uno, and three a match, from the start page to the second one."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person, faces
from tests.browser.uno import COLOURS, Uno, colour_of, draws, is_black, points

NAMES = ("Ada", "Ben", "Cleo")
HAND_SIZE = 3
ONE_ROUND, TWO_ROUNDS = 1, 60
"""Points to reach: whoever wins the first round reaches the one, and may not reach the other."""
MOST_TURNS = 1000
"""Three times as many as the longest of thousands of matches had; most end within a hundred."""


class Match(Uno):
    """A match in which everything that can be arranged happens."""

    def __init__(self, people: list[Person], target: int) -> None:
        super().__init__(people, HAND_SIZE, target)
        self.unos: list[str] = []
        self.answers: list[str] = []
        self.left: dict[str, list[str]] = {}

    def take_turn(self) -> None:
        hand = self.turn.cards()
        if self.wild_four:
            self._answer_wild_four()
        elif not self.colour:
            self.choose("Green")
        elif self.drawn:
            self._play_or_keep()
        elif fitting := [card for card in self.playable(hand) if self._may_play(card)]:
            self._play(max(fitting, key=self._haste))
        else:
            self.draw()

    def _haste(self, card: str) -> tuple[bool, bool, int]:
        """Return a sort key, best first: no draws for others, then coloured cards, so rounds end soon."""
        return not draws(card), not is_black(card), points([card])

    def _may_play(self, card: str) -> bool:
        """A match of two rounds has more than one: nobody wins it with the first."""
        if self.target == ONE_ROUND or self.round > 1 or self.sizes[self.turn.name] > 1:
            return True
        left = [card for one in self.others(self.turn) for card in one.cards()]
        return points(left) + 50 * draws(card) < self.target

    def _play_or_keep(self) -> None:
        assert self.drawn
        if self._may_play(self.drawn):
            self._play(self.drawn)
        else:
            self.keep()

    def _play(self, card: str) -> None:
        colour = self._favourite() if is_black(card) else ""
        if self.sizes[self.turn.name] == 2:
            self._play_last_but_one(card, colour)
        else:
            self.play(card, colour)

    def _favourite(self) -> str:
        colours = Counter(colour_of(card) for card in self.turn.cards() if not is_black(card))
        return max(COLOURS.values(), key=colours.__getitem__)

    def _play_last_but_one(self, card: str, colour: str) -> None:
        """UNO is forgotten and caught, said late, said in time, forgotten without being caught, then said."""
        player = self.turn
        uno = dict(enumerate(("caught", "late", "in time", "missed"))).get(len(self.unos), "in time")
        self.unos.append(uno)
        self.play(card, colour, uno="yes" if uno == "in time" else "no")
        if uno == "caught":
            self.catch(by=self.others(player)[-1])
        elif uno == "late":
            self.say()

    def _answer_wild_four(self) -> None:
        if len(self.answers) % 2 and not self.silent:
            self.accept()
            self.answers.append("accepted")
        else:
            self.answers.append("right" if self.challenge() else "wrong")

    def winner(self) -> Person | None:
        """Of the round."""
        return next((one for one in self.people if not self.sizes[one.name]), None)


@pytest.mark.long
@pytest.mark.parametrize(("count", "target"), [(2, ONE_ROUND), (3, TWO_ROUNDS)])
def test_people_play_a_match_and_begin_another(arrive: Arrive, count: int, target: int) -> None:
    people = [arrive(name, phone=name == "Ben") for name in NAMES[:count]]
    code = agree_on_options(people[0], target)
    meet(people, code, target)
    match = begin(people, target)
    winner = play_to_the_end(match)
    look_at_the_result(match, winner, code)
    return_to_the_room(people, winner)
    begin(people, target)
    for one in people:
        expect(one.page.get_by_test_id("scores-points")).to_have_count(0)


def agree_on_options(ada: Person, target: int) -> str:
    code = ada.creates_room("uno")
    ada.plays("Uno")
    ada.chooses_preset("As printed")
    ada.sets_options(hand_size=HAND_SIZE, target_score=target, turn_s=0, challenge_s=60, uno_grace_s=0)
    return code


def meet(people: list[Person], code: str, target: int) -> None:
    people[1].joins_with_code(code)
    for one in people[2:]:
        one.joins_with_link(code)
    for one in people:
        one.sees_listed(*(other.name for other in people))
        one.plays("Uno")
        expect(one.page.get_by_test_id("starts-in")).to_have_count(0)
    for one in people[1:]:
        changed = one.page.locator(".options > .pairs > div")
        expect(changed.filter(has_text="Points to reach")).to_have_text(f"Points to reach{target}")
        expect(changed).to_have_count(7)


def begin(people: list[Person], target: int) -> Match:
    people[0].starts()
    for one in people:
        expect(one.hand).to_be_visible()
    match = Match(people, target)
    match.deal()
    return match


def play_to_the_end(match: Match) -> Person:
    """The winner of the match. The first thing that happens is that somebody draws."""
    if match.colour:
        match.draw()
    for _ in range(MOST_TURNS):
        match.take_turn()
        winner = match.winner()
        if winner and end_round(match, winner):
            unos = ["caught", "late", "in time"]
            assert match.unos[:3] == (unos if match.round > 1 else unos[: len(match.unos)])
            assert len(match.unos) > 1
            assert (match.round > 1) == (match.target == TWO_ROUNDS)
            return winner
    raise AssertionError("nobody has won")


def end_round(match: Match, winner: Person) -> bool:
    """Return whether this is the end of the match. Otherwise begin the next round."""
    first = match.people[0]
    result, ready = first.page.get_by_test_id("result"), first.move("ready")
    expect(result.or_(ready)).to_be_visible()
    is_over = result.is_visible()
    hands = hands_at_the_result(match) if is_over else open_hands(match)
    assert {name: len(hand) for name, hand in hands.items()} == match.sizes
    gain = points([card for hand in hands.values() for card in hand])
    match.scores[winner.name] += gain
    match.left = hands
    for one in match.people:
        one.reads(f"{winner.name} wins the round and scores {gain}.")
    assert is_over == (match.scores[winner.name] >= match.target)
    if not is_over:
        begin_next_round(match, winner)
    return is_over


def open_hands(match: Match) -> dict[str, list[str]]:
    """Return the hands of all players at the end of a round, which are the same on all pages."""
    for one in match.people:
        held = {other.name: match.sizes[other.name] for other in match.others(one)}
        open = {name: size for name, size in held.items() if size}
        one.comes_to_see(lambda sight, open=open: {"moves": ["ready"], "cards": match.sizes})
        assert {name: len(hand) for name, hand in one.sight()["open"].items()} == open
    hands = {one.name: one.cards() for one in match.people}
    for one in match.people:
        for name, hand in one.sight()["open"].items():
            assert hand == hands[name]
    return hands


def hands_at_the_result(match: Match) -> dict[str, list[str]]:
    """The same, when the match is over."""
    told = []
    for one in match.people:
        lines = one.page.get_by_test_id("open-hands").locator("li")
        expect(lines).to_have_count(len(match.people) - 1)
        names, cards = (
            lines.locator("b").all_inner_texts(),
            [faces(line.locator("[data-face]")) for line in lines.all()],
        )
        told.append({one.name: [] for one in match.people} | dict(zip(names, cards, strict=True)))
    assert all(one == told[0] for one in told)
    return told[0]


def begin_next_round(match: Match, winner: Person) -> None:
    """Everybody sees the points, and says that the next round may begin."""
    scores = [f"{name}{score}" for name, score in match.scores.items()]
    for one in match.people:
        name = "You" if one is winner else winner.name
        expect(one.prompt).to_have_text(
            f"{name} won the round. The next round begins when all players are ready."
        )
        expect(one.page.get_by_test_id("scores-points").locator("li")).to_have_text(scores)
    for nth, one in enumerate(match.people):
        one.does("ready")
        if one is not match.people[-1]:
            ready = {other.name: other in match.people[: nth + 1] for other in match.people}
            for viewer in match.people:
                viewer.comes_to_see(
                    lambda sight, ready=ready: {"marks": sight["marks"] and marks_of(match, ready)}
                )
    match.deal(match.after(match.dealer))


def marks_of(match: Match, ready: dict[str, bool]) -> dict[str, list[str]]:
    return {
        one.name: ["dealer"] * (one is match.dealer) + ["ready"] * ready[one.name] for one in match.people
    }


def look_at_the_result(match: Match, winner: Person, code: str) -> None:
    """Behind the winner points count, then few points in hand."""
    order = sorted(
        match.people,
        key=lambda one: (one is not winner, -match.scores[one.name], points(match.left[one.name])),
    )
    names = [one.name for one in order]
    for one in match.people:
        one.sees_result("You won!" if one is winner else f"{winner.name} won the match.")
        rows = one.standing()
        assert [row[1] for row in rows] == names
        assert [row[0] for row in rows] == places(match, order)
        assert [row[2:] for row in rows] == [
            [str(len(match.left[name])), str(match.scores[name])] for name in names
        ]
        expect(one.page.locator("tr.winner")).to_contain_text(winner.name)
        is_told_by_the_file(one.downloads_result(), rows, code)
    match.people[1].needs_no_sideways_scrolling()


def places(match: Match, order: list[Person]) -> list[str]:
    """Return the places. Players that are equal in everything share one."""
    worth = [(match.scores[one.name], points(match.left[one.name])) for one in order]
    return ["1", *(str(worth.index(one, 1) + 1) for one in worth[1:])]


def is_told_by_the_file(result: dict[str, Any], rows: list[list[str]], code: str) -> None:
    assert (result["room"], result["game"], result["game_name"]) == (code.lower(), "uno", "Uno")
    assert [[str(line["place"]), line["name"], str(line["score"])] for line in result["standing"]] == [
        [place, name, score] for place, name, _, score in rows
    ]
    (winner,) = result["winners"]
    assert winner == rows[0][1]
    assert {player["name"]: player["wins"] for player in result["players"]} == {
        row[1]: int(row[1] == winner) for row in rows
    }
    assert (result["options"]["hand_size"], result["options"]["start_wild"]) == (
        HAND_SIZE,
        "first_player_chooses",
    )


def return_to_the_room(people: list[Person], winner: Person) -> None:
    for one in people:
        one.does("play_again")
        one.waits_in_lobby()
    for one in people:
        one.sees_listed(*(other.name for other in people))
        expect(one.page.get_by_text("at the result")).to_have_count(0)
        expect(one.listed(winner.name).locator(".badge.wins")).to_contain_text("1 win")
