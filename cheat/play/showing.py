"""A table in words, by what the protocol says and by no rule of any game. Pure."""

from __future__ import annotations

import re
import textwrap
from typing import Any

from cheat.client.types import Form, Game, OptionSpec, Player, Table, Zone

TONES = {"primary": "", "danger": " (!)", "plain": "", "quiet": ""}
"""What a form's tone adds to its label: what is red on the page has a sign here."""


def card_name(card: str, game: Game) -> str:
    """A card as it is read aloud."""
    face = game["faces"].get(card)
    return face["name"] if face else card


def card_help(card: str, game: Game) -> str:
    """What a card does; empty where it needs no words."""
    face = game["faces"].get(card)
    return f"{face['name']}: {face['text']}" if face and face.get("text") else ""


def value_text(spec: OptionSpec, value: Any) -> str:
    """The value of an option in words."""
    match spec["kind"]:
        case "bool":
            return "yes" if value else "no"
        case "choice":
            return next((one["label"] for one in spec.get("of", []) if one["value"] == value), str(value))
        case "text":
            return str(value)[:40] or "nothing"
        case _:
            return f"{value:g}"


def cards_text(count: int) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} card{'' if count == 1 else 's'}"


def zone_text(zone: Zone, game: Game) -> str:
    """A zone, with the cards that may be seen: of a pile the top one."""
    cards = zone.get("cards", [])
    shown = cards[-1:] if zone["kind"] == "pile" else cards
    faces = ", ".join(card_name(card, game) for card in shown)
    count = cards_text(zone["count"]) if zone["count"] != len(shown) or not shown else ""
    what = ", ".join(part for part in (count, f"on top {faces}" if count and faces else faces) if part)
    more = [zone["colour"]] if zone.get("colour") else []
    notes = "".join(f" ({note})" for note in [*more, *([zone["note"]] if zone.get("note") else [])])
    return f"{zone['label']}: {what}{notes}"


def player_text(player: Player, table: Table) -> str:
    """A seat in one line."""
    hands = [zone for zone in table["zones"] if zone["owner"] == player["id"] and zone["kind"] == "hand"]
    said = [
        "you" if player["id"] == table["you"] else "",
        "host" if player["id"] == table["host"] else "",
        f"bot, {player['bot']}" if player.get("bot") else "",
        f"program {player['client']}" if player.get("client") else "",
        player["status"] if player["status"] != "here" else "",
        cards_text(sum(zone["count"] for zone in hands)) if hands else "",
        f"score {player['score']}" if player["score"] and table["phase"] != "lobby" else "",
        f"{player['wins']} won" if player["wins"] else "",
        *(mark["label"] for mark in player["marks"]),
    ]
    sign = "> " if player["turn"] else "  "
    return f"{sign}{player['name']}: {', '.join(part for part in said if part) or 'here'}"


def table_lines(table: Table, game: Game) -> list[str]:
    """The whole table: players, the middle, what players have, facts, and the own hand last."""
    lines = [f"{game['name']}, room {table['code'].upper()}"]
    for player in table["players"]:
        lines.append(player_text(player, table))
        lines += [f"    {zone_text(zone, game)}" for zone in _before(player, table)]
    if table["watchers"]:
        lines.append(f"  Watching: {table['watchers']}")
    lines += [zone_text(zone, game) for zone in table["zones"] if zone["owner"] is None]
    lines += [f"{fact['label']}: {fact['text']}" for fact in table["facts"]]
    mine = [zone for zone in table["zones"] if zone["owner"] == table["you"] and table["you"]]
    return lines + [f"Your {zone_text(zone, game)}" for zone in mine]


def _before(player: Player, table: Table) -> list[Zone]:
    """What lies before somebody else, but for a hand of which nothing is to be seen."""
    if player["id"] == table["you"]:
        return []
    zones = [zone for zone in table["zones"] if zone["owner"] == player["id"] and zone["count"]]
    return [zone for zone in zones if zone["kind"] != "hand" or zone.get("cards")]


def result_lines(table: Table) -> list[str]:
    """How the game ended."""
    result = table["result"]
    if result is None:
        return []
    names = {player["id"]: player["name"] for player in table["players"]}
    standing = [
        f"  {one['place']}. {names.get(one['id'], one['id'])}, {one['score']}" for one in result["standing"]
    ]
    return [result["text"], *standing]


def form_text(form: Form) -> str:
    """A move as it stands in the list of moves."""
    return (
        form["label"] + TONES[form.get("tone", "plain")] + (f" - {form['help']}" if form.get("help") else "")
    )


def seconds_left(table: Table, offset: float, now: float) -> int | None:
    """Whole seconds until the deadline, None without one. `offset`: ms that the server's clock is ahead of
    ours; `now`: ms since 1970 here.
    """
    deadline = table["deadline"]
    return None if deadline is None else max(0, round((deadline - now - offset) / 1000))


def wrapped(text: str, width: int) -> list[str]:
    """Paragraphs in lines of so many characters."""
    return [line for part in re.split(r"\n", text) for line in textwrap.wrap(part, width) or [""]]
