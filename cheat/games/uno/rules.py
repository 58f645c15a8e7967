"""Uno, in matches of several rounds. The text `rules` below explains the game to players.

The colour in force is the colour that the next card has to match: the colour of the top card or, on a black
card, the colour that its player has chosen. Due cards are the cards that the next player has to draw. A
player with one card left has to say UNO. A player that forgets can be caught by another player, and then
draws cards. The player after a wild draw four can challenge it. The challenge succeeds if the player
of the wild draw four still had a card of the colour that was in force.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, ClassVar

from msgspec import Struct

from cheat.engine.decisions import Delay, OpenDecision, Reason, Reasons
from cheat.engine.forms import Choice, ChoiceField, Form, PlayerField, form, one_of
from cheat.engine.game import Game
from cheat.engine.options import COUNTDOWN, MAY_ABORT, choice, flag, number, options_type, whole_number
from cheat.engine.rng import Rng
from cheat.engine.rounds import BetweenRounds, Rounds
from cheat.engine.table import Badge, Decision, Fact, Moved
from cheat.games.uno import deck
from cheat.games.uno.addressed import ADDRESSED
from cheat.games.uno.awards import AWARDS
from cheat.games.uno.hints import HINTS
from cheat.games.uno.presets import PRESETS, QUICK
from cheat.i18n.messages import Arg, Text, Words, text

WRONG_CHALLENGE = 2  # after a wrong challenge, the challenger draws this many cards besides the due cards
SAY_UNO = form("say_uno", "UNO!", tone="primary")
DRAW, PASS, KEEP = form("draw", "Draw a card", pile="deck"), form("draw", "Pass"), form("keep", "Keep it")
COLOUR = ChoiceField(name="colour", label="Colour", of=deck.COLOUR_CHOICES)
ANY_COLOUR = ChoiceField(name="colour", label="Colour", of=deck.COLOUR_CHOICES, optional=True)
YES_OR_NO = [Choice("yes", "UNO!"), Choice("no", "Say nothing")]
SAY = ChoiceField(name="uno", label="Your last card", of=YES_OR_NO, optional=True)

PLAY = ("Play", "Play a 7", "Play a black card")
JUMP_IN = ("Jump in", "Jump in a 7", "Jump in a black card")
NO_CARD_FITS = Reason("play", "You have no card that fits.", "no_card_fits")
ALREADY_DRAWN = Reason("draw", "You have already drawn.", "already_drawn")
MUST_PLAY = Reason("draw", "You have a card that fits, so you must play it.", "must_play")


class Grace(Delay["UnoTable"]):
    """The first seconds after a forgotten UNO. The player can say UNO and cannot be caught yet."""

    id, clock, end_event = "grace", "uno_grace_s", "grace_over"
    reasons: ClassVar[Reasons] = (
        Reason("catch_uno", "Wait a moment: the player can still say UNO.", "uno_grace", for_all=True),
    )


class CatchTime(Grace):
    """The seconds that the next player has to wait after a forgotten UNO.

    The wait gives the other players time to catch the player that forgot. After the wait, they can still do
    so until the next move.
    """

    id, clock, end_event = "window", "uno_window_s", "window_over"
    reasons = tuple(
        Reason(move, "Wait a moment: a player can still say UNO or be caught.", "uno_window_open")
        for move in ("play", "draw", "keep", "accept", "challenge")
    )

    def aside(self, t: UnoTable) -> Words:
        return "A player can still say UNO or be caught."


class RoundDecision(OpenDecision["UnoTable"]):
    """A decision of the player on turn.

    Meanwhile, other players may say UNO, or catch a player that forgot to say UNO.
    """

    clock, after_delay = "turn_s", CatchTime.id
    delay_prompt = "Your turn begins in a moment: a player can still say UNO or be caught."
    reasons: ClassVar[Reasons] = (
        Reason("catch_uno", "There is no player to catch right now.", "nobody_to_catch", for_all=True),
        Reason("say_uno", "You can't say UNO right now.", "no_uno", for_all=True),
    )

    def possible_players(self, t: UnoTable, decision: Decision) -> list[str]:
        """Return the players that can have forms.

        If a player has forgotten UNO, or if a wrong catch costs cards, all active players can have forms.
        Otherwise, only the players of the decision can have forms.
        """
        return t.active() if t.forgot_uno or t.options.false_catch_penalty else decision.players

    def forms_for_all(self, t: UnoTable, player: str) -> list[Form]:
        forms = [SAY_UNO] if t.forgot_uno == player else []
        if catchable := t.catchable(player):
            target = PlayerField(name="target", label="Player to catch", of=catchable)
            forms.append(form("catch_uno", "Catch: no UNO!", target, tone="danger"))
        return forms

    def say_uno(self, t: UnoTable, player: str) -> None:
        t.end_catch_time()
        t.said_uno.append(player)
        t.tell("uno", "{by} says UNO!", by=player, tone="good", kind="uno")

    def catch_uno(self, t: UnoTable, player: str, target: str) -> None:
        if target == t.forgot_uno:
            template = "{by} caught {player}, who didn't say UNO!"
            t.tell("caught", template, by=player, tone="bad", kind="caught", player=target)
            t.count(player, "catches")
            t.caught_player, loser, count = target, target, t.options.uno_penalty
            t.end_catch_time()
        else:
            loser, count = player, t.options.false_catch_penalty
            template = "{by} was wrong: {player} can't be caught now."
            t.tell("false_catch", template, by=player, tone="bad", player=target)
        t.give(loser, count)
        if t.turn == loser:  # forms have the field `uno` only while the hand has two cards
            t.renew(self.current(t))

    def play(
        self, t: UnoTable, player: str, cards: list[str], colour: str = "", swap: str = "", uno: str = ""
    ) -> None:
        (card,) = cards
        is_proper = card != deck.WILD_FOUR or t.may_play_wild_four(player)
        template = "{by} plays {card}." if t.turn == player else "{by} jumps in with {card}."
        if deck.is_black(card):
            template = "{by} plays {card} and chooses {colour}."
        t.note_action(player)
        moved = t.move(cards, t.hand(player), t.discard)
        t.put_in_force(colour or deck.colour_of(card) or t.colour)
        t.turn, t.drawn_card, t.wild_four, t.passed_in_a_row = player, None, None, []
        t.due_cards += deck.draw_count(card)
        if deck.is_black(card):
            t.count(player, "wilds")
        colour_word = deck.COLOUR_WORDS[t.colour]
        t.tell("played", template, by=player, cards=[moved], card=deck.name_of(card), colour=colour_word)
        if not t.hand(player).cards:
            t.give(t.next(player), t.due_cards)
            t.score_hands(t.options.target_score, player)
            return
        if uno == "yes":
            self.say_uno(t, player)
        if swap or (card[1] == "0" and t.options.seven_zero):
            t.move_hands(player, swap)
        t.forget_uno()
        if len(t.hand(player).cards) == 1 and player not in t.said_uno:
            if t.options.auto_uno:
                self.say_uno(t, player)
            else:
                t.forgot_uno = player
                t.add_timed_decision(Grace, *t.others(player))
                t.add_timed_decision(CatchTime, *t.others(player))
        t.take_effect(player, card, proper=is_proper)

    def play_forms(self, t: UnoTable, player: str, name: str = "play") -> list[Form]:
        """Return up to three forms: for black cards, for sevens that swap hands, and for all others."""
        cards, labels = (t.playable(player), PLAY) if name == "play" else (t.discard.cards[-1:], JUMP_IN)
        hand, (plain_label, swap_label, black_label) = t.hand(player), labels
        cards_after, forms = len(hand.cards) - 1, []
        blacks = [card for card in cards if card in deck.BLACKS]
        sevens = [card for card in cards if card[1] == "7"] if t.options.seven_zero and cards_after else []
        plain = [card for card in cards if card not in blacks and card not in sevens]
        swap_fields = (
            [PlayerField(name="swap", label="Swap hands with", of=t.others(player))] if sevens else []
        )
        last_fields = [SAY] if cards_after == 1 and not t.options.auto_uno else []
        colour_fields = [COLOUR if cards_after else ANY_COLOUR]
        for label, faces, extra in (
            (plain_label, plain, []),
            (swap_label, sevens, swap_fields),
            (black_label, blacks, colour_fields),
        ):
            if faces:
                forms.append(
                    form(name, label, one_of("cards", hand, faces), *extra, *last_fields, tone="primary")
                )
        return forms

    def before_leave(self, t: UnoTable, player: str) -> None:
        """Cancel the due cards if the player that has to draw them leaves."""
        t.due_cards, t.wild_four = 0, None
        t.begin(Turn, t.next(player))

    def after_leave(self, t: UnoTable, leaver: str) -> None:
        t.return_hand(leaver)
        t.passed_in_a_row = []
        t.forget_uno()

    def slots(self, t: UnoTable) -> dict[str, Arg]:
        return {**super().slots(t), "count": t.due_cards}


class Turn(RoundDecision):
    """The turn of a player, in which the player plays or draws a card.

    If an option allows it, other players may jump in: play a card out of turn that equals the top card.
    """

    id, others_prompt = "turn", "Waiting for {asked} to play."
    reasons = (*RoundDecision.reasons, NO_CARD_FITS, MUST_PLAY)

    def possible_players(self, t: UnoTable, decision: Decision) -> list[str]:
        return t.active() if t.options.jump_in else super().possible_players(t, decision)

    def forms_for_all(self, t: UnoTable, player: str) -> list[Form]:
        forms, top = super().forms_for_all(t, player), t.discard.cards[-1]
        if not t.options.jump_in or t.turn == player or t.due_cards or t.decision(CatchTime.id):
            return forms
        jumps = not deck.is_black(top) and top in t.hand(player).cards
        return [*self.play_forms(t, player, "jump_in"), *forms] if jumps else forms

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        plays = self.play_forms(t, player)
        if t.due_cards:
            return [*plays, form("draw", "Draw {count} cards", pile="deck", slots={"count": t.due_cards})]
        return plays if t.must_play(player) else [*plays, DRAW if t.can_draw() else PASS]

    jump_in = RoundDecision.play

    def draw(self, t: UnoTable, player: str, rule: str = "") -> None:
        rule = rule or t.options.draw_rule
        t.note_action(player)
        if t.due_cards:
            t.draw_due_cards(player)
            return
        max_count = len(deck.DECK) if rule == "until_playable" else 1
        movements = t.give(player, max_count, lambda card: bool(t.playable_of(player, [card])))
        if not movements:
            t.passed_in_a_row.append(player)
            t.tell("passed", "{by} passes: there is nothing to draw.", by=player)
        if {*t.active()} <= {*t.passed_in_a_row}:
            t.tell("blocked", "No player can play or draw: the round is over.")
            t.score_hands(t.options.target_score)
        elif movements and rule != "one_pass" and (fits := t.playable_of(player, movements[-1].faces)):
            t.begin(DrawnCard, player)
            (t.drawn_card,) = fits
        else:
            t.begin(Turn, t.next(player))

    def time_out(self, t: UnoTable, player: str) -> None:
        self.draw(t, player, "one_pass")

    def prompt_of_players(self, t: UnoTable) -> Words:
        if t.due_cards:
            return Text("Your turn: draw {count} cards, or pass them on.", self.slots(t))
        words = "Your turn: play {what}, or draw." if t.can_draw() else "Your turn: play {what}, or pass."
        if t.must_play(t.actor):
            words = "Your turn: play {what}."
        return text(words, what=deck.fitting_text(t.discard.cards[-1], t.colour))


class DrawnCard(RoundDecision):
    id, timeout_form, others_prompt = "keep", "keep", Turn.others_prompt
    reasons = (*RoundDecision.reasons, ALREADY_DRAWN, MUST_PLAY._replace(move="keep"))

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        plays = self.play_forms(t, player)
        return plays if t.must_play(player) else [*plays, KEEP]

    def keep(self, t: UnoTable, player: str) -> None:
        t.note_action(player)
        t.tell("kept", "{by} keeps the card.", by=player, tone="quiet")
        t.begin(Turn, t.next(player))

    def prompt_of_players(self, t: UnoTable) -> Words:
        must, may = "You drew {card}: play it.", "You drew {card}: play it or keep it."
        return text(must if t.must_play(t.actor) else may, card=deck.name_of(t.drawn_card or ""))


class Colour(RoundDecision):
    id, own_prompt, others_prompt = "colour", "Choose a colour.", "Waiting for {asked} to choose a colour."
    fixed_forms = (form("choose_colour", "Choose a colour", COLOUR, tone="primary"),)

    def choose_colour(self, t: UnoTable, player: str, colour: str) -> None:
        t.put_in_force(colour)
        t.tell("colour_chosen", "{by} chooses {colour}.", by=player, colour=deck.COLOUR_WORDS[colour])
        t.begin(Turn, player)

    def before_leave(self, t: UnoTable, player: str) -> None:
        t.begin(Colour, t.next(player))


class Challenge(RoundDecision):
    """The answer to a wild draw four: accept it, challenge it or, if allowed, stack a card."""

    id, clock, timeout_form = "challenge", "challenge_s", "accept"
    own_prompt = "Draw {count} cards, or challenge the Wild Draw Four."
    others_prompt = "Waiting for {asked} to draw {count} cards or challenge the card."
    reasons = (*RoundDecision.reasons, NO_CARD_FITS)

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        accept = form("accept", "Draw {count} cards", pile="deck", slots={"count": t.due_cards})
        accused = [t.wild_four.player] if t.wild_four else []
        challenge = form("challenge", "Challenge", tone="danger", touches=accused)
        return [*self.play_forms(t, player), accept, challenge]

    def accept(self, t: UnoTable, player: str) -> None:
        t.note_action(player)
        t.wild_four = None
        t.tell("accepted", by=player, tone="quiet")
        t.draw_due_cards(player)

    def challenge(self, t: UnoTable, player: str) -> None:
        """Show the other player's hand to the challenger, and the result of the challenge to all."""
        four = t.wild_four
        assert four is not None, "a challenge is offered only against a wild draw four"
        accused, hand = four.player, deck.names_of(four.remaining_cards)
        t.note_action(player)
        t.wild_four, t.revealed_hands[player] = None, text("{player}: {hand}", player=accused, hand=hand)
        t.tell("challenged", "{by} challenges {player}.", by=player, kind="call", player=accused)
        template = "{player}'s hand: {hand}."
        t.tell("hand_shown", template, by=player, viewers=[player], player=accused, hand=hand)
        if four.proper:
            template = "{player} had no card of that colour: {by} was wrong."
            t.tell("verdict", template, by=player, tone="bad", kind="truth", player=accused, guilty=False)
            t.due_cards += WRONG_CHALLENGE
            t.draw_due_cards(player)
        else:
            template = "{player} had a card of that colour: {by} was right."
            t.tell("verdict", template, by=player, tone="good", kind="lie", player=accused, guilty=True)
            t.count(player, "catches")
            t.give(accused, t.due_cards)
            t.due_cards = 0
            t.begin(Turn, player)

    def after_leave(self, t: UnoTable, leaver: str) -> None:
        """Accept a wild draw four if its player has left. It can no longer be challenged then."""
        super().after_leave(t, leaver)
        if t.wild_four and t.wild_four.player == leaver:
            self.accept(t, t.actor)


class NextRound(BetweenRounds):
    reasons = (Reason("", "The round is over.", "round_over", for_all=True),)


DECISION_KINDS = (Turn(), DrawnCard(), Colour(), Challenge(), Grace(), CatchTime(), NextRound())


UnoOptions: Any = options_type(
    "UnoOptions",
    whole_number("max_players", "Seats", "The most players at the table.", 10, 2, 10),
    *COUNTDOWN,
    whole_number("hand_size", "Cards dealt", "Cards dealt to each player.", 7, 3, 10),
    whole_number("target_score", "Points to reach",
        "Points that win the match. With 0, the match is a single round.", 500, 0, 1000),
    choice("scoring", "Scoring", "Which player gets the points for the cards left in hands.",
        {"winner_takes": "The winner of the round", "penalty": "Each player their own; fewest points win"}),
    flag("dealer_symbols_zero", "Symbols count 0 for the deal",
        "When players draw cards to decide who deals, symbols count 0."),
    choice("start_wild", "Wild as the first card",
        "What happens if the first card is a Wild. A Wild Draw Four always goes back.",
        {"redraw": "Another card is turned up",
         "first_player_chooses": "The first player chooses the colour"}),
    choice("start_reverse_first", "Reverse as the first card", "Which player begins.",
        {"right_of_dealer": "The player to the dealer's right", "dealer": "The dealer"}),
    choice("draw_rule", "Drawing", "What happens when a player draws.",
        {"one_play": "Draw one card and play it if it fits", "one_pass": "Draw one card and pass",
         "until_playable": "Draw cards until one fits"}),
    flag("forced_play", "Must play", "A player with a card that fits must play it."),
    flag("wd4_strict", "Strict Wild Draw Four", "A player with a card of the current colour can't play it."),
    flag("challenge_wd4", "Challenges",
        "A player who has to draw for a Wild Draw Four may challenge it.", True),
    whole_number("uno_penalty", "Forgotten UNO", "Cards drawn by a player who is caught.", 2, 0, 4),
    whole_number("false_catch_penalty", "Wrong catch",
        "Cards drawn by a player who catches wrongly. With 0, wrong catches aren't possible.", 0, 0, 4),
    number("uno_grace_s", "Time to say UNO", "Seconds before a player can be caught.", 1.5, 0, 10),
    number("uno_window_s", "Time to catch", "Seconds that the next player has to wait.", 0.0, 0, 10),
    flag("auto_uno", "Automatic UNO", "UNO is said automatically."),
    choice("stacking", "Stacking",
        "A player who has to draw may play another drawing card instead. The next player then draws the sum.",
        {"off": "No", "same": "With the same card", "any": "With either card"}),
    flag("seven_zero", "Seven and zero",
        "A 7 swaps your hand with another player's. A 0 passes all hands to the next player."),
    flag("jump_in", "Jumping in", "A player with the same card as the top card may play it out of turn."),
    whole_number("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 30, 0, 180),
    whole_number("challenge_s", "Time to challenge",
        "Seconds to decide whether to challenge a Wild Draw Four.", 10, 3, 60),
    MAY_ABORT,
)  # fmt: skip


class WildFour(Struct, rename={"remaining_cards": "held"}):
    """A wild draw four that may be challenged.

    - `remaining_cards`: the hand of its player without this card
    - `proper`: whether the hand had no card of the colour in force. If so, a challenge fails.
    """

    player: str
    remaining_cards: list[str]
    proper: bool


STORED_NAMES = {
    "drawn_card": "drawn",
    "revealed_hands": "shown_to",
    "said_uno": "said",
    "forgot_uno": "silent",
    "caught_player": "caught",
    "passed_in_a_row": "stuck",
}
"""Field of the table -> its name in stored tables, where they differ."""


class UnoTable(Rounds, tag="uno", kw_only=True, rename=STORED_NAMES):
    """The table of Uno.

    - `drawn_card`: a card just drawn that may be played at once
    - `due_cards`: the number of cards that the next player has to draw
    - `said_uno`: the players that have one card and have said UNO
    - `forgot_uno`: the player that has one card and has not said UNO
    - `caught_player`: until the next move, the player that was caught
    - `revealed_hands`: challenger -> the hand that the challenge showed. The entry is removed when the
      challenger acts.
    - `passed_in_a_row`: the players that have passed in a row because no card was left to draw
    """

    hand_order, card_points = staticmethod(deck.in_order), staticmethod(deck.points)
    options: UnoOptions
    direction: int = 1
    colour: str = ""
    drawn_card: str | None = None
    due_cards: int = 0
    wild_four: WildFour | None = None
    revealed_hands: dict[str, Text] = {}
    said_uno: list[str] = []
    forgot_uno: str | None = None
    caught_player: str | None = None
    passed_in_a_row: list[str] = []

    def next(self, player: str, steps: int = 1) -> str:
        return self.player_after(player, steps * self.direction)

    def may_play_wild_four(self, player: str) -> bool:
        """Return whether a challenge would fail if this player played a wild draw four now."""
        return self.colour not in map(deck.colour_of, self.hand(player).cards)

    def playable_of(self, player: str, cards: Iterable[str]) -> list[str]:
        """Return the cards that the player may play now. `cards`: cards of the player's hand."""
        top = self.discard.cards[-1]
        if self.due_cards:
            fitting_faces = deck.stacking(self.options.stacking, top)
        else:
            fitting_faces = deck.fitting_cards(self.colour, top[1])
        fitting_cards = [card for card in cards if card in fitting_faces]
        if (
            self.options.wd4_strict
            and deck.WILD_FOUR in fitting_cards
            and not self.may_play_wild_four(player)
        ):
            fitting_cards.remove(deck.WILD_FOUR)
        return fitting_cards

    def playable(self, player: str) -> list[str]:
        """Return the different faces that a player may play now, in the order of the hand."""
        return self.playable_of(
            player, [self.drawn_card] if self.drawn_card else dict.fromkeys(self.hand(player).cards)
        )

    def must_play(self, player: str) -> bool:
        """Return whether the player has to play a card, and may neither draw nor keep a drawn card.

        No player has to play a wild draw four if a challenge would then succeed.
        """
        if not self.options.forced_play or self.due_cards:
            return False
        return any(
            card != deck.WILD_FOUR or self.may_play_wild_four(player) for card in self.playable(player)
        )

    def catchable(self, player: str) -> list[str]:
        """Return the players that this player may try to catch.

        If a wrong catch costs nothing, only a player that forgot UNO can be named, after the end of `Grace`.
        If a wrong catch costs cards, all other players can be named, with two exceptions: the player that was
        caught last, and, during `Grace`, the player that forgot UNO.
        """
        forgetful = None if self.decision(Grace.id) else self.forgot_uno
        if self.options.false_catch_penalty and self.can_draw():
            spared = {self.caught_player, self.forgot_uno} - {forgetful}
            return [id for id in self.others(player) if id not in spared]
        return [] if forgetful in (None, player) else [forgetful]

    def deal_round(self) -> None:
        """Deal cards to all players, one at a time, and turn over the first card."""
        self.gather()
        pile, hand_size = self.deck.cards, self.options.hand_size
        card_count = hand_size * len(self.active())
        while all(
            map(deck.is_black, pile[:-card_count])
        ):  # the pile would have only black cards after the deal, but the first card needs a colour
            self.shuffle_zone(self.deck)
        self.deal_hands([pile.pop() for _ in range(card_count)], self.dealer)
        for player in self.players:
            self.hand(player.id).viewers = [player.id]
        self.direction = 1
        self.tell(
            "dealt", "{by} deals {count} cards to each player.", by=self.dealer, kind="deal", count=hand_size
        )
        self.start()

    def start(self) -> None:
        """Turn over the first card. It takes effect as if the dealer had played it."""
        card = self.deck.cards[-1]
        moved, card_name = self.move([card], self.deck, self.discard), deck.name_of(card)
        chooses_colour = card == deck.WILD and self.options.start_wild == "first_player_chooses"
        if deck.is_black(card) and not chooses_colour:
            returned = self.move([card], self.discard, self.deck, at=self.rng.below(len(self.deck.cards) + 1))
            template = "{card} can't be the first card and goes back."
            self.tell("start_card_back", template, cards=[moved, returned], card=card_name)
            self.start()
            return
        self.tell("start_card", "The first card is {card}.", cards=[moved], card=card_name)
        self.put_in_force(deck.colour_of(card))
        self.due_cards = deck.draw_count(card)
        if chooses_colour:
            self.begin(Colour, self.next(self.dealer))
        elif self.due_cards:
            self.draw_due_cards(self.next(self.dealer))
        else:
            self.take_effect(self.dealer, card)
            if card[1] == deck.REVERSE and self.options.start_reverse_first == "dealer":
                self.begin(Turn, self.dealer)

    def begin(self, kind: type[RoundDecision], player: str) -> None:
        self.turn, self.drawn_card = player, None
        self.open_decision(kind, player)

    def put_in_force(self, colour: str) -> None:
        """Set the colour in force. If the top card is black, the discard pile shows the colour."""
        self.colour = colour
        self.discard.colour = colour if deck.is_black(self.discard.cards[-1]) else ""

    def note_action(self, player: str) -> None:
        """End the time for catching, because a player acts. Hide a hand shown to this player."""
        self.end_catch_time()
        self.caught_player = None
        self.revealed_hands.pop(player, None)

    def take_effect(self, player: str, card: str, *, proper: bool = True) -> None:
        """Apply a card's effect. The next player may get the choice to challenge or to stack a card."""
        options, victim = self.options, self.next(player)
        if card == deck.WILD_FOUR and options.challenge_wd4 and not options.wd4_strict:
            self.wild_four = WildFour(player, list(self.hand(player).cards), proper)
            self.begin(Challenge, victim)
        elif self.due_cards and options.stacking == "off":
            self.draw_due_cards(victim)
        elif card[1] == deck.SKIP or (card[1] == deck.REVERSE and len(self.active()) == 2):
            self.begin(Turn, self.next(victim))
        else:
            self.direction *= -1 if card[1] == deck.REVERSE else 1
            self.begin(Turn, self.next(player))

    def draw_due_cards(self, player: str) -> None:
        """Let a player draw the due cards and lose the turn. If too few cards are left, draw fewer."""
        if not self.give(player, self.due_cards):
            self.tell("none_left", by=player, tone="quiet")
        self.due_cards = 0
        self.begin(Turn, self.next(player))

    def move_hands(self, player: str, swap: str) -> None:
        """Swap hands with the player `swap`. If `swap` is "", pass all hands to the next players."""
        takers = {player: swap, swap: player} if swap else {id: self.next(id) for id in self.active()}
        moved = self.pass_hands(takers)
        if swap:
            self.tell("swapped", "{by} swaps hands with {player}.", by=player, cards=moved, player=swap)
        else:
            self.tell("rotated", "All hands pass to the next player.", by=player, cards=moved)

    def give(self, player: str, count: int, enough: Callable[[str], bool] | None = None) -> list[Moved]:
        """Let a player draw `count` cards.

        Stop early after a card for which `enough` is true, or if no card is left.
        """
        moved = self.draw(player, count, enough)
        if moved:
            self.passed_in_a_row = []
            self.count(player, "collected", len(moved))
            self.tell("drew", "{by} draws a card.", many="{by} draws {count} cards.", by=player, cards=moved)
        self.forget_uno()
        return moved

    def forget_uno(self) -> None:
        """Remove players without exactly one card from `said_uno` and `forgot_uno`."""
        self.said_uno = [id for id in self.said_uno if len(self.hand(id).cards) == 1]
        if self.forgot_uno and len(self.hand(self.forgot_uno).cards) != 1:
            self.end_catch_time()

    def end_catch_time(self) -> None:
        """End the time in which the player that forgot UNO can be caught."""
        self.forgot_uno = None
        self.close_decisions(Grace.id, CatchTime.id)

    def clear_round(self) -> None:
        self.drawn_card, self.wild_four, self.revealed_hands, self.due_cards = None, None, {}, 0
        self.said_uno, self.forgot_uno, self.caught_player, self.passed_in_a_row = [], None, None, []
        for player in self.players:
            self.hand(player.id).viewers = "all"


class Uno(Game[UnoTable, Any]):
    id, name, minutes = "uno", "Uno", "10-40"
    tags = ("shedding",)
    summary = "Match colours and numbers, get rid of your cards, and say UNO in time."
    seats, faces = (2, 10), deck.FACES
    rules = """Be the first to get rid of all your cards. The first player with 500 points wins the match.

Each player gets seven cards. One card is turned face up to start the discard pile.

On your turn, play a card that matches the current colour, or the number or symbol of the top card. You can play a black card on any card; then you choose the colour. Or draw a card instead: if it fits, you may play it at once.

Skip: the next player loses their turn. Reverse: play changes direction; with two players it works like a Skip. Draw Two: the next player draws two cards and loses their turn. Wild: choose the colour. Wild Draw Four: choose the colour; the next player draws four cards and loses their turn, or challenges you. You should play it only if you have no card of the current colour. If you had one, you draw the four cards instead. If you had none, the challenger draws six and loses their turn.

When you have one card left, say UNO, with your card or right after it. If you forget, other players can catch you until the next player acts. Then you draw two cards.

The round ends when a player has no cards left. That player scores the cards of all other players: number cards count their number, symbols 20, black cards 50."""  # noqa: E501 - paragraphs of running text
    presets, hints, award_kinds, addressed = PRESETS, HINTS, AWARDS, ADDRESSED
    lesson_options = {"target_score": 0, "turn_s": 0}
    options_type, table_type, decision_kinds, quick_play_options = UnoOptions, UnoTable, DECISION_KINDS, QUICK

    def must_hurry(self, table: UnoTable) -> Collection[str]:
        return [table.forgot_uno] if table.forgot_uno and table.turn != table.forgot_uno else []

    def prompt(self, table: UnoTable, player: str | None) -> Words:
        if player in self.must_hurry(table):
            return "Say UNO, before you are caught."
        return super().prompt(table, player)

    def deal(self, table: UnoTable, previous: UnoTable | None, host: str) -> None:
        table.add_hands()
        table.add_piles(deck.DECK)
        table.cut_for_deal(deck.number if table.options.dealer_symbols_zero else deck.points, deck.FACES)
        table.deal_round()

    def go_on_after_leave(self, table: UnoTable, player: str) -> None:
        table.go_on_after_leave(player)

    def facts(self, table: UnoTable, player: str | None) -> list[Fact]:
        facts = []
        if table.turn:
            facts.append(
                Fact("Colour", deck.COLOUR_NAMES.get(table.colour, "Not chosen yet"), "colour", table.colour)
            )
            direction = "Clockwise" if table.direction == 1 else "Counter-clockwise"
            facts.append(Fact("Direction", direction, "direction", table.direction))
        if due_cards := table.due_cards:
            facts.append(Fact("To draw", text("{count} cards", count=due_cards), "to_draw", due_cards))
        if player in table.revealed_hands:
            facts.append(Fact("Shown to you", table.revealed_hands[player], "shown"))
        if goal := table.options.target_score:
            facts.append(Fact("Points to reach", str(goal), "score_goal", goal))
        return facts

    def conceal(self, table: UnoTable, viewer: str | None) -> None:
        """Blank a drawn card, the hand in `wild_four`, and hands that other challengers have seen."""
        if table.turn != viewer:
            table.drawn_card = None
        if table.wild_four and table.wild_four.player != viewer:
            table.wild_four = WildFour(table.wild_four.player, [], True)
        table.revealed_hands = {id: hand for id, hand in table.revealed_hands.items() if id == viewer}

    def fit_to_hidden_cards(self, table: UnoTable, viewer: str | None, rng: Rng) -> None:
        """Set the drawn card, and the hand in `wild_four`, to fit the hands that a bot has guessed."""
        if table.wild_four and table.wild_four.player != viewer:
            table.wild_four.remaining_cards = list(table.hand(table.wild_four.player).cards)
        if table.decision(DrawnCard.id) and table.turn not in (None, viewer):
            cards = table.hand(table.actor).cards
            table.drawn_card = rng.choice(table.playable_of(table.actor, cards) or cards)

    def badges(self, table: UnoTable, player: str) -> list[Badge]:
        dealer = [Badge("dealer", "quiet", "dealer")] if player == table.dealer else []
        has_said_uno = [Badge("UNO!", "bad", "uno")] if player in table.said_uno else []
        return [*dealer, *has_said_uno, *super().badges(table, player)]


GAME = Uno()
