"""A request is parsed the same way with and without a similar request before it on the connection."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from cheat.server.fast_path import UNKNOWN_CALLER, Call, call_of
from cheat.server.request_head import Fields, Head
from cheat.service.delivery.answers import PollQuery

ASKER = UNKNOWN_CALLER._replace(authorization="Bearer x", token="x")
POLL = b"/api/rooms/bcdfg/events"
PARTS = (
    b"since=e.1 since=e.12 since= since since=%65.1 since=e.1%20 since=e=1 ?since=e.1 xsince=e.1 "
    b"wait=25 wait=2 wait=soon client=a past=1 past= lang=es "
    b"since=e.1&known= since=e.2&known=0a since=e.2&known=x known=0a known=0b k%6eown=0c"
).split()
queries = st.lists(st.sampled_from([*PARTS, b""]), max_size=4).map(b"&".join)
targets = st.tuples(
    st.sampled_from([POLL, b"/api/rooms/BCDFG/events", b"/api/rooms/bcdfg/actions", b"/api/rooms"]), queries
).map(b"?".join)
heads = st.tuples(st.sampled_from([b"GET", b"POST"]), targets, st.sampled_from([None, 0, 4])).map(
    lambda told: Head(told[0], told[1], Fields(b"", told[2], {}), 0)
)


def polled(query: bytes) -> Head:
    return Head(b"GET", POLL + b"?" + query, Fields(b"", None, {}), 0)


def understood(head: Head, last: Head) -> Call | None:
    """Return a request that follows another one."""
    return call_of(head, ASKER, call_of(last, ASKER))


@given(heads, heads)
@example(polled(b"since=e.12&wait=2"), polled(b"since=e.1&wait=25"))
@example(polled(b"since=e.1"), polled(b"since=e.1&since=e.1"))
@example(polled(b"since=e.1&since=e.2"), polled(b"since=e.1"))
def test_earlier_requests_do_not_change_parsing(head: Head, last: Head) -> None:
    assert understood(head, last) == call_of(head, ASKER)


def test_next_poll_of_a_page_differs_only_by_its_cursor() -> None:
    first, next_one = polled(b"since=e.1&wait=25&client=a"), polled(b"since=e.2&wait=25&client=a")
    call = understood(next_one, first)
    assert call is not None
    assert call.query == PollQuery("e.2", 25.0, "a")


def test_other_caller_is_not_mistaken_for_the_last() -> None:
    other = ASKER._replace(token="y")
    call = call_of(polled(b"since=e.2"), other, call_of(polled(b"since=e.1"), ASKER))
    assert call is not None
    assert call.caller is other
