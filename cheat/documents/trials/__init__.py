"""Tests documents by letting bots play them, and compares two versions of a document."""
