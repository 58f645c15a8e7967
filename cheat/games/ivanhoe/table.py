"""The table of Ivanhoe: zones, points, possible moves, and changes of cards and tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET, Struct

from cheat.engine.table import Moved, Player, Table, Viewers, Zone, following
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.options import IvanhoeOptions
from cheat.i18n.messages import Words

FEW_PLAYERS = 3
"""Maximum number of players for which five tokens win. With more players, four tokens win."""


PLAY_FIELDS = {"own_card": "own", "taken_card": "taken", "kept_cards": "kept"}
"""Field of a play -> its name in forms and stored tables, where they differ."""


class Play(Struct, rename=PLAY_FIELDS):
    """An action card that was played, and the values of its form.

    - `own_card`: the card of the actor that the actor has chosen
    - `taken_card`: the card of the target that the actor has chosen
    - `kept_cards`: player -> the cards that this player has chosen to keep
    """

    card: str
    target: str = ""
    colour: str = ""
    own_card: str = ""
    taken_card: str = ""
    kept_cards: dict[str, list[str]] = {}


STORED_NAMES = {
    "withdrawn_players": "withdrawn",
    "cards_added": "added",
    "cards_played": "played",
    "tournaments_won": "won",
    "unable_in_a_row": "unable",
    "tokenless_in_a_row": "barren",
    "pending_action": "pending",
}
"""Field of the table -> its name in stored tables, where they differ."""


class IvanhoeTable(Table, tag="ivanhoe", kw_only=True, rename=STORED_NAMES):
    """The table of Ivanhoe.

    - `colour`: the colour of the tournament, or "" between two tournaments
    - `last_colour`: the colour that the last tournament had at its end
    - `opening`: True in the first turn of a tournament
    - `cards_added`: the number of cards that the player on turn has added to the display in this turn
    - `cards_played`: the number of cards that the player on turn has played in this turn
    - `withdrawn_players`: the players that have withdrawn from the tournament
    - `tokens`: the colours of each player's tokens
    - `tournaments_won`: the number of tournaments that each player has won
    - `unable_in_a_row`: the number of players in a row that could not start a tournament. When a card is
      drawn, the count begins again.
    - `tokenless_in_a_row`: the number of tournaments in a row without a new token
    - `pending_action`: the played action card that has not taken effect yet
    """

    hand_order = staticmethod(deck.in_order)
    options: IvanhoeOptions
    colour: str = ""
    last_colour: str = ""
    opening: bool = False
    cards_added: int = 0
    cards_played: int = 0
    withdrawn_players: list[str] = []
    tokens: dict[str, list[str]] = {}
    tournaments_won: dict[str, int] = {}
    unable_in_a_row: int = 0
    tokenless_in_a_row: int = 0
    pending_action: Play | None = None

    # Zones

    def display(self, player: str) -> Zone:
        """Return the display of a player: value cards, in the order in which they were added."""
        return self.zones[f"display:{player}"]

    def front(self, player: str) -> Zone:
        """Return the zone for the cards Shield and Stunned, beside a player's display."""
        return self.zones[f"front:{player}"]

    def place(self, player: str, card: str) -> Zone:
        """Return the zone in which this card of a player lies: the display or `front`."""
        return self.display(player) if deck.is_value(card) else self.front(player)

    def add_places(self, player: str) -> None:
        """Add the zones of a player: the hand, the display and `front`."""
        self.add_hand(player)
        self.add(Zone(id=f"display:{player}", kind="display", owner=player, viewers="all", label="Display"))
        self.add(Zone(id=f"front:{player}", kind="row", owner=player, viewers="all", label="In front"))

    def move(
        self,
        cards: Sequence[str],
        source: Zone,
        target: Zone,
        *,
        at: int | None = None,
        placed: Viewers = "nobody",
    ) -> Moved:
        """Move cards as `Table.move` does, and update the notes of displays."""
        moved = super().move(cards, source, target, at=at, placed=placed)
        self.note(source)
        self.note(target)
        return moved

    def note(self, zone: Zone) -> None:
        """Set the note of a display to its total. A player outside the tournament has none."""
        if zone.kind == "display":
            is_in = zone.cards or (self.colour and zone.owner in self.in_play())
            zone.note = str(self.worth(zone.cards)) if is_in else UNSET

    @property
    def play(self) -> Play:
        """The `pending_action`. Only called while there is one."""
        assert self.pending_action is not None, "an action card was played"
        return self.pending_action

    # Players

    def in_play(self) -> list[str]:
        """Return the players that have not withdrawn from the tournament."""
        return [id for id in self.active() if id not in self.withdrawn_players]

    def rivals(self) -> list[str]:
        """Return all players in the tournament except the player on turn."""
        return [id for id in self.in_play() if id != self.turn]

    def next(self, player: str) -> str:
        """Return the next player clockwise that is still in the tournament."""
        return following([seat.id for seat in self.players], player, set(self.in_play()))

    def has_shield(self, player: str) -> bool:
        """Return whether a Shield card lies before this player."""
        return deck.SHIELD in self.front(player).cards

    def is_stunned(self, player: str) -> bool:
        """Return whether a Stunned card lies before this player."""
        return deck.STUNNED in self.front(player).cards

    # Points

    def worth(self, cards: Sequence[str]) -> int:
        """Return the points of cards in this tournament. In a green tournament, every card counts 1."""
        return len(cards) if self.colour == deck.GREEN else sum(map(deck.card_value, cards))

    def total(self, player: str) -> int:
        """Return the total of a player's display, in points."""
        return self.worth(self.display(player).cards)

    def to_beat(self, player: str) -> int:
        """Return the highest total of the other players in the tournament."""
        return max((self.total(id) for id in self.in_play() if id != player), default=0)

    def stays(self, player: str) -> bool:
        """Return whether a player that ends the turn now stays in the tournament."""
        if self.options.must_play_card and not self.cards_played:
            return False
        total, best = self.total(player), self.to_beat(player)
        return total > best or (self.options.ties_stay and total == best)

    def costs_token(self, player: str) -> bool:
        """Return whether a player that withdraws now loses a token, because of a Maiden."""
        has_maiden = deck.MAIDEN in self.display(player).cards
        return bool(self.options.maiden_penalty and has_maiden and self.tokens[player])

    def turn_to(self, colour: str) -> None:
        """Change the colour of the tournament. An empty colour ends it."""
        self.colour = colour
        for id in self.active():
            self.note(self.display(id))

    # Possible moves

    def startable(self, player: str) -> list[str]:
        """Return the colours in which this player may start a tournament."""
        hand = set(self.hand(player).cards)
        held_colours = {deck.VALUES[card].colour for card in hand if deck.is_value(card)}
        banned = self.last_colour if self.last_colour == deck.PURPLE else ""
        return [
            colour
            for colour in deck.COLOURS
            if (colour in held_colours or deck.WHITE in held_colours) and colour != banned
        ]

    def strongest(self, player: str) -> str:
        """Return the colour from `startable` for which the hand has the most points."""
        value_cards = [deck.VALUES[card] for card in self.hand(player).cards if deck.is_value(card)]
        sums = {
            colour: sum(card.worth for card in value_cards if card.colour == colour)
            for colour in self.startable(player)
        }
        return max(sums, key=lambda colour: sums[colour])

    def must_open(self, player: str) -> bool:
        """Return whether the player must play a value card before any other move."""
        return self.opening and not self.display(player).cards

    def may_add(self, player: str) -> bool:
        """Return whether a player may add a card to the display: if stunned, only one in each turn."""
        return not (self.is_stunned(player) and self.cards_added)

    def has_room_for(self, player: str, card: str) -> bool:
        """Return whether this card may be added to the display. A display has at most one Maiden."""
        return card != deck.MAIDEN or deck.MAIDEN not in self.display(player).cards

    def fits(self, card: str) -> bool:
        """Return whether a card has the colour of the tournament or is a supporter."""
        return deck.is_value(card) and deck.VALUES[card].colour in (self.colour, deck.WHITE)

    def playable(self, player: str) -> list[str]:
        """Return the different value cards of the hand that may be added to the display now."""
        if not self.may_add(player):
            return []
        cards = dict.fromkeys(self.hand(player).cards)
        return [card for card in cards if self.fits(card) and self.has_room_for(player, card)]

    def lacking(self, player: str) -> list[str]:
        """Return the colours of the tokens that a player lacks."""
        return [colour for colour in deck.COLOURS if colour not in self.tokens[player]]

    def needed(self) -> int:
        """Return the number of tokens that win the game."""
        auto = 5 if len(self.players) <= FEW_PLAYERS else 4
        return auto if self.options.tokens_needed == "auto" else int(self.options.tokens_needed)

    # Changes

    def can_draw(self) -> bool:
        """Return whether any card is left in the draw pile or the discard pile."""
        return bool(self.deck.cards or self.discard.cards)

    def take_card(self, player: str) -> None:
        """Draw a card for the hand.

        If the draw pile is empty, the whole discard pile becomes the draw pile first.
        """
        self.refill(keep=0)
        moved = self.move(self.deck.cards[-1:], self.deck, self.hand(player))
        self.unable_in_a_row = 0
        self.tell("drew", "{by} draws a card.", by=player, tone="quiet", cards=[moved])

    def tell_cannot_start(self, player: str) -> None:
        """Add the event that a player cannot start a tournament.

        If an option says so, the event shows the hand of the player.
        """
        if self.options.reveal_unable_hand:
            template, hand = "{by} can't start a tournament and shows {hand}.", self.hand(player).cards
            self.tell("unable", template, by=player, hand=deck.names_of(hand))
        else:
            self.tell("unable", "{by} can't start a tournament.", by=player)

    def reduce(self, player: str, remaining: list[str]) -> None:
        """Discard all cards of a display except `remaining`, which stay in the given order."""
        display = self.display(player)
        lost_cards = list((Counter(display.cards) - Counter(remaining)).elements())
        moved = self.move(lost_cards, display, self.discard)
        display.cards = remaining
        self.tell(
            "lost", "{by} loses {lost}.", by=player, tone="bad", cards=[moved], lost=deck.names_of(lost_cards)
        )

    def clear(self, player: str) -> list[Moved]:
        """Discard all cards that lie before a player."""
        return [self.move_all(zone, self.discard) for zone in (self.display(player), self.front(player))]

    def drop_pending(self) -> None:
        """Discard the pending action card, if there is one, without its effect."""
        if self.pending_action is not None:
            moved, card = (
                self.move_all(self.zones["played"], self.discard),
                deck.name_of(self.pending_action.card),
            )
            self.tell("no_effect", "{card} has no effect.", tone="quiet", cards=[moved], card=card)
            self.pending_action = None

    def give_token(self, player: str, colour: str) -> None:
        """Give a player a token from the pool."""
        self.tokens[player] = sorted([*self.tokens[player], colour], key=deck.COLOURS.index)
        self.player(player).score += 1

    def return_tokens(self, player: str, colours: list[str]) -> None:
        """Put tokens back into the pool."""
        self.tokens[player] = [colour for colour in self.tokens[player] if colour not in colours]
        self.player(player).score = len(self.tokens[player])

    def end(self, winners: list[str], reason: str, words: Words) -> None:
        """End the game.

        In the final order, winners come first and leavers last. The others are ordered by their number of
        tokens, then by the number of tournaments won.
        """

        def order(player: Player) -> tuple[bool, bool, int, int]:
            return (
                player.id not in winners,
                not player.active,
                -player.score,
                -self.tournaments_won[player.id],
            )

        self.finish(winners, reason, words, order)

    def end_by_tokens(self) -> None:
        """End a game that cannot go on. The players with the most tokens win."""
        most_tokens = max(self.player(id).score for id in self.active())
        winners = [id for id in self.active() if self.player(id).score == most_tokens]
        self.end(winners, "stuck", "The game can't go on. The player with the most tokens wins.")
