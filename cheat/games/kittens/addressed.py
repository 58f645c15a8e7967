"""Sentences of Exploding Kittens for the player that an event is about."""

from __future__ import annotations

from cheat.i18n.addressed import Addressed

ADDRESSED = Addressed(
    by={
        "{by} plays {what}.": "You play {what}.",
        "{by} plays {what} against {target}.": "You play {what} against {target}.",
        "{by} shuffles the draw pile.": "You shuffle the draw pile.",
        "{by} plays {what} against {target} and asks for {demand}.": "You play {what} against {target} and ask for {demand}.",  # noqa: E501
        "{by} draws an Exploding Kitten!": "You draw an Exploding Kitten!",
        "The draw pile is empty: {by} draws nothing.": "The draw pile is empty: you draw nothing.",
        "{by} says Nope to {player}.": "You say Nope to {player}.",
        "{by} chooses {target} for {what}.": "You choose {target} for {what}.",
        "{by} asks {player} for {card} and gets it.": "You ask {player} for {card} and get it.",
        "{by} asks {player} for {card}. {player} has none.": "You ask {player} for {card}. {player} has none.",  # noqa: E501
        "{by} takes a card from {player}.": "You take a card from {player}.",
        "{by} gives {player} a card.": "You give {player} a card.",
        "{by} takes {card} from the discard pile.": "You take {card} from the discard pile.",
        "{by} looks at the top cards of the draw pile.": "You look at the top cards of the draw pile.",
        "{by} defuses the kitten.": "You defuse the kitten.",
        "{by} explodes.": "You explode.",
        "{by} puts the kitten back into the draw pile.": "You put the kitten back into the draw pile.",
        "{by} attacks: {player} takes {turns} turns.": "You attack: {player} takes {turns} turns.",
        "{by} skips a turn.": "You skip a turn.",
        "{by} plays {what}. {player} says Nope.": "You play {what}. {player} says Nope.",
        "Waiting for {asked} to give {by} a card.": "Waiting for {asked} to give you a card.",
    },
    player={
        "{by} says Nope to {player}.": "{by} says Nope to you.",
        "{by} asks {player} for {card} and gets it.": "{by} asks you for {card} and gets it.",
        "{by} asks {player} for {card}. {player} has none.": "{by} asks you for {card}. You have none.",
        "{by} takes a card from {player}.": "{by} takes a card from you.",
        "{by} gives {player} a card.": "{by} gives you a card.",
        "{by} attacks: {player} takes {turns} turns.": "{by} attacks: you take {turns} turns.",
        "{by} plays {what}. {player} says Nope.": "{by} plays {what}. You say Nope.",
        "You play {what}. {player} says Nope.": "You play {what}. You say Nope.",
        "Waiting for {asked} to take a card from {player}.": "Waiting for {asked} to take a card from you.",
        "Waiting for {asked} to ask {player} for a card.": "Waiting for {asked} to ask you for a card.",
    },
    target={
        "{by} plays {what} against {target}.": "{by} plays {what} against you.",
        "{by} plays {what} against {target} and asks for {demand}.": "{by} plays {what} against you and asks for {demand}.",  # noqa: E501
        "{by} chooses {target} for {what}.": "{by} chooses you for {what}.",
        "{what} against {target}": "{what} against you",
    },
    winner={
        "{winner} is the last player alive and wins.": "You are the last player alive and win.",
    },
)
