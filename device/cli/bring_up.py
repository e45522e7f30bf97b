"""``dvojtah bring-up``: bringing a table up in a terminal, over ssh too; the table's program has to rest meanwhile."""

from __future__ import annotations

import argparse
import contextlib
import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from device.bring_up.needs import Needs, changes, needs_of
from device.bring_up.steps import BringUp, Replied, Waited, WiringEvent, WiringReply, WiringStep, begin, on
from device.bring_up.wired_parts import WiredParts
from device.bring_up.words import StepWords, progress, words_of
from device.common.cli.failure import Failure
from device.common.files.os_errors import explain
from device.common.i18n import t, tr
from device.common.settings.reading import own_path, path_of
from device.common.settings.settings import Settings
from device.common.settings.writing import write_changes
from device.doctor.machine import table_has_hardware

SECOND_S = 1.0
ENDED = object()
"""In the place of a line: there will be none any more."""


def run_bring_up(options: argparse.Namespace, settings: Settings) -> int:
    """Lead through all steps; the exit status. Raises `Failure` where the table runs or a file cannot be written."""
    if table_has_hardware(settings):
        raise Failure(
            t(
                "The table runs. On its screen this is under Settings, Buttons; to do it here, stop the table first: "
                "sudo systemctl stop dvojtah"
            )
        )
    heard: queue.SimpleQueue[WiringEvent | str | object] = queue.SimpleQueue()
    parts = WiredParts(heard.put)
    threading.Thread(target=_read_lines, args=(sys.stdin, heard.put), name="lines", daemon=True).start()
    parts.start()
    with contextlib.closing(parts):
        end = lead(begin(settings), lambda: _next_of(heard), parts.want, path_of(options.settings) or own_path())
    if end.step is WiringStep.DONE:
        print(t("Start the table and play: sudo systemctl start dvojtah"))
    return 0 if end.step is WiringStep.DONE else 1


def _read_lines(source: TextIO, put: Callable[[str | object], None]) -> None:
    for line in source:
        put(line)
    put(ENDED)


def _next_of(heard: queue.SimpleQueue[WiringEvent | str | object]) -> WiringEvent | str | object:
    try:
        return heard.get(timeout=SECOND_S)
    except queue.Empty:
        return Waited()


def lead(
    state: BringUp,
    hear: Callable[[], WiringEvent | str | object],
    want: Callable[[Needs], None],
    file: Path,
) -> BringUp:
    """Lead through the steps until all is done or no more is answered; the last state. Raises `Failure`.

    ``hear`` gives what is seen and what is typed as it comes, ``want`` takes what the hardware has to do. Whatever
    settings are found or answered are in ``file`` at once.
    """
    shown: StepWords | None = None
    want(needs_of(state))
    while True:
        words = words_of(state)
        if words != shown:
            _print_step(state, words, shown)
            shown = words
        if state.step is WiringStep.DONE:
            return state
        heard = hear()
        if heard is ENDED:
            return state
        event = heard if isinstance(heard, WiringEvent) else _answer(str(heard), words)
        if event is None:
            continue
        before, state = state, on(state, event)
        if needs_of(before) != needs_of(state):
            want(needs_of(state))
        _keep(before, state, file)


def _keep(before: BringUp, after: BringUp, file: Path) -> None:
    new = changes(before.settings, after.settings)
    if not new:
        return
    try:
        write_changes(file, new)
    except OSError as error:
        raise Failure(tr(explain(error, file))) from None
    for (part, key), value in new.items():
        shown = f"0x{value:02X}" if key == "address" else value
        print(t("  set: {name} = {value}", name=f"{part}.{key}", value=shown))


def _print_step(state: BringUp, words: StepWords, before: StepWords | None) -> None:
    """The step, or what is new about it since ``before``."""
    if before is None or words.title != before.title:
        number, count = progress(state)
        print()
        print(
            f"== {tr(words.title)} ==" if state.step is WiringStep.DONE else f"== {number}/{count} {tr(words.title)} =="
        )
        if words.wires:
            places = (
                f"{wire.name if isinstance(wire.name, str) else tr(wire.name)} {wire.place}" for wire in words.wires
            )
            print("   " + ", ".join(places))
    if before is None or words.text != before.text:
        print(tr(words.text))
    if words.wrong is not None:
        print(f"! {tr(words.wrong)}")
    if words.offers:
        numbered = [f"{number} = {tr(text)}" for number, (_, text) in enumerate(words.offers, 1)]
        print("   " + ", ".join([*numbered, t("b = back")]))


def _answer(line: str, words: StepWords) -> Replied | None:
    """What was typed: the number of an answer, or b; None, with a sentence, where it is neither."""
    text = line.strip().casefold()
    if text == "b":
        return Replied(WiringReply.BACK)
    if text.isdecimal() and 1 <= int(text) <= len(words.offers):
        return Replied(words.offers[int(text) - 1][0])
    if text:
        print(t("Type the number of an answer, then Enter."))
    return None
