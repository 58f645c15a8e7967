"""Named choices of options for Ivanhoe. All other options keep their defaults."""

from __future__ import annotations

from cheat.engine.game import Preset

QUICK = {"auto_draw": True, "quick_reactions": True, "tokens_needed": 3, "turn_s": 45}
"""The options of quick play."""
PRESETS = [
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
    Preset("Quick", QUICK),
]
