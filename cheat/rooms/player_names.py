"""Names of players: valid names, and names that look the same.

A valid name is readable, and looks different from the other names in the room. It may contain letters of any
script (also with accents and other marks), digits, signs and emoji, but no invisible characters. The Unicode
standard UTS #39 defines the skeleton of a name. In a skeleton, one letter replaces all letters that look like
it. This module also ignores case: once after this replacement, and once before it. So each name has two
skeletons. Two names look the same if their first or their second skeletons are equal (see `skeletons`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import regex

from cheat.errors import BadValue, Refused
from cheat.i18n.graphemes import CHARACTER_MAX, bound, clusters, is_stacked
from cheat.i18n.messages import text
from cheat.rooms.lookalikes import LOOKS

NAME_MAX = 16
"""Maximum number of characters in a name, as people count them."""
NAME_BOUND = bound(NAME_MAX)
"""Maximum number of code points in a name. This check is cheap, so it comes first."""

_IGNORED = r"\p{Default_Ignorable_Code_Point}"
_BLANK = r"\u2800\uFFFC\uFFFD\U0001D159\U00013441\U00013442"
"""Letters and signs that look blank, or that stand for a missing character."""
_LETTER = rf"[[\p{{L}}\p{{N}}]--[{_IGNORED}{_BLANK}]]"
_MARK = rf"[[\p{{Mn}}\p{{Mc}}]--{_IGNORED}]"
_SIGN = rf"[[\p{{P}}\p{{S}}]--[{_IGNORED}{_BLANK}\p{{Emoji_Modifier}}]]"
_JOINER = (
    r"(?<=\p{Canonical_Combining_Class=Virama})[\u200C\u200D]"
    r"|(?<=[\p{Joining_Type=L}\p{Joining_Type=D}]\p{Joining_Type=T}*)"
    r"\u200C(?=\p{Joining_Type=T}*[\p{Joining_Type=R}\p{Joining_Type=D}])"
)
"""A pattern for invisible characters at places where they change the letters beside them.

The rules are those of RFC 5892, A.1 and A.2.
"""
_PICTURE = r"[\p{Extended_Pictographic}--\p{Cn}][\p{Emoji_Modifier}\uFE0E\uFE0F]?"
_EMOJI = (
    r"\p{Regional_Indicator}{2}"
    r"|[0-9#*]\uFE0F?\u20E3"
    r"|\U0001F3F4\U000E0067\U000E0062(?:\U000E0065\U000E006E\U000E0067|\U000E0073\U000E0063\U000E0074"
    r"|\U000E0077\U000E006C\U000E0073)\U000E007F"
    rf"|{_PICTURE}(?:\u200D{_PICTURE}){{0,3}}"
)
"""Emoji: flags, keycaps, the flags of England, Scotland and Wales, and pictures.

An emoji may consist of up to four pictures, as in the Unicode standard UTS #51.
"""

_VISIBLE = regex.compile(rf"(?V1)(?:{_EMOJI}|{_LETTER}(?:{_MARK}|{_JOINER})*|{_SIGN}|[ ])+")
_ID = regex.compile(r"p[0-9]+")
_INVISIBLE = regex.compile(rf"(?V1)[{_IGNORED}--[\U000E0020-\U000E007F]]")


def clean_name(name: str, taken_names: Iterable[str] = ()) -> str:
    """Return the name without outer blanks, normalized (NFC).

    Raises BadValue (`name_too_short`, `name_too_long`, `bad_field`), or Refused (`name_taken`) if the name
    looks like one of `taken_names`. It takes less than a millisecond for any text.
    """
    if len(name) > NAME_BOUND:
        raise _too_long()
    clean = unicodedata.normalize("NFC", " ".join(name.split()))
    _check(clean)
    for taken_name in taken_names:
        if clean.casefold() == taken_name.casefold():
            raise Refused("That name is taken. Choose another.", "name_taken")
        if look_alike(clean, taken_name):
            raise Refused("That name looks like another player's. Choose another.", "name_taken")
    return clean


def look_alike(first: str, second: str) -> bool:
    """Return whether two names look the same, or differ only in case."""
    return any(
        first_skeleton == second_skeleton
        for first_skeleton, second_skeleton in zip(skeletons(first), skeletons(second), strict=True)
    )


@lru_cache(maxsize=1024)
def skeletons(name: str) -> tuple[str, str]:
    """Return two skeletons of a name.

    Two names look alike if their first skeletons are equal, or if their second skeletons are equal.

    The first skeleton replaces similar letters, and then ignores case: Greek ΑΝΝΑ looks like Anna. The second
    skeleton ignores case, and then replaces similar letters: ali looks like ALI. (In the first skeleton, the
    capital I of ALI becomes an l.)
    """
    return _skeleton(name).casefold(), _skeleton(name.casefold())


def event_arg(name: str) -> str:
    """Return the name as an argument of an event.

    If the name looks like a player's id, the result is the name in quotes. Without quotes, the client would
    show the name of the player with this id.
    """
    return f"“{name}”" if _ID.fullmatch(name) else name


def _check(clean: str) -> None:
    characters = clusters(clean)
    if not clean:
        raise BadValue("Enter a name.", "name_too_short")
    if len(characters) > NAME_MAX:
        raise _too_long()
    if not _VISIBLE.fullmatch(clean):
        raise BadValue("That name has characters that can't be shown. Choose another.")
    if max(map(len, characters)) > CHARACTER_MAX or is_stacked(clean):
        raise BadValue("That name has too many marks on one letter. Choose another.")


def _too_long() -> BadValue:
    return BadValue(
        text("That name is too long. Use at most {max} characters.", max=NAME_MAX), "name_too_long"
    )


def visible(text: str) -> str:
    """Return a text without line breaks and invisible characters."""
    return "".join(_VISIBLE.findall(text))


def is_readable(title: str) -> bool:
    """Return whether a title is one line of visible characters, without piles of marks."""
    return (
        _VISIBLE.fullmatch(title) is not None
        and not is_stacked(title)
        and max(map(len, clusters(title))) <= CHARACTER_MAX
    )


def _skeleton(name: str) -> str:
    """Return the skeleton (UTS #39, section 4) of a name.

    The function first replaces wide letters and ligatures by plain letters (Unicode's compatibility form).
    """
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKD", name))
    return unicodedata.normalize("NFKD", plain.translate(LOOKS))
