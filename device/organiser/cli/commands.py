"""The parts of ``dvojtah organiser``: what each runs, decides or prints. Loaded once one is asked for."""

from __future__ import annotations

import argparse
import contextlib
import errno
import json
import os
import signal
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from starlette.routing import Route

from device.common.cli.command_spec import port
from device.common.cli.failure import Failure, UnusableFile
from device.common.cli.reading import PEOPLE, read_text
from device.common.cli.tls import chosen_certificate, is_loopback
from device.common.event import broker as files
from device.common.event import wire
from device.common.event.ticket import PORT
from device.common.files.os_errors import explain
from device.common.i18n import refusal, t, tr
from device.common.progress import ProgressLine
from device.common.sd_notify import ServiceNotifier
from device.common.settings.settings import Settings
from device.common.sheets import sheets
from device.common.web.certificates import authority_response, own_names
from device.common.web.front_file import FrontFile
from device.common.web.listener import raise_descriptors
from device.common.web.serve import own_address, port_for, server
from device.organiser.acts.from_text import seconds_of
from device.organiser.board.app import board_app
from device.organiser.board.live import READERS
from device.organiser.child_program import ChildProgram, end_with_parent
from device.organiser.cli.files import (
    backup_of,
    folder_of,
    run_backup,
    run_restore,
    run_update,
    write_files,
    write_pages,
    write_records,
)
from device.organiser.cli.games import add_sheet, pair
from device.organiser.cli.parts import PARTS
from device.organiser.cli.standby import run_standby
from device.organiser.cli.tables import print_games, print_standings, print_state
from device.organiser.desk import updates
from device.organiser.desk.answers import HEADERS
from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.desk.desk_app import LIMITS, DeskRoutes
from device.organiser.desk.door import door_app
from device.organiser.desk.joining import SpareTables
from device.organiser.desk.login import SessionFile
from device.organiser.desk.machine_port import MachinePlace
from device.organiser.desk.passwords import given_password, kept_password
from device.organiser.desk.standby import Standby
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.log.troubles import troubles
from device.organiser.metrics import metrics_routes, registry
from device.organiser.papers.sheet import DeskSign
from device.organiser.service import OrganiserService
from device.organiser.store import StoreTrouble, events_in, is_postgres, open_store, sqlite_path
from device.organiser.tournament import snapshot
from device.organiser.tournament.rulings import Rulings
from rules.message import Refusal, msg


def run_part(options: argparse.Namespace, settings: Settings) -> int:
    """Run a part of ``dvojtah organiser``; its exit status. Raises `Failure`."""
    store = options.store or str(settings.journal_path.with_name("event.db"))
    if options.part in WITHOUT_STORE:
        return WITHOUT_STORE[options.part](options)
    part = options.part or "run"
    unusable = UnusableFile if part == "run" else Failure  # the service is not started again before a file is put right
    _can_be_opened(store, unusable)
    try:
        if part == "backup":
            return run_backup(options, store)
        if part == "update":
            return run_update(options, store)
        options.event = options.event or _only_event(options, store)
        _check_event(options.event)
        if part == "run":
            return _run(options, settings, store)
        if part == "board":
            return _board(options, store)
        return _desk(part, options, store, settings)
    except StoreTrouble as trouble:
        kind = Failure if trouble.passing else unusable
        raise kind(tr(trouble.message)) from None
    except Refusal as refused:
        raise Failure(refusal(refused)) from None


WITHOUT_STORE: dict[str, Callable[[argparse.Namespace], int]] = {"restore": run_restore, "standby": run_standby}


def _check_event(event: str) -> None:
    try:
        wire.parse_topic(event, wire.Topics(event).of_table(1, "rows"))
    except wire.BadMessage:
        raise Failure(t("{event} is not an event's id: use small letters, digits and hyphens.", event=event)) from None


def _can_be_opened(store: str, unusable: type[Failure]) -> None:
    """Say what is wrong with the store's file where there is one. Raises `Failure`; ``unusable`` for a folder."""
    if "://" in store:
        return
    try:
        if stat.S_ISDIR(os.stat(store).st_mode):
            raise unusable(tr(msg("{file} is a folder, not a file.", file=store)))
        if not os.access(store, os.R_OK):  # not opened: to close it would give up SQLite's locks on it
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), store)
    except (FileNotFoundError, ValueError):
        pass  # whether one is made depends on what is asked for
    except OSError as error:
        raise Failure(tr(explain(error, store))) from None


def _only_event(options: argparse.Namespace, store: str) -> str:
    """The event that is meant where nobody says which: the broker's, or the only one in the store."""

    if options.part in (None, "run") and options.broker_files is not None:
        with contextlib.suppress(files.BrokerTrouble):
            return files.load(options.broker_files).event
    known: list[str] = []
    with contextlib.suppress(StoreTrouble):
        known = events_in(store)
    if len(known) > 1:
        raise Failure(t("Several events are in the store; say which with --event: {known}", known=", ".join(known)))
    return known[0] if known else "evening"


def _run(options: argparse.Namespace, settings: Settings, store: str) -> int:
    def open_event(read_only: bool = False) -> Any:
        return open_store(store, options.event, read_only=read_only)

    def feed() -> None:
        now = time.monotonic_ns()
        if service.comes_round(now):
            notifier.on_turn(now)

    notifier = ServiceNotifier(os.environ)
    board: ChildProgram | None = None
    service = OrganiserService(
        options.event, open_event, _broker(options), lambda away: board.trouble(away) if board else None
    )
    own = chosen_certificate(options, settings, wanted=not is_loopback(options.desk_host))
    with ProgressLine(t("Reading the event:")):
        service.start()
    # A port that somebody chose stands on paper somewhere: wait for it where it is still being left.
    board_port, desk_port, door_port = (
        port_for(chosen, usual, host)
        for chosen, usual, host in (
            (options.board_port, 8000, options.board_host),
            (options.desk_port, 8100, options.desk_host),
            (options.door_port, 8200, options.board_host),
        )
    )
    seen_at = "127.0.0.1" if options.board_host == "127.0.0.1" else own_address()
    door_at = f"http://{seen_at}:{door_port}/"
    address = options.address or f"http://{seen_at}:{board_port}{options.base_path}"
    event = ["--lang", settings.language, "organiser", "--event", options.event, "--store", store]
    where = [("--host", options.board_host), ("--port", str(board_port)), ("--address", address)]
    where += [("--base-path", options.base_path), *(("--trusted-proxy", network) for network in options.trusted_proxy)]
    board = ChildProgram([*event, "board", "--with-parent", *chain.from_iterable(where)])
    board.start()
    board.trouble(service.trouble is not None)
    folder = folder_of(store, options.broker_files)
    given = os.environ.get("DVOJTAH_DESK_PASSWORD")
    password = (
        given_password(given)
        if given
        else kept_password(folder, is_said=options.say_password, is_new=options.new_password)
    )
    typed = urlsplit(options.desk_address).hostname or options.desk_host
    hosts = ("localhost", "127.0.0.1", "[::1]", *own_names(), options.desk_host, typed)
    desk_address = options.desk_address or f"http{'s' * bool(own)}://{_named(options.desk_host)}:{desk_port}/"
    backup = backup_of(store, options.broker_files, options.settings)
    standby: Standby | None = None
    spare: SpareTables | None = None
    decides = OrganiserDesk(open_event(), log=service.log, reports=service.ingest.reports)
    decides.offered_sheets = lambda: sheets(settings)
    decides.rollout = lambda: service.rollout.status
    if folder is not None:
        decides.held_update = lambda: updates.held_in(folder / updates.FOLDER)
        decides.hold_update = lambda file, name: updates.hold(file, name, folder / updates.FOLDER)
        service.update_address = lambda file: updates.address_of(door_at, file, folder / updates.FOLDER)
        place = MachinePlace(folder, options.board_host, seen_at, options.standby_port)
        standby = Standby(
            options.event, lambda: open_event(read_only=True), backup, place, lambda: service.state.standby
        )
        standby.start()
    if options.broker_files is not None:
        place = MachinePlace(options.broker_files, options.board_host, seen_at, options.join_port)
        host = "" if is_loopback(service.ingest.broker.host) else service.ingest.broker.host
        spare = SpareTables(
            options.event, options.broker_files, place, OrganiserDesk(open_event(), log=service.log), host
        )
        decides.spare_tables = spare
        if (copies := standby) is not None:
            spare.copy_code = lambda: copies.status(service.state.standby).code
    accounts = DeskAccounts(folder)
    app = DeskRoutes(
        decides,
        password.secret,
        settings.language,
        lambda: address,
        hosts,
        lambda: service.trouble,
        reader=lambda: OrganiserDesk(open_event(read_only=True), log=service.log),
        backup=backup,
        door=door_at,
        look_on=FrontFile(settings.journal_path).look_on if options.desk_host == "127.0.0.1" else lambda table: "",
        sessions=None if folder is None else SessionFile(folder, password.seal, earlier=password.earlier_seal),
        accounts=accounts,
        sign=DeskSign(desk_address, own.print) if own else None,
        standby=standby,
    ).app()
    app.routes.append(Route("/authority.crt", lambda request: authority_response(own, HEADERS)))
    app.routes.extend(metrics_routes(registry(service, board.pid), tuple(options.metrics_for)))
    door_pages = door_app(OrganiserDesk(open_event(), log=service.log), settings.language)
    if folder is not None:
        door_pages.routes.append(updates.update_route(folder / updates.FOLDER))
    door = server(door_pages, options.board_host, door_port, LIMITS, tuple(options.trusted_proxy))
    threading.Thread(target=door.run, name="door", daemon=True).start()
    print(t("Live board: {address}", address=address))
    if password.clear:
        print(t("Desk: {address}, password {password}", address=desk_address, password=password.clear), flush=True)
    else:
        print(t("Desk: {address}, the password is as before", address=desk_address), flush=True)
    if accounts.trouble is not None:
        print(tr(accounts.trouble), flush=True)
    if not (given or options.say_password):
        print(t("The password is not kept readable. Forgotten? Start once with --new-password."), flush=True)
    if own and own.print:
        print(
            t("Browsers warn about it until they know its authority, whose fingerprint is: {print}", print=own.print),
            flush=True,
        )
    # The server raises the signal that ended it again: it must not end this program before the rest is closed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    tls = None if own is None else (own.chain, own.key)
    pages = server(app, options.desk_host, desk_port, LIMITS, tuple(options.trusted_proxy), tls=tls)
    pages.on_start, pages.on_turn = notifier.ready, feed
    try:
        pages.run()
    finally:
        notifier.ending()
        door.should_exit = True
        board.close()
        if standby is not None:
            standby.close()
        if spare is not None:
            spare.close()
        service.close()
    return 0


def _named(host: str) -> str:
    """What to call ``host`` where somebody types it: a page for the whole network has this machine's own address."""
    return own_address() if host in ("0.0.0.0", "::") else host


def _broker(options: argparse.Namespace) -> Any:
    host, _, number = options.broker.rpartition(":") if ":" in options.broker else (options.broker, "", "")
    try:
        chosen = port(number) if number else None
    except argparse.ArgumentTypeError as error:
        raise Failure(str(error)) from None
    if options.broker_files is None:
        user, password = os.environ.get("DVOJTAH_BROKER_USER", ""), os.environ.get("DVOJTAH_BROKER_PASSWORD", "")
        return BrokerAddress(host or "127.0.0.1", chosen or PORT, user, password)
    try:
        broker_files = files.load(options.broker_files)
    except files.BrokerTrouble as trouble:
        raise UnusableFile(tr(trouble.message)) from None
    user, password = broker_files.desk
    return BrokerAddress(host or "127.0.0.1", chosen or broker_files.port, user, password, broker_files.pin)


def _board(options: argparse.Namespace, store: str) -> int:
    try:
        open_store(store, options.event, read_only=True).close()  # says at once where there is none
    except StoreTrouble as trouble:
        if not trouble.passing:
            raise
        print(tr(trouble.message), file=sys.stderr)
    readers = min(READERS, raise_descriptors() // 2)  # pages and files can be had beside them
    with contextlib.ExitStack() as reading:
        app = board_app(
            lambda: open_store(store, options.event, read_only=True),
            options.address,
            readers,
            base=options.base_path,
            on_caught_up=reading.close,
        )
        if options.with_parent:
            end_with_parent(app.state.troubles.writing)
        else:  # the organiser's program shows its own
            reading.enter_context(ProgressLine(t("Reading the event:")))
        server(app, options.host, options.port, proxies=tuple(options.trusted_proxy)).run()
    return 0


def _desk(part: str, options: argparse.Namespace, store: str, settings: Settings) -> int:
    if part not in READS:
        return _decide(part, options, store, settings)
    with ProgressLine(t("Reading the event:")):
        desk = OrganiserDesk(open_store(store, options.event, read_only=True))
    if part == "records":
        return write_records(desk.state, options.out, options.table)
    if part == "files":
        return write_files(desk.state, options.out, options.address)
    if part == "site":
        return write_pages(desk.state, options.out)
    if options.json:
        print(json.dumps(DATA[part](desk, options), ensure_ascii=False, indent=2))
    elif part == "state":
        print_state(desk, troubles(desk.state, desk.now()))
    elif part == "standings":
        print_standings(desk)
    elif part == "games":
        print_games(desk, options.table)
    else:
        for refused in reversed(desk.refusals()):
            when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime((refused.heard - desk.state.ahead) / 1e9))
            print(f"{when} {refused.topic} ({refused.size} B): {refused.reason}")
    return 0


DATA: dict[str, Callable[[OrganiserDesk, argparse.Namespace], dict[str, Any]]] = {
    "state": lambda desk, options: snapshot.state_of(desk.state, desk.now(), options.event, len(desk.refusals())),
    "standings": lambda desk, options: snapshot.standings_of(desk.state, options.event),
    "games": lambda desk, options: snapshot.games_of(desk.state, options.event, options.table),
    "refused": lambda desk, options: snapshot.refused_of(desk.refusals(), desk.state.ahead, options.event),
}
"""What each of these parts prints, as data."""
READS = (*DATA, "records", "files", "site")
"""Parts that decide nothing."""


def _decide(part: str, options: argparse.Namespace, store: str, settings: Settings) -> int:
    """Raises `Refusal`; then no store was made."""
    lines = read_text(options.file, PEOPLE) if part == "pair" else ""

    def decide(store: str) -> None:
        with ProgressLine(t("Reading the event:")):
            desk = OrganiserDesk(open_store(store, options.event))
        desk.offered_sheets = lambda: sheets(settings)
        with desk.deciding():
            if part == "pair":
                pair(desk, lines, options.game, options.round)
            elif part in DECISIONS:
                DECISIONS[part](desk, options)
            else:
                method, *names = PARTS[part].decision
                getattr(desk, method)(*(getattr(options, name) for name in names))

    is_new = not is_postgres(store) and not os.path.exists(sqlite_path(store))
    if is_new:
        with tempfile.TemporaryDirectory() as folder:
            decide(f"{folder}/event.db")
    decide(store)
    if is_new:
        print(t("A new event, {event}, begins in {file}.", event=options.event, file=store))
    return 0


DECISIONS: dict[str, Callable[[OrganiserDesk, argparse.Namespace], None]] = {
    "round": lambda desk, options: desk.round(
        options.number,
        seconds_of(options.minutes),
        desk.game_named(options.game),
        seconds_of(options.starts_in),
    ),
    "sheet": lambda desk, options: add_sheet(desk, options.sheet),
    "set-aside": lambda desk, options: desk.count(desk.find(options.table, options.game).uid, False),
    "count": lambda desk, options: desk.count(desk.find(options.table, options.game).uid, True),
    "new-evening": lambda desk, options: Rulings(desk).begin_evening(options.title),
}
"""Decisions of which more has to be known than the method of the desk."""
