"""Parses documents: JSON, its schema and expressions, with diagnostics for the author."""
