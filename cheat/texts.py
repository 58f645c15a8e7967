"""Texts as people count them: a character is a grapheme cluster (UAX #29), such as an emoji of several
code points or a letter with its accents.
"""

from __future__ import annotations

import regex

CHARACTER_MAX = 12
"""Code points of one character: the longest emoji, a family with skin tones, has eleven, and so have the
longest conjuncts of Indic scripts. Whatever is longer is no character that somebody wants to read.
"""
_CLUSTER = regex.compile(r"\X")


def bound(characters: int) -> int:
    """Code points that a text of so many characters may have, blanks around it included."""
    return (characters + 4) * CHARACTER_MAX


def clusters(text: str) -> list[str]:
    """The characters of a text. Bound its length before."""
    return _CLUSTER.findall(text)
