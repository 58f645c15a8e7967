"""The table on the full screen of a terminal: views and keys. What they show is said elsewhere."""
