"""Pictures of authors: sent with a game, kept as long as it, and not shown when it is hidden."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from typing import Any

import pytest
from PIL import Image

from cheat.store import keys
from cheat.store.published import TRIAL_TTL_MS
from tests.documents.older.test_archives import packed
from tests.documents.small_documents import document, written

from .conftest import Hub
from .test_bundle import Files, downloaded

OPERATOR = "the operator of this server"
STYLE = {
    "card_back": "back.png",
    "emblem": "sign.jpg",
    "suits": {"hearts": "heart.webp"},
    "faces": {"Q": "queen.png", "AS": "ace.png"},
}


def drawn(colour: str, kind: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (50, 70), colour).save(buffer, kind)
    return buffer.getvalue()


PICTURES = {
    "back.png": drawn("navy"),
    "sign.jpg": drawn("green", "JPEG"),
    "heart.webp": drawn("red", "WEBP"),
    "queen.png": drawn("purple"),
    "ace.png": drawn("black"),
}


def game_with(files: Files | None = None, **changes: Any) -> Files:
    """Return the files of a small game with pictures."""
    files = PICTURES if files is None else files
    return {"game.json": written(document(**{"style": STYLE, **changes})), **files}


def sent(hub: Hub, files: Files, path: str = "", key: str | None = None, address: str = "") -> Any:
    archive = base64.b64encode(packed(*files.items()).getvalue()).decode()
    headers = {"X-Forwarded-For": address} if address else {}
    return hub.call("POST", f"/api/documents{path}", key, json={"archive": archive}, headers=headers)


def published(hub: Hub, files: Files | None = None, key: str | None = None, **more: Any) -> Any:
    answer = sent(hub, game_with() if files is None else files, key=key, **more)
    assert answer.status_code == 201, answer.text
    return answer.get_json()


def ids_of(hub: Hub, name: str = "small") -> dict[str, str]:
    """Return the ids of a published game's pictures, by file name."""
    ids: dict[str, str] = json.loads(hub.call("GET", f"/api/documents/{name}.json").data)["style"]["pictures"]
    return ids


def status(hub: Hub, id: str, key: str | None = None) -> int:
    code: int = hub.call("GET", f"/api/pictures/{id}", key).status_code
    return code


def due(hub: Hub, id: str) -> float | None:
    """Return ms until a picture may be dropped; None if it is kept forever."""
    at = hub.service.store.client.zscore(keys.DOCUMENTS_DUE, keys.picture_name(id))
    return None if at is None else at - hub.clock()


def test_game_shows_the_pictures_of_its_zip_at_every_worker(workers: list[Hub]) -> None:
    one, other = workers
    id = published(one)["id"]
    ids = ids_of(other)
    assert set(ids) == set(PICTURES)
    game = other.call("GET", f"/api/games/{id}").get_json()
    look = {"back_picture": ids["back.png"], "emblem_picture": ids["sign.jpg"], "pictured": "faces"}
    assert look.items() <= game["look"].items()
    assert (game["faces"]["QH"]["picture"], game["faces"]["QH"]["sign"]) == (
        ids["queen.png"],
        ids["heart.webp"],
    )
    assert (game["faces"]["AS"]["picture"], "sign" in game["faces"]["AS"]) == (ids["ace.png"], False)
    assert not {"picture", "sign"} & set(game["faces"]["2S"])
    [entry] = other.call("GET", "/api/documents").get_json()["games"]
    assert entry["emblem_picture"] == ids["sign.jpg"]
    picture = other.call("GET", f"/api/pictures/{ids['back.png']}")
    assert hashlib.sha256(picture.data).hexdigest()[:32] == ids["back.png"]
    assert picture.data not in PICTURES.values() and Image.open(io.BytesIO(picture.data)).size == (50, 70)


def test_picture_is_served_with_strict_headers_and_for_long(hub: Hub) -> None:
    published(hub)
    id = ids_of(hub)["back.png"]
    answer = hub.call("GET", f"/api/pictures/{id}")
    headers = answer.headers
    assert headers["Content-Type"] == "image/webp"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert not {"Set-Cookie", "Vary", "Content-Language"} & set(headers.keys())
    again = hub.client.get(f"/api/pictures/{id}", headers={"If-None-Match": headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for wrong in ("0" * 32, "..", "x", id[:31], f"pic:{id}"):
        assert hub.code("GET", f"/api/pictures/{wrong}") == (404, "picture_not_found")


def test_file_that_is_not_taken_is_named(hub: Hub) -> None:
    others = {
        "x.svg": b"<svg/>",
        "unused.png": drawn("pink"),
        "anim.gif": b"GIF89a",
        "sub/notes.txt": b"x",
        "README.md": b"x",
    }
    files = game_with({**PICTURES, "queen.png": b"no picture", **others})
    del files["ace.png"]
    result = sent(hub, files, "/check").get_json()
    told = {(one.get("file"), one.get("path", "")) for one in result["diagnostics"]}
    assert told == {
        *((name, "") for name in ("x.svg", "unused.png", "anim.gif", "sub/notes.txt", "queen.png")),
        (None, "style.faces.AS"),
    }
    assert {one["severity"] for one in result["diagnostics"]} == {"warning"}
    assert set(json.loads(result["document"])["style"]["pictures"]) == {"back.png", "sign.jpg", "heart.webp"}
    assert "pictures" not in result, "the answer is no larger for them"


def test_downloaded_zip_has_the_pictures_and_is_the_same_game(hub: Hub) -> None:
    first = published(hub)
    files = downloaded(hub, "small")
    assert set(PICTURES) <= set(files) and b"WebP" in files["README.md"]
    again = published(hub, files, first["key"])
    assert again["id"] == first["id"], "nothing is encoded twice"
    files["back.png"] = drawn("olive")
    files["game.json"] = json.dumps(json.loads(files["game.json"]) | {"version": "1.0.1"}).encode()
    before = ids_of(hub)
    assert published(hub, files, first["key"])["version"] == "1.0.1"
    after = ids_of(hub)
    assert {name for name in before if before[name] != after[name]} == {"back.png"}
    assert status(hub, before["back.png"]) == status(hub, after["back.png"]) == 200, (
        "each version has its own"
    )


def test_zip_from_another_server_brings_its_pictures(make_hub: Any) -> None:
    one, other = make_hub(), make_hub()
    published(one)
    files = downloaded(one, "small")
    assert published(other, files)["slug"] == "small"
    assert all(status(other, id) == 200 for id in ids_of(other).values())


def test_document_without_its_pictures_is_refused_with_their_names(make_hub: Any) -> None:
    one, other = make_hub(), make_hub()
    published(one)
    text = one.call("GET", "/api/documents/small.json").data.decode()
    for path in ("", "/try"):
        refused = other.call("POST", f"/api/documents{path}", json={"document": text})
        told = refused.get_json(force=True)["diagnostics"]
        assert refused.status_code == 422
        assert {one["code"] for one in told} == {"picture_missing"}
        assert {one["path"] for one in told} == {f"style.pictures.{name}" for name in PICTURES}
        assert all(one["line"] for one in told)


def test_draft_uses_pictures_that_were_sent_before(workers: list[Hub]) -> None:
    one, other = workers
    body = {"pictures": [{"name": "back.png", "data": base64.b64encode(PICTURES["back.png"]).decode()},
        {"name": "bad.png", "data": base64.b64encode(b"<svg/>").decode()}]}  # fmt: skip
    answer = one.call("POST", "/api/pictures", json=body)
    assert answer.status_code == 201
    [added], [told] = answer.get_json()["pictures"], answer.get_json()["diagnostics"]
    assert (added["name"], told["file"]) == ("back.png", "bad.png")
    assert due(one, added["id"]) == TRIAL_TTL_MS
    style = {"card_back": "back.png", "pictures": {"back.png": added["id"]}}
    one.clock.now += TRIAL_TTL_MS // 2
    tried = one.call("POST", "/api/documents/try", json={"document": written(document(style=style)).decode()})
    assert due(one, added["id"]) == TRIAL_TTL_MS, "a draft that is tried keeps its pictures as long as itself"
    other.create(game=tried.get_json()["id"])
    assert (due(other, added["id"]) or 0) > 80 * TRIAL_TTL_MS, "so does a room"
    look = other.call("GET", f"/api/games/{tried.get_json()['id']}").get_json()["look"]
    assert look["back_picture"] == added["id"] and status(other, added["id"]) == 200
    assert one.code("POST", "/api/pictures", json={"pictures": [{"name": "a.svg", "data": ""}]}) == (
        422,
        "bad_field",
    )
    assert one.code("POST", "/api/pictures", json={"pictures": []}) == (422, "bad_field")


def test_pictures_stay_as_long_as_a_game_has_them(workers: list[Hub]) -> None:
    one, other = workers
    first = published(one)
    id = ids_of(one)["back.png"]
    assert due(one, id) is None
    copy = other.call("POST", "/api/documents/small/fork", json={"slug": "copy"}).get_json()
    assert ids_of(other, "copy") == ids_of(one), "a copy has the same pictures, which are stored once"
    one.call("DELETE", "/api/documents/small", first["key"])
    assert due(one, id) is None, "the copy still has it"
    ada = other.create(game=copy["id"])
    other.call("DELETE", "/api/documents/copy", copy["key"])
    assert due(one, id) == 90 * 24 * TRIAL_TTL_MS
    assert status(one, id) == 200 and other.snapshot(ada), "rooms that began before go on with it"
    one.clock.now += 91 * 24 * TRIAL_TTL_MS
    assert one.service.hub.store.free_space(b"", 10**9, one.clock())
    assert status(one, id) == 404
    holders = one.service.store.client.keys("cheat:{games}:holders:*")
    assert holders == []


def test_game_that_is_published_again_after_its_removal_keeps_its_pictures(workers: list[Hub]) -> None:
    first = published(workers[0])
    workers[0].call("DELETE", "/api/documents/small", first["key"])
    published(workers[1], key=first["key"])
    assert all(due(workers[0], id) is None for id in ids_of(workers[1]).values())


def test_hidden_game_serves_no_pictures_to_strangers(make_hub: Any, redis_server: Any) -> None:
    hub = make_hub(redis_url=redis_server.url, hub_key=OPERATOR, trusted_proxies=1)
    first = published(hub, address="10.0.0.1")
    ids = ids_of(hub)
    id = ids["back.png"]
    for network in range(3):
        headers = {"X-Forwarded-For": f"10.1.{network}.1"}
        hub.call("POST", "/api/documents/small/flags", json={"reason": "bad"}, headers=headers)
    assert [status(hub, id, key) for key in (None, "a" * 20, first["key"], OPERATOR)] == [404, 404, 200, 200]
    assert hub.call("GET", f"/api/pictures/{id}", OPERATOR).headers["Cache-Control"] == "no-store"
    other = sent(
        hub, game_with(id="other", name="Other", summary="Another game"), address="10.9.0.1"
    ).get_json()
    assert (other["state"], other["withheld"]["reason"]) == ("hidden", "content"), (
        "the same pictures elsewhere"
    )
    hub.call("PATCH", "/api/documents/small", OPERATOR, json={"listed": True})
    assert status(hub, id) == 200
    hub.call("PATCH", "/api/documents/small", OPERATOR, json={"listed": False})
    assert status(hub, id) == 404


def test_copy_that_is_hidden_does_not_hide_the_pictures_of_its_original(
    make_hub: Any, redis_server: Any
) -> None:
    hub = make_hub(redis_url=redis_server.url, trusted_proxies=1)
    first = published(hub, address="10.0.0.1")
    headers = {"X-Forwarded-For": "10.2.0.1"}
    hub.call("POST", "/api/documents/small/fork", json={"slug": "copy"}, headers=headers)
    for network in range(3):
        headers = {"X-Forwarded-For": f"10.1.{network}.1"}
        hub.call("POST", "/api/documents/copy/flags", json={"reason": "bad"}, headers=headers)
    assert hub.code("GET", "/api/documents/copy") == (404, "game_not_found")
    assert all(status(hub, id) == 200 for id in ids_of(hub).values())
    files = game_with(version="1.0.1", summary="Better")
    answer = sent(hub, files, key=first["key"], address="10.0.0.1").get_json()
    assert "withheld" not in answer


def test_pictures_count_as_what_their_network_stores(make_hub: Any, redis_server: Any) -> None:
    hub = make_hub(redis_url=redis_server.url, rate_limits="on", store_limit="2/day", trusted_proxies=1)
    noise = io.BytesIO()
    Image.effect_noise((100, 140), 90).save(noise, "PNG")
    files = game_with({"back.png": noise.getvalue()}, style={"card_back": "back.png"})
    refused = sent(hub, files, "/check", address="10.0.0.1")
    assert (refused.status_code, refused.get_json(force=True)["code"]) == (429, "rate_limited")
    full = make_hub(redis_url=redis_server.url, hub_mb=1, hub_share=1)
    full.service.hub.most_bytes = 3000
    refused = sent(full, files, "/check")
    assert (refused.status_code, refused.get_json(force=True)["code"]) == (503, "hub_full")
    assert hub.service.store.client.hgetall(keys.DOCUMENT_SIZES) == {}


def test_stored_bytes_are_those_of_the_pictures_too(workers: list[Hub]) -> None:
    hub = workers[0]
    published(hub)
    store = hub.service.hub.store
    names = [keys.picture_name(id) for id in ids_of(hub).values()]
    sizes = store._sizes(names)
    assert all(sizes.values()) and store.stored_bytes() > sum(sizes.values())
    assert set(hub.service.store.client.hkeys(keys.DOCUMENT_SIZES)) >= {name.encode() for name in names}


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ({"faces": {"ZZ": "a.png"}}, {"style.faces.ZZ"}),
        ({"faces": "a.png"}, {"style.faces"}),
        ({"faces": {"else": "a.svg"}}, {"style.faces.else"}),
        ({"suits": {"hearts": "../a.png"}}, {"style.suits.hearts"}),
        ({"emblem": 7}, {"style.emblem"}),
        ({"card_back": "a.png"}, {"style.card_back"}),
        ({"card_back": "a.png", "pictures": {"a.png": "x"}}, {"style.card_back"}),
        ({"card_back": "a.png", "pictures": {"a.png": "0" * 32}}, {"style.pictures.a.png"}),
        ({"pictures": {"a.png": "0" * 32}}, set()),
    ],
)
def test_picture_that_cannot_be_shown_is_told_and_changes_nothing(
    hub: Hub, style: Any, told: set[str]
) -> None:
    text = written(document(style=style)).decode()
    answer = hub.call("POST", "/api/documents/read", json={"document": text}).get_json()
    assert answer["id"] and {one["path"] for one in answer["diagnostics"]} == told


def test_zip_bomb_of_pictures_is_refused(hub: Hub) -> None:
    files = [("game.json", written(document(style=STYLE))), ("back.png", bytes(600_000))]
    archive = base64.b64encode(packed(*files, method=zipfile.ZIP_DEFLATED).getvalue()).decode()
    result = hub.call("POST", "/api/documents/check", json={"archive": archive}).get_json()
    assert [one["code"] for one in result["diagnostics"]] == ["archive_too_large"]
