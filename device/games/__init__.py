"""What the device shows of each game: its screens, its OLED faces, its signals. One room per game."""

from device.games.marias.setup import GAME_ROOM as MARIAS
from device.games.polish_doubles.setup import GAME_ROOM as POLISH_DOUBLES
from device.rooms import Rooms

ROOMS: Rooms = {POLISH_DOUBLES.key: POLISH_DOUBLES, MARIAS.key: MARIAS}
"""The games that can be played on this device, by their word."""
