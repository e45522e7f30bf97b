"""What a browser sends to the desk: the fields of a form, and the text of a file that came with it."""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message
from urllib.parse import parse_qsl

from starlette.requests import Request

from device.organiser import people_csv
from device.organiser.desk_view import LONGEST, LONGEST_FILE

FIELDS = 64
"""Fields of a form."""


class TooLarge(Exception):
    """A form has more than `LONGEST` bytes (`LONGEST_FILE`, where it carries a file) or `FIELDS` fields."""


async def form_of(request: Request) -> dict[str, str]:
    """A form's fields. Raises `TooLarge`, once all of it was read: whoever still sends does not hear an answer."""
    kind = request.headers.get("content-type", "")
    with_file = kind.startswith("multipart/form-data")
    most = LONGEST_FILE if with_file else LONGEST
    body, size = bytearray(), 0
    async for part in request.stream():
        size += len(part)
        if size <= most:
            body += part
    if size > most:
        raise TooLarge
    if with_file:
        return _with_file(kind, bytes(body))
    try:
        return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=FIELDS))
    except ValueError:
        raise TooLarge from None


def _with_file(kind: str, body: bytes) -> dict[str, str]:
    """The fields of a form that carries a file, and the file's text among them. Raises `TooLarge`."""
    message = message_from_bytes(b"Content-Type: " + kind.encode("latin-1", "replace") + b"\r\n\r\n" + body)
    parts = message.get_payload()
    found: dict[str, str] = {}
    for part in parts if isinstance(parts, list) else ():
        name = part.get_param("name", header="content-disposition") if isinstance(part, Message) else None
        data = part.get_payload(decode=True) if isinstance(part, Message) else None
        if isinstance(name, str) and isinstance(data, bytes):
            found[name] = people_csv.decoded(data)
    if len(found) > FIELDS:
        raise TooLarge
    return found
