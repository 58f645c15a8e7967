"""Explains rules to their author in plain words."""
