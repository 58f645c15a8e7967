"""A bot for every game: it fills in a random form at random.

python examples/any_game.py http://localhost:8000 CODE [NAME]
"""

from __future__ import annotations

from cheat.client.bot import Bot, Decision, game_moves, main
from cheat.client.forms import at_random
from cheat.client.types import Table

BOLD = 0.1
"""The chance of a move that is optional and may be costly, such as calling Cheat."""


class AnyGame(Bot):
    """A bot that knows no rules."""

    def choose(self, table: Table) -> Decision | None:
        """Return a random move. Out of turn, risky moves are rare."""
        me = next(player for player in table["players"] if player["id"] == table["you"])
        is_bold = me["turn"] or self.chance.random() < BOLD
        forms = [form for form in game_moves(table) if is_bold or form.get("tone") != "danger"]
        if not forms:
            return None
        form = self.chance.choice(forms)
        return form, at_random(table, form, self.chance)


if __name__ == "__main__":
    main(AnyGame, "any-game")
