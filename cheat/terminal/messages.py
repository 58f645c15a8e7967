"""Messages of the terminal client in the user's language.

Templates are in English, and have `{slots}` for values. `make words` finds them in the calls of `say` and
`plural`. The translations are the same as those of the server. Until `set_language` is called, all
messages are in English.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from pathlib import Path

LOCALE = Path(__file__).parents[1] / "i18n/locale"
ENGLISH = "en"
COMMA = {"es"}
"""Languages that use a decimal comma."""

_SLOT = re.compile(r"\{(\w+)\}")


class Language:
    """A language: its tag (BCP 47) and its translations, if it has any."""

    def __init__(self, language: str = ENGLISH) -> None:
        """Read the translations of a language.

        `language`: a tag, or "" for the language of the environment, as gettext reads it. If there are no
        translations, English is used.
        """
        file = gettext.find("messages", str(LOCALE), [language] if language else None)
        self.tag = Path(file).parts[-3] if file else ENGLISH
        self._translations = gettext.NullTranslations()
        if file:
            with Path(file).open("rb") as translations_file:
                self._translations = gettext.GNUTranslations(translations_file)

    def translated(self, template: str) -> str:
        """Return a template in this language.

        If `gettext` finds no translation, `ngettext` is asked for the form for 1: in Python 3.11.2, `gettext`
        does not find templates that are stored with a plural form.
        """
        translation = self._translations.gettext(template)
        return self.chosen(template, template, 1) if translation == template else translation

    def chosen(self, one: str, many: str, count: int) -> str:
        """Return the translation of a template, in the form that fits the number `count`.

        `one` and `many`: the singular and the plural of the template in English.
        """
        return self._translations.ngettext(one, many, count)

    def number(self, value: float) -> str:
        """Return a number with at most six digits, without zeros at the end of its decimals."""
        digits = f"{value:g}"
        return digits.replace(".", ",") if self.tag in COMMA else digits


_language_in_use = Language()


def set_language(language: str) -> str:
    """Use this language from now on, and return its tag. "" is the language of the environment."""
    global _language_in_use
    _language_in_use = Language(language)
    return _language_in_use.tag


def say(template: str, /, **slots: str | float) -> str:
    """Return the sentence of a template."""
    return _filled(_language_in_use.translated(template), slots)


def plural(one: str, many: str, /, count: int, **slots: str | float) -> str:
    """Return the sentence of a template that depends on a number."""
    return _filled(_language_in_use.chosen(one, many, count), {"count": count, **slots})


def number(value: float) -> str:
    """Return a number in digits."""
    return _language_in_use.number(value)


def _filled(template: str, slots: dict[str, str | float]) -> str:
    def fill_slot(slot: re.Match[str]) -> str:
        value = slots[slot[1]]
        return value if isinstance(value, str) else number(value)

    return _SLOT.sub(fill_slot, template)


def begins(word: str, typed: str) -> bool:
    """Return whether typed text is a word or its beginning, ignoring case and accents."""
    return bool(typed) and _plain(word).startswith(_plain(typed))


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
