"""Runs documents: the game, its state, and the effects on its table."""
