"""Rooms and published games: rooms keep their exact rules, offer newer ones, and never lose a game."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

import msgspec
import pytest

from cheat.catalogue import CATALOGUE, DOCUMENTS
from cheat.documents import compiled
from cheat.rooms.replay_recorder import read_recording
from cheat.service.jobs.handlers import KINDS, PLAN, Situation
from cheat.service.jobs.queue import Job, JobQueue
from cheat.store import keys
from tests.documents.small_documents import SMALL, document, written

from .conftest import Hub


def table(hub: Hub, player: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = hub.snapshot(player)["table"]
    return found


def names(table: dict[str, Any]) -> list[str]:
    return [form["name"] for form in table["moves"]]


def play(workers: list[Hub], who: list[dict[str, Any]]) -> dict[str, Any]:
    """Let all players play their first card, on alternating workers, to the end."""
    for number in range(20):
        for player in who:
            hub = workers[number % 2]
            now = table(hub, player)
            if now["phase"] == "over":
                return now
            for form in (form for form in now["moves"] if form["name"] == "play"):
                hand = next(zone["cards"] for zone in now["zones"] if zone["owner"] == player["player"])
                hub.act(player, "play", card=hand[:1], **form["with"])
    raise AssertionError("it has no end")


def test_a_published_game_is_played_on_two_workers_watched_and_watched_again(workers: list[Hub]) -> None:
    published = workers[0].published()
    ada = workers[0].create(game="small", public=True)
    bob = workers[1].join(ada["code"], "Bob")
    assert table(workers[1], bob)["game"] == published["id"]
    for name in ("small", "small@1", published["id"]):
        rooms = workers[1].call("GET", f"/api/rooms?game={name}").get_json()["rooms"]
        assert [room["code"] for room in rooms] == [ada["code"]]
    workers[1].act(ada, "start")
    watched_table = workers[1].snapshot(ada, spectator=True)["table"]
    assert [zone["kind"] for zone in watched_table["zones"]] == ["pile", "pile", "hand", "hand"]
    end = play(workers, [ada, bob])
    assert end["result"]["reason"] == "won"
    page = workers[1].call("GET", f"/api/rooms/{ada['code']}/replay").get_json()
    assert (page["game"], page["frames"][-1]["table"]["result"]) == (published["id"], end["result"])
    (game,) = workers[1].call("GET", "/api/documents").get_json()["games"]
    assert game["plays"] == 1


def test_a_game_for_one_is_published_and_played_alone(hub: Hub) -> None:
    published = hub.published(players={"min": 1, "max": 1})
    ada = hub.create(game="small")
    hub.act(ada, "start")
    assert play([hub, hub], [ada])["result"]["winners"] == [ada["player"]]
    quick = hub.made_by(hub.call("POST", "/api/quick", json={"name": "Ada", "game": "small"}))
    assert (quick["table"]["game"], len(quick["table"]["players"])) == (published["id"], 1)


def test_a_worker_asks_for_a_document_once(workers: list[Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    published = workers[0].published()
    ada = workers[0].create(game="small")
    reads: list[str] = []
    store = workers[1].service.hub.store
    read = store.document
    monkeypatch.setattr(store, "document", lambda id: reads.append(id) or read(id))
    bob = workers[1].join(ada["code"], "Bob")
    workers[1].act(ada, "start")
    assert play([workers[1]] * 2, [ada, bob])["result"]["reason"] == "won"
    assert reads == [published["id"]]


def test_quick_play_and_the_choice_of_the_game_take_slugs(hub: Hub) -> None:
    old = hub.published()
    new = hub.published(old["key"], version="1.1.0", players={"min": 2, "max": 3})
    quick = hub.made_by(hub.call("POST", "/api/quick", json={"name": "Ada", "game": "small"}))
    assert (quick["table"]["game"], quick["table"]["phase"]) == (new["id"], "playing")
    ada = hub.create(game="uno")
    for name, id in {"small@1.0": old["id"], "hearts": DOCUMENTS["hearts"].id, new["id"]: new["id"]}.items():
        hub.act(ada, "set_game", game=name)
        assert table(hub, ada)["game"] == id
    assert "set_game" in names(table(hub, ada)), "a game that is not listed can be exchanged for one that is"
    for name, code in {"nothing": "illegal_move", "small@7": "illegal_move", "": "illegal_move"}.items():
        assert hub.try_act(ada, "set_game", game=name).get_json(force=True)["code"] == code
    for name in ("Bob", "Cyd"):
        hub.join(ada["code"], name)
    assert hub.call("POST", f"/api/rooms/{ada['code']}/players", json={"name": "Dan"}).status_code == 409
    hub.act(ada, "set_game", game="uno")
    hub.join(ada["code"], "Dan")
    assert hub.try_act(ada, "set_game", game="small").get_json(force=True)["code"] == "room_full"


def test_a_newer_version_is_offered_and_never_forced(workers: list[Hub]) -> None:
    options = {"goal": {"label": "Goal", "number": [1, 9], "default": 3}}
    first = workers[0].published(options=options)
    ada = workers[0].create(game="small", options={"goal": 7})
    bob = workers[1].join(ada["code"], "Bob")
    assert "update_game" not in names(table(workers[0], ada))
    options = {**options, "more": {"default": True}}
    workers[0].published(first["key"], version="1.1.0", options=options)
    assert table(workers[1], ada)["game"] == first["id"]
    workers[1].act(ada, "set_options", options={"goal": 8})
    now = table(workers[0], ada)
    (form,) = [form for form in now["moves"] if form["name"] == "update_game"]
    assert (now["game"], form["label"]) == (first["id"], "Update to version 1.1.0")
    assert form["help"] == "Its options have changed."
    newest = workers[0].published(first["key"], version="1.1.1", options=options, summary="New words")
    workers[1].act(ada, "set_options", options={"goal": 8})
    (form,) = [form for form in table(workers[0], ada)["moves"] if form["name"] == "update_game"]
    assert (form["label"], form["help"]) == ("Update to version 1.1.1", "Its options have changed."), (
        "of all between"
    )
    assert "update_game" not in names(table(workers[0], bob))
    assert workers[0].try_act(bob, "update_game").status_code == 403
    workers[1].act(ada, "update_game")
    now = table(workers[0], ada)
    assert (now["game"], now["options"]["goal"], now["options"]["more"]) == (newest["id"], 8, True)
    assert workers[0].try_act(ada, "update_game").get_json(force=True)["code"] == "illegal_move"


@pytest.mark.parametrize("is_playing", [True, False])
def test_room_with_lost_rules_reports_it_and_takes_another_game(
    workers: list[Hub], *, is_playing: bool
) -> None:
    published = workers[0].published()
    ada, bob = (joined := workers[0].create(game="small")), workers[0].join(joined["code"], "Bob")
    if is_playing:
        workers[0].act(ada, "start")
    workers[0].service.store.client.delete(keys.document_key(published["id"]))
    now = table(workers[1], ada)
    if is_playing:
        assert (now["phase"], now["result"]["reason"]) == ("over", "rules_failed")
        assert "no longer available" in now["result"]["text"]
        for player in (ada, bob):
            workers[1].act(player, "play_again")
        now = table(workers[1], ada)
    assert (now["prompt"], now["phase"]) == (
        "The rules of this game are no longer available. Choose another game.",
        "lobby",
    )
    assert "start" not in names(now)
    assert workers[1].code("POST", "/api/rooms", json={"name": "Eve", "game": published["id"]})[0] == 404
    workers[1].act(ada, "set_game", game="cheat")
    workers[1].join(ada["code"], "Cyd")
    workers[1].act(ada, "start")
    assert table(workers[1], ada)["phase"] == "playing"


def test_documents_of_the_project_stay_with_their_rooms(workers: list[Hub]) -> None:
    """Another release may have changed them meanwhile."""
    workers[0].create(game="hearts")
    data = workers[1].service.hub.store.document(DOCUMENTS["hearts"].id)
    assert compiled(data).id == DOCUMENTS["hearts"].id


class Waiting(JobQueue):
    """A queue that keeps its jobs."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: list[Job] = []

    def put(self, key: Hashable, job: Job) -> None:
        self.jobs.append(job)


def test_a_bot_that_looks_ahead_plays_published_games(hub: Hub) -> None:
    """The child has no store, so the job contains the document."""
    doc = document(bots={"weights": {"play": 1}, "good": "-count(hand)"})
    hub.call("POST", "/api/documents", json={"document": doc})
    job_queue = Waiting()
    hub.service.bot_searches.jobs = job_queue
    ada = hub.create(game="small")
    hub.act(ada, "add_bot", level="hard")
    hub.act(ada, "start")
    for _ in range(2):
        form = next((form for form in table(hub, ada)["moves"] if form["name"] == "play"), None)
        if form is not None:
            hand = next(zone["cards"] for zone in table(hub, ada)["zones"] if zone["owner"] == ada["player"])
            hub.act(ada, "play", card=hand[:1], **form["with"])
        hub.service.bot_searches.start(ada["code"], hub.service.store.load(ada["code"]))
        if job_queue.jobs:
            break
    (job,) = job_queue.jobs
    situation = job.prepare()
    assert (job.kind, CATALOGUE.has(compiled(situation.document).id)) == (PLAN, False)
    assert read_recording(situation.chunks, situation.recorder) is not None
    data = msgspec.Raw(msgspec.json.encode(situation))
    assert msgspec.json.decode(bytes(data), type=Situation).document == written(doc) or situation.document
    assert KINDS[PLAN](data, 0.1)[0] == "play"


def test_players_read_a_game_in_their_languages(hub: Hub) -> None:
    play = {
        **SMALL["phases"]["turn"]["moves"][0],
        "label": {"en": "Play a card", "es": "Echar una carta"},
        "say": {"en": "{me} plays {card} of {count(hand)}.", "es": "De {count(hand)}: {card}, la echa {me}."},
    }
    hub.published(
        name={"en": "Small", "es": "Pequeño"},
        rules={"en": "Be first.", "es": "Sé el primero."},
        zones={
            **SMALL["zones"],
            "stock": {**SMALL["zones"]["stock"], "label": {"en": "Stock", "es": "Mazo"}},
        },
        options={
            "fast": {"label": {"en": "Fast", "es": "Rápido"}, "default": True},
            "slow": {"default": False},
        },
        phases={"turn": {"moves": [play], "prompt": {"en": "Play!", "es": "¡Juega!"}}},
    )
    game = hub.call("GET", "/api/games/small?lang=es").get_json()
    assert (game["name"], game["rules"], game["options"][0]["label"]) == (
        "Pequeño",
        "Sé el primero.",
        "Rápido",
    )
    ada = hub.create(game="small")
    bob = hub.join(ada["code"], "Bob")
    hub.act(ada, "start")
    who = ada if any(form["name"] == "play" for form in table(hub, ada)["moves"]) else bob
    read = {tag: hub.call("GET", f"/api/rooms/{ada['code']}?lang={tag}", who["token"]).get_json()["table"]
            for tag in ("en", "es")}  # fmt: skip
    for tag, words in {
        "en": ("Play!", "Stock", "Play a card"),
        "es": ("¡Juega!", "Mazo", "Echar una carta"),
    }.items():
        assert (read[tag]["prompt"], read[tag]["zones"][0]["label"], read[tag]["moves"][0]["label"]) == words
    since = hub.snapshot(who)["cursor"]
    form = next(form for form in read["en"]["moves"] if form["name"] == "play")
    hand = next(zone["cards"] for zone in read["en"]["zones"] if zone["owner"] == who["player"])
    hub.act(who, "play", card=hand[:1], **form["with"])
    query = {"since": since, "wait": 0}
    for tag in ("en", "es"):
        path = f"/api/rooms/{ada['code']}/events"
        answer = hub.call("GET", path, who["token"], query_string={**query, "lang": tag}).get_json()
        (event,) = [event for event in answer["events"] if event["type"] == "said"]
        sentence = event["text"]
        assert (" plays " in sentence, sentence.startswith("De ")) == (tag == "en", tag == "es"), sentence
        assert set(re.findall(r"{(\w+)}", sentence)) <= {"by", *event["args"]}, "whoever reads it can fill it"
