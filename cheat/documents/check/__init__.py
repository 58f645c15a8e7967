"""The check of a document: names, types, effects and phases."""
