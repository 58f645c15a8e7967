"""From text to trees: JSON, its shape, expressions, and what is wrong with them, told to the author."""
