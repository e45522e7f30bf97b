"""The files that the installer puts into the system, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from installer.machine import Machine, write


@dataclass(frozen=True, slots=True)
class Part:
    """A file beside the installer, where it goes, and its rights."""

    source: str
    target: str
    mode: int = 0o644


PARTS = (
    Part("dvojtah.service", "/etc/systemd/system/dvojtah.service"),
    Part("dvojtah-first-start.service", "/etc/systemd/system/dvojtah-first-start.service"),
    Part("dvojtah-answers.service", "/etc/systemd/system/dvojtah-answers.service"),
    Part("dvojtah-answers.path", "/etc/systemd/system/dvojtah-answers.path"),
    Part("dvojtah-wifi.service", "/etc/systemd/system/dvojtah-wifi.service"),
    Part("dvojtah-update.service", "/etc/systemd/system/dvojtah-update.service"),
    Part("dvojtah-update.path", "/etc/systemd/system/dvojtah-update.path"),
    Part("dvojtah-settle.service", "/etc/systemd/system/dvojtah-settle.service"),
    Part("dvojtah-confirm.service", "/etc/systemd/system/dvojtah-confirm.service"),
    Part("dvojtah-grow.service", "/etc/systemd/system/dvojtah-grow.service"),
    Part("dvojtah-organiser.service", "/etc/systemd/system/dvojtah-organiser.service"),
    Part("dvojtah-broker.service", "/etc/systemd/system/dvojtah-broker.service"),
    Part("dvojtah.watchdog.conf", "/etc/systemd/system.conf.d/dvojtah.conf"),
    Part("dvojtah.sysusers", "/etc/sysusers.d/dvojtah.conf"),
    Part("dvojtah.tmpfiles", "/etc/tmpfiles.d/dvojtah.conf"),
    Part("dvojtah.udev.rules", "/etc/udev/rules.d/70-dvojtah.rules"),
    Part("dvojtah.polkit.rules", "/etc/polkit-1/rules.d/50-dvojtah.rules"),
    Part("dvojtah.journald.conf", "/etc/systemd/journald.conf.d/dvojtah.conf"),
    Part("dvojtah.modules.conf", "/etc/modules-load.d/dvojtah.conf"),
    Part("dvojtah.sh", "/usr/local/bin/dvojtah", 0o755),
)


STARTED = (
    "dvojtah.service",
    "dvojtah-first-start.service",
    "dvojtah-answers.path",
    "dvojtah-wifi.service",
    "dvojtah-update.path",
    "dvojtah-settle.service",
    "dvojtah-grow.service",
    "dvojtah-confirm.service",
)
"""Units that start with the device."""
WAITING = ("dvojtah-answers.path", "dvojtah-update.path")
"""Those that also have to wait from now on, not only from the next start."""


def put(machine: Machine, folder: Path) -> list[str]:
    """Put all parts of ``folder`` in place; the targets that were different before."""
    changed = []
    for part in PARTS:
        if not (folder / part.source).exists():  # a version from before there was such a part
            machine.path(part.target).unlink(missing_ok=True)
        elif write(machine.path(part.target), (folder / part.source).read_text(encoding="utf-8"), part.mode):
            changed.append(part.target)
    return changed


def remove(machine: Machine) -> None:
    """Take all parts away."""
    for part in PARTS:
        machine.path(part.target).unlink(missing_ok=True)


def tell_the_system(machine: Machine) -> None:
    """Users, folders, devices and units as the parts say, now and not only after the next start."""
    machine.run("systemd-sysusers")
    machine.run("systemd-tmpfiles", "--create", "/etc/tmpfiles.d/dvojtah.conf")
    if machine.is_booted:
        machine.run("systemctl", "daemon-reload")
        machine.run("systemctl", "try-restart", "systemd-journald.service")
        machine.run("systemctl", "restart", "systemd-modules-load.service")
        machine.run("udevadm", "control", "--reload")
        machine.run(
            "udevadm",
            "trigger",
            "--action=add",
            "--subsystem-match=tty",
            "--subsystem-match=backlight",
            "--subsystem-match=gpio",
            "--subsystem-match=i2c-dev",
        )
