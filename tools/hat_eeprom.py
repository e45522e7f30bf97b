"""The image of the HAT's ID EEPROM: who made the board, and which overlay the Pi loads for it.

Format: HAT+ (version 2 of the data format, as Raspberry Pi's eeptools write it): no map of the lines, and of the
overlay only its name; the file itself lies in ``/boot/firmware/overlays``. All numbers are little-endian. Write it with
``eepflash.sh`` of the Raspberry Pi utilities while the jumper JP3 is closed.
"""

from __future__ import annotations

import struct
import uuid

SIGNATURE = 0x69502D52
"""``R-Pi``."""
VERSION = 2
"""HAT+."""
VENDOR, OVERLAY_NAME = 1, 3
"""Types of atoms: who made it, and the name of the overlay."""
MAKER, BOARD, OVERLAY = "Dvojtah", "Dvojtah HAT", "dvojtah"
PRODUCT, REVISION = 0x0001, 0x0002


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


def image(serial: uuid.UUID) -> bytes:
    """The whole image for a board with that number."""
    maker, board = MAKER.encode(), BOARD.encode()
    vendor = serial.bytes_le + struct.pack("<HHBB", PRODUCT, REVISION, len(maker), len(board)) + maker + board
    atoms = atom(VENDOR, 0, vendor) + atom(OVERLAY_NAME, 1, OVERLAY.encode())
    return struct.pack("<IBBHI", SIGNATURE, VERSION, 0, 2, 12 + len(atoms)) + atoms
