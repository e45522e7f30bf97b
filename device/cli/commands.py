"""Every command of ``dvojtah``: its options, and what runs it.

What runs a command is loaded once it is asked for, and so is all of the organiser's.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.common.address import Address
from device.common.cli.command_spec import (
    ACT,
    ADDRESS,
    CERTIFICATE,
    FILE,
    FOLDER,
    ID,
    NAME,
    NEW_FILE,
    VALUE,
    Argument,
    CommandSpec,
    ExclusiveOptions,
    LaterOptions,
    Run,
    flag,
    port,
    whole,
)
from device.common.cli.extras import check_extra
from device.common.cli.failure import Failure
from device.common.exports import Exports
from device.common.i18n import t, tr
from device.common.settings.settings import Settings
from rules.games import KEYS
from rules.message import msg

# -- what runs them ----------------------------------------------------------------------------------------------------

EVERY_FORMAT: Address[Callable[[], Exports]] = Address("device.game_files:every_format")
ORGANISER: Address[Run] = Address("device.organiser.cli.commands:run_part")


class Formats(Argument):
    """The option of each format that some game is exported in."""

    def add_to(self, command: Any, **other: Any) -> None:
        """Add them to a group of which one is given."""
        for export_format in EVERY_FORMAT().values():
            command.add_argument(
                f"--{export_format.kind}",
                action="store_true",
                help=f"{tr(export_format.name)}: {tr(export_format.use)}",
            )


def run_organiser(options: argparse.Namespace, settings: Settings) -> int:
    """Run ``dvojtah organiser``; its exit status. Raises `Failure`."""
    check_extra("organiser")
    return (name_target if options.part == "demo" else ORGANISER)(options, settings)


def name_target(options: argparse.Namespace, settings: Settings) -> int:
    """Say where that is to be found which only the source code has."""
    target = {"play-sample": "sample", "organiser": "event"}.get(options.command, options.command)
    raise Failure(t("That is done in the project's source code, not here: run make {target} there.", target=target))


# -- the commands ------------------------------------------------------------------------------------------------------

OUTPUT = Argument("-o --output", msg("file to write (default: standard output)"), type=Path)
SENTENCES = flag("--json", msg("print data instead of sentences"))
TABLES = flag("--json", msg("print data instead of tables"))

IN_SOURCE = CommandSpec(
    None, name_target, Argument("rest", nargs="*", help=argparse.SUPPRESS), Argument("--out", help=argparse.SUPPRESS)
)
COMMANDS = {
    "kiosk": CommandSpec(msg("the table itself (default)"), None),
    "simulate": CommandSpec(msg("the table in a window, with buttons and OLEDs"), None),
    "demo": CommandSpec(
        msg("try it in a browser on this computer; nothing is kept"),
        Address("device.cli.browser_commands:run_demo"),
        about=msg(
            "Opens a table in the browser of this computer: its screen, both displays and both buttons. "
            "Games and settings last as long as the command."
        ),
    ),
    "serve": CommandSpec(
        msg("a table for browsers on this computer and its network"),
        Address("device.cli.browser_commands:run_serve"),
        Argument("--tables", msg("this many tables, each with its own games"), type=whole),
        Argument("--first", msg("number of the first of them (default: 1)"), type=whole, default=1),
        Argument("--codes", msg("codes of an event as broker wrote them, so that each table takes part"), type=Path),
        Argument(
            "--port", msg("port of the page (default: 8090); several tables take the ports that follow it"), type=port
        ),
        Argument("--host", msg("where browsers are listened to (default: everywhere)"), ADDRESS, default="0.0.0.0"),
        flag("--tls", msg("pages over HTTPS, with a certificate of this computer's own")),
        *CERTIFICATE,
        about=msg(
            "Prints an address, a code and a QR code: whoever opens the page in a browser of the same network has the "
            "table. Games are kept in this computer's journal."
        ),
    ),
    "replay": CommandSpec(
        msg("play a recorded game over and print its tally"),
        Address("device.cli.export_commands:run_replay"),
        Argument("file", msg("record file or GCG, - for standard input"), FILE),
        TABLES,
        flag("--record", msg("print the game as a record (JSON Lines)")),
        about=msg(
            "Reads a game from a record (JSON Lines) or a GCG file, plays it by the rules, and prints what it comes "
            "to. An entry that is not possible is reported with its line."
        ),
    ),
    "games": CommandSpec(
        msg("list the games of the journal"),
        Address("device.cli.export_commands:run_games"),
        TABLES,
        about=msg(
            "Prints every game of the journal, the newest first: its number, by which export takes it, when it was "
            "begun, and what it came to."
        ),
    ),
    "export": CommandSpec(
        msg("write a game from the journal"),
        Address("device.cli.export_commands:run_export"),
        ExclusiveOptions(Formats(""), flag("--usb", msg("all of these, to a USB stick")), required=True),
        Argument("--game", msg("number of the game (default: the last)"), type=whole),
        OUTPUT,
        about=msg("Writes a game of the journal as a file, to print it, to calculate with it or to read it elsewhere."),
    ),
    "backup": CommandSpec(
        msg("every game of this device into one file"),
        Address("device.cli.device_commands:run_backup"),
        NEW_FILE,
        about=msg("Writes every game of this device into one new file, whole or not at all, while the table goes on."),
    ),
    "card": CommandSpec(
        msg("a printed card of a game: what its buttons and taps mean"),
        Address("device.cli.export_commands:run_card"),
        Argument("game", msg("which game"), choices=KEYS),
        ExclusiveOptions(OUTPUT, flag("--usb", msg("to a USB stick"))),
    ),
    "doctor": CommandSpec(
        msg("say what is well with this device and what is not"),
        None,
        SENTENCES,
        flag("--reset-pin", msg("remove the referee's PIN")),
        Argument("--report", msg("try this device out for half an hour, and write what was measured"), type=Path),
        about=msg(
            "Looks at settings, files, screen, buttons, displays and pods, and says in a line each what is well (+) "
            "and what is not (!), with what to do about it."
        ),
    ),
    "set": CommandSpec(
        msg("change a setting, or say what it is"),
        Address("device.cli.set_command:run_set"),
        Argument("key", msg("which setting, such as oled_b.address (default: all are listed)"), NAME, nargs="?"),
        Argument("value", msg("what it is from now on (default: what it is now is printed)"), VALUE, nargs="*"),
        about=msg(
            "Writes a setting into the settings file, where comments and all else stay. A running table takes it when "
            "it starts next."
        ),
    ),
    "bring-up": CommandSpec(
        msg("wire a table, one wire after another, each proved at once"),
        Address("device.cli.bring_up:run_bring_up"),
        about=msg(
            "Says where the next wire goes, waits for its press, its light or its display, offers what may be wrong, "
            "writes the settings, and ends with a game of four presses. The table's program must not run meanwhile; on "
            "its own screen the same is under Settings, Buttons."
        ),
    ),
    "pods": CommandSpec(
        msg("list the button pods, or pair them anew"),
        Address("device.cli.pods:run_pods"),
        SENTENCES,
        ExclusiveOptions(
            Argument("--forget", msg("forget the pod of this clock button"), choices=("A", "B")),
            flag("--swap", msg("swap the sides of the pods")),
            flag("--update", msg("send this program's firmware to the pods over their cables")),
        ),
    ),
    "schema": CommandSpec(
        msg("print a JSON Schema, for other programs"),
        Address("device.cli.export_commands:run_schema"),
        Argument(
            "what",
            msg("the game record (default), or what tables and organiser say to each other"),
            nargs="?",
            choices=("record", "event"),
            default="record",
        ),
        about=msg("Prints the JSON Schema of the game record or of an event's messages, to check them against."),
    ),
    "completion": CommandSpec(
        msg("print completions for a shell"),
        Address("device.cli.completion:run_completion"),
        Argument("shell", msg("which shell"), choices=("bash", "zsh", "fish")),
        about=msg(
            "Prints what a shell completes after dvojtah: commands, options, their values, files. To try it in bash: "
            "source <(dvojtah completion bash). The Debian package installs it for good; otherwise write it to "
            "~/.local/share/bash-completion/completions/dvojtah."
        ),
    ),
    "stats": CommandSpec(
        msg("statistics of people and pairs"),
        Address("device.cli.device_commands:run_stats"),
        ExclusiveOptions(TABLES, flag("--csv", msg("print tables for a spreadsheet"))),
        ExclusiveOptions(
            Argument("--game", msg("only this game (default: the one played last)"), choices=(*KEYS, "all")),
            Argument("--sheet", msg("only games on the score sheet of this name"), NAME, default=""),
        ),
        Argument("--period", msg("which games (default: all)"), choices=("evening", "season", "all"), default="all"),
        Argument("--person", msg("only games with this person"), NAME, default=""),
        ExclusiveOptions(
            flag("--pairs", msg("pairs instead of people")),
            flag("--club", msg("the club evening: who has what, and who pays whom")),
        ),
        about=msg("Counts the finished and signed games of the journal, by person or by pair."),
    ),
    "words": CommandSpec(
        msg("list the word lists, import one or forget one"),
        Address("device.cli.device_commands:run_words"),
        SENTENCES,
        part_name=ACT,
        about=msg("Without an act it lists the word lists of this device; * marks the one in use."),
        parts={
            "import": CommandSpec(
                msg("take a list from a file, one word a line"),
                None,
                Argument("file", msg("text, or compressed with gzip, xz or bzip2; - for standard input"), type=Path),
                Argument("--name", msg("what the list is called (default: the file's name)"), NAME),
            ),
            "forget": CommandSpec(msg("remove a list"), None, Argument("name", msg("what the list is called"), NAME)),
        },
    ),
    "sheets": CommandSpec(
        msg("list the score sheets, or check the file of one"),
        Address("device.cli.device_commands:run_sheets"),
        Argument("--check", msg("say whether this file is a score sheet"), type=Path),
        about=msg(
            "Lists the score sheets that games are played on and the files that are left out, with the reason. A "
            "club's own are TOML files in the folder sheets beside the journal."
        ),
    ),
    "organiser": CommandSpec(
        msg("the organiser of an event: store, live board, desk"),
        run_organiser,
        LaterOptions(Address("device.organiser.cli.parts:ORGANISER")),
        about=msg(
            "Without a part it runs the event: it listens to the tables, shows the live board and the desk. The other "
            "parts read the event's store or decide in it, also while it runs."
        ),
    ),
    "broker": CommandSpec(
        msg("the files of an event's broker, and a code for every table"),
        Address("device.organiser.cli.broker:run_broker"),
        Argument(
            "folder", msg("where the files are kept; run again, it leaves the codes as they are"), FOLDER, type=Path
        ),
        Argument("--event", msg("id of the event: small letters, digits, hyphens"), ID, required=True),
        Argument("--tables", msg("how many tables there are"), type=whole, required=True),
        Argument("--host", msg("address of the broker as the tables see it"), ADDRESS, required=True),
        Argument("--port", msg("its port (default: 1883, with TLS 8883)"), type=port),
        flag("--tls", msg("over TLS, with a certificate of its own")),
        flag("--no-plain", msg("with --tls: tables with codes from before TLS cannot connect without it")),
        Argument("--codes", msg("file to write the codes to (default: standard output)"), type=Path),
        Argument("--renew", msg("numbers of tables that get a new code"), type=whole, nargs="*", default=[]),
        about=msg(
            "Makes configuration, users, rights and, with --tls, a certificate in a folder, and prints a code for "
            "every table. Run again, it leaves the codes as they are. The broker starts with: /usr/sbin/mosquitto -c "
            "FOLDER/mosquitto.conf"
        ),
    ),
    **dict.fromkeys(("bench", "play-sample", "screens"), IN_SOURCE),
}
"""The commands, in the order of the help; the last ones are not listed: they only say where they are to be found."""
