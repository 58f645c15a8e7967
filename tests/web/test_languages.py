"""Every sentence of an answer is in the language of the client."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from cheat.bots.evaluation import BOT_MODULES
from cheat.catalogue import CATALOGUE, DOCUMENTS
from cheat.documents.check.texts import AUTONYMS
from cheat.engine.forms import Form, sample
from cheat.engine.rng import Rng
from cheat.games import GAMES
from cheat.i18n.languages import LANGUAGES
from cheat.rooms.members import BOT_NAMES
from cheat.web.negotiation import language_of
from tests.pseudo_language import RAW, Pseudo, said_in, unsaid, words_in
from tests.sampling import sampled

from .conftest import Api


def words_of_documents() -> set[str]:
    """Return the texts of documents: they have the document's languages, and no catalogue."""

    def texts(part: Any) -> set[str]:
        if isinstance(part, str):
            return {part}
        parts = [*part, *part.values()] if isinstance(part, dict) else part if isinstance(part, list) else []
        return set().union(*map(texts, parts))

    faces = {face.name for game in DOCUMENTS.values() for face in game.faces.values()}
    return faces.union(*(texts(game.compiled.doc) for game in DOCUMENTS.values()))


PEOPLE = {"Ada", "Bob", "Cyd", "Dot", *BOT_NAMES}

QUICK = {
    "cheat": {"min_call_window_s": 0, "reveal_s": 0},
    "uno": {"target_score": 0, "start_mode": "host"},
    "ivanhoe": {"tokens_needed": 3, "reaction_s": 2},
}
"""Options with which a game ends soon, by game."""

MOST_STEPS = 3000
SPANISH = said_in("es") | words_of_documents() | {*AUTONYMS.values()}
"""Texts in Spanish, and texts that are the same in every language."""


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Pseudo:
    """The pseudo-language, registered while a test runs."""
    language = Pseudo()
    monkeypatch.setitem(LANGUAGES, language.tag, language)
    return language


@pytest.fixture
def reader(api: Api, pseudo: Pseudo) -> Reader:
    return Reader(api, pseudo)


class Reader:
    """A client that prefers the pseudo-language, and checks that all its answers are in it."""

    def __init__(self, api: Api, language: Pseudo) -> None:
        self.api, self.language = api, language
        self.read = 0
        self.known: set[str] = set()
        self.kinds: set[str] = set()
        api.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "qps-Latn, en;q=0.5"

    def check(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Return the answer, after checking that it has no English sentence."""
        for where, words in words_in(answer):
            self.read += bool(words)
            if words not in self.known:  # each view repeats nearly all of the previous one
                assert unsaid(words, PEOPLE) == "", (where, words)
                self.known.add(words)
        return answer

    def see(
        self, player: dict[str, Any], since: str | None = None, *, spectator: bool = False
    ) -> dict[str, Any]:
        """Return the answer to a poll."""
        answer = self.check(self.api.events(player, since, spectator=spectator))
        table = answer.get("table", {})
        for one in (
            *table.get("facts", []),
            *(mark for p in table.get("players", []) for mark in p["marks"]),
        ):
            assert one["kind"], one
            self.kinds.add(one["kind"])
        return answer

    def refused(self, response: TestResponse, code: str) -> None:
        assert response.get_json(force=True)["code"] == code, response.text
        assert response.headers["Content-Language"] == "qps"
        detail = response.get_json(force=True)["detail"]
        assert unsaid(detail, {one.strip("“”") for one in RAW.findall(detail)}) == ""


# The choice of the language


@pytest.mark.parametrize(
    ("asked", "preferences", "tag"),
    [
        ("", "", "en"),
        ("", "qps", "qps"),
        ("", "QPS-Latn", "qps"),
        ("", "qps_Latn_x,en;q=0.5", "qps"),
        ("", "en,qps", "en"),
        ("", "qps,en", "qps"),
        ("", "en;q=0,es;q=0,*", "qps"),
        ("", "es-MX,en;q=0.9", "es"),
        ("", "de-AT,de;q=0.9,en;q=0.8,qps;q=0.7", "en"),
        ("", "de,qps;q=0.4,en;q=0.2", "qps"),
        ("", "en;q=0,qps;q=0.1", "qps"),
        ("", "*", "en"),
        ("", ";;;q=qps,,\udcff=1", "en"),
        ("", "de," * 10_000 + "qps", "en"),
        ("qps", "en", "qps"),
        ("en", "qps", "en"),
        ("en-GB", "qps", "en"),
        ("tlh", "qps", "qps"),
        ("qps" * 10_000, "en", "en"),
    ],
)
def test_language_is_that_of_the_query_or_else_the_preferred_one(
    pseudo: Pseudo, asked: str, preferences: str, tag: str
) -> None:
    assert language_of(asked, preferences).tag == tag


def test_english_is_answered_where_no_other_language_is_known(api: Api) -> None:
    response = api.call("GET", "/api/games?lang=qps", headers={"Accept-Language": "qps"})
    assert response.headers["Content-Language"] == "en"
    assert "Exploding Kittens" in response.text
    assert "⟦" not in response.text


@pytest.mark.parametrize("path", ["/", "/r/bcdfg", "/api/games", "/api/rooms", "/api/nothing", "/nothing"])
def test_answer_says_its_language_and_what_it_depends_on(api: Api, pseudo: Pseudo, path: str) -> None:
    response = api.client.get(path, headers={"Accept-Language": "qps"})
    wishes = "Accept-Language" if path.startswith("/api/") else "Accept-Language,Cookie"
    assert (response.headers["Content-Language"], response.headers["Vary"]) == ("qps", wishes)


@pytest.mark.parametrize(
    ("path", "cookie", "tag"),
    [
        ("/", "qps", "qps"),
        ("/r/bcdfg", "qps", "qps"),
        ("/nothing", "qps", "qps"),
        ("/?lang=en", "qps", "en"),
        ("/", "tlh", "es"),
        ("/", "qps" * 1_000, "es"),
        ("/api/games", "qps", "es"),
        ("/api/nothing", "qps", "es"),
    ],
)
def test_page_is_in_the_language_that_was_chosen_there(
    api: Api, pseudo: Pseudo, path: str, cookie: str, tag: str
) -> None:
    api.client.set_cookie("language", cookie)
    assert api.client.get(path, headers={"Accept-Language": "es"}).headers["Content-Language"] == tag


@pytest.mark.parametrize("path", ["/", "/r/bcdfg", "/r/bcdfg/replay", "/replay"])
def test_page_brings_the_words_of_its_scripts(api: Api, pseudo: Pseudo, path: str) -> None:
    page = api.client.get(path, headers={"Accept-Language": "qps"}).text
    found = re.search(r'<script type="application/json" id="words">(.*)</script>', page)
    assert found
    words = msgspec.json.decode(found[1], type=dict[str, str])
    assert words["Leave this room?"] == "⟦Leave this room?⟧"
    assert (words["{count} card"], words["{count} cards"]) == ("⟦{count} card⟧", "⟦{count} cards⟧")
    assert 'data-languages="en es qps"' in page
    assert 'id="words"' not in api.client.get(path).text


@pytest.mark.parametrize("path", ["/healthz", "/api/openapi.json"])
def test_answer_without_words_has_no_language(api: Api, pseudo: Pseudo, path: str) -> None:
    response = api.client.get(path, headers={"Accept-Language": "qps"})
    assert "Content-Language" not in response.headers


@pytest.mark.parametrize("path", ["/", "/r/bcdfg", "/nothing"])
def test_page_is_in_the_language_that_it_says(api: Api, pseudo: Pseudo, path: str) -> None:
    page = api.client.get(f"{path}?lang=qps").text
    assert '<html lang="qps">' in page
    assert re.findall(r"<noscript><p[^>]*>([^<⟦]+)<|<h1>([^<⟦]+)<|<p>([^<⟦]+)</p>", page) == []
    assert '<html lang="en">' in api.client.get(path).text


# Polls and actions


@pytest.mark.parametrize(
    ("lang", "header", "tag"),
    [
        ("", "qps", "qps"), ("&lang=qps", "en", "qps"), ("&lang=en", "qps", "en"),
        ("&lang=en&lang=qps", "", "en"), ("&lang=%71ps", "", "qps"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["events?since={start}", "events?wait=soon", "actions?"])
def test_polls_and_actions_choose_the_language(
    api: Api, pseudo: Pseudo, path: str, lang: str, header: str, tag: str
) -> None:
    player = api.game()[0]
    start = f"{player['cursor'].split('.')[0]}.1"
    where = f"/api/rooms/{player['code']}/{path.format(start=start)}{lang}"
    headers = {"Authorization": f"Bearer {player['token']}", "Accept-Language": header}
    method = "POST" if "actions" in path else "GET"
    response = api.client.open(
        where, method=method, headers=headers, data=b"[]" if method == "POST" else None
    )
    assert response.headers["Content-Language"] == tag
    assert ("⟦" in response.text) == (tag == "qps")


# All texts


def test_catalogue_can_be_read_in_another_language(reader: Reader) -> None:
    catalogue = reader.check(reader.api.call("GET", "/api/games").get_json())
    for game in catalogue["games"]:
        assert reader.language.say(CATALOGUE.game(game["id"]).name) == game["name"]
        assert all(face["name"].startswith("⟦") for face in game["faces"].values())
        assert all(preset["name"].startswith("⟦") for preset in game["presets"])
    assert reader.read > 300
    assert reader.language.asked <= SPANISH


def test_refusals_can_be_read_in_another_language(reader: Reader) -> None:
    api = reader.api
    ada = api.create("Ada")
    bob = api.join(ada["code"], "Bob")
    room, actions = f"/api/rooms/{ada['code']}", f"/api/rooms/{ada['code']}/actions"

    def post(path: str, body: Any, token: str | None = None) -> TestResponse:
        return api.call("POST", path, token, json=body)

    for body, code in (
        ({"name": ""}, "name_too_short"),
        ({"name": "x" * 17}, "name_too_long"),
        ({"name": "a\u200bb"}, "bad_field"),
        ({"name": 5}, "bad_field"),
        ({"name": "Ada", "public": 1}, "bad_field"),
        ({"name": "Ada", "options": []}, "bad_field"),
        ({"name": "Ada", "game": "x" * 65}, "bad_field"),
        ({"name": "Ada", "surplus": 1}, "bad_field"),
        ({}, "bad_field"),
        ([], "bad_json"),
        ({"name": "Ada", "game": "no_such"}, "game_not_found"),
    ):
        reader.refused(post("/api/rooms", body), code)
    for game in GAMES.values():
        for option in msgspec.to_builtins(reader.api.call("GET", "/api/games").get_json())["games"]:
            if option["id"] == game.id:
                for spec in option["options"]:
                    body = {"name": "Ada", "game": game.id, "options": {spec["name"]: [1]}}
                    reader.refused(post("/api/rooms", body), "bad_field")
        body = {"name": "Ada", "game": game.id, "options": {"no_such": 1}}
        reader.refused(post("/api/rooms", body), "bad_field")
    for deck in (
        "{",
        "5",
        '{"cards":{"X":1}}',
        '{"cards":{"ATTACK":-1}}',
        '{"cards":{"ATTACK":5}}',
        "x" * 65_537,
    ):
        body = {"name": "Ada", "game": "kittens", "options": {"custom_deck": deck}}
        reader.refused(post("/api/rooms", body), "bad_field")
    reader.refused(post(f"{room}/players", {"name": "Ada"}), "name_taken")
    reader.refused(post("/api/rooms/zzzzz/players", {"name": "Ada"}), "room_not_found")
    reader.refused(api.call("GET", "/api/rooms/zzzzz"), "room_not_found")
    reader.refused(api.call("GET", f"{room}/events", "wrong"), "bad_token")
    reader.refused(api.call("GET", f"{room}/events?wait=soon", ada["token"]), "bad_field")
    reader.refused(post(actions, {}), "no_token")
    reader.refused(post(actions, {"id": "1", "move": "x"}, ada["token"]), "bad_field")
    reader.refused(api.try_act(bob, "start"), "not_host")
    reader.refused(api.try_act(ada, "start"), "too_few_players")
    reader.refused(api.try_act(ada, "place"), "not_started")
    reader.refused(api.try_act(ada, "rename"), "bad_field")
    reader.refused(api.try_act(ada, "rename", name=5), "bad_field")
    reader.refused(api.try_act(ada, "rename", name="x" * 17), "name_too_long")
    reader.refused(api.try_act(ada, "rename", surplus=5, name="Ada"), "bad_field")
    reader.refused(api.try_act(ada, "set_options", options=5), "bad_field")
    reader.refused(api.try_act(ada, "set_game", game="no_such"), "illegal_move")
    reader.refused(api.try_act(ada, "play_again"), "illegal_move")
    reader.refused(api.call("POST", "/api/rooms", headers={"Sec-Fetch-Site": "cross-site"}), "cross_site")
    reader.refused(api.call("POST", "/api/rooms", data=b" " * 200_000), "too_large")
    reader.refused(api.client.get("/metrics", headers={"X-Forwarded-For": "1.2.3.4"}), "no_token")
    reader.refused(api.client.get("/api/no/such"), "not_found")
    reader.refused(api.client.delete("/api/games"), "method_not_allowed")
    assert reader.language.asked <= SPANISH


@pytest.mark.parametrize("game", sampled(GAMES, every=4))
def test_whole_game_can_be_read_in_another_language(make_api: Any, pseudo: Pseudo, game: str) -> None:
    """From the waiting room to the next one, for a player, a late seat and a spectator."""
    reader = Reader(make_api(bot_pace=0), pseudo)
    api, chance = reader.api, Rng("ab" * 16)
    ada = api.create("Ada", game=game, options=_options(game))
    reader.check(ada)
    bob = reader.check(api.join(ada["code"], "Cyd"))
    _prepare(reader, ada, bob, game)
    cursor = reader.see(ada, ada["cursor"])["cursor"]
    late = _late(reader, ada)
    for step in range(MOST_STEPS):
        answer = reader.see(ada, cursor)
        cursor, table = answer["cursor"], answer.get("table") or reader.check(api.snapshot(ada))["table"]
        if table["phase"] == "over":
            break
        if step % 10 == 3:
            reader.see(ada, spectator=True)
            for one in late:
                reader.see(one)
        _play(reader, ada, table, chance)
        api.clock.now += 1000
        api.service.transactions.apply_due(ada["code"])
    result = reader.see(ada)["table"]["result"]
    assert result["standing"]
    reader.see(ada, spectator=True)
    for one in late:
        reader.see(one)
    api.act(ada, "play_again")
    reader.see(ada)
    assert reader.read > (500 if game in BOT_MODULES else 100)
    assert reader.kinds >= {"at_result", "stand_in", *(["next_game"] if late else [])}
    assert reader.language.asked <= SPANISH


def _late(reader: Reader, ada: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the answers to a player that takes a seat for the next game, if one is left."""
    api, table = reader.api, reader.api.snapshot(ada)["table"]
    rules = GAMES[table["game"]]
    if len(table["players"]) >= rules.max_players(rules.options(_options(table["game"]))):
        return []
    body = {"name": "Dot", "next_game": True}
    return [reader.check(api.made_by(api.call("POST", f"/api/rooms/{ada['code']}/players", json=body)))]


def _options(game: str) -> dict[str, Any]:
    return {**QUICK.get(game, {}), "on_leave": "bot"}


def _prepare(reader: Reader, ada: dict[str, Any], bob: dict[str, Any], game: str) -> None:
    """Make all moves of a waiting room, and start, with one seat left for later."""
    api, seats = reader.api, GAMES[game].max_players(GAMES[game].options(_options(game)))
    other = next(id for id in GAMES if id != game)
    for chosen in (other, game):
        api.act(ada, "set_game", game=chosen)
    api.act(ada, "set_options", options=_options(game))
    for _ in range(min(3, seats - 2)):
        api.act(ada, "add_bot", level="easy")
    reader.see(ada)
    bots = [player["id"] for player in api.snapshot(ada)["table"]["players"] if player["bot"]]
    for bot in bots[:1]:
        api.act(ada, "remove_bot", player=bot)
    api.act(bob, "rename", name="Bob")
    api.act(ada, "make_host", player=bob["player"])
    reader.see(bob)
    api.act(bob, "make_host", player=ada["player"])
    reader.see(ada, spectator=True)
    api.act(ada, "start")
    reader.see(bob)
    api.act(bob, "leave")


def _play(reader: Reader, ada: dict[str, Any], table: dict[str, Any], chance: Rng) -> None:
    forms = [msgspec.convert(move, Form) for move in table["moves"] if move["scope"] == "game"]
    if forms and chance.chance(0.8):
        cards = {zone["id"]: zone.get("cards", []) for zone in table["zones"]}
        chosen = chance.choice(forms)
        response = reader.api.try_act(ada, chosen.name, **sample(chosen, cards.__getitem__, chance))
        if response.status_code != 200:  # another player was faster
            over = response.get_json(force=True)["code"] == "game_over"
            reader.refused(response, "game_over" if over else "stale_move")
