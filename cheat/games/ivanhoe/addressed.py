"""Sentences of Ivanhoe for the player that an event is about."""

from __future__ import annotations

from cheat.i18n.addressed import Addressed

ADDRESSED = Addressed(
    by={
        "{by} draws a token: {colour}.": "You draw a token: {colour}.",
        "{by} starts a tournament: {colour}.": "You start a tournament: {colour}.",
        "{by} can't start a tournament.": "You can't start a tournament.",
        "{by} can't start a tournament and shows {hand}.": "You can't start a tournament and show {hand}.",
        "{by} plays {card}: {total} in total.": "You play {card}: {total} in total.",
        "{by} stays in with {total}.": "You stay in with {total}.",
        "{by} withdraws.": "You withdraw.",
        "{by} plays IVANHOE: {card} is cancelled.": "You play IVANHOE: {card} is cancelled.",
        "{by} is stunned.": "You are stunned.",
        "{by} is protected by a Shield.": "You are protected by a Shield.",
        "{by} loses {lost}.": "You lose {lost}.",
        "{by} takes back {card}.": "You take back {card}.",
        "{by} takes a card from {player}'s hand.": "You take a card from {player}'s hand.",
        "{by} takes {card} from {player}.": "You take {card} from {player}.",
        "{by} gives {own} to {player} for {taken}.": "You give {own} to {player} for {taken}.",
        "{by} plays {card} and picks {own}.": "You play {card} and pick {own}.",
        "{by} plays {card} against {target}.": "You play {card} against {target}.",
        "{by} plays {card} against {target} and picks {taken}.": "You play {card} against {target} and pick {taken}.",  # noqa: E501
        "{by} plays {card} against {target}: {own} for {taken}.": "You play {card} against {target}: {own} for {taken}.",  # noqa: E501
        "{by} returns a token: {colour}.": "You return a token: {colour}.",
        "{by} wins the tournament.": "You win the tournament.",
        "{by} already has that token.": "You already have that token.",
        "{by} takes a token: {colour}.": "You take a token: {colour}.",
    },
    player={
        "{by} takes a card from {player}'s hand.": "{by} takes a card from your hand.",
        "{by} takes {card} from {player}.": "{by} takes {card} from you.",
        "{by} gives {own} to {player} for {taken}.": "{by} gives you {own} for {taken}.",
    },
    target={
        "{by} plays {card} against {target}.": "{by} plays {card} against you.",
        "{by} plays {card} against {target} and picks {taken}.": "{by} plays {card} against you and picks {taken}.",  # noqa: E501
        "{by} plays {card} against {target}: {own} for {taken}.": "{by} plays {card} against you: {own} for {taken}.",  # noqa: E501
    },
    winner={
        "{winner} has {count} tokens and wins.": "You have {count} tokens and win.",
        "{winner} is the last player left and wins.": "You are the last player left and win.",
    },
)
