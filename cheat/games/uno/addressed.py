"""Sentences of Uno for the player that an event is about."""

from __future__ import annotations

from cheat.i18n.addressed import Addressed

ADDRESSED = Addressed(
    by={
        "{by} deals {count} cards to each player.": "You deal {count} cards to each player.",
        "{by} jumps in with {card}.": "You jump in with {card}.",
        "{by} passes: there is nothing to draw.": "You pass: there is nothing to draw.",
        "{by} keeps the card.": "You keep the card.",
        "{by} chooses {colour}.": "You choose {colour}.",
        "{by} says UNO!": "You say UNO!",
        "{by} caught {player}, who didn't say UNO!": "You caught {player}, who didn't say UNO!",
        "{by} was wrong: {player} can't be caught now.": "You were wrong: {player} can't be caught now.",
        "{by} challenges {player}.": "You challenge {player}.",
        "{player} had no card of that colour: {by} was wrong.": "{player} had no card of that colour: you were wrong.",  # noqa: E501
        "{player} had a card of that colour: {by} was right.": "{player} had a card of that colour: you were right.",  # noqa: E501
        "{by} swaps hands with {player}.": "You swap hands with {player}.",
    },
    player={
        "{by} caught {player}, who didn't say UNO!": "{by} caught you: you didn't say UNO!",
        "{by} was wrong: {player} can't be caught now.": "{by} was wrong: you can't be caught now.",
        "{by} challenges {player}.": "{by} challenges you.",
        "{player} had no card of that colour: {by} was wrong.": "You had no card of that colour: {by} was wrong.",  # noqa: E501
        "{player} had a card of that colour: {by} was right.": "You had a card of that colour: {by} was right.",  # noqa: E501
        "{by} swaps hands with {player}.": "{by} swaps hands with you.",
    },
)
