"""Delivery of room versions to the clients that poll."""
