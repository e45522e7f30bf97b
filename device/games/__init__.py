"""What the device shows of each game: its screens, its OLED faces, its signals. One room per game."""

from device.games.kourici_kocka.setup import GAME_ROOM as KOURICI_KOCKA
from device.games.polish_doubles.setup import GAME_ROOM as POLISH_DOUBLES
from device.rooms import Rooms

ROOMS: Rooms = {room.key: room for room in (POLISH_DOUBLES, KOURICI_KOCKA)}
"""The games that can be played on this device, by their word."""
