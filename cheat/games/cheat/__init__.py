"""Cheat: everything that belongs to the game."""
