"""Decks of cards: the codes of their cards, their faces, and what the cards say of themselves."""
