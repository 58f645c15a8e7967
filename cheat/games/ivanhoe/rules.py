"""Ivanhoe: texts and options, the deal, players that leave, facts and badges."""

from __future__ import annotations

from cheat.engine.game import Game
from cheat.engine.options import Options
from cheat.engine.table import Badge, Fact, Zone
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.addressed import ADDRESSED
from cheat.games.ivanhoe.awards import AWARDS
from cheat.games.ivanhoe.decisions import Draw, Keep, Reaction, Start, TokenChoice, TokenLoss, Turn
from cheat.games.ivanhoe.hints import HINTS
from cheat.games.ivanhoe.options import IvanhoeOptions
from cheat.games.ivanhoe.presets import PRESETS, QUICK
from cheat.games.ivanhoe.refusals import ERROR_CODES
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
    """The game of Ivanhoe."""

    id = "ivanhoe"
    name = "Ivanhoe"
    summary = "Win tournaments of knights, and withdraw in time from the others."
    minutes = "45-60"
    tags = ("tournament",)
    seats = (2, 5)
    faces = deck.FACES
    rules = """Win tournaments and collect tokens of different colours: all five, or four if four or five players take part.

Each player gets eight cards. Before the deal, each player draws a token; the player with the purple one starts the first tournament.

On your turn, draw a card first. If no tournament is running, start one: choose its colour, which can't be purple twice in a row, and play a first card. Then play as many cards as you like into your display: cards of that colour, and supporters, which fit every colour. The values in your display are added up; in a green tournament every card counts 1. If you don't have the highest total when you end your turn, you withdraw and your display is discarded. A tie isn't enough.

Squires and Maidens are supporters. You can have only one Maiden in your display. If you withdraw with it, you return one of your tokens. Action cards change the colour of the tournament, take cards out of displays, and more; each card says what it does. No action card empties a display: the earliest card stays. After an action card, play pauses so that a player with IVANHOE can cancel it. Shield and Stunned stay in front of a player until they withdraw or the tournament ends.

The last player in the tournament wins its token, or any token if it is purple, and starts the next tournament. You can't win the same token twice. The first player with enough different tokens wins the game."""  # noqa: E501 - paragraphs of running text
    presets, quick_play_options = PRESETS, QUICK
    hints, award_kinds, addressed = HINTS, AWARDS, ADDRESSED
    lesson_options = {"turn_s": 0, "tokens_needed": 3}
    options_type = IvanhoeOptions
    table_type = IvanhoeTable
    facts_differ = False
    decision_kinds = (Draw(), Start(), Turn(), Reaction(), Keep(), TokenLoss(), TokenChoice())
    refusals = ERROR_CODES

    def deal(self, table: IvanhoeTable, previous: IvanhoeTable | None, host: str) -> None:
        """Let players draw tokens, then deal.

        The player with the purple token starts. If the option `purple_drawer` says so, the next player starts
        instead.
        """
        t, players = table, table.active()
        t.add_piles(deck.DECK)
        t.discard.shows = "top"
        t.add(Zone(id="played", kind="row", viewers="all", label="Played"))
        for id in players:
            t.add_places(id)
            t.tokens[id], t.tournaments_won[id] = [], 0
        purple_player = self.draw_tokens(t)
        t.rng.shuffle(t.deck.cards)
        size = t.options.hand_size
        for id in players:
            t.move(t.deck.cards[-size:], t.deck, t.hand(id))
        first = purple_player if t.options.purple_drawer == "starts" else t.player_after(purple_player)
        t.tell("dealt", "The cards are dealt. {by} begins.", by=first, kind="deal")
        Draw().open(t, first)

    def draw_tokens(self, t: IvanhoeTable) -> str:
        """Let all players draw tokens until one has the purple token. Return that player."""
        players_by_token: dict[str, str] = {}
        while deck.PURPLE not in players_by_token:
            tokens = t.rng.sample(deck.COLOURS, len(t.players))
            players_by_token = dict(zip(tokens, t.active(), strict=True))
            for colour, player in players_by_token.items():
                template, words = "{by} draws a token: {colour}.", deck.COLOUR_NAMES[colour]
                t.tell("drew_token", template, by=player, tone="quiet", colour=words)
        return players_by_token[deck.PURPLE]

    def go_on_after_leave(self, table: IvanhoeTable, player: str) -> None:
        """Discard the leaver's cards, and return the leaver's tokens.

        If only one player is left in the tournament or in the game, this player wins it. If the leaver was on
        turn, a pending action card is discarded, and the next player is on turn.
        """
        t = table
        t.return_tokens(player, list(deck.COLOURS))
        moved = [t.move_all(t.hand(player), t.discard), *t.clear(player)]
        t.tell("cards_gone", tone="quiet", by=player, cards=moved)
        active_players, in_tournament = t.active(), t.in_play()
        if len(active_players) == 1:
            t.end(
                active_players,
                "last_left",
                text("{winner} is the last player left and wins.", winner=active_players[0]),
            )
        elif t.turn == player:
            self.pass_on(t, player)
        elif t.colour and len(in_tournament) == 1 and t.phase not in (TokenLoss.id, TokenChoice.id):
            t.drop_pending()
            TokenChoice().open(t, in_tournament[0])

    def pass_on(self, t: IvanhoeTable, leaver: str) -> None:
        """Go on after the player on turn has left the game."""
        t.drop_pending()
        if t.colour:
            TokenLoss().close(t, leaver)
        else:
            Draw().open(t, t.player_after(leaver))

    def situation(self, table: IvanhoeTable, player: str | None) -> Words:
        return situation(table, player)

    def facts(self, table: IvanhoeTable, player: str | None) -> list[Fact]:
        """Return four facts about the table.

        They are the colour of the tournament, the total to beat, the last colour, and the number of tokens
        that win the game.
        """
        colour, last, facts = table.colour, table.last_colour, []
        if colour:
            facts.append(Fact("Tournament", deck.COLOUR_NAMES[colour], "colour", colour))
            best = max((table.total(id) for id in table.in_play()), default=0)
            facts.append(Fact("Highest total", str(best), "highest_total", best))
        if last:
            facts.append(Fact("Last tournament", deck.COLOUR_NAMES[last], "last_colour", last))
        needed = table.needed()
        return [*facts, Fact("Tokens to win", str(needed), "score_goal", needed)]

    def badges(self, table: IvanhoeTable, player: str) -> list[Badge]:
        """Return badges for tokens, Shield, Stunned and withdrawal, and finally for tournaments won."""
        badges = [
            Badge(deck.COLOUR_NAMES[colour], "good", TOKEN_KINDS[colour])
            for colour in deck.COLOURS
            if colour in table.tokens[player]
        ]
        if table.has_shield(player):
            badges.append(Badge("Shield", "good", "shield"))
        if table.is_stunned(player):
            badges.append(Badge("Stunned", "bad", "stunned"))
        if player in table.withdrawn_players:
            badges.append(Badge("withdrawn", "quiet", "withdrawn"))
        if table.result is not None:
            tournaments_won = plural(
                "{count} tournament", "{count} tournaments", count=table.tournaments_won[player]
            )
            badges.append(Badge(tournaments_won, "info", "tournaments"))
        return badges


GAME = Ivanhoe()
