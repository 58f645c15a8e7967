"""Plays compiled documents: games, phases, simulations and scripted opponents."""
