"""Sounds, measured: the browser renders each one as it would play it."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import pytest

from tests.browser.conftest import Arrive

SHORTEST_S, LONGEST_S = 0.03, 2.0
SILENCE_DB = -60
"""Level in dB below which nothing can be heard beside a card game."""
STINGS = ("truth", "lie", "nope", "defused", "boom", "uno", "round", "win", "over", "turn", "danger", "call")
MOST_ALIKE = 0.95
RENDER = """async (volume) => {
  const { cues, perform } = await import("/static/js/table/synthesiser.js");
  const RATE = 22050, LENGTH_S = 3, SLICES = 60;
  let drawn = 1;
  Math.random = () => (drawn = (drawn * 48271) % 0x7fffffff) / 0x7fffffff;
  const db = (value) => 20 * Math.log10(Math.max(value, 1e-9));
  const peakOf = (samples) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const heard = async (cue) => {
    const audio = new OfflineAudioContext(1, RATE * LENGTH_S, RATE);
    perform(audio, cue, volume);
    const samples = (await audio.startRendering()).getChannelData(0);
    const peak = peakOf(samples), end = samples.findLastIndex((one) => db(Math.abs(one)) > -60);
    const slice = samples.length / SLICES;
    const crossings = [...Array(SLICES).keys()].map((nth) => {
      const part = samples.subarray(nth * slice, (nth + 1) * slice);
      const changes = part.filter((one, at) => at && (one < 0) !== (part[at - 1] < 0)).length;
      return db(peakOf(part)) < -60 ? 0 : changes;
    });
    return [cue, { peak: db(peak), seconds: end / RATE, rest: db(peakOf(samples.subarray(-RATE / 2))),
      level: samples.reduce((sum, one) => sum + one, 0) / Math.max(end, 1), crossings }];
  };
  return Object.fromEntries(await Promise.all(cues().map(heard)));
}"""
"""Of each cue: its loudest sample and the last half second in dB of full scale, how long it is heard, its
mean, and how often the sign changes within each twentieth of a second, which follows its melody. Noise is the
same each time, by the generator of Park and Miller."""
LISTEN = """() => {
  window.made = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.made++; } };
}"""


def alike(one: list[int], other: list[int]) -> float:
    """Return the cosine between two melodies; equal melodies have 1."""
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / (math.hypot(*one) * math.hypot(*other))


def test_every_sound_is_heard_ends_and_is_not_clipped_and_none_before_a_gesture(arrive: Arrive) -> None:
    ada = arrive("Ada")
    ada.page.add_init_script(f"({LISTEN})()")
    code = ada.creates_room()
    assert ada.page.evaluate("window.made") == 0, "the page is another one, and nobody has touched it"
    ada.page.keyboard.press("Tab")
    ada.page.wait_for_function("window.made === 1")
    assert code

    standard: dict[str, dict[str, Any]] = ada.page.evaluate(RENDER, 0.6)
    loudest = ada.page.evaluate(RENDER, 1)
    assert set(STINGS) < set(standard)
    for cue, sound in standard.items():
        assert -24 <= sound["peak"] <= -1, (cue, sound["peak"])
        assert SHORTEST_S <= sound["seconds"] <= LONGEST_S, (cue, sound["seconds"])
        assert sound["rest"] < SILENCE_DB, cue
        assert sound["level"] == pytest.approx(0, abs=0.01), (cue, "leans to one side")
        assert loudest[cue]["peak"] < 0, (cue, "is clipped at full volume")
    for one, other in combinations(STINGS, 2):
        similarity = alike(standard[one]["crossings"], standard[other]["crossings"])
        assert similarity < MOST_ALIKE, (one, other, similarity)
