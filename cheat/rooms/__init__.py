"""Rooms: seats, host, chat, the game of a room, and the view of each player.

The code is pure: it has no clock, input or output, and random numbers are arguments.
"""

from cheat.i18n.addressed import add_addressed
from cheat.rooms.addressed import ADDRESSED

add_addressed(ADDRESSED)
