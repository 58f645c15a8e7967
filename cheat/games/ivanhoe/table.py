"""The table of Ivanhoe: what lies before whom, what it counts, and what follows from that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET, Struct

from cheat.engine.table import Moved, Player, Seen, Table, Zone, following
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.options import IvanhoeOptions
from cheat.i18n.messages import Words

FEW_PLAYERS = 3
"""With so many players or fewer all five colours are needed, with more of them four."""


class Play(Struct):
    """An action card that lies on the table, and what was said with it. `kept`: what those who had to choose
    keep.
    """

    card: str
    target: str = ""
    colour: str = ""
    own: str = ""
    taken: str = ""
    kept: dict[str, list[str]] = {}


class IvanhoeTable(Table, tag="ivanhoe", kw_only=True):
    """`colour`: of the tournament, none between two; `last_colour`: with which the last one ended; `opening`:
    this turn opens the tournament; `added`, `played`: how many cards came to the display in this turn, and
    were played in it; `withdrawn`: who is out of the tournament; `tokens`: the colours that players have;
    `won`: their tournaments; `unable`: how many in a row could not start, with nothing drawn since;
    `barren`: how many tournaments in a row brought no token; `pending`: what was played and is not settled.
    """

    order = staticmethod(deck.in_order)
    options: IvanhoeOptions
    colour: str = ""
    last_colour: str = ""
    opening: bool = False
    added: int = 0
    played: int = 0
    withdrawn: list[str] = []
    tokens: dict[str, list[str]] = {}
    won: dict[str, int] = {}
    unable: int = 0
    barren: int = 0
    pending: Play | None = None

    # What lies where

    def display(self, player: str) -> Zone:
        """The value cards of a player, in the order in which they came."""
        return self.zones[f"display:{player}"]

    def front(self, player: str) -> Zone:
        """Shield and Stunned, beside the display."""
        return self.zones[f"front:{player}"]

    def place(self, player: str, card: str) -> Zone:
        """Where such a card lies before a player."""
        return self.display(player) if deck.is_value(card) else self.front(player)

    def add_places(self, player: str) -> None:
        """The hand of a player, and what lies before it."""
        self.add_hand(player)
        self.add(Zone(id=f"display:{player}", kind="display", owner=player, seen="all", label="Display"))
        self.add(Zone(id=f"front:{player}", kind="row", owner=player, seen="all", label="In front"))

    def move(
        self,
        cards: Sequence[str],
        source: Zone,
        target: Zone,
        *,
        at: int | None = None,
        placed: Seen = "nobody",
    ) -> Moved:
        """As on any table; displays say what they count."""
        moved = super().move(cards, source, target, at=at, placed=placed)
        self.note(source)
        self.note(target)
        return moved

    def note(self, zone: Zone) -> None:
        """A display that has cards says its total."""
        if zone.kind == "display":
            zone.note = str(self.worth(zone.cards)) if zone.cards else UNSET

    @property
    def play(self) -> Play:
        """What was played and is not settled."""
        assert self.pending is not None, "an action card was played"
        return self.pending

    # Who takes part

    def in_play(self) -> list[str]:
        """Those who have not withdrawn from the tournament."""
        return [id for id in self.active() if id not in self.withdrawn]

    def rivals(self) -> list[str]:
        """Those of them who are not on turn."""
        return [id for id in self.in_play() if id != self.turn]

    def next(self, player: str) -> str:
        """The next one clockwise who has not withdrawn."""
        return following([one.id for one in self.players], player, set(self.in_play()))

    def guarded(self, player: str) -> bool:
        """Whether a Shield lies before this player."""
        return deck.SHIELD in self.front(player).cards

    def stunned(self, player: str) -> bool:
        """Whether a Stunned lies before this player."""
        return deck.STUNNED in self.front(player).cards

    # What counts

    def worth(self, cards: Sequence[str]) -> int:
        """What cards count in this tournament: in a green one every card counts 1."""
        return len(cards) if self.colour == deck.GREEN else sum(map(deck.worth, cards))

    def total(self, player: str) -> int:
        """What a display counts."""
        return self.worth(self.display(player).cards)

    def to_beat(self, player: str) -> int:
        """The highest total of the others in the tournament."""
        return max((self.total(id) for id in self.in_play() if id != player), default=0)

    def stays(self, player: str) -> bool:
        """Whether a player who ends the turn now stays in the tournament."""
        if self.options.must_play_card and not self.played:
            return False
        total, best = self.total(player), self.to_beat(player)
        return total > best or (self.options.ties_stay and total == best)

    def costs_token(self, player: str) -> bool:
        """Whether a player who withdraws now returns a token: that is the Maiden's price."""
        has_maiden = deck.MAIDEN in self.display(player).cards
        return bool(self.options.maiden_penalty and has_maiden and self.tokens[player])

    def turn_to(self, colour: str) -> None:
        """The tournament has this colour from now on."""
        self.colour = colour
        for id in self.active():
            self.note(self.display(id))

    # What may be done

    def startable(self, player: str) -> list[str]:
        """Colours in which this player may start a tournament."""
        hand = set(self.hand(player).cards)
        held = {deck.VALUES[card].colour for card in hand if deck.is_value(card)}
        banned = self.last_colour if self.last_colour == deck.PURPLE else ""
        return [one for one in deck.COLOURS if (one in held or deck.WHITE in held) and one != banned]

    def strongest(self, player: str) -> str:
        """The one of these colours in which the hand counts most."""
        held = [deck.VALUES[card] for card in self.hand(player).cards if deck.is_value(card)]
        sums = {one: sum(card.worth for card in held if card.colour == one) for one in self.startable(player)}
        return max(sums, key=lambda colour: sums[colour])

    def must_open(self, player: str) -> bool:
        """Whether a value card is due before anything else."""
        return self.opening and not self.display(player).cards

    def may_add(self, player: str) -> bool:
        """Whether a display may grow: that of a stunned player by one card in a turn."""
        return not (self.stunned(player) and self.added)

    def has_room_for(self, player: str, card: str) -> bool:
        """A display holds one Maiden at most."""
        return card != deck.MAIDEN or deck.MAIDEN not in self.display(player).cards

    def fits(self, card: str) -> bool:
        """Whether a card has the colour of the tournament or is a supporter."""
        return deck.is_value(card) and deck.VALUES[card].colour in (self.colour, deck.WHITE)

    def playable(self, player: str) -> list[str]:
        """Different value cards of the hand that may go to the display now."""
        if not self.may_add(player):
            return []
        cards = dict.fromkeys(self.hand(player).cards)
        return [card for card in cards if self.fits(card) and self.has_room_for(player, card)]

    def lacking(self, player: str) -> list[str]:
        """Colours of which a player has no token."""
        return [colour for colour in deck.COLOURS if colour not in self.tokens[player]]

    def needed(self) -> int:
        """Tokens that win the game."""
        auto = 5 if len(self.players) <= FEW_PLAYERS else 4
        return auto if self.options.tokens_needed == "auto" else int(self.options.tokens_needed)

    # What is done

    def can_draw(self) -> bool:
        """Whether any card is left in the piles."""
        return bool(self.deck.cards or self.discard.cards)

    def take_card(self, player: str) -> None:
        """A card for the hand. The whole discard pile becomes the draw pile if need be."""
        self.refill(keep=0)
        moved = self.move(self.deck.cards[-1:], self.deck, self.hand(player))
        self.unable = 0
        self.tell("drew", "{by} draws a card.", by=player, tone="quiet", cards=[moved])

    def tell_unable(self, player: str) -> None:
        """Somebody cannot start a tournament, and has to show it where the options say so."""
        if self.options.reveal_unable_hand:
            told, hand = "{by} cannot start a tournament and shows {hand}.", self.hand(player).cards
            self.tell("unable", told, by=player, hand=deck.names_of(hand))
        else:
            self.tell("unable", "{by} cannot start a tournament.", by=player)

    def reduce(self, player: str, left: list[str]) -> None:
        """Only these cards stay in a display, in this order."""
        display = self.display(player)
        lost = list((Counter(display.cards) - Counter(left)).elements())
        moved = self.move(lost, display, self.discard)
        display.cards = left
        self.tell(
            "lost", "{by} loses {lost}.", by=player, tone="bad", cards=[moved], lost=deck.names_of(lost)
        )

    def clear(self, player: str) -> list[Moved]:
        """Everything that lies before a player is discarded."""
        return [self.move_all(zone, self.discard) for zone in (self.display(player), self.front(player))]

    def drop_pending(self) -> None:
        """What was played has no effect any more."""
        if self.pending is not None:
            moved, card = self.move_all(self.zones["played"], self.discard), deck.name_of(self.pending.card)
            self.tell("no_effect", "{card} has no effect.", tone="quiet", cards=[moved], card=card)
            self.pending = None

    def give_token(self, player: str, colour: str) -> None:
        """A token out of the pool."""
        self.tokens[player] = sorted([*self.tokens[player], colour], key=deck.COLOURS.index)
        self.player(player).score += 1

    def return_tokens(self, player: str, colours: list[str]) -> None:
        """Tokens go back to the pool."""
        self.tokens[player] = [one for one in self.tokens[player] if one not in colours]
        self.player(player).score = len(self.tokens[player])

    def end(self, winners: list[str], reason: str, words: Words) -> None:
        """The game is over. Behind the winners tokens count, then tournaments; leavers come last."""

        def order(one: Player) -> tuple[bool, bool, int, int]:
            return one.id not in winners, not one.active, -one.score, -self.won[one.id]

        self.finish(winners, reason, words, order)

    def end_by_tokens(self) -> None:
        """It cannot go on: who has most tokens wins, and who has as many shares the victory."""
        most = max(self.player(id).score for id in self.active())
        winners = [id for id in self.active() if self.player(id).score == most]
        self.end(winners, "stuck", "The game cannot go on: most tokens win.")
