"""What players of Exploding Kittens decide, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from cheat.errors import Refused
from cheat.games.asks import Ask, CardWindow, Reason, Reasons
from cheat.games.decks import kittens as deck
from cheat.games.moves import ChoiceField, Field, Form, NumberField, PlayerField, form, one_of, some_of
from cheat.games.table import Zone
from cheat.words import Arg, Text

if TYPE_CHECKING:
    from cheat.games.kittens import KittensTable

PEEKED, DRAW = 3, form("draw", "Draw", tone="primary")
SPENT = "Your only Defuse may be among these cards. Play them?"


class Action(Struct, gc=False):
    """Cards that wait for their effect, who noped, in order, and whom and what is known to be meant."""

    kind: str
    cards: list[str]
    nopes: list[str] = []
    target: str = ""
    demand: str = ""


class KittensAsk(Ask["KittensTable"]):
    clock = "choice_s"
    reasons: ClassVar[Reasons] = (Reason("nope", "There is nothing that could be noped.", anybody=True),)

    def slots(self, t: KittensTable) -> dict[str, Arg]:
        slots, play = super().slots(t), t.stack
        return {**slots, "what": deck.spoken(play.cards), "target": play.target} if play else slots

    def without(self, t: KittensTable, leaver: str) -> None:
        if t.stack and t.stack.target == leaver:
            t.fizzle()


class Turn(KittensAsk):
    id, clock, by_clock = "turn", "turn_s", "draw"
    mine, theirs = "Your turn: play cards, then draw one.", "Waiting for {asked} to take a turn."
    reasons = (*KittensAsk.reasons, Reason("play", "You cannot play that now."))

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        """One for each kind of play. Who might spend the only Defuse is asked whether that is meant."""
        hand, options, forms = t.hand(player), t.options, []
        fives = options.enable_five and (not options.five_excludes_own or {*t.discard.cards} - {deck.KITTEN})
        found = deck.combinations(hand.cards, options.cats_only_pairs, options.enable_triple, bool(fives))
        for label, aimed, size, faces in found:
            if not aimed or any(t.targets(aimed)):
                fields: list[Field] = [some_of("cards", hand, faces, size, alike=size < 5)]
                if aimed and options.target_timing == "at_play":
                    fields.append(PlayerField(name="target", label="From", of=list(t.targets(aimed))))
                    if aimed == "TRIPLE":
                        fields.append(ChoiceField(name="name", label="Card", of=deck.DEMANDS))
                confirm = SPENT if label == deck.SPENDS_DEFUSE else ""
                forms.append(Form(name="play", label=label, confirm=confirm, fields=fields))
        return [*forms, DRAW]

    def play(self, t: KittensTable, player: str, cards: list[str], target: str = "", name: str = "") -> None:
        moved = t.move(cards, t.hand(player), t.discard)
        t.stack = Action(deck.kind_of(cards), list(cards), target=target, demand=name)
        what, demand = deck.spoken(cards), deck.name_of(deck.CODES[name]) if name else ""
        told = "{by} plays {what} against {target}." if target else "{by} plays {what}."
        if demand:
            told = "{by} plays {what} against {target}, demanding {demand}."
        t.tell("played", told, by=player, cards=[moved], what=what, target=target, demand=demand)
        NOPES.open(t)

    def draw(self, t: KittensTable, player: str) -> None:
        top = t.deck.cards[-1:]
        if top == [deck.KITTEN]:
            row = t.add(Zone(id="kitten", kind="row", owner=player, seen="all", label="Drawn"))
            moved, told = t.move(top, t.deck, row), "{by} draws an Exploding Kitten!"
            t.tell("kitten", told, by=player, tone="bad", kind="danger", cards=[moved])
            Defuse().open(t, player)
            return
        if top:
            t.tell("drew", "{by} draws a card.", by=player, cards=[t.move(top, t.deck, t.hand(player))])
        else:
            t.tell("nothing_left", "The pile is empty: {by} draws nothing.", by=player)
        t.end_turn()


class Nopes(CardWindow["KittensTable"], KittensAsk):
    id, clock, hush = "nope", "nope_window_s", "hide_capability"
    card, answer = deck.NOPE, form("nope", "Nope!", tone="danger")

    def asked(self, t: KittensTable) -> list[str]:
        return t.others(t.top())

    def nope(self, t: KittensTable, player: str) -> None:
        moved, told = t.move([deck.NOPE], t.hand(player), t.discard), "{by} says Nope to {player}."
        t.tell("noped", told, by=player, tone="bad", kind="nope", cards=[moved], player=t.top())
        t.count(player, "nopes")
        t.action.nopes.append(player)
        self.open(t)

    def close(self, t: KittensTable) -> None:
        """An odd number of Nopes cancels; otherwise the play has its effect."""
        if len(t.action.nopes) % 2:
            t.fizzle("cancelled", "{what} is cancelled.")
        else:
            t.tell("window_closed", tone="quiet")
            EFFECTS.get(t.action.kind, TARGET.open)(t)

    def no_nope(self, t: KittensTable, player: str) -> Refused:
        own, none = "You cannot nope your own card.", "You have no Nope, or you have let this happen."
        return Refused(own if t.top() == player else none)

    def slots(self, t: KittensTable) -> dict[str, Arg]:
        slots, what = super().slots(t), deck.spoken(t.action.cards)
        what = Text("{what} against {target}", slots) if t.action.target else what
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
            t.fizzle()

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("target", "Choose a player", PlayerField(name="player", label="From", of=t.aims()))]

    def target(self, t: KittensTable, _: str, player: str) -> None:
        t.action.target = player
        choice, asked = CHOICES[t.action.kind], player if t.action.kind == "FAVOR" else t.actor
        if choice.put(t, asked):
            told = "{by} aims {what} at {target}."
            t.tell("aimed", told, by=t.turn, what=deck.spoken(t.action.cards), target=player)

    def without(self, t: KittensTable, leaver: str) -> None:
        if len(t.aims()) < 2:
            self.open(t)


class Demand(KittensAsk):
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
            t.count(player, "got")
        t.tell("demanded", told, by=player, cards=moved, player=target, card=deck.name_of(code), found=found)
        t.back_to_turn()


class Pick(KittensAsk):
    id, by_clock, mine = "pick", "pick", "Which card of {target} do you take?"
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
        t.count(player, "got")
        t.tell("stole", "{by} takes a card from {player}.", by=player, cards=[moved], player=target)
        t.back_to_turn()


class Give(KittensAsk):
    id, settled, mine = "give", True, "{turn} asks you for a favor: give a card."
    theirs = "Waiting for {asked} to give {turn} a card."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("give", "Give a card", one_of("card", t.hand(player)), tone="primary")]

    def give(self, t: KittensTable, player: str, card: list[str]) -> None:
        moved = t.move(card, t.hand(player), t.hand(t.actor))
        t.count(t.actor, "got")
        t.tell("gave", "{by} gives {player} a card.", by=player, cards=[moved], player=t.actor)
        t.back_to_turn()


class Take(KittensAsk):
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

    id, optional, settled, always = "peek", True, True, (form("done", "Put them back", tone="primary"),)
    mine = "These are the top cards; the rightmost one comes first."
    theirs = "Waiting for {asked} to look at the top cards."

    def open(self, t: KittensTable) -> None:
        seen = [t.actor, *t.all_seeing()]
        row = t.add(Zone(id="peek", kind="row", owner=t.turn, seen=seen, label="Top cards"))
        moved = t.move(t.deck.cards[-PEEKED:], t.deck, row)
        t.tell("peeked", "{by} looks at the top cards.", by=t.turn, cards=[moved])
        t.ask(Peek, t.actor)

    def done(self, t: KittensTable, player: str) -> None:
        t.tell("put_back", tone="quiet", by=player, cards=[t.move_all(t.zones.pop("peek"), t.deck)])
        t.back_to_turn()


class Defuse(KittensAsk):
    """A kitten was drawn, and the Defuse has to be played in time, unless it plays itself."""

    id, clock, by_clock, settled = "defuse", "defuse_s", "explode", True
    mine, theirs = "You drew a kitten! Defuse it in time.", "Waiting for {asked} to defuse the kitten."
    always = (form("defuse", "Defuse", tone="primary"), form("explode", "Explode", tone="quiet"))

    def open(self, t: KittensTable, player: str) -> None:
        if deck.DEFUSE not in t.hand(player).cards:
            self.explode(t, player)
        elif t.options.defuse_mode == "manual":
            t.ask(Defuse, player)
        else:
            self.defuse(t, player)

    def defuse(self, t: KittensTable, player: str) -> None:
        moved = t.move([deck.DEFUSE], t.hand(player), t.discard)
        t.tell("defused", "{by} defuses it.", by=player, tone="good", kind="defused", cards=[moved])
        t.count(player, "defused")
        t.ask(Insert, player)

    def explode(self, t: KittensTable, player: str) -> None:
        t.tell("exploded", "{by} explodes.", by=player, tone="bad", kind="explosion")
        place = Zone(id=f"exploded:{player}", kind="display", owner=player, seen="all", label="Exploded")
        moved = t.move_all(t.zones.pop("kitten"), t.add(place))
        t.tell("kitten_stays", tone="quiet", by=player, cards=[moved])
        t.depart(player)
        t.out_of_the_game(player, t.discard if t.options.exploded_hand == "discard" else t.removed)
        for zone in (*(t.hand(one.id) for one in t.players), t.deck):
            zone.seen = [*([zone.owner] if zone.owner else []), *t.all_seeing()]


class Insert(KittensAsk):
    """Where the kitten goes back into the pile: so many cards above it. Only its player knows where."""

    id, settled, mine = "insert", True, "Defused. Where in the pile do you put the kitten?"
    theirs = "Waiting for {asked} to put the kitten back."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        size, label = len(t.deck.cards), "0 is the top, {size} the bottom"
        place = NumberField(name="position", label=label, min=0, max=size, low="Top", high="Bottom")
        return [form("insert", "Put the kitten back", place, tone="primary", slots={"size": size})]

    def insert(self, t: KittensTable, player: str, position: int) -> None:
        place = len(t.deck.cards) - position
        moved = t.move([deck.KITTEN], t.zones.pop("kitten"), t.deck, at=place, placed=[player])
        t.tell("inserted", "{by} puts the kitten back into the pile.", by=player, cards=[moved])
        told = "Cards that you left above the kitten: {position}."
        t.tell("placed", told, by=player, tone="quiet", seen=[player], position=position)
        t.end_turn()


NOPES, TARGET = Nopes(), Target()
EFFECTS: dict[str, Callable[[KittensTable], object]] = {
    "ATTACK": lambda t: t.attack_next(),
    "SKIP": lambda t: t.skip(),
    "SHUFFLE": lambda t: t.shuffle(),
    "SEE_THE_FUTURE": Peek().open,
    "FIVE": lambda t: t.ask(Take, t.actor),
}
"""What plays do that are aimed at nobody."""
CHOICES: dict[str, KittensAsk] = {"FAVOR": Give(), "PAIR": Pick(), "TRIPLE": Demand()}
"""What is left to choose when it is known at whom a play is aimed."""
ASKS = (Turn(), NOPES, TARGET, *CHOICES.values(), Take(), Peek(), Defuse(), Insert())
