"""What a command of ``dvojtah`` is declared with: its options, its parts, what its help says."""

from __future__ import annotations

import argparse
import ipaddress
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from device.common.address import Address
from device.common.i18n import t, tr
from device.common.settings.settings import Settings
from rules.message import Message, msg

Run = Callable[[argparse.Namespace, Settings], int]
"""Runs a command; its exit status. Raises `Failure`, `Trouble`, `Refusal` and OSError, which end it with a line."""


def whole(text: str) -> int:
    """A whole number, for `argparse`'s ``type``. Raises ArgumentTypeError."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(t("{text} is not a whole number.", text=text[:50])) from None


def port(text: str) -> int:
    """A TCP port, 1 to 65535, for `argparse`'s ``type``. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(t("A port is a number from 1 to 65535."))
    return int(text)


def network(text: str) -> str:
    """An address or a network of them, for `argparse`'s ``type``. Raises ArgumentTypeError."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        wrong = t("{text} is neither an address nor a network, such as 192.168.1.5 or 192.168.1.0/24.", text=text[:50])
        raise argparse.ArgumentTypeError(wrong) from None


def base_path(text: str) -> str:
    """The path at which pages stand behind a proxy, with a slash at both ends. Raises ArgumentTypeError."""
    path = f"/{text.strip('/')}/" if text.strip("/") else "/"
    if not re.fullmatch(r"/([A-Za-z0-9._~-]{1,60}/){0,6}", path) or "/." in path:
        wrong = t(
            "{text} is not a path for pages: use letters, digits and hyphens, such as /tournament.", text=text[:50]
        )
        raise argparse.ArgumentTypeError(wrong)
    return path


FILE, FOLDER, NUMBER, PORT = msg("FILE"), msg("FOLDER"), msg("NUMBER"), msg("PORT")
ADDRESS, PATH, ID, NAME, TEXT, CODE = msg("ADDRESS"), msg("PATH"), msg("ID"), msg("NAME"), msg("TEXT"), msg("CODE")
COMMAND, PART, ACT, VALUE = msg("COMMAND"), msg("PART"), msg("ACT"), msg("VALUE")
VALUES: Mapping[Any, Message] = {Path: FILE, whole: NUMBER, port: PORT, network: ADDRESS, base_path: PATH}
"""What a value is called in the help, by its ``type``."""


class Argument:
    """An argument of a command, its names with spaces between; ``settings`` are `argparse`'s.

    ``value`` is what its value is called in the help, where its ``type`` does not say it and there are no choices.
    """

    def __init__(
        self, names: str, help_text: Message | None = None, value: Message | None = None, **settings: Any
    ) -> None:
        self._names, self._help_text, self._settings = names.split(), help_text, settings
        self._value = value or VALUES.get(settings.get("type"))

    @property
    def name(self) -> str:
        """Under which name `argparse` gives its value."""
        return self._names[-1].lstrip("-").replace("-", "_")

    def add_to(self, command: Any, **other: Any) -> None:
        """Add it to a command or a group, with ``other`` settings in place of its own."""
        settings = {} if self._help_text is None else {"help": tr(self._help_text)}
        if self._value is not None:
            settings["metavar"] = tr(self._value)
        command.add_argument(*self._names, **{**self._settings, **settings, **other})


def flag(name: str, help_text: Message) -> Argument:
    """An option without a value."""
    return Argument(name, help_text, action="store_true")


NEW_FILE = Argument("file", msg("file to write; there must be none yet"), type=Path)
CERTIFICATE = (
    Argument("--certificate", msg("pages over HTTPS with the certificate in this file (PEM)"), type=Path),
    Argument("--key", msg("file of the certificate's key, if it is a different one"), type=Path),
)


class ExclusiveOptions:
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
    ``about`` is what its own help says of it; without it that is what the list says.
    """

    def __init__(
        self,
        help_text: Message | None,
        run: Run | Address[Run] | None,
        *options: Argument | ExclusiveOptions | LaterOptions,
        again: tuple[Argument, ...] = (),
        parts: Mapping[str, CommandSpec] | None = None,
        part_name: Message = PART,
        decision: Sequence[str] = (),
        about: Message | None = None,
    ) -> None:
        self.run, self.decision = run, decision
        self.help_text, self.about = help_text, about
        self._options, self._again, self._parts, self._part_name = options, again, parts, part_name

    def texts(self) -> dict[str, str]:
        """What `argparse` takes to list and to describe it, in the language spoken."""
        if self.help_text is None:
            return {}
        listed = tr(self.help_text)
        return {
            "help": listed,
            "description": tr(self.about) if self.about else f"{listed[0].upper()}{listed[1:].rstrip('.')}.",
        }

    def add_to(self, command: Any) -> None:
        """Add all options and parts."""
        if self._parts:
            name = self._part_name
            add_commands(command.add_subparsers(dest=name.id.lower(), metavar=tr(name)), self._parts)
        for option in self._options:
            option.add_to(command)
        for option in self._again:
            option.add_to(command, default=argparse.SUPPRESS)


class LaterOptions:
    """The options and parts of a command that are declared elsewhere, loaded once it is asked for."""

    def __init__(self, command: Address[CommandSpec]) -> None:
        self._command = command

    def add_to(self, command: Any) -> None:
        """Add them to a command."""
        self._command.load().add_to(command)


class _Choices(dict[str, Any]):
    """Commands by their words, of which an error counts up only those that the help lists."""

    def __init__(self, choices: Mapping[str, Any], listed: Sequence[str]) -> None:
        super().__init__(choices)
        self._listed = listed

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)


def add_commands(subcommands: Any, commands: Mapping[str, CommandSpec]) -> None:
    """Add commands, or parts of one, to `argparse`'s."""
    for word, command in commands.items():
        subcommands.add_parser(word, add_rest=command.add_to, **command.texts())
    listed = [word for word, command in commands.items() if command.help_text is not None]
    subcommands.choices = _Choices(subcommands.choices, listed)
