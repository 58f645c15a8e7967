"""Highest Card, the walk-through of docs/games.md: everybody shows a card, the highest wins."""

from __future__ import annotations

from collections.abc import Sequence

from cheat.games.decks.french import FRENCH_DECK, FRENCH_FACES, by_rank
from cheat.games.game import Game
from cheat.games.moves import Args, CardsField, Form, form
from cheat.games.options import Options
from cheat.games.rng import Rng
from cheat.games.table import Decision, Player, Table, Zone


class ToyTable(Table, tag="toy"):
    options: Options


class HighestCard(Game[ToyTable, Options]):
    id, name, summary, minutes = "toy", "Highest Card", "Show a card; the highest wins.", "1"
    seats, faces, rules = (2, 4), FRENCH_FACES, "Everybody gets three cards and shows one. The highest wins."
    options_type, table_type = Options, ToyTable

    def deal(
        self,
        players: Sequence[str],
        options: Options,
        rng: Rng,
        now: int,
        previous: ToyTable | None,
        host: str,
    ) -> ToyTable:
        table = ToyTable(players=[Player(id) for id in players], rng=rng, now=now, options=options)
        deck = list(FRENCH_DECK)
        rng.shuffle(deck)
        for id in players:
            cards, deck = sorted(deck[:3], key=by_rank), deck[3:]
            table.add_hand(id, cards)
        table.add(Zone(id="shown", kind="row", seen="all", label="Shown"))
        table.tell("dealt", "Three cards for everybody.")
        self._turn(table, players[0])
        return table

    def _turn(self, table: ToyTable, player: str) -> None:
        table.turn, table.decisions = player, [Decision("turn", [player], table.in_seconds(30))]

    def moves(self, table: ToyTable, player: str) -> list[Form]:
        hand = CardsField(name="cards", zones=[f"hand:{player}"], min=1, max=1)
        return [form("show", "Show", hand, tone="primary")] if table.turn == player else []

    def play(self, table: ToyTable, player: str, name: str, args: Args) -> None:
        moved = table.move(args["cards"], table.hand(player), table.zones["shown"])
        table.player(player).score = FRENCH_DECK.index(args["cards"][0]) % 13
        table.tell("shown", "{by} shows a card.", by=player, cards=[moved])
        self._go_on(table, player)

    def _go_on(self, table: ToyTable, after: str) -> None:
        waiting = [id for id in table.active() if len(table.hand(id).cards) == 3]
        if waiting:
            self._turn(table, waiting[0])
            return
        best = max(table.player(id).score for id in table.active())
        winners = [id for id in table.active() if table.player(id).score == best]
        table.finish(winners, "highest", "The highest card wins.", lambda one: (not one.active, -one.score))

    def timeout(self, table: ToyTable, decision: Decision) -> None:
        (player,) = decision.players
        self.play(table, player, "show", {"cards": table.hand(player).cards[:1]})

    def leave(self, table: ToyTable, player: str) -> None:
        table.depart(player)
        table.tell("gone", by=player, tone="quiet")
        if table.turn == player:
            self._go_on(table, player)

    def prompt(self, table: ToyTable, player: str | None) -> str:
        return "Show a card." if player == table.turn else f"Waiting for {{{table.turn}}}."


GAME = HighestCard()
