"""Converts the older format, card games as JSON of a browser platform, to our documents.

A document in this format has rules as data. It may come with its own decks, and with a script that chooses
cards for its opponents. The importer reads the document, and reports all errors at the author's own path and
key. Then it translates the document to our format. The result is checked, compiled, hashed and played like
any other document. Nothing of the older format remains.
"""
