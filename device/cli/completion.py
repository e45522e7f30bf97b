"""``dvojtah completion``: what a shell completes after ``dvojtah``, made by shtab from the command line itself."""

from __future__ import annotations

import argparse
from pathlib import Path

import shtab

from device.cli import CommandLine, parser
from device.common.settings.settings import Settings

FOLDERS = {"folder", "out", "broker_files"}
"""Arguments that name a folder."""
FILES = {"file", "store"}
"""Arguments that name a file and are kept as text, because they may be something else, too."""


def run_completion(options: argparse.Namespace, settings: Settings) -> int:
    """Print the completion for the shell; the exit status."""
    print(shtab.complete(with_paths(parser()), options.shell))
    return 0


def with_paths(command: CommandLine) -> CommandLine:
    """A command with all its options and parts, each of which says whether a shell completes files or folders there."""
    for action in command.complete()._actions:
        if action.dest in FOLDERS:
            vars(action)["complete"] = shtab.DIRECTORY
        elif action.type is Path or action.dest in FILES:
            vars(action)["complete"] = shtab.FILE
        elif isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                with_paths(part)
    return command
