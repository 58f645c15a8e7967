"""Line charts as SVG, without a library. Several lines share the axes. The code is pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 620, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 16, 62, 34
TICKS = 5
"""Approximate number of marks on an axis: as many as people can read at a glance."""
LEAST_MS = 0.1
"""Minimum value on a logarithmic axis. A smaller value appears at this place."""

STYLE = """
svg { --ink: #1c2330; --quiet: #5b6472; --grid: #d9dee6; --paper: #ffffff;
      --c0: #0b62c4; --c1: #b3471d; --c2: #23794a; --c3: #7a3fb0; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #e6eaf0; --quiet: #a3adba; --grid: #333b47; --paper: #161b22;
        --c0: #6cb2ff; --c1: #ff9d6c; --c2: #6fd39a; --c3: #c79bf2; }
}
svg text { font: 12px system-ui, sans-serif; fill: var(--quiet); }
svg .title { font-size: 15px; font-weight: 600; fill: var(--ink); }
svg .grid { stroke: var(--grid); stroke-width: 1; }
svg .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg .paper { fill: var(--paper); }
""".strip()
DASHES = ("", "7 4", "2 3", "10 3 2 3")
"""Dash patterns of the lines. Lines also have colours, but not all people see colours."""


class Series(NamedTuple):
    """A line: its name, and its points from left to right."""

    name: str
    points: list[tuple[float, float]]


class Chart(NamedTuple):
    """A picture.

    `ticks`: values of the x axis, with their labels. `unit`: the unit of the y axis. `log`: whether the y
    axis is logarithmic.
    """

    title: str
    series: list[Series]
    ticks: list[tuple[float, str]]
    unit: str
    log: bool = False


class Scale(NamedTuple):
    """A map from values to positions in the picture."""

    place: Callable[[float], float]
    ticks: list[float]


def svg(chart: Chart, style: str = "") -> str:
    """Return the picture. With a `style`, the picture can be a file of its own."""
    right = max((x for series in chart.series for x, _ in series.points), default=1.0)
    left = min((x for series in chart.series for x, _ in series.points), default=0.0)
    across = _linear(left, max(right, left + 1e-9), LEFT, WIDTH - RIGHT)
    values = [y for series in chart.series for _, y in series.points]
    up = _logarithmic(values) if chart.log else _from_zero(values)
    title = escape(", ".join(filter(None, (chart.title, chart.unit))))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{title}">',
        f"<style>{style}</style>" if style else "",
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="8"/>',
        f'<text class="title" x="16" y="24">{title}</text>',
        *_rows(up),
        *_columns([tick for tick in chart.ticks if left <= tick[0] <= right], across),
        *_legend(chart.series),
        *(_line(series, number, across, up.place) for number, series in enumerate(chart.series)),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _linear(low: float, high: float, begin: float, end: float) -> Callable[[float], float]:
    return lambda value: begin + (value - low) / (high - low) * (end - begin)


def _from_zero(values: Sequence[float]) -> Scale:
    top = max([*values, 0.0]) or 1.0
    step = nice(top / TICKS)
    ticks = [step * number for number in range(ceil(top / step - 1e-9) + 1)]
    return Scale(_linear(0, ticks[-1], HEIGHT - BOTTOM, TOP), ticks)


def _logarithmic(values: Sequence[float]) -> Scale:
    positive = [max(value, LEAST_MS) for value in values] or [LEAST_MS]
    low, high = floor(log10(min(positive))), ceil(log10(max(positive)) + 1e-9)
    place = _linear(low, max(high, low + 1), HEIGHT - BOTTOM, TOP)
    ticks = [10.0**power for power in range(low, max(high, low + 1) + 1)]
    return Scale(lambda value: place(log10(max(value, LEAST_MS))), ticks)


def nice(step: float) -> float:
    """Return `step` rounded up to 1, 2 or 5 times a power of ten."""
    unit = 10.0 ** floor(log10(step))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= step * (1 - 1e-9))


def _rows(up: Scale) -> list[str]:
    lines = []
    for tick in up.ticks:
        y = up.place(tick)
        lines.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    return lines


def _columns(ticks: list[tuple[float, str]], across: Callable[[float], float]) -> list[str]:
    lines = []
    for value, label in ticks:
        x = across(value)
        lines.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        anchor = "end" if x > WIDTH - RIGHT - 12 else "middle"
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="{anchor}">{label}</text>')
    return lines


def _legend(series: list[Series]) -> list[str]:
    lines, x = [], 16.0
    for number, line in enumerate(series):
        lines.append(f'<path class="line" {_style(number)} d="M{x:.0f} 44h20"/>')
        lines.append(f'<text x="{x + 25:.0f}" y="48">{escape(line.name)}</text>')
        x += 44 + 6.4 * len(line.name)
    return lines


def _line(series: Series, number: int, across: Callable[[float], float], up: Callable[[float], float]) -> str:
    places = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in series.points)
    return f'<polyline class="line" {_style(number)} points="{places}"/>'


def _style(number: int) -> str:
    dash = DASHES[number % len(DASHES)]
    return f'style="stroke: var(--c{number % 4})"' + (f' stroke-dasharray="{dash}"' if dash else "")
