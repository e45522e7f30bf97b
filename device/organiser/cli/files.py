"""``dvojtah organiser files``, ``site``, ``backup`` and ``restore``: what an organiser takes away, and back."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path

from device.common.event.broker import SECRETS
from device.common.files.os_errors import check_readable
from device.common.files.small_file import Damaged, plain_file
from device.common.i18n import refusal, speaking, t
from device.common.languages import LANGUAGES
from device.common.progress import ProgressLine
from device.common.settings.reading import path_of
from device.common.updates.signature import check_update, known_keys
from device.organiser.desk.updates import FOLDER, hold
from device.organiser.log.event_state import EventState
from device.organiser.papers import ALL_FILES, PAPERS
from device.organiser.papers.files import record_name
from device.organiser.papers.sheet import PaperRequest
from device.organiser.papers.site import write_site
from device.organiser.store import is_postgres, sqlite_path
from device.organiser.store.backup import STORE, Backup, restore
from rules.message import Refusal


def write_files(state: EventState, folder: Path, address: str) -> int:
    """Write every paper, in each language, and every file of the event into ``folder``; the exit status.

    What cannot be made is reported with its name, and the rest is written. ``address`` is the board's, for the signs.
    Raises OSError and `ExportError`.
    """
    missing: list[str] = []

    def paper(word: str, lang: str) -> bytes:
        with speaking(lang):
            return PAPERS[word].make(state, PaperRequest(address=address))

    work: dict[str, Callable[[], bytes]] = {name: partial(file.make, state, ";") for name, file in ALL_FILES.items()}
    work |= {f"{word}-{lang}.pdf": partial(paper, word, lang) for word, lang in product(PAPERS, LANGUAGES)}
    folder.mkdir(parents=True, exist_ok=True)
    with ProgressLine(t("Files:"), len(work)) as progress:
        for name, make in progress.of(work.items()):
            try:
                (folder / name).write_bytes(make())
            except Refusal as refused:
                missing.append(f"{name}: {refusal(refused)}")
    for line in missing:
        print(line)
    print(t("Files written to {file}: {n}", file=folder, n=len(work) - len(missing)))
    return 0


def write_records(state: EventState, folder: Path, table: int | None) -> int:
    """Write every game as a record, or those of one table, into ``folder``; the exit status. Raises OSError."""
    games = [game for game in state.games.values() if table in (None, game.table)]
    folder.mkdir(parents=True, exist_ok=True)
    with ProgressLine(t("Games:"), len(games)) as progress:
        for game in progress.of(games):
            (folder / record_name(game.table, game.uid)).write_text(game.record, encoding="utf-8")
    print(t("Games written to {file}: {n}", file=folder, n=len(games)))
    return 0


def write_pages(state: EventState, folder: Path) -> int:
    """Write the static site of results into ``folder``; the exit status. Raises OSError."""
    with ProgressLine(t("Writing the event's pages:")):
        count = write_site(state, folder)
    print(t("Files written to {file}: {n}", file=folder, n=count))
    return 0


def backup_of(store: str, broker_files: Path | None, settings: Path | None) -> Backup:
    """What belongs to a store: the broker's files that were named or lie beside it, the settings in force."""
    if broker_files is None and "://" not in store and (beside := Path(store).parent / SECRETS).is_file():
        broker_files = beside.parent
    path = path_of(settings)
    return Backup(store, broker_files, path if path is not None and path.is_file() else None)


def folder_of(store: str, broker_files: Path | None) -> Path | None:
    """The folder for what belongs to a store; None where nobody named one for a database."""
    return broker_files if is_postgres(store) else sqlite_path(store).absolute().parent


def run_update(options: argparse.Namespace, store: str) -> int:
    """Hold an update for the tables; the exit status. Raises `Refusal`."""
    folder = folder_of(store, None)
    if folder is None:
        raise Refusal("", "Name the store's file with --store; updates are kept beside it.")
    check_readable(options.file)
    try:
        with ProgressLine(t("Putting the update in its place:")), plain_file(options.file) as file:
            check_update(options.file, options.file.name, known_keys())  # before anything is made for it
            held = hold(file, options.file.name, folder / FOLDER)
    except (Damaged, OSError):
        raise Refusal(
            "", "{file} is not an update of the table, or it is damaged.", file=options.file.name[:80]
        ) from None
    print(t("Version {version} is held for the tables; order it at the desk, under Devices.", version=held.version))
    return 0


def run_backup(options: argparse.Namespace, store: str) -> int:
    """Write the file; the exit status. Raises `BackupTrouble` and `StoreTrouble`."""
    backup = backup_of(store, options.broker_files, options.settings)
    with ProgressLine(t("Writing the event into one file:")):
        manifest = backup.write(options.file)
    events = ", ".join(manifest.events) or "–"
    print(
        t(
            "{file}: everything of {events}, with passwords. Keep it where nobody else reads it.",
            file=options.file,
            events=events,
        )
    )
    if backup.broker is None:
        print(t("The broker's files are not in it; name their folder with --broker-files."))
    return 0


def run_restore(options: argparse.Namespace) -> int:
    """Put a backup into an empty folder and say how to go on from there. Raises `BackupTrouble`."""
    with ProgressLine(t("Restoring the event from its file:")):
        manifest = restore(options.file, options.folder)
    print(t("{folder} has everything as of {made}. Go on from there with:", folder=options.folder, made=manifest.made))
    print_way_on(options.folder, manifest.events or ["evening"], with_broker=SECRETS in manifest.files)
    return 0


def print_way_on(folder: Path, events: Sequence[str], *, with_broker: bool) -> None:
    """Print the commands that start an event from ``folder``."""
    files = ""
    if with_broker:
        files = f" --broker-files {folder}"
        print(f"/usr/sbin/mosquitto -c {folder}/mosquitto.conf")
    for event in events:
        print(f"dvojtah organiser --event {event} --store {folder / STORE} run{files}")
