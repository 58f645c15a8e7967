"""The game that docs/games/python.md walks through is a game like every other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cheat.bots.bot import Bot
from cheat.engine import engine
from cheat.engine.forms import sample
from cheat.engine.options import checked_options
from cheat.engine.rng import Rng
from cheat.engine.table import Event
from cheat.errors import CheatError, Refused
from cheat.i18n.messages import ENGLISH
from tests.games.toy_game import GAME, Choose, ToyTable

DOCS = Path(__file__).resolve().parents[2] / "docs/games/python.md"
SEED = "ab" * 16


def dealt(seats: int, **options: Any) -> ToyTable:
    players = [f"p{number + 1}" for number in range(seats)]
    table, events = engine.deal(GAME, players, checked_options(GAME.options_type, options), SEED, 0, None)
    assert events
    assert isinstance(table, ToyTable)
    return table


def act(table: ToyTable, player: str, name: str, **args: Any) -> list[Event]:
    return engine.act(GAME, table, player, name, {"moment": table.moment, **args}, table.now)


def show(table: ToyTable, player: str, place: int = 0) -> list[Event]:
    return act(table, player, "show", card=[table.hand(player).cards[place]])


def offered(table: ToyTable, player: str) -> list[str]:
    return [form.name for form in engine.moves(GAME, table, player)]


def shown(seats: int = 3, **options: Any) -> ToyTable:
    """All have shown a card of their own rank: p1 an ace, p2 a two, ...; the last one is ahead."""
    table = dealt(seats, **options)
    for rank, id in enumerate(table.active()):
        table.hand(id).cards[0] = f"{'A2345'[rank]}S"
        show(table, id)
    return table


def test_docs_show_the_code_that_is_tested():
    source = (Path(__file__).parent / "toy_game.py").read_text()
    shown = DOCS.read_text().partition("```python\n")[2].partition("```")[0]
    assert shown == source[source.index("ToyOptions:") :]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("objections", [0, 1, 2])
def test_random_play_ends_and_cards_are_kept(seats, objections):
    table, chance = dealt(seats, objections=objections), Rng(SEED)
    while table.result is None:
        player, offer = chance.choice([(id, one) for id in table.active() for one in GAME.moves(table, id)])
        engine.act(GAME, table, player, offer.name, sample(offer, table.cards_of, chance), 0)
        again = msgspec.json.decode(msgspec.json.encode(table), type=ToyTable)
        assert again == table
        assert sum(len(zone.cards) for zone in table.zones.values()) == 5 * seats
    assert table.result.winners


def test_what_somebody_chose_is_nobody_elses_business():
    table = dealt(3)
    (event,) = show(table, "p1")
    assert event.viewers == ["p1"]
    assert (offered(table, "p1"), offered(table, "p2")) == ([], ["show"])
    assert [engine.observation(GAME, table, id).decisions[0].answers for id in ("p2", None)] == [{}, {}]
    assert ENGLISH.say(GAME.prompt(table, "p1")) == "Waiting for the other players to choose."


def test_the_last_choice_shows_all_cards():
    table = dealt(2)
    table.hand("p1").cards[0], table.hand("p2").cards[0] = "QH", "2C"
    show(table, "p1")
    events = show(table, "p2")
    assert [event.type for event in events] == ["answered", "shown", "shown"]
    assert events[1].view(None, 1, 0).args == {"card": "Queen of hearts"}
    assert table.zones["shown"].cards == ["QH", "2C"]


def test_an_objection_lets_everybody_choose_again_once():
    table = shown()
    assert [offered(table, id) for id in table.active()] == [["object", "pass"], ["object", "pass"], []]
    act(table, "p1", "object")
    for id in table.active():
        show(table, id)
    assert table.result is not None


def test_the_highest_card_wins_when_all_others_let_it():
    table = shown()
    act(table, "p1", "pass")
    assert table.result is None
    act(table, "p2", "pass")
    assert table.result.winners == ["p3"]


def test_the_clock_ends_it_too():
    table = dealt(2)
    while table.result is None:
        assert engine.expire(GAME, table, table.next_timeout())


def test_who_leaves_is_waited_for_no_longer():
    """The leaver was the last who had not chosen, and then the last who could object."""
    table = dealt(4)
    for id in ("p1", "p2", "p3"):
        show(table, id)
    engine.leave(GAME, table, "p4", 0)
    assert len(table.zones["shown"].cards) == 3
    table = shown(3)
    act(table, "p1", "pass")
    engine.leave(GAME, table, "p2", 0)
    assert table.result.winners == ["p3"]
    assert table.result.standing[-1].id == "p2"


def test_what_is_not_offered_is_refused():
    table = dealt(2)
    mine, others = table.hand("p1").cards[:1], table.hand("p2").cards[:1]
    for move, args in (("show", {"card": others}), ("show", {"card": []}), ("object", {}), ("pass", {})):
        with pytest.raises(CheatError):
            act(table, "p1", move, **args)
    show(table, "p1")
    with pytest.raises(CheatError):
        act(table, "p1", "show", card=mine)


def test_an_ask_says_why_its_move_is_not_offered():
    table = shown()
    with pytest.raises(Refused, match="You are ahead"):
        act(table, "p3", "object")


def test_an_ask_may_say_why_values_cannot_be_chosen(monkeypatch):
    def explain(self, t, player, name, args):
        return Refused("That card lies elsewhere.", "lies_elsewhere") if name == "show" else None

    table, foreign = dealt(3), ["no such card"]
    with pytest.raises(Refused) as plain:
        act(table, "p1", "show", card=foreign)
    monkeypatch.setattr(Choose, "explain", explain)
    with pytest.raises(Refused) as explained:
        act(table, "p1", "show", card=foreign)
    assert (plain.value.code, explained.value.code) == ("card_not_there", "lies_elsewhere")
    for args, code in ({"card": "x"}, "bad_field"), ({"card": foreign, "moment": 99}, "stale_move"):
        with pytest.raises(CheatError) as other:
            act(table, "p1", "show", **args)
        assert other.value.code == code


def test_the_bot_that_knows_only_forms_plays_it():
    table = dealt(2)
    sight = engine.observation(GAME, table, "p1")
    name, args = Bot().choose(sight, "p1", engine.moves(GAME, table, "p1"), {}, Rng(SEED))
    assert engine.act(GAME, table, "p1", name, args, 0)
