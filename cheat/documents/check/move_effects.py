"""Check the effects that move cards, change the viewers of cards, or write to the log.

An effect is a JSON object in a document. Its check returns a `Block`, which can write Python code for the
effect. An emitter is a function that writes the code for a part of an effect, such as a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cheat.documents.check.set_effects import Setting
from cheat.documents.check.texts import Texts
from cheat.documents.compile import effects
from cheat.documents.compile.blocks import EMPTY, Block
from cheat.documents.compile.emit import Emit, Expr, ItemExpr, Writer, always, bound_at, function_of
from cheat.documents.compile.lists import refill_of
from cheat.documents.compile.scope import Scope
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.schema import EFFECT_KINDS
from cheat.documents.parse.types import (
    ANY,
    BOOL,
    CARD,
    CARDS,
    NUMBER,
    PLAYER,
    PLAYERS,
    Type,
    in_words,
    item_of,
)
from cheat.documents.runtime.state import Card, Run

MOVING = frozenset(kind for kind, keys in EFFECT_KINDS.items() if kind != "say" and "say" in keys.shapes)
"""Effects that move or show cards, and may have the key `say` with a line for the log."""


class Moving(Setting):
    """The mixin of `Effects` that checks effects that move cards or write to the log."""

    if TYPE_CHECKING:
        texts: Texts
        several: bool

        def bind_name(self, name: str, type: Type, path: Path, scope: Scope) -> tuple[Scope, int]: ...

    def on_move(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `move`: move cards."""
        cards = self._cards(effect["move"], (*path, "move"), scope)
        zone = self.expressions.zone(effect["to"], (*path, "to"), scope)
        bottom, show = effect.get("at") == "bottom", effect.get("show") == "all"
        say = self._say("moved", effect, path, scope)
        return Block(effects.move_emitter(cards, zone, say, bottom=bottom, show=show))

    def _cards(self, source: Any, path: Path, scope: Scope) -> Expr:
        """Check an expression whose value must be one card or several cards."""
        typed = self.expressions.value(self.expressions.check(source, path, scope), scope)
        kind = typed.type
        if kind.kind not in ("card", "any", "none") and not (
            kind.kind == "list" and item_of(kind).kind in ("card", "any", "none")
        ):
            words = "Only cards can be moved; this is {found}."
            self.expressions.tell("type", words, found=in_words(kind))
        return typed

    def _zone_or(self, effect: Mapping[str, Any], key: str, usual: str, path: Path, scope: Scope) -> Expr:
        """Check the zone under a key of the effect. Without the key, check the zone `usual`.

        If the key “from” is missing and there is no zone `usual`, return the first zone. All cards are in
        the first zone at the beginning.
        """
        if key == "from" and usual not in self.names.zones:
            usual = next(iter(self.names.zones), usual)
        if key not in effect and usual not in self.names.zones:
            words = "Add “{key}”: there is no zone “{zone}” to use by default."
            self.report.tell("unknown_zone", path, words, key=key, zone=usual)
            return always(ANY, None)
        return self.expressions.zone(effect.get(key, usual), (*path, key), scope)

    def _refill(self, zone: Expr) -> tuple[int | None, int]:
        return refill_of(zone.zone, self.names) if zone.zone is not None else (None, 0)

    def on_draw(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> tuple[Block, Scope]:
        """Check `draw`: draw cards one by one."""
        count = self.number(effect["draw"], (*path, "draw"), scope, "draw")
        source = self._zone_or(effect, "from", "stock", path, scope)
        target = self._zone_or(effect, "to", "hand", path, scope)
        refill = self._refill(source)
        next_scope, place = scope, -1
        if "as" in effect:
            next_scope, place = self.bind_name(effect["as"], CARDS, (*path, "as"), scope)
        say = self._say("drew", effect, path, next_scope)
        return Block(effects.draw_emitter(count, source, target, refill, place, say)), next_scope

    def on_deal(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `deal`: deal cards to all players."""
        is_all = effect["deal"] == "all"
        count = None if is_all else self.number(effect["deal"], (*path, "deal"), scope, "deal")
        source = self._zone_or(effect, "from", "stock", path, scope)
        place = self.names.place()
        target = self.expressions.zone(effect["to"], (*path, "to"), scope.near(bound_at(PLAYER, place)))
        say = self._say("dealt", effect, path, scope)
        return Block(effects.deal_emitter(count, source, target, place, self._refill(source), say))

    def on_shuffle(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `shuffle`: shuffle a zone."""
        typed = self.expressions.zone(effect["shuffle"], (*path, "shuffle"), scope)
        return Block(effects.shuffle_emitter(typed, self._say("shuffled", effect, path, scope)))

    def on_reveal(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `reveal`: change which players see the cards of zones."""
        typed = self.expressions.check(effect["reveal"], (*path, "reveal"), scope)
        if typed.type.kind not in ("zone", "zones", "any", "none"):
            words = "Only zones can be revealed; this is {found}."
            self.expressions.tell("unknown_zone", words, found=in_words(typed.type))
        typed = self.expressions.zone_or_none(typed)
        viewers = self._seen_by(effect.get("to", "all"), (*path, "to"), scope)
        return Block(effects.reveal_emitter(typed, viewers, self._say("revealed", effect, path, scope)))

    def _seen_by(self, stated: Any, path: Path, scope: Scope) -> Emit:
        """Return an emitter for the new viewers of zones: `"all"`, `"nobody"`, players, or None.

        None stands for the viewers that the document declares for the zone.
        """
        if stated in ("all", "nobody", "owner"):
            word = None if stated == "owner" else stated
            return lambda w: w.value(word)
        players = self.players(stated, path, scope, "to")
        return lambda w: w.name(f"[r.seats[seat] for seat in {w.root(players)}]")

    def players(self, source: Any, path: Path, scope: Scope, place: str) -> Expr:
        """Check an expression for players. Players that have left are dropped from its value."""
        typed = self.expressions.value(self.expressions.check(source, path, scope), scope)
        kind = typed.type
        if kind.kind not in ("player", "any", "none") and not (
            kind.kind == "list" and item_of(kind).kind in ("player", "any", "none")
        ):
            words = "This is {found}, but “{place}” needs players."
            self.expressions.tell("type", words, found=in_words(kind), place=place)
        self.several = kind.kind != "player"
        return Expr(PLAYERS, typed.cost, typed.depth, lambda w: _present_written(w, w.of(typed)))

    def on_know(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `know`: record what all players know about a hidden zone."""
        if ("has" in effect) == ("lacks" in effect):
            self.report.tell("shape", path, "“know” needs “has” or “lacks”.")
            return EMPTY
        typed = self.expressions.zone(effect["know"], (*path, "know"), scope)
        key = "has" if "has" in effect else "lacks"
        with self.expressions.each_item(CARD, scope) as (place, invariants, inner):
            condition = self.expressions.check_as(effect[key], (*path, key), inner, BOOL, key)
        holds = ItemExpr(condition, place, invariants)
        kinds = [Card(kind.code, -1, kind.values) for kind in self.names.deck.kinds.values()]
        return Block(effects.know_emitter(typed, key == "has", holds, kinds))

    def on_say(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `say`: write a line to the log."""
        say = self._say("said", effect, path, scope)
        return Block(lambda w: say(w, "[]"))

    def _say(self, kind: str, effect: Mapping[str, Any], path: Path, scope: Scope) -> effects.Say:
        """Return an emitter that writes the log entry of an effect.

        `kind`: the type of the event for the entry, such as “said”. If the effect has no key `say`, the entry
        has no words, and only shows the moved cards.
        """
        tone = effect.get("tone", "info")
        if "say" not in effect:
            return effects.entry_without_words(kind, tone)
        text = self.texts.text(effect["say"], (*path, "say"), scope)
        to = None
        if "to" in effect and not MOVING.intersection(effect):
            self.expressions.reading = 0
            players = self.players(effect["to"], (*path, "to"), scope, "to")
            to = function_of(players, path, self.expressions.reading)
        return effects.entry_in_words(kind, text, tone, to)

    def number(self, source: Any, path: Path, scope: Scope, place: str) -> Expr:
        return self.expressions.check_as(source, path, scope, NUMBER, place)

    def condition(self, source: Any, path: Path, scope: Scope, place: str) -> Expr:
        return self.expressions.check_as(source, path, scope, BOOL, place)


def _present_written(w: Writer, value: str) -> str:
    if value not in w.present:
        return w.players(f"{w.value(_present)}(r, {value})")
    effects.charge_for_length(w, value)
    return value


def _present(r: Run, value: Any) -> list[int]:
    """Return the players that are still in the game, each only once."""
    values = value if isinstance(value, list) else [value]
    r.spend(len(values))
    seats = [seat for seat in values if type(seat) is int]
    return [seat for seat in dict.fromkeys(seats) if seat in r.active]
