"""Small example games with which authors can begin a document of their own."""

from __future__ import annotations

from importlib.resources import files

TEMPLATE = "template"
"""The name of the smallest game, in which players get rid of their cards."""
EXAMPLES: dict[str, str] = {
    "trick-taking": "Tricks",
    "bidding": "Bidding",
    "betting": "Betting",
    "melding": "Rummy",
    "challenges": "Challenges",
    "secret-choices": "Secret choices at the same time",
    "choices-in-a-row": "A choice that depends on another one",
    "dropping-out": "Players who drop out",
    "partners": "Partners",
    "co-operation": "All together, and clues about single cards",
}
"""Name of a file in `examples/` -> a title. The order is that of the page with the examples."""


def template() -> bytes:
    """Return the smallest game, with which authors begin. The zip of each game contains it."""
    return (files("cheat.documents") / f"{TEMPLATE}.json").read_bytes()


def starter(name: str) -> bytes | None:
    """Return the document with this name: `template`, or an example such as `template:betting`.

    Returns None if there is no such document.
    """
    if name == TEMPLATE:
        return template()
    kind, _, example = name.partition(":")
    if kind != TEMPLATE or example not in EXAMPLES:
        return None
    return (files("cheat.documents") / "examples" / f"{example}.json").read_bytes()


def starters() -> dict[str, str]:
    """Return the names of the examples, as `starter` takes them: name -> title."""
    return {f"{TEMPLATE}:{example}": title for example, title in EXAMPLES.items()}
