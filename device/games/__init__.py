"""What the device shows of each game: its screens, its OLED faces, its signals. One room per game."""

from device.games.polish_doubles.setup import GAME_ROOM as POLISH_DOUBLES
from device.games.polyssimo.setup import GAME_ROOM as POLYSSIMO
from device.rooms import Rooms

ROOMS: Rooms = {room.key: room for room in (POLISH_DOUBLES, POLYSSIMO)}
"""The games that can be played on this device, by their word."""
