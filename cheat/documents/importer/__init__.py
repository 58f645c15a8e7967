"""Converts the older format, card games as JSON of a browser platform, to our documents.

A document in the older format has rules as data. It may come with its own decks, and with a script that
chooses cards for the opponents (the bots of the game). The importer reads the document, and reports errors
with paths in the author's document. Then it translates the document to our format. The result is checked,
compiled, hashed and played like any other document of ours.
"""
