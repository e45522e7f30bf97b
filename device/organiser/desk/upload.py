"""A file that is larger than any form of the desk: an update, from somebody who may keep one for the tables."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import IO

from starlette.datastructures import UploadFile

from device.organiser.desk.answers import Visit
from device.organiser.desk.updates import UPLOAD, UPLOAD_S
from device.organiser.desk.worker import Worker
from device.table import rights
from device.web.forms import NotAForm, TooLarge, large_file_of
from rules.message import Refusal


async def take_upload(visit: Visit, hold: Callable[[IO[bytes], str], object] | None, worker: Worker) -> None:
    """Have ``hold`` keep the file of the form, in the worker's thread. Nothing is read of who may not send it.

    Raises `Refusal` and `NotAForm`.
    """
    rights.check(visit.reader.role, rights.HOLD_UPDATE)
    if hold is None:
        raise NotAForm
    try:
        async with large_file_of(visit.request, UPLOAD, UPLOAD_S) as form:
            if not hmac.compare_digest(str(form.get("word", "")).encode(), visit.word.encode()):
                raise NotAForm
            file = next(one for one in form.values() if isinstance(one, UploadFile))
            await worker.run(lambda: hold(file.file, file.filename or "?"))
    except TooLarge:
        raise Refusal("", "An update has at most {mb} MB.", mb=UPLOAD.file // 1_000_000) from None
