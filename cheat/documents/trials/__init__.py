"""Tries documents: lets bots play them, reports what happens, and compares two versions."""
