"""Uno: everything that belongs to the game."""
