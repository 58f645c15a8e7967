"""The table of Uno: its options, what fits, how a round begins and ends, and who has said UNO."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from cheat.games.decks import uno as deck
from cheat.games.options import choice, flag, number, options_type, whole
from cheat.games.rounds import Rounds
from cheat.games.table import Moved
from cheat.games.uno.asks import CatchTime, Challenge, Colour, Grace, RoundAsk, Turn
from cheat.words import Text

# fmt: off
UnoOptions: Any = options_type(
    "UnoOptions",
    whole("max_players", "Seats", "The most players at the table.", 10, 2, 10),
    choice("start_mode", "Start", "How a game begins.",
        {"countdown": "By itself, after a countdown", "host": "By the host"}, "host"),
    whole("countdown_s", "Countdown", "Seconds until a game begins by itself; joining starts them afresh.",
        10, 3, 60),
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
    choice("on_leave", "Who leaves", "What becomes of the game when a player leaves.",
        {"rules": "It goes on without the player",
         "bot": "A bot plays on, and the seat may be taken back", "abort": "It ends without a winner"}),
)
# fmt: on


class WildFour(Struct):
    """A wild draw four that may be challenged: who played it, what was left in that hand, and whether
    the hand was free of the colour in force.
    """

    player: str
    held: list[str]
    proper: bool


class UnoTable(Rounds, tag="uno", kw_only=True):
    """`colour`: the one in force; `drawn`: the card that may be played at once; `due_cards`: what the next
    player has to draw; `said`: who said UNO and still has one card; `silent`: who did not and may be
    caught; `caught`: who has been, until the next move; `shown_to`: what challengers saw, until they
    act next; `stuck`: who passed in a row because nothing was left to draw.
    """

    order = staticmethod(deck.in_order)
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
        """The active player so many steps on in the direction of play."""
        return self.after(player, steps * self.direction)

    def proper(self, player: str) -> bool:
        """Whether a wild draw four of this player could be challenged without success."""
        return self.colour not in map(deck.colour_of, self.hand(player).cards)

    def fits(self, player: str, card: str) -> bool:
        """Whether this card of a player's hand may be put on the discard pile, were the player on turn."""
        return bool(self.fitting(player, [card]))

    def fitting(self, player: str, cards: Iterable[str]) -> list[str]:
        """Those of these cards of a player's hand that may be put on the discard pile."""
        top = self.discard.cards[-1]
        if self.due_cards:
            fit = [card for card in cards if self.stacks(card, top)]
        else:
            fitting = deck.fitting(self.colour, top[1])
            fit = [card for card in cards if card in fitting]
        if self.options.wd4_strict and deck.WILD_FOUR in fit and not self.proper(player):
            fit.remove(deck.WILD_FOUR)
        return fit

    def stacks(self, card: str, top: str) -> bool:
        """Whether a card passes on what is due because of another one."""
        stacking, draws = self.options.stacking, deck.draws(card)
        return draws > 0 and (stacking == "any" or (stacking == "same" and draws == deck.draws(top)))

    def skips(self, card: str) -> bool:
        """Whether the next player loses the turn without drawing: between two, a reverse is a skip."""
        return card[1] == deck.SKIP or (card[1] == deck.REVERSE and len(self.active()) == 2)

    def playable(self, player: str) -> list[str]:
        """Different faces that may be played now, in the order of the hand."""
        return self.fitting(player, [self.drawn] if self.drawn else dict.fromkeys(self.hand(player).cards))

    def must_play(self, player: str) -> bool:
        """Whether drawing or keeping is forbidden. Nobody is forced to an improper wild draw four."""
        if not self.options.forced_play or self.due_cards:
            return False
        return any(card != deck.WILD_FOUR or self.proper(player) for card in self.playable(player))

    def catchable(self, player: str) -> list[str]:
        """Whom a player may try to catch: who forgot UNO, once the grace is over; where a wrong catch
        costs cards, everybody else, too. A second catch comes too late and costs nothing.
        """
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
        """`player` is on turn."""
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
        """What a card does to the next player, who may challenge or stack what makes them draw."""
        options, victim = self.options, self.next(player)
        if card == deck.WILD_FOUR and options.challenge_wd4 and not options.wd4_strict:
            self.wild_four = WildFour(player, list(self.hand(player).cards), proper)
            self.begin(Challenge, victim)
        elif self.due_cards and options.stacking == "off":
            self.take_due(victim)
        elif self.skips(card):
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
            self.tell(
                "drew",
                "{by} draws a card.",
                many="{by} draws {count} cards.",
                by=player,
                cards=drawn,
                count=len(drawn),
            )
        self.forget_uno()
        return drawn

    def say_uno(self, player: str) -> None:
        """UNO is said, so it is no longer forgotten."""
        self.end_silence()
        self.said.append(player)
        self.tell("uno", "{by} says UNO!", by=player, tone="good", kind="uno")

    def watch_uno(self, player: str) -> None:
        """`player` has played: with one card left and nothing said, others may catch."""
        self.forget_uno()
        if len(self.hand(player).cards) != 1 or player in self.said:
            return
        if self.options.auto_uno:
            self.say_uno(player)
            return
        self.silent = player
        for pause in (Grace, CatchTime):
            if getattr(self.options, pause.clock):
                self.ask_beside(pause, *self.others(player))

    def forget_uno(self) -> None:
        """UNO means nothing any more where a hand has not exactly one card."""
        self.said = [id for id in self.said if len(self.hand(id).cards) == 1]
        if self.silent and len(self.hand(self.silent).cards) != 1:
            self.end_silence()

    def end_silence(self) -> None:
        """Nobody can be caught any more for what they forgot."""
        self.silent = None
        self.settle(Grace.id, CatchTime.id)

    def fewest_win(self) -> bool:
        """Where everybody scores their own cards."""
        return bool(self.options.scoring == "penalty")

    def in_hand(self, player: str) -> int:
        """The points of the cards left in a hand."""
        return deck.total(self.hand(player).cards)

    def clear(self) -> None:
        """Nothing of a turn is left, and the hands are open."""
        self.drawn, self.wild_four, self.shown_to, self.due_cards = None, None, {}, 0
        self.said, self.silent, self.caught, self.stuck = [], None, None, []
        for player in self.players:
            self.hand(player.id).seen = "all"
