"""Exploding Kittens as a game: its facts, how it is dealt, who leaves, what people see."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cheat.games.awards import Honour
from cheat.games.decks import kittens as deck
from cheat.games.decks.kittens import DEFUSE, KITTEN
from cheat.games.game import Claim, Game, Preset
from cheat.games.kittens.asks import Defuse, Demand, Give, Insert, Nopes, Peek, Pick, Take, Target, Turn
from cheat.games.kittens.options import KittensOptions
from cheat.games.kittens.table import KittensTable
from cheat.games.options import Options
from cheat.games.table import Fact, Mark
from cheat.words import plural, text


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
        Preset(
            "First printing",
            {"deal_size": 4, "extra_defuses": 3, "attack_mode": "reset", "exploded_hand": "discard"},
        ),
        Preset("Current printing", {"attack_mode": "stack", "target_timing": "at_play"}),
        Preset("Quick", {"faster_game": True, "deal_size": 5}),
        Preset("Two decks", {"decks": 2}),
    ]
    hints = {
        "play": "Before you draw you may play cards, as many as you like. What a card does stands on it: "
        "rest on it to read more.",
        "draw": "Drawing ends your turn. If it is a kitten, a Defuse saves you; without one you explode.",
        "nope": "Somebody has played a card. A Nope stops it, and another Nope stops the Nope.",
        "give": "Somebody asks you for a card. You choose which one you can do without.",
        "insert": "The kitten goes back into the pile, where you like. Only you know where.",
    }
    lesson = {"turn_s": 0}
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
        return min(self.seats[1], deck.deck_of(options.decks, options.deal_size, options.custom_deck).seats)

    def settle_options(self, options: Any) -> Any:
        """A custom deck must be readable and do for two players at least; its counts are kept."""
        deck.deck_of(options.decks, options.deal_size, options.custom_deck)
        return replace(options, custom_deck=deck.compact(options.custom_deck))

    def deal(self, table: KittensTable, previous: KittensTable | None, host: str) -> None:
        """A Defuse and so many cards for each; kittens and the other Defuses go into the rest."""
        t, options, players = table, table.options, table.active()
        cards = deck.deck_of(options.decks, options.deal_size, options.custom_deck)
        rest = list(cards.others)
        t.rng.shuffle(rest)
        for id in players:
            t.add_hand(id, [DEFUSE, *(rest.pop() for _ in range(options.deal_size))])
        t.add_piles()
        rest += [DEFUSE] * _spare_defuses(options, len(players))
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
        turns = table.pending
        facts = [Fact("Turns to take", str(turns), "turns", turns)]
        if table.options.show_probability and (size := table.size()):
            kittens = table.kittens()
            share = round(100 * kittens / size)
            danger = text("{share}% ({kittens} of {size})", share=share, kittens=kittens, size=size)
            facts.append(Fact("Danger", danger, "danger", share))
        return facts

    def certain(self, table: KittensTable) -> list[Claim]:
        """Everybody has a Defuse; the others are in the pile, or were taken out of it."""
        aside = ["removed"] if table.options.faster_game else []
        spare = [DEFUSE] * _spare_defuses(table.options, len(table.players))
        hands = [Claim([DEFUSE], [table.hand(id).id]) for id in table.active()]
        return [*hands, Claim(spare, ["deck", *aside])]

    def promise(self, table: KittensTable, player: str) -> float:
        """Defuses are lives; other cards and few turns to take help a little."""
        cards = table.hand(player).cards
        turns = table.pending if table.turn == player else 0
        return 1.2 * cards.count(DEFUSE) + 0.12 * len(cards) - 0.3 * turns

    def marks(self, table: KittensTable, player: str) -> list[Mark]:
        """Who has several turns to take, and who is out."""
        if player in table.out:
            exploded = f"exploded:{player}" in table.zones
            return [Mark("exploded", "bad", "exploded") if exploded else Mark("out", "bad", "out")]
        turns = plural("{count} turn", "{count} turns", count=table.pending)
        return [Mark(turns, "bad", "turns")] if table.turn == player and table.pending > 1 else []


GAME = Kittens()


def _spare_defuses(options: Any, seats: int) -> int:
    """How many Defuses go into the pile."""
    cards = deck.deck_of(options.decks, options.deal_size, options.custom_deck)
    return int(min(options.extra_defuses, cards.defuses - seats))
