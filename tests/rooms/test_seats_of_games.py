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


def games_of(game_room: AnyRoom, player: str) -> list[Any]:
    return [choice.value for choice in form_of(game_room, player, "set_game").fields[0].of]


def test_game_with_too_few_seats_by_its_defaults_is_not_offered() -> None:
    game_room = room(*SEVEN)
    assert games_of(game_room, "p1") == ["cheat", "uno"]
    with pytest.raises(Refused):
        do(game_room, "p1", "set_game", game="kittens")
    assert game_room.game == "cheat"
    do(game_room, "p6", "leave")
    do(game_room, "p7", "leave")
    assert games_of(game_room, "p1") == ["cheat", "kittens", "ivanhoe", "uno"]


def test_another_game_is_offered_where_the_chosen_one_could_not_be_chosen_again() -> None:
    game_room = room(*SEVEN, game="kittens", decks=2)
    assert games_of(game_room, "p1") == ["cheat", "uno"]


def test_six_players_do_not_start_a_game_of_five_seats() -> None:
    """Stored by a release that offered it."""
    game_room = room(*SEVEN[:6])
    game_room.game, game_room.options = "kittens", room(game="kittens").options
    assert "start" not in offers(game_room, "p1")
    assert see(game_room, "p1").prompt == "This game has 5 seats, but there are 6 players in the room."
    with pytest.raises(Refused) as refused:
        do(game_room, "p1", "start")
    assert (refused.value.code, refused.value.status) == ("too_many_players", 409)
    do(game_room, "p1", "set_options", options={"decks": 2})
    do(game_room, "p1", "start")
    assert game_room.phase == "playing"


def test_countdown_of_a_game_with_too_few_seats_does_not_run() -> None:
    game_room = room("Ada", "Bob", game="uno", max_players=2, start_mode="countdown")
    lobby.update_countdown(game_room, [], NOON)
    assert game_room.starts_at is not None
    game_room.seats.append(Seat(id="p3", name="Cyd", token="c"))
    lobby.update_countdown(game_room, [], NOON)
    assert game_room.starts_at is None


def test_seat_that_may_be_taken_back_from_a_bot_is_given_to_nobody_else() -> None:
    game_room = playing(*"abcdefghij", on_leave="bot")
    do(game_room, "p2", "leave")
    with pytest.raises(Refused) as refused:
        join(game_room, "Kim", "k", next_game=True)
    assert refused.value.code == "room_full"
    do(game_room, "p2", "take_over")
    assert len(game_room.present()) == 10


def test_quick_play_takes_no_more_bots_than_a_game_has_seats() -> None:
    from cheat import create_app
    from cheat.settings import Settings

    app = create_app(Settings())
    service = app.extensions["cheat"]
    try:
        for id, game in GAMES.items():
            game_room = service.quick("Ada", id).table
            least, most = game.min_players(game.options_type()), game.max_players(game.options_type())
            assert least <= len(game_room.players) <= min(most, 4)
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


def args_of(game_room: AnyRoom, one: Form, rng: Rng) -> dict[str, Any]:
    """Values for a form; of options one or two."""
    if one.name == "set_options":
        specs = rng.sample(spec_of(game_room.rules.options_type), rng.between(1, 2))
        return {"options": {spec.name: a_value(spec, rng) for spec in specs}}
    return sample(one, game_room.table.cards_of if game_room.table else lambda zone: [], rng)


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
        self.room = room("N0", game=list(GAMES)[seed % len(GAMES)])
        self.numbers = count(1)
        self.done: set[str] = set()

    def step(self) -> None:
        self.room = decode(encode(self.room))
        events = self._something()
        lobby.update_countdown(self.room, events, self.now)
        assert not bots.update_plans(self.room, events, self.now), "no bot fails"
        self._check()

    def _something(self) -> list[Any]:
        self.now += self.rng.choice([0, 500, 5_000, 45_000])
        for seat in self.room.people():
            if seat.id not in self.silent:
                self.seen[seat.id] = self.now
        step = ActionContext(self.now, f"{self.rng.below(2**63):032x}")
        if events := lobby.expire(self.room, self.now, step.seed):
            return events
        if events := presence.update(self.room, self.seen, self.now):
            return events
        if self.room.phase == "playing" and self.rng.chance(0.05):
            return self._finish()
        if not self.room.people() or self.rng.chance(0.25):
            return self._join()
        seat = self.rng.choice(self.room.present() or self.room.seats)
        if self.rng.chance(0.1):
            self.silent ^= {seat.id}
        return self._move(seat, step)

    def _finish(self) -> list[Any]:
        """The game is over before it would be, so that the walk sees many."""
        table = self.room.running()
        table.decisions = []
        table.finish([], "enough", "Enough.", lambda player: ())
        events, table.events = table.events, []
        return finish_step(self.room, events)

    def _join(self) -> list[Any]:
        number = next(self.numbers)
        return self._allowed(
            {"room_full", "game_running"},
            lambda: join(self.room, f"N{number}", f"t{number}", next_game=True, now=self.now)[1],
        )

    def _move(self, seat: Seat, step: ActionContext) -> list[Any]:
        forms = [one for one in lobby.moves(self.room, seat) if not seat.bot]
        forms = [one for one in forms if one.name not in SELDOM or self.rng.chance(0.2)]
        if not forms:
            return []
        one = self.rng.choice(forms)
        args = args_of(self.room, one, self.rng)
        self.done.add(one.name)
        return self._allowed(
            MAY_BE_REFUSED.get(one.name, set()), lambda: lobby.act(self.room, seat, one.name, args, step)
        )

    def _allowed(self, codes: set[str], do: Callable[[], list[Any]]) -> list[Any]:
        """Return the events, or none if the call is refused with one of these codes."""
        before = encode(self.room)
        try:
            return do()
        except CheatError as refusal:
            if refusal.code not in codes:
                raise
        self.room = decode(before)
        return []

    def _check(self) -> None:
        listing(self.room)
        for seat in (None, *self.room.seats):
            view(self.room, 1, seat, self.now)
        if self.room.phase == "playing":
            waits = [self.room.next_due_at(), presence.next_due_at(self.room, self.seen, self.now)]
            acts = any(lobby.moves(self.room, seat) for seat in self.room.people())
            assert any(at is not None for at in waits) or acts, "the room waits for nobody and nothing"


@pytest.mark.parametrize("seed", sampled(range(24), every=3))
def test_no_sequence_of_moves_leads_to_an_error(seed: int) -> None:
    walk = Walk(seed)
    for _ in range(250):
        walk.step()
