"""Lighthouse on the start page, a waiting room and a table: `make lighthouse`.

Also measures how long a table takes to reload on a slow line. The exit code is 1 if a page falls short of the
expected scores, or if reloading takes too long.

usage: python -m scripts.lighthouse VERSION (the version of the npm package, which npx runs)
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from scripts.browser import program
from scripts.stage import Stage, run_stage

LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100}
MOST_SHIFT = 0.02
"""The limit for the cumulative layout shift of a page."""
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""The line that Lighthouse calls slow 4G, in ms and in bytes a second (1.6 and 0.75 Mbit/s)."""
MOST_RELOAD_MS = 1000
NOTE_HAND = """
    window.handDrawnMs = new Promise((resolve) => new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-testid=hand]")) return;
      requestAnimationFrame(() => resolve(performance.now()));
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true }));
"""
"""A script that notes in the page when the hand is drawn.

Playwright itself would look only every half second.
"""
CHROME = ("--headless=new", "--no-sandbox", "--disable-gpu")


class Verdict(NamedTuple):
    """The result for a page: scores from 0 to 100, layout shift, and the failed audits.

    `speed`: Lighthouse's index of how fast this machine was at that moment. Below 1000, a low performance
    score may be due to the machine, not the page.
    """

    page: str
    scores: dict[str, int]
    shift: float
    speed: int
    faults: list[str]

    @property
    def is_good(self) -> bool:
        """True if all scores and the layout shift are good enough."""
        return self.shift < MOST_SHIFT and all(self.scores[name] >= least for name, least in LEAST.items())


def _score(version: str, page: str, url: str) -> Verdict:
    command = [
        *("npx", "--yes", f"lighthouse@{version}", url, "--quiet", "--output=json"),
        *(f"--only-categories={','.join(LEAST)}", "--max-wait-for-load=15000"),
        f"--chrome-flags={' '.join(CHROME)}",
    ]
    environment = os.environ | {"CHROME_PATH": program()}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    return _read(page, json.loads(ran.stdout))


def _read(page: str, report: dict[str, Any]) -> Verdict:
    audits, categories = report["audits"], report["categories"]
    faults = [
        f"{name}: {audits[audit['id']]['title']}"
        for name in LEAST
        for audit in categories[name]["auditRefs"]
        if audit["weight"]
        and (audits[audit["id"]]["score"] or 0) < 0.9
        and audits[audit["id"]]["score"] is not None
    ]
    scores = {name: round(100 * (categories[name]["score"] or 0)) for name in LEAST}
    speed = round(report["environment"]["benchmarkIndex"])
    return Verdict(page, scores, audits["cumulative-layout-shift"]["numericValue"], speed, faults)


def _reload_ms(stage: Stage, link: str) -> int:
    """Return the ms after which a table that is reloaded on a slow line shows the hand."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=[*CHROME[1:]])
        page = browser.new_page(base_url=stage.url, viewport={"width": 390, "height": 844})
        page.add_init_script(NOTE_HAND)
        page.goto(link)
        page.get_by_test_id("hand").wait_for()
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_LINE)
        page.reload(wait_until="commit")
        took_ms: float = page.evaluate("window.handDrawnMs")
        browser.close()
    return round(took_ms)


def main(version: str) -> int:
    """Judge each page, print the results, and return the exit code."""
    with run_stage() as stage:
        waiting, table = stage.room("cheat", 3), stage.room("cheat", 4, turn_s=0).start()
        pages = {"start page": "/", "waiting room": waiting.link, "table": table.link}
        verdicts = [_score(version, page, stage.url + path) for page, path in pages.items()]
        reload_ms = _reload_ms(stage, table.link)
    write = sys.stdout.write
    write(f"{'':14}" + "".join(f"{name:>16}" for name in LEAST) + f"{'layout shift':>16}{'machine':>10}\n")
    for page, scores, shift, speed, faults in verdicts:
        write(f"{page:14}" + "".join(f"{scores[name]:16}" for name in LEAST) + f"{shift:16.3f}{speed:10}\n")
        write("".join(f"    {fault}\n" for fault in faults))
    write(f"A table is back {reload_ms} ms after a reload on a slow line; {MOST_RELOAD_MS} ms are allowed.\n")
    return 0 if all(verdict.is_good for verdict in verdicts) and reload_ms <= MOST_RELOAD_MS else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
