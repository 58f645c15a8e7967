"""Uno, in matches of several rounds; its `rules` say how they go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from cheat.games.awards import HONOURS
from cheat.games.decks import uno as deck
from cheat.games.game import Game
from cheat.games.hints import HINTS
from cheat.games.options import COUNTDOWN, MAY_ABORT, choice, flag, number, options_type, whole
from cheat.games.presets import PRESETS, QUICK
from cheat.games.rng import Rng
from cheat.games.rounds import Rounds
from cheat.games.table import Fact, Mark, Moved
from cheat.games.uno.asks import ASKS, CatchTime, Challenge, Colour, Drawn, Grace, RoundAsk, Turn
from cheat.words import Text, text

UnoOptions: Any = options_type(
    "UnoOptions",
    whole("max_players", "Seats", "The most players at the table.", 10, 2, 10),
    *COUNTDOWN,
    whole("hand_size", "Cards at the start", "How many cards everybody gets.", 7, 3, 10),
    whole("target_score", "Points to reach", "They end the match; with 0 a single round decides.",
        500, 0, 1000),
    choice("scoring", "Scoring", "Who gets the points of the cards that are left.",
        {"winner_takes": "The winner of the round", "penalty": "Everybody their own; fewest win"}),
    flag("dealer_symbols_zero", "Symbols count 0 for the deal", "When the highest card decides who deals."),
    choice("start_wild", "A wild as first card",
        "What happens when the first card is a wild; a wild draw four always goes back.",
        {"redraw": "Another card is turned", "first_player_chooses": "The first player chooses the colour"}),
    choice("start_reverse_first", "A reverse as first card", "Who begins.",
        {"right_of_dealer": "Right of the dealer", "dealer": "The dealer"}),
    choice("draw_rule", "Drawing", "What a player who draws may do.",
        {"one_play": "Draw one, play it if it fits", "one_pass": "Draw one and pass",
         "until_playable": "Draw until a card fits"}),
    flag("forced_play", "Must play", "Who holds a card that fits has to play it."),
    flag("wd4_strict", "Strict wild draw four", "Only hands without the colour in force may play it."),
    flag("challenge_wd4", "Challenges", "A wild draw four may be challenged.", True),
    whole("uno_penalty", "Forgotten UNO", "Cards that a caught player draws.", 2, 0, 4),
    whole("false_catch_penalty", "Wrong catch",
        "Cards that a wrong catcher draws; 0: only right ones are possible.", 0, 0, 4),
    number("uno_grace_s", "Time to say UNO", "Seconds in which nobody can be caught.", 1.5, 0, 10),
    number("uno_window_s", "Time to catch", "Seconds for which the next player waits.", 0.0, 0, 10),
    flag("auto_uno", "UNO by itself", "Nobody has to say it."),
    choice("stacking", "Stacking",
        "Whether a card that makes one draw may be answered by another; the sum goes on.",
        {"off": "No", "same": "By the same kind", "any": "By either kind"}),
    flag("seven_zero", "Seven and zero", "A 7 swaps two hands, a 0 passes all hands on."),
    flag("jump_in", "Jumping in", "The same card may be played out of turn."),
    whole("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 30, 0, 180),
    whole("challenge_s", "Time to challenge", "Seconds to decide.", 10, 3, 60),
    MAY_ABORT,
)  # fmt: skip


class WildFour(Struct):
    """One that may be challenged: what was left in the hand, and whether it was free of the colour."""

    player: str
    held: list[str]
    proper: bool


class UnoTable(Rounds, tag="uno", kw_only=True):
    """`drawn`: a card that may be played at once; `due_cards`: what the next player has to draw; `said`: who
    said UNO with one card; `silent`: who did not; `caught`: who was, until the next move; `shown_to`: what
    challengers saw, until they act; `stuck`: who passed in a row because nothing was left to draw.
    """

    order, worth = staticmethod(deck.in_order), staticmethod(deck.points)
    options: UnoOptions
    direction: int = 1
    colour: str = ""
    drawn: str | None = None
    due_cards: int = 0
    wild_four: WildFour | None = None
    shown_to: dict[str, Text] = {}
    said: list[str] = []
    silent: str | None = None
    caught: str | None = None
    stuck: list[str] = []

    def next(self, player: str, steps: int = 1) -> str:
        return self.after(player, steps * self.direction)

    def proper(self, player: str) -> bool:
        """Whether a wild draw four of this player could be challenged without success."""
        return self.colour not in map(deck.colour_of, self.hand(player).cards)

    def fitting(self, player: str, cards: Iterable[str]) -> list[str]:
        """Those of these cards of a player's hand that may be put on the discard pile."""
        top = self.discard.cards[-1]
        if self.due_cards:
            fitting = deck.stacking(self.options.stacking, top)
        else:
            fitting = deck.fitting(self.colour, top[1])
        fit = [card for card in cards if card in fitting]
        if self.options.wd4_strict and deck.WILD_FOUR in fit and not self.proper(player):
            fit.remove(deck.WILD_FOUR)
        return fit

    def playable(self, player: str) -> list[str]:
        """Different faces that may be played now, in the order of the hand."""
        return self.fitting(player, [self.drawn] if self.drawn else dict.fromkeys(self.hand(player).cards))

    def must_play(self, player: str) -> bool:
        """Whether drawing or keeping is forbidden. Nobody is forced to an improper wild draw four."""
        if not self.options.forced_play or self.due_cards:
            return False
        return any(card != deck.WILD_FOUR or self.proper(player) for card in self.playable(player))

    def catchable(self, player: str) -> list[str]:
        """Who forgot UNO, once the grace is over; where a mistake costs cards, all but who was caught."""
        forgetful = None if self.decision(Grace.id) else self.silent
        if self.options.false_catch_penalty and self.can_draw():
            spared = {self.caught, self.silent} - {forgetful}
            return [id for id in self.others(player) if id not in spared]
        return [] if forgetful in (None, player) else [forgetful]

    def deal_round(self) -> None:
        """Cards for everybody, one at a time, and a first card."""
        self.gather()
        pile, each = self.deck.cards, self.options.hand_size
        dealt = each * len(self.active())
        while all(map(deck.is_black, pile[:-dealt])):  # none could be the first card
            self.mix(self.deck)
        self.deal_hands([pile.pop() for _ in range(dealt)], self.dealer)
        for player in self.players:
            self.hand(player.id).seen = [player.id]
        self.direction = 1
        self.tell("dealt", "{by} deals {count} cards to everybody.", by=self.dealer, kind="deal", count=each)
        self.start()

    def start(self) -> None:
        """A first card is turned, which acts as if the dealer had played it."""
        card = self.deck.cards[-1]
        moved, words = self.move([card], self.deck, self.discard), deck.name_of(card)
        chosen = card == deck.WILD and self.options.start_wild == "first_player_chooses"
        if deck.is_black(card) and not chosen:
            back = self.move([card], self.discard, self.deck, at=self.rng.below(len(self.deck.cards) + 1))
            goes_back = "{card} cannot be the first card and goes back."
            self.tell("start_card_back", goes_back, cards=[moved, back], card=words)
            self.start()
            return
        self.tell("start_card", "The first card is {card}.", cards=[moved], card=words)
        self.put_in_force(deck.colour_of(card))
        self.due_cards = deck.draws(card)
        if chosen:
            self.begin(Colour, self.next(self.dealer))
        elif self.due_cards:
            self.take_due(self.next(self.dealer))
        else:
            self.take_effect(self.dealer, card)
            if card[1] == deck.REVERSE and self.options.start_reverse_first == "dealer":
                self.begin(Turn, self.dealer)

    def begin(self, ask: type[RoundAsk], player: str) -> None:
        self.turn, self.drawn = player, None
        self.ask(ask, player)

    def put_in_force(self, colour: str) -> None:
        """From now on this colour is to be followed; a black card on top shows it."""
        self.colour = colour
        self.discard.colour = colour if deck.is_black(self.discard.cards[-1]) else ""

    def acts(self, player: str) -> None:
        """A move of a turn: it is too late for catching, and the challenger has seen enough."""
        self.end_silence()
        self.caught = None
        self.shown_to.pop(player, None)

    def take_effect(self, player: str, card: str, *, proper: bool = True) -> None:
        """What a card does to the next player, who may challenge or stack. Between two, a reverse skips."""
        options, victim = self.options, self.next(player)
        if card == deck.WILD_FOUR and options.challenge_wd4 and not options.wd4_strict:
            self.wild_four = WildFour(player, list(self.hand(player).cards), proper)
            self.begin(Challenge, victim)
        elif self.due_cards and options.stacking == "off":
            self.take_due(victim)
        elif card[1] == deck.SKIP or (card[1] == deck.REVERSE and len(self.active()) == 2):
            self.begin(Turn, self.next(victim))
        else:
            self.direction *= -1 if card[1] == deck.REVERSE else 1
            self.begin(Turn, self.next(player))

    def take_due(self, player: str) -> None:
        """Draw what is due, if there is anything to draw, and lose the turn."""
        if not self.give(player, self.due_cards):
            self.tell("none_left", by=player, tone="quiet")
        self.due_cards = 0
        self.begin(Turn, self.next(player))

    def move_hands(self, player: str, swap: str) -> None:
        """Hands go as a whole from one to another: between two who swap, or everybody's to the next."""
        takers = {player: swap, swap: player} if swap else {id: self.next(id) for id in self.active()}
        moved = self.pass_hands(takers)
        if swap:
            self.tell("swapped", "{by} swaps hands with {player}.", by=player, cards=moved, player=swap)
        else:
            self.tell("rotated", "All hands move on to the next player.", by=player, cards=moved)

    def give(self, player: str, count: int, enough: Callable[[str], bool] | None = None) -> list[Moved]:
        """Draw so many cards, or fewer once one is `enough`; what is not there is forgiven."""
        drawn = self.draw(player, count, enough)
        if drawn:
            self.stuck = []
            self.count(player, "collected", len(drawn))
            self.tell("drew", "{by} draws a card.", many="{by} draws {count} cards.", by=player, cards=drawn)
        self.forget_uno()
        return drawn

    def forget_uno(self) -> None:
        """UNO means nothing any more where a hand has not exactly one card."""
        self.said = [id for id in self.said if len(self.hand(id).cards) == 1]
        if self.silent and len(self.hand(self.silent).cards) != 1:
            self.end_silence()

    def end_silence(self) -> None:
        """Nobody can be caught any more for what they forgot."""
        self.silent = None
        self.settle(Grace.id, CatchTime.id)

    def clear(self) -> None:
        self.drawn, self.wild_four, self.shown_to, self.due_cards = None, None, {}, 0
        self.said, self.silent, self.caught, self.stuck = [], None, None, []
        for player in self.players:
            self.hand(player.id).seen = "all"


class Uno(Game[UnoTable, Any]):
    id, name, minutes = "uno", "Uno", "10-40"
    summary = "Match colour or number, hit the next player, and say UNO in time."
    seats, faces = (2, 10), deck.FACES
    rules = """In your turn, play a card that has the colour in force, or the number or symbol of the top card. Black cards always fit; you choose the colour. Instead you may draw a card; if it fits, you may play it at once.

Skip: the next player loses the turn. Reverse: play goes round the other way; with two players it is a skip. Draw Two: the next player draws two and loses the turn.

Wild Draw Four: the next player draws four and loses the turn, or challenges it. It is meant for hands without the colour in force. If the challenge is right, the player of the card draws four instead; if it is wrong, the challenger draws six.

Left with one card? Say UNO with the card or at once after it. Who forgets it can be caught until the next player acts, and draws two.

The round ends when a hand is empty. Its player scores the cards of all others: numbers count themselves, symbols 20, black cards 50. 500 points win the match."""  # noqa: E501 - paragraphs of running text
    presets, hints, honours, lesson = PRESETS[id], HINTS[id], HONOURS[id], {"target_score": 0, "turn_s": 0}
    options_type, table_type, asks, quick = UnoOptions, UnoTable, ASKS, QUICK[id]

    def deal(self, table: UnoTable, previous: UnoTable | None, host: str) -> None:
        table.add_hands()
        table.add_piles(deck.DECK)
        table.cut_for_deal(deck.number if table.options.dealer_symbols_zero else deck.points, deck.FACES)
        table.deal_round()

    def departed(self, table: UnoTable, player: str) -> None:
        table.go_on_without(player)

    def facts(self, table: UnoTable, player: str | None) -> list[Fact]:
        facts = []
        if table.turn:
            facts.append(Fact("Colour", deck.COLOUR_NAMES.get(table.colour, "Open"), "colour", table.colour))
            way = "Clockwise" if table.direction == 1 else "Counter-clockwise"
            facts.append(Fact("Direction", way, "direction", table.direction))
        if due := table.due_cards:
            facts.append(Fact("To draw", text("{count} cards", count=due), "to_draw", due))
        if player in table.shown_to:
            facts.append(Fact("Shown to you", table.shown_to[player], "shown"))
        if goal := table.options.target_score:
            facts.append(Fact("Points to reach", str(goal), "score_goal", goal))
        return facts

    def conceal(self, table: UnoTable, viewer: str | None) -> None:
        """A drawn card, the hand behind a wild draw four, and what a challenger saw are private."""
        if table.turn != viewer:
            table.drawn = None
        if table.wild_four and table.wild_four.player != viewer:
            table.wild_four = WildFour(table.wild_four.player, [], True)
        table.shown_to = {id: seen for id, seen in table.shown_to.items() if id == viewer}

    def reimagine(self, table: UnoTable, viewer: str | None, rng: Rng) -> None:
        """The drawn card is one that fits. A wild draw four was meant for the hand that it came from."""
        if table.wild_four and table.wild_four.player != viewer:
            table.wild_four.held = list(table.hand(table.wild_four.player).cards)
        if table.decision(Drawn.id) and table.turn not in (None, viewer):
            cards = table.hand(table.actor).cards
            table.drawn = rng.choice(table.fitting(table.actor, cards) or cards)

    def marks(self, table: UnoTable, player: str) -> list[Mark]:
        dealer = [Mark("dealer", "quiet", "dealer")] if player == table.dealer else []
        said = [Mark("UNO!", "bad", "uno")] if player in table.said else []
        return [*dealer, *said, *super().marks(table, player)]


GAME = Uno()
