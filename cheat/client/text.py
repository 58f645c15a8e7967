"""Sentences about events, from templates and the names of players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cheat.client.types import Event, Table

_SLOT = re.compile(r"\{(\w+)\}")


def names_of(table: Table) -> dict[str, str]:
    """Return the names of players by id. The result includes players that have left.

    Events may mention these players.
    """
    return {player["id"]: player["name"] for player in table["players"]}


def event_text(event: Event, names: Mapping[str, str]) -> str:
    """Return the sentence of an event, or "" if the log leaves the event out."""
    values = {"by": event.get("by"), **event.get("args", {})}

    def fill_slot(slot: re.Match[str]) -> str:
        value = values.get(slot[1])
        return slot[0] if value is None else _slot_text(value, names)

    return _SLOT.sub(fill_slot, event.get("text", ""))


def _slot_text(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, list):
        return ", ".join(_slot_text(item, names) for item in value)
    return names.get(str(value), str(value))
