"""Tries documents in games of bots, and compares two versions of a document."""
