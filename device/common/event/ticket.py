"""A table's ticket to an event: where the broker is, which number, which secret; and the code that carries it.

A code is typed once on the table's screen (`device.common.codes`). It comes in groups of five letters, the last of
which checks the four before it and the group's place, so that a wrong letter, a swap of two and a skipped group are
noticed in that very group; two bytes of the whole are a CRC.
Codes of 0.1 had groups of four without a check letter and are still read.
"""

from __future__ import annotations

import binascii
import ipaddress
import os
import re
import secrets
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.codes import ALPHABET, letters_of, new_code
from device.common.event.messages import EventId, TableNumber
from device.common.event.wire import user_of
from device.common.files.atomic_write import OWNER
from device.common.files.small_file import Damaged, SmallFile, decoder, read_bounded
from device.common.settings.settings import EventSettings
from rules.loading import readable
from rules.message import Message, Refusal, msg

PORT, TLS_PORT = 1883, 8883
"""The broker's usual ports, without and with TLS."""
JOIN_PORT = 8400
"""The usual port of an organiser that lets a table join with a short code."""
SHORT_LENGTH = 6
"""Letters of a short code, by which a table asks for its ticket (`device.common.event.joining`)."""
SECRET = 5
"""Bytes of a table's secret."""
PIN = 8
"""Bytes of the SHA-256 of the broker's certificate by which a table knows it."""
LONGEST = 200
"""Characters of a code at most."""
GROUP = 5
"""Letters of a group: four that say something and one that checks them."""
_PLAIN, _CHECKED, _TLS, _NAMED, _PORT = 0x10, 0x20, 0x01, 0x02, 0x04
_FIRST = ("2", "4")
"""How a code that carries a ticket begins: one of 0.1, and one with checked groups."""
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
    head = _CHECKED | (_TLS if ticket.pin else 0) | (0 if address else _NAMED)
    head |= _PORT if ticket.port != (TLS_PORT if ticket.pin else PORT) else 0
    body = bytes([head]) + ticket.table.to_bytes(2, "big") + _unwritten(ticket.password, SECRET)
    body += address or bytes([len(ticket.host)]) + ticket.host.encode("ascii")
    body += ticket.port.to_bytes(2, "big") if head & _PORT else b""
    body += bytes.fromhex(ticket.pin)[:PIN] if ticket.pin else b""
    name = ticket.event.encode("ascii")
    code = "-".join(_grouped(_written(body + _sum(body + name) + name)))
    try:
        read_code(code)
    except Refusal:
        raise ValueError(f"no table could read a code for table {ticket.table} of {ticket.event[:40]!r}") from None
    return code


def has_check_letters(letters: str) -> bool:
    """Whether a code that begins so has groups with a check letter; one of 0.1 has none."""
    return letters[:1] != _FIRST[0]


def groups_of(letters: str) -> tuple[str, ...]:
    """A code in groups, as it stands on the card; the last may be unfinished."""
    size = GROUP if has_check_letters(letters) else GROUP - 1
    return tuple(letters[n : n + size] for n in range(0, len(letters), size))


def is_sound_group(group: str, place: int) -> bool:
    """Whether a whole group of a checked code is as it was made; ``place`` counts from 0."""
    return group[-1] == _check(group[:-1], place)


def read_code(text: str, *, at_desk: bool = False) -> Ticket:
    """The ticket in a code as somebody typed it, groups and case as they like; ``at_desk`` where it stands at the
    organiser's desk and on no table's card. Raises `Refusal`.
    """
    wrong = Refusal("", "This code is not complete or has a mistake; compare it with the card.")
    if at_desk:
        wrong = Refusal("", "This code is not complete or has a mistake; compare it with the desk.")
    letters = letters_of(text)
    if not letters or len(letters) > LONGEST or any(letter not in ALPHABET for letter in letters):
        raise wrong
    groups = groups_of(letters)
    if has_check_letters(letters):
        for place, group in enumerate(groups):
            if len(group) == GROUP and not is_sound_group(group, place):
                known = {"n": place + 1, "group": group}
                if at_desk:
                    raise Refusal(
                        "", "Group {n} of the code, {group}, has a mistake; compare it with the desk.", **known
                    )
                raise Refusal("", "Group {n} of the code, {group}, has a mistake; compare it with the card.", **known)
        if len(groups[-1]) < GROUP:
            raise wrong
        letters = "".join(group[:-1] for group in groups)
    body = _unwritten(letters, len(letters) * 5 // 8)
    if len(body) < 12 or _written(body) != letters[: -(-len(body) * 8 // 5)]:
        raise wrong
    try:
        return _ticket(body)
    except ArithmeticError:
        raise wrong from None
    except (ValueError, IndexError, msgspec.ValidationError):
        raise Refusal("", "This code was made by another version; ask the organiser for a new one.") from None


def _ticket(body: bytes) -> Ticket:
    """The ticket in the bytes of a code. Raises ArithmeticError for a wrong sum, ValueError for another form."""
    head = body[0]
    form = head & ~(_TLS | _NAMED | _PORT)
    if form == _PLAIN:
        body, total = body[:-2], body[-2:]
        if _sum(body) != total:
            raise ArithmeticError
    elif form != _CHECKED:
        raise ValueError("another form")
    table, rest = int.from_bytes(body[1:3], "big"), body[3:]
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
    if form == _CHECKED:
        rest = rest.rstrip(b"\0")
        before, total, rest = body[: len(body.rstrip(b"\0")) - len(rest)], rest[:2], rest[2:]
        if _sum(before + rest) != total:
            raise ArithmeticError
    event, tls = rest.decode("ascii"), bool(pin)
    values = {"event": event, "table": table, "host": host, "port": port, "password": secret, "tls": tls, "pin": pin}
    return msgspec.convert(values, readable(Ticket))


def new_secret() -> str:
    """A table's secret, as random as a code has room for."""
    return _written(os.urandom(SECRET))


def short_code() -> str:
    """A new short code, begun as no whole ticket is."""
    return secrets.choice(ALPHABET[5:] + "3") + new_code(SHORT_LENGTH - 1)


def is_short(letters: str) -> bool:
    """Whether a code that begins so is a short one."""
    return letters[:1] not in ("", *_FIRST)


def read_address(text: str) -> tuple[str, int]:
    """Host and port of an organiser's address as somebody typed it. Raises `Refusal`."""
    host, colon, number = text.strip().rpartition(":")
    host, number = (host, number) if colon else (number, str(JOIN_PORT))
    if not _HOST.fullmatch(host) or not re.fullmatch(r"[0-9]{1,5}", number) or not 0 < int(number) < 1 << 16:
        raise Refusal("", "This is not an address; the desk shows it beside the code, for instance 192.168.1.10.")
    return host, int(number)


def _grouped(letters: str) -> list[str]:
    """Letters in groups of four, each with its check letter; the last group is filled up with zeros."""
    size = GROUP - 1
    letters += "0" * (-len(letters) % size)
    groups = [letters[n : n + size] for n in range(0, len(letters), size)]
    return [group + _check(group, place) for place, group in enumerate(groups)]


def _check(group: str, place: int) -> str:
    """The letter that checks a group: a sum in the field of 32 elements, each letter with a weight of its own.

    Any one wrong letter changes it, and any swap of two unlike letters, with the check letter too; ``place`` makes it
    another letter in the next group.
    """
    total = 0
    for letter in group:
        total = _doubled(total ^ ALPHABET.index(letter))
    return ALPHABET[_doubled(total ^ (place + 1) % 32)]


def _doubled(number: int) -> int:
    """Twice a number in the field of 32 elements, modulo x^5 + x^2 + 1."""
    return (number << 1) ^ (0b100101 if number & 16 else 0)


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
    return SmallFile(path, decoder(Ticket), msg("Type the code of the event again."), mode=OWNER)


def store_ticket(path: Path, ticket: Ticket | None) -> None:
    """Write the ticket to its own file, for its owner alone; None takes it away. Raises `Refusal`."""
    try:
        if ticket is None:
            path.unlink(missing_ok=True)
            return
        file_of(path).replace(msgspec.json.encode(ticket))
    except OSError:
        raise Refusal("", "The code could not be kept in {file}; look at the disk.", file=path.name) from None


def stored_ticket(path: Path) -> tuple[Ticket | None, Message | None]:
    """The ticket that is kept, and what is wrong with its file. A damaged file never stops a table."""
    try:
        return file_of(path).read(), None
    except Damaged:
        return None, msg("{file} cannot be read; type the code of the event again.", file=path.name)


def from_settings(event: EventSettings) -> tuple[Ticket | None, Message | None]:
    """The ticket that the settings describe, and what is wrong with them; neither where they name no broker."""
    if not (event.broker and event.id and event.number):
        if event.broker or event.id or event.number:
            return None, msg("The settings of the event lack its name, this table's number or the organiser's address.")
        return None, None
    password = ""
    if event.password_file:
        try:
            password = read_bounded(Path(event.password_file).expanduser()).decode("utf-8").strip()[:200]
        except (OSError, Damaged, ValueError, RuntimeError):
            return None, msg("The password file of the event cannot be read; look at the settings.")
    secure = event.tls or bool(event.ca) or bool(event.pin)
    return Ticket(
        event=event.id,
        table=event.number,
        host=event.broker,
        port=event.port or (TLS_PORT if secure else PORT),
        user=event.user,
        password=password,
        tls=secure,
        pin=event.pin,
        ca=event.ca,
    ), None
