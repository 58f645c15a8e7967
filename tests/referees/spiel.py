"""Games of OpenSpiel, played by the names of their actions."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from tests.documents.scenes import Scene


class Spiel:
    """A game of OpenSpiel. Cards are written as here: `10S`."""

    def __init__(self, name: str, **parameters: Any) -> None:
        self.state = pyspiel.load_game(name, parameters).new_initial_state()

    @property
    def seat(self) -> int | None:
        """The player who is asked, None for chance and at the end."""
        player = self.state.current_player()
        return player if player >= 0 else None

    def choices(self) -> dict[str, int]:
        """The actions of the player who is asked, or the outcomes of chance."""
        state = self.state
        player = state.current_player()
        return {named(state.action_to_string(player, one)): one for one in state.legal_actions()}

    def take(self, name: str) -> None:
        """Take an action, or let chance have this outcome."""
        self.state.apply_action(self.choices()[name])


def named(action: str) -> str:
    """An action without the words around a card: `Play ST` is 10S."""
    *_, card = action.split()
    if len(card) != 2:
        return card
    suit, rank = card if card[0] in "CDHS" else reversed(card)
    return (rank + suit).replace("T", "10") if suit in "CDHS" else card


def chance_of(*parts: object) -> random.Random:
    """A source of chance that is the same in each run."""
    return random.Random(" ".join(map(str, parts)))


def seat_of(player: str | None) -> int:
    """The index of a player: 0 for p1."""
    assert player is not None
    return int(player[1:]) - 1


def cards_of(scene: Scene, seat: int) -> list[str]:
    """The cards in a player's hand."""
    return list(scene.cards(f"hand_p{seat + 1}"))
