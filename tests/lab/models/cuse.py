"""An I2C bus in user space: a real character device /dev/i2c-N through the kernel's CUSE, with displays behind it.

Programs use it like any bus (linux/i2c-dev.h): I2C_RDWR, SMBus transfers, an address where nobody is answers
EREMOTEIO. Run as a program (``python -m tests.lab.models.cuse N ADDRESS...``) it takes orders on standard input:
``show ADDRESS`` prints the picture as hexadecimal digits, ``pull ADDRESS`` and ``plug ADDRESS`` are the cable. Killing
it is the whole bus torn off.
"""

from __future__ import annotations

import errno
import os
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.lab.models.ssd1306 import Ssd1306

INIT, OPEN, RELEASE, INTERRUPT, IOCTL = 4096, 14, 18, 36, 39
"""Operations of linux/fuse.h; INIT is CUSE's own."""
RETRY = 1 << 2
"""FUSE_IOCTL_RETRY: ask again, with these pieces of the caller's memory."""
SLAVE, SLAVE_FORCE, FUNCTIONS, TRANSFER, SMBUS = 0x0703, 0x0706, 0x0705, 0x0707, 0x0720
CAN = 0x0EFF0001
"""I2C_FUNC_I2C and the emulated SMBus transfers."""
READ = 1
MESSAGE = struct.Struct("=HHHxxQ")


class Bus:
    """The character device and whoever answers on it."""

    def __init__(self, number: int, displays: dict[int, Ssd1306]) -> None:
        self.displays = displays
        self._name = f"i2c-{number}"
        self._handle = os.open("/dev/cuse", os.O_RDWR)
        self._addresses: dict[int, int] = {}
        self._files = 0

    def serve(self) -> None:
        """Answer until the device goes away."""
        while True:
            request = os.read(self._handle, 1 << 18)
            length, operation, unique = struct.unpack_from("=IIQ", request)
            body = request[40:length]
            try:
                self._answer(unique, operation, body)
            except OSError as error:
                self._reply(unique, b"", error.errno or errno.EIO)

    def _reply(self, unique: int, body: bytes = b"", error: int = 0) -> None:
        os.write(self._handle, struct.pack("=IiQ", 16 + len(body), -error, unique) + body)

    def _answer(self, unique: int, operation: int, body: bytes) -> None:
        if operation == INIT:
            major, minor = struct.unpack_from("=II", body)
            head = struct.pack("=8I", major, min(minor, 31), 0, 1, 1 << 16, 1 << 16, 0, 0)
            self._reply(unique, head + bytes(40) + f"DEVNAME={self._name}\0".encode())
        elif operation == OPEN:
            self._files += 1
            self._reply(unique, struct.pack("=QII", self._files, 0, 0))
        elif operation == IOCTL:
            self._ioctl(unique, body)
        elif operation == RELEASE:
            self._reply(unique)
        elif operation != INTERRUPT:
            self._reply(unique, error=errno.ENOSYS)

    def _done(self, unique: int, result: int = 0, data: bytes = b"") -> None:
        self._reply(unique, struct.pack("=iIII", result, 0, 0, 0) + data)

    def _again(self, unique: int, wanted: list[tuple[int, int]], given: list[tuple[int, int]]) -> None:
        """Have the kernel ask once more: with ``wanted`` pieces of memory to read and ``given`` ones to fill."""
        pieces = b"".join(struct.pack("=QQ", *piece) for piece in wanted + given)
        self._reply(unique, struct.pack("=iIII", 0, RETRY, len(wanted), len(given)) + pieces)

    def _ioctl(self, unique: int, body: bytes) -> None:
        file, _, command, argument, read, room = struct.unpack_from("=QIIQII", body)
        data = body[32 : 32 + read]
        if command in (SLAVE, SLAVE_FORCE):
            self._addresses[file] = argument
            self._done(unique)
        elif command == FUNCTIONS:
            self._done(unique, 0, struct.pack("=Q", CAN)) if room else self._again(unique, [], [(argument, 8)])
        elif command == TRANSFER:
            self._transfer(unique, argument, data, room)
        elif command == SMBUS:
            self._smbus(unique, self._addresses.get(file, 0), argument, data)
        else:
            raise OSError(errno.ENOTTY, "")

    def _at(self, address: int) -> Ssd1306:
        if address not in self.displays:
            raise OSError(errno.EREMOTEIO, "")
        return self.displays[address]

    def _transfer(self, unique: int, argument: int, data: bytes, room: int) -> None:
        """I2C_RDWR: the list of messages first, then what they carry."""
        if len(data) < 16:
            return self._again(unique, [(argument, 16)], [])
        place, count = struct.unpack_from("=QI", data)
        if len(data) < 16 + 16 * count:
            return self._again(unique, [(argument, 16), (place, 16 * count)], [])
        messages = [MESSAGE.unpack_from(data, 16 + 16 * n) for n in range(count)]
        outgoing = [(where, length) for _, flags, length, where in messages if not flags & READ]
        incoming = [(where, length) for _, flags, length, where in messages if flags & READ]
        at = 16 + 16 * count
        if len(data) < at + sum(n for _, n in outgoing) or room < sum(n for _, n in incoming):
            return self._again(unique, [(argument, 16), (place, 16 * count), *outgoing], incoming)
        answer = b""
        for address, flags, length, _ in messages:
            if flags & READ:
                answer += self._at(address).read(length)
            else:
                self._at(address).write(data[at : at + length])
                at += length
        return self._done(unique, count, answer)

    def _smbus(self, unique: int, address: int, argument: int, data: bytes) -> None:
        """I2C_SMBUS: writes of bytes, words and blocks; reads are what no display of ours is asked for."""
        if len(data) < 16:
            return self._again(unique, [(argument, 16)], [])
        direction, command, size, place = struct.unpack_from("=BBxxIQ", data)
        if direction == READ and size:
            raise OSError(errno.EOPNOTSUPP, "")
        if size > 1 and len(data) < 16 + 34:
            return self._again(unique, [(argument, 16), (place, 34)], [])
        more = data[16:]
        carried = {0: b"", 1: b"", 2: more[:1], 3: more[:2]}.get(size, more[1 : 1 + more[0]] if more else b"")
        display = self._at(address)
        if size:
            display.write(bytes([command]) + carried)
        return self._done(unique)


class Wires:
    """A bus in a process of its own, and hands on its cables."""

    def __init__(self, number: int = 1, addresses: tuple[int, ...] = (0x3C, 0x3D)) -> None:
        self.path = Path(f"/dev/i2c-{number}")
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-m", __name__, str(number), *map(str, addresses)],
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=1,
        )
        end = time.monotonic() + 60
        while not self.path.exists():
            assert time.monotonic() < end, "the bus did not come up"
            time.sleep(0.02)

    def _say(self, word: str, address: int) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{word} {address}\n")
        return self._process.stdout.readline().strip()

    def show(self, address: int) -> bytes:
        """What people see on that display, a byte for each pixel."""
        return bytes.fromhex(self._say("show", address))

    def pull(self, address: int) -> None:
        """Tear the cable of a display out."""
        self._say("pull", address)

    def plug(self, address: int) -> None:
        """A display that was without power: its memory is new."""
        self._say("plug", address)

    def close(self) -> None:
        """The whole bus is gone."""
        self._process.kill()
        self._process.communicate()


def main(number: str, *addresses: str) -> None:
    """The program of its own."""
    bus = Bus(int(number), {int(address): Ssd1306() for address in addresses})
    threading.Thread(target=bus.serve, daemon=True).start()
    for line in sys.stdin:
        word, address = line.split()
        if word == "show":
            display = bus.displays.get(int(address))
            sys.stdout.write((display.picture().hex() if display else "") + "\n")
        elif word == "pull":
            bus.displays.pop(int(address), None)
            sys.stdout.write("ok\n")
        else:
            bus.displays[int(address)] = Ssd1306()
            sys.stdout.write("ok\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
