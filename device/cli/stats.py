"""The options of ``dvojtah stats``; what it does is in `device.cli.stats_command`, loaded when it is wanted."""

from __future__ import annotations

from typing import Any

from device.i18n import t
from rules.games import KEYS


def add_parser(commands: Any) -> None:
    """``stats`` and what belongs to it."""
    commands.add_parser("stats", help=t("what the games brought people and pairs"), add_rest=_add_options)


def _add_options(stats: Any) -> None:
    kind = stats.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help=t("print data instead of tables"))
    kind.add_argument("--csv", action="store_true", help=t("print tables for a spreadsheet"))
    stats.add_argument("--game", choices=(*KEYS, "all"), help=t("only this game (default: the one played last)"))
    stats.add_argument(
        "--period", choices=("evening", "season", "all"), default="all", help=t("which games (default: all)")
    )
    stats.add_argument("--person", default="", help=t("only games with this person"))
    stats.add_argument("--pairs", action="store_true", help=t("pairs instead of people"))
