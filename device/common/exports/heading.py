"""The head and the foot of a printed sheet: the occasion, and signatures, filled in or left as lines to write on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.common.exports import FiledGame, day_of, time_of
from device.common.exports.pdf import BOTTOM, LEFT, MARGIN, PALE, RIGHT, Document, fit, width
from device.common.i18n import t, tr
from rules.game import Event
from rules.signing import Signature

HIGH = 15.0
"""What the signatures of one row take, in mm."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """Where and when a game was played, as far as it is known; empty where not."""

    event: str = ""
    round: str = ""
    table: str = ""
    day: str = ""


def occasion(filed: FiledGame) -> Occasion:
    """What the game's setup says (its ``title``, ``round`` and ``table``, where it has them) and the journal's day."""
    values = [getattr(filed.history.setup, name, None) for name in ("title", "round", "table")]
    event, number, table = (str(value) if isinstance(value, (str, int)) and value else "" for value in values)
    return Occasion(event, number, table, day_of(filed.created))


def draw_head(document: Document, title: str, occasion: Occasion, top: float, game: str = "") -> float:
    """The title of the sheet, the game's name where the title is another, and the occasion; where they end."""
    name = width(title, "bold", 21)
    document.text(LEFT, top + 7, title, 21, "bold")
    if game:
        document.text(LEFT + name + 4, top + 7, game, 12, grey=PALE)
        name += 4 + width(game, "regular", 12)
    room = RIGHT - LEFT - name - 10
    size, lines = fit(occasion.event, "semibold", 13, 8, room, 3)
    high = size * 0.42
    for n, line in enumerate(lines):
        document.text(RIGHT, top + 7 - high * (len(lines) - 1 - n), line, size, "semibold", "right")
    if not occasion.event:
        field(document, RIGHT - 88, top + 7, 88, t("Event"), "")
    y = top + 16.5
    places = (
        (LEFT, 52.0, t("Round"), occasion.round),
        (LEFT + 62, 52.0, t("Table"), occasion.table),
        (LEFT + 124, RIGHT - LEFT - 124, t("Date"), occasion.day),
    )
    for x, wide, label, value in places:
        field(document, x, y, wide, label, value)
    return y + 2


def begin(filed: FiledGame) -> tuple[Document, float]:
    """A sheet that is called after its game, with the head on its first page; where that ends."""
    state, game = filed.history.state, filed.history.game
    name = tr(game.title(filed.history.setup))
    document = Document(name, t("{title} · game {n}", title=tr(game.summary(state)), n=filed.number))
    return document, draw_head(document, name, occasion(filed), MARGIN)


def field(document: Document, x: float, y: float, wide: float, label: str, value: str) -> None:
    """A label and its value on a thin line, on which people write where there is none."""
    document.text(x, y, label, 8.5, grey=PALE)
    start = x + width(label, "regular", 8.5) + 2.5
    document.text(start + 1, y, value, 12, "semibold", space=x + wide - start - 1, least=7)
    document.line(start, y + 1.2, x + wide, y + 1.2, 0.4, PALE)


def signed_at(filed: FiledGame, sign: Event | None) -> str:
    """When ``sign`` was last recorded, by the wall clock's label; None: it does not stand."""
    if sign is None:
        return t("not signed on the device")
    history = filed.history
    gone = history.uncounted_entries
    number = next((entry.n for entry in reversed(history.entries) if entry.n not in gone and entry.event == sign), 0)
    when = time_of(filed.labels.get(number, ""))
    return t("signed on the device {when}", when=when) if when else t("signed on the device")


def draw_signed(document: Document, filed: FiledGame, y: float, names: Sequence[str]) -> float:
    """The same for the two sides of a game, which have signed or not: ``names`` who sits there."""
    act = next(act for act in filed.history.game.event_types if issubclass(act, Signature))
    signs = [act(**way) for way in act.ways or ()]
    signed = [sign if act.signing.side_of(sign) in filed.history.state.signed else None for sign in signs]
    return draw_signing(document, y, [(who, signed_at(filed, sign)) for who, sign in zip(names, signed, strict=True)])


def draw_signing(document: Document, y: float, signers: Sequence[tuple[str, str]]) -> float:
    """Below ``y`` a line to sign on for each of two: who, and what the device knows; where they end."""
    if y + HIGH > BOTTOM:
        document.page()
        y = MARGIN
    wide = (RIGHT - LEFT - 8) / 2
    for x, (who, when) in zip((LEFT, RIGHT - wide), signers, strict=True):
        document.text(x, y + 4, who, 10, "semibold", space=wide, least=6)
        label = t("Signature")
        document.text(x, y + 10, label, 9)
        document.line(x + width(label, "regular", 9) + 3, y + 10.8, x + wide, y + 10.8, 0.6)
        document.text(x + wide, y + 14, when, 7.5, align="right", space=wide, least=5, grey=PALE)
    return y + HIGH
