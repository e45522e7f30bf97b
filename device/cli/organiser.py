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
    """The options of ``organiser``, and its parts. Those of a part are added once they are wanted, as for a command."""
    parts = top.add_subparsers(dest="part", metavar="part")

    def part(word: str, help_text: str, own: Callable[[Any], object] = lambda one: None) -> None:
        def add_rest(one: Any) -> None:
            own(one)
            _which_event(one, argparse.SUPPRESS)

        parts.add_parser(word, help=help_text, add_rest=add_rest)

    part(
        "run",
        t("listen to the tables; board and desk page (default)"),
        lambda one: _run_options(one, argparse.SUPPRESS),
    )
    _run_options(top)
    part("board", t("the live board alone, from the store"), _board_options)
    part("state", t("tables, and what needs you"), _json_option)
    part("standings", t("the standings"), _json_option)
    part("games", t("every game with its id"), _only_table_option)
    part("refused", t("messages that were refused, and why"))
    part("records", t("write every game as a record"), _records_options)
    part("files", t("every paper and file of the event into a folder"), _files_options)
    part("site", t("the results as web pages into a folder"), _folder_option("site"))
    part("backup", t("everything of the event into one file, while it runs"), _backup_options)
    part("restore", t("put a backup into an empty folder"), _restore_options)
    part("pair", t("who plays: lines as on the desk page, from a file or standard input"), _pair_options)
    part("round", t("start a round"), _round_options)
    part("pause-round", t("the countdown stands"))
    part("resume-round", t("the countdown goes on"))
    part("end-round", t("the round is over, at the tables, too"))
    part("notice", t("tell everybody; without a text: take it down"), _notice_options)
    part("coming", t("the referee is on the way to a table"), _table_option)
    part("settled", t("a call is settled"), _table_option)
    part("release", t("free a broken table's number for a spare"), _table_option)
    part("take-release-back", t("the number stays with the device that had it"), _table_option)
    part("unpair", t("take a pairing back"), _table_option)
    part("back", t("send a signed result back"), _back_options)
    part("tell", t("tell one table"), _tell_options)
    part("set-aside", t("a game does not count"), _table_and_game)
    part("count", t("a game that was set aside counts again"), _table_and_game)
    part("take-return-back", t("a result that was sent back stands after all"), _table_and_game)
    part("take-end-back", t("the round that was ended goes on"))
    part("take-start-back", t("the round that was on before another was started goes on"))
    part("new-evening", t("a new evening: people, tables and codes stay"), _title_option)
    part("delete-contacts", t("delete all contacts for good"))
    part("name", t("what the event is called"), _title_option)
    part("demo", t("a whole event on this machine, with simulated tables"), _demo_options)
    _which_event(top)


def _board_options(board: Any) -> None:
    board.add_argument("--host", default="0.0.0.0")
    board.add_argument("--port", type=port, default=8000)
    board.add_argument("--address", default=argparse.SUPPRESS, help=t("address for the QR code"))
    _proxy_option(board, argparse.SUPPRESS)
    board.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)


def _json_option(part: Any) -> None:
    part.add_argument("--json", action="store_true", help=t("for other programs"))


def _only_table_option(part: Any) -> None:
    part.add_argument("--table", type=int, help=t("only this table's"))


def _folder_option(folder: str) -> Callable[[Any], object]:
    return lambda part: part.add_argument("--out", type=Path, default=Path(folder))


def _records_options(records: Any) -> None:
    _folder_option("records")(records)
    _only_table_option(records)


def _files_options(taken: Any) -> None:
    _folder_option("event-files")(taken)
    taken.add_argument("--address", default=argparse.SUPPRESS, help=t("address for the QR code"))


def _backup_options(part: Any) -> None:
    part.add_argument("file", type=Path, help=t("file to write; there must be none yet"))
    part.add_argument("--broker-files", type=Path, help=t("folder that the broker's files were made in"))


def _restore_options(part: Any) -> None:
    part.add_argument("file", type=Path, help=t("a file that backup wrote"))
    part.add_argument("folder", type=Path, help=t("an empty folder, or a new one"))


def _pair_options(pair: Any) -> None:
    pair.add_argument("file", nargs="?", default="-")
    pair.add_argument("--game", default=DEFAULT_KEY)
    pair.add_argument("--round", type=int, help=t("the round they are for (default: the one that comes)"))


def _round_options(round_: Any) -> None:
    round_.add_argument("number", type=int)
    round_.add_argument("--minutes", default="50")
    round_.add_argument("--starts-in", default="0", help=t("minutes until it starts"))
    round_.add_argument("--game", default="")


def _notice_options(notice: Any) -> None:
    notice.add_argument("text", nargs="?", default="")
    notice.add_argument("--en", default="", help=t("the same in English"))


def _table_option(part: Any) -> None:
    part.add_argument("table", type=int)


def _tell_options(part: Any) -> None:
    _table_option(part)
    part.add_argument("text")


def _back_options(part: Any) -> None:
    _tell_options(part)
    _game_option(part)


def _table_and_game(part: Any) -> None:
    _table_option(part)
    _game_option(part)


def _title_option(part: Any) -> None:
    part.add_argument("title")


def _demo_options(demo: Any) -> None:
    demo.add_argument("--tables", type=int, default=8)
    demo.add_argument("--speed", type=float, default=20, help=t("times as fast as the recorded games"))
    demo.add_argument("--games", default=DEFAULT_KEY, help=t("games by their words, with commas; or all"))
    demo.add_argument("--folder", type=Path, default=Path("out/event"))
    demo.add_argument("--seconds", type=float, help=t("end by itself after so many seconds"))


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
