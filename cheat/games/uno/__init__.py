"""Uno, in matches of several rounds.

Cards of the colour in force, or with the number or symbol of the top card, go on the discard pile; black
ones always fit. Who cannot or will not play draws. Who has one card left says "UNO!", or may be caught until
the next player acts. A round ends with an empty hand, whose player scores what the others hold, and the match
when somebody has reached the target. A wild draw four is a bluff that may be challenged.
"""

from __future__ import annotations

from typing import Any

from cheat.games.awards import Honour
from cheat.games.decks import uno as deck
from cheat.games.game import Game, Preset
from cheat.games.hints import HINTS
from cheat.games.rng import Rng
from cheat.games.table import Fact, Mark
from cheat.games.uno.asks import CatchTime, Challenge, Colour, Drawn, Grace, NextRound, Turn
from cheat.games.uno.table import UnoOptions, UnoTable, WildFour
from cheat.words import text


class Uno(Game[UnoTable, Any]):
    id, name, minutes = "uno", "Uno", "10-40"
    summary = "Match colour or number, hit the next player, and say UNO in time."
    seats, faces = (2, 10), deck.FACES
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
    hints, lesson, quick = HINTS[id], {"target_score": 0, "turn_s": 0}, {"target_score": 0}
    options_type, table_type = UnoOptions, UnoTable
    asks = (Turn(), Drawn(), Colour(), Challenge(), Grace(), CatchTime(), NextRound())
    honours = (
        Honour("collected", "Card magnet", "{count} card drawn", many="{count} cards drawn"),
        Honour("wilds", "Most colourful", "{count} black card played", many="{count} black cards played"),
        Honour("catches", "Sharpest eyes", "{count} player caught", many="{count} players caught"),
    )

    def deal(self, table: UnoTable, previous: UnoTable | None, host: str) -> None:
        """Each match chooses its dealer anew."""
        for id in table.active():
            table.add_hand(id)
        table.add_piles(deck.DECK)
        table.cut_for_deal(deck.number if table.options.dealer_symbols_zero else deck.points, deck.FACES)
        table.deal_round()

    def departed(self, table: UnoTable, player: str) -> None:
        table.go_on_without(player)

    def facts(self, table: UnoTable, player: str | None) -> list[Fact]:
        """The colour in force, the direction, what is due, and what a challenger has been shown."""
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
        """The drawn card is one that fits. A wild draw four was meant for the hand that it came from, like
        most.
        """
        if table.wild_four and table.wild_four.player != viewer:
            table.wild_four.held = list(table.hand(table.wild_four.player).cards)
        if table.decision(Drawn.id) and table.turn not in (None, viewer):
            cards = table.hand(table.actor).cards
            table.drawn = rng.choice([card for card in cards if table.fits(table.actor, card)] or cards)

    def marks(self, table: UnoTable, player: str) -> list[Mark]:
        """Who deals, who said UNO, who is ready for the next round."""
        dealer = [Mark("dealer", "quiet", "dealer")] if player == table.dealer else []
        said = [Mark("UNO!", "bad", "uno")] if player in table.said else []
        return [*dealer, *said, *super().marks(table, player)]


GAME = Uno()
