"""Room codes: five letters that anyone can read aloud, type and show.

There are no vowels, so no code spells a word. There is no i, l, o, s or y, so no letter of a code is mistaken
for another one or for a digit. A few combinations that people read as words without vowels are left out.
There are 18^5 = 1.9 million codes: with ten thousand open rooms, one guess in two hundred meets a room.
"""

from __future__ import annotations

import re
import secrets
import unicodedata

LETTERS = "bcdfghjkmnpqrtvwxz"
LENGTH = 5
TYPED_MAX = 32
"""Characters of a text that may be a code: five letters and a few blanks around them."""
_SURROUNDING = re.compile(r"^[\W_]+|[\W_]+$")
RUDE = re.compile(
    "fck|fkn|fgt|fvck|kkk|cnt|ngr|ngg|dck|cck|kck|twt|wtf|bch|btch|prn|phk|gfy|kgb|rtrd|vgn|pnt"
)


def new_code() -> str:
    """Return a random code. It may be taken."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if not RUDE.search(code):
            return code


def normalized(code: str) -> str:
    """Return the code as it is stored; see `cleaned`. Texts that are far too long are cut."""
    return cleaned(code[:TYPED_MAX])


def cleaned(text: str) -> str:
    """Return a code, or a name from a URL, without what happens to it when people pass it on.

    It loses blanks and punctuation around it, and invisible signs. Full-width letters become plain ones, and
    capitals become small.
    """
    visible = (one for one in unicodedata.normalize("NFKC", text) if unicodedata.category(one) != "Cf")
    return _SURROUNDING.sub("", "".join(visible)).lower()
