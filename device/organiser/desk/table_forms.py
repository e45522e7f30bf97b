"""The forms on the page of the tables: the round, the announcement, pairings, and what is decided about a table."""

from __future__ import annotations

from collections.abc import Callable

from device.organiser.acts.from_text import seconds_of, whole
from device.organiser.desk.form import Decide, Form, number_or_none
from device.organiser.desk.pairing_lines import pairings
from device.organiser.log.event_control import Desk
from device.organiser.tournament.made_from import only_changed
from device.web.forms import TooLarge

LONGEST_PAIRINGS = 30_000
"""Characters of pairings in one form: some four hundred tables."""


def name_event(desk: Desk, form: Form) -> None:
    """What the event is called."""
    desk.name(only_changed(form, {"title": desk.read().title})["title"])


def start_round(desk: Desk, form: Form) -> None:
    """A round begins, now or in some minutes."""
    starts_in_s = seconds_of(form.get("starts") or "0")
    desk.round(whole(form["round"]), seconds_of(form["minutes"]), form.get("kind", ""), starts_in_s)


def change_length(desk: Desk, form: Form) -> None:
    """How long the round that is on lasts."""
    desk.round_length(seconds_of(form["minutes"]))


def announce(desk: Desk, form: Form) -> None:
    """What everybody is told."""
    desk.notice(form.get("text", ""), form.get("text_en", ""))


def pair(desk: Desk, form: Form) -> None:
    """Who plays where. Raises `TooLarge` where there are more pairings than the page takes."""
    if len(form["pairings"]) > LONGEST_PAIRINGS:
        raise TooLarge
    desk.pair_all(form["kind"], pairings(form["pairings"], form["kind"]), number_or_none(form, "round"))


def send_back(desk: Desk, form: Form) -> None:
    """A signed result goes back to its table."""
    desk.send_back(whole(form["table"]), form.get("reason", ""), form.get("game", ""))


def take_return_back(desk: Desk, form: Form) -> None:
    """A result that was sent back stands after all."""
    desk.take_return_back(whole(form["table"]), form.get("game", ""))


def tell(desk: Desk, form: Form) -> None:
    """What one table is told."""
    desk.tell(whole(form["table"]), form.get("text", ""))


def count(desk: Desk, form: Form) -> None:
    """Whether a game counts."""
    desk.count(form["game"], form["counts"] == "yes", form.get("reason", ""))


def a_click(does: Callable[[Desk], None]) -> Decide:
    """A form without fields."""
    return lambda desk, form: does(desk)


def about_a_table(does: Callable[[Desk, int], None]) -> Decide:
    """A form that names a table and nothing else."""
    return lambda desk, form: does(desk, whole(form["table"]))


FORMS: dict[str, Decide] = {
    "name": name_event,
    "round": start_round,
    "length": change_length,
    "pause_round": a_click(Desk.pause_round),
    "resume_round": a_click(Desk.resume_round),
    "end_round": a_click(Desk.end_round),
    "take_end_back": a_click(Desk.take_end_back),
    "take_start_back": a_click(Desk.take_start_back),
    "notice": announce,
    "pair": pair,
    "coming": about_a_table(Desk.answer_call),
    "settled": about_a_table(Desk.settle_call),
    "release": about_a_table(Desk.release),
    "take_release_back": about_a_table(Desk.take_release_back),
    "unpair": about_a_table(Desk.unpair),
    "back": send_back,
    "take_return_back": take_return_back,
    "tell": tell,
    "count": count,
}
