"""Bytes and versions in Redis. Knows no game."""
