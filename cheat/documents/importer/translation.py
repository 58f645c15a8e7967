"""Translate a document in the older format to our format.

- An action moves cards from one kind of place to another, such as from the hand to a discard pile. A way is
  an action between two particular places (see `card_moves.py`). A way is offered if the player may try it. A
  way is legal if the attempt succeeds. This may depend on a card that the player does not see.
- A turn of the older format consists of blocks. In each block, the player carries out one action. Each block
  becomes a phase of the translated document, and each way of an action in the block becomes a move.
- Set-up steps are actions before the first turn. The older format calls them `round0`.
- If a player closes the game, the game ends with the player's turn. Until then, the player may reopen it.
- Conditions that several moves share become definitions, and shared effects become routines.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from cheat.documents.importer.card_moves import NEEDS_DISCARDS, NO_MOVE, Effects, TablePlace, Way, places
from cheat.documents.importer.cards import BEGINS, cards_of, deck_document
from cheat.documents.importer.decks import standard
from cheat.documents.importer.looks import looks
from cheat.documents.importer.opponents import (
    CLOSING_WEIGHT,
    MOST_NAMES,
    MOST_ORDERS,
    SCRIPT,
    for_script,
    unlike_levels,
    weight_of,
)
from cheat.documents.importer.reading import DISCARD, DRAW, HAND, Older
from cheat.documents.importer.sentences import Sentence, join, plain, sentence
from cheat.documents.importer.win_conditions import has_won, standing_by, win_sentence
from cheat.documents.parse.diagnostics import Path, Report

TURN_S, MOST_TURN_S = 30, 180
IDLE_TURNS, MOST_TURNS = 2, 500
"""Maximum number of turns of each player.

`IDLE_TURNS` limits the turns in a row in which no card moves, and `MOST_TURNS` limits all turns.
"""
SHOW_HANDS: Effects = [{"reveal": "players.hand"}]
"""The effects that show all hands at the end."""
MOST_TOGGLES = 6
"""Maximum number of times that a player may close or reopen the game in one turn.

Without a maximum, a turn could last forever, because the clock restarts each time.
"""
MOST_SLUG, MOST_NAME, MOST_RULES = 32, 400, 8000
MOST_LISTED = 40
"""Maximum number of definitions in one list of an expression. Longer lists are split."""

Document = dict[str, Any]


def translated(older: Older, script: str, report: Report) -> tuple[Document, dict[Path, Path]]:
    """Return the document in our format, and where each part stood in the older document.

    The second result is a dict: path in our format -> path in the older document. `script`: the script of the
    bots, or "". Warns about actions that are never possible.
    """
    return _Translation(older, report).document(script)


class _Translation:
    """Translates one document.

    - `define`, `routines`, `phases`: the parts of the translated document with these names
    - `origins`: path in the translated document -> path in the older document
    - `ways_by_id`: id of an action -> the ways of the action
    - `tried_variables`: variable that says whether a player has tried a hidden card -> the start value

    In several methods, `following` is the list of effects after an action of a player. These effects go on to
    the next block, or end the turn.
    """

    def __init__(self, older: Older, report: Report) -> None:
        self.older, self.report = older, report
        self.cards = cards_of(older.deck)
        self.places = places(older)
        if not self.places[DISCARD] and self.needs_discards():
            self.places[DISCARD] = [TablePlace("discard0", DISCARD, stack=True, is_face_up=True)]
            report.warn("changed", ("zones",), NEEDS_DISCARDS)
        self.define: dict[str, str] = {}
        self.routines: dict[str, Effects] = {}
        self.phases: dict[str, Any] = {}
        self.origins: dict[Path, Path] = {}
        self.tried_variables: dict[str, bool] = {}
        self.ways_by_id: dict[int, list[Way]] = {}

    def needs_discards(self) -> bool:
        """Return whether the game uses a discard pile."""
        used_places = {zone for action in self.older.actions for zone in (action.origin, action.destination)}
        return DISCARD in used_places or self.older.begins is not None

    # Ways

    def ways(self, id: int) -> list[Way]:
        """Return the ways of an action, and declare the definitions that they need."""
        if id not in self.ways_by_id:
            action = self.older.action(id)
            ways = [Way(action, source, target) for source in self.places[action.origin]
                for target in self.places[action.destination] if source.zone != target.zone]  # fmt: skip
            if not ways:
                self.report.warn("unreached", ("actions", action.at), NO_MOVE)
            self.ways_by_id[id] = ways
            for way in ways:
                self.declare(way)
        return self.ways_by_id[id]

    def declare(self, way: Way) -> None:
        """Declare the definitions and variables of a way."""
        if way.compares:
            self.define[f"fits_{way.name}(c)"] = " and ".join(way.card_fits())
        if way.is_blind:
            self.tried_variables[f"tried_{way.name}"] = False

    def can(self, way: Way) -> str:
        """Define the condition under which a way is offered. Return the name of the definition."""
        self.define[f"can_{way.name}"] = way.possible()
        return f"can_{way.name}"

    def will(self, way: Way) -> str:
        """Define the condition under which a way is legal. Return the name of the definition."""
        if not way.is_blind:
            return self.can(way)
        self.define[f"will_{way.name}"] = way.holds()
        return f"will_{way.name}"

    def with_routine(self, way: Way, effects: Effects) -> Effects:
        """Return `effects` unchanged. If they run the routine of the way, declare this routine."""
        if any(effect.get("run", "").startswith(f"do_{way.name}(") for effect in effects):
            self.routines[f"do_{way.name}(c)"] = way.routine_effects()
        return effects

    def refill_effects(self, way: Way) -> Effects:
        """Return the effects that refill the first draw pile if it is empty.

        Returns [] if the way does not depend on the top card of this pile.
        """
        if not (way.refills and (way.compares or way.source.is_face_up)) or not self.places[DISCARD]:
            return []
        self.routines["refill"] = [
            {"move": "take(discard0, count(discard0) - 1)", "to": "draw0", "say": sentence("refilled")},
            {"shuffle": "draw0"},
        ]
        return [{"if": "draw0 is empty and count(discard0) > 1", "then": [{"run": "refill"}]}]

    # The document

    def document(self, script: str) -> tuple[Document, dict[Path, Path]]:
        """Return the translated document, and the path in the older document for each of its parts."""
        older = self.older
        for at in range(len(older.blocks)):
            self.block(at)
        self.setup()
        if older.begins:
            self.first()
        self.routines["end_turn"] = self.end_turn()
        document: Document = {
            "cardgame": 1, "id": slug(older.title), "version": "1.0.0", "name": older.title[:MOST_NAME],
            "rules": self.rules(), "tags": [], "players": self.players(),
            "options": {"turn_s": {"label": sentence("clock"), "help": sentence("clock_help"),
                "number": [0, MOST_TURN_S], "default": TURN_S}},
            "deck": deck_document(self.cards, older.wild, older.begins),
            "zones": self.zones(),
            "vars": {"starter": "player", "waiting": 0, "todo": 0, "moved": False, "turns": 0,
                **({"closing": False, "toggles": 0} if older.can_close else {}), **self.tried_variables},
            "player_vars": {"idle": 0, **({"score": 0} if self.counts_points() else {})},
            "define": self.define, "start": self.start(), "phases": self.phases, "turn": "block0",
            "routines": self.routines, "leave": self.leave(), "standing": self.standing(),
            "bots": {"weights": self.weights(), "good": self.standing(), **self.script_part(script)},
        }  # fmt: skip
        if older.can_close:
            document["shows"] = [{"label": sentence("closing"), "value": "turn", "if": "closing"}]
        if style := looks(*older.looks, self.report):
            document["style"] = style
        self.drop_unused(document)
        return document, {**_ORIGINS, **self.origins}

    def players(self) -> Document:
        """Return the part `players` of the document: the possible numbers of players."""
        seats = self.older.seats
        allowed_counts = {} if len(seats) == seats[-1] - seats[0] + 1 else {"allowed": seats}
        return {"min": seats[0], "max": seats[-1], **allowed_counts}

    def zones(self) -> Document:
        """Return the part `zones` of the document. All cards begin on the first draw pile."""
        zones: Document = {}
        for at, place in enumerate(self.places[DRAW]):
            name = "draw" if self.older.draw_piles else "aside"
            label = sentence("draw_n", n=place.number) if place.number else sentence(name)
            refill = {"refill": "discard0"} if at == 0 and self.places[DISCARD] else {}
            zones[place.zone] = {"label": label, "kind": "pile", "seen": _viewers(place), **refill}
        for place in self.places[DISCARD]:
            label = sentence("discard_n", n=place.number) if place.number else sentence("discard")
            zones[place.zone] = {"label": label, "kind": "pile", "seen": _viewers(place)}
        hand = self.places[HAND][0]
        viewers = "owner" if hand.is_face_up else "nobody"
        zones["hand"] = {"label": sentence("hand"), "kind": "hand", "per": "player", "seen": viewers}
        return zones

    def drop_unused(self, document: Document) -> None:
        """Drop variables and definitions that this game does not use."""
        text = str([document["start"], document["phases"], document["routines"]])
        for name in ("starter", "waiting", "todo"):
            if f"'{name}'" not in text and f"{name} " not in text:
                del document["vars"][name]
        for name in sorted(self.define):  # `can_…` and `will_…` come before `fits_…`, which they use
            other_sources = [source for other_name, source in self.define.items() if other_name != name]
            if not re.search(rf"\b{name.partition('(')[0]}\b", str([text, other_sources])):
                del self.define[name]

    # Before the first turn

    def start(self) -> Effects:
        """Return the effects at the start: shuffle, deal, and choose the player that starts."""
        older = self.older
        count: Any = "all" if older.cards is None else older.cards
        effects: Effects = [{"shuffle": "draw0"}, {"deal": count, "from": "draw0", "to": "hand"}]
        if older.begins:
            holder = f"owner(first(players.hand where {BEGINS} == 1))"
            effects += [{"set": {"starter": holder}},
                {"if": "starter is none", "then": [{"set": {"starter": "pick(players)"}}]}]  # fmt: skip
        else:
            effects.append({"set": {"starter": "pick(players)"}})
        if self.older.setup:
            waiting = "count(players)" if older.each_sets_up else "1"
            effects += [{"set": {"waiting": waiting}}, {"go": "round0", "turn": "starter"}]
        else:
            effects.append({"go": self.opening, "turn": "starter"})
        return effects

    @property
    def opening(self) -> str:
        """The name of the phase of the first turn."""
        return "first" if self.older.begins else "block0"

    def setup(self) -> None:
        """Add the phases for the set-up steps.

        The game carries out each step itself, unless a player has to choose a card from a hand.
        """
        steps = self.older.setup
        if not steps:
            return
        self.routines["setup_over"] = [
            {"add": {"waiting": -1}},
            {"if": "waiting > 0", "then": [{"next": "round0"}]},
            {"set": {"moved": "false"}},
            {"go": self.opening, "turn": "if(starter in players, starter, next)"},
        ]
        self.phases["round0"] = {"start": self.setup_from(0)}
        self.origins[("phases", "round0")] = ("round0", "loop")
        for at, (id, times) in enumerate(steps):
            if self.needs_choice(id):
                self.ask_in_setup(at, id, times)

    def needs_choice(self, id: int) -> bool:
        """Return whether a set-up step needs a player's choice."""
        return (
            self.older.action(id).origin == HAND and bool(self.ways(id)) and self.places[HAND][0].is_face_up
        )

    def setup_from(self, at: int) -> Effects:
        """Return the effects of set-up steps, from the step `at` until a player has to choose."""
        effects: Effects = []
        for number, (id, times) in enumerate(self.older.setup[at:], at):
            if self.needs_choice(id):
                return [*effects, {"set": {"todo": times}}, {"go": f"round0_{number}"}]
            step_effects = self.setup_step(id)
            repeated = {"each": f"range(1, {times})", "as": "time", "do": step_effects}
            effects += [repeated] if times > 1 else step_effects
        return [*effects, {"run": "setup_over"}]

    def setup_step(self, id: int) -> Effects:
        """Return the effects of a set-up step without a choice. An impossible step is skipped."""
        action = self.older.action(id)
        words = action.label or sentence(
            "from_to", source=sentence(action.origin), target=sentence(action.destination)
        )
        effects: Effects = [{"say": sentence("skipped", what=_braceless(words))}]
        for way in reversed(self.ways(id)):
            effect_list = self.with_routine(way, way.automatic_effects("pick"))
            effects = [
                *self.refill_effects(way),
                {"if": self.will(way), "then": effect_list, "else": effects},
            ]
        return effects

    def ask_in_setup(self, at: int, id: int, times: int) -> None:
        """Add the phase of a set-up step in which a player chooses."""
        rest_routine = f"setup_after_{at}"
        self.routines[rest_routine] = self.setup_from(at + 1)
        following: Effects = [
            {"add": {"todo": -1}},
            {"if": "todo > 0", "then": [{"go": f"round0_{at}"}]},
            {"run": rest_routine},
        ]
        phase = f"round0_{at}"
        self.phases[phase] = {
            "prompt": sentence("your_turn"),
            "moves": [move for way in self.ways(id) for move in self.moves(way, following, phase, [])],
            "timeout": [*self.first_legal([id], following), {"run": rest_routine}],
            "stuck": [{"say": sentence("stuck"), "tone": "quiet"}, {"run": rest_routine}],
        }
        self.origins[("phases", phase)] = ("round0", "loop")

    def first(self) -> None:
        """Add the phase of the first turn. The player with the starting card plays this card."""
        value, suit = self.older.begins or ("", "")
        card = f"{value} {suit}"
        begin = [
            {"set": {"moved": "true"}},
            {"move": f"first(hand where {BEGINS} == 1)", "to": "discard0",
                "say": sentence("starts", card=_braceless(card))},
            {"run": "end_turn"},
        ]  # fmt: skip
        self.phases["first"] = {
            "prompt": sentence("your_turn"),
            "start": [{"if": f"not any(hand where {BEGINS} == 1)", "then": [{"go": "block0"}]}],
            "moves": [{"name": "begin", "label": sentence("start_card", card=card), "do": begin}],
            "timeout": "begin",
        }
        self.origins[("phases", "first")] = ("config", "whoStarts")

    # A turn

    def block(self, at: int) -> None:
        """Add the phase of one block of a turn."""
        ids = self.older.blocks[at]
        following: Effects = [{"run": "end_turn"}]
        if at + 1 < len(self.older.blocks):
            following = [*self.retry_effects(), {"go": f"block{at + 1}"}]
        manual_ids = [id for id in ids if not self.older.action(id).machine and self.ways(id)]
        if self.older.can_pass or self.older.can_close:
            manual_ids = manual_ids or [id for id in ids if not self.older.action(id).machine]
        name = f"block{at}"
        self.origins[("phases", name)] = ("gameLoop",)
        if manual_ids:
            self.phases[name] = self.choice_phase(name, manual_ids, following)
        else:
            self.phases[name] = self.automatic_phase(ids, following)

    def automatic_phase(self, ids: list[int], following: Effects) -> Document:
        """Return a phase that asks no players, and carries out the first legal action itself."""
        effects: Effects = []
        for id in ids:
            for way in self.ways(id):
                steps = [*self.with_routine(way, way.automatic_effects("pick")), *following]
                effects += [*self.refill_effects(way), {"if": self.will(way), "then": steps}]
        return {"start": [*effects, *self.nothing_possible()]}

    def nothing_possible(self) -> Effects:
        """Return the effects for a player without a legal move: the turn ends."""
        return [{"say": sentence("stuck"), "tone": "quiet"}, {"run": "end_turn"}]

    def choice_phase(self, name: str, ids: list[int], following: Effects) -> Document:
        """Return a phase in which the player chooses one of these actions."""
        older = self.older
        ways = [way for id in ids for way in self.ways(id)]
        moves: list[Document] = []
        for number, way in enumerate(ways):
            rivals = [rival for rival in ways[:number] if rival.route == way.route]
            for move in self.moves(way, following, name, rivals):
                self.origins[("phases", name, "moves", len(moves))] = ("actions", way.action.at)
                moves.append(move)
        phase: Document = {"prompt": sentence("your_turn")}
        start = [effect for way in ways if way.source.is_face_up for effect in self.refill_effects(way)][:1]
        if not older.can_pass and older.can_close:
            start.append({"if": f"not ({self.any_of(ways)})", "then": self.nothing_possible()})
        if start:
            phase["start"] = start
        if not older.can_pass and not older.can_close:
            phase["stuck"] = self.nothing_possible()
        return {**phase, "moves": [*moves, *self.buttons()], "timeout": self.timeout_effects(ids, following)}

    def any_of(self, ways: list[Way]) -> str:
        """Return the condition that at least one of the ways is offered."""
        names = [self.can(way) for way in ways] or ["false"]
        chunks = [names[at : at + MOST_LISTED] for at in range(0, len(names), MOST_LISTED)]
        return " or ".join(f"any([{', '.join(chunk)}] where it)" for chunk in chunks)

    def moves(self, way: Way, following: Effects, phase: str, rivals: list[Way]) -> list[Document]:
        """Return a list with the move of a way, or an empty list.

        `rivals`: ways of earlier actions between the same places, with the same number of cards. If several
        of these ways accept a card, only the first way may be used for this card. So the list is empty if a
        rival accepts all cards that this way accepts.
        """
        if any(self.covers(earlier, way) for earlier in rivals):
            return []
        move: Document = {"name": way.name, "label": way.label(), "tone": "primary"}
        if way.chooses:
            return [self.choice_move(move, way, following, rivals)]
        blocked = [f"not {self.can(earlier)}" for earlier in rivals if not earlier.is_blind]
        move["if"] = " and ".join([self.can(way), *blocked])
        if way.is_blind:
            move["do"] = self.blind_effects(way, following, phase)
        elif way.fits:
            move["do"] = [*self.with_routine(way, way.move_effects(way.top)), *following]
        else:
            move["do"] = [*way.draw_effects(), *following]
        return [move]

    def covers(self, first: Way, second: Way) -> bool:
        """Return whether `first` accepts all cards that `second` accepts."""
        return all(condition in second.action.conditions for condition in first.action.conditions)

    def choice_move(self, move: Document, way: Way, following: Effects, rivals: list[Way]) -> Document:
        """Return `move` with a choice of cards, a condition and effects added."""
        count = way.action.count
        conditions = [way.fits] if way.fits else []
        if count == 1:
            choices = [[*choice.table_fits(), *([choice.fits] if choice.fits else [])] for choice in rivals]
            conditions += [f"not ({' and '.join(holds)})" for holds in choices]
        pick: Document = {"from": way.source.zone}
        if conditions:
            pick["where"] = " and ".join(conditions)
        if count > 1:
            pick["count"] = count
        if holds := way.table_fits():
            move["if"] = " and ".join(holds)
        do = [*self.with_routine(way, way.move_effects("chosen")), *following]
        return {**move, "pick": {"chosen": pick}, "do": do}

    def blind_effects(self, way: Way, following: Effects, phase: str) -> Effects:
        """Return the effects that move a hidden card if it fits.

        If the card does not fit, the effects begin the phase again.
        """
        shuffling: Effects = [] if way.source.stack else [{"shuffle": way.source.zone}]
        return [
            *self.refill_effects(way),
            *shuffling,
            {"if": f"count({way.source.zone}) >= {way.action.count} and all({way.top} where {way.fits})",
                "then": [*self.with_routine(way, way.move_effects(way.top)), *following]},
            {"set": {f"tried_{way.name}": "true"}},
            {"say": sentence("unfit"), "tone": "quiet"},
            {"go": phase},
        ]  # fmt: skip

    def buttons(self) -> list[Document]:
        """Return the moves for passing and closing."""
        moves: list[Document] = []
        if self.older.can_pass:
            end = [{"say": sentence("passes")}, {"run": "end_turn"}]
            moves.append({"name": "pass", "label": sentence("pass"), "tone": "quiet", "do": end})
        if self.older.can_close:
            for name, announcement, value in (("close", "closes", "true"), ("reopen", "reopens", "false")):
                move = {"name": name, "label": sentence(name), "tone": "quiet",
                    "if": f"not closing and toggles < {MOST_TOGGLES}" if name == "close" else "closing",
                    "do": [{"set": {"closing": value}}, {"add": {"toggles": 1}},
                        {"say": sentence(announcement)}]}  # fmt: skip
                moves.append({**move, "help": sentence("close_help")} if name == "close" else move)
        return moves

    def timeout_effects(self, ids: list[int], following: Effects) -> Effects:
        """Return the effects that carry out the first legal action when a player's time is up.

        If the player may pass, the effects draw no card, and the turn may end without an action.
        """
        drawing = [id for id in ids if self.older.action(id).origin == DRAW]
        preferred = [id for id in ids if not (self.older.can_pass and id in drawing)]
        return [*self.first_legal(preferred, following), {"run": "end_turn"}]

    def first_legal(self, ids: list[int], following: Effects) -> Effects:
        """Return the effects that carry out the first legal one of these actions.

        The order of actions is that of the document. The effects move the first cards that fit.
        """
        effects: Effects = []
        for action in sorted((self.older.action(id) for id in ids), key=lambda by_index: by_index.at):
            for way in self.ways(action.id):
                steps = [*self.with_routine(way, way.automatic_effects("first")), *following]
                effects += [*self.refill_effects(way), {"if": self.will(way), "then": steps}]
        return effects

    def retry_effects(self) -> Effects:
        """Return the effects that allow players to try hidden cards again."""
        return [{"set": dict.fromkeys(self.tried_variables, "false")}] if self.tried_variables else []

    def end_turn(self) -> Effects:
        """Return the effects at the end of a turn. They may end the game."""
        closing: Effects = []
        reset: dict[str, Any] = {"moved": "false"}
        if self.older.can_close:
            points = [*self.score_effects(), *self.sum_effects()] if self.counts_points() else []
            closing = [{"if": "closing", "then": [*SHOW_HANDS, *points, {"end": "true"}]}]
            reset["toggles"] = 0
        wins: Effects = [{"if": holds, "then": [*SHOW_HANDS, {"end": "me"}]}
            for win in self.older.wins if (holds := has_won(win))]  # fmt: skip
        return [
            {"if": "moved", "then": [{"set": {"idle": 0}}], "else": [{"add": {"idle": 1}}]},
            {"set": reset},
            *self.retry_effects(),
            {"add": {"turns": 1}},
            *wins,
            *closing,
            {"if": f"all(players where idle >= {IDLE_TURNS})",
                "then": [{"say": sentence("idle")}, *self.early_end()]},
            {"if": f"turns >= {MOST_TURNS} * count(players)",
                "then": [{"say": sentence("too_long")}, *self.early_end()]},
            {"next": "block0"},
        ]  # fmt: skip

    def early_end(self) -> Effects:
        """Return the effects that end the game early, before a player has met a condition to win."""
        return [*self.shown_hands(), {"end": "true"}]

    def shown_hands(self) -> Effects:
        """Return the effects that show all hands and, if points decide the game, the hands' points."""
        return [*SHOW_HANDS, *(self.score_effects() if self.older.wins[0].kind == "points" else [])]

    def counts_points(self) -> bool:
        """Return whether the points of hands can decide the game."""
        return any(win.kind == "points" for win in self.older.wins)

    def score_effects(self) -> Effects:
        """Return the effects that show the points of each hand as the score of its player."""
        return [{"each": "players", "as": "p", "do": [{"set": {"p.score": "sum(p.hand by points)"}}]}]

    def sum_effects(self) -> Effects:
        """Return the effects that write the points of each hand to the log."""
        return [{"each": "players", "as": "p", "do": [{"say": sentence("sum")}]}]

    # Parts of the document that are not about turns

    def leave(self) -> Document:
        """Return the part `leave` of the document.

        The cards of a player that leaves go to the bottom of the draw pile.
        """
        fresh: dict[str, Any] = {"moved": "false"}
        if self.older.can_close:
            fresh["closing"] = "false"
        return {"do": [{"move": "leaver.hand", "to": "draw0", "at": "bottom"},
            {"if": "leaver == turn", "then": [{"set": fresh}]},
            {"if": f"count(players) <= {self.older.seats[0]}", "then": self.shown_hands()}]}  # fmt: skip

    def standing(self) -> str:
        """Return the expression that ranks the players at the end.

        The ranking follows the first way to win. But if the game was closed and points can decide, the
        ranking follows the points.
        """
        standing = standing_by(self.older.wins[0])
        points = next((win for win in self.older.wins if win.kind == "points"), None)
        if points is None or points is self.older.wins[0] or not self.older.can_close:
            return standing
        return f"if(closing, {standing_by(points)}, {standing})"

    def weights(self) -> dict[str, float]:
        """Return the weights of bots, from the priorities of the document."""
        weights: dict[str, float] = {}
        orders = [order.ids for order in self.older.priorities if order.ids]
        for block in self.older.blocks:
            for way in (way for id in block for way in self.ways(id)):
                weights[way.name] = weight_of(way.action, orders)
        names = {move["name"] for phase in self.phases.values() for move in phase.get("moves", ())}
        weights |= {"pass": 0, "close": CLOSING_WEIGHT, "reopen": CLOSING_WEIGHT}
        return {name: weight for name, weight in weights.items() if name in names}

    def script_part(self, source: str) -> Document:
        """Return `{"script": …}` for the document's part `bots`, or {} if there is no script."""
        older, cards = self.older, self.cards
        ways = [way for block in [*older.blocks, [id for id, _ in older.setup]] for id in block
            for way in self.ways(id)]  # fmt: skip
        if not source:
            return {}
        script: Document = {
            "source": source,
            "opponents": {unlike_levels(name): name for name in older.names[:MOST_NAMES]} or {SCRIPT: ""},
            "actions": {way.name: json.dumps(for_script(way.action), ensure_ascii=False) for way in ways},
            "asks": list(dict.fromkeys(way.name for way in ways if way.action.asks_script and way.chooses)),
            "orders": [self.order(priorities.ids) for priorities in older.priorities[:MOST_ORDERS]]
            or [self.order([])],
        }
        if cards.use:
            script["suits"] = {name: older_name for older_name, name in cards.suits.items()}
            script["values"] = {name: older_name for older_name, name in cards.ranks.items()}
        return {"script": script}

    def order(self, wanted_ids: list[int]) -> list[str]:
        """Return the names of all moves, in the order in which a bot prefers them.

        The moves of the actions in `wanted_ids` are first, and passing and closing are last.
        """
        unranked_ids = [action.id for action in self.older.actions if action.id not in wanted_ids]
        ways = [
            way.name
            for id in (*wanted_ids, *unranked_ids)
            if id in self.ways_by_id
            for way in self.ways_by_id[id]
        ]
        return [*dict.fromkeys(ways), "begin", "pass", "close", "reopen"]

    def rules(self) -> Sentence:
        """Return the rules in words."""
        older = self.older
        count = sentence("dealt_all") if older.cards is None else sentence("dealt", count=older.cards)
        name: Sentence = older.deck.name
        if older.deck in standard():
            name = sentence(f"deck_{older.deck.id}")
        wild = "; ".join([self.wild_cards(*names) for names in older.wild if names[0]])
        about_wild = [sentence("wild", cards=wild)] if wild else []
        lines: list[Sentence] = [sentence("cards", deck=name), *about_wild, count, sentence("turn_is")]
        for number, block in enumerate(older.blocks, 1):
            labels: list[Sentence] = [way.label() for id in block for way in self.ways(id)]
            lines.append(sentence("block", n=number, actions=join(list(_distinct(labels)), "or")))
        lines += [
            sentence(name)
            for name, is_allowed in (("may_pass", older.can_pass), ("may_close", older.can_close))
            if is_allowed
        ]
        lines += [sentence(win_sentence(win), count=win.count) for win in older.wins]
        return {tag: text[:MOST_RULES] for tag, text in join(lines, "\n").items()}

    def wild_cards(self, values: list[str], suits: list[str]) -> str:
        """Return wild cards in words, with the names of the older deck."""
        all_suits = len(suits) == len(self.older.deck.suits)
        return ", ".join(values) + ("" if all_suits else f" ({', '.join(suits)})")


_ORIGINS: dict[Path, Path] = {
    ("deck",): ("deckId",), ("players",): ("config", "numPlayers"), ("zones",): ("zones",),
    ("start",): ("config",), ("phases",): ("gameLoop",), ("define",): ("actions",),
    ("routines",): ("actions",), ("standing",): ("winConditions",), ("bots",): ("AIPriorities",),
    ("style",): ("styleProperties",), ("name",): ("config", "gameName"),
}  # fmt: skip


def slug(title: str) -> str:
    """Return an id made from a title. It has small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))
    text = "-".join(words)[:MOST_SLUG].strip("-")
    return text if text[:1].isalpha() else f"game-{text}"[:MOST_SLUG].strip("-")


def _viewers(place: TablePlace) -> str:
    return "all" if place.is_face_up else "nobody"


def _braceless(words: Sentence) -> Sentence:
    return plain(words) if isinstance(words, str) else {tag: plain(text) for tag, text in words.items()}


def _distinct(labels: list[Sentence]) -> list[Sentence]:
    return [text for at, text in enumerate(labels) if text not in labels[:at]]
