"""Documents in the older format, what is said of them, and tables on which they are played."""

from __future__ import annotations

import copy
import json
from typing import Any

from cheat.documents import Diagnostic, compiled
from cheat.documents.importer.conversion import Converted, Files, convert
from cheat.engine import engine
from cheat.engine.registry import DataTable
from tests.documents.scenes import SEED, Scene

PLAY = {
    "id": 1,
    "origin": "OWN-HAND",
    "destination": "DISCARD",
    "numCards": 1,
    "description": "Play the same suit",
    "preconditions": [{"condition": "==", "compareBy": "suit"}],
}
TAKE = {"id": 2, "origin": "DRAW", "destination": "OWN-HAND", "description": "Draw"}
TURN_UP = {"id": 3, "origin": "DRAW", "destination": "DISCARD", "description": "First card", "AI": True}
PILES: dict[str, Any] = {
    "hands": [{"id": 1, "behaviour": "array", "face": "up"}],
    "drawPiles": [{"id": 1, "behaviour": "stack", "face": "down"}],
    "discardPiles": [{"id": 1, "behaviour": "stack", "face": "up"}],
}
LIKE_SUITS: dict[str, Any] = {
    "deckId": 1,
    "config": {"gameName": "Like Suits", "numPlayers": [2, 3], "startCardsPerPlayer": "4"},
    "zones": PILES,
    "actions": [PLAY, TAKE, TURN_UP],
    "round0": {"loop": "3{1}", "perPlayer": False},
    "gameLoop": "1 OR 2",
    "winConditions": [{"type": "numCards", "numCards": "0"}],
}


def older(config: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """A small document with other parts; a part that is None is left out."""
    made = {**copy.deepcopy(LIKE_SUITS), **changes}
    made["config"] = {**made["config"], **(config or {})} if made["config"] else made["config"]
    return {key: part for key, part in made.items() if part is not None}


def playing(*conditions: tuple[str, str], **changes: Any) -> dict[str, Any]:
    """The action of playing a card, under these conditions."""
    stated = [{"condition": sign, "compareBy": by} for sign, by in conditions]
    return {**PLAY, "preconditions": stated, **changes}


def converted(doc: Any, decks: Any = None, **more: Any) -> Converted:
    """A document converted, with its deck.json."""
    text = json.dumps(doc, ensure_ascii=False, indent=1).encode()
    return convert(Files(text, decks=json.dumps(decks).encode() if decks else b"", **more))


def ours(doc: Any, decks: Any = None) -> dict[str, Any]:
    """The document of ours that it becomes."""
    made: dict[str, Any] = json.loads(converted(doc, decks).document)
    return made


def diagnostics_of(doc: Any, decks: Any = None) -> list[Diagnostic]:
    """Return the diagnostics of a document."""
    return converted(doc, decks).diagnostics


class Played(Scene):
    """A table on which a converted document is played, after it was dealt."""

    def __init__(
        self, doc: Any, seats: int = 2, seed: str = SEED, /, decks: Any = None, **options: Any
    ) -> None:
        made = converted(doc, decks)
        assert made.document, [one.text for one in made.diagnostics]
        self.game = compiled(made.document)
        players = [f"p{number + 1}" for number in range(seats)]
        table, self.events = engine.deal(self.game, players, self.game.options(options), seed, 0, None)
        assert isinstance(table, DataTable)
        self.table = table

    def laid(self, *hands: str, rest: str = "draw0", **zones: str) -> Played:
        """Hands and piles as they are written, all else on a pile; the first player is on turn."""
        held = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
        self.lay(self.zone(rest), **held, **zones)
        self.table.result = None
        self.given(idle=[0] * len(self.table.players), turns=0, moved=False).at("block0")
        return self

    def labels(self, player: str = "p1") -> set[str]:
        """Return the labels of a player's moves."""
        return {str(form.label) for form in self.forms(player)}

    def playable(self, player: str = "p1") -> set[str]:
        """The cards that a player may choose."""
        names = {form.name for form in self.forms(player)}
        return {card for name in names for card in self.offers(player, name)}
