"""Trial games before publishing, and reports."""

from __future__ import annotations

import json

import pytest

from cheat.documents import check, compiled
from cheat.documents.__main__ import main
from cheat.documents.parse.diagnostics import Report, path_text
from cheat.documents.trials.examination import examined
from cheat.documents.trials.reports import balance, idle_options, no_time_limit, wilson
from cheat.documents.trials.trials import judge, play_trial, quick_trials

from .small_documents import document, game_of, written


def codes(**changes) -> list[tuple[str, str, str]]:
    found = examined(written(document(**changes)), no_time_limit, 6)
    return [(one.severity, one.code, one.path) for one in found.diagnostics]


def turn(*moves, **more):
    return {"turn": {"moves": [{"name": "move", "do": [{"next": "turn"}]}, *moves], **more}}


def test_a_game_that_ends_is_sound():
    found = examined(written(document()), no_time_limit)
    assert (found.is_sound, found.games, found.diagnostics) == (True, 20, [])
    assert found.about.seats(3) and not found.about.seats(5)


def test_a_game_for_one_is_sound_and_reported_on():
    found = examined(written(document(players={"min": 1, "max": 1})), no_time_limit, 3)
    assert (found.is_sound, found.games, found.diagnostics) == (True, 3, [])
    (table,) = balance(game_of(players={"min": 1, "max": 1}), no_time_limit, no_time_limit, 3).tables
    assert (table.players, table.games) == (1, 3)


def test_a_game_without_an_end_is_no_game(monkeypatch):
    monkeypatch.setattr("cheat.documents.trials.trials.LONGEST", 60)
    assert codes(phases=turn()) == [("error", "never_ends", "phases.turn")]


COUNTING = {
    "turn": {
        "moves": [
            {
                "name": "move",
                "do": [
                    {"add": {"score": 1}},
                    {"if": "score > 500", "then": [{"run": "over(me)"}]},
                    {"next": "turn"},
                ],
            }
        ]
    }
}
OVER = {"over(p)": [{"end": "p"}]}
"""A long game: it ends when a player has moved 501 times."""


def test_a_game_that_can_end_but_does_not_by_chance_is_a_warning(monkeypatch):
    monkeypatch.setattr("cheat.documents.trials.trials.LONGEST", 60)
    assert codes(phases=COUNTING, routines=OVER) == [("warning", "never_ends", "phases.turn")]
    assert examined(written(document(phases=COUNTING, routines=OVER)), no_time_limit, 2).is_sound


def test_a_game_can_end_in_a_phase_that_bots_never_reach(monkeypatch):
    monkeypatch.setattr("cheat.documents.trials.trials.LONGEST", 60)
    knock = {"name": "knock", "if": "count(hand) > 9", "do": [{"pause": "count"}]}
    count = {"count": {"start": [{"if": "score > 9", "then": [{"run": "over(me)"}]}, {"go": "turn"}]}}
    found = codes(phases={**turn(knock), **count}, routines=OVER)
    assert ("warning", "never_ends", "phases.turn") in found
    assert not [one for one in found if one[0] == "error"]


def test_the_moves_of_an_endless_game_are_counted_without_its_delays(monkeypatch):
    monkeypatch.setattr("cheat.documents.trials.trials.LONGEST", 60)
    wait = {"wait": {"time": 1, "timeout": [{"go": "turn"}]}}
    phases = {**turn(), **wait}
    phases["turn"]["moves"][0]["do"] = [{"if": "score > 9", "then": [{"end": "me"}]}, {"go": "wait"}]
    found = examined(written(document(phases=phases)), no_time_limit, 2)
    assert "were not over after 30 moves of bots that choose at random" in found.diagnostics[0].text


def test_games_of_which_some_end_are_a_warning_with_their_moves(monkeypatch):
    monkeypatch.setattr("cheat.documents.trials.trials.LONGEST", 60)
    stop = {"name": "stop", "do": [{"end": "me"}]}
    doc = document(phases=turn(stop), bots={"weights": {"move": 50}})
    found = examined(written(doc), no_time_limit, 20)
    ((severity, code, text),) = [(one.severity, one.code, one.text) for one in found.diagnostics]
    assert (severity, code, found.is_sound) == ("warning", "never_ends", True)
    over = [one.moves for one in quick_trials(compiled(written(doc)), 20, no_time_limit) if not one.fault]
    assert 0 < len(over) < 20 and max(over) < 60
    assert text == (
        f"{20 - len(over)} of 20 trial games were not over after 60 moves of bots that choose at random, one "
        f"of them in phase “turn”. The others took these bots up to {max(over)} moves."
    )


def test_rules_that_ask_for_too_much_are_told_before_somebody_plays_them():
    looping = {"turn": {"moves": [{"name": "move", "do": [{"while": "true", "do": [{"reveal": "stock"}]}]}]}}
    assert codes(phases=looping) == [("error", "rules_broken", "phases.turn")]
    around = {**turn(), "other": {"start": [{"go": "other"}]}}
    around["turn"]["moves"][0]["do"] = [{"go": "other"}]
    assert codes(phases=around) == [("error", "rules_broken", "phases.turn")]


def test_what_rules_ask_too_much_of_is_told_apart():
    def each(name, effect):
        return {"each": "cards", "as": name, "do": [effect]}

    doing = {
        "a “while” was repeated more than 500 times.": [{"while": "true", "do": [{"reveal": "stock"}]}],
        "more than 200 phases followed each other without a player acting.": [{"go": "other"}],
        "one action, or the moves of one player, cost more than 50000 steps.": [
            each("a", each("b", each("c", {"let": {"d": "c"}}))),
        ],
        "a number was larger than 1000000000000.": [{"while": "true", "do": [{"add": {"me.score": 10**12}}]}],
        "the variables took more than 4096 bytes.": [
            {"set": {"text": "range(1, 600)"}}, {"set": {"more": "range(1, 600)"}}, {"next": "turn"},
        ],
    }  # fmt: skip
    for words, effects in doing.items():
        phases = {**turn(), "other": {"start": [{"go": "other"}]}}
        phases["turn"]["moves"][0]["do"] = effects
        lists = {"text": "list", "more": "list"}
        found = examined(written(document(phases=phases, vars=lists)), no_time_limit, 3)
        broken = [one.text for one in found.diagnostics if one.code == "rules_broken"]
        assert [one.partition(": ")[2] for one in broken] == [words]


def test_who_could_do_nothing_and_what_is_expensive_is_reported():
    ready = {"name": "play", "if": "count(hand) > 3", "do": [{"end": "me"}]}
    phases = {**turn(), "other": {"moves": [ready], "stuck": [{"draw": 1}, {"next": "turn"}]}}
    phases["turn"]["moves"][0]["do"] = [{"go": "other"}]
    made = balance(game_of(phases=phases), no_time_limit, no_time_limit, 2)
    (two, *_) = made.tables
    assert two.stuck == {"other": 4} and two.causes == {} and 0 < two.cost < 1000
    broken = balance(
        game_of(phases=turn({"name": "stop", "do": [{"while": "true", "do": []}]})),
        no_time_limit,
        no_time_limit,
        2,
    )
    assert broken.tables[0].causes == {"while_does_not_come_to_an_end": 2}


def test_what_nobody_ever_could_do_is_a_warning():
    over = {"name": "stop", "do": [{"end": "me"}]}
    never = {"name": "never", "if": "1 > 2", "do": [{"end": "me"}]}
    idle = {"idle": {"moves": [over]}}
    assert codes(phases={**turn(over, never), **idle}, routines={"x": [{"go": "idle"}]}) == [
        ("warning", "unused", "routines.x"),
        ("warning", "unreached", "phases.turn.moves[2]"),
        ("warning", "unreached", "phases.idle"),
    ]


def test_a_conclusion_that_is_wrong_is_told():
    start = [
        {"shuffle": "stock"},
        {"deal": 3, "to": "hand"},
        {"know": "hand", "lacks": "true"},
        {"go": "turn"},
    ]
    assert ("warning", "false_claim", "zones.hand") in codes(start=start)


def judged(moves: int, **changes) -> list[tuple[str, str, str]]:
    """Return the problems if there is only time for this number of moves."""
    game, left = game_of(**changes), iter([True] * moves)
    trials = quick_trials(game, 20, lambda: next(left, False))
    report = Report()
    judge(game, trials, report)
    return [(one.severity, one.code, path_text(one.path)) for one in report.problems]


def test_a_game_that_takes_too_long_is_told_with_its_most_expensive_phase():
    assert judged(4) == [("error", "too_slow", "phases.turn")]
    found = examined(written(document()), lambda: False)
    assert (found.games, [one.code for one in found.diagnostics]) == (0, ["too_slow"])


def test_a_long_game_with_cheap_moves_is_a_warning():
    long = {"phases": COUNTING, "routines": OVER}
    assert judged(150, **long) == [("error", "too_slow", "phases.turn")]
    assert judged(300, **long) == [("warning", "too_slow", "phases.turn")]
    assert judged(300, phases=turn()) == [("error", "too_slow", "phases.turn")]


def test_a_trial_is_the_same_for_the_same_number():
    game = game_of()
    assert play_trial(game, 3, 5, no_time_limit) == play_trial(game, 3, 5, no_time_limit)
    assert play_trial(game, 3, 5, no_time_limit) != play_trial(game, 2, 5, no_time_limit)


def test_a_report_counts_by_numbers_of_players():
    made = balance(game_of(players={"min": 2, "max": 3}), no_time_limit, no_time_limit, 8)
    assert [(one.players, one.games, len(one.wins)) for one in made.tables] == [(2, 8, 2), (3, 8, 3)]
    for one in made.tables:
        assert sum(share.part for share in one.wins) == pytest.approx(1, abs=0.01), "somebody wins each game"
        assert (one.moves, one.faults, one.ties) == (one.moves, {}, 0)
    assert (made.never, made.unchosen, made.fair, made.whole) == ([], [], 0.5, True)
    assert made.skill is not None and made.skill.low <= made.skill.part <= made.skill.high


def test_a_report_tells_what_never_begins_and_what_changes_nothing():
    options = {
        "idle": {"default": True},
        "size": {"number": [1, 3], "default": 2},
        "shown": {"choice": {"a": "A", "b": "B"}, "default": "a"},
        "goal": {"choice": {"few": "Few", "many": "Many"}, "default": "few"},
    }
    phases = {
        **document()["phases"],
        "bonus": {"start": [{"next": "turn"}]},
        "extra": {"start": [{"end": True}]},
    }
    phases["turn"]["moves"][0]["do"][1] = {"if": "hand is empty and goal == 'few'", "then": [{"go": "extra"}]}
    game = game_of(
        options=options, phases=phases, shows=[{"label": "Shown", "value": "1", "if": "shown == 'b'"}],
        start=[{"shuffle": "stock"}, {"deal": "size", "to": "hand"}, {"go": "turn"}],
        triggers=[{"if": "count(discard) > 30", "do": [{"end": True}]}], routines={"r": [{"go": "bonus"}]},
    )  # fmt: skip
    made = balance(game, no_time_limit, no_time_limit, 2)
    assert (made.unentered, made.idle) == (["bonus"], ["idle", "shown"])
    assert idle_options(game, no_time_limit, 8) == ["idle"], "what cannot be told is not"
    assert balance(game, no_time_limit, no_time_limit, 2, lambda: False).idle == []


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1)]
)
def test_intervals_are_those_of_wilson(wins, games, low, high):
    """Values of Newcombe, Statistics in Medicine 17 (1998), computed by hand."""
    found = wilson(wins, games)
    assert (found.low, found.high) == (pytest.approx(low, abs=0.001), pytest.approx(high, abs=0.001))


def test_the_terminal_reports_and_says_what_is_no_game(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_bytes(written(document()))
    assert main(["report", str(file), "--games", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == check(file.read_bytes())[0].id
    assert main(["report", str(file), "--games", "2"]) == 0
    assert "moves never possible: none" in capsys.readouterr().out
    file.write_text("{}")
    assert main(["report", str(file)]) == 1


@pytest.mark.parametrize(
    ("worth", "phase"),
    [
        ("top(discard).order + 1", "turn"),
        ("if(discard is empty, 0, top(discard).order + 1)", ""),
        ("max(hand by order) * 2", ""),
        ("1 + max(hand where points > 99 by order)", "turn"),
    ],
)
def test_a_value_that_was_none_in_a_game_is_told_with_the_game(worth: str, phase: str) -> None:
    moves = [{"name": "move", "do": [{"add": {"score": worth}}, {"end": "me"}]}]
    phases = {"turn": {"moves": moves}}
    told = examined(written(document(phases=phases)), no_time_limit, 3).diagnostics
    assert [one.code for one in told] == ["maybe_none"] * bool(phase)
    for one in told:
        assert one.path == "phases.turn.moves[0].do[0].add.score" and one.start is not None
        assert one.text.startswith("In trial game 1, with 2 players, this was none in phase “turn”, and so")


def test_a_value_that_is_none_while_cards_are_dealt_is_told_with_the_start() -> None:
    start = [{"add": {"turn.score": "top(discard).order * 2"}}, *document()["start"]]
    (told,) = examined(written(document(start=start)), no_time_limit, 1).diagnostics
    assert "in phase “start”" in told.text
    assert check(written(document(start=start)))[1] == [], "reading alone cannot know it"
