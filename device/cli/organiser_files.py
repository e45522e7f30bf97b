"""``dvojtah organiser files`` and ``site``: what an organiser takes away, into a folder."""

from __future__ import annotations

from pathlib import Path

from device.cli.failure import Failure
from device.exports import ExportError
from device.files.os_errors import explain
from device.i18n import LANGUAGES, refusal, speaking, t, tr
from device.organiser.log.event_state import EventState
from device.organiser.papers import PAPERS
from device.organiser.papers.all_files import ALL_FILES
from device.organiser.papers.request import PaperRequest
from device.organiser.papers.site import write_site
from rules.message import Refusal


def write_files(state: EventState, folder: Path, address: str) -> int:
    """Write every paper, in each language, and every file of the event into ``folder``; the exit status.

    What cannot be made is reported with its name, and the rest is written. ``address`` is the board's, for the signs.
    Raises `Failure` where nothing can be written there.
    """
    written = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, file in ALL_FILES.items():
            try:
                (folder / name).write_bytes(file.make(state, ";"))
                written += 1
            except Refusal as refused:
                print(f"{name}: {refusal(refused)}")
        for word, paper in PAPERS.items():
            for lang in LANGUAGES:
                name = f"{word}-{lang}.pdf"
                try:
                    with speaking(lang):
                        data = paper.make(state, PaperRequest(address=address))
                    (folder / name).write_bytes(data)
                    written += 1
                except Refusal as refused:
                    print(f"{name}: {refusal(refused)}")
    except ExportError as error:
        raise Failure(tr(error.message)) from None
    except OSError as error:
        raise Failure(tr(explain(error))) from None
    print(t("Files written to {file}: {n}", file=folder, n=written))
    return 0


def write_pages(state: EventState, folder: Path) -> int:
    """Write the static site of results into ``folder``; the exit status. Raises `Failure`."""
    try:
        count = write_site(state, folder)
    except OSError as error:
        raise Failure(tr(explain(error))) from None
    print(t("Files written to {file}: {n}", file=folder, n=count))
    return 0
