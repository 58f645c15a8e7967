"""What Exploding Kittens asks of people: the forms of a decision, and a sentence about it."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from cheat.games.kittens_deck import CARDS, CATS, CODES, DEFUSE, IDS, KITTEN, NOPE
from cheat.games.kittens_table import Action, KittensTable
from cheat.games.moves import CardsField, Choice, ChoiceField, Field, Form, NumberField, PlayerField, form
from cheat.games.table import Zone

COMBINATIONS = {2: "PAIR", 3: "TRIPLE", 5: "FIVE"}
ALONE = [CODES[id] for id in ("ATTACK", "SKIP", "FAVOR", "SHUFFLE", "SEE_THE_FUTURE")]
NAMES = [Choice(id, card.name) for id, card in CARDS.items() if id != "EXPLODING_KITTEN"]


def forms_of(table: KittensTable, player: str) -> list[Form]:
    """What the present decision asks of this player, who is one of those it waits for."""
    hand = table.hand(player)
    match table.phase:
        case "turn":
            return [*_play_forms(table, player), form("draw", "Draw", tone="primary")]
        case "nope" if player in table.passed:
            return []
        case "nope":
            nope = [form("nope", "Nope!", tone="danger")] if NOPE in hand.cards else []
            return [*nope, form("pass", "Let it happen", tone="quiet")]
        case "target":
            return [form("target", "Choose a player", _target_field(table, table.action.kind))]
        case "name":
            return [form("name", "Demand a card", ChoiceField(name="card", of=NAMES))]
        case "pick":
            count = len(table.hand(table.action.target or "").cards)
            return [form("pick", "Take a card", NumberField(name="index", min=1, max=count))]
        case "give":
            return [form("give", "Give a card", _one_of("card", hand), tone="primary")]
        case "take":
            return [form("take", "Take a card", _one_of("card", table.discard, table.takeable()))]
        case "peek":
            return [form("done", "Put them back", tone="primary")]
        case "defuse":
            return [form("defuse", "Defuse", tone="primary"), form("explode", "Explode", tone="quiet")]
        case _:
            return [form("insert", "Put the kitten back", _place_field(table), tone="primary")]


def _play_forms(table: KittensTable, player: str) -> list[Form]:
    """A form for each kind of play that these cards and options allow."""
    options, hand = table.options, table.hand(player)
    counts = Counter(hand.cards)
    favor = [CODES["FAVOR"]]
    alone = [card for card in counts if card in ALONE and card not in favor]
    forms = [form("play", "Play a card", _cards(hand, 1, alone))] if alone else []
    if favor[0] in counts and table.targets("FAVOR"):
        forms.append(form("play", "Ask a favor", _cards(hand, 1, favor), *_aim_fields(table, "FAVOR")))
    for many, label in ((2, "Two of a kind"), (3, "Three of a kind")):
        kind = COMBINATIONS[many]
        alike = [card for card in counts if counts[card] >= many]
        if options.cats_only_pairs:
            alike = [card for card in alike if card in CATS]
        if alike and table.targets(kind) and (many == 2 or options.enable_triple):
            fields = (_cards(hand, many, alike, "same"), *_aim_fields(table, kind))
            forms.append(form("play", label, *fields))
    return forms + _five_forms(table, player, counts)


def _five_forms(table: KittensTable, player: str, counts: Counter[str]) -> list[Form]:
    """Who has to spend or might spend the only Defuse is asked whether that is meant."""
    hand, options = table.hand(player), table.options
    if not options.enable_five or (options.five_excludes_own and not set(table.discard.cards) - {KITTEN}):
        return []
    kinds = list(counts)
    safe = [card for card in kinds if card != DEFUSE or counts[DEFUSE] > 1]
    forms = []
    if len(safe) >= 5:
        forms.append(form("play", "Five different", _cards(hand, 5, safe, "distinct")))
    if len(kinds) >= 5 and len(safe) < len(kinds):
        fields = _cards(hand, 5, kinds, "distinct")
        question = "Your only Defuse may be among these cards. Play them?"
        forms.append(form("play", "Five different, Defuse too", fields, confirm=question))
    return forms


def _aim_fields(table: KittensTable, kind: str) -> list[Field]:
    """What is said with the play where the options want that."""
    if table.options.target_timing == "after_window":
        return []
    demand = [ChoiceField(name="name", label="Card", of=NAMES)] if kind == "TRIPLE" else []
    return [_target_field(table, kind, "target"), *demand]


def _target_field(table: KittensTable, kind: str, name: str = "player") -> PlayerField:
    return PlayerField(name=name, label="From", of=table.targets(kind))


def _place_field(table: KittensTable) -> NumberField:
    size = len(table.deck.cards)
    return NumberField(name="position", label=f"0 is the top, {size} the bottom", min=0, max=size)


# Sentences


def prompt_for(table: KittensTable, player: str | None) -> str:
    """What this viewer is waited for, or whom everybody waits for."""
    if table.phase == "nope":
        return _window_prompt(table, player)
    asked = table.decisions[0].players[0]
    if asked == player:
        return _own_prompt(table)
    target = f"{{{table.stack.target}}}" if table.stack and table.stack.target else ""
    doing = {
        "turn": "take a turn",
        "target": "choose a player",
        "name": f"name a card of {target}",
        "pick": f"pick a card of {target}",
        "give": f"give {{{table.turn}}} a card",
        "take": "take a card from the discard pile",
        "peek": "look at the top cards",
        "defuse": "defuse the kitten",
        "insert": "put the kitten back",
    }
    return f"Waiting for {{{asked}}} to {doing[table.phase]}."


def _own_prompt(table: KittensTable) -> str:
    action = table.stack
    target = f"{{{action.target}}}" if action and action.target else ""
    words = {
        "turn": "Your turn: play cards, then draw one.",
        "target": f"Whom do you mean with {words_of(action) if action else ''}?",
        "name": f"Which card do you demand from {target}?",
        "pick": f"Which card of {target} do you take?",
        "give": f"{{{table.turn}}} asks you for a favor: give a card.",
        "take": "Which card do you take from the discard pile?",
        "peek": "These are the top cards; the rightmost one comes first.",
        "defuse": "You drew a kitten! Defuse it in time.",
        "insert": "Defused. Where in the pile do you put the kitten?",
    }
    return words[table.phase]


def _window_prompt(table: KittensTable, player: str | None) -> str:
    action = table.action
    played = f"{{{table.turn}}} plays {words_of(action)}"
    played += f" against {{{action.target}}}" if action.target else ""
    noped = f", {{{action.nopes[-1]}}} says Nope" if action.nopes else ""
    open_to = player in table.decisions[0].players and player not in table.passed
    return f"{played}{noped}. " + ("Do you let it happen?" if open_to else "Wait for the others.")


def _cards(
    hand: Zone, count: int, of: list[str], kinds: Literal["any", "same", "distinct"] = "any"
) -> CardsField:
    return CardsField(name="cards", zones=[hand.id], min=count, max=count, of=of, kinds=kinds)


def _one_of(name: str, zone: Zone, of: list[str] | None = None) -> CardsField:
    field = CardsField(name=name, zones=[zone.id], min=1, max=1)
    field.of = of if of is not None else field.of
    return field


def words_of(action: Action) -> str:
    """What was played, as people say it."""
    names = [CARDS[IDS[card]].name for card in action.cards]
    if action.kind in ("PAIR", "TRIPLE"):
        return f"{len(names)} × {names[0]}"
    return "five different cards" if action.kind == "FIVE" else names[0]
