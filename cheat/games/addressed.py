"""Sentences about events that several games have, for the player that the event is about."""

from __future__ import annotations

from cheat.i18n.addressed import Addressed

ADDRESSED = Addressed(
    by={
        "{by} ran out of time.": "You ran out of time.",
        "The cards are dealt. {by} begins.": "The cards are dealt. You begin.",
        "{by} draws a card.": "You draw a card.",
        "{by} draws {count} cards.": "You draw {count} cards.",
        "{by} plays {card}.": "You play {card}.",
        "{by} won the round. The next round begins when all players are ready.": "You won the round. The next round begins when all players are ready.",  # noqa: E501
        "{by} wins the round.": "You win the round.",
        "{by} wins the round and scores {points}.": "You win the round and score {points}.",
        "{by} plays {card} and chooses {colour}.": "You play {card} and choose {colour}.",
        "{by} draws {card} to decide who deals: {points}.": "You draw {card} to decide who deals: {points}.",
        "{by} has the highest card and deals.": "You have the highest card and deal.",
    },
    player={
        "{player} won: no other player is left.": "You won: no other player is left.",
        "The match ended because {player} left.": "The match ended because you left.",
    },
    winners={
        "{winners} won the match.": "You won the match.",
    },
)
