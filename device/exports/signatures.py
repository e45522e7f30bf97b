"""Who signed a game on the device and when, and lines for a pen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from device.exports import Filed, time_of
from device.exports.pdf import BOTTOM, LEFT, MARGIN, PALE, RIGHT, Document, width
from device.i18n import t
from rules.game import Event

HIGH = 15.0
"""What the signatures of one row take, in mm."""


def signed_at(filed: Filed, sign: Event | None) -> str:
    """When ``sign`` was last recorded, by the wall clock's label; None: it does not stand."""
    if sign is None:
        return t("not signed on the device")
    history = filed.history
    gone = history.uncounted_entries
    number = next((one.n for one in reversed(history.entries) if one.n not in gone and one.event == sign), 0)
    when = time_of(filed.labels.get(number, ""))
    return t("signed on the device {when}", when=when) if when else t("signed on the device")


def draw_signed(
    document: Document, filed: Filed, y: float, signers: Iterable[str], signs: Iterable[Event | None]
) -> float:
    """The same for the two sides of a game: who sits there, and the event by which the side signed, None without."""
    return draw_signing(document, y, [(who, signed_at(filed, sign)) for who, sign in zip(signers, signs, strict=True)])


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
