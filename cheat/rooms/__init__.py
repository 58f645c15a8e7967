"""Rooms: seats, host, chat, the game in them, and the view of each player. Pure."""

from cheat.i18n.addressed import add_addressed
from cheat.rooms.addressed import ADDRESSED

add_addressed(ADDRESSED)
