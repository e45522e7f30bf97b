"""What is told of a press on a telephone: at the table, and on both pages."""

from __future__ import annotations

from device.browser.admission import AdmittedPress, PressAdmission
from device.browser.button import ButtonLine
from device.common import i18n
from rules.game import SECOND, Nanoseconds
from rules.message import Message, msg

NOT_COUNTED = {
    PressAdmission.EARLY: msg("You pressed before the table was back; that press does not count."),
    PressAdmission.FORBIDDEN: msg(
        "Telephones are not allowed as clock buttons in this game; press on the table's screen."
    ),
    PressAdmission.ANOTHER: msg("Another telephone is this clock button; that press does not count."),
}


def remark_on(side: int, press: AdmittedPress, line: ButtonLine, now: Nanoseconds) -> Message | None:
    """What both sides and the table are told of a press on ``line`` that is heard ``now``; None: it is as presses are.

    On a line that is always slow that is only what came later than it takes.
    """
    name = "AB"[side]
    if press.early:
        s = i18n.number(press.early / SECOND, 2)
        return msg(
            "The press of button {side} was stamped {s} s too early; it counts from the earliest moment possible.",
            side=name,
            s=s,
        )
    late = now - press.at
    if line.is_stalled(now) or (line.is_cut(now) and late > line.answer_timeout):
        s = i18n.number(press.doubt / SECOND, 1)
        return msg("Button {side} was cut off: the time of its press may be {s} s off.", side=name, s=s)
    if late > line.answer_timeout:
        s = i18n.number(late / SECOND, 1)
        return msg(
            "The press of button {side} came {s} s late; it counts from the time that its telephone gave.",
            side=name,
            s=s,
        )
    return None
