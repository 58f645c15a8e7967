"""Named choices of options for Uno. All other options keep their defaults."""

from __future__ import annotations

from cheat.engine.game import Preset

QUICK = {"target_score": 0}
"""The options of quick play."""
PRESETS = [
    Preset("Classic"),
    Preset("Short", {"target_score": 0}),
    Preset("As printed", {"dealer_symbols_zero": True, "start_wild": "first_player_chooses"}),
    Preset("House rules", {"stacking": "any", "seven_zero": True, "jump_in": True}),
]
