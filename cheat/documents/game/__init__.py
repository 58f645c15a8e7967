"""Plays compiled documents: the game object, phases, simulations, and bots with scripts."""
