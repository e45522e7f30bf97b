"""The version that a form was made from: how what it is about stood when its page was drawn.

Every form carries it. Where something else stands by now, nothing is written: both versions are shown, and whoever sent
the form says which one counts. So nobody overwrites what a page does not show, and nobody publishes a draft unseen.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from device.organiser.acts import decisions
from device.organiser.desk.asked import Form, number
from device.organiser.desk.form_declaration import DeskForm, Version
from device.organiser.desk.form_subjects import last_decision, last_words
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament import made_from
from device.organiser.tournament.decided import by_of
from device.organiser.tournament.made_from import FIELD


@dataclass(frozen=True, slots=True)
class ChangedField:
    """A line of what changed: what it was when the form was made, what the form says, and what stands ``now``."""

    label: str
    was: str
    mine: str | None
    now: str

    @property
    def differs(self) -> bool:
        """Whether it is what the two do not agree about."""
        return (self.was if self.mine is None else self.mine) != self.now


class FormConflict(Exception):
    """What a form is about stands otherwise than where it was made. ``form`` is what it says, of what stands now.

    ``by`` says who decided what, and when; ``is_by_another``: somebody of another name than who sent the form.
    """

    def __init__(self, form: Form, lines: list[ChangedField], by: str, is_by_another: bool) -> None:
        super().__init__(form.get("do", ""))
        self.form, self.lines, self.by, self.is_by_another = form, lines, by, is_by_another

    @property
    def is_written(self) -> bool:
        """Whether the form has fields that somebody wrote, not only a button."""
        return any(line.mine is not None for line in self.lines)


def as_text(stands: Version) -> str:
    """A version as a form carries it in `FIELD`."""
    return json.dumps({name: text for name, text in stands.items() if text}, ensure_ascii=False)


def check(desk: OrganiserDesk, declared: DeskForm, form: Form) -> Form:
    """``form`` as what stands now has it: a field that was not changed in it says nothing. Raises `FormConflict`.

    A form without a version says all that is in it.
    """
    earlier = made_from.fields_made(form)
    subject = declared.subject
    if subject is None or earlier is None:
        return form
    state, now = desk.state, declared.version(desk, form)
    ticked = declared.boxes(state, form)
    merged = made_from.only_changed(form, now, subject.together, ticked)
    names = now if subject.is_part else {**earlier, **now}
    moved = [name for name in names if earlier.get(name, "") != now.get(name, "")]
    says = [name for name in moved if name in form or name in ticked]
    if not moved or (says and all(merged.get(name, "") == now.get(name, "") for name in names)):
        return merged
    fresh = json.dumps(now, ensure_ascii=False)
    if subject.in_words is not None:
        is_own = _drew_alone(desk, form, earlier.get("draw", ""))
        earlier, now = subject.in_words(state, earlier), subject.in_words(state, now)
        names = {**earlier, **now}
        moved = [name for name in names if earlier.get(name, "") != now.get(name, "")]
        if not moved or is_own:
            return merged
    few = len(names) <= FEW
    lines = [
        ChangedField(
            declared.label(state, form, name),
            declared.display(state, form, name, earlier.get(name, "")),
            declared.display(state, form, name, merged.get(name, "")) if says else None,
            declared.display(state, form, name, now.get(name, "")),
        )
        for name in names
        if name in moved or (few and (earlier.get(name) or now.get(name) or merged.get(name)))
    ]
    records = subject.about(state, form)
    last = last_decision(state, records)
    by_another = last is not None and desk.by != (by := by_of(last)) and bool(by)
    raise FormConflict(merged | {FIELD: fresh}, lines, last_words(state, records), by_another)


FEW = 16
"""Lines of which those stand there, too, that are alike in both versions."""


def _drew_alone(desk: OrganiserDesk, form: Form, decision: str) -> bool:
    """Whether all that was drafted, published and taken back of a round since the draw ``decision`` (an id; empty:
    there was none) was by who sends the form, whose name is known: they have seen what they publish."""
    if not desk.by:
        return False
    draws = set[str]()
    by = set[str]()
    for act in (act for together in desk.state.decided for act in together.acts):
        match act:
            case decisions.Drafted() | decisions.Published() if act.round == number(form, "round"):
                draws.add(act.id)
                by = set() if act.id == decision else by | {act.by}
            case decisions.TakenBack() if act.decision in draws:
                by.add(act.by)
    return by == {desk.by}
