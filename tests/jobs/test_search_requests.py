"""Bot searches in rooms: when they start, which data they get, and how their results are used."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import json

from cheat import bots, create_app
from cheat.bots.bot import Bot
from cheat.engine.forms import Form
from cheat.engine.registry import GameRegistry
from cheat.games import BUILT_IN
from cheat.games.french_deck import rank_of
from cheat.ops import metrics
from cheat.rooms.room import decode
from cheat.rooms.tokens import hashed
from cheat.service.jobs.handlers import Situation
from cheat.service.jobs.queue import Job, JobQueue
from cheat.settings import Settings
from cheat.store.redis import subscriber
from tests.sampling import seeded
from tests.servers import START_WITHIN_S, wait_until
from tests.web.conftest import Api, Clock
from tests.web.test_private_versions import CODE, KITTENS, World, room_of

from .commands import COMMAND
from .searching_bot import GAME, OWN

GAMES = GameRegistry([*BUILT_IN, GAME])
Make = Callable[..., Api]


class RecordingQueue(JobQueue):
    """A queue that keeps its jobs and does none: the test does them."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: dict[Hashable, Job] = {}
        self.times = 0

    def put(self, key: Hashable, job: Job) -> None:
        self.jobs[key] = job
        self.times += 1


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes an API in which hard bots search in one more game, `toy`."""
    monkeypatch.setattr(bots, "BOT_MODULES", OWN)
    seeded(monkeypatch)
    monkeypatch.setattr(subscriber, "TICK_S", 0.05)
    apis: list[Api] = []

    def one(search_jobs: JobQueue | None, **more: Any) -> Api:
        settings = Settings(hold_min_s=0.2, hold_max_s=0.3, rate_limits="off", **more)
        app = create_app(settings, clock := Clock(), GAMES, search_jobs)
        apis.append(Api(app.test_client(), app.extensions["cheat"], clock))
        return apis[-1]

    yield one
    for api in apis:
        api.service.stop()


@pytest.fixture
def job_queue() -> RecordingQueue:
    return RecordingQueue()


@pytest.fixture
def api(make: Make, job_queue: RecordingQueue) -> Api:
    return make(job_queue)


def game(api: Api, *levels: str) -> dict[str, Any]:
    """Return Ada, who has shown a card, and bots of these levels after her. The first bot has a plan."""
    ada = api.create("Ada", game="toy")
    for level in levels:
        api.act(ada, "add_bot", level=level)
    api.act(ada, "start")
    show(api, ada)
    return ada


def wait_for_search(api: Api, job_queue: RecordingQueue, ada: dict[str, Any]) -> tuple[float, list[str]]:
    """Wait as Ada while the bot finds its best card. Return the cards taken before, and its hand."""
    wait(api, ada)
    before, cards = used_results(), hand(api, ada["code"], "p2")
    (job,) = job_queue.jobs.values()
    job.on_result(found(api, ada["code"], best(cards)))
    return before, cards


def show(api: Api, ada: dict[str, Any]) -> None:
    """Show a card as Ada."""
    move, args = found(api, ada["code"], hand(api, ada["code"], "p1")[0], "p1")
    api.act(ada, move, **args)


def guest(api: Api, ada: dict[str, Any]) -> None:
    """Let a spectator come: a version that does not change the game."""
    path = f"/api/rooms/{ada['code']}/players"
    api.made_by(api.call("POST", path, json={"name": "Gil", "next_game": True}))


def table(api: Api, code: str) -> Any:
    return decode(api.service.store.load(code).data, GAMES).table


def hand(api: Api, code: str, player: str) -> list[str]:
    cards: list[str] = table(api, code).hand(player).cards
    return cards


def wait(api: Api, ada: dict[str, Any]) -> dict[str, Any]:
    """Begin a poll that is held for a moment."""
    return api.events(ada, api.snapshot(ada)["cursor"], wait=1)


def let_act(api: Api, ada: dict[str, Any], zone: str = "shown") -> list[str]:
    """Let the plan become due. Return the cards in this zone afterwards."""
    api.clock.now += 4000
    api.service.feeds.mark_stale(ada["code"])  # wake-ups of the plan may still be on their way
    api.service.transactions.apply_due(ada["code"])
    cards: list[str] = table(api, ada["code"]).zones[zone].cards
    return cards


def best(cards: list[str]) -> str:
    return max(cards, key=rank_of)


def worst(cards: list[str]) -> str:
    return min(cards, key=rank_of)


def used_results() -> float:
    return metrics.registry.get_sample_value("cheat_thoughts_taken_total") or 0


def found(api: Api, code: str, card: str, player: str = "p2") -> Any:
    """Return the result of a search that plays this card."""
    room = decode(api.service.store.load(code).data, GAMES)
    (ties,) = [one.ties for one in GAME.moves(room.table, player)]
    return ["show", {"cards": [card], **ties}]


# When a search starts


def test_bot_that_searches_is_asked_to_think_until_its_plan_is_due(
    api: Api, job_queue: RecordingQueue
) -> None:
    ada = game(api, "hard")
    wait(api, ada)
    ((key, job),) = job_queue.jobs.items()
    assert key == (ada["code"], "p2")
    assert 0 < job.due_at - job_queue.clock() <= 4


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bot_that_does_not_search_is_not_asked(api: Api, job_queue: RecordingQueue, level: str) -> None:
    wait(api, game(api, level))
    assert job_queue.times == 0


def test_bot_that_has_no_plan_is_not_asked(api: Api, job_queue: RecordingQueue) -> None:
    """Bots that are not on turn, or have already acted, do not search."""
    ada = game(api, "hard", "easy", "hard")
    wait(api, ada)
    assert list(job_queue.jobs) == [(ada["code"], "p2")]
    let_act(api, ada)
    wait(api, ada)
    assert list(job_queue.jobs) == [(ada["code"], "p2")]


def test_no_search_without_polls(api: Api, job_queue: RecordingQueue) -> None:
    """The worker that holds a poll carries out the plan, so a search is only useful there."""
    ada = game(api, "hard")
    api.events(ada)
    guest(api, ada)
    assert job_queue.times == 0


def test_no_search_before_and_after_a_game(api: Api, job_queue: RecordingQueue) -> None:
    ada = api.create("Ada", game="toy")
    api.act(ada, "add_bot", level="hard")
    wait(api, ada)
    api.act(ada, "start")
    show(api, ada)
    let_act(api, ada)
    assert wait(api, ada)["retry_after"] == 0
    assert api.snapshot(ada)["table"]["phase"] == "over"
    assert job_queue.times == 0


def test_no_search_for_a_plan_that_is_due_soon(make: Make, job_queue: RecordingQueue) -> None:
    api = make(job_queue, bot_pace=0)
    ada = game(api, "hard")
    api.clock.now -= 100
    wait(api, ada)
    assert job_queue.times == 0


def test_one_search_for_each_position(api: Api, job_queue: RecordingQueue) -> None:
    ada = game(api, "hard")
    for _ in range(3):
        wait(api, ada)
    assert job_queue.times == 1
    guest(api, ada)
    wait(api, ada)
    assert job_queue.times == 2


def test_chat_does_not_outdate_a_search(api: Api, job_queue: RecordingQueue) -> None:
    ada = game(api, "hard")
    before, cards = wait_for_search(api, job_queue, ada)
    api.act(ada, "say", reaction="think")
    wait(api, ada)
    assert job_queue.times == 1
    assert let_act(api, ada)[-1] == best(cards)
    assert used_results() == before + 1


def test_stand_in_of_a_level_that_does_not_search_is_not_asked(api: Api, job_queue: RecordingQueue) -> None:
    ada = api.create("Ada", game="toy", options={"on_leave": "bot"})
    bob = api.join(ada["code"], "Bob")
    api.act(ada, "start")
    api.act(ada, "leave")
    wait(api, bob)
    assert job_queue.times == 0


def test_no_search_with_a_share_of_zero(make: Make) -> None:
    api = make(None, think_cpu=0)
    ada = game(api, "hard")
    before = metrics.registry.get_sample_value("cheat_jobs_asked_total", {"kind": "plan"})
    wait(api, ada)
    cards = hand(api, ada["code"], "p2")
    assert let_act(api, ada)[-1] == worst(cards)
    assert metrics.registry.get_sample_value("cheat_jobs_asked_total", {"kind": "plan"}) == before


def test_stored_searches_are_bounded(
    api: Api, job_queue: RecordingQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cheat.service.jobs.search_requests.MOST_SEARCHES", 3)
    rooms = [game(api, "hard") for _ in range(5)]
    for ada in rooms:
        wait(api, ada)
    assert len(api.service.bot_searches.searches) == 3
    assert job_queue.jobs[rooms[0]["code"], "p2"].prepare() is None


# The data of a search


def test_record_is_read_just_before_the_search(
    api: Api, job_queue: RecordingQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, read = api.service.store, []
    load = store.load_with_recording
    monkeypatch.setattr(store, "load_with_recording", lambda code: read.append(code) or load(code))
    ada = game(api, "hard")
    wait(api, ada)
    (job,) = job_queue.jobs.values()
    assert read == []
    situation = job.prepare()
    assert read == [ada["code"]]
    assert isinstance(situation, Situation)
    assert (situation.player, situation.level) == ("p2", "hard")


def test_job_data_is_the_record_alone(api: Api, job_queue: RecordingQueue) -> None:
    """The data has the cards that the bot must know, but no token, and no seed of anybody."""
    ada = game(api, "hard", "hard")
    wait(api, ada)
    (job,) = job_queue.jobs.values()
    job_data = json.encode(job.prepare()).decode()
    room = decode(api.service.store.load(ada["code"]).data, GAMES)
    secrets = [hashed(ada["token"]), *(seat.bot_state.rng.seed for seat in room.seats if seat.bot_state)]
    assert len(secrets) == 3
    assert not any(secret in job_data for secret in secrets)


def test_searches_for_one_plan_share_a_seed(api: Api, job_queue: RecordingQueue) -> None:
    seeds = []
    for _ in range(2):
        ada = game(api, "hard")
        wait(api, ada)
        seeds.append(job_queue.jobs[ada["code"], "p2"].prepare().seed)
        guest(api, ada)
        wait(api, ada)
        seeds.append(job_queue.jobs[ada["code"], "p2"].prepare().seed)
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


def test_job_is_dropped_when_the_room_has_changed_before_it_begins(
    api: Api, job_queue: RecordingQueue
) -> None:
    ada = game(api, "hard")
    wait(api, ada)
    job = job_queue.jobs[ada["code"], "p2"]
    guest(api, ada)
    assert job.prepare() is None


def test_job_is_dropped_when_a_newer_one_was_asked_for(api: Api, job_queue: RecordingQueue) -> None:
    ada = game(api, "hard")
    wait(api, ada)
    older = job_queue.jobs[ada["code"], "p2"]
    guest(api, ada)
    wait(api, ada)
    assert older.prepare() is None
    assert job_queue.jobs[ada["code"], "p2"].prepare() is not None


def test_job_is_dropped_when_the_room_is_gone(api: Api, job_queue: RecordingQueue) -> None:
    wait(api, game(api, "hard"))
    (job,) = job_queue.jobs.values()
    api.service.store.client.flushall()
    assert job.prepare() is None


# The use of a result


def test_result_replaces_the_plan_when_it_is_due(api: Api, job_queue: RecordingQueue) -> None:
    ada = game(api, "hard")
    wait(api, ada)
    before, version, cards = used_results(), api.snapshot(ada)["version"], hand(api, ada["code"], "p2")
    (job,) = job_queue.jobs.values()
    job.on_result(found(api, ada["code"], best(cards)))
    api.service.transactions.apply_due(ada["code"])
    assert api.snapshot(ada)["version"] == version, "a search makes no version, and no earlier move"
    assert let_act(api, ada)[-1] == best(cards)
    assert api.snapshot(ada)["version"] == version + 1
    assert used_results() == before + 1
    recorded = api.service.replay_file(ada["code"], hashed(ada["token"])).inputs[-1]
    assert recorded[1:3] == ["p2", "show"]
    assert recorded[3]["cards"] == [best(cards)]


def test_plan_stays_without_a_result(api: Api, job_queue: RecordingQueue) -> None:
    ada = game(api, "hard")
    wait(api, ada)
    before, cards = used_results(), hand(api, ada["code"], "p2")
    (job,) = job_queue.jobs.values()
    job.on_result(None)
    assert let_act(api, ada)[-1] == worst(cards)
    assert used_results() == before


def test_plan_stays_if_the_room_has_changed(api: Api, job_queue: RecordingQueue) -> None:
    ada = game(api, "hard")
    before, cards = wait_for_search(api, job_queue, ada)
    guest(api, ada)
    assert let_act(api, ada)[-1] == worst(cards)
    assert used_results() == before


@pytest.mark.parametrize(
    "answer",
    [
        ["show", {"cards": ["2C", "3C"]}],
        ["show", {"cards": []}],
        ["show", {"cards": "?"}],
        ["show", {}],
        ["leave", {}],
        ["start", {}],
    ],
)
def test_plan_stays_if_the_result_is_illegal(api: Api, job_queue: RecordingQueue, answer: Any) -> None:
    ada = game(api, "hard")
    wait(api, ada)
    before, cards = used_results(), hand(api, ada["code"], "p2")
    (job,) = job_queue.jobs.values()
    job.on_result(answer)
    assert let_act(api, ada)[-1] == worst(cards)
    assert used_results() == before


@pytest.mark.parametrize("answer", [1, "show", ["show"], ["show", []], {"move": "show"}])
def test_plan_stays_if_the_result_is_none(api: Api, job_queue: RecordingQueue, answer: Any) -> None:
    ada = game(api, "hard")
    wait(api, ada)
    cards = hand(api, ada["code"], "p2")
    (job,) = job_queue.jobs.values()
    with pytest.raises(ValueError, match="Expected"):
        job.on_result(answer)
    assert let_act(api, ada)[-1] == worst(cards)


def test_due_clock_comes_before_a_search_result(api: Api, job_queue: RecordingQueue) -> None:
    """The bot makes another plan, and forgets the result of the former search."""
    ada = game(api, "hard", "hard")
    before, _ = wait_for_search(api, job_queue, ada)
    api.clock.now += 30_000
    api.service.feeds.mark_stale(ada["code"])
    api.service.transactions.apply_due(ada["code"])
    assert len(table(api, ada["code"]).zones["shown"].cards) == 2
    assert used_results() == before


def test_search_result_counts_once_at_two_workers(api: Api, job_queue: RecordingQueue) -> None:
    """Another change wins the race against this commit."""
    ada = game(api, "hard")
    before, cards = wait_for_search(api, job_queue, ada)
    store, commits = api.service.store, []
    commit = store.commit

    def lost(*args: Any, **more: Any) -> bool:
        commits.append(commit(*args, **more))
        return len(commits) > 1 and commits[-1]

    store.commit = lost
    assert let_act(api, ada)[-1] == best(cards)
    assert commits == [True]
    assert used_results() == before


def test_result_of_a_real_child_is_used(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cheat.service.jobs.search_requests.MOST_S", START_WITHIN_S
    )  # a slow child is not ended
    api = make(JobQueue(1, COMMAND, clock=lambda: 0.0))  # so a slow machine's child does not begin too late
    ada = game(api, "hard")
    cards = hand(api, ada["code"], "p2")
    api.clock.now -= 1000 * START_WITHIN_S  # the plan is due late enough for a slow child
    wait(api, ada)
    api.clock.now += 1000 * START_WITHIN_S
    searches = api.service.bot_searches.searches
    wait_until(lambda: searches[ada["code"], "p2"].result, "the search has a result", within=START_WITHIN_S)
    assert let_act(api, ada)[-1] == best(cards)


# Secrets


@pytest.mark.parametrize("passes", [False, True])
def test_private_act_does_not_outdate_searches_of_others(
    make: Make, job_queue: RecordingQueue, monkeypatch: pytest.MonkeyPatch, passes: bool
) -> None:
    """If the bot changed its plan after a pass, the other players would learn of the pass."""
    hard = SimpleNamespace(BOTS={"hard": Searching()}, FAST={})
    monkeypatch.setattr(bots, "BOT_MODULES", {"kittens": hard})
    api, before = make(job_queue), used_results()
    hands = ["K-SKI K-TAC", "K-NOP K-BEA", "K-NOP K-BEA", "K-TAC K-RAI"]
    world = World(api, room_of("kittens", hands, {2: "hard"}, **KITTENS), ["p4"])
    world.act("p1", "play", cards=["K-SKI"])
    wait(api, world.who("p4"))
    (job,) = job_queue.jobs.values()
    (ties,) = [one.ties for one in moves_of(api, "kittens", "p3") if one.name == "nope"]
    job.on_result(["nope", ties])
    if passes:
        world.act("p2", "pass")
        wait(api, world.who("p2"))
    assert job_queue.times == 1
    assert job.prepare() is not None
    assert let_act(api, world.who("p1"), "discard")[-1] == "K-NOP"
    assert used_results() == before + 1


class Searching(Bot):
    """A bot that plans to pass on everything."""

    searches = True

    def choose(self, sight: Any, me: str, forms: Any, memory: Any, rng: Any) -> Any:
        return next((form.name, form.ties) for form in forms if form.name == "pass")


def moves_of(api: Api, game: str, player: str) -> list[Form]:
    """Return the forms that the only room offers."""
    room = decode(api.service.store.load(CODE).data, GAMES)
    return GAMES.game(game).moves(room.table, player)
