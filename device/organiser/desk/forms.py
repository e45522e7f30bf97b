"""Every form of the desk by its word: what stands in its field ``do``."""

from __future__ import annotations

from device.organiser.desk import draw_forms, money_forms, people_forms, result_forms, table_forms
from device.organiser.desk.form import Decide, Form
from device.organiser.log.event_control import Desk

FORMS: dict[str, Decide] = (
    table_forms.FORMS | people_forms.FORMS | draw_forms.FORMS | result_forms.FORMS | money_forms.FORMS
)


def decide(desk: Desk, form: Form) -> None:
    """Decide what a form says. Raises `Refusal`; ValueError or KeyError where something is missing."""
    FORMS[form["do"]](desk, form)
