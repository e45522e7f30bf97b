"""What the desk answers: pages, ways to them, and why a form or a download was not done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from device.common.i18n import refusal, t, tr
from device.common.web.answers import live_page_headers
from device.common.web.forms import NotAForm, TooLarge
from device.organiser.acts.from_text import WrongField
from device.organiser.desk.asked import Form
from device.organiser.desk.doubts import Doubt
from device.organiser.desk.form_versions import FormConflict
from device.organiser.desk.page_view import DeskReader, FormFailure, too_large
from device.organiser.store import StoreTrouble
from device.organiser.store.backup import BackupTrouble
from rules.message import Refusal

HEADERS = live_page_headers(forms="'self'")
LONGEST_FILE = 1_000_000
"""Bytes of a form that carries a file: the standings of some thousands."""
NOW = "Dvojtah-Now"
"""The header by which an answer without a page says the event's time (ms)."""


@dataclass(frozen=True, slots=True)
class SignedInRequest:
    """A request of somebody who has come in, who is its ``reader``; ``word`` is what the forms of that browser carry,
    ``session`` the key of its session.
    """

    request: Request
    word: str
    session: str
    reader: DeskReader

    @property
    def name(self) -> str:
        """The last part of the path."""
        return str(self.request.path_params["name"])

    @property
    def query(self) -> dict[str, str]:
        """What the address says."""
        return dict(self.request.query_params)


FAILURES = (FormConflict, Doubt, Refusal, StoreTrouble, BackupTrouble, TooLarge, NotAForm, ValueError, KeyError)
"""What keeps a form or a download from being done; see `failure_of`."""


def failure_of(error: Exception, form: Form | None = None) -> FormFailure:
    """One of `FAILURES` as people read it, in the language spoken now."""
    form = form or {}
    match error:
        case FormConflict() | Doubt():
            return FormFailure("", 409, form, error)
        case Refusal():
            fields = error.fields if isinstance(error, WrongField) else ()
            return FormFailure(refusal(error), 409, form, wrong=" ".join(fields))
        case StoreTrouble():
            return FormFailure(t("Nothing was decided: {reason}", reason=tr(error.message)), 503, form)
        case BackupTrouble():
            return FormFailure(tr(error.message), 503, form)
        case TooLarge():
            return FormFailure(too_large(), 413, form)
        case _:
            return FormFailure(t("The form was not filled in; nothing was decided."), 400, form)


def file_too_large() -> FormFailure:
    """Said of a file of which nothing was read."""
    return FormFailure(t("The file is too large and nothing was read of it: {n} kB fit.", n=LONGEST_FILE // 1000), 413)


def wait_sentence(seconds: int, name: str = "") -> str:
    """Said to who guessed too often, or at whose ``name`` others did."""
    if name:
        return t(
            "Too many wrong passwords were tried for this name. A device that is new to it may try again in {n} s.",
            n=seconds,
        )
    return t(
        "Too many wrong passwords came from this device or network. It may try again in {n} s; others "
        "come in as always.",
        n=seconds,
    )


def to_page(page: str, asked: Mapping[str, str] | None = None) -> Response:
    """An answer that leads to a page, ``""`` to that of the tables."""
    return RedirectResponse(f"/{page}?{urlencode(asked)}" if asked else f"/{page}", 303, headers=HEADERS)


def missing() -> Response:
    """Nothing is there."""
    return PlainTextResponse("", 404, headers=HEADERS)
