"""Explains rules, and changes of rules, to their author in plain words."""
