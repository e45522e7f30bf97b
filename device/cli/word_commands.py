"""``dvojtah words``: the word lists of this device, a new one from a file, and one forgotten."""

from __future__ import annotations

import argparse
import sys

from device.cli.failure import Failure
from device.files.os_errors import explain
from device.i18n import t, tr
from device.settings.settings import Settings
from device.word_lists import BadList, WordLists, read_list
from rules.message import msgs


def run_words(options: argparse.Namespace, settings: Settings) -> int:
    """Do it; the exit status. Raises `Failure`, which says what is wrong in one line."""
    try:
        return _run(options, settings)
    except BadList as bad:
        raise Failure(tr(bad.message)) from None
    except OSError as error:
        raise Failure(tr(explain(error, getattr(options, "file", None)))) from None


def _run(options: argparse.Namespace, settings: Settings) -> int:
    lists = WordLists(settings.word_lists_path)
    act = getattr(options, "act", None)
    if act == "import":
        piped = str(options.file) == "-"
        if piped and not options.name:
            raise Failure(t("A word list from standard input has no name; give it one with --name."))
        read = read_list(sys.stdin.buffer if piped else options.file)
        name = options.name or options.file.name.partition(".")[0] or options.file.name
        kept = lists.add(name[:80], read)
        print(tr(msgs("{name}: {n} word.", "{name}: {n} words.", kept.words, name=kept.name)))
        if read.skipped:
            print(tr(msgs("{n} line is no word, for example:", "{n} lines are no words, for example:", read.skipped)))
            for number, line in read.examples:
                print(f"  {number}: {line}")
        return 0
    if act == "forget":
        if not lists.forget(options.name):
            raise Failure(t("There is no word list {name}.", name=options.name))
        print(t("The word list {name} is forgotten.", name=options.name))
        return 0
    kept_lists, asked = lists.lists(), lists.asked()
    for one in kept_lists:
        mark = "*" if asked is not None and one.name == asked.name else " "
        count = tr(msgs("{name}: {n} word.", "{name}: {n} words.", one.words, name=one.name))
        print(f"{mark} {count} {one.sha256[:12]}")
    if asked is None:
        print(t("There is no word list; import one with: dvojtah words import FILE"))
    elif asked.dictionary:
        print(t("* {name}, a dictionary for spelling; its answers are no verdicts.", name=asked.name))
    return 0
