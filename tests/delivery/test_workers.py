"""Several equal workers: each delivers the changes of the others, and any of them may end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.servers import (
    PATIENCE_S,
    ROOT,
    START_WITHIN_S,
    Client,
    RedisServer,
    Web,
    deployed,
    in_background,
    request,
    shell,
    wait_until,
)

LONG_HOLD_S = 20
"""Seconds, longer than a busy machine needs while polls are held."""
TRIES = 8
"""Number of repetitions of a race between two clients."""
LONG_LOG = 120
LONG_HOLDS = {"HOLD_MIN_S": LONG_HOLD_S, "HOLD_MAX_S": LONG_HOLD_S, "LOG_LENGTH": LONG_LOG}


def game(servers: list[Web], players: int = 3, **options: Any) -> list[Client]:
    """Return players of a game that has just begun, all of them at the newest version."""
    quick = {"min_call_window_s": 0, "reveal_s": 0, "turn_s": 0}
    host = Client(servers)
    host.create("P1", options={**quick, **options})
    others = [Client(servers) for _ in range(players - 1)]
    for number, client in enumerate(others):
        client.join(host.code, f"P{number + 2}", at=number % len(servers))
    host.act("start")
    everybody = [host, *others]
    for client in everybody:
        client.cursor = client.snapshot()["cursor"]
    return everybody


def held(redis_server: RedisServer, code: str) -> Callable[[], int]:
    """Return the workers that follow the room."""

    def followers() -> int:
        with redis_server.client() as client:
            return int(client.pubsub_numsub(f"cheat:{{{code}}}:wake")[0][1])

    return followers


def place(client: Client, at: int = 0) -> dict[str, Any]:
    return client.act("place", at, cards=client.hand(at)[:1])


def test_commit_on_one_worker_wakes_polls_on_both(two_workers: list[Web], redis_server: RedisServer) -> None:
    """Scenario b, as far as it can be observed from outside."""
    ada, bob, cyd = game(two_workers)
    for round, player in enumerate((ada, bob, cyd, ada)):
        polls = [
            in_background(lambda who=who, at=at: who.events(at, wait=25, client=f"{at}"))
            for who in (ada, bob, cyd)
            for at in (0, 1)
        ]
        wait_until(lambda: held(redis_server, ada.code)() == 2, "both workers follow the room")
        version = place(player, at=round % 2)
        for poll in polls:
            answer = poll.value()
            assert ([e["v"] for e in answer["events"]], answer["cursor"]) == (
                [version["version"]],
                version["cursor"],
            )
        for who in (ada, bob, cyd):
            who.cursor = version["cursor"]


def test_commits_in_every_moment_of_a_poll_are_delivered(share_webs: Callable[..., list[Web]]) -> None:
    """Scenario b: polls begin again and again while another worker commits as fast as possible.

    Holds are so long that an empty answer would mean a missed event. The log has all versions, because a
    late poll on a busy machine would rightly get the table.
    """
    last = LONG_LOG
    ada = Client(share_webs(2, **LONG_HOLDS))
    ada.create("Ada")

    def commit() -> None:
        for number in range(last - 1):
            ada.act("rename", at=1, name=f"N{number}")

    writer, versions, cursor = in_background(commit), [], ada.cursor
    while not versions or versions[-1] < last:
        answer = ada.events(0, since=cursor, wait=25)
        assert not answer["reset"], "the log covers everything"
        assert answer["events"], "held although there was news"
        assert answer["events"][-1]["v"] == answer["version"] == answer["table"]["version"]
        versions += [event["v"] for event in answer["events"]]
        cursor = answer["cursor"]
    writer.value()
    assert versions == list(range(2, last + 1))


def test_same_action_at_once_on_two_workers_is_applied_once(two_workers: list[Web]) -> None:
    """Scenario h."""
    ada = Client(two_workers)
    ada.create("Ada", public=False)
    with ThreadPoolExecutor(8) as pool:
        for number in range(TRIES):
            twice = [
                pool.submit(ada.act, "set_public", at % 2, f"toggle-{number}", public=number % 2 == 0)
                for at in range(4)
            ]
            answers = [task.result() for task in twice]
            assert len({answer["version"] for answer in answers}) == 1
            assert ada.snapshot()["version"] == answers[0]["version"] == number + 2


def test_action_resent_after_the_game_moved_on_answers_as_the_first(two_workers: list[Web]) -> None:
    """Scenario h: the answer was lost, and others have acted since."""
    ada, bob, cyd = game(two_workers)
    cards = ada.hand()[:1]
    first = ada.act("place", 0, "the-first-place", cards=cards)
    place(bob, 1)
    place(cyd, 0)
    for at in (0, 1):
        assert ada.act("place", at, "the-first-place", cards=cards) == first
        assert ada.snapshot()["version"] == first["version"] + 2
    assert len(ada.hand()) == 17


def test_refused_action_may_be_sent_again_under_its_id(two_workers: list[Web]) -> None:
    """A refused action is not remembered."""
    ada, bob, _ = game(two_workers)
    cards = bob.hand()[:1]
    assert bob.try_act("place", 0, "bobs-first-id", cards=cards).json()["code"] == "not_your_turn"
    place(ada)
    assert bob.try_act("place", 1, "bobs-first-id", cards=cards).status_code == 200


def test_all_at_once_lose_nothing(two_workers: list[Web]) -> None:
    """Rule 11: conflicts are tried again. Ten actions at once give ten versions, or a refusal as busy."""
    host = Client(two_workers)
    host.create("P0")
    players = [host, *(Client(two_workers) for _ in range(9))]
    with ThreadPoolExecutor(10) as pool:
        joined = list(pool.map(lambda n: players[n].join(host.code, f"P{n}", n % 2), range(1, 10)))
        assert sorted(answer["version"] for answer in joined) == list(range(2, 11))
        assert len({answer["player"] for answer in joined}) == 9
        acted = list(pool.map(lambda n: players[n].act("rename", n % 2, name=f"Q{n}"), range(10)))
    assert sorted(answer["version"] for answer in acted) == list(range(11, 21))
    assert sorted(p["name"] for p in host.snapshot()["table"]["players"]) == [f"Q{n}" for n in range(10)]


def test_nine_of_thirty_concurrent_joins_succeed(two_workers: list[Web]) -> None:
    host = Client(two_workers)
    host.create("P0")

    def join(number: int) -> tuple[int, str]:
        while True:
            path, at = f"/api/rooms/{host.code}/players", number % 2
            answer = host.call("POST", path, at, {"name": f"P{number}"}).json()
            if answer.get("code") != "busy":
                return number, answer.get("code") if "token" not in answer else "joined"

    with ThreadPoolExecutor(30) as pool:
        codes = Counter(code for _, code in pool.map(join, range(1, 31)))
    assert codes == {"joined": 9, "room_full": 21}
    seats = host.snapshot()["table"]["players"]
    assert (len(seats), len({seat["name"] for seat in seats})) == (10, 10)


def test_one_of_five_concurrent_calls_counts(two_workers: list[Web]) -> None:
    everybody = game(two_workers, 6)
    place(everybody[0])
    version = everybody[0].snapshot()["version"]
    with ThreadPoolExecutor(5) as pool:
        calls = list(pool.map(lambda n: everybody[n].try_act("call_cheat", n % 2), range(1, 6)))
    assert sorted(answer.status_code for answer in calls) == [200, 409, 409, 409, 409]
    assert everybody[0].snapshot()["version"] == version + 1


def test_newer_poll_of_the_same_page_ends_the_older(share_webs: Callable[..., list[Web]]) -> None:
    """Rule 13: this concerns the same player and `client`. Another page of the player goes on waiting."""
    (web,) = share_webs(1, **LONG_HOLDS)
    ada = Client([web])
    ada.create("Ada")
    ada.events(
        wait=0
    )  # from now on the worker knows the room, and polls look in the order in which they come
    wait_until_held(web, 0)
    other_page = in_background(lambda: ada.events(wait=25, client="phone"))
    wait_until_held(web, 1)
    older = in_background(lambda: ada.events(wait=25, client="laptop"))
    wait_until_held(web, 2)
    newer = in_background(lambda: ada.events(wait=25, client="laptop"))
    answer = older.value()
    assert (answer["events"], answer["cursor"], "table" in answer) == ([], ada.cursor, False)
    assert answer["retry_after"] > 0
    assert ada.events(wait=0, client="tablet")["retry_after"] == 0
    assert not other_page.done
    assert not newer.done
    ada.act("rename", name="Bea")
    assert [event["v"] for event in newer.value()["events"]] == [2]
    assert [event["v"] for event in other_page.value()["events"]] == [2]


def test_spectators_do_not_end_each_others_polls(two_workers: list[Web]) -> None:
    web = two_workers[0]
    ada = Client([web])
    ada.create("Ada")
    spectator = Client([web])
    spectator.code, spectator.cursor = ada.code, ada.cursor
    polls = [in_background(lambda: spectator.events(wait=25)) for _ in range(4)]
    assert all(poll.value()["retry_after"] == 0 for poll in polls)
    assert all(poll.took >= 1.5 for poll in polls)


def wait_until_held(web: Web, count: int) -> None:
    """Wait until a service holds so many polls, according to its metrics."""
    wait_until(lambda: web.held_polls() == count, f"{count} polls are held")


def test_crowded_worker_answers_polls_at_once_and_actions_get_through(
    share_webs: Callable[..., list[Web]],
) -> None:
    """Rule 13: above the limit a poll is not held, but answered with `retry_after`."""
    (web,) = share_webs(1, MAX_HELD_POLLS=2, **LONG_HOLDS)
    ada = Client([web])
    ada.create("Ada")
    polls = [in_background(lambda page=page: ada.events(wait=25, client=f"{page}")) for page in range(2)]
    wait_until_held(web, 2)
    for number in range(3):
        answer = ada.events(wait=25, client=f"more {number}")
        assert (answer["events"], answer["cursor"], answer["retry_after"]) == ([], ada.cursor, 3)
    assert not any(poll.done for poll in polls)
    ada.act("rename", name="Bea")
    assert [poll.value()["version"] for poll in polls] == [2, 2]


def test_crowded_worker_answers_news_and_applies_what_is_due(
    share_webs: Callable[..., list[Web]],
) -> None:
    """Refused polls must not stop the timer of a room without other polls."""
    (web,) = share_webs(1, MAX_HELD_POLLS=2, **LONG_HOLDS)
    other = Client([web])
    other.create("Eve")
    wait_until_held(web, 0)
    blockers = [in_background(lambda page=page: other.events(wait=25, client=f"{page}")) for page in range(2)]
    wait_until_held(web, 2)
    ada, *_ = game([web], turn_s=1)

    def timed_out() -> list[Any]:
        answer = ada.events(wait=25)
        return [event for event in answer["events"] if event["type"] == "timed_out"]

    assert wait_until(timed_out, "the turn clock plays")
    other.act("rename", name="Fay")
    for blocker in blockers:
        blocker.value()


def test_steps_that_are_due_are_applied_once_however_many_wait(two_workers: list[Web]) -> None:
    """Turn timers and call windows, with six polls on two workers that wait for the same steps."""
    players = game(two_workers, turn_s=1, min_call_window_s=0.5)
    first = players[0].snapshot()["version"]

    def follow(number: int) -> list[dict[str, Any]]:
        player, at = players[number % 3], number % 2
        events, cursor, end = [], player.cursor, time.monotonic() + 2 * PATIENCE_S
        while sum(event["type"] == "timed_out" for event in events) < 3:
            assert time.monotonic() < end, "what is due is applied"
            answer = player.events(at, since=cursor, wait=25, client=f"page {number}")
            events, cursor = events + answer["events"], answer["cursor"]
        return [event for event in events if event["v"] <= events[-1]["v"]]

    with ThreadPoolExecutor(6) as pool:
        everybody = list(pool.map(follow, range(6)))
    shortest = min(events[-1]["v"] for events in everybody)
    for events in everybody:
        upto = [event for event in events if event["v"] <= shortest]
        numbers = list(dict.fromkeys(event["v"] for event in upto))
        assert numbers == list(range(first + 1, shortest + 1))
        assert [(e["v"], e["type"], e["by"]) for e in upto if e["type"] == "timed_out"] == [
            (first + 1, "timed_out", "p1"),
            (first + 3, "timed_out", "p2"),
            (first + 5, "timed_out", "p3"),
        ]
        types = Counter(event["type"] for event in upto)
        assert (types["placed"], types["window_closed"]) == (3, 2)
        at = {event["v"]: event["at"] for event in upto}
        assert at[first + 3] - at[first + 1] >= 1500
        assert 500 <= at[first + 2] - at[first + 1] < 1500


def test_game_goes_on_through_the_other_worker_when_one_is_killed(
    start_web: Callable[..., Web], two_workers: list[Web]
) -> None:
    """Invariant 1: kill -9 of a worker with held polls, in the middle of a game, loses nothing."""
    doomed, other = start_web(**LONG_HOLDS), two_workers[1]
    players = game([doomed, other], players=4)
    versions: dict[str, list[int]] = {player.player: [] for player in players}
    written = []
    for player in players[:2]:
        written.append(place(player, at=0)["version"])
    held = [in_background(lambda who=who: who.poll(0, since=made_cursor(who), wait=25)) for who in players]
    wait_until_held(doomed, len(held))
    doomed.kill()
    for poll in held:
        with pytest.raises(OSError, match="Connection"):
            poll.value()
    for player in players[2:]:
        written.append(place(player, at=1)["version"])
    for player in players:
        answer = player.events(1, wait=20)
        versions[player.player] += [event["v"] for event in answer["events"]]
    assert written == list(range(written[0], written[0] + 4))
    assert all(numbers == written for numbers in versions.values())
    assert [len(player.hand(1)) for player in players] == [12, 12, 12, 12]


def made_cursor(client: Client) -> str:
    """Return the newest cursor, requested without a token."""
    return str(client.snapshot()["cursor"])


def test_gunicorn_replaces_a_killed_worker_and_nothing_is_lost(start_web: Callable[..., Web]) -> None:
    web = start_web()
    ada, bob, cyd = game([web])
    version = place(ada)
    (worker,) = web.children()
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: web.children() not in ([], [worker]), "another worker")
    assert [event["v"] for event in cyd.events(wait=20)["events"]] == [version["version"]]
    assert place(bob)["version"] == version["version"] + 1


def test_sigterm_answers_held_polls_at_once_and_ends(
    start_web: Callable[..., Web], two_workers: list[Web]
) -> None:
    """Rule 15 and scenario k: no client gets a 5xx, and accepted actions are kept.

    Clients come back at different times, out of two hundred possible ones: all five get the same time
    once in a billion runs.
    """
    web, other = start_web(**LONG_HOLDS), two_workers[1]
    players = game([web, other], players=5)
    cursor = place(players[0])["cursor"]
    polls = [in_background(lambda who=who: who.poll(since=cursor, wait=25)) for who in players]
    wait_until_held(web, len(polls))
    assert web.stop() == 0
    answers = []
    for poll in polls:
        response = poll.value()
        answers.append(response.json())
        assert response.status_code == 200
        assert response.headers["Connection"] == "close"
    for answer in answers:
        assert (answer["events"], answer["cursor"], answer["reset"]) == ([], cursor, False)
        assert 0 <= answer["retry_after"] <= 2
    assert len({answer["retry_after"] for answer in answers}) > 1
    assert place(players[1], at=1)["version"] == players[0].snapshot(1)["version"]


def test_several_workers_without_redis_do_not_start(tmp_path: Path) -> None:
    web = Web(tmp_path, WEB_CONCURRENCY=2)
    ended = subprocess.run(
        shell(web.line),
        cwd=ROOT,
        env=deployed(web.environment),
        capture_output=True,
        timeout=START_WITHIN_S,
        text=True,
    )
    assert ended.returncode != 0
    assert re.search(r"2 workers need a Redis.*REDIS_URL", ended.stdout + ended.stderr)


def test_one_worker_without_redis_serves_and_says_that_rooms_end_with_it(
    start_web: Callable[..., Web],
) -> None:
    web = start_web(REDIS_URL="")
    ada = Client([web])
    ada.create("Ada")
    poll = in_background(lambda: ada.events(wait=20))
    ada.act("rename", name="Bea")
    assert [event["v"] for event in poll.value()["events"]] == [2]
    assert "rooms are kept in memory" in web.printed()


def told(web: Web, name: str, unset: float | None = None) -> float:
    """Return the value of a metric, from any worker. `unset`: the value while no worker has set it."""
    text = request("GET", f"{web.url}/metrics").text
    found = re.search(rf"^{name} (\S+)$", text, re.M)
    if found is None and unset is not None:
        return unset
    assert found is not None, name
    return float(found[1])


def resident(pid: int) -> int:
    """Return the memory of a process in bytes."""
    return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(pid)])) * 1024


def test_two_workers_of_one_gunicorn_share_the_rooms_and_are_counted_together(
    share_webs: Callable[..., list[Web]],
) -> None:
    (web,) = share_webs(1, WEB_CONCURRENCY=2)
    ada, bob, cyd = game([web])
    for player in (ada, bob, cyd):
        poll = in_background(lambda who=ada: who.events(wait=20))
        version = place(player)
        assert [event["v"] for event in poll.value()["events"]] == [version["version"]]
        ada.cursor = version["cursor"]
    memory = sum(resident(pid) for pid in web.children())
    assert all(told(web, "cheat_worker_memory_bytes") > 0.9 * memory for _ in range(6))
    commands = told(web, "cheat_redis_commands_total")
    assert told(web, "cheat_redis_commands_total") > commands > 0
    assert told(web, "cheat_redis_memory_bytes") > 0 < told(web, "cheat_worker_cpu_seconds_total")


def test_record_of_a_game_has_what_both_workers_did_when_one_was_killed(
    start_web: Callable[..., Web], two_workers: list[Web]
) -> None:
    doomed, other = start_web(), two_workers[1]
    players = game([doomed, other], min_players=2)
    placed = []
    for number in range(15):
        if number == 7:
            doomed.kill()
        at = number % 2 if number < 7 else 1
        player = players[number % 3]
        cards = player.hand(at)[:1]
        player.act("place", at, cards=cards)
        placed.append((player.player, cards))
    for player in players[1:]:
        player.act("leave", 1)
    file = request("GET", f"{other.url}/api/rooms/{players[0].code}/replay/file").json()
    inputs = [step for step in file["inputs"] if step[2:3] == ["place"]]
    assert [(step[1], step[3]["cards"]) for step in inputs] == placed
    assert [step[1:2] for step in file["inputs"] if len(step) != 4][:1] == [["p2"]], "then they left"
