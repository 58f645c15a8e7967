"""A private version, with several workers, reaches the player's own pages and no others."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cheat.rooms import lobby
from cheat.rooms.room import decode, encode
from cheat.rooms.room_moves import ActionContext
from cheat.store import keys
from cheat.store.rooms import RoomStore
from tests.servers import LOG_LENGTH, Client, RedisServer, Running, Web, in_background, unheard, wait_until

from .test_moments import Players, kittens

HOLD_S = 1.5
TRIES = 3


def window(servers: list[Web]) -> Players:
    """P1 has played; P2 and P3 hold Nopes and may answer. All players know the newest version."""
    players = kittens(servers)
    for player in players:
        player.cursor = player.snapshot()["cursor"]
    return players


def spectator_of(player: Client) -> Client:
    watching = Client(player.servers)
    watching.code, watching.cursor = player.code, player.cursor
    return watching


def let(player: Client, at: int = 0, id: str = "") -> dict[str, Any]:
    return player.act("pass", at, id, **player.form("pass", at)["with"])


def offered(table: dict[str, Any]) -> set[str]:
    return {form["name"] for form in table["moves"]} & {"nope", "pass"}


def hold(player: Client, at: int) -> Running:
    page = player.player and f"{player.player} at {at}"  # a named spectator would be an event
    return in_background(lambda: player.events(at, wait=25, client=page))


def both_follow(redis_server: RedisServer, code: str) -> None:
    with redis_server.client() as client:
        channel = keys.wake_channel(code)
        wait_until(lambda: client.pubsub_numsub(channel)[0][1] == 2, "both workers follow the room")


def not_answered_early(polls: list[Running], cursor: str) -> None:
    """Each poll is held as long as any poll without events."""
    for poll in polls:
        answer = poll.value()
        assert (answer["events"], answer["cursor"], answer["reset"]) == ([], cursor, False)
        assert "table" not in answer
        assert poll.took >= HOLD_S


def test_pass_reaches_only_the_other_page_of_its_player(
    two_workers: list[Web], redis_server: RedisServer
) -> None:
    ada, ben, cyd = window(two_workers)
    before = ada.snapshot()
    silent = [hold(who, at) for who in (ada, cyd, spectator_of(ada)) for at in (0, 1)]
    mine = hold(ben, 1)
    both_follow(redis_server, ada.code)
    acted = let(ben)
    answer = mine.value()
    assert (answer["version"], answer["cursor"]) == (acted["version"], acted["cursor"])
    assert (answer["events"], answer["reset"]) == ([], False)
    assert (answer["table"]["version"], offered(answer["table"])) == (before["version"], set())
    assert acted["version"] == before["version"]
    assert acted["cursor"] != ben.cursor
    not_answered_early(silent, ada.cursor)
    after = ada.snapshot(1)
    assert after["cursor"] == before["cursor"]
    assert {**after["table"], "now": 0} == {**before["table"], "now": 0}


def test_next_version_follows_for_all_players(two_workers: list[Web]) -> None:
    ada, ben, cyd = window(two_workers)
    ben.cursor = let(ben)["cursor"]
    held = [hold(who, at) for who in (ada, ben, cyd) for at in (0, 1)]
    acted = cyd.act("nope", 1, **cyd.form("nope")["with"])
    for poll in held:
        answer = poll.value()
        assert [event["v"] for event in answer["events"]] == [acted["version"]]
        assert [event["type"] for event in answer["events"]] == ["noped"]
    for who in (ada, ben, cyd):
        polled, table = who.events(1, wait=20), who.snapshot(0)
        assert {**polled["table"], "now": 0} == {**table["table"], "now": 0}
        assert polled["cursor"] == table["cursor"]


def test_a_page_that_slept_gets_versions_and_its_own_acts_together(two_workers: list[Web]) -> None:
    _, ben, cyd = window(two_workers)
    let(ben)
    cyd.act("nope", 1, **cyd.form("nope")["with"])
    let(ben, 1)
    for at in (0, 1):
        answer = ben.events(at, wait=20)
        assert [event["type"] for event in answer["events"]] == ["noped"]
        assert offered(answer["table"]) == set()
        assert answer["cursor"] == ben.snapshot(at)["cursor"]


def test_the_same_pass_at_once_on_two_workers_is_made_once(two_workers: list[Web]) -> None:
    for _ in range(TRIES):
        ada, ben, _ = window(two_workers)
        moment = ben.form("pass")["with"]
        with ThreadPoolExecutor(4) as pool:
            acts = [pool.submit(ben.act, "pass", at % 2, "the-same-pass", **moment) for at in range(4)]
            answers = [act.result() for act in acts]
        assert all(answer == answers[0] for answer in answers)
        snapshot = ben.snapshot(1)
        assert (snapshot["version"], snapshot["cursor"]) == (answers[0]["version"], answers[0]["cursor"])
        assert ada.snapshot()["cursor"] == ada.cursor


def test_a_pass_resent_after_the_game_moved_on_answers_as_the_first(two_workers: list[Web]) -> None:
    _, ben, cyd = window(two_workers)
    moment = ben.form("pass")["with"]
    first = ben.act("pass", 0, "the-first-pass", **moment)
    cyd.act("nope", 1, **cyd.form("nope")["with"])
    let(ben, 1)
    for at in (0, 1):
        assert ben.act("pass", at, "the-first-pass", **moment) == first


def test_a_pass_and_a_nope_at_once_are_judged_in_one_order(two_workers: list[Web]) -> None:
    """Either the pass came before the end of the window, or it is too late. All see one new version."""
    for _ in range(TRIES):
        ada, ben, cyd = window(two_workers)
        before, moment = ada.snapshot()["version"], ben.form("pass")["with"]
        with ThreadPoolExecutor(2) as pool:
            passing = pool.submit(ben.try_act, "pass", 0, **moment)
            noping = pool.submit(cyd.try_act, "nope", 1, **moment)
            passed, noped = passing.result(), noping.result()
        assert noped.status_code == 200
        assert noped.json()["version"] == before + 1
        if passed.status_code == 200:
            assert passed.json()["version"] == before
        else:
            assert passed.json()["code"] == "stale_move"
        for at in (0, 1):
            types = [event["type"] for event in ada.events(at, wait=20)["events"]]
            assert (types, ben.snapshot(at)["version"]) == (["noped"], before + 1)
        assert offered(ben.snapshot()["table"]) == {"nope", "pass"}


def test_all_pass_at_once_and_the_window_closes_once(two_workers: list[Web]) -> None:
    for _ in range(TRIES):
        ada, ben, cyd = window(two_workers)
        before = ada.snapshot()["version"]
        with ThreadPoolExecutor(2) as pool:
            versions = list(pool.map(lambda player, at: let(player, at)["version"], (ben, cyd), (0, 1)))
        assert sorted(versions) == [before, before + 1]
        types = [event["type"] for event in ada.events(1, wait=20)["events"]]
        assert (types.count("window_closed"), set(types) & {"passed", "hidden"}) == (1, set())


def test_a_pass_outlives_the_worker_that_took_it(
    start_web: Callable[..., Web], two_workers: list[Web]
) -> None:
    doomed, other = start_web(), two_workers[1]
    ada, ben, _ = window([doomed, other])
    moment = ben.form("pass")["with"]
    acted = ben.act("pass", 0, "the-only-pass", **moment)
    doomed.kill()
    silent = in_background(lambda: ada.events(1, wait=25))
    answer = ben.events(1, wait=20)
    assert (answer["version"], answer["cursor"], answer["events"]) == (acted["version"], acted["cursor"], [])
    assert offered(answer["table"]) == set()
    assert ben.act("pass", 1, "the-only-pass", **moment) == acted
    not_answered_early([silent], ada.cursor)


def test_a_pass_that_was_not_announced_is_found_by_the_sweep(
    start_web: Callable[..., Web], redis_server: RedisServer
) -> None:
    web = start_web(HOLD_MIN_S=4, HOLD_MAX_S=4, SWEEP_S=0.5)
    ada, ben, _ = window([web, web])
    mine, silent = hold(ben, 0), hold(ada, 0)
    with redis_server.client() as client:
        wait_until(lambda: client.pubsub_numsub(keys.wake_channel(ada.code))[0][1], "the room is followed")
        wait_until(lambda: client.hexists(keys.seen_key(ada.code), ben.player), "the polls are held")
    with redis_server.client() as client, unheard(client) as mute:
        store = RoomStore(mute, LOG_LENGTH)
        read = store.load(ada.code)
        assert read is not None
        room = decode(read.data)
        lobby.act(
            room,
            room.seat(ben.player),
            "pass",
            {"moment": room.table.moment},
            ActionContext(room.table.now, ""),
        )
        assert store.commit(ada.code, read, encode(room), None, 60_000)
    answer = mine.value()
    assert (answer["version"], answer["events"], offered(answer["table"])) == (read.version, [], set())
    not_answered_early([silent], ada.cursor)


def test_private_position_of_no_seat_is_a_reset(two_workers: list[Web]) -> None:
    """A cursor from the future, or of another seat, is like any cursor that does not fit."""
    ada, ben, _ = window(two_workers)
    cursor = let(ben)["cursor"]
    for who, since in ((ada, cursor), (spectator_of(ben), cursor), (ben, f"{cursor}9"), (ben, f"{cursor}.1")):
        for at in (0, 1):
            answer = who.events(at, since=since, wait=20)
            assert (answer["reset"], answer["events"]) == (True, [])
            assert answer["table"]["version"] == answer["version"]
