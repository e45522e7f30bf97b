"""The roster of the pods in words, the same on the screen and in a terminal."""

from __future__ import annotations

from device import words
from device.pods.roster import Seen, Standing
from device.words import t

MS = 1_000_000
MINUTE = 60


def standing(one: Seen) -> str:
    """How a pod stands with the table, and what to do about it."""
    return {
        Standing.READY: t("ready"),
        Standing.CONNECTING: t("being connected"),
        Standing.SILENT: t("does not answer; look at its cable"),
        Standing.AWAY: t("not plugged in"),
        Standing.NEW: t("new; press its button to pair it"),
        Standing.STRANGER: t("firmware of another version; flash it anew"),
        Standing.TWIN: t("its number is in use by another pod"),
        Standing.MUTE: t("does not speak like a pod; flash it"),
    }[one.standing]


def drift(one: Seen) -> str:
    """How much faster its clock runs than the table's."""
    if one.drift is None:
        return t("drift is being measured")
    return t("drift {ppm} ppm", ppm=words.decimal(one.drift / 1000, signed=True))


def trip(one: Seen) -> str:
    """How long a question to it and its answer take; dashes while that is not known."""
    return t("round trip {ms} ms", ms="–" if one.trip is None else words.decimal(one.trip / MS))


def under_way(one: Seen) -> str:
    """Presses that it has told of and that have not arrived. Each is two changes of its button."""
    waiting = (one.waiting + 1) // 2
    return t("presses under way: {n}", n=waiting) if waiting else t("every press has arrived")


def since(one: Seen) -> str:
    """For how long it has had power."""
    if one.uptime < MINUTE:
        return t("on for {n} s", n=one.uptime)
    return t("on for {n} min", n=one.uptime // MINUTE)


def health(one: Seen) -> str:
    """What went wrong in its program and on its line; ``""`` where nothing did."""
    found = [t("failed rounds: {n}", n=one.faults)] if one.faults else []
    return " · ".join(found + ([t("spoiled frames: {n}", n=one.bad)] if one.bad else []))


def facts(one: Seen) -> list[str]:
    """Everything that is known of a pod that has been heard, a line each."""
    if one.trip is None:
        return [t("firmware {version}", version=one.version)] if one.version else []
    rows = [
        t("firmware {version}", version=one.version),
        drift(one),
        trip(one),
        under_way(one),
        since(one),
        health(one),
    ]
    return [row for row in rows if row]


SHORT = 4
"""So many digits at the end of a pod's number tell those on a table apart."""


def short(one: Seen) -> str:
    """The end of its number, as it stands on a label."""
    return f"…{one.ident[-SHORT:]}" if one.ident else "?"
