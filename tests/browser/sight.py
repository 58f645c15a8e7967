"""The page's view of the table, read in one step, so that its parts belong together."""

from __future__ import annotations

from typing import Any

Sight = dict[str, Any]
"""`turn`: names that are highlighted. `cards`: how many each player holds, by name. `marks`: what stands
beside a name, but for you, host, points and wins. `facts`: by label. `piles`: how many cards, by zone.
`faces`: what lies open, by zone; of a pile the top card. `open`: hands of others that lie open, by name.
`mine`: the faces of one's own hand. `selected`: those of it that are lifted. `moves`: what may be pressed.
`wide`: whether the page would have to be scrolled sideways.
"""

LOOK = """() => {
  const shown = (what, within = document) => [...within.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const text = (one) => {
    const words = one.cloneNode(true);
    words.querySelectorAll("svg").forEach((drawing) => drawing.remove());
    return words.textContent.trim().replace(/\\s+/g, " ");
  };
  const faces = (within) => shown("[data-face]", within).map((one) => one.dataset.face);
  const by = (all, key, value) => Object.fromEntries(all.map((one) => [key(one), value(one)]));
  const name = (one) => text(one.querySelector(".seat-name"));
  const others = shown("[data-testid=opponent]"), people = [...others, ...shown(".me")];
  const zones = shown("figure[data-zone]").filter((one) => !one.dataset.zone.startsWith("hand:"));
  return {
    turn: shown(".on-turn .seat-name").map(text),
    cards: by(people, name, (one) => parseInt(text(one.querySelector(".seat-count, .me-count")))),
    marks: by(people, name, (one) => shown(".badge:not(.you, .host, .turn, .score, .wins)", one).map(text)),
    facts: by(shown("[data-testid=fact]"), (one) => text(one.querySelector("dt")), (one) => text(one.querySelector("dd"))),
    piles: by(zones.filter((one) => one.dataset.count), (one) => one.dataset.zone, (one) => Number(one.dataset.count)),
    faces: by(zones.filter((one) => faces(one).length), (one) => one.dataset.zone, faces),
    open: by(others.filter((one) => shown("[data-zone^='hand:'] [data-face]", one).length), name,
      (one) => shown("[data-zone^='hand:'] [data-face]", one).map((card) => card.dataset.face)),
    mine: faces(document.querySelector("[data-testid=hand]") ?? document.createElement("p")),
    selected: shown("[data-testid=hand] [aria-pressed=true]").map((one) => one.dataset.face),
    moves: [...new Set(shown(".actions button:enabled:not(.shout)").map((one) => one.dataset.testid.replace("move-", "")))].sort(),
    wide: document.scrollingElement.scrollWidth > innerWidth,
  };
}"""  # noqa: E501 - a line of the script for each thing to see
