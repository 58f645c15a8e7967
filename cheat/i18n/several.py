"""Sentences about several players: “Ada and Ben win”, and “You and Ben win” for Ada.

The author of a document writes one sentence, in which a slot may hold one player or several, such as a team.
The functions here fit its verb to several players. They know the verbs of `cheat.i18n.second_person`. Any
other sentence keeps its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from cheat.i18n.messages import CACHED
from cheat.i18n.second_person import ENGLISH, LONGEST, SPANISH, first_sentence, starts_sentence, upper


class _Forms(NamedTuple):
    """Forms of a Spanish verb after several players, and after “Ben y tú”."""

    they: str
    you: str


_STEMS = {
    "acierta": "acert", "cierra": "cerr", "empieza": "empez", "juega": "jug", "muestra": "mostr",
    "suelta": "solt", "pierde": "perd", "puede": "pod", "quiere": "quer", "tiene": "ten",
    "vuelve": "volv", "devuelve": "devolv", "consigue": "consegu", "dice": "dec", "elige": "eleg",
    "pide": "ped", "sigue": "segu", "hace": "hac", "pone": "pon",
}  # fmt: skip
"""Verbs whose stem differs after “vosotros”."""
_IN_IR = {"consigue", "dice", "elige", "pide", "recibe", "reparte", "sale", "sigue", "une"}
_IRREGULAR = {
    "da": _Forms("dan", "dais"), "ve": _Forms("ven", "veis"), "es": _Forms("son", "sois"),
    "ha": _Forms("han", "habéis"), "va": _Forms("van", "vais"), "está": _Forms("están", "estáis"),
    "será": _Forms("serán", "seréis"), "fue": _Forms("fueron", "fuisteis"),
    "dijo": _Forms("dijeron", "dijisteis"), "hizo": _Forms("hicieron", "hicisteis"),
    "tuvo": _Forms("tuvieron", "tuvisteis"), "perdió": _Forms("perdieron", "perdisteis"),
}  # fmt: skip


def _forms(verb: str) -> _Forms:
    """Return the forms of a Spanish verb: “gana” gives “ganan” and “ganáis”."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ó"):
        return _Forms(f"{verb[:-1]}aron", f"{verb[:-1]}asteis")
    ending = "áis" if verb.endswith("a") else "ís" if verb in _IN_IR else "éis"
    return _Forms(f"{verb}n", _STEMS.get(verb, verb[:-1]) + ending)


_SPANISH: Mapping[str, _Forms] = {verb: _forms(verb) for verb in SPANISH}
_SPANISH_PLURAL: Mapping[str, _Forms] = {forms.they: forms for forms in _SPANISH.values()}
"""The same forms by the form after several players, for authors that wrote “ganan”."""


class _Sentence(NamedTuple):
    """A sentence around the slot, and the words that replace the slot.

    `us`: words for the reader and the other players, or "" if the reader is none of them.
    """

    before: str
    slot: str
    after: str
    us: str
    others: str


def slot_of(name: str) -> str:
    """Return the slot with this name."""
    return f"{{{name}}}"


def about_several(template: str, slot: str, tag: str) -> str:
    """Return the template for a slot with several players: “{a0} wins.” gives “{a0} win.”

    `tag`: the language of the reader. Its rules are tried first, as in `second_person`.
    """
    return _said(template, slot_of(slot), tag, "", "")


def including_reader(template: str, slot: str, tag: str, us: str, others: str) -> str:
    """Return the template for one of several players: “{a0} wins.” gives “You and {p2} win.”

    `us`: words for the reader and the others, such as “You and {p2}”. `others`: words for the others alone.
    """
    return _said(template, slot_of(slot), tag, us, others)


@lru_cache(CACHED)
def _said(template: str, slot: str, tag: str, us: str, others: str) -> str:
    before, found, after = template.partition(slot)
    if not found:
        return template
    sentence = _Sentence(before, us or slot, after, us, others)
    if len(template) <= LONGEST:
        rules = sorted((_in_english, _in_spanish), key=lambda rule: (rule is _in_spanish) != (tag == "es"))
        for rule in rules:
            if said := rule(sentence):
                return said
    starts = starts_sentence(before)
    return f"{before}{sentence.slot if starts or not us else us[:1].lower() + us[1:]}{after}"


def _in_english(sentence: _Sentence) -> str:
    """Rewrite an English sentence that the players are the subject of, or return ""."""
    before, who, after, us, _ = sentence
    verb = re.match(r" (\w+)", after)
    if verb is None or verb[1] not in ENGLISH or not starts_sentence(before):
        return ""
    tail, rest = first_sentence(after[verb.end() :])
    tail = re.sub(r"\b(and|or|but) (\w+)\b", lambda m: f"{m[1]} {ENGLISH.get(m[2], m[2])}", tail)
    if us:
        tail = re.sub(r"\btheir\b", "your", tail)
    return f"{before}{who} {ENGLISH[verb[1]]}{tail}{rest}"


def _in_spanish(sentence: _Sentence) -> str:
    """Rewrite a Spanish sentence, or return ""."""
    before, who, after, us, others = sentence

    def form(verb: str) -> str | None:
        forms = _SPANISH.get(verb) or _SPANISH_PLURAL.get(verb)
        return forms and (forms.you if us else forms.they)

    if (verb := re.match(r" (no )?(se )?(\w+)", after)) and (said := form(verb[3])):
        tail, rest = first_sentence(after[verb.end() :])

        def other_verb(match: re.Match[str]) -> str:
            reflexive = "os " if us else match[2]
            return f"{match[1]}{reflexive if match[2] else ''}{form(match[3]) or match[3]}"

        tail = re.sub(r"(\b[ye] (?:no )?)(se )?(\w+)\b", other_verb, tail)
        reflexive = verb[2] and ("os " if us else verb[2])
        return f"{before}{who} {verb[1] or ''}{reflexive or ''}{said}{tail}{rest}"
    if us and (preposition := re.search(r"\b([Aa]|para|de|por|con) $", before)):
        you = "contigo" if preposition[1] == "con" else f"{preposition[1].lower()} ti"
        return f"{before}{others} y {you}{after}"
    verb = re.search(r"(?:^|[¡¿] ?|[.!?:;] )(\w+)((?: [^.!?;]*?)?) $", before)
    if verb and (said := form(verb[1].lower())) and re.match(r"[.!?]+$", after):
        if verb[1][:1].isupper():
            said = upper(said)
        return f"{before[: verb.start(1)]}{said}{verb[2]} {who}{after}"
    return ""
