"""Publishing: permissions, refusals, and versions."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from cheat.documents import check, compiled
from cheat.service.jobs.queue import JobQueue
from tests.documents.small_documents import document

from .conftest import Hub

OPERATOR = "the operator's own key"


def test_a_game_is_published_found_and_downloaded(hub: Hub) -> None:
    published = hub.published(name={"en": "Small", "es": "Pequeño"}, tags=["family"], note="First!")
    assert (published["slug"], published["version"], published["id"][:4]) == ("small", "1.0.0", "doc:")
    details = hub.call("GET", "/api/documents/small").get_json()
    assert (details["game"]["id"], details["game"]["tags"], details["state"]) == (
        published["id"],
        ["family"],
        "listed",
    )
    assert details["versions"] == [
        {"version": "1.0.0", "id": published["id"], "at": hub.clock(), "note": "First!"}
    ]
    assert compiled(details["document"].encode()).id == published["id"], "as it was written"
    assert hub.call("GET", "/api/documents?lang=es").get_json()["games"][0]["name"] == "Pequeño"
    packed = zipfile.ZipFile(io.BytesIO(hub.call("GET", "/api/documents/small.zip").data))
    assert set(packed.namelist()) == {
        "game.json",
        "README.md",
        "documents.md",
        "examples.md",
        "reference.md",
        "template.json",
    }
    older = zipfile.ZipFile(io.BytesIO(hub.call("GET", "/api/documents/small@1.0.0.zip").data))
    assert older.read("game.json") == packed.read("game.json"), "a version has a zip, too"
    assert packed.read("game.json").decode() == details["document"]
    assert check(packed.read("template.json"))[1] == []


def test_a_game_is_published_with_the_warnings_of_its_check(hub: Hub) -> None:
    never = {"name": "never", "if": "count(hand) > 9", "do": [{"end": "me"}]}
    phases = document()["phases"]
    phases["turn"]["moves"].append(never)
    (warning,) = hub.published(phases=phases)["diagnostics"]
    assert (warning["code"], warning["severity"]) == ("unreached", "warning")
    assert "diagnostics" not in hub.published(id="other")


def test_versions_rise_and_belong_to_their_author(hub: Hub) -> None:
    first = hub.published()
    key = first["key"]
    assert "key" not in (again := hub.published(key)), "what was published is answered as it was"
    assert again["id"] == first["id"]
    answer = hub.publish(key, version="1.0.0", summary="Other")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "version_too_low")
    assert "1.0.1" in answer.get_json()["detail"]
    for stranger in (None, "x" * 22):
        answer = hub.publish(stranger, version="2.0.0")
        assert (answer.status_code, answer.get_json()["code"]) == (403, "not_yours")
    assert hub.publish("short", id="other").get_json()["code"] == "bad_token"
    second = hub.published(key, version="1.2.0")
    assert hub.published(key, id="another")["slug"] == "another", "one key may own many games"
    versions = hub.call("GET", "/api/documents/small").get_json()["versions"]
    assert [version["version"] for version in versions] == ["1.2.0", "1.0.0"]
    for name, id in {"small": second, "small@1.0": first, "small@1": second, "small@1.0.0": first}.items():
        assert hub.call("GET", f"/api/games/{name}").get_json()["id"] == id["id"]
    assert hub.call("GET", "/api/games/small@3").status_code == 404
    stored = str(hub.service.hub.store.game("small"))
    assert key not in stored, "keys are kept only as a hash"


def test_differences_are_reported_and_the_next_version_is_proposed(hub: Hub) -> None:
    key = hub.published(name="Small")["key"]
    goal = {"goal": {"label": "Goal", "number": [1, 9], "default": 3}}
    more = {**goal, "more": {"default": True}}
    phases = document()["phases"]
    phases["turn"]["moves"][0] |= {"label": "Lay it", "tone": "primary", "help": "Any card."}
    changes: list[tuple[str, str, dict[str, Any]]] = [
        (
            "words",
            "1.0.1",
            {"name": {"en": "Small", "es": "Chico"}, "phases": phases, "style": {"table": "navy"}},
        ),
        ("options", "1.1.0", {"options": goal}),
        ("options", "1.2.0", {"options": more, "define": {"far": "goal > 3"}}),
        ("rules", "2.0.0", {"options": {"more": more["more"]}}),
        ("rules", "3.0.0", {"options": {"more": more["more"]}, "players": {"min": 2, "max": 5}}),
    ]
    for differs, version, parts in changes:
        refused = hub.publish(key, **parts)
        assert f"Use {version} or higher." in refused.get_json(force=True)["detail"]
        hub.published(key, version=version, **parts)
        (newest, *_) = hub.call("GET", "/api/documents/small").get_json()["versions"]
        assert (newest["version"], newest["differs"]) == (version, differs)


def test_invalid_game_is_refused_with_all_faults(hub: Hub) -> None:
    answer = hub.publish(turn="trun", phasse={})
    body = answer.get_json(force=True)
    assert (answer.status_code, body["code"]) == (422, "bad_document")
    assert {diagnostic["path"] for diagnostic in body["diagnostics"]} >= {"turn", "phasse"}
    assert all(diagnostic["line"] for diagnostic in body["diagnostics"])
    assert hub.publish(id="hearts").get_json(force=True)["code"] == "slug_taken"
    too_large = {"document": "x" * (64 * 1024 + 1)}
    jobs_before = len(hub.checker.asked)
    for path in ("/api/documents", "/api/documents/check"):
        assert hub.code("POST", path, json=too_large) == (413, "too_large")
    assert len(hub.checker.asked) == jobs_before, "nobody has looked into it"
    assert hub.listed() == []


def test_faults_are_reported_in_spanish(hub: Hub) -> None:
    wrong, spanish = {"document": document(turn="trun")}, {"Accept-Language": "es"}
    for path in ("/api/documents", "/api/documents/check", "/api/documents/read", "/api/documents/try"):
        body = hub.call("POST", path, json=wrong, headers=spanish).get_json(force=True)
        sentence = "No hay ninguna fase «trun». Usa una de estas: turn. ¿Querías decir «turn»?"
        assert [diagnostic["text"] for diagnostic in body["diagnostics"]] == [sentence], path
    draft = hub.call("POST", "/api/documents/read", json=wrong, headers=spanish).get_json()
    assert next(name["type"] for name in draft["names"] if name["name"] == "hand") == "una zona"
    archive = {"archive": base64.b64encode(b"PK\x03\x04").decode()}
    (diagnostic,) = hub.call("POST", "/api/documents/check", json=archive, headers=spanish).get_json()[
        "diagnostics"
    ]
    assert diagnostic["text"] == "El archivo comprimido no se puede leer. Vuelve a crear el zip."


def test_check_reports_the_same_faults_and_stores_nothing(hub: Hub) -> None:
    hub.checker.games = 20
    sound = hub.call("POST", "/api/documents/check", json={"document": document()}).get_json()
    assert (sound["about"]["slug"], sound["games"], sound["diagnostics"]) == ("small", 20, [])
    broken = hub.call("POST", "/api/documents/check", json={"document": '{"cardgame":'}).get_json()
    assert [diagnostic["code"] for diagnostic in broken["diagnostics"]] == ["json"]
    assert hub.code("POST", "/api/documents/check", json={"document": document(), "more": 1})[0] == 422
    assert hub.listed() == []


def test_without_a_checker_nothing_is_published(hub: Hub, make_hub: Callable[..., Hub]) -> None:
    hub.checker.answers = False
    assert hub.publish().get_json(force=True)["code"] == "unchecked"
    off = make_hub(JobQueue(0))
    assert off.publish().status_code == 503


def test_a_copy_says_where_it_comes_from_and_has_an_author_of_its_own(hub: Hub) -> None:
    first = hub.published(version="1.3.0")
    copy = hub.call("POST", "/api/documents/small/fork", json={"slug": "mine"}).get_json()
    details = hub.call("GET", "/api/documents/mine").get_json()
    assert (copy["version"], details["game"]["forked_from"]) == ("1.0.0", "small@1.3.0")
    copied = json.loads(details["document"])
    before = json.loads(hub.call("GET", "/api/documents/small").get_json()["document"])
    title = before["name"]
    assert (copied["name"], details["game"]["name"]) == (f"{title} 2", f"{title} 2"), "not two of a name"
    assert {**copied, "id": "small", "version": "1.3.0", "name": title} == {
        **before,
        "forked_from": "small@1.3.0",
    }
    assert compiled(details["document"].encode()).id == copy["id"]
    assert hub.publish(copy["key"], id="small", version="2.0.0").get_json()["code"] == "not_yours"
    hub.published(copy["key"], id="mine", version="1.1.0")
    for slug, code in {"small": "not_yours", "Not Mine": "bad_field", "uno": "slug_taken"}.items():
        answer = hub.call("POST", "/api/documents/small/fork", first["key"] * 2, json={"slug": slug})
        assert answer.get_json(force=True)["code"] == code


def test_a_copy_may_be_called_as_long_as_every_game(hub: Hub) -> None:
    longest = "x" * 40
    hub.published(id="small")
    for slug, status in {longest[1:] + "y": 201, longest + "x": 422}.items():
        fork = hub.call("POST", "/api/documents/small/fork", json={"slug": slug})
        assert (fork.status_code, hub.publish(id=slug[::-1]).status_code) == (status, status)


def test_an_author_takes_a_game_away_and_puts_it_back(hub: Hub) -> None:
    key = hub.published()["key"]
    assert hub.code("DELETE", "/api/documents/small") == (401, "no_token")
    assert hub.code("DELETE", "/api/documents/small", "x" * 22) == (403, "not_yours")
    assert hub.code("DELETE", "/api/documents/nothing", key) == (404, "game_not_found")
    hub.call("DELETE", "/api/documents/small", key)
    assert hub.listed() == []
    for path in ("/api/documents/small", "/api/documents/small.zip", "/api/games/small"):
        assert hub.call("GET", path).status_code == 404
    hub.published(key)
    assert hub.listed() == ["small"]


def test_three_flags_from_different_addresses_hide_a_game_until_the_operator_decides(
    make_hub: Callable[..., Hub],
) -> None:
    hub = make_hub(hub_key=OPERATOR)
    hub.published()

    def flag(address: str) -> str:
        headers = {"X-Forwarded-For": address}
        answer = hub.call("POST", "/api/documents/small/flags", json={"reason": "rude"}, headers=headers)
        state: str = answer.get_json()["state"]
        return state

    places = ["10.0.1.1", "10.0.1.2", "10.0.2.1", "10.0.2.1", "10.0.3.1"]
    assert [flag(place) for place in places] == [*["listed"] * 4, "hidden"]
    assert hub.listed() == []
    assert hub.code("GET", "/api/documents?flagged=1", "x" * 22) == (403, "not_yours")
    waiting = hub.call("GET", "/api/documents?flagged=1", OPERATOR).get_json()["games"]
    assert [game["slug"] for game in waiting] == ["small"]
    change = {"listed": True, "featured": True}
    assert hub.code("PATCH", "/api/documents/small", "x" * 22, json=change) == (403, "not_yours")
    hub.call("PATCH", "/api/documents/small", OPERATOR, json=change)
    assert hub.call("GET", "/api/documents").get_json()["games"][0]["featured"] is True
    assert [flag(f"10.0.{number}.9") for number in range(1, 9)] == ["listed"] * 8, "what was decided stays"
    waiting = hub.call("GET", "/api/documents?flagged=1", OPERATOR).get_json()["games"]
    assert [game["slug"] for game in waiting] == ["small"], "but the operator is told"
    hub.call("DELETE", "/api/documents/small", OPERATOR)
    assert hub.listed() == []


def test_the_operators_decision_outlives_a_new_version(make_hub: Callable[..., Hub]) -> None:
    hub = make_hub(hub_key=OPERATOR)
    key = hub.published()["key"]
    hub.call("DELETE", "/api/documents/small", OPERATOR)
    hub.published(key, version="1.0.1")
    hub.call("DELETE", "/api/documents/small", key)
    hub.published(key, version="1.0.2")
    assert hub.listed() == []


def test_publications_are_counted_by_key_and_by_address(make_hub: Callable[..., Hub]) -> None:
    hub = make_hub(rate_limits="on", publish_limit="2/day", check_limit="9/minute", call_limit="99/second")
    key = hub.published(address="10.0.0.1")["key"]
    hub.published(key, address="10.0.0.2", version="1.0.1")
    assert hub.publish(key, address="10.0.0.3", version="1.0.2").get_json()["code"] == "rate_limited"
    hub.published(address="10.0.0.1", id="other")
    assert hub.publish(address="10.0.0.1", id="third").get_json()["code"] == "rate_limited"
    codes = [hub.publish(address="10.0.0.9", turn="x").get_json()["code"] for _ in range(10)]
    assert codes == ["bad_document"] * 9 + ["rate_limited"], "checks have a limit of their own"


def test_unused_documents_make_room_for_new_ones(make_hub: Callable[..., Hub]) -> None:
    hub = make_hub(hub_mb=1)
    key = hub.published()["key"]
    sizes = hub.service.hub.store
    hub.published(key, version="1.0.1")
    hub.call("DELETE", "/api/documents/small", key)
    hub.service.hub.most_bytes = sizes.stored_bytes()
    assert hub.publish(id="other").get_json(force=True)["code"] == "hub_full", "rooms may still have them"
    hub.clock.now += 3 * 24 * 3_600_000
    hub.service.hub.most_bytes = sizes.stored_bytes() - 1
    hub.published(id="other")
    assert hub.listed() == ["other"]


@pytest.mark.parametrize("slug", ["", "..", "%2e%2e", "A", "x" * 200, "doc:" + "0" * 32, "a~b", "é"])
def test_strange_names_are_not_found(hub: Hub, slug: str) -> None:
    for path in (f"/api/documents/{slug}.zip", f"/api/games/{slug}"):
        assert hub.client.get(path).status_code in (404, 308)
    assert hub.client.post(f"/api/documents/{slug}/flags", json={"reason": "x"}).status_code in (
        404,
        405,
        308,
    )


def test_a_report_is_made_once_and_kept_with_the_version(hub: Hub) -> None:
    published = hub.published()
    answer = hub.call("POST", "/api/documents/small/report")
    report = answer.get_json()
    assert (report["id"], [table["players"] for table in report["tables"]]) == (published["id"], [2, 3, 4])
    (listed,) = hub.call("GET", "/api/documents").get_json()["games"]
    short = {"id": published["id"], "minutes": report["tables"][0]["minutes"], "fair": report["fair"]}
    assert {**listed["report"], "skill": None} == {**short, "skill": None}, "in short, where it is found"
    jobs_before = len(hub.checker.asked)
    assert hub.call("POST", f"/api/documents/{published['id']}/report").get_json() == report
    assert hub.call("GET", "/api/documents/small").get_json()["report"] == report
    assert len(hub.checker.asked) == jobs_before
    hub.published(published["key"], version="1.0.1", summary="New words")
    assert "report" not in hub.call("GET", "/api/documents").get_json()["games"][0], "none of this version"
    assert hub.code("POST", "/api/documents/uno/report") == (404, "game_not_found")
    assert hub.code("POST", "/api/documents/nothing/report") == (404, "game_not_found")


def test_a_byte_order_mark_costs_nothing(hub: Hub) -> None:
    """Editors on Windows put a byte order mark before a text, which JSON readers refuse."""
    source = json.dumps(document(name="Marked", id="marked"))
    for address in ("/api/documents/check", "/api/documents/read", "/api/documents/try"):
        answer = hub.call("POST", address, json={"document": "\ufeff" + source})
        assert answer.get_json()["id"].startswith("doc:"), address
    published = hub.call("POST", "/api/documents", json={"document": "\ufeff" + source}).get_json()
    assert hub.call("GET", f"/api/documents/{published['slug']}.json").data == source.encode()
