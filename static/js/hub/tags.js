// The names of kinds of games. Tags that authors write themselves are shown as they are.

import { say } from "../shared/words.js";

/** By the tag with hyphens instead of spaces. @type {Record<string, string>} */
const NAMES = {
  betting: say("Betting"), bidding: say("Bidding"), bluffing: say("Bluffing"), capture: say("Capture"),
  children: say("For children"), climbing: say("Climbing"), collecting: say("Collecting"),
  "draw-and-discard": say("Draw and discard"), layout: say("Layout"), luck: say("Luck"),
  partners: say("Partners"), rummy: say("Rummy"), shedding: say("Shedding"),
  "spanish-deck": say("Spanish deck"), tournament: say("Tournament"), tricks: say("Tricks"),
};

/**
 * @param {string} tag
 * @returns {string} its name in the language of the page
 */
export function tagName(tag) {
  return NAMES[tag.replaceAll(" ", "-")] ?? tag.charAt(0).toUpperCase() + tag.slice(1);
}
