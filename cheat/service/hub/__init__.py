"""Published games: checking, storing, listing and finding documents."""
