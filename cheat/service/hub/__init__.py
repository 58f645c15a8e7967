"""Games that people publish: documents that are checked, kept, listed, and found by rooms."""
