"""Register the languages of answers, by their tags (BCP 47).

The first language is the default. Templates are in English. Each other language has a folder in
`cheat/i18n/locale` with translations, which `make words` compiles.
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
    """Register a language. From then on, requests for this language are answered in it."""
    LANGUAGES[language.tag] = language


class Spanish(Translated):
    """Spanish, with two rules that translated templates cannot express.

    The words for “and” and “or” depend on the next sound, and numbers have a decimal comma.
    """

    def fill(self, template: str, args: Mapping[str, Arg], names: Names) -> str:
        """Return the template with its slots filled.

        Before a slot, `y` (and) becomes `e` if the value in the slot begins with the sound of an i. In the
        same way, `o` (or) becomes `u` before the sound of an o: "sietes u ochos".
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
"""Tag -> class, for languages with rules that translated templates cannot express."""


def _register() -> None:
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/messages.mo")):
        tag = path.parts[-3]
        with path.open("rb") as file:
            register(KINDS.get(tag, Translated)(tag, GNUTranslations(file)))


_register()
