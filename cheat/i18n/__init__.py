"""Messages for people, and the languages in which people read them."""
