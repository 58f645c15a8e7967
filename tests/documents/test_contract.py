"""The contract between documents and the engine: decisions, events, and the memory of a worker."""

from __future__ import annotations

from typing import Any

from cheat.engine import engine
from cheat.engine.registry import FOUND_MAX, DataTable, GameRegistry, Payers

from .small_documents import act, dealt, game_of

GIVE = {"name": "give", "pick": {"card": {"from": "hand"}}, "do": [{"move": "card", "to": "discard"}]}
ON = {"name": "on", "do": [{"next": "turn"}]}


def together(**more: Any) -> Any:
    """Return a game in which all give a card at the same time; the next phase is a turn."""
    phases = {"all": {"who": "players", "moves": [GIVE], "done": [{"set": {"n": "n + 1"}}, {"go": "turn"}]},
        "turn": {"moves": [ON]}}  # fmt: skip
    start = [{"shuffle": "stock"}, {"deal": 3, "to": "hand"}, {"go": "all"}]
    return game_of(**{"vars": {"n": 0}, "phases": phases, "start": start, "turn": "turn", **more})


def test_one_of_several_who_leaves_is_struck_off_and_the_last_answer_is_enough() -> None:
    game = together()
    table = dealt(game, 3)
    act(game, table, "p1", "give", card=table.zones["hand:p1"].cards[:1])
    engine.leave(game, table, "p2", 0)
    assert (table.phase, table.decisions[0].waits_for(), table.values["n"]) == ("all", ["p3"], 0)
    act(game, table, "p3", "give", card=table.zones["hand:p3"].cards[:1])
    assert (table.phase, table.turn, table.values["n"]) == ("turn", "p1", 1)
    table = dealt(game, 3)
    for id in ("p1", "p2"):
        act(game, table, id, "give", card=table.zones[f"hand:{id}"].cards[:1])
    engine.leave(game, table, "p3", 0)
    assert (table.phase, table.values["n"]) == ("turn", 1), "nobody is waited for any more"


def test_who_is_late_gives_the_first_card_and_who_answered_keeps_their_choice() -> None:
    game = together()
    table = dealt(game, 3)
    hands = {id: list(table.zones[f"hand:{id}"].cards) for id in ("p1", "p2", "p3")}
    act(game, table, "p2", "give", card=hands["p2"][2:])
    engine.expire(game, table, table.next_timeout())
    assert set(table.zones["discard"].cards) == {hands["p1"][0], hands["p2"][2], hands["p3"][0]}
    assert (table.phase, table.values["n"]) == ("turn", 1)


def test_what_others_do_meanwhile_spoils_nobodys_move() -> None:
    game = together()
    table = dealt(game, 3)
    (before,) = engine.moves(game, table, "p1")
    act(game, table, "p2", "give", card=table.zones["hand:p2"].cards[:1])
    assert engine.act(game, table, "p1", "give",
        {**before.ties, "card": table.zones["hand:p1"].cards[:1]}, 0)  # fmt: skip


def test_a_viewer_sees_what_may_be_concluded_and_no_card_of_a_variable_that_is_hidden_from_them() -> None:
    start = [{"shuffle": "stock"}, {"deal": 3, "to": "hand"}, {"know": "hand", "lacks": "it == 'AS'"},
        {"set": {"one": "top(stock)", "several": "hand", "first(players).mine": "5"}},
        {"draw": 1, "to": "discard"}, {"go": "all"}]  # fmt: skip
    stated: dict[str, Any] = {"vars": {"n": 0, "one": "card", "several": "cards"}, "start": start,
        "player_vars": {"score": 0, "mine": {"start": 0, "seen": "owner"}}}  # fmt: skip
    game = together(**stated)
    table = dealt(game)
    mine, other, nobody = (engine.observation(game, table, viewer) for viewer in ("p1", "p2", None))
    assert isinstance(mine, DataTable) and isinstance(other, DataTable) and isinstance(nobody, DataTable)
    assert mine.conclusions == other.conclusions == nobody.conclusions == table.conclusions != []
    assert mine.values["several"] == table.values["several"] and mine.values["mine"] == [5, 0]
    for sight in (other, nobody):
        assert [face for face, _ in sight.values["several"]] == ["?"] * 3
        assert sight.values["mine"] == [0, 0]
    assert mine.values["one"] == table.values["one"], "it lies open now"


def test_what_a_step_moves_is_told_once_an_effect_with_faces_for_those_who_see_them() -> None:
    effects = [{"draw": 2}, {"move": "first(hand)", "to": "discard"}, {"add": {"score": 1}}, {"next": "turn"}]
    game = game_of(phases={"turn": {"moves": [{"name": "go", "do": effects}]}})
    table = dealt(game)
    events = act(game, table, "p1", "go")
    assert [event.type for event in events] == ["drew", "moved"]
    seen = {id: [event.view(id, 0, 0).cards[0].faces for event in events] for id in ("p1", "p2")}
    assert [isinstance(faces, list) for faces in seen["p1"]] == [True, True]
    assert [isinstance(faces, list) for faces in seen["p2"]] == [False, True]


def test_a_worker_remembers_so_many_games_and_forgets_the_one_asked_for_longest_ago() -> None:
    asked: list[str] = []

    def find(id: str, payers: Payers) -> Any:
        asked.append(id)
        return game_of()

    library = GameRegistry([], find)
    ids = [f"doc:{number}" for number in range(FOUND_MAX + 1)]
    for id in ids[:-1]:
        library.game(id)
    library.game(ids[0])
    assert asked == ids[:-1], "what is remembered is not sought"
    for id in (ids[-1], ids[0], ids[1]):
        library.game(id)
    assert asked == [*ids, ids[1]] and FOUND_MAX == 64


def test_all_documents_share_one_type_of_table_and_say_which_they_are() -> None:
    one, other = game_of(), game_of(summary="Another")
    tables = [dealt(game) for game in (one, other)]
    assert [type(table) for table in tables] == [DataTable, DataTable]
    assert [table.doc for table in tables] == [one.id, other.id]
