"""The number of this release, for replays and the OpenAPI document."""

__version__ = "0.1.0"
