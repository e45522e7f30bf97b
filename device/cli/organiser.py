"""``dvojtah organiser``: what the organiser of an event runs and decides, from the command line."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.cli.ports import port
from device.exports.report_text import table_text
from device.files.os_errors import explained
from device.i18n import refusal, t, tr
from device.settings.settings import Settings
from rules.game import ReportRow, ReportTable
from rules.message import Message, Refusal, msg


class OrganiserFailure(Exception):
    """Something that ends the command with status 1 and one line."""


def add_parser(commands: Any) -> None:
    """``organiser`` and what belongs to it."""
    top = commands.add_parser("organiser", help=t("the organiser of an event: store, live board, desk"))
    parts = top.add_subparsers(dest="part", metavar="part")
    run = parts.add_parser("run", help=t("listen to the tables; board and desk page (default)"))
    _run_options(top)
    _run_options(run, argparse.SUPPRESS)
    board = parts.add_parser("board", help=t("the live board alone, from the store"))
    board.add_argument("--host", default="0.0.0.0")
    board.add_argument("--port", type=port, default=8000)
    board.add_argument("--address", default=argparse.SUPPRESS, help=t("address for the QR code"))
    _proxy_option(board, argparse.SUPPRESS)
    board.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)
    for word, said in (("state", t("tables, and what needs you")), ("standings", t("the standings"))):
        parts.add_parser(word, help=said).add_argument("--json", action="store_true", help=t("for other programs"))
    parts.add_parser("games", help=t("every game with its id")).add_argument(
        "--table", type=int, help=t("only this table's")
    )
    parts.add_parser("refused", help=t("messages that were refused, and why"))
    records = parts.add_parser("records", help=t("write every game as a record"))
    records.add_argument("--out", type=Path, default=Path("records"))
    records.add_argument("--table", type=int, help=t("only this table's"))
    pair = parts.add_parser("pair", help=t("who plays: lines as on the desk page, from a file or standard input"))
    pair.add_argument("file", nargs="?", default="-")
    pair.add_argument("--game", default="polish_doubles")
    pair.add_argument("--round", type=int, help=t("the round they are for (default: the one that comes)"))
    round_ = parts.add_parser("round", help=t("start a round"))
    round_.add_argument("number", type=int)
    round_.add_argument("--minutes", default="50")
    round_.add_argument("--starts-in", default="0", help=t("minutes until it starts"))
    round_.add_argument("--game", default="")
    parts.add_parser("pause-round", help=t("the countdown stands"))
    parts.add_parser("resume-round", help=t("the countdown goes on"))
    parts.add_parser("end-round", help=t("no round is on"))
    notice = parts.add_parser("notice", help=t("tell everybody; without a text: take it down"))
    notice.add_argument("text", nargs="?", default="")
    notice.add_argument("--en", default="", help=t("the same in English"))
    for word, said in (
        ("coming", t("the referee is on the way to a table")),
        ("settled", t("a call is settled")),
        ("release", t("free a broken table's number for a spare")),
        ("unpair", t("take a pairing back")),
    ):
        parts.add_parser(word, help=said).add_argument("table", type=int)
    for word, said in (("back", t("send a signed result back")), ("tell", t("tell one table"))):
        part = parts.add_parser(word, help=said)
        part.add_argument("table", type=int)
        part.add_argument("text")
        if word == "back":
            _game_option(part)
    for word, said in (
        ("set-aside", t("a game does not count")),
        ("count", t("a game that was set aside counts again")),
    ):
        part = parts.add_parser(word, help=said)
        part.add_argument("table", type=int)
        _game_option(part)
    name = parts.add_parser("name", help=t("what the event is called"))
    name.add_argument("title")
    demo = parts.add_parser("demo", help=t("a whole event on this machine, with simulated tables"))
    demo.add_argument("--tables", type=int, default=8)
    demo.add_argument("--speed", type=float, default=20, help=t("times as fast as the recorded games"))
    demo.add_argument("--games", default="polish_doubles", help=t("games by their words, with commas; or all"))
    demo.add_argument("--folder", type=Path, default=Path("out/event"))
    demo.add_argument("--seconds", type=float, help=t("end by itself after so many seconds"))
    _which_event(top)
    for one in parts.choices.values():
        _which_event(one, argparse.SUPPRESS)


def _game_option(part: Any) -> None:
    part.add_argument("--game", default="", help=t("beginning of the game's id (default: the newest of the table)"))


def _which_event(parser: Any, absent: str = "") -> None:
    """Which event, and where it is kept: before or after the part. ``absent`` is what stands where nothing is said."""
    parser.add_argument("--event", default=absent, help=t("id of the event (default: the only one in the store)"))
    parser.add_argument(
        "--store", default=absent, help=t("SQLite file or postgresql://… (default: a file beside the journal)")
    )


def _run_options(run: Any, absent: str | None = None) -> None:
    """The options of ``run``, which is the part where none is named; what was said before the part stays said."""
    at = {"type": port, "default": absent}
    text = "" if absent is None else absent
    run.add_argument("--broker-files", type=Path, default=absent, help=t("folder that the broker's files were made in"))
    run.add_argument("--broker", default=text, help=t("address of the broker, where it is another (host:port)"))
    run.add_argument("--board-host", default=absent or "0.0.0.0", help=argparse.SUPPRESS)
    run.add_argument("--board-port", **at, help=t("port of the live board"))
    run.add_argument(
        "--desk-host", default=absent or "127.0.0.1", help=t("where the desk page listens (default: only here)")
    )
    run.add_argument("--desk-port", **at, help=t("port of the desk page"))
    run.add_argument(
        "--address", default=text, help=t("the board's address for people, where this machine guesses wrong")
    )
    _proxy_option(run, [] if absent is None else absent)


def _proxy_option(part: Any, absent: Any) -> None:
    part.add_argument(
        "--trusted-proxy", action="append", default=absent, help=t("address of a reverse proxy to believe")
    )


def run_organiser(options: argparse.Namespace, settings: Settings) -> int:
    """Run ``dvojtah organiser``; its exit status. Raises `OrganiserFailure`."""
    try:
        import jinja2  # noqa: F401, PLC0415 - only to see whether the extra is here
        import starlette  # noqa: F401, PLC0415
        import uvicorn  # noqa: F401, PLC0415
    except ImportError:
        raise OrganiserFailure(t("The organiser's parts are missing. Run: pip install 'dvojtah[organiser]'")) from None
    from device.event import wire  # noqa: PLC0415
    from device.organiser.demo import DemoTrouble  # noqa: PLC0415
    from device.organiser.serve import PortTrouble  # noqa: PLC0415
    from device.organiser.store import StoreTrouble  # noqa: PLC0415

    store = options.store or str(settings.journal_path.with_name("event.db"))
    _can_be_opened(store)
    options.event = options.event or _only_event(options, store)
    try:
        wire.address(options.event, wire.Topics(options.event).rows(1))
    except wire.BadMessage:
        raise OrganiserFailure(
            t("{event} is no event's id: use small letters, digits and hyphens.", event=options.event)
        ) from None
    part = options.part or "run"
    try:
        if part == "run":
            return _run(options, settings, store)
        if part == "board":
            return _board(options, store)
        if part == "demo":
            return _demo(options, settings)
        return _desk(part, options, store)
    except (StoreTrouble, DemoTrouble, PortTrouble) as trouble:
        raise OrganiserFailure(tr(trouble.message)) from None
    except Refusal as refused:
        raise OrganiserFailure(refusal(refused)) from None


def _can_be_opened(store: str) -> None:
    """Say what is wrong with the store's file where there is one. Raises `OrganiserFailure`."""
    if "://" in store:
        return
    try:
        Path(store).open("rb").close()
    except FileNotFoundError:
        pass  # whether one is made depends on what is asked for
    except OSError as error:
        raise OrganiserFailure(tr(explained(error, store))) from None


def _only_event(options: argparse.Namespace, store: str) -> str:
    """The event that is meant where nobody says which: the broker's, or the only one in the store."""
    from device.event import broker as files  # noqa: PLC0415
    from device.organiser.store import StoreTrouble, events_in  # noqa: PLC0415

    if options.part in (None, "run") and options.broker_files is not None:
        with contextlib.suppress(files.BrokerTrouble):
            return files.load(options.broker_files).event
    known: list[str] = []
    with contextlib.suppress(StoreTrouble):
        known = events_in(store)
    if len(known) > 1:
        said = t("Several events are in the store; say which with --event: {known}", known=", ".join(known))
        raise OrganiserFailure(said)
    return known[0] if known else "evening"


def _run(options: argparse.Namespace, settings: Settings, store: str) -> int:
    from device.organiser.desk import Desk  # noqa: PLC0415
    from device.organiser.desk_app import LIMITS, desk_app  # noqa: PLC0415
    from device.organiser.serve import Program, free_port, own_address, port_or_wait, server  # noqa: PLC0415
    from device.organiser.service import Service  # noqa: PLC0415
    from device.organiser.store import open_store  # noqa: PLC0415

    def opened(read_only: bool = False) -> Any:
        return open_store(store, options.event, read_only=read_only)

    board: Program | None = None
    service = Service(options.event, opened, _broker(options), lambda away: board.trouble(away) if board else None)
    service.start()
    # A port that somebody chose stands on paper somewhere: wait for it where it is still being left.
    board_port, desk_port = (
        free_port(usual, host) if chosen is None else port_or_wait(chosen, host)
        for chosen, usual, host in (
            (options.board_port, 8000, options.board_host),
            (options.desk_port, 8100, options.desk_host),
        )
    )
    seen_at = "127.0.0.1" if options.board_host == "127.0.0.1" else own_address()
    address = options.address or f"http://{seen_at}:{board_port}/"
    board = Program(
        [
            "--lang",
            settings.language,
            "organiser",
            "--event",
            options.event,
            "--store",
            store,
            "board",
            "--host",
            options.board_host,
            "--port",
            str(board_port),
            "--address",
            address,
            "--with-parent",
            *(word for one in options.trusted_proxy for word in ("--trusted-proxy", one)),
        ]
    )
    board.start()
    board.trouble(service.trouble is not None)
    password = os.environ.get("DVOJTAH_DESK_PASSWORD") or secrets.token_hex(4)
    hosts = ("localhost", "127.0.0.1", "[::1]", own_address(), options.desk_host)
    app = desk_app(Desk(opened()), password, settings.language, lambda: address, hosts, lambda: service.trouble)
    print(t("Live board: {address}", address=address))
    print(
        t(
            "Desk: {address}, password {password}",
            address=f"http://{_named(options.desk_host)}:{desk_port}/",
            password=password,
        ),
        flush=True,
    )
    # The server hands the signal that ended it on: it must not end this program before the rest is closed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with contextlib.suppress(KeyboardInterrupt):
            server(app, options.desk_host, desk_port, LIMITS, tuple(options.trusted_proxy)).run()
    finally:
        board.close()
        service.close()
    return 0


def _named(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "::") else host


def _broker(options: argparse.Namespace) -> Any:
    from device.event import broker as files  # noqa: PLC0415
    from device.event.ticket import PORT  # noqa: PLC0415
    from device.organiser.ingest import Broker  # noqa: PLC0415

    host, _, said = options.broker.rpartition(":") if ":" in options.broker else (options.broker, "", "")
    try:
        chosen = port(said) if said else None
    except argparse.ArgumentTypeError as error:
        raise OrganiserFailure(str(error)) from None
    if options.broker_files is None:
        user, password = os.environ.get("DVOJTAH_BROKER_USER", ""), os.environ.get("DVOJTAH_BROKER_PASSWORD", "")
        return Broker(host or "127.0.0.1", chosen or PORT, user, password)
    try:
        made = files.load(options.broker_files)
    except files.BrokerTrouble as trouble:
        raise OrganiserFailure(str(trouble)) from None
    user, password = made.desk
    return Broker(host or "127.0.0.1", chosen or made.port, user, password, made.pin)


def _board(options: argparse.Namespace, store: str) -> int:
    from device.organiser.board.app import READERS, board_app  # noqa: PLC0415
    from device.organiser.connections import raise_descriptors  # noqa: PLC0415
    from device.organiser.serve import end_with_parent, server  # noqa: PLC0415
    from device.organiser.store import StoreTrouble, open_store  # noqa: PLC0415

    try:
        open_store(store, options.event, read_only=True).close()  # says at once where there is none
    except StoreTrouble as trouble:
        if not trouble.passing:
            raise
        print(tr(trouble.message), file=sys.stderr)
    readers = min(READERS, raise_descriptors() // 2)  # pages and files can be had beside them
    app = board_app(lambda: open_store(store, options.event, read_only=True), options.address, readers)
    if options.with_parent:
        end_with_parent(app.state.troubles.writing)
    with contextlib.suppress(KeyboardInterrupt):
        server(app, options.host, options.port, proxies=tuple(options.trusted_proxy)).run()
    return 0


def _demo(options: argparse.Namespace, settings: Settings) -> int:
    from device.organiser.demo import run_demo  # noqa: PLC0415
    from rules.games import GAMES, game_of  # noqa: PLC0415

    kinds = tuple(GAMES) if options.games == "all" else tuple(options.games.split(","))
    for kind in kinds:
        game_of(kind)
    if not 1 <= options.tables <= 5000 or options.speed <= 0:
        raise OrganiserFailure(t("Between 1 and 5000 tables, and a speed above 0."))
    return run_demo(
        options.folder, options.tables, options.speed, kinds, settings.language, options.seconds, options.store
    )


def _desk(part: str, options: argparse.Namespace, store: str) -> int:
    from device.organiser import snapshot  # noqa: PLC0415
    from device.organiser.desk import Desk, troubles  # noqa: PLC0415
    from device.organiser.desk_app import pairings  # noqa: PLC0415
    from device.organiser.store import open_store  # noqa: PLC0415

    reads = part in ("state", "standings", "games", "refused", "records")
    desk = Desk(open_store(store, options.event, read_only=reads))
    if part == "pair":
        text = sys.stdin.read() if options.file == "-" else _text(options.file)
        desk.pair_all(options.game, pairings(text, options.game), options.round)
    elif part == "records":
        return _records(desk, options)
    elif part == "state" and options.json:
        _print_json(snapshot.state_of(desk.hall, desk.now(), options.event, len(desk.refusals())))
    elif part == "state":
        _print_state(desk, troubles(desk.hall, desk.now()))
    elif part == "standings" and options.json:
        _print_json(snapshot.standings_of(desk.hall, options.event))
    elif part == "standings":
        _print_standings(desk)
    elif part == "games":
        _print_games(desk, options.table)
    elif part == "refused":
        for one in reversed(desk.refusals()):
            when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime((one.heard - desk.hall.ahead) / 1e9))
            print(f"{when} {one.topic} ({one.size} B): {one.reason}")
    else:
        _decisions(desk, options)[part]()
    return 0


def _decisions(desk: Any, options: argparse.Namespace) -> dict[str, Callable[[], None]]:
    from device.organiser.desk import seconds_of  # noqa: PLC0415

    return {
        "round": lambda: desk.round(
            options.number, seconds_of(options.minutes), options.game, seconds_of(options.starts_in)
        ),
        "pause-round": desk.pause_round,
        "resume-round": desk.resume_round,
        "end-round": desk.end_round,
        "notice": lambda: desk.notice(options.text, options.en),
        "coming": lambda: desk.coming(options.table),
        "settled": lambda: desk.settled(options.table),
        "release": lambda: desk.release(options.table),
        "unpair": lambda: desk.unpair(options.table),
        "back": lambda: desk.send_back(options.table, options.text, options.game),
        "set-aside": lambda: desk.count(desk.find(options.table, options.game).uid, False),
        "count": lambda: desk.count(desk.find(options.table, options.game).uid, True),
        "tell": lambda: desk.tell(options.table, options.text),
        "name": lambda: desk.name(options.title),
    }


def _text(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise OrganiserFailure(t("{file} is not UTF-8 text.", file=name)) from None
    except OSError as error:
        raise OrganiserFailure(tr(explained(error, name))) from None


def _records(desk: Any, options: argparse.Namespace) -> int:
    games = [game for game in desk.hall.games.values() if options.table in (None, game.table)]
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        for game in games:
            path = options.out / f"table-{game.table:03d}-{game.uid[:8]}.jsonl"
            path.write_text(game.record, encoding="utf-8")
    except OSError as error:
        raise OrganiserFailure(tr(explained(error))) from None
    print(t("Games written to {file}: {n}", file=options.out, n=len(games)))
    return 0


def _print_state(desk: Any, needs: Any) -> None:
    hall = desk.hall
    lines = []
    for place in hall.tables():
        game = hall.game_at(place)
        history = None if game is None else game.history
        said: Message | None = None if history is None else history.game.summary(history.state)
        there: Message | None = msg("no connection") if place.online is False else None
        lines.append(ReportRow((place.number, said, there)))
    print(table_text(ReportTable(msg("All tables"), (msg("Table"), msg("Game"), None), tuple(lines), frozenset({0}))))
    for one in needs:
        print(f"· {t('table {n}', n=one.table)}: {tr(one.said)}")
    if hall.unreadable:
        print(t("Rows of the store that cannot be read: {n}. Everything else is here.", n=hall.unreadable))
        for row in hall.unread:
            print(f"  {row.id} {row.kind}{' ' + t('table {n}', n=row.table) if row.table else ''}: {row.reason}")


def _print_games(desk: Any, table: int | None) -> None:
    hall, lines = desk.hall, []
    for number, games in sorted(hall.games_by_table().items()):
        for game in games if table in (None, number) else ():
            said = game.history.game.summary(game.history.state) if game.history else None
            aside = None if game.counts else msg("does not count")
            if hall.is_sent_back(game):
                aside = msg("the result was sent back: {reason}", reason=game.returned)
            lines.append(ReportRow((number, hall.round_of(game) or None, game.uid[:8], said, aside)))
    columns = (msg("Table"), msg("Round"), msg("Id"), msg("Game"), None)
    print(table_text(ReportTable(msg("Games"), columns, tuple(lines), frozenset({0, 1}))))


def _print_json(values: dict[str, Any]) -> None:
    print(json.dumps(values, ensure_ascii=False, indent=2))


def _print_standings(desk: Any) -> None:
    from device.organiser.games import SHOWN  # noqa: PLC0415
    from device.organiser.standings import Results, standings  # noqa: PLC0415
    from rules.games import GAMES  # noqa: PLC0415

    results = Results(desk.hall).all()
    for kind, game in GAMES.items():
        if found := standings(results, kind):
            lines = tuple(ReportRow((one.place, one.name, *one.figures)) for one in found)
            columns = ("#", msg("Player"), *SHOWN[kind].columns)
            print(table_text(ReportTable(game.name, columns, lines, frozenset({0, 2, 3}))), end="\n\n")
    if not results:
        print(t("No result is signed yet."))
