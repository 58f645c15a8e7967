"""The full-screen terminal client: screens and keys. Other packages make the texts on them."""
