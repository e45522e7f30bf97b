"""A new program over the line: taken piece by piece, checked as a whole, put beside the old one, and tried.

The table sends one stream, ``name length\\n`` and the bytes of each file in turn. It becomes a folder of its own, ``a``
or ``b``, whichever is not in use, and ``choice`` says which folder to start from. A new program has `TRIES` starts in
which a table must answer; otherwise the pod goes back to the program that it came with. So a power cut at any moment
leaves one that works.
"""

import binascii
import os
import sys

TRIES = 2
KEPT = 9
"""In ``choice`` instead of the starts that are left: this program has proved itself."""
MOST = 200_000
"""Bytes of the longest stream; a Pico has room for three of them."""
PIECE = 512
"""Bytes that are read in one go when the stream is checked."""

root = ""
"""What stands before the names of files; tests put them elsewhere."""


def _read() -> tuple[str, int]:
    """Folder and starts that are left; ``("", 0)`` where there is no other program."""
    try:
        with open(root + "/choice") as file:
            folder, left = file.read().split()
        return (folder, int(left)) if folder in ("a", "b") else ("", 0)
    except (OSError, ValueError):
        return "", 0


def _write(folder: str, left: int) -> None:
    """Whole or not at all: a file that is renamed is never half a file."""
    with open(root + "/choice.new", "w") as file:
        file.write(folder + " " + str(left))
    os.rename(root + "/choice.new", root + "/choice")


def choose() -> None:
    """Before anything else is imported: look first in the folder of the program that is to run."""
    folder, left = _read()
    if not left:
        return
    if left != KEPT:
        _write(folder, left - 1)
    sys.path.insert(0, root + "/" + folder)


def keep() -> None:
    """The program that runs has received a frame of a table: it stays."""
    folder, left = _read()
    if folder and left != KEPT and root + "/" + folder in sys.path:
        _write(folder, KEPT)


def drop() -> None:
    """The program that was chosen cannot even be read."""
    folder, _ = _read()
    if folder:
        _write(folder, 0)


class Update:
    """What is being taken. `at` is how much of it is there; None while nothing is.

    ``feed`` is called after each step of the unpacking: a file takes several erases of the flash, up to 0.4 s each
    (W25Q16JV datasheet, 9.6), and all of them together more than the watchdog waits.
    """

    def __init__(self, feed: object = None) -> None:
        self.at: int | None = None
        self._feed = (lambda: None) if feed is None else feed
        self._size = 0
        self._file: object = None

    def begin(self, size: int) -> bool:
        """A stream of that many bytes comes; whether there is room for it. One that had begun is forgotten."""
        self.stop()
        if not 0 < size <= MOST:
            return False
        self._file = open(root + "/next", "wb")  # noqa: SIM115 - it stays open between frames
        self.at, self._size = 0, size
        return True

    def take(self, at: int, data: bytes) -> None:
        """A piece. One that is there already or that does not follow changes nothing."""
        if self._file is not None and at == self.at:
            data = data[: self._size - at]
            self._file.write(data)
            self.at = at + len(data)

    def finish(self, check: str) -> bool:
        """Whether everything is there and has that CRC-32; then the next start takes it."""
        if self._file is None or self.at != self._size:
            return False
        self._file.close()
        self._file = None
        crc = 0
        with open(root + "/next", "rb") as file:
            while piece := file.read(PIECE):
                crc = binascii.crc32(piece, crc)
                self._feed()
        good = b"%08x" % crc == check.encode() and self._unpack()
        self.stop()
        return good

    def _unpack(self) -> bool:
        folder = "b" if _read()[0] == "a" else "a"
        path = root + "/" + folder
        try:
            os.mkdir(path)
        except OSError:  # it is there from the last time
            for name in os.listdir(path):
                os.remove(path + "/" + name)
                self._feed()
        with open(root + "/next", "rb") as file:
            while line := file.readline():
                name, length = line.decode().split()
                if "/" in name or not name.endswith(".py"):
                    return False
                left = int(length)
                with open(path + "/" + name, "wb") as out:
                    while left:
                        piece = file.read(min(PIECE, left))
                        if not piece:
                            return False
                        out.write(piece)
                        left -= len(piece)
                        self._feed()
                self._feed()
        _write(folder, TRIES)
        return True

    def stop(self) -> None:
        """Forget what has been taken."""
        if self._file is not None:
            self._file.close()
        self._file, self.at = None, None
