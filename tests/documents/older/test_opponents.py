"""Opponents that a document brings along: what their script is told, and what becomes of its answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cheat.bots import bot_for
from cheat.bots.bot import PreferenceBot
from cheat.documents import compiled
from cheat.documents.game.opponents import ScriptAnswer, ScriptedBot, ScriptQuestion
from cheat.documents.importer.conversion import Files, convert
from cheat.documents.trials.scripts import script_faults
from cheat.engine import engine
from cheat.engine.forms import check
from cheat.engine.rng import Rng

from .older_documents import PILES, TAKE, TURN_UP, Played, older, playing

SCRIPT = b"function AIChooseCardCode(curAct, customAI) { return null; }"
SUIT = playing(("==", "suit"), AIChooseCardCode=True)


def converted_document(script: bytes = SCRIPT, **changes: Any) -> dict[str, Any]:
    parts = {"actions": [SUIT, TAKE, TURN_UP], "AIs": ["Calm", "Bold"], "round0": None, **changes}
    made = convert(Files(json.dumps(older(**parts)).encode(), script))
    assert made.document, made.diagnostics
    return json.loads(made.document)


class Scene(Played):
    """A table of a document with a script, at which an opponent sits first."""

    def __init__(self, **changes: Any) -> None:
        parts = {"actions": [SUIT, TAKE, TURN_UP], "round0": None, **changes}
        super().__init__(older(**parts))
        self.game = compiled(json.dumps(converted_document(**changes)).encode())
        self.questions: list[ScriptQuestion] = []

    def decides(self, *answers: ScriptAnswer, level: str = "Calm", seed: str = "5eed" * 8) -> Any:
        """Return the move of the opponent if its script gives these answers, one after the other."""
        waiting = list(answers)

        def ask(question: ScriptQuestion) -> ScriptAnswer:
            self.questions.append(question)
            return waiting.pop(0)

        bot = ScriptedBot(self.game, level, ask)
        forms = engine.moves(self.game, self.table, "p1")
        sight = engine.observation(self.game, self.table, "p1")
        decided = bot.choose(sight, "p1", forms, {}, Rng(seed))
        assert decided is not None
        check(forms, *decided, self.table.cards_of)
        return decided[0], {key: value for key, value in decided[1].items() if key != "moment"}


# What it becomes


def test_opponents_are_called_as_their_author_has_called_them() -> None:
    game = compiled(json.dumps(converted_document()).encode())
    assert game.bot_names == ["Calm", "Bold"]
    nameless = converted_document(AIs=None)["bots"]["script"]
    assert nameless["opponents"] == {"Script": ""}
    assert list(converted_document(AIs=["hard"])["bots"]["script"]["opponents"].items()) == [
        ("hard (Script)", "hard")
    ]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (b"", "There is no script, so opponents choose their cards at random."),
        (b"var a = 1;", "The script does not define “AIChooseCardCode”"),
        (b"\xff function AIChooseCardCode() {}", "The script is not UTF-8 text"),
        (
            SCRIPT + b"/*" + b"\x01" * 30_000 + b"*/",
            "with it, the game would have more than 65536 bytes",
        ),
    ],
)
def test_a_script_that_cannot_be_asked_is_left_out_with_a_warning(script: bytes, words: str) -> None:
    made = convert(Files(json.dumps(older(actions=[SUIT, TAKE, TURN_UP])).encode(), script))
    (one,) = made.diagnostics
    assert (one.severity, words in one.text) == ("warning", True), one.text
    assert "script" not in json.loads(made.document)["bots"]


def test_actions_that_nobody_lists_come_last_in_the_order_of_the_document() -> None:
    any_card = {**playing(), "id": 7}
    listed = {"1": {"priorities": ["2", "9"]}, "2": {"priorities": 7}}
    script = converted_document(actions=[SUIT, any_card, TAKE], gameLoop="2 OR 7 OR 1", AIPriorities=listed)[
        "bots"
    ]["script"]
    orders = [[name for name in order if name.startswith("act")] for order in script["orders"]]
    assert orders == [["act_2", "act_1", "act_7"], ["act_7", "act_1", "act_2"]]
    assert script["asks"] == ["act_1"], "the others are left to chance"


# What it is told


def test_a_script_is_told_the_table_as_its_seat_sees_it() -> None:
    scene = Scene(wildcards=[{"value": ["Rey"]}])
    scene.laid("5O 12C", "1B", discard0="4O 7O").decides(ScriptAnswer(card=0))
    (question,) = scene.questions
    assert question.hands == [[("Oros", "5", 5, 0, False), ("Copas", "Rey", 12, 0, True)], [None]]
    assert (question.me, question.opponent, question.source) == (0, "Calm", SCRIPT.decode())
    assert question.discards == [[("Oros", "4", 4, 0, False), ("Oros", "7", 7, 0, False)]]
    assert question.draws == [[None] * scene.count("draw0")]
    told = json.loads(question.action)
    assert (told["id"], told["origin"], told["numCards"]) == (1, "OWN-HAND", 1)
    assert told["preconditions"] == [{"condition": "==", "compareBy": "suit"}]
    kept = converted_document(actions=[{**SUIT, "mood": "grim"}, TAKE, TURN_UP])["bots"]["script"]["actions"][
        "act_1"
    ]
    assert json.loads(kept)["mood"] == "grim", "as in its document, with keys that nobody knows"


def test_what_a_seat_cannot_see_changes_nothing_that_its_script_is_told() -> None:
    asked = []
    for others, rest in (("1B 2B", "draw0"), ("3C 6E", "draw0")):
        scene = Scene()
        scene.laid("5O 12C", others, discard0="7O", rest=rest)
        scene.decides(ScriptAnswer(card=0))
        asked += scene.questions
    assert asked[0] == asked[1]


def test_open_draw_piles_are_told() -> None:
    scene = Scene(zones={**PILES, "drawPiles": [{"face": "up"}]})
    scene.laid("5O", "1B", rest="discard0", draw0="2O 3O", discard0="7O").decides(ScriptAnswer(card=0))
    assert scene.questions[0].draws == [[("Oros", "2", 2, 0, False), ("Oros", "3", 3, 0, False)]]


# What becomes of its answers


def test_a_legal_card_is_played() -> None:
    scene = Scene().laid("5O 12C 6O", "1B", discard0="7O")
    assert scene.decides(ScriptAnswer(card=2)) == ("act_1", {"chosen": ["6O"]})


@pytest.mark.parametrize(
    "answer", [ScriptAnswer(card=1), ScriptAnswer(), ScriptAnswer(card=9), ScriptAnswer(card=-3)]
)
def test_a_card_that_is_not_legal_or_none_means_the_next_action(answer: ScriptAnswer) -> None:
    scene = Scene().laid("5O 12C 6O", "1B", discard0="7O")
    assert scene.decides(answer) == ("act_2", {})


def test_after_the_last_action_a_random_legal_move_is_made() -> None:
    scene = Scene(gameLoop="1")
    scene.laid("5O 12C 6O", "1B", discard0="7O")
    chosen = {scene.decides(ScriptAnswer(), seed=f"{seed:032x}")[1]["chosen"][0] for seed in range(12)}
    assert chosen == {"5O", "6O"}


def test_a_script_that_fails_leaves_the_card_to_chance() -> None:
    scene = Scene().laid("5O 12C 6O", "1B", discard0="7O")
    chosen = [scene.decides(ScriptAnswer(failed=True), seed=f"{seed:032x}") for seed in range(12)]
    assert {name for name, _ in chosen} == {"act_1"}
    assert {args["chosen"][0] for _, args in chosen} == {"5O", "6O"}


def test_of_several_cards_the_script_names_one() -> None:
    scene = Scene(actions=[{**SUIT, "numCards": 2}, TAKE, TURN_UP])
    scene.laid("5O 12C 6O 1O", "1B", discard0="7O")
    found = {tuple(scene.decides(ScriptAnswer(card=3), seed=f"{n:032x}")[1]["chosen"]) for n in range(12)}
    assert found == {("1O", "5O"), ("1O", "6O")}


def test_closing_is_taken_from_a_call_whose_card_is_played() -> None:
    config = {
        "gameName": "Close",
        "numPlayers": [2],
        "startCardsPerPlayer": 2,
        "canClose": True,
        "canPass": True,
    }
    scene = Scene(config=config, gameLoop="1")
    scene.laid("5O 12C", "1B", discard0="7O")
    assert scene.decides(ScriptAnswer(card=1, close=True))[0] == "act_1", "not legal, so by chance"
    assert scene.decides(ScriptAnswer(card=0, close=True)) == ("close", {})
    scene.do("p1", "close")
    assert scene.decides(ScriptAnswer(card=0, close=True)) == ("act_1", {"chosen": ["5O"]})


def test_an_opponent_passes_only_if_nothing_else_is_legal() -> None:
    config = {"gameName": "Pass", "numPlayers": [2], "startCardsPerPlayer": 2, "canPass": True}
    scene = Scene(config=config, gameLoop="1")
    assert scene.laid("5O 12C", "1B", discard0="7O").decides(ScriptAnswer())[0] == "act_1"
    assert scene.laid("5C 12C", "1B", discard0="7O").decides() == ("pass", {})


def test_each_opponent_goes_by_one_of_the_priorities_for_a_whole_game() -> None:
    priorities = {"1": {"priorities": ["1"]}, "2": {"priorities": ["2"]}}
    scene = Scene(AIPriorities=priorities).laid("5O 12C 6O", "1B", discard0="7O")
    bot = bot_for(scene.game, "Bold")
    assert isinstance(bot, PreferenceBot)
    assert bot.searches, "its script is asked by whoever has the time"
    forms = engine.moves(scene.game, scene.table, "p1")
    first = set()
    for seed in range(12):
        memory: dict[str, Any] = {}
        rng = Rng(f"{seed:032x}")
        chosen = {bot.choose(scene.table, "p1", forms, memory, rng)[0] for _ in range(4)}
        assert len(chosen) == 1
        first |= chosen
    assert first == {"act_1", "act_2"}
    assert bot_for(scene.game, "easy") is not bot, "beside our own"


@pytest.mark.parametrize(("cpu_s", "most_questions"), [(0, 40), (0.0124, 40), (0.1, 5), (0.3, 2), (2, 1)])
def test_check_asks_a_script_until_it_has_used_up_its_time(cpu_s: float, most_questions: int) -> None:
    questions: list[ScriptQuestion] = []

    def ask(question: ScriptQuestion) -> ScriptAnswer:
        questions.append(question)
        return ScriptAnswer(cpu_s=cpu_s)

    any_card = playing(AIChooseCardCode=True)
    assert script_faults(Scene(actions=[any_card, TAKE, TURN_UP]).game, ask, lambda: True) == []
    assert len(questions) == most_questions
