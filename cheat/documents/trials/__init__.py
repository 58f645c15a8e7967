"""Games that are played to see how a document behaves, and what differs between two of its versions."""
