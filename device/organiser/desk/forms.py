"""Every form of the desk by its word (what stands in its field ``do``), and what decides it."""

from __future__ import annotations

from collections.abc import Mapping

from device.common import rights
from device.common.rights import CORRECT_RESULT, HOLD_UPDATE, LOOKING, OF_ACCOUNTS, EventRole, Right
from device.organiser.desk import (
    form_versions,
    forms_of_draw,
    forms_of_money,
    forms_of_people,
    forms_of_results,
    forms_of_tables,
)
from device.organiser.desk.asked import Asked, Form
from device.organiser.desk.form_declaration import DeskForm
from device.organiser.desk.form_subjects import is_correction
from device.organiser.log.event_control import OrganiserDesk

_ALL = (forms_of_people, forms_of_results, forms_of_tables, forms_of_draw, forms_of_money)
FORMS: dict[str, DeskForm] = {form.word: form for module in _ALL for form in module.FORMS}
AT_DESK: Mapping[str, Right] = {
    **{word: Right(form.role, form.does) for word, form in FORMS.items()},
    CORRECT_RESULT: Right(EventRole.ARBITER, "correct a result that the table signed or somebody else entered"),
    HOLD_UPDATE: Right(EventRole.ORGANISER, "keep an update for the tables"),
}
"""By the word of the form; to correct a result has the form of entering one, to keep an update a page of its own."""
INSIDE: Mapping[str, Right] = {**AT_DESK, **OF_ACCOUNTS, **LOOKING}
"""Everything that somebody may do who has come in at the desk."""


def check_right(role: EventRole, act: str) -> None:
    """Raises `Refusal` where ``role`` may not do that act of the desk."""
    rights.check(role, act, INSIDE)


def decide(desk: OrganiserDesk, form: Form, role: EventRole = EventRole.ORGANISER, key: str = "") -> Asked | None:
    """Decide what a form of somebody with that ``role`` says; perhaps what its page shows then.

    A browser that heard no answer sends a form again, with the same ``key``: it is decided once.

    Raises `Refusal`; ValueError or KeyError where something is missing; `FormConflict` where what it is about stands
    otherwise than when it was made; `Doubt` where it is hardly meant.
    """
    check_right(role, form["do"])
    with desk.deciding(), desk.as_act(key) as is_new:
        if not is_new:
            return None
        if is_correction(desk, form):
            check_right(role, CORRECT_RESULT)
        declared = FORMS[form["do"]]
        return declared.decide(desk, form_versions.check(desk, declared, form))
