"""Names have 1 to 16 characters after trimming and are unique in a room."""

from __future__ import annotations

import pytest

from cheat.errors import BadValue, Refused

from .vocabulary import do, enter, names, over, room


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada\t", "Ada"),
        ("Ada   Lovelace", "Ada Lovelace"),
        ("\u00a0Ada\u2003", "Ada"),
        ("x", "x"),
        ("x" * 16, "x" * 16),
        ("  " + "x" * 16 + "  ", "x" * 16),
        ("Zoe\u0308", "Zoë"),
        ("李小龙", "李小龙"),
        ("🂡" * 16, "🂡" * 16),
        ("<b>&amp;{p1}", "<b>&amp;{p1}"),
    ],
)
def test_name_is_kept_trimmed(written: str, kept: str) -> None:
    """Acceptance 1 and 2."""
    assert enter(room(), written).name == kept


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u00a0"])
def test_empty_name_is_refused(name: str) -> None:
    """Acceptance 4."""
    full = room("Ada")
    with pytest.raises(BadValue) as caught:
        enter(full, name)
    assert caught.value.code == "name_too_short"
    assert names(full) == ["Ada"]


@pytest.mark.parametrize("name", ["x" * 17, "x" * 5000, "é" * 17])
def test_long_name_is_refused(name: str) -> None:
    """Acceptance 4."""
    full = room("Ada")
    with pytest.raises(BadValue) as caught:
        enter(full, name)
    assert caught.value.code == "name_too_long"
    assert names(full) == ["Ada"]


@pytest.mark.parametrize(
    "name", ["A\x00", "\x1b[31mred", "a\u202eb", "a\u200bb", "\ufeffx", "a\u2066b", "\ue000"]
)
def test_name_that_cannot_be_shown_is_refused(name: str) -> None:
    """Direction marks and zero width characters would let two names look alike."""
    with pytest.raises(BadValue) as caught:
        enter(room(), name)
    assert caught.value.code == "bad_field"


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "aDa"])
def test_name_that_somebody_has_is_refused_whatever_its_case(name: str) -> None:
    full = room("Ada", "Bob")
    with pytest.raises(Refused) as caught:
        enter(full, name)
    assert (caught.value.code, caught.value.status) == ("name_taken", 409)
    assert names(full) == ["Ada", "Bob"]


@pytest.mark.parametrize(("one", "other"), [("Straße", "STRASSE"), ("Zoe\u0308", "Zoë"), ("a b", "A  B")])
def test_names_that_read_the_same_are_the_same(one: str, other: str) -> None:
    with pytest.raises(Refused, match="has this name"):
        enter(room(one), other)


def test_name_of_somebody_who_left_the_waiting_room_is_free() -> None:
    full = room("Ada", "Bob")
    do(full, "p2", "leave")
    assert enter(full, "bob").id == "p3"


def test_name_in_a_result_is_taken_until_the_result_is_gone() -> None:
    ended = over("Ada", "Bob", "Cyd")
    do(ended, "p2", "leave")
    with pytest.raises(Refused, match="has this name"):
        enter(ended, "Bob")


def test_rename_trims_and_tells_both_names() -> None:
    full = room("Ada", "Bob")
    (event,) = do(full, "p2", "rename", name="  Bea ")
    assert names(full) == ["Ada", "Bea"]
    assert (event.type, event.by, event.args) == ("renamed", "p2", {"name": "Bob"})


def test_rename_may_change_the_case_of_the_own_name() -> None:
    full = room("Ada")
    do(full, "p1", "rename", name="ADA")
    assert names(full) == ["ADA"]


@pytest.mark.parametrize(
    ("name", "code"),
    [("bob", "name_taken"), ("", "name_too_short"), ("x" * 17, "name_too_long"), ("\x07", "bad_field")],
)
def test_rename_is_refused_as_joining_is(name: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        do(room("Ada", "Bob"), "p1", "rename", name=name)
    assert caught.value.code == code


@pytest.mark.parametrize("name", [1, None, ["Bea"], {}])
def test_rename_takes_only_texts(name: object) -> None:
    with pytest.raises(BadValue) as caught:
        do(room("Ada"), "p1", "rename", name=name)
    assert caught.value.code == "bad_field"
