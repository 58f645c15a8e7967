"""Read a document in the older format, with defaults for missing keys.

Errors are reported with paths in the document that the author wrote.

- A place is a hand, the draw piles or the discard piles.
- An action moves cards from one place, the origin, to another place, the destination. An action has
  preconditions, which must be true for the action to be legal.
- A turn consists of blocks. In each block, the player carries out one of the block's actions.
- The player that has the starting card begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from cheat.documents.importer.decks import Deck, decks_of, matching_name, standard
from cheat.documents.importer.parts import Part, as_whole_number
from cheat.documents.parse.diagnostics import Path, Report
from cheat.i18n.messages import Text

VALUE, SUIT = Text("value"), Text("suit")
Place = Literal["OWN-HAND", "DISCARD", "DRAW"]
HAND, DISCARD, DRAW = PLACES = ("OWN-HAND", "DISCARD", "DRAW")

TOP = (
    "deckId", "config", "wildcards", "zones", "actions", "round0", "gameLoop", "winConditions",
    "styleProperties", "AIPriorities", "AIs", "decks", "styles",
)  # fmt: skip
CONFIG = ("gameName", "numPlayers", "whoStarts", "canPass", "canClose", "startCardsPerPlayer")
STARTER = ("type", "cardValue", "cardSuit")
WILD = ("id", "value", "values", "suits")
ZONES = ("hands", "drawPiles", "discardPiles")
ZONE = ("id", "behaviour", "face", "pos-x", "pos-y")
ACTION = (
    "id", "origin", "destination", "numCards", "description", "preconditions", "AI", "AIChooseCardCode",
)  # fmt: skip
CONDITION = ("condition", "compareBy")
ROUND = ("loop", "perPlayer")
WIN = ("type", "numCards", "order")
PRIORITIES = ("priorities", "name")

EQUALITY, ONE_STEP = {"==": "==", "===": "==", "!=": "!="}, ("+1", "-1")
SIGNS = (*EQUALITY, "<", ">", "<=", ">=", *ONE_STEP)
COMPARED_ATTRIBUTES = ("value", "suit", "rank", "points", "isWildcard", "empty")
UNORDERED = ("suit", "isWildcard", "empty")
"""Attributes with values that can be equal or different, but not greater or smaller."""
WITHOUT_TOP = ("isWildcard", "empty")
"""Attributes that are not compared with the top card of the destination."""
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
"""Minimum and maximum number of players."""
MOST_TIMES = 300
"""Maximum number of times that an action is repeated before the first turn.

No table has more cards than this, so no card is left to move after so many repetitions.
"""
MOST_LABEL, MOST_ACTIONS = 200, 60


class Condition(msgspec.Struct):
    """A condition of an action.

    - `by`: the tested attribute of the moved card. Most attributes are compared with the destination's top
      card. If `by` is `empty`, the condition tests instead whether the destination is empty.
    - `sign`: the operator, one of `SIGNS`
    """

    by: str
    sign: str


class Action(msgspec.Struct, kw_only=True):
    """An action that moves `count` cards from one place to another.

    - `at`: the index of the action in the list of the document
    - `machine`: True if the game itself carries out the action, instead of a player
    - `asks_script`: True if the document's script, the author's code in JavaScript, chooses the card for bots
    - `stated`: the action as the author wrote it
    """

    id: int
    at: int
    origin: str
    destination: str
    count: int
    label: str
    conditions: list[Condition]
    machine: bool
    asks_script: bool
    stated: dict[str, Any]


class Zone(msgspec.Struct):
    """A hand or a pile. `stack`: only the top card can be taken; `up`: players see the faces."""

    stack: bool
    up: bool


class Win(msgspec.Struct):
    """One way to win. `ascending`: True if the highest sum of points wins, False if the lowest."""

    kind: str
    count: int
    ascending: bool


class Priorities(msgspec.Struct):
    """The priorities of a bot: ids of actions, the most wanted first."""

    name: str
    ids: list[int]


class Older(msgspec.Struct, kw_only=True):
    """A document in the older format.

    - `seats`: the possible numbers of players
    - `cards`: the number of cards that each player gets; None if all cards are dealt
    - `begins`: the value and suit of the starting card; None if a random player begins
    - `wild`: the values and suits of wild cards
    - `setup`: the ids of actions before the first turn, each with the number of times that it is carried out
    - `each_sets_up`: True if each player carries out the actions in `setup`, False if only the first player
      does
    - `blocks`: the ids of the actions in each block of a turn
    - `looks`: the look of the table (colours, sizes, fonts) as the author wrote it, and its path in the
      document
    - `names`: the names of the bots
    - `ignored`: the paths of keys that have no effect, such as `pos-x`, the position of a pile on the screen
    """

    title: str
    deck: Deck
    seats: list[int]
    begins: tuple[str, str] | None
    can_pass: bool
    can_close: bool
    cards: int | None
    wild: list[tuple[list[str], list[str]]]
    hand: Zone
    draw_piles: list[Zone]
    discard_piles: list[Zone]
    actions: list[Action]
    setup: list[tuple[int, int]]
    each_sets_up: bool
    blocks: list[list[int]]
    wins: list[Win]
    looks: tuple[Any, Path]
    priorities: list[Priorities]
    names: list[str]
    ignored: list[Path]

    def action(self, id: int) -> Action:
        """Return the action with this id."""
        return next(candidate for candidate in self.actions if candidate.id == id)


def is_older(stated: Any) -> bool:
    """Return whether a document is in the older format, and not in our format."""
    return (
        isinstance(stated, dict) and "cardgame" not in stated and bool({"deckId", "gameLoop"} & set(stated))
    )


def read(stated: Any, own_decks: Sequence[Deck], title: str, report: Report) -> Older:
    """Read a document, and report its errors. If there are errors, the result cannot be used.

    `own_decks`: the decks that come with the document; `title`: the name of the game if the document has
    none.
    """
    return _Reading(stated, own_decks, title, report).document()


class _Reading:
    """Reads one document."""

    def __init__(self, stated: Any, own_decks: Sequence[Deck], title: str, report: Report) -> None:
        self.report, self.title = report, title
        self.ignored: list[Path] = []
        self.top = Part(stated, (), TOP, report)
        self.own_decks = [*own_decks]
        if self.top["decks"] is not None:
            self.own_decks += decks_of(self.top["decks"], ("decks",), report)

    def document(self) -> Older:
        """Return the document."""
        deck, config = self.deck(), self.part("config", CONFIG)
        zones = self.part("zones", ZONES)
        hands = [self.zone(stated, path, stack=False, up=True) for stated, path in zones.items("hands")]
        self.warn_of_different_hands(hands, zones)
        for key in ZONES:
            self.warn_of_equal_ids(zones, key)
        self.warn_of_equal_ids(self.top, "wildcards")
        draw_piles = self.piles(zones, "drawPiles", up=False)
        discard_piles = self.piles(zones, "discardPiles", up=True)
        actions = self.actions()
        setup = self.part("round0", ROUND) if not isinstance(self.top["round0"], str) else None
        ids = [action.id for action in actions]
        older = Older(
            title=config.text("gameName").strip() or self.title.strip() or "Untitled",
            deck=deck,
            seats=self.seats(config),
            begins=self.starter(config, deck),
            can_pass=config.flag("canPass"),
            can_close=config.flag("canClose"),
            cards=self.cards(config),
            wild=self.wild(deck),
            hand=hands[0] if hands else Zone(stack=False, up=True),
            draw_piles=draw_piles,
            discard_piles=discard_piles,
            actions=actions,
            setup=self.setup(ids),
            each_sets_up=setup.flag("perPlayer") if setup else False,
            blocks=self.blocks(ids),
            wins=self.wins(),
            looks=self.looks(),
            priorities=self.priorities(ids),
            names=[name for name, _ in self.top.texts("AIs")],
            ignored=self.ignored,
        )
        if older.each_sets_up and not older.setup:
            self.ignored.append(("round0", "perPlayer"))
        self.check_destinations(older)
        return older

    def part(self, key: str, known_keys: Sequence[str]) -> Part:
        """Return the object at a key of the document, or an empty object if the key is missing."""
        stated = self.top[key]
        return Part({} if stated is None else stated, (key,), known_keys, self.report)

    # Cards and players

    def deck(self) -> Deck:
        """Return the deck that the document names."""
        decks = {deck.id: deck for deck in (*standard(), *self.own_decks)}
        id = self.top.number("deckId")
        if self.top["deckId"] is not None and id not in decks:
            words, ids = "There is no deck {id}. Use one of {ids}.", ", ".join(map(str, decks))
            self.report.tell("unknown_name", ("deckId",), words, id=id, ids=ids)
        return decks.get(id, standard()[0])

    def seats(self, config: Part) -> list[int]:
        """Return the possible numbers of players."""
        counts = set()
        for value, path in config.items("numPlayers"):
            count = as_whole_number(value)
            if count is None or not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
                config.refuse(path[1:], value, Text("a number from 2 to 4"))
            else:
                counts.add(count)
        return sorted(counts) or [FEWEST_PLAYERS]

    def starter(self, config: Part, deck: Deck) -> tuple[str, str] | None:
        """Return the value and suit of the starting card, or None if a random player begins."""
        stated = config["whoStarts"]
        part = Part({} if stated is None else stated, ("config", "whoStarts"), STARTER, self.report)
        if part.word("type", ("random", "card"), "random") == "random":
            self.ignored += part.stated_paths("cardValue", "cardSuit")
            return None
        card = []
        for key, names, kind in (("cardValue", deck.values, VALUE), ("cardSuit", deck.suits, SUIT)):
            if part[key] is None:
                part.lacking(key)
            card.append(matching_name(part.text(key), names, kind, (*part.path, key), self.report))
        return card[0], card[1]

    def cards(self, config: Part) -> int | None:
        """Return the number of cards that each player gets, or None if all cards are dealt."""
        stated = config["startCardsPerPlayer"]
        if isinstance(stated, str) and stated.strip().upper() == "ALL":
            return None
        return config.number("startCardsPerPlayer", least=0)

    def wild(self, deck: Deck) -> list[tuple[list[str], list[str]]]:
        """Return the values and suits of wild cards."""
        wild_cards = []
        for stated, path in self.top.items("wildcards"):
            part = Part(stated, path, WILD, self.report)
            names = [*part.texts("value"), *part.texts("values")]
            values = [matching_name(name, deck.values, VALUE, at, self.report) for name, at in names]
            suits = part.texts("suits")
            all_suits = not suits or any(name.strip().upper() == "ALL" for name, _ in suits)
            if not all_suits:
                names_of_suits = [
                    matching_name(name, deck.suits, SUIT, at, self.report) for name, at in suits
                ]
            wild_cards.append((values, deck.suits if all_suits else names_of_suits))
        return wild_cards

    # Zones

    def zone(self, stated: Any, path: Path, *, stack: bool, up: bool) -> Zone:
        """Return a hand or a pile."""
        part = Part(stated, path, ZONE, self.report)
        self.ignored += part.stated_paths("pos-x", "pos-y")
        behaviour = part.word("behaviour", ("array", "stack"), "stack" if stack else "array")
        face = part.word("face", ("up", "down"), "up" if up else "down")
        return Zone(behaviour == "stack", face == "up")

    def piles(self, zones: Part, key: str, *, up: bool) -> list[Zone]:
        """Return the piles of a kind. Empty objects are ignored."""
        stated_piles = [(stated, path) for stated, path in zones.items(key) if stated != {}]
        return [self.zone(stated, path, stack=True, up=up) for stated, path in stated_piles]

    def warn_of_different_hands(self, hands: list[Zone], zones: Part) -> None:
        """Warn about hands that are declared differently. In the game, all are like the first hand."""
        for at, hand in enumerate(hands):
            if hand.stack != hands[0].stack:
                words = "All hands behave like the first one, so this has no effect."
                self.report.warn("changed", (*zones.path, "hands", at, "behaviour"), words)

    def warn_of_equal_ids(self, part: Part, key: str) -> None:
        """Warn about equal ids in a list of hands, piles or wild cards.

        They are not an error, because nothing refers to these ids, unlike the ids of actions. An id that is
        not a number is added to the ignored keys.
        """
        ids: list[int] = []
        for at, (stated, path) in enumerate(part.items(key), 1):
            stated_id = stated.get("id") if isinstance(stated, dict) else None
            id = as_whole_number(at if stated_id is None else stated_id) if stated else None
            if id is None and stated_id is not None:
                self.ignored.append((*path, "id"))
            if id is not None and id in ids:
                self.report.warn("twice", (*path, "id"), "The id {id} is already in use here.", id=id)
            if id is not None:
                ids.append(id)

    # Actions

    def actions(self) -> list[Action]:
        """Return the actions."""
        all_actions: list[Action] = []
        for at, (stated, path) in enumerate(self.top.items("actions")):
            action = self.action(at, stated, path)
            if action.id in [earlier.id for earlier in all_actions]:
                self.report.tell(
                    "twice",
                    (*path, "id"),
                    "There is already an action {id}. Choose another id.",
                    id=action.id,
                )
            all_actions.append(action)
        if not all_actions:
            self.report.tell("shape", ("actions",), "A game needs at least one action.")
        if len(all_actions) > MOST_ACTIONS:
            words = "A game can have at most {most} actions; this one has {count}."
            self.report.tell("limit", ("actions",), words, most=MOST_ACTIONS, count=len(all_actions))
        return all_actions

    def action(self, at: int, stated: Any, path: Path) -> Action:
        """Return one action."""
        part = Part(stated, path, ACTION, self.report)
        conditions = [
            self.condition(condition, at_path) for condition, at_path in part.items("preconditions")
        ]
        label = part.text("description").strip()
        if len(label) > MOST_LABEL:
            self.report.warn("changed", (*path, "description"),
                "This text is too long and is cut to {most} characters.",
                most=MOST_LABEL)  # fmt: skip
        action = Action(
            id=part.number("id"),
            at=at,
            origin=part.word("origin", PLACES),
            destination=part.word("destination", PLACES),
            count=part.number("numCards", 1, least=1),
            label=label[:MOST_LABEL],
            conditions=[condition for condition in conditions if condition is not None],
            machine=part.flag("AI"),
            asks_script=part.flag("AIChooseCardCode"),
            stated=part.stated,
        )
        self.step_in_words(action, (*path, "description"))
        if action.asks_script and action.origin != HAND:
            self.ignored.append((*path, "AIChooseCardCode"))
        return action

    def step_in_words(self, action: Action, path: Path) -> None:
        """Warn if a label says “next”, but a condition such as `>` accepts more than the next card.

        The next card is one higher or one lower than the top card.
        """
        words = action.label.casefold()
        loose = [condition for condition in action.conditions if condition.sign in ("<", ">", "<=", ">=")]
        if loose and ("immediate" in words or "next" in words):
            hint = (
                "This speaks of the next card, but “{sign}” allows more than that one. "
                "For one step, write “+1” or “-1”."
            )
            self.report.warn("loose", path, hint, sign=loose[0].sign)

    def condition(self, stated: Any, path: Path) -> Condition | None:
        """Return one precondition of an action, or None if it is always true."""
        if stated is None:
            return None
        part = Part(stated, path, CONDITION, self.report)
        if part["condition"] is None or part["compareBy"] is None:
            self.ignored += part.stated_paths("condition", "compareBy")
            return None
        sign, by = part.word("condition", SIGNS, "=="), part.word("compareBy", COMPARED_ATTRIBUTES, "value")
        if by in UNORDERED and sign not in EQUALITY:
            words = "“{by}” has no order. Use “==” or “!=”."
            self.report.tell("type", (*path, "condition"), words, by=by)
        elif sign in ONE_STEP and by not in ("value", "rank"):
            words = "“{sign}” only works with “value” or “rank”, because they have an order."
            self.report.tell("type", (*path, "condition"), words, sign=sign)
        return Condition(by, EQUALITY.get(sign, sign))

    def check_destinations(self, older: Older) -> None:
        """Report comparisons with a top card that may be missing or hidden from players."""
        hidden = {DRAW: not older.draw_piles or any(not pile.up for pile in older.draw_piles),
            DISCARD: any(not pile.up for pile in older.discard_piles)}  # fmt: skip
        for action in older.actions:
            for at, stated in enumerate(action.conditions):
                path: Path = ("actions", action.at, "preconditions", at, "compareBy")
                if stated.by in WITHOUT_TOP:
                    continue
                if action.destination == HAND:
                    words = "A hand has no top card, so “{by}” has nothing to compare with."
                    self.report.tell("type", path, words, by=stated.by)
                elif hidden.get(action.destination):
                    words = "This pile is face down, so this condition would give away its top card."
                    self.report.tell("leak", path, words)

    # Set-up, turns and the end

    def setup(self, ids: list[int]) -> list[tuple[int, int]]:
        """Return the ids of actions before the first turn, each with its number of repetitions."""
        stated, path = self.top["round0"], ("round0",)
        if isinstance(stated, dict):
            stated, path = stated.get("loop"), ("round0", "loop")  # type: ignore[assignment]
        if stated in (None, "", {}):
            return []
        text = str(stated)
        if not _LOOP.fullmatch(text):
            words = "Write steps such as “4{times}”, joined by “AND”."
            self.report.tell("syntax", path, words, times=Text("{2}"))
            return []
        steps = []
        for match in _STEP.finditer(text):
            times = int(match[2] or 1)
            if times > MOST_TIMES:
                words = "A step can be repeated at most {most} times."
                self.report.tell("limit", path, words, span=match.span(2), most=MOST_TIMES)
            id = self.known_id(int(match[1]), ids, path, match.span(1))
            if times:
                steps.append((id, min(times, MOST_TIMES)))
        return steps

    def known_id(self, id: int, ids: list[int], path: Path, span: tuple[int, int]) -> int:
        """Return `id`. Report an error if no action has this id."""
        if id not in ids:
            words = "There is no action {id}. Use one of {ids}."
            text = ", ".join(map(str, ids))
            self.report.tell("unknown_name", path, words, span=span, id=id, ids=text)
        return id

    def blocks(self, ids: list[int]) -> list[list[int]]:
        """Return the blocks of a turn, each with the ids of its actions."""
        path: Path = ("gameLoop",)
        if self.top["gameLoop"] in (None, ""):
            self.report.tell("shape", (), "“gameLoop” is missing.")
            return []
        text = self.top.text("gameLoop")
        if bracket := re.search(r"[()]", text):
            words = (
                "Remove the parentheses: “AND” divides a turn into blocks, and “OR” divides a block "
                "into actions."
            )
            self.report.tell("syntax", path, words, span=bracket.span())
            return []
        if not _TURN.fullmatch(text):
            wrong = re.search(r"(?i)(?!AND|OR)[^\s\d-]+", text)
            words = "Write ids of actions with “AND” or “OR” between them."
            like = self.report.nearest(wrong[0].upper(), ("AND", "OR")) if wrong else ""
            self.report.tell("syntax", path, words, span=wrong.span() if wrong else None, hint=like)
            return []
        blocks: list[list[int]] = [[]]
        for match in re.finditer(r"(?i)(-?\d+)|AND", text):
            if match[1] is None:
                blocks.append([])
            elif (id := self.known_id(int(match[1]), ids, path, match.span(1))) not in blocks[-1]:
                blocks[-1].append(id)
        return blocks

    def wins(self) -> list[Win]:
        """Return the ways to win."""
        all_wins = []
        for stated, path in self.top.items("winConditions"):
            part = Part(stated, path, WIN, self.report)
            kind = part.word("type", ("numCards", "flush", "points"))
            count = 0
            if kind == "flush" or (kind == "numCards" and part["numCards"] is not None):
                count = part.number("numCards", least=0)
            order = part.word("order", ("ASC", "DSC", "DESC"), "ASC") if kind == "points" else "ASC"
            self.ignored += part.stated_paths("numCards" if kind == "points" else "order")
            all_wins.append(Win(kind, count, order == "ASC"))
        if not all_wins:
            self.report.tell("shape", ("winConditions",), "A game needs a way to win.")
        return all_wins

    def looks(self) -> tuple[Any, Path]:
        """Return the table's look, and its path. If there are several, warn, and take the first."""
        looks, styles = self.top["styleProperties"], self.top.items("styles")
        first = [] if looks is not None else styles[:1]
        if unused := styles[len(first) :]:
            self.report.warn("no_effect", unused[0][1], "A game has one look, so the others have no effect.")
        return first[0] if first else (looks, ("styleProperties",))

    def priorities(self, ids: list[int]) -> list[Priorities]:
        """Return the priorities of each bot."""
        stated, all_priorities = self.top["AIPriorities"], []
        entries = self.top.items("AIPriorities")
        if isinstance(stated, dict) and "priorities" not in stated:
            entries = [(stated_order, ("AIPriorities", key)) for key, stated_order in stated.items()]
        for stated_order, at in entries:
            part = Part(stated_order, at, PRIORITIES, self.report)
            wanted_ids = []
            for text, path in part.texts("priorities"):
                id = as_whole_number(text)
                if id in ids:
                    wanted_ids.append(id)
                else:
                    words = "There is no action {id}, so opponents ignore it."
                    self.report.warn("unknown_name", path, words, id=text)
            all_priorities.append(Priorities(part.text("name", str(at[-1])), wanted_ids))
        return all_priorities


_ID = r"-?\d{1,6}"
_STEP = re.compile(rf"({_ID})\s*(?:\{{\s*(\d{{1,6}})\s*\}})?")
_LOOP = re.compile(rf"(?i)\s*{_STEP.pattern}(?:\s*(?:AND)?\s*{_STEP.pattern})*\s*")
_TURN = re.compile(rf"(?i)\s*{_ID}(?:\s*(?:AND|OR)\s*{_ID})*\s*")
