"""A check that all answers to one seat fit together.

The code is pure: answers in, faults out.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from cheat.client.types import Answer, Snapshot, Table


class ConsistencyCheck:
    """A check of the answers to one seat, before the client can hide a fault.

    A snapshot is a table that a request reads at once, without a poll. `compared_count`: the number of
    snapshots that the check has compared with the table of a poll.
    """

    def __init__(self, seat_name: str, snapshot: Snapshot) -> None:
        self.seat_name = seat_name
        self.version, self.cursor, self._table = snapshot["version"], snapshot["cursor"], snapshot["table"]
        self.compared_count = 0
        self._snapshot: Snapshot | None = None

    @property
    def phase(self) -> str:
        """The phase of the last polled table."""
        return self._table["phase"]

    def check_poll(self, since: str, answer: Answer) -> list[str]:
        """Return the faults in the answer to a poll since this cursor."""
        if since != self.cursor:
            return []  # the answer to a repeated poll: the client skips events that it knows
        faults = _wrong_order(self.version, answer)
        table = answer.get("table")
        if table is None:
            if answer["cursor"] != self.cursor:
                faults.append(f"a new cursor at version {answer['version']}, and no table")
        else:
            faults += _wrong_table(answer, table)
            self._table = table
        self.version, self.cursor = answer["version"], answer["cursor"]
        return [f"{self.seat_name}: {fault}" for fault in [*faults, *self._compare()]]

    def check_snapshot(self, snapshot: Snapshot) -> list[str]:
        """Return the faults of a snapshot.

        If the snapshot is newer than the last polled table, the check waits for a newer poll, and then
        compares.
        """
        self._snapshot = snapshot
        return [f"{self.seat_name}: {fault}" for fault in self._compare()]

    def _compare(self) -> list[str]:
        """Compare snapshot and table if they have the same cursor. Return the differences.

        If polls have gone past the snapshot's cursor, and gave no table for that cursor, drop the snapshot.
        """
        snapshot = self._snapshot
        if snapshot is None or snapshot["version"] > self.version:
            return []
        if snapshot["cursor"] != self.cursor:
            self._snapshot = snapshot if snapshot["version"] == self.version else None
            return []
        self._snapshot = None
        self.compared_count += 1
        differing_fields = differences(snapshot["table"], self._table)
        if not differing_fields:
            return []
        return [
            f"at version {self.version} the snapshot is another table than the poll's: "
            f"{', '.join(differing_fields)}"
        ]


def differences(first: Table, second: Table) -> list[str]:
    """Return the names of the fields that differ in two tables of one version.

    The result leaves out the time of the answer, which always differs.
    """
    first_fields: dict[str, Any] = {**first, "now": 0}
    second_fields: dict[str, Any] = {**second, "now": 0}
    return sorted(
        name
        for name in first_fields.keys() | second_fields.keys()
        if first_fields.get(name) != second_fields.get(name)
    )


def _wrong_order(last_version: int, answer: Answer) -> list[str]:
    """Return faults in the order of versions of events.

    The first version must be the version after `last_version`, and no version may be missing. Only an answer
    with `reset` may skip versions.
    """
    version = answer["version"]
    if answer.get("reset", False):
        return []
    if version < last_version:
        return [f"version {version} after {last_version}"]
    versions = [v for v, _ in groupby(event["v"] for event in answer.get("events", []))]
    expected_versions = list(range(last_version + 1, version + 1))
    if versions == expected_versions:
        return []
    repeated = sorted({v for v in versions if versions.count(v) > 1 or v <= last_version})
    missing = [v for v in expected_versions if v not in versions]
    faults = [f"told again: version {v}, after {last_version}" for v in repeated]
    faults += [f"not told: version {v}, between {last_version} and {version}" for v in missing]
    return faults or [f"versions {versions} after {last_version}"]


def _wrong_table(answer: Answer, table: Table) -> list[str]:
    if table["version"] != answer["version"]:
        return [f"the table of version {table['version']} came with version {answer['version']}"]
    return []
