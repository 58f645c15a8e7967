"""The languages of answers, by their tags (BCP 47). The first one is the default.

Templates are in English. Every other language is a folder in `cheat/i18n/locale`, with the translations
that `make words` compiles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from gettext import GNUTranslations
from pathlib import Path

from cheat.i18n.messages import ENGLISH, Arg, Language, Names, Translated

LOCALE = Path(__file__).parent / "locale"
LANGUAGES: dict[str, Language] = {ENGLISH.tag: ENGLISH}

_AND_OR = re.compile(r"\b([yo]) (\{\w+\})")
_LIKE_Y = re.compile(r"\W*h?[ií](?![aeoáéó])", re.IGNORECASE)
_LIKE_O = re.compile(r"\W*(?:h?[oó]|8|11(?!\d))", re.IGNORECASE)


def register(language: Language) -> None:
    """Register a language, so that requests for this language are answered in it."""
    LANGUAGES[language.tag] = language


class Spanish(Translated):
    """Spanish, with rules that translated templates cannot express.

    These are the two words that depend on the next sound, and the decimal comma.
    """

    def fill(self, template: str, args: Mapping[str, Arg], names: Names) -> str:
        """Return the template with its slots filled.

        Before a slot, `y` (and) becomes `e` if the value begins with the sound of an i. Likewise, `o` (or)
        becomes `u` before the sound of an o: "sietes u ochos".
        """

        def fitting(match: re.Match[str]) -> str:
            word, slot = match.groups()
            follows = super(Spanish, self).fill(slot, args, names)
            if word == "y":
                return f"{'e' if _LIKE_Y.match(follows) else word} {slot}"
            return f"{'u' if _LIKE_O.match(follows) else word} {slot}"

        return super().fill(_AND_OR.sub(fitting, template), args, names)

    def number(self, value: float) -> str:
        """Return a number in digits."""
        return super().number(value).replace(".", ",")


KINDS: dict[str, type[Translated]] = {"es": Spanish}
"""Languages with rules that translated templates cannot express."""


def _register() -> None:
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/messages.mo")):
        tag = path.parts[-3]
        with path.open("rb") as file:
            register(KINDS.get(tag, Translated)(tag, GNUTranslations(file)))


_register()
