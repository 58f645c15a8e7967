"""What the check makes of an expression: its type, and a function that computes it.

Names are resolved once: variables, zones and whatever is bound while rules run stand at places that the
functions index. Each costs what it evaluates; what is evaluated for certain is charged at once, at the root,
and what may not be, where it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cheat.documents.types import PLAYER, Type
from cheat.documents.values import Run
from cheat.words import Words

if TYPE_CHECKING:
    from cheat.documents.names import Zoned

Fn = Callable[[Run], Any]


class Typed:
    """A checked expression. `cost`: nodes that are evaluated for certain; `depth`: how deep it is nested.

    `literal`: the text that it is, if it is one. `zone`: the zone that it is, and `mine`: whether it is
    certainly that of who acts. `place`: where it is bound, if it is nothing but that.
    """

    __slots__ = ("cost", "depth", "fn", "literal", "mine", "place", "type", "zone")

    def __init__(
        self,
        type: Type,
        fn: Fn,
        cost: int = 1,
        depth: int = 1,
        *,
        literal: str | None = None,
        zone: Zoned | None = None,
        mine: bool = False,
        place: int | None = None,
    ) -> None:
        self.type, self.fn, self.cost, self.depth = type, fn, cost, depth
        self.literal, self.zone, self.mine, self.place = literal, zone, mine, place

    @property
    def reads(self) -> int:
        """The bit of the place where it is bound, if it is nothing but that."""
        return 0 if self.place is None else 1 << self.place

    def charged(self) -> Fn:
        """The function of a root: it charges what it costs before it begins."""
        fn, cost = self.fn, self.cost

        def run(r: Run) -> Any:
            r.fuel -= cost
            if r.fuel < 0:
                r.spend(0)
            return fn(r)

        return run


def deepest(*parts: Typed) -> int:
    """The depth of what has these parts."""
    return 1 + max((part.depth for part in parts), default=0)


def costs(*parts: Typed) -> int:
    """The cost of what evaluates all these parts."""
    return 1 + sum(part.cost for part in parts)


def at(place: int) -> Fn:
    """What is bound at a place."""
    return lambda r: r.v[place]


def bound_at(type: Type, place: int, *, cost: int = 0, mine: bool = False) -> Typed:
    """A value that is bound at a place. Where only names near it are meant, it costs nothing of its own."""
    return Typed(type, at(place), cost, cost, mine=mine, place=place)


def constant(value: Any) -> Fn:
    """Always the same."""
    return lambda r: value


CHANCE = 1 << 0
"""Stands for a place that is read by what gives another value each time."""
UNKNOWN = object()
"""What stands at a place whose value has not been computed yet."""


def once(of: Typed, place: int) -> Typed:
    """The same, computed only where its place is `UNKNOWN`. It is charged each time."""
    fn = of.fn

    def run(r: Run) -> Any:
        value = r.v[place]
        if value is UNKNOWN:
            value = r.v[place] = fn(r)
        return value

    return Typed(of.type, run, of.cost, of.depth, literal=of.literal, zone=of.zone, mine=of.mine)


ME = Typed(PLAYER, lambda r: r.me, 0, 0, mine=True)


class Each(NamedTuple):
    """What is computed for one item of a list after the other, bound at `place`. `kept`: the places of what
    is the same for all of them.
    """

    body: Typed
    place: int
    kept: list[int]

    def of(self, r: Run, items: Sequence[Any]) -> list[Any]:
        """What is computed for each of the items. Raises Broken."""
        r.spend(len(items) * self.body.cost)
        v, fn, place = r.v, self.body.fn, self.place
        for known in self.kept:
            v[known] = UNKNOWN
        found = []
        for item in items:
            v[place] = item
            found.append(fn(r))
        return found


class Local:
    """A name that is bound while rules run."""

    __slots__ = ("place", "type", "used")

    def __init__(self, place: int, type: Type) -> None:
        self.place, self.type, self.used = place, type, False


class Scope:
    """What names mean at one place of a document: the nearest card, player and team, `it`, and local names.

    `chance`: whether chance may be asked; `leaver`: whether somebody leaves; `shown`: others see what
    depends on this, so faces that they cannot see must not; `public`: everybody is told, not who acts alone.
    """

    __slots__ = ("card", "chance", "it", "leaver", "names", "player", "public", "shown", "team")

    def __init__(
        self, *, chance: bool = False, leaver: bool = False, shown: Words = "", public: bool = False
    ) -> None:
        self.card: Typed | None = None
        self.player: Typed = ME
        self.team: Typed | None = None
        self.it: Local | None = None
        self.names: Mapping[str, Local] = {}
        self.chance, self.leaver, self.shown, self.public = chance, leaver, shown, public

    def copy(self) -> Scope:
        """The same, to be changed."""
        other = Scope(chance=self.chance, leaver=self.leaver, shown=self.shown, public=self.public)
        other.card, other.player, other.team = self.card, self.player, self.team
        other.it, other.names = self.it, self.names
        return other

    def near(self, value: Typed) -> Scope:
        """With this card, player or team as the nearest one."""
        other = self.copy()
        match value.type.kind:
            case "card":
                other.card = value
            case "player":
                other.player, other.team = value, None
            case "team":
                other.team = value
            case "any":
                other.card = other.player = value
        return other

    def within(self, item: Type, place: int) -> Scope:
        """Inside `where` or `by`: each item in turn."""
        other = self.near(bound_at(item, place))
        other.it = Local(place, item)
        return other

    def binding(self, names: Mapping[str, Local]) -> Scope:
        """With more local names."""
        other = self.copy()
        other.names = {**self.names, **names}
        return other
