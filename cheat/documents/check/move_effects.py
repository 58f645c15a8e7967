"""The check of the effects that move cards and write to the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cheat.documents.check.set_effects import Setting
from cheat.documents.check.texts import Texts
from cheat.documents.check.typed_tree import Code, Each, Fn, Scope, Typed, always, bound_at, constant
from cheat.documents.compile import effects
from cheat.documents.compile.blocks import EMPTY, Block
from cheat.documents.compile.emit import Writer
from cheat.documents.compile.lists import refill_of
from cheat.documents.parse.diagnostics import Path
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
from cheat.documents.runtime import operations
from cheat.documents.runtime.state import Card, Run

MOVING = frozenset(("move", "draw", "deal", "reveal", "shuffle"))
"""Effects that may have a `say`."""


class Moving(Setting):
    """The effects that move cards and write to the log; a mixin of `Effects`."""

    if TYPE_CHECKING:
        texts: Texts

        def bind_name(self, name: str, type: Type, path: Path, scope: Scope) -> tuple[Scope, int]: ...

    def on_move(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `move`: move cards."""
        held = self._cards(effect["move"], (*path, "move"), scope)
        zone = self.expressions.zone(effect["to"], (*path, "to"), scope)
        bottom, show = effect.get("at") == "bottom", effect.get("show") == "all"
        say, said = self._say(effect, path, scope)
        cards, to = _listed(held.charged()), zone.charged()

        def do(r: Run) -> bool:
            found, target = cards(r), to(r)
            moved = [] if target is None else operations.move(r, found, target, bottom=bottom, show=show)
            say(r, "moved", moved)
            return False

        return Block(do, stops=False, code=effects.moves(held, zone, said, bottom=bottom, show=show))

    def _cards(self, source: Any, path: Path, scope: Scope) -> Typed:
        """Return an expression for one card or several."""
        typed = self.expressions.value(self.expressions.whole(source, path, scope), scope)
        kind = typed.type
        if kind.kind not in ("card", "any", "none") and not (
            kind.kind == "list" and item_of(kind).kind in ("card", "any", "none")
        ):
            words = "Only cards can be moved; this is {found}."
            self.expressions.tell("type", words, found=in_words(kind))
        return typed

    def _zone_or(self, effect: Mapping[str, Any], key: str, usual: str, path: Path, scope: Scope) -> Typed:
        """Return the zone that the effect names, or else the zone with the usual name.

        For “from”, if no zone has the usual name, returns the first zone, since all cards begin there.
        """
        if key == "from" and usual not in self.names.zones:
            usual = next(iter(self.names.zones), usual)
        if key not in effect and usual not in self.names.zones:
            words = "Add “{key}”: there is no zone “{zone}” to use by default."
            self.report.tell("unknown_zone", path, words, key=key, zone=usual)
            return always(ANY, None)
        return self.expressions.zone(effect.get(key, usual), (*path, key), scope)

    def _refill(self, zone: Typed) -> tuple[int | None, int]:
        return refill_of(zone.zone, self.names) if zone.zone is not None else (None, 0)

    def on_draw(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> tuple[Block, Scope]:
        """Check `draw`: draw cards one by one."""
        many = self.number(effect["draw"], (*path, "draw"), scope, "draw")
        source = self._zone_or(effect, "from", "stock", path, scope)
        target = self._zone_or(effect, "to", "hand", path, scope)
        wanted, refill, from_, to = many.root, self._refill(source), source.charged(), target.charged()
        after, place = scope, -1
        if "as" in effect:
            after, place = self.bind_name(effect["as"], CARDS, (*path, "as"), scope)
        say, said = self._say(effect, path, after)
        code = effects.draws(many, source, target, refill, place, said)

        def do(r: Run) -> bool:
            count, zone, target = wanted(r), from_(r), to(r)
            moved = []
            if count is not None and zone is not None and target is not None:
                moved = operations.draw(r, count, zone, target, refill)
            if place >= 0:
                cards = r.cards[target] if target is not None else {}
                r.v[place] = [cards[face] for one in moved for face in one.faces]
            say(r, "drew", moved)
            return False

        return Block(do, stops=False, code=code), after

    def on_deal(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `deal`: deal cards to all players."""
        everything = effect["deal"] == "all"
        many = None if everything else self.number(effect["deal"], (*path, "deal"), scope, "deal")
        source = self._zone_or(effect, "from", "stock", path, scope)
        place = self.names.place()
        each = self.expressions.zone(effect["to"], (*path, "to"), scope.near(bound_at(PLAYER, place)))
        wanted = constant(None) if many is None else many.root
        refill, from_, to = self._refill(source), source.charged(), each.charged()
        say, said = self._say(effect, path, scope)
        code = effects.deals(many, source, each, place, refill, said)

        def do(r: Run) -> bool:
            targets = []
            for seat in r.active:
                r.v[place] = seat
                targets.append(to(r))
            count, zone = wanted(r), from_(r)
            moved = []
            if zone is not None and None not in targets and (everything or count is not None):
                moved = operations.deal(r, count, zone, targets, refill)
            say(r, "dealt", moved)
            return False

        return Block(do, stops=False, code=code)

    def on_shuffle(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `shuffle`: shuffle a zone."""
        typed = self.expressions.zone(effect["shuffle"], (*path, "shuffle"), scope)
        zone, (say, said) = typed.charged(), self._say(effect, path, scope)

        def do(r: Run) -> bool:
            found = zone(r)
            if found is not None:
                operations.mix(r, found)
            say(r, "shuffled", [])
            return False

        return Block(do, stops=False, code=effects.shuffles(typed, said))

    def on_reveal(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `reveal`: change the players that see the faces of zones."""
        typed = self.expressions.whole(effect["reveal"], (*path, "reveal"), scope)
        if typed.type.kind not in ("zone", "zones", "any", "none"):
            words = "Only zones can be revealed; this is {found}."
            self.expressions.tell("unknown_zone", words, found=in_words(typed.type))
        fn, many = typed.charged(), typed.type.kind == "zones"
        who, seen = self._seen_by(effect.get("to", "all"), (*path, "to"), scope)
        say, said = self._say(effect, path, scope)

        def do(r: Run) -> bool:
            value = fn(r)
            zones = [] if value is None else value if many else [value]
            say(r, "revealed", operations.reveal(r, zones, who(r)))
            return False

        return Block(do, stops=False, code=effects.reveals(typed, seen, said))

    def _seen_by(self, stated: Any, path: Path, scope: Scope) -> tuple[Fn, Code]:
        """Return the viewers of zones: a word, or players; None for those that the document states."""
        if stated in ("all", "nobody", "owner"):
            word = None if stated == "owner" else stated
            return constant(word), lambda w: w.value(word)
        players = self.players(stated, path, scope, "to")
        fn = players.root
        return (
            lambda r: [r.seats[seat] for seat in fn(r)],
            lambda w: w.name(f"[r.seats[seat] for seat in {w.root(players)}]"),
        )

    def players(self, source: Any, path: Path, scope: Scope, place: str) -> Typed:
        """Return an expression for the given players that are still in the game, as a list."""
        typed = self.expressions.value(self.expressions.whole(source, path, scope), scope)
        kind = typed.type
        if kind.kind not in ("player", "any", "none") and not (
            kind.kind == "list" and item_of(kind).kind in ("player", "any", "none")
        ):
            words = "This is {found}, but “{place}” needs players."
            self.expressions.tell("type", words, found=in_words(kind), place=place)
        fn = typed.fn
        return Typed(
            PLAYERS,
            lambda r: _present(r, fn(r)),
            typed.cost,
            typed.depth,
            code=lambda w: _present_written(w, w.of(typed)),
        ).rooted()

    def on_know(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `know`: a fact about a hidden zone that all players may conclude."""
        if ("has" in effect) == ("lacks" in effect):
            self.report.tell("shape", path, "“know” needs “has” or “lacks”.")
            return EMPTY
        typed = self.expressions.zone(effect["know"], (*path, "know"), scope)
        zone = typed.charged()
        key = "has" if "has" in effect else "lacks"
        with self.expressions.each(CARD, scope) as (place, kept, inner):
            condition = self.expressions.valued(effect[key], (*path, key), inner, BOOL, key)
        holds = Each(condition, place, kept)
        kinds = [Card(kind.code, -1, kind.values) for kind in self.names.deck.kinds.values()]

        def do(r: Run) -> bool:
            r.spend(operations.CONCLUDING)
            found = zone(r)
            faces = [card.face for card, so in zip(kinds, holds.values(r, kinds), strict=True) if so]
            if found is not None and r.zones[found].viewers != "all" and not r.hushed:
                operations.claim(r, found, key == "has", faces)
            return False

        return Block(do, stops=False, code=effects.knows(typed, holds, kinds))

    def on_say(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `say`: a line in the log."""
        say, said = self._say(effect, path, scope)

        def do(r: Run) -> bool:
            say(r, "said", [])
            return False

        return Block(do, stops=False, code=lambda w: said(w, "()"))

    def _say(
        self, effect: Mapping[str, Any], path: Path, scope: Scope
    ) -> tuple[Callable[[Run, str, list[Any]], None], effects.Said]:
        """Return the function that reports an effect, and its emitter.

        Without a sentence it reports only moved cards.
        """
        tone = effect.get("tone", "info")
        if "say" not in effect:
            return (
                lambda r, kind, moved: operations.tell(r, kind, "", {}, moved, tone=tone) if moved else None,
                effects.nothing_said,
            )
        spoken = self.texts.spoken(effect["say"], (*path, "say"), scope)
        to = None
        if "to" in effect and not MOVING.intersection(effect):
            to = self.players(effect["to"], (*path, "to"), scope, "to")
        readers = None if to is None else to.root

        def say(r: Run, kind: str, moved: list[Any]) -> None:
            operations.speak(r, kind, spoken, moved, tone=tone, to=readers)

        return say, effects.said(spoken.slots(), spoken.weigh, to)

    def number(self, source: Any, path: Path, scope: Scope, place: str) -> Typed:
        return self.expressions.valued(source, path, scope, NUMBER, place).rooted()

    def condition(self, source: Any, path: Path, scope: Scope, place: str) -> Typed:
        return self.expressions.valued(source, path, scope, BOOL, place).rooted()


def _listed(fn: Fn) -> Callable[[Run], list[Card]]:
    """Return a function that gives one card or several as a list."""

    def cards(r: Run) -> list[Card]:
        value = fn(r)
        if value is None:
            return []
        found = value if isinstance(value, list) else [value]
        return [one for one in found if one is not None]

    return cards


def _present_written(w: Writer, value: str) -> str:
    if value not in w.present:
        return w.players(f"{w.value(_present)}(r, {value})")
    effects.walked_through(w, value)
    return value


def _present(r: Run, value: Any) -> list[int]:
    """Return the given players that are still in the game."""
    found = value if isinstance(value, list) else [value]
    r.spend(len(found))
    return [seat for seat in dict.fromkeys(found) if seat in r.active]
