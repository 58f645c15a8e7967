"""Sentences about events of the room, with "you" for the player that the event is about."""

from __future__ import annotations

from cheat.i18n.addressed import Addressed

ADDRESSED = Addressed(
    by={
        "{by} joined.": "You joined.",
        "{by} started the game.": "You started the game.",
        "{by} is away.": "You are away.",
        "{by} is back.": "You are back.",
        "{by} is now the host.": "You are now the host.",
        "{by} is playing again.": "You are playing again.",
        "{by} wants to play again.": "You want to play again.",
        "{by} is watching and plays in the next game.": "You are watching and play in the next game.",
        "{by} changed the options.": "You changed the options.",
        "{by} chose {game}.": "You chose {game}.",
        "{by} added the bot {name}.": "You added the bot {name}.",
        "{by} removed the bot {name}.": "You removed the bot {name}.",
        "{by} stopped the countdown.": "You stopped the countdown.",
        "A bot plays for {by}.": "A bot plays for you.",
        "{by} removed {name}.": "You removed {name}.",
        "{by} removed {name}: {reason}.": "You removed {name}: {reason}.",
        "{by} muted {name}.": "You muted {name}.",
        "{by} unmuted {name}.": "You unmuted {name}.",
        "{by} made the room public.": "You made the room public.",
        "{by} made the room private.": "You made the room private.",
        "{by} turned free text on.": "You turned free text on.",
        "{by} turned free text off.": "You turned free text off.",
        "{by} allowed spectators to react.": "You allowed spectators to react.",
        "{by} allowed only players to react.": "You allowed only players to react.",
        "{by} updated {game} to version {version}.": "You updated {game} to version {version}.",
        "{name} is now {by}.": "Your name is no longer {name}.",
    },
)
