"""Checks documents: their names, types, effects and phases. Reports errors to the author."""
