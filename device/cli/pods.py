"""``dvojtah pods``: the roster in a terminal, pods forgotten and sides swapped, while the table runs or not."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable

import msgspec

from device.common.i18n import t
from device.common.settings.settings import Settings
from device.io.timebase import SideClocks
from device.pods import status, update
from device.pods.pairing import PodPairing
from device.pods.pods import Pods
from device.pods.ports import FoundPort, find
from device.pods.status import CONNECTING, PodState, PodStatus, ask
from firmware import wire
from rules.game import SECOND
from rules.message import Refusal

LOOKING = CONNECTING + 3 * SECOND
"""How long pods are looked for where no table runs: a silent line takes `CONNECTING` to be recognised."""
PAUSE = 0.005


def statuses(
    settings: Settings,
    pairing: PodPairing,
    now: Callable[[], int] = time.monotonic_ns,
    rest: Callable[[float], None] = time.sleep,
    make: Callable[..., Pods] = Pods,
) -> tuple[PodStatus, ...]:
    """What the table's program says; where none runs, what the pods themselves say, asked for a few seconds."""
    running = ask(settings.pods_socket)
    if running is not None:
        return running
    lockout = settings.buttons.debounce_ms
    pods = make(settings.pods.ports, lockout, pairing, lambda _: None, SideClocks(), now, looks_only=True)
    with contextlib.closing(pods):
        end = now() + LOOKING
        while now() < end and not is_settled(pods.statuses):
            pods.step()
            rest(PAUSE)
        return pods.statuses


def is_settled(seen: tuple[PodStatus, ...]) -> bool:
    """Whether both sides are there and nothing is still finding its way: then nobody need be waited for."""
    ready = {pod_status.side for pod_status in seen if pod_status.standing is PodState.READY}
    return {0, 1} <= ready and not any(pod_status.standing is PodState.CONNECTING for pod_status in seen)


def run_pods(options: argparse.Namespace, settings: Settings) -> int:
    """Update the pods, or change the pairs, where that is asked for; else print the roster. Raises `Refusal`."""
    if options.update:
        return update_pods(settings)
    forget, swap, as_json = options.forget, options.swap, options.json
    pairing = PodPairing(settings.pairing_path)
    if forget is not None or swap:
        before = list(pairing.sides)
        if forget is not None:
            side = "AB".index(forget)
            if not pairing.sides[side]:
                raise Refusal("", "No pod belongs to clock button {side}.", side=forget)
            pairing.forget(side)
        else:
            pairing.swap()
        if PodPairing(settings.pairing_path).sides != pairing.sides:
            raise Refusal(
                "", "{file} cannot be written; check its folder and permissions.", file=str(settings.pairing_path)
            )
        if not as_json:
            done = t("Forgotten; the next new pod that is pressed takes its place.") if forget else t("Swapped.")
            print(done if pairing.sides != before else t("No pod is paired."))
            print(t("A running table notices the change within two seconds."))
        return 0
    if not as_json and sys.stderr.isatty():
        print(t("Looking for pods…"), file=sys.stderr)
    seen = statuses(settings, pairing)
    if as_json:
        print(json.dumps(msgspec.to_builtins(seen), indent=2))
        return 0
    for pod_status in seen:
        print("\n".join(lines(pod_status)))
    if not seen:
        print(t("No pod is plugged in, and none is paired."))
    return 0


HEARD_S = 5.0
"""Seconds within which a pod says who it is."""


def update_pods(
    settings: Settings,
    look: Callable[..., list[FoundPort]] = find,
    talk: Callable[[str], update.UpdateConnection] = update.UpdateConnection,
) -> int:
    """Send this program's firmware to every pod that has another; 1 where one did not take it.

    Raises `Refusal` where there is none, or the table's program holds their lines.
    """
    if ask(settings.pods_socket) is not None:
        raise Refusal(
            "",
            "The table's program talks to the pods; stop it first (sudo systemctl stop dvojtah), then again: "
            "sudo dvojtah pods --update",
        )
    ports = look(settings.pods.ports)
    if not ports:
        raise Refusal("", "No pod is plugged in.")
    for port in ports:
        if os.path.exists(port.path) and not os.access(port.path, os.R_OK | os.W_OK):
            raise Refusal("", "{path} may not be used by this user; sudo dvojtah pods --update may.", path=port.path)
    stream = update.bundle()
    return 1 if sum(_update(talk(port.path), port.path, stream) for port in ports) else 0


def _update(talk: update.UpdateConnection, path: str, stream: bytes) -> bool:
    """Whether this one still has another program afterwards."""
    try:
        before = talk.hello(HEARD_S)
        if before is None:
            print(t("{path} does not speak like a pod; flash it with pod.uf2 (docs/pod.md).", path=path))
            return True
        if before.version == wire.FIRMWARE:
            print(t("Pod {ident} has firmware {version} already.", ident=before.ident, version=before.version))
            return False
        print(
            t(
                "Pod {ident}: firmware {old} is replaced by {new}…",
                ident=before.ident,
                old=before.version,
                new=wire.FIRMWARE,
            )
        )
        after = update.send(talk, stream, before, _percent if sys.stderr.isatty() else lambda done, size: None)
        if after.version != wire.FIRMWARE:
            print(t("Pod {ident} went back to firmware {version}.", ident=after.ident, version=after.version))
            return True
        print(t("Done: pod {ident}, firmware {version}.", ident=after.ident, version=after.version))
        return False
    except update.UpdateFailure as fault:
        print(
            {
                "old": t(
                    "This pod takes no update now: its firmware is too old, or a turn runs. Flash it with pod.uf2."
                ),
                "bad": t("The program did not arrive whole; the old one still runs. Try again."),
            }.get(fault.why, t("The pod does not answer any more. Unplug it, plug it in, and try again."))
        )
        return True
    finally:
        talk.close()


def _percent(done: int, size: int) -> None:
    print(f"\r{done * 100 // size} %", end="" if done < size else "\r", file=sys.stderr, flush=True)


def lines(pod_status: PodStatus) -> list[str]:
    """A pod in a terminal: whose it is and how it stands, then what is known of it."""
    label = t("Clock button {side}", side="AB"[pod_status.side]) if pod_status.side is not None else t("No side")
    where = " ".join(part for part in (pod_status.ident, pod_status.path) if part)
    return [f"{label}: {where} – {status.standing(pod_status)}", *(f"    {line}" for line in status.facts(pod_status))]
