"""``dvojtah organiser standby``: a second machine that copies a running event every minute, to go on from it."""

from __future__ import annotations

import argparse
import http.client
import secrets
import signal
import ssl
import sys
import urllib.parse
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from device.common.address import Address
from device.common.cli.failure import Failure
from device.common.codes import letters_of
from device.common.event.broker import SECRETS
from device.common.event.ticket import SHORT_LENGTH, Ticket, read_address, read_code
from device.common.event.tls import pinned_context
from device.common.i18n import day_and_time, t, tr
from device.common.progress import ProgressLine
from device.common.trouble import Trouble
from device.organiser.cli.files import print_way_on
from device.organiser.desk.standby import NUMBER, PATH
from device.organiser.store import StoreTrouble
from device.organiser.store.backup import BackupTrouble
from device.organiser.store.standby import (
    ENDED,
    FORMAT,
    LARGEST_PART,
    NEWER,
    CopyEnded,
    CopyFormat,
    CopyPart,
    CopyRequest,
    StandbyCopy,
)
from rules.loading import readable
from rules.message import Message, Refusal, msg

if TYPE_CHECKING:
    from device.common.event.discovery import FoundOrganiser

ORGANISERS: Address[Callable[[], tuple[FoundOrganiser, ...]]] = Address("device.common.event.discovery:organisers_here")
JOIN_WITH: Address[Callable[[str, int, str, str], str]] = Address("device.common.event.joining:join_with")
"""Load zeroconf and spake2, which only a short code needs."""
PATIENCE_S = 30
"""How long the first machine may take to answer."""


class SourceUnreachable(Trouble):
    """The first machine gives nothing now; ``message`` says why. It is asked again in a minute."""


def first_machine(code: str, address: str | None = None) -> Ticket:
    """What a code from the desk says; with a short one the first machine is asked, which is at ``address`` (None: to
    be found in this network). Raises `Refusal`."""
    whole = long_code(letters, address) if len(letters := letters_of(code)) == SHORT_LENGTH else code
    ticket = read_code(whole, at_desk=True)
    if ticket.table != NUMBER or not ticket.pin:
        raise Refusal(
            "", "This is a table's code; the one for a second machine is at the desk, under Papers and files."
        )
    return ticket


def long_code(short: str, address: str | None) -> str:
    """What the first machine gives for a short code. Raises `Refusal`."""
    places = [read_address(address)] if address else [(organiser.host, organiser.port) for organiser in ORGANISERS()]
    refused = Refusal("", "No organiser was found in this network; add --address and what is shown beside the code.")
    for host, port in places:
        try:
            return JOIN_WITH(host, port, short, secrets.token_hex(8))
        except Refusal as other:  # whose code it is, only the asked one can tell
            refused = other
    raise refused


def ask_over(ticket: Ticket, request: CopyRequest) -> CopyPart:
    """Ask the first machine for what this one lacks.

    Raises `SourceUnreachable`, and `BackupTrouble` where waiting does not help.
    """
    context = pinned_context(ticket.pin)
    line = http.client.HTTPSConnection(ticket.host, ticket.port, timeout=PATIENCE_S, context=context)
    try:
        query = urllib.parse.urlencode(msgspec.to_builtins(request))
        line.request("GET", f"{PATH}?{query}", headers={"Authorization": f"Bearer {ticket.password}"})
        answer = line.getresponse()
        body = answer.read(LARGEST_PART + 1)
    except ssl.SSLCertVerificationError:
        raise BackupTrouble(
            msg(
                "The machine at {host} is not the one that made the code; take a new code from the desk.",
                host=ticket.host,
            )
        ) from None
    except (OSError, http.client.HTTPException):
        raise SourceUnreachable(msg("{host} does not answer.", host=ticket.host)) from None
    finally:
        line.close()
    match answer.status:
        case 200:
            return _part(body)
        case 403:
            raise BackupTrouble(msg("The code is no longer valid; take the one that the desk shows now."))
        case 426:
            raise BackupTrouble(msg("The organiser's machine has an older version; update it."))
        case _:
            reason = body[:500].decode("utf-8", "replace").strip() or str(answer.status)
            raise SourceUnreachable(msg("{host} gives no copy now: {reason}", host=ticket.host, reason=reason))


def _part(body: bytes) -> CopyPart:
    try:
        if msgspec.msgpack.decode(body, type=readable(CopyFormat)).format > FORMAT:
            raise BackupTrouble(NEWER)
        return msgspec.msgpack.decode(body, type=readable(CopyPart))
    except (msgspec.MsgspecError, ValueError):
        raise SourceUnreachable(msg("What was received cannot be read.")) from None


def run_standby(options: argparse.Namespace) -> int:
    """Copy until the event goes on from the copy, or somebody ends it; the exit status. Raises what a `Run` may."""
    ticket = first_machine(options.code, options.address)
    try:
        copy = StandbyCopy(options.folder)
    except StoreTrouble as unusable:
        raise Failure(tr(unusable.message)) from None
    stops = (signal.SIGTERM, signal.SIGINT)
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)  # waited for below: a handler could meet the lock of its own waiter
    message: Message | None = None
    is_told = False
    while True:
        before = copy.source_rows
        with ProgressLine(t("Copying:")):
            trouble = _catch_up(copy, ticket)
        if trouble is ENDED:
            print(tr(ENDED))
            return 0
        if trouble is None and not is_told:
            _say_way_on(options.folder, ticket)
        _say(trouble, copy, copy.source_rows - before, changed=trouble != message or not is_told)
        is_told = is_told or trouble is None
        message = trouble
        if signal.sigtimedwait(stops, options.every) is not None:
            return 0


def _catch_up(copy: StandbyCopy, ticket: Ticket) -> Message | None:
    """Copy what is new; why that did not go now, `ENDED` where it never will. Raises `BackupTrouble`."""
    try:
        copy.catch_up(lambda request: ask_over(ticket, request))
    except CopyEnded:
        return ENDED
    except (SourceUnreachable, StoreTrouble) as passing:
        return passing.message
    return None


def _say_way_on(folder: Path, ticket: Ticket) -> None:
    copied = {"event": ticket.event, "folder": folder}
    print(t("Everything of {event} is copied into {folder} every minute. Leave this running.", **copied))
    print(t("If the first machine fails, give this one its address, {host}, and go on with:", host=ticket.host))
    print_way_on(folder, [ticket.event], with_broker=(folder / SECRETS).exists())


def _say(trouble: Message | None, copy: StandbyCopy, rows: int, *, changed: bool) -> None:
    """A line each time on a terminal; elsewhere where something has changed, so that no log fills up with them."""
    if not (changed or sys.stdout.isatty()):
        return
    since = day_and_time(datetime.fromtimestamp(copy.copy_time / 1e9).astimezone()) if copy.copy_time else ""
    if trouble is None:
        print(t("{time} The copy is whole; new rows: {n}", time=since, n=rows), flush=True)
    elif since:
        print(t("{reason} The copy is of {time}; it is tried again.", reason=tr(trouble), time=since), flush=True)
    else:
        print(t("{reason} There is no copy yet; it is tried again.", reason=tr(trouble)), flush=True)
