"""Asking for an update that was brought, and hearing what came of it. The table is started anew in between."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from device.common.files.atomic_write import OWNER, atomic_write
from device.common.files.machine import RUN
from device.common.files.sentence import Sentence
from device.common.files.small_file import SmallFile, decoder
from rules.message import Message, msg

REQUEST = RUN / "update.json"
KEPT = "incoming.update"
NEWS = "update.json"
"""In the folder of the table's games: written by root, taken away by the table once people have seen the end of it."""

Stage = Literal["checking", "making", "switching", "done"]


class News(Sentence, frozen=True, kw_only=True):
    """How far an update is; at its end (``done``) whether the new version runs (``ok``), and a sentence for people."""

    token: str
    stage: Stage
    ok: bool = False
    id: Annotated[str, Meta(max_length=1000)] = ""

    @property
    def message(self) -> Message:
        """The sentence; before the end, what is being done."""
        if self.id:
            return super().message
        match self.stage:
            case "checking":
                return msg("The update is being checked…")
            case "making":
                return msg("The new version is being made; that takes some minutes…")
            case _:
                return msg("The table starts with the new version…")


def file_of(folder: Path) -> SmallFile[News]:
    """The file in which root says how far an update is."""
    return SmallFile(folder / NEWS, decoder(News), msg("The Update page says which version runs."), links=False)


def ask(file: Path, request: Path = REQUEST) -> str:
    """Ask for an update that lies on the card; the token by which `news_of` knows it. Raises OSError.

    Only for a moment at which no game is on the table: when the new version is made, the table is started anew.
    """
    token = secrets.token_hex(8)
    atomic_write(request, msgspec.json.encode({"token": token, "file": str(file)}), OWNER)
    return token


def news_of(token: str, folder: Path) -> News | None:
    """How far the update is that was asked for with ``token``; None as long as nobody took it up."""
    news = file_of(folder).read_or_none()
    return news if news is not None and news.token == token else None


def unread_news(folder: Path) -> News | None:
    """What came of an update that people have not seen yet; None where nothing ended. The start asks this."""
    news = file_of(folder).read_or_none()
    return news if news is not None and news.stage == "done" else None


def dismiss_news(folder: Path) -> None:
    """People have seen what came of it; it is not shown again. The file that was brought goes, too."""
    for name in (NEWS, KEPT):
        with suppress(OSError):
            (folder / name).unlink(missing_ok=True)
