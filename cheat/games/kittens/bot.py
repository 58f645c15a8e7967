"""Bots for Exploding Kittens: easy plays at random, normal counts, hard remembers cards.

A bot decides once in each reaction window whether to play a Nope. A bot that plays no Nope passes. Other
players do not see passes, so a pass tells them nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cheat.bots.bot import Bot, BotMove, Level, Memory
from cheat.engine.forms import Args, CardsField, Form, PlayerField, sample
from cheat.engine.rng import Rng
from cheat.engine.table import EventView, Table
from cheat.games.kittens.deck import CATS, CODES, DEFUSE, FACES, IDS, KITTEN, NOPE
from cheat.games.kittens.rules import KittensTable, Play

ATTACK, SKIP, FAVOR, SHUFFLE, SEE = (
    CODES[id] for id in ("ATTACK", "SKIP", "FAVOR", "SHUFFLE", "SEE_THE_FUTURE")
)
WORTH = {DEFUSE: 9, NOPE: 6, ATTACK: 5, SKIP: 4, SEE: 3, SHUFFLE: 2, FAVOR: 2}
"""The worth of a card to the player that holds it.

Cat cards are not listed. They are worth the least.
"""


class KittensBot(Bot):
    """A bot for Exploding Kittens: each decision of the game is a method."""

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Answer the decision that the game waits for."""
        assert isinstance(observation, KittensTable), "these bots play Exploding Kittens"
        forms_by_name = {form.name: form for form in forms}
        if "draw" in forms_by_name:
            return self.turn(observation, me, forms, memory, rng) or _with_ties("draw", forms_by_name["draw"])
        if "pass" in forms_by_name:
            return self._window(observation, me, forms_by_name, memory, rng)
        for name in ("done", "defuse"):
            if name in forms_by_name:
                return _with_ties(name, forms_by_name[name])
        return self._choice(observation, me, forms[0], memory, rng)

    def _window(
        self, observation: KittensTable, me: str, forms_by_name: dict[str, Form], memory: Memory, rng: Rng
    ) -> BotMove:
        """Play a Nope, or pass."""
        says_nope = "nope" in forms_by_name and self.nopes(observation, me, observation.play, memory, rng)
        name = "nope" if says_nope else "pass"
        return _with_ties(name, forms_by_name[name])

    def _choice(self, observation: KittensTable, me: str, form: Form, memory: Memory, rng: Rng) -> BotMove:
        args = sample(form, observation.cards_of, rng)
        match form.name:
            case "target":
                args["player"] = self.target(observation, me, _players(form), rng)
            case "name":
                args["card"] = self.demand(observation, me, rng)
            case "give":
                args["card"] = [self.gift(observation, me, rng)]
            case "take":
                args["card"] = [self.card_to_take(_faces(form), rng)]
            case "insert":
                args["position"] = self.position(observation, me, rng)
        return form.name, args

    def turn(
        self, observation: KittensTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return a play, or None to draw."""
        raise NotImplementedError

    def nopes(self, observation: KittensTable, me: str, play: Play, memory: Memory, rng: Rng) -> bool:
        """Return whether to play a Nope on the last played cards."""
        raise NotImplementedError

    def target(self, observation: KittensTable, me: str, players: list[str], rng: Rng) -> str:
        """Return the player to target with a play."""
        return rng.choice(players)

    def demand(self, observation: KittensTable, me: str, rng: Rng) -> str:
        """Return the id of the card to demand."""
        return "DEFUSE"

    def gift(self, observation: KittensTable, me: str, rng: Rng) -> str:
        """Return the card to give for a favor: the least useful one."""
        return min(observation.hand(me).cards, key=card_worth)

    def card_to_take(self, faces: list[str], rng: Rng) -> str:
        """Return the card to take from the discard pile: the most useful one."""
        return max(faces, key=card_worth)

    def position(self, observation: KittensTable, me: str, rng: Rng) -> int:
        """Return the number of cards above the place to which the bot returns a kitten."""
        return rng.between(0, len(observation.deck.cards))

    def play(
        self, observation: KittensTable, me: str, forms: Sequence[Form], cards: list[str], rng: Rng
    ) -> BotMove | None:
        """Return a move that plays these cards, or None if no form accepts them.

        The other fields of the form are filled in.
        """
        for form in forms:
            cards_field = next((field for field in form.fields if isinstance(field, CardsField)), None)
            fits = (
                cards_field is not None
                and cards_field.min == len(cards)
                and not set(cards) - set(_faces(form))
            )
            if form.name != "play" or not fits:
                continue
            args: Args = {**form.ties, "cards": cards}
            for field in form.fields:
                if isinstance(field, PlayerField):
                    args[field.name] = self.target(observation, me, field.of, rng)
                elif field is not cards_field:
                    args[field.name] = self.demand(observation, me, rng)
            return "play", args
        return None

    def first(
        self, observation: KittensTable, me: str, forms: Sequence[Form], plays: list[list[str]], rng: Rng
    ) -> BotMove | None:
        """Return a move for the first of these plays that is possible, or None if none is."""
        moves = (self.play(observation, me, forms, cards, rng) for cards in plays)
        return next((move for move in moves if move is not None), None)


class Easy(KittensBot):
    """A bot that plays cards and Nopes at random, and never plays three or five cards together."""

    def turn(
        self, observation: KittensTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Play a random card in three of ten decisions, otherwise draw."""
        small_plays = [form for form in forms if form.name == "play" and _count(form) <= 2]
        if not small_plays or not rng.chance(0.3):
            return None
        form = rng.choice(small_plays)
        return form.name, sample(form, observation.cards_of, rng)

    def nopes(self, observation: KittensTable, me: str, play: Play, memory: Memory, rng: Rng) -> bool:
        """Return True one time in five."""
        return rng.chance(0.2)

    def demand(self, observation: KittensTable, me: str, rng: Rng) -> str:
        """Return any card."""
        return rng.choice([IDS[card] for card in FACES if card != KITTEN])

    def gift(self, observation: KittensTable, me: str, rng: Rng) -> str:
        """Return any card."""
        return rng.choice(observation.hand(me).cards)


class Normal(KittensBot):
    """A bot that counts kittens, steals cards with pairs of cats, and defends itself."""

    DANGER = 0.25
    """Minimum chance of an explosion at which the bot prefers not to draw."""

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Note `next`: the card on top of the draw pile, if the bot has just seen it."""
        for event in events:
            if event.type in ("dealt", "shuffled", "drew", "kitten", "inserted"):
                memory["next"] = ""
            elif event.type == "peeked" and event.by == me:
                memory["next"] = next((movement.faces[-1] for movement in event.cards if movement.faces), "")

    def turn(
        self, observation: KittensTable, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return a play: steal with cats, or avoid a dangerous draw. Return None to draw."""
        hand, next_card = observation.hand(me).cards, memory.get("next", "")
        plays = [[cat, cat] for cat in CATS if hand.count(cat) >= 2]
        if next_card == KITTEN:
            plays += [[SKIP], [ATTACK], [SHUFFLE]]
        elif not next_card and danger(observation) > self.DANGER:
            plays += [[SEE], [SKIP], [ATTACK], [SHUFFLE]]
        return self.first(observation, me, forms, plays, rng)

    def nopes(self, observation: KittensTable, me: str, play: Play, memory: Memory, rng: Rng) -> bool:
        """Play a Nope on plays against this bot, including Attacks."""
        return has_effect(play) and is_against(observation, me, play)

    def position(self, observation: KittensTable, me: str, rng: Rng) -> int:
        """Return a place near the top, or any place if this bot has to draw again itself."""
        size = len(observation.deck.cards)
        return rng.between(0, size) if observation.turns_left > 1 else min(size, rng.between(0, 2))


class Hard(KittensBot):
    """A bot that remembers the cards that it saw in the draw pile or put there.

    It saves its last Nope for dangerous plays, and does not risk its Defuse.
    """

    LOOKS = 0.12
    """Minimum chance of an explosion at which the bot looks at the pile before drawing."""
    FLEES = 0.34
    """Minimum chance of an explosion at which the bot avoids the draw, if it has a Defuse."""
    FLEES_BARE = 0.2
    """Minimum chance of an explosion at which the bot avoids the draw, if it has no Defuse."""
    CHEAP = 2
    """Maximum worth of each card in a pair or triple that the bot plays to get another card."""

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Note `top`: the known cards of the draw pile from the top down, with "" for unknown cards."""
        top: list[str] = memory.setdefault("top", [])
        for event in events:
            match event.type:
                case "dealt" | "shuffled":
                    top.clear()
                case "peeked" if event.by == me:
                    seen_cards = [face for movement in event.cards for face in movement.faces or ()]
                    top[: len(seen_cards)] = reversed(seen_cards)
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
        """Return a play: collect cards, or else avoid a dangerous draw. Return None to draw."""
        hand, top = observation.hand(me).cards, memory.get("top", [])
        plays = [*self._gains(observation, hand), *self._escapes(observation, hand, top)]
        return self.first(observation, me, forms, plays, rng)

    def _escapes(self, observation: KittensTable, hand: list[str], top: list[str]) -> list[list[str]]:
        """Return the plays that are better than a draw, best first."""
        risk = chance_of(observation, top)
        if risk == 1:
            return [[ATTACK], [SKIP], [SHUFFLE]]
        looks = [[SEE]] if risk > self.LOOKS else []
        flees = risk > (self.FLEES if DEFUSE in hand else self.FLEES_BARE)
        return looks + ([[ATTACK], [SKIP]] if flees else [])

    def _gains(self, observation: KittensTable, hand: list[str]) -> list[list[str]]:
        """Return combinations and Favors that bring cards and do not cost valuable cards."""
        counts = Counter(hand)
        cheap = [card for card in counts if card_worth(card) <= self.CHEAP and card != SHUFFLE]
        plays = [[card] * count for count in (3, 2) for card in cheap if counts[card] >= count]
        plays += [[FAVOR]]
        five_kinds = sorted((card for card in counts if card != DEFUSE), key=card_worth)[:5]
        return [five_kinds, *plays] if len(five_kinds) == 5 and DEFUSE in observation.discard.cards else plays

    def nopes(self, observation: KittensTable, me: str, play: Play, memory: Memory, rng: Rng) -> bool:
        """Play a Nope on Nopes against the bot's own important plays, and on plays against the bot.

        The bot plays its last Nope only on Attacks, and on plays that could steal its last Defuse.
        """
        hand = observation.hand(me).cards
        if observation.turn == me:
            return not has_effect(play) and play.kind in ("ATTACK", "SKIP", "FIVE", "TRIPLE")
        is_grave = play.kind == "ATTACK" or (play.kind in ("PAIR", "TRIPLE") and hand.count(DEFUSE) == 1)
        is_worth_nope = is_grave or hand.count(NOPE) > 1
        return is_worth_nope and has_effect(play) and is_against(observation, me, play)

    def target(self, observation: KittensTable, me: str, players: list[str], rng: Rng) -> str:
        """Return the player with the most cards."""
        return max(players, key=lambda id: len(observation.hand(id).cards))

    def position(self, observation: KittensTable, me: str, rng: Rng) -> int:
        """Return 0 (the top) if another player draws next, or the bottom if this bot draws next."""
        escapes = observation.turns_left == 1 or ATTACK in observation.hand(me).cards
        return 0 if escapes else len(observation.deck.cards)


BOTS: dict[Level, Bot] = {"easy": Easy(), "normal": Normal(), "hard": Hard()}
FAST = {"turn_s": 0}


def evaluate_player(table: KittensTable, player: str) -> float:
    """Return an estimate of a player's chances.

    Defuses count most, because each saves the player once. Other cards count little. It is also a small
    advantage to have few turns left to take.
    """
    cards = table.hand(player).cards
    turns = table.turns_left if table.turn == player else 0
    return 1.2 * cards.count(DEFUSE) + 0.12 * len(cards) - 0.3 * turns


def card_worth(card: str) -> int:
    """Return the worth of a card to the player that holds it."""
    return WORTH.get(card, 1)


def danger(observation: KittensTable) -> float:
    """Return the chance that the next card is a kitten, as far as all players can know."""
    return observation.kittens_in_pile() / max(1, observation.pile_size())


def chance_of(observation: KittensTable, top: Sequence[str]) -> float:
    """Return the chance that the next card is a kitten.

    `top`: the cards on top of the draw pile, with "" for each card that the bot does not know.
    """
    if top and top[0]:
        return float(top[0] == KITTEN)
    unknown = observation.pile_size() - sum(card != "" for card in top)
    return (observation.kittens_in_pile() - list(top).count(KITTEN)) / max(1, unknown)


def has_effect(play: Play) -> bool:
    """Return whether a play takes effect if no further Nope is played."""
    return len(play.nopes) % 2 == 0


def is_against(observation: KittensTable, me: str, play: Play) -> bool:
    """Return whether a play is against this seat.

    If the target of the play is not chosen yet, returns whether this seat is the only possible target.
    """
    if play.kind == "ATTACK":
        return observation.turn != me and observation.player_after(observation.actor) == me
    if play.kind not in ("FAVOR", "PAIR", "TRIPLE") or observation.turn == me:
        return False
    return play.target == me or (not play.target and list(observation.targets(play.kind)) == [me])


def _with_ties(name: str, form: Form) -> BotMove:
    return name, dict(form.ties)


def _count(form: Form) -> int:
    return max((field.min for field in form.fields if isinstance(field, CardsField)), default=0)


def _faces(form: Form) -> list[str]:
    card_lists = (field.of for field in form.fields if isinstance(field, CardsField))
    return next(faces if isinstance(faces, list) else [] for faces in card_lists)


def _players(form: Form) -> list[str]:
    return next(field.of for field in form.fields if isinstance(field, PlayerField))
