"""Bytes and versions in Redis. This package knows no game."""
