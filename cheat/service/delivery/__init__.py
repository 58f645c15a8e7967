"""Delivery: how versions of rooms come to those who poll."""
