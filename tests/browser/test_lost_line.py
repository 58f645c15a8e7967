"""A page goes on as before after a reload, a cut line, or an absence of the service."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Arrive, Deal
from tests.browser.line import Line
from tests.browser.person import LOST_LINE, Person
from tests.servers import Client, Web, wait_until

NOTICED_MS = 20_000
"""Maximum time in ms, far more than a busy machine needs.

A page that waited for its poll would take at least 30 seconds: a poll is held for 20 s, and given up 10 s
later.
"""


@pytest.fixture
def line(service: Web) -> Iterator[Line]:
    """A line between one page and the service."""
    line = Line(service.port)
    yield line
    line.close()


def lose(ada: Person, line: Line) -> None:
    """The line is gone, and the browser knows it."""
    ada.will_hear(LOST_LINE)
    ada.context.set_offline(True)
    line.cut()
    expect(ada.reconnecting).to_be_visible()


def restore(ada: Person, line: Line) -> None:
    line.mend()
    ada.context.set_offline(False)
    expect(ada.reconnecting).to_have_count(0)


def placed(ada: Person, name: str) -> int:
    """Return how often the page says that this player has placed cards."""
    return ada.log.filter(has_text=f"{name} placed").count()


@pytest.mark.long
def test_a_reload_keeps_seat_and_hand(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada", phone=True)
    ben, _ = deal(ada, "Ben", "Cleo", min_call_window_s=0)
    hand = ada.cards()
    ada.toggles(hand[3])
    ada.page.reload()
    expect(ada.hand).to_be_visible()
    expect(ada.me.locator(".badge")).to_have_text(["you", "host"])
    assert (ada.cards(), ada.selected()) == (hand, [])
    ada.places(hand[3], hand[0])
    ada.sees_turn("Ben")
    ada.page.reload()
    expect(ada.hand).to_be_visible()
    ada.sees_claim("2 × Aces by you")
    ada.may_not_call()
    ada.toggles(hand[1])
    assert (ada.cards(), ada.selected()) == ([hand[1], hand[2], *hand[4:]], [])
    ben.act("place", cards=ben.hand()[:1])
    ada.may_call()
    ada.page.reload()
    ada.may_call()
    ada.sees_turn("Cleo")


@pytest.mark.long
def test_a_page_that_was_offline_shows_what_happened_meanwhile(
    arrive: Arrive, deal: Deal, line: Line
) -> None:
    ada = arrive("Ada", at=line.url)
    ben, cleo = deal(ada, "Ben", "Cleo", min_call_window_s=0)
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    lose(ada, line)
    ben.act("place", cards=ben.hand()[:2])
    cleo.act("place", cards=cleo.hand()[:3])
    ada.sees_turn("Ben")
    restore(ada, line)
    ada.sees_turn("Ada")
    ada.sees_pile(6)
    ada.sees_claim("3 × Threes by Cleo")
    assert [placed(ada, name) for name in ("You", "Ben", "Cleo")] == [1, 1, 1]


def test_a_line_that_dies_without_a_word_is_noticed_in_a_running_game(
    arrive: Arrive, deal: Deal, line: Line
) -> None:
    """No connection ends, and the poll would be held for many more seconds."""
    ada = arrive("Ada", phone=True, at=line.url)
    ben, _ = deal(ada, "Ben", "Cleo", min_call_window_s=0)
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    ada.will_hear(LOST_LINE)  # pictures of cards may be on their way
    line.falls_silent()
    ben.act("place", cards=ben.hand()[:2])
    expect(ada.reconnecting).to_be_visible(timeout=NOTICED_MS)
    ada.sees_turn("Ben")
    line.mend()
    expect(ada.reconnecting).to_have_count(0)
    ada.sees_turn("Cleo")
    assert placed(ada, "Ben") == 1


def test_a_move_made_offline_arrives_once(arrive: Arrive, deal: Deal, line: Line) -> None:
    ada = arrive("Ada", phone=True, at=line.url)
    ben, _ = deal(ada, "Ben", "Cleo", min_call_window_s=0)
    card = ada.cards()[0]
    lose(ada, line)
    ada.places(card)
    ada.sees_toast("The server isn't answering. Trying again…")
    expect(ada.move("place")).to_be_disabled()
    assert ada.selected() == [card]
    restore(ada, line)
    ada.sees_turn("Ben")
    ada.sees_pile(1)
    expect(ada.toast).to_have_count(0)
    assert (ada.selected(), placed(ada, "You"), len(ben.hand())) == ([], 1, 17)


def test_a_move_whose_answer_was_lost_counts_once(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada")
    deal(ada, "Ben", "Cleo", min_call_window_s=0)
    ada.will_hear(LOST_LINE)
    sent: list[str] = []

    def lose_first_answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) > 1:
            route.continue_()
        else:
            route.fetch()
            route.abort()

    ada.page.route("**/actions", lose_first_answer)
    cards = ada.cards()
    with ada.page.expect_response("**/actions"):
        ada.places(cards[0], cards[1])
    ada.sees_turn("Ben")
    ada.sees_pile(2)
    expect(ada.toast).to_have_count(0)
    assert (len(sent), len(set(sent)), placed(ada, "You")) == (2, 1, 1)
    assert (ada.selected(), ada.cards()) == ([], cards[2:])


def test_a_service_that_went_away_and_came_back(
    arrive: Arrive, start_web: Callable[..., Web], deal: Deal
) -> None:
    """Another instance serves the other players meanwhile; the room is in Redis."""
    first = start_web()
    ada = arrive("Ada", at=first.url)
    ben, cleo = deal(ada, "Ben", "Cleo", min_call_window_s=0)
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    ada.will_hear(LOST_LINE)
    first.kill()
    expect(ada.reconnecting).to_be_visible()
    ben.act("place", cards=ben.hand()[:2])
    cleo.act("place", cards=cleo.hand()[:1])
    first.start()
    expect(ada.reconnecting).to_have_count(0)
    ada.sees_turn("Ada")
    ada.sees_pile(4)
    assert [placed(ada, name) for name in ("You", "Ben", "Cleo")] == [1, 1, 1]
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    ada.sees_pile(5)


@pytest.mark.long
def test_offline_and_back_and_a_reload_in_every_phase(arrive: Arrive, service: Web) -> None:
    """It shows at once; what happened meanwhile is there afterwards, and on a page that is opened anew."""
    ada, ben, cleo = arrive("Ada", phone=True), Client([service]), Client([service])
    ada.will_hear(LOST_LINE)

    def is_away(while_away: Callable[[], object], sees: Callable[[], object]) -> None:
        ada.context.set_offline(True)
        expect(ada.reconnecting).to_be_visible(timeout=NOTICED_MS)
        while_away()
        ada.context.set_offline(False)
        expect(ada.reconnecting).to_have_count(0)
        sees()
        ada.page.reload()
        sees()

    code = ada.creates_room()
    ben.join(code, "Ben")
    is_away(lambda: cleo.join(code, "Cleo"), lambda: ada.sees_listed("Ada", "Ben", "Cleo"))
    ada.sets_options(min_call_window_s=10, turn_s=0)
    ada.starts()
    hand = ada.cards()
    is_away(lambda: None, lambda: expect(ada.move("place")).to_be_enabled())
    assert ada.cards() == hand
    ada.places(hand[0])
    ada.sees_turn("Ben")
    cleo.act("call_cheat")  # this ends the windows of all other players
    ada.sees_verdict("Cleo")
    ben_places = lambda: wait_until(lambda: ben.try_act("place", cards=ben.hand()[:1]).ok, "Ben places", 30)  # noqa: E731
    is_away(ben_places, ada.may_call)  # their turn, and then the window in which it may be doubted
    is_away(lambda: ben.act("leave"), lambda: expect(ada.page.get_by_test_id("result")).to_be_visible())
    is_away(lambda: None, lambda: expect(ada.move("play_again")).to_be_visible())
