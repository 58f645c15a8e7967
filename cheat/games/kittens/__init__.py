"""Exploding Kittens: everything that belongs to the game."""
