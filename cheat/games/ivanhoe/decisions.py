"""The decisions of Ivanhoe: draw, colour, cards, reaction, choices, tokens."""

from __future__ import annotations

from typing import Any, ClassVar

from cheat.engine.decisions import CardReactionWindow, DecisionKind, Reason, SimultaneousDecision
from cheat.engine.forms import Args, ChoiceField, Form, form, one_of
from cheat.errors import Refused
from cheat.games.ivanhoe import deck, refusals
from cheat.games.ivanhoe.action import Action
from cheat.games.ivanhoe.actions import ACTIONS
from cheat.games.ivanhoe.table import PLAY_FIELDS, IvanhoeTable, Play
from cheat.i18n.messages import Arg, Text, text

BARREN_TOURNAMENTS = 30
"""Number of tournaments in a row, each without a new token, after which the game ends.

A game reaches this number only if all players have stopped acting.
"""


class IvanhoeDecision(DecisionKind[IvanhoeTable]):
    """The base of Ivanhoe's decisions."""

    clock = "choice_s"
    reasons: ClassVar[tuple[Reason, ...]] = (refusals.NOTHING_TO_ANSWER,)


# A turn


class Draw(IvanhoeDecision):
    """The start of a turn, in which the player must draw a card before any other move."""

    id, clock = "draw", "turn_s"
    own_prompt, others_prompt = "Your turn: draw a card.", "Waiting for {asked} to draw a card."
    reasons = refusals.BEFORE_DRAWING

    def open(self, t: IvanhoeTable, player: str) -> None:
        """Put `player` on turn. If no card is left to draw, go on as if the player had drawn."""
        t.turn, t.opening, t.cards_added, t.cards_played = player, False, 0, 0
        if not t.can_draw():
            self.close(t, player)
        elif t.options.auto_draw:
            self.draw(t, player)
        else:
            t.open_decision(Draw, player)

    def forms(self, t: IvanhoeTable, player: str) -> list[Form]:
        return [form("draw", "Draw a card", tone="primary", pile="deck")]

    def draw(self, t: IvanhoeTable, player: str) -> None:
        t.take_card(player)
        self.close(t, player)

    def close(self, t: IvanhoeTable, player: str) -> None:
        """Continue with playing cards, or with the start of a tournament."""
        if t.colour:
            t.open_decision(Turn, player)
        else:
            Start().open(t, player)

    def time_out(self, t: IvanhoeTable, player: str) -> None:
        """Draw a card and end the whole turn."""
        self.draw(t, player)
        if t.result is None and t.turn == player:
            (Turn() if t.colour else Start()).time_out(t, player)


class Start(IvanhoeDecision):
    """The choice of a tournament's colour.

    The player must hold a card of the colour, or a supporter, which allows any colour. Purple never follows
    purple.
    """

    id, clock = "start", "turn_s"
    own_prompt = "You start the tournament: choose its colour."
    others_prompt = "Waiting for {asked} to start the tournament."
    reasons = refusals.BEFORE_STARTING

    def open(self, t: IvanhoeTable, player: str) -> None:
        """Ask the player for a colour. Skip a player that cannot start a tournament.

        If all players were skipped in a row, the game is over.
        """
        if t.startable(player):
            t.open_decision(Start, player)
            return
        t.unable_in_a_row += 1
        t.tell_cannot_start(player)
        if t.unable_in_a_row < len(t.active()):
            Draw().open(t, t.player_after(player))
        else:
            t.end_by_tokens()

    def forms(self, t: IvanhoeTable, player: str) -> list[Form]:
        colours = ChoiceField(name="colour", label="Colour", of=deck.choices_of(t.startable(player)))
        return [form("start", "Start the tournament", colours, tone="primary")]

    def start(self, t: IvanhoeTable, player: str, colour: str) -> None:
        t.opening = True
        t.turn_to(colour)
        words = deck.COLOUR_NAMES[colour]
        template = "{by} starts a tournament: {colour}."
        t.tell("started", template, by=player, tone="good", kind="colour", colour=words)
        t.open_decision(Turn, player)

    def time_out(self, t: IvanhoeTable, player: str) -> None:
        """Start with the colour in which the hand has the most points."""
        self.start(t, player, t.strongest(player))
        Turn().time_out(t, player)


class Turn(IvanhoeDecision):
    """The part of a turn in which a player plays any number of cards, and then ends the turn."""

    id, clock = "turn", "turn_s"
    own_prompt, others_prompt = "Your turn: play cards, then end your turn.", "Waiting for {asked} to play."
    reasons = refusals.IN_PLAY

    def forms(self, t: IvanhoeTable, player: str) -> list[Form]:
        hand, forms = t.hand(player), []
        if playable := t.playable(player):
            value = one_of("card", hand, playable)
            value.to = t.display(player).id
            forms.append(form("play_value", "Play a card", value, tone="primary"))
        if t.must_open(player):
            return forms
        for code in (code for code in dict.fromkeys(hand.cards) if code in ACTIONS):
            card, face = one_of("card", hand, [code]), deck.FACES[code]
            ways = ACTIONS[code].ways(t)
            forms += [form("play_action", face.name, card, *way, help=face.text) for way in ways]
        return [*forms, *self._end_forms(t, player)]

    def _end_forms(self, t: IvanhoeTable, player: str) -> list[Form]:
        """Return the forms that end the turn. Their labels say what the end of the turn will cause.

        If the options allow it, a player that could stay in the tournament may also withdraw.
        """
        if not t.stays(player):
            return [form("end_turn", "End the turn: you withdraw", tone="danger")]
        forms = [form("end_turn", "End the turn: you stay in")]
        if t.options.voluntary_withdraw and not t.opening:
            forms.append(form("withdraw", "Withdraw", tone="quiet", confirm="Do you want to withdraw?"))
        return forms

    def play_value(self, t: IvanhoeTable, player: str, card: list[str]) -> None:
        moved = t.move(card, t.hand(player), t.display(player))
        t.cards_added, t.cards_played = t.cards_added + 1, t.cards_played + 1
        template, total = "{by} plays {card}: {total} in total.", t.total(player)
        t.tell("played", template, by=player, cards=[moved], card=deck.name_of(card[0]), total=total)
        t.open_decision(Turn, player)

    def play_action(self, t: IvanhoeTable, player: str, card: list[str], **fields: Any) -> None:
        texts: dict[str, Any] = {name: value for name, value in fields.items() if isinstance(value, str)}
        cards = {field: fields[name][0] for field, name in PLAY_FIELDS.items() if name in fields}
        t.pending_action = Play(card[0], **texts, **cards)
        t.cards_played += 1
        t.count(player, "deeds")
        moved = t.move(card, t.hand(player), t.zones["played"])
        action = ACTIONS[card[0]]
        slots: dict[str, Any] = action.slots(player, t.pending_action)
        t.tell("played_action", action.template, cards=[moved], **slots)
        Reaction().open(t)

    def end_turn(self, t: IvanhoeTable, player: str) -> None:
        if t.stays(player):
            t.tell("stayed", "{by} stays in with {total}.", by=player, tone="quiet", total=t.total(player))
            Draw().open(t, t.next(player))
        else:
            self.withdraw(t, player)

    def withdraw(self, t: IvanhoeTable, player: str) -> None:
        TokenLoss().open(t, player)

    def time_out(self, t: IvanhoeTable, player: str) -> None:
        """End the turn. If the player has to open the tournament, play the highest card before that."""
        if t.must_open(player) and (cards := t.playable(player)):
            own = [card for card in cards if deck.VALUES[card].colour == t.colour]
            self.play_value(t, player, [max(own or cards, key=deck.card_value)])
        self.end_turn(t, player)

    def explain(self, t: IvanhoeTable, player: str, name: str, args: Args) -> Refused | None:
        return refusals.explain(t, player, name, args)


# Reactions and choices


class Reaction(CardReactionWindow[IvanhoeTable], IvanhoeDecision):
    """The time in which IVANHOE may cancel an action card.

    Players cannot tell from the length of this time whether a player has the card IVANHOE.
    """

    id, clock = "reaction", "reaction_s"
    card, reaction = deck.IVANHOE, form("ivanhoe", "IVANHOE!", tone="danger")
    reasons = refusals.NOT_SETTLED

    def hides_reactors(self, t: IvanhoeTable) -> bool:
        return not t.options.quick_reactions

    def possible_reactors(self, t: IvanhoeTable) -> list[str]:
        opponents = self.action(t).opponents(t, t.play)
        return [id for id in t.rivals() if t.options.ivanhoe_scope == "any" or id in opponents]

    def action(self, t: IvanhoeTable) -> Action:
        """Return the card that was played."""
        return ACTIONS[t.play.card]

    def ivanhoe(self, t: IvanhoeTable, player: str) -> None:
        moved = [t.move_all(t.zones["played"], t.discard)]
        moved.append(t.move([deck.IVANHOE], t.hand(player), t.discard))
        card, template = deck.name_of(t.play.card), "{by} plays IVANHOE: {card} is cancelled."
        t.count(player, "cancelled")
        t.tell("cancelled", template, by=player, tone="bad", kind="nope", cards=moved, card=card)
        t.pending_action = None
        t.open_decision(Turn, t.actor)

    def close(self, t: IvanhoeTable) -> None:
        """Let the card take effect, or ask for choices first. Discard a card if its target has left."""
        action = self.action(t)
        if not action.still_applies(t, t.play):
            t.drop_pending()
            t.open_decision(Turn, t.actor)
            return
        moved = t.move_all(t.zones["played"], action.zone_afterwards(t, t.play))
        t.tell("window_closed", tone="quiet", cards=[moved])
        if choosers := action.choosers(t):
            t.open_decision(Keep, *choosers)
        else:
            Keep().resolve(t, {})

    def no_ivanhoe(self, t: IvanhoeTable, player: str) -> Refused:
        return Refused("You have no IVANHOE, or you can't answer this card.", "no_ivanhoe")

    def slots(self, t: IvanhoeTable) -> dict[str, Arg]:
        action = self.action(t)
        return {"play": Text(action.template, action.slots(t.actor, t.play))}


class Keep(SimultaneousDecision[IvanhoeTable], IvanhoeDecision):
    """The choice of cards to keep. The choices are shown when all players have chosen."""

    id = "adapt"
    own_prompt = "Choose a card of each value to keep. Your choice is shown when all players have chosen."
    others_prompt = "Waiting for the others to choose which cards to keep."
    reasons = (*refusals.NOT_SETTLED, refusals.NOTHING_TO_ANSWER)

    def choices(self, t: IvanhoeTable, player: str) -> list[Form]:
        fields = ACTIONS[t.play.card].choices(t, player)
        return [form("keep", "Keep these", *fields, tone="primary")]

    def keep(self, t: IvanhoeTable, player: str, **cards_by_field: list[str]) -> None:
        self.answer(t, player, kept=[card for cards in cards_by_field.values() for card in cards])

    def time_out(self, t: IvanhoeTable, player: str) -> None:
        self.answer(t, player, kept=[])

    def resolve(self, t: IvanhoeTable, answers: dict[str, dict[str, Any]]) -> None:
        t.play.kept_cards = {id: answer["kept"] for id, answer in answers.items()}
        ACTIONS[t.play.card].effect(t, t.play)
        t.pending_action = None
        t.open_decision(Turn, t.actor)


# The end of a tournament


class TokenLoss(IvanhoeDecision):
    """The choice of a token to return, after withdrawing with a Maiden."""

    id, own_prompt = "token_loss", "The Maiden costs you a token. Choose one to return."
    others_prompt = "Waiting for {asked} to return a token."

    def open(self, t: IvanhoeTable, player: str) -> None:
        """Let `player` withdraw. If only one token can be returned, do not ask the player."""
        pays = t.costs_token(player)
        t.withdrawn_players.append(player)
        t.count(player, "withdrawals")
        t.tell("withdrew", "{by} withdraws.", by=player, cards=t.clear(player))
        tokens = t.tokens[player]
        if pays and len(tokens) > 1:
            t.open_decision(TokenLoss, player)
        elif pays:
            self.return_token(t, player, tokens[0])
        else:
            self.close(t, player)

    def forms(self, t: IvanhoeTable, player: str) -> list[Form]:
        tokens = deck.choices_of(t.tokens[player])
        return [form("return_token", "Return a token", ChoiceField(name="colour", label="Token", of=tokens))]

    def return_token(self, t: IvanhoeTable, player: str, colour: str) -> None:
        t.return_tokens(player, [colour])
        template = "{by} returns a token: {colour}."
        t.tell("returned_token", template, by=player, tone="bad", colour=deck.COLOUR_NAMES[colour])
        self.close(t, player)

    def close(self, t: IvanhoeTable, player: str) -> None:
        """Take `player` out of the tournament.

        If one player is left in the tournament, this player wins it. If several are left, the next of them is
        on turn. If none is left, because the others have left the game, the tournament has no winner.
        """
        in_tournament = t.in_play()
        if len(in_tournament) > 1:
            Draw().open(t, t.next(player))
        elif in_tournament:
            TokenChoice().open(t, in_tournament[0])
        else:
            TokenChoice().close(t, t.player_after(player))


class TokenChoice(IvanhoeDecision):
    """The choice of a token after a purple tournament: any colour that the winner lacks."""

    id, own_prompt = "token_choice", "You won a purple tournament. Choose a token to take."
    others_prompt = "Waiting for {asked} to take a token."

    def open(self, t: IvanhoeTable, winner: str) -> None:
        """Let `winner` win the tournament. If there is only one token to take, do not ask."""
        t.turn = winner
        t.tournaments_won[winner] += 1
        t.count(winner, "tournaments")
        t.tell("won_tournament", "{by} wins the tournament.", by=winner, tone="good", kind="round")
        lacking = t.lacking(winner)
        colours = lacking if t.colour == deck.PURPLE else [colour for colour in lacking if colour == t.colour]
        if len(colours) > 1:
            t.open_decision(TokenChoice, winner)
        elif colours:
            self.take_token(t, winner, colours[0])
        else:
            t.tokenless_in_a_row += 1
            t.tell("no_token", "{by} already has that token.", by=winner, tone="quiet")
            self.close(t, winner)

    def forms(self, t: IvanhoeTable, player: str) -> list[Form]:
        tokens = deck.choices_of(t.lacking(player))
        return [form("take_token", "Take a token", ChoiceField(name="colour", label="Token", of=tokens))]

    def take_token(self, t: IvanhoeTable, player: str, colour: str) -> None:
        t.give_token(player, colour)
        t.tokenless_in_a_row = 0
        template = "{by} takes a token: {colour}."
        t.tell("took_token", template, by=player, tone="good", colour=deck.COLOUR_NAMES[colour])
        self.close(t, player)

    def close(self, t: IvanhoeTable, starter: str) -> None:
        """End the tournament. If the game goes on, `starter` starts the next tournament."""
        t.last_colour, t.withdrawn_players = t.colour, []
        t.turn_to("")
        t.tell("cleared", tone="quiet", cards=[moved for id in t.active() for moved in t.clear(id)])
        if len(t.tokens[starter]) >= t.needed():
            template, count = "{winner} has {count} tokens and wins.", len(t.tokens[starter])
            t.end([starter], "won", text(template, winner=starter, count=count))
        elif t.tokenless_in_a_row >= BARREN_TOURNAMENTS:
            t.end_by_tokens()
        else:
            Draw().open(t, starter)
