"""How stands what forms about rules of the event are about: draws, the season, prizes, broadcasts (`form_versions`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.i18n import t, tr
from device.organiser.log.event_control import Desk
from device.organiser.tournament import made_from
from device.organiser.tournament.season import rules_of
from rules.message import msg

LABELS = {
    "classes": msg("Classes"),
    "rounds": msg("Rounds in all"),
    "accelerated": msg("The first rounds are accelerated"),
    "locked": msg("Who has a place for certain meets nobody whose prize hangs on it"),
    "scale": msg("Counted are"),
    "drop": msg("Worst events that do not count"),
    "persons": msg("Everybody on their own, in changing pairs"),
    "in_kind": msg("Things from the first place down, with commas"),
    "shared": msg("Who share a place get"),
    "order": msg("Order after a play-off or a lot (numbers)"),
    "once": msg("Who has a prize of all has none of a class"),
    "code": msg("Code at the door"),
    "delay": msg("Minutes late"),
    "standby": msg("A second machine copies the event"),
}


def prizes(desk: Desk, form: Mapping[str, str]) -> dict[str, str]:
    """What is won besides money from the fund."""
    tournament = desk.state.tournament
    return made_from.prizes_fields(tournament.prizes, {one.id: one.number for one in tournament.entrants.values()})


def stream(desk: Desk, form: Mapping[str, str]) -> dict[str, str]:
    """What a broadcast shows."""
    slot = form.get("slot", "")
    return made_from.stream_fields(desk.state.streams.get(int(slot)) if slot.isascii() and slot.isdecimal() else None)


SUBJECTS: dict[str, Callable[[Desk, Mapping[str, str]], dict[str, str]]] = {
    "draw_rules": lambda desk, form: made_from.draw_rules_fields(
        desk.state.tournament.draw_rules(form.get("kind", ""))
    ),
    "season_rules": lambda desk, form: made_from.season_fields(rules_of(desk.state, form.get("kind", ""))),
    "prizes": prizes,
    "stream": stream,
    "door": lambda desk, form: {"code": desk.state.door},
    "standby": lambda desk, form: {tr(LABELS["standby"]): t("yes") if desk.state.standby else t("no")},
}
