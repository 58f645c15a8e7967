"""Describe a table in words, from the server's answers alone, without the rules of any game.

Pure.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from cheat.client.types import Award, Event, Form, Game, OptionSpec, Player, Table, Zone
from cheat.terminal.messages import number, plural, say

TONES = {"primary": "", "danger": " (!)", "plain": "", "quiet": ""}
"""Tone of a form -> a sign after its label. A move that is red on the page has a sign here."""
SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
RANKS = {"T": "10"}
"""Rank that a face abbreviates to one letter -> the characters that are shown."""
MOST_NAMED = 4
"""Maximum number of the reader's own cards that a line of the log names."""
MAX_TEXT = 40
"""Maximum number of characters that are shown of a text option."""


def card_name(card: str, game: Game) -> str:
    """Return the full name of a card, such as “ace of spades”."""
    face = game["faces"].get(card)
    return face["name"] if face else card


def with_own_cards(line: str, event: Event, table: Table, game: Game) -> str:
    """Add the names of cards that the reader got, or gave to a player, to a line of the log.

    “You draw.” becomes “You draw: ace of spades.” The page does the same.
    """
    hands = {zone["id"] for zone in table["zones"] if zone["kind"] == "hand"}
    own = {zone["id"] for zone in table["zones"] if zone["id"] in hands and zone["owner"] == table["you"]}
    moved = event.get("cards", [])
    received = [cards for cards in moved if cards["to"] in own and cards["from"] not in own]
    sent = [cards for cards in moved if cards["from"] in own and cards["to"] in hands - own]
    names = [card_name(face, game) for cards in received + sent for face in cards.get("faces", [])]
    is_plain = not line or event.get("kind") == "deal" or bool(received and sent)
    if is_plain or not 0 < len(names) <= MOST_NAMED or all(name in line for name in names):
        return line
    return say("{event}: {cards}.", event=line.rstrip("."), cards=", ".join(names))


def card_short(card: str, game: Game) -> str:
    """Return a card in few characters, such as `10♠`. A card without rank or suit has its name."""
    face = game["faces"].get(card)
    if face is None or face.get("suit") not in SUITS or not face.get("rank"):
        return card_name(card, game)
    return RANKS.get(face["rank"], face["rank"]) + SUITS[face["suit"]]


def card_help(card: str, game: Game) -> str:
    """Return the effect of a card in words, or "" if the card has no such words."""
    face = game["faces"].get(card)
    return f"{face['name']}: {face['text']}" if face and face.get("text") else ""


def cards_help(table: Table, game: Game) -> list[str]:
    """Return the effects of the visible cards in words, once for each kind of card."""
    cards = dict.fromkeys(card for zone in table["zones"] for card in zone.get("cards", []))
    return [text for card in cards if (text := card_help(card, game))]


def value_text(spec: OptionSpec, value: Any) -> str:
    """Return the value of an option in words."""
    match spec["kind"]:
        case "bool":
            return say("yes") if value else say("no")
        case "choice":
            return next(
                (choice["label"] for choice in spec.get("of", []) if choice["value"] == value), str(value)
            )
        case "text":
            return str(value)[:MAX_TEXT] or say("none")
        case _:
            return number(value)


def options_lines(table: Table, game: Game) -> list[str]:
    """Return the options that differ from their defaults."""
    options = table["options"]
    changed_specs = [
        spec for spec in game["options"] if options.get(spec["name"], spec["default"]) != spec["default"]
    ]
    lines = [f"{spec['label']}: {value_text(spec, options[spec['name']])}" for spec in changed_specs]
    return lines or [say("All options are standard.")]


def cards_text(count: int) -> str:
    """Return a number of cards in words, such as `1 card` or `2 cards`."""
    return plural("{count} card", "{count} cards", count)


def zone_cards(zone: Zone) -> list[str]:
    """Return the cards that are shown: all visible cards or, for a pile, only the top card."""
    cards = zone.get("cards", [])
    return cards[-1:] if zone["kind"] == "pile" else cards


def zone_text(zone: Zone, game: Game, card_text: Callable[[str, Game], str] = card_name) -> str:
    """Return a zone in words, with the cards that are shown, and a note about false cards.

    A false card is a card about which a player has lied. `card_text`: a function that returns the name of a
    card.
    """
    cards, first_place = zone_cards(zone), len(zone.get("cards", [])) - len(zone_cards(zone))
    faces = ", ".join(
        say("{card} (false)", card=card_text(card, game))
        if place in zone.get("wrong", [])
        else card_text(card, game)
        for place, card in enumerate(cards, first_place)
    )
    count = cards_text(zone["count"]) if zone["count"] != len(cards) or not cards else ""
    top = say("{card} on top", card=faces) if count and faces else faces
    content = ", ".join(part for part in (count, top) if part)
    name = f"{zone['label']}: " if zone["label"] else ""
    return f"{name}{content}{zone_notes(zone)}"


def zone_notes(zone: Zone) -> str:
    """Return the colour and the note of a zone, each in brackets."""
    notes = [zone.get("colour"), zone.get("note")]
    return "".join(f" ({note})" for note in notes if note)


def player_text(player: Player, table: Table) -> str:
    """Return a seat in one line, such as `> Ada: host, 5 cards, score 12`."""
    sign = "> " if player["turn"] else "  "
    count = cards_held(player, table)
    cards = [] if count is None else [cards_text(count)]
    notes = [*role_notes(player, table), *cards, *score_notes(player, table)]
    return f"{sign}{player['name']}: {', '.join(notes) or say('here')}"


def cards_held(player: Player, table: Table) -> int | None:
    """Return the number of cards in a player's hand, or None if the player has no hand."""
    hands = [zone for zone in table["zones"] if zone["owner"] == player["id"] and zone["kind"] == "hand"]
    return sum(zone["count"] for zone in hands) if hands else None


def role_notes(player: Player, table: Table) -> list[str]:
    """Return the notes on a player: you, host, bot, program, status."""
    notes = [
        say("you") if player["id"] == table["you"] else "",
        say("host") if player["id"] == table["host"] else "",
        say("bot, {level}", level=_level(player["bot"])) if player.get("bot") else "",
        say("program, {name}", name=player["client"]) if player.get("client") else "",
        _status(player["status"]),
    ]
    return [note for note in notes if note]


def _level(bot: str | None) -> str:
    return {"easy": say("easy"), "normal": say("normal"), "hard": say("hard")}.get(str(bot), str(bot))


def _status(status: str) -> str:
    return {"here": "", "away": say("away"), "left": say("left")}.get(status, status)


def score_notes(player: Player, table: Table) -> list[str]:
    """Return a player's score and wins, and the badges."""
    score, wins = player["score"], player["wins"]
    return [
        *([say("score {score}", score=score)] if score and table["phase"] != "lobby" else []),
        *([plural("{count} win", "{count} wins", wins)] if wins else []),
        *(mark["label"] for mark in player["marks"]),
    ]


def fact_lines(table: Table) -> list[str]:
    """Return the facts of the game, and the sentence about the viewer's situation, if any."""
    facts = [f"{fact['label']}: {fact['text']}" for fact in table["facts"]]
    return [*facts, *([table["situation"]] if table.get("situation") else [])]


def table_lines(table: Table, game: Game) -> list[str]:
    """Return the whole table: players with their zones, the middle, facts, and own cards last."""
    lines = [say("{game}, room {code}", game=game["name"], code=table["code"].upper())]
    for player in table["players"]:
        lines.append(player_text(player, table))
        lines += [f"    {zone_text(zone, game)}" for zone in zones_before(player, table)]
    if table["watchers"]:
        lines.append(f"  {watchers_text(table['watchers'])}")
    lines += [zone_text(zone, game) for zone in middle_zones(table)]
    lines += fact_lines(table)
    return lines + own_lines(table, game)


def watchers_text(count: int) -> str:
    """Return the number of spectators in words."""
    return plural("{count} person is watching", "{count} people are watching", count)


def middle_zones(table: Table) -> list[Zone]:
    """Return the zones in the middle of the table. Leave out zones with neither name nor cards."""
    zones = [zone for zone in table["zones"] if zone["owner"] is None]
    return [zone for zone in zones if zone["label"] or zone["count"]]


def own_zones(table: Table) -> list[Zone]:
    """Return the viewer's own zones, including the hand."""
    return [zone for zone in table["zones"] if zone["owner"] is not None and zone["owner"] == table["you"]]


def own_lines(table: Table, game: Game) -> list[str]:
    """Return the viewer's own cards."""
    return [say("Your {zone}", zone=zone_text(zone, game)) for zone in own_zones(table)]


def zones_before(player: Player, table: Table) -> list[Zone]:
    """Return the zones with cards in front of a player, without a hidden hand.

    Return none if the player is the viewer.
    """
    if player["id"] == table["you"]:
        return []
    zones = [zone for zone in table["zones"] if zone["owner"] == player["id"] and zone["count"]]
    return [zone for zone in zones if zone["kind"] != "hand" or zone.get("cards")]


def result_lines(table: Table) -> list[str]:
    """Return the result of the game, with points if a player has any."""
    result = table["result"]
    if result is None:
        return []
    names = {player["id"]: player["name"] for player in table["players"]}
    scored = any(entry["score"] for entry in result["standing"])
    standing = [
        f"  {entry['place']}. {names.get(entry['id'], entry['id'])}"
        + (f", {entry['score']}" if scored else "")
        for entry in result["standing"]
    ]
    return [result["text"], *standing, *(f"  {award_text(award, names)}" for award in result["awards"])]


def award_text(award: Award, names: Mapping[str, str]) -> str:
    """Return an award in one line."""
    winners = ", ".join(names.get(player, player) for player in award["players"])
    return f"{award['label']}: {winners}, {award['text']}"


def form_text(form: Form) -> str:
    """Return a move in the words that the list of moves shows."""
    return form_label(form) + (f" - {form['help']}" if form.get("help") else "")


def form_label(form: Form) -> str:
    """Return the label of a move. “(!)” follows it if the page shows the move in red."""
    return form["label"] + TONES[form.get("tone", "plain")]


def seconds_left(table: Table, offset: float, now: float) -> int | None:
    """Return the whole seconds until the deadline, or None if there is no deadline.

    - `offset`: the number of ms by which the server's clock is ahead of the clock of this machine
    - `now`: the time by this machine's clock, in ms since 1970
    """
    deadline = table["deadline"]
    return None if deadline is None else max(0, round((deadline - now - offset) / 1000))


def wrapped(text: str, width: int) -> list[str]:
    """Return paragraphs in lines of at most `width` characters."""
    return [line for part in re.split(r"\n", text) for line in textwrap.wrap(part, max(1, width)) or [""]]
