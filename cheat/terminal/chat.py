"""Chat messages in words, and the list of messages that a person can choose from. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from cheat.client.types import Event, Line, Table
from cheat.terminal.messages import begins, say

ChatMessage = dict[str, str]
"""A `reaction`, a `phrase` or a `text`, in the form that the Python client sends."""


def _reactions() -> dict[str, str]:
    """Return the words of reactions by code."""
    return {
        "thumb": say("Thumbs up"),
        "heart": say("A heart"),
        "laugh": say("Laughing"),
        "wow": say("Amazed"),
        "sad": say("Sad"),
        "angry": say("Angry"),
        "think": say("Thinking"),
        "sleepy": say("Sleepy"),
    }


def _phrases() -> dict[str, str]:
    """Return the words of phrases by code."""
    return {
        "hello": say("Hello!"),
        "luck": say("Good luck!"),
        "played": say("Well played!"),
        "thanks": say("Thank you!"),
        "sorry": say("Sorry!"),
        "moment": say("One moment, please."),
        "hurry": say("Let’s go on!"),
        "again": say("One more game?"),
    }


def chat_choices(table: Table) -> dict[str, ChatMessage]:
    """Return the chat messages that need no typing, by their words.

    A spectator can send only reactions, and only if the host allows this.
    """
    sits = table["you"] is not None
    phrases = _phrases() if sits else {}
    reactions = _reactions() if sits or table["crowd"] else {}
    return {words: {"phrase": code} for code, words in phrases.items()} | {
        words: {"reaction": code} for code, words in reactions.items()
    }


def chat_message(typed: str, table: Table) -> ChatMessage:
    """Return the only message of `chat_choices` that begins with the typed text.

    If no message or several messages begin with this text, return a message with the text itself.
    """
    matching = [message for words, message in chat_choices(table).items() if begins(words, typed)]
    return matching[0] if len(matching) == 1 else {"text": typed}


def chat_event_line(event: Event, names: Mapping[str, str]) -> str:
    """Return a chat event in words, with its author, or "" if the event is not chat."""
    args = event.get("args", {})
    if event["type"] != "said":
        return ""
    author = names.get(event.get("by") or "", say("Spectator"))
    return f"{author}: {args.get('text', args.get('words', ''))}"


def chat_line(line: Line) -> str:
    """Return a line of text for a stored chat message: the author's name and the typed text."""
    return f"{line['name']}: {line['text']}"
