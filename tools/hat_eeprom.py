"""The image of the HAT's ID EEPROM: who made the board, and how its lines stand before any program runs.

Format: Raspberry Pi HAT specification, ID EEPROM data format, version 1. All numbers are little-endian. Write it with
``eepflash.sh`` of the Raspberry Pi utilities while the jumper JP3 is closed.
"""

from __future__ import annotations

import struct
import uuid

from device.settings.settings import Buttons

SIGNATURE = 0x69502D52
"""``R-Pi``."""
VENDOR, GPIO = 1, 2
"""Types of atoms: who made it, and the map of the lines."""
MAKER, BOARD = "Dvojtah", "Dvojtah HAT"
PRODUCT, REVISION = 0x0001, 0x0001
USED, PULL_UP, INPUT, OUTPUT = 0x80, 0x20, 0x00, 0x01
"""Parts of a line's byte."""
LINES = 28


def crc16(data: bytes) -> int:
    """CRC-16/ARC, the check of an atom."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc


def atom(kind: int, number: int, content: bytes) -> bytes:
    """One atom: head, content, check."""
    head = struct.pack("<HHI", kind, number, len(content) + 2)
    return head + content + struct.pack("<H", crc16(head + content))


def lines(buttons: Buttons) -> bytes:
    """A byte a line (BCM 0 to 27): buttons are inputs pulled up, lamps and buzzer outputs, the rest stays alone."""
    found = bytearray(LINES)
    for pin in (buttons.button_a, buttons.button_b):
        found[pin] = USED | PULL_UP | INPUT
    for pin in (buttons.lamp_a, buttons.lamp_b, buttons.buzzer):
        if pin:
            found[pin] = USED | OUTPUT
    return bytes(found)


def image(buttons: Buttons, serial: uuid.UUID) -> bytes:
    """The whole image for a board with that number."""
    maker, board = MAKER.encode(), BOARD.encode()
    vendor = serial.bytes_le + struct.pack("<HHBB", PRODUCT, REVISION, len(maker), len(board)) + maker + board
    atoms = atom(VENDOR, 0, vendor) + atom(GPIO, 1, bytes(2) + lines(buttons))
    return struct.pack("<IBBHI", SIGNATURE, 1, 0, 2, 12 + len(atoms)) + atoms
