"""Random documents, made from the tables of the language. Most have a mistake, many are games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cheat.documents.parse.descriptions import FUNCTIONS, STANDARD_NAMES
from cheat.documents.parse.schema import CHOICE_KINDS, DECKS, EFFECT_KINDS, KINDS

SLIPS = 0.01
"""The probability that a part has a wrong type."""
DEEPEST = 3

LISTS = (
    "hand",
    "stock",
    "laid",
    "others.hand",
    "players.row",
    "cards",
    "taken",
    "hand where {cond}",
    "laid + hand",
    "sort({cards} by {key})",
    "reverse({cards})",
    "take({cards}, {number})",
    "first(group({cards} by {key}))",
    "last(melds(hand, 3, 3))",
    "highest({cards} by {key})",
    "lowest({cards} by {key})",
    "distinct({cards} by it)",
    "top(stock, {number})",
    "[{card}]",
    "hand - {card}",
)
NUMBERS = (
    "1",
    "2",
    "3",
    "0",
    "score",
    "k",
    "goal",
    "count({cards})",
    "sum({cards} by {key})",
    "min({number}, {number})",
    "max({cards} by {key})",
    "{number} + {number}",
    "{number} - {number}",
    "{number} * 2",
    "{number} / {number}",
    "{number} % 3",
    "abs({number})",
    "if({cond}, {number}, {number})",
    "drawable(stock)",
    "index([1, 2, 3], {number})",
    "deadwood(hand, 3, 3)",
    "direction",
    "-{number}",
    "count(range(1, {number}))",
    "max(map(players by count(hand)))",
    "first(poker(hand))",
    "twice({number})",
    "random(1, 3)",
    "{player}.score",
    "count(suits)",
    "count(ranks)",
)
HAND = "{poker_name(hand)}"
CONDITIONS = (
    "true",
    "false",
    "{number} < {number}",
    "{number} == {number}",
    "{cards} is empty",
    "{card} is none",
    "not {cond}",
    "{cond} and {cond}",
    "{cond} or {cond}",
    "any({cards} where {of_card})",
    "open",
    "all({cards} where {of_card})",
    "{card} in {cards}",
    "{player} == {player}",
    "{card} == {card}",
    "rich",
)
CARDS_ = ("first({cards})", "last({cards})", "top({pile})", "bottom({pile})", "pick({cards})", "kept")
PLAYERS = (
    "me",
    "next",
    "turn",
    "after({player})",
    "owner({card})",
    "pick(players)",
    "first(others)",
    "last(around(me))",
    "next(players)",
    "first(members)",
)
OF_CARD = (
    "rank == '7'",
    "suit == 'hearts'",
    "order > {number}",
    "points >= 2",
    "rank == top(laid).rank",
    "{cond}",
)
KEYS = ("order", "points", "suit", "rank", "it.points", "count(hand)")
PILES = ("stock", "laid", "row", "taken")


class Author:
    """A writer of a random document."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.depth = 0
        self.running = ""
        self.phases = [f"phase_{number}" for number in range(chance.randint(1, 3))]
        self.leads: dict[str, Callable[[], dict[str, Any]]] = {
            "move": lambda: {"move": self.cards(), "to": self.zone(), **self.maybe(at="bottom", show="all")},
            "draw": lambda: {"draw": self.number(), **self.maybe(to="hand", say="{me} draws.")},
            "deal": lambda: {"deal": chance.choice(["1", "all", "2"]), "to": "hand"},
            "shuffle": lambda: {"shuffle": chance.choice(PILES)},
            "reveal": lambda: {
                "reveal": chance.choice(("row", "hand", "stock")),
                **self.maybe(to="all"),
            },
            "set": lambda: {"set": {chance.choice(("k", "score", f"{self.player()}.score")): self.number()}},
            "add": lambda: {"add": {chance.choice(("k", "score")): self.number()}},
            "let": lambda: {"let": {f"x{chance.randint(1, 9)}": self.number()}},
            "if": lambda: {
                "if": self.condition(),
                "then": self.effects(),
                **self.maybe(**{"else": self.effects()}),
            },
            "each": lambda: {"each": self.fill("{cards}"), "as": f"y{self.depth}", "do": self.effects()},
            "while": lambda: {
                "while": f"k < {chance.randint(1, 5)}",
                "do": [{"add": {"k": 1}}, *self.effects()],
            },
            "run": lambda: {"run": f"routine({self.number()})"},
            "say": lambda: {"say": f"{{me}}: {{{self.number()}}} {{{self.fill('{card}')}}} {HAND}"},
            "know": lambda: {"know": "hand", chance.choice(("has", "lacks")): "false"},
            "go": lambda: {"go": chance.choice(self.phases)},
            "next": lambda: {"next": chance.choice(self.phases)},
            "pause": lambda: {"pause": chance.choice(self.phases)},
            "end": lambda: {"end": chance.choice(("true", "me", "players"))},
        }
        self.choices: dict[str, Callable[[], dict[str, Any]]] = {
            "from": lambda: {
                "from": "hand",
                **self.maybe(where=self.of_card(), count="[1, 2]"[1:-1].split(", ")),
            },
            "player": lambda: {"player": chance.choice(("others", "players"))},
            "choice": lambda: {"choice": chance.choice(("suits", "ranks", "[1, 2, 3]", "range(1, 4)"))},
            "number": lambda: {"number": [1, chance.randint(1, 9)]},
            "yes": lambda: {"yes": "Yes"},
        }

    def fill(self, template: str) -> str:
        """Return a template with its slots filled by expressions of their kinds."""
        self.depth += 1
        made = {
            "cards": self.cards,
            "number": self.number,
            "cond": self.condition,
            "card": self.card,
            "player": self.player,
            "of_card": self.of_card,
            "key": lambda: self.chance.choice(KEYS),
            "pile": lambda: self.chance.choice(PILES),
        }
        parts = template.split("{")
        text = parts[0] + "".join(
            made[slot]() + rest for slot, _, rest in (part.partition("}") for part in parts[1:])
        )
        self.depth -= 1
        return text

    def one_of(self, templates: Sequence[str], leaves: int) -> str:
        if self.chance.random() < SLIPS:
            templates = self.chance.choice((LISTS, NUMBERS, CONDITIONS, CARDS_, PLAYERS))
        deep = self.depth >= DEEPEST
        return self.fill(
            self.chance.choice([one for one in templates if "{" not in one][:leaves] if deep else templates)
        )

    def cards(self) -> str:
        return self.one_of(LISTS, 7)

    def number(self) -> str:
        return self.one_of(NUMBERS, 7)

    def condition(self) -> str:
        return self.one_of(CONDITIONS, 2)

    def card(self) -> str:
        return "top(laid)" if self.depth >= DEEPEST else self.one_of(CARDS_, 1)

    def player(self) -> str:
        return self.one_of(PLAYERS, 3)

    def of_card(self) -> str:
        return self.one_of(OF_CARD, 2)

    def zone(self) -> str:
        return self.chance.choice(("stock", "laid", "row", "taken", "hand", "next.hand", "me.taken"))

    def maybe(self, **parts: Any) -> dict[str, Any]:
        """Return some of these keys."""
        return {key: part for key, part in parts.items() if self.chance.random() < 0.4}

    def effect(self) -> dict[str, Any]:
        kinds = [kind for kind in EFFECT_KINDS if kind not in (*GOING, self.running)]
        if self.depth >= DEEPEST:
            kinds = ["move", "draw", "add", "set", "shuffle", "say"]
        self.depth += 1
        made = self.leads[self.chance.choice(kinds)]()
        self.depth -= 1
        return made

    def effects(self) -> list[dict[str, Any]]:
        return [self.effect() for _ in range(self.chance.randint(1, 2))]

    def going(self) -> dict[str, Any]:
        return self.leads[self.chance.choice(("next", "next", "next", "go", "end", "pause"))]()

    def move(self, number: int) -> dict[str, Any]:
        kind = self.chance.choice(list(CHOICE_KINDS))
        names = [f"choice{number}"] if self.chance.random() < 0.6 else []
        do = self.effects()
        if names and kind == "from":
            do.append({"move": names[0], "to": self.zone()})
        picks = {"pick": {name: self.choices[kind]() for name in names}} if names else {}
        return {
            "name": f"move{number}",
            **picks,
            **self.maybe(**{"if": self.condition(), "say": "{me} moves."}),
            "do": [*do, self.going()],
        }

    def phase(self) -> dict[str, Any]:
        moves = [self.move(number) for number in range(self.chance.randint(1, 3))]
        more = self.maybe(prompt="Now {k}.", optional=True, time=5, stuck=self.effects(), who="others")
        if "who" in more or "optional" in more:
            more["done"] = [self.going()]
        return {"moves": moves, **more}

    def routine(self) -> list[dict[str, Any]]:
        """Return the effects of the routine, which does not call itself."""
        self.running = "run"
        made = self.effects()
        self.running = ""
        return made

    def document(self) -> dict[str, Any]:
        """Return a whole document."""
        chance, seen = self.chance, ("all", "nobody", "owner")
        return {
            "cardgame": 1,
            "id": "made-up",
            "name": "Made up",
            "players": {"min": 2, "max": 4},
            "deck": {"use": chance.choice(DECKS), "points": {"7": 3, "else": 1}},
            "options": {
                "goal": {"number": [1, 9], "default": chance.randint(1, 9)},
                "open": {"default": True},
            },
            "zones": {
                "stock": {"kind": "pile", "seen": "nobody", **self.maybe(refill="laid")},
                "laid": {"kind": chance.choice(KINDS[1:]), "seen": "all"},
                "row": {"kind": "row", "seen": chance.choice(seen), "per": "player"},
                "taken": {"kind": "pile", "seen": chance.choice(seen), "per": "player"},
                "hand": {
                    "kind": "hand",
                    "seen": "owner",
                    "per": "player",
                    **self.maybe(sort=["suit", "order"]),
                },
            },
            "vars": {"k": 0, "kept": "card"},
            "player_vars": {"score": 0},
            "define": {"twice(n)": "n + n", "rich": "score > goal"},
            "routines": {"routine(n)": [{"add": {"k": "n"}}, *self.routine()]},
            "start": [
                {"shuffle": "stock"},
                {"deal": 4, "to": "hand"},
                *self.effects(),
                {"go": self.phases[0]},
            ],
            "phases": {name: self.phase() for name in self.phases},
            **self.maybe(
                standing="score",
                shows=[{"label": "K", "value": self.number()}],
                leave={"cards_to": "stock"},
                marks=[{"label": "M", "if": self.condition()}],
                triggers=[{"if": "k > 9", "do": [{"set": {"k": 0}}]}],
            ),
        }


GOING = ("go", "next", "pause", "end")
USED = " ".join((HAND, *LISTS, *NUMBERS, *CONDITIONS, *CARDS_, *PLAYERS, *OF_CARD, *KEYS))
"""All parts of expressions, for a test that no part of the language is left out."""
WORDS = {*FUNCTIONS, *STANDARD_NAMES} - {"team", "teams", "leaver", "leave"}
"""Names that are defined in a game without teams."""
