"""The game of Exploding Kittens: rules, deck, texts and bots."""
