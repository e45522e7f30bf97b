"""What may be true and hardly is: whoever sends it is asked once, with the reasons, before it stands."""

from __future__ import annotations

import hashlib

from device.common.i18n import tr
from rules.message import Message

SURE = "sure"
"""The field of a form that answers a doubt: the mark of what was asked."""


class Doubt(Exception):
    """What a form says is hardly true: ``reasons`` say why, ``mark`` answers them as the field `SURE`."""

    def __init__(self, reasons: list[Message]) -> None:
        super().__init__(str(reasons[0]))
        self.reasons = reasons

    @property
    def mark(self) -> str:
        """Names what was asked: another figure is asked about again."""
        return hashlib.blake2s(repr([tr(reason) for reason in self.reasons]).encode(), digest_size=8).hexdigest()
