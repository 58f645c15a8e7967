"""Sentences about a player, as this player reads them: “Ada draws.” becomes “You draw.”

The author of a document writes one sentence for all readers. The functions here make a second sentence from
it, for the player that the sentence is about. They know only certain verbs and patterns. Any other sentence
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from cheat.i18n.messages import CACHED

_SLOT = re.compile(r"\{(by|a\d+)\}")
"""A slot in a text of a document: `{by}` is the acting player, `{a0}`, `{a1}` … are values."""
LONGEST, MOST_SLOTS = 300, 6
"""Maximum number of letters, and of slots, in a template.

Templates with more stay as they are. Real sentences have fewer. Each slot causes a search for a
pattern, and the time of a search grows with the square of the number of letters.
"""
_ELLIPSIS = re.compile(r" \{\w+\}[.!?]*$")
"""Matches the text after a slot in the second half of “{a0} has {a1} points, {a2} {a3}.”"""
_STARTS = re.compile(r"(?:^|[.!?] |\n)[¡¿“«\"(]*$")
"""Matches the text before a slot if the slot begins a sentence."""

_ENGLISH_VERBS = frozenset((
    "accept", "add", "announce", "answer", "ask", "attack", "bet", "bid", "block", "buy", "call", "capture",
    "catch", "challenge", "change", "check", "choose", "claim", "clear", "close", "collect", "come", "cut",
    "deal", "declare", "decline", "defend", "discard", "double", "draw", "earn", "end", "exchange",
    "finish", "fish", "flip", "fold", "follow", "gain", "get", "give", "go", "guess", "hand", "hide", "hit",
    "hold", "keep", "knock", "know", "lay", "lead", "leave", "lie", "look", "lose", "make", "match", "meld",
    "miss", "move", "need", "notice", "open", "owe", "own", "pass", "pay", "pick", "place", "play", "point",
    "post", "put", "raise", "receive", "reach", "refuse", "return", "reveal", "say", "score", "see", "sell",
    "send", "set", "share", "shoot", "show", "sing", "skip", "slap", "stand", "start", "stay", "steal",
    "stop", "swap", "take", "tie", "trade", "trump", "try", "turn", "use", "wait", "want", "win",
))  # fmt: skip
_ENGLISH_IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
_ENGLISH_SAME = frozenset((
    "had", "took", "gave", "got", "drew", "won", "lost", "played", "passed", "captured", "scored", "made",
    "said", "laid", "sang", "chose", "discarded", "called", "will", "can", "must", "may", "cannot", "have",
    "are", "were", "do", "did", "bid", "hit", "share", "win", "post",
))  # fmt: skip
"""Verb forms that are the same after a name and after “you”: “Ada took”, “you took”."""
_ENGLISH_BEFORE = frozenset((
    "to", "for", "from", "at", "against", "with", "and", "gave", "showed", "asked", "caught",
))  # fmt: skip
"""Words after which a player is an object of the sentence.

A player is also an object after the verb forms in `ENGLISH`, such as “takes”.
"""

_SPANISH_VERBS = frozenset((
    "acaba", "acepta", "acierta", "ahorra", "anuncia", "apuesta", "arriesga", "avisa", "baja", "cambia",
    "canta", "captura", "cede", "cierra", "coge", "coloca", "compra", "consigue", "corta", "da", "debe",
    "deja", "descarta", "destapa", "devuelve", "dice", "dobla", "elige", "empieza", "empata", "enseña",
    "entra", "entrega", "envida", "envía", "esconde", "gana", "golpea", "guarda", "hace", "iguala",
    "intercambia", "juega", "lanza", "levanta", "lleva", "limpia", "mira", "muestra", "necesita", "nota",
    "pasa", "paga", "pesca", "pide", "pierde", "pilla", "pone", "planta", "puede", "queda", "quiere",
    "recibe", "recoge", "recupera", "reparte", "responde", "reta", "retira", "revela", "roba", "saca",
    "sale", "salta", "señala", "sigue", "suelta", "sube", "suma", "tiene", "tira", "toma", "une", "usa",
    "ve", "vende", "vuelve", "zarpa",
))  # fmt: skip
_SPANISH_IRREGULAR = {
    "es": "eres", "ha": "has", "va": "vas", "está": "estás", "será": "serás", "fue": "fuiste",
    "dijo": "dijiste", "hizo": "hiciste", "tuvo": "tuviste", "ganó": "ganaste", "perdió": "perdiste",
    "capturó": "capturaste", "robó": "robaste", "jugó": "jugaste", "tomó": "tomaste", "pasó": "pasaste",
}  # fmt: skip
_SPANISH_PLURAL = {
    "ponen": "ponéis", "tienen": "tenéis", "ganan": "ganáis", "pierden": "perdéis", "reparten": "repartís",
    "juegan": "jugáis", "roban": "robáis", "empatan": "empatáis", "van": "vais",
}  # fmt: skip


def _third_person(verb: str) -> str:
    """Return the form of an English verb after “he” or “she”: “draw” gives “draws”."""
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search("[^aeiou]y$", verb) else f"{verb}s"


ENGLISH: Mapping[str, str] = {_third_person(verb): verb for verb in _ENGLISH_VERBS} | _ENGLISH_IRREGULAR
SPANISH: Mapping[str, str] = {verb: f"{verb}s" for verb in _SPANISH_VERBS} | _SPANISH_IRREGULAR
"""`ENGLISH` and `SPANISH`: form of a verb after a name -> form after “you” or “tú”.

For example, “draws” -> “draw” and “roba” -> “robas”.
"""


def starts_sentence(before: str) -> bool:
    """Return whether a slot after this text begins a sentence."""
    return bool(_STARTS.search(before))


def upper(words: str) -> str:
    """Return the words with a capital first letter."""
    return words[:1].upper() + words[1:]


def first_sentence(words: str) -> tuple[str, str]:
    """Split a text before the mark that ends its first sentence or clause: one of “.!?:;”.

    If there is no such mark, the second part is "".
    """
    end = re.search(r"[.!?:;](?: |$)", words)
    return (words[: end.start()], words[end.start() :]) if end else (words, "")


def _in_english(before: str, after: str) -> str | None:
    """Rewrite the English template `before {slot} after` for the player in the slot.

    Return None if no pattern fits.
    """
    starts = starts_sentence(before)
    you = "You" if starts else "you"
    if after.startswith(("'s ", "’s ")):
        return f"{before}{you}r{after[2:]}"
    if owned := re.search(r"\b([Tt])he (\w+) of $", before):
        return f"{before[: owned.start()]}{'Y' if owned[1] == 'T' else 'y'}our {owned[2]}{after}"
    if (starts and re.match(r":| and \{", after)) or (before.endswith(", ") and _ELLIPSIS.match(after)):
        return f"{before}{you}{after}"
    verb = re.match(r"(?:, who)? (\w+)", after)
    known = verb[1] if verb and (verb[1] in ENGLISH or verb[1] in _ENGLISH_SAME) else ""
    if verb and known:
        tail, others = first_sentence(after[verb.end() :])
        tail = re.sub(r"\b(and|or|but) (\w+)\b", lambda m: f"{m[1]} {ENGLISH.get(m[2], m[2])}", tail)
        tail = re.sub(r"\btheir\b", "your", tail)
        relative = f"{you}: " if verb[0].startswith(",") else ""
        return f"{before}{relative}{you} {ENGLISH.get(known, known)}{tail}{others}"
    last_word = re.search(r"(\w+) $", before)
    is_object = last_word and (last_word[1] in ENGLISH or last_word[1] in _ENGLISH_BEFORE)
    return f"{before}you{after}" if is_object else None


def _in_spanish(before: str, after: str) -> str | None:
    """Rewrite the Spanish template `before {slot} after` for the player in the slot.

    Return None if no pattern fits.
    """
    starts = starts_sentence(before)
    if starts and after.startswith(":"):
        return f"{before}Tú{after}"
    if before.endswith(", ") and _ELLIPSIS.match(after):
        return f"{before}tú{after}"
    plural = re.match(r"((?: y \{\w+\})?) (se )?(\w+)", after)
    if plural and plural[3] in _SPANISH_PLURAL and (re.search(r"\} y $", before) or (starts and plural[1])):
        said = f"{plural[1]} {'os ' if plural[2] else ''}{_SPANISH_PLURAL[plural[3]]}"
        return f"{before}{'Tú' if starts else 'tú'}{said}{after[plural.end() :]}"
    if (verb := re.match(r" (no )?(se )?(\w+)", after)) and verb[3] in SPANISH:
        return _spanish_subject(before, verb, after[verb.end() :], starts=starts)
    if owned := re.search(r"\b(el|la|los|las) (\w+) de $", before):
        return f"{before[: owned.start()]}{'tus' if owned[1].endswith('s') else 'tu'} {owned[2]}{after}"
    if before == "A " and (dative := re.match(r" les? ", after)):
        return f"Te {after[dative.end() :]}"
    if before.endswith((" para ", " por ")):
        return f"{before}ti{after}"
    if before.endswith(" a "):
        return _spanish_object(before, after)
    last = re.match(r"([¡¿]?)(\w+)( .*?)? $", before)
    if last and last[2].lower() in SPANISH and re.match(r"[.!?]+$", after):
        what = (last[3] or "").removesuffix(":")
        if not re.search(r"\b(?:a|de|con|en|y|o)$", what):
            return f"{last[1]}{upper(SPANISH[last[2].lower()])}{what}{after}"
    return None


def _spanish_object(before: str, after: str) -> str | None:
    """Rewrite a Spanish template in which the slot is the object of the sentence.

    For the player in the slot `a1`, “{by} roba a {a1}.” becomes “{by} te roba.” Return None if no pattern
    fits.
    """
    if (clause := re.match(r", que (se )?(\w+)", after)) and clause[2] in SPANISH:
        after = f": {'te ' if clause[1] else ''}{SPANISH[clause[2]]}{after[clause.end() :]}"
    if actor := re.match(r"([¡¿]?\{\w+\}) (no )?(\w+)(.*) a $", before):
        return f"{actor[1]} {actor[2] or ''}te {actor[3]}{actor[4]}{after}"
    if passive := re.match(r"([¡¿]?)Se (\w+) a $", before):
        return f"{passive[1]}Te {passive[2]}n{after}"
    return None


def _spanish_subject(before: str, verb: re.Match[str], after: str, *, starts: bool) -> str:
    """Rewrite a Spanish template in which the slot is the subject: “{by} roba.” becomes “Robas.”

    `verb`: the verb after the slot, with `no` and `se` before the verb. If the slot stands after a comma,
    “tú” is added for contrast.
    """

    def other_verb(match: re.Match[str]) -> str:
        return f"{match[1]}{'te ' if match[2] else ''}{SPANISH.get(match[3], match[3])}"

    tail, others = first_sentence(after)
    tail = re.sub(r"(\b[ye] (?:no )?)(se )?(\w+)\b", other_verb, tail)
    tail = re.sub(r"\bsu(s?)\b", r"tu\1", tail)
    said = f"{verb[1] or ''}{'te ' if verb[2] else ''}{SPANISH[verb[3]]}"
    if before.endswith(", "):
        said = f"tú {said}"
    return f"{before}{upper(said) if starts else said}{tail}{others}"


_RULES: Mapping[str, Callable[[str, str], str | None]] = {"en": _in_english, "es": _in_spanish}


def second_person(template: str, tag: str) -> Mapping[str, str]:
    """Return templates for the players in the slots: “{by} draws.” gives `{"by": "You draw."}`.

    `tag`: the language of the reader. The rules of this language are tried first. Then the rules of the other
    languages are tried, because a document without texts in this language shows its texts in another one.

    A slot whose value is not a player also gets a template, but no player reads that template. A slot is
    missing from the result if no rule fits.
    """
    return _sentences(template, tag) if len(template) <= LONGEST else {}


@lru_cache(CACHED)
def _sentences(template: str, tag: str) -> Mapping[str, str]:
    """Return the result of `second_person` for a template that is not too long to be cached."""
    slots = [*_SLOT.finditer(template)]
    if len(slots) > MOST_SLOTS:
        return {}
    rules = [_RULES[tag]] if tag in _RULES else []
    rules += [rule for other, rule in _RULES.items() if other != tag]
    found: dict[str, str] = {}
    for slot in slots:
        before, after = template[: slot.start()], template[slot.end() :]
        said = next((words for rule in rules if (words := rule(before, after)) is not None), None)
        if said is not None and slot[0] not in said:
            found[slot[1]] = said
    return found
