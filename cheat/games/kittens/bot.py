"""Bots for Exploding Kittens: easy is careless, normal counts, hard remembers the pile.

A bot thinks about a reaction window once. It answers even without a Nope, because a pass shows nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cheat.bots.bot import Bot, BotMove, Level, Memory
from cheat.engine.forms import Args, CardsField, Form, PlayerField, sample
from cheat.engine.rng import Rng
from cheat.engine.table import EventView, Table
from cheat.games.kittens.deck import CATS, CODES, DEFUSE, FACES, IDS, KITTEN, NOPE
from cheat.games.kittens.rules import Action, KittensTable

ATTACK, SKIP, FAVOR, SHUFFLE, SEE = (
    CODES[id] for id in ("ATTACK", "SKIP", "FAVOR", "SHUFFLE", "SEE_THE_FUTURE")
)
WORTH = {DEFUSE: 9, NOPE: 6, ATTACK: 5, SKIP: 4, SEE: 3, SHUFFLE: 2, FAVOR: 2}
"""The worth of a card to its holder; cats have the least."""


class KittensBot(Bot):
    """A bot for Exploding Kittens: each decision of the game is a method."""

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Answer the decision that the game waits for."""
        assert isinstance(observation, KittensTable), "these bots play Exploding Kittens"
        offered = {form.name: form for form in forms}
        if "draw" in offered:
            return self.turn(observation, me, forms, memory, rng) or _with_ties("draw", offered["draw"])
        if "pass" in offered:
            return self._window(observation, me, offered, memory, rng)
        for name in ("done", "defuse"):
            if name in offered:
                return _with_ties(name, offered[name])
        return self._choice(observation, me, forms[0], memory, rng)

    def _window(
        self, observation: KittensTable, me: str, offered: dict[str, Form], memory: Memory, rng: Rng
    ) -> BotMove:
        """Play a Nope, or let it happen."""
        noped = "nope" in offered and self.nopes(observation, me, observation.action, memory, rng)
        name = "nope" if noped else "pass"
        return _with_ties(name, offered[name])

    def _choice(self, observation: KittensTable, me: str, asked: Form, memory: Memory, rng: Rng) -> BotMove:
        args = sample(asked, observation.cards_of, rng)
        match asked.name:
            case "target":
                args["player"] = self.target(observation, me, _players(asked), rng)
            case "name":
                args["card"] = self.demand(observation, me, rng)
            case "give":
                args["card"] = [self.gift(observation, me, rng)]
            case "take":
                args["card"] = [self.takes(_faces(asked), rng)]
            case "insert":
                args["position"] = self.position(observation, me, rng)
        return asked.name, args

    def turn(
        self, observation: KittensTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return a play, or None to draw."""
        raise NotImplementedError

    def nopes(self, observation: KittensTable, me: str, action: Action, memory: Memory, rng: Rng) -> bool:
        """Return whether to say Nope to the last card that was played."""
        raise NotImplementedError

    def target(self, observation: KittensTable, me: str, players: list[str], rng: Rng) -> str:
        """Return the player that a play is aimed at."""
        return rng.choice(players)

    def demand(self, observation: KittensTable, me: str, rng: Rng) -> str:
        """Return the id of the card to demand."""
        return "DEFUSE"

    def gift(self, observation: KittensTable, me: str, rng: Rng) -> str:
        """Return the card to give for a favor: the least useful one."""
        return min(observation.hand(me).cards, key=card_worth)

    def takes(self, faces: list[str], rng: Rng) -> str:
        """Return the card to take from the discard pile: the most useful one."""
        return max(faces, key=card_worth)

    def position(self, observation: KittensTable, me: str, rng: Rng) -> int:
        """Return the number of cards to leave above a kitten."""
        return rng.between(0, len(observation.deck.cards))

    def play(
        self, observation: KittensTable, me: str, forms: Sequence[Form], cards: list[str], rng: Rng
    ) -> BotMove | None:
        """Play these cards, with the other fields filled in; None if no form takes them."""
        for asked in forms:
            field = next((one for one in asked.fields if isinstance(one, CardsField)), None)
            fits = field is not None and field.min == len(cards) and not set(cards) - set(_faces(asked))
            if asked.name != "play" or not fits:
                continue
            args: Args = {**asked.ties, "cards": cards}
            for other in asked.fields:
                if isinstance(other, PlayerField):
                    args[other.name] = self.target(observation, me, other.of, rng)
                elif other is not field:
                    args[other.name] = self.demand(observation, me, rng)
            return "play", args
        return None

    def first(
        self, observation: KittensTable, me: str, forms: Sequence[Form], plays: list[list[str]], rng: Rng
    ) -> BotMove | None:
        """Return the first of these plays that is possible now."""
        decided = (self.play(observation, me, forms, cards, rng) for cards in plays)
        return next((one for one in decided if one is not None), None)


class Easy(KittensBot):
    """A bot that plays and nopes by chance, and never plays three or five cards."""

    def turn(
        self, observation: KittensTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Play any card in three turns of ten."""
        small = [one for one in forms if one.name == "play" and _count(one) <= 2]
        if not small or not rng.chance(0.3):
            return None
        asked = rng.choice(small)
        return asked.name, sample(asked, observation.cards_of, rng)

    def nopes(self, observation: KittensTable, me: str, action: Action, memory: Memory, rng: Rng) -> bool:
        """Return True one time in five."""
        return rng.chance(0.2)

    def demand(self, observation: KittensTable, me: str, rng: Rng) -> str:
        """Return any card."""
        return rng.choice([IDS[card] for card in FACES if card != KITTEN])

    def gift(self, observation: KittensTable, me: str, rng: Rng) -> str:
        """Return any card."""
        return rng.choice(observation.hand(me).cards)


class Normal(KittensBot):
    """A bot that counts kittens, steals with cats, and defends itself."""

    DANGER = 0.25
    """The chance to explode from which on it prefers not to draw."""

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Keep `next`: the card on top of the pile, if it has just seen it."""
        for event in events:
            if event.type in ("dealt", "shuffled", "drew", "kitten", "inserted"):
                memory["next"] = ""
            elif event.type == "peeked" and event.by == me:
                memory["next"] = next((moved.faces[-1] for moved in event.cards if moved.faces), "")

    def turn(
        self, observation: KittensTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Steal with cats, then avoid a dangerous draw."""
        hand, seen = observation.hand(me).cards, memory.get("next", "")
        plays = [[cat, cat] for cat in CATS if hand.count(cat) >= 2]
        if seen == KITTEN:
            plays += [[SKIP], [ATTACK], [SHUFFLE]]
        elif not seen and danger(observation) > self.DANGER:
            plays += [[SEE], [SKIP], [ATTACK], [SHUFFLE]]
        return self.first(observation, me, forms, plays, rng)

    def nopes(self, observation: KittensTable, me: str, action: Action, memory: Memory, rng: Rng) -> bool:
        """Nope plays aimed at itself, and Attacks on itself."""
        return has_effect(action) and is_against(observation, me, action)

    def position(self, observation: KittensTable, me: str, rng: Rng) -> int:
        """Return a place near the top, unless it has to draw again itself."""
        size = len(observation.deck.cards)
        return rng.between(0, size) if observation.turns_left > 1 else min(size, rng.between(0, 2))


class Hard(KittensBot):
    """A bot that remembers the pile, keeps a Nope for the worst, and saves its Defuse.

    It remembers the cards that it saw and put into the pile.
    """

    LOOKS = 0.12
    """The chance to explode from which on it looks first."""
    FLEES = 0.34
    """The chance to explode from which on it does not draw; `FLEES_BARE` if it has no Defuse."""
    FLEES_BARE = 0.2
    CHEAP = 2
    """The worth of cards that it gives away for a chance of something better."""

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Keep `top`: the pile from the top down, with empty texts for unknown cards."""
        top: list[str] = memory.setdefault("top", [])
        for event in events:
            match event.type:
                case "dealt" | "shuffled":
                    top.clear()
                case "peeked" if event.by == me:
                    seen = [face for moved in event.cards for face in moved.faces or ()]
                    top[: len(seen)] = reversed(seen)
                case "drew" | "kitten":
                    del top[:1]
                case "inserted" if event.by != me:
                    top.clear()
                case "placed":
                    place = int(event.args["position"])
                    top.extend([""] * (place - len(top)))
                    top.insert(place, KITTEN)

    def turn(
        self, observation: KittensTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Avoid a draw of a known kitten while there is another way; collect cards meanwhile."""
        hand, top = observation.hand(me).cards, memory.get("top", [])
        plays = [*self._gains(observation, hand), *self._escapes(observation, hand, top)]
        return self.first(observation, me, forms, plays, rng)

    def _escapes(self, observation: KittensTable, hand: list[str], top: list[str]) -> list[list[str]]:
        """Return the plays to prefer to a draw, best first."""
        risk = chance_of(observation, top)
        if risk == 1:
            return [[ATTACK], [SKIP], [SHUFFLE]]
        looks = [[SEE]] if risk > self.LOOKS else []
        flees = risk > (self.FLEES if DEFUSE in hand else self.FLEES_BARE)
        return looks + ([[ATTACK], [SKIP]] if flees else [])

    def _gains(self, observation: KittensTable, hand: list[str]) -> list[list[str]]:
        """Return combinations and favors that bring cards and spend nothing valuable."""
        counts = Counter(hand)
        cheap = [card for card in counts if card_worth(card) <= self.CHEAP and card != SHUFFLE]
        plays = [[card] * many for many in (3, 2) for card in cheap if counts[card] >= many]
        plays += [[FAVOR]]
        five = sorted((card for card in counts if card != DEFUSE), key=card_worth)[:5]
        return [five, *plays] if len(five) == 5 and DEFUSE in observation.discard.cards else plays

    def nopes(self, observation: KittensTable, me: str, action: Action, memory: Memory, rng: Rng) -> bool:
        """Say Nope to Nopes on its own key plays, and to plays against itself.

        It keeps its last Nope for Attacks, and for plays that could steal its last Defuse.
        """
        hand = observation.hand(me).cards
        if observation.turn == me:
            return not has_effect(action) and action.kind in ("ATTACK", "SKIP", "FIVE", "TRIPLE")
        grave = action.kind == "ATTACK" or (action.kind in ("PAIR", "TRIPLE") and hand.count(DEFUSE) == 1)
        wanted = grave or hand.count(NOPE) > 1
        return wanted and has_effect(action) and is_against(observation, me, action)

    def target(self, observation: KittensTable, me: str, players: list[str], rng: Rng) -> str:
        """Return the player with most cards."""
        return max(players, key=lambda id: len(observation.hand(id).cards))

    def position(self, observation: KittensTable, me: str, rng: Rng) -> int:
        """Return 0, the top, if the next player will draw it; the bottom if this bot draws first."""
        escapes = observation.turns_left == 1 or ATTACK in observation.hand(me).cards
        return 0 if escapes else len(observation.deck.cards)


BOTS: dict[Level, Bot] = {"easy": Easy(), "normal": Normal(), "hard": Hard()}
FAST = {"turn_s": 0}


def evaluate_player(table: KittensTable, player: str) -> float:
    """Return the score of a player.

    Defuses are lives; other cards and few turns to take help a little.
    """
    cards = table.hand(player).cards
    turns = table.turns_left if table.turn == player else 0
    return 1.2 * cards.count(DEFUSE) + 0.12 * len(cards) - 0.3 * turns


def card_worth(card: str) -> int:
    """Return the worth of a card to its holder."""
    return WORTH.get(card, 1)


def danger(observation: KittensTable) -> float:
    """Return the public chance that the next card is a kitten."""
    return observation.kittens() / max(1, observation.size())


def chance_of(observation: KittensTable, top: Sequence[str]) -> float:
    """Return the chance that the next card is a kitten, knowing some cards from the top down."""
    if top and top[0]:
        return float(top[0] == KITTEN)
    unknown = observation.size() - sum(card != "" for card in top)
    return (observation.kittens() - list(top).count(KITTEN)) / max(1, unknown)


def has_effect(action: Action) -> bool:
    """Return whether a play has its effect if it is not noped again."""
    return len(action.nopes) % 2 == 0


def is_against(observation: KittensTable, me: str, action: Action) -> bool:
    """Return whether a play is against this seat, or can be against it alone.

    A play without a target yet counts if this seat is the only possible one.
    """
    if action.kind == "ATTACK":
        return observation.turn != me and observation.after(observation.actor) == me
    if action.kind not in ("FAVOR", "PAIR", "TRIPLE") or observation.turn == me:
        return False
    return action.target == me or (not action.target and list(observation.targets(action.kind)) == [me])


def _with_ties(name: str, asked: Form) -> BotMove:
    return name, dict(asked.ties)


def _count(asked: Form) -> int:
    return max((field.min for field in asked.fields if isinstance(field, CardsField)), default=0)


def _faces(asked: Form) -> list[str]:
    found = (field.of for field in asked.fields if isinstance(field, CardsField))
    return next(of if isinstance(of, list) else [] for of in found)


def _players(asked: Form) -> list[str]:
    return next(field.of for field in asked.fields if isinstance(field, PlayerField))
