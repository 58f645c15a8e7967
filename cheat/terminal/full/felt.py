"""Draw the table: seats at its edge, open cards in front of them, piles in the middle.

The viewer sits at the lower edge, and the other players follow clockwise. If there is no room for the
drawing, `felt_text` returns None, and the screen shows a list of the seats instead. The felt is the table
itself, without the seats around it. This module is pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from cheat.client.types import Game, Player, Table, Zone
from cheat.terminal.full.canvas import Canvas, Run, padded, shortened, width_of, wrapped
from cheat.terminal.full.pictures import (
    GAPS,
    LEAST,
    SIZES,
    CardSize,
    ZonePictures,
    card_style,
    draw_card,
    draw_pictures,
    inner_width,
    pictures_height,
    pictures_of,
    pictures_width,
)
from cheat.terminal.messages import plural, say
from cheat.terminal.table_text import (
    card_short,
    cards_held,
    cards_text,
    middle_zones,
    result_lines,
    role_notes,
    score_notes,
    zone_cards,
    zone_notes,
    zone_text,
)

FELT, EDGE = "#e9efe6 on #0f4a3c", "#c08a4a"
LEAST_WIDTH, LEAST_HEIGHT = 36, 9
"""The smallest drawing, in columns and lines."""
SIDE_WIDTHS = range(10, 21)
"""Possible numbers of columns of a seat at the left or the right of the table."""
SIDE_WIDTH = 12
"""Usual columns of a seat at a side on a narrow screen: enough for the level of a bot."""
TOP_WIDTH, WIDE_TOP = 11, 20
"""Minimum columns of a seat above the table, and columns that are enough for all its notes."""
FELT_WIDTH = 24
"""Fewest columns of the table between two seats."""
ROUND_HEIGHT = 10
"""Fewest lines of a table with round ends."""
MIDDLE_HEIGHT = 13
"""Lines of the felt that the largest piles need."""
SHAPE = 0.45
"""Maximum height of the table as a part of its width.

A column is about half as wide as a line is high.
"""
CURVE = 4
"""Columns that the round ends of the table take from its first and last line."""
LEAST_COLUMNS = 12
"""Fewest columns for words on the felt."""
LEAST_LABEL = 5
"""Fewest columns of a card as a label."""
SIDE_LINES = 4
"""Maximum number of lines for the open cards of a seat at a side of the table."""
MANY_ZONES = 3
"""If there are more zones in the middle, empty ones are left out."""
TALL, LESS_TALL = 20, 13
"""Minimum lines of a drawing in which seats above the table have one more line for notes.

Wide seats need a drawing of `TALL` lines, narrow seats one of `LESS_TALL` lines.
"""
DETAILS = ("drawn", "words", "ends")
"""Ways to show the zones in the middle, the best first.

Cards are shown as boxes (`drawn`), or all cards are named in words (`words`), or only the first and the last
card of each zone are named (`ends`).
"""


class DrawnSeat(NamedTuple):
    """A seat at the table: its name (after `>` if it is on turn), its notes, and its open cards."""

    name: str
    notes: list[str]
    style: str
    open_zones: list[Zone]


class FeltPlan(NamedTuple):
    """The places of all parts of the drawing.

    - `left`, `top`, `right`: the seats at these sides of the table
    - `bottom`: the seat of the viewer
    - `x`, `y`, `width`, `height`: the place and the size of the felt
    - `above`: the lines of the seats above the felt
    - `front`: the number of lines for the open cards of a seat, 0 if there are none
    - `drawn`: the size of the open cards of seats if they are shown as boxes, None if they are small labels
    """

    left: list[DrawnSeat]
    top: list[DrawnSeat]
    right: list[DrawnSeat]
    bottom: DrawnSeat
    x: int
    y: int
    width: int
    height: int
    above: int
    front: int
    drawn: CardSize | None


def felt_text(table: Table, game: Game, width: int, height: int) -> Text | None:
    """Return the drawing in exactly this size, or None if there is no room for it."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT or not table["players"]:
        return None
    seats = [_seat(player, table) for player in _clockwise(table)]
    is_empty = table["phase"] == "playing" and not _zones_in_the_middle(table)
    plans = [*_plans(seats, width, height, is_empty=is_empty)]
    for detail, plan in product(DETAILS, plans):
        if draw_middle := _middle(plan, table, game, detail):
            canvas = Canvas(width, height)
            _draw_felt(canvas, plan)
            draw_middle(canvas)
            _draw_seats(canvas, plan, game, is_empty=is_empty)
            return canvas.text()
    return None


# Seats


def _clockwise(table: Table) -> list[Player]:
    """Return all players clockwise from the viewer, or for a spectator, from the first one."""
    players = table["players"]
    own = next((at for at, player in enumerate(players) if player["id"] == table["you"]), 0)
    return [*players[own:], *players[:own]]


def _seat(player: Player, table: Table) -> DrawnSeat:
    zones = [zone for zone in table["zones"] if zone["owner"] == player["id"]]
    is_own = player["id"] == table["you"]
    open_zones = [zone for zone in zones if "cards" in zone and not (is_own and zone["kind"] == "hand")]
    closed_zones = [
        zone for zone in zones if "cards" not in zone and zone["kind"] != "hand" and zone["count"]
    ]
    held = cards_held(player, table)
    notes = [
        *([] if held is None else [cards_text(held)]),
        *score_notes(player, table),
        *(zone_text(zone, _NO_GAME) for zone in closed_zones),
        *role_notes(player, table),
    ]
    style = "dim" if player["status"] == "left" else "bold reverse" if player["turn"] else "bold"
    sign = "> " if player["turn"] else ""
    return DrawnSeat(f"{sign}{player['name']}", notes, style, open_zones)


_NO_GAME: Game = {"faces": {}}  # type: ignore[typeddict-item]
"""A game without cards. It is enough to describe zones without visible cards."""


# Plans


def _plans(seats: Sequence[DrawnSeat], width: int, height: int, *, is_empty: bool) -> Iterator[FeltPlan]:
    """Yield the ways to place the seats, the best first.

    `is_empty`: whether the middle of the felt is empty.
    """
    bottom, *others = seats
    fronts: list[tuple[int, CardSize | None]] = [(0, None)]
    if any(seat.open_zones for seat in seats):
        drawn = [(size.lines + 2, size) for size in SIZES] if _are_single(seats) else []
        fronts = [*drawn, (2, None), (1, None)]
    for sides in _side_counts(len(others)):
        for front, size in fronts:
            lines = 3 * front + 2 if is_empty and size else MIDDLE_HEIGHT + 2 * front
            if plan := _plan(bottom, others, sides, lines, width, height):
                yield plan._replace(front=front, drawn=size)


def _are_single(seats: Sequence[DrawnSeat]) -> bool:
    """Return whether each seat has at most one open card, as in a trick.

    A seat with a display counts as a seat with several cards, because a display usually grows.
    """
    zones = [zone for seat in seats for zone in seat.open_zones]
    most = max(sum(zone["count"] for zone in seat.open_zones) for seat in seats)
    return most <= 1 and all(zone["kind"] != "display" for zone in zones)


def _side_counts(others: int) -> list[int]:
    """Return the possible numbers of seats at each side of the table, the best first."""
    best = 1 if others == 2 else others // 3
    return [*range(best, -1, -1), *range(best + 1, others // 2 + 1)]


def _plan(
    bottom: DrawnSeat, others: Sequence[DrawnSeat], sides: int, lines: int, width: int, height: int
) -> FeltPlan | None:
    """Return the plan with this number of seats at each side, or None if it does not fit.

    `lines`: the lines that are enough for the cards on the felt.
    """
    left, top, right = others[:sides], others[sides : len(others) - sides], others[len(others) - sides :]
    side_width = 0
    if sides:
        wanted = max(cell_len(f"> {seat.name.removeprefix('> ')}") for seat in (*left, *right)) + 1
        most = min(SIDE_WIDTHS[-1], (width - FELT_WIDTH) // 2)
        side_width = min(max(wanted, SIDE_WIDTHS[-1] if width > 2 * LEAST_WIDTH else SIDE_WIDTH), most)
        if side_width < SIDE_WIDTHS[0]:
            return None
    is_narrow = bool(top) and width // len(top) < WIDE_TOP
    above = 2 + (height >= (LESS_TALL if is_narrow else TALL)) if top else 0
    felt_width, felt_height = width - 2 * side_width, height - above - 1
    if felt_height < 3 * sides or (top and width // len(top) < TOP_WIDTH):
        return None
    felt_height = min(felt_height, max(lines, round(felt_width * SHAPE), 5 * sides))
    y = above + (height - above - 1 - felt_height) // 2
    felt = side_width, y, felt_width, felt_height, above
    return FeltPlan([*reversed(left)], [*top], [*right], bottom, *felt, front=0, drawn=None)


# Drawing


class Area(NamedTuple):
    """A part of the drawing."""

    x: int
    y: int
    width: int
    height: int


def _middle(plan: FeltPlan, table: Table, game: Game, detail: str) -> Callable[[Canvas], None] | None:
    """Return a function that draws the middle of the felt, or None if there is no room.

    `detail`: one of DETAILS.
    """
    area = _area_between_fronts(plan)
    if area is None or area.width < LEAST_COLUMNS:
        return None
    if table["phase"] != "playing":
        return _lines_in_the_middle(_words_in_the_middle(table), area)
    zones = _zones_in_the_middle(table)
    if not zones:
        return lambda canvas: None
    if detail == "drawn":
        pictures = [pictures_of(zone, game) for zone in zones]
        drawings = (_drawn_zones(pictures, size, area) for size in SIZES)
        return next((draw for draw in drawings if draw), None)
    lines = [
        line for zone in zones for line in _zone_lines(zone, game, area.width, only_ends=detail == "ends")
    ]
    return partial(_write_centred, lines=lines, area=area) if len(lines) <= area.height else None


def _zones_in_the_middle(table: Table) -> list[Zone]:
    """Return the zones to show in the middle. If there are many, empty ones are left out."""
    zones = middle_zones(table)
    return [zone for zone in zones if zone["count"]] if len(zones) > MANY_ZONES else zones


def _area_between_fronts(plan: FeltPlan) -> Area | None:
    """Return the part of the felt between the seats' open cards, or None if these do not fit."""
    above = plan.front if any(seat.open_zones for seat in plan.top) else 0
    below = plan.front if plan.bottom.open_zones else 0
    beside = max(len(seats) * any(seat.open_zones for seat in seats) for seats in (plan.left, plan.right))
    columns = _front_width(plan) if beside else 0
    width, height = plan.width - 4 - 2 * columns, plan.height - 2 - above - below
    if plan.front * beside > plan.height - 2 or height < 0 or width < columns:
        return None
    return Area(plan.x + 2 + columns, plan.y + 1 + above, width, height)


def _draw_felt(canvas: Canvas, plan: FeltPlan) -> None:
    """Draw the felt and its edge. The ends are round if the table is high enough."""
    x, y, width, height = plan.x, plan.y, plan.width, plan.height
    if height < ROUND_HEIGHT:
        canvas.fill(x + 1, y + 1, width - 2, height - 2, FELT)
        canvas.box(x, y, width, height, EDGE)
        return
    canvas.fill(x + 1, y + 2, width - 2, height - 4, FELT)
    canvas.fill(x + 3, y + 1, width - 6, height - 2, FELT)
    across, last = "─" * (width - 6), y + height - 1
    canvas.write(x + 2, y, (f"╭{across}╮", EDGE))
    canvas.write(x, y + 1, ("╭─╯", EDGE))
    canvas.write(x + width - 3, y + 1, ("╰─╮", EDGE))
    for row in range(y + 2, last - 1):
        canvas.write(x, row, ("│", EDGE))
        canvas.write(x + width - 1, row, ("│", EDGE))
    canvas.write(x, last - 1, ("╰─╮", EDGE))
    canvas.write(x + width - 3, last - 1, ("╭─╯", EDGE))
    canvas.write(x + 2, last, (f"╰{across}╯", EDGE))


def _words_in_the_middle(table: Table) -> list[str]:
    """Return the lines in the middle while no game runs: room and seats, or the result."""
    if table["phase"] == "over":
        return result_lines(table)
    players = len(table["players"])
    seats = table.get("seats")
    count = (
        [plural("{count} player of {seats}", "{count} players of {seats}", players, seats=seats)]
        if seats
        else []
    )
    return [say("Room {code}", code=table["code"].upper()), *count]


def _lines_in_the_middle(lines: Sequence[str], area: Area) -> Callable[[Canvas], None] | None:
    """Return a function that writes lines, the first one bold, or None if they do not fit."""
    top = wrapped(lines[0], area.width) if lines else []
    block = [part for line in lines[1:] for part in _indented(line, area.width)]
    if len(top) + len(block) > area.height:
        return None
    columns = max(map(cell_len, block), default=0)
    padded_lines = [[(padded(line, columns), "")] for line in block]
    return partial(_write_centred, lines=[*([(line, "bold")] for line in top), *padded_lines], area=area)


def _indented(line: str, width: int) -> list[str]:
    """Return a line in parts of at most `width` columns, all with its indentation."""
    indent = " " * (len(line) - len(line.lstrip()))
    return [indent + part for part in wrapped(line, width - len(indent))]


def _write_centred(canvas: Canvas, lines: Sequence[Sequence[Run]], area: Area) -> None:
    """Write lines in the middle of an area."""
    for row, line in enumerate(lines, area.y + (area.height - len(lines)) // 2):
        canvas.write(area.x + (area.width - width_of(line)) // 2, row, *line)


def _drawn_zones(
    zones: Sequence[ZonePictures], size: CardSize, area: Area
) -> Callable[[Canvas], None] | None:
    """Return a function that shows zones with boxed cards side by side; None if they do not fit."""
    for is_tight, gap in product((False, True), GAPS):
        widths = [pictures_width(zone, size, gap, is_tight=is_tight) for zone in zones]
        whole = sum(widths) + gap * (len(widths) - 1)
        rows = max(pictures_height(zone, columns, size) for zone, columns in zip(zones, widths, strict=True))
        if whole <= area.width and rows <= area.height:
            x, y = area.x + (area.width - whole) // 2, area.y + (area.height - rows) // 2
            return partial(_draw_side_by_side, x=x, y=y, zones=zones, widths=widths, size=size, gap=gap)
    return None


def _draw_side_by_side(
    canvas: Canvas,
    x: int,
    y: int,
    zones: Sequence[ZonePictures],
    widths: Sequence[int],
    size: CardSize,
    gap: int,
) -> None:
    """Show zones with boxed cards, each zone in its number of columns."""
    for zone, columns in zip(zones, widths, strict=True):
        draw_pictures(canvas, x, y, zone, size, gap, columns)
        x += columns + gap


def _zone_lines(zone: Zone, game: Game, width: int, *, only_ends: bool) -> list[list[Run]]:
    """Return a zone in words, with its cards as labels.

    `only_ends`: leave out all cards but the first and the last.
    """
    cards = zone_cards(zone)
    if not cards:
        return [[(shortened(zone_text(zone, game), width), "")]]
    count = f" {zone['count']}" if zone["count"] != len(cards) or only_ends else ""
    name = f"{zone['label']}{count}".strip()
    if not only_ends:
        return _card_lines(name, zone, game, width)
    ends = [cards[0], cards[-1]] if len(cards) > 1 else cards
    return _card_lines(name, {**zone, "kind": "row", "cards": ends, "wrong": []}, game, width, 1)


def _card_lines(name: str, zone: Zone, game: Game, width: int, most: int = 0) -> list[list[Run]]:
    """Return the cards of a zone as labels between its name and its notes.

    `width`: the columns of a line. `most`: the maximum number of lines, or 0 for any number. If not all cards
    have room, the last line says how many are left out.
    """
    labels, notes = _labels(zone, game), zone_notes(zone)
    lines: list[list[Run]] = [[(shortened(name, width), "")] if name else []]
    for at, label in enumerate(labels):
        hidden = f" +{len(labels) - at - 1}" if at < len(labels) - 1 else ""
        wanted = label.width + 1
        if lines[-1] and _room(lines, width, most, hidden + notes) < wanted and len(lines) != most:
            lines.append([])
        room = _room(lines, width, most, hidden + notes)
        if room < (wanted if lines[-1] else LEAST_LABEL):
            lines[-1].append((f" +{len(labels) - at}", ""))
            break
        blank = [(" ", "")] if lines[-1] else []
        lines[-1] += [*blank, (label.text(room - len(blank)), label.style)]
    if notes and _room(lines, width, 0, notes) < 0 and len(lines) != most:
        lines.append([(notes.strip(), "")])
    elif notes:
        lines[-1].append((notes, ""))
    return lines


def _room(lines: Sequence[Sequence[Run]], width: int, most: int, last: str) -> int:
    """Return the columns that are left in the last line.

    If this is line number `most`, it also needs room for `last`.
    """
    return width - width_of(lines[-1]) - (cell_len(last) if len(lines) == most else 0)


class CardLabel(NamedTuple):
    """A card as a coloured label. `is_false`: whether a player has lied about it."""

    name: str
    style: str
    is_false: bool

    @property
    def width(self) -> int:
        """The columns of the whole label."""
        return cell_len(self.text())

    def text(self, width: int = 0) -> str:
        """Return the label, shortened to `width` columns unless `width` is 0.

        The words “(false)” after a false card are never cut off.
        """
        name, text = self.name, self._with_blanks(self.name)
        if 0 < width < cell_len(text):
            text = self._with_blanks(shortened(name, max(1, cell_len(name) - cell_len(text) + width)))
        return text

    def _with_blanks(self, name: str) -> str:
        return f" {say('{card} (false)', card=name)} " if self.is_false else f" {name} "


def _labels(zone: Zone, game: Game) -> list[CardLabel]:
    """Return the visible cards of a zone as labels."""
    cards = zone_cards(zone)
    first_place, false_places = len(zone.get("cards", [])) - len(cards), zone.get("wrong", [])
    return [
        CardLabel(card_short(card, game), f"bold {card_style(card, game)}", place in false_places)
        for place, card in enumerate(cards, first_place)
    ]


def _front_width(plan: FeltPlan) -> int:
    """Return the columns for open cards of a seat at a side of the table."""
    return LEAST[plan.drawn.lines] + 4 if plan.drawn else max(LEAST_COLUMNS, (plan.width - 4) // 4)


def _draw_seats(canvas: Canvas, plan: FeltPlan, game: Game, *, is_empty: bool) -> None:
    """Show all seats, and their open cards on the felt.

    If the middle `is_empty`, the cards lie closer to it.
    """
    in_height = max(0, plan.height - 2 - 3 * plan.front) // 3 if is_empty and plan.drawn else 0
    in_width = max(0, plan.width - 4 - 3 * _front_width(plan)) // 4 if is_empty and plan.drawn else 0
    for seats, is_left in ((plan.left, True), (plan.right, False)):
        for at, seat in enumerate(seats):
            _draw_side_seat(canvas, plan, seat, at, len(seats), game, in_width, is_left=is_left)
    start, whole = (0, canvas.width) if plan.width < TOP_WIDTH * len(plan.top) * 1.5 else (plan.x, plan.width)
    for at, seat in enumerate(plan.top):
        x, width = start + whole * at // len(plan.top), whole // len(plan.top)
        _write_seat(canvas, seat, x, plan.y - plan.above, width, plan.above)
        columns = (plan.width - 2 * CURVE) // len(plan.top)
        middle = plan.x + CURVE + columns * at + columns // 2
        _draw_front(canvas, plan, seat, middle, plan.y + 1 + in_height, columns - (len(plan.top) > 1), game)
    below = plan.y + plan.height
    name = shortened(plan.bottom.name, canvas.width)
    notes = shortened(", ".join(plan.bottom.notes), max(0, canvas.width - cell_len(name) - 2))
    left = (canvas.width - cell_len(name) - cell_len(notes) - 2) // 2
    canvas.write(left, below, (name, plan.bottom.style), (f"  {notes}", ""))
    y = below - 1 - plan.front - in_height
    _draw_front(canvas, plan, plan.bottom, canvas.width // 2, y, plan.width - 2 * CURVE, game)


def _write_seat(canvas: Canvas, seat: DrawnSeat, x: int, y: int, width: int, height: int) -> None:
    """Write a seat in the middle of an area: the name, and the notes below it."""
    width -= 1
    name = shortened(seat.name, width)
    canvas.write(x + (width - cell_len(name)) // 2, y, (name, seat.style))
    for row, line in enumerate(_note_lines(seat, width, height - 1), y + 1):
        canvas.write(x + (width - cell_len(line)) // 2, row, (line, "dim" if seat.style == "dim" else ""))


def _note_lines(seat: DrawnSeat, width: int, most: int) -> list[str]:
    """Return the notes on a seat in at most `most` lines.

    Where possible, a note stays in one line.
    """
    lines: list[str] = []
    for note in seat.notes:
        if lines and cell_len(lines[-1]) + cell_len(note) + 2 <= width:
            lines[-1] += f", {note}"
        else:
            lines += wrapped(note, width)
    if len(lines) > most:
        lines = [*lines[: most - 1], shortened(", ".join(lines[most - 1 :]), width)] if most else []
    return lines


def _draw_side_seat(
    canvas: Canvas,
    plan: FeltPlan,
    seat: DrawnSeat,
    at: int,
    count: int,
    game: Game,
    inset: int,
    *,
    is_left: bool,
) -> None:
    """Show a seat beside the table, and its open cards inside the edge."""
    width, most = plan.x - 1, max(1, min(4, plan.height // count - 1) - 1)
    name = shortened(seat.name, width)
    lines: list[Run] = [(name, seat.style)]
    lines += [(line, "dim" if seat.style == "dim" else "") for line in _note_lines(seat, width, most)]
    middle = plan.y + (2 * at + 1) * plan.height // (2 * count)
    top = max(plan.y, middle - len(lines) // 2)
    for row, (text, style) in enumerate(lines, top):
        x = plan.x - 1 - cell_len(text) if is_left else plan.x + plan.width + 1
        canvas.write(x, row, (text, style))
    columns = _front_width(plan)
    from_edge = 2 + inset + columns // 2
    x = plan.x + from_edge if is_left else plan.x + plan.width - from_edge
    lines_beside = max(plan.front, min(SIDE_LINES, (plan.height - 2) // count))
    _draw_front(canvas, plan, seat, x, middle - plan.front // 2, columns, game, lines_beside)


def _draw_front(
    canvas: Canvas, plan: FeltPlan, seat: DrawnSeat, x: int, y: int, width: int, game: Game, most: int = 0
) -> None:
    """Show the open cards of a seat on the felt, around the column `x`, in at most `most` lines."""
    most = most or plan.front
    zones = [zone for zone in seat.open_zones if zone["count"]]
    if not zones or not plan.front:
        return
    if plan.drawn:
        picture = pictures_of(zones[0], game).cards[0]
        columns = inner_width(picture, plan.drawn) + 2
        draw_card(canvas, _within(plan, x - columns // 2, columns), y, picture, plan.drawn)
        return
    lines = [
        line
        for zone in zones
        for line in _card_lines(zone["label"] if len(zones) > 1 else "", zone, game, width, most)
    ]
    above = max(0, min(most, len(lines)) - plan.front) // 2
    for row, line in enumerate(lines[:most], y - above):
        columns = width_of(line)
        canvas.write(_within(plan, x - columns // 2, columns), row, *line)


def _within(plan: FeltPlan, x: int, columns: int) -> int:
    """Return `x`, moved so that the `columns` that begin there lie inside the edge of the felt."""
    return max(plan.x + 2, min(x, plan.x + plan.width - 2 - columns))
