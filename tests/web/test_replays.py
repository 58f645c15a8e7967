"""Replays of finished games, from a room or from a file."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cheat.catalogue import CATALOGUE
from cheat.rooms import playback, replay_recorder
from cheat.rooms.room import decode, encode
from cheat.service import replays
from tests.servers import in_background

from .conftest import Api
from .test_refusals import problem

Change = Callable[[dict[str, Any]], Any]


def finished(api: Api, **options: Any) -> list[dict[str, Any]]:
    """A game of Cheat in which all players have placed a card. It ended because two of them left."""
    players = api.game(min_players=2, **options)
    for who in players:
        api.clock.now += 1500
        api.act(who, "place", cards=hand(api, who)[:1])
    for who in players[1:]:
        api.clock.now += 1500
        api.act(who, "leave")
    return players


def hand(api: Api, player: dict[str, Any]) -> list[str]:
    zones = api.snapshot(player)["table"]["zones"]
    cards: list[str] = next(zone["cards"] for zone in zones if zone["id"] == f"hand:{player['player']}")
    return cards


def ask(api: Api, player: dict[str, Any], path: str = "", *, token: bool = True, **query: Any) -> Any:
    path = f"/api/rooms/{player['code']}/replay{path}"
    return api.call("GET", path, player["token"] if token else None, query_string=query)


def page(api: Api, player: dict[str, Any], **query: Any) -> dict[str, Any]:
    response = ask(api, player, **query)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.get_json()
    return found


def exported(api: Api, player: dict[str, Any]) -> dict[str, Any]:
    response = ask(api, player, "/file")
    assert response.status_code == 200, response.text
    file: dict[str, Any] = response.get_json()
    return file


def post(api: Api, file: Any, **query: Any) -> Any:
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    return api.call("POST", "/api/replays", data=data, query_string=query)


def texts(frames: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for frame in frames for event in frame["events"]]


def hands(frame: dict[str, Any]) -> dict[str, bool]:
    """Return whether each hand is open."""
    zones = frame["table"]["zones"]
    return {zone["id"]: "cards" in zone for zone in zones if zone["kind"] == "hand" and zone["count"]}


def test_finished_game_is_watched_from_the_deal_to_its_result(api: Api) -> None:
    host, *_ = finished(api)
    found = page(api, host)
    types = texts(found["frames"])
    assert (found["game"], found["count"]) == ("cheat", len(found["frames"]))
    assert types[:2] == ["started", "dealt"]
    assert types.count("placed") == 3
    assert types.count("left") == 2, "what the room says of the game belongs to it"
    assert types[-1] == "game_over"
    assert found["frames"][-1]["table"]["result"]["standing"][0]["id"] == host["player"]
    assert [frame["index"] for frame in found["frames"]] == list(range(found["count"]))
    assert [turn[1] for turn in found["turns"]][:3] == ["p1", "p2", "p3"]


def test_seat_shows_what_it_knew_and_open_cards_show_all(api: Api) -> None:
    host, *_ = finished(api)
    own = {f"hand:p{number}": False for number in (1, 2, 3)}
    assert hands(page(api, host)["frames"][0]) == own
    assert hands(page(api, host, seat="p2")["frames"][0]) == {**own, "hand:p2": True}
    opened = page(api, host, seat="p2", open=1)["frames"][0]
    assert hands(opened) == dict.fromkeys(own, True)
    assert opened["table"]["you"] == "p2"


def test_highlights_are_the_steps_that_all_noticed(api: Api) -> None:
    players = api.game(min_players=2)
    api.act(players[0], "place", cards=hand(api, players[0])[:1])
    api.act(players[2], "trust")
    api.act(players[1], "call_cheat")
    api.clock.now += 20_000
    for who in players[1:]:
        api.act(who, "leave")
    found = page(api, players[0], open=1)
    kinds = {index: kind for index, kind, _ in found["moments"]}
    assert [kind for kind in kinds.values() if kind in ("lie", "truth")], kinds
    for index, kind, tone in found["moments"]:
        assert (kind, tone) in {
            (event.get("kind", ""), event["tone"]) for event in found["frames"][index]["events"]
        }


def test_watcher_of_open_cards_is_never_addressed(api: Api) -> None:
    players = api.game(min_players=2)
    api.act(players[0], "place", cards=hand(api, players[0])[:1])
    api.act(players[2], "trust")
    for who in players[1:]:
        api.act(who, "leave")

    def told(**query: Any) -> list[str]:
        frames = page(api, players[0], open=1, **query)["frames"]
        events = [event for frame in frames for event in frame["events"]]
        assert "p3" in [event["by"] for event in events if event["type"] == "trusted"]
        return [event.get("text", "") for event in events]

    assert "{by} believes it." in told() and "{by} believes it." in told(seat="p2")
    assert "You believe it." in told(seat="p3")
    assert not [one for one in told() if one.startswith("You ")]


def test_every_sentence_for_one_player_has_one_about_that_player() -> None:
    kinds = [ask for game in CATALOGUE if not game.source for ask in game.decision_kinds]
    sentences = {
        getattr(ask, name)
        for ask in kinds
        for name in ("passing_text", "answered_text")
        if hasattr(ask, name)
    }
    assert sentences == set(playback.PUBLIC_SENTENCES)


def test_avatars_have_the_colours_that_players_chose(api: Api) -> None:
    ada = api.create(colour=7)
    others = [api.join(ada["code"], name) for name in ("Bob", "Cyd")]
    api.act(ada, "start")
    for who in others:
        api.act(who, "leave")
    players = page(api, ada, **{"from": 0})["frames"][0]["table"]["players"]
    assert [player.get("colour") for player in players] == [7, None, None]


def test_replay_offers_no_moves(api: Api) -> None:
    host, *_ = finished(api)
    assert all(frame["table"]["moves"] == [] for frame in page(api, host, seat="p1")["frames"])


def test_pages_are_the_parts_of_the_whole(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "CHUNK_INPUTS", 2)
    host, *_ = finished(api)
    all_steps = page(api, host)
    parts = [page(api, host, **{"from": number, "limit": 1}) for number in range(all_steps["count"] + 2)]
    assert [part["frames"] for part in parts] == [[frame] for frame in all_steps["frames"]] + [[], []]


def test_page_of_large_tables_ends_early(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    host, *_ = finished(api)
    all_frames = page(api, host)["frames"]
    sizes = [len(msgspec.json.encode(frame)) for frame in all_frames]
    monkeypatch.setattr(replays, "PAGE_BYTES", sum(sizes[:3]))
    assert page(api, host)["frames"] == all_frames[:3]
    monkeypatch.setattr(replays, "PAGE_BYTES", 1)
    assert [page(api, host, **{"from": at})["frames"] for at in (0, 1)] == [[all_frames[0]], [all_frames[1]]]


@pytest.mark.parametrize("query", [{"seat": "p9"}, {"from": -1}, {"from": "x"}, {"limit": 0}, {"limit": 101}])
def test_missing_page_is_refused(api: Api, query: dict[str, Any]) -> None:
    host, *_ = finished(api)
    assert problem(ask(api, host, **query)) == (422, "bad_field")
    assert problem(post(api, exported(api, host), **query)) == (422, "bad_field")


@pytest.mark.parametrize("path", ["", "/file"])
def test_only_finished_games_have_a_replay(api: Api, path: str) -> None:
    host = api.create(options={"turn_s": 0, "min_players": 2})
    assert problem(ask(api, host, path)) == (409, "not_started")
    players = [host, api.join(host["code"], "Bob"), api.join(host["code"], "Cyd")]
    api.act(host, "start")
    for who in players[1:]:
        assert problem(ask(api, host, path)) == (409, "game_running")
        api.act(who, "leave")
    assert ask(api, host, path).status_code == 200
    assert problem(ask(api, {**host, "token": "guessed"}, path)) == (401, "bad_token")
    assert problem(ask(api, {**host, "code": "zzzzz"}, path, token=False)) == (404, "room_not_found")


@pytest.mark.parametrize("path", ["", "/file"])
def test_game_without_spectators_is_watched_by_its_room_alone(api: Api, path: str) -> None:
    host, *_ = finished(api, spectators=False)
    assert problem(ask(api, host, path, token=False)) == (403, "no_spectators")
    assert ask(api, host, path).status_code == 200
    assert ask(api, finished(api)[0], path, token=False).status_code == 200


def test_replay_is_of_the_last_game(api: Api) -> None:
    host, *_ = finished(api)
    before = exported(api, host)
    api.act(host, "play_again")
    assert exported(api, host) == before, "the waiting room still remembers it"
    others = [api.join(host["code"], name) for name in ("Dan", "Eve")]
    api.act(host, "start")
    for who in others:
        api.act(who, "leave")
    after = exported(api, host)
    assert [chair[1] for chair in after["start"]["chairs"]] == ["Ada", "Dan", "Eve"]
    assert after["start"]["previous"]["dealer"] == "p3"
    assert post(api, after).get_json() == page(api, host)
    assert post(api, before).get_json()["count"] == len(before["inputs"]) + 1


def test_room_of_a_release_that_does_not_record_has_no_replay(api: Api) -> None:
    host, *_ = finished(api)
    stored = api.service.store.load(host["code"])
    room = decode(stored.data)
    room.recorder = replay_recorder.ReplayRecorder()
    assert api.service.store.commit(host["code"], stored, encode(room), b'{"at":1,"events":[]}', 60_000)
    assert problem(ask(api, host)) == (409, "no_replay")
    assert problem(ask(api, host, "/file")) == (409, "no_replay")


def test_game_that_is_too_long_is_not_kept(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_recorder, "MOST_INPUTS", 3)
    host, *_ = finished(api)
    answer = ask(api, host)
    assert problem(answer) == (409, "no_replay")
    assert answer.get_json(force=True)["detail"] == replays.NOT_RECORDED
    assert api.service.store.load_with_recording(host["code"])[1] == []


# Files


def test_file_is_watched_without_the_room(api: Api) -> None:
    host, *_ = finished(api)
    file, all_steps = exported(api, host), page(api, host, seat="p3")
    api.service.store.client.flushall()
    assert post(api, file, seat="p3").get_json() == all_steps


def set_at(*path: Any, to: Any) -> Change:
    """Change one place of a file."""

    def change(file: dict[str, Any]) -> None:
        place: Any = file
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return change


def bomb(size: int) -> dict[str, Any]:
    """A sentence whose slots contain sentences."""
    text: Any = "x" * 10
    for _ in range(size):
        text = {"template": "{a}{a}{a}{a}", "args": {"a": text}}
    return {"type": "said", "text": "{a}", "args": {"a": text}}


def say(event: Any) -> Change:
    return lambda file: file["inputs"].insert(1, [5, "", "", {}, [event], -1])


PLAIN = {"type": "said", "text": "Hello {a}.", "args": {"a": 1}}
MOVED = {"from": "deck", "to": "pile", "faces": ["AS"] * 5, "seen": "all"}

BAD: dict[str, Change] = {
    "another game": set_at("game", to="uno"),
    "unknown game": lambda file: [
        set_at("game", to="whist")(file),
        set_at("start", "game", to="whist")(file),
    ],
    "another version": set_at("replay", to=2),
    "unknown field": set_at("table", to={}),
    "no inputs": set_at("inputs", to=[]),
    "half of it": lambda file: file["inputs"].pop(),
    "too many": set_at("inputs", to=[[1]] * 4001),
    "no seats": set_at("start", "chairs", to=[]),
    "two in one seat": lambda file: file["start"]["chairs"].append(["p1", "Ada"]),
    "too many seats": set_at("start", "chairs", to=[[f"p{n}", "A"] for n in range(1, 20)]),
    "strange seat": set_at("start", "chairs", 0, 0, to="{by}"),
    "long name": set_at("start", "chairs", 0, 1, to="x" * 241),
    "no seed": set_at("start", "seed", to="?"),
    "option out of bounds": set_at("start", "options", "decks", to=10**9),
    "unknown option": set_at("start", "options", "cards", to=1),
    "strange table before": set_at("start", "previous", to={"players": 3}),
    "another move": set_at("inputs", 0, 2, to="call_cheat"),
    "cards that nobody has": set_at("inputs", 0, 3, "cards", to=["XX"]),
    "somebody else": set_at("inputs", 0, 1, to="p2"),
    "a clock that does not run": set_at("inputs", 0, to=[10]),
    "an unknown step": set_at("inputs", 0, to=[10, "", "fly"]),
    "far away": set_at("inputs", 0, 0, to=10**15),
    "not whole": set_at("inputs", 0, 0, to=1.5),
    "another winner": set_at("result", "winners", to=["p2"]),
    "words that grow": say(bomb(12)),
    "cards that a room moves": say({**PLAIN, "cards": [MOVED]}),
    "long words": say({**PLAIN, "text": "x" * 2000}),
    "deep args": set_at("inputs", 0, 3, "cards", to=json.loads("[" * 500 + "]" * 500)),
}


def test_file_with_another_seed_does_not_play(api: Api) -> None:
    """A deal may by chance give every player the card that they place: one deal in 27 does."""
    file = exported(api, finished(api)[0])
    answers = []
    for number in range(8):
        set_at("start", "seed", to=f"{number:032x}")(file)
        answers.append(post(api, file))
    assert {problem(answer) for answer in answers if answer.status_code != 200} == {(422, "bad_replay")}


def test_room_events_of_a_file_are_only_shown(api: Api) -> None:
    file = exported(api, finished(api)[0])
    say(PLAIN)(file)
    assert texts(post(api, file).get_json()["frames"]).count("said") == 1


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_file_that_does_not_play_is_refused(api: Api, change: Change) -> None:
    file = exported(api, finished(api)[0])
    change(file)
    assert problem(post(api, file)) == (422, "bad_replay")


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 9000, b'{"inputs":' + b"[" * 9000]
)
def test_junk_file_is_refused(api: Api, data: bytes) -> None:
    assert problem(post(api, data)) == (422, "bad_replay")


def test_file_that_takes_too_long_is_given_up(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "SLICE_S", 0.0)
    monkeypatch.setattr(replays, "BUDGET_S", 0.0)
    host = finished(api)[0]
    file = exported(api, host)
    answers = [(post(api, file), (422, "bad_replay")), (ask(api, host), (409, "no_replay"))]
    for answer, refusal in answers:
        assert problem(answer) == refusal
        assert answer.get_json(force=True)["detail"] == replays.TOO_MUCH_WORK
    monkeypatch.undo()
    assert post(api, file).status_code == 200
    monkeypatch.setattr(replays, "SLICE_S", 0.0)
    monkeypatch.setattr(replays, "BUDGET_S", 0.0)
    assert problem(post(api, file)) == (422, "bad_replay"), "a page of a known file takes time, too"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[replays.Replay]:
    """The replays that the server has played, in order. A cached replay is not played again."""
    played: list[replays.Replay] = []
    play = replays.Replay.play

    def noted(replay: replays.Replay, pause: Callable[[], None]) -> None:
        played.append(replay)
        play(replay, pause)

    monkeypatch.setattr(replays.Replay, "play", noted)
    return played


def test_one_file_is_checked_at_a_time(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    file = exported(api, finished(api)[0])
    monkeypatch.setattr(replays, "QUEUE_S", 0.01)
    begins, may_end = threading.Event(), threading.Event()

    def long_play(replay: replays.Replay, pause: Callable[[], None]) -> None:
        begins.set()
        may_end.wait()
        raise ValueError("enough")

    with monkeypatch.context() as patch:
        patch.setattr(replays.Replay, "play", long_play)
        first = in_background(lambda: problem(post(api, file)))
        begins.wait()
        assert problem(post(api, file)) == (409, "busy")
        may_end.set()
        assert first.value() == (422, "bad_replay")
    assert post(api, file).status_code == 200


def test_cached_replays_are_bounded(
    make_api: Callable[..., Api], monkeypatch: pytest.MonkeyPatch, played: list[replays.Replay]
) -> None:
    api = make_api()
    page(api, finished(api)[0])
    monkeypatch.setattr(replays, "MOST_REPLAY_BYTES", int(2.5 * played[0].weight))
    api = make_api()
    hosts = [finished(api)[0] for _ in range(4)]
    for host in (*hosts, *hosts[:1:-1]):
        page(api, host)
    assert len(played) == 1 + 4, "the last two are kept"
    page(api, hosts[0])
    assert len(played) == 1 + 5


def test_memory_of_a_replay_is_not_underestimated(api: Api, played: list[replays.Replay]) -> None:
    page(api, finished(api)[0])
    (replay,) = played
    library = (type(replay.games), replay.games, replay.options)
    assert 0 < taken_by(replay, set(map(id, library))) < replay.weight


def taken_by(value: Any, seen: set[int]) -> int:
    """Return the size of a value and of all values in it, in bytes."""
    if id(value) in seen or isinstance(value, type):
        return 0
    seen.add(id(value))
    parts: list[Any] = list(value) if isinstance(value, (list, tuple, frozenset)) else []
    parts += [*value, *value.values()] if isinstance(value, dict) else []
    parts += list(vars(value).values()) if hasattr(value, "__dict__") else []
    parts += [getattr(value, name) for name in getattr(value, "__struct_fields__", ())]
    return sys.getsizeof(value) + sum(taken_by(part, seen) for part in parts)


@pytest.mark.parametrize(
    ("move", "args"), [("", {"card": [[]] * 20}), ("pass", {"card": ["x" * 3000]}), ("", {"x": 1})]
)
def test_file_with_unread_arguments_is_refused(api: Api, move: str, args: dict[str, Any]) -> None:
    """A refused file is not cached either."""
    file = exported(api, finished(api)[0])
    assert post(api, file).status_code == 200
    file["inputs"][-1] = [*[*file["inputs"][-1], "", ""][:2], move, args]
    for _ in range(2):
        assert problem(post(api, file)) == (422, "bad_replay")


def test_large_file_is_refused(api: Api) -> None:
    assert problem(post(api, b'{"a":"' + b"x" * 512 * 1024 + b'"}')) == (413, "too_large")


def test_page_of_another_site_sends_no_file(api: Api) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    response = api.call("POST", "/api/replays", data=b"{}", headers=headers)
    assert problem(response) == (403, "cross_site")


def test_block_is_full_and_the_tail_is_empty_again() -> None:
    tape = replay_recorder.ReplayRecorder(
        at=1000,
        start=replay_recorder.Start(
            game="cheat", seats=[replay_recorder.RecordedSeat("p1", "A")], seed="", now=9
        ),
    )
    blocks = [tape.close([], 1000, running=True)]
    for number in range(70):
        tape.add_input(2000 + number, "p1", "draw", {})
        tape.add_events([])
        blocks.append(tape.close([], 0, running=True))
    chunks = [block.data for block in blocks if block.data]
    assert [len(chunks), blocks[0].first, len(tape.tail)] == [3, True, 70 - 2 * replay_recorder.CHUNK_INPUTS]
    again = replay_recorder.read_recording(chunks, tape)
    assert again is not None
    assert [one.after_ms for one in again.inputs] == [1000] + [1] * 69
    assert replay_recorder.read_recording(chunks[:-1], tape) is None, "a recording with a hole is none"
    assert msgspec.json.decode(msgspec.json.encode(tape), type=replay_recorder.ReplayRecorder) == tape
