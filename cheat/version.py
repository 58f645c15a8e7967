"""The release, as replays and the OpenAPI document name it."""

__version__ = "0.1.0"
