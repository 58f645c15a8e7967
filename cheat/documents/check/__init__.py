"""Checks documents: names, types, effects and phases."""
