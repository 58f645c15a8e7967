"""Try the script of a document in games, to find errors of the script.

A script chooses cards for the bots of a document that was converted from the older format.
"""

from __future__ import annotations

from contextlib import suppress

from cheat.documents.game.game import DocumentGame
from cheat.documents.game.opponents import RunScript, ScriptAnswer, ScriptedBot, ScriptQuestion
from cheat.documents.parse.diagnostics import Diagnostic
from cheat.documents.trials.trials import FAILURES, LONGEST, InTime, seats_of
from cheat.engine import engine
from cheat.engine.rng import Rng
from cheat.i18n.messages import ENGLISH, Arg, Language, Text

SCRIPT = "game.js"
"""The name that messages use for the script. The zip of a published game uses it, too."""
MOST_QUESTIONS = 40
"""Maximum number of questions to a script in a check.

Each question may take 100 ms of processor time, but usually takes less than 1 ms.
"""
MOST_CPU_S = 0.5
"""Seconds of processor time after which a check asks a script no more questions.

This is a third of the time for all games of a check, so most of the time remains for other trials.
"""
REASONS = {
    "error": "{error}. After an error, opponents choose their card by chance.",
    "limit": (
        "The script takes too long or needs too much memory. Opponents then choose their card by chance."
    ),
    "not_a_card": (
        "“AIChooseCardCode” returned something other than a card of the hand. Return an item of "
        "hands[curPlayer].cards, or null."
    ),
}


class _Done(Exception):
    """Raised to end the game when a script has failed, or has been asked enough questions."""


class _Interview:
    """Asks a script. Ends the game after the first failure, or after enough questions."""

    def __init__(self, run_script: RunScript) -> None:
        self._run_script, self._count, self._cpu_s = run_script, 0, 0.0
        self.failure: ScriptAnswer | None = None

    def ask(self, question: ScriptQuestion) -> ScriptAnswer:
        answer = self._run_script(question)
        self._count += 1
        self._cpu_s += answer.cpu_s
        if answer.failed:
            self.failure = answer
        if answer.failed or self._count >= MOST_QUESTIONS or self._cpu_s >= MOST_CPU_S:
            raise _Done
        return answer


def script_faults(
    game: DocumentGame, run_script: RunScript, in_time: InTime, language: Language = ENGLISH
) -> list[Diagnostic]:
    """Play a game with a document's bots. Return a warning if their script fails.

    Returns no warning if the script does not fail, or if there is no script. A failure is only a warning,
    because no game needs a script.
    """
    if not game.script:
        return []
    interview = _Interview(run_script)
    bots = [ScriptedBot(game, name, interview.ask) for name in game.bot_names]
    with suppress(_Done, *FAILURES):  # other trials report errors of the rules
        _play(game, bots, in_time)
    failure = interview.failure
    if failure is None or not failure.reason:
        return []
    args: dict[str, Arg] = {"error": Text(failure.error)} if failure.reason == "error" else {}
    words = language.say(Text(REASONS[failure.reason], args))
    line, column = failure.line, failure.column
    return [Diagnostic(code="script", severity="warning", file=SCRIPT, line=line, column=column, text=words)]


def _play(game: DocumentGame, bots: list[ScriptedBot], in_time: InTime) -> None:
    """Play a game. The seats get these bots in turn."""
    chance, count = Rng(f"{0:032x}"), seats_of(game)[0]
    players = [f"p{seat + 1}" for seat in range(count)]
    table, _ = engine.deal(game, players, game.options({}), f"{1:032x}", 0, None)
    for _ in range(LONGEST):
        if table.result is not None or not in_time():
            return
        can = engine.legal_moves(game, table)
        if not can:
            engine.expire(game, table, table.next_timeout() or 0)
            continue
        player = next(iter(can))
        bot = bots[players.index(player) % len(bots)]
        move = bot.choose(engine.observation(game, table, player), player, can[player], {}, chance)
        if move is None:
            return
        engine.act(game, table, player, *move, table.now + 1000, can[player])
