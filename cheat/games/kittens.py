"""Exploding Kittens, the base edition.

In turn, a player plays as many cards as they like and then draws one. Who draws a kitten is out,
unless they have a Defuse: then they put the kitten back wherever they like. Who is left at last wins.

What is played goes to the discard pile at once. Everybody else may answer with a Nope, and a Nope
with another one; an odd number of Nopes cancels the play. Nopes are answered within a window that
closes early when nobody is left who could still react. Then the player chooses what there is to
choose, if more than one thing is possible, and the play has its effect.

The kittens that are not in front of somebody are in the draw pile: with no leavers, one less than
there are players. So the chance to explode is known to all, and the pile cannot run dry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from cheat.errors import Refused
from cheat.games.asks import Ask, Window
from cheat.games.decks.kittens import (
    ALONE,
    CATS,
    CODES,
    DEFUSE,
    DEMANDS,
    FACES,
    FAVOR,
    IDS,
    KITTEN,
    NOPE,
    by_kind,
    compact,
    deck_of,
    name_of,
)
from cheat.games.game import Claim, Game, Preset
from cheat.games.moves import CardsField, ChoiceField, Field, Form, NumberField, PlayerField, form, one_of
from cheat.games.options import Options, choice, flag, number, options_type, whole, words
from cheat.games.table import Fact, Mark, Table, Zone
from cheat.words import Arg, Text, Words, plural, text

PEEKED = 3
ATTACK_TURNS = 2
COMBINATIONS = {2: "PAIR", 3: "TRIPLE", 5: "FIVE"}

AIMED = "{by} plays {what} against {target}."
WAITS = {
    (False, False): "{turn} plays {what}.",
    (True, False): "{turn} plays {what} against {target}.",
    (False, True): "{turn} plays {what}, {last} says Nope.",
    (True, True): "{turn} plays {what} against {target}, {last} says Nope.",
}
"""What waits for Nopes, by whether it is aimed at somebody and has been noped."""
MINE, THEIRS = "Do you let it happen?", "Wait for the others."

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
           {"until_draw": "Two more if it is answered at once, else two", "stack": "Two more than were left",
            "reset": "Always two"}),
    choice("target_timing", "Choosing the victim", "When it is said whom a play is aimed at.",
           {"after_window": "After all had time for a Nope",
            "at_play": "With the play, so the victim knows"}),
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


class Action(Struct):
    """Cards that were played and wait for their effect: an id, PAIR, TRIPLE or FIVE; who noped, in order;
    whom and what it is aimed at, where that is known yet.
    """

    kind: str
    cards: list[str]
    nopes: list[str] = []
    target: str = ""
    demand: str = ""

    def words(self) -> Text:
        """What was played, as people say it."""
        card, count = name_of(self.cards[0]), len(self.cards)
        if self.kind == "FIVE":
            return Text("five different cards")
        return text("{count} × {card}", count=count, card=card) if count > 1 else card


class KittensTable(Table, tag="kittens"):
    """`pending`: turns that the player on turn has to take, this one included; `attack`: with how many an
    Attack began this visit, 0 for a normal turn; `taken`: turns of this visit that are over; `out`: who is
    out, in order.
    """

    order = staticmethod(by_kind)
    options: KittensOptions
    pending: int = 1
    attack: int = 0
    taken: int = 0
    out: list[str] = []
    stack: Action | None = None

    @property
    def removed(self) -> Zone:
        """Where cards are that are out of the game."""
        if "removed" not in self.zones:
            self.add(Zone(id="removed", kind="pile", seen="nobody", label="Out of the game"))
        return self.zones["removed"]

    @property
    def action(self) -> Action:
        """What was played and waits for its effect."""
        assert self.stack is not None, "something was played"
        return self.stack

    @property
    def target(self) -> str:
        """At whom it is aimed."""
        return self.action.target

    def top(self) -> str:
        """Who played the last card that waits for an answer."""
        return self.action.nopes[-1] if self.action.nopes else self.actor

    def admits(self, zone: Zone, face: str) -> bool:
        """Kittens never lie in a hand, nor are they taken out of the pile."""
        return face != KITTEN or (zone.kind != "hand" and zone.id != "removed")

    def targets(self, kind: str) -> list[str]:
        """At whom this may be aimed. Only a demand may go to somebody without cards."""
        return [id for id in self.others(self.actor) if kind == "TRIPLE" or self.hand(id).cards]

    def size(self) -> int:
        """How many cards the draw pile has, with those that are being looked at."""
        return len(self.deck.cards) + (len(self.zones["peek"].cards) if "peek" in self.zones else 0)

    def kittens(self) -> int:
        """How many of them are kittens; all can count them."""
        gone = sum(id.startswith("exploded:") for id in self.zones) + ("kitten" in self.zones)
        return len(self.players) - 1 - gone

    def takeable(self) -> list[str]:
        """What five different cards may bring back."""
        cards = Counter(self.discard.cards)
        if self.options.five_excludes_own:
            cards.subtract(self.action.cards)
        return [card for card in cards if cards[card] > 0 and card != KITTEN]

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
        moved = self.move_all(self.hand(player), pile)
        self.tell("hand_gone", tone="quiet", by=player, cards=[moved])
        if len(self.active()) == 1:
            self.stack, winners = None, self.active()
            words = text("{winner} is the last one alive and wins.", winner=winners[0])
            self.finish(winners, "last_alive", words, lambda one: (-one.score,))
        elif self.turn == player:
            self.begin_visit(self.after(player))

    def fizzle(self, type: str, template: str) -> None:
        """Nothing."""
        self.tell(type, template, by=self.turn, tone="quiet", what=self.action.words())
        self.back_to_turn()

    def attack_next(self) -> None:
        """An Attack in answer to an Attack adds up, as the options say."""
        mode = self.options.attack_mode
        adds = self.attack and (mode == "stack" or (mode == "until_draw" and not self.taken))
        turns = ATTACK_TURNS + (self.pending if adds else 0)
        victim = self.after(self.actor)
        template = "{by} attacks: {player} has to take {turns} turns."
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

    def aim(self) -> None:
        """A play needs a target: it has one, there is one, or the player chooses. If nobody is left who has
        a card, nothing happens.
        """
        action, targets = self.action, self.targets(self.action.kind)
        if not action.target and len(targets) == 1:
            action.target = targets[0]
        if action.target in targets:
            self.reach()
        elif targets and not action.target:
            self.ask(Target, self.actor)
        else:
            self.fizzle("no_effect", "{what} has no effect.")

    def reach(self) -> None:
        """The target is known. What is left to choose is asked; a single card moves without asking."""
        kind, demand, cards = self.action.kind, self.action.demand, self.hand(self.target).cards
        if kind == "TRIPLE" and demand:
            Demand().name(self, self.actor, demand)
        elif kind == "FAVOR" and len(cards) == 1:
            Give().give(self, self.target, list(cards))
        elif kind == "PAIR" and (len(cards) == 1 or self.options.steal_mode == "random"):
            Pick().pick(self, self.actor)
        else:
            told = "{by} aims {what} at {target}."
            self.tell("aimed", told, by=self.turn, what=self.action.words(), target=self.target)
            choices: dict[str, type[KittensAsk]] = {"TRIPLE": Demand, "FAVOR": Give, "PAIR": Pick}
            self.ask(choices[kind], self.target if kind == "FAVOR" else self.actor)


EFFECTS: dict[str, Callable[[KittensTable], object]] = {
    "ATTACK": KittensTable.attack_next,
    "SKIP": KittensTable.skip,
    "SHUFFLE": KittensTable.shuffle,
    "SEE_THE_FUTURE": lambda t: Peek().open(t),
    "FIVE": lambda t: t.ask(Take, t.actor),
}
"""What plays do that are aimed at nobody."""


class KittensAsk(Ask[KittensTable]):
    """What the decisions of this game share: seconds to choose, and words for what was played."""

    clock = "choice_s"

    def slots(self, t: KittensTable) -> dict[str, Arg]:
        what: dict[str, Arg] = {"what": t.stack.words(), "target": t.target} if t.stack else {}
        return {**super().slots(t), **what}

    def no_nope(self, t: KittensTable, player: str) -> Refused:
        return Refused("There is nothing that could be noped.")

    def without(self, t: KittensTable, leaver: str) -> None:
        """What was aimed at somebody who is out has no effect."""
        if t.stack and t.target == leaver:
            t.fizzle("no_effect", "{what} has no effect.")


class Turn(KittensAsk):
    """Playing cards, and then drawing one."""

    id, clock = "turn", "turn_s"
    mine, theirs = "Your turn: play cards, then draw one.", "Waiting for {asked} to take a turn."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [*_play_forms(t, player), form("draw", "Draw", tone="primary")]

    def play(self, t: KittensTable, player: str, cards: list[str], target: str = "", name: str = "") -> None:
        kind = COMBINATIONS[len(cards)] if len(cards) > 1 else IDS[cards[0]]
        moved = t.move(cards, t.hand(player), t.discard)
        t.stack = Action(kind, list(cards), target=target, demand=name)
        what, demand = t.stack.words(), name_of(CODES[name]) if name else ""
        aimed = "{by} plays {what} against {target}, demanding {demand}." if name else AIMED
        template = aimed if target else "{by} plays {what}."
        t.tell("played", template, by=player, cards=[moved], what=what, target=target, demand=demand)
        Nopes().open(t)

    def draw(self, t: KittensTable, player: str) -> None:
        if not t.deck.cards:
            t.tell("nothing_left", "The pile is empty: {by} draws nothing.", by=player)
            t.end_turn()
        elif t.deck.cards[-1] != KITTEN:
            moved = t.move([t.deck.cards[-1]], t.deck, t.hand(player))
            t.tell("drew", "{by} draws a card.", by=player, cards=[moved])
            t.end_turn()
        else:
            row = t.add(Zone(id="kitten", kind="row", owner=player, seen="all", label="Drawn"))
            moved = t.move([KITTEN], t.deck, row)
            t.tell("kitten", "{by} draws an Exploding Kitten!", by=player, tone="bad", cards=[moved])
            Defuse().open(t, player)

    late = draw

    def no_play(self, t: KittensTable, player: str) -> Refused | None:
        return Refused("You cannot play that now.") if t.turn == player else None


class Nopes(Window[KittensTable], KittensAsk):
    """The time in which what was played may be answered."""

    id, clock, hush = "nope", "nope_window_s", "hide_capability"

    def asked(self, t: KittensTable) -> list[str]:
        return t.others(t.top())

    def can(self, t: KittensTable, player: str) -> bool:
        return NOPE in t.hand(player).cards

    def reactions(self, t: KittensTable, player: str) -> list[Form]:
        return [form("nope", "Nope!", tone="danger")] if self.can(t, player) else []

    def nope(self, t: KittensTable, player: str) -> None:
        moved = t.move([NOPE], t.hand(player), t.discard)
        t.tell("noped", "{by} says Nope to {player}.", by=player, tone="bad", cards=[moved], player=t.top())
        t.action.nopes.append(player)
        self.open(t)

    def close(self, t: KittensTable) -> None:
        """An odd number of Nopes cancels; otherwise the play has its effect."""
        if len(t.action.nopes) % 2:
            t.fizzle("cancelled", "{what} is cancelled.")
            return
        t.tell("window_closed", tone="quiet")
        EFFECTS.get(t.action.kind, KittensTable.aim)(t)

    def no_nope(self, t: KittensTable, player: str) -> Refused:
        own, none = "You cannot nope your own card.", "You have no Nope, or you have let this happen."
        return Refused(own if t.top() == player else none)

    def prompt(self, t: KittensTable, player: str | None) -> Words:
        play = Text(WAITS[bool(t.target), bool(t.action.nopes)], {**self.slots(t), "last": t.top()})
        asked = player in self.asked_now(t).waits_for()
        return text("{play} {then}", play=play, then=Text(MINE if asked else THEIRS))


class Target(KittensAsk):
    """Whom a play is aimed at."""

    id, mine = "target", "Whom do you mean with {what}?"
    theirs = "Waiting for {asked} to choose a player."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("target", "Choose a player", _target_field(t, t.action.kind, "player"))]

    def target(self, t: KittensTable, _: str, player: str) -> None:
        t.action.target = player
        t.reach()

    def without(self, t: KittensTable, leaver: str) -> None:
        if len(t.targets(t.action.kind)) < 2:
            t.aim()


class Demand(KittensAsk):
    """Which card three of a kind demand."""

    id, mine = "name", "Which card do you demand from {target}?"
    theirs = "Waiting for {asked} to name a card of {target}."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("name", "Demand a card", ChoiceField(name="card", of=DEMANDS))]

    def name(self, t: KittensTable, player: str, card: str) -> None:
        theirs, code = t.hand(t.target), CODES[card]
        found = code in theirs.cards
        moved = [t.move([code], theirs, t.hand(player))] if found else []
        gets, misses = (
            "{by} demands {card} from {player} and gets it.",
            "{by} demands {card} from {player} in vain.",
        )
        told = gets if found else misses
        t.tell("demanded", told, by=player, cards=moved, player=t.target, card=name_of(code), found=found)
        t.back_to_turn()


class Pick(KittensAsk):
    """Which card of a hidden hand is stolen."""

    id, mine = "pick", "Which card of {target} do you take?"
    theirs = "Waiting for {asked} to pick a card of {target}."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        count = len(t.hand(t.target).cards)
        return [form("pick", "Take a card", NumberField(name="index", min=1, max=count))]

    def pick(self, t: KittensTable, player: str, index: int = 1) -> None:
        """The hand is shuffled and lies face down; `index` counts from 1."""
        cards = list(t.hand(t.target).cards)
        t.rng.shuffle(cards)
        moved = t.move([cards[index - 1]], t.hand(t.target), t.hand(player))
        t.tell("stole", "{by} takes a card from {player}.", by=player, cards=[moved], player=t.target)
        t.back_to_turn()

    late = pick


class Give(KittensAsk):
    """A favor: the target gives a card of their own choice."""

    id, mine = "give", "{turn} asks you for a favor: give a card."
    theirs = "Waiting for {asked} to give {turn} a card."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("give", "Give a card", one_of("card", t.hand(player)), tone="primary")]

    def give(self, t: KittensTable, player: str, card: list[str]) -> None:
        moved = t.move(card, t.hand(player), t.hand(t.actor))
        t.tell("gave", "{by} gives {player} a card.", by=player, cards=[moved], player=t.actor)
        t.back_to_turn()

    gone = Ask.late


class Take(KittensAsk):
    """What five different cards bring back."""

    id, mine = "take", "Which card do you take from the discard pile?"
    theirs = "Waiting for {asked} to take a card from the discard pile."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("take", "Take a card", one_of("card", t.discard, t.takeable()))]

    def take(self, t: KittensTable, player: str, card: list[str]) -> None:
        moved = t.move(card, t.discard, t.hand(player))
        told = "{by} takes {card} from the discard pile."
        t.tell("took", told, by=player, cards=[moved], card=name_of(card[0]))
        t.back_to_turn()

    def late(self, t: KittensTable, player: str) -> None:
        self.take(t, player, [t.rng.choice(t.takeable())])


class Peek(KittensAsk):
    """The top cards lie in a row that only this player sees, the top one last, until they go back."""

    id, optional, mine = "peek", True, "These are the top cards; the rightmost one comes first."
    theirs = "Waiting for {asked} to look at the top cards."

    def open(self, t: KittensTable) -> None:
        seen = [t.actor, *t.all_seeing()]
        row = t.add(Zone(id="peek", kind="row", owner=t.turn, seen=seen, label="Top cards"))
        moved = t.move(t.deck.cards[-PEEKED:], t.deck, row)
        t.tell("peeked", "{by} looks at the top cards.", by=t.turn, cards=[moved])
        t.ask(Peek, t.actor)

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("done", "Put them back", tone="primary")]

    def done(self, t: KittensTable, player: str) -> None:
        self.gone(t, player)
        t.back_to_turn()

    def gone(self, t: KittensTable, player: str) -> None:
        moved = t.move_all(t.zones.pop("peek"), t.deck)
        t.tell("put_back", tone="quiet", by=player, cards=[moved])


class Defuse(KittensAsk):
    """A kitten was drawn, and the Defuse has to be played in time, unless it plays itself."""

    id, clock, mine = "defuse", "defuse_s", "You drew a kitten! Defuse it in time."
    theirs = "Waiting for {asked} to defuse the kitten."

    def open(self, t: KittensTable, player: str) -> None:
        if DEFUSE not in t.hand(player).cards:
            self.explode(t, player)
        elif t.options.defuse_mode == "manual":
            t.ask(Defuse, player)
        else:
            self.defuse(t, player)

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("defuse", "Defuse", tone="primary"), form("explode", "Explode", tone="quiet")]

    def defuse(self, t: KittensTable, player: str) -> None:
        moved = t.move([DEFUSE], t.hand(player), t.discard)
        t.tell("defused", "{by} defuses it.", by=player, tone="good", cards=[moved])
        t.ask(Insert, player)

    def explode(self, t: KittensTable, player: str) -> None:
        """The player is out, with the kitten in front."""
        t.tell("exploded", "{by} explodes.", by=player, tone="bad")
        place = Zone(id=f"exploded:{player}", kind="display", owner=player, seen="all", label="Exploded")
        moved = t.move_all(t.zones.pop("kitten"), t.add(place))
        t.tell("kitten_stays", tone="quiet", by=player, cards=[moved])
        t.depart(player)
        t.out_of_the_game(player, t.discard if t.options.exploded_hand == "discard" else t.removed)
        for zone in (*(t.hand(one.id) for one in t.players), t.deck):
            zone.seen = [*([zone.owner] if zone.owner else []), *t.all_seeing()]

    late = gone = explode


class Insert(KittensAsk):
    """Where the kitten goes back into the pile: so many cards above it. Only its player knows where."""

    id, mine = "insert", "Defused. Where in the pile do you put the kitten?"
    theirs = "Waiting for {asked} to put the kitten back."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        size, label = len(t.deck.cards), "0 is the top, {size} the bottom"
        place = NumberField(name="position", label=label, min=0, max=size, low="Top", high="Bottom")
        return [form("insert", "Put the kitten back", place, tone="primary", slots={"size": size})]

    def insert(self, t: KittensTable, player: str, position: int) -> None:
        self.hide(t, player, position)
        t.end_turn()

    def hide(self, t: KittensTable, player: str, position: int) -> None:
        place = len(t.deck.cards) - position
        moved = t.move([KITTEN], t.zones.pop("kitten"), t.deck, at=place, placed=[player])
        t.tell("inserted", "{by} puts the kitten back into the pile.", by=player, cards=[moved])
        told = "Cards that you left above the kitten: {position}."
        t.tell("placed", told, by=player, tone="quiet", seen=[player], position=position)

    def gone(self, t: KittensTable, player: str) -> None:
        self.hide(t, player, t.rng.between(0, len(t.deck.cards)))


class Kittens(Game[KittensTable, Options]):
    """Exploding Kittens."""

    id = "kittens"
    name = "Exploding Kittens"
    summary = "Draw until a kitten explodes, and see to it that it is somebody else's."
    minutes = "10-20"
    seats = (2, 9)
    faces = FACES
    rules = """Everybody gets seven cards and a Defuse. In the pile are kittens, one less than there are players.

In your turn, play as many cards as you like, or none; then draw one. If it is a kitten you are out, unless you have a Defuse: it is used up, and you put the kitten back into the pile, wherever you like. The last one alive wins.

Attack ends your turn without drawing, and the next player takes two. Skip ends one turn without drawing. Favor: somebody gives you a card of their choice. See the Future: look at the top three cards. Shuffle: mix the pile. A Nope stops anything but kittens and Defuses, even another Nope, and can be played at any time.

Cards combine, whatever they say: with two of a kind you take a card from somebody unseen; with three of a kind you demand a card by its name; with five different ones you take any card from the discard pile."""  # noqa: E501 - paragraphs of running text
    presets = [
        Preset("Classic"),
        Preset(
            "First printing",
            {"deal_size": 4, "extra_defuses": 3, "attack_mode": "reset", "exploded_hand": "discard"},
        ),
        Preset("Current printing", {"attack_mode": "stack", "target_timing": "at_play"}),
        Preset("Quick", {"faster_game": True, "deal_size": 5}),
        Preset("Two decks", {"decks": 2}),
    ]
    options_type = KittensOptions
    table_type = KittensTable
    asks = (Turn(), Nopes(), Target(), Demand(), Pick(), Give(), Take(), Peek(), Defuse(), Insert())

    def most(self, options: Any) -> int:
        """As many as there are cards for."""
        return min(self.seats[1], deck_of(options.decks, options.deal_size, options.custom_deck).seats)

    def settle_options(self, options: Any) -> Any:
        """A custom deck must be readable and do for two players at least; its counts are kept."""
        deck_of(options.decks, options.deal_size, options.custom_deck)
        return replace(options, custom_deck=compact(options.custom_deck))

    def deal(self, table: KittensTable, previous: KittensTable | None, host: str) -> None:
        """A Defuse and so many cards for each; kittens and the other Defuses go into the rest."""
        t, options, players = table, table.options, table.active()
        deck = deck_of(options.decks, options.deal_size, options.custom_deck)
        rest = list(deck.others)
        t.rng.shuffle(rest)
        for id in players:
            t.add_hand(id, sorted([DEFUSE, *(rest.pop() for _ in range(options.deal_size))], key=by_kind))
        pile = t.add(Zone(id="deck", kind="pile", seen="nobody", label="Draw pile"))
        t.add(Zone(id="discard", kind="pile", seen="all", label="Discard pile"))
        rest += [DEFUSE] * _spare_defuses(options, len(players))
        if options.faster_game:
            t.rng.shuffle(rest)
            t.removed.cards = [rest.pop() for _ in range(len(rest) // 3)]
        pile.cards = rest + [KITTEN] * (len(players) - 1)
        t.rng.shuffle(pile.cards)
        loser = previous.result.standing[-1].id if previous and previous.result else ""
        wanted = {"random": "", "host": host, "last_loser": loser}[options.start_player]
        first = wanted if wanted in players else t.rng.choice(players)
        t.tell("dealt", "The cards are dealt. {by} begins.", by=first)
        t.begin_visit(first)

    def certain(self, table: KittensTable) -> list[Claim]:
        """Everybody has a Defuse; the others are in the pile, or were taken out of it."""
        aside = ["removed"] if table.options.faster_game else []
        spare = [DEFUSE] * _spare_defuses(table.options, len(table.players))
        hands = [Claim([DEFUSE], [table.hand(id).id]) for id in table.active()]
        return [*hands, Claim(spare, ["deck", *aside])]

    def promise(self, table: KittensTable, player: str) -> float:
        """Defuses are lives; other cards and few turns to take help a little."""
        cards = table.hand(player).cards
        turns = table.pending if table.turn == player else 0
        return 1.2 * cards.count(DEFUSE) + 0.12 * len(cards) - 0.3 * turns

    def departed(self, table: KittensTable, player: str) -> None:
        """The leaver is out without a kitten, and the hand out of the game."""
        table.out_of_the_game(player, table.removed)

    def facts(self, table: KittensTable, player: str | None) -> list[Fact]:
        """How many turns are to be taken, and how dangerous the next card is."""
        turns = table.pending
        facts = [Fact("Turns to take", str(turns), "turns", turns)]
        if table.options.show_probability and (size := table.size()):
            kittens = table.kittens()
            share = round(100 * kittens / size)
            danger = text("{share}% ({kittens} of {size})", share=share, kittens=kittens, size=size)
            facts.append(Fact("Danger", danger, "danger", share))
        return facts

    def marks(self, table: KittensTable, player: str) -> list[Mark]:
        """Who has several turns to take, and who is out."""
        if player in table.out:
            exploded = f"exploded:{player}" in table.zones
            return [Mark("exploded", "bad", "exploded") if exploded else Mark("out", "bad", "out")]
        turns = plural("{count} turn", "{count} turns", count=table.pending)
        return [Mark(turns, "bad", "turns")] if table.turn == player and table.pending > 1 else []


GAME = Kittens()


def _spare_defuses(options: Any, seats: int) -> int:
    """How many Defuses go into the pile."""
    deck = deck_of(options.decks, options.deal_size, options.custom_deck)
    return int(min(options.extra_defuses, deck.defuses - seats))


# Forms


def _play_forms(t: KittensTable, player: str) -> list[Form]:
    """A form for each kind of play that these cards and options allow. Who might spend the only Defuse is
    asked whether that is meant.
    """
    hand, options = t.hand(player).cards, t.options
    counts = {card: hand.count(card) for card in dict.fromkeys(hand)}
    pairable = [card for card in counts if card in CATS] if options.cats_only_pairs else list(counts)
    triples = [card for card in pairable if counts[card] >= 3 and options.enable_triple]
    plays: list[tuple[str, str, int, list[str]]] = [
        ("Play a card", "", 1, [card for card in counts if card in ALONE]),
        ("Ask a favor", "FAVOR", 1, [card for card in counts if card == FAVOR]),
        ("Two of a kind", "PAIR", 2, [card for card in pairable if counts[card] >= 2]),
        ("Three of a kind", "TRIPLE", 3, triples),
    ]
    forms = [
        form("play", label, _cards(t, player, count, cards), *_aim_fields(t, kind))
        for label, kind, count, cards in plays
        if cards and (not kind or t.targets(kind))
    ]
    if not options.enable_five or (options.five_excludes_own and not set(t.discard.cards) - {KITTEN}):
        return forms
    safe = [card for card in counts if card != DEFUSE or counts[DEFUSE] > 1]
    if len(safe) >= 5:
        forms.append(form("play", "Five different", _cards(t, player, 5, safe)))
    if len(counts) >= 5 and len(safe) < len(counts):
        cards, question = list(counts), "Your only Defuse may be among these cards. Play them?"
        forms.append(
            form("play", "Five different, Defuse too", _cards(t, player, 5, cards), confirm=question)
        )
    return forms


def _cards(t: KittensTable, player: str, count: int, of: list[str]) -> CardsField:
    """So many of these cards: one, alike, or five different ones."""
    kinds: Literal["any", "same", "distinct"] = "any" if count == 1 else "distinct" if count == 5 else "same"
    return CardsField(name="cards", zones=[t.hand(player).id], min=count, max=count, of=of, kinds=kinds)


def _aim_fields(t: KittensTable, kind: str) -> list[Field]:
    """What is said with the play where the options want that."""
    if not kind or t.options.target_timing == "after_window":
        return []
    demand = [ChoiceField(name="name", label="Card", of=DEMANDS)] if kind == "TRIPLE" else []
    return [_target_field(t, kind, "target"), *demand]


def _target_field(t: KittensTable, kind: str, name: str) -> PlayerField:
    return PlayerField(name=name, label="From", of=t.targets(kind))
