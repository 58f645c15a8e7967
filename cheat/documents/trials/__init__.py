"""Trial games that show how a document behaves, and the differences between two of its versions."""
