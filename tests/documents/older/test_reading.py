"""Reading documents in the older format, and the diagnostics for wrong ones."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.documents import compiled
from cheat.documents.importer.conversion import Files, convert, looks_older
from cheat.documents.importer.reading import is_older

from .older_documents import PILES, PLAY, TAKE, TURN_UP, converted, diagnostics_of, older, ours, playing

OWN = {"id": 7, "suits": ["Sun", "Moon"], "values": ["Low", "Mid", "High"]}


def own(**changes: Any) -> dict[str, Any]:
    return {"decks": [{**OWN, **changes}]}


def codes_of(doc: Any, decks: Any = None) -> dict[str, tuple[Any, ...]]:
    """The cards of a converted document, with their attributes."""
    game = compiled(converted(doc, decks).document)
    return {code: kind.values for code, kind in game.compiled.deck.kinds.items()}


def attribute(name: str, doc: Any, decks: Any = None) -> dict[str, Any]:
    """One attribute of each card."""
    game = compiled(converted(doc, decks).document)
    at = game.compiled.deck.attributes.index(name)
    return {code: kind.values[at] for code, kind in game.compiled.deck.kinds.items()}


# What it is


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ({"deckId": 1}, True), ({"gameLoop": "1"}, True), ({"cardgame": 1, "deckId": 1}, False), ({}, False),
        ([], False),
    ],
)  # fmt: skip
def test_a_document_is_told_by_its_keys(stated: Any, found: bool) -> None:
    assert is_older(stated) == found


def test_text_that_is_no_json_is_told_by_its_keys_too() -> None:
    assert looks_older(b'{"deckId": 1,}')
    assert not looks_older(b'{"cardgame": 1, "deckId": 1,}')
    assert looks_older(b'\xef\xbb\xbf{"deckId": 1}'), "some editors mark the beginning of a file"


# Decks


def test_three_decks_are_there() -> None:
    spanish, poker, pointed = (older(deckId=id) for id in (1, 2, 3))
    assert len(codes_of(spanish)) == 40
    assert attribute("trank", spanish)["10O"] == attribute("trank", spanish)["10B"] == 10, "the sotas"
    assert {attribute("trank", spanish)[code] for code in ("7C", "11C", "12C")} == {7, 11, 12}
    assert set(attribute("points", spanish).values()) == set(attribute("points", poker).values()) == {0}
    assert (len(codes_of(poker)), attribute("trank", poker)["AS"], attribute("trank", poker)["KS"]) == (
        52,
        1,
        13,
    )
    points = attribute("points", pointed)
    assert [points[code] for code in ("AH", "2H", "10H", "JH", "QH", "KH")] == [11, 2, 10, 10, 10, 10]


def test_a_deck_of_ones_own() -> None:
    doc = older(deckId=7)
    assert set(codes_of(doc, own())) == {"Lowa", "Mida", "Higha", "Lowb", "Midb", "Highb"}
    assert attribute("trank", doc, own())["Higha"] == 3, "ranks count from 1"
    assert attribute("points", doc, own())["Higha"] == 0
    given = own(ranks=[5, "1", 9], points=[0, 10, -2])
    assert [attribute("trank", doc, given)[code] for code in ("Lowa", "Mida", "Higha")] == [5, 1, 9]
    assert attribute("points", doc, given)["Highb"] == -2
    within = older(deckId=7, decks=own()["decks"])
    assert set(codes_of(within)) == set(codes_of(doc, own())), "decks may stand in the document"
    assert set(codes_of(doc, own()["decks"])) == set(codes_of(doc, own())), "or be a list"


def test_cards_that_are_called_alike_are_told_apart() -> None:
    deck = own(suits=["b", "Low"], values=["a", "aa", "else"], points=[1, 2, 3])
    assert attribute("points", older(deckId=7), deck) == {
        "aa": 1, "aaa": 2, "elsea": 3, "ab": 1, "aab": 2, "elseb": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "path", "words"),
    [
        ({"id": None}, "decks[0]", "“id” is missing."),
        ({"suits": None}, "decks[0]", "“suits” is missing."),
        ({"values": []}, "decks[0]", "“values” is missing."),
        ({"ranks": [1, 2]}, "decks[0].ranks", "a list of 3, one for each value"),
        ({"points": [1, 2, "x"]}, "decks[0].points[2]", "This must be a whole number; it is “x”."),
        ({"values": ["A", "A"]}, "decks[0].values[1]", "“A” is listed twice here."),
        (
            {"values": [str(n) for n in range(80)]},
            "decks[0]",
            "A deck can have at most 150 cards; this one has 160.",
        ),
    ],
)
def test_what_is_wrong_with_a_deck_is_told_in_its_own_file(changes: Any, path: str, words: str) -> None:
    (one, *_) = [one for one in diagnostics_of(older(deckId=1), own(**changes)) if one.severity == "error"]
    assert (one.file, one.path) == ("deck.json", path)
    assert words in one.text


def test_an_unknown_deck_names_those_there_are() -> None:
    (one,) = diagnostics_of(older(deckId=9), own())
    assert (one.path, one.text) == ("deckId", "There is no deck 9. Use one of 1, 2, 3, 7.")
    assert one.line == 2


# Facts


@pytest.mark.parametrize(
    ("config", "players"),
    [
        ({"numPlayers": [2, 4]}, {"min": 2, "max": 4, "allowed": [2, 4]}),
        ({"numPlayers": [4, 2, 3]}, {"min": 2, "max": 4}),
        ({"numPlayers": "3"}, {"min": 3, "max": 3}),
        ({"numPlayers": None}, {"min": 2, "max": 2}),
    ],
)
def test_numbers_of_players(config: Any, players: Any) -> None:
    assert ours(older(config))["players"] == players


def test_a_title_is_the_documents_or_that_of_its_file() -> None:
    assert ours(older())["id"] == "like-suits"
    nameless = converted(older({"gameName": None}), title="Mi Juego Ñandú 2")
    assert compiled(nameless.document).slug == "mi-juego-nandu-2"
    assert ours(older({"gameName": "  "}))["name"] == "Untitled"
    assert ours(older({"gameName": 31}))["id"] == "game-31"


def test_numbers_and_texts_stand_for_each_other_and_one_thing_for_a_list() -> None:
    usual = ours(older())
    changed = older({"startCardsPerPlayer": 4, "numPlayers": ["2", "3"]}, deckId="1", gameLoop="1 OR 2")
    changed["zones"] = {key: value[0] for key, value in PILES.items()}
    play = {**PLAY, "id": "1", "numCards": "1", "preconditions": PLAY["preconditions"][0]}
    changed["actions"] = [play, TAKE, TURN_UP]
    changed["winConditions"] = {"type": "numCards", "numCards": 0}
    assert ours(changed) == usual


@pytest.mark.parametrize(
    ("wildcards", "wild"),
    [
        ([{"id": 1, "value": ["Sota"], "suits": ["Oros"]}], {"10O"}),
        ([{"values": ["Sota"], "suits": ["Oros", "Copas"]}], {"10O", "10C"}),
        ([{"value": "1", "suits": ["Oros", "ALL"]}], {"1O", "1C", "1E", "1B"}),
        ([{"value": ["1", 2]}], {f"{value}{suit}" for value in "12" for suit in "OCEB"}),
        ([{"suits": "ALL"}], set()),
        ({"value": "Rey", "suits": "oros"}, {"12O"}),
        (None, set()),
    ],
)  # fmt: skip
def test_wild_cards(wildcards: Any, wild: set[str]) -> None:
    marked = attribute("is_wild", older(wildcards=wildcards))
    assert {code for code, is_wild in marked.items() if is_wild} == wild


def test_names_of_cards_are_taken_for_the_nearest_one() -> None:
    starts = {"type": "card", "cardSuit": "Oro", "cardValue": "rey"}
    (one,) = diagnostics_of(older({"whoStarts": starts}))
    assert (one.severity, one.path) == ("warning", "config.whoStarts.cardSuit")
    assert one.text.startswith("There is no suit “Oro”; “Oros” is used instead.")
    (one,) = diagnostics_of(older({"whoStarts": {**starts, "cardSuit": "Picas?!"}}))
    assert (one.severity, one.text) == (
        "error",
        "There is no suit “Picas?!”. Use one of Bastos, Copas, Espadas, Oros.",
    )


# What is wrong


@pytest.mark.parametrize(
    ("doc", "path", "words"),
    [
        (older(deckId=None), "", "“deckId” is missing."),
        (older({"numPlayers": [2, 5]}), "config.numPlayers[1]", "a number from 2 to 4; it is 5."),
        (older({"startCardsPerPlayer": None}), "config", "“startCardsPerPlayer” is missing."),
        (older({"startCardsPerPlayer": "many"}), "config.startCardsPerPlayer", "it is “many”."),
        (older({"whoStarts": {"type": "card"}}), "config.whoStarts", "“cardValue” is missing."),
        (older({"whoStarts": {"type": "crad"}}), "config.whoStarts.type", "Did you mean “card”?"),
        (older({"canPass": "yes"}), "config.canPass", "This must be true or false; it is “yes”."),
        (older(actions=None), "actions", "A game needs at least one action."),
        (older(actions=[{**PLAY, "id": None}, TAKE, TURN_UP]), "actions[0]", "“id” is missing."),
        (older(actions=[PLAY, TAKE, {**TURN_UP, "id": 2}]), "actions[2].id", "There is already an action 2."),
        (older(actions=[{**PLAY, "origin": None}, TAKE]), "actions[0]", "“origin” is missing."),
        (
            older(actions=[{**PLAY, "destination": "DISCRAD"}, TAKE]),
            "actions[0].destination",
            "Did you mean “DISCARD”?",
        ),
        (older(actions=[{**PLAY, "numCards": 0}, TAKE]), "actions[0].numCards", "1 or more; it is 0."),
        (older(gameLoop=None), "", "“gameLoop” is missing."),
        (older(gameLoop="(1 OR 2) AND 2"), "gameLoop", "Remove the parentheses"),
        (older(gameLoop="1 OR 5"), "gameLoop", "There is no action 5. Use one of 1, 2, 3."),
        (older(gameLoop="1 ADN 2"), "gameLoop", "Did you mean “AND”?"),
        (older(gameLoop="1 OR"), "gameLoop", "ids of actions"),
        (older(round0={"loop": "9{2}"}), "round0.loop", "There is no action 9."),
        (older(round0={"loop": "deal{2}"}), "round0.loop", "“4{2}”"),
        (older(winConditions=None), "winConditions", "A game needs a way to win."),
        (older(winConditions=[{"type": "flsh"}]), "winConditions[0].type", "Did you mean “flush”?"),
        (older(winConditions=[{"type": "flush"}]), "winConditions[0]", "“numCards” is missing."),
        (older(winConditions=[{"type": "points", "order": "UP"}]), "winConditions[0].order", "DSC"),
        (older(zones={**PILES, "drawPiles": [{"face": "left"}]}), "zones.drawPiles[0].face", "up, down"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_path(doc: Any, path: str, words: str) -> None:
    made = converted(doc)
    errors = [one for one in made.diagnostics if one.severity == "error"]
    assert made.document == b""
    assert errors[0].path == path, [(one.path, one.text) for one in errors]
    assert words in errors[0].text
    assert errors[0].line > 0


@pytest.mark.parametrize(
    ("condition", "changes", "words"),
    [
        (("<", "suit"), {}, "“suit” has no order. Use “==” or “!=”."),
        ((">=", "isWildcard"), {}, "“isWildcard” has no order"),
        (("<", "empty"), {}, "“empty” has no order"),
        (("+1", "points"), {}, "“+1” only works with “value” or “rank”"),
        (("==", "suit"), {"destination": "OWN-HAND", "origin": "DRAW"}, "A hand has no top card"),
        (("==", "rank"), {"destination": "DRAW"}, "This pile is face down"),
        (("=", "rank"), {}, "This must be one of"),
        (("==", "ranks"), {}, "Did you mean “rank”?"),
    ],
)
def test_comparisons_that_say_nothing_are_errors(condition: Any, changes: Any, words: str) -> None:
    doc = older(actions=[playing(condition, **changes), TAKE, TURN_UP])
    one = next(one for one in diagnostics_of(doc) if one.severity == "error")
    assert one.path.startswith("actions[0].preconditions[0].")
    assert words in one.text


def test_what_a_hand_and_a_hidden_pile_can_be_asked_is_no_error() -> None:
    for by in ("isWildcard", "empty"):
        for changes in ({"destination": "DRAW"}, {"origin": "DRAW", "destination": "OWN-HAND"}):
            doc = older(actions=[playing(("==", by), **changes), TAKE, TURN_UP])
            assert not [one for one in diagnostics_of(doc) if one.severity == "error"]


def test_a_hidden_discard_pile_is_compared_with_nothing_either() -> None:
    zones = {**PILES, "discardPiles": [{"face": "down"}]}
    assert [one.code for one in diagnostics_of(older(zones=zones))] == ["leak"]


@pytest.mark.parametrize(
    ("change", "path", "hint"),
    [
        ({"gameloop": "1"}, "gameloop", ""),
        ({"winConditons": []}, "winConditons", ""),
        ({"styleProprties": {}}, "styleProprties", "styleProperties"),
    ],
)
def test_unknown_keys_are_warnings_with_the_nearest_known_one(change: Any, path: str, hint: str) -> None:
    made = converted(older(**change))
    (one,) = made.diagnostics
    assert (one.severity, one.code, one.path, one.hint) == ("warning", "unknown_key", path, hint)
    assert made.document


def test_keys_of_parts_are_looked_at_as_well() -> None:
    doc = older({"numPlayer": [2]}, actions=[{**PLAY, "preconditons": []}, TAKE, TURN_UP])
    assert {(one.path, one.hint) for one in diagnostics_of(doc)} == {
        ("config.numPlayer", ""), ("actions[0].preconditons", ""),
    }  # fmt: skip


def test_the_linter_knows_descriptions_that_promise_one_step() -> None:
    doc = older(
        actions=[playing((">", "rank"), description="Play the immediately higher rank"), TAKE, TURN_UP]
    )
    (one,) = diagnostics_of(doc)
    assert (one.severity, one.path) == ("warning", "actions[0].description")
    assert "“+1”" in one.text
    assert (
        diagnostics_of(older(actions=[playing(("+1", "rank"), description="the next one"), TAKE, TURN_UP]))
        == []
    )


def test_a_stray_brace_is_told_with_line_column_and_the_line_before() -> None:
    made = convert(Files(b'{"deckId": 1,\n "config": {"canPass": true}}\n}'))
    (one,) = made.diagnostics
    assert one.code == "json"
    assert one.text.startswith("Line 3, column 1: ")
    assert one.text.endswith('The line before it: "config": {"canPass": true}}')


def test_documents_of_old_load_by_the_defaults() -> None:
    doc = older(
        {"gameName": None},
        zones={"hands": [{"id": 1, "pos-x": 3, "pos-y": "4"}], "drawPiles": [{}, PILES["drawPiles"][0]],
            "discardPiles": [{"id": 1}]},
        wildcards=[{"id": 1, "values": ["Sota"], "suits": ["ALL"]}],
        actions=[{key: value for key, value in one.items() if key != "AI"} for one in (PLAY, TAKE, TURN_UP)],
    )  # fmt: skip
    made = converted(doc)
    assert ([one.code for one in made.diagnostics], bool(made.document)) == (["no_effect"], True)


def test_all_that_is_wrong_is_told_at_once() -> None:
    doc = older({"numPlayers": [9]}, deckId=12, gameLoop="7", winConditions=[])
    assert len([one for one in diagnostics_of(doc) if one.severity == "error"]) == 4


def test_nothing_that_anybody_writes_is_more_than_told() -> None:
    """Every part of the document is exchanged for something else."""
    strange: list[Any] = [None, [], {}, "", "x", -1, 10**9, 1.5, True, [[]], [{}], [None], {"a": None}]
    doc = older({"whoStarts": {"type": "card"}}, wildcards=[{}], AIs=["A"], AIPriorities={"1": {}},
        styleProperties={"tableColor": "red"})  # fmt: skip
    for key in doc:
        for value in strange:
            converted({**doc, key: value})
    for part in ("config", "zones", "round0"):
        for key in doc[part]:
            for value in strange:
                converted({**doc, part: {**doc[part], key: value}})
    for key in PLAY:
        for value in strange:
            converted({**doc, "actions": [{**PLAY, key: value}, TAKE, TURN_UP]})


# Looks


def test_looks_are_taken_over_where_they_can_do_no_harm() -> None:
    style = {"tableColor": "green", "bckgndColor": "#092e20", "cardWidth": 300, "cardHeight": "10",
        "cardSeparationInHand": 0, "cardBackImgName": "cardBack_red3.png", "gameTitleFont": "Arial",
        "changeTurnTextFont": "Luckiest Guy", "changeTurnTextColor": "#ffe400", "player1Top": 20,
        "timeBetweenTurns": 1000, "helpTextColor": None}  # fmt: skip
    made = converted(older(styleProperties=style))
    ignored, font = made.diagnostics
    assert (font.path, "“Arial” cannot be used here" in font.text) == ("styleProperties.gameTitleFont", True)
    assert (ignored.code, ignored.severity, ignored.path) == ("no_effect", "warning", "styleProperties")
    assert ignored.text.endswith("so these keys have no effect: player1Top, timeBetweenTurns.")
    assert ours(older(styleProperties=style))["style"] == {
        "table": "green", "background": "#092e20", "card_width": "120", "card_height": "60",
        "card_separation": "0", "card_back": "red3", "turn_font": "luckiest-guy", "turn": "#ffe400",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tableColor", "red; background: url(//x)"), ("tableColor", 7), ("cardWidth", "wide"),
        ("cardBackImgName", "../../etc/passwd"), ("cardBackImgName", "cardBack_blue9.png"),
        ("bckgndColor", "#12"), ("gameTitleFont", 7),
    ],
)  # fmt: skip
def test_looks_that_are_none_are_warnings(key: str, value: Any) -> None:
    made = converted(older(styleProperties={key: value}))
    (one,) = made.diagnostics
    assert (one.severity, one.path) == ("warning", f"styleProperties.{key}")
    assert "style" not in ours(older(styleProperties={key: value}))


@pytest.mark.parametrize(
    ("wildcards", "line"),
    [
        ([], None),
        ([{"values": ["Rey", "Sota"]}], "Wild: Rey, Sota."),
        ([{"values": ["Rey"], "suits": ["Oros"]}, {"value": ["1"]}], "Wild: Rey (Oros); 1."),
    ],
)
def test_the_rules_name_the_wild_cards(wildcards: Any, line: str | None) -> None:
    lines = ours(older(wildcards=wildcards))["rules"]["en"].splitlines()
    assert [one for one in lines if one.startswith("Wild")] == ([line] if line else [])
