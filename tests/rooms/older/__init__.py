"""A room of each phase as 9ad1e65 has stored it: a release before asks, and before there was a `format`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import json

OLDER: dict[str, Any] = json.decode((Path(__file__).parent / "rooms.json").read_bytes())
"""By game and phase."""
