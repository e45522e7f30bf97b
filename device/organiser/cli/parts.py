"""The options of ``dvojtah organiser`` and every part of it: its options, and which decision of the desk it is."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.common.cli.command_spec import (
    ADDRESS,
    CERTIFICATE,
    CODE,
    FILE,
    FOLDER,
    ID,
    NAME,
    NEW_FILE,
    NUMBER,
    TEXT,
    Argument,
    CommandSpec,
    base_path,
    flag,
    network,
    port,
    whole,
)
from rules.games import DEFAULT_KEY
from rules.message import Message, msg

TABLE = Argument("table", msg("number of the table"), type=whole)
SENTENCE = Argument("text", msg("text of the message"), TEXT)
TITLE = Argument("title", msg("what the event is called"), TEXT)
JSON = flag("--json", msg("for other programs"))
ONLY_TABLE = Argument("--table", msg("only this table's"), type=whole)
GAME = Argument("--game", msg("beginning of the game's id (default: the newest of the table)"), ID, default="")
BROKER_FILES = Argument("--broker-files", msg("folder that the broker's files were made in"), FOLDER, type=Path)
PROXY = Argument("--trusted-proxy", msg("address of a reverse proxy to trust"), ADDRESS, action="append", default=[])
BASE_PATH = Argument("--base-path", msg("path of the board behind a proxy (/tournament)"), type=base_path, default="/")
CODE_ADDRESS = Argument("--address", msg("address for the QR code"), ADDRESS, default=argparse.SUPPRESS)
WHICH_EVENT = (
    Argument("--event", msg("id of the event (default: the only one in the store)"), ID, default=""),
    Argument("--store", msg("SQLite file or postgresql://… (default: a file beside the journal)"), FILE, default=""),
)
RUN_OPTIONS = (
    BROKER_FILES,
    Argument("--broker", msg("address of the broker, if it is a different one (host:port)"), ADDRESS, default=""),
    Argument("--board-host", default="0.0.0.0", help=argparse.SUPPRESS),
    Argument("--board-port", msg("port of the live board"), type=port),
    BASE_PATH,
    Argument("--desk-host", msg("where the desk page listens (default: only here)"), ADDRESS, default="127.0.0.1"),
    Argument("--desk-port", msg("port of the desk page"), type=port),
    Argument(
        "--desk-address",
        msg("the desk's address for people, if it is behind a proxy (https://…)"),
        ADDRESS,
        default="",
    ),
    *CERTIFICATE,
    flag("--new-password", msg("a new password for the desk; the old one stops working")),
    flag(
        "--say-password",
        msg("keep the desk's password readable beside the store and print it at each start, for a display to show"),
    ),
    Argument("--door-port", msg("port of the page at the door, where people check themselves in"), type=port),
    Argument("--address", msg("the board's address for people, if this machine guesses wrong"), ADDRESS, default=""),
    Argument(
        "--metrics-for",
        msg("address or network that may read /metrics at the desk (default: only this computer)"),
        type=network,
        action="append",
        default=[],
    ),
    Argument("--join-port", msg("port at which a spare table joins with a short code (usually 8400)"), type=port),
    Argument("--standby-port", msg("port at which a second machine copies the event (usually 8300)"), type=port),
    PROXY,
)


def out_folder(name: str) -> Argument:
    """The folder to write to, ``name`` where none is given."""
    message = msg("folder to write into (default: {name})", name=name)
    return Argument("--out", message, FOLDER, type=Path, default=Path(name))


def part(text: Message | None, *options: Argument, again: tuple[Argument, ...] = (), decides: str = "") -> CommandSpec:
    """A part of ``organiser``; ``decides``: the method of the desk that takes what the options say, in turn."""
    decision = (decides, *(option.name for option in options)) if decides else ()
    return CommandSpec(text, None, *options, again=(*again, *WHICH_EVENT), decision=decision)


PARTS = {
    "run": part(msg("listen to the tables; board and desk page (default)"), again=RUN_OPTIONS),
    "board": part(
        msg("the live board alone, from the store"),
        Argument("--host", msg("where browsers are listened to (default: everywhere)"), ADDRESS, default="0.0.0.0"),
        Argument("--port", msg("port of the live board"), type=port, default=8000),
        CODE_ADDRESS,
        Argument("--with-parent", action="store_true", help=argparse.SUPPRESS),
        again=(PROXY, BASE_PATH),
    ),
    "state": part(msg("tables, and what needs you"), JSON),
    "standings": part(msg("the standings"), JSON),
    "games": part(msg("every game with its id"), ONLY_TABLE, JSON),
    "refused": part(msg("messages that were refused, and why"), JSON),
    "records": part(msg("write every game as a record"), out_folder("records"), ONLY_TABLE),
    "files": part(msg("every paper and file of the event into a folder"), out_folder("event-files"), CODE_ADDRESS),
    "site": part(msg("the results as web pages into a folder"), out_folder("site")),
    "backup": part(msg("everything of the event into one file, while it runs"), NEW_FILE, BROKER_FILES),
    "restore": part(
        msg("put a backup into an empty folder"),
        Argument("file", msg("a file that backup wrote"), type=Path),
        Argument("folder", msg("an empty folder, or a new one"), FOLDER, type=Path),
    ),
    "standby": part(
        msg("copy a running event onto this machine every minute, to go on from it"),
        Argument("code", msg("the code at the desk, on the page of papers and files"), CODE),
        Argument("folder", msg("an empty folder, or one with such a copy"), FOLDER, type=Path),
        Argument("--address", msg("where the first machine is, if a short code does not find it in the network")),
        Argument("--every", type=float, default=60, help=argparse.SUPPRESS),
    ),
    "update": part(
        msg("hold a signed update here, for the tables to take"),
        Argument("file", msg("the file of the update"), type=Path),
    ),
    "pair": part(
        msg("who plays: lines as on the desk page, from a file or standard input"),
        Argument("file", msg("file with the lines, - for standard input (default)"), FILE, nargs="?", default="-"),
        Argument("--game", msg("which game"), NAME, default=DEFAULT_KEY),
        Argument("--round", msg("the round they are for (default: the next one)"), type=whole),
    ),
    "sheet": part(
        msg("a score sheet is among the games of the event"),
        Argument("sheet", msg("its name, or a file with it"), NAME),
    ),
    "round": part(
        msg("start a round"),
        Argument("number", msg("number of the round"), type=whole),
        Argument("--minutes", msg("how long it takes (default: 50)"), NUMBER, default="50"),
        Argument("--starts-in", msg("minutes until it starts"), NUMBER, default="0"),
        Argument("--game", msg("which game"), NAME, default=""),
    ),
    "pause-round": part(msg("the countdown is stopped"), decides="pause_round"),
    "resume-round": part(msg("the countdown goes on"), decides="resume_round"),
    "end-round": part(msg("the round is over, at the tables, too"), decides="end_round"),
    "notice": part(
        msg("tell everybody; without a text: take it down"),
        Argument("text", msg("text of the message"), TEXT, nargs="?", default=""),
        Argument("--en", msg("the same in English"), TEXT, default=""),
        decides="notice",
    ),
    "coming": part(msg("the referee is on the way to a table"), TABLE, decides="answer_call"),
    "settled": part(msg("a call is settled"), TABLE, decides="settle_call"),
    "release": part(msg("free a broken table's number for a spare"), TABLE, decides="release"),
    "take-release-back": part(msg("the number stays with the device that had it"), TABLE, decides="take_release_back"),
    "unpair": part(msg("take a pairing back"), TABLE, decides="unpair"),
    "back": part(msg("send a signed result back"), TABLE, SENTENCE, GAME, decides="send_back"),
    "tell": part(msg("tell one table"), TABLE, SENTENCE, decides="tell"),
    "set-aside": part(msg("a game does not count"), TABLE, GAME),
    "count": part(msg("a game that was set aside counts again"), TABLE, GAME),
    "take-return-back": part(
        msg("a result that was sent back counts after all"), TABLE, GAME, decides="take_return_back"
    ),
    "take-end-back": part(msg("the round that was ended goes on"), decides="take_end_back"),
    "take-start-back": part(msg("the round that was on before another was started goes on"), decides="take_start_back"),
    "new-evening": part(msg("a new evening: people, tables and codes stay"), TITLE),
    "delete-contacts": part(msg("delete all contacts for good"), decides="delete_contacts"),
    "name": part(msg("what the event is called"), TITLE, decides="name"),
    "demo": part(None),
}
ORGANISER = CommandSpec(None, None, *RUN_OPTIONS, *WHICH_EVENT, parts=PARTS)
"""What ``dvojtah organiser`` takes."""
