"""The options of ``dvojtah words``; what they do is in `device.cli.word_commands`, loaded when it is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from device.i18n import t


def add_parser(commands: Any) -> None:
    """The command and its two acts."""
    words = commands.add_parser("words", help=t("list the word lists, import one or forget one"))
    acts = words.add_subparsers(dest="act", metavar="act")
    imported = acts.add_parser("import", help=t("take a list from a file, one word a line"))
    imported.add_argument("file", type=Path, help=t("text, or compressed with gzip, xz or bzip2"))
    imported.add_argument("--name", help=t("what the list is called (default: the file's name)"))
    forgotten = acts.add_parser("forget", help=t("remove a list"))
    forgotten.add_argument("name", help=t("what the list is called"))
