"""Zones and events, and their views: the parts that one viewer may see.

The function `sees`, below, decides whether a viewer sees a face. A viewer gets zones and events only from
`Zone.view` and `Event.view`, and both call `sees`. So a game cannot forget to hide a card from a viewer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from cheat.i18n.addressed import YOU, addressed_to, variants, you_and_others
from cheat.i18n.messages import (
    ENGLISH,
    NO_NAMES,
    Arg,
    Language,
    Names,
    Say,
    Text,
    Words,
    items_of,
    with_commas,
)
from cheat.i18n.second_person import second_person
from cheat.i18n.several import about_several, including_reader, slot_of

Viewers = Literal["all", "nobody"] | list[str]
"""The viewers that see certain faces: all viewers, no viewer, or the players with these ids."""

Tone = Literal["info", "good", "bad", "quiet"]
Scalar = int | str | bool


def sees(viewers: Viewers, viewer: str | None) -> bool:
    """Return whether `viewer` is one of `viewers`.

    `viewer` is a player's id, or None for a spectator.
    """
    if isinstance(viewers, str):
        return viewers == "all"
    return viewer in viewers


class Zone(msgspec.Struct, kw_only=True, gc=False, rename={"viewers": "seen"}):
    """Ordered cards in one place. The last card is on top.

    - `colour`: the colour of the zone's top card, if the card itself does not show its colour
    - `note`: a few words about the zone, such as the sum of its cards
    - `shows`: if "top", viewers of the faces see only the top card
    - `wrong`: the indexes of cards about which a player has lied
    """

    id: str
    kind: Literal["hand", "pile", "row", "display", "columns"]
    viewers: Viewers
    owner: str | None = None
    label: Words = ""
    colour: str = ""
    note: Words | UnsetType = UNSET
    shows: Literal["top"] | UnsetType = UNSET
    wrong: list[int] | UnsetType = UNSET
    cards: list[str] = []

    def view(self, viewer: str | None, say: Say = ENGLISH.say) -> ZoneView:
        """Return the zone as `viewer` may see it. Of hidden cards, a viewer sees only the number."""
        is_open = sees(self.viewers, viewer)
        return ZoneView(
            id=self.id,
            kind=self.kind,
            owner=self.owner,
            label=say(self.label),
            colour=self.colour or UNSET,
            note=UNSET if self.note is UNSET else say(self.note),
            count=len(self.cards),
            cards=self._visible_cards() if is_open else UNSET,
            wrong=self.wrong if is_open else UNSET,
        )

    def _visible_cards(self) -> list[str]:
        return self.cards[-1:] if self.shows == "top" else list(self.cards)


class ZoneView(msgspec.Struct, kw_only=True, gc=False):
    """A zone in an answer. `cards` and `wrong` are there only if the viewer may see the faces.

    `groups`: the cards that belong together, such as melds in the viewer's hand, as indexes of `cards`
    """

    id: str
    kind: str
    owner: str | None
    label: str
    colour: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    count: int
    cards: list[str] | UnsetType = UNSET
    wrong: list[int] | UnsetType = UNSET
    groups: list[list[int]] | UnsetType = UNSET


class Moved(msgspec.Struct, kw_only=True, gc=False, rename={"viewers": "seen"}):
    """Cards that moved from one zone to another, and the viewers that may see their faces."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    faces: list[str]
    viewers: Viewers

    def view(self, viewer: str | None) -> MovedView:
        """Return the movement as `viewer` may see it."""
        return MovedView(
            source=self.source,
            target=self.target,
            count=len(self.faces),
            faces=list(self.faces) if sees(self.viewers, viewer) else UNSET,
        )


class MovedView(msgspec.Struct, kw_only=True, gc=False):
    """Moved cards in an answer. `faces` is there only for viewers that may see them."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    count: int
    faces: list[str] | UnsetType = UNSET


class Event(msgspec.Struct, omit_defaults=True, gc=False, rename={"viewers": "seen"}):
    """An event of the game, for log, animation and sound.

    - `text`: a template such as `{by} placed {count} × {rank}.` The value of the slot `{by}` is `by`. The
      values of `{count}` and `{rank}` are the arguments with these names. If a value is the id of a player,
      readers see the player's name.
    - `many`: the template that replaces `text` if the argument `count` is not 1
    - `kind`: a code for events that matter to all players, such as a won round. All games use the same codes.
    - `viewers`: the viewers that may know of the event. Other viewers get an empty event.
    """

    type: str
    text: str = ""
    many: str = ""
    by: str | None = None
    args: dict[str, Arg] = {}
    tone: Tone = "info"
    kind: str = ""
    cards: list[Moved] = []
    viewers: Viewers = "all"

    def view(
        self,
        viewer: str | None,
        version: int,
        at: int,
        language: Language = ENGLISH,
        names: Names = NO_NAMES,
    ) -> EventView:
        """Return the event as `viewer` may see it. `version`: the room's version with the event.

        If an argument is a sentence, names of players are inserted into it here. The client inserts all other
        names. If an argument has several players, each of them is also an argument, by the id. So the slot
        `{p1}` of `addressed` is for one of several players.
        """
        if not sees(self.viewers, viewer):
            return EventView(v=version, at=at, type="hidden", tone="quiet")
        shown = {name: _shown_arg(value, language, names) for name, value in self.args.items()}
        template = language.template(self.text, self.many, self.args) if self.text else ""
        groups = _groups(self.args, names)
        for slot in groups:
            template = about_several(template, slot, language.tag)
        addressed = self._addressed(template, shown, language, names)
        if groups:
            single = {slot: words for slot, words in addressed.items() if slot not in groups}
            addressed = _addressed_together(template, groups, language) | single
            shown |= {player: player for players in groups.values() for player in players}
        return EventView(
            v=version,
            at=at,
            type=self.type,
            by=self.by,
            text=template,
            args=shown,
            tone=self.tone,
            kind=self.kind or UNSET,
            addressed=addressed or UNSET,
            cards=[moved.view(viewer) for moved in self.cards],
        )

    def _addressed(
        self, template: str, shown: Mapping[str, Scalar], language: Language, names: Names
    ) -> dict[str, str]:
        """Return the templates that replace `template` for single players, such as “You lied!”.

        The keys are slots. Each template is for the player whose id is the value of its slot. A game in
        Python has such templates of its own. For a document, the templates are made from the sentence that
        all other players read.
        """
        own = variants(self.many if self.many and self.args.get("count") != 1 else self.text)
        if own:
            return {slot: language.template(words, "", self.args) for slot, words in own.items()}
        made = second_person(template, language.tag)
        return {slot: words for slot, words in made.items() if slot == "by" or shown.get(slot) in names}


class EventView(msgspec.Struct, kw_only=True, gc=False):
    """An event in an answer.

    `addressed`: slot of `text` -> a template such as “You lied!”. The client shows it, instead of `text`, to
    the player whose id is the value of the slot.
    """

    v: int
    at: int
    type: str
    by: str | None = None
    text: str = ""
    args: dict[str, Scalar] = {}
    tone: Tone = "info"
    kind: str | UnsetType = UNSET
    addressed: dict[str, str] | UnsetType = UNSET
    cards: list[MovedView] = []


class MarkView(msgspec.Struct, gc=False):
    """A badge in an answer."""

    label: str
    tone: Tone = "info"
    kind: str = ""
    value: Scalar | UnsetType = UNSET
    of: int | UnsetType = UNSET


class Badge(msgspec.Struct, gc=False):
    """A badge: a mark at a seat with a small public fact about its player, such as UNO!

    `kind` is a code that is the same in every language. `value` is the content of the badge, if the content
    is a number or a code. `of` is the number that the value should reach.
    """

    label: Words
    tone: Tone = "info"
    kind: str = ""
    value: Scalar | UnsetType = UNSET
    of: int | UnsetType = UNSET

    def addressed_to(self, reader: str) -> Badge:
        """Return the badge with “you” in the place of the reader's name."""
        label = addressed_to(self.label, reader)
        return self if label is self.label else Badge(label, self.tone, self.kind, self.value, self.of)

    def view(self, say: Say) -> MarkView:
        """Return the badge in the language of a reader."""
        return MarkView(say(self.label), self.tone, self.kind, self.value, self.of)


class FactView(msgspec.Struct, gc=False):
    """A fact in an answer."""

    label: str
    text: str
    kind: str = ""
    value: Scalar | UnsetType = UNSET


class Fact(msgspec.Struct, gc=False):
    """A fact about the game that a viewer may know.

    `kind` is a code that is the same in every language. `value` is the content of the fact, if the content is
    a number or a code.
    """

    label: str
    text: Words
    kind: str = ""
    value: Scalar | UnsetType = UNSET

    def addressed_to(self, reader: str | None) -> Fact:
        """Return the fact with “you” in the place of the reader's name."""
        if reader is None or (self.text != reader and not isinstance(self.text, Text)):
            return self
        words = YOU if self.text == reader else addressed_to(self.text, reader)
        return self if words is self.text else Fact(self.label, words, self.kind, self.value)

    def view(self, say: Say) -> FactView:
        """Return the fact in the language of a reader."""
        return FactView(say(self.label), say(self.text), self.kind, self.value)


class RememberedValue(NamedTuple):
    """A value that the rules of a document remember: its name, and the value in words.

    `players`: the players to which the value belongs; empty if the value belongs to the game.
    """

    name: str
    text: Words
    players: list[str]


def _groups(args: Mapping[str, Arg], names: Names) -> dict[str, list[str]]:
    """Return the arguments that are several players: slot -> players."""
    groups = {}
    for slot, value in args.items():
        if isinstance(value, (int, str)) or len(items := items_of(value)) < 2:
            continue
        players = [item for item in items if isinstance(item, str) and item in names]
        if len(players) == len(items):
            groups[slot] = players
    return groups


def _addressed_together(template: str, groups: Mapping[str, list[str]], language: Language) -> dict[str, str]:
    """Return the templates for each of several players: `{"p1": "You and {p2} win."}`.

    The keys are slots, too: each player is an argument of the event.
    """
    slots = {player: slot_of(player) for players in groups.values() for player in players}
    addressed = {}
    for reader in slots:
        words = template
        for slot, players in groups.items():
            if (mine := you_and_others(list[str | Text](players), reader)) is not None:
                others = with_commas([player for player in players if player != reader])
                us = language.say(mine, slots)
                words = including_reader(words, slot, language.tag, us, language.say(others, slots))
        addressed[reader] = words
    return addressed


def _shown_arg(value: Arg, language: Language, names: Names) -> Scalar:
    """Return a value as clients get it. A list with one player becomes this player."""
    if isinstance(value, (int, str)):
        return value
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) and value[0] in names:
        return value[0]
    return language.slot_text(value, names)
