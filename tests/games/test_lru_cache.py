"""Recently used values are cached, within the limit."""

from __future__ import annotations

from cheat.engine.lru import LruCache


def cached(recent: LruCache[str], keys: str) -> str:
    return "".join(key for key in keys if recent.get(key) is not None)


def test_of_too_many_the_one_asked_for_longest_ago_is_forgotten() -> None:
    recent = LruCache[str](3, 100)
    for key in "abc":
        assert recent.put(key, key.upper(), 1) == key.upper()
    assert recent.get("a") == "A"
    recent.put("d", "D", 1)
    assert cached(recent, "abcd") == "acd"


def test_what_weighs_much_takes_the_place_of_several() -> None:
    recent = LruCache[str](10, 100)
    for key, weight in (("a", 40), ("b", 30), ("c", 30)):
        recent.put(key, key, weight)
    assert cached(recent, "abc") == "abc", "as much as may be is not too much"
    recent.put("d", "d", 31)
    assert cached(recent, "abcd") == "bcd"
    recent.put("e", "e", 90)
    assert cached(recent, "abcde") == "e"


def test_the_last_one_is_kept_whatever_it_weighs() -> None:
    recent = LruCache[str](10, 100)
    recent.put("a", "a", 1)
    recent.put("b", "b", 1000)
    assert cached(recent, "ab") == "b"


def test_a_value_that_is_put_again_counts_once() -> None:
    recent = LruCache[str](2, 100)
    for weight in (60, 50):
        recent.put("a", "a", weight)
    recent.put("b", "b", 50)
    assert cached(recent, "ab") == "ab"
