"""``dvojtah backup``, ``stats``, ``words`` and ``sheets``; loaded once one of them is asked for."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from device.carry.saving import save_as
from device.cli.unplayed import asks_data_of_nothing
from device.common.cli.failure import Failure
from device.common.cli.reading import read_sheet_file
from device.common.files.os_errors import explain
from device.common.i18n import t, tr
from device.common.progress import ProgressLine
from device.common.settings.settings import Settings
from device.common.sheets import left_out, own_sheets, sheets
from device.common.specs.model import PlayedGame
from device.statistics.counting import GameLines, count_journal
from device.statistics.evening import club_evening
from device.statistics.evening_table import evening_csv, evening_data, evening_text
from device.statistics.figures import data, table_csv, table_text
from device.statistics.standings import EVERY_GAME, played_games, select_lines, standings
from device.word_lists import WordLists, read_list
from rules.message import msgs
from rules.people import same_name


def run_backup(options: argparse.Namespace, settings: Settings) -> int:
    """Write the file, whole or not at all; the exit status. Raises `Failure` and `JournalTrouble`."""
    target: Path = options.file
    try:
        with ProgressLine(t("Writing the games into one file:")):
            count = save_as(settings.journal_path, target)
        _give_to_caller(target)
    except FileExistsError:
        raise Failure(t("{file} is there already; name another file.", file=target)) from None
    except OSError as error:
        raise Failure(tr(explain(error, target))) from None
    print(tr(msgs("{n} game is in {file}.", "{n} games are in {file}.", count, file=target)))
    return 0


def _give_to_caller(file: Path) -> None:
    """Under sudo a file is root's; it is to be that of whoever asked for it."""
    user = os.environ.get("SUDO_UID", "")
    if os.geteuid() == 0 and user.isdecimal():
        group = os.environ.get("SUDO_GID", "")
        os.chown(file, int(user), int(group) if group.isdecimal() else -1, follow_symlinks=False)


def run_stats(options: argparse.Namespace, settings: Settings) -> int:
    """Print the statistics. Raises `Failure` and `JournalTrouble`."""
    if asks_data_of_nothing(options, settings):
        counted = GameLines()
    else:
        with ProgressLine(t("Counting the games:")):
            counted = count_journal(settings.journal_path)
    played = played_games(counted.lines)
    game = _chosen_game(options, played)
    key = game.key
    lines = select_lines(counted.lines, options.period, game, options.person)
    rows = standings(lines, options.pairs, counted.declarations)
    if options.club and (lines or options.json):
        evening = club_evening(select_lines(counted.lines, person=options.person), game, counted.declarations)
        period = "season" if options.period == "all" else options.period
        if options.json:
            print(json.dumps(evening_data(evening, period), ensure_ascii=False, indent=2))
        elif options.csv:
            sys.stdout.write(evening_csv(evening, period))
        else:
            print(evening_text(evening, period))
    elif options.json:
        print(json.dumps(data(rows, key), ensure_ascii=False, indent=2))
    elif options.csv:
        sys.stdout.write(table_csv(rows, key, options.pairs))
    elif not lines:
        raise Failure(t("No game that fits is finished and signed yet."))
    else:
        print(table_text(rows, key, options.pairs))
    return 0


def _chosen_game(options: argparse.Namespace, played: Sequence[PlayedGame]) -> PlayedGame:
    """The game that is asked for, without a question the one played last. Raises `Failure`."""
    if options.sheet:
        for game in played:
            if same_name(game.variant) == same_name(options.sheet):
                return game
        raise Failure(t("No game on a score sheet {name} is finished and signed yet.", name=options.sheet))
    if options.game:
        return EVERY_GAME if options.game == "all" else PlayedGame(options.game)
    return played[0] if played else EVERY_GAME


def run_words(options: argparse.Namespace, settings: Settings) -> int:
    """Do it; the exit status. Raises `Failure` and `BadList`."""
    try:
        return _use_word_lists(options, settings)
    except OSError as error:
        raise Failure(tr(explain(error, getattr(options, "file", None)))) from None


def _use_word_lists(options: argparse.Namespace, settings: Settings) -> int:
    lists = WordLists(settings.word_lists_path)
    act = getattr(options, "act", None)
    if act == "import":
        piped = str(options.file) == "-"
        if piped and not options.name:
            raise Failure(t("A word list from standard input has no name; give it one with --name."))
        with ProgressLine(t("Reading the list:")):
            read = read_list(sys.stdin.buffer if piped else options.file)
        name = options.name or options.file.name.partition(".")[0] or options.file.name
        with ProgressLine(t("Putting the words in order:")):
            stored_list = lists.add(name[:80], read)
        print(tr(msgs("{name}: {n} word.", "{name}: {n} words.", stored_list.words, name=stored_list.name)))
        if read.encoding != "UTF-8":
            print(t("The file was read as {encoding}.", encoding=read.encoding))
        if read.skipped:
            print(
                tr(msgs("{n} line is not a word, for example:", "{n} lines are not words, for example:", read.skipped))
            )
            for number, line in read.examples:
                print(f"  {number}: {line}")
        return 0
    if act == "forget":
        if not lists.forget(options.name):
            raise Failure(t("There is no word list {name}.", name=options.name))
        print(t("The word list {name} is forgotten.", name=options.name))
        return 0
    kept_lists, asked = lists.lists(), lists.source()
    if options.json:
        name = "" if asked is None or asked.dictionary else asked.name
        listed = [msgspec.to_builtins(kept_list) | {"asked": kept_list.name == name} for kept_list in kept_lists]
        dictionary = asked.name if asked is not None and asked.dictionary else None
        print(json.dumps({"lists": listed, "dictionary": dictionary}, ensure_ascii=False, indent=2))
        return 0
    for kept_list in kept_lists:
        mark = "*" if asked is not None and kept_list.name == asked.name else " "
        count = tr(msgs("{name}: {n} word.", "{name}: {n} words.", kept_list.words, name=kept_list.name))
        print(f"{mark} {count} {kept_list.sha256[:12]}")
    if asked is None:
        print(t("There is no word list; import one with: dvojtah words import FILE"))
    elif asked.dictionary:
        print(t("* {name}, a spelling dictionary; its answers are not verdicts.", name=asked.name))
    return 0


def run_sheets(options: argparse.Namespace, settings: Settings) -> int:
    """List the score sheets, or check a file; the exit status. Raises `Failure`."""
    if options.check is not None:
        terms = read_sheet_file(options.check)
        print(t("{file} is the score sheet {name}.", file=options.check, name=terms.name))
        return 0
    own = {terms.name for terms in own_sheets(settings)}
    for terms in sheets(settings):
        least, most = terms.players
        players = tr(
            msgs("{n} player", "{n} players", most)
            if least == most
            else msgs("{least} to {n} player", "{least} to {n} players", most, least=least)
        )
        print(f"{'*' if terms.name in own else ' '} {terms.name}: {players}")
    for left in left_out(settings):
        print(f"! {settings.sheets_path / left.file}: {tr(left.reason)}")
    if own:
        print(t("* of your own"))
    return 0
