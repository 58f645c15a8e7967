"""The options of Exploding Kittens."""

from __future__ import annotations

from typing import Any

from cheat.games.options import choice, flag, number, options_type, whole, words

# fmt: off
KittensOptions: Any = options_type(
    "KittensOptions",
    choice("decks", "Decks", "Two decks are for up to nine players.", {1: "One deck", 2: "Two decks"}),
    whole("deal_size", "Cards dealt", "Cards for each player at the start, besides a Defuse.", 7, 3, 8),
    whole("extra_defuses", "Defuses in the pile", "At most so many Defuses are shuffled into the pile.",
        2, 0, 6),
    flag("faster_game", "Faster game", "A third of the pile is taken out before the kittens come in."),
    choice("attack_mode", "Answering an Attack",
        "How many turns the next player gets when an attacked player attacks.",
        {"until_draw": "Two more if it is answered at once, else two",
         "stack": "Two more than were left", "reset": "Always two"}),
    choice("target_timing", "Choosing the victim", "When it is said whom a play is aimed at.",
        {"after_window": "After all had time for a Nope", "at_play": "With the play, so the victim knows"}),
    choice("steal_mode", "Blind stealing", "How a card is taken with two of a kind.",
        {"pick_index": "The thief points at a card", "random": "At random"}),
    flag("cats_only_pairs", "Only cats combine", "Two or three of a kind must be cats."),
    flag("enable_triple", "Three of a kind", "Demands a card by its name.", True),
    flag("enable_five", "Five different", "Take a card from the discard pile.", True),
    flag("five_excludes_own", "Five others", "Five different cards do not bring back one of themselves."),
    choice("exploded_hand", "Cards of the exploded", "Where the hand of an exploded player goes.",
        {"removed": "Out of the game", "discard": "To the discard pile"}),
    flag("omniscient_dead", "The exploded see all", "Exploded players see all hands and the pile."),
    choice("defuse_mode", "Defusing", "Who plays the Defuse.",
        {"auto": "It plays itself", "manual": "The player, in time"}),
    number("nope_window_s", "Time for a Nope", "Seconds in which a play may be answered.", 5.0, 2, 15),
    flag("hide_capability", "Hide who can Nope",
        "Each window is open for 40 to 100 % of its time, whoever holds a Nope, unless all pass."),
    whole("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 60, 0, 180),
    whole("choice_s", "Choice clock", "Seconds for any other choice.", 20, 5, 120),
    whole("defuse_s", "Time to defuse", "Seconds to play the Defuse.", 10, 3, 60),
    flag("show_probability", "Show the danger", "How likely it is that the next card is a kitten.", True),
    words("custom_deck", "Own deck", 'Empty, or JSON: {"name": "...", "cards": {"ATTACK": 4, "SKIP": 6}}.'),
    choice("start_player", "First player", "Who begins.",
        {"random": "Random", "host": "The host", "last_loser": "Last loser"}),
)
# fmt: on
