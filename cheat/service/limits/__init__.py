"""Limits: how often an address, a seat or a network may ask."""
