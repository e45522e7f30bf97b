"""The broker's files: configuration, users, rights, a certificate; and every table's code.

Mosquitto runs on them as they stand: ``mosquitto -c FOLDER/mosquitto.conf``. Made again for the same event they keep
the secrets that were given out, so that tables that have joined stay joined.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pwd
import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.event.messages import FOR_ALL, FROM_DESK, FROM_TABLE, LARGEST, EventId
from device.common.event.ticket import PIN, PORT, TLS_PORT, Ticket, code_of, new_secret
from device.common.event.wire import Topics, desk_user, user_of
from device.common.files.atomic_write import OWNER, atomic_write
from device.common.files.os_errors import explain
from device.common.files.small_file import Damaged, SmallFile, decoder, plain_file, read_bounded, set_aside
from device.common.trouble import Trouble
from device.common.web.certificates import NEW_KEY, openssl, subject_of
from rules.loading import readable
from rules.message import Message, msg

ROUNDS = 101
"""Rounds of PBKDF2 that Mosquitto itself uses; the secrets are random, not words."""
SECRETS, CONFIGURATION, CERTIFICATE, KEY = "secrets.json", "mosquitto.conf", "broker.crt", "broker.key"
FILES = (SECRETS, CERTIFICATE, KEY, CONFIGURATION)
"""Files of the folder that a start reads, and of which all others are made again; without TLS no certificate."""
KEPT, KEPT_MAGIC = "mosquitto.db", b"\0\xb5\0mosquitto db"
"""What Mosquitto itself keeps, and how it begins: it does not start on anything else. The organiser and the tables send
all of it again."""
LARGEST_FILE = 1 << 20
"""Bytes of the secrets: 9999 tables take some two hundred thousand."""
Number = Annotated[int, Meta(ge=0, le=9999)]
Secret = Annotated[str, Meta(pattern=r"^[0-9A-Z]{1,64}\Z")]
FOR_GROUP = 0o640
"""Rights of the file with everybody's codes."""
DESK = 0
"""The number under which the organiser's own secret is kept."""


class BrokerTrouble(Trouble):
    """The broker's files cannot be made or read."""


def _lost(file: Path | str) -> Message:
    """What helps where a file is damaged on which the codes depend that stand on every table's card."""
    return msg(
        "{file} cannot be read; put it back from a copy, or move it away, run dvojtah broker again and hand out the "
        "new codes.",
        file=file,
    )


class Secrets(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What was given out: the event, and a secret for each table's number (0: the organiser).

    ``plain`` is the port without TLS that codes have which were given out before there was TLS; 0: there are none.
    """

    event: EventId
    given: Annotated[dict[Number, Secret], Meta(max_length=10_000)] = {}
    plain: Annotated[int, Meta(ge=0, le=65535)] = 0


@dataclass(frozen=True, slots=True)
class BrokerFiles:
    """A broker's folder. ``host`` is where tables find it, ``pin`` its certificate's where it has TLS, ``plain`` the
    port for earlier codes beside that, 0 where there is none, ``address`` the one to listen on (empty: all).
    """

    folder: Path
    event: str
    host: str
    port: int
    pin: str
    given: dict[int, str]
    plain: int = 0
    address: str = ""

    @property
    def configuration(self) -> Path:
        """The file to start Mosquitto with."""
        return self.folder / CONFIGURATION

    def ticket(self, table: int) -> Ticket:
        """A table's ticket. KeyError for a number that was not given out."""
        return Ticket(
            event=self.event,
            table=table,
            host=self.host,
            port=self.port,
            password=self.given[table],
            tls=bool(self.pin),
            pin=self.pin,
        )

    def code(self, table: int) -> str:
        """The code to type on table number ``table``. KeyError for a number that was not given out."""
        return code_of(self.ticket(table))

    @property
    def desk(self) -> tuple[str, str]:
        """User and password of the organiser."""
        return desk_user(self.event), self.given[DESK]


CONNECTIONS = 200
"""Connections that the broker takes beside four for each table."""


def make(
    folder: Path,
    event: str,
    tables: int,
    host: str,
    port: int | None = None,
    *,
    address: str = "",
    tls: bool = False,
    plain: bool = True,
    renew: tuple[int, ...] = (),
) -> BrokerFiles:
    """Write the files for tables 1 to ``tables``. Raises `BrokerTrouble`, and ValueError for what no code can carry.

    ``address`` is the address to listen on (empty: all), ``renew`` the numbers that get a new secret. Where a folder
    without TLS gets ``tls``, tables that have its codes still come in without, unless ``plain`` is False.
    """
    msgspec.convert(event, readable(EventId))
    code_of(Ticket(event=event, table=1, host=host, password=new_secret()))
    folder = folder.absolute()
    secrets = _given(folder) or Secrets(event=event)
    if secrets.event != event:
        raise BrokerTrouble(
            msg("{folder} belongs to the event {event}; choose another folder.", folder=folder, event=secrets.event)
        )
    for table in range(tables + 1):
        if table not in secrets.given or table in renew:
            secrets.given[table] = new_secret() if table else new_secret() + new_secret() + new_secret()
    chosen = port or (TLS_PORT if tls else PORT)
    secrets.plain = _plain_port(folder, secrets) if tls and plain else 0
    secrets.plain *= secrets.plain != chosen
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        _write(folder / SECRETS, msgspec.json.encode(secrets).decode())
        pin = certificate(folder, host) if tls else ""
        broker = BrokerFiles(folder, event, host, chosen, pin, secrets.given, secrets.plain, address)
        _write(folder / "users", _users(broker))
        _write(folder / "rights", _rights(broker))
        _write(broker.configuration, _configuration(broker))
        _check_kept(folder / KEPT)
    except OSError as error:
        raise BrokerTrouble(explain(error, folder)) from None
    return broker


def load(folder: Path) -> BrokerFiles:
    """The files that `make` wrote. Raises `BrokerTrouble`."""
    folder = folder.absolute()
    secrets = _given(folder)
    if secrets is None:
        raise BrokerTrouble(msg("There are no broker's files in {folder}; dvojtah broker makes them.", folder=folder))
    try:
        text = read_bounded(folder / CONFIGURATION).decode()
        listener = next(line.split() for line in text.splitlines() if line.startswith("listener "))
        port = int(listener[1])
        if not 0 < port < 1 << 16:
            raise ValueError("no port")
    except (FileNotFoundError, Damaged, StopIteration, ValueError, IndexError):
        file = folder / CONFIGURATION
        again = msg("{file} cannot be read; make the files again (dvojtah broker), the codes stay.", file=file)
        raise BrokerTrouble(again) from None
    pin = certificate(folder, "") if os.path.lexists(folder / CERTIFICATE) else ""
    address = "".join(listener[2:])
    return BrokerFiles(folder, secrets.event, "127.0.0.1", port, pin, secrets.given, secrets.plain, address)


def _plain_port(folder: Path, secrets: Secrets) -> int:
    """The port without TLS that codes have which were given out; 0 where there are none."""
    if secrets.plain or os.path.lexists(folder / CERTIFICATE):
        return secrets.plain
    try:
        return load(folder).port
    except BrokerTrouble:
        return 0


def make_again(folder: Path) -> BrokerFiles:
    """Write the files anew that `make` makes of the secrets, where a copy of them was put. Raises `BrokerTrouble`."""
    known = load(folder)
    last = max(known.given, default=0)
    return make(folder, known.event, last, known.host, known.port, address=known.address, tls=bool(known.pin))


def _given(folder: Path) -> Secrets | None:
    """What was given out; None where nothing was yet. Raises `BrokerTrouble` where that cannot be read.

    It is not begun anew by itself: the codes stand on the cards of every table.
    """
    path = folder / SECRETS
    file = SmallFile(path, decoder(Secrets), msg("A new one is begun."), largest=LARGEST_FILE)
    try:
        return file.read()
    except Damaged:
        raise BrokerTrouble(_lost(path)) from None


def _write(path: Path, text: str, mode: int = OWNER) -> None:
    """A file, for its owner alone, whole or not at all. What lies there and is no file is set aside. Raises OSError."""
    if os.path.lexists(path) and not path.is_file():
        set_aside(path)
    atomic_write(path, text, mode)


def write_codes(broker: BrokerFiles, tables: int, path: Path) -> None:
    """The codes of tables 1 to ``tables`` in a file, a line each. What lies there and is no file is set aside.

    Raises `BrokerTrouble`; then the codes that were there before still are.
    """
    try:
        _write(path, codes_text(broker, tables), FOR_GROUP)
    except OSError as error:
        raise BrokerTrouble(explain(error, path)) from None


def codes_text(broker: BrokerFiles, tables: int) -> str:
    """A line for each of the tables 1 to ``tables``: its number and its code."""
    return "".join(f"{table}\t{broker.code(table)}\n" for table in range(1, tables + 1))


def _check_kept(path: Path) -> None:
    """Set aside what Mosquitto would not start on. Raises OSError."""
    if not os.path.lexists(path):
        return
    try:
        with plain_file(path) as file:
            head = file.read(len(KEPT_MAGIC))
    except (OSError, Damaged):
        head = b"none"
    if head and head != KEPT_MAGIC:
        set_aside(path)


def _users(broker: BrokerFiles) -> str:
    """Mosquitto's password file: a salted hash for each user."""
    lines = []
    for number, secret in broker.given.items():
        user = user_of(broker.event, number) if number else desk_user(broker.event)
        salt = os.urandom(12)
        key = hashlib.pbkdf2_hmac("sha512", secret.encode(), salt, ROUNDS)
        lines.append(f"{user}:$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}\n")
    return "".join(lines)


def _rights(broker: BrokerFiles) -> str:
    """Mosquitto's access list: each table its own topics and those for all."""
    topics = Topics(broker.event)
    lines = [f"user {desk_user(broker.event)}"]
    lines += [f"topic read {topics.of_table('+', word)}" for word in FROM_TABLE]
    lines += [f"topic write {topics.of_desk('+', word)}" for word in (*FROM_DESK, *FOR_ALL)]
    lines += [f"topic write {topics.state('+')}"]
    for number in broker.given:
        if number:
            lines += ["", f"user {user_of(broker.event, number)}"]
            lines += [f"topic write {topics.of_table(number, word)}" for word in FROM_TABLE]
            lines += [f"topic read {topic}" for topic in topics.for_table(number)]
    return "\n".join(lines) + "\n"


def _configuration(broker: BrokerFiles) -> str:
    folder, owner = broker.folder, pwd.getpwuid(os.geteuid()).pw_name
    address = broker.address and f" {broker.address}"
    lines = [
        f"# The broker of the event {broker.event}. Start it: /usr/sbin/mosquitto -c {broker.configuration.name}",
        f"listener {broker.port}{address}",
        f"user {owner}",  # where it is started by root it would take another user, who cannot read these files
        "allow_anonymous false",
        f"password_file {folder / 'users'}",
        f"acl_file {folder / 'rights'}",
        "",
        "# What is kept (orders, the round, announcements) outlives the broker.",
        "persistence true",
        f"persistence_location {folder}/",
        "autosave_interval 15",
        "persistent_client_expiration 1d",
        "",
        "# Bounds: one message, and what waits for whoever is slow.",
        f"max_packet_size {LARGEST + 1024}",
        "max_queued_messages 2000",
        "max_inflight_messages 100",
        "max_keepalive 300",
        f"max_connections {CONNECTIONS + 4 * len(broker.given)}",
        "set_tcp_nodelay true",
        "",
        "# Connections write nothing into the log, or anybody could fill the disk with them.",
        "connection_messages false",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
        "log_type notice",
    ]
    if broker.pin:
        tls = [f"certfile {folder / CERTIFICATE}", f"keyfile {folder / KEY}", "tls_version tlsv1.2"]
        lines[2:2] = tls
    if broker.plain:
        lines += [
            "",
            "# For tables with codes from before there was TLS: their passwords can be read on the way.",
            f"listener {broker.plain}{address}",
            f"max_connections {CONNECTIONS + 4 * len(broker.given)}",
        ]
    return "\n".join(lines) + "\n"


def certificate(folder: Path, host: str, stem: str = "broker") -> str:
    """The pin of a certificate of our own, which is made where there is none. Raises `BrokerTrouble`.

    Tables know it by its hash, not by an authority, so that a table whose wall clock is years off still gets in.
    """
    own, key = folder / f"{stem}.crt", folder / f"{stem}.key"
    if not (os.path.lexists(own) or os.path.lexists(key)):
        named = ("-days", "9000", "-subj", f"/CN={host}", "-addext", f"subjectAltName={subject_of(host)}")
        try:
            openssl(*NEW_KEY, *named, "-keyout", key, "-out", own)
        except (OSError, subprocess.SubprocessError):
            raise BrokerTrouble(msg("The certificate could not be made; is openssl installed?")) from None
        key.chmod(0o600)
    try:
        read_bounded(key)
        raw = ssl.PEM_cert_to_DER_cert(read_bounded(own).decode("ascii"))
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(own, key)
    except (OSError, Damaged, ValueError):
        raise BrokerTrouble(_lost(f"{own}, {key.name}")) from None
    return hashlib.sha256(raw).hexdigest()[: 2 * PIN]
