"""Three people, one of them with a phone, play from the start page to the second deal."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.cards import after, claimed, false_cards, in_order, true_cards
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.sight import Sight

CLAIM = "Just played"
HONEST_TURNS = 26
"""Number of turns by which a player certainly lacks a rank: each of three hands of 17 lacks one in five."""
MOST_TURNS = 120
DOUBTED = (2,)
"""Turns of the quick end of the game in which the next player calls in any case."""
AT_ONCE = 8
"""Maximum number of cards of a play near the end."""


class Game:
    """The three people around the table, clockwise, and the view that all of them must have."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.sizes = {one.name: len(one.cards()) for one in people}
        self.pile = 0
        self.turn = people[0]
        self.rank = "Aces"
        self.claim: str | None = None
        self.played: list[str] = []
        self.player: Person | None = None
        self.is_quick = False

    def next_to(self, one: Person) -> Person:
        return self.people[(self.people.index(one) + 1) % len(self.people)]

    def all_see_the_play(self) -> None:
        for one in self.people:
            one.comes_to_see(lambda sight, one=one: self._play(one, sight))

    def _play(self, one: Person, sight: Sight) -> Sight:
        """Facts besides the claim stay unchanged."""
        facts = {label: text for label, text in sight["facts"].items() if label != CLAIM} | self._claim(one)
        return {"turn": [self.turn.name], "piles": {"pile": self.pile}, "facts": facts, "wide": False}

    def _claim(self, one: Person) -> dict[str, str]:
        """The fact about the last play, as a person reads it."""
        return {CLAIM: self.claim.replace(f"by {one.name}", "by you")} if self.claim else {}

    def all_see_it(self) -> None:
        for one in self.people:
            sight = one.comes_to_see(
                lambda sight, one=one: (
                    self._play(one, sight)
                    | {"cards": self.sizes, "facts": {"Next": self.rank} | self._claim(one)}
                )
            )
            assert len(sight["mine"]) == self.sizes[one.name]
            assert sight["mine"] == in_order(sight["mine"])

    def place(self, cards: list[str]) -> None:
        player = self.turn
        if self.is_quick and player.has_done("place"):
            player.sends("place", cards=cards)
        else:
            player.places(*cards)
        self.sizes[player.name] -= len(cards)
        self.pile += len(cards)
        self.claim = f"{claimed(len(cards), self.rank)} by {player.name}"
        self.player, self.played = player, false_cards(cards, self.rank)
        self.rank, self.turn = after(self.rank), self.next_to(player)

    def call(self, accuser: Person) -> None:
        """Let a player doubt the last play. All learn who was right, and see who has the pile now."""
        accused, lied = self.player, bool(self.played)
        assert accused is not None
        accuser.press(accuser.move("call_cheat"))
        verdict = (
            f"{accused.name} lied!" if lied else f"{accuser.name} was wrong: {accused.name} told the truth."
        )
        for one in self.people:
            one.sees_verdict(verdict)
        picker = accused if lied else accuser
        self.sizes[picker.name] += self.pile
        self.pile, self.claim, self.player = 0, None, None
        self.all_see_it()
        for one in self.people:
            one.may_not_call()

    def true_play(self) -> list[str]:
        return true_cards(self.turn.cards(), self.rank)

    def false_play(self) -> list[str]:
        return false_cards(self.turn.cards(), self.rank)[:1]

    def quick_play(self) -> list[str]:
        """The truth as far as it goes, and as many cards as can be in any case."""
        return (self.true_play() + false_cards(self.turn.cards(), self.rank))[:AT_ONCE]


@pytest.mark.long
def test_three_people_play_a_game_and_begin_another(arrive: Arrive) -> None:
    people = [arrive("Ada"), arrive("Ben", phone=True), arrive("Cleo")]
    meet(people)
    agree_on_options(people)
    game = begin(people)
    a_lie_is_called(game)
    the_truth_is_called(game)
    winner = play_to_the_end(game)
    look_at_the_result(people, winner)
    return_to_the_room(people, winner)
    begin_again(people)


def meet(people: list[Person]) -> None:
    ada, ben, cleo = people
    code = ada.creates_room()
    ada.sees_listed("Ada")
    ben.opens()
    ben.needs_no_sideways_scrolling()
    ben.joins_with_code(f" {code.lower()} ")
    ada.sees_listed("Ada", "Ben")
    expect(ada.prompt).to_have_text("Three or more people required to start the game.")
    cleo.joins_with_link(code)
    for one in people:
        one.sees_listed("Ada", "Ben", "Cleo")
        expect(one.page.get_by_test_id("room-code")).to_have_text(code)
        expect(one.page.locator(".badge.you")).to_have_count(1)
        expect(one.listed(one.name).locator(".badge.you")).to_be_visible()
        expect(one.page.locator(".badge.host")).to_have_count(1)
        expect(one.listed("Ada").locator(".badge.host")).to_be_visible()
        expect(one.page.get_by_test_id("start")).to_have_count(1 if one is ada else 0)
    ben.needs_no_sideways_scrolling()


def agree_on_options(people: list[Person]) -> None:
    people[0].sets_options(
        max_cards_per_play=AT_ONCE, min_call_window_s=0, reveal_s=0, final_call_window_s=30, turn_s=0
    )
    for one in people[1:]:
        changed = one.page.locator(".options > .pairs > div")
        expect(changed).to_have_count(5)
        expect(changed.filter(has_text="Time to call Cheat").first).to_have_text("Time to call Cheatoff")


def begin(people: list[Person]) -> Game:
    people[0].starts()
    for one in people:
        expect(one.hand).to_be_visible()
        expect(one.page.locator(".waiting")).to_have_count(0)
        expect(one.me.locator(".badge.you")).to_be_visible()
        expect(one.page.locator(".badge.host")).to_have_count(1)
        at_ada = one.me if one.name == "Ada" else one.opponent("Ada")
        expect(at_ada.locator(".badge.host")).to_be_visible()
        one.may_not_call()
    game = Game(people)
    assert game.sizes == {"Ada": 18, "Ben": 17, "Cleo": 17}
    game.all_see_it()
    return game


def a_lie_is_called(game: Game) -> None:
    ada, ben, cleo = game.people
    game.place(game.false_play())
    game.all_see_it()
    ada.may_not_call()
    ben.may_call()
    cleo.may_call()
    game.call(cleo)
    assert game.turn is ben


def the_truth_is_called(game: Game) -> None:
    """As soon as somebody can tell it; until then everybody lies, and nobody says anything."""
    for _ in range(HONEST_TURNS):
        truth = game.true_play()
        game.place(truth or game.false_play())
        game.all_see_it()
        if truth:
            break
    assert not game.played
    game.call(game.turn)


def play_to_the_end(game: Game) -> Person:
    """The winner. Fewer cards leave the hands in doubted turns than in all others, so there is an end."""
    game.is_quick = True
    for turn in range(MOST_TURNS):
        game.place(game.quick_play())
        game.all_see_the_play()
        player = game.player
        assert player is not None
        if not game.sizes[player.name]:
            return the_last_card_counts(game, player)
        if turn in DOUBTED:
            game.call(game.turn)
    raise AssertionError("nobody has won")


def the_last_card_counts(game: Game, player: Person) -> Person:
    """Until the next player acts, everybody may still doubt the play."""
    expect(player.prompt).to_have_text("You have no cards left. You win if no player calls Cheat.")
    for one in game.people:
        if one is not player:
            expect(one.prompt).to_have_text(
                f"{player.name} has no cards left and wins if no player calls Cheat."
            )
            one.may_call()
    game.turn.places(*game.quick_play())
    return player


def look_at_the_result(people: list[Person], winner: Person) -> None:
    for one in people:
        one.sees_result("You won!" if one is winner else f"{winner.name} won the game.")
        expect(one.page.locator("tr.winner")).to_contain_text(winner.name)
        expect(one.page.locator(".result .badge.you")).to_have_count(1)
        expect(one.page.locator(".result .badge.host")).to_have_count(1)
        assert one.page.title().startswith("Game over")
    people[1].needs_no_sideways_scrolling()


def return_to_the_room(people: list[Person], winner: Person) -> None:
    ada, ben, cleo = people
    ben.press(ben.move("play_again"))
    ben.waits_in_lobby()
    for one in (ada, cleo):
        expect(ben.listed(one.name)).to_contain_text("at the result")
        expect(one.page.get_by_test_id("result")).to_be_visible()
    for one in (cleo, ada):
        one.press(one.move("play_again"))
    for one in people:
        one.waits_in_lobby()
        one.sees_listed("Ada", "Ben", "Cleo")
        expect(one.page.get_by_text("at the result")).to_have_count(0)
        expect(one.page.locator(".badge.wins")).to_have_count(1)
        expect(one.listed(winner.name).locator(".badge.wins")).to_contain_text("1 win")
        expect(one.page.get_by_test_id("start")).to_have_count(1 if one is ada else 0)


def begin_again(people: list[Person]) -> None:
    """Check that nothing is left of the first game, and that the deal has moved on by one seat."""
    people[0].starts()
    for one in people:
        expect(one.hand).to_be_visible()
        one.may_not_call()
        assert one.selected() == []
        expect(one.verdict).to_have_count(0)
    game = Game(people)
    game.turn = people[1]
    assert game.sizes == {"Ada": 17, "Ben": 18, "Cleo": 17}
    game.all_see_it()
