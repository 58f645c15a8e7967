"""The languages that can be answered in, by their tags (BCP 47). Who asks for none of them gets the first."""

from __future__ import annotations

from cheat.words import ENGLISH, Language

LANGUAGES: dict[str, Language] = {ENGLISH.tag: ENGLISH}


def register(language: Language) -> None:
    """From now on who asks for this language is answered in it."""
    LANGUAGES[language.tag] = language
