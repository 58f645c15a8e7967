"""The effects that move cards and say things: what each needs, and the function that carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cheat.documents import doing
from cheat.documents.blocks import EMPTY, Block
from cheat.documents.diagnostics import Path
from cheat.documents.listing import refill_of
from cheat.documents.setting import Setting
from cheat.documents.texts import Texts
from cheat.documents.typed import Each, Fn, Scope, Typed, always, bound_at, constant
from cheat.documents.types import ANY, BOOL, CARD, CARDS, NUMBER, PLAYER, Type, in_words, item_of
from cheat.documents.values import Card, Run

MOVING = frozenset(("move", "draw", "deal", "reveal", "shuffle"))
"""Effects beside which something may be said."""


class Moving(Setting):
    """Mixed into the check of effects."""

    if TYPE_CHECKING:
        texts: Texts

        def bind_name(self, name: str, type: Type, path: Path, scope: Scope) -> tuple[Scope, int]: ...

    def on_move(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Move cards."""
        cards = self._cards(effect["move"], (*path, "move"), scope)
        to = self.expressions.zone(effect["to"], (*path, "to"), scope).charged()
        bottom, show, say = (
            effect.get("at") == "bottom",
            effect.get("show") == "all",
            self._say(effect, path, scope),
        )

        def do(r: Run) -> bool:
            held, target = cards(r), to(r)
            moved = [] if target is None else doing.move(r, held, target, bottom=bottom, show=show)
            say(r, "moved", moved)
            return False

        return Block(do, stops=False)

    def _cards(self, source: Any, path: Path, scope: Scope) -> Callable[[Run], list[Card]]:
        """One card or several, as a list."""
        typed = self.expressions.value(self.expressions.whole(source, path, scope), scope)
        kind = typed.type
        if kind.kind not in ("card", "any", "none") and not (
            kind.kind == "list" and item_of(kind).kind in ("card", "any", "none")
        ):
            words = "Only cards can be moved; this is {found}."
            self.expressions.tell("type", words, found=in_words(kind))
        fn = typed.charged()

        def cards(r: Run) -> list[Card]:
            value = fn(r)
            if value is None:
                return []
            found = value if isinstance(value, list) else [value]
            return [one for one in found if one is not None]

        return cards

    def _zone_or(self, effect: Mapping[str, Any], key: str, usual: str, path: Path, scope: Scope) -> Typed:
        """A zone that is named, or else the usual one: for cards that are drawn that with which all begin,
        where there is none of that name.
        """
        if key == "from" and usual not in self.names.zones:
            usual = next(iter(self.names.zones), usual)
        if key not in effect and usual not in self.names.zones:
            words = "Without “{key}” this is about a zone “{zone}”, and there is none."
            self.report.tell("unknown_zone", path, words, key=key, zone=usual)
            return always(ANY, None)
        return self.expressions.zone(effect.get(key, usual), (*path, key), scope)

    def _refill(self, zone: Typed) -> tuple[int | None, int]:
        return refill_of(zone.zone, self.names) if zone.zone is not None else (None, 0)

    def on_draw(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> tuple[Block, Scope]:
        """Draw cards one by one."""
        wanted = self.number(effect["draw"], (*path, "draw"), scope, "draw")
        source = self._zone_or(effect, "from", "stock", path, scope)
        refill, from_, to = (
            self._refill(source),
            source.charged(),
            self._zone_or(effect, "to", "hand", path, scope).charged(),
        )
        say, place = self._say(effect, path, scope), -1
        after = scope
        if "as" in effect:
            after, place = self.bind_name(effect["as"], CARDS, (*path, "as"), scope)
        if "say" in effect:
            say = self._say(effect, path, after)

        def do(r: Run) -> bool:
            count, zone, target = wanted(r), from_(r), to(r)
            moved = []
            if count is not None and zone is not None and target is not None:
                moved = doing.draw(r, count, zone, target, refill)
            if place >= 0:
                cards = r.cards[target] if target is not None else {}
                r.v[place] = [cards[face] for one in moved for face in one.faces]
            say(r, "drew", moved)
            return False

        return Block(do, stops=False), after

    def on_deal(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Deal cards to everybody."""
        everything = effect["deal"] == "all"
        wanted = constant(None) if everything else self.number(effect["deal"], (*path, "deal"), scope, "deal")
        source = self._zone_or(effect, "from", "stock", path, scope)
        place = self.names.place()
        each = self.expressions.zone(effect["to"], (*path, "to"), scope.near(bound_at(PLAYER, place)))
        refill, from_, to, say = (
            self._refill(source),
            source.charged(),
            each.charged(),
            self._say(effect, path, scope),
        )

        def do(r: Run) -> bool:
            targets = []
            for seat in r.active:
                r.v[place] = seat
                targets.append(to(r))
            count, zone = wanted(r), from_(r)
            moved = []
            if zone is not None and None not in targets and (everything or count is not None):
                moved = doing.deal(r, count, zone, targets, refill)
            say(r, "dealt", moved)
            return False

        return Block(do, stops=False)

    def on_shuffle(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Shuffle a zone."""
        zone = self.expressions.zone(effect["shuffle"], (*path, "shuffle"), scope).charged()
        say = self._say(effect, path, scope)

        def do(r: Run) -> bool:
            found = zone(r)
            if found is not None:
                r.spend(len(r.zones[found].cards))
                doing.mix(r, found)
            say(r, "shuffled", [])
            return False

        return Block(do, stops=False)

    def on_reveal(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Who sees the faces of zones."""
        typed = self.expressions.whole(effect["reveal"], (*path, "reveal"), scope)
        if typed.type.kind not in ("zone", "zones", "any", "none"):
            words = "Only zones can be revealed; this is {found}."
            self.expressions.tell("unknown_zone", words, found=in_words(typed.type))
        fn, many = typed.charged(), typed.type.kind == "zones"
        who = self._seen_by(effect.get("to", "all"), (*path, "to"), scope)
        say = self._say(effect, path, scope)

        def do(r: Run) -> bool:
            value = fn(r)
            zones = [] if value is None else value if many else [value]
            say(r, "revealed", doing.reveal(r, zones, who(r)))
            return False

        return Block(do, stops=False)

    def _seen_by(self, stated: Any, path: Path, scope: Scope) -> Fn:
        """Who is to see zones: a word, or players; None for those who see them by the document."""
        if stated in ("all", "nobody"):
            return constant(stated)
        if stated == "owner":
            return constant(None)
        players = self.players(stated, path, scope, "to")
        return lambda r: [r.seats[seat] for seat in players(r)]

    def players(self, source: Any, path: Path, scope: Scope, place: str) -> Callable[[Run], list[int]]:
        """A player or players, as a list of those who are in the game."""
        typed = self.expressions.value(self.expressions.whole(source, path, scope), scope)
        kind = typed.type
        if kind.kind not in ("player", "any", "none") and not (
            kind.kind == "list" and item_of(kind).kind in ("player", "any", "none")
        ):
            words = "This is {found}, but {place} needs players."
            self.expressions.tell("type", words, found=in_words(kind), place=place)
        fn = typed.charged()

        def players(r: Run) -> list[int]:
            value = fn(r)
            found = value if isinstance(value, list) else [value]
            return [seat for seat in dict.fromkeys(found) if seat in r.active]

        return players

    def on_know(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """What everybody may conclude of a zone."""
        if ("has" in effect) == ("lacks" in effect):
            self.report.tell("shape", path, "“know” needs “has” or “lacks”.")
            return EMPTY
        zone = self.expressions.zone(effect["know"], (*path, "know"), scope).charged()
        key = "has" if "has" in effect else "lacks"
        with self.expressions.each(CARD, scope) as (place, kept, inner):
            condition = self.expressions.valued(effect[key], (*path, key), inner, BOOL, key)
        holds = Each(condition, place, kept)
        kinds = [Card(kind.code, -1, kind.values) for kind in self.names.deck.kinds.values()]

        def do(r: Run) -> bool:
            found = zone(r)
            faces = [card.face for card, so in zip(kinds, holds.values(r, kinds), strict=True) if so]
            if found is not None and r.zones[found].seen != "all" and not r.hushed:
                doing.claim(r, found, key == "has", faces)
            return False

        return Block(do, stops=False)

    def on_say(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """A line in the log."""
        say = self._say(effect, path, scope)

        def do(r: Run) -> bool:
            say(r, "said", [])
            return False

        return Block(do, stops=False)

    def _say(
        self, effect: Mapping[str, Any], path: Path, scope: Scope
    ) -> Callable[[Run, str, list[Any]], None]:
        """What is said when something happened; without a sentence only moved cards are told."""
        tone = effect.get("tone", "info")
        if "say" not in effect:
            return lambda r, kind, moved: doing.tell(r, kind, "", {}, moved, tone=tone) if moved else None
        spoken = self.texts.spoken(effect["say"], (*path, "say"), scope)
        to = None
        if "to" in effect and not MOVING.intersection(effect):
            to = self.players(effect["to"], (*path, "to"), scope, "to")

        def say(r: Run, kind: str, moved: list[Any]) -> None:
            doing.speak(r, kind, spoken, moved, tone=tone, to=to)

        return say

    def number(self, source: Any, path: Path, scope: Scope, place: str) -> Fn:
        return self.expressions.valued(source, path, scope, NUMBER, place).charged()

    def condition(self, source: Any, path: Path, scope: Scope, place: str) -> Fn:
        return self.expressions.valued(source, path, scope, BOOL, place).charged()
