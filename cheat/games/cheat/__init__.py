"""The game of Cheat: rules, options, texts and bots."""
