"""The forms on the page of entrants, and the one that begins a new evening."""

from __future__ import annotations

from device.organiser.acts.from_text import whole
from device.organiser.desk.form import Decide, Form, number_or_none
from device.organiser.log.event_control import Desk
from device.organiser.tournament import people_csv
from device.organiser.tournament.made_from import entrant_fields, only_changed
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings


def enrol(desk: Desk, form: Form) -> None:
    """Somebody takes part."""
    Registration(desk).enrol(
        _players(form),
        form.get("name", ""),
        form.get("club", ""),
        form.get("contact", ""),
        number_or_none(form, "number"),
        "another" in form,
        form.get("team", ""),
        "initials" in form,
    )


def rename(desk: Desk, form: Form) -> None:
    """An entrant is written otherwise; what was not changed in the form stands as it is now."""
    number = whole(form["number"])
    entrant = desk.read().tournament.by_number().get(number)
    if entrant is not None:
        form = only_changed(form, entrant_fields(entrant, desk.contacts().get(entrant.id, "")))
    Registration(desk).correct(
        number,
        _players(form),
        form.get("name", ""),
        form["club"],
        form["contact"],
        form.get("team", ""),
        "initials" in form,
    )


def enrol_file(desk: Desk, form: Form) -> None:
    """Everybody in a file takes part."""
    Registration(desk).enrol_all(people_csv.read(form["file"]))


def attend(desk: Desk, form: Form) -> None:
    """An entrant is here, late, or withdraws."""
    since = whole(form["since"]) if form.get("since") else None
    Registration(desk).attend(whole(form["number"]), form["status"], since)


def all_came(desk: Desk, form: Form) -> None:
    """Everybody who is registered is here."""
    Registration(desk).all_came()


def rest(desk: Desk, form: Form) -> None:
    """An entrant does not play a round, or plays it after all."""
    Registration(desk).rest(whole(form["number"]), whole(form["of"]), form["do"] == "rest")


def warn(desk: Desk, form: Form) -> None:
    """An entrant is warned."""
    Registration(desk).warn(whole(form["number"]), form.get("reason", ""))


def expel(desk: Desk, form: Form) -> None:
    """An entrant is expelled."""
    Registration(desk).expel(whole(form["number"]), form.get("reason", ""))


def delete_contacts(desk: Desk, form: Form) -> None:
    """Nobody's contact is kept any longer."""
    desk.delete_contacts()


def begin_evening(desk: Desk, form: Form) -> None:
    """A new evening with the same people."""
    Rulings(desk).begin_evening(form.get("title", ""))


def _players(form: Form) -> tuple[str, str]:
    return form.get("player", ""), form.get("partner", "")


FORMS: dict[str, Decide] = {
    "enrol": enrol,
    "rename": rename,
    "csv": enrol_file,
    "attend": attend,
    "all_came": all_came,
    "rest": rest,
    "rest_not": rest,
    "warn": warn,
    "expel": expel,
    "delete_contacts": delete_contacts,
    "new_evening": begin_evening,
}
