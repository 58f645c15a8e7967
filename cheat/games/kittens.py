"""Exploding Kittens, the base edition.

In turn, a player plays as many cards as they like and then draws one. Who draws a kitten is out,
unless they have a Defuse: then they put the kitten back wherever they like. Who is left at last wins.

What is played goes to the discard pile at once. Everybody else may answer with a Nope, and a Nope
with another one; an odd number of Nopes cancels the play. Nopes are answered within a window that
closes early when nobody is left who could still react; where that is to be hidden, its end is drawn
when it opens. Then the player chooses what there is to choose, if more than one thing is possible, and
the play has its effect.

Each decision has a serial number, the moment. Every move names it, so one that arrives late can
neither hit a newer play nor draw a card of the next turn.

The kittens that are not in front of somebody are in the draw pile: with no leavers, one less than
there are players. So the chance to explode is known to all, and the pile cannot run dry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from cheat.errors import Refused
from cheat.games.decks.kittens import (
    CARDS,
    CATS,
    CODES,
    DEFUSE,
    FACES,
    IDS,
    KITTEN,
    NOPE,
    by_kind,
    compact,
    deck_of,
)
from cheat.games.game import Game, Preset
from cheat.games.moves import (
    Args,
    CardsField,
    Choice,
    ChoiceField,
    Field,
    Form,
    NumberField,
    PlayerField,
    form,
)
from cheat.games.options import Options, says
from cheat.games.rng import Rng
from cheat.games.table import Decision, Fact, Mark, Moved, Player, Table, Zone

PEEKED = 3
ATTACK_TURNS = 2
UNHURRIED = (0.4, 1.0)
"""With `hide_capability`, a window is open for a part of its time that lies between these."""

COMBINATIONS = {2: "PAIR", 3: "TRIPLE", 5: "FIVE"}
ALONE = [CODES[id] for id in ("ATTACK", "SKIP", "FAVOR", "SHUFFLE", "SEE_THE_FUTURE")]
NAMES = [Choice(id, card.name) for id, card in CARDS.items() if id != "EXPLODING_KITTEN"]


class KittensOptions(Options, frozen=True):
    """The options of Exploding Kittens. Times are seconds."""

    decks: Annotated[
        Literal[1, 2], says("Decks", "Two decks are for up to nine players.", _1="One deck", _2="Two decks")
    ] = 1
    deal_size: Annotated[
        int, says("Cards dealt", "Cards for each player at the start, besides a Defuse.", ge=3, le=8)
    ] = 7
    extra_defuses: Annotated[
        int, says("Defuses in the pile", "At most so many Defuses are shuffled into the pile.", ge=0, le=6)
    ] = 2
    faster_game: Annotated[
        bool, says("Faster game", "A third of the pile is taken out before the kittens come in.")
    ] = False
    attack_mode: Annotated[
        Literal["until_draw", "stack", "reset"],
        says(
            "Answering an Attack",
            "How many turns the next player gets when an attacked player attacks.",
            until_draw="Two more if it is answered at once, else two",
            stack="Two more than were left",
            reset="Always two",
        ),
    ] = "until_draw"
    target_timing: Annotated[
        Literal["after_window", "at_play"],
        says(
            "Choosing the victim",
            "When it is said whom a play is aimed at.",
            after_window="After all had time for a Nope",
            at_play="With the play, so the victim knows",
        ),
    ] = "after_window"
    steal_mode: Annotated[
        Literal["pick_index", "random"],
        says(
            "Blind stealing",
            "How a card is taken with two of a kind.",
            pick_index="The thief points at a card",
            random="At random",
        ),
    ] = "pick_index"
    cats_only_pairs: Annotated[bool, says("Only cats combine", "Two or three of a kind must be cats.")] = (
        False
    )
    enable_triple: Annotated[bool, says("Three of a kind", "Demands a card by its name.")] = True
    enable_five: Annotated[bool, says("Five different", "Take a card from the discard pile.")] = True
    five_excludes_own: Annotated[
        bool, says("Five others", "Five different cards do not bring back one of themselves.")
    ] = False
    exploded_hand: Annotated[
        Literal["removed", "discard"],
        says(
            "Cards of the exploded",
            "Where the hand of an exploded player goes.",
            removed="Out of the game",
            discard="To the discard pile",
        ),
    ] = "removed"
    omniscient_dead: Annotated[
        bool, says("The exploded see all", "Exploded players see all hands and the pile.")
    ] = False
    defuse_mode: Annotated[
        Literal["auto", "manual"],
        says("Defusing", "Who plays the Defuse.", auto="It plays itself", manual="The player, in time"),
    ] = "auto"
    nope_window_s: Annotated[
        float, says("Time for a Nope", "Seconds in which a play may be answered.", ge=2, le=15)
    ] = 5.0
    hide_capability: Annotated[
        bool,
        says(
            "Hide who can Nope",
            "Each window is open for 40 to 100 % of its time, whoever holds a Nope, unless all pass.",
        ),
    ] = False
    turn_s: Annotated[int, says("Turn clock", "Seconds for a turn; 0 means no limit.", ge=0, le=180)] = 60
    choice_s: Annotated[int, says("Choice clock", "Seconds for any other choice.", ge=5, le=120)] = 20
    defuse_s: Annotated[int, says("Time to defuse", "Seconds to play the Defuse.", ge=3, le=60)] = 10
    show_probability: Annotated[
        bool, says("Show the danger", "How likely it is that the next card is a kitten.")
    ] = True
    custom_deck: Annotated[
        str, says("Own deck", 'Empty, or JSON: {"name": "...", "cards": {"ATTACK": 4, "SKIP": 6}}.')
    ] = ""
    start_player: Annotated[
        Literal["random", "host", "last_loser"],
        says("First player", "Who begins.", random="Random", host="The host", last_loser="Last loser"),
    ] = "random"


class Action(Struct):
    """Cards that were played and wait for their effect: an id, PAIR, TRIPLE or FIVE; who noped, in order;
    whom and what it is aimed at, where that is known yet.
    """

    kind: str
    cards: list[str]
    nopes: list[str] = []
    target: str | None = None
    demand: str | None = None


class KittensTable(Table, tag="kittens"):
    """`pending`: turns that the player on turn has to take, this one included; `attack`: with how many an
    Attack began this visit, 0 for a normal turn; `taken`: turns of this visit that are over; `out`: who is
    out, in order; `passed`: who let the present window pass; `moment`: the number of the decision.
    """

    options: KittensOptions
    pending: int = 1
    attack: int = 0
    taken: int = 0
    out: list[str] = []
    stack: Action | None = None
    passed: list[str] = []
    moment: int = 0

    @property
    def deck(self) -> Zone:
        """The draw pile."""
        return self.zones["deck"]

    @property
    def discard(self) -> Zone:
        """The discard pile."""
        return self.zones["discard"]

    @property
    def phase(self) -> str:
        """The name of the decision that the game waits for."""
        return self.decisions[0].name

    @property
    def actor(self) -> str:
        """The player on turn, as a text."""
        assert self.turn is not None, "somebody is on turn until the end"
        return self.turn

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


class Kittens(Game[KittensTable, KittensOptions]):
    """The rules of Exploding Kittens."""

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

    def most(self, options: KittensOptions) -> int:
        """As many as there are cards for."""
        return min(self.seats[1], deck_of(options.decks, options.deal_size, options.custom_deck).seats)

    def settle_options(self, options: KittensOptions) -> KittensOptions:
        """A custom deck must be readable and do for two players at least; its counts are kept."""
        deck_of(options.decks, options.deal_size, options.custom_deck)
        return replace(options, custom_deck=compact(options.custom_deck))

    # Deal

    def deal(
        self,
        players: Sequence[str],
        options: KittensOptions,
        rng: Rng,
        now: int,
        previous: KittensTable | None,
        host: str,
    ) -> KittensTable:
        """A Defuse and so many cards for each; kittens and the other Defuses go into the rest."""
        table = KittensTable(players=[Player(id) for id in players], rng=rng, now=now, options=options)
        deck = deck_of(options.decks, options.deal_size, options.custom_deck)
        rest = list(deck.others)
        rng.shuffle(rest)
        for id in players:
            dealt = [rest.pop() for _ in range(options.deal_size)]
            table.add_hand(id, sorted([DEFUSE, *dealt], key=by_kind))
        pile = table.add(Zone(id="deck", kind="pile", seen="nobody", label="Draw pile"))
        table.add(Zone(id="discard", kind="pile", seen="all", label="Discard pile"))
        rest += [DEFUSE] * min(options.extra_defuses, deck.defuses - len(players))
        if options.faster_game:
            rng.shuffle(rest)
            self._removed(table).cards = [rest.pop() for _ in range(len(rest) // 3)]
        pile.cards = rest + [KITTEN] * (len(players) - 1)
        rng.shuffle(pile.cards)
        first = self._first_player(table, previous, host)
        table.tell("dealt", "The cards are dealt. {by} begins.", by=first)
        self._begin_visit(table, first)
        return table

    def _first_player(self, table: KittensTable, previous: KittensTable | None, host: str) -> str:
        wanted = {"random": "", "host": host, "last_loser": _loser(previous)}[table.options.start_player]
        return wanted if wanted in table.active() else table.rng.choice(table.active())

    def _removed(self, table: KittensTable) -> Zone:
        """Where cards are that are out of the game."""
        if "removed" not in table.zones:
            table.add(Zone(id="removed", kind="pile", seen="nobody", label="Out of the game"))
        return table.zones["removed"]

    # Moves

    def moves(self, table: KittensTable, player: str) -> list[Form]:
        """What the present decision asks of this player, tied to its moment."""
        if player not in table.decisions[0].players:
            return []
        forms = _forms_of(table, player)
        for one in forms:
            one.ties = {"moment": table.moment}
        return forms

    def refusal(self, table: KittensTable, player: str, name: str, args: Args) -> Refused:
        """The sentence and the code that fit the moment."""
        moment = args.get("moment")
        if type(moment) is int and 0 < moment < table.moment:
            return Refused("Too late: that moment has passed.", "stale_move")
        if name == "nope":
            if table.phase != "nope":
                return Refused("There is nothing that could be noped.")
            if table.top() == player:
                return Refused("You cannot nope your own card.")
            return Refused("You have no Nope, or you have let this happen.")
        if name == "play" and table.turn == player and table.phase == "turn":
            return Refused("You cannot play that now.")
        return super().refusal(table, player, name, args)

    # Play

    def play(self, table: KittensTable, player: str, name: str, args: Args) -> None:
        """One method for each move."""
        match name:
            case "play":
                self._play(table, player, args["cards"], args.get("target"), args.get("name"))
            case "draw":
                self._draw(table, player)
            case "nope":
                self._nope(table, player)
            case "pass":
                self._pass(table, player)
            case "target":
                table.action.target = args["player"]
                self._reach(table)
            case "name":
                table.action.demand = args["card"]
                self._demand(table)
            case "pick":
                self._steal(table, args["index"])
            case "give":
                self._give(table, args["card"][0])
            case "take":
                self._take(table, args["card"][0])
            case "done":
                self._put_back_peeked(table)
                self._back_to_turn(table)
            case "defuse":
                self._defuse(table)
            case "explode":
                self._explode(table)
            case "insert":
                self._insert(table, args["position"])

    def _play(
        self, table: KittensTable, player: str, cards: list[str], target: str | None, demand: str | None
    ) -> None:
        kind = COMBINATIONS[len(cards)] if len(cards) > 1 else IDS[cards[0]]
        moved = table.move(cards, table.hand(player), table.discard)
        table.stack = Action(kind, list(cards), target=target, demand=demand)
        text = "{by} plays {what}" + (" against {target}" if target else "")
        text += ", demanding {demand}." if demand else "."
        told = CARDS[demand].name if demand else ""
        what = _words_of(table.stack)
        table.tell("played", text, by=player, cards=[moved], what=what, target=target or "", demand=told)
        self._open_window(table)

    def _open_window(self, table: KittensTable) -> None:
        """Everybody but the player of the top card is asked. How long may not depend on any hand where it is
        to be hidden who can answer.
        """
        table.passed = []
        seconds = table.options.nope_window_s
        if table.options.hide_capability:
            low, high = (round(part * seconds * 1000) for part in UNHURRIED)
            seconds = table.rng.between(low, high) / 1000
        self._await(table, "nope", table.others(table.top()), seconds, optional=True)
        self._close_if_settled(table)

    def _close_if_settled(self, table: KittensTable) -> None:
        """The window closes when all have passed, and when nobody is left who holds a Nope, unless that is
        to be hidden.
        """
        asked = [id for id in table.decisions[0].players if id not in table.passed]
        if table.options.hide_capability:
            settled = not asked
        else:
            settled = not any(NOPE in table.hand(id).cards for id in asked)
        if settled:
            self._close_window(table)

    def _nope(self, table: KittensTable, player: str) -> None:
        moved = table.move([NOPE], table.hand(player), table.discard)
        text = "{by} says Nope to {player}."
        table.tell("noped", text, by=player, tone="bad", cards=[moved], player=table.top())
        table.action.nopes.append(player)
        self._open_window(table)

    def _pass(self, table: KittensTable, player: str) -> None:
        table.passed.append(player)
        table.tell("passed", "You let it happen.", by=player, tone="quiet", seen=[player])
        self._close_if_settled(table)

    def _close_window(self, table: KittensTable) -> None:
        table.passed = []
        if len(table.action.nopes) % 2:
            self._fizzle(table, "cancelled", "{what} is cancelled.")
            return
        table.tell("window_closed", tone="quiet")
        match table.action.kind:
            case "ATTACK":
                self._attack(table)
            case "SKIP":
                table.tell("skipped", "{by} skips.", by=table.turn)
                self._end_turn(table)
            case "SHUFFLE":
                table.rng.shuffle(table.deck.cards)
                table.tell("shuffled", "{by} shuffles the pile.", by=table.turn)
                self._back_to_turn(table)
            case "SEE_THE_FUTURE":
                self._peek(table)
            case "FIVE":
                self._await(table, "take", [table.actor], table.options.choice_s)
            case _:
                self._aim(table)

    def _fizzle(self, table: KittensTable, type: str, text: str) -> None:
        table.tell(type, text, by=table.turn, tone="quiet", what=_words_of(table.action))
        self._back_to_turn(table)

    # What plays do

    def _attack(self, table: KittensTable) -> None:
        """An Attack in answer to an Attack adds up, as the options say."""
        mode = table.options.attack_mode
        adds = table.attack and (mode == "stack" or (mode == "until_draw" and not table.taken))
        turns = ATTACK_TURNS + (table.pending if adds else 0)
        victim = table.after(table.actor)
        text = "{by} attacks: {player} has to take {turns} turns."
        table.tell("attacked", text, by=table.turn, tone="bad", player=victim, turns=turns)
        self._begin_visit(table, victim, turns, attack=turns)

    def _peek(self, table: KittensTable) -> None:
        """The top cards lie in a row that only this player sees, the top one last, until they go back."""
        deck = table.deck
        row = Zone(
            id="peek",
            kind="row",
            owner=table.turn,
            seen=[table.actor, *table.all_seeing()],
            label="Top cards",
        )
        moved = table.move(deck.cards[-PEEKED:], deck, table.add(row))
        table.tell("peeked", "{by} looks at the top cards.", by=table.turn, cards=[moved])
        self._await(table, "peek", [table.actor], table.options.choice_s, optional=True)

    def _put_back_peeked(self, table: KittensTable) -> None:
        moved = table.move_all(table.zones.pop("peek"), table.deck)
        table.tell("put_back", tone="quiet", by=table.turn, cards=[moved])

    def _aim(self, table: KittensTable) -> None:
        """A play needs a target: it has one, there is one, or the player chooses. If nobody is left who has
        a card, nothing happens.
        """
        action, targets = table.action, table.targets(table.action.kind)
        if action.target is None and len(targets) > 1:
            self._await(table, "target", [table.actor], table.options.choice_s)
            return
        if action.target is None and targets:
            action.target = targets[0]
        if action.target in targets:
            self._reach(table)
        else:
            self._fizzle(table, "no_effect", "{what} has no effect.")

    def _reach(self, table: KittensTable) -> None:
        """The target is known. What is left to choose is asked; a single card moves without asking."""
        action = table.action
        hand = table.hand(action.target or "").cards
        if action.kind == "TRIPLE" and action.demand is not None:
            self._demand(table)
        elif action.kind == "TRIPLE":
            self._ask(table, "name", table.actor)
        elif action.kind == "FAVOR" and len(hand) > 1:
            self._ask(table, "give", action.target or "")
        elif action.kind == "FAVOR":
            self._give(table, hand[0])
        elif len(hand) > 1 and table.options.steal_mode == "pick_index":
            self._ask(table, "pick", table.actor)
        else:
            self._steal(table, 1)

    def _ask(self, table: KittensTable, name: str, player: str) -> None:
        action = table.action
        text = "{by} aims {what} at {target}."
        table.tell("aimed", text, by=table.turn, what=_words_of(action), target=action.target or "")
        self._await(table, name, [player], table.options.choice_s)

    def _give(self, table: KittensTable, card: str) -> None:
        moved = self._hand_over(table, card)
        text = "{by} gives {player} a card."
        table.tell("gave", text, by=table.action.target, cards=[moved], player=table.actor)
        self._back_to_turn(table)

    def _steal(self, table: KittensTable, index: int) -> None:
        """The hand is shuffled and lies face down; `index` counts from 1."""
        cards = list(table.hand(table.action.target or "").cards)
        table.rng.shuffle(cards)
        moved = self._hand_over(table, cards[index - 1])
        text = "{by} takes a card from {player}."
        table.tell("stole", text, by=table.turn, cards=[moved], player=table.action.target or "")
        self._back_to_turn(table)

    def _demand(self, table: KittensTable) -> None:
        target, demand = table.action.target or "", table.action.demand or ""
        found = CODES[demand] in table.hand(target).cards
        moved = [self._hand_over(table, CODES[demand])] if found else []
        text = "{by} demands {card} from {player} "
        text += "and gets it." if found else "in vain."
        name = CARDS[demand].name
        table.tell("demanded", text, by=table.turn, cards=moved, player=target, card=name, found=found)
        self._back_to_turn(table)

    def _hand_over(self, table: KittensTable, card: str) -> Moved:
        """A card goes from the target to the player on turn."""
        hand = table.hand(table.actor)
        moved = table.move([card], table.hand(table.action.target or ""), hand)
        hand.cards.sort(key=by_kind)
        return moved

    def _take(self, table: KittensTable, card: str) -> None:
        hand = table.hand(table.actor)
        moved = table.move([card], table.discard, hand)
        hand.cards.sort(key=by_kind)
        text = "{by} takes {card} from the discard pile."
        table.tell("took", text, by=table.turn, cards=[moved], card=CARDS[IDS[card]].name)
        self._back_to_turn(table)

    # Drawing

    def _draw(self, table: KittensTable, player: str) -> None:
        deck, hand = table.deck, table.hand(player)
        if not deck.cards:
            table.tell("nothing_left", "The pile is empty: {by} draws nothing.", by=player)
            self._end_turn(table)
        elif deck.cards[-1] == KITTEN:
            self._meet_kitten(table, player)
        else:
            moved = table.move([deck.cards[-1]], deck, hand)
            hand.cards.sort(key=by_kind)
            table.tell("drew", "{by} draws a card.", by=player, cards=[moved])
            self._end_turn(table)

    def _meet_kitten(self, table: KittensTable, player: str) -> None:
        row = table.add(Zone(id="kitten", kind="row", owner=player, seen="all", label="Drawn"))
        moved = table.move([KITTEN], table.deck, row)
        table.tell("kitten", "{by} draws an Exploding Kitten!", by=player, tone="bad", cards=[moved])
        if DEFUSE not in table.hand(player).cards:
            self._explode(table)
        elif table.options.defuse_mode == "manual":
            self._await(table, "defuse", [player], table.options.defuse_s)
        else:
            self._defuse(table)

    def _defuse(self, table: KittensTable) -> None:
        moved = table.move([DEFUSE], table.hand(table.actor), table.discard)
        table.tell("defused", "{by} defuses it.", by=table.turn, tone="good", cards=[moved])
        self._await(table, "insert", [table.actor], table.options.choice_s)

    def _insert(self, table: KittensTable, position: int) -> None:
        """Only this player knows where the kitten is: so many cards lie on it."""
        self._hide_kitten(table, position)
        self._end_turn(table)

    def _hide_kitten(self, table: KittensTable, position: int) -> None:
        deck, player = table.deck, table.actor
        moved = table.move([KITTEN], table.zones["kitten"], deck, at=len(deck.cards) - position)
        del table.zones["kitten"]
        table.tell("inserted", "{by} puts the kitten back into the pile.", by=player, cards=[moved])
        text = "Cards that you left above the kitten: {position}."
        table.tell("placed", text, by=player, tone="quiet", seen=[player], position=position)

    def _explode(self, table: KittensTable) -> None:
        player = table.actor
        table.tell("exploded", "{by} explodes.", by=player, tone="bad")
        place = table.add(
            Zone(id=f"exploded:{player}", kind="display", owner=player, seen="all", label="Exploded")
        )
        moved = table.move_all(table.zones.pop("kitten"), place)
        table.tell("kitten_stays", tone="quiet", by=player, cards=[moved])
        discards = table.options.exploded_hand == "discard"
        self._out(table, player, table.discard if discards else self._removed(table))
        self._open_all(table)
        self._go_on_without(table, player)

    def _open_all(self, table: KittensTable) -> None:
        """From now on the exploded see every hand and the draw pile, where the options want that."""
        for zone in (*(table.hand(one.id) for one in table.players), table.deck):
            zone.seen = [*([zone.owner] if zone.owner else []), *table.all_seeing()]

    # Turns

    def _await(
        self, table: KittensTable, name: str, players: list[str], seconds: float, *, optional: bool = False
    ) -> None:
        """Wait for this decision and no other. No seconds: for ever."""
        table.moment += 1
        until = table.in_seconds(seconds) if seconds else None
        table.decisions = [Decision(name, players, until, optional)]

    def _begin_visit(self, table: KittensTable, player: str, turns: int = 1, attack: int = 0) -> None:
        table.turn, table.pending, table.attack, table.taken = player, turns, attack, 0
        self._back_to_turn(table)

    def _back_to_turn(self, table: KittensTable) -> None:
        table.stack = None
        self._await(table, "turn", [table.actor], table.options.turn_s)

    def _end_turn(self, table: KittensTable) -> None:
        """One turn is over, by drawing or by Skip."""
        table.pending -= 1
        table.taken += 1
        if table.pending:
            self._back_to_turn(table)
        else:
            self._begin_visit(table, table.after(table.actor))

    # Without the player

    def timeout(self, table: KittensTable, decision: Decision) -> None:
        """The window closes, or the clock decides: it draws, chooses at random, or does not defuse."""
        if decision.name in ("nope", "hush"):  # hush: a second end of windows that an earlier release stored
            self._close_window(table)
            return
        player = decision.players[0]
        table.tell("timed_out", "{by} ran out of time.", by=player, tone="quiet")
        table.decisions = [decision]
        self._decide_for(table, player)

    def _decide_for(self, table: KittensTable, player: str) -> None:
        chance, action = table.rng, table.stack
        match table.phase:
            case "turn":
                self._draw(table, player)
            case "peek":
                self.play(table, player, "done", {})
            case "defuse":
                self._explode(table)
            case "target":
                assert action is not None, "something is aimed"
                self.play(table, player, "target", {"player": chance.choice(table.targets(action.kind))})
            case "name":
                self.play(table, player, "name", {"card": chance.choice(NAMES).value})
            case "pick":
                self._steal(table, 1)
            case "give":
                self._give(table, chance.choice(table.hand(player).cards))
            case "take":
                self._take(table, chance.choice(table.takeable()))
            case "insert":
                self._insert(table, chance.between(0, len(table.deck.cards)))

    def leave(self, table: KittensTable, player: str) -> None:
        """The leaver is out without a kitten and the hand out of the game; what the leaver had begun is
        dropped. Only a kitten is settled before, and a favor paid.
        """
        phase, asked = table.phase, player in table.decisions[0].players
        if phase == "defuse" and asked:
            self._explode(table)
            return
        if phase == "insert" and asked:
            self._hide_kitten(table, table.rng.between(0, len(table.deck.cards)))
        if phase == "peek" and asked:
            self._put_back_peeked(table)
        if phase == "give" and asked:
            self._give(table, table.rng.choice(table.hand(player).cards))
        self._out(table, player, self._removed(table))
        self._go_on_without(table, player)

    def _out(self, table: KittensTable, player: str, target: Zone) -> None:
        """A player is out of the game and everybody else has outlived one more."""
        table.depart(player)
        table.out.append(player)
        for id in table.active():
            table.player(id).score += 1
        moved = table.move_all(table.hand(player), target)
        table.tell("hand_gone", tone="quiet", by=player, cards=[moved])

    def _go_on_without(self, table: KittensTable, player: str) -> None:
        if len(table.active()) == 1:
            self._finish(table, table.active()[0])
        elif table.turn == player:
            self._begin_visit(table, table.after(player))
        elif table.phase == "nope":
            self._close_if_settled(table)
        elif table.phase == "target" and len(table.targets(table.action.kind)) < 2:
            self._aim(table)
        elif table.phase in ("pick", "name") and table.action.target == player:
            self._fizzle(table, "no_effect", "{what} has no effect.")

    # The end

    def _finish(self, table: KittensTable, winner: str) -> None:
        """The last one alive wins; the later out, the better."""
        table.stack = None
        text = f"{{{winner}}} is the last one alive and wins."
        table.finish([winner], "last_alive", text, lambda player: (-player.score,))

    # What people see

    def prompt(self, table: KittensTable, player: str | None) -> str:
        """What this viewer is waited for, or whom everybody waits for."""
        if table.phase == "nope":
            return _window_prompt(table, player)
        asked = table.decisions[0].players[0]
        return _own_prompt(table) if asked == player else _waiting_prompt(table, asked)

    def facts(self, table: KittensTable, player: str | None) -> list[Fact]:
        """How many turns are to be taken, and how dangerous the next card is."""
        facts = [Fact("Turns to take", str(table.pending))]
        if table.options.show_probability and (size := table.size()):
            kittens = table.kittens()
            facts.append(Fact("Danger", f"{kittens / size:.0%} ({kittens} of {size})"))
        return facts

    def conceal(self, table: KittensTable, viewer: str | None) -> None:
        """Who passed is known only to themselves."""
        table.passed = [player for player in table.passed if player == viewer]

    def marks(self, table: KittensTable, player: str) -> list[Mark]:
        """Who has several turns to take, and who is out."""
        if player in table.out:
            return [Mark("exploded" if f"exploded:{player}" in table.zones else "out", "bad")]
        several = table.turn == player and table.pending > 1
        return [Mark(f"{table.pending} turns", "bad")] if several else []


GAME = Kittens()


def _loser(previous: KittensTable | None) -> str:
    """Who came last in the last game; empty if there was none."""
    return previous.result.standing[-1].id if previous and previous.result else ""


def _forms_of(table: KittensTable, player: str) -> list[Form]:
    """What the present decision asks of this player, who is one of those it waits for."""
    hand = table.hand(player)
    match table.phase:
        case "turn":
            return [*_play_forms(table, player), form("draw", "Draw", tone="primary")]
        case "nope" if player in table.passed:
            return []
        case "nope":
            nope = [form("nope", "Nope!", tone="danger")] if NOPE in hand.cards else []
            return [*nope, form("pass", "Let it happen", tone="quiet")]
        case "target":
            return [form("target", "Choose a player", _target_field(table, table.action.kind))]
        case "name":
            return [form("name", "Demand a card", ChoiceField(name="card", of=NAMES))]
        case "pick":
            count = len(table.hand(table.action.target or "").cards)
            return [form("pick", "Take a card", NumberField(name="index", min=1, max=count))]
        case "give":
            return [form("give", "Give a card", _one_of("card", hand), tone="primary")]
        case "take":
            return [form("take", "Take a card", _one_of("card", table.discard, table.takeable()))]
        case "peek":
            return [form("done", "Put them back", tone="primary")]
        case "defuse":
            return [form("defuse", "Defuse", tone="primary"), form("explode", "Explode", tone="quiet")]
        case _:
            return [form("insert", "Put the kitten back", _place_field(table), tone="primary")]


def _play_forms(table: KittensTable, player: str) -> list[Form]:
    """A form for each kind of play that these cards and options allow."""
    options, hand = table.options, table.hand(player)
    counts = Counter(hand.cards)
    favor = [CODES["FAVOR"]]
    alone = [card for card in counts if card in ALONE and card not in favor]
    forms = [form("play", "Play a card", _cards(hand, 1, alone))] if alone else []
    if favor[0] in counts and table.targets("FAVOR"):
        forms.append(form("play", "Ask a favor", _cards(hand, 1, favor), *_aim_fields(table, "FAVOR")))
    for many, label in ((2, "Two of a kind"), (3, "Three of a kind")):
        kind = COMBINATIONS[many]
        alike = [card for card in counts if counts[card] >= many]
        if options.cats_only_pairs:
            alike = [card for card in alike if card in CATS]
        if alike and table.targets(kind) and (many == 2 or options.enable_triple):
            fields = (_cards(hand, many, alike, "same"), *_aim_fields(table, kind))
            forms.append(form("play", label, *fields))
    return forms + _five_forms(table, player, counts)


def _five_forms(table: KittensTable, player: str, counts: Counter[str]) -> list[Form]:
    """Who has to spend or might spend the only Defuse is asked whether that is meant."""
    hand, options = table.hand(player), table.options
    if not options.enable_five or (options.five_excludes_own and not set(table.discard.cards) - {KITTEN}):
        return []
    kinds = list(counts)
    safe = [card for card in kinds if card != DEFUSE or counts[DEFUSE] > 1]
    forms = []
    if len(safe) >= 5:
        forms.append(form("play", "Five different", _cards(hand, 5, safe, "distinct")))
    if len(kinds) >= 5 and len(safe) < len(kinds):
        fields = _cards(hand, 5, kinds, "distinct")
        question = "Your only Defuse may be among these cards. Play them?"
        forms.append(form("play", "Five different, Defuse too", fields, confirm=question))
    return forms


def _aim_fields(table: KittensTable, kind: str) -> list[Field]:
    """What is said with the play where the options want that."""
    if table.options.target_timing == "after_window":
        return []
    demand = [ChoiceField(name="name", label="Card", of=NAMES)] if kind == "TRIPLE" else []
    return [_target_field(table, kind, "target"), *demand]


def _target_field(table: KittensTable, kind: str, name: str = "player") -> PlayerField:
    return PlayerField(name=name, label="From", of=table.targets(kind))


def _place_field(table: KittensTable) -> NumberField:
    size = len(table.deck.cards)
    label = f"0 is the top, {size} the bottom"
    return NumberField(name="position", label=label, min=0, max=size, low="Top", high="Bottom")


def _waiting_prompt(table: KittensTable, asked: str) -> str:
    target = f"{{{table.stack.target}}}" if table.stack and table.stack.target else ""
    doing = {
        "turn": "take a turn",
        "target": "choose a player",
        "name": f"name a card of {target}",
        "pick": f"pick a card of {target}",
        "give": f"give {{{table.turn}}} a card",
        "take": "take a card from the discard pile",
        "peek": "look at the top cards",
        "defuse": "defuse the kitten",
        "insert": "put the kitten back",
    }
    return f"Waiting for {{{asked}}} to {doing[table.phase]}."


def _own_prompt(table: KittensTable) -> str:
    action = table.stack
    target = f"{{{action.target}}}" if action and action.target else ""
    words = {
        "turn": "Your turn: play cards, then draw one.",
        "target": f"Whom do you mean with {_words_of(action) if action else ''}?",
        "name": f"Which card do you demand from {target}?",
        "pick": f"Which card of {target} do you take?",
        "give": f"{{{table.turn}}} asks you for a favor: give a card.",
        "take": "Which card do you take from the discard pile?",
        "peek": "These are the top cards; the rightmost one comes first.",
        "defuse": "You drew a kitten! Defuse it in time.",
        "insert": "Defused. Where in the pile do you put the kitten?",
    }
    return words[table.phase]


def _window_prompt(table: KittensTable, player: str | None) -> str:
    action = table.action
    played = f"{{{table.turn}}} plays {_words_of(action)}"
    played += f" against {{{action.target}}}" if action.target else ""
    noped = f", {{{action.nopes[-1]}}} says Nope" if action.nopes else ""
    open_to = player in table.decisions[0].players and player not in table.passed
    return f"{played}{noped}. " + ("Do you let it happen?" if open_to else "Wait for the others.")


def _cards(
    hand: Zone, count: int, of: list[str], kinds: Literal["any", "same", "distinct"] = "any"
) -> CardsField:
    return CardsField(name="cards", zones=[hand.id], min=count, max=count, of=of, kinds=kinds)


def _one_of(name: str, zone: Zone, of: list[str] | None = None) -> CardsField:
    field = CardsField(name=name, zones=[zone.id], min=1, max=1)
    field.of = of if of is not None else field.of
    return field


def _words_of(action: Action) -> str:
    """What was played, as people say it."""
    names = [CARDS[IDS[card]].name for card in action.cards]
    if action.kind in ("PAIR", "TRIPLE"):
        return f"{len(names)} × {names[0]}"
    return "five different cards" if action.kind == "FIVE" else names[0]
