"""Ivanhoe: the time in which IVANHOE may be played (rules 4.3), and what is chosen together."""

from __future__ import annotations

import pytest

from cheat.engine import engine

from .cheat_words import english, refused, types
from .ivanhoe_words import (
    GAME,
    act,
    cards,
    display,
    displays,
    front,
    ivanhoe,
    let,
    offered,
    phase,
    play,
    table,
    wait,
)


def played(hands="SHL / IVA / R3", seed="ab" * 16, **values):
    """p1 has played a Shield; as the rules have it, nobody knows who can answer."""
    t = table(hands, "R3 / R4 / R5", seed=seed, **{"quick_reactions": False, **values})
    play(t, "p1", "SHL")
    return t


def test_window_asks_all_opponents_who_have_not_withdrawn():
    t = played("SHL / IVA / R3")
    assert t.decisions[0].players == ["p2", "p3"]
    assert played("SHL / IVA / R3", withdrawn="p2").decisions[0].players == ["p3"]


def test_who_has_not_yet_played_a_card_is_asked_too():
    t = table("SHL / IVA / ", "R3 / / R5", quick_reactions=False)
    play(t, "p1", "SHL")
    ivanhoe(t, "p2")
    assert front(t, "p1") == ""


def test_actor_is_not_asked():
    t = played("SHL IVA / / ")
    assert offered(t, "p1") == set()
    with refused(t, "no_ivanhoe"):
        ivanhoe(t, "p1")


def test_without_the_card_one_can_only_let_it_happen():
    t = played()
    assert offered(t, "p3") == {"pass"}
    with refused(t, "no_ivanhoe"):
        ivanhoe(t, "p3")


def test_window_closes_when_all_have_passed():
    t = played()
    let(t, "p3")
    assert t.phase == "reaction"
    assert types(let(t, "p2")) == ["passed", "window_closed", "shielded"]


def test_who_has_passed_cannot_answer_any_more():
    t = played()
    let(t, "p2")
    assert offered(t, "p2") == set()
    with refused(t, "no_ivanhoe"):
        ivanhoe(t, "p2")


def test_window_closes_by_itself():
    t = played()
    length = (t.next_timeout() - t.now) / 1000
    wait(t, length - 0.001)
    assert (t.phase, front(t, "p1")) == ("reaction", "")
    wait(t, 0.001)
    assert (phase(t), front(t, "p1")) == (("turn", "p1"), "SHL")


def test_answer_after_the_window_is_late():
    t = played()
    moment = t.moment
    wait(t, 6)
    with refused(t, "stale_move"):
        act(t, "p2", "ivanhoe", moment=moment)


def lengths(hands):
    """Return the times in ms for which windows are open without answers."""
    found = []
    for number in range(60):
        t = played(hands, seed=f"{number:032x}")
        found.append(t.next_timeout() - t.now)
        wait(t, found[-1] / 1000 - 0.001)
        assert t.phase == "reaction"
    return found


def test_length_is_drawn_and_does_not_depend_on_who_holds_the_card():
    nobody = lengths("SHL / R3 / R4")
    assert 2400 <= min(nobody) < max(nobody) <= 6000
    assert len(set(nobody)) > 30
    assert nobody == lengths("SHL / IVA / R4") == lengths("SHL / R3 / IVA") == lengths("SHL IVA / R3 / R4")


def test_cancelled_card_was_played_and_the_turn_goes_on():
    t = table("DIS RIP / IVA / ", "R3 / S2 R5 / ", must_play_card=True)
    play(t, "p1", "DIS")
    ivanhoe(t, "p2")
    assert (phase(t), t.cards_played) == (("turn", "p1"), 1)
    play(t, "p1", "RIP", "p2")
    assert displays(t) == "R3 R5 / S2 / "


def test_card_in_force_cannot_be_cancelled_later():
    t = played("SHL CHW / R3 / IVA")
    let(t, "p2", "p3")
    play(t, "p1", "CHW", colour="blue")
    ivanhoe(t, "p3")
    assert (front(t, "p1"), t.colour) == ("SHL", "red")


def test_prompt_says_what_was_played_and_not_who_can_answer():
    t = played()
    assert (
        english(GAME.prompt(t, "p2"))
        == english(GAME.prompt(t, "p3"))
        == "p1 plays Shield. Do you let this happen?"
    )
    assert english(GAME.prompt(t, "p1")) == "You play Shield. Wait for the others."
    assert english(GAME.prompt(t, None)) == "p1 plays Shield. Wait for the others."


# Adapt


def adapting(**values):
    """p1 has played Adapt; p2 and p3 choose."""
    t = table("ADA R5 / / / ", "R5 / R3 S3 / S2 B2 / ", **values)
    play(t, "p1", "ADA")
    return t


def test_nobody_has_chosen_while_adapt_may_be_cancelled():
    t = table("ADA / IVA / ", "R5 / R3 S3 / S2 B2")
    play(t, "p1", "ADA")
    assert offered(t, "p2") == {"ivanhoe", "pass"}


def test_choices_have_their_effect_together():
    t = adapting()
    act(t, "p2", "keep", value_3=cards("S3"))
    assert (displays(t), offered(t, "p2"), offered(t, "p3")) == ("R5 / R3 S3 / S2 B2 / ", set(), {"keep"})
    act(t, "p3", "keep", value_2=cards("B2"))
    assert (displays(t), phase(t)) == ("R5 / S3 / B2 / ", ("turn", "p1"))


def test_choices_are_secret_until_all_have_chosen():
    one, other = adapting(), adapting()
    events = act(one, "p2", "keep", value_3=cards("S3"))
    act(other, "p2", "keep", value_3=cards("R3"))
    nobody = adapting()
    nobody.now = one.now
    for viewer in ("p1", "p3", "p4", None):
        assert [event.view(viewer, 1, 0).type for event in events] == ["hidden"]
        assert engine.observation(GAME, one, viewer) == engine.observation(GAME, other, viewer)
        assert engine.observation(GAME, one, viewer) == engine.observation(GAME, nobody, viewer)
        assert GAME.prompt(one, viewer) == GAME.prompt(nobody, viewer)
    assert one.next_timeout() == nobody.next_timeout()


@pytest.mark.parametrize("chosen", ["R3", "S3"])
def test_clock_keeps_the_latest_of_those_who_have_not_chosen(chosen):
    t = adapting()
    act(t, "p2", "keep", value_3=cards(chosen))
    wait(t, 20)
    assert displays(t) == f"R5 / {chosen} / B2 / "


def test_each_value_is_chosen_by_itself():
    t = table("ADA / ", "R5 / R3 S3 R4 B4 S2")
    play(t, "p1", "ADA")
    (form,) = engine.moves(GAME, t, "p2")
    assert [(field.name, field.of) for field in form.fields] == [
        ("value_3", cards("R3 S3")),
        ("value_4", cards("R4 B4")),
    ]
    act(t, "p2", "keep", value_3=cards("R3"), value_4=cards("B4"))
    assert display(t, "p2") == "R3 B4 S2"


def test_actor_waits_while_others_choose():
    t = adapting()
    with refused(t, "not_settled"):
        act(t, "p1", "play_value", card=cards("R5"))
