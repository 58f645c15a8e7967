"""Room codes: five letters that anyone can read aloud, type and show.

Without vowels no code spells a word; without i, l, o, s and y none is mistaken for another or for a digit;
and a few abbreviations without vowels that people do read as words are left out. 18^5 = 1.9 million codes:
with ten thousand open rooms, one try in two hundred meets a room.
"""

from __future__ import annotations

import re
import secrets
import unicodedata

LETTERS = "bcdfghjkmnpqrtvwxz"
LENGTH = 5
TYPED_MAX = 32
"""Characters of a text that may be a code: five letters and a few blanks around them."""
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_RUDE = re.compile(
    "fck|fkn|fgt|fvck|kkk|cnt|ngr|ngg|dck|cck|kck|twt|wtf|bch|btch|prn|phk|gfy|kgb|rtrd|vgn|pnt"
)


def new_code() -> str:
    """Return a random code. It may be taken."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if not _RUDE.search(code):
            return code


def normal(code: str) -> str:
    """Return the code as it is stored; see `bare`. Texts that are far too long are cut."""
    return bare(code[:TYPED_MAX])


def bare(text: str) -> str:
    """Return a code or a name in an address without the changes of passing it on.

    That is without blanks and punctuation around it, without invisible signs, and with full-width letters and
    capitals made plain.
    """
    shown = (one for one in unicodedata.normalize("NFKC", text) if unicodedata.category(one) != "Cf")
    return _AROUND.sub("", "".join(shown)).lower()
