"""The state of a game of Uno: its options, and what may be read from the table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from cheat.games.options import Options, says
from cheat.games.table import Table, Zone
from cheat.games.uno_deck import WILD_FOUR, colour_of, draws, is_black

Phase = Literal["turn", "drawn", "colour", "challenge", "round_end"]


class UnoOptions(Options, frozen=True):
    """The options of Uno. Times are seconds."""

    max_players: Annotated[int, says("Seats", "The most players at the table.", ge=2, le=10)] = 10
    start_mode: Annotated[
        Literal["countdown", "host"],
        says("Start", "How a game begins.", countdown="By itself, after a countdown", host="By the host"),
    ] = "countdown"
    countdown_s: Annotated[
        int, says("Countdown", "Seconds until the game begins; joining starts them afresh.", ge=3, le=60)
    ] = 10
    hand_size: Annotated[int, says("Cards at the start", "How many cards everybody gets.", ge=3, le=10)] = 7
    target_score: Annotated[
        int, says("Points to reach", "They end the match; with 0 a single round decides.", ge=0, le=1000)
    ] = 500
    scoring: Annotated[
        Literal["winner_takes", "penalty"],
        says(
            "Scoring",
            "Who gets the points of the cards that are left.",
            winner_takes="The winner of the round",
            penalty="Everybody their own; fewest win",
        ),
    ] = "winner_takes"
    dealer_symbols_zero: Annotated[
        bool, says("Symbols count 0 for the deal", "When the highest card decides who deals.")
    ] = False
    start_wild: Annotated[
        Literal["redraw", "first_player_chooses"],
        says(
            "A wild as first card",
            "What happens when the first card is a wild; a wild draw four always goes back.",
            redraw="Another card is turned",
            first_player_chooses="The first player chooses the colour",
        ),
    ] = "redraw"
    start_reverse_first: Annotated[
        Literal["right_of_dealer", "dealer"],
        says(
            "A reverse as first card",
            "Who begins.",
            right_of_dealer="Right of the dealer",
            dealer="The dealer",
        ),
    ] = "right_of_dealer"
    draw_rule: Annotated[
        Literal["one_play", "one_pass", "until_playable"],
        says(
            "Drawing",
            "What a player who draws may do.",
            one_play="Draw one, play it if it fits",
            one_pass="Draw one and pass",  # noqa: S106 - words, not a password
            until_playable="Draw until a card fits",
        ),
    ] = "one_play"
    forced_play: Annotated[bool, says("Must play", "Who holds a card that fits has to play it.")] = False
    wd4_strict: Annotated[
        bool, says("Strict wild draw four", "Only hands without the colour in force may play it.")
    ] = False
    challenge_wd4: Annotated[bool, says("Challenges", "A wild draw four may be challenged.")] = True
    uno_penalty: Annotated[int, says("Forgotten UNO", "Cards that a caught player draws.", ge=0, le=4)] = 2
    false_catch_penalty: Annotated[
        int,
        says("Wrong catch", "Cards that a wrong catcher draws; 0: only right ones are possible.", ge=0, le=4),
    ] = 0
    uno_grace_s: Annotated[
        float, says("Time to say UNO", "Seconds in which nobody can be caught.", ge=0, le=10)
    ] = 1.5
    uno_window_s: Annotated[
        float, says("Time to catch", "Seconds for which the next player waits.", ge=0, le=10)
    ] = 0.0
    auto_uno: Annotated[bool, says("UNO by itself", "Nobody has to say it.")] = False
    stacking: Annotated[
        Literal["off", "same", "any"],
        says(
            "Stacking",
            "Whether a card that makes one draw may be answered by another; the sum goes on.",
            off="No",
            same="By the same kind",
            any="By either kind",
        ),
    ] = "off"
    seven_zero: Annotated[bool, says("Seven and zero", "A 7 swaps two hands, a 0 passes all hands on.")] = (
        False
    )
    jump_in: Annotated[bool, says("Jumping in", "The same card may be played out of turn.")] = False
    turn_s: Annotated[int, says("Turn clock", "Seconds for a turn; 0 means no limit.", ge=0, le=180)] = 30
    challenge_s: Annotated[int, says("Time to challenge", "Seconds to decide.", ge=3, le=60)] = 10
    on_leave: Annotated[
        Literal["rules", "bot", "abort"],
        says(
            "Who leaves",
            "What becomes of the game when a player leaves.",
            rules="It goes on without the player",
            bot="A bot plays on, and the seat may be taken back",
            abort="It ends without a winner",
        ),
    ] = "rules"  # type: ignore[assignment]  # one value more than in other games


class WildFour(Struct):
    """A wild draw four that may be challenged: who played it, what was left in that hand, and whether
    the hand was free of the colour in force.
    """

    player: str
    held: list[str]
    proper: bool


class Shown(Struct):
    """What a challenger was shown, in words, until `to` acts next."""

    to: str
    player: str
    hand: str


class UnoTable(Table, tag="uno"):
    """`phase`: what is awaited of `turn`; `serial`: turns so far; `drawn`: the card that may be played at
    once; `due_cards`: what the next player has to draw; `said`: who said UNO and still has one card;
    `silent`: who did not and may be caught; `stuck`: who passed in a row because nothing was left to
    draw; `ready`: who asked for the next round.
    """

    options: UnoOptions
    dealer: str
    phase: Phase = "turn"
    direction: int = 1
    colour: str = ""
    serial: int = 0
    drawn: str | None = None
    due_cards: int = 0
    wild_four: WildFour | None = None
    shown: Shown | None = None
    said: list[str] = []
    silent: str | None = None
    stuck: list[str] = []
    round_winners: list[str] = []
    ready: list[str] = []

    @property
    def deck(self) -> Zone:
        """The draw pile, next card on top."""
        return self.zones["deck"]

    @property
    def discard(self) -> Zone:
        """The discard pile."""
        return self.zones["discard"]

    def next(self, player: str, steps: int = 1) -> str:
        """The active player so many steps on in the direction of play."""
        return self.after(player, steps * self.direction)

    def others(self, player: str) -> list[str]:
        """The active players besides this one."""
        return [id for id in self.active() if id != player]

    def has_cards_to_draw(self) -> bool:
        """Whether anything can be drawn, the discard pile below its top included."""
        return bool(self.deck.cards) or len(self.discard.cards) > 1

    def proper(self, player: str) -> bool:
        """Whether a wild draw four of this player could be challenged without success."""
        return all(colour_of(card) != self.colour for card in self.hand(player).cards)

    def fits(self, player: str, card: str) -> bool:
        """Whether this card of a player's hand may be put on the discard pile, were the player on turn."""
        options, top = self.options, self.discard.cards[-1]
        if card == WILD_FOUR and options.wd4_strict and not self.proper(player):
            return False
        if self.due_cards:
            same_kind = draws(card) == draws(top)
            return options.stacking != "off" and draws(card) > 0 and (same_kind or options.stacking == "any")
        return is_black(card) or colour_of(card) == self.colour or card[1] == top[1]

    def playable(self, player: str) -> list[str]:
        """Different faces that may be played now, in the order of the hand."""
        if self.phase == "drawn":
            return [self.drawn] if self.drawn else []
        return [card for card in dict.fromkeys(self.hand(player).cards) if self.fits(player, card)]

    def must_play(self, player: str) -> bool:
        """Whether drawing or keeping is forbidden. Nobody is forced to an improper wild draw four."""
        if not self.options.forced_play or self.due_cards:
            return False
        return any(card != WILD_FOUR or self.proper(player) for card in self.playable(player))

    def catchable(self, player: str) -> list[str]:
        """Whom a player may try to catch: who forgot UNO, once the grace is over; where a wrong catch
        costs cards, everybody else, too.
        """
        if self.options.false_catch_penalty and self.has_cards_to_draw():
            others = self.others(player)
            return [id for id in others if id != self.silent or self.decision("grace") is None]
        if self.silent is None or self.silent == player or self.decision("grace"):
            return []
        return [self.silent]
