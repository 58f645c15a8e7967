"""A page that the browser translates: its texts still change, whatever the browser puts in their place."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive, Deal

TRANSLATOR = """
// As Chrome's translation: each text, also each that comes later, is replaced by one in <font><font>.
addEventListener("DOMContentLoaded", () => {
  const LEFT = "font, script, style, noscript, textarea, [translate=no]";
  const isLeft = (node) => node.parentElement?.closest(LEFT);
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts.filter((one) => one.data.trim() && !isLeft(one))) {
      const outer = document.createElement("font");
      outer.style.verticalAlign = "inherit";
      outer.append(document.createElement("font"));
      outer.firstChild.textContent = text.data;
      text.replaceWith(outer);
    }
  };
  translate(document.body);
  new MutationObserver((records) => {
    for (const { target } of records) if (target.isConnected) translate(target.parentElement ?? target);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
});
"""
"""The words stay the same, so that people can be asked what they see."""


def test_texts_of_a_translated_page_go_on_changing(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada")
    ada.context.add_init_script(TRANSLATOR)
    ben, cleo = deal(ada, "Ben", "Cleo", turn_s=180, min_call_window_s=0)
    ada.sees_turn("Ada")
    assert ada.page.locator("font").count() > 0, "the page is translated"
    expect(ada.page.get_by_test_id("room-code").locator("font")).to_have_count(0)
    before = ada.page.get_by_test_id("countdown").inner_text()
    ada.places(*ada.cards()[:2])
    for one, name, rank, due in ((ben, "Ben", "Two", "Threes"), (cleo, "Cleo", "Three", "Fours")):
        ada.sees_turn(name)
        expect(ada.fact("Next")).to_have_text(f"{rank}s")
        one.act("place", cards=one.hand()[:1])
        ada.sees_claim(f"1 × {rank} by {name}")
        expect(ada.fact("Next")).to_have_text(due)
    ada.sees_turn("Ada")
    ada.sees_hand_size("Ben", 16)
    expect(ada.page.get_by_test_id("countdown")).not_to_have_text(before)
    expect(ada.log.filter(has_text="Cleo")).not_to_have_count(0)
