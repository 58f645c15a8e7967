"""Exploding Kittens, the base edition; its `rules` say how it goes.

What is played goes to the discard pile at once; an odd number of Nopes, each an answer to the one before,
cancels it. Then the player chooses what there is to choose, and the play has its effect.
The kittens that are not in front of somebody are in the draw pile: with no leavers, one less than
there are players. So the chance to explode is known to all, and the pile cannot run dry.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cheat.games.awards import HONOURS
from cheat.games.decks import kittens as deck
from cheat.games.game import Claim, Game
from cheat.games.hints import HINTS
from cheat.games.kittens.asks import ASKS, Action, Turn
from cheat.games.options import Options, choice, flag, number, options_type, whole, words
from cheat.games.presets import PRESETS
from cheat.games.table import Fact, Mark, Table, Zone
from cheat.words import plural, text

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
)  # fmt: skip


class KittensTable(Table, tag="kittens"):
    """`pending`: turns that are to be taken, this one included; `attack`: with how many an Attack began this
    visit, else 0; `taken`: turns of this visit that are over; `out`: who is out, in order.
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
        zone = Zone(id="removed", kind="pile", seen="nobody", label="Out of the game")
        return self.zones.get("removed") or self.add(zone)

    @property
    def action(self) -> Action:
        assert self.stack is not None, "something was played"
        return self.stack

    def top(self) -> str:
        """Who played the last card that waits for an answer."""
        return [self.actor, *self.action.nopes][-1]

    def admits(self, zone: Zone, face: str) -> bool:
        """Kittens never lie in a hand, nor are they taken out of the pile."""
        return face != deck.KITTEN or (zone.kind != "hand" and zone.id != "removed")

    def targets(self, kind: str) -> Iterator[str]:
        """At whom this may be aimed. Only a demand may go to somebody without cards."""
        for one in self.players:
            if one.active and one.id != self.turn and (kind == "TRIPLE" or self.hand(one.id).cards):
                yield one.id

    def aims(self) -> list[str]:
        """At whom what was played may be aimed: the one who was named with it, if it still can."""
        return [id for id in self.targets(self.action.kind) if self.action.target in ("", id)]

    def size(self) -> int:
        return len(self.deck.cards) + (len(self.zones["peek"].cards) if "peek" in self.zones else 0)

    def kittens(self) -> int:
        """How many cards of the draw pile are kittens; all can count them."""
        gone = sum(id.startswith("exploded:") for id in self.zones) + ("kitten" in self.zones)
        return len(self.players) - 1 - gone

    def takeable(self) -> list[str]:
        """What five different cards may bring back."""
        own, there = self.action.cards if self.options.five_excludes_own else [], self.discard.cards
        kinds = [card for card in dict.fromkeys(there) if card != deck.KITTEN]
        return [card for card in kinds if there.count(card) > own.count(card)]

    def all_seeing(self) -> list[str]:
        """Exploded players, where they may see every hand and the draw pile."""
        return [id for id in self.out if self.options.omniscient_dead and f"exploded:{id}" in self.zones]

    def begin_visit(self, player: str, turns: int = 1, attack: int = 0) -> None:
        self.turn, self.pending, self.attack, self.taken = player, turns, attack, 0
        self.back_to_turn()

    def back_to_turn(self) -> None:
        self.stack = None
        self.ask(Turn, self.actor)

    def end_turn(self) -> None:
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
        self.tell(type, template, by=self.turn, tone="quiet", what=deck.spoken(self.action.cards))
        self.back_to_turn()

    def attack_next(self) -> None:
        """An Attack is two turns; in answer to an Attack it adds up, as the options say."""
        mode = self.options.attack_mode
        adds = self.attack and (mode == "stack" or (mode == "until_draw" and not self.taken))
        turns, victim = 2 + (self.pending if adds else 0), self.after(self.actor)
        self.count(self.actor, "attacks")
        told = "{by} attacks: {player} has to take {turns} turns."
        self.tell("attacked", told, by=self.turn, tone="bad", player=victim, turns=turns)
        self.begin_visit(victim, turns, attack=turns)

    def skip(self) -> None:
        self.tell("skipped", "{by} skips.", by=self.turn)
        self.end_turn()

    def shuffle(self) -> None:
        self.mix(self.deck)
        self.tell("shuffled", "{by} shuffles the pile.", by=self.turn)
        self.back_to_turn()


class Kittens(Game[KittensTable, Options]):
    id, name, minutes = "kittens", "Exploding Kittens", "10-20"
    summary = "Draw until a kitten explodes, and see to it that it is somebody else's."
    seats, faces = (2, 9), deck.FACES
    rules = """Everybody gets seven cards and a Defuse. In the pile are kittens, one less than there are players.

In your turn, play as many cards as you like, or none; then draw one. If it is a kitten you are out, unless you have a Defuse: it is used up, and you put the kitten back into the pile, wherever you like. The last one alive wins.

Attack ends your turn without drawing, and the next player takes two. Skip ends one turn without drawing. Favor: somebody gives you a card of their choice. See the Future: look at the top three cards. Shuffle: mix the pile. A Nope stops anything but kittens and Defuses, even another Nope, and can be played at any time.

Cards combine, whatever they say: with two of a kind you take a card from somebody unseen; with three of a kind you demand a card by its name; with five different ones you take any card from the discard pile."""  # noqa: E501 - paragraphs of running text
    presets, hints, honours, lesson = PRESETS[id], HINTS[id], HONOURS[id], {"turn_s": 0}
    options_type, table_type, asks, facts_differ = KittensOptions, KittensTable, ASKS, False

    def most(self, options: Any) -> int:
        return min(self.seats[1], deck.deck_for(options).seats)

    def settle_options(self, options: Any) -> Any:
        """A custom deck must be readable and do for two players at least; its counts are kept."""
        return deck.settled(options)

    def deal(self, table: KittensTable, previous: KittensTable | None, host: str) -> None:
        t, options, players = table, table.options, table.active()
        there = deck.deck_for(options)
        rest = [*there.others]
        t.rng.shuffle(rest)
        for id in players:
            t.add_hand(id, [deck.DEFUSE, *(rest.pop() for _ in range(options.deal_size))])
        t.add_piles()
        rest += there.spare(len(players), options.extra_defuses)
        if options.faster_game:
            t.rng.shuffle(rest)
            t.removed.cards = [rest.pop() for _ in range(len(rest) // 3)]
        t.deck.cards = rest + [deck.KITTEN] * (len(players) - 1)
        t.rng.shuffle(t.deck.cards)
        loser = previous.result.standing[-1].id if previous and previous.result else ""
        wanted = {"random": "", "host": host, "last_loser": loser}[options.start_player]
        first = wanted if wanted in players else t.rng.choice(players)
        t.tell("dealt", "The cards are dealt. {by} begins.", by=first, kind="deal")
        t.begin_visit(first)

    def departed(self, table: KittensTable, player: str) -> None:
        table.out_of_the_game(player, table.removed)

    def facts(self, table: KittensTable, player: str | None) -> list[Fact]:
        turns, kittens = table.pending, table.kittens()
        facts = [Fact("Turns to take", str(turns), "turns", turns)]
        if table.options.show_probability and (size := table.size()):
            share = round(100 * kittens / size)
            danger = text("{share}% ({kittens} of {size})", share=share, kittens=kittens, size=size)
            facts.append(Fact("Danger", danger, "danger", share))
        return facts

    def certain(self, table: KittensTable) -> list[Claim]:
        """Everybody has a Defuse; the others are in the pile, or were taken out of it."""
        options, aside = table.options, ["removed"] if table.options.faster_game else []
        spare = deck.deck_for(options).spare(len(table.players), options.extra_defuses)
        hands = [Claim([deck.DEFUSE], [table.hand(id).id]) for id in table.active()]
        return [*hands, Claim(spare, ["deck", *aside])]

    def marks(self, table: KittensTable, player: str) -> list[Mark]:
        if player in table.out:
            exploded = f"exploded:{player}" in table.zones
            return [Mark("exploded", "bad", "exploded") if exploded else Mark("out", "bad", "out")]
        turns = plural("{count} turn", "{count} turns", count=table.pending)
        return [Mark(turns, "bad", "turns")] if table.turn == player and table.pending > 1 else []


GAME = Kittens()
