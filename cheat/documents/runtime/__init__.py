"""What runs: the game, its state, and what effects do to a table."""
