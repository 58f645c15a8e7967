"""Exploding Kittens, the base edition.

In turn, players play as many cards as they like and then draw one. Who draws a kitten and has no Defuse is
out; who is left at last wins. What is played goes to the discard pile at once; an odd number of Nopes, each
an answer to the one before, cancels it. Then the player chooses what there is to choose, and the play has
its effect.

The kittens that are not in front of somebody are in the draw pile: with no leavers, one less than
there are players. So the chance to explode is known to all, and the pile cannot run dry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from cheat.errors import Refused
from cheat.games.asks import Ask, Reason, Reasons, Window
from cheat.games.decks import kittens as deck
from cheat.games.decks.kittens import DEFUSE, KITTEN, NOPE
from cheat.games.game import Game, Preset
from cheat.games.moves import ChoiceField, Field, Form, NumberField, PlayerField, form, one_of, some_of
from cheat.games.options import Options, choice, flag, number, options_type, whole, words
from cheat.games.table import Fact, Mark, Table, Zone
from cheat.words import Arg, Text, plural, text

PEEKED = 3
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
        return deck.spoken(self.cards)


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
        if "removed" not in self.zones:
            self.add(Zone(id="removed", kind="pile", seen="nobody", label="Out of the game"))
        return self.zones["removed"]

    @property
    def action(self) -> Action:
        """What was played and waits for its effect."""
        assert self.stack is not None, "something was played"
        return self.stack

    def top(self) -> str:
        """Who played the last card that waits for an answer."""
        return self.action.nopes[-1] if self.action.nopes else self.actor

    def targets(self, kind: str) -> list[str]:
        """At whom this may be aimed. Only a demand may go to somebody without cards."""
        return [id for id in self.others(self.actor) if kind == "TRIPLE" or self.hand(id).cards]

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
        self.tell("hand_gone", tone="quiet", by=player, cards=[self.move_all(self.hand(player), pile)])
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
        self.rng.shuffle(self.deck.cards)
        self.tell("shuffled", "{by} shuffles the pile.", by=self.turn)
        self.back_to_turn()


class KittensAsk(Ask[KittensTable]):
    """What the decisions of this game share: seconds to choose, and words for what was played."""

    clock = "choice_s"
    reasons: ClassVar[Reasons] = (Reason("nope", "There is nothing that could be noped.", anybody=True),)

    def slots(self, t: KittensTable) -> dict[str, Arg]:
        what: dict[str, Arg] = {"what": t.stack.words(), "target": t.stack.target} if t.stack else {}
        return {**super().slots(t), **what}

    def without(self, t: KittensTable, leaver: str) -> None:
        """What was aimed at somebody who is out has no effect."""
        if t.stack and t.stack.target == leaver:
            t.fizzle("no_effect", "{what} has no effect.")


class Turn(KittensAsk):
    """Playing cards, and then drawing one."""

    id, clock = "turn", "turn_s"
    mine, theirs = "Your turn: play cards, then draw one.", "Waiting for {asked} to take a turn."
    reasons = (*KittensAsk.reasons, Reason("play", "You cannot play that now."))

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [*_plays(t, player), form("draw", "Draw", tone="primary")]

    def play(self, t: KittensTable, player: str, cards: list[str], target: str = "", name: str = "") -> None:
        moved = t.move(cards, t.hand(player), t.discard)
        t.stack = Action(deck.kind_of(cards), list(cards), target=target, demand=name)
        what, demand = t.stack.words(), deck.name_of(deck.CODES[name]) if name else ""
        told = "{by} plays {what} against {target}." if target else "{by} plays {what}."
        if demand:
            told = "{by} plays {what} against {target}, demanding {demand}."
        t.tell("played", told, by=player, cards=[moved], what=what, target=target, demand=demand)
        Nopes().open(t)

    def draw(self, t: KittensTable, player: str) -> None:
        top = t.deck.cards[-1:]
        if top == [KITTEN]:
            row = t.add(Zone(id="kitten", kind="row", owner=player, seen="all", label="Drawn"))
            moved = t.move(top, t.deck, row)
            t.tell("kitten", "{by} draws an Exploding Kitten!", by=player, tone="bad", cards=[moved])
            Defuse().open(t, player)
            return
        if top:
            t.tell("drew", "{by} draws a card.", by=player, cards=[t.move(top, t.deck, t.hand(player))])
        else:
            t.tell("nothing_left", "The pile is empty: {by} draws nothing.", by=player)
        t.end_turn()

    late = draw


class Nopes(Window[KittensTable], KittensAsk):
    """The time in which what was played may be answered."""

    id, clock, hush = "nope", "nope_window_s", "hide_capability"
    mine, theirs = "{play} Do you let it happen?", "{play} Wait for the others."

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
        EFFECTS.get(t.action.kind, Target().open)(t)

    def no_nope(self, t: KittensTable, player: str) -> Refused:
        own, none = "You cannot nope your own card.", "You have no Nope, or you have let this happen."
        return Refused(own if t.top() == player else none)

    def slots(self, t: KittensTable) -> dict[str, Arg]:
        slots = super().slots(t)
        what = Text("{what} against {target}", slots) if t.action.target else t.action.words()
        play = "{turn} plays {what}, {last} says Nope." if t.action.nopes else "{turn} plays {what}."
        return {"play": Text(play, {**slots, "what": what, "last": t.top()})}


class Target(KittensAsk):
    """Whom a play is aimed at. What is left to choose then is asked; a single card moves without asking."""

    id, mine = "target", "Whom do you mean with {what}?"
    theirs = "Waiting for {asked} to choose a player."

    def open(self, t: KittensTable) -> None:
        if t.aims():
            self.put(t, t.actor)
        else:
            t.fizzle("no_effect", "{what} has no effect.")

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("target", "Choose a player", PlayerField(name="player", label="From", of=t.aims()))]

    def target(self, t: KittensTable, _: str, player: str) -> None:
        t.action.target = player
        choice, asked = CHOICES[t.action.kind], player if t.action.kind == "FAVOR" else t.actor
        if choice.put(t, asked):
            told = "{by} aims {what} at {target}."
            t.tell("aimed", told, by=t.turn, what=t.action.words(), target=player)

    def without(self, t: KittensTable, leaver: str) -> None:
        if len(t.aims()) < 2:
            self.open(t)


class Demand(KittensAsk):
    """Which card three of a kind demand."""

    id, mine = "name", "Which card do you demand from {target}?"
    theirs = "Waiting for {asked} to name a card of {target}."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        cards = [card for card in deck.DEMANDS if t.action.demand in ("", card.value)]
        return [form("name", "Demand a card", ChoiceField(name="card", of=cards))]

    def name(self, t: KittensTable, player: str, card: str) -> None:
        code, target = deck.CODES[card], t.action.target
        told, moved = "{by} demands {card} from {player} in vain.", []
        if found := code in t.hand(target).cards:
            told = "{by} demands {card} from {player} and gets it."
            moved = [t.move([code], t.hand(target), t.hand(player))]
        card_name = deck.name_of(code)
        t.tell("demanded", told, by=player, cards=moved, player=target, card=card_name, found=found)
        t.back_to_turn()


class Pick(KittensAsk):
    """Which card of a hidden hand is stolen."""

    id, mine = "pick", "Which card of {target} do you take?"
    theirs = "Waiting for {asked} to pick a card of {target}."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        count = 1 if t.options.steal_mode == "random" else len(t.hand(t.action.target).cards)
        return [form("pick", "Take a card", NumberField(name="index", min=1, max=count))]

    def pick(self, t: KittensTable, player: str, index: int = 1) -> None:
        """The hand is shuffled and lies face down; `index` counts from 1."""
        target = t.action.target
        cards = list(t.hand(target).cards)
        t.rng.shuffle(cards)
        moved = t.move([cards[index - 1]], t.hand(target), t.hand(player))
        t.tell("stole", "{by} takes a card from {player}.", by=player, cards=[moved], player=target)
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
        t.tell("took", told, by=player, cards=[moved], card=deck.name_of(card[0]))
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
        t.tell("put_back", tone="quiet", by=player, cards=[t.move_all(t.zones.pop("peek"), t.deck)])
        t.back_to_turn()

    gone = done


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
        moved = t.move_all(t.zones.pop("kitten"), t.deck, at=len(t.deck.cards) - position)
        t.tell("inserted", "{by} puts the kitten back into the pile.", by=player, cards=[moved])
        told = "Cards that you left above the kitten: {position}."
        t.tell("placed", told, by=player, tone="quiet", seen=[player], position=position)
        t.end_turn()

    gone = Ask.late


EFFECTS: dict[str, Callable[[KittensTable], object]] = {
    "ATTACK": KittensTable.attack_next,
    "SKIP": KittensTable.skip,
    "SHUFFLE": KittensTable.shuffle,
    "SEE_THE_FUTURE": Peek().open,
    "FIVE": lambda t: t.ask(Take, t.actor),
}
"""What plays do that are aimed at nobody."""
CHOICES: dict[str, KittensAsk] = {"FAVOR": Give(), "PAIR": Pick(), "TRIPLE": Demand()}
"""What is left to choose when it is known at whom a play is aimed."""


class Kittens(Game[KittensTable, Options]):
    """Exploding Kittens."""

    id, name, minutes = "kittens", "Exploding Kittens", "10-20"
    summary = "Draw until a kitten explodes, and see to it that it is somebody else's."
    seats, faces = (2, 9), deck.FACES
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
    options_type, table_type = KittensOptions, KittensTable
    asks = (Turn(), Nopes(), Target(), Demand(), Pick(), Give(), Take(), Peek(), Defuse(), Insert())

    def most(self, options: Any) -> int:
        """As many as there are cards for."""
        return min(self.seats[1], deck.deck_of(options.decks, options.deal_size, options.custom_deck).seats)

    def settle_options(self, options: Any) -> Any:
        """A custom deck must be readable and do for two players at least; its counts are kept."""
        deck.deck_of(options.decks, options.deal_size, options.custom_deck)
        return replace(options, custom_deck=deck.compact(options.custom_deck))

    def deal(self, table: KittensTable, previous: KittensTable | None, host: str) -> None:
        """A Defuse and so many cards for each; kittens and the other Defuses go into the rest."""
        t, options, players = table, table.options, table.active()
        cards = deck.deck_of(options.decks, options.deal_size, options.custom_deck)
        rest = list(cards.others)
        t.rng.shuffle(rest)
        for id in players:
            t.add_hand(id, [DEFUSE, *(rest.pop() for _ in range(options.deal_size))])
        t.add_piles()
        rest += [DEFUSE] * min(options.extra_defuses, cards.defuses - len(players))
        if options.faster_game:
            t.rng.shuffle(rest)
            t.removed.cards = [rest.pop() for _ in range(len(rest) // 3)]
        t.deck.cards = rest + [KITTEN] * (len(players) - 1)
        t.rng.shuffle(t.deck.cards)
        loser = previous.result.standing[-1].id if previous and previous.result else ""
        wanted = {"random": "", "host": host, "last_loser": loser}[options.start_player]
        first = wanted if wanted in players else t.rng.choice(players)
        t.tell("dealt", "The cards are dealt. {by} begins.", by=first)
        t.begin_visit(first)

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


def _plays(t: KittensTable, player: str) -> list[Form]:
    """A form for each kind of play that these cards and options allow. Who might spend the only Defuse is
    asked whether that is meant.
    """
    hand, options = t.hand(player), t.options
    counts = Counter(hand.cards)
    alike = [card for card in counts if not options.cats_only_pairs or card in deck.CATS]
    triples = [card for card in alike if counts[card] >= 3 and options.enable_triple]
    fives = options.enable_five and (not options.five_excludes_own or set(t.discard.cards) - {KITTEN})
    mixed = list(counts) if fives else []
    safe = [card for card in mixed if card != DEFUSE or counts[DEFUSE] > 1]
    plays: list[tuple[str, str, int, list[str]]] = [
        ("Play a card", "", 1, [card for card in counts if card in deck.ALONE]),
        ("Ask a favor", "FAVOR", 1, [card for card in counts if card == deck.FAVOR]),
        ("Two of a kind", "PAIR", 2, [card for card in alike if counts[card] >= 2]),
        ("Three of a kind", "TRIPLE", 3, triples),
        ("Five different", "", 5, safe if len(safe) >= 5 else []),
        ("Five different, Defuse too", "", 5, mixed if len(mixed) >= 5 and mixed != safe else []),
    ]
    aims: dict[str, list[Field]] = {}
    if options.target_timing == "at_play":
        aims = {kind: [PlayerField(name="target", label="From", of=t.targets(kind))] for kind in CHOICES}
        aims["TRIPLE"] += [ChoiceField(name="name", label="Card", of=deck.DEMANDS)]
    question = "Your only Defuse may be among these cards. Play them?"
    return [
        form("play", label, field, *aims.get(kind, []), confirm=question if faces is mixed else "")
        for label, kind, count, faces in plays
        if faces and (kind not in CHOICES or t.targets(kind))
        for field in [some_of("cards", hand, faces, count, alike=count < 5)]
    ]
