"""Exploding Kittens, the base edition.

In turn, players play as many cards as they like and then draw one. Who draws a kitten and has no Defuse is
out; who is left at last wins. What is played goes to the discard pile at once; an odd number of Nopes, each
an answer to the one before, cancels it. Then the player chooses what there is to choose, and the play has
its effect.

The kittens that are not in front of somebody are in the draw pile: with no leavers, one less than
there are players. So the chance to explode is known to all, and the pile cannot run dry.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cheat.games.awards import Honour
from cheat.games.decks import kittens as deck
from cheat.games.decks.kittens import DEFUSE, KITTEN
from cheat.games.game import Claim, Game, Preset
from cheat.games.hints import HINTS
from cheat.games.kittens.asks import Defuse, Demand, Give, Insert, Nopes, Peek, Pick, Take, Target, Turn
from cheat.games.kittens.table import KittensOptions, KittensTable
from cheat.games.options import Options
from cheat.games.table import Fact, Mark
from cheat.words import plural, text

FIRST_PRINTING = {"deal_size": 4, "extra_defuses": 3, "attack_mode": "reset", "exploded_hand": "discard"}


class Kittens(Game[KittensTable, Options]):
    id, name, minutes = "kittens", "Exploding Kittens", "10-20"
    summary = "Draw until a kitten explodes, and see to it that it is somebody else's."
    seats, faces = (2, 9), deck.FACES
    rules = """Everybody gets seven cards and a Defuse. In the pile are kittens, one less than there are players.

In your turn, play as many cards as you like, or none; then draw one. If it is a kitten you are out, unless you have a Defuse: it is used up, and you put the kitten back into the pile, wherever you like. The last one alive wins.

Attack ends your turn without drawing, and the next player takes two. Skip ends one turn without drawing. Favor: somebody gives you a card of their choice. See the Future: look at the top three cards. Shuffle: mix the pile. A Nope stops anything but kittens and Defuses, even another Nope, and can be played at any time.

Cards combine, whatever they say: with two of a kind you take a card from somebody unseen; with three of a kind you demand a card by its name; with five different ones you take any card from the discard pile."""  # noqa: E501 - paragraphs of running text
    presets = [
        Preset("Classic"),
        Preset("First printing", FIRST_PRINTING),
        Preset("Current printing", {"attack_mode": "stack", "target_timing": "at_play"}),
        Preset("Quick", {"faster_game": True, "deal_size": 5}),
        Preset("Two decks", {"decks": 2}),
    ]
    hints, lesson = HINTS[id], {"turn_s": 0}
    options_type, table_type = KittensOptions, KittensTable
    facts_differ = False
    asks = (Turn(), Nopes(), Target(), Demand(), Pick(), Give(), Take(), Peek(), Defuse(), Insert())
    honours = (
        Honour("defused", "Steadiest hands", "{count} kitten defused", many="{count} kittens defused"),
        Honour("nopes", "Spoilsport", "{count} Nope", many="{count} Nopes"),
        Honour("attacks", "Most dangerous", "{count} Attack", many="{count} Attacks"),
        Honour("got", "Light fingers", "{count} card got from others", many="{count} cards got from others"),
    )

    def most(self, options: Any) -> int:
        """As many as there are cards for."""
        return min(self.seats[1], _deck_of(options).seats)

    def settle_options(self, options: Any) -> Any:
        """A custom deck must be readable and do for two players at least; its counts are kept."""
        _deck_of(options)
        return replace(options, custom_deck=deck.compact(options.custom_deck))

    def deal(self, table: KittensTable, previous: KittensTable | None, host: str) -> None:
        """A Defuse and so many cards for each; kittens and the other Defuses go into the rest."""
        t, options, players = table, table.options, table.active()
        rest = list(_deck_of(options).others)
        t.rng.shuffle(rest)
        for id in players:
            t.add_hand(id, [DEFUSE, *(rest.pop() for _ in range(options.deal_size))])
        t.add_piles()
        rest += _spare_defuses(table)
        if options.faster_game:
            t.rng.shuffle(rest)
            t.removed.cards = [rest.pop() for _ in range(len(rest) // 3)]
        t.deck.cards = rest + [KITTEN] * (len(players) - 1)
        t.rng.shuffle(t.deck.cards)
        loser = previous.result.standing[-1].id if previous and previous.result else ""
        wanted = {"random": "", "host": host, "last_loser": loser}[options.start_player]
        first = wanted if wanted in players else t.rng.choice(players)
        t.tell("dealt", "The cards are dealt. {by} begins.", by=first, kind="deal")
        t.begin_visit(first)

    def departed(self, table: KittensTable, player: str) -> None:
        """The leaver is out without a kitten, and the hand out of the game."""
        table.out_of_the_game(player, table.removed)

    def facts(self, table: KittensTable, player: str | None) -> list[Fact]:
        """How many turns are to be taken, and how dangerous the next card is."""
        facts, kittens = [Fact("Turns to take", str(table.pending), "turns", table.pending)], table.kittens()
        if table.options.show_probability and (size := table.size()):
            share = round(100 * kittens / size)
            danger = text("{share}% ({kittens} of {size})", share=share, kittens=kittens, size=size)
            facts.append(Fact("Danger", danger, "danger", share))
        return facts

    def certain(self, table: KittensTable) -> list[Claim]:
        """Everybody has a Defuse; the others are in the pile, or were taken out of it."""
        aside = ["removed"] if table.options.faster_game else []
        hands = [Claim([DEFUSE], [table.hand(id).id]) for id in table.active()]
        return [*hands, Claim(_spare_defuses(table), ["deck", *aside])]

    def marks(self, table: KittensTable, player: str) -> list[Mark]:
        """Who has several turns to take, and who is out."""
        if player in table.out:
            exploded = f"exploded:{player}" in table.zones
            return [Mark("exploded", "bad", "exploded") if exploded else Mark("out", "bad", "out")]
        turns = plural("{count} turn", "{count} turns", count=table.pending)
        return [Mark(turns, "bad", "turns")] if table.turn == player and table.pending > 1 else []


GAME = Kittens()


def _deck_of(options: Any) -> deck.Deck:
    return deck.deck_of(options.decks, options.deal_size, options.custom_deck)


def _spare_defuses(table: KittensTable) -> list[str]:
    """The Defuses that go into the pile."""
    spare = _deck_of(table.options).defuses - len(table.players)
    return [DEFUSE] * min(table.options.extra_defuses, spare)
