"""A document in the older format becomes a game like any other when it is published."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Hashable
from typing import Any

import msgspec
import pytest

from cheat.documents import compiled
from cheat.documents.game.opponents import ScriptAnswer, ScriptQuestion
from cheat.documents.importer.archives import SentFiles
from cheat.engine import engine
from cheat.engine.forms import sample
from cheat.engine.rng import Rng
from cheat.rooms.room import decode
from cheat.service.jobs import handlers, scripts
from cheat.service.jobs.handlers import KINDS
from cheat.service.jobs.job_clock import JOB_CLOCK
from cheat.service.jobs.queue import Job, JobQueue
from cheat.service.jobs.scripts import Scripts
from tests.documents.older.older_documents import TAKE, TURN_UP, older, playing
from tests.documents.older.test_archives import packed

from .conftest import Hub


def short(config: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """A document with a short game: any card may be played."""
    return older(config, **{"actions": [playing(), TAKE, TURN_UP], **changes})


def send(hub: Hub, doc: Any, key: str | None = None, path: str = "", **more: Any) -> Any:
    """Publish a document as text. Return the answer."""
    text = json.dumps(doc, ensure_ascii=False, indent=1)
    answer = hub.call("POST", f"/api/documents{path}", key, json={"document": text, **more})
    return answer.get_json(force=True)


def test_a_document_is_published_as_what_it_is_converted_to_and_played(hub: Hub) -> None:
    published = send(hub, short(gameLop="1"))
    assert (published["slug"], published["version"], len(published["key"])) == ("like-suits", "1.0.0", 22)
    (warning,) = published["diagnostics"]
    assert (warning["path"], warning["severity"]) == ("gameLop", "warning")
    details = hub.call("GET", "/api/documents/like-suits").get_json()
    assert details["document"] == published["document"]
    assert compiled(published["document"].encode()).id == published["id"]
    ada = hub.create(game="like-suits")
    hub.join(ada["code"], "Bob")
    hub.act(ada, "start")
    table = hub.snapshot(ada)["table"]
    assert (table["game"], table["phase"]) == (published["id"], "playing")


def test_what_it_is_converted_to_is_the_same_game_where_that_is_published(hub: Hub) -> None:
    """So both games play alike from the same seed."""
    found = send(hub, short(), path="/check")
    ours = json.loads(found["document"])
    assert send(hub, ours)["id"] == found["id"]
    assert send(hub, short(), "k" * 22)["slug"] == "like-suits-2", "the title is taken"


def test_a_check_answers_with_the_conversion_and_what_is_wrong_at_the_authors_places(hub: Hub) -> None:
    found = send(hub, short(), path="/check")
    assert (found["converted"], found["about"]["slug"], found["diagnostics"]) == (True, "like-suits", [])
    assert json.loads(found["document"])["cardgame"] == 1
    wrong = send(hub, short(gameLoop="1 OR 7"))
    assert wrong["code"] == "bad_document"
    (diagnostic,) = wrong["diagnostics"]
    assert (diagnostic["path"], diagnostic["from"], diagnostic["to"]) == ("gameLoop", 5, 6)
    assert diagnostic["line"] > 1
    decks = {"decks": [{"id": 4, "suits": ["A"]}]}
    (diagnostic, *_) = send(hub, short(deckId=4), decks=decks)["diagnostics"]
    assert (diagnostic["file"], diagnostic["text"]) == ("deck.json", "“values” is missing.")


def test_decks_may_come_along_as_an_object_or_a_text(hub: Hub) -> None:
    decks = {"decks": [{"id": 4, "suits": ["A", "B"], "values": list("123456789")}]}
    for sent_decks in (decks, json.dumps(decks)):
        assert send(hub, short({"startCardsPerPlayer": 4}, deckId=4), decks=sent_decks, path="/check")[
            "about"
        ]


def test_zip_is_published_and_bad_zip_is_reported(hub: Hub) -> None:
    archive = packed(("My Game.json", json.dumps(short({"gameName": None})).encode()))
    body = {"archive": base64.b64encode(archive.getvalue()).decode(), "note": "From a zip"}
    published = hub.call("POST", "/api/documents", json=body).get_json()
    assert published["slug"] == "my-game"
    body["archive"] = base64.b64encode(b"PK\x03\x04 and nothing").decode()
    (diagnostic,) = hub.call("POST", "/api/documents", json=body).get_json(force=True)["diagnostics"]
    assert diagnostic["code"] == "archive_broken"
    assert hub.code("POST", "/api/documents", json={"note": "nothing"}) == (422, "bad_field")
    assert hub.code("POST", "/api/documents", json={"archive": "***"}) == (422, "bad_field")


def test_a_zip_may_hold_a_document_of_ours(hub: Hub) -> None:
    first = hub.published()
    text = hub.call("GET", "/api/documents/small").get_json()["document"].replace("1.0.0", "1.1.0")
    ours = json.dumps({**json.loads(text), "version": "1.1.0"}).encode()
    archive = base64.b64encode(packed(("game.json", ours)).getvalue()).decode()
    published = hub.call("POST", "/api/documents", first["key"], json={"archive": archive}).get_json()
    assert (published["slug"], published["version"], "document" in published) == ("small", "1.1.0", False)


def test_a_title_that_is_taken_gets_a_number_and_an_author_the_next_version(hub: Hub) -> None:
    eights = short({"gameName": "Crazy Eights"})
    first = send(hub, eights)
    assert first["slug"] == "crazy-eights-2", "the first one came with the server"
    key = first["key"]
    assert send(hub, eights)["slug"] == "crazy-eights-3", "somebody else's"
    again = send(hub, eights, key)
    assert (again["slug"], again["version"], again["id"]) == ("crazy-eights-2", "1.0.0", first["id"])
    changed = send(hub, {**eights, "round0": None}, key)
    assert (changed["slug"], changed["version"]) == ("crazy-eights-2", "2.0.0"), "with other rules"
    painted = send(hub, {**eights, "round0": None, "styleProperties": {"tableColor": "navy"}}, key)
    assert painted["version"] == "2.0.1"


def test_too_large_files_are_refused_unread(hub: Hub) -> None:
    jobs_before = len(hub.checker.asked)
    for part in ("script", "decks"):
        body = {"document": short(), part: "x" * (64 * 1024 + 1)}
        assert hub.code("POST", "/api/documents", json=body) == (413, "too_large")
    assert len(hub.checker.asked) == jobs_before


def test_all_files_of_a_game_may_be_as_large_as_each_of_them(hub: Hub) -> None:
    """Three ways to send files: as texts with escaped quotes, or as a zip without compression."""
    most = 64 * 1024
    doc = json.dumps(short({"notes": ""}), indent=1)
    doc = doc.replace('"notes": ""', f'"notes": "{"x" * (most - len(doc))}"')
    script = 'function AIChooseCardCode() { return null; } // "'.ljust(most, '"')
    decks = json.dumps({"decks": []}).ljust(most, "\n")
    body = {"document": doc, "script": script, "decks": decks}
    assert {len(value) for value in body.values()} == {most}
    archive = packed(("a.json", doc.encode()), ("a.js", script.encode()), ("deck.json", decks.encode()),
        method=zipfile.ZIP_STORED)  # fmt: skip
    for sent in (body, {"archive": base64.b64encode(archive.getvalue()).decode()}):
        found = hub.call("POST", "/api/documents/check", json=sent).get_json()
        assert (found["about"]["slug"], found["converted"]) == ("like-suits", True)
    assert hub.code("POST", "/api/documents/check", json={**body, "title": "x" * 1409 * 1024})[0] == 413


@pytest.mark.parametrize(
    ("script", "line", "words"),
    [
        ("function AIChooseCardCode() {\n  return hands[curPlayer].cards[;\n}", 2, "SyntaxError"),
        ("function AIChooseCardCode() {\n\n  return best();\n}", 3, "best is not defined. After an error"),
        ("function AIChooseCardCode() {\n  return 3;\n}", 0, "something other than a card of the hand"),
        ("function AIChooseCardCode() {\n  return null;\n}", None, ""),
    ],
)
def test_an_error_in_a_script_is_told_with_its_line(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, script: str, line: int | None, words: str
) -> None:
    sandboxes = Scripts(answer_s=PATIENCE_S, start_s=PATIENCE_S)
    monkeypatch.setattr(handlers, "CHECKED_SCRIPTS", sandboxes)
    doc = short(actions=[playing(AIChooseCardCode=True), TAKE, TURN_UP])
    try:
        found = hub.call("POST", "/api/documents/check", json={"document": doc, "script": script}).get_json()
        again = hub.call("POST", "/api/documents/check", json={"document": found["document"]}).get_json()
    finally:
        sandboxes.stop()
    assert found["about"] and again["about"], "the game can be published all the same"
    for result in (found, again):
        told = [one for one in result["diagnostics"] if one["code"] == "script"]
        assert [one.get("line", 0) for one in told] == ([] if line is None else [line])
        for one in told:
            assert (one["file"], one["severity"], words in one["text"]) == ("game.js", "warning", True), one


def test_time_of_a_script_is_time_of_its_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that uses all of it leaves nothing for the games that bots play."""
    questions: list[ScriptQuestion] = []

    def ask(question: ScriptQuestion) -> ScriptAnswer:
        questions.append(question)
        JOB_CLOCK.charge(handlers.PLAY_CPU_S)
        return ScriptAnswer(cpu_s=handlers.PLAY_CPU_S)

    monkeypatch.setattr(handlers.CHECKED_SCRIPTS, "ask", ask)
    doc = json.dumps(short(actions=[playing(AIChooseCardCode=True), TAKE, TURN_UP])).encode()
    files = SentFiles(doc, b"function AIChooseCardCode() { return null; }")
    task = msgspec.json.encode(handlers.FilesTask(files, 20, "en"))
    found = handlers.examine(msgspec.Raw(task), PATIENCE_S)
    assert len(questions) == 1
    assert found.games == 0
    assert "too_slow" in [one.code for one in found.diagnostics]


class ImmediateSearches(JobQueue):
    """A queue that searches at once, in the test's process, with the child's function."""

    def __init__(self) -> None:
        super().__init__(1)
        self.results: list[Any] = []

    def put(self, key: Hashable, job: Job) -> None:
        situation = job.prepare()
        if situation is not None:
            result = KINDS[job.kind](msgspec.Raw(msgspec.json.encode(situation)), job.most_s)
            self.results.append(result)
            job.on_result(msgspec.json.decode(msgspec.json.encode(result)))


MOST_TURNS = 200
PATIENCE_S = 60.0
"""Seconds for an answer of a script on a busy machine."""
ACES = """
function AIChooseCardCode(curAct, customAI) {
  const top = discardPiles[0].cards.last();
  const fits = hands[curPlayer].cards.filter((card) => card.suit === top.suit);
  fits.sort((one, other) => customAI === "Bold" ? other.rank - one.rank : one.rank - other.rank);
  return fits[0] || null;
}
"""


@pytest.mark.parametrize("has_interpreter", [True, False])
def test_two_people_and_an_opponent_of_the_document_play_it_to_its_end(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, has_interpreter: bool
) -> None:
    for limit in ("ANSWER_S", "START_S"):
        monkeypatch.setattr(scripts, limit, PATIENCE_S)
    if not has_interpreter:
        monkeypatch.setattr(handlers, "SCRIPTS", Scripts(("/nothing/there",)))
    job_queue = ImmediateSearches()
    monkeypatch.setattr(hub.service.bot_searches, "jobs", job_queue)
    play = playing(("==", "suit"), AIChooseCardCode=True)
    same = playing(("==", "value"), id=4, description="Play the same value")
    doc = short(
        {"startCardsPerPlayer": 8},
        actions=[play, TAKE, TURN_UP, same],
        gameLoop="1 OR 4 OR 2",
        AIs=["Calm", "Bold"],
    )
    published = send(hub, doc, script=ACES)
    archive = zipfile.ZipFile(io.BytesIO(hub.call("GET", f"/api/documents/{published['slug']}.zip").data))
    assert archive.read("game.js").decode() == ACES and b"game.js" in archive.read("README.md")
    ada = hub.create(game=published["slug"])
    bob = hub.join(ada["code"], "Bob")
    (adding,) = [form for form in hub.snapshot(ada)["table"]["moves"] if form["name"] == "add_bot"]
    assert [one["value"] for one in adding["fields"][0]["of"]] == ["easy", "normal", "hard", "Calm", "Bold"]
    hub.act(ada, "add_bot", level="Bold")
    hub.act(ada, "start")
    chance = Rng("ab" * 16)
    for _ in range(MOST_TURNS):
        room = decode(hub.service.store.load(ada["code"]).data, hub.service.games)
        if room.table.result is not None:
            break
        turn, hand = room.table.turn, room.table.hand(room.table.turn).cards
        for who in (one for one in (ada, bob) if one["player"] == turn):
            form = engine.moves(room.rules, room.table, turn)[0]
            hub.act(who, form.name, **sample(form, room.table.cards_of, chance))
        if turn not in (ada["player"], bob["player"]):
            top = room.table.zones["discard0"].cards[-1]
            fitting = [card for card in hand if card[-1] == top[-1]]
            hub.service.bot_searches.start(ada["code"], hub.service.store.load(ada["code"]))
            hub.clock.now += 5000
            hub.service.transactions.apply_due(ada["code"])
            if has_interpreter and len(fitting) > 1:
                after = decode(hub.service.store.load(ada["code"]).data, hub.service.games)
                best = max(fitting, key=lambda card: int(card[:-1]))
                assert best not in after.table.hand(turn).cards, "the bold one plays its highest card"
    handlers.SCRIPTS.stop()
    handlers.CHECKED_SCRIPTS.stop()
    result = hub.snapshot(ada, spectator=True)["table"]["result"]
    assert result["winners"]
    assert job_queue.results
    path = f"/api/rooms/{ada['code']}/replay"
    last = hub.call("GET", path).get_json()["count"] - 1
    replay = hub.call("GET", f"{path}?from={last}").get_json()
    assert replay["frames"][-1]["table"]["result"] == result, "replays need no script"
