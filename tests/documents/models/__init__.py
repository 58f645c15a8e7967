"""Second, simple-minded accounts of the rules of games that are documents, one game a file."""
