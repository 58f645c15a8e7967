"""Connections to Redis: pool, pipelines, subscriptions, sentinels and clusters."""
