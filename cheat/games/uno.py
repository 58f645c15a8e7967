"""Uno.

Everybody holds seven cards. In turn, each player puts a card on the discard pile that has the colour
in force or the number or symbol of the top card; black cards always fit and choose the colour.
Who cannot or will not play draws a card, and may play it at once if it fits. Skips, reverses and draw
twos do what they say. Who has been hit by a wild draw four may challenge it: if the hand of its
player held a card of the colour in force before, that player draws four, otherwise the challenger
draws six. Who is left with one card has to say "UNO!"; who forgets it may be caught by anybody until
the next player acts. A round ends with an empty hand, whose player scores what the others hold; the
match ends when somebody has reached the target.

A form of a turn carries the number of that turn, so a move that arrives late, or twice, can never
count for another one.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Struct

from cheat.errors import Refused
from cheat.games.decks.uno import (
    COLOUR_CHOICES,
    COLOURS,
    DECK,
    DRAW_TWO,
    FACES,
    REVERSE,
    SKIP,
    WILD,
    WILD_FOUR,
    colour_of,
    draws,
    in_order,
    is_black,
    name_of,
    points,
    total,
)
from cheat.games.game import Game, Preset
from cheat.games.moves import Args, CardsField, Choice, ChoiceField, Field, Form, PlayerField, form
from cheat.games.options import Options, says
from cheat.games.rounds import RoundsTable
from cheat.games.table import Decision, Fact, Mark, Moved, Player, Zone

WRONG_CHALLENGE = 2
"""Cards that a wrong challenger draws on top of those that were due."""

Phase = Literal["turn", "drawn", "colour", "challenge", "round_end"]


class UnoOptions(Options, frozen=True):
    """The options of Uno. Times are seconds."""

    max_players: Annotated[int, says("Seats", "The most players at the table.", ge=2, le=10)] = 10
    start_mode: Annotated[
        Literal["countdown", "host"],
        says("Start", "How a game begins.", countdown="By itself, after a countdown", host="By the host"),
    ] = "countdown"
    countdown_s: Annotated[
        int, says("Countdown", "Seconds until the game begins; joining starts them afresh.", ge=3, le=60)
    ] = 10
    hand_size: Annotated[int, says("Cards at the start", "How many cards everybody gets.", ge=3, le=10)] = 7
    target_score: Annotated[
        int, says("Points to reach", "They end the match; with 0 a single round decides.", ge=0, le=1000)
    ] = 500
    scoring: Annotated[
        Literal["winner_takes", "penalty"],
        says(
            "Scoring",
            "Who gets the points of the cards that are left.",
            winner_takes="The winner of the round",
            penalty="Everybody their own; fewest win",
        ),
    ] = "winner_takes"
    dealer_symbols_zero: Annotated[
        bool, says("Symbols count 0 for the deal", "When the highest card decides who deals.")
    ] = False
    start_wild: Annotated[
        Literal["redraw", "first_player_chooses"],
        says(
            "A wild as first card",
            "What happens when the first card is a wild; a wild draw four always goes back.",
            redraw="Another card is turned",
            first_player_chooses="The first player chooses the colour",
        ),
    ] = "redraw"
    start_reverse_first: Annotated[
        Literal["right_of_dealer", "dealer"],
        says(
            "A reverse as first card",
            "Who begins.",
            right_of_dealer="Right of the dealer",
            dealer="The dealer",
        ),
    ] = "right_of_dealer"
    draw_rule: Annotated[
        Literal["one_play", "one_pass", "until_playable"],
        says(
            "Drawing",
            "What a player who draws may do.",
            one_play="Draw one, play it if it fits",
            one_pass="Draw one and pass",  # noqa: S106 - words, not a password
            until_playable="Draw until a card fits",
        ),
    ] = "one_play"
    forced_play: Annotated[bool, says("Must play", "Who holds a card that fits has to play it.")] = False
    wd4_strict: Annotated[
        bool, says("Strict wild draw four", "Only hands without the colour in force may play it.")
    ] = False
    challenge_wd4: Annotated[bool, says("Challenges", "A wild draw four may be challenged.")] = True
    uno_penalty: Annotated[int, says("Forgotten UNO", "Cards that a caught player draws.", ge=0, le=4)] = 2
    false_catch_penalty: Annotated[
        int,
        says("Wrong catch", "Cards that a wrong catcher draws; 0: only right ones are possible.", ge=0, le=4),
    ] = 0
    uno_grace_s: Annotated[
        float, says("Time to say UNO", "Seconds in which nobody can be caught.", ge=0, le=10)
    ] = 1.5
    uno_window_s: Annotated[
        float, says("Time to catch", "Seconds for which the next player waits.", ge=0, le=10)
    ] = 0.0
    auto_uno: Annotated[bool, says("UNO by itself", "Nobody has to say it.")] = False
    stacking: Annotated[
        Literal["off", "same", "any"],
        says(
            "Stacking",
            "Whether a card that makes one draw may be answered by another; the sum goes on.",
            off="No",
            same="By the same kind",
            any="By either kind",
        ),
    ] = "off"
    seven_zero: Annotated[bool, says("Seven and zero", "A 7 swaps two hands, a 0 passes all hands on.")] = (
        False
    )
    jump_in: Annotated[bool, says("Jumping in", "The same card may be played out of turn.")] = False
    turn_s: Annotated[int, says("Turn clock", "Seconds for a turn; 0 means no limit.", ge=0, le=180)] = 30
    challenge_s: Annotated[int, says("Time to challenge", "Seconds to decide.", ge=3, le=60)] = 10
    on_leave: Annotated[
        Literal["rules", "bot", "abort"],
        says(
            "Who leaves",
            "What becomes of the game when a player leaves.",
            rules="It goes on without the player",
            bot="A bot plays on, and the seat may be taken back",
            abort="It ends without a winner",
        ),
    ] = "rules"  # type: ignore[assignment]  # one value more than in other games


class WildFour(Struct):
    """A wild draw four that may be challenged: who played it, what was left in that hand, and whether
    the hand was free of the colour in force.
    """

    player: str
    held: list[str]
    proper: bool


class Shown(Struct):
    """The hand of a player, in words."""

    player: str
    hand: str


class UnoTable(RoundsTable, tag="uno", kw_only=True):
    """`phase`: what is awaited of `turn`; `serial`: turns so far; `drawn`: the card that may be played at
    once; `due_cards`: what the next player has to draw; `said`: who said UNO and still has one card;
    `silent`: who did not and may be caught; `caught`: who has been, until the next move; `shown_to`: what
    challengers saw, until they act next; `stuck`: who passed in a row because nothing was left to draw.
    """

    options: UnoOptions
    dealer: str = ""
    phase: Phase = "turn"
    direction: int = 1
    colour: str = ""
    serial: int = 0
    drawn: str | None = None
    due_cards: int = 0
    wild_four: WildFour | None = None
    shown_to: dict[str, Shown] = {}
    said: list[str] = []
    silent: str | None = None
    caught: str | None = None
    stuck: list[str] = []
    round_winners: list[str] = []

    @property
    def deck(self) -> Zone:
        """The draw pile, next card on top."""
        return self.zones["deck"]

    @property
    def discard(self) -> Zone:
        """The discard pile."""
        return self.zones["discard"]

    def next(self, player: str, steps: int = 1) -> str:
        """The active player so many steps on in the direction of play."""
        return self.after(player, steps * self.direction)

    def has_cards_to_draw(self) -> bool:
        """Whether anything can be drawn, the discard pile below its top included."""
        return bool(self.deck.cards) or len(self.discard.cards) > 1

    def proper(self, player: str) -> bool:
        """Whether a wild draw four of this player could be challenged without success."""
        return all(colour_of(card) != self.colour for card in self.hand(player).cards)

    def fits(self, player: str, card: str) -> bool:
        """Whether this card of a player's hand may be put on the discard pile, were the player on turn."""
        options, top = self.options, self.discard.cards[-1]
        if card == WILD_FOUR and options.wd4_strict and not self.proper(player):
            return False
        if self.due_cards:
            same_kind = draws(card) == draws(top)
            return options.stacking != "off" and draws(card) > 0 and (same_kind or options.stacking == "any")
        return is_black(card) or colour_of(card) == self.colour or card[1] == top[1]

    def playable(self, player: str) -> list[str]:
        """Different faces that may be played now, in the order of the hand."""
        if self.phase == "drawn":
            return [self.drawn] if self.drawn and self.fits(player, self.drawn) else []
        return [card for card in dict.fromkeys(self.hand(player).cards) if self.fits(player, card)]

    def must_play(self, player: str) -> bool:
        """Whether drawing or keeping is forbidden. Nobody is forced to an improper wild draw four."""
        if not self.options.forced_play or self.due_cards:
            return False
        return any(card != WILD_FOUR or self.proper(player) for card in self.playable(player))

    def catchable(self, player: str) -> list[str]:
        """Whom a player may try to catch: who forgot UNO, once the grace is over; where a wrong catch
        costs cards, everybody else, too. A second catch comes too late and costs nothing.
        """
        if self.options.false_catch_penalty and self.has_cards_to_draw():
            spared = [self.caught, self.silent if self.decision("grace") else None]
            return [id for id in self.others(player) if id not in spared]
        if self.silent is None or self.silent == player or self.decision("grace"):
            return []
        return [self.silent]


class Uno(Game[UnoTable, UnoOptions]):
    """The rules of Uno."""

    id = "uno"
    name = "Uno"
    summary = "Match colour or number, hit the next player, and say UNO in time."
    minutes = "10-40"
    seats = (2, 10)
    faces = FACES
    rules = """In your turn, play a card that has the colour in force, or the number or symbol of the top card. Black cards always fit; you choose the colour. Instead you may draw a card; if it fits, you may play it at once.

Skip: the next player loses the turn. Reverse: play goes round the other way; with two players it is a skip. Draw Two: the next player draws two and loses the turn.

Wild Draw Four: the next player draws four and loses the turn, or challenges it. It is meant for hands without the colour in force. If the challenge is right, the player of the card draws four instead; if it is wrong, the challenger draws six.

Left with one card? Say UNO with the card or at once after it. Who forgets it can be caught until the next player acts, and draws two.

The round ends when a hand is empty. Its player scores the cards of all others: numbers count themselves, symbols 20, black cards 50. 500 points win the match."""  # noqa: E501 - paragraphs of running text
    presets = [
        Preset("Classic"),
        Preset("Short", {"target_score": 0}),
        Preset("As printed", {"dealer_symbols_zero": True, "start_wild": "first_player_chooses"}),
        Preset("House rules", {"stacking": "any", "seven_zero": True, "jump_in": True}),
    ]
    options_type = UnoOptions
    table_type = UnoTable

    def most(self, options: UnoOptions) -> int:
        """As the option says."""
        return options.max_players

    def countdown(self, options: UnoOptions) -> int | None:
        """As the options say."""
        return options.countdown_s if options.start_mode == "countdown" else None

    # Deal

    def deal(self, table: UnoTable, previous: UnoTable | None, host: str) -> None:
        """Who draws the highest card deals; each match chooses anew."""
        players = table.active()
        for id in players:
            table.add_hand(id)
        table.add(Zone(id="deck", kind="pile", seen="nobody", label="Draw pile", cards=list(DECK)))
        table.add(Zone(id="discard", kind="pile", seen="all", label="Discard pile"))
        self._choose_dealer(table)
        self._deal_round(table)

    def _choose_dealer(self, table: UnoTable) -> None:
        """Only those who share the highest card draw again."""
        highest = table.active()
        while len(highest) > 1:
            _gather(table)
            worth = {id: self._draw_for_deal(table, id) for id in highest}
            highest = [id for id in highest if worth[id] == max(worth.values())]
        table.dealer = highest[0]
        table.tell("dealer", "{by} has the highest card and deals.", by=table.dealer)

    def _draw_for_deal(self, table: UnoTable, player: str) -> int:
        moved = table.move(table.deck.cards[-1:], table.deck, table.discard)
        (card,) = moved.faces
        counts = 0 if table.options.dealer_symbols_zero and not card[1].isdigit() else points(card)
        text = "{by} draws {card} for the deal: {points}."
        table.tell(
            "drew_for_deal", text, by=player, tone="quiet", cards=[moved], card=name_of(card), points=counts
        )
        return counts

    def _deal_round(self, table: UnoTable) -> None:
        _gather(table)
        each = table.options.hand_size
        dealt = each * len(table.active())
        while all(is_black(card) for card in table.deck.cards[:-dealt]):  # none could be the first card
            table.rng.shuffle(table.deck.cards)
        at = table.dealer
        for _ in range(dealt):
            at = table.after(at)
            table.hand(at).cards.append(table.deck.cards.pop())
        for player in table.players:
            table.hand(player.id).seen = [player.id]
            table.hand(player.id).cards.sort(key=in_order)
        table.direction, table.round_winners = 1, []
        table.begin_round()
        table.tell("dealt", "{by} deals {count} cards to everybody.", by=table.dealer, count=each)
        self._start(table, self._turn_start_card(table))

    def _turn_start_card(self, table: UnoTable) -> str:
        while True:
            moved = table.move(table.deck.cards[-1:], table.deck, table.discard)
            (card,) = moved.faces
            chosen = card == WILD and table.options.start_wild == "first_player_chooses"
            if chosen or not is_black(card):
                text = "The first card is {card}."
                table.tell("start_card", text, cards=[moved], card=name_of(card))
                return card
            back = table.move(
                [card], table.discard, table.deck, at=table.rng.below(len(table.deck.cards) + 1)
            )
            text = "{card} cannot be the first card and goes back."
            table.tell("start_card_back", text, cards=[moved, back], card=name_of(card))

    def _start(self, table: UnoTable, card: str) -> None:
        """The start card acts on the player left of the dealer."""
        _put_in_force(table, colour_of(card))
        first, two = table.after(table.dealer), len(table.active()) == 2
        if is_black(card):
            self._await(table, first, "colour", table.options.turn_s)
        elif card[1] == DRAW_TWO:
            self._give(table, first, 2)
            self._begin_turn(table, table.after(first))
        elif card[1] == SKIP or (card[1] == REVERSE and two):
            self._begin_turn(table, table.after(first))
        elif card[1] == REVERSE:
            table.direction = -1
            dealer_begins = table.options.start_reverse_first == "dealer"
            self._begin_turn(table, table.dealer if dealer_begins else table.next(table.dealer))
        else:
            self._begin_turn(table, first)

    # Moves

    def moves(self, table: UnoTable, player: str) -> list[Form]:
        """What the turn asks for; saying UNO and catching at any time."""
        if table.phase == "round_end":
            return table.ready_forms(player)
        forms = []
        if table.decision("window") is None:
            forms = (
                self._turn_forms(table, player) if table.turn == player else self._jump_forms(table, player)
            )
        if table.silent == player:
            forms.append(form("say_uno", "UNO!", tone="primary"))
        if catchable := table.catchable(player):
            target = PlayerField(name="target", label="Who", of=catchable)
            forms.append(form("catch_uno", "Catch: no UNO!", target, tone="danger"))
        return forms

    def _turn_forms(self, table: UnoTable, player: str) -> list[Form]:
        turn = table.serial
        if table.phase == "colour":
            choice = ChoiceField(name="colour", label="Colour", of=COLOUR_CHOICES)
            return [form("choose_colour", "Choose the colour", choice, tone="primary", turn=turn)]
        forms = self._play_forms(table, player, "play", "Play", table.playable(player))
        if table.phase == "challenge":
            accept = form("accept", f"Draw {table.due_cards} cards", turn=turn)
            return [*forms, accept, form("challenge", "Challenge", tone="danger", turn=turn)]
        if table.must_play(player):
            return forms
        if table.phase == "drawn":
            return [*forms, form("keep", "Keep it", turn=turn)]
        return [*forms, form("draw", _draw_label(table), turn=turn)]

    def _jump_forms(self, table: UnoTable, player: str) -> list[Form]:
        top = table.discard.cards[-1]
        if not table.options.jump_in or table.phase != "turn" or table.due_cards or is_black(top):
            return []
        same = [top] if top in table.hand(player).cards else []
        return self._play_forms(table, player, "jump_in", "Jump in", same)

    def _play_forms(
        self, table: UnoTable, player: str, name: str, label: str, cards: list[str]
    ) -> list[Form]:
        """A form for cards that say all themselves, one for sevens that swap hands, one for black cards."""
        last = len(table.hand(player).cards) == 1
        black = [card for card in cards if is_black(card)]
        sevens = [card for card in cards if table.options.seven_zero and card[1] == "7" and not last]
        plain = [card for card in cards if card not in black and card not in sevens]
        swap = PlayerField(name="swap", label="Swap hands with", of=table.others(player))
        colour = ChoiceField(name="colour", label="Colour", of=COLOUR_CHOICES, optional=last)
        kinds: list[tuple[str, list[str], list[Field]]] = [
            (label, plain, []),
            (f"{label} a 7", sevens, [swap]),
            (f"{label} a black card", black, [colour]),
        ]
        uno: list[Field] = []
        if len(table.hand(player).cards) == 2 and not table.options.auto_uno:
            choices = [Choice("yes", "UNO!"), Choice("no", "Say nothing")]
            uno = [ChoiceField(name="uno", label="Your last card", of=choices, optional=True)]
        return [
            form(name, title, _one_of(table, player, faces), *extra, *uno, tone="primary", turn=table.serial)
            for title, faces, extra in kinds
            if faces
        ]

    def refusal(self, table: UnoTable, player: str, name: str, args: Args) -> Refused:
        """The sentence and the code that fit the moment."""
        if table.phase == "round_end":
            return Refused("The round is over.", "round_over")
        if name == "catch_uno":
            if table.silent not in (None, player):
                return Refused("Wait a moment: UNO may still be said.", "uno_grace")
            return Refused("There is nobody to catch.", "nobody_to_catch")
        if name == "say_uno":
            return Refused("There is no UNO to be said.", "no_uno")
        if name in ("play", "draw", "keep", "accept", "challenge") and table.turn == player:
            return self._turn_refusal(table, name)
        return super().refusal(table, player, name, args)

    def _turn_refusal(self, table: UnoTable, name: str) -> Refused:
        if table.decision("window"):
            return Refused("Wait a moment: UNO may still be said or missed.", "uno_window_open")
        if name == "play" and table.phase in ("turn", "challenge"):
            return Refused("You have no card that fits.", "no_card_fits")
        if name == "draw" and table.phase == "drawn":
            return Refused("You have drawn already.", "already_drawn")
        if name in ("draw", "keep") and table.phase in ("turn", "drawn") and table.options.forced_play:
            return Refused("You have a card that fits and must play it.", "must_play")
        return Refused("You cannot do that now.")

    # Play

    def play(self, table: UnoTable, player: str, name: str, args: Args) -> None:
        """One method for each move."""
        match name:
            case "play" | "jump_in":
                self._play(table, player, args, jumps=name == "jump_in")
            case "draw":
                self._draw(table, player)
            case "keep":
                self._keep(table, player)
            case "choose_colour":
                self._choose_colour(table, player, args["colour"])
            case "accept":
                self._accept(table, player)
            case "challenge":
                self._challenge(table, player)
            case "say_uno":
                self._say_uno(table, player)
            case "catch_uno":
                self._catch(table, player, args["target"])
            case "ready":
                table.say_ready(player)
                self._next_round_if_ready(table)

    def _play(self, table: UnoTable, player: str, args: dict[str, Any], *, jumps: bool) -> None:
        (card,) = args["cards"]
        self._acts(table, player)
        proper = table.proper(player)
        moved = table.move([card], table.hand(player), table.discard)
        _put_in_force(table, args.get("colour", colour_of(card)) or table.colour)
        table.turn, table.drawn, table.wild_four, table.stuck = player, None, None, []
        table.due_cards += draws(card)
        text = "{by} jumps in with {card}." if jumps else "{by} plays {card}."
        if is_black(card):
            text = "{by} plays {card} and chooses {colour}."
        table.tell("played", text, by=player, cards=[moved], card=name_of(card), colour=table.colour)
        if not table.hand(player).cards:
            self._go_out(table, player)
            return
        if args.get("uno") == "yes":
            self._announce_uno(table, player)
        self._move_hands(table, player, card, args.get("swap"))
        self._watch_uno(table, player)
        self._take_effect(table, player, card, proper=proper)

    def _acts(self, table: UnoTable, player: str) -> None:
        """A move of a turn: it is too late for catching, and the challenger has seen enough."""
        table.silent, table.caught = None, None
        table.settle("grace", "window")
        table.shown_to.pop(player, None)

    def _take_effect(self, table: UnoTable, player: str, card: str, *, proper: bool) -> None:
        if draws(card):
            self._demand(table, player, card, proper=proper)
        elif card[1] == SKIP or (card[1] == REVERSE and len(table.active()) == 2):
            self._begin_turn(table, table.next(player, 2))
        elif card[1] == REVERSE:
            table.direction = -table.direction
            self._begin_turn(table, table.next(player))
        else:
            self._begin_turn(table, table.next(player))

    def _demand(self, table: UnoTable, player: str, card: str, *, proper: bool) -> None:
        """The next player draws, or may challenge or stack."""
        options, victim = table.options, table.next(player)
        if card == WILD_FOUR and options.challenge_wd4 and not options.wd4_strict:
            table.wild_four = WildFour(player, list(table.hand(player).cards), proper)
            self._await(table, victim, "challenge", options.challenge_s)
        elif options.stacking != "off":
            self._begin_turn(table, victim)
        else:
            self._take_due(table, victim)

    def _take_due(self, table: UnoTable, player: str) -> None:
        """Draw what is due and lose the turn."""
        self._give_due(table, player)
        self._begin_turn(table, table.next(player))

    def _begin_turn(self, table: UnoTable, player: str) -> None:
        self._await(table, player, "turn", table.options.turn_s)

    def _await(
        self,
        table: UnoTable,
        player: str,
        phase: Phase,
        seconds: float,
    ) -> None:
        """`player` is on turn. The clock starts when the player may act; 0 seconds: there is none."""
        if phase != "drawn":
            table.drawn, table.serial = None, table.serial + 1
        table.turn, table.phase = player, phase
        window = table.decision("window")
        waits = window.until - table.now if window and window.until else 0
        table.settle("turn", "colour", "challenge")
        name = "turn" if phase == "drawn" else phase
        until = table.in_seconds(seconds) + waits if seconds else None
        table.decisions.insert(0, Decision(name, [player], until))

    def _draw(self, table: UnoTable, player: str, *, by_clock: bool = False) -> None:
        self._acts(table, player)
        if table.due_cards:
            self._take_due(table, player)
            return
        until_playable = table.options.draw_rule == "until_playable" and not by_clock
        card = self._give(table, player, 1, until_playable=until_playable)
        if card is None:
            self._pass_stuck(table, player)
        elif table.options.draw_rule != "one_pass" and not by_clock and table.fits(player, card):
            table.drawn = card
            self._await(table, player, "drawn", table.options.turn_s)
        else:
            self._begin_turn(table, table.next(player))

    def _pass_stuck(self, table: UnoTable, player: str) -> None:
        table.stuck.append(player)
        table.tell("passed", "{by} passes: there is nothing to draw.", by=player)
        if set(table.active()) <= set(table.stuck):
            table.tell("blocked", "Nobody plays and nothing can be drawn: the round is over.")
            totals = {id: total(table.hand(id).cards) for id in table.active()}
            self._end_round(table, [id for id in totals if totals[id] == min(totals.values())])
        else:
            self._begin_turn(table, table.next(player))

    def _keep(self, table: UnoTable, player: str) -> None:
        self._acts(table, player)
        table.tell("kept", "{by} keeps the card.", by=player, tone="quiet")
        self._begin_turn(table, table.next(player))

    def _choose_colour(self, table: UnoTable, player: str, colour: str) -> None:
        _put_in_force(table, colour)
        table.tell("colour_chosen", "{by} chooses {colour}.", by=player, colour=colour)
        self._begin_turn(table, player)

    def _accept(self, table: UnoTable, player: str) -> None:
        self._acts(table, player)
        table.wild_four = None
        table.tell("accepted", by=player, tone="quiet")
        self._take_due(table, player)

    def _challenge(self, table: UnoTable, player: str) -> None:
        card = table.wild_four
        assert card is not None, "a challenge is offered only against a wild draw four"
        self._acts(table, player)
        table.wild_four = None
        hand = ", ".join(map(name_of, card.held))
        table.shown_to[player] = Shown(card.player, hand)
        table.tell("challenged", "{by} challenges {player}.", by=player, player=card.player)
        text = "You see the hand of {player}: {hand}."
        table.tell("hand_shown", text, by=player, seen=[player], player=card.player, hand=hand)
        if card.proper:
            text = "{player} had no card of the colour: {by} was wrong."
            table.tell("verdict", text, by=player, tone="bad", player=card.player, guilty=False)
            table.due_cards += WRONG_CHALLENGE
            self._take_due(table, player)
        else:
            text = "{player} had a card of the colour: {by} was right."
            table.tell("verdict", text, by=player, tone="good", player=card.player, guilty=True)
            self._give_due(table, card.player)
            self._begin_turn(table, player)

    def _move_hands(self, table: UnoTable, player: str, card: str, swap: str | None) -> None:
        if swap:
            moved = _hand_over(table, {player: swap, swap: player})
            table.tell("swapped", "{by} swaps hands with {player}.", by=player, cards=moved, player=swap)
        elif table.options.seven_zero and card[1] == "0":
            moved = _hand_over(table, {id: table.next(id) for id in table.active()})
            table.tell("rotated", "All hands move on to the next player.", by=player, cards=moved)

    # UNO

    def _announce_uno(self, table: UnoTable, player: str) -> None:
        table.said.append(player)
        table.tell("uno", "{by} says UNO!", by=player, tone="good")

    def _watch_uno(self, table: UnoTable, player: str) -> None:
        """`player` has played: with one card left and nothing said, others may catch."""
        self._forget_uno(table)
        options, others = table.options, table.others(player)
        if len(table.hand(player).cards) != 1 or player in table.said:
            return
        if options.auto_uno:
            self._announce_uno(table, player)
            return
        table.silent = player
        for name, seconds in (("grace", options.uno_grace_s), ("window", options.uno_window_s)):
            if seconds:
                table.decisions.append(Decision(name, others, table.in_seconds(seconds), optional=True))

    def _forget_uno(self, table: UnoTable) -> None:
        """UNO means nothing any more where a hand has not exactly one card."""
        table.said = [id for id in table.said if len(table.hand(id).cards) == 1]
        if table.silent and len(table.hand(table.silent).cards) != 1:
            table.silent = None
            table.settle("grace", "window")

    def _say_uno(self, table: UnoTable, player: str) -> None:
        table.silent = None
        table.settle("grace", "window")
        self._announce_uno(table, player)

    def _catch(self, table: UnoTable, player: str, target: str) -> None:
        if target == table.silent:
            table.tell("caught", "{by} caught {player}: no UNO!", by=player, tone="bad", player=target)
            table.silent, table.caught = None, target
            table.settle("grace", "window")
            self._give(table, target, table.options.uno_penalty)
        else:
            text = "{by} was wrong: {player} cannot be caught now."
            table.tell("false_catch", text, by=player, tone="bad", player=target)
            self._give(table, player, table.options.false_catch_penalty)

    # Cards

    def _give(self, table: UnoTable, player: str, count: int, *, until_playable: bool = False) -> str | None:
        """Draw so many cards, or one after the other until one fits; what is not there is forgiven.

        Returns the last card; None: there was nothing to draw.
        """
        hand, moves, card = table.hand(player), [], None
        while (count or until_playable) and self._refill(table):
            card = table.deck.cards[-1]
            moves.append(table.move([card], table.deck, hand))
            count = max(0, count - 1)
            if until_playable and table.fits(player, card):
                break
        hand.cards.sort(key=in_order)
        if moves:
            table.stuck = []
            text = "{by} draws a card." if len(moves) == 1 else "{by} draws {count} cards."
            table.tell("drew", text, by=player, cards=moves, count=len(moves))
        self._forget_uno(table)
        return card

    def _give_due(self, table: UnoTable, player: str) -> None:
        """Somebody draws what is due, and nothing is due any more."""
        count, table.due_cards = table.due_cards, 0
        self._give(table, player, count)

    def _refill(self, table: UnoTable) -> bool:
        """Whether there is a card to draw; the discard pile below its top is shuffled if need be."""
        if not table.deck.cards and len(table.discard.cards) > 1:
            moved = table.move(table.discard.cards[:-1], table.discard, table.deck)
            table.rng.shuffle(table.deck.cards)
            table.tell("reshuffled", "The discard pile becomes the draw pile.", cards=[moved])
        return bool(table.deck.cards)

    def _next_round(self, table: UnoTable) -> None:
        table.dealer = table.after(table.dealer)
        self._deal_round(table)

    def _next_round_if_ready(self, table: UnoTable) -> None:
        if table.all_ready():
            self._next_round(table)

    # Without the player

    def timeout(self, table: UnoTable, decision: Decision) -> None:
        """A window closes, the next round begins, or the clock plays: draw a card and pass, or accept."""
        match decision.name:
            case "grace" | "window":
                table.tell(f"{decision.name}_over", tone="quiet")
            case "next_round":
                self._next_round(table)
            case _:
                self._play_for(table, decision.players[0])

    def _play_for(self, table: UnoTable, player: str) -> None:
        table.tell("timed_out", "{by} ran out of time.", by=player, tone="quiet")
        match table.phase:
            case "colour":
                self._choose_colour(table, player, table.rng.choice(list(COLOURS.values())))
            case "challenge":
                self._accept(table, player)
            case "drawn":
                self._keep(table, player)
            case _:
                self._draw(table, player, by_clock=True)

    def leave(self, table: UnoTable, player: str) -> None:
        """The hand goes into the draw pile; what was due from a leaver is void; the last one here wins."""
        table.depart(player)
        if table.options.on_leave == "abort":
            self._finish(table, [], "aborted", f"The match ended because {{{player}}} left.")
            return
        if len(table.active()) == 1:
            (last,) = table.active()
            self._finish(table, [last], "won", f"{{{last}}} won: nobody else is left.")
            return
        if table.dealer == player:
            table.dealer = table.after(player, -1)
        if table.phase == "round_end":
            self._next_round_if_ready(table)
        else:
            self._play_on_without(table, player)

    def _play_on_without(self, table: UnoTable, player: str) -> None:
        moved = table.move_all(table.hand(player), table.deck)
        table.rng.shuffle(table.deck.cards)
        table.stuck = []
        table.tell("hand_returned", tone="quiet", by=player, cards=[moved])
        self._forget_uno(table)
        if table.turn == player:
            table.due_cards, table.wild_four = 0, None
            still_open = table.phase == "colour"
            self._await(table, table.next(player), "colour" if still_open else "turn", table.options.turn_s)
        elif table.turn and table.wild_four and table.wild_four.player == player:
            self._accept(table, table.turn)

    # The end

    def _go_out(self, table: UnoTable, winner: str) -> None:
        """A hand is empty. The next player still draws what the last card demands."""
        if table.due_cards:
            self._give_due(table, table.next(winner))
        self._end_round(table, [winner])

    def _end_round(self, table: UnoTable, best: list[str]) -> None:
        """`best`: the one whose round it is, or all with the lowest hand of a blocked round."""
        self._clear(table)
        table.round_winners = best
        totals = {id: total(table.hand(id).cards) for id in table.active()}
        gain = sum(totals.values()) - totals[best[0]] * len(totals)
        if table.options.scoring == "penalty":
            for id, count in totals.items():
                table.player(id).score += count
        elif len(best) == 1:
            table.player(best[0]).score += gain
        if len(best) > 1:
            table.tell("round_over", "The lowest hands are equal: nobody wins the round.")
        elif table.options.scoring == "penalty":
            table.tell("round_over", "{by} wins the round.", by=best[0], tone="good")
        else:
            text = "{by} wins the round and scores {points}."
            table.tell("round_over", text, by=best[0], tone="good", points=gain)
        if winners := self._match_winners(table, best):
            names = " and ".join(f"{{{id}}}" for id in winners)
            self._finish(table, winners, "won", f"{names} won the match.")
            return
        table.end_round()

    def _match_winners(self, table: UnoTable, best: list[str]) -> list[str]:
        """Who has won the match with this round; nobody if it goes on."""
        scores = {id: table.player(id).score for id in table.active()}
        if max(scores.values()) < table.options.target_score:
            return []
        if table.options.scoring == "penalty":
            return [id for id in scores if scores[id] == min(scores.values())]
        return best

    def _clear(self, table: UnoTable) -> None:
        """Nobody is on turn, and the hands are open."""
        table.turn, table.phase, table.decisions = None, "round_end", []
        table.drawn, table.wild_four, table.shown_to, table.due_cards = None, None, {}, 0
        table.said, table.silent, table.caught, table.stuck = [], None, None, []
        for player in table.players:
            table.hand(player.id).seen = "all"

    def _finish(self, table: UnoTable, winners: list[str], reason: str, text: str) -> None:
        """The match is over. Behind the winners points count, then few points in hand; leavers come last."""
        self._clear(table)
        sign = 1 if table.options.scoring == "penalty" else -1

        def order(player: Player) -> tuple[bool, bool, int, int]:
            won, left = player.id in winners, not player.active
            return not won, left, sign * player.score, total(table.hand(player.id).cards)

        table.finish(winners, reason, text, order)

    # What people see

    def prompt(self, table: UnoTable, player: str | None) -> str:
        """What this viewer is waited for, or whom everybody waits for."""
        mine = player if player == table.turn else None
        if mine and table.decision("window"):
            return "Your turn begins in a moment: UNO may still be said or missed."
        match table.phase:
            case "round_end":
                return self._round_prompt(table)
            case "colour":
                return "Choose the colour." if mine else f"Waiting for {{{table.turn}}} to choose the colour."
            case "challenge":
                cards = f"{table.due_cards} cards"
                if mine:
                    return f"Draw {cards}, or challenge the Wild Draw Four."
                return f"Waiting for {{{table.turn}}} to draw {cards} or challenge."
            case "drawn" if mine and table.drawn:
                keep = "" if table.must_play(mine) else " or keep it"
                return f"You drew {name_of(table.drawn)}: play it{keep}."
        if not mine:
            return f"Waiting for {{{table.turn}}} to play."
        if table.due_cards:
            return f"Your turn: draw {table.due_cards} cards, or pass them on."
        top = table.discard.cards[-1]
        fitting = "" if is_black(top) else f" or {name_of(top).split(' ', 1)[1]}"
        return f"Your turn: play {table.colour.capitalize()}{fitting}{_or_draw(table, mine)}."

    def _round_prompt(self, table: UnoTable) -> str:
        if len(table.round_winners) == 1:
            return f"{{{table.round_winners[0]}}} won the round. The next one begins when all are ready."
        return "Nobody won the round. The next one begins when all are ready."

    def facts(self, table: UnoTable, player: str | None) -> list[Fact]:
        """The colour in force, the direction, what is due, and what a challenger has been shown."""
        facts = []
        if table.turn:
            direction = "Clockwise" if table.direction == 1 else "Counter-clockwise"
            facts += [Fact("Colour", table.colour.capitalize() or "Open"), Fact("Direction", direction)]
        if table.due_cards:
            facts.append(Fact("To draw", f"{table.due_cards} cards"))
        if player in table.shown_to:
            seen = table.shown_to[player]
            facts.append(Fact("Shown to you", f"{{{seen.player}}}: {seen.hand}"))
        if table.options.target_score:
            facts.append(Fact("Points to reach", str(table.options.target_score)))
        return facts

    def conceal(self, table: UnoTable, viewer: str | None) -> None:
        """A drawn card, the hand behind a wild draw four, and what a challenger saw are private."""
        if table.turn != viewer:
            table.drawn = None
        if table.wild_four and table.wild_four.player != viewer:
            table.wild_four = WildFour(table.wild_four.player, [], True)
        table.shown_to = {id: seen for id, seen in table.shown_to.items() if id == viewer}

    def marks(self, table: UnoTable, player: str) -> list[Mark]:
        """Who deals, who said UNO, who is ready for the next round."""
        marks = [Mark("dealer", "quiet")] if player == table.dealer else []
        if player in table.said:
            marks.append(Mark("UNO!", "bad"))
        return marks + table.ready_marks(player)


GAME = Uno()


def _gather(table: UnoTable) -> None:
    """All cards into the draw pile, shuffled."""
    table.deck.cards = [card for zone in table.zones.values() for card in zone.cards]
    for zone in table.zones.values():
        zone.cards = zone.cards if zone is table.deck else []
    table.rng.shuffle(table.deck.cards)


def _put_in_force(table: UnoTable, colour: str) -> None:
    """From now on this colour is to be followed; a black card on top shows it."""
    table.colour = colour
    table.discard.colour = colour if is_black(table.discard.cards[-1]) else ""


def _hand_over(table: UnoTable, takers: dict[str, str]) -> list[Moved]:
    """Each hand goes as a whole from the one to the other."""
    hands = {giver: list(table.hand(giver).cards) for giver in takers}
    moved = [
        table.move(hands[giver], table.hand(giver), table.hand(taker)) for giver, taker in takers.items()
    ]
    for taker in takers.values():
        table.hand(taker).cards.sort(key=in_order)
    return moved


def _one_of(table: UnoTable, player: str, faces: list[str]) -> CardsField:
    return CardsField(name="cards", zones=[table.hand(player).id], min=1, max=1, of=faces)


def _or_draw(table: UnoTable, player: str) -> str:
    if table.must_play(player):
        return ""
    return ", or draw" if table.has_cards_to_draw() else ", or pass"


def _draw_label(table: UnoTable) -> str:
    if table.due_cards:
        return f"Draw {table.due_cards} cards"
    return "Draw a card" if table.has_cards_to_draw() else "Pass"
