"""The manual page of ``dvojtah``, printed in English from the command line's own declaration."""

from __future__ import annotations

import argparse

from argparse_manpage.manpage import Manpage

from device.cli import COMMON, CommandLine, parser
from device.common import i18n
from device.common.languages import SOURCE
from device.common.version import version


def with_parts(command: CommandLine, shared: frozenset[str] = frozenset()) -> CommandLine:
    """A command with all parts that its help lists; options that are ``shared`` by all stand at the top alone."""
    for action in command.complete()._actions:
        if action.dest in shared:
            action.help = argparse.SUPPRESS
        elif isinstance(action, argparse._SubParsersAction):
            command._positionals.title = "commands"
            action.choices = {word: action.choices[word] for word in action.choices}  # it counts up what is listed
            for part in action.choices.values():
                with_parts(part, frozenset(option.name for option in COMMON))
    return command


def main() -> None:
    """Print it; the day is that of ``SOURCE_DATE_EPOCH``, where it is set."""
    i18n.use(SOURCE)
    about = {"description": i18n.t("A clock and a scoresheet for table games.").rstrip("."), "version": version()}
    about |= {"project_name": "dvojtah", "manual_title": "User commands"}
    print(Manpage(with_parts(parser()), about, format="single-commands-section"), end="")


if __name__ == "__main__":
    main()
