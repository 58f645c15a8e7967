"""A game that is data: what it is called, its options, its cards and one rule stand in a dictionary.

    {"id": "doc:1", "name": "...", "cards": ["AC", ...], "hand": 3, "options": {"low_wins": False, ...}}

In turn everybody shows a card; the highest wins, or the lowest.
"""

from __future__ import annotations

from typing import Any

from cheat.engine.decisions import DecisionKind
from cheat.engine.forms import Form, form, one_of
from cheat.engine.game import Game
from cheat.engine.options import Options, flag, options_type
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.table import Player, Zone
from cheat.games.french_deck import FRENCH_FACES, rank_of


class Show(DecisionKind[DataTable]):
    id, own_prompt, others_prompt = "show", "Show a card.", "Waiting for {asked}."

    def forms(self, t: DataTable, player: str) -> list[Form]:
        return [form("show", "Show", one_of("cards", t.hand(player)), tone="primary")]

    def show(self, t: DataTable, player: str, cards: list[str]) -> None:
        moved = t.move(cards, t.hand(player), t.zones["shown"])
        t.values["shown"] = [*t.values["shown"], [player, cards[0]]]
        t.tell("shown", "{by} shows a card.", by=player, cards=[moved])
        go_on(t)


def go_on(t: DataTable) -> None:
    shown = dict(t.values["shown"])
    waiting = [id for id in t.active() if id not in shown]
    if waiting:
        t.turn = waiting[0]
        t.open_decision(Show, waiting[0], seconds=30)
        return
    sign = -1 if t.options.low_wins else 1
    for id in t.active():
        t.player(id).score = sign * rank_of(shown[id])
    best = max(t.player(id).score for id in t.active())
    winners = [id for id in t.active() if t.player(id).score == best]
    t.finish(winners, "shown", "The cards are shown.", lambda one: (not one.active, -one.score))


class Described(Game[DataTable, Options]):
    seats, faces, summary, minutes, rules = (2, 4), FRENCH_FACES, "Show a card.", "1", "Show a card."
    table_type, decision_kinds = DataTable, (Show(),)

    def __init__(self, data: dict[str, Any]) -> None:
        self.data, self.id, self.name = data, data["id"], data["name"]  # type: ignore[misc]
        flags = [flag(name, name, f"{name}.", default) for name, default in data["options"].items()]
        self.options_type = options_type("Described", *flags)

    def new_table(self, players: Any, options: Options, rng: Rng, now: int) -> DataTable:
        seats = [Player(id) for id in players]
        return DataTable(players=seats, options=options, rng=rng, now=now, doc=self.id, values={"shown": []})

    def deal(self, table: DataTable, previous: DataTable | None, host: str) -> None:
        deck = list(self.data["cards"])
        table.rng.shuffle(deck)
        for id in table.active():
            table.add_hand(id, [deck.pop() for _ in range(self.data["hand"])])
        table.add(Zone(id="shown", kind="row", viewers="all", label="Shown"))
        table.tell("dealt", "The cards are dealt.")
        go_on(table)

    def deck(self, options: Options, seats: int) -> list[str]:
        return list(self.data["cards"])

    def go_on_after_leave(self, table: DataTable, player: str) -> None:
        table.tell("gone", by=player, tone="quiet")
        if table.turn == player:
            go_on(table)
