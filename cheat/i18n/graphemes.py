"""Count the characters of texts as people count them: as grapheme clusters (UAX #29).

A grapheme cluster may be an emoji of several code points, or a letter with its accents.
"""

from __future__ import annotations

import unicodedata

import regex

CHARACTER_MAX = 12
"""Maximum number of code points in one character.

The longest emoji, a family with skin tones, has eleven code points, and so do the longest conjuncts of Indic
scripts. No language needs longer clusters.
"""
_CLUSTER = regex.compile(r"\X")
_FLAG = regex.compile(r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{1,6}\U000E007F")
"""The flag of a part of a country, such as Scotland.

Such flags are spelled with tag characters.
"""
_HARMFUL = regex.compile(
    r"(?V1)[[\p{Cc}--[\n\r\t]]\p{Cs}\p{Noncharacter_Code_Point}"
    r"\u202A-\u202E\u2066-\u2069\U000E0000-\U000E007F]"
)
"""Harmful characters: control characters, marks that reverse text, and tag characters.

Tag characters are harmful, because they are invisible but can spell a text.
"""
_STACKED = regex.compile(
    r"(?V1)[\p{M}&&\p{Script=Inherited}--[\u0345\u0653-\u0655]]{3}|\p{Mn}{5}|\p{M}{7}|(\p{Mn})\1"
)
"""Matches if one letter has more marks than any language puts on a letter (UTS #39, 5.4).

In decomposed text (NFD), it matches each of these sequences:

- three marks that several scripts use (except Greek's iota below, and Arabic's hamza and madda)
- five marks without a width
- seven marks of any kind
- the same mark twice
"""


def bound(characters: int) -> int:
    """Return the maximum number of code points of a text with this number of characters.

    The text may have some blanks around it.
    """
    return (characters + 4) * CHARACTER_MAX


def clusters(text: str) -> list[str]:
    """Return the characters of a text. The caller must have limited the length of the text."""
    return _CLUSTER.findall(text)


def is_stacked(clean: str) -> bool:
    """Return whether a letter of a text has more marks than any language puts on a letter."""
    return _STACKED.search(unicodedata.normalize("NFD", clean)) is not None


def is_harmless(text: str) -> bool:
    """Return whether a text has no control characters, hidden tags or stacked marks."""
    if text.isascii() and text.isprintable():
        return True
    return not (_HARMFUL.search(_FLAG.sub("", text)) or is_stacked(text))
