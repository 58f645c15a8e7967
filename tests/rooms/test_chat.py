"""Reactions, phrases and free text: permissions, stored lines, and no effect on games."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from cheat.catalogue import CATALOGUE
from cheat.engine import engine
from cheat.engine.table import Event
from cheat.errors import BadValue, CheatError
from cheat.rooms import chat, lobby, session
from cheat.rooms.room import AnyRoom, decode, encode, join
from cheat.rooms.room_moves import is_all_chat

from .room_words import NOON, do, enter, offers, playing, room, see

MOVES = [name for name in lobby.MOVES if name in chat.MOVES]
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


def say(one: AnyRoom, player: str, **what: Any) -> dict[str, Any]:
    """Send a chat message, and return its event."""
    (event,) = do(one, player, "say", **what)
    assert (event.type, event.by, event.viewers, event.text) == ("said", player, "all", "")
    return event.view(None, 1, NOON).args


def refusal(one: AnyRoom, player: str, **what: Any) -> tuple[int, str]:
    """Return the status and code of a refusal that changes nothing."""
    before = encode(one)
    with pytest.raises(CheatError) as refused:
        do(one, player, "say", **what)
    assert encode(one) == before
    return refused.value.status, refused.value.code


def chatty(*names: str) -> AnyRoom:
    one = room(*(names or ("Ada", "Bob", "Cyd")))
    do(one, "p1", "set_chat", chat=True)
    return one


def texts(one: AnyRoom) -> list[str]:
    return [line.text for line in decode(encode(one)).chat_lines]


def test_eight_reactions_and_eight_phrases_each_with_words() -> None:
    for known, kind in ((chat.REACTIONS, "reaction"), (chat.PHRASES, "phrase")):
        assert len(known) == 8
        for code, words in known.items():
            assert say(room("Ada"), "p1", **{kind: code}) == {kind: code, "words": words}


@pytest.mark.parametrize(
    "what",
    [
        {},
        {"reaction": "boo"},
        {"reaction": ["thumb"]},
        {"phrase": "thumb"},
        {"phrase": None},
        {"reaction": "thumb", "phrase": "hello"},
        {"text": 7},
        {"words": "hi"},
    ],
)
def test_one_known_thing_is_said_at_a_time(what: dict[str, Any]) -> None:
    assert refusal(chatty(), "p2", **what) == (422, "bad_field")


def test_free_text_is_off_until_the_host_allows_it_and_gone_when_it_is_off_again() -> None:
    one = room("Ada", "Bob")
    assert not see(one, None).chat
    assert refusal(one, "p2", text="hi") == (409, "chat_off")
    do(one, "p1", "set_chat", chat=True)
    assert see(one, "p2").chat
    assert say(one, "p2", text="hi") == {"text": "hi"}
    do(one, "p1", "set_chat", chat=False)
    assert (see(one, "p2").chat, texts(one)) == (False, [])
    assert say(one, "p2", reaction="heart")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  two\n\nlines\tof  it ", "two lines of it"),
        ("a\u202eevil\u2066b\u200f\u0000c\x1b[31m", "aevilbc[31m"),
        ("<b>&amp;</b> {by} p1", "<b>&amp;</b> {by} p1"),
        ("e\u0301", "é"),
        (f"ok {FAMILY}!", f"ok {FAMILY}!"),
        ("سلام", "سلام"),
        ("\u200b\u2060 \u00ad x", "x"),
    ],
)
def test_text_has_only_what_everybody_can_see(typed: str, shown: str) -> None:
    assert say(chatty(), "p2", text=typed) == {"text": shown}


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "bad_field"),
        (" \u200b\n", "bad_field"),
        ("e" + "\u0301\u0302\u0303", "bad_field"),
        ("x" * 201, "text_too_long"),
        (FAMILY * 115, "text_too_long"),
        ("\u202e" * 100_000, "text_too_long"),
    ],
)
def test_text_that_is_not_to_be_shown_is_refused(typed: str, code: str) -> None:
    assert refusal(chatty(), "p2", text=typed) == (422, code)
    assert say(chatty(), "p2", text="é" * 200) == {"text": "é" * 200}


def test_no_text_takes_long() -> None:
    worst = [
        "a\u0301" * 400,
        "\u202ea" * 400,
        FAMILY * 114,
        "\u0644\u200c" * 400,
        " x" * 400,
        "\U0001f1e6" * 799,
    ]
    began = time.process_time()
    for typed in worst:
        with suppress(BadValue):
            chat.clean_text(typed)
    assert time.process_time() - began < 2, "much more than it is, and much less than what has no bound"


def test_room_remembers_the_last_lines_and_no_more_than_its_bytes() -> None:
    one = chatty()
    for number in range(40):
        say(one, "p2", text=f"line {number}")
    assert texts(one) == [f"line {number}" for number in range(10, 40)]
    for number in range(40):
        say(one, "p2", text=f"{number:02}" + "龍" * 198)
    kept = texts(one)
    assert kept[-1].startswith("39")
    assert sum(len(text.encode()) for text in kept) <= chat.MAX_BYTES
    say(one, "p3", reaction="sad")
    say(one, "p3", phrase="sorry")
    assert texts(one) == kept


def test_what_somebody_said_goes_with_who_is_removed() -> None:
    one = chatty()
    say(one, "p2", text="rude")
    say(one, "p3", text="kind")
    do(one, "p1", "kick", player="p2", reason="rude")
    assert texts(one) == ["kind"]


def test_host_mutes_for_all_and_everybody_sees_it() -> None:
    one = chatty()
    assert {"mute", "set_chat"} <= set(offers(one, "p1")) and "unmute" not in offers(one, "p1")
    (event,) = do(one, "p1", "mute", player="p2")
    assert (event.type, event.args) == ("muted", {"name": "Bob", "player": "p2"})
    assert refusal(one, "p2", text="hi") == (403, "chat_muted")
    assert say(one, "p2", reaction="wow") and say(one, "p3", text="hi")
    assert [[mark.kind for mark in player.badges] for player in see(one, "p3").players] == [[], ["muted"], []]
    do(one, "p1", "unmute", player="p2")
    assert say(one, "p2", text="hi")


def test_who_was_muted_is_so_again_after_leaving_and_coming_back() -> None:
    one = chatty()
    one.seat("p2").origin = "cafe"
    do(one, "p1", "mute", player="p2")
    do(one, "p2", "leave")
    for name, origin, muted in (("bob", "", True), ("Rob", "cafe", True), ("Rob", "home", False)):
        copy = decode(encode(one))
        assert join(copy, name, "new", origin=origin)[0].muted == muted


@pytest.mark.parametrize("move", MOVES)
def test_only_the_host_decides_who_may_say_what(move: str) -> None:
    one = chatty()
    do(one, "p1", "mute", player="p3")
    ties = {"set_chat": {"chat": False}, "set_crowd": {"crowd": True}}
    with pytest.raises(CheatError) as refused:
        do(one, "p2", move, **ties.get(move, {"player": "p3"}))
    assert (refused.value.status, refused.value.code) == (403, "not_host")


def test_host_turns_text_off_in_the_middle_of_a_game() -> None:
    one = playing()
    do(one, "p1", "set_chat", chat=True)
    say(one, "p2", text="hi")
    do(one, "p1", "set_chat", chat=False)
    assert refusal(one, "p2", text="hi") == (409, "chat_off")


def test_who_watches_reacts_only_where_the_host_lets_them() -> None:
    one = room("Ada", "Bob")
    with pytest.raises(CheatError) as refused:
        chat.react_as_spectator(one, "heart")
    assert (refused.value.status, refused.value.code) == (403, "crowd_off")
    do(one, "p1", "set_crowd", crowd=True)
    (event,) = chat.react_as_spectator(one, "heart")
    assert (event.type, event.by, event.args["reaction"]) == ("said", None, "heart")
    with pytest.raises(CheatError) as refused:
        chat.react_as_spectator(one, "hello")
    assert refused.value.code == "bad_field"


def test_nobody_cheers_at_a_game_that_is_not_for_spectators() -> None:
    one = playing(spectators=False)
    do(one, "p1", "set_crowd", crowd=True)
    with pytest.raises(CheatError) as refused:
        chat.react_as_spectator(one, "heart")
    assert refused.value.code == "no_spectators"


def test_who_has_left_the_seat_to_a_bot_says_nothing() -> None:
    one = playing(on_leave="bot")
    do(one, "p2", "leave")
    assert refusal(one, "p2", reaction="sad") == (409, "not_playing")


def game_of(one: AnyRoom) -> Any:
    """Return everything that the game depends on, and its record."""
    stored = msgspec.to_builtins(one)
    return stored["table"], stored["tape"], [seat["mind"] for seat in stored["seats"] if "mind" in seat]


def test_talk_is_nothing_of_the_game_its_record_and_its_moves() -> None:
    """Chat changes no offered move, and no form offers chat."""
    one = playing("Ada", "Bob", "Cyd")
    do(one, "p1", "set_chat", chat=True)
    assert session.close(one, [], NOON).first
    offered = {player: lobby.moves(one, one.seat(player)) for player in ("p1", "p2")}
    assert not {"say"} & {form.name for forms in offered.values() for form in forms}
    before = game_of(one)
    said: list[list[Event]] = [do(one, "p2", "say", reaction="laugh"), do(one, "p2", "say", text="hm")]
    said += [do(one, "p1", "mute", player="p2"), do(one, "p1", "unmute", player="p2"), talk_of_the_crowd(one)]
    for events in said:
        assert is_all_chat(events)
        assert not session.close(one, events, NOON).data
    assert game_of(one) == before
    assert {player: lobby.moves(one, one.seat(player)) for player in ("p1", "p2")} == offered


def talk_of_the_crowd(one: AnyRoom) -> list[Event]:
    one.crowd = True
    events = chat.react_as_spectator(one, "wow")
    one.crowd = False
    return events


def test_game_may_call_a_move_as_the_room_calls_talk() -> None:
    """An action with a moment belongs to the game."""
    one = playing()
    with pytest.raises(CheatError) as refused:
        do(one, "p1", "say", moment=1, reaction="thumb")
    assert refused.value.code != "bad_field"


def test_line_keeps_the_name_that_was_seen() -> None:
    one = chatty("Ada", "Bob")
    enter(one, "Eve")
    say(one, "p3", text="bye")
    do(one, "p3", "leave")
    assert [(line.by, line.name, line.at) for line in one.chat_lines] == [("p3", "Eve", NOON)]


def test_what_a_game_says_is_of_the_game_and_bots_answer_it():
    """Documents may have moves called `say`, as Mus has."""
    mus, people = CATALOGUE.game("mus"), ["p1", "p2", "p3", "p4"]
    table, _ = engine.deal(mus, people, mus.options_type(), "07" * 16, NOON, None)
    (player, forms), *_ = engine.legal_moves(mus, table).items()
    events = engine.act(mus, table, player, "mus", forms[0].ties, NOON)
    assert "said" in {event.type for event in events}
    assert not is_all_chat(events)
