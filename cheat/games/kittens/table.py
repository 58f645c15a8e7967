"""The table of Exploding Kittens: its options, whose turn it is, how often, and what was played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cheat.games.decks import kittens as deck
from cheat.games.decks.kittens import KITTEN
from cheat.games.kittens.asks import Action, Turn
from cheat.games.options import choice, flag, number, options_type, whole, words
from cheat.games.table import Table, Zone
from cheat.words import text

ATTACK_TURNS = 2

# fmt: off
KittensOptions: Any = options_type(
    "KittensOptions",
    choice("decks", "Decks", "Two decks are for up to nine players.", {1: "One deck", 2: "Two decks"}),
    whole("deal_size", "Cards dealt", "Cards for each player at the start, besides a Defuse.", 7, 3, 8),
    whole("extra_defuses", "Defuses in the pile", "At most so many Defuses are shuffled into the pile.",
        2, 0, 6),
    flag("faster_game", "Faster game", "A third of the pile is taken out before the kittens come in."),
    choice("attack_mode", "Answering an Attack",
        "How many turns the next player gets when an attacked player attacks.",
        {"until_draw": "Two more if it is answered at once, else two",
         "stack": "Two more than were left", "reset": "Always two"}),
    choice("target_timing", "Choosing the victim", "When it is said whom a play is aimed at.",
        {"after_window": "After all had time for a Nope", "at_play": "With the play, so the victim knows"}),
    choice("steal_mode", "Blind stealing", "How a card is taken with two of a kind.",
        {"pick_index": "The thief points at a card", "random": "At random"}),
    flag("cats_only_pairs", "Only cats combine", "Two or three of a kind must be cats."),
    flag("enable_triple", "Three of a kind", "Demands a card by its name.", True),
    flag("enable_five", "Five different", "Take a card from the discard pile.", True),
    flag("five_excludes_own", "Five others", "Five different cards do not bring back one of themselves."),
    choice("exploded_hand", "Cards of the exploded", "Where the hand of an exploded player goes.",
        {"removed": "Out of the game", "discard": "To the discard pile"}),
    flag("omniscient_dead", "The exploded see all", "Exploded players see all hands and the pile."),
    choice("defuse_mode", "Defusing", "Who plays the Defuse.",
        {"auto": "It plays itself", "manual": "The player, in time"}),
    number("nope_window_s", "Time for a Nope", "Seconds in which a play may be answered.", 5.0, 2, 15),
    flag("hide_capability", "Hide who can Nope",
        "Each window is open for 40 to 100 % of its time, whoever holds a Nope, unless all pass."),
    whole("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 60, 0, 180),
    whole("choice_s", "Choice clock", "Seconds for any other choice.", 20, 5, 120),
    whole("defuse_s", "Time to defuse", "Seconds to play the Defuse.", 10, 3, 60),
    flag("show_probability", "Show the danger", "How likely it is that the next card is a kitten.", True),
    words("custom_deck", "Own deck", 'Empty, or JSON: {"name": "...", "cards": {"ATTACK": 4, "SKIP": 6}}.'),
    choice("start_player", "First player", "Who begins.",
        {"random": "Random", "host": "The host", "last_loser": "Last loser"}),
)
# fmt: on


class KittensTable(Table, tag="kittens"):
    """`pending`: turns that the player on turn has to take, this one included; `attack`: with how many an
    Attack began this visit, 0 for a normal turn; `taken`: turns of this visit that are over; `out`: who is
    out, in order.
    """

    order = staticmethod(deck.by_kind)
    options: KittensOptions
    pending: int = 1
    attack: int = 0
    taken: int = 0
    out: list[str] = []
    stack: Action | None = None

    @property
    def removed(self) -> Zone:
        """Where cards are that are out of the game."""
        zone = Zone(id="removed", kind="pile", seen="nobody", label="Out of the game")
        return self.zones.get("removed") or self.add(zone)

    @property
    def action(self) -> Action:
        """What was played and waits for its effect."""
        assert self.stack is not None, "something was played"
        return self.stack

    def top(self) -> str:
        """Who played the last card that waits for an answer."""
        return [self.actor, *self.action.nopes][-1]

    def admits(self, zone: Zone, face: str) -> bool:
        """Kittens never lie in a hand, nor are they taken out of the pile."""
        return face != KITTEN or (zone.kind != "hand" and zone.id != "removed")

    def targets(self, kind: str) -> Iterator[str]:
        """At whom this may be aimed. Only a demand may go to somebody without cards."""
        for one in self.players:
            if one.active and one.id != self.turn and (kind == "TRIPLE" or self.hand(one.id).cards):
                yield one.id

    def aims(self) -> list[str]:
        """At whom what was played may be aimed: the one who was named with it, if it still can."""
        return [id for id in self.targets(self.action.kind) if self.action.target in ("", id)]

    def size(self) -> int:
        """How many cards the draw pile has, with those that are being looked at."""
        return len(self.deck.cards) + (len(self.zones["peek"].cards) if "peek" in self.zones else 0)

    def kittens(self) -> int:
        """How many of them are kittens; all can count them."""
        gone = sum(id.startswith("exploded:") for id in self.zones) + ("kitten" in self.zones)
        return len(self.players) - 1 - gone

    def takeable(self) -> list[str]:
        """What five different cards may bring back."""
        own, there = self.action.cards if self.options.five_excludes_own else [], self.discard.cards
        kinds = [card for card in dict.fromkeys(there) if card != KITTEN]
        return [card for card in kinds if there.count(card) > own.count(card)]

    def all_seeing(self) -> list[str]:
        """Exploded players, where they may see every hand and the draw pile."""
        return [id for id in self.out if self.options.omniscient_dead and f"exploded:{id}" in self.zones]

    def begin_visit(self, player: str, turns: int = 1, attack: int = 0) -> None:
        """`player` is on turn, so many times in a row."""
        self.turn, self.pending, self.attack, self.taken = player, turns, attack, 0
        self.back_to_turn()

    def back_to_turn(self) -> None:
        """What was played is over."""
        self.stack = None
        self.ask(Turn, self.actor)

    def end_turn(self) -> None:
        """One turn is over, by drawing or by Skip."""
        self.pending, self.taken = self.pending - 1, self.taken + 1
        if self.pending:
            self.back_to_turn()
        else:
            self.begin_visit(self.after(self.actor))

    def out_of_the_game(self, player: str, pile: Zone) -> None:
        """The hand is gone, and everybody else has outlived one more. The last one alive wins."""
        self.out.append(player)
        for id in self.active():
            self.player(id).score += 1
        self.tell("hand_gone", tone="quiet", by=player, cards=[self.move_all(self.hand(player), pile)])
        if len(self.active()) == 1:
            self.stack, winners = None, self.active()
            words = text("{winner} is the last one alive and wins.", winner=winners[0])
            self.finish(winners, "last_alive", words, lambda one: (-one.score,))
        elif self.turn == player:
            self.begin_visit(self.after(player))

    def fizzle(self, type: str = "no_effect", template: str = "{what} has no effect.") -> None:
        """What was played comes to nothing."""
        self.tell(type, template, by=self.turn, tone="quiet", what=self.action.words())
        self.back_to_turn()

    def attack_next(self) -> None:
        """An Attack in answer to an Attack adds up, as the options say."""
        mode = self.options.attack_mode
        adds = self.attack and (mode == "stack" or (mode == "until_draw" and not self.taken))
        turns = ATTACK_TURNS + (self.pending if adds else 0)
        victim = self.after(self.actor)
        template = "{by} attacks: {player} has to take {turns} turns."
        self.count(self.actor, "attacks")
        self.tell("attacked", template, by=self.turn, tone="bad", player=victim, turns=turns)
        self.begin_visit(victim, turns, attack=turns)

    def skip(self) -> None:
        """One turn less."""
        self.tell("skipped", "{by} skips.", by=self.turn)
        self.end_turn()

    def shuffle(self) -> None:
        """Nobody knows the pile any more."""
        self.mix(self.deck)
        self.tell("shuffled", "{by} shuffles the pile.", by=self.turn)
        self.back_to_turn()
