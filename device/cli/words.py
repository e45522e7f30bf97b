"""The options of ``dvojtah words``; what they do is in `device.cli.word_commands`, loaded when it is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from device.i18n import t


def add_parser(commands: Any) -> None:
    """The command and its two acts."""
    commands.add_parser("words", help=t("list the word lists, import one or forget one"), add_rest=_add_acts)


def _add_acts(words: Any) -> None:
    acts = words.add_subparsers(dest="act", metavar="act")
    acts.add_parser("import", help=t("take a list from a file, one word a line"), add_rest=_import_options)
    acts.add_parser("forget", help=t("remove a list"), add_rest=_forget_options)


def _import_options(imported: Any) -> None:
    imported.add_argument("file", type=Path, help=t("text, or compressed with gzip, xz or bzip2; - for standard input"))
    imported.add_argument("--name", help=t("what the list is called (default: the file's name)"))


def _forget_options(forgotten: Any) -> None:
    forgotten.add_argument("name", help=t("what the list is called"))
