"""A minimal game: in turn, all players show one of three cards, and the highest card wins."""

from __future__ import annotations

from cheat.engine.decisions import DecisionKind
from cheat.engine.forms import CardsField, Form, form
from cheat.engine.game import Game
from cheat.engine.options import Options
from cheat.engine.table import Table, Zone
from cheat.games.french_deck import FRENCH_DECK, FRENCH_FACES, by_rank, rank_of


class SimpleTable(Table, tag="toy"):
    options: Options

    def go_on(self) -> None:
        waiting = [id for id in self.active() if len(self.hand(id).cards) == 3]
        if waiting:
            self.turn = waiting[0]
            self.open_decision(Show, waiting[0], seconds=30)
            return
        best = max(self.player(id).score for id in self.active())
        winners = [id for id in self.active() if self.player(id).score == best]
        self.finish(winners, "highest", "The highest card wins.", lambda one: (not one.active, -one.score))


class Show(DecisionKind[SimpleTable]):
    id, own_prompt, others_prompt = "turn", "Show a card.", "Waiting for {asked}."

    def forms(self, t: SimpleTable, player: str) -> list[Form]:
        hand = CardsField(name="cards", zones=[f"hand:{player}"], min=1, max=1)
        return [form("show", "Show", hand, tone="primary")]

    def show(self, t: SimpleTable, player: str, cards: list[str]) -> None:
        moved = t.move(cards, t.hand(player), t.zones["shown"])
        t.player(player).score = rank_of(cards[0])
        t.tell("shown", "{by} shows a card.", by=player, cards=[moved])
        t.go_on()


class Simple(Game[SimpleTable, Options]):
    id, name, summary, minutes = "toy", "Highest Card", "Show a card; the highest wins.", "1"
    seats, faces, rules = (2, 4), FRENCH_FACES, "Everybody gets three cards and shows one. The highest wins."
    options_type, table_type, decision_kinds = Options, SimpleTable, (Show(),)

    def deal(self, table: SimpleTable, previous: SimpleTable | None, host: str) -> None:
        deck = list(FRENCH_DECK)
        table.rng.shuffle(deck)
        for id in table.active():
            table.add_hand(id, sorted(deck[:3], key=by_rank))
            del deck[:3]
        table.add(Zone(id="shown", kind="row", viewers="all", label="Shown"))
        table.tell("dealt", "Three cards for everybody.")
        table.go_on()

    def go_on_after_leave(self, table: SimpleTable, player: str) -> None:
        table.tell("gone", by=player, tone="quiet")
        if table.turn == player:
            table.go_on()
