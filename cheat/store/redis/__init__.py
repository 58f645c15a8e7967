"""Connections to Redis: pools, commit pipelines, subscriptions, Sentinel and Redis Cluster.

In a Redis Cluster, each key belongs to a slot, and each slot to one server that takes writes (`slots.py`).
"""
