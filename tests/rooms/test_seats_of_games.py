"""As many players as a game has seats: choices and starts are judged with the options that will hold."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from cheat.engine.forms import Form, OptionSpec, sample
from cheat.engine.options import spec_of
from cheat.engine.rng import Rng
from cheat.errors import CheatError, Refused
from cheat.games import GAMES
from cheat.rooms import bots, lobby, presence
from cheat.rooms.room import AnyRoom, Seat, decode, encode, join
from cheat.rooms.room_moves import ActionContext, finish_step
from cheat.rooms.view import listing, view
from tests.sampling import sampled

from .room_words import NOON, do, form_of, offers, playing, room, see

SEVEN = tuple("abcdefg")


def games_of(made: AnyRoom, player: str) -> list[Any]:
    return [choice.value for choice in form_of(made, player, "set_game").fields[0].of]


def test_game_with_too_few_seats_by_its_defaults_is_not_offered() -> None:
    made = room(*SEVEN)
    assert games_of(made, "p1") == ["cheat", "uno"]
    with pytest.raises(Refused):
        do(made, "p1", "set_game", game="kittens")
    assert made.game == "cheat"
    do(made, "p6", "leave")
    do(made, "p7", "leave")
    assert games_of(made, "p1") == ["cheat", "kittens", "ivanhoe", "uno"]


def test_another_game_is_offered_where_the_chosen_one_could_not_be_chosen_again() -> None:
    made = room(*SEVEN, game="kittens", decks=2)
    assert games_of(made, "p1") == ["cheat", "uno"]


def test_six_players_do_not_start_a_game_of_five_seats() -> None:
    """Stored by a release that offered it."""
    made = room(*SEVEN[:6])
    made.game, made.options = "kittens", room(game="kittens").options
    assert "start" not in offers(made, "p1")
    assert see(made, "p1").prompt == "This game has 5 seats, but there are 6 players in the room."
    with pytest.raises(Refused) as refused:
        do(made, "p1", "start")
    assert (refused.value.code, refused.value.status) == ("too_many_players", 409)
    do(made, "p1", "set_options", options={"decks": 2})
    do(made, "p1", "start")
    assert made.phase == "playing"


def test_countdown_of_a_game_with_too_few_seats_does_not_run() -> None:
    made = room("Ada", "Bob", game="uno", max_players=2, start_mode="countdown")
    lobby.update_countdown(made, [], NOON)
    assert made.starts_at is not None
    made.seats.append(Seat(id="p3", name="Cyd", token="c"))
    lobby.update_countdown(made, [], NOON)
    assert made.starts_at is None


def test_seat_that_may_be_taken_back_from_a_bot_is_given_to_nobody_else() -> None:
    made = playing(*"abcdefghij", on_leave="bot")
    do(made, "p2", "leave")
    with pytest.raises(Refused) as refused:
        join(made, "Kim", "k", next_game=True)
    assert refused.value.code == "room_full"
    do(made, "p2", "take_over")
    assert len(made.present()) == 10


def test_quick_play_takes_no_more_bots_than_a_game_has_seats() -> None:
    from cheat import create_app
    from cheat.settings import Settings

    app = create_app(Settings())
    service = app.extensions["cheat"]
    try:
        for id, game in GAMES.items():
            made = service.quick("Ada", id).table
            least, most = game.min_players(game.options_type()), game.max_players(game.options_type())
            assert least <= len(made.players) <= min(most, 4)
    finally:
        service.feeds.stop()


# Any sequence of what may be done in a room


def a_value(spec: OptionSpec, rng: Rng) -> Any:
    match spec.kind:
        case "bool":
            return rng.chance(0.5)
        case "choice":
            return rng.choice(spec.of).value
        case "text":
            return rng.choice(["", '{"cards": {"DEFUSE": 3, "SKIP": 12, "NOPE": 9, "ATTACK": 9}}', "{"])
        case _:
            return rng.choice([int(spec.min), int(spec.max), rng.between(int(spec.min), int(spec.max))])


def args_of(made: AnyRoom, one: Form, rng: Rng) -> dict[str, Any]:
    """Values for a form; of options one or two."""
    if one.name == "set_options":
        specs = rng.sample(spec_of(made.rules.options_type), rng.between(1, 2))
        return {"options": {spec.name: a_value(spec, rng) for spec in specs}}
    return sample(one, made.table.cards_of if made.table else lambda zone: [], rng)


SELDOM = {"leave", "rename", "make_host", "set_public", "play_again"}
"""A walk would go round in circles if it did these as often as what leads somewhere."""
MAY_BE_REFUSED = {"rename": {"name_taken"}, "set_options": {"room_full", "bad_field"}}


class Walk:
    """Random joins, moves, silences and waits in one room, as the service would apply them."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(f"{seed:032x}")
        self.now = NOON
        self.seen: dict[str, int] = {}
        self.silent: set[str] = set()
        self.made = room("N0", game=list(GAMES)[seed % len(GAMES)])
        self.numbers = count(1)
        self.done: set[str] = set()

    def step(self) -> None:
        self.made = decode(encode(self.made))
        events = self._something()
        lobby.update_countdown(self.made, events, self.now)
        assert not bots.update_plans(self.made, events, self.now), "no bot fails"
        self._check()

    def _something(self) -> list[Any]:
        self.now += self.rng.choice([0, 500, 5_000, 45_000])
        for seat in self.made.people():
            if seat.id not in self.silent:
                self.seen[seat.id] = self.now
        step = ActionContext(self.now, f"{self.rng.below(2**63):032x}")
        if events := lobby.expire(self.made, self.now, step.seed):
            return events
        if events := presence.update(self.made, self.seen, self.now):
            return events
        if self.made.phase == "playing" and self.rng.chance(0.05):
            return self._finish()
        if not self.made.people() or self.rng.chance(0.25):
            return self._join()
        seat = self.rng.choice(self.made.present() or self.made.seats)
        if self.rng.chance(0.1):
            self.silent ^= {seat.id}
        return self._move(seat, step)

    def _finish(self) -> list[Any]:
        """The game is over before it would be, so that the walk sees many."""
        table = self.made.running()
        table.decisions = []
        table.finish([], "enough", "Enough.", lambda player: ())
        events, table.events = table.events, []
        return finish_step(self.made, events)

    def _join(self) -> list[Any]:
        number = next(self.numbers)
        return self._allowed(
            {"room_full", "game_running"},
            lambda: join(self.made, f"N{number}", f"t{number}", next_game=True, now=self.now)[1],
        )

    def _move(self, seat: Seat, step: ActionContext) -> list[Any]:
        forms = [one for one in lobby.moves(self.made, seat) if not seat.bot]
        forms = [one for one in forms if one.name not in SELDOM or self.rng.chance(0.2)]
        if not forms:
            return []
        one = self.rng.choice(forms)
        args = args_of(self.made, one, self.rng)
        self.done.add(one.name)
        return self._allowed(
            MAY_BE_REFUSED.get(one.name, set()), lambda: lobby.act(self.made, seat, one.name, args, step)
        )

    def _allowed(self, codes: set[str], do: Callable[[], list[Any]]) -> list[Any]:
        """Return the events, or none if the call is refused with one of these codes."""
        before = encode(self.made)
        try:
            return do()
        except CheatError as refusal:
            if refusal.code not in codes:
                raise
        self.made = decode(before)
        return []

    def _check(self) -> None:
        listing(self.made)
        for seat in (None, *self.made.seats):
            view(self.made, 1, seat, self.now)
        if self.made.phase == "playing":
            waits = [self.made.due(), presence.due(self.made, self.seen, self.now)]
            acts = any(lobby.moves(self.made, seat) for seat in self.made.people())
            assert any(at is not None for at in waits) or acts, "the room waits for nobody and nothing"


@pytest.mark.parametrize("seed", sampled(range(24), every=3))
def test_no_sequence_of_moves_leads_to_an_error(seed: int) -> None:
    walk = Walk(seed)
    for _ in range(250):
        walk.step()
