"""What is downloaded from the desk: papers, files of the event, its entrants and its backup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from device.common.exports import ExportError
from device.common.i18n import language
from device.organiser.desk.asked import Asked, number
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.papers import ALL_FILES, PAPERS, signs
from device.organiser.papers.sheet import DeskSign, PaperRequest
from device.organiser.store.backup import Backup
from device.organiser.tournament import entrant_file
from rules.message import Refusal


@dataclass(frozen=True, slots=True)
class Download:
    """A download: what is in it, the ``name`` under which it is saved, and its media type."""

    data: bytes
    name: str
    media: str

    def response(self, headers: Mapping[str, str]) -> Response:
        """The answer with it; ``headers`` are those of every answer."""
        saved = {"Content-Disposition": f'attachment; filename="{self.name}"', "Cache-Control": "no-store"}
        return Response(self.data, media_type=self.media, headers={**headers, **saved})


def entrants(desk: OrganiserDesk, asked: Asked) -> Download:
    """Everybody who takes part, with contacts: for the desk alone. Raises `StoreTrouble`."""
    text = entrant_file.write(desk.state.tournament.by_number().values(), _separator(asked), desk.contacts())
    return Download(entrant_file.encode(text, asked.get("encoding", "")), "entrants.csv", "text/csv")


def paper(desk: OrganiserDesk, name: str, asked: Asked, address: str, sign: DeskSign | None = None) -> Download | None:
    """A paper as PDF; None where there is none of that name. ``address`` is the board's. Raises `Refusal`."""
    word, _, ending = name.rpartition(".")
    if ending != "pdf" or word not in PAPERS:
        return None
    round = number(asked, "round", most=99)
    try:
        data = PAPERS[word].make(desk.state, PaperRequest(round, asked.get("kind", ""), address, sign))
    except ExportError as error:
        raise Refusal("", error.message) from None
    saved = f"{word}-{round}-{language()}.pdf" if round else f"{word}-{language()}.pdf"
    return Download(data, saved, "application/pdf")


def door_sign(desk: OrganiserDesk, address: str) -> Download:
    """The sign for the door, with the code. Raises `Refusal` where people do not check themselves in."""
    return Download(signs.door_sign(desk.state, address), f"door-{language()}.pdf", "application/pdf")


def file(desk: OrganiserDesk, name: str, asked: Asked) -> Download | None:
    """A file of the event; None where there is none of that name. Raises `Refusal`."""
    if name not in ALL_FILES:
        return None
    event_file = ALL_FILES[name]
    return Download(event_file.make(desk.state, _separator(asked)), name, event_file.media)


def backup_of(backup: Backup | None) -> Download | None:
    """The whole event, to be put back from it; None where none can be had. Raises `BackupTrouble`."""
    if backup is None:
        return None
    data, manifest = backup.data()
    event = manifest.events[0] if len(manifest.events) == 1 else "organiser"
    return Download(data, f"{event}-backup.zip", "application/zip")


def _separator(asked: Asked) -> str:
    return "," if asked.get("separator") == "comma" else ";"
