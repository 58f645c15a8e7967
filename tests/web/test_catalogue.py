"""The catalogue: the list of games, and the details of one game."""

from __future__ import annotations

from tests.web.conftest import Api


def test_game_of_a_table_is_found_by_its_id(api: Api) -> None:
    catalogue = api.call("GET", "/api/games").get_json()["games"]
    for game in catalogue:
        assert api.call("GET", f"/api/games/{game['id']}").get_json() == game
    assert api.call("GET", "/api/games/none").get_json(force=True)["code"] == "game_not_found"


def test_catalogue_is_short_and_says_of_each_game_what_it_says_itself(api: Api) -> None:
    listed, games = (api.call("GET", f"/api/{name}") for name in ("catalogue", "games"))
    games_in_full = {game["id"]: game for game in games.get_json()["games"]}
    for brief in listed.get_json()["games"]:
        assert brief.items() <= games_in_full.pop(brief["id"]).items()
        assert brief.keys().isdisjoint({"rules", "hints", "options", "presets", "faces"})
    assert not games_in_full, "all games are listed"
    assert len(listed.data) * 20 < len(games.data)


def test_what_has_not_changed_is_not_sent_again(api: Api) -> None:
    for path in ("/api/catalogue", "/api/games", "/api/games/uno"):
        first = api.call("GET", path)
        assert first.headers["Cache-Control"] == "no-cache"
        again = api.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
