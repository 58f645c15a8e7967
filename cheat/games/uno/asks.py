"""What players of Uno decide, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cheat.games.asks import Open, Pause, Reason, Reasons
from cheat.games.decks import uno as deck
from cheat.games.moves import Choice, ChoiceField, Form, PlayerField, form, one_of
from cheat.games.rounds import BetweenRounds
from cheat.games.table import Decision
from cheat.words import Arg, Text, Words, text

if TYPE_CHECKING:
    from cheat.games.uno import UnoTable

WRONG_CHALLENGE = 2  # cards that a wrong challenger draws on top of those that were due
SAY_UNO = form("say_uno", "UNO!", tone="primary")
DRAW, PASS, KEEP = form("draw", "Draw a card"), form("draw", "Pass"), form("keep", "Keep it")
COLOUR = ChoiceField(name="colour", label="Colour", of=deck.COLOUR_CHOICES)
ANY_COLOUR = ChoiceField(name="colour", label="Colour", of=deck.COLOUR_CHOICES, optional=True)
YES_OR_NO = [Choice("yes", "UNO!"), Choice("no", "Say nothing")]
SAY = ChoiceField(name="uno", label="Your last card", of=YES_OR_NO, optional=True)

PLAY = ("Play", "Play a 7", "Play a black card")
JUMP_IN = ("Jump in", "Jump in a 7", "Jump in a black card")
NO_CARD_FITS = Reason("play", "You have no card that fits.", "no_card_fits")
ALREADY_DRAWN = Reason("draw", "You have drawn already.", "already_drawn")
MUST_PLAY = Reason("draw", "You have a card that fits and must play it.", "must_play")


class Grace(Pause["UnoTable"]):
    """The first moments after somebody forgot UNO: it may be said, and nobody be caught."""

    id, clock, over = "grace", "uno_grace_s", "grace_over"
    reasons: ClassVar[Reasons] = (
        Reason("catch_uno", "Wait a moment: UNO may still be said.", "uno_grace", anybody=True),
    )


class CatchTime(Grace):
    """A time to catch, for which the next player waits."""

    id, clock, over = "window", "uno_window_s", "window_over"
    reasons = tuple(
        Reason(move, "Wait a moment: UNO may still be said or missed.", "uno_window_open")
        for move in ("play", "draw", "keep", "accept", "challenge")
    )


class RoundAsk(Open["UnoTable"]):
    """What somebody is asked who is on turn. At any time UNO may be said, and who forgot it be caught."""

    clock, behind = "turn_s", CatchTime.id
    held = "Your turn begins in a moment: UNO may still be said or missed."
    reasons: ClassVar[Reasons] = (
        Reason("catch_uno", "There is nobody to catch.", "nobody_to_catch", anybody=True),
        Reason("say_uno", "There is no UNO to be said.", "no_uno", anybody=True),
    )

    def among(self, t: UnoTable, decision: Decision) -> list[str]:
        """Where nobody has forgotten UNO, catching is a mistake, if that is allowed."""
        return t.active() if t.silent or t.options.false_catch_penalty else decision.players

    def meanwhile(self, t: UnoTable, player: str) -> list[Form]:
        forms = [SAY_UNO] if t.silent == player else []
        if catchable := t.catchable(player):
            target = PlayerField(name="target", label="Who", of=catchable)
            forms.append(form("catch_uno", "Catch: no UNO!", target, tone="danger"))
        return forms

    def say_uno(self, t: UnoTable, player: str) -> None:
        t.end_silence()
        t.said.append(player)
        t.tell("uno", "{by} says UNO!", by=player, tone="good", kind="uno")

    def catch_uno(self, t: UnoTable, player: str, target: str) -> None:
        if target == t.silent:
            caught = "{by} caught {player}: no UNO!"
            t.tell("caught", caught, by=player, tone="bad", kind="caught", player=target)
            t.count(player, "catches")
            t.caught, loser, count = target, target, t.options.uno_penalty
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
        (card,) = cards
        proper = card != deck.WILD_FOUR or t.proper(player)
        told = "{by} plays {card}." if t.turn == player else "{by} jumps in with {card}."
        if deck.is_black(card):
            told = "{by} plays {card} and chooses {colour}."
        t.acts(player)
        moved = t.move(cards, t.hand(player), t.discard)
        t.put_in_force(colour or deck.colour_of(card) or t.colour)
        t.turn, t.drawn, t.wild_four, t.stuck = player, None, None, []
        t.due_cards += deck.draws(card)
        if deck.is_black(card):
            t.count(player, "wilds")
        colour_word = deck.COLOUR_WORDS[t.colour]
        t.tell("played", told, by=player, cards=[moved], card=deck.name_of(card), colour=colour_word)
        if not t.hand(player).cards:
            t.give(t.next(player), t.due_cards)
            t.score_hands(t.options.target_score, player)
            return
        if uno == "yes":
            self.say_uno(t, player)
        if swap or (card[1] == "0" and t.options.seven_zero):
            t.move_hands(player, swap)
        t.forget_uno()
        if len(t.hand(player).cards) == 1 and player not in t.said:
            if t.options.auto_uno:
                self.say_uno(t, player)
            else:
                t.silent = player
                t.pause(Grace, *t.others(player))
                t.pause(CatchTime, *t.others(player))
        t.take_effect(player, card, proper=proper)

    def plays(self, t: UnoTable, player: str, name: str = "play") -> list[Form]:
        """A form for cards that say all themselves, one for sevens that swap hands, one for black cards."""
        cards, labels = (t.playable(player), PLAY) if name == "play" else (t.discard.cards[-1:], JUMP_IN)
        hand, (usual, swapping, black) = t.hand(player), labels
        left, forms = len(hand.cards) - 1, []
        blacks = [card for card in cards if card in deck.BLACKS]
        sevens = [card for card in cards if card[1] == "7"] if t.options.seven_zero and left else []
        plain = [card for card in cards if card not in blacks and card not in sevens]
        swap = [PlayerField(name="swap", label="Swap hands with", of=t.others(player))] if sevens else []
        last = [SAY] if left == 1 and not t.options.auto_uno else []
        colour = [COLOUR if left else ANY_COLOUR]
        for label, faces, extra in ((usual, plain, []), (swapping, sevens, swap), (black, blacks, colour)):
            if faces:
                forms.append(form(name, label, one_of("cards", hand, faces), *extra, *last, tone="primary"))
        return forms

    def gone(self, t: UnoTable, player: str) -> None:
        """What was due from a leaver is void."""
        t.due_cards, t.wild_four = 0, None
        t.begin(Turn, t.next(player))

    def without(self, t: UnoTable, leaver: str) -> None:
        t.return_hand(leaver)
        t.stuck = []
        t.forget_uno()

    def slots(self, t: UnoTable) -> dict[str, Arg]:
        return {**super().slots(t), "count": t.due_cards}


class Turn(RoundAsk):
    """Playing a card, or drawing one. With the very card that lies on top, others may jump in."""

    id, theirs = "turn", "Waiting for {asked} to play."
    reasons = (*RoundAsk.reasons, NO_CARD_FITS, MUST_PLAY)

    def among(self, t: UnoTable, decision: Decision) -> list[str]:
        return t.active() if t.options.jump_in else super().among(t, decision)

    def meanwhile(self, t: UnoTable, player: str) -> list[Form]:
        forms, top = super().meanwhile(t, player), t.discard.cards[-1]
        if not t.options.jump_in or t.turn == player or t.due_cards or t.decision(CatchTime.id):
            return forms
        jumps = not deck.is_black(top) and top in t.hand(player).cards
        return [*self.plays(t, player, "jump_in"), *forms] if jumps else forms

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        plays = self.plays(t, player)
        if t.due_cards:
            return [*plays, form("draw", "Draw {count} cards", slots={"count": t.due_cards})]
        return plays if t.must_play(player) else [*plays, DRAW if t.can_draw() else PASS]

    jump_in = RoundAsk.play

    def draw(self, t: UnoTable, player: str, rule: str = "") -> None:
        rule = rule or t.options.draw_rule
        t.acts(player)
        if t.due_cards:
            t.take_due(player)
            return
        most = len(deck.DECK) if rule == "until_playable" else 1
        drawn = t.give(player, most, lambda card: bool(t.fitting(player, [card])))
        if not drawn:
            t.stuck.append(player)
            t.tell("passed", "{by} passes: there is nothing to draw.", by=player)
        if {*t.active()} <= {*t.stuck}:
            t.tell("blocked", "Nobody plays and nothing can be drawn: the round is over.")
            t.score_hands(t.options.target_score)
        elif drawn and rule != "one_pass" and (fits := t.fitting(player, drawn[-1].faces)):
            t.begin(Drawn, player)
            (t.drawn,) = fits
        else:
            t.begin(Turn, t.next(player))

    def late(self, t: UnoTable, player: str) -> None:
        self.draw(t, player, "one_pass")

    def yours(self, t: UnoTable) -> Words:
        if t.due_cards:
            return Text("Your turn: draw {count} cards, or pass them on.", self.slots(t))
        words = "Your turn: play {what}, or draw." if t.can_draw() else "Your turn: play {what}, or pass."
        if t.must_play(t.actor):
            words = "Your turn: play {what}."
        return text(words, what=deck.what_fits(t.discard.cards[-1], t.colour))


class Drawn(RoundAsk):
    id, by_clock, theirs = "keep", "keep", Turn.theirs
    reasons = (*RoundAsk.reasons, ALREADY_DRAWN, MUST_PLAY._replace(move="keep"))

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        plays = self.plays(t, player)
        return plays if t.must_play(player) else [*plays, KEEP]

    def keep(self, t: UnoTable, player: str) -> None:
        t.acts(player)
        t.tell("kept", "{by} keeps the card.", by=player, tone="quiet")
        t.begin(Turn, t.next(player))

    def yours(self, t: UnoTable) -> Words:
        must, may = "You drew {card}: play it.", "You drew {card}: play it or keep it."
        return text(must if t.must_play(t.actor) else may, card=deck.name_of(t.drawn or ""))


class Colour(RoundAsk):
    id, mine, theirs = "colour", "Choose the colour.", "Waiting for {asked} to choose the colour."
    always = (form("choose_colour", "Choose the colour", COLOUR, tone="primary"),)

    def choose_colour(self, t: UnoTable, player: str, colour: str) -> None:
        t.put_in_force(colour)
        t.tell("colour_chosen", "{by} chooses {colour}.", by=player, colour=deck.COLOUR_WORDS[colour])
        t.begin(Turn, player)

    def gone(self, t: UnoTable, player: str) -> None:
        t.begin(Colour, t.next(player))


class Challenge(RoundAsk):
    """Whether a wild draw four is believed, or passed on where cards may be stacked."""

    id, clock, by_clock = "challenge", "challenge_s", "accept"
    mine = "Draw {count} cards, or challenge the Wild Draw Four."
    theirs = "Waiting for {asked} to draw {count} cards or challenge."
    reasons = (*RoundAsk.reasons, NO_CARD_FITS)

    def forms(self, t: UnoTable, player: str) -> list[Form]:
        accept = form("accept", "Draw {count} cards", slots={"count": t.due_cards})
        return [*self.plays(t, player), accept, form("challenge", "Challenge", tone="danger")]

    def accept(self, t: UnoTable, player: str) -> None:
        t.acts(player)
        t.wild_four = None
        t.tell("accepted", by=player, tone="quiet")
        t.take_due(player)

    def challenge(self, t: UnoTable, player: str) -> None:
        """The hand is shown to the challenger alone, what it means to all."""
        four = t.wild_four
        assert four is not None, "a challenge is offered only against a wild draw four"
        accused, hand = four.player, deck.names_of(four.held)
        t.acts(player)
        t.wild_four, t.shown_to[player] = None, text("{player}: {hand}", player=accused, hand=hand)
        t.tell("challenged", "{by} challenges {player}.", by=player, kind="call", player=accused)
        shown = "You see the hand of {player}: {hand}."
        t.tell("hand_shown", shown, by=player, seen=[player], player=accused, hand=hand)
        if four.proper:
            wrong = "{player} had no card of the colour: {by} was wrong."
            t.tell("verdict", wrong, by=player, tone="bad", kind="truth", player=accused, guilty=False)
            t.due_cards += WRONG_CHALLENGE
            t.take_due(player)
        else:
            right = "{player} had a card of the colour: {by} was right."
            t.tell("verdict", right, by=player, tone="good", kind="lie", player=accused, guilty=True)
            t.count(player, "catches")
            t.give(accused, t.due_cards)
            t.due_cards = 0
            t.begin(Turn, player)

    def without(self, t: UnoTable, leaver: str) -> None:
        """A wild draw four whose player has left cannot be challenged."""
        super().without(t, leaver)
        if t.wild_four and t.wild_four.player == leaver:
            self.accept(t, t.actor)


class NextRound(BetweenRounds):
    reasons = (Reason("", "The round is over.", "round_over", anybody=True),)


ASKS = (Turn(), Drawn(), Colour(), Challenge(), Grace(), CatchTime(), NextRound())
