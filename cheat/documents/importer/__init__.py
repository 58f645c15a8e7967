"""Converts the older format, card games as JSON of a browser platform, to documents of ours.

A document of it has rules that are data, and may bring decks of its own and a script by which its opponents
choose cards. It is read, with all errors reported at its author's own path and key, and then translated. From
there on it is checked, compiled, hashed and played like any other; nothing of the older format is left.
"""
