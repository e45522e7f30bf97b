"""The command ``dvojtah``: the kiosk, the simulator, replay and export.

Exit status: 0 fine, 1 a refusal or a failure printed in one line, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from device import i18n
from device.address import Address
from device.app import log
from device.autoplay.samples import SAMPLES
from device.cli import broker, organiser, stats, words
from device.cli.failure import Failure
from device.exports import ExportError, every_format, export_formats_of, fetch
from device.exports.report_text import report_text
from device.files.atomic_write import atomic_write
from device.files.os_errors import explained
from device.games import SPECS
from device.i18n import t, tr
from device.journal import JournalTrouble
from device.settings.reading import load_tolerant, own_path, path_of
from device.settings.settings import Settings
from device.table.referee_pin import forget
from device.version import version
from rules.games import DEFAULT_KEY
from rules.history import History
from rules.message import Message, Refusal
from rules.record import BadRecord, read, write

if TYPE_CHECKING:
    from device.exports.usb import Outcome

TABLE = (None, "kiosk", "simulate")
"""Commands that are the table itself; none is the first of them."""


RUN_TABLE: Address[Callable[[bool, Settings, Message | None, Path], int]] = Address("device.cli.table:run_table")
DOCTOR: Address[Callable[[Settings, Message | None, Path | None, bool], int]] = Address("device.doctor:run_doctor")
PODS: Address[Callable[[Settings, str | None, bool, bool], int]] = Address("device.cli.pods:run_pods")
UPDATE_PODS: Address[Callable[[Settings], int]] = Address("device.cli.pods:update_pods")
BROKER: Address[Callable[[argparse.Namespace], int]] = Address("device.cli.broker_commands:run_broker")
FROM_GCG: Address[Callable[[list[str]], History]] = Address("rules.polish_doubles.from_gcg:from_gcg")
WORDS: Address[Callable[[argparse.Namespace, Settings], int]] = Address("device.cli.word_commands:run_words")
RUN_STATS: Address[Callable[[argparse.Namespace, Settings], int]] = Address("device.cli.stats_command:run_stats")
BENCH: Address[Callable[[Sequence[str]], int]] = Address("device.bench:run_bench")
PLAY_SAMPLE: Address[Callable[[History, Path], int]] = Address("device.autoplay.gallery:play_sample")
DRAW_SCREENS: Address[Callable[[Path], int]] = Address("device.autoplay.gallery:draw_every_screen")
CARD: Address[Callable[[str], bytes]] = Address("device.exports.card_pdf:card_pdf")
CARD_NAME: Address[Callable[[str], str]] = Address("device.exports.card_pdf:card_name")
SAVE: Address[Callable[[Mapping[str, bytes]], Outcome]] = Address("device.exports.usb:save")
WRITE_TO_STICK: Address[Callable[[Path, int | None], Outcome]] = Address("device.exports.usb:write_to_stick")


class CommandLine(argparse.ArgumentParser):
    """A command, a subcommand or a part of one: each takes the options of all commands, and the last one counts.

    Subcommands are of the same class by themselves. What is not given stays out of the result, so that a subcommand
    never puts a default in the place of what was given before it. ``add_rest`` adds the options of a command that has
    many parts; it is called when they are wanted, so that no other command takes the time.
    """

    def __init__(self, add_rest: Callable[[Any], None] | None = None, **more: Any) -> None:
        super().__init__(**more)
        self._add_rest = add_rest
        common = self.add_argument_group(t("options of every command"))
        absent = argparse.SUPPRESS
        common.add_argument("--settings", type=Path, default=absent, help=t("settings file (TOML)"))
        common.add_argument("--lang", choices=i18n.LANGUAGES, default=absent, help=t("language"))
        common.add_argument("--journal", type=Path, default=absent, help=t("journal file"))
        common.add_argument(
            "--log-level", choices=tuple(log.LEVELS), default=absent, help=t("what the log has from which level on")
        )
        common.add_argument("--version", action=_Version, nargs=0, default=absent, help=t("say which version this is"))

    def complete(self) -> CommandLine:
        """Itself, with all of its options and parts."""
        add_rest, self._add_rest = self._add_rest, None
        if add_rest is not None:
            add_rest(self)
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
    top = CommandLine(prog="dvojtah", description=t("A clock and a scoresheet for table games."))
    top.set_defaults(settings=None, lang=None, journal=None, log_level=None)
    commands = top.add_subparsers(dest="command", metavar="command")
    commands.add_parser("kiosk", help=t("the table itself (default)"))
    commands.add_parser("simulate", help=t("the table in a window, with buttons and OLEDs"))
    replay = commands.add_parser("replay", help=t("fold a recorded game and print its tally"))
    replay.add_argument("file", help=t("record file or GCG, - for standard input"))
    replay.add_argument("--json", action="store_true", help=t("print data instead of tables"))
    replay.add_argument("--record", action="store_true", help=t("print the game as a record (JSON Lines)"))
    export = commands.add_parser("export", help=t("write a game from the journal"))
    kind = export.add_mutually_exclusive_group(required=True)
    for one in every_format().values():
        kind.add_argument(f"--{one.kind}", action="store_true", help=f"{tr(one.name)}: {tr(one.use)}")
    kind.add_argument("--usb", action="store_true", help=t("all of these, to a USB stick"))
    export.add_argument("--game", type=int, help=t("number of the game (default: the last)"))
    export.add_argument("-o", "--output", type=Path, help=t("file to write (default: standard output)"))
    card = commands.add_parser("card", help=t("a printed card of a game: what its buttons and taps mean"))
    card.add_argument("game", choices=tuple(SPECS), help=t("which game"))
    where = card.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", type=Path, help=t("file to write (default: standard output)"))
    where.add_argument("--usb", action="store_true", help=t("to a USB stick"))
    sample = commands.add_parser("play-sample", help=t("play a record through buttons and touches"))
    sample.add_argument("file", nargs="?", type=Path, help=t("record file (default: the full sample)"))
    sample.add_argument("--out", type=Path, default=Path("out/screens"), help=t("folder for pictures"))
    screens = commands.add_parser("screens", help=t("draw every screen and OLED"))
    screens.add_argument("--out", type=Path, default=Path("out/screens"), help=t("folder for pictures"))
    doctor = commands.add_parser("doctor", help=t("say what is well with this device and what is not"))
    doctor.add_argument("--json", action="store_true", help=t("print data instead of sentences"))
    doctor.add_argument("--reset-pin", action="store_true", help=t("remove the referee's PIN"))
    pods = commands.add_parser("pods", help=t("list the button pods, or pair them anew"))
    pods.add_argument("--json", action="store_true", help=t("print data instead of sentences"))
    change = pods.add_mutually_exclusive_group()
    change.add_argument("--forget", choices=("A", "B"), help=t("the pod of this clock button is new again"))
    change.add_argument("--swap", action="store_true", help=t("each pod belongs to the other side"))
    change.add_argument(
        "--update", action="store_true", help=t("send this program's firmware to the pods over their lines")
    )
    stats.add_parser(commands)
    words.add_parser(commands)
    organiser.add_parser(commands)
    broker.add_parser(commands)
    bench = commands.add_parser("bench", help=t("measure speed against baselines"))
    bench.add_argument("parts", nargs="*", metavar="part", help=t("only these parts (default: all of them)"))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
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
    except (JournalTrouble, ExportError, Refusal) as said:
        print(log.failure(tr(said.message)), file=sys.stderr)
    except BrokenPipeError:
        _abandon_output()  # whoever read has seen enough
    except OSError as error:
        _abandon_output()
        print(log.failure(tr(explained(error))), file=sys.stderr)
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
        print(t("The PIN is removed.") if forget(settings.pin_path) else t("No PIN was set."))
        return 0
    if options.command == "doctor":
        return DOCTOR(settings, trouble, options.settings, options.json)
    if trouble is not None:
        raise Failure(tr(trouble))
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
        return _replay(options)
    if options.command == "export":
        return _export(options, settings)
    if options.command == "card":
        return _card(options)
    if options.command == "organiser":
        return organiser.run_organiser(options, settings)
    if options.command == "bench":
        return BENCH(options.parts)
    if options.command == "screens":
        return DRAW_SCREENS(options.out)
    return PLAY_SAMPLE(_record(options.file or SAMPLES / SPECS[DEFAULT_KEY].samples.full), options.out)


def _table(options: argparse.Namespace, settings: Settings, trouble: Message | None) -> int:
    log.watch_faults()
    return RUN_TABLE(options.command == "simulate", settings, trouble, path_of(options.settings) or own_path())


def _replay(options: argparse.Namespace) -> int:
    history = _record(options.file)
    report = history.game.report(history.state)
    if options.record:
        print(write(history), end="")
    elif options.json:
        print(json.dumps(report.data, ensure_ascii=False, indent=2))
    else:
        print(report_text(report), end="")
    return 0


def _record(name: str | Path) -> History:
    """The game of a record file. Raises `Failure`, for a bad line with its number as editors know it."""
    try:
        lines = _text(str(name)).split("\n")
        return FROM_GCG(lines) if str(name).lower().endswith(".gcg") else read(lines)
    except BadRecord as bad:
        raise Failure(f"{name}:{bad.line}: {tr(bad.reason)}") from None


def _text(name: str) -> str:
    """The record's text. Raises `Failure` where it cannot be read."""
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Failure(t("{file} is not a record: it is not UTF-8 text.", file=name)) from None
    except OSError as error:
        raise Failure(tr(explained(error, name))) from None


def _export(options: argparse.Namespace, settings: Settings) -> int:
    if options.usb:
        return _export_usb(options, settings)
    filed = fetch(settings.journal_path, options.game)
    if filed is None:
        raise Failure(t("No game has been played yet."))
    offered = export_formats_of(filed.history.game.key)
    kind = next(kind for kind in every_format() if getattr(options, kind))
    if kind not in offered:
        raise Failure(t("This game is not exported as {kind}; there are {kinds}.", kind=kind, kinds=", ".join(offered)))
    _no_terminal(options.output, binary=offered[kind].binary)
    _hand_out(options.output, offered[kind].make(filed))
    return 0


def _no_terminal(output: Path | None, *, binary: bool) -> None:
    """Raises `Failure` where a terminal would get what it cannot show."""
    if output is None and binary and sys.stdout.isatty():
        raise Failure(t("This is not for a terminal; name a file with -o."))


def _hand_out(output: Path | None, content: bytes) -> None:
    """To the file, or to standard output. Raises `Failure` where the file does not take it."""
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        _write_out(output, content)
    except FileExistsError:
        raise Failure(t("{file} is no plain file; rename it and try again.", file=output)) from None
    except OSError as error:
        raise Failure(tr(explained(error, output))) from None


def _card(options: argparse.Namespace) -> int:
    """The printed card of a game."""
    if options.usb:
        return _on_stick(SAVE({CARD_NAME(options.game): CARD(options.game)}))
    _no_terminal(options.output, binary=True)
    _hand_out(options.output, CARD(options.game))
    return 0


def _write_out(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, never through a link. A pipe gets it where somebody reads, standard output too.

    Raises OSError; FileExistsError where a link or something else that is no file lies there.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        mode = stat.S_IFREG
    if stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or path.parent == Path("/dev"):
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_NONBLOCK), "wb") as file:
            os.set_blocking(file.fileno(), True)
            file.write(content)
        return
    if path.is_dir() and not path.is_symlink():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not path.parent.is_dir():
        number = errno.ENOTDIR if path.parent.exists() else errno.ENOENT
        raise OSError(number, os.strerror(number))
    atomic_write(path, content, follow=False)


def _export_usb(options: argparse.Namespace, settings: Settings) -> int:
    if options.output is not None:
        raise Failure(t("-o does not go with --usb; the files name themselves."))
    return _on_stick(WRITE_TO_STICK(settings.journal_path, options.game))


def _on_stick(outcome: Outcome) -> int:
    """Say what became of writing to a stick. Raises `Failure` where not everything is there."""
    if not outcome.ok:
        raise Failure(tr(outcome.message))
    print(tr(outcome.message))
    for path in outcome.files:
        print(f"  {path}")
    return 0
