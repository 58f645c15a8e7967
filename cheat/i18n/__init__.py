"""Messages for people, and the languages they are shown in."""
