"""Ivanhoe: its facts, the deal, leavers, and views."""

from __future__ import annotations

from cheat.engine.game import Game
from cheat.engine.options import Options
from cheat.engine.table import Fact, Mark, Zone
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.awards import HONOURS
from cheat.games.ivanhoe.decisions import Draw, Keep, Reaction, Start, TokenChoice, TokenLoss, Turn
from cheat.games.ivanhoe.hints import HINTS
from cheat.games.ivanhoe.options import IvanhoeOptions
from cheat.games.ivanhoe.presets import PRESETS, QUICK
from cheat.games.ivanhoe.refusals import CODES
from cheat.games.ivanhoe.situation import situation
from cheat.games.ivanhoe.table import IvanhoeTable
from cheat.i18n.messages import Words, plural, text

TOKEN_KINDS = {
    deck.PURPLE: "token_purple",
    deck.RED: "token_red",
    deck.BLUE: "token_blue",
    deck.YELLOW: "token_yellow",
    deck.GREEN: "token_green",
}


class Ivanhoe(Game[IvanhoeTable, Options]):
    """Ivanhoe."""

    id = "ivanhoe"
    name = "Ivanhoe"
    summary = "Tournaments of knights: be the strongest, or withdraw in time."
    minutes = "45-60"
    seats = (2, 5)
    faces = deck.FACES
    rules = """Win tournaments to gain tokens: one of each of the five colours, or of four colours where four or more play.

In your turn, draw a card. Whoever starts a tournament chooses its colour, never purple after purple, and plays a first card. Then play any number of cards of that colour and of supporters, which fit in every colour, into your display. What they say counts, in a green tournament 1 for each. If you end your turn without the highest total of all, you withdraw, and your display is discarded. The last one left wins the token of the tournament, in a purple one any token, and starts the next one.

A display holds one Maiden at most, and who withdraws with it gives back a token.

Action cards change the colour, take cards out of displays, and more; each says what it does. No display is emptied by one: the earliest card stays. When somebody plays one, there is a pause: whoever holds IVANHOE may cancel it. Shield and Stunned stay before a player until the end of the tournament."""  # noqa: E501 - paragraphs of running text
    presets, quick = PRESETS, QUICK
    hints, honours = HINTS, HONOURS
    lesson = {"turn_s": 0, "tokens_needed": 3}
    options_type = IvanhoeOptions
    table_type = IvanhoeTable
    facts_differ = False
    asks = (Draw(), Start(), Turn(), Reaction(), Keep(), TokenLoss(), TokenChoice())
    refusals = CODES

    def deal(self, table: IvanhoeTable, previous: IvanhoeTable | None, host: str) -> None:
        """Draw tokens, then deal; the player with the purple token starts, or deals."""
        t, players = table, table.active()
        t.add_piles(deck.DECK)
        t.discard.shows = "top"
        t.add(Zone(id="played", kind="row", seen="all", label="Played"))
        for id in players:
            t.add_places(id)
            t.tokens[id], t.won[id] = [], 0
        drawer = self.draw_tokens(t)
        t.rng.shuffle(t.deck.cards)
        size = t.options.hand_size
        for id in players:
            t.move(t.deck.cards[-size:], t.deck, t.hand(id))
        first = drawer if t.options.purple_drawer == "starts" else t.after(drawer)
        t.tell("dealt", "The cards are dealt. {by} begins.", by=first, kind="deal")
        Draw().open(t, first)

    def draw_tokens(self, t: IvanhoeTable) -> str:
        """Let all draw one of five tokens until one has the purple one; return that player."""
        drawn: dict[str, str] = {}
        while deck.PURPLE not in drawn:
            tokens = t.rng.sample(deck.COLOURS, len(t.players))
            drawn = dict(zip(tokens, t.active(), strict=True))
            for colour, id in drawn.items():
                told, words = "{by} draws a token: {colour}.", deck.COLOUR_NAMES[colour]
                t.tell("drew_token", told, by=id, tone="quiet", colour=words)
        return drawn[deck.PURPLE]

    def departed(self, table: IvanhoeTable, player: str) -> None:
        """Discard the leaver's cards and return the tokens.

        A player left alone wins the tournament, or the game; an action that the leaver has begun is dropped,
        and the next player is on turn.
        """
        t = table
        t.return_tokens(player, list(deck.COLOURS))
        moved = [t.move_all(t.hand(player), t.discard), *t.clear(player)]
        t.tell("cards_gone", tone="quiet", by=player, cards=moved)
        here, left = t.active(), t.in_play()
        if len(here) == 1:
            t.end(here, "last_left", text("{winner} is the last one left and wins.", winner=here[0]))
        elif t.turn == player:
            self.pass_on(t, player)
        elif t.colour and len(left) == 1 and t.phase not in (TokenLoss.id, TokenChoice.id):
            t.drop_pending()
            TokenChoice().open(t, left[0])

    def pass_on(self, t: IvanhoeTable, leaver: str) -> None:
        """Go on after the player on turn has left."""
        t.drop_pending()
        if t.colour:
            TokenLoss().close(t, leaver)
        else:
            Draw().open(t, t.after(leaver))

    def situation(self, table: IvanhoeTable, player: str | None) -> Words:
        return situation(table, player)

    def facts(self, table: IvanhoeTable, player: str | None) -> list[Fact]:
        """Return the colour, the total to beat, the colour before, and the tokens that win."""
        colour, last, facts = table.colour, table.last_colour, []
        if colour:
            facts.append(Fact("Tournament", deck.COLOUR_NAMES[colour], "colour", colour))
            best = max((table.total(id) for id in table.in_play()), default=0)
            facts.append(Fact("Highest total", str(best), "highest_total", best))
        if last:
            facts.append(Fact("Last tournament", deck.COLOUR_NAMES[last], "last_colour", last))
        needed = table.needed()
        return [*facts, Fact("Tokens to win", str(needed), "score_goal", needed)]

    def marks(self, table: IvanhoeTable, player: str) -> list[Mark]:
        """Return badges for tokens, cards in front, withdrawal, and at the end for tournaments won."""
        marks = [
            Mark(deck.COLOUR_NAMES[colour], "good", TOKEN_KINDS[colour])
            for colour in deck.COLOURS
            if colour in table.tokens[player]
        ]
        if table.guarded(player):
            marks.append(Mark("Shield", "good", "shield"))
        if table.stunned(player):
            marks.append(Mark("Stunned", "bad", "stunned"))
        if player in table.withdrawn:
            marks.append(Mark("withdrawn", "quiet", "withdrawn"))
        if table.result is not None:
            won = plural("{count} tournament", "{count} tournaments", count=table.won[player])
            marks.append(Mark(won, "info", "tournaments"))
        return marks


GAME = Ivanhoe()
