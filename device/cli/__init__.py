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
from typing import TYPE_CHECKING, Any

import msgspec

from device import i18n, log
from device.address import Address
from device.cli import broker, organiser, stats, words
from device.cli.failure import Failure
from device.files.os_errors import explain
from device.i18n import t, tr
from device.registry import SPECS
from device.settings.reading import load_tolerant, own_path, path_of
from device.settings.settings import Settings
from device.trouble import Trouble
from device.version import version
from rules.message import Message, Refusal

if TYPE_CHECKING:
    from device.demo.gallery import Players

TABLE = (None, "kiosk", "simulate")
"""Commands that are the table itself; none is the first of them."""
INTERRUPTED = 130
"""The status of whatever Ctrl-C ended, as shells have it."""


RUN_TABLE: Address[Callable[[bool, Settings, Message | None, Path], int]] = Address("device.cli.table:run_table")
DOCTOR: Address[Callable[[Settings, Message | None, Path | None, bool], int]] = Address("device.doctor:run_doctor")
FORGET_PIN: Address[Callable[[Path], bool]] = Address("device.table.referee_pin:forget")
PODS: Address[Callable[[Settings, str | None, bool, bool], int]] = Address("device.cli.pods:run_pods")
UPDATE_PODS: Address[Callable[[Settings], int]] = Address("device.cli.pods:update_pods")
BROKER: Address[Callable[[argparse.Namespace], int]] = Address("device.cli.broker_commands:run_broker")
REPLAY: Address[Callable[[argparse.Namespace], int]] = Address("device.cli.record_commands:run_replay")
SAMPLE: Address[Callable[[argparse.Namespace], int]] = Address("device.cli.record_commands:run_sample")
EXPORT: Address[Callable[[argparse.Namespace, Settings], int]] = Address("device.cli.export_commands:run_export")
BACKUP: Address[Callable[[argparse.Namespace, Settings], int]] = Address("device.cli.backup_command:run_backup")
CARD: Address[Callable[[argparse.Namespace], int]] = Address("device.cli.export_commands:run_card")
ADD_KINDS: Address[Callable[[Any], None]] = Address("device.cli.export_commands:add_kinds")
WORDS: Address[Callable[[argparse.Namespace, Settings], int]] = Address("device.cli.word_commands:run_words")
RUN_STATS: Address[Callable[[argparse.Namespace, Settings], int]] = Address("device.cli.stats_command:run_stats")
PLAYERS: Address[Players] = Address("device.demo.players:PLAYERS")
DRAW_SCREENS: Address[Callable[[Players, Path], int]] = Address("device.demo.gallery:draw_every_screen")


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
        absent = argparse.SUPPRESS
        common.add_argument("--settings", type=Path, default=absent, help=t("settings file (TOML)"))
        common.add_argument("--lang", choices=i18n.LANGUAGES, default=absent, help=t("language"))
        common.add_argument("--journal", type=Path, default=absent, help=t("journal file"))
        common.add_argument(
            "--log-level", choices=tuple(log.LEVELS), default=absent, help=t("what the log has from which level on")
        )
        common.add_argument("--version", action=_Version, nargs=0, default=absent, help=t("say which version this is"))
        if self._add_rest is not None:
            self._add_rest(self)
        return self

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What argparse does, with all options there are."""
        self.complete()
        return super().parse_known_args(args, namespace)


class _Version(argparse.Action):
    """``--version``: looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"dvojtah {version()}")
        parser.exit()


def parser() -> CommandLine:
    """The command line."""
    top = CommandLine(_add_commands, prog="dvojtah", description=t("A clock and a scoresheet for table games."))
    top.set_defaults(settings=None, lang=None, journal=None, log_level=None)
    return top


def _add_commands(top: CommandLine) -> None:
    commands: Any = top.add_subparsers(dest="command", metavar="command")
    commands.add_parser("kiosk", help=t("the table itself (default)"))
    commands.add_parser("simulate", help=t("the table in a window, with buttons and OLEDs"))
    commands.add_parser("replay", help=t("fold a recorded game and print its tally"), add_rest=_replay_options)
    commands.add_parser("export", help=t("write a game from the journal"), add_rest=_export_options)
    commands.add_parser("backup", help=t("every game of this device into one file"), add_rest=_backup_options)
    commands.add_parser(
        "card", help=t("a printed card of a game: what its buttons and taps mean"), add_rest=_card_options
    )
    commands.add_parser("play-sample", help=t("play a record through buttons and touches"), add_rest=_sample_options)
    commands.add_parser("screens", help=t("draw every screen and OLED"), add_rest=_pictures_option)
    commands.add_parser("doctor", help=t("say what is well with this device and what is not"), add_rest=_doctor_options)
    commands.add_parser("pods", help=t("list the button pods, or pair them anew"), add_rest=_pods_options)
    stats.add_parser(commands)
    words.add_parser(commands)
    organiser.add_parser(commands)
    broker.add_parser(commands)
    commands.add_parser("bench", add_rest=_bench_options)  # not listed: it only says where it is to be found


def _replay_options(replay: CommandLine) -> None:
    replay.add_argument("file", help=t("record file or GCG, - for standard input"))
    replay.add_argument("--json", action="store_true", help=t("print data instead of tables"))
    replay.add_argument("--record", action="store_true", help=t("print the game as a record (JSON Lines)"))


def _export_options(export: CommandLine) -> None:
    kind = export.add_mutually_exclusive_group(required=True)
    ADD_KINDS(kind)
    kind.add_argument("--usb", action="store_true", help=t("all of these, to a USB stick"))
    export.add_argument("--game", type=int, help=t("number of the game (default: the last)"))
    export.add_argument("-o", "--output", type=Path, help=t("file to write (default: standard output)"))


def _backup_options(backup: CommandLine) -> None:
    backup.add_argument("file", type=Path, help=t("file to write; there must be none yet"))


def _card_options(card: CommandLine) -> None:
    card.add_argument("game", choices=tuple(SPECS), help=t("which game"))
    where = card.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", type=Path, help=t("file to write (default: standard output)"))
    where.add_argument("--usb", action="store_true", help=t("to a USB stick"))


def _sample_options(sample: CommandLine) -> None:
    sample.add_argument("file", nargs="?", type=Path, help=t("record file (default: the full sample)"))
    _pictures_option(sample)


def _pictures_option(screens: CommandLine) -> None:
    screens.add_argument("--out", type=Path, default=Path("out/screens"), help=t("folder for pictures"))


def _doctor_options(doctor: CommandLine) -> None:
    doctor.add_argument("--json", action="store_true", help=t("print data instead of sentences"))
    doctor.add_argument("--reset-pin", action="store_true", help=t("remove the referee's PIN"))


def _pods_options(pods: CommandLine) -> None:
    pods.add_argument("--json", action="store_true", help=t("print data instead of sentences"))
    change = pods.add_mutually_exclusive_group()
    change.add_argument("--forget", choices=("A", "B"), help=t("the pod of this clock button is new again"))
    change.add_argument("--swap", action="store_true", help=t("each pod belongs to the other side"))
    change.add_argument(
        "--update", action="store_true", help=t("send this program's firmware to the pods over their lines")
    )


def _bench_options(bench: CommandLine) -> None:
    bench.add_argument("parts", nargs="*", help=argparse.SUPPRESS)


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
    options = parser().parse_args(argv)
    settings, trouble = load_tolerant(options.settings)
    settings = _overridden(settings, options)
    i18n.use(settings.language)
    table = options.command in TABLE
    log.set_up(options.log_level or (settings.log_level if table else "warning"))
    try:
        status = _run(options, settings, trouble)
        sys.stdout.flush()
    except Failure as failure:
        print(log.failure(str(failure)), file=sys.stderr)
        if log.to_service_manager() and sys.stdout.isatty():
            print(failure)  # a service that writes onto a display: its log is not seen there
        return failure.status
    except (Trouble, Refusal) as said:
        print(log.failure(tr(said.message)), file=sys.stderr)
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
    pairs = pairwise([*(part for one in given for part in one.split("=", 1)), ""])
    named = [after for before, after in pairs if before == "--lang" and after in i18n.LANGUAGES]
    return named[-1] if named else i18n.of_environment()


def _overridden(settings: Settings, options: argparse.Namespace) -> Settings:
    changes: dict[str, str] = {}
    if options.lang:
        changes["language"] = options.lang
    if options.journal is not None:
        changes["journal"] = str(options.journal)
    return msgspec.structs.replace(settings, **changes)


def _run(options: argparse.Namespace, settings: Settings, trouble: Message | None) -> int:
    if options.command in TABLE:
        return _table(options, settings, trouble)
    if options.command == "doctor" and options.reset_pin:
        print(t("The PIN is removed.") if FORGET_PIN(settings.pin_path) else t("No PIN was set."))
        return 0
    if options.command == "doctor":
        return DOCTOR(settings, trouble, options.settings, options.json)
    if trouble is not None and not _goes_on(options):
        raise Failure(tr(trouble))
    if trouble is not None:
        print(log.failure(tr(trouble)), file=sys.stderr)
    if options.command == "broker":
        return BROKER(options)
    if options.command == "pods":
        if options.update:
            return UPDATE_PODS(settings)
        return PODS(settings, options.forget, options.swap, options.json)
    if options.command == "stats":
        return RUN_STATS(options, settings)
    if options.command == "words":
        return WORDS(options, settings)
    if options.command == "replay":
        return REPLAY(options)
    if options.command == "export":
        return EXPORT(options, settings)
    if options.command == "backup":
        return BACKUP(options, settings)
    if options.command == "card":
        return CARD(options)
    if options.command == "organiser":
        return organiser.run_organiser(options, settings)
    if options.command == "bench":
        raise Failure(t("Speed is measured in the project's source code, not here: run make bench there."))
    if options.command == "screens":
        return DRAW_SCREENS(PLAYERS.load(), options.out)
    return SAMPLE(options)


def _goes_on(options: argparse.Namespace) -> bool:
    """Whether a command takes no more of the settings than the language: services that must start without them."""
    if options.command == "organiser":
        return bool(options.store) and options.part in (None, "run", "board")
    return bool(options.command == "broker")


def _table(options: argparse.Namespace, settings: Settings, trouble: Message | None) -> int:
    log.watch_faults()
    return RUN_TABLE(options.command == "simulate", settings, trouble, path_of(options.settings) or own_path())
