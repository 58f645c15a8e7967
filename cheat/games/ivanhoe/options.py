"""The options of Ivanhoe."""

from __future__ import annotations

from typing import Any

from cheat.engine.options import choice, flag, number, options_type, whole

# fmt: off
IvanhoeOptions: Any = options_type(
    "IvanhoeOptions",
    choice("purple_drawer", "The purple token", "What the player does who draws it at the start.",
           {"starts": "Starts the first tournament",
            "deals": "Deals, and the player to the left starts"}),
    whole("hand_size", "Cards dealt", "Cards for each player at the start.", 8, 5, 10),
    flag("voluntary_withdraw", "Withdrawing freely",
         "Who has the highest total may withdraw, too, but not in the turn that opens a tournament."),
    choice("mass_effects", "Mass effects", "Whom Charge, Countercharge, Disgrace and Adapt hit.",
           {"opponents": "Opponents only", "all": "Everybody, also who plays them"}),
    flag("break_lance_any_colour", "Break Lance in any colour",
         "It may be played in every tournament, not only in purple ones."),
    flag("shield_blocks_knock_down", "A Shield guards the hand", "It stops Knock Down, too.", True),
    flag("shield_blocks_outwit_display", "A Shield stops Outwit",
         "Outwit takes nothing from a shielded display, only the Shield or a Stunned."),
    choice("ivanhoe_scope", "IVANHOE answers", "Which action cards it may cancel.",
           {"any": "Any action card", "targeted": "Cards that hit its holder"}),
    flag("maiden_penalty", "The Maiden's price",
         "Who withdraws with a Maiden in the display gives back a token.", True),
    flag("ties_stay", "Ties stay in", "Who shares the highest total need not withdraw."),
    flag("must_play_card", "A card in each turn", "Who plays no card in a turn withdraws."),
    flag("reveal_unable_hand", "Proof of bad hands", "Who cannot start a tournament shows the hand."),
    choice("tokens_needed", "Tokens to win", "How many colours a player needs.",
           {"auto": "Five, or four where four or more play", 3: "Three", 4: "Four", 5: "Five"}),
    flag("auto_draw", "Draw by itself", "A turn begins with its card drawn."),
    number("reaction_s", "Time for IVANHOE", "Seconds in which an action card may be answered.", 6.0, 2, 20),
    flag("quick_reactions", "Quick reactions",
         "Play goes on at once where nobody can answer, which tells all that nobody holds IVANHOE."),
    whole("turn_s", "Turn clock", "Seconds for each step of a turn; 0 means no limit.", 90, 0, 180),
    whole("choice_s", "Choice clock", "Seconds for any other choice.", 20, 5, 120),
)
# fmt: on
