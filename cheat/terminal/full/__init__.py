"""The full-screen terminal: views and keys. Other modules make the texts that they show."""
