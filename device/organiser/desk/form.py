"""A form of the desk as its fields, and how a function decides what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.organiser.acts.from_text import whole
from device.organiser.log.event_control import Desk

Form = Mapping[str, str]
"""A form's fields."""
Decide = Callable[[Desk, Form], None]
"""Decides what a form says. Raises `Refusal`; ValueError or KeyError where a field is missing."""


def number_or_none(form: Form, field: str) -> int | None:
    """A number that may be left empty. Raises `Refusal`."""
    text = form.get(field, "").strip()
    return whole(text) if text else None
