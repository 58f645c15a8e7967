"""What is on the table in Exploding Kittens, and the options it is played with."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Struct

from cheat.games.kittens_deck import KITTEN
from cheat.games.options import Options, says
from cheat.games.table import Table, Zone


class KittensOptions(Options, frozen=True):
    """The options of Exploding Kittens. Times are seconds."""

    decks: Annotated[
        Literal[1, 2], says("Decks", "Two decks are for up to nine players.", _1="One deck", _2="Two decks")
    ] = 1
    deal_size: Annotated[
        int, says("Cards dealt", "Cards for each player at the start, besides a Defuse.", ge=3, le=8)
    ] = 7
    extra_defuses: Annotated[
        int, says("Defuses in the pile", "At most so many Defuses are shuffled into the pile.", ge=0, le=6)
    ] = 2
    faster_game: Annotated[
        bool, says("Faster game", "A third of the pile is taken out before the kittens come in.")
    ] = False
    attack_mode: Annotated[
        Literal["until_draw", "stack", "reset"],
        says(
            "Answering an Attack",
            "How many turns the next player gets when an attacked player attacks.",
            until_draw="Two more if it is answered at once, else two",
            stack="Two more than were left",
            reset="Always two",
        ),
    ] = "until_draw"
    target_timing: Annotated[
        Literal["after_window", "at_play"],
        says(
            "Choosing the victim",
            "When it is said whom a play is aimed at.",
            after_window="After all had time for a Nope",
            at_play="With the play, so the victim knows",
        ),
    ] = "after_window"
    steal_mode: Annotated[
        Literal["pick_index", "random"],
        says(
            "Blind stealing",
            "How a card is taken with two of a kind.",
            pick_index="The thief points at a card",
            random="At random",
        ),
    ] = "pick_index"
    cats_only_pairs: Annotated[bool, says("Only cats combine", "Two or three of a kind must be cats.")] = (
        False
    )
    enable_triple: Annotated[bool, says("Three of a kind", "Demands a card by its name.")] = True
    enable_five: Annotated[bool, says("Five different", "Take a card from the discard pile.")] = True
    five_excludes_own: Annotated[
        bool, says("Five others", "Five different cards do not bring back one of themselves.")
    ] = False
    exploded_hand: Annotated[
        Literal["removed", "discard"],
        says(
            "Cards of the exploded",
            "Where the hand of an exploded player goes.",
            removed="Out of the game",
            discard="To the discard pile",
        ),
    ] = "removed"
    omniscient_dead: Annotated[
        bool, says("The exploded see all", "Exploded players see all hands and the pile.")
    ] = False
    defuse_mode: Annotated[
        Literal["auto", "manual"],
        says("Defusing", "Who plays the Defuse.", auto="It plays itself", manual="The player, in time"),
    ] = "auto"
    nope_window_s: Annotated[
        float, says("Time for a Nope", "Seconds in which a play may be answered.", ge=2, le=15)
    ] = 5.0
    hide_capability: Annotated[
        bool, says("Hide who can Nope", "The window stays open even if nobody holds a Nope.")
    ] = False
    turn_s: Annotated[int, says("Turn clock", "Seconds for a turn; 0 means no limit.", ge=0, le=180)] = 60
    choice_s: Annotated[int, says("Choice clock", "Seconds for any other choice.", ge=5, le=120)] = 20
    defuse_s: Annotated[int, says("Time to defuse", "Seconds to play the Defuse.", ge=3, le=60)] = 10
    show_probability: Annotated[
        bool, says("Show the danger", "How likely it is that the next card is a kitten.")
    ] = True
    custom_deck: Annotated[
        str, says("Own deck", 'Empty, or JSON: {"name": "...", "cards": {"ATTACK": 4, "SKIP": 6}}.')
    ] = ""
    start_player: Annotated[
        Literal["random", "host", "last_loser"],
        says("First player", "Who begins.", random="Random", host="The host", last_loser="Last loser"),
    ] = "random"


class Action(Struct):
    """Cards that were played and wait for their effect: an id, PAIR, TRIPLE or FIVE; who noped, in order;
    whom and what it is aimed at, where that is known yet.
    """

    kind: str
    cards: list[str]
    nopes: list[str] = []
    target: str | None = None
    demand: str | None = None


class KittensTable(Table, tag="kittens"):
    """`pending`: turns that the player on turn has to take, this one included; `attack`: with how many an
    Attack began this visit, 0 for a normal turn; `taken`: turns of this visit that are over; `out`: who is
    out, in order; `passed`: who let the present window pass; `moment`: the number of the decision.
    """

    options: KittensOptions
    pending: int = 1
    attack: int = 0
    taken: int = 0
    out: list[str] = []
    stack: Action | None = None
    passed: list[str] = []
    moment: int = 0

    @property
    def deck(self) -> Zone:
        """The draw pile."""
        return self.zones["deck"]

    @property
    def discard(self) -> Zone:
        """The discard pile."""
        return self.zones["discard"]

    @property
    def phase(self) -> str:
        """The name of the decision that the game waits for."""
        return self.decisions[0].name

    @property
    def actor(self) -> str:
        """The player on turn, as a text."""
        assert self.turn is not None, "somebody is on turn until the end"
        return self.turn

    @property
    def action(self) -> Action:
        """What was played and waits for its effect."""
        assert self.stack is not None, "something was played"
        return self.stack

    def top(self) -> str:
        """Who played the last card that waits for an answer."""
        return self.action.nopes[-1] if self.action.nopes else self.actor

    def others(self, player: str) -> list[str]:
        """Everybody else who is alive."""
        return [id for id in self.active() if id != player]

    def targets(self, kind: str) -> list[str]:
        """At whom this may be aimed. Only a demand may go to somebody without cards."""
        return [id for id in self.others(self.actor) if kind == "TRIPLE" or self.hand(id).cards]

    def size(self) -> int:
        """How many cards the draw pile has, with those that are being looked at."""
        return len(self.deck.cards) + (len(self.zones["peek"].cards) if "peek" in self.zones else 0)

    def kittens(self) -> int:
        """How many of them are kittens; all can count them."""
        gone = sum(id.startswith("exploded:") for id in self.zones) + ("kitten" in self.zones)
        return len(self.players) - 1 - gone

    def takeable(self) -> list[str]:
        """What five different cards may bring back."""
        cards = Counter(self.discard.cards)
        if self.options.five_excludes_own:
            cards.subtract(self.action.cards)
        return [card for card in cards if cards[card] > 0 and card != KITTEN]

    def all_seeing(self) -> list[str]:
        """Exploded players, where they may see every hand and the draw pile."""
        return [id for id in self.out if self.options.omniscient_dead and f"exploded:{id}" in self.zones]
