"""A bot that asks a program for each decision: the question on its input, a number on its output.

python examples/ask_model.py --command "./my-program" http://localhost:8000 CODE [NAME]

Without --command nothing is called: the bot prints what it would ask, and plays by chance.
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
"""Moves to choose from: enough to matter, few enough for a small model."""
PATIENCE_S = 20
"""Most clocks of games run for longer."""


class AskModel(Bot):
    """`command`: what answers questions; empty to answer by chance."""

    def __init__(self, chance: Random, command: list[str]) -> None:
        super().__init__(chance)
        self.command = command
        self.judged_version: object = None

    def choose(self, table: Table) -> Decision | None:
        """What the model chooses among moves that are allowed. Out of turn it is asked once a moment."""
        on_turn = any(player["turn"] for player in table["players"] if player["id"] == table["you"])
        ties = [form.get("with") for form in game_moves(table)]
        if not on_turn and self.judged_version == ties:
            return None
        self.judged_version = ties
        found: list[Decision | None] = [*self._candidates(table), *([] if on_turn else [None])]
        self.chance.shuffle(found)
        number = self.ask_model(_question(table, self.game, found)) if len(found) > 1 else 1
        return found[number - 1 if 1 <= number <= len(found) else 0]

    def _candidates(self, table: Table) -> list[Decision]:
        made = [(form, at_random(table, form, self.chance)) for form in game_moves(table) * CANDIDATES]
        self.chance.shuffle(made)
        different = {json.dumps([form["name"], values]): (form, values) for form, values in made}
        return list(different.values())[:CANDIDATES]

    def ask_model(self, question: str) -> int:
        """The number that the model answers; 1 where it does not answer."""
        if not self.command:
            print(question, file=sys.stderr)
            return 1
        try:
            done = subprocess.run(
                self.command, input=question, capture_output=True, text=True, timeout=PATIENCE_S, check=True
            )
        except (OSError, subprocess.SubprocessError) as error:
            print(f"The model did not answer: {error}", file=sys.stderr)
            return 1
        answer = re.search(r"\d{1,3}", done.stdout)
        return int(answer[0]) if answer else 1


def _question(table: Table, game: Game | None, found: list[Decision | None]) -> str:
    """The rules, the table in words, and the moves with numbers."""
    zones = [
        f"{zone['label']} of {zone['owner'] or 'the table'}: {zone.get('cards') or zone['count']}"
        for zone in table["zones"]
    ]
    facts = [f"{fact['label']}: {fact['text']}" for fact in table["facts"]]
    moves = [f"{one[0]['label']} {json.dumps(one[1])}" if one else "Do nothing" for one in found]
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
