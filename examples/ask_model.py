"""A bot that asks another program for each decision.

python examples/ask_model.py --command "./my-program" http://localhost:8000 CODE [NAME]

The program reads the question on its input and writes the number of a move to its output. Without --command,
the bot prints its questions and plays at random.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from random import Random

from cheat.client.bot import Bot, Decision, game_moves, main
from cheat.client.forms import at_random
from cheat.client.types import Game, Table

CANDIDATES = 8
"""Maximum number of moves in a question: enough for a choice, few enough for a small model."""
PATIENCE_S = 20
"""Seconds to wait for an answer: less than most clocks of games."""


class AskModel(Bot):
    """A bot that asks a program. `command`: its command line, or empty to play at random."""

    def __init__(self, chance: Random, command: list[str]) -> None:
        super().__init__(chance)
        self.command = command
        self.judged_version: object = None

    def choose(self, table: Table) -> Decision | None:
        """Return the program's choice among the legal moves.

        When it is not this player's turn, ask the program only once for the same moves.
        """
        on_turn = any(player["turn"] for player in table["players"] if player["id"] == table["you"])
        ties = [form.get("with") for form in game_moves(table)]
        if not on_turn and self.judged_version == ties:
            return None
        self.judged_version = ties
        options: list[Decision | None] = [*self._candidates(table), *([] if on_turn else [None])]
        self.chance.shuffle(options)
        number = self.ask_model(_question(table, self.game, options)) if len(options) > 1 else 1
        return options[number - 1 if 1 <= number <= len(options) else 0]

    def _candidates(self, table: Table) -> list[Decision]:
        random_decisions = [
            (form, at_random(table, form, self.chance)) for form in game_moves(table) * CANDIDATES
        ]
        self.chance.shuffle(random_decisions)
        by_content = {json.dumps([form["name"], values]): (form, values) for form, values in random_decisions}
        return list(by_content.values())[:CANDIDATES]

    def ask_model(self, question: str) -> int:
        """Return the number that the program answers, or 1 if there is no answer."""
        if not self.command:
            print(question, file=sys.stderr)
            return 1
        try:
            process = subprocess.run(
                self.command, input=question, capture_output=True, text=True, timeout=PATIENCE_S, check=True
            )
        except (OSError, subprocess.SubprocessError) as error:
            print(f"The model did not answer: {error}", file=sys.stderr)
            return 1
        answer = re.search(r"\d{1,3}", process.stdout)
        return int(answer[0]) if answer else 1


def _question(table: Table, game: Game | None, options: list[Decision | None]) -> str:
    """Return the rules, the table in words, and the numbered moves."""
    zones = [
        f"{zone['label']} of {zone['owner'] or 'the table'}: {zone.get('cards') or zone['count']}"
        for zone in table["zones"]
    ]
    facts = [f"{fact['label']}: {fact['text']}" for fact in table["facts"]]
    moves = [
        f"{option[0]['label']} {json.dumps(option[1])}" if option else "Do nothing" for option in options
    ]
    numbered = [f"{number}. {move}" for number, move in enumerate(moves, 1)]
    rules = [f"The rules of {game['name']}: {game['rules']}"] if game else []
    head = [*rules, f"You are {table['you']}. {table['prompt']}"]
    return "\n".join([*head, *zones, *facts, "Answer with the number of one of these moves:", *numbered, ""])


if __name__ == "__main__":
    command: list[str] = []
    if "--command" in sys.argv:
        at = sys.argv.index("--command")
        command = shlex.split(sys.argv[at + 1])
        del sys.argv[at : at + 2]
    main(lambda chance: AskModel(chance, command), "ask-model")
