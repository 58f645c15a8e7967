"""Parses documents: reads JSON, applies the schema, parses expressions, and collects errors."""
