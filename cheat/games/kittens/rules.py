"""Exploding Kittens, the base edition. The text `rules` below explains it to players.

A play is one or more cards that a player plays together. The cards go to the discard pile at once. Players
may answer a play, or a Nope, with a Nope. An odd number of Nopes cancels the play. After an even number, the
player makes the choices that the play still needs, and the play takes effect.

While no kitten waits to be defused, the draw pile holds one kitten fewer than there are players that have not
exploded. Players that have left the game count among them. So all players know the chance of an explosion,
and the draw pile cannot run out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec import Struct

from cheat.engine.decisions import CardReactionWindow, DecisionKind, Reason, Reasons
from cheat.engine.forms import ChoiceField, Field, Form, NumberField, PlayerField, form, one_of, some_of
from cheat.engine.game import CardConservation, Game
from cheat.engine.options import Options, choice, flag, number, options_type, whole_number, words
from cheat.engine.table import Badge, Fact, Table, Zone
from cheat.errors import Refused
from cheat.games.kittens import deck
from cheat.games.kittens.addressed import ADDRESSED
from cheat.games.kittens.awards import AWARDS
from cheat.games.kittens.hints import HINTS
from cheat.games.kittens.presets import PRESETS
from cheat.i18n.messages import Arg, Text, Words, plural, text

PEEKED, DRAW = 3, form("draw", "Draw", tone="primary", pile="deck")
CONFIRM_DEFUSE = "Your only Defuse may be among these cards. Play them?"


class Play(Struct, gc=False):
    """A play that has not taken effect yet.

    `nopes`: the players that have answered with a Nope, in order. `target` and `demand` are empty until the
    player has chosen them.
    """

    kind: str
    cards: list[str]
    nopes: list[str] = []
    target: str = ""
    demand: str = ""


class KittensDecision(DecisionKind["KittensTable"]):
    clock = "choice_s"
    reasons: ClassVar[Reasons] = (Reason("nope", "There is nothing to nope right now.", for_all=True),)

    def slots(self, t: KittensTable) -> dict[str, Arg]:
        slots, play = super().slots(t), t.pending_play
        if play is None:
            return slots
        about = {"by": t.actor, "player": play.target, "target": play.target}
        return {**slots, **about, "what": deck.cards_text(play.cards)}

    def after_leave(self, t: KittensTable, leaver: str) -> None:
        if t.pending_play and t.pending_play.target == leaver:
            t.fizzle()


class Turn(KittensDecision):
    id, clock, timeout_form = "turn", "turn_s", "draw"
    own_prompt, others_prompt = "Your turn: play cards, then draw one.", "Waiting for {asked} to take a turn."
    reasons = (*KittensDecision.reasons, Reason("play", "You can't play that now."))

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        """Return one form for each kind of play.

        If the hand has a single Defuse, a form with which the player could spend it asks for confirmation.
        """
        hand, options, forms = t.hand(player), t.options, []
        fives = options.enable_five and (not options.five_excludes_own or {*t.discard.cards} - {deck.KITTEN})
        combinations = deck.combinations(
            hand.cards, options.cats_only_pairs, options.enable_triple, bool(fives)
        )
        for label, aimed, size, faces in combinations:
            if not aimed or any(t.targets(aimed)):
                fields: list[Field] = [some_of("cards", hand, faces, size, equal=size < 5)]
                if aimed and options.target_timing == "at_play":
                    fields.append(PlayerField(name="target", label="From", of=list(t.targets(aimed))))
                    if aimed == "TRIPLE":
                        fields.append(ChoiceField(name="name", label="Card", of=deck.DEMANDS))
                confirm = CONFIRM_DEFUSE if label == deck.SPENDS_DEFUSE else ""
                forms.append(Form(name="play", label=label, confirm=confirm, fields=fields))
        return [*forms, DRAW]

    def prompt_of_players(self, t: KittensTable) -> Words:
        if (turns := t.turns_taken + t.turns_left) == 1:
            return super().prompt_of_players(t)
        words = "Your turn, {nth} of {count}: play cards, then draw one."
        return text(words, nth=t.turns_taken + 1, count=turns)

    def play(self, t: KittensTable, player: str, cards: list[str], target: str = "", name: str = "") -> None:
        moved = t.move(cards, t.hand(player), t.discard)
        t.pending_play = Play(deck.kind_of(cards), list(cards), target=target, demand=name)
        cards_text, demand = deck.cards_text(cards), deck.name_of(deck.CODES[name]) if name else ""
        template = "{by} plays {what} against {target}." if target else "{by} plays {what}."
        if demand:
            template = "{by} plays {what} against {target} and asks for {demand}."
        t.tell("played", template, by=player, cards=[moved], what=cards_text, target=target, demand=demand)
        NOPES.open(t)

    def draw(self, t: KittensTable, player: str) -> None:
        top = t.deck.cards[-1:]
        if top == [deck.KITTEN]:
            row = t.add(Zone(id="kitten", kind="row", owner=player, viewers="all", label="Drawn"))
            moved, template = t.move(top, t.deck, row), "{by} draws an Exploding Kitten!"
            t.tell("kitten", template, by=player, tone="bad", kind="danger", cards=[moved])
            Defuse().open(t, player)
            return
        if top:
            t.tell("drew", "{by} draws a card.", by=player, cards=[t.move(top, t.deck, t.hand(player))])
        else:
            t.tell("nothing_left", "The draw pile is empty: {by} draws nothing.", by=player)
        t.end_turn()


class Nopes(CardReactionWindow["KittensTable"], KittensDecision):
    id, clock, hiding_option = "nope", "nope_window_s", "hide_capability"
    card, reaction = deck.NOPE, form("nope", "Nope!", tone="danger", touches=["discard"])

    def possible_reactors(self, t: KittensTable) -> list[str]:
        return t.others(t.last_player())

    def nope(self, t: KittensTable, player: str) -> None:
        moved, template = t.move([deck.NOPE], t.hand(player), t.discard), "{by} says Nope to {player}."
        t.tell("noped", template, by=player, tone="bad", kind="nope", cards=[moved], player=t.last_player())
        t.count(player, "nopes")
        t.play.nopes.append(player)
        self.open(t)

    def close(self, t: KittensTable) -> None:
        """Cancel the play after an odd number of Nopes. Otherwise, let it take effect."""
        if len(t.play.nopes) % 2:
            t.fizzle("cancelled", "Cancelled: {what}.")
        else:
            t.tell("window_closed", tone="quiet")
            EFFECTS.get(t.play.kind, TARGET.open)(t)

    def no_nope(self, t: KittensTable, player: str) -> Refused:
        own, none = "You can't nope your own card.", "You have no Nope, or you have already let this happen."
        return Refused(own if t.last_player() == player else none)

    def slots(self, t: KittensTable) -> dict[str, Arg]:
        slots, cards_text = super().slots(t), deck.cards_text(t.play.cards)
        play_text = Text("{what} against {target}", slots) if t.play.target else cards_text
        template = "{by} plays {what}. {player} says Nope." if t.play.nopes else "{by} plays {what}."
        return {"play": Text(template, {"by": t.actor, "what": play_text, "player": t.last_player()})}


class Target(KittensDecision):
    """The choice of the player against which a play is made.

    Another choice may follow. If that choice has only one possible answer, the game chooses this answer at
    once.
    """

    id, own_prompt = "target", "Choose a player to play {what} against."
    others_prompt = "Waiting for {asked} to choose a player."

    def open(self, t: KittensTable) -> None:
        if t.open_targets():
            self.open_if_choice(t, t.actor)
        else:
            t.fizzle()

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [
            form("target", "Choose a player", PlayerField(name="player", label="From", of=t.open_targets()))
        ]

    def target(self, t: KittensTable, _: str, player: str) -> None:
        t.play.target = player
        choice, chooser = CHOICES[t.play.kind], player if t.play.kind == "FAVOR" else t.actor
        if choice.open_if_choice(t, chooser):
            template = "{by} chooses {target} for {what}."
            t.tell("aimed", template, by=t.turn, what=deck.cards_text(t.play.cards), target=player)

    def after_leave(self, t: KittensTable, leaver: str) -> None:
        if len(t.open_targets()) < 2:
            self.open(t)


class Demand(KittensDecision):
    id, own_prompt = "name", "Name a card to ask {target} for."
    others_prompt = "Waiting for {asked} to ask {player} for a card."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        cards = [card for card in deck.DEMANDS if t.play.demand in ("", card.value)]
        return [form("name", "Ask for a card", ChoiceField(name="card", of=cards))]

    def name(self, t: KittensTable, player: str, card: str) -> None:
        code, target = deck.CODES[card], t.play.target
        template, moved = "{by} asks {player} for {card}. {player} has none.", []
        if has_card := code in t.hand(target).cards:
            template = "{by} asks {player} for {card} and gets it."
            moved = [t.move([code], t.hand(target), t.hand(player))]
            t.count(player, "got")
        t.tell(
            "demanded",
            template,
            by=player,
            cards=moved,
            player=target,
            card=deck.name_of(code),
            found=has_card,
        )
        t.resume_turn()


class Pick(KittensDecision):
    id, timeout_form, own_prompt = "pick", "pick", "Choose a card to take from {target}."
    others_prompt = "Waiting for {asked} to take a card from {player}."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        count = 1 if t.options.steal_mode == "random" else len(t.hand(t.play.target).cards)
        place = NumberField(name="index", min=1, max=count)
        return [form("pick", "Take a card", place, pile=t.hand(t.play.target).id)]

    def pick(self, t: KittensTable, player: str, index: int = 1) -> None:
        """Take a card from another player's shuffled hand, unseen. `index`: its place, from 1."""
        target = t.play.target
        cards = list(t.hand(target).cards)
        t.rng.shuffle(cards)
        moved = t.move([cards[index - 1]], t.hand(target), t.hand(player))
        t.count(player, "got")
        t.tell("stole", "{by} takes a card from {player}.", by=player, cards=[moved], player=target)
        t.resume_turn()


class Give(KittensDecision):
    id, times_out_leavers, own_prompt = "give", True, "{turn} asks you for a favor: give them a card."
    others_prompt = "Waiting for {asked} to give {by} a card."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("give", "Give a card", one_of("card", t.hand(player)), tone="primary")]

    def give(self, t: KittensTable, player: str, card: list[str]) -> None:
        moved = t.move(card, t.hand(player), t.hand(t.actor))
        t.count(t.actor, "got")
        t.tell("gave", "{by} gives {player} a card.", by=player, cards=[moved], player=t.actor)
        t.resume_turn()


class Take(KittensDecision):
    id, own_prompt = "take", "Choose a card to take from the discard pile."
    others_prompt = "Waiting for {asked} to take a card from the discard pile."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        return [form("take", "Take a card", one_of("card", t.discard, t.takeable()))]

    def take(self, t: KittensTable, player: str, card: list[str]) -> None:
        moved = t.move(card, t.discard, t.hand(player))
        template = "{by} takes {card} from the discard pile."
        t.tell("took", template, by=player, cards=[moved], card=deck.name_of(card[0]))
        t.resume_turn()

    def time_out(self, t: KittensTable, player: str) -> None:
        self.take(t, player, [t.rng.choice(t.takeable())])


class Peek(KittensDecision):
    """The time in which a player looks at the top cards of the draw pile.

    The cards lie in a row that no other player alive sees. The last card in the row was the top card.
    """

    id, optional, times_out_leavers, fixed_forms = (
        "peek",
        True,
        True,
        (form("done", "Put them back", tone="primary"),),
    )
    own_prompt = "These are the top cards of the draw pile. The rightmost is drawn first."
    others_prompt = "Waiting for {asked} to look at the top cards of the draw pile."

    def open(self, t: KittensTable) -> None:
        viewers = [t.actor, *t.all_seeing()]
        row = t.add(Zone(id="peek", kind="row", owner=t.turn, viewers=viewers, label="Top cards"))
        moved = t.move(t.deck.cards[-PEEKED:], t.deck, row)
        t.tell("peeked", "{by} looks at the top cards of the draw pile.", by=t.turn, cards=[moved])
        t.open_decision(Peek, t.actor)

    def done(self, t: KittensTable, player: str) -> None:
        """Put the cards back onto the draw pile. The player has looked at them."""
        t.tell("put_back", tone="quiet", by=player, cards=[t.move_all(t.zones.pop("peek"), t.deck)])
        t.resume_turn()


class Defuse(KittensDecision):
    """The decision of a player that has drawn a kitten and must play a Defuse in time.

    If the option `defuse_mode` says so, the game plays the Defuse for the player.
    """

    id, clock, timeout_form, times_out_leavers = "defuse", "defuse_s", "explode", True
    own_prompt, others_prompt = (
        "You drew a kitten! Defuse it in time.",
        "Waiting for {asked} to defuse the kitten.",
    )
    fixed_forms = (form("defuse", "Defuse", tone="primary"), form("explode", "Explode", tone="quiet"))

    def open(self, t: KittensTable, player: str) -> None:
        if deck.DEFUSE not in t.hand(player).cards:
            self.explode(t, player)
        elif t.options.defuse_mode == "manual":
            t.open_decision(Defuse, player)
        else:
            self.defuse(t, player)

    def defuse(self, t: KittensTable, player: str) -> None:
        moved = t.move([deck.DEFUSE], t.hand(player), t.discard)
        t.tell("defused", "{by} defuses the kitten.", by=player, tone="good", kind="defused", cards=[moved])
        t.count(player, "defused")
        t.open_decision(Insert, player)

    def explode(self, t: KittensTable, player: str) -> None:
        t.tell("exploded", "{by} explodes.", by=player, tone="bad", kind="explosion")
        place = Zone(id=f"exploded:{player}", kind="display", owner=player, viewers="all", label="Exploded")
        moved = t.move_all(t.zones.pop("kitten"), t.add(place))
        t.tell("kitten_stays", tone="quiet", by=player, cards=[moved])
        t.depart(player)
        t.out_of_the_game(player, t.discard if t.options.exploded_hand == "discard" else t.removed_pile)
        for zone in (*(t.hand(player.id) for player in t.players), t.deck):
            zone.viewers = [*([zone.owner] if zone.owner else []), *t.all_seeing()]


class Insert(KittensDecision):
    """The choice of the place at which a player puts a kitten back into the draw pile.

    The place is the number of cards above the kitten. Only this player knows it.
    """

    id, times_out_leavers, own_prompt = (
        "insert",
        True,
        "Defused. Choose where to put the kitten back into the draw pile.",
    )
    others_prompt = "Waiting for {asked} to put the kitten back."

    def forms(self, t: KittensTable, player: str) -> list[Form]:
        size, label = len(t.deck.cards), "0 is the top, {size} is the bottom"
        place = NumberField(name="position", label=label, min=0, max=size, low="Top", high="Bottom")
        return [form("insert", "Put the kitten back", place, tone="primary", slots={"size": size})]

    def insert(self, t: KittensTable, player: str, position: int) -> None:
        place = len(t.deck.cards) - position
        moved = t.move([deck.KITTEN], t.zones.pop("kitten"), t.deck, at=place, placed=[player])
        t.tell("inserted", "{by} puts the kitten back into the draw pile.", by=player, cards=[moved])
        template = "Cards above the kitten: {position}."
        t.tell("placed", template, by=player, tone="quiet", viewers=[player], position=position)
        t.end_turn()


NOPES, TARGET = Nopes(), Target()
EFFECTS: dict[str, Callable[[KittensTable], object]] = {
    "ATTACK": lambda t: t.attack_next(),
    "SKIP": lambda t: t.skip(),
    "SHUFFLE": lambda t: t.shuffle(),
    "SEE_THE_FUTURE": Peek().open,
    "FIVE": lambda t: t.open_decision(Take, t.actor),
}
"""Kind of a play that is not against another player -> its effect."""
CHOICES: dict[str, KittensDecision] = {"FAVOR": Give(), "PAIR": Pick(), "TRIPLE": Demand()}
"""Kind of a play -> the choice that remains when the target is known."""
DECISION_KINDS = (Turn(), NOPES, TARGET, *CHOICES.values(), Take(), Peek(), Defuse(), Insert())


KittensOptions: Any = options_type(
    "KittensOptions",
    choice("decks", "Decks", "With two decks, up to nine can play.", {1: "One deck", 2: "Two decks"}),
    whole_number("deal_size", "Cards dealt", "Cards dealt to each player, in addition to a Defuse.", 7, 3, 8),
    whole_number("extra_defuses", "Defuses in the draw pile",
        "The most Defuses that are shuffled into the draw pile.", 2, 0, 6),
    flag("faster_game", "Faster game", "A third of the draw pile is removed before the kittens are added."),
    choice("attack_mode", "Answering an Attack",
        "How many turns the next player takes when an attacked player plays an Attack.",
        {"until_draw": "Two more if answered at once, otherwise two",
         "stack": "Two more than the attacked player had left", "reset": "Always two"}),
    choice("target_timing", "Choosing a target",
        "When a player chooses the target of a card or combination.",
        {"after_window": "After the time for a Nope", "at_play": "When the cards are played"}),
    choice("steal_mode", "Two of a kind: taking a card", "How a player takes a card with two of a kind.",
        {"pick_index": "The player points at a face-down card", "random": "At random"}),
    flag("cats_only_pairs", "Only cats in pairs and triples", "Two or three of a kind can only be cats."),
    flag("enable_triple", "Three of a kind",
        "Name a card and get it from another player if they have it.", True),
    flag("enable_five", "Five different", "Take any card from the discard pile.", True),
    flag("five_excludes_own", "Five different: not the same cards",
        "With five different cards you can't take back a card you just played."),
    choice("exploded_hand", "Cards of exploded players", "Where a player's hand goes when they explode.",
        {"removed": "Out of the game", "discard": "To the discard pile"}),
    flag("omniscient_dead", "Exploded players see everything",
        "Exploded players see all hands and the draw pile."),
    choice("defuse_mode", "Defusing", "Whether a Defuse is played automatically.",
        {"auto": "Automatic", "manual": "By the player, before time runs out"}),
    number("nope_window_s", "Time for a Nope",
        "Seconds to answer a card or combination with a Nope.", 5.0, 2, 15),
    flag("hide_capability", "Hide who can Nope",
        "The time for a Nope lasts 40 to 100 % of its length even if no player has one, unless all "
        "players pass."),
    whole_number("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 60, 0, 180),
    whole_number("choice_s", "Choice clock", "Seconds for any other choice.", 20, 5, 120),
    whole_number("defuse_s", "Time to defuse", "Seconds to play the Defuse.", 10, 3, 60),
    flag("show_probability", "Show the danger",
        "Shows how likely it is that the next card is a kitten.", True),
    words("custom_deck", "Custom deck",
        'Leave empty, or enter JSON: {"name": "...", "cards": {"ATTACK": 4, "SKIP": 6}}.'),
    choice("start_player", "First player", "Which player begins.",
        {"random": "Random", "host": "The host", "last_loser": "Last loser"}),
)  # fmt: skip


STORED_NAMES = {
    "turns_left": "pending",
    "attack_turns": "attack",
    "turns_taken": "taken",
    "exploded_players": "out",
    "pending_play": "stack",
}
"""Field of the table -> its name in stored tables, where they differ."""


class KittensTable(Table, tag="kittens", rename=STORED_NAMES):
    """The table of Exploding Kittens.

    A visit is a series of turns that a player takes without other players between them.

    - `turns_left`: the number of turns left in this visit, including the present turn
    - `attack_turns`: the number of turns that the Attack before this visit gave, or 0 without such an Attack
    - `turns_taken`: the number of turns of this visit that are over
    - `exploded_players`: the players that are out of the game, because they exploded or left, in this order
    """

    hand_order = staticmethod(deck.by_kind)
    options: KittensOptions
    turns_left: int = 1
    attack_turns: int = 0
    turns_taken: int = 0
    exploded_players: list[str] = []
    pending_play: Play | None = None

    @property
    def removed_pile(self) -> Zone:
        zone = Zone(id="removed", kind="pile", viewers="nobody", label="Out of the game")
        return self.zones.get("removed") or self.add(zone)

    @property
    def play(self) -> Play:
        assert self.pending_play is not None, "a player has played cards"
        return self.pending_play

    def last_player(self) -> str:
        """Return the player of the last play or Nope, to which other players may react."""
        return [self.actor, *self.play.nopes][-1]

    def admits(self, zone: Zone, face: str) -> bool:
        """Return whether a zone can contain this card.

        Kittens are never in a hand, and never among the cards that were removed from the game.
        """
        return face != deck.KITTEN or (zone.kind != "hand" and zone.id != "removed")

    def targets(self, kind: str) -> Iterator[str]:
        """Return the players that may be the target of a play of this kind.

        Players without cards can be the target only of a triple, with which a player demands a card.
        """
        for player in self.players:
            if player.active and player.id != self.turn and (kind == "TRIPLE" or self.hand(player.id).cards):
                yield player.id

    def open_targets(self) -> list[str]:
        """Return the possible targets of the play, or only its target if one is chosen."""
        return [id for id in self.targets(self.play.kind) if self.play.target in ("", id)]

    def pile_size(self) -> int:
        return len(self.deck.cards) + (len(self.zones["peek"].cards) if "peek" in self.zones else 0)

    def kittens_in_pile(self) -> int:
        """Return the number of kittens in the draw pile. All players can compute this number."""
        kittens_outside = sum(id.startswith("exploded:") for id in self.zones) + ("kitten" in self.zones)
        return len(self.players) - 1 - kittens_outside

    def takeable(self) -> list[str]:
        """Return the cards that a play of five different cards may take from the discard pile."""
        own_cards, discarded = self.play.cards if self.options.five_excludes_own else [], self.discard.cards
        kinds = [card for card in dict.fromkeys(discarded) if card != deck.KITTEN]
        return [card for card in kinds if discarded.count(card) > own_cards.count(card)]

    def all_seeing(self) -> list[str]:
        """Return the exploded players that may see all hands and the draw pile."""
        return [
            id
            for id in self.exploded_players
            if self.options.omniscient_dead and f"exploded:{id}" in self.zones
        ]

    def begin_visit(self, player: str, turns: int = 1, attack: int = 0) -> None:
        self.turn, self.turns_left, self.attack_turns, self.turns_taken = player, turns, attack, 0
        self.resume_turn()

    def resume_turn(self) -> None:
        self.pending_play = None
        self.open_decision(Turn, self.actor)

    def end_turn(self) -> None:
        self.turns_left, self.turns_taken = self.turns_left - 1, self.turns_taken + 1
        if self.turns_left:
            self.resume_turn()
        else:
            self.begin_visit(self.player_after(self.actor))

    def out_of_the_game(self, player: str, pile: Zone) -> None:
        """Take a player out of the game, and give each player alive a point.

        The last player alive wins.
        """
        self.exploded_players.append(player)
        for id in self.active():
            self.player(id).score += 1
        self.tell("hand_gone", tone="quiet", by=player, cards=[self.move_all(self.hand(player), pile)])
        if len(self.active()) == 1:
            self.pending_play, winners = None, self.active()
            words = text("{winner} is the last player alive and wins.", winner=winners[0])
            self.finish(winners, "last_alive", words, lambda player: (-player.score,))
        elif self.turn == player:
            self.begin_visit(self.player_after(player))

    def fizzle(self, type: str = "no_effect", template: str = "{what} has no effect.") -> None:
        self.tell(type, template, by=self.turn, tone="quiet", what=deck.cards_text(self.play.cards))
        self.resume_turn()

    def attack_next(self) -> None:
        """Give the next player two turns.

        If the actor was attacked, too, an option may add the turns that the actor has left.
        """
        mode = self.options.attack_mode
        adds = self.attack_turns and (mode == "stack" or (mode == "until_draw" and not self.turns_taken))
        turns, victim = 2 + (self.turns_left if adds else 0), self.player_after(self.actor)
        self.count(self.actor, "attacks")
        template = "{by} attacks: {player} takes {turns} turns."
        self.tell("attacked", template, by=self.turn, tone="bad", kind="attack", player=victim, turns=turns)
        self.begin_visit(victim, turns, attack=turns)

    def skip(self) -> None:
        self.tell("skipped", "{by} skips a turn.", by=self.turn)
        self.end_turn()

    def shuffle(self) -> None:
        self.shuffle_zone(self.deck)
        self.tell("shuffled", "{by} shuffles the draw pile.", by=self.turn)
        self.resume_turn()


class Kittens(Game[KittensTable, Options]):
    id, name, minutes = "kittens", "Exploding Kittens", "10-20"
    tags = ("luck",)
    summary = "Draw cards and be the last player who hasn't exploded."
    seats, faces = (2, 9), deck.FACES
    rules = """Be the last player alive: don't draw an Exploding Kitten without a Defuse.

Each player gets seven cards and a Defuse. The draw pile holds one kitten fewer than there are players.

On your turn, play as many cards as you like, or none. Then draw a card to end your turn. If it is a kitten, you explode and are out of the game, unless you have a Defuse: discard it and put the kitten back into the draw pile, wherever you like.

Attack: end your turn without drawing; the next player takes two turns. If you answer an Attack with an Attack at once, the turns add up. Skip: end one turn without drawing. Favor: another player gives you a card of their choice. See the Future: look at the top three cards of the draw pile. Shuffle: shuffle the draw pile. Nope: cancel the card or combination that was just played, even a Nope, at any time. You can't nope a kitten or a Defuse.

You can also play any cards as a combination, whatever is written on them. Two of a kind: take a card from another player without looking. Three of a kind: name a card and get it from another player if they have it. Five different cards: take any card from the discard pile.

The game ends when only one player is alive. That player wins."""  # noqa: E501 - paragraphs of running text
    presets, hints, award_kinds, addressed = PRESETS, HINTS, AWARDS, ADDRESSED
    lesson_options = {"turn_s": 0}
    options_type, table_type, decision_kinds, facts_differ = (
        KittensOptions,
        KittensTable,
        DECISION_KINDS,
        False,
    )

    def max_players(self, options: Any) -> int:
        return min(self.seats[1], deck.deck_for(options).seats)

    def settle_options(self, options: Any) -> Any:
        """Return the options with the custom deck reduced to its name and card counts, as JSON.

        Raises BadValue if the custom deck is wrong, or too small for two players.
        """
        return deck.stored_form(options)

    def deal(self, table: KittensTable, previous: KittensTable | None, host: str) -> None:
        t, options, players = table, table.options, table.active()
        chosen_deck = deck.deck_for(options)
        cards = [*chosen_deck.other_faces]
        t.rng.shuffle(cards)
        for id in players:
            t.add_hand(id, [deck.DEFUSE, *(cards.pop() for _ in range(options.deal_size))])
        t.add_piles()
        cards += chosen_deck.spare(len(players), options.extra_defuses)
        if options.faster_game:
            t.rng.shuffle(cards)
            t.removed_pile.cards = [cards.pop() for _ in range(len(cards) // 3)]
        t.deck.cards = cards + [deck.KITTEN] * (len(players) - 1)
        t.rng.shuffle(t.deck.cards)
        loser = previous.result.standing[-1].id if previous and previous.result else ""
        first_choice = {"random": "", "host": host, "last_loser": loser}[options.start_player]
        first = first_choice if first_choice in players else t.rng.choice(players)
        t.tell("dealt", "The cards are dealt. {by} begins.", by=first, kind="deal")
        t.begin_visit(first)

    def go_on_after_leave(self, table: KittensTable, player: str) -> None:
        table.out_of_the_game(player, table.removed_pile)

    def facts(self, table: KittensTable, player: str | None) -> list[Fact]:
        turns, kittens = table.turns_left, table.kittens_in_pile()
        facts = [Fact("Turns to take", str(turns), "turns", turns)]
        if table.options.show_probability and (size := table.pile_size()):
            share = round(100 * kittens / size)
            danger = text("{share}% ({kittens} of {size})", share=share, kittens=kittens, size=size)
            facts.append(Fact("Kitten on top", danger, "danger", share))
        return facts

    def card_conservation(self, table: KittensTable) -> list[CardConservation]:
        """Return the zones in which Defuses lie after the deal.

        Each player has one Defuse. The other Defuses are in the draw pile or removed from the game.
        """
        options, removed_zones = table.options, ["removed"] if table.options.faster_game else []
        spare = deck.deck_for(options).spare(len(table.players), options.extra_defuses)
        hands = [CardConservation([deck.DEFUSE], [table.hand(id).id]) for id in table.active()]
        return [*hands, CardConservation(spare, ["deck", *removed_zones])]

    def badges(self, table: KittensTable, player: str) -> list[Badge]:
        if player in table.exploded_players:
            exploded = f"exploded:{player}" in table.zones
            return [Badge("exploded", "bad", "exploded") if exploded else Badge("out", "bad", "out")]
        turns = plural("{count} turn", "{count} turns", count=table.turns_left)
        return [Badge(turns, "bad", "turns")] if table.turn == player and table.turns_left > 1 else []


GAME = Kittens()
