"""Sentences addressed to the reader: templates for the player that an event is about.

An event has one template for all viewers, such as “{by} lied!”. The player in a slot reads the template that
this module has for that slot, such as “You lied!”. Without an entry here, all viewers read the same sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

Addressed = Mapping[str, str]
"""Templates by the slot that stands for the reader."""

NO_VARIANTS: Addressed = MappingProxyType({})

BY: Addressed = {
    # The room
    "{by} joined.": "You joined.",
    "{by} started the game.": "You started the game.",
    "{by} is away.": "You are away.",
    "{by} is back.": "You are back.",
    "{by} is now the host.": "You are now the host.",
    "{by} is playing again.": "You are playing again.",
    "{by} wants to play again.": "You want to play again.",
    "{by} is watching and plays in the next game.": "You are watching and play in the next game.",
    "{by} ran out of time.": "You ran out of time.",
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
    # Several games
    "The cards are dealt. {by} begins.": "The cards are dealt. You begin.",
    "{by} deals {count} cards to each player.": "You deal {count} cards to each player.",
    "{by} draws a card.": "You draw a card.",
    "{by} draws {count} cards.": "You draw {count} cards.",
    "{by} passes.": "You pass.",
    "{by} plays {card}.": "You play {card}.",
    "{by} plays {what}.": "You play {what}.",
    "{by} plays {what} against {target}.": "You play {what} against {target}.",
    "{by} shuffles the draw pile.": "You shuffle the draw pile.",
    "{by} won the round.": "You won the round.",
    "{by} wins the round.": "You win the round.",
    "{by} wins the round and scores {points}.": "You win the round and score {points}.",
    # Cheat
    "{by} placed {count} × {rank}.": "You placed {count} × {rank}.",
    "{by} calls Cheat!": "You call Cheat!",
    "{by} was wrong: {player} told the truth.": "You were wrong: {player} told the truth.",
    "{by} takes the pile ({count}).": "You take the pile ({count}).",
    # Uno
    "{by} jumps in with {card}.": "You jump in with {card}.",
    "{by} plays {card} and chooses {colour}.": "You play {card} and choose {colour}.",
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
    "{by} draws {card} to decide who deals: {points}.": "You draw {card} to decide who deals: {points}.",
    "{by} has the highest card and deals.": "You have the highest card and deal.",
    # Exploding Kittens
    "{by} plays {what} against {target} and asks for {demand}.": "You play {what} against {target} and ask for {demand}.",  # noqa: E501
    "{by} draws an Exploding Kitten!": "You draw an Exploding Kitten!",
    "The draw pile is empty: {by} draws nothing.": "The draw pile is empty: you draw nothing.",
    "{by} says Nope to {player}.": "You say Nope to {player}.",
    "{by} chooses {target} for {what}.": "You choose {target} for {what}.",
    "{by} asks {player} for {card} and gets it.": "You ask {player} for {card} and get it.",
    "{by} asks {player} for {card}. {player} has none.": "You ask {player} for {card}. {player} has none.",
    "{by} takes a card from {player}.": "You take a card from {player}.",
    "{by} gives {player} a card.": "You give {player} a card.",
    "{by} takes {card} from the discard pile.": "You take {card} from the discard pile.",
    "{by} looks at the top cards of the draw pile.": "You look at the top cards of the draw pile.",
    "{by} defuses the kitten.": "You defuse the kitten.",
    "{by} explodes.": "You explode.",
    "{by} puts the kitten back into the draw pile.": "You put the kitten back into the draw pile.",
    "{by} attacks: {player} takes {turns} turns.": "You attack: {player} takes {turns} turns.",
    "{by} skips a turn.": "You skip a turn.",
    # Ivanhoe
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
}
"""For the player that acts, in the slot `by`."""

PLAYER: Addressed = {
    "{player} lied!": "You lied!",
    "{by} was wrong: {player} told the truth.": "{by} was wrong: you told the truth.",
    "{by} caught {player}, who didn't say UNO!": "{by} caught you: you didn't say UNO!",
    "{by} was wrong: {player} can't be caught now.": "{by} was wrong: you can't be caught now.",
    "{by} challenges {player}.": "{by} challenges you.",
    "{player} had no card of that colour: {by} was wrong.": "You had no card of that colour: {by} was wrong.",
    "{player} had a card of that colour: {by} was right.": "You had a card of that colour: {by} was right.",
    "{by} swaps hands with {player}.": "{by} swaps hands with you.",
    "{by} says Nope to {player}.": "{by} says Nope to you.",
    "{by} asks {player} for {card} and gets it.": "{by} asks you for {card} and gets it.",
    "{by} asks {player} for {card}. {player} has none.": "{by} asks you for {card}. You have none.",
    "{by} takes a card from {player}.": "{by} takes a card from you.",
    "{by} gives {player} a card.": "{by} gives you a card.",
    "{by} attacks: {player} takes {turns} turns.": "{by} attacks: you take {turns} turns.",
    "{by} takes a card from {player}'s hand.": "{by} takes a card from your hand.",
    "{by} takes {card} from {player}.": "{by} takes {card} from you.",
    "{by} gives {own} to {player} for {taken}.": "{by} gives you {own} for {taken}.",
}
"""For the player that the event is about, in the slot `player`."""

TARGET: Addressed = {
    "{by} plays {what} against {target}.": "{by} plays {what} against you.",
    "{by} plays {what} against {target} and asks for {demand}.": "{by} plays {what} against you and asks for {demand}.",  # noqa: E501
    "{by} chooses {target} for {what}.": "{by} chooses you for {what}.",
    "{by} plays {card} against {target}.": "{by} plays {card} against you.",
    "{by} plays {card} against {target} and picks {taken}.": "{by} plays {card} against you and picks {taken}.",  # noqa: E501
    "{by} plays {card} against {target}: {own} for {taken}.": "{by} plays {card} against you: {own} for {taken}.",  # noqa: E501
}
"""For the player against which a card is played, in the slot `target`."""

MOST_TEMPLATES = 1024
"""Maximum number of templates whose variants are cached."""
BY_SLOT = {"by": BY, "player": PLAYER, "target": TARGET}


@lru_cache(MOST_TEMPLATES)
def variants(template: str) -> Addressed:
    """Return the variants of a template by the slot that stands for the reader."""
    templates = {slot: addressed[template] for slot, addressed in BY_SLOT.items() if template in addressed}
    return templates or NO_VARIANTS
