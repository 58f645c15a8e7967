"""Chat: reactions, quick phrases and, if the host allows it, text that players type.

Each chat message makes a new version of the room, but chat is not part of the game. No form offers chat, so a
client that knows only forms never chats. Bots do not see chat, and recordings do not contain chat. Text that
players type is called free text. The room stores the newest lines of free text, for players that come later.
The room does not store reactions and phrases.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from cheat.engine.forms import Args, Form, PlayerField, form
from cheat.engine.table import Event
from cheat.errors import BadValue, NotAllowed, Refused
from cheat.i18n.graphemes import CHARACTER_MAX, clusters, is_stacked
from cheat.i18n.messages import Text, text
from cheat.rooms.player_names import event_arg, visible
from cheat.rooms.presence import check_watching
from cheat.rooms.room import AnyRoom, Line, Seat
from cheat.rooms.room_moves import ActionContext, RoomMove, others, why_not_host

SAY = "say"
"""Name of the action that sends a chat message. No form has this name."""
REACTIONS = {
    "thumb": "Thumbs up",
    "heart": "A heart",
    "laugh": "Laughing",
    "wow": "Amazed",
    "sad": "Sad",
    "angry": "Angry",
    "think": "Thinking",
    "sleepy": "Sleepy",
}
"""Code of a reaction -> words for readers that cannot see its picture."""
PHRASES = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "played": "Well played!",
    "thanks": "Thank you!",
    "sorry": "Sorry!",
    "moment": "One moment, please.",
    "hurry": "Let’s go on!",
    "again": "One more game?",
}
TEXT_MAX = 200
"""Maximum number of characters in a free text, as people count them."""
TEXT_BOUND = 800
"""Maximum number of code points (characters as Unicode numbers them) in a free text.

The server refuses a longer text without counting its characters. Letters of most scripts have one or two code
points, so this limit is reached only by texts such as 200 emoji with seven code points each.
"""
MAX_LINES = 30
MAX_BYTES = 8 * 1024
"""Maximum size of all stored lines of a room, in bytes of UTF-8.

Usually, the lines take 1,000 to 2,000 bytes.
"""


# Chat messages


def say(room: AnyRoom, seat: Seat, args: Args, now: int) -> list[Event]:
    """Let a seat send one message: a `reaction`, a `phrase` or a `text`. `now`: ms since 1970.

    Raises BadValue (`bad_field`, `text_too_long`), Refused (`chat_off`, `not_playing`) or NotAllowed
    (`chat_muted`).
    """
    if seat.has_left:
        raise Refused("A bot is playing for you. Take back your seat first.", "not_playing")
    match list(args.items()):
        case [("reaction", code)]:
            return [_ready_made_message(seat.id, "reaction", code, REACTIONS)]
        case [("phrase", code)]:
            return [_ready_made_message(seat.id, "phrase", code, PHRASES)]
        case [("text", str(typed))]:
            return [_free_text_message(room, seat, typed, now)]
    raise BadValue("Send one thing at a time: a reaction, a phrase or a text.")


def react_as_spectator(room: AnyRoom, reaction: str) -> list[Event]:
    """Add a reaction of a spectator.

    Raises BadValue (`bad_field`) or NotAllowed (`crowd_off`, `no_spectators`).
    """
    check_watching(room)
    if not room.crowd:
        raise NotAllowed("Only players can react in this room.", "crowd_off")
    return [_ready_made_message(None, "reaction", reaction, REACTIONS)]


def _ready_made_message(by: str | None, kind: str, code: object, words: dict[str, str]) -> Event:
    if not isinstance(code, str) or code not in words:
        raise BadValue(text("“{name}” can't have that value.", name=kind))
    return Event(type="said", by=by, args={kind: code, "words": Text(words[code])}, tone="quiet")


def _free_text_message(room: AnyRoom, seat: Seat, typed: str, now: int) -> Event:
    if not room.chat:
        raise Refused("Free text is off in this room. Use a reaction or a phrase.", "chat_off")
    if seat.muted:
        raise NotAllowed("The host has muted you.", "chat_muted")
    clean = clean_text(typed)
    room.chat_lines = _newest_lines([*room.chat_lines, Line(now, seat.id, seat.name, clean)])
    return Event(type="said", by=seat.id, args={"text": clean}, tone="quiet")


def _newest_lines(lines: list[Line]) -> list[Line]:
    """Return the newest lines that fit into `MAX_LINES` and `MAX_BYTES`."""
    lines = lines[-MAX_LINES:]
    while sum(len(line.text.encode()) for line in lines) > MAX_BYTES:
        lines = lines[1:]
    return lines


def clean_text(typed: str) -> str:
    """Return the text in one line, normalized (NFC), without invisible and control characters.

    The function also removes characters that change the direction of the text around them. Raises BadValue
    (`text_too_long`, `bad_field`). It takes less than a millisecond for any text.
    """
    if len(typed) > TEXT_BOUND:
        raise _too_long()
    line = unicodedata.normalize("NFC", " ".join(typed.split()))
    clean = " ".join(visible(line).split())
    characters = clusters(clean)
    if not clean:
        raise BadValue("The text is empty. Enter a text.")
    if len(characters) > TEXT_MAX:
        raise _too_long()
    if max(map(len, characters)) > CHARACTER_MAX or is_stacked(clean):
        raise BadValue("The text has too many marks on one letter. Remove some.")
    return clean


def _too_long() -> BadValue:
    return BadValue(
        text("That text is too long. Use at most {max} characters.", max=TEXT_MAX), "text_too_long"
    )


# Permissions to chat: the host sets them


SET_CHAT = {
    True: form("set_chat", "Turn free text off", tone="quiet", chat=False),
    False: form("set_chat", "Turn free text on", tone="quiet", chat=True),
}
SET_CROWD = {
    True: form("set_crowd", "Let only players react", tone="quiet", crowd=False),
    False: form("set_crowd", "Let spectators react", tone="quiet", crowd=True),
}


def _offer_set_chat(room: AnyRoom, seat: Seat) -> Form | None:
    return SET_CHAT[room.chat] if room.host == seat.id else None


def _set_chat(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    room.chat, room.chat_lines = not room.chat, []
    words = "{by} turned free text on." if room.chat else "{by} turned free text off."
    return [Event(type="chat_changed", text=words, by=seat.id)]


def _offer_set_crowd(room: AnyRoom, seat: Seat) -> Form | None:
    return SET_CROWD[room.crowd] if room.host == seat.id else None


def _set_crowd(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    room.crowd = not room.crowd
    words = "{by} allowed spectators to react." if room.crowd else "{by} allowed only players to react."
    return [Event(type="crowd_changed", text=words, by=seat.id)]


def _offer_mute(room: AnyRoom, seat: Seat) -> Form | None:
    return _offer_for_player(room, seat, "mute", "Mute for everyone", muted=False)


def _offer_unmute(room: AnyRoom, seat: Seat) -> Form | None:
    return _offer_for_player(room, seat, "unmute", "Unmute", muted=True)


def _offer_for_player(room: AnyRoom, seat: Seat, name: str, label: str, *, muted: bool) -> Form | None:
    candidates = others(room, seat) if room.chat and room.host == seat.id else []
    players = [player for player in candidates if room.seat(player).muted == muted]
    return form(name, label, PlayerField(name="player", of=players), tone="quiet") if players else None


def _mute(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    return _toggle_mute(room, seat, args["player"], "muted", "{by} muted {name}.")


def _unmute(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    return _toggle_mute(room, seat, args["player"], "unmuted", "{by} unmuted {name}.")


def _toggle_mute(room: AnyRoom, seat: Seat, player: str, kind: str, words: str) -> list[Event]:
    target = room.seat(player)
    target.muted = not target.muted
    details: dict[str, Any] = {"name": event_arg(target.name), "player": player}
    return [Event(type=kind, text=words, by=seat.id, args=details)]


def _why_no_mute(room: AnyRoom, seat: Seat) -> Refused:
    return (
        why_not_host(room, seat) if room.host != seat.id else Refused("There is no player to mute or unmute.")
    )


MOVES = {
    "set_chat": RoomMove(_offer_set_chat, _set_chat, why_not_host, host_only=True),
    "set_crowd": RoomMove(_offer_set_crowd, _set_crowd, why_not_host, host_only=True),
    "mute": RoomMove(_offer_mute, _mute, _why_no_mute, host_only=True),
    "unmute": RoomMove(_offer_unmute, _unmute, _why_no_mute, host_only=True),
}
