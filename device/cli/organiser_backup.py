"""``dvojtah organiser backup`` and ``restore``: everything of an event in one file, and back."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.event.broker import SECRETS
from device.i18n import t
from device.organiser.store.backup import STORE, Backup, restore
from device.settings.reading import path_of


def backup_of(store: str, broker_files: Path | None, settings: Path | None) -> Backup:
    """What belongs to a store: the broker's files that were named or lie beside it, the settings in force."""
    if broker_files is None and "://" not in store and (beside := Path(store).parent / SECRETS).is_file():
        broker_files = beside.parent
    path = path_of(settings)
    return Backup(store, broker_files, path if path is not None and path.is_file() else None)


def run_backup(options: argparse.Namespace, store: str) -> int:
    """Write the file; the exit status. Raises `BackupTrouble` and `StoreTrouble`."""
    made = backup_of(store, options.broker_files, options.settings)
    manifest = made.write(options.file)
    events = ", ".join(manifest.events) or "–"
    print(
        t(
            "{file}: everything of {events}, with passwords. Keep it where nobody else reads it.",
            file=options.file,
            events=events,
        )
    )
    if made.broker is None:
        print(t("The broker's files are not in it; name their folder with --broker-files."))
    return 0


def run_restore(options: argparse.Namespace) -> int:
    """Put a backup into an empty folder and say how to go on from there. Raises `BackupTrouble`."""
    manifest = restore(options.file, options.folder)
    print(t("{folder} has everything as of {made}. Go on from there with:", folder=options.folder, made=manifest.made))
    files = ""
    if SECRETS in manifest.files:
        files = f" --broker-files {options.folder}"
        print(f"mosquitto -c {options.folder}/mosquitto.conf")
    for event in manifest.events or ["evening"]:
        print(f"dvojtah organiser --event {event} --store {options.folder / STORE} run{files}")
    return 0
