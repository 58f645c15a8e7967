"""Highest Card, the game of docs/games/python.md: all choose a card in secret, the highest wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cheat.engine.decisions import ReactionWindow, SimultaneousDecision
from cheat.engine.forms import Form, form, one_of
from cheat.engine.game import Game
from cheat.engine.options import Options, options_type, whole_number
from cheat.engine.table import Fact, Table, Zone
from cheat.errors import Refused
from cheat.games.french_deck import FRENCH_DECK, FRENCH_FACES, by_rank, rank_of
from cheat.i18n.messages import Text, plural

ToyOptions: Any = options_type(
    "ToyOptions",
    whole_number("choose_s", "Time to choose", "Seconds to choose a card.", 30, 5, 60),
    whole_number("object_s", "Time to object", "Seconds in which the others may object.", 5, 2, 20),
    whole_number("objections", "Objections", "How often cards may be chosen again.", 1, 0, 2),
)


class ToyTable(Table, tag="toy"):
    hand_order = staticmethod(by_rank)
    options: ToyOptions
    objections: int = 0

    def leaders(self) -> list[str]:
        best = max(self.player(id).score for id in self.active())
        return [id for id in self.active() if self.player(id).score == best]

    def end(self) -> None:
        words = "The highest card wins."
        self.finish(self.leaders(), "highest", words, lambda one: (not one.active, -one.score))


class Choose(SimultaneousDecision[ToyTable]):
    """Everybody chooses a card, secretly and at once."""

    id, clock = "choose", "choose_s"
    own_prompt = "Choose a card. All are shown when everybody has chosen."

    def choices(self, t: ToyTable, player: str) -> list[Form]:
        return [form("show", "Show", one_of("card", t.hand(player)), tone="primary")]

    def show(self, t: ToyTable, player: str, card: list[str]) -> None:
        self.answer(t, player, card=card[0])

    def resolve(self, t: ToyTable, answers: dict[str, dict[str, Any]]) -> None:
        for player, given in answers.items():
            card = given["card"]
            t.player(player).score = rank_of(card)
            moved, name = t.move([card], t.hand(player), t.zones["shown"]), Text(FRENCH_FACES[card].name)
            t.tell("shown", "{by} shows the {card}.", by=player, cards=[moved], card=name)
        OBJECTION.open(t)


class Objection(ReactionWindow[ToyTable]):
    """Players that are not ahead may object, a number of times: then all choose again."""

    id, clock, reaction = "objection", "object_s", form("object", "Object", tone="danger")
    own_prompt, others_prompt = "Do you let the highest card win?", "Waiting whether somebody objects."

    def possible_reactors(self, t: ToyTable) -> list[str]:
        return [id for id in t.active() if id not in t.leaders()]

    def able_reactors(self, t: ToyTable, players: Sequence[str]) -> Sequence[str]:
        return players if t.objections else []

    def object(self, t: ToyTable, player: str) -> None:
        t.objections -= 1
        t.tell("objected", "{by} objects: everybody chooses again.", by=player)
        t.open_decision(Choose, *t.active())

    def close(self, t: ToyTable) -> None:
        t.end()

    def no_object(self, t: ToyTable, player: str) -> Refused:
        return Refused("You are ahead, or have let it happen.")


OBJECTION = Objection()


class HighestCard(Game[ToyTable, Options]):
    id, name, summary, minutes = "toy", "Highest Card", "Show a card; the highest wins.", "1"
    seats, faces, rules = (2, 4), FRENCH_FACES, "Everybody gets five cards and shows one. The highest wins."
    options_type, table_type, decision_kinds = ToyOptions, ToyTable, (Choose(), OBJECTION)

    def deal(self, table: ToyTable, previous: ToyTable | None, host: str) -> None:
        deck = table.rng.sample(FRENCH_DECK, 5 * len(table.players))
        for place, id in enumerate(table.active()):
            table.add_hand(id, sorted(deck[place :: len(table.players)], key=by_rank))
        table.add(Zone(id="shown", kind="row", viewers="all", label="Shown"))
        table.objections = table.options.objections
        table.tell("dealt", "Five cards for everybody.")
        table.open_decision(Choose, *table.active())

    def deck(self, options: Options, seats: int) -> Sequence[str]:
        return FRENCH_DECK

    def go_on_after_leave(self, table: ToyTable, player: str) -> None:
        if len(table.active()) == 1:
            table.end()

    def facts(self, table: ToyTable, player: str | None) -> list[Fact]:
        left = plural("{count} objection", "{count} objections", table.objections)
        return [Fact("Left", left, "objections", table.objections)]


GAME = HighestCard()
