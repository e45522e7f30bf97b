"""``dvojtah organiser``: what an organiser can say on the command line."""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.address import Address
from device.cli.failure import Failure
from device.cli.ports import port
from device.i18n import t
from device.settings.settings import Settings
from rules.games import DEFAULT_KEY

NEEDED = ("jinja2", "starlette", "uvicorn")
"""What the extra ``organiser`` installs, without which nothing here works."""
COMMANDS: Address[Callable[[argparse.Namespace, Settings], int]] = Address("device.cli.organiser_commands:run_part")


def add_parser(commands: Any) -> None:
    """``organiser`` and what belongs to it."""
    commands.add_parser("organiser", help=t("the organiser of an event: store, live board, desk"), add_rest=_add_parts)


def _add_parts(top: Any) -> None:
    """The options of ``organiser``, and its parts."""
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
    for word, help_text in (("state", t("tables, and what needs you")), ("standings", t("the standings"))):
        parts.add_parser(word, help=help_text).add_argument("--json", action="store_true", help=t("for other programs"))
    parts.add_parser("games", help=t("every game with its id")).add_argument(
        "--table", type=int, help=t("only this table's")
    )
    parts.add_parser("refused", help=t("messages that were refused, and why"))
    records = parts.add_parser("records", help=t("write every game as a record"))
    records.add_argument("--out", type=Path, default=Path("records"))
    records.add_argument("--table", type=int, help=t("only this table's"))
    taken = parts.add_parser("files", help=t("every paper and file of the event into a folder"))
    taken.add_argument("--out", type=Path, default=Path("event-files"))
    taken.add_argument("--address", default=argparse.SUPPRESS, help=t("address for the QR code"))
    site = parts.add_parser("site", help=t("the results as web pages into a folder"))
    site.add_argument("--out", type=Path, default=Path("site"))
    pair = parts.add_parser("pair", help=t("who plays: lines as on the desk page, from a file or standard input"))
    pair.add_argument("file", nargs="?", default="-")
    pair.add_argument("--game", default=DEFAULT_KEY)
    pair.add_argument("--round", type=int, help=t("the round they are for (default: the one that comes)"))
    round_ = parts.add_parser("round", help=t("start a round"))
    round_.add_argument("number", type=int)
    round_.add_argument("--minutes", default="50")
    round_.add_argument("--starts-in", default="0", help=t("minutes until it starts"))
    round_.add_argument("--game", default="")
    parts.add_parser("pause-round", help=t("the countdown stands"))
    parts.add_parser("resume-round", help=t("the countdown goes on"))
    parts.add_parser("end-round", help=t("the round is over, at the tables, too"))
    notice = parts.add_parser("notice", help=t("tell everybody; without a text: take it down"))
    notice.add_argument("text", nargs="?", default="")
    notice.add_argument("--en", default="", help=t("the same in English"))
    for word, help_text in (
        ("coming", t("the referee is on the way to a table")),
        ("settled", t("a call is settled")),
        ("release", t("free a broken table's number for a spare")),
        ("take-release-back", t("the number stays with the device that had it")),
        ("unpair", t("take a pairing back")),
    ):
        parts.add_parser(word, help=help_text).add_argument("table", type=int)
    for word, help_text in (("back", t("send a signed result back")), ("tell", t("tell one table"))):
        part = parts.add_parser(word, help=help_text)
        part.add_argument("table", type=int)
        part.add_argument("text")
        if word == "back":
            _game_option(part)
    for word, help_text in (
        ("set-aside", t("a game does not count")),
        ("count", t("a game that was set aside counts again")),
        ("take-return-back", t("a result that was sent back stands after all")),
    ):
        part = parts.add_parser(word, help=help_text)
        part.add_argument("table", type=int)
        _game_option(part)
    parts.add_parser("take-end-back", help=t("the round that was ended goes on"))
    parts.add_parser("take-start-back", help=t("the round that was on before another was started goes on"))
    evening = parts.add_parser("new-evening", help=t("a new evening: people, tables and codes stay"))
    evening.add_argument("title")
    parts.add_parser("delete-contacts", help=t("delete all contacts for good"))
    name = parts.add_parser("name", help=t("what the event is called"))
    name.add_argument("title")
    demo = parts.add_parser("demo", help=t("a whole event on this machine, with simulated tables"))
    demo.add_argument("--tables", type=int, default=8)
    demo.add_argument("--speed", type=float, default=20, help=t("times as fast as the recorded games"))
    demo.add_argument("--games", default=DEFAULT_KEY, help=t("games by their words, with commas; or all"))
    demo.add_argument("--folder", type=Path, default=Path("out/event"))
    demo.add_argument("--seconds", type=float, help=t("end by itself after so many seconds"))
    _which_event(top)
    for one in parts.choices.values():
        _which_event(one, argparse.SUPPRESS)


def _game_option(part: Any) -> None:
    part.add_argument("--game", default="", help=t("beginning of the game's id (default: the newest of the table)"))


def _which_event(parser: Any, absent: str = "") -> None:
    """Which event, and where it is kept: before or after the part. ``absent`` is what stands where nothing is given."""
    parser.add_argument("--event", default=absent, help=t("id of the event (default: the only one in the store)"))
    parser.add_argument(
        "--store", default=absent, help=t("SQLite file or postgresql://… (default: a file beside the journal)")
    )


def _run_options(run: Any, absent: str | None = None) -> None:
    """The options of ``run``, which is the part where none is named; what was given before the part stays."""
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
    """Run ``dvojtah organiser``; its exit status. Raises `Failure`."""
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise Failure(t("The organiser's parts are missing. Run: pip install 'dvojtah[organiser]'"))
    return COMMANDS(options, settings)
