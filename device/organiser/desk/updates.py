"""Updates for the tables: the file that is sent and held here for them, and orders from the desk, table by table."""

from __future__ import annotations

import hmac
import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from device.common.files.os_errors import explain
from device.common.updates.offers import ENDING, manifest_of
from device.common.updates.signature import check_update, known_keys
from device.common.version import numbers
from device.common.web.forms import FormLimits, NotAForm, TooLarge, large_file_of
from device.organiser.acts.decisions import UpdateOrdered
from device.organiser.acts.from_text import nonce
from device.organiser.desk.worker import Worker
from device.organiser.log.event_control import OrganiserDesk
from rules.message import Refusal

log = logging.getLogger("dvojtah.organiser")

FOLDER = "updates"
"""Beside the store."""
PATH = "/update"
COUNTS = {"one": 1, "ten": 10, "all": 9999}
"""How many tables more are asked, by the word of the form."""
UPLOAD = FormLimits(body=4096, fields=8, file=300_000_000)
"""The form with the file of an update, which has some 40 MB."""
UPLOAD_S = 1800
"""Seconds that it may take over a hall's Wi-Fi."""
BEING_READ = ".incoming"
"""The file in the folder of updates that is not checked yet."""


class HeldUpdate(NamedTuple):
    """The newest update that is held here: its version, the file's name and bytes."""

    version: str
    file: str
    size: int


def held_in(folder: Path) -> HeldUpdate | None:
    """The newest of the updates in ``folder``; None where there is none, or the folder cannot be read."""
    updates = []
    try:
        for path in sorted(folder.glob(f"*{ENDING}"))[:100]:
            if (manifest := manifest_of(path)) is not None:
                updates.append(HeldUpdate(manifest.version, path.name, path.stat().st_size))
    except OSError:
        return None
    return max(updates, key=lambda update: numbers(update.version), default=None)


def hold(source: IO[bytes], name: str, folder: Path) -> HeldUpdate:
    """Keep a copy of an update for the tables, whose file is called ``name``. Raises `Refusal`."""
    part = folder / BEING_READ
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("wb") as file:
                shutil.copyfileobj(source, file)
            manifest = check_update(part, name, known_keys())
            target = folder / f"dvojtah-{manifest.version}-{manifest.architecture}-python{manifest.python}{ENDING}"
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise Refusal("", explain(error, folder)) from None
    log.info("update %s is held for the tables", manifest.version)
    return HeldUpdate(manifest.version, target.name, target.stat().st_size)


async def take_upload(
    request: Request, word: str, hold: Callable[[IO[bytes], str], object] | None, worker: Worker
) -> None:
    """Have ``hold`` keep the file of a form that carries ``word``, in the worker's thread; None: nothing is held here.

    Raises `Refusal` and `NotAForm`.
    """
    if hold is None:
        raise NotAForm
    try:
        async with large_file_of(request, UPLOAD, UPLOAD_S) as form:
            if not hmac.compare_digest(str(form.get("word", "")).encode(), word.encode()):
                raise NotAForm
            file = next(upload for upload in form.values() if isinstance(upload, UploadFile))
            await worker.run(lambda: hold(file.file, file.filename or "?"))
    except TooLarge:
        raise Refusal("", "An update has at most {mb} MB.", mb=UPLOAD.file // 1_000_000) from None


def update_route(folder: Path) -> Route:
    """Where tables get the file. Anybody may: it says nothing of the event, and tables believe the signature alone."""

    async def update(request: Request) -> Response:
        name = request.path_params["name"]
        held = held_in(folder)
        if held is None or name != held.file:
            return PlainTextResponse("", 404)
        return FileResponse(folder / name, media_type="application/octet-stream")

    return Route(f"{PATH}/{{name}}", update)


def address_of(base: str, file: str, folder: Path) -> str:
    """Where tables find ``file``, at the server whose address is ``base``; empty where ``folder`` does not hold it."""
    held = bool(file) and Path(file).name == file and (folder / file).is_file()
    return f"{base.rstrip('/')}{PATH}/{quote(file)}" if held else ""


def order(desk: OrganiserDesk, many: str) -> None:
    """Ask one table more, ten more, or all that are here. Raises `Refusal`; KeyError for another word."""
    count, held, reports = COUNTS[many], desk.held_update() or HeldUpdate("", "", 0), desk.reports()
    before, update, known = desk.read().ordered, nonce(), tuple[int, ...]()
    is_same = before is not None and (before.version, before.file) == (held.version, held.file)
    if before is not None and is_same and before.tables and desk.rollout().halted is None:
        update, known = before.update, before.tables  # it goes on with more tables
    more = [
        place.number
        for place in desk.state.tables()
        if place.online
        and place.number not in known
        and (report := reports.get(place.number)) is not None
        and report.health is not None
        and report.health.takes_updates
        and not (held.version and numbers(report.version) >= numbers(held.version))
    ]
    if not more:
        raise Refusal("", "No further table can be asked: each has it, was asked, is away or updated otherwise.")
    tables = (*known, *more[:count])
    desk.decide(UpdateOrdered(update=update, version=held.version, file=held.file, size=held.size, tables=tables))


def stop(desk: OrganiserDesk) -> None:
    """No further table takes it; whoever installs it now goes on."""
    if (before := desk.read().ordered) is not None and before.tables:
        desk.decide(UpdateOrdered(update=before.update))
