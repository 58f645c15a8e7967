"""Room codes: five letters that are easy to read aloud, to type and to show.

Codes have no vowels, so no code spells a word. The codes have no i, l, o, s or y, so people mistake no letter
for another letter or a digit. Combinations that remind people of rude words are left out. There are 18^5 =
1.9 million codes: with ten thousand open rooms, one guess in two hundred finds a room.
"""

from __future__ import annotations

import re
import secrets
import unicodedata

LETTERS = "bcdfghjkmnpqrtvwxz"
LENGTH = 5
TYPED_MAX = 32
"""Maximum length of a text that may be a code: five letters and a few blanks around them."""
_SURROUNDING = re.compile(r"^[\W_]+|[\W_]+$")
RUDE = re.compile(
    "fck|fkn|fgt|fvck|kkk|cnt|ngr|ngg|dck|cck|kck|twt|wtf|bch|btch|prn|phk|gfy|kgb|rtrd|vgn|pnt"
)


def new_code() -> str:
    """Return a random code. Another room may already have this code."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if not RUDE.search(code):
            return code


def normalized(code: str) -> str:
    """Return the code as it is stored; see `cleaned`. Texts that are far too long are cut."""
    return cleaned(code[:TYPED_MAX])


def cleaned(text: str) -> str:
    """Return a code, or a name from a URL, without the changes that copying may make.

    The function removes blanks and punctuation around the text, and invisible characters. Full-width letters
    become plain letters, and capitals become small letters.
    """
    visible = (char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf")
    return _SURROUNDING.sub("", "".join(visible)).lower()
