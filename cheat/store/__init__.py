"""The store: bytes and versions in Redis, or in memory.

This package knows no rules of games.
"""
