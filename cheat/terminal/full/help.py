"""The pages of the help: keys, your moves, rules, options, and effects of cards. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from cheat.client.types import Form, Game, Table
from cheat.terminal.full.canvas import padded, wrapped
from cheat.terminal.full.cells import CHOSEN_SIGN, Cell
from cheat.terminal.messages import plural, say
from cheat.terminal.table_text import card_help, value_text

TWO_COLUMNS = 64
"""Minimum width of a page that shows groups side by side, in columns of the terminal."""
GAP = 3
"""Blank columns of the terminal between groups that are side by side."""
READABLE = 76
"""Maximum number of columns of running text. Longer lines are hard to read."""
KEYS_WIDTH = 11
"""Maximum number of columns for the names of keys."""

HelpRow = tuple[str, str]
"""A key, or a name, and its description."""


class HelpGroup(NamedTuple):
    """Rows that belong together, with a title."""

    title: str
    rows: list[HelpRow]


class HelpPage(NamedTuple):
    """A page to read. `text`: a function that returns the content, given a number of columns."""

    title: str
    text: Callable[[int], Text]


def page_of_lines(title: str, lines: Sequence[str]) -> HelpPage:
    """Return a page with these lines, which the screen breaks where they are too long."""
    return HelpPage(title, lambda width: Text("\n".join(lines)))


def help_pages(table: Table, game: Game, moves: Sequence[tuple[Cell, Form]]) -> list[HelpPage]:
    """Return the pages of the help. `moves`: the present moves, each with its cell."""
    pages = [
        HelpPage(say("Keys"), lambda width: columns_text(key_groups(), width)),
        HelpPage(say("Your moves"), lambda width: rows_text(move_groups(moves), width)),
        HelpPage(say("Rules"), lambda width: rules_text(game, width)),
        HelpPage(say("Options"), lambda width: rows_text(option_groups(table, game), width)),
    ]
    if groups := card_groups(table, game):
        pages.append(HelpPage(say("Cards"), lambda width: rows_text(groups, width)))
    return pages


RULES_PAGE = 2
"""The index of the page with the rules."""


def key_groups() -> list[HelpGroup]:
    """Return the keys at a table."""
    return [
        HelpGroup(
            say("Play"),
            [
                ("1 … 9", say("make a move, or answer")),
                ("0", say("leave, after a question")),
                ("a … Z", say("choose a card, or put it back")),
                ("Enter", say("confirm the chosen cards")),
                ("Esc", say("cancel a question")),
            ],
        ),
        HelpGroup(
            say("Move around"),
            [
                ("← ↑ ↓ →", say("go to the next move or card")),
                (say("Tab"), say("switch between cards and moves")),
                (say("Space"), say("choose it, as a click does")),
                (say("PgUp PgDn"), say("scroll the seats")),
            ],
        ),
        HelpGroup(
            say("Signs"),
            [
                (">", say("the player on turn")),
                (CHOSEN_SIGN, say("a chosen card")),
                ("(!)", say("a move that may cost you")),
            ],
        ),
        HelpGroup(
            say("Read"),
            [
                ("F1 ?", say("this help")),
                ("F2", say("all that has happened")),
                ("F3", say("the whole table in words")),
                ("F9", say("the rules")),
            ],
        ),
        HelpGroup(
            say("Room"),
            [
                ("F5", say("take a seat, if you are watching")),
                ("F7", say("change the room while a game runs")),
                ("F8", say("say something")),
                ("F10", say("first screen; your seat is kept")),
                ("^C", say("quit; your seat is kept")),
            ],
        ),
        HelpGroup(
            say("After a game"),
            [("F4", say("watch it again, step by step")), ("F6", say("save it to a file"))],
        ),
    ]


def move_groups(moves: Sequence[tuple[Cell, Form]]) -> list[HelpGroup]:
    """Return the present moves with their keys and descriptions."""
    rows: dict[bool, list[HelpRow]] = {False: [], True: []}
    for cell, form in moves:
        description = f"{cell.text}. {form['help']}" if form.get("help") else cell.text
        rows[form.get("scope") == "room"].append((cell.key, description))
    game = rows[False] or [("", say("You can't do anything in the game right now."))]
    return [
        HelpGroup(say("In the game"), game),
        *([HelpGroup(say("In the room"), rows[True])] if rows[True] else []),
    ]


def option_groups(table: Table, game: Game) -> list[HelpGroup]:
    """Return all options: first those that differ from their defaults, then the rest."""
    changed: list[HelpRow] = []
    standard: list[HelpRow] = []
    for spec in game["options"]:
        value = table["options"].get(spec["name"], spec["default"])
        row = (value_text(spec, value), spec["label"])
        (standard if value == spec["default"] else changed).append(row)
    groups = [HelpGroup(say("Changed"), changed), HelpGroup(say("Standard"), standard)]
    return [group for group in groups if group.rows]


def card_groups(table: Table, game: Game) -> list[HelpGroup]:
    """Return the effects of cards: first of the cards that you see, then of the rest."""
    visible = dict.fromkeys(card for zone in table["zones"] for card in zone.get("cards", []))
    others = [card for card in game["faces"] if card not in visible]
    groups = []
    for title, cards in ((say("Cards that you see"), [*visible]), (say("Other cards"), others)):
        texts = dict.fromkeys(text for card in cards if (text := card_help(card, game)))
        if rows := [("", text) for text in texts]:
            groups.append(HelpGroup(title, rows))
    return groups


# Layout


def rules_text(game: Game, width: int) -> Text:
    """Return the rules of a game, with short lines and blank lines between paragraphs."""
    players = (
        plural("{count} player", "{count} players", game["min_players"])
        if game["min_players"] == game["max_players"]
        else say("{least} to {most} players", least=game["min_players"], most=game["max_players"])
    )
    time = say("{minutes} minutes", minutes=game["minutes"])
    text = Text()
    for line in wrapped(game["summary"], min(width, READABLE)):
        text.append(f"{line}\n", "italic")
    text.append(f"{players} · {time}\n", "dim")
    for paragraph in game["rules"].split("\n"):
        text.append("\n".join(["", *wrapped(paragraph, min(width, READABLE))]) if paragraph.strip() else "\n")
    return text


def rows_text(groups: Sequence[HelpGroup], width: int) -> Text:
    """Return groups one below the other."""
    return Text("\n").join(line for group in groups for line in [*_group_lines(group, width), Text()])


def columns_text(groups: Sequence[HelpGroup], width: int) -> Text:
    """Return groups in two columns of about the same height, or in one if `width` is small."""
    if width < TWO_COLUMNS:
        return rows_text(groups, width)
    column = (width - GAP) // 2
    blocks = [[*_group_lines(group, column), Text()] for group in groups]
    split = min(range(1, len(blocks)), key=lambda at: max(_height(blocks[:at]), _height(blocks[at:])))
    left = [line for block in blocks[:split] for line in block]
    right = [line for block in blocks[split:] for line in block]
    lines = []
    for at in range(max(len(left), len(right))):
        beginning = left[at] if at < len(left) else Text()
        beginning.append(" " * (column + GAP - beginning.cell_len))
        lines.append(beginning + (right[at] if at < len(right) else Text()))
    return Text("\n", no_wrap=True).join(lines)


def _height(blocks: Sequence[Sequence[Text]]) -> int:
    return sum(map(len, blocks))


def _group_lines(group: HelpGroup, width: int) -> list[Text]:
    """Return a title and its rows: keys in a column of their own, and words beside them."""
    keys = min(KEYS_WIDTH, max((cell_len(key) for key, _ in group.rows), default=0))
    indent = keys + 2 if keys else 0
    lines = [Text.assemble((group.title, "bold underline"))]
    for key, words in group.rows:
        beginning, *others = wrapped(words, max(1, min(width, READABLE + indent) - indent)) or [""]
        if cell_len(key) > keys:
            lines.append(Text.assemble((key, "bold")))
            others = [beginning, *others]
        else:
            lines.append(Text.assemble((padded(key, indent), "bold"), beginning))
        lines += [Text(" " * indent + line) for line in others]
    return lines
