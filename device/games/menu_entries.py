"""What several games offer alike: a clock that is stopped and goes on, and notes of what the device cannot see."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.graphics.actions import Do
from device.graphics.dialogs import Answer, Entry
from device.i18n import t, tr
from device.kiosk.screen import May
from rules.game import Event
from rules.message import Message


def pause_entry(may: May, paused: bool, pause: Event, resume: Event, what: str) -> Entry:
    """The button that stops ``what`` (a clock), or lets it go on where it is ``paused``."""
    label, event = (t("Go on"), resume) if paused else (t("Pause"), pause)
    return label, what, Do(event), may[str(event.__struct_config__.tag)]


def note_answers(infractions: Mapping[str, Message], note: Callable[[str], Event]) -> list[Answer]:
    """An answer for each infraction, by the number of its rule, that records the ``note`` of that rule."""
    return [(tr(what), f"({rule})", Do(note(rule)), "normal") for rule, what in infractions.items()]
