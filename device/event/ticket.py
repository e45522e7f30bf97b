"""A table's ticket to an event: where the broker is, which number, which secret; and the code that carries it.

A code is typed once on the table's screen. It is written in Crockford's base 32 in groups of four: no I, L, O, U, so
that nothing is read wrongly; two bytes of it are a CRC, so that every wrong letter and every swap of two neighbours is
noticed at once.
"""

from __future__ import annotations

import binascii
import ipaddress
import os
import re
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.event.wire import EventId, TableNumber, user_of
from device.files.atomic_write import OWNER
from device.files.small_file import Damaged, SmallFile
from rules.message import Message, Refusal, msg

PORT, TLS_PORT = 1883, 8883
"""The broker's usual ports, without and with TLS."""
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKALIKE = str.maketrans("OIL", "011")
SECRET = 5
"""Bytes of a table's secret."""
PIN = 8
"""Bytes of the SHA-256 of the broker's certificate by which a table knows it."""
LONGEST = 200
"""Characters of a code at most."""
_FORM, _TLS, _NAMED, _PORT = 0x10, 0x01, 0x02, 0x04
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,62}[A-Za-z0-9])?")

Host = Annotated[str, Meta(min_length=1, max_length=64)]
Port = Annotated[int, Meta(ge=1, le=65535)]


class Ticket(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table needs to take part.

    ``pin`` is the beginning of the SHA-256 of the broker's certificate in hexadecimal digits (TLS without an authority
    and whatever the table's wall clock says); ``ca`` a file with the authority's certificates. With neither there is
    no TLS unless ``tls`` asks for it; then the system's authorities count.
    """

    event: EventId
    table: TableNumber
    host: Host
    port: Port = PORT
    user: Annotated[str, Meta(max_length=100)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""
    tls: bool = False
    pin: Annotated[str, Meta(pattern=r"^([0-9a-f]{16,64})?\Z")] = ""
    ca: str = ""

    @property
    def named_user(self) -> str:
        """The broker's user: the one given, or the one that the project's own broker files know."""
        return self.user or user_of(self.event, self.table)


def code_of(ticket: Ticket) -> str:
    """The code that carries ``ticket``; its password must be a secret of `new_secret`. Raises ValueError.

    >>> code = code_of(Ticket(event="pisek", table=7, host="192.168.1.10", password="0123ABCD"))
    >>> read_code(code).host
    '192.168.1.10'
    """
    try:
        address: bytes | None = ipaddress.IPv4Address(ticket.host).packed
    except ValueError:
        address = None
        if not _HOST.fullmatch(ticket.host):
            raise ValueError(f"no host name: {ticket.host[:100]!r}") from None
    head = _FORM | (_TLS if ticket.pin else 0) | (0 if address else _NAMED)
    head |= _PORT if ticket.port != (TLS_PORT if ticket.pin else PORT) else 0
    body = bytes([head]) + ticket.table.to_bytes(2, "big") + _unwritten(ticket.password, SECRET)
    body += address or bytes([len(ticket.host)]) + ticket.host.encode("ascii")
    body += ticket.port.to_bytes(2, "big") if head & _PORT else b""
    body += bytes.fromhex(ticket.pin)[:PIN] if ticket.pin else b""
    body += ticket.event.encode("ascii")
    text = _written(body + _sum(body))
    code = "-".join(text[n : n + 4] for n in range(0, len(text), 4))
    try:
        read_code(code)
    except Refusal:
        raise ValueError(f"no table could read a code for table {ticket.table} of {ticket.event[:40]!r}") from None
    return code


def read_code(text: str) -> Ticket:
    """The ticket in a code as somebody typed it, groups and case as they like. Raises `Refusal`."""
    wrong = Refusal("", "This code is not complete or has a mistake; compare it with the card.")
    letters = re.sub(r"[\s-]", "", text[: 2 * LONGEST]).upper().translate(LOOKALIKE)
    if not letters or len(letters) > LONGEST or any(letter not in ALPHABET for letter in letters):
        raise wrong
    body = _unwritten(letters, len(letters) * 5 // 8)
    if len(body) < 12 or _written(body) != letters or _sum(body[:-2]) != body[-2:]:
        raise wrong
    try:
        return _ticket(body[:-2])
    except (ValueError, IndexError, msgspec.ValidationError):
        raise Refusal("", "This code was made by another version; ask the organiser for a new one.") from None


def _ticket(body: bytes) -> Ticket:
    head, rest = body[0], body[1:]
    if head & ~(_TLS | _NAMED | _PORT) != _FORM:
        raise ValueError("another form")
    table, rest = int.from_bytes(rest[:2], "big"), rest[2:]
    secret, rest = _written(rest[:SECRET]), rest[SECRET:]
    if head & _NAMED:
        host, rest = rest[1 : 1 + rest[0]].decode("ascii"), rest[1 + rest[0] :]
        if not _HOST.fullmatch(host):
            raise ValueError("no host")
    else:
        host, rest = str(ipaddress.IPv4Address(rest[:4])), rest[4:]
    port = TLS_PORT if head & _TLS else PORT
    if head & _PORT:
        port, rest = int.from_bytes(rest[:2], "big"), rest[2:]
    pin = ""
    if head & _TLS:
        pin, rest = rest[:PIN].hex(), rest[PIN:]
    values = {
        "event": rest.decode("ascii"),
        "table": table,
        "host": host,
        "port": port,
        "password": secret,
        "tls": bool(pin),
        "pin": pin,
    }
    return msgspec.convert(values, Ticket)


def new_secret() -> str:
    """A table's secret, as random as a code has room for."""
    return _written(os.urandom(SECRET))


def _sum(body: bytes) -> bytes:
    return binascii.crc_hqx(body, 0xFFFF).to_bytes(2, "big")


def _written(body: bytes) -> str:
    """Bytes in base 32, the last letter filled up with zeros."""
    count = -(-len(body) * 8 // 5)
    number = int.from_bytes(body, "big") << (count * 5 - len(body) * 8)
    return "".join(ALPHABET[number >> (5 * n) & 31] for n in reversed(range(count)))


def _unwritten(text: str, size: int) -> bytes:
    """The ``size`` bytes that base 32 ``text`` stands for. Raises ValueError."""
    number = 0
    for letter in text:
        number = number << 5 | ALPHABET.index(letter)
    return (number >> (len(text) * 5 - size * 8)).to_bytes(size, "big")


# -- kept beside the journal -------------------------------------------------------------------------------------------


def file_of(path: Path) -> SmallFile[Ticket]:
    """The ticket's file, for its owner alone."""
    return SmallFile(
        path, lambda raw: msgspec.json.decode(raw, type=Ticket), msg("Type the code of the event again."), mode=OWNER
    )


def keep(path: Path, ticket: Ticket | None) -> None:
    """Write the ticket to its own file, for its owner alone; None takes it away. Raises `Refusal`."""
    try:
        if ticket is None:
            path.unlink(missing_ok=True)
            return
        file_of(path).replace(msgspec.json.encode(ticket))
    except OSError:
        raise Refusal("", "The code could not be kept in {file}; look at the disk.", file=path.name) from None


def kept(path: Path) -> tuple[Ticket | None, Message | None]:
    """The ticket that is kept, and what is wrong with its file. A damaged file never stops a table."""
    try:
        return file_of(path).read(), None
    except Damaged:
        return None, msg("{file} cannot be read; type the code of the event again.", file=path.name)
