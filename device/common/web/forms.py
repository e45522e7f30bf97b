"""A form that a browser sent, read within bounds by the web framework's own parsers (docs/decisions/web.md)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.requests import Request

URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
SLICE = 4096
"""Bytes that are parsed before others have their turn: a few milliseconds on a Pi."""


@dataclass(frozen=True, slots=True)
class FormLimits:
    """Bounds of a form: ``body`` bytes, ``fields``, and ``file`` bytes where it may carry a file (0: it may not)."""

    body: int
    fields: int
    file: int = 0


class TooLarge(Exception):
    """A form has more bytes or fields than it may."""


class NotAForm(Exception):
    """What was sent is no form of ours, or one that breaks off."""


async def drain(request: Request) -> None:
    """Read a body without keeping it: whoever still sends does not hear an answer."""
    async for _ in request.stream():
        pass


async def body_of(request: Request) -> bytes:
    """A body that is no form; the bounds of its connection are the only ones."""
    return await request.body()


async def form_of(request: Request, limits: FormLimits) -> dict[str, str | bytes]:
    """A form's fields; a file's are its bytes. Of two fields with one name the last counts.

    Nothing is parsed before all of it was read and found within ``limits``. Raises `TooLarge`, `NotAForm`.
    """
    kind, _, parameters = request.headers.get("content-type", "").lower().partition(";")
    with_file = kind.strip() == MULTIPART
    most = limits.file if with_file else limits.body
    body, size = bytearray(), 0
    async for part in request.stream():
        size += len(part)
        if size <= most:
            body += part
    # No browser names a charset in a form with a file; Python knows some whose decoding takes minutes.
    if kind.strip() != URLENCODED and not (with_file and limits.file and "charset" not in parameters):
        raise NotAForm
    if size > most or (not with_file and body.count(b"&") >= limits.fields):
        raise TooLarge
    try:
        form = await _parse(request.headers, with_file, bytes(body), limits)
    except MultiPartException:
        raise NotAForm from None
    fields: dict[str, str | bytes] = {}
    try:
        for name, value in form.multi_items():
            fields[name] = value if isinstance(value, str) else await value.read()
    finally:
        await form.close()
    return fields


@asynccontextmanager
async def large_file_of(request: Request, limits: FormLimits, seconds: float) -> AsyncIterator[FormData]:
    """A form of somebody who is known, with a file that lies on the disk meanwhile; it may take so many ``seconds``.

    Raises `TooLarge`, `NotAForm`.
    """
    kind, _, parameters = request.headers.get("content-type", "").lower().partition(";")
    length = request.headers.get("content-length", "")
    if kind.strip() != MULTIPART or "charset" in parameters or not length.isdecimal():
        raise NotAForm
    if int(length) > limits.file:
        raise TooLarge
    request.scope["state"]["connection"].allow(int(length), seconds)
    parser = MultiPartParser(
        request.headers, request.stream(), max_files=1, max_fields=limits.fields, max_part_size=limits.body
    )
    try:
        form = await parser.parse()
    except MultiPartException:
        raise NotAForm from None
    try:
        if not any(isinstance(value, UploadFile) for value in form.values()):
            raise NotAForm
        yield form
    finally:
        await form.close()


async def _parse(headers: Headers, with_file: bool, body: bytes, limits: FormLimits) -> FormData:
    if with_file:
        return await MultiPartParser(
            headers, _slices(body), max_files=1, max_fields=limits.fields, max_part_size=limits.file
        ).parse()
    return await FormParser(headers, _slices(body), max_fields=limits.fields, max_part_size=limits.body).parse()


async def _slices(body: bytes) -> AsyncGenerator[bytes, None]:
    """The body in pieces; between two of them the server answers others."""
    for start in range(0, len(body), SLICE):
        yield body[start : start + SLICE]
        await asyncio.sleep(0)
