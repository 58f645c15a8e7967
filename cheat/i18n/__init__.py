"""Messages for people, and their languages."""
