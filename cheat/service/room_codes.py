"""Room codes: five letters that can be read aloud, typed and shown to anybody.

Without vowels no code spells a word, without i, l, o, s and y none is mistaken for another or for a
digit, and a few consonant abbreviations that people do read as words are left out.
18^5 = 1.9 million codes: with ten thousand rooms alive, one try in two hundred meets a room.
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
    """A random code. It may be taken."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if not _RUDE.search(code):
            return code


def normal(code: str) -> str:
    """Return the code as it is stored; see `bare`. Far too long ones are cut."""
    return bare(code[:TYPED_MAX])


def bare(text: str) -> str:
    """Return a code or a name in an address without what comes along when people pass it on.

    That is blanks and punctuation around it, invisible signs anywhere, full-width letters and capitals.
    """
    shown = (one for one in unicodedata.normalize("NFKC", text) if unicodedata.category(one) != "Cf")
    return _AROUND.sub("", "".join(shown)).lower()
