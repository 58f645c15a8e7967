"""Check a document's metadata: id, version, players, options, presets and look."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cheat.documents.check.declarations import CLOCK, RESERVED
from cheat.documents.compile.scope import Names
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.looks import check_look
from cheat.documents.parse.pictures import check_pictures

MOST_ZONES = 200
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_VERSION = re.compile(r"\d{1,4}\.\d{1,4}\.\d{1,4}")


def check_facts(doc: Mapping[str, Any], names: Names, report: Report) -> None:
    """Report errors in the metadata of a document."""
    if not _SLUG.fullmatch(doc["id"]):
        report.tell(
            "shape", ("id",), "Write the id in small letters, digits and hyphens, such as “crazy-eights”."
        )
    if not _VERSION.fullmatch(doc.get("version", "1.0.0")):
        report.tell("shape", ("version",), "Write the version as three numbers, such as “1.0.0”.")
    _players(doc["players"], names, report)
    for name, option in doc.get("options", {}).items():
        _option(name, option, ("options", name), names, report)
    for at, preset in enumerate(doc.get("presets", ())):
        if isinstance(preset, dict):
            _preset(preset.get("options", {}), doc.get("options", {}), ("presets", at, "options"), report)
    check_look(doc, report)
    check_pictures(doc, names.deck.faces, report)


def _players(stated: Mapping[str, Any], names: Names, report: Report) -> None:
    low, high = stated["min"], stated["max"]
    if low > high:
        report.tell("shape", ("players", "max"), "“max” must be at least “min”.")
    size = stated.get("team_size")
    for count in stated.get("allowed", ()):
        if not low <= count <= high:
            report.tell(
                "shape", ("players", "allowed"), "{count} is not between “min” and “max”.", count=count
            )
    odd = [count for count in stated.get("allowed", range(low, high + 1)) if size and count % size]
    if size and odd:
        words = "{count} players cannot form teams of {size}. List the numbers that can in “allowed”."
        tell = report.tell if "allowed" in stated or len(odd) > high - low else report.warn
        tell("shape", ("players",), words, count=odd[0], size=size)
    per = {"player": high, "team": high // size if size else 0, "suit": len(names.deck.suits)}
    if sum(per.get(zone.per, 1) for zone in names.zones.values()) > MOST_ZONES:
        report.tell(
            "limit",
            ("zones",),
            "A table can have at most {most} zones. A zone with “per” counts several times.",
            most=MOST_ZONES,
        )


def _option(name: str, stated: Mapping[str, Any], path: Path, names: Names, report: Report) -> None:
    if name in RESERVED and name != CLOCK:
        report.tell(
            "twice",
            path,
            "Every game already has an option “{name}”. Choose another name.",
            on_key=True,
            name=name,
        )
    if "number" in stated and "choice" in stated:
        report.tell("shape", path, "An option has either “number” or “choice”, not both.")
    _value(stated["default"], stated, (*path, "default"), report)
    if "number" in stated and len(stated["number"]) == 2 and stated["number"][0] > stated["number"][1]:
        report.tell("shape", (*path, "number"), "The first number must not be greater than the second.")


def _value(value: Any, option: Mapping[str, Any], path: Path, report: Report) -> None:
    """Check that a value is one of the possible values of an option."""
    if "choice" in option:
        if value not in option["choice"]:
            words = "This must be one of {values}; it is {found}."
            like = report.nearest(str(value), option["choice"])
            report.tell("shape", path, words, hint=like, values=", ".join(option["choice"]), found=str(value))
    elif "number" in option:
        low, high = option["number"]
        if type(value) is not int or not low <= value <= high:
            words = "This must be a number from {low} to {high}."
            report.tell("shape", path, words, low=low, high=high)
    elif type(value) is not bool:
        report.tell("shape", path, "An option without “number” or “choice” must be true or false.")


def _preset(values: Mapping[str, Any], options: Mapping[str, Any], path: Path, report: Report) -> None:
    for name, value in values.items():
        if name not in options:
            if name in RESERVED:
                continue
            words = "There is no option “{name}”."
            like = report.nearest(name, options)
            report.tell("unknown_name", (*path, name), words, hint=like, on_key=True, name=name)
        else:
            _value(value, options[name], (*path, name), report)
