"""Delivery: how a worker learns of new versions of rooms, and answers polls."""
