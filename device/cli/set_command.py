"""``dvojtah set``: a setting written into the settings file, or what it is."""

from __future__ import annotations

import argparse

from device.common.cli.failure import Failure
from device.common.files.os_errors import explain
from device.common.files.small_file import Damaged
from device.common.i18n import t, tr
from device.common.settings.keys import SettingKey, find_key, setting_keys
from device.common.settings.reading import load, load_tolerant, own_path, parse, path_of, text_of
from device.common.settings.settings import Settings, with_value
from device.common.settings.writing import write_changes
from device.pods.status import ask


def run_set(options: argparse.Namespace, settings: Settings) -> int:
    """Write the setting, or print it; the exit status. Raises `Failure`, `Refusal` and `SettingsTrouble`."""
    if not options.value:
        now = load(options.settings)
        for key in setting_keys().values() if options.key is None else (find_key(options.key),):
            print(key.line(now))
        if options.key is not None and (limits := find_key(options.key).range):
            print(tr(limits))
        return 0
    key = find_key(options.key)
    value = key.parse(options.value)
    before = load_tolerant(options.settings).settings
    with_value(before, key.part, key.key, value)
    _write(options, key, value)
    if ask(settings.pods_socket) is not None:
        print(t("The running table takes it when it starts next: sudo systemctl restart dvojtah"))
    return 0


def _write(options: argparse.Namespace, key: SettingKey, value: object) -> None:
    """Write it and say so. Raises `Failure` and `SettingsTrouble`."""
    path = path_of(options.settings) or own_path()
    try:
        text = write_changes(path, {(key.part, key.key): value})
    except (Damaged, ValueError, RecursionError):
        parse(path, text_of(path))
        raise
    except OSError as error:
        raise Failure(tr(explain(error, path))) from None
    print(t("{file} says {line} now.", file=path, line=key.line(parse(path, text))))
