"""The command ``dvojtah``: the kiosk, the simulator, replay and export.

Exit status: 0 fine, 1 a refusal or a failure printed in one line, 2 wrong usage, 78 where an organiser's program cannot
start before somebody puts a file right, 130 ended by Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from device.cli import argparse_words
from device.cli.commands import COMMANDS
from device.common import i18n, log
from device.common.address import Address
from device.common.cli.command_spec import COMMAND, Argument, add_commands
from device.common.cli.extras import missing_extra
from device.common.cli.failure import Failure
from device.common.files.os_errors import explain
from device.common.i18n import t, tr
from device.common.languages import LANGUAGES, of_environment
from device.common.settings.reading import LoadedSettings, load_tolerant, own_path, path_of
from device.common.settings.settings import Settings
from device.common.trouble import Trouble
from device.common.version import version
from rules.message import Message, Refusal, msg

TABLE = (None, "kiosk", "simulate")
"""Commands that are the table itself; none is the first of them."""
INTERRUPTED = 130
"""The status of whatever Ctrl-C ended, as shells have it."""


RUN_TABLE: Address[Callable[[bool, Settings, Message | None, Path], int]] = Address("device.cli.table:run_table")
DOCTOR: Address[Callable[[Settings, Message | None, Path | None, bool], int]] = Address("device.doctor:run_doctor")
REPORT: Address[Callable[[Settings, Path], int]] = Address("device.doctor.trial:run_report")
FORGET_PIN: Address[Callable[[Path], bool]] = Address("device.table.referee_pin:forget")


class _Version(argparse.Action):
    """``--version``: looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"dvojtah {version()}")
        parser.exit()


COMMON = (
    Argument("--settings", msg("settings file (TOML)"), type=Path),
    Argument("--lang", msg("language"), choices=tuple(LANGUAGES)),
    Argument("--journal", msg("journal file"), type=Path),
    Argument("--log-level", msg("how severe a message must be for the log"), choices=tuple(log.LEVELS)),
    Argument("--version", msg("say which version this is"), action=_Version, nargs=0),
)
"""The options of every command."""


class CommandLine(argparse.ArgumentParser):
    """A command, a subcommand or a part of one: each takes the options of all commands, and the last one counts.

    Subcommands are of the same class by themselves. What is not given stays out of the result, so that a subcommand
    never puts a default in the place of what was given before it. ``add_rest`` adds what the command has of its own.
    All options are added once they are wanted, so that no other command takes the time.
    """

    def __init__(self, add_rest: Callable[[Any], None] | None = None, **more: Any) -> None:
        super().__init__(**more)
        self._add_rest = add_rest
        self._whole = False

    def complete(self) -> CommandLine:
        """Itself, with all of its options and parts."""
        if self._whole:
            return self
        self._whole = True
        common = self.add_argument_group(t("options of every command"))
        for option in COMMON:
            option.add_to(common, default=argparse.SUPPRESS)
        if self._add_rest is not None:
            self._add_rest(self)
        return self

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What argparse does, with all options there are."""
        self.complete()
        return super().parse_known_args(args, namespace)


def parser() -> CommandLine:
    """The command line."""
    top = CommandLine(
        _add_commands,
        prog="dvojtah",
        description=t("A clock and a scoresheet for table games."),
        epilog=t("To try it: dvojtah demo. What a command takes: dvojtah COMMAND --help."),
    )
    top.set_defaults(settings=None, lang=None, journal=None, log_level=None)
    return top


def _add_commands(top: CommandLine) -> None:
    add_commands(top.add_subparsers(dest="command", metavar=tr(COMMAND)), COMMANDS)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    try:
        return _run_command(argv)
    except KeyboardInterrupt:
        _abandon_output()
        return INTERRUPTED


def _run_command(argv: Sequence[str] | None) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "dvojtah")
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # the first tap on a window counts like any other
    i18n.use(_language_hint(argv))
    argparse_words.use()
    options = parser().parse_args(argv)
    loaded = load_tolerant(options.settings)
    settings = loaded.settings
    journal = settings.journal if options.journal is None else str(options.journal)
    settings = msgspec.structs.replace(settings, language=options.lang or settings.language, journal=journal)
    i18n.use(settings.language)
    table = options.command in TABLE
    log.set_up(options.log_level or (settings.log_level if table else "warning"))
    try:
        status = _run(options, loaded._replace(settings=settings))
        sys.stdout.flush()
    except Failure as failure:
        print(log.failure(str(failure)), file=sys.stderr)
        if log.to_service_manager() and sys.stdout.isatty():
            print(failure)  # a service that writes onto a display: its log is not seen there
        return failure.status
    except (Trouble, Refusal) as refusal:
        print(log.failure(tr(refusal.message)), file=sys.stderr)
    except ModuleNotFoundError as error:
        if (sentence := missing_extra(error)) is None:
            raise
        print(log.failure(tr(sentence)), file=sys.stderr)
    except BrokenPipeError:
        _abandon_output()  # whoever read has seen enough
    except OSError as error:
        _abandon_output()
        print(log.failure(tr(explain(error))), file=sys.stderr)
    else:
        return status
    return 1


def _abandon_output() -> None:
    """Where standard output takes nothing any more, what is left of it must not fail a second time at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language_hint(argv: Sequence[str] | None) -> str:
    """The language of the help: the last ``--lang`` where given, else that of the locale."""
    given = list(sys.argv[1:] if argv is None else argv)
    pairs = pairwise([*(part for argument in given for part in argument.split("=", 1)), ""])
    named = [after for before, after in pairs if before == "--lang" and after in LANGUAGES]
    return named[-1] if named else of_environment()


def _run(options: argparse.Namespace, loaded: LoadedSettings) -> int:
    settings, trouble, usable = loaded
    if options.command in TABLE:
        log.watch_faults()
        return RUN_TABLE(options.command == "simulate", settings, trouble, path_of(options.settings) or own_path())
    if options.command == "doctor" and options.reset_pin:
        print(t("The PIN is removed.") if FORGET_PIN(settings.pin_path) else t("No PIN was set."))
        return 0
    if options.command == "doctor" and options.report is not None:
        return REPORT(settings, options.report)
    if options.command == "doctor":
        return DOCTOR(settings, trouble, options.settings, options.json)
    if trouble is not None and not usable and not _goes_on(options):
        raise Failure(tr(trouble))
    if trouble is not None and options.command != "set":
        print(log.failure(tr(trouble)), file=sys.stderr)
    run = COMMANDS[options.command].run
    assert run is not None
    return run(options, settings)


def _goes_on(options: argparse.Namespace) -> bool:
    """Whether a command needs no more of the settings than the language: what puts them right, and services that must
    start without them."""
    if options.command == "organiser":
        return bool(options.store) and options.part in (None, "run", "board")
    return options.command in ("broker", "completion", "demo", "set")
