"""Uno.

Everybody holds seven cards. In turn, each player puts a card on the discard pile that has the colour
in force or the number or symbol of the top card; black cards always fit and choose the colour.
Who cannot or will not play draws a card, and may play it at once if it fits. Skips, reverses and draw
twos do what they say. Who has been hit by a wild draw four may challenge it: if the hand of its
player held a card of the colour in force before, that player draws four, otherwise the challenger
draws six. Who is left with one card has to say "UNO!"; who forgets it may be caught by anybody until
the next player acts. A round ends with an empty hand, whose player scores what the others hold; the
match ends when somebody has reached the target.

Every move names the moment at which it was offered, so one that arrives late, or twice, can never count
for another one.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from cheat.errors import Refused
from cheat.games.asks import Ask, BetweenRounds, Reason
from cheat.games.decks import uno as deck
from cheat.games.game import Game, Preset
from cheat.games.moves import Choice, ChoiceField, Field, Form, PlayerField, form, one_of
from cheat.games.options import choice, flag, number, options_type, whole
from cheat.games.rng import Rng
from cheat.games.table import Decision, Fact, Mark, Moved, Player, Table
from cheat.words import Arg, Text, Words, text

WRONG_CHALLENGE = 2
"""Cards that a wrong challenger draws on top of those that were due."""
POINTS_THAT_MATTER = 100
"""So many points ahead are a clear advantage: about what a round brings."""

# fmt: off
UnoOptions: Any = options_type(
    "UnoOptions",
    whole("max_players", "Seats", "The most players at the table.", 10, 2, 10),
    choice("start_mode", "Start", "How a game begins.",
           {"countdown": "By itself, after a countdown", "host": "By the host"}),
    whole("countdown_s", "Countdown", "Seconds until the game begins; joining starts them afresh.",
          10, 3, 60),
    whole("hand_size", "Cards at the start", "How many cards everybody gets.", 7, 3, 10),
    whole("target_score", "Points to reach", "They end the match; with 0 a single round decides.",
          500, 0, 1000),
    choice("scoring", "Scoring", "Who gets the points of the cards that are left.",
           {"winner_takes": "The winner of the round", "penalty": "Everybody their own; fewest win"}),
    flag("dealer_symbols_zero", "Symbols count 0 for the deal", "When the highest card decides who deals."),
    choice("start_wild", "A wild as first card",
           "What happens when the first card is a wild; a wild draw four always goes back.",
           {"redraw": "Another card is turned",
            "first_player_chooses": "The first player chooses the colour"}),
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


class UnoTable(Table, tag="uno", kw_only=True):
    """`colour`: the one in force; `drawn`: the card that may be played at once; `due_cards`: what the next
    player has to draw; `said`: who said UNO and still has one card; `silent`: who did not and may be
    caught; `caught`: who has been, until the next move; `shown_to`: what challengers saw, until they
    act next; `stuck`: who passed in a row because nothing was left to draw.
    """

    order = staticmethod(deck.in_order)
    options: UnoOptions
    dealer: str = ""
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
    round_winner: str = ""

    def next(self, player: str, steps: int = 1) -> str:
        """The active player so many steps on in the direction of play."""
        return self.after(player, steps * self.direction)

    def has_cards_to_draw(self) -> bool:
        """Whether anything can be drawn, the discard pile below its top included."""
        return bool(self.deck.cards) or len(self.discard.cards) > 1

    def proper(self, player: str) -> bool:
        """Whether a wild draw four of this player could be challenged without success."""
        return self.colour not in map(deck.colour_of, self.hand(player).cards)

    def fits(self, player: str, card: str) -> bool:
        """Whether this card of a player's hand may be put on the discard pile, were the player on turn."""
        return bool(self.fitting(player, [card]))

    def fitting(self, player: str, cards: Iterable[str]) -> list[str]:
        """Those of these cards of a player's hand that may be put on the discard pile."""
        top, colours = self.discard.cards[-1], (self.colour, "")  # black cards have no colour of their own
        if self.due_cards:
            fit = [card for card in cards if self.stacks(card, top)]
        else:
            fit = [card for card in cards if deck.colour_of(card) in colours or card[1] == top[1]]
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
        cards = [self.drawn] if self.drawn else dict.fromkeys(self.hand(player).cards)
        return self.fitting(player, cards)

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
        if self.options.false_catch_penalty and self.has_cards_to_draw():
            spared = {self.caught, self.silent} - {forgetful}
            return [id for id in self.others(player) if id not in spared]
        return [] if forgetful in (None, player) else [forgetful]

    # A round begins

    def choose_dealer(self) -> None:
        """Who draws the highest card deals; only those who share it draw again."""
        highest = self.active()
        while len(highest) > 1:
            self.gather()
            highest = _those_with(max, {id: self.draw_for_deal(id) for id in highest})
        self.dealer = highest[0]
        self.tell("dealer", "{by} has the highest card and deals.", by=self.dealer)

    def draw_for_deal(self, player: str) -> int:
        """Draw a card, and say what it counts."""
        card = self.deck.cards[-1]
        moved, words = self.move([card], self.deck, self.discard), deck.name_of(card)
        counts = 0 if self.options.dealer_symbols_zero and not card[1].isdigit() else deck.points(card)
        drew = "{by} draws {card} for the deal: {points}."
        self.tell("drew_for_deal", drew, by=player, tone="quiet", cards=[moved], card=words, points=counts)
        return counts

    def deal_round(self) -> None:
        """Cards for everybody, one at a time, and a first card."""
        self.gather()
        at, pile, each = self.dealer, self.deck.cards, self.options.hand_size
        dealt = each * len(self.active())
        while all(map(deck.is_black, pile[:-dealt])):  # none could be the first card
            self.mix(self.deck)
        for _ in range(dealt):
            at = self.after(at)
            self.move(pile[-1:], self.deck, self.hand(at))
        for player in self.players:
            self.hand(player.id).seen = [player.id]
        self.direction = 1
        self.tell("dealt", "{by} deals {count} cards to everybody.", by=self.dealer, count=each)
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

    # Turns

    def begin(self, ask: type[RoundAsk], player: str) -> None:
        """`player` is on turn. The clock starts when they may act, so when a time to catch is over."""
        self.turn, self.drawn = player, None
        decision, window = self.ask(ask, player), self.decision(Window.id)
        if decision.until and window and window.until:
            decision.until += window.until - self.now

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
        if self.give(player, self.due_cards) is None:
            self.tell("none_left", by=player, tone="quiet")
        self.due_cards = 0
        self.begin(Turn, self.next(player))

    def move_hands(self, player: str, swap: str) -> None:
        """Hands go as a whole from one to another: between two who swap, or everybody's to the next."""
        takers = {player: swap, swap: player} if swap else {id: self.next(id) for id in self.active()}
        hands = {id: list(self.hand(id).cards) for id in takers}
        moved = [self.move(hands[id], self.hand(id), self.hand(taker)) for id, taker in takers.items()]
        if swap:
            self.tell("swapped", "{by} swaps hands with {player}.", by=player, cards=moved, player=swap)
        else:
            self.tell("rotated", "All hands move on to the next player.", by=player, cards=moved)

    def give(self, player: str, count: int, *, until_playable: bool = False) -> str | None:
        """Draw so many cards, or one after the other until one fits; what is not there is forgiven.

        Returns the last card; None: there was nothing to draw.
        """
        card: str | None = None
        moves: list[Moved] = []
        while (until_playable or len(moves) < count) and self.refill():
            card = self.deck.cards[-1]
            moves.append(self.move([card], self.deck, self.hand(player)))
            if until_playable and self.fits(player, card):
                break
        if moves:
            self.stuck = []
            one, many = "{by} draws a card.", "{by} draws {count} cards."
            self.tell("drew", one, many=many, by=player, cards=moves, count=len(moves))
        self.forget_uno()
        return card

    # UNO

    def say_uno(self, player: str) -> None:
        """UNO is said, so it is no longer forgotten."""
        self.end_silence()
        self.said.append(player)
        self.tell("uno", "{by} says UNO!", by=player, tone="good")

    def watch_uno(self, player: str) -> None:
        """`player` has played: with one card left and nothing said, others may catch."""
        self.forget_uno()
        if len(self.hand(player).cards) != 1 or player in self.said:
            return
        if self.options.auto_uno:
            self.say_uno(player)
            return
        self.silent = player
        for ask in (Grace, Window):
            if getattr(self.options, ask.clock):
                self.ask_beside(ask, *self.others(player))

    def forget_uno(self) -> None:
        """UNO means nothing any more where a hand has not exactly one card."""
        self.said = [id for id in self.said if len(self.hand(id).cards) == 1]
        if self.silent and len(self.hand(self.silent).cards) != 1:
            self.end_silence()

    def end_silence(self) -> None:
        """Nobody can be caught any more for what they forgot."""
        self.silent = None
        self.settle(Grace.id, Window.id)

    # The end

    def totals(self) -> dict[str, int]:
        """The points in the hands of those who are here."""
        return {id: deck.total(self.hand(id).cards) for id in self.active()}

    def end_round(self, best: list[str]) -> None:
        """`best`: the one whose round it is, or all with the lowest hand of a blocked round."""
        self.clear()
        penalty, totals, first = self.options.scoring == "penalty", self.totals(), best[0]
        self.round_winner = first if len(best) == 1 else ""
        gain = sum(totals.values()) - totals[first] * len(totals) if self.round_winner else 0
        for id in totals if penalty else best:
            self.player(id).score += totals[id] if penalty else gain
        if not self.round_winner:
            self.tell("round_over", "The lowest hands are equal: nobody wins the round.")
        elif penalty:
            self.tell("round_over", "{by} wins the round.", by=first, tone="good")
        else:
            scored = "{by} wins the round and scores {points}."
            self.tell("round_over", scored, by=first, tone="good", points=gain)
        scores = {id: self.player(id).score for id in totals}
        if max(scores.values()) < self.options.target_score:
            NEXT_ROUND.open(self)
            return
        winners = _those_with(min, scores) if penalty else best
        self.end_match(winners, "won", text("{winners} won the match.", winners=_together(winners)))

    def clear(self) -> None:
        """Nothing of a turn is left, and the hands are open."""
        self.drawn, self.wild_four, self.shown_to, self.due_cards = None, None, {}, 0
        self.said, self.silent, self.caught, self.stuck = [], None, None, []
        for player in self.players:
            self.hand(player.id).seen = "all"

    def end_match(self, winners: list[str], reason: str, words: Words) -> None:
        """The match is over. Behind the winners points count, then few points in hand; leavers come last."""
        self.clear()
        sign = 1 if self.options.scoring == "penalty" else -1

        def order(one: Player) -> tuple[bool, bool, int, int]:
            in_hand = deck.total(self.hand(one.id).cards)
            return one.id not in winners, not one.active, sign * one.score, in_hand

        self.finish(winners, reason, words, order)


class Grace(Ask[UnoTable]):
    """The first moments after somebody forgot UNO: it may be said, and nobody be caught."""

    id, clock, optional = "grace", "uno_grace_s", True
    reasons: ClassVar[tuple[Reason, ...]] = (
        Reason("catch_uno", "Wait a moment: UNO may still be said.", "uno_grace", anybody=True),
    )

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        return []

    def expire(self, t: UnoTable, decision: Decision) -> None:
        t.tell(f"{self.id}_over", tone="quiet")


class Window(Grace):
    """A time to catch, for which the next player waits."""

    id, clock = "window", "uno_window_s"
    reasons = tuple(
        Reason(move, "Wait a moment: UNO may still be said or missed.", "uno_window_open")
        for move in ("play", "draw", "keep", "accept", "challenge")
    )


class RoundAsk(Ask[UnoTable]):
    """What somebody is asked who is on turn. At any time UNO may be said, and who forgot it be caught."""

    clock, open_to_all = "turn_s", True
    reasons: ClassVar[tuple[Reason, ...]] = (
        Reason("catch_uno", "There is nobody to catch.", "nobody_to_catch", anybody=True),
        Reason("say_uno", "There is no UNO to be said.", "no_uno", anybody=True),
    )

    @abc.abstractmethod
    def choices(self, t: UnoTable, player: str) -> list[Form]:
        """What the player on turn may do."""

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        mine = t.turn == player and not t.decision(Window.id)
        forms = self.choices(t, player) if mine else []
        if t.silent == player:
            forms.append(form("say_uno", "UNO!", tone="primary"))
        if catchable := t.catchable(player):
            target = PlayerField(name="target", label="Who", of=catchable)
            forms.append(form("catch_uno", "Catch: no UNO!", target, tone="danger"))
        return forms

    def say_uno(self, t: UnoTable, player: str) -> None:
        t.say_uno(player)

    def catch_uno(self, t: UnoTable, player: str, target: str) -> None:
        if target == t.silent:
            loser, count = target, t.options.uno_penalty
            t.tell("caught", "{by} caught {player}: no UNO!", by=player, tone="bad", player=target)
            t.caught = target
            t.end_silence()
        else:
            loser, count = player, t.options.false_catch_penalty
            wrong = "{by} was wrong: {player} cannot be caught now."
            t.tell("false_catch", wrong, by=player, tone="bad", player=target)
        t.give(loser, count)
        if t.turn == loser:  # what is to be said with a card depends on how many are held
            t.renew(self.asked_now(t))

    def play(
        self, t: UnoTable, player: str, cards: list[str], colour: str = "", swap: str = "", uno: str = ""
    ) -> None:
        (card,), proper = cards, t.proper(player)
        told = "{by} plays {card}." if t.turn == player else "{by} jumps in with {card}."
        if deck.is_black(card):
            told = "{by} plays {card} and chooses {colour}."
        t.acts(player)
        moved = t.move(cards, t.hand(player), t.discard)
        t.put_in_force(colour or deck.colour_of(card) or t.colour)
        t.turn, t.drawn, t.wild_four, t.stuck = player, None, None, []
        t.due_cards += deck.draws(card)
        words = deck.name_of(card)
        t.tell("played", told, by=player, cards=[moved], card=words, colour=Text(t.colour))
        if not t.hand(player).cards:
            t.give(t.next(player), t.due_cards)
            t.end_round([player])
            return
        if uno == "yes":
            t.say_uno(player)
        if swap or (card[1] == "0" and t.options.seven_zero):
            t.move_hands(player, swap)
        t.watch_uno(player)
        t.take_effect(player, card, proper=proper)

    def gone(self, t: UnoTable, player: str) -> None:
        """What was due from a leaver is void."""
        t.due_cards, t.wild_four = 0, None
        t.begin(Turn, t.next(player))

    def without(self, t: UnoTable, leaver: str) -> None:
        """The hand goes into the draw pile."""
        moved = t.move_all(t.hand(leaver), t.deck)
        t.mix(t.deck)
        t.stuck = []
        t.tell("hand_returned", tone="quiet", by=leaver, cards=[moved])
        t.forget_uno()

    def slots(self, t: UnoTable) -> dict[str, Arg]:
        return {**super().slots(t), "count": t.due_cards}

    def prompt(self, t: UnoTable, player: str | None) -> Words:
        if player == t.turn and t.decision(Window.id):
            return "Your turn begins in a moment: UNO may still be said or missed."
        return super().prompt(t, player)


NO_CARD_FITS = Reason("play", "You have no card that fits.", "no_card_fits")
ALREADY_DRAWN = Reason("draw", "You have drawn already.", "already_drawn")
MUST_PLAY = Reason("draw", "You have a card that fits and must play it.", "must_play")


class Turn(RoundAsk):
    """Playing a card, or drawing one. With the very card that lies on top, others may jump in."""

    id, theirs = "turn", "Waiting for {asked} to play."
    reasons = (*RoundAsk.reasons, NO_CARD_FITS, MUST_PLAY)

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        forms = super().forms(t, player)
        return [*self.jumps(t, player), *forms] if t.options.jump_in else forms

    def jumps(self, t: UnoTable, player: str) -> list[Form]:
        """Playing the card that lies on top, by somebody who is not on turn."""
        top = t.discard.cards[-1]
        waits = t.turn == player or t.due_cards or t.decision(Window.id)
        jumps = not waits and not deck.is_black(top) and top in t.hand(player).cards
        return _plays(t, player, [top], "jump_in", JUMP_IN) if jumps else []

    def choices(self, t: UnoTable, player: str) -> list[Form]:
        plays = _plays(t, player, t.playable(player))
        if t.due_cards:
            return [*plays, form("draw", "Draw {count} cards", slots={"count": t.due_cards})]
        draw = form("draw", "Draw a card" if t.has_cards_to_draw() else "Pass")
        return plays if t.must_play(player) else [*plays, draw]

    jump_in = RoundAsk.play

    def draw(self, t: UnoTable, player: str, rule: str = "") -> None:
        rule = rule or t.options.draw_rule
        t.acts(player)
        if t.due_cards:
            t.take_due(player)
            return
        card = t.give(player, 1, until_playable=rule == "until_playable")
        if card is None:
            self.pass_stuck(t, player)
        elif rule != "one_pass" and t.fits(player, card):
            t.begin(Drawn, player)
            t.drawn = card
        else:
            t.begin(Turn, t.next(player))

    def pass_stuck(self, t: UnoTable, player: str) -> None:
        """There is nothing to draw. When nobody could play, the round is blocked."""
        t.stuck.append(player)
        t.tell("passed", "{by} passes: there is nothing to draw.", by=player)
        if set(t.active()) <= set(t.stuck):
            t.tell("blocked", "Nobody plays and nothing can be drawn: the round is over.")
            t.end_round(_those_with(min, t.totals()))
        else:
            t.begin(Turn, t.next(player))

    def late(self, t: UnoTable, player: str) -> None:
        self.draw(t, player, "one_pass")

    def yours(self, t: UnoTable) -> Words:
        if t.due_cards:
            return Text("Your turn: draw {count} cards, or pass them on.", self.slots(t))
        top, colour = t.discard.cards[-1], Text(deck.COLOUR_NAMES[t.colour])
        sign = text("{colour} or {sign}", colour=colour, sign=deck.sign_of(top))
        what = colour if deck.is_black(top) else sign
        if t.must_play(t.actor):
            return text("Your turn: play {what}.", what=what)
        if t.has_cards_to_draw():
            return text("Your turn: play {what}, or draw.", what=what)
        return text("Your turn: play {what}, or pass.", what=what)


class Drawn(RoundAsk):
    """The card just drawn fits: it is played or kept."""

    id, theirs = "keep", Turn.theirs
    reasons = (*RoundAsk.reasons, ALREADY_DRAWN, MUST_PLAY._replace(move="keep"))

    def choices(self, t: UnoTable, player: str) -> list[Form]:
        plays = _plays(t, player, t.playable(player))
        return plays if t.must_play(player) else [*plays, form("keep", "Keep it")]

    def keep(self, t: UnoTable, player: str) -> None:
        t.acts(player)
        t.tell("kept", "{by} keeps the card.", by=player, tone="quiet")
        t.begin(Turn, t.next(player))

    late = keep

    def yours(self, t: UnoTable) -> Words:
        must, may = "You drew {card}: play it.", "You drew {card}: play it or keep it."
        return text(must if t.must_play(t.actor) else may, card=deck.name_of(t.drawn or ""))


class Colour(RoundAsk):
    """The first card of the round is a wild: who begins chooses its colour."""

    id, mine, theirs = "colour", "Choose the colour.", "Waiting for {asked} to choose the colour."

    def choices(self, t: UnoTable, player: str) -> list[Form]:
        colour = ChoiceField(name="colour", label="Colour", of=deck.COLOUR_CHOICES)
        return [form("choose_colour", "Choose the colour", colour, tone="primary")]

    def choose_colour(self, t: UnoTable, player: str, colour: str) -> None:
        t.put_in_force(colour)
        t.tell("colour_chosen", "{by} chooses {colour}.", by=player, colour=Text(colour))
        t.begin(Turn, player)

    def gone(self, t: UnoTable, player: str) -> None:
        t.begin(Colour, t.next(player))


class Challenge(RoundAsk):
    """Whether a wild draw four is believed, or passed on where cards may be stacked."""

    id, clock = "challenge", "challenge_s"
    mine = "Draw {count} cards, or challenge the Wild Draw Four."
    theirs = "Waiting for {asked} to draw {count} cards or challenge."
    reasons = (*RoundAsk.reasons, NO_CARD_FITS)

    def choices(self, t: UnoTable, player: str) -> list[Form]:
        accept = form("accept", "Draw {count} cards", slots={"count": t.due_cards})
        return [*_plays(t, player, t.playable(player)), accept, form("challenge", "Challenge", tone="danger")]

    def accept(self, t: UnoTable, player: str) -> None:
        t.acts(player)
        t.wild_four = None
        t.tell("accepted", by=player, tone="quiet")
        t.take_due(player)

    late = accept

    def challenge(self, t: UnoTable, player: str) -> None:
        """The hand is shown to the challenger alone, what it means to all."""
        four = t.wild_four
        assert four is not None, "a challenge is offered only against a wild draw four"
        accused, hand = four.player, deck.names_of(four.held)
        t.acts(player)
        t.wild_four, t.shown_to[player] = None, text("{player}: {hand}", player=accused, hand=hand)
        t.tell("challenged", "{by} challenges {player}.", by=player, player=accused)
        shown = "You see the hand of {player}: {hand}."
        t.tell("hand_shown", shown, by=player, seen=[player], player=accused, hand=hand)
        if four.proper:
            wrong = "{player} had no card of the colour: {by} was wrong."
            t.tell("verdict", wrong, by=player, tone="bad", player=accused, guilty=False)
            t.due_cards += WRONG_CHALLENGE
            t.take_due(player)
        else:
            right = "{player} had a card of the colour: {by} was right."
            t.tell("verdict", right, by=player, tone="good", player=accused, guilty=True)
            t.give(accused, t.due_cards)
            t.due_cards = 0
            t.begin(Turn, player)

    def without(self, t: UnoTable, leaver: str) -> None:
        """A wild draw four whose player has left cannot be challenged."""
        super().without(t, leaver)
        if t.wild_four and t.wild_four.player == leaver:
            self.accept(t, t.actor)


class NextRound(BetweenRounds[UnoTable]):
    """The hands are open. The next player deals when all have seen enough."""

    def begin(self, t: UnoTable) -> None:
        t.dealer = t.after(t.dealer)
        t.deal_round()

    def refusal(self, t: UnoTable, player: str, name: str) -> Refused | None:
        return Refused("The round is over.", "round_over")

    def prompt(self, t: UnoTable, player: str | None) -> Words:
        if not t.round_winner:
            return "Nobody won the round. The next one begins when all are ready."
        return text("{winner} won the round. The next one begins when all are ready.", winner=t.round_winner)


NEXT_ROUND = NextRound()


class Uno(Game[UnoTable, Any]):
    """Uno."""

    id = "uno"
    name = "Uno"
    summary = "Match colour or number, hit the next player, and say UNO in time."
    minutes = "10-40"
    seats = (2, 10)
    faces = deck.FACES
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
    asks = (Turn(), Drawn(), Colour(), Challenge(), Grace(), Window(), NEXT_ROUND)

    def most(self, options: Any) -> int:
        """As the option says."""
        return int(options.max_players)

    def countdown(self, options: Any) -> int | None:
        """As the options say."""
        return options.countdown_s if options.start_mode == "countdown" else None

    def deal(self, table: UnoTable, previous: UnoTable | None, host: str) -> None:
        """Each match chooses its dealer anew."""
        for id in table.active():
            table.add_hand(id)
        table.add_piles(deck.DECK)
        table.choose_dealer()
        table.deal_round()

    def departed(self, table: UnoTable, player: str) -> None:
        """The last one here wins, unless a leaver ends the match for all."""
        here = table.active()
        if table.options.on_leave == "abort":
            table.end_match([], "aborted", text("The match ended because {player} left.", player=player))
        elif len(here) == 1:
            table.end_match(here, "won", text("{player} won: nobody else is left.", player=here[0]))
        elif table.dealer == player:
            table.dealer = table.after(player, -1)

    def facts(self, table: UnoTable, player: str | None) -> list[Fact]:
        """The colour in force, the direction, what is due, and what a challenger has been shown."""
        facts = []
        if table.turn:
            facts.append(Fact("Colour", deck.COLOUR_NAMES.get(table.colour, "Open"), "colour", table.colour))
            way = "Clockwise" if table.direction == 1 else "Counter-clockwise"
            facts.append(Fact("Direction", way, "direction", table.direction))
        if table.due_cards:
            facts.append(
                Fact("To draw", text("{count} cards", count=table.due_cards), "to_draw", table.due_cards)
            )
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
        """The drawn card is one that fits. A wild draw four was meant for the hand that it came from, like
        most.
        """
        if table.wild_four and table.wild_four.player != viewer:
            table.wild_four.held = list(table.hand(table.wild_four.player).cards)
        if table.decision(Drawn.id) and table.turn not in (None, viewer):
            cards = table.hand(table.actor).cards
            table.drawn = rng.choice([card for card in cards if table.fits(table.actor, card)] or cards)

    def promise(self, table: UnoTable, player: str) -> float:
        """Points of the match, and few points in hand while a round lasts."""
        sign = -1 if table.options.scoring == "penalty" else 1
        in_hand = deck.total(table.hand(player).cards) if table.turn else 0
        return (sign * table.player(player).score - in_hand) / POINTS_THAT_MATTER

    def marks(self, table: UnoTable, player: str) -> list[Mark]:
        """Who deals, who said UNO, who is ready for the next round."""
        dealer = [Mark("dealer", "quiet", "dealer")] if player == table.dealer else []
        said = [Mark("UNO!", "bad", "uno")] if player in table.said else []
        return [*dealer, *said, *NextRound.marks(table, player)]


GAME = Uno()


def _together(players: list[str]) -> str | Text:
    """Their names: "Ada and Ben"."""
    player, others = players[0], players[1:]
    return text("{player} and {others}", player=player, others=_together(others)) if others else player


def _those_with(best: Callable[[Iterable[int]], int], worth: dict[str, int]) -> list[str]:
    """Who has the highest number (`max`), or the lowest (`min`)."""
    return [id for id in worth if worth[id] == best(worth.values())]


PLAY = ("Play", "Play a 7", "Play a black card")
JUMP_IN = ("Jump in", "Jump in a 7", "Jump in a black card")


def _plays(
    t: UnoTable, player: str, cards: list[str], name: str = "play", labels: tuple[str, ...] = PLAY
) -> list[Form]:
    """A form for cards that say all themselves, one for sevens that swap hands, one for black cards."""
    if not cards:
        return []
    hand = t.hand(player)
    left = len(hand.cards) - 1
    black = [card for card in cards if deck.is_black(card)]
    sevens = [card for card in cards if t.options.seven_zero and card[1] == "7" and left]
    plain = [card for card in cards if card not in black and card not in sevens]
    swap = [PlayerField(name="swap", label="Swap hands with", of=t.others(player))] if sevens else []
    colour = ChoiceField(name="colour", label="Colour", of=deck.COLOUR_CHOICES, optional=not left)
    kinds: list[tuple[list[str], Sequence[Field]]] = [(plain, []), (sevens, swap), (black, [colour])]
    last: list[Field] = []
    if left == 1 and not t.options.auto_uno:
        say = [Choice("yes", "UNO!"), Choice("no", "Say nothing")]
        last.append(ChoiceField(name="uno", label="Your last card", of=say, optional=True))
    return [
        form(name, label, one_of("cards", hand, faces), *extra, *last, tone="primary")
        for label, (faces, extra) in zip(labels, kinds, strict=True)
        if faces
    ]
