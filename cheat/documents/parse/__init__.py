"""Parses documents: JSON, its schema, expressions, and diagnostics for the author."""
