"""The forms on the page of draws, and the one that takes the last decision back."""

from __future__ import annotations

from device.organiser.acts.from_text import whole
from device.organiser.desk.form import Decide, Form
from device.organiser.log.event_control import Desk
from device.organiser.tournament.drawing import Drawing


def draft(desk: Desk, form: Form) -> None:
    """A round is drawn."""
    first_table = whole(form.get("first") or "1")
    Drawing(desk).draft(whole(form["round"]), form["kind"], form["method"], first_table)


def by_hand(desk: Desk, form: Form) -> None:
    """A round's draw as somebody wrote it."""
    Drawing(desk).by_hand(whole(form["round"]), form["kind"], form["lines"])


def swap(desk: Desk, form: Form) -> None:
    """Two change places in a draft."""
    Drawing(desk).swap(whole(form["round"]), whole(form["one"]), whole(form["other"]))


def correct(desk: Desk, form: Form) -> None:
    """Two change places in a draw that is published."""
    Drawing(desk).correct(whole(form["round"]), whole(form["one"]), whole(form["other"]), form.get("reason", ""))


def discard(desk: Desk, form: Form) -> None:
    """A draft is thrown away."""
    Drawing(desk).discard(whole(form["round"]))


def publish(desk: Desk, form: Form) -> None:
    """A draft goes to the tables."""
    Drawing(desk).publish(whole(form["round"]))


def take_back(desk: Desk, form: Form) -> None:
    """The last decision is as if it had not been made."""
    Drawing(desk).take_back(form["decision"])


FORMS: dict[str, Decide] = {
    "draft": draft,
    "by_hand": by_hand,
    "swap": swap,
    "correct": correct,
    "discard": discard,
    "publish": publish,
    "take_back": take_back,
}
