"""Where a table is found in browsers: its address and code, kept beside its journal."""

from __future__ import annotations

import io
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import segno
from msgspec import Meta

from device.browser.seat import LETTERS
from device.common.codes import ALPHABET, new_code
from device.common.files.atomic_write import OWNER
from device.common.files.small_file import SmallFile, decoder
from device.common.web.certificates import Certificate
from device.common.web.connections import LOOPBACK, network, within
from device.common.web.network import reachable_address
from rules.message import msg

log = logging.getLogger("dvojtah.browser")


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table's number (0: there is only one), the port at which browsers find it, and its code.

    ``host`` is the one address at which it listens; ``""``: at all of this machine's. ``certificate`` is that of its
    pages; without one they come over plain HTTP.
    """

    number: int
    port: int
    code: str
    host: str = ""
    certificate: Certificate | None = None

    def address(self, host: str | None = None) -> str:
        """The address for people: at ``host``, or under which others of the network reach this machine."""
        scheme = "http" if self.certificate is None else "https"
        return f"{scheme}://{host or self.host or reachable_address() or '127.0.0.1'}:{self.port}/"

    @property
    def typed_address(self) -> str:
        """The address as people type it: browsers begin with plain HTTP by themselves."""
        return self.address().removeprefix("http://").rstrip("/")

    @property
    def address_for_others(self) -> str:
        """What others of the network type; ``""`` where the table is for this computer alone."""
        return "" if within(network(self.host), LOOPBACK) else self.typed_address

    def link(self, host: str | None = None, page: str = "") -> str:
        """The address of a page with the code, which a browser keeps to itself: it is no part of what it asks for."""
        return f"{self.address(host)}{page}#{self.code}"


class KeptSeat(msgspec.Struct, frozen=True):
    """What outlives a start: the code, so that what was printed or scanned stays valid, and who held the table."""

    code: Annotated[str, Meta(pattern=rf"^[{ALPHABET}]{{{LETTERS}}}\Z")]
    holder: Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}\Z")] | None = None


class SeatFile:
    """The small file of one table. What cannot be written is logged: the table goes on without it."""

    def __init__(self, path: Path) -> None:
        self._file = SmallFile(path, decoder(KeptSeat), msg("Browsers ask for a new code."), mode=OWNER)
        self._file.mend()
        seat = self._file.read_or_none()
        self.kept = seat or KeptSeat(new_code(LETTERS))
        if seat is None:
            self._write()

    def hold(self, ident: str) -> None:
        """That browser holds the table from now on."""
        if ident != self.kept.holder:
            self.kept = KeptSeat(self.kept.code, ident)
            self._write()

    def _write(self) -> None:
        try:
            self._file.replace(msgspec.json.encode(self.kept))
        except OSError as error:
            log.warning("the code of the table is not kept: %s", error)


def only_address(host: str) -> str:
    """The address that a server listens at, ``""`` where ``host`` stands for all of this machine's."""
    return "" if host in ("", "0.0.0.0", "::") else host


def qr_svg(text: str) -> bytes:
    """The QR code of a text as a picture."""
    image = io.BytesIO()
    segno.make(text, error="m").save(image, kind="svg", scale=8, border=2, dark="#0d1017", light="#ffffff")
    return image.getvalue()
