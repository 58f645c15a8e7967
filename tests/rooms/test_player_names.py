"""Names have 1 to 16 visible characters after trimming, and look like no other name in the room."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random

import pytest
import regex

from cheat.errors import BadValue, Refused
from cheat.i18n.graphemes import clusters
from cheat.rooms.members import BOT_NAMES, add_bot
from cheat.rooms.player_names import NAME_BOUND, NAME_MAX, clean_name, look_alike, skeletons

from .room_words import SEED, do, enter, names, over, playing, room, see

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
KISS = "👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿"


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


@pytest.mark.parametrize(
    "name",
    [
        *(
            FAMILY,
            KISS,
            ENGLAND,
            "🇩🇪🇫🇷",
            "👍🏽",
            "1\ufe0f\u20e3",
            "🏳\ufe0f\u200d🌈",
            "❤\ufe0f",
            "☎\ufe0e",
            "🧑🏽\u200d🤝\u200d🧑🏿",
        ),
        *(FAMILY * 16, KISS * 16, "👍🏽" * 16, "🇩🇪" * 16, ENGLAND * 16),
    ],
    ids=ascii,
)
def test_emoji_of_several_code_points_is_one_character(name: str) -> None:
    assert enter(room(), name).name == name


@pytest.mark.parametrize(
    "name",
    [
        *("عمر", "אורי", "שָׁלוֹם", "Ольга", "Ελένη", "ᾧ", "Nguyễn Thị Ệ", "ọ̀lá", "ศักดิ์สิทธิ์", "क्षितिज", "မြွှေ့"),
        *(
            "རྒྱ་མཚོ",
            "ស្ត្រី",
            "각",
            "がっこう",
            "علی\u200cرضا",
            "ශ්\u200dරී",
            "O'Neil-Smith.",
            "#1",
            "x²",
            "p",
            "pp2",
            "2",
        ),
    ],
    ids=ascii,
)
def test_name_of_any_script_is_kept(name: str) -> None:
    assert enter(room(), name).name == name


@pytest.mark.parametrize("name", [FAMILY * 17, "🇩🇪" * 17, "e\u0323\u0302" * 17])
def test_seventeen_characters_are_too_long_however_they_are_written(name: str) -> None:
    with pytest.raises(BadValue, match="at most 16"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("\u115f", "\u3164", "\uffa0", "a\u034fb", "\u2800", "\ufffc", "\U0001d159", "a\u00adb", "a\u180bb"),
        *(
            "a\u200db",
            "a\u200cb",
            "a\ufe0f",
            "1\ufe0f",
            "x\U000e0041",
            "🙂\U000e0041\U000e007f",
            "葛\U000e0100",
        ),
        *("a\u200eb", "a\u2067b\u2069", "\ud800", "\U000e0001"),
    ],
    ids=ascii,
)
def test_name_with_something_invisible_is_refused(name: str) -> None:
    with pytest.raises(BadValue, match="can't be shown"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["\u0301", "a \u0301", "\u0e31a", "-\u0301", "🙂\u0301", "e\u20dd"], ids=ascii
)
def test_mark_without_a_letter_is_refused(name: str) -> None:
    with pytest.raises(BadValue, match="can't be shown"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Z\u0300\u0302\u0303", "e\u0301\u0301", "ệ\u0303", "ก\u0e47\u0e47", "a" + "\u0301\u0316" * 9),
        *("क\u094d" * 9, "\u1100" * 16),
    ],
    ids=ascii,
)
def test_stacked_marks_are_refused(name: str) -> None:
    with pytest.raises(BadValue, match="too many marks"):
        clean_name(name)


def test_name_that_is_an_id_is_told_apart_from_that_player() -> None:
    """Clients replace an event's argument that is the id of a player by that player's name."""
    full = room("Ada", "p1", "p12", "P3", "p1a")
    (renamed,) = do(full, "p2", "rename", name="Bea")
    kicked = do(full, "p1", "kick", player="p3")[0]
    left = [do(full, player, "leave")[0] for player in ("p4", "p5")]
    told = [event.args["name"] for event in (renamed, kicked, *left)]
    assert told == ["“p1”", "“p12”", "P3", "p1a"]


def test_no_argument_of_an_event_is_taken_for_a_player_who_is_not_meant() -> None:
    full = room("p3", "p1", "p2")
    steps = [
        do(full, "p1", "add_bot", level="easy"),
        do(full, "p2", "rename", name="p4"),
        do(full, "p3", "leave"),
        do(full, "p1", "set_game", game="kittens"),
        do(full, "p1", "kick", player="p2"),
    ]
    args = [(event.type, *arg) for events in steps for event in events for arg in event.args.items()]
    assert [arg for arg in args if arg[2] in ("p1", "p2", "p3", "p4")] == [("kicked", "player", "p2")]


def test_braces_in_a_name_stay_braces() -> None:
    full = room("{p2}", "{by}", "Cyd")
    assert see(full, "p2").prompt == "Waiting for {p2} to start the game."
    prompts = [see(playing("{p2}", "{p3}", "{name}"), player).prompt for player in ("p2", "p3")]
    assert all("{p2}" in prompt and "{p3}" not in prompt for prompt in prompts)


LOOK_ALIKES = [
    *[("Ada", "Аda"), ("ADA", "аda"), ("Max", "Мах"), ("Anna", "ΑΝΝΑ"), ("Eva", "Evа"), ("Ben", "ᗷen")],
    *[
        ("Ada", "Ａｄａ"),
        ("fine", "ﬁne"),
        ("ada", "𝐀𝐝𝐚"),
        ("Ali", "AIi"),
        ("Bill", "BiII"),
        ("All", "Al1"),
        ("Bob", "B0b"),
    ],
    *[
        ("Ida", "lda"),
        ("❤", "❤\ufe0f"),
        (FAMILY, "👨👩👧👦"),
        ("علی\u200cرضا", "علیرضا"),
        ("Tom", "Torn"),
        ("1", "I"),
    ],
]


@pytest.mark.parametrize(("one", "other"), [*LOOK_ALIKES, *(pair[::-1] for pair in LOOK_ALIKES)], ids=ascii)
def test_name_that_looks_like_another_is_refused(one: str, other: str) -> None:
    full = room(one, "Bea")
    with pytest.raises(Refused, match="That name ") as caught:
        enter(full, other)
    assert caught.value.code == "name_taken"
    with pytest.raises(Refused, match="That name "):
        do(full, "p2", "rename", name=other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("Ali", "All"), ("Ana", "Ava"), ("Nina", "Vina"), ("Zoe", "Zoë"), ("Mia", "Mla"), ("Bo", "Bob")],
        *[(ENGLAND, SCOTLAND), ("🇩🇪", "🇫🇷"), ("👍🏽", "👍🏿"), ("李", "季"), ("Ян", "Ян2")],
    ],
    ids=ascii,
)
def test_names_that_differ_to_the_eye_live_side_by_side(one: str, other: str) -> None:
    assert names(room(one, other)) == [one, other]


def test_own_name_may_become_one_that_looks_like_it() -> None:
    full = room("Ada", "Bob")
    do(full, "p1", "rename", name="Аda")
    assert names(full) == ["Аda", "Bob"]


def test_bots_look_like_nobody() -> None:
    taken = [name.replace("o", "о").replace("i", "і").replace("e", "е").upper() for name in BOT_NAMES[:9]]
    full = room(*taken)
    add_bot(full, "easy", SEED)
    assert full.seats[-1].name not in BOT_NAMES[:9]
    with pytest.raises(Refused, match="name is taken"):
        do(full, "p1", "rename", name=full.seats[-1].name)
    assert len({skeletons(name) for name in BOT_NAMES}) == len(BOT_NAMES)


LIKELY = (
    "aAаlI1O0oﬁ🙂👨👩🏽🇩🇪1*#é\u0301\u0316\u200c\u200d\ufe0f\u20e3क\u094dष\u0e01\u0e47عم \t\u3164\u202ep23ᄀ가"
)


def some_text(chance: Random) -> str:
    """Return random characters: any, or a few that combine, look alike or are invisible."""
    if chance.random() < 0.5:
        return "".join(chance.choice(LIKELY) for _ in range(chance.randrange(chance.choice([5, 25]))))
    most = chance.choice([0x250, 0x3000, 0xD800, 0x110000])
    return "".join(chr(chance.randrange(0x20, most)) for _ in range(chance.randrange(chance.choice([5, 40]))))


INVISIBLE = regex.compile(r"(?V1)[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]--[\x20\uFE0E\uFE0F]]")
INVISIBLE_BUT_USED = {"\u200c", "\u200d", *map(chr, range(0xE0061, 0xE0080))}


def test_what_is_kept_is_a_name_and_anything_else_is_refused_in_words() -> None:
    chance, kept = Random(7), 0
    for _ in range(600):
        text, clean = some_text(chance), ""
        with suppress(BadValue):
            clean = clean_name(text)
        if clean:
            kept += 1
            assert clean_name(clean) == clean, repr(text)
            assert 1 <= len(clusters(clean)) <= NAME_MAX, repr(text)
            assert clean == clean.strip(), repr(text)
            seen = clean.translate(dict.fromkeys(map(ord, INVISIBLE_BUT_USED)))
            assert not INVISIBLE.findall(seen), repr(text)
            assert not set(clusters(clean)) & INVISIBLE_BUT_USED, repr(text)
    assert 100 < kept < 500


def test_no_two_seats_of_a_room_look_the_same() -> None:
    chance, refused = Random(8), 0
    for _ in range(60):
        full = room()
        for _ in range(10):
            try:
                enter(full, some_text(chance) if chance.random() < 0.5 else chance.choice("aAаlI1O0o"))
            except Refused:
                refused += 1
        kept = [seat.name for seat in full.seats]
        assert not any(look_alike(one, other) for nth, one in enumerate(kept) for other in kept[:nth]), kept
    assert refused > 60


@pytest.mark.parametrize(
    "text",
    [
        *(
            "\u0316\u0301" * 70_000,
            "x" * 136_000,
            "\u0301" * NAME_BOUND,
            "a" + "\u0316\u0301" * 119,
            "ﷺ" * 16,
        ),
        *(
            "👨\u200d" * 120,
            "ᾧ" * NAME_BOUND,
            "علی\u200cر" * 40,
            "क\u094d" * 120,
            "\u1100" * NAME_BOUND,
            " " * 144_000,
        ),
    ],
    ids=lambda text: f"{text[:2]!a} x {len(text)}",
)
def test_no_text_costs_much(text: str) -> None:
    """The first bound is looked at before anything is done: 140,000 marks took seconds to compose. The limit
    is far from both, so it holds on any machine.
    """
    taken = ["Ada", "Bob"] * 5
    costs = []
    for _ in range(5):
        skeletons.cache_clear()
        begun = time.thread_time()
        with suppress(Refused):
            clean_name(text, taken)
        costs.append(time.thread_time() - begun)
    assert min(costs) < 0.2


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "aDa"])
def test_name_that_somebody_has_is_refused_whatever_its_case(name: str) -> None:
    full = room("Ada", "Bob")
    with pytest.raises(Refused) as caught:
        enter(full, name)
    assert (caught.value.code, caught.value.status) == ("name_taken", 409)
    assert names(full) == ["Ada", "Bob"]


@pytest.mark.parametrize(("one", "other"), [("Straße", "STRASSE"), ("Zoe\u0308", "Zoë"), ("a b", "A  B")])
def test_names_that_read_the_same_are_the_same(one: str, other: str) -> None:
    with pytest.raises(Refused, match="name is taken"):
        enter(room(one), other)


def test_name_of_somebody_who_left_the_waiting_room_is_free() -> None:
    full = room("Ada", "Bob")
    do(full, "p2", "leave")
    assert enter(full, "bob").id == "p3"


def test_name_in_a_result_is_taken_until_the_result_is_gone() -> None:
    ended = over("Ada", "Bob", "Cyd")
    do(ended, "p2", "leave")
    with pytest.raises(Refused, match="name is taken"):
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
