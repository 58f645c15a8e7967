"""The waiting room: joining and leaving, the host, and moves of the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cheat.errors import BadValue, CheatError, NotAllowed, NotFound, Refused
from cheat.games import built_in_game
from cheat.i18n.messages import Text
from cheat.rooms.room import decode, encode, join, new_room, remember
from cheat.rooms.view import listing

from .room_words import do, enter, form_of, ids, names, offers, over, playing, room, see, types


def refused(room_: Any, player: str, move: str, /, **args: Any) -> CheatError:
    """Return the refusal of a move."""
    with pytest.raises(CheatError) as caught:
        do(room_, player, move, **args)
    return caught.value


# Coming


def test_who_makes_a_room_is_its_host_and_sees_the_waiting_room() -> None:
    """Acceptance 1."""
    seen = see(room("Ada"), "p1")
    assert (seen.phase, seen.code, seen.you, seen.host) == ("lobby", "kwzpt", "p1", "p1")


def test_who_joins_sees_the_waiting_room_and_is_not_host() -> None:
    """Acceptance 2."""
    full = room("Ada")
    seat, events = join(full, "Bob", "token")
    seen = see(full, seat.id)
    assert (seen.phase, seen.you, seen.host) == ("lobby", "p2", "p1")
    assert [(event.type, event.by) for event in events] == [("joined", "p2")]


def test_everybody_sees_a_new_player_in_the_list() -> None:
    """Acceptance 5."""
    full = room("Ada", "Bob")
    enter(full, "Cyd")
    for viewer in ("p1", "p2", "p3", None):
        assert [player.name for player in see(full, viewer).players] == ["Ada", "Bob", "Cyd"]


def test_nobody_sees_a_player_who_left() -> None:
    """Acceptance 6."""
    full = room("Ada", "Bob", "Cyd")
    (event,) = do(full, "p2", "leave")
    assert names(full) == ["Ada", "Cyd"]
    assert (event.text, event.args, event.by) == ("{name} left the game.", {"name": "Bob"}, "p2")


def test_join_is_refused_while_a_game_runs() -> None:
    """Acceptance: edge case 23 of the rules."""
    running = playing()
    with pytest.raises(Refused, match=r"^The game with the provided code is ongoing\.$") as caught:
        enter(running, "Dan")
    assert (caught.value.code, caught.value.status) == ("game_running", 409)
    assert ids(running) == ["p1", "p2", "p3"]


def test_room_has_ten_seats() -> None:
    full = room(*"abcdefghij")
    with pytest.raises(Refused) as caught:
        enter(full, "k")
    assert (caught.value.code, len(ids(full))) == ("room_full", 10)
    do(full, "p4", "leave")
    assert enter(full, "k").id == "p11"


def test_ids_of_seats_are_never_used_again() -> None:
    changing = room("Ada", "Bob")
    seen = set(ids(changing))
    for number in range(20):
        last = ids(changing)[-1]
        do(changing, last, "leave")
        seat = enter(changing, f"N{number}")
        assert seat.id not in seen
        seen.add(seat.id)


def test_unknown_game_and_bad_options_make_no_room() -> None:
    with pytest.raises(NotFound) as caught:
        new_room("kwzpt", "e1", "chess", {}, public=False)
    assert (caught.value.code, caught.value.status) == ("game_not_found", 404)
    with pytest.raises(BadValue) as bad:
        new_room("kwzpt", "e1", "cheat", {"turn_s": -1}, public=False)
    assert bad.value.code == "bad_field"


# The host


def test_next_player_becomes_host_when_the_host_leaves() -> None:
    """Acceptance 7: and gets the start button."""
    full = room("Ada", "Bob", "Cyd", "Dan")
    events = do(full, "p1", "leave")
    assert [(event.type, event.by) for event in events] == [("left", "p1"), ("host", "p2")]
    assert full.host == "p2"
    assert "start" in offers(full, "p2")
    assert "start" not in offers(full, "p3")


def test_host_stays_when_another_leaves() -> None:
    full = room("Ada", "Bob")
    assert types(do(full, "p2", "leave")) == ["left"]
    assert full.host == "p1"


def test_last_one_who_leaves_ends_an_empty_room_that_may_be_entered() -> None:
    empty = room("Ada")
    assert types(do(empty, "p1", "leave")) == ["left"]
    assert (see(empty, None).players, see(empty, None).host) == ([], "")
    assert enter(empty, "Bob").id == empty.host == "p2"


def test_first_remaining_player_becomes_host_during_a_game() -> None:
    """Edge case 22 of the rules: the game goes on."""
    running = playing("Ada", "Bob", "Cyd", "Dan")
    do(running, "p1", "leave")
    assert (running.host, running.phase) == ("p2", "playing")


def test_host_may_hand_over() -> None:
    for full in (room("Ada", "Bob"), playing("Ada", "Bob", "Cyd"), over("Ada", "Bob", "Cyd")):
        assert form_of(full, "p1", "make_host").fields[0].of == [id for id in ids(full) if id != "p1"]
        (event,) = do(full, "p1", "make_host", player="p2")
        assert (full.host, event.type, event.by) == ("p2", "host", "p2")
        assert "make_host" not in offers(full, "p1")


@pytest.mark.parametrize("player", ["p1", "p3", "p9", "", None, 2, ["p2"]])
def test_host_is_handed_only_to_another_player_who_is_here(player: object) -> None:
    full = room("Ada", "Bob", "Cyd")
    do(full, "p3", "leave")
    assert refused(full, "p1", "make_host", player=player).code == "illegal_move"
    assert full.host == "p1"


HOST_MOVES = {
    "start": {},
    "kick": {"player": "p3"},
    "make_host": {"player": "p3"},
    "set_options": {"options": {}},
    "set_public": {"public": True},
    "set_game": {"game": "cheat"},
}


@pytest.mark.parametrize("move", HOST_MOVES)
def test_only_the_host_may_do_what_the_host_does(move: str) -> None:
    """Edge case 2 of the rules: refused, nothing changes."""
    full = room("Ada", "Bob", "Cyd")
    before = encode(full)
    error = refused(full, "p2", move, **HOST_MOVES[move])
    assert (type(error), error.code, error.status) == (NotAllowed, "not_host", 403)
    assert encode(full) == before
    assert move not in offers(full, "p2")


# Kick


def test_kicked_player_is_gone_and_cannot_come_back_with_the_token() -> None:
    full = room("Ada", "Bob", "Cyd")
    (event,) = do(full, "p1", "kick", player="p2")
    assert ids(full) == ["p1", "p3"]
    assert full.seat_of("token of Bob") is None
    assert (event.type, event.by, event.args) == ("kicked", "p1", {"name": "Bob", "player": "p2"})


@pytest.mark.parametrize("player", ["p1", "p9", None, {}])
def test_kick_needs_another_player_who_is_here(player: object) -> None:
    full = room("Ada", "Bob")
    assert refused(full, "p1", "kick", player=player).code == "illegal_move"


def test_nobody_is_kicked_out_of_a_game() -> None:
    running = playing()
    assert "kick" not in offers(running, "p1")
    assert refused(running, "p1", "kick", player="p2").code == "game_running"


def test_nobody_to_kick_or_to_be_made_host_in_an_empty_room() -> None:
    assert not {"kick", "make_host"} & set(offers(room("Ada"), "p1"))


def test_host_back_from_a_result_may_kick_who_is_still_there() -> None:
    ended = over("Ada", "Bob", "Cyd")
    do(ended, "p1", "play_again")
    do(ended, "p2", "play_again")
    do(ended, "p1", "kick", player="p3")
    assert (ended.phase, ids(ended)) == ("lobby", ["p1", "p2"])


# Options, game, public


def test_options_are_merged() -> None:
    full = room("Ada")
    do(full, "p1", "set_options", options={"turn_s": 30})
    (event,) = do(full, "p1", "set_options", options={"rounds": 3, "reveal_s": 1.5})
    options = see(full, "p1").options
    assert (options["turn_s"], options["rounds"], options["reveal_s"], options["decks"]) == (30, 3, 1.5, 1)
    assert (event.type, event.by) == ("options_changed", "p1")


@pytest.mark.parametrize(
    "options",
    [
        {"turn_s": -1},
        {"turn_s": 181},
        {"turn_s": "30"},
        {"turn_s": 1.5},
        {"turn_s": True},
        {"decks": 3},
        {"first_rank": "king"},
        {"allow_pass": "yes"},
        {"unknown": 1},
        {"min_players": 1},
        {"reveal_s": None},
        {"turn_s": 30, "decks": 9},
        [],
        "turn_s",
        None,
    ],
)
def test_bad_options_are_refused_and_nothing_changes(options: object) -> None:
    full = room("Ada")
    before = encode(full)
    error = refused(full, "p1", "set_options", options=options)
    assert (type(error), error.code, error.status) == (BadValue, "bad_field", 422)
    assert encode(full) == before


def test_options_cannot_be_changed_while_playing() -> None:
    running = playing()
    assert "set_options" not in offers(running, "p1")
    assert refused(running, "p1", "set_options", options={}).code == "game_running"


def test_form_of_the_options_describes_every_option() -> None:
    full = room("Ada")
    (field,) = form_of(full, "p1", "set_options").fields
    assert {spec.name for spec in field.spec} == full.options.keys()


def test_public_is_switched_by_naming_the_new_state() -> None:
    full = room("Ada")
    assert form_of(full, "p1", "set_public").ties == {"public": True}
    do(full, "p1", "set_public", public=True)
    assert see(full, "p1").public is True
    assert refused(full, "p1", "set_public", public=True).code == "stale_move"
    assert refused(full, "p1", "set_public").code == "bad_field"
    assert refused(full, "p1", "set_public", public=0).code == "stale_move"
    do(full, "p1", "set_public", public=False)
    assert see(full, "p1").public is False


def test_one_game_is_no_choice(there_are: Callable[..., None]) -> None:
    there_are(built_in_game("cheat"))
    full = room("Ada")
    assert "set_game" not in offers(full, "p1")
    assert refused(full, "p1", "set_game", game="cheat").code == "illegal_move"


def test_choosing_a_game_resets_the_options() -> None:
    full = room("Ada", turn_s=7)
    (event,) = do(full, "p1", "set_game", game="cheat")
    assert (full.options["turn_s"], event.type, event.args) == (45, "game_chosen", {"game": Text("Cheat")})
    assert refused(full, "p1", "set_game", game="chess").code == "illegal_move"


# Start


@pytest.mark.parametrize("players", [["Ada"], ["Ada", "Bob"]])
def test_start_needs_three(players: list[str]) -> None:
    """Edge case 1 of the rules: the room stays in the waiting phase."""
    few = room(*players)
    error = refused(few, "p1", "start")
    assert str(error) == "Three or more people required to start the game."
    assert (error.code, error.status, few.phase) == ("too_few_players", 409, "lobby")
    assert "start" not in offers(few, "p1")
    assert see(few, "p1").prompt == "Three or more people required to start the game."


def test_start_shows_the_game_to_everybody() -> None:
    """Acceptance 8."""
    full = room("Ada", "Bob", "Cyd")
    events = do(full, "p1", "start")
    assert types(events)[0] == "started"
    for viewer in ("p1", "p2", "p3", None):
        seen = see(full, viewer)
        assert (seen.phase, bool(seen.zones), seen.result) == ("playing", True, None)


def test_start_takes_the_seat_order_of_joining() -> None:
    full = room("Ada", "Bob", "Cyd", "Dan")
    do(full, "p2", "leave")
    do(full, "p1", "start")
    assert [player.id for player in full.table.players] == ["p1", "p3", "p4"]


def test_start_needs_as_many_players_as_the_option_says() -> None:
    assert playing("Ada", "Bob", min_players=2).phase == "playing"
    assert refused(room(*"abc", min_players=4), "p1", "start").code == "too_few_players"


def test_second_start_is_refused() -> None:
    assert refused(playing(), "p1", "start").code == "game_running"


# What is not offered


@pytest.mark.parametrize("move", ["place", "call_cheat", "trust", "no_such_move", "", "__class__"])
def test_moves_of_a_game_are_refused_before_it_starts(move: str) -> None:
    assert refused(room(*"abc"), "p1", move).code == "not_started"


def test_unknown_move_is_refused_in_a_game() -> None:
    assert refused(playing(), "p1", "no_such_move").code == "illegal_move"


def test_arguments_that_a_move_does_not_have_are_refused() -> None:
    full = room(*"abc")
    for move in ("start", "leave"):
        assert refused(full, "p1", move, extra=1).code == "bad_field"
    assert full.phase == "lobby"


def test_offers_in_the_waiting_room() -> None:
    full = room("Ada", "Bob", "Cyd")
    assert set(offers(full, "p1")) - {"set_game"} == {
        "start", "rename", "set_options", "set_public", "set_chat", "set_crowd", "make_host", "kick",
        "add_bot", "leave",
    }  # fmt: skip
    assert offers(full, "p2") == ["rename", "leave"]


@pytest.mark.parametrize("make_room", [room, playing, over])
def test_every_offered_room_move_is_accepted_and_every_other_refused(make_room: Any) -> None:
    args = {**HOST_MOVES, "kick": {"player": "p2"}, "make_host": {"player": "p2"}}
    args |= {"rename": {"name": "New"}, "play_again": {}, "leave": {}}
    for player in ("p1", "p3"):
        for move in args:
            fresh = make_room("Ada", "Bob", "Cyd")
            if move in offers(fresh, player):
                assert do(fresh, player, move, **args[move]) != []
            else:
                before = encode(fresh)
                refused(fresh, player, move, **args[move])
                assert encode(fresh) == before


# Leaving and remembered actions


@pytest.mark.parametrize("make_room", [room, playing, over])
def test_repeated_leave_is_known_after_leaving(make_room: Any) -> None:
    """The answer to a leave was lost. Sending it again finds the answer, although the seat is gone."""
    full = make_room("Ada", "Bob", "Cyd", "Dan")
    bob = full.seat("p2")
    do(full, "p2", "leave")
    remember(bob, "leave-id", 7)
    again = decode(encode(full))
    done = again.finished_action("token of Bob", "leave-id")
    assert done is not None
    assert (done.id, done.version) == ("leave-id", 7)
    assert again.seat_of("token of Bob") is None
    assert again.finished_action("token of Ada", "leave-id") is None, "ids belong to their player"
    assert again.finished_action("token of Bob", "other-id") is None


def test_leave_is_still_known_when_the_next_game_has_started() -> None:
    ended = over("Ada", "Bob", "Cyd", "Dan")
    bob = ended.seat("p2")
    do(ended, "p2", "leave")
    remember(bob, "leave-id", 7)
    for player in ("p1", "p3", "p4"):
        do(ended, player, "play_again")
    do(ended, "p1", "start")
    assert ended.finished_action("token of Bob", "leave-id") is not None


def test_eight_actions_of_each_seat_are_remembered() -> None:
    full = room("Ada", "Bob")
    remember(full.seat("p2"), "bobs", 1)
    for number in range(20):
        remember(full.seat("p1"), f"id {number}", number)
    assert [full.finished_action("token of Ada", f"id {n}") is not None for n in range(20)] == [
        False
    ] * 12 + [True] * 8
    assert full.finished_action("token of Bob", "bobs") is not None


def test_what_a_room_remembers_is_bounded() -> None:
    """Invariant 8: a room does not grow when people join and leave."""
    changing = room("Ada")
    sizes = []
    for number in range(60):
        seat = enter(changing, f"N{number % 10}")
        do(changing, seat.id, "leave")
        remember(seat, "leave-id", number)
        sizes.append(len(encode(changing)))
    assert len(changing.leavers) <= 10
    assert max(sizes[20:]) <= sizes[20] + 40


# The public list


def test_list_tells_what_one_wants_to_know_before_joining() -> None:
    listed = listing(room("Ada", "Bob", public=True))
    assert listed is not None
    assert (listed.code, listed.game, listed.host) == ("kwzpt", "cheat", "Ada")
    assert (listed.players, listed.seats, listed.phase) == (2, 10, "lobby")


def test_private_full_empty_and_running_rooms_are_not_listed() -> None:
    assert listing(room("Ada")) is None
    assert listing(room(public=True)) is None
    assert listing(room(*"abcdefghij", public=True)) is None
    assert listing(playing(public=True)) is None
    assert listing(over(public=True)) is not None
