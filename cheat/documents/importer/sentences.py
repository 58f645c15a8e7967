"""Sentences, in two languages, that the importer adds to a converted document."""

from __future__ import annotations

from collections.abc import Mapping

Sentence = str | dict[str, str]
"""A text in one language, or an object: language -> text."""

_SENTENCES = {
    "hand": ("Hand", "Mano"),
    "draw": ("Draw pile", "Mazo"),
    "draw_n": ("Draw pile {n}", "Mazo {n}"),
    "aside": ("Set aside", "Apartadas"),
    "discard": ("Discard pile", "Montón de descartes"),
    "discard_n": ("Discard pile {n}", "Montón de descartes {n}"),
    "from_to": ("From {source} to {target}", "Origen: {source}; destino: {target}"),
    "OWN-HAND": ("the hand", "la mano"),
    "DRAW": ("the draw pile", "el mazo"),
    "DISCARD": ("the discard pile", "el montón de descartes"),
    "from_pile": ("{what} from pile {n}", "{what} del montón {n}"),
    "on_pile": ("{what} on pile {n}", "{what} en el montón {n}"),
    "clock": ("Turn clock", "Tiempo por turno"),
    "clock_help": (
        "Seconds for each step of a turn; 0 means no limit.",
        "Segundos por cada paso de un turno; 0 es sin límite.",
    ),
    "your_turn": ("It is your turn.", "Es tu turno."),
    "pass": ("Pass", "Pasar"),
    "passes": ("{me} passes.", "{me} pasa."),
    "close": ("Close the game", "Cerrar la partida"),
    "close_help": ("It is over when your turn ends.", "Acaba cuando termine tu turno."),
    "closes": ("{me} closes the game.", "{me} cierra la partida."),
    "reopen": ("Do not close", "No cerrar"),
    "reopens": ("{me} does not close after all.", "{me} al final no cierra."),
    "sum": (
        "{p} has a hand worth {sum(p.hand by points)}.",
        "La mano de {p} vale {sum(p.hand by points)}.",
    ),
    "closing": ("Closes the game", "Cierra la partida"),
    "stuck": ("{me} cannot move.", "{me} no puede mover."),
    "skipped": ("Nothing could be done: {what}", "No se pudo hacer: {what}"),
    "unfit": (
        "The card does not fit, and stays where it was.",
        "La carta no encaja y se queda donde estaba.",
    ),
    "idle": ("Nobody has moved a card for two turns.", "Nadie ha movido una carta en dos turnos."),
    "too_long": ("The game has taken long enough.", "La partida ya ha durado bastante."),
    "refilled": ("The discard pile is shuffled.", "Se baraja el montón de descartes."),
    "start_card": ("Play {card}", "Jugar {card}"),
    "starts": ("{me} starts with {card}.", "{me} empieza con {card}."),
    "cards": ("Cards: {deck}.", "Cartas: {deck}."),
    "deck_1": ("Spanish, 40 cards", "baraja española de 40 cartas"),
    "deck_2": ("Poker, 52 cards", "baraja de póquer de 52 cartas"),
    "deck_3": ("Poker, 52 cards with points", "baraja de póquer de 52 cartas con puntos"),
    "wild": ("Wild: {cards}.", "Comodines: {cards}."),
    "dealt": ("Each player is dealt {count} cards.", "Cada cual recibe {count} cartas."),
    "dealt_all": ("All cards are dealt.", "Se reparten todas las cartas."),
    "turn_is": ("In your turn:", "En tu turno:"),
    "block": ("{n}. {actions}.", "{n}. {actions}."),
    "or": (" or ", " o "),
    "may_pass": ("You may pass at any moment.", "Puedes pasar en cualquier momento."),
    "may_close": (
        "You may close the game: it is over when your turn ends.",
        "Puedes cerrar la partida: acaba cuando termine tu turno.",
    ),
    "win_none": (
        "Who has no cards when their turn ends wins.",
        "Gana quien no tenga cartas al terminar su turno.",
    ),
    "win_numCards": (
        "Who has exactly {count} cards when their turn ends wins.",
        "Gana quien tenga exactamente {count} cartas al terminar su turno.",
    ),
    "win_flush": (
        "Who has {count} cards of one suit when their turn ends wins.",
        "Gana quien tenga {count} cartas de un palo al terminar su turno.",
    ),
    "win_high": (
        "When the game was closed, the highest sum of points in the hand wins.",
        "Si se cerró la partida, gana la mayor suma de puntos en la mano.",
    ),
    "win_low": (
        "When the game was closed, the lowest sum of points in the hand wins.",
        "Si se cerró la partida, gana la menor suma de puntos en la mano.",
    ),
}
LANGUAGES = ("en", "es")


def sentence(name: str, **slots: Sentence | int) -> dict[str, str]:
    """Return a sentence in each language.

    A slot is a name in braces. Slots without a value here remain in the sentence. They are expressions of the
    document, and are filled in when rules run.
    """
    by_language = {}
    for tag, template in zip(LANGUAGES, _SENTENCES[name], strict=True):
        for slot, value in slots.items():
            template = template.replace(f"{{{slot}}}", in_language(value, tag))
        by_language[tag] = template
    return by_language


def in_language(words: Sentence | int, tag: str) -> str:
    """Return a text in one language."""
    return words[tag] if isinstance(words, Mapping) else str(words)


def join(parts: list[Sentence], separator: str) -> dict[str, str]:
    """Join texts, in each language.

    `separator`: the text between two of them. It is the name of a sentence, such as `or`, or signs that are
    the same in all languages, such as “: ”.
    """
    by_language = {}
    for at, tag in enumerate(LANGUAGES):
        gap = _SENTENCES[separator][at] if separator in _SENTENCES else separator
        by_language[tag] = gap.join(in_language(part, tag) for part in parts)
    return by_language


def plain(words: str) -> str:
    """Return an author's words with parentheses instead of braces: braces would mean slots."""
    return words.replace("{", "(").replace("}", ")")
