"""Print every command of ``dvojtah`` from its declaration into docs/command-line.md. ``--check`` only compares."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from device.cli import COMMON, CommandLine, parser
from device.common import i18n

PAGE = Path(__file__).resolve().parent.parent / "docs" / "command-line.md"
START = "<!-- commands: printed by tools/command_page.py -->\n"


def listed(command: CommandLine, words: str = "dvojtah") -> Iterator[tuple[str, CommandLine]]:
    """Every command that the help lists, with its words, each before its parts."""
    for action in command.complete()._actions:
        if isinstance(action, argparse._SubParsersAction):
            for shown in action._choices_actions:
                part = action.choices[shown.dest]
                yield f"{words} {shown.dest}", part
                yield from listed(part, f"{words} {shown.dest}")


def rows(command: CommandLine) -> Iterator[str]:
    """A line for each argument and option of its own."""
    common = {option.name for option in COMMON} | {"help"}
    for action in command.complete()._actions:
        if action.dest in common or action.help is argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction):
            continue
        words = [", ".join(action.option_strings) or (action.dest if action.choices else "")]
        if action.nargs != 0:
            words.append("|".join(map(str, action.choices or (action.metavar or action.dest,))))
        name = " ".join(filter(None, words))
        yield f"| `{name.replace('|', chr(92) + '|')}` | {action.help} |"


def commands() -> str:
    """All of it, in English."""
    i18n.use("en")
    parts = []
    for words, command in listed(parser()):
        table = "\n".join(["| argument | what |", "| --- | --- |", *rows(command)]) if [*rows(command)] else ""
        level = "##" if words.count(" ") == 1 else "###"
        parts.append(f"{level} {words}\n\n{command.description}\n" + (f"\n{table}\n" if table else ""))
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    """Write the page; with ``--check`` 1 where it differs."""
    text = PAGE.read_text(encoding="utf-8")
    new = f"{text.partition(START)[0]}{START}\n{commands()}"
    if "--check" in arguments:
        return int(new != text)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
