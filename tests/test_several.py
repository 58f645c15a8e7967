"""Sentences about several players, for all readers and for one of these players."""

from __future__ import annotations

import pytest

from cheat.client.text import event_text
from cheat.engine.table import Badge, Event
from cheat.engine.visibility import Fact
from cheat.i18n.addressed import addressed_to
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Text, all_of, text
from cheat.i18n.several import about_several, including_reader

NAMES = {"p1": "Ada", "p2": "Ben", "p3": "Inés"}
US = {"en": ("You and {p2}", "{p2}"), "es": ("{p2} y tú", "{p2}")}
SAID = (
    ("en", "{a0} wins the game.", "{a0} win the game.", "You and {p2} win the game."),
    ("es", "{a0} gana el juego.", "{a0} ganan el juego.", "{p2} y tú ganáis el juego."),
    ("es", "Gana la mano {a0}.", "Ganan la mano {a0}.", "Ganáis la mano {p2} y tú."),
    ("en", "{a0} is out and loses.", "{a0} are out and lose.", "You and {p2} are out and lose."),
    ("es", "{a0} se lleva la baza y suma 3.", "{a0} se llevan la baza y suman 3.",
        "{p2} y tú os lleváis la baza y sumáis 3."),
    ("es", "{a0} pierde y no dice nada.", "{a0} pierden y no dicen nada.",
        "{p2} y tú perdéis y no decís nada."),
    # The author wrote the plural.
    ("en", "{a0} are at war!", "{a0} are at war!", "You and {p2} are at war!"),
    ("es", "¡{a0} van a la guerra!", "¡{a0} van a la guerra!", "¡{p2} y tú vais a la guerra!"),
    ("es", "Tienen {a1}: {a0}.", "Tienen {a1}: {a0}.", "Tenéis {a1}: {p2} y tú."),
    # The players are no subject.
    ("en", "The rest goes to {a0}.", "The rest goes to {a0}.", "The rest goes to you and {p2}."),
    ("es", "Lo que queda es para {a0}.", "Lo que queda es para {a0}.",
        "Lo que queda es para {p2} y para ti."),
    ("en", "{a0}: {a1} captured.", "{a0}: {a1} captured.", "You and {p2}: {a1} captured."),
    # A document in another language than its reader's
    ("es", "{a0} wins.", "{a0} win.", "{p2} y tú win."),
)  # fmt: skip


@pytest.mark.parametrize(("tag", "template", "of_all", "own"), SAID)
def test_verb_fits_several_players(tag: str, template: str, of_all: str, own: str) -> None:
    assert about_several(template, "a0", tag) == of_all
    assert including_reader(template, "a0", tag, *US[tag]) == own
    assert including_reader(of_all, "a0", tag, *US[tag]) == own


def read(event: Event, tag: str, reader: str | None) -> str:
    seen = event.view(reader, 1, 0, LANGUAGES[tag], NAMES)
    told = {"by": seen.by, "args": seen.args, "text": seen.text, "addressed": seen.addressed or {}}
    return event_text(told, NAMES, reader)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tag", "reader", "words"),
    [
        ("en", None, "Ada and Ben win the game."),
        ("en", "p1", "You and Ben win the game."),
        ("en", "p2", "You and Ada win the game."),
        ("en", "p3", "Ada and Ben win the game."),
        ("es", None, "Ada y Ben ganan el juego."),
        ("es", "p2", "Ada y tú ganáis el juego."),
    ],
)
def test_team_of_a_document_reads_that_it_wins(tag: str, reader: str | None, words: str) -> None:
    template = {"en": "{a0} wins the game.", "es": "{a0} gana el juego."}[tag]
    assert read(Event(type="said", text=template, args={"a0": ["p1", "p2"]}), tag, reader) == words


def test_single_winner_of_a_document_reads_you_win() -> None:
    event = Event(type="said", text="{a0} wins the game.", args={"a0": ["p1"]})
    assert read(event, "en", "p1") == "You win the game."
    assert read(event, "en", "p2") == "Ada wins the game."


@pytest.mark.parametrize(
    ("winners", "tag", "reader", "words"),
    [
        (["p1"], "en", "p1", "You won the match."),
        (["p1"], "en", "p2", "Ada won the match."),
        (["p1"], "es", "p1", "Has ganado la partida."),
        (["p1", "p3"], "en", "p3", "You and Ada won the match."),
        (["p1", "p3"], "en", "p2", "Ada and Inés won the match."),
        (["p1", "p3"], "es", "p1", "Victoria en la partida: Inés y tú."),
        (["p1", "p3"], "es", None, "Victoria en la partida: Ada e Inés."),
        (["p1", "p2", "p3"], "en", "p2", "You, Ada and Inés won the match."),
        (["p1", "p2", "p3"], "es", "p2", "Victoria en la partida: Ada, Inés y tú."),
    ],
)
def test_last_line_of_the_log_and_the_result_agree(
    winners: list[str], tag: str, reader: str | None, words: str
) -> None:
    result = text("{winners} won the match.", winners=all_of(winners))
    event = Event(type="game_over", text=result.template, args=result.args)
    said = addressed_to(result, reader) if reader else result
    assert LANGUAGES[tag].say(said, NAMES) == words
    assert read(event, tag, reader) == words


def test_mark_or_fact_with_nothing_but_the_reader_says_you() -> None:
    mark = Badge(text("{label}: {value}", label=Text("With"), value=text("{value}", value="p1")))
    assert mark.addressed_to("p1").view(lambda words: LANGUAGES["en"].say(words, NAMES)).label == "With: you"
    assert mark.addressed_to("p2") is mark
    fact = Fact("Partners", text("{values}", values=["p1", "p2"]))
    assert LANGUAGES["en"].say(fact.addressed_to("p2").text, NAMES) == "You and Ada"
