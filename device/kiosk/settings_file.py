"""Writing a changed setting back into the settings file: its comments stay, and a disk that refuses stops nothing.

What cannot be written is kept and tried again.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

from device.common.files.small_file import Damaged, SmallFile
from device.common.settings.reading import DEFAULT_FILE, LARGEST, SettingsTrouble, decode, parse
from device.common.settings.writing import Change, write_changes
from device.common.trouble import Trouble
from device.io.inputs import Input, PeripheralStatus, StatusReporter
from rules.message import Message, msg

RETRY_S = 5.0
STATUS_NAME = "settings file"
LOADING = "settings"
"""The status that the start posts where the file could not be used."""


def reset_damaged(path: Path | None) -> Message | None:
    """Set a settings file aside that is no text at all and put the defaults in its place; what was done, or None.

    A text with a mistake stays where it is, for whoever made it; so does a folder or a device, which somebody named.
    """
    if path is None or path.is_dir() or path.is_char_device() or path.is_block_device():
        return None
    then = msg("The default settings apply.")
    return SmallFile(path, decode, then, anew=DEFAULT_FILE.read_bytes(), largest=LARGEST).mend()


class SettingsFile:
    """The settings file and the changes that it has not taken yet.

    ``put`` may be called from the loop: a thread of its own does the writing. ``post`` takes `PeripheralStatus` values.
    """

    def __init__(self, path: Path, post: Callable[[Input], None]) -> None:
        self.path = path
        self._post = post
        self._wake = threading.Condition()
        self._waiting: dict[Change, object] = {}
        self._status = StatusReporter(STATUS_NAME, post)
        self._closed = False
        self._thread: threading.Thread | None = None

    def put(self, part: str, key: str, value: object) -> None:
        """Keep a change; returns at once."""
        with self._wake:
            self._waiting[part, key] = value
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="settings", daemon=True)
                self._thread.start()
            self._wake.notify()

    def close(self) -> None:
        """Write what waits, once more, and end."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(timeout=3)

    def _work(self) -> None:
        while True:
            written = self.serve()
            with self._wake:
                if written and self._waiting:
                    continue  # more came while the file was written
                if self._closed:
                    return
                self._wake.wait(None if written else RETRY_S)

    def serve(self) -> bool:
        """Write what waits. False where the file does not take it; then it still waits."""
        with self._wake:
            changes = dict(self._waiting)
        if not changes:
            return True
        try:
            self._write(changes)
        except Trouble as trouble:
            self._status.report(trouble.message)
            return False
        with self._wake:
            for change, value in changes.items():
                if self._waiting.get(change) == value:
                    del self._waiting[change]
        self._status.report(None)
        return True

    def _write(self, changes: dict[Change, object]) -> None:
        try:
            new = write_changes(self.path, changes)
        except (Damaged, ValueError, RecursionError, OSError):
            raise Trouble(_kept_until(self.path)) from None
        with contextlib.suppress(SettingsTrouble):
            parse(self.path, new)
            self._post(PeripheralStatus(LOADING, None))


def _kept_until(path: Path) -> Message:
    return msg("The settings {file} cannot be written; changes last until the device is switched off.", file=path.name)
