"""Pictures of cards: the colours of faces, and cards as boxes with edges. Pure.

Everything that a colour shows is also said in words on the card.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from cheat.client.types import Game, Zone
from cheat.terminal.full.canvas import Canvas, centred, shortened, wrapped
from cheat.terminal.messages import say
from cheat.terminal.table_text import RANKS, SUITS, card_short, zone_cards, zone_notes

INK, RED_INK = "#1d1d1d on #f2eee2", "#b5121b on #f2eee2"
RED_SUITS = ("hearts", "diamonds")
FACES = {
    "red": "#ffffff on #b3282d", "yellow": "#1d1d1d on #e6b91e", "green": "#ffffff on #26793a",
    "blue": "#ffffff on #2459b8", "purple": "#ffffff on #75399b", "orange": "#1d1d1d on #e08a1e",
    "pink": "#1d1d1d on #f08cb8", "teal": "#ffffff on #12757f", "brown": "#ffffff on #74461f",
    "black": "#ffffff on #2c2c33",
}  # fmt: skip
"""Colour of a face -> the style of the whole card. Faces with other colours look like paper."""
BACK = "#b9cdf0 on #24427c"
"""The style of a card that lies face down."""
EMPTY = "dim"


def card_style(card: str, game: Game) -> str:
    """Return the style of a card's face."""
    face = game["faces"].get(card)
    if face is None:
        return INK
    if face.get("suit") in SUITS:
        return RED_INK if face["suit"] in RED_SUITS else INK
    return FACES.get(face.get("colour", ""), INK)


class CardPicture(NamedTuple):
    """A card to show as a box.

    - `words`: the words on the card; "" for a card face down, and for a place without a card
    - `lying`: the number of cards that lie in this place
    - `corners`: the rank and the suit, if the card has both
    """

    words: str
    style: str
    lying: int
    corners: tuple[str, str] | None = None


class ZonePictures(NamedTuple):
    """The cards of a zone, side by side, with the zone's name below them."""

    cards: list[CardPicture]
    label: str


class CardSize(NamedTuple):
    """A size of boxed cards: the maximum columns inside the edges, and the lines inside them."""

    width: int
    lines: int


SIZES = (CardSize(11, 5), CardSize(11, 3), CardSize(9, 2), CardSize(9, 1))
"""The sizes of boxed cards, largest first."""
LABEL_LINES = 2
"""Maximum number of lines of a name below a card."""
LEAST = {5: 9, 3: 5, 2: 5, 1: 3}
"""Lines inside the edges of a card -> the fewest columns inside them."""
GAPS = (2, 1)
"""Columns between two cards, and between two zones: two, or one if two do not fit."""


def pictures_of(zone: Zone, game: Game) -> ZonePictures:
    """Return the cards of a zone as they are shown, with the notes on the zone after its name."""
    shown, label = zone_cards(zone), f"{zone['label']}{zone_notes(zone)}".strip()
    if not shown:
        return ZonePictures([CardPicture("", BACK if zone["count"] else EMPTY, zone["count"])], label)
    first_place, is_pile = len(zone.get("cards", [])) - len(shown), zone["kind"] == "pile"
    cards = []
    for place, card in enumerate(shown, first_place):
        is_false, words = place in zone.get("wrong", []), card_short(card, game)
        cards.append(
            CardPicture(
                say("{card} (false)", card=words) if is_false else words,
                card_style(card, game),
                zone["count"] if is_pile else 1,
                None if is_false else _corners(card, game),
            )
        )
    return ZonePictures(cards, label)


def _corners(card: str, game: Game) -> tuple[str, str] | None:
    """Return the rank and the suit's sign of a card, if it has both."""
    face = game["faces"].get(card)
    if face is None or face.get("suit") not in SUITS or not face.get("rank"):
        return None
    return RANKS.get(face["rank"], face["rank"]), SUITS[face["suit"]]


def inner_width(picture: CardPicture, size: CardSize) -> int:
    """Return the number of columns that a card needs inside its edges."""
    least = LEAST[size.lines]
    if picture.corners and size.lines > 1:
        return least
    if not picture.words:
        return least + 2
    words = [picture.words] if size.lines == 1 else picture.words.split()
    return max(least, min(size.width, max(map(cell_len, words))))


def pictures_width(pictures: ZonePictures, size: CardSize, gap: int, *, is_tight: bool) -> int:
    """Return the number of columns that the cards and the name of a zone take.

    `is_tight`: whether the name may have a second line, so that only its longest word has to fit.
    """
    label = pictures.label
    name = max(map(cell_len, label.split()), default=0) if is_tight else cell_len(label)
    return max(_cards_width(pictures, size, gap), min(name, size.width + 3))


def _cards_width(pictures: ZonePictures, size: CardSize, gap: int) -> int:
    return sum(inner_width(card, size) + 2 + gap for card in pictures.cards) - gap


def pictures_height(pictures: ZonePictures, width: int, size: CardSize) -> int:
    """Return the number of lines that the cards and the name of a zone take in this width."""
    return size.lines + 2 + min(LABEL_LINES, len(wrapped(pictures.label, width)))


def draw_pictures(
    canvas: Canvas, x: int, y: int, pictures: ZonePictures, size: CardSize, gap: int, width: int
) -> None:
    """Show the boxed cards of a zone in the middle of `width` columns, with its name below them."""
    left = x + (width - _cards_width(pictures, size, gap)) // 2
    for card in pictures.cards:
        draw_card(canvas, left, y, card, size)
        left += inner_width(card, size) + 2 + gap
    names = wrapped(pictures.label, width)
    if len(names) > LABEL_LINES:
        names = [*names[: LABEL_LINES - 1], shortened(" ".join(names[LABEL_LINES - 1 :]), width)]
    for row, name in enumerate(names, y + size.lines + 2):
        canvas.write(x, row, (centred(name, width), ""))


def draw_card(canvas: Canvas, x: int, y: int, picture: CardPicture, size: CardSize) -> None:
    """Show a card as a box. If several cards lie in this place, the lower edge has their number."""
    inside, style = inner_width(picture, size), picture.style
    width = inside + 2
    if picture.lying:
        canvas.fill(x, y, width, size.lines + 2, style)
    canvas.box(x, y, width, size.lines + 2, style, is_dashed=not picture.lying)
    for row, words in enumerate(_inner_lines(picture, inside, size.lines), y + 1):
        canvas.write(x + 1, row, (words, "bold" if picture.words else ""))
    count = f" {picture.lying} "
    if picture.lying > 1 and len(count) <= inside:
        canvas.write(x + width - 1 - len(count), y + size.lines + 1, (count, "bold"))


def _inner_lines(picture: CardPicture, width: int, lines: int) -> list[str]:
    """Return the lines inside the edges of a card, each in exactly `width` columns."""
    if not picture.words:
        return [("░" if picture.lying else " ") * width] * lines
    if picture.corners and lines == 2:
        name = "".join(picture.corners)
        return [name.ljust(width), name.rjust(width)]
    if picture.corners and lines > 2:
        rank, suit = picture.corners
        blank = [" " * width] * ((lines - 3) // 2)
        return [rank.ljust(width), *blank, centred(suit, width), *blank, rank.rjust(width)]
    words = wrapped(picture.words, width)
    if len(words) > lines:
        words = [*words[: lines - 1], shortened(" ".join(words[lines - 1 :]), width)]
    above = (lines - len(words)) // 2
    return [centred(word, width) for word in [*[""] * above, *words, *[""] * lines][:lines]]


def banner(title: str) -> Text:
    """Return four aces with a title beside them."""
    aces = [CardPicture(f"A{sign}", RED_INK if suit in RED_SUITS else INK, 1) for suit, sign in SUITS.items()]
    width = inner_width(aces[0], SIZES[-1]) + 2
    canvas = Canvas(len(aces) * width + 2 + cell_len(title), SIZES[-1].lines + 2)
    for at, ace in enumerate(aces):
        draw_card(canvas, at * width, 0, ace, SIZES[-1])
    canvas.write(len(aces) * width + 2, 1, (title, "bold"))
    return canvas.text()
