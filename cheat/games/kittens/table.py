"""The table of Exploding Kittens: whose turn it is, how often, and what was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cheat.games.decks import kittens as deck
from cheat.games.decks.kittens import KITTEN
from cheat.games.kittens.asks import Action, Turn
from cheat.games.kittens.options import KittensOptions
from cheat.games.table import Table, Zone
from cheat.words import text

ATTACK_TURNS = 2


class KittensTable(Table, tag="kittens"):
    """`pending`: turns that the player on turn has to take, this one included; `attack`: with how many an
    Attack began this visit, 0 for a normal turn; `taken`: turns of this visit that are over; `out`: who is
    out, in order.
    """

    order = staticmethod(deck.by_kind)
    options: KittensOptions
    pending: int = 1
    attack: int = 0
    taken: int = 0
    out: list[str] = []
    stack: Action | None = None

    @property
    def removed(self) -> Zone:
        """Where cards are that are out of the game."""
        if "removed" not in self.zones:
            self.add(Zone(id="removed", kind="pile", seen="nobody", label="Out of the game"))
        return self.zones["removed"]

    @property
    def action(self) -> Action:
        """What was played and waits for its effect."""
        assert self.stack is not None, "something was played"
        return self.stack

    def top(self) -> str:
        """Who played the last card that waits for an answer."""
        nopes = self.action.nopes
        return nopes[-1] if nopes else self.actor

    def admits(self, zone: Zone, face: str) -> bool:
        """Kittens never lie in a hand, nor are they taken out of the pile."""
        return face != KITTEN or (zone.kind != "hand" and zone.id != "removed")

    def targets(self, kind: str) -> Iterator[str]:
        """At whom this may be aimed. Only a demand may go to somebody without cards."""
        for one in self.players:
            if one.active and one.id != self.turn and (kind == "TRIPLE" or self.hand(one.id).cards):
                yield one.id

    def aims(self) -> list[str]:
        """At whom what was played may be aimed: the one who was named with it, if it still can."""
        action = self.action
        return [id for id in self.targets(action.kind) if action.target in ("", id)]

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

    def begin_visit(self, player: str, turns: int = 1, attack: int = 0) -> None:
        """`player` is on turn, so many times in a row."""
        self.turn, self.pending, self.attack, self.taken = player, turns, attack, 0
        self.back_to_turn()

    def back_to_turn(self) -> None:
        """What was played is over."""
        self.stack = None
        self.ask(Turn, self.actor)

    def end_turn(self) -> None:
        """One turn is over, by drawing or by Skip."""
        self.pending, self.taken = self.pending - 1, self.taken + 1
        if self.pending:
            self.back_to_turn()
        else:
            self.begin_visit(self.after(self.actor))

    def out_of_the_game(self, player: str, pile: Zone) -> None:
        """The hand is gone, and everybody else has outlived one more. The last one alive wins."""
        self.out.append(player)
        for id in self.active():
            self.player(id).score += 1
        self.tell("hand_gone", tone="quiet", by=player, cards=[self.move_all(self.hand(player), pile)])
        if len(self.active()) == 1:
            self.stack, winners = None, self.active()
            words = text("{winner} is the last one alive and wins.", winner=winners[0])
            self.finish(winners, "last_alive", words, lambda one: (-one.score,))
        elif self.turn == player:
            self.begin_visit(self.after(player))

    def fizzle(self, type: str, template: str) -> None:
        """Nothing."""
        self.tell(type, template, by=self.turn, tone="quiet", what=self.action.words())
        self.back_to_turn()

    def attack_next(self) -> None:
        """An Attack in answer to an Attack adds up, as the options say."""
        mode = self.options.attack_mode
        adds = self.attack and (mode == "stack" or (mode == "until_draw" and not self.taken))
        turns = ATTACK_TURNS + (self.pending if adds else 0)
        victim = self.after(self.actor)
        template = "{by} attacks: {player} has to take {turns} turns."
        self.count(self.actor, "attacks")
        self.tell("attacked", template, by=self.turn, tone="bad", player=victim, turns=turns)
        self.begin_visit(victim, turns, attack=turns)

    def skip(self) -> None:
        """One turn less."""
        self.tell("skipped", "{by} skips.", by=self.turn)
        self.end_turn()

    def shuffle(self) -> None:
        """Nobody knows the pile any more."""
        self.mix(self.deck)
        self.tell("shuffled", "{by} shuffles the pile.", by=self.turn)
        self.back_to_turn()
