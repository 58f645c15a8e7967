"""The game of Uno: rules, deck, texts and bots."""
