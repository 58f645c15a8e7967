"""Converts documents of an older format to our format.

The older format is the JSON in which a browser platform describes card games. A document in the older format
may come with its own decks, and with a script that chooses cards for the opponents (the bots of the game).
The importer reads the document, and reports errors with paths in the author's document. Then it translates
the document to our format. The translated document is checked, compiled, hashed and played like any other
document.
"""
