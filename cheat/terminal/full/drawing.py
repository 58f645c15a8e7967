"""Make the content of a table's panes as coloured text.

Everything that a colour shows is also said in words. This module is pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from rich.text import Text

from cheat.client.bot import game_moves
from cheat.client.forms import pickable
from cheat.client.types import Game, Player, Table, Zone
from cheat.terminal.full.cells import LETTERS, Cell
from cheat.terminal.full.pictures import card_style
from cheat.terminal.messages import plural, say
from cheat.terminal.table_text import (
    card_short,
    cards_held,
    cards_text,
    fact_lines,
    middle_zones,
    options_lines,
    own_zones,
    result_lines,
    role_notes,
    score_notes,
    watchers_text,
    zone_cards,
    zone_notes,
    zone_text,
    zones_before,
)

COLOURS = {
    "red": "#ff7a7a", "yellow": "#f2c94c", "green": "#74d388", "blue": "#7db0ff", "purple": "#cf9bf0",
    "orange": "#f0a45a", "pink": "#ff9ec7", "teal": "#5cc8cf", "brown": "#c9975f",
}  # fmt: skip
"""Colour of a face -> colour in a terminal. Faces with other colours look like usual text."""


def style_of(card: str, game: Game) -> str:
    """Return the style of a card's name."""
    face = game["faces"].get(card)
    return COLOURS.get(face.get("colour", ""), "") if face else ""


def zone_line(zone: Zone, game: Game, indent: str = "") -> Text:
    """Return a zone with its cards in their colours."""
    line = Text(indent + zone_text(zone, game, card_short))
    for card in dict.fromkeys(zone_cards(zone)):
        line.highlight_words([card_short(card, game)], style_of(card, game))
    return line


def seat_lines(player: Player, table: Table, game: Game) -> list[Text]:
    """Return a seat, and the zones in front of it."""
    count = cards_held(player, table)
    cards = [] if count is None else [cards_text(count)]
    notes = ", ".join([*cards, *role_notes(player, table), *score_notes(player, table)])
    line = Text("> " if player["turn"] else "  ", "bold")
    line.append(player["name"], "bold" if player["turn"] else "")
    line.append(f"  {notes}", "dim" if player["status"] == "left" else "")
    return [line, *(zone_line(zone, game, "    ") for zone in zones_before(player, table))]


def seats_text(table: Table, game: Game) -> Text:
    """Return all seats.

    Above them are the zones in the middle while a game runs, or the result after a game. In the lobby, the
    number of players stands below them.
    """
    zones = [zone_line(zone, game) for zone in middle_zones(table)]
    lines = [Text("  ·  ").join(zones)] if zones and table["phase"] == "playing" else []
    lines += [Text(line, "bold" if index == 0 else "") for index, line in enumerate(result_lines(table))]
    for player in table["players"]:
        lines += seat_lines(player, table, game)
    if table["phase"] == "lobby" and table.get("seats"):
        players = len(table["players"])
        seats = table["seats"]
        lines.append(
            Text(
                "  " + plural("{count} player of {seats}", "{count} players of {seats}", players, seats=seats)
            )
        )
    return Text("\n").join(lines)


def middle_text(table: Table, game: Game, invitation: str) -> Text:
    """Return the facts of a game in one line, such as “Next: Queens”.

    Before the game begins, add the room code, `invitation` (the link to the room) and the options.
    """
    facts = fact_lines(table)
    lines = [Text("  ·  ".join(facts))] if facts else []
    if table["phase"] == "lobby":
        lines.append(
            Text(say("Room {code}: anyone with the code or the link can join.", code=table["code"].upper()))
        )
        lines.append(Text(invitation))
        lines.append(Text(f"{say('Current options')}: {'; '.join(options_lines(table, game))}"))
    return Text("\n").join(lines)


def head_text(table: Table, game: Game, *, is_reconnecting: bool) -> Text:
    """Return the name of the table. While the connection is lost, add a sign."""
    head = Text(say("{game}, room {code}", game=game["name"], code=table["code"].upper()), "bold")
    if table["you"] is None:
        head.append(f"  {say('You are watching.')}")
    if table["watchers"]:
        head.append(f"  {watchers_text(table['watchers'])}", "not bold")
    if is_reconnecting:
        head.append(f"  ! {say('Reconnecting…')}", "bold red")
    return head


HURRY_S = 5
"""The clock is highlighted if no more than this number of seconds is left."""


def clock_text(seconds: int | None) -> Text:
    """Return the time left as text. If little time is left, the text is highlighted."""
    if seconds is None:
        return Text()
    if seconds <= HURRY_S:
        return Text(f"! {say('{seconds} s', seconds=seconds)} !", "bold red")
    return Text(say("{seconds} s", seconds=seconds))


def log_text(lines: Sequence[str], names: Iterable[str] = ()) -> Text:
    """Return lines of the log, with the names of players in bold."""
    log = Text("\n".join(lines))
    for name in names:
        log.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", "bold")
    return log


# Cards to choose


def shown_zones(table: Table, zone_ids: Sequence[str] = ()) -> list[Zone]:
    """Return the zones whose cards are shown below the table.

    `zone_ids`: the zones from which cards can answer the present question, if there is one. If one of them is
    not the viewer's own, the result has the zones in `zone_ids`. Otherwise, it has all of the viewer's own
    zones that have cards.
    """
    seat_zones = own_zones(table)
    if set(zone_ids) <= {zone["id"] for zone in seat_zones}:
        return [zone for zone in seat_zones if zone.get("cards")]
    return [zone for zone in table["zones"] if zone["id"] in zone_ids]


def hands_in(zones: list[Zone]) -> list[Zone]:
    """Return the hands among these zones. If there are none, return all of these zones.

    `table.py` calls this if the screen shows a drawing of the table (`felt.py`) and not a list of seats. The
    drawing already shows the zones that are not hands.
    """
    return [zone for zone in zones if zone["kind"] == "hand"] or zones


def cards_in(zones: Sequence[Zone]) -> list[str]:
    """Return the cards of the zones, one after the other."""
    return [card for zone in zones for card in zone.get("cards", [])]


def playable_cards(table: Table, zones: Sequence[Zone]) -> list[str] | None:
    """Return the cards of these zones that a move takes now, or None if no move takes any."""
    ids = {zone["id"] for zone in zones}
    fields = [field for form in game_moves(table) for field in form["fields"] if field["kind"] == "cards"]
    counts: Counter[str] = Counter()
    for field in fields:
        if ids.issuperset(field["from"]):
            counts |= Counter(pickable(table, field))
    return [*counts.elements()] or None


def card_cells(
    zones: Sequence[Zone],
    game: Game,
    chosen_cards: Sequence[int],
    offered_cards: Sequence[str] | None,
    keys: bool,
) -> list[Cell]:
    """Return cells of cards to choose.

    The name of a zone comes before its cards if there are several zones, or if the zone has notes.

    - `chosen_cards`: the positions of the chosen cards among all cards of the zones
    - `offered_cards`: the cards that may be chosen, or None if all may be. If two equal cards may be chosen,
      the list has both.
    - `keys`: True if each cell has a letter as its key
    """
    remaining = None if offered_cards is None else Counter(offered_cards)
    cells: list[Cell] = []
    position = 0
    for zone in zones:
        name = f"{zone['label']}{zone_notes(zone)}"
        cells += [Cell("", f"{name}:", "italic")] if len(zones) > 1 or zone_notes(zone) else []
        for card in zone.get("cards", []):
            is_choosable = remaining is None or remaining[card] > 0
            if remaining is not None:
                remaining[card] -= 1
            key = LETTERS[position] if keys and is_choosable and position < len(LETTERS) else ""
            cells.append(
                Cell(
                    key,
                    card_short(card, game),
                    style_of(card, game),
                    position in chosen_cards,
                    not is_choosable,
                    position,
                    card_style(card, game),
                )
            )
            position += 1
    return cells


def choosable(chosen_cards: Sequence[int], cells: Sequence[Cell]) -> list[int]:
    """Return the chosen cards, without those whose cells are faint: they may not be chosen now."""
    not_choosable = {cell.card for cell in cells if cell.faint}
    return [at for at in chosen_cards if at not in not_choosable]


def moved_choice(
    old_cards: Sequence[str], chosen_cards: Sequence[int], new_cards: Sequence[str]
) -> list[int]:
    """Return the new positions of the chosen cards. Cards that are gone are no longer chosen."""
    places: list[int] = []
    for card in (old_cards[at] for at in chosen_cards):
        places_of_card = [
            at for at, other_card in enumerate(new_cards) if other_card == card and at not in places
        ]
        places += places_of_card[:1]
    return places
