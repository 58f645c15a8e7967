"""Rooms: seats, host, chat, the game in them, and the view of each player. Pure."""
