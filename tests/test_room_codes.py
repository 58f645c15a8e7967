"""Room codes can be read aloud, typed and shown to anybody."""

from __future__ import annotations

import itertools

import pytest

from cheat.service import room_codes

MANY = [room_codes.new_code() for _ in range(3000)]


def test_code_is_five_letters_of_the_alphabet() -> None:
    assert all(len(code) == 5 and set(code) <= set(room_codes.LETTERS) for code in MANY)


def test_every_letter_is_used_in_every_place() -> None:
    for place in range(5):
        assert {code[place] for code in MANY} == set(room_codes.LETTERS)


def test_codes_rarely_repeat() -> None:
    """There are two million codes: among 3000, about 2.4 pairs are equal."""
    assert len(set(MANY)) > 2980


def test_alphabet_has_no_vowels_and_nothing_that_is_mistaken_for_another() -> None:
    assert not set(room_codes.LETTERS) & set("aeiouy" + "ils" + "0123456789")
    assert len(set(room_codes.LETTERS)) == len(room_codes.LETTERS)


def test_rude_codes_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = itertools.chain("bfckx" + "wtfbb" + "kwzpt")
    monkeypatch.setattr(room_codes.secrets, "choice", lambda alphabet: next(letters))
    assert room_codes.new_code() == "kwzpt"


def test_every_rude_part_can_be_spelled_with_the_alphabet() -> None:
    """A forbidden part that no code can contain would be useless."""
    parts = room_codes.RUDE.pattern.split("|")
    assert "fck" in parts
    assert [part for part in parts if not room_codes.RUDE.search("z" + part)] == []


@pytest.mark.parametrize("written", ["kwzpt", "KWZPT", "  kwzpt", "kwzpt\n", "\t KwZpT  "])
def test_case_and_blanks_around_do_not_matter(written: str) -> None:
    """Acceptance: edge case 24 of the rules."""
    assert room_codes.normalized(written) == "kwzpt"


@pytest.mark.parametrize(
    "written",
    [
        "kwzpt.",
        "(kwzpt)",
        "kwzpt!",
        "„kwzpt“",
        "kwzpt\u200b",
        "\u200ekwzpt\ufeff",
        "kwz\u00adpt",
        "ＫＷＺＰＴ",
    ],
)
def test_characters_around_a_shared_code_are_ignored(written: str) -> None:
    assert room_codes.normalized(written) == "kwzpt"


@pytest.mark.parametrize("written", ["kwzp", "kwzptk", "kwzp1", "kwzpt2", "kwz-pt", "k.wzpt", "kwzpṭ"])
def test_junk_does_not_become_a_code(written: str) -> None:
    assert room_codes.normalized(written) == written


def test_normal_code_stays_as_it_is() -> None:
    assert all(room_codes.normalized(code) == code for code in MANY)


def test_blank_inside_is_another_code() -> None:
    assert room_codes.normalized("kw zpt") == "kw zpt"
