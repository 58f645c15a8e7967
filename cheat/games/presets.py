"""Choices of options, by game: those that have a name, and those of quick play, for who has little time.

Options that are not said have their defaults.
"""

from __future__ import annotations

from typing import Any

from cheat.games.game import Preset

QUICK: dict[str, dict[str, Any]] = {
    "ivanhoe": {"auto_draw": True, "quick_reactions": True, "tokens_needed": 3, "turn_s": 45},
    "uno": {"target_score": 0},
}

PRESETS = {
    "cheat": [
        Preset("Classic"),
        Preset("House rules", {"rank_step": "up_or_down", "rank_after_pickup": "free", "allow_pass": True}),
        Preset("Large table", {"decks": 2, "max_cards_per_play": 8}),
    ],
    "ivanhoe": [
        Preset("Classic"),
        Preset(
            "As printed",
            {
                "purple_drawer": "deals",
                "voluntary_withdraw": True,
                "mass_effects": "all",
                "break_lance_any_colour": True,
                "shield_blocks_knock_down": False,
                "shield_blocks_outwit_display": True,
                "must_play_card": True,
                "reveal_unable_hand": True,
            },
        ),
        Preset("Quick", QUICK["ivanhoe"]),
    ],
    "kittens": [
        Preset("Classic"),
        Preset(
            "First printing",
            {"deal_size": 4, "extra_defuses": 3, "attack_mode": "reset", "exploded_hand": "discard"},
        ),
        Preset("Current printing", {"attack_mode": "stack", "target_timing": "at_play"}),
        Preset("Quick", {"faster_game": True, "deal_size": 5}),
        Preset("Two decks", {"decks": 2}),
    ],
    "uno": [
        Preset("Classic"),
        Preset("Short", {"target_score": 0}),
        Preset("As printed", {"dealer_symbols_zero": True, "start_wild": "first_player_chooses"}),
        Preset("House rules", {"stacking": "any", "seven_zero": True, "jump_in": True}),
    ],
}
