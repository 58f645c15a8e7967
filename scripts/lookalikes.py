"""Write cheat/rooms/lookalikes.py from Unicode's table of characters that look alike.

    python scripts/lookalikes.py confusables.txt

The table is https://www.unicode.org/Public/security/latest/confusables.txt. Only characters that a name can
contain are kept, and only those that compatibility normalization does not change.
"""

from __future__ import annotations

import re
import sys
import textwrap
import unicodedata
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "cheat/rooms/lookalikes.py"
HEAD = '''"""Characters that look alike, from Unicode's data for UTS #39, version {version}.

Made by scripts/lookalikes.py; do not edit. The data is Unicode's, see lookalikes.LICENSE.
"""

_PAIRS = """
{pairs}
"""
"""Each character, and what it is drawn with, in hex."""

LOOKS = {{
    int(one, 16): "".join(chr(int(code, 16)) for code in look.split("+"))
    for one, look in (pair.split("=") for pair in _PAIRS.split())
}}
"""Code point -> what it looks like, for `str.translate`."""
'''


def pairs(text: str) -> dict[str, str]:
    """Return the table in Unicode's file: character -> the text that it looks like."""
    lines = (line.split("#")[0].split(";") for line in text.splitlines())
    return {_text(line[0]): _text(line[1]) for line in lines if len(line) == 3}


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def reduced(looks: dict[str, str]) -> dict[str, str]:
    """Return the table for texts in NFKD: character -> text that it looks like, also in NFKD."""
    visible = {}
    for char, look in looks.items():
        while (step := _step(look, looks)) != look:
            look = step
        if unicodedata.normalize("NFKD", char) == char != look and unicodedata.category(char)[0] in "LMNPSC":
            visible[char] = look
    return visible


def _step(text: str, looks: dict[str, str]) -> str:
    return unicodedata.normalize("NFKD", "".join(looks.get(char, char) for char in text))


def main(path: str) -> None:
    """Write the module."""
    text = Path(path).read_text(encoding="utf-8-sig")
    version = re.search(r"Version: ([\d.]+)", text)
    looks = sorted(reduced(pairs(text)).items())
    written = " ".join(f"{ord(char):x}={'+'.join(f'{ord(part):x}' for part in look)}" for char, look in looks)
    lines = textwrap.fill(written, 108)
    TARGET.write_text(HEAD.format(version=version[1] if version else "?", pairs=lines))


if __name__ == "__main__":
    main(sys.argv[1])
