"""Every command of ``dvojtah`` and every part of ``dvojtah organiser``: its options, and what runs it.

What runs a command is loaded once it is asked for.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from device.address import Address
from device.cli.argument_types import base_path, network, port
from device.cli.failure import Failure
from device.i18n import t, tr
from device.registry import SPECS
from device.settings.settings import Settings
from rules.games import DEFAULT_KEY, KEYS
from rules.message import Message, msg

Run = Callable[[argparse.Namespace, Settings], int]
"""Runs a command; its exit status. Raises `Failure`, `Trouble`, `Refusal` and OSError, which end it with a line."""


# -- what a command is declared with -----------------------------------------------------------------------------------


class Argument:
    """An argument of a command, its names with spaces between; ``settings`` are `argparse`'s."""

    def __init__(self, names: str, help_text: Message | None = None, **settings: Any) -> None:
        self._names, self._help_text, self._settings = names.split(), help_text, settings

    @property
    def name(self) -> str:
        """Under which name `argparse` gives its value."""
        return self._names[-1].lstrip("-").replace("-", "_")

    def add_to(self, command: Any, **other: Any) -> None:
        """Add it to a command or a group, with ``other`` settings in place of its own."""
        said = {} if self._help_text is None else {"help": tr(self._help_text)}
        command.add_argument(*self._names, **{**self._settings, **said, **other})


def flag(name: str, help_text: Message) -> Argument:
    """An option without a value."""
    return Argument(name, help_text, action="store_true")


class Formats(Argument):
    """The option of each format that some game is exported in."""

    def add_to(self, command: Any, **other: Any) -> None:
        """Add them to a group of which one is given."""
        ADD_FORMATS(command)


class OneOf:
    """Options of which one is given at most, or exactly one where it is ``required``."""

    def __init__(self, *options: Argument, required: bool = False) -> None:
        self._options, self._required = options, required

    def add_to(self, command: Any) -> None:
        """Add them to a command."""
        group = command.add_mutually_exclusive_group(required=self._required)
        for option in self._options:
            option.add_to(group)


class CommandSpec:
    """A command, or a part of one: what its help says (None: it is not listed), what runs it, its options in order.

    ``run`` None: what asks for it knows how. ``again`` are options that stand before the part, too: what is said there
    counts where nothing is said here. ``decision`` names a method of the organiser's desk and the options it takes.
    """

    def __init__(
        self,
        help_text: Message | None,
        run: Run | Address[Run] | None,
        *options: Argument | OneOf,
        again: tuple[Argument, ...] = (),
        parts: Mapping[str, CommandSpec] | None = None,
        part_name: str = "part",
        decision: Sequence[str] = (),
    ) -> None:
        self.run, self.decision = run, decision
        self.listing = {} if help_text is None else {"help": help_text}
        self._options, self._again, self._parts, self._part_name = options, again, parts, part_name

    def add_to(self, command: Any) -> None:
        """Add all options and parts."""
        if self._parts:
            add_commands(command.add_subparsers(dest=self._part_name, metavar=self._part_name), self._parts)
        for option in self._options:
            option.add_to(command)
        for option in self._again:
            option.add_to(command, default=argparse.SUPPRESS)


def add_commands(subcommands: Any, commands: Mapping[str, CommandSpec]) -> None:
    """Add commands, or parts of one, to `argparse`'s."""
    for word, command in commands.items():
        listing = {name: tr(text) for name, text in command.listing.items()}
        subcommands.add_parser(word, add_rest=command.add_to, **listing)


# -- what runs them ----------------------------------------------------------------------------------------------------

ADD_FORMATS: Address[Callable[[Any], None]] = Address("device.cli.export_commands:add_formats")
ORGANISER: Address[Run] = Address("device.cli.organiser_commands:run_part")
NEEDED = ("rustworkx", "prometheus_client")
"""What the extra ``organiser`` installs, without which nothing of the organiser's works."""


def run_organiser(options: argparse.Namespace, settings: Settings) -> int:
    """Run ``dvojtah organiser``; its exit status. Raises `Failure`."""
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise Failure(t("The organiser's parts are missing. Run: pip install 'dvojtah[organiser]'"))
    return (name_target if options.part == "demo" else ORGANISER)(options, settings)


def name_target(options: argparse.Namespace, settings: Settings) -> int:
    """Say where that is to be found which only the source code has."""
    target = {"play-sample": "sample", "organiser": "event"}.get(options.command, options.command)
    raise Failure(t("That is done in the project's source code, not here: run make {target} there.", target=target))


# -- the organiser's parts ---------------------------------------------------------------------------------------------

TABLE, TEXT, TITLE = Argument("table", type=int), Argument("text"), Argument("title")
JSON = flag("--json", msg("for other programs"))
ONLY_TABLE = Argument("--table", msg("only this table's"), type=int)
GAME = Argument("--game", msg("beginning of the game's id (default: the newest of the table)"), default="")
NEW_FILE = Argument("file", msg("file to write; there must be none yet"), type=Path)
BROKER_FILES = Argument("--broker-files", msg("folder that the broker's files were made in"), type=Path)
PROXY = Argument("--trusted-proxy", msg("address of a reverse proxy to believe"), action="append", default=[])
CERTIFICATE = (
    Argument("--certificate", msg("pages over HTTPS with the certificate in this file (PEM)"), type=Path),
    Argument("--key", msg("file of the certificate's key, where that is another"), type=Path),
)
BASE_PATH = Argument("--base-path", msg("path of the board behind a proxy (/tournament)"), type=base_path, default="/")
CODE_ADDRESS = Argument("--address", msg("address for the QR code"), default=argparse.SUPPRESS)
WHICH_EVENT = (
    Argument("--event", msg("id of the event (default: the only one in the store)"), default=""),
    Argument("--store", msg("SQLite file or postgresql://… (default: a file beside the journal)"), default=""),
)
RUN_OPTIONS = (
    BROKER_FILES,
    Argument("--broker", msg("address of the broker, where it is another (host:port)"), default=""),
    Argument("--board-host", default="0.0.0.0", help=argparse.SUPPRESS),
    Argument("--board-port", msg("port of the live board"), type=port),
    BASE_PATH,
    Argument("--desk-host", msg("where the desk page listens (default: only here)"), default="127.0.0.1"),
    Argument("--desk-port", msg("port of the desk page"), type=port),
    Argument(
        "--desk-address", msg("the desk's address for people, where a proxy is before it (https://…)"), default=""
    ),
    *CERTIFICATE,
    Argument("--door-port", msg("port of the page at the door, where people check themselves in"), type=port),
    Argument("--address", msg("the board's address for people, where this machine guesses wrong"), default=""),
    Argument(
        "--metrics-for",
        msg("address or network that may read /metrics at the desk (default: only this computer)"),
        type=network,
        action="append",
        default=[],
    ),
    Argument("--standby-port", msg("port at which a second machine copies the event (usually 8300)"), type=port),
    PROXY,
)


def out_folder(name: str) -> Argument:
    """The folder to write to, ``name`` where none is given."""
    return Argument("--out", type=Path, default=Path(name))


def part(text: Message | None, *options: Argument, again: tuple[Argument, ...] = (), decides: str = "") -> CommandSpec:
    """A part of ``organiser``; ``decides``: the method of the desk that takes what the options say, in turn."""
    decision = (decides, *(one.name for one in options)) if decides else ()
    return CommandSpec(text, None, *options, again=(*again, *WHICH_EVENT), decision=decision)


PARTS = {
    "run": part(msg("listen to the tables; board and desk page (default)"), again=RUN_OPTIONS),
    "board": part(
        msg("the live board alone, from the store"),
        Argument("--host", default="0.0.0.0"),
        Argument("--port", type=port, default=8000),
        CODE_ADDRESS,
        Argument("--with-parent", action="store_true", help=argparse.SUPPRESS),
        again=(PROXY, BASE_PATH),
    ),
    "state": part(msg("tables, and what needs you"), JSON),
    "standings": part(msg("the standings"), JSON),
    "games": part(msg("every game with its id"), ONLY_TABLE),
    "refused": part(msg("messages that were refused, and why")),
    "records": part(msg("write every game as a record"), out_folder("records"), ONLY_TABLE),
    "files": part(msg("every paper and file of the event into a folder"), out_folder("event-files"), CODE_ADDRESS),
    "site": part(msg("the results as web pages into a folder"), out_folder("site")),
    "backup": part(msg("everything of the event into one file, while it runs"), NEW_FILE, BROKER_FILES),
    "restore": part(
        msg("put a backup into an empty folder"),
        Argument("file", msg("a file that backup wrote"), type=Path),
        Argument("folder", msg("an empty folder, or a new one"), type=Path),
    ),
    "standby": part(
        msg("copy a running event onto this machine every minute, to go on from it"),
        Argument("code", msg("the code at the desk, on the page of papers and files")),
        Argument("folder", msg("an empty folder, or one with such a copy"), type=Path),
        Argument("--every", type=float, default=60, help=argparse.SUPPRESS),
    ),
    "update": part(
        msg("hold a signed update here, for the tables to take"),
        Argument("file", msg("the file of the update"), type=Path),
    ),
    "pair": part(
        msg("who plays: lines as on the desk page, from a file or standard input"),
        Argument("file", nargs="?", default="-"),
        Argument("--game", default=DEFAULT_KEY),
        Argument("--round", msg("the round they are for (default: the one that comes)"), type=int),
    ),
    "round": part(
        msg("start a round"),
        Argument("number", type=int),
        Argument("--minutes", default="50"),
        Argument("--starts-in", msg("minutes until it starts"), default="0"),
        Argument("--game", default=""),
    ),
    "pause-round": part(msg("the countdown stands"), decides="pause_round"),
    "resume-round": part(msg("the countdown goes on"), decides="resume_round"),
    "end-round": part(msg("the round is over, at the tables, too"), decides="end_round"),
    "notice": part(
        msg("tell everybody; without a text: take it down"),
        Argument("text", nargs="?", default=""),
        Argument("--en", msg("the same in English"), default=""),
        decides="notice",
    ),
    "coming": part(msg("the referee is on the way to a table"), TABLE, decides="answer_call"),
    "settled": part(msg("a call is settled"), TABLE, decides="settle_call"),
    "release": part(msg("free a broken table's number for a spare"), TABLE, decides="release"),
    "take-release-back": part(msg("the number stays with the device that had it"), TABLE, decides="take_release_back"),
    "unpair": part(msg("take a pairing back"), TABLE, decides="unpair"),
    "back": part(msg("send a signed result back"), TABLE, TEXT, GAME, decides="send_back"),
    "tell": part(msg("tell one table"), TABLE, TEXT, decides="tell"),
    "set-aside": part(msg("a game does not count"), TABLE, GAME),
    "count": part(msg("a game that was set aside counts again"), TABLE, GAME),
    "take-return-back": part(
        msg("a result that was sent back stands after all"), TABLE, GAME, decides="take_return_back"
    ),
    "take-end-back": part(msg("the round that was ended goes on"), decides="take_end_back"),
    "take-start-back": part(msg("the round that was on before another was started goes on"), decides="take_start_back"),
    "new-evening": part(msg("a new evening: people, tables and codes stay"), TITLE),
    "delete-contacts": part(msg("delete all contacts for good"), decides="delete_contacts"),
    "name": part(msg("what the event is called"), TITLE, decides="name"),
    "demo": part(None),
}

# -- the commands ------------------------------------------------------------------------------------------------------

OUTPUT = Argument("-o --output", msg("file to write (default: standard output)"), type=Path)
SENTENCES = flag("--json", msg("print data instead of sentences"))
TABLES = flag("--json", msg("print data instead of tables"))

IN_SOURCE = CommandSpec(
    None, name_target, Argument("rest", nargs="*", help=argparse.SUPPRESS), Argument("--out", help=argparse.SUPPRESS)
)
COMMANDS = {
    "kiosk": CommandSpec(msg("the table itself (default)"), None),
    "simulate": CommandSpec(msg("the table in a window, with buttons and OLEDs"), None),
    "demo": CommandSpec(
        msg("try it in a browser on this computer; nothing is kept"), Address("device.cli.browser_commands:run_demo")
    ),
    "serve": CommandSpec(
        msg("a table for browsers on this computer and its network"),
        Address("device.cli.browser_commands:run_serve"),
        Argument("--tables", msg("so many tables, each with games of its own"), type=int),
        Argument("--first", msg("number of the first of them (default: 1)"), type=int, default=1),
        Argument("--codes", msg("codes of an event as broker wrote them, so that each table takes part"), type=Path),
        Argument("--port", msg("port of the page (default: 8090); several tables have the ports after it"), type=port),
        Argument("--host", msg("where browsers are listened to (default: everywhere)"), default="0.0.0.0"),
        flag("--tls", msg("pages over HTTPS, with a certificate of this computer's own")),
        *CERTIFICATE,
    ),
    "replay": CommandSpec(
        msg("fold a recorded game and print its tally"),
        Address("device.cli.export_commands:run_replay"),
        Argument("file", msg("record file or GCG, - for standard input")),
        TABLES,
        flag("--record", msg("print the game as a record (JSON Lines)")),
    ),
    "export": CommandSpec(
        msg("write a game from the journal"),
        Address("device.cli.export_commands:run_export"),
        OneOf(Formats(""), flag("--usb", msg("all of these, to a USB stick")), required=True),
        Argument("--game", msg("number of the game (default: the last)"), type=int),
        OUTPUT,
    ),
    "backup": CommandSpec(
        msg("every game of this device into one file"), Address("device.cli.device_commands:run_backup"), NEW_FILE
    ),
    "card": CommandSpec(
        msg("a printed card of a game: what its buttons and taps mean"),
        Address("device.cli.export_commands:run_card"),
        Argument("game", msg("which game"), choices=tuple(SPECS)),
        OneOf(OUTPUT, flag("--usb", msg("to a USB stick"))),
    ),
    "doctor": CommandSpec(
        msg("say what is well with this device and what is not"),
        None,
        SENTENCES,
        flag("--reset-pin", msg("remove the referee's PIN")),
        Argument("--report", msg("try this device out for half an hour, and write what was measured"), type=Path),
    ),
    "pods": CommandSpec(
        msg("list the button pods, or pair them anew"),
        Address("device.cli.pods:run_pods"),
        SENTENCES,
        OneOf(
            Argument("--forget", msg("the pod of this clock button is new again"), choices=("A", "B")),
            flag("--swap", msg("each pod belongs to the other side")),
            flag("--update", msg("send this program's firmware to the pods over their lines")),
        ),
    ),
    "schema": CommandSpec(
        msg("print the JSON Schema of the game record, for other programs"),
        Address("device.cli.export_commands:run_schema"),
    ),
    "stats": CommandSpec(
        msg("what the games brought people and pairs"),
        Address("device.cli.device_commands:run_stats"),
        OneOf(TABLES, flag("--csv", msg("print tables for a spreadsheet"))),
        Argument("--game", msg("only this game (default: the one played last)"), choices=(*KEYS, "all")),
        Argument("--period", msg("which games (default: all)"), choices=("evening", "season", "all"), default="all"),
        Argument("--person", msg("only games with this person"), default=""),
        flag("--pairs", msg("pairs instead of people")),
    ),
    "words": CommandSpec(
        msg("list the word lists, import one or forget one"),
        Address("device.cli.device_commands:run_words"),
        part_name="act",
        parts={
            "import": CommandSpec(
                msg("take a list from a file, one word a line"),
                None,
                Argument("file", msg("text, or compressed with gzip, xz or bzip2; - for standard input"), type=Path),
                Argument("--name", msg("what the list is called (default: the file's name)")),
            ),
            "forget": CommandSpec(msg("remove a list"), None, Argument("name", msg("what the list is called"))),
        },
    ),
    "organiser": CommandSpec(
        msg("the organiser of an event: store, live board, desk"),
        run_organiser,
        *RUN_OPTIONS,
        *WHICH_EVENT,
        parts=PARTS,
    ),
    "broker": CommandSpec(
        msg("the files of an event's broker, and a code for every table"),
        Address("device.cli.device_commands:run_broker"),
        Argument("folder", msg("where the files are kept; made again, the codes given out stay"), type=Path),
        Argument("--event", msg("id of the event: small letters, digits, hyphens"), required=True),
        Argument("--tables", msg("how many tables there are"), type=int, required=True),
        Argument("--host", msg("address of the broker as the tables see it"), required=True),
        Argument("--port", msg("its port (default: 1883, with TLS 8883)"), type=port),
        flag("--tls", msg("over TLS, with a certificate of its own")),
        flag("--no-plain", msg("with --tls: tables with codes from before there was TLS do not come in without it")),
        Argument("--codes", msg("file to write the codes to (default: standard output)"), type=Path),
        Argument("--renew", msg("numbers of tables that get a new code"), type=int, nargs="*", default=[]),
    ),
    **dict.fromkeys(("bench", "play-sample", "screens"), IN_SOURCE),
}
"""The commands, in the order of the help; the last ones are not listed: they only say where they are to be found."""
