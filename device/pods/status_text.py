"""The roster of the pods in words, the same on the screen and in a terminal."""

from __future__ import annotations

from device import i18n
from device.i18n import t
from device.pods.registry import PodState, PodStatus
from firmware import wire

MS = 1_000_000
MINUTE = 60


def standing(one: PodStatus) -> str:
    """How a pod stands with the table, and what to do about it."""
    return {
        PodState.READY: t("ready"),
        PodState.CONNECTING: t("being connected"),
        PodState.SILENT: t("does not answer; look at its cable"),
        PodState.AWAY: t("not plugged in"),
        PodState.NEW: t("new; press its button to pair it"),
        PodState.STRANGER: t("firmware of another version; flash it anew"),
        PodState.TWIN: t("its number is in use by another pod"),
        PodState.MUTE: t("does not speak like a pod; flash it"),
    }[one.standing]


def drift(one: PodStatus) -> str:
    """How much faster its clock runs than the table's."""
    if one.drift is None:
        return t("drift is being measured")
    return t("drift {ppm} ppm", ppm=i18n.decimal(one.drift / 1000, signed=True))


def trip(one: PodStatus) -> str:
    """How long a question to it and its answer take; dashes while that is not known."""
    return t("round trip {ms} ms", ms="–" if one.trip is None else i18n.decimal(one.trip / MS))


def under_way(one: PodStatus) -> str:
    """Presses that it has announced and that have not arrived. Each is two changes of its button."""
    waiting = (one.waiting + 1) // 2
    return t("presses under way: {n}", n=waiting) if waiting else t("every press has arrived")


def since(one: PodStatus) -> str:
    """For how long it has had power."""
    if one.uptime < MINUTE:
        return t("on for {n} s", n=one.uptime)
    return t("on for {n} min", n=one.uptime // MINUTE)


def health(one: PodStatus) -> str:
    """What went wrong in its program and on its line; ``""`` where nothing did."""
    found = [t("failed rounds: {n}", n=one.faults)] if one.faults else []
    return " · ".join(found + ([t("spoiled frames: {n}", n=one.bad)] if one.bad else []))


def version(one: PodStatus) -> str:
    """Its firmware's version, and what to do where this table brings another."""
    if one.version == wire.FIRMWARE:
        return t("firmware {version}", version=one.version)
    return t("firmware {version}; this table brings {own}", version=one.version, own=wire.FIRMWARE)


def facts(one: PodStatus) -> list[str]:
    """Everything that is known of a pod that has said hello, a line each."""
    if one.trip is None:
        return [version(one)] if one.version else []
    rows = [
        version(one),
        drift(one),
        trip(one),
        under_way(one),
        since(one),
        health(one),
    ]
    return [row for row in rows if row]


SHORT = 4
"""So many digits at the end of a pod's number distinguish those on a table."""


def short(one: PodStatus) -> str:
    """The end of its number, as it stands on a label."""
    return f"…{one.ident[-SHORT:]}" if one.ident else "?"
