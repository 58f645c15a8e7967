"""Histograms, plots, texts, and the servers that may be put under load."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cheat.load.__main__ import command_line, main, plan_of
from cheat.load.histogram import Histogram
from cheat.load.plots import STYLE, Chart, Series, nice, svg
from cheat.load.server import NAMES, parsed
from cheat.load.target import allowed_target, target_of
from tests.servers import ROOT

TIMES = st.lists(st.integers(0, 10**9), min_size=1, max_size=200)


def histogram(micros: list[int]) -> Histogram:
    told = Histogram()
    for one in micros:
        told.add(one / 1e6)
    return told


@given(TIMES, st.floats(0.1, 100))
def test_percentile_is_never_too_small_and_at_most_a_sixty_fourth_too_large(
    micros: list[int], percent: float
) -> None:
    """A percentile is the lowest value that so many percent of the values do not exceed."""
    ordered = sorted(micros)
    needed = next(n for n in range(1, len(ordered) + 1) if n >= percent / 100 * len(ordered))
    exact = ordered[needed - 1] / 1000
    told = histogram(micros).ms(percent)
    assert exact * (1 - 1e-9) - 0.002 <= told <= exact * (1 + 1 / 64) + 0.002


@given(TIMES, TIMES)
def test_two_histograms_together_are_one_of_both(one: list[int], other: list[int]) -> None:
    both = histogram(one)
    both.merge(histogram(other))
    whole = histogram(one + other)
    assert list(both.buckets()) == list(whole.buckets())
    assert (both.count, both.most_s, both.ms(99)) == (whole.count, whole.most_s, whole.ms(99))
    assert both.mean_ms == pytest.approx(whole.mean_ms)


def test_nothing_took_no_time() -> None:
    assert (Histogram().ms(99), Histogram().mean_ms, list(Histogram().buckets())) == (0, 0, [])


# Plots


@pytest.mark.parametrize("log", [False, True])
def test_every_point_lies_within_the_picture(log: bool) -> None:
    lines = [Series("a <b>", [(0, 0.0), (5, 3.2), (9, 41.0)]), Series("flat", [(0, 0.0), (9, 0.0)])]
    root = ET.fromstring(
        svg(Chart("Held & told", lines, [(0, "0 s"), (5, "5 s"), (99, "no")], "ms", log), STYLE)
    )
    name = "{http://www.w3.org/2000/svg}"
    drawn = [line.attrib["points"].split() for line in root.iter(f"{name}polyline")]
    assert [len(points) for points in drawn] == [3, 2]
    places = [tuple(map(float, point.split(","))) for points in drawn for point in points]
    assert all(58 <= x <= 604 and 62 <= y <= 266 for x, y in places), places
    texts = [text.text for text in root.iter(f"{name}text")]
    assert {"Held & told, ms", "a <b>", "flat", "5 s"} <= set(texts)
    assert "no" not in texts
    assert (
        len({(line.get("style"), line.get("stroke-dasharray")) for line in root.iter(f"{name}polyline")}) == 2
    )


def test_chart_of_nothing_is_a_chart() -> None:
    ET.fromstring(svg(Chart("Empty", [Series("none", [])], [], "ms", log=True)))


def test_steps_of_an_axis_are_round() -> None:
    assert [nice(one) for one in (0.0013, 0.2, 3.1, 7, 11, 100)] == [0.002, 0.2, 5, 10, 20, 100]


# What the server tells


def test_figures_with_labels_are_added_up_and_others_left() -> None:
    held = [f'cheat_held_polls{{pid="{worker}"}} {count}' for worker, count in ((1, "2"), (2, "3.0"))]
    text = "\n".join(["# HELP x", "cheat_conflicts_total 5.0", *held, "x 1", ""])
    assert parsed(text) == {"conflicts": 5, "held": 5}


# Which server

HERE = ["http://localhost:8000", "http://127.0.0.1:1", "http://[::1]:8000/", "https://127.9.9.9"]
ELSEWHERE = ["http://192.0.2.7:8000", "https://[2001:db8::1]", "http://0.0.0.0:8000", "http://8.8.8.8"]


@pytest.mark.parametrize("url", HERE)
def test_this_machine_may_be_loaded(url: str) -> None:
    assert allowed_target(url, own=False).is_here


@pytest.mark.parametrize("url", ELSEWHERE)
def test_another_machine_may_not_unless_somebody_says_that_it_is_theirs(url: str) -> None:
    with pytest.raises(ValueError, match="--i-own-this-server"):
        allowed_target(url, own=False)
    assert not allowed_target(url, own=True).is_here


def test_refused_target_is_not_even_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--url", "http://192.0.2.7", "--tables", "1"]) == 2
    assert "--i-own-this-server" in capsys.readouterr().err


def test_name_that_means_several_machines_is_here_only_if_all_are() -> None:
    target = target_of("http://localhost:8000")
    assert not target._replace(addresses=("127.0.0.1", "192.0.2.7")).is_here


@pytest.mark.parametrize(
    "url", ["localhost:8000", "ftp://localhost", "http://localhost/api", "http://", "http://a@localhost"]
)
def test_what_is_no_server_is_refused_in_words(url: str) -> None:
    with pytest.raises(ValueError, match=r"address of a server|more in it"):
        target_of(url)


def test_host_header_has_the_port_where_it_is_not_the_usual_one() -> None:
    hosts = [
        target_of(url).host
        for url in ("http://localhost", "https://[::1]", "http://[::1]:80", "http://[::1]:81")
    ]
    assert hosts == ["localhost", "[::1]", "[::1]", "[::1]:81"]


@pytest.mark.parametrize("words", [["--tables", "0"], ["--players", "0"], ["--options", "[]"]])
def test_plan_without_sense_is_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"at least one table|options must be"):
        plan_of(command_line().parse_args(words))


def test_page_names_every_option_with_its_default_and_every_metric() -> None:
    text = (ROOT / "docs/load.md").read_text()
    rows = [line.partition("|")[2].partition("|")[0] for line in text.splitlines() if line.startswith("| `")]
    said = {word for row in rows for word in re.findall(r"`([^`]+)`", row)}
    options = {name: one.default for one in command_line()._actions for name in one.option_strings[-1:]}
    for option in options.keys() - {"--help", "--i-own-this-server"}:
        default = options[option]
        wanted = f"{option} {default:g}" if isinstance(default, int | float) else f"{option} {default or ''}"
        assert any(one.startswith(wanted.strip()) for one in said), wanted
    assert said >= NAMES.keys()
