"""The options of Ivanhoe."""

from __future__ import annotations

from typing import Any

from cheat.engine.options import choice, flag, number, options_type, whole_number

# fmt: off
IvanhoeOptions: Any = options_type(
    "IvanhoeOptions",
    choice("purple_drawer", "The purple token", "What a player who draws it at the start does.",
           {"starts": "Starts the first tournament",
            "deals": "Deals; the player to the left starts"}),
    whole_number("hand_size", "Cards dealt", "Cards dealt to each player.", 8, 5, 10),
    flag("voluntary_withdraw", "Voluntary withdrawal",
         "A player with the highest total may withdraw, too, but not in the turn that starts a tournament."),
    choice("mass_effects", "Mass effects",
        "Which players are affected by Charge, Countercharge, Disgrace and Adapt.",
           {"opponents": "Opponents only", "all": "All players, even the one who plays them"}),
    flag("break_lance_any_colour", "Break Lance in any colour",
         "Break Lance can be played in every tournament, not only in purple ones."),
    flag("shield_blocks_knock_down", "A Shield guards the hand", "A Shield stops Knock Down, too.", True),
    flag("shield_blocks_outwit_display", "A Shield stops Outwit",
         "Outwit can't take a card from a shielded display, only the Shield or a Stunned."),
    choice("ivanhoe_scope", "IVANHOE answers", "Which action cards IVANHOE can cancel.",
           {"any": "Any action card", "targeted": "Cards that affect its holder"}),
    flag("maiden_penalty", "The Maiden's price",
         "A player who withdraws with a Maiden in their display returns a token.", True),
    flag("ties_stay", "Ties stay in", "A player who ties for the highest total stays in the tournament."),
    flag("must_play_card", "A card each turn", "A player who plays no card in a turn withdraws."),
    flag("reveal_unable_hand", "Show bad hands",
        "A player who can't start a tournament shows their hand."),
    choice("tokens_needed", "Tokens to win", "How many tokens of different colours a player needs.",
           {"auto": "Five, or four with four or more players", 3: "Three", 4: "Four", 5: "Five"}),
    flag("auto_draw", "Draw automatically", "At the start of a turn, the card is drawn automatically."),
    number("reaction_s", "Time for IVANHOE", "Seconds to answer an action card with IVANHOE.", 6.0, 2, 20),
    flag("quick_reactions", "Quick reactions",
         "Play goes on at once if no player can answer. This reveals that no player has IVANHOE."),
    whole_number("turn_s", "Turn clock", "Seconds for each step of a turn; 0 means no limit.", 90, 0, 180),
    whole_number("choice_s", "Choice clock", "Seconds for any other choice.", 20, 5, 120),
)
# fmt: on
