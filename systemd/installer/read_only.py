"""A card that is never written: the system under a layer in memory (Debian's overlayroot), games on their own disk.

The switch is one word on the boot partition's cmdline.txt, so that it is switched off as well from any other computer.
Everything else is done before that word, and a power cut in between leaves a card as it was, or one with its games
moved. What is installed while the layer is there would be gone with it; `refuse` stands before that.
"""

from __future__ import annotations

import re
from pathlib import Path

from installer import table
from installer.machine import Machine, Trouble, last_line, write
from installer.words import t

WORD = "overlayroot=tmpfs:recurse=0"
"""For the kernel's command line: the root alone gets a layer, other mounts are left as they are."""
SCRIPT = "/usr/share/initramfs-tools/scripts/init-bottom/overlayroot"
PACKAGES = {"overlayroot": SCRIPT, "busybox": "/usr/bin/busybox"}
"""Each with a file of it. The layer's script asks `grep` of the initial RAM disk, and busybox brings that."""
FSTAB = "/etc/fstab"
DESK = "/run/dvojtah-games"
OPTIONS = "defaults,noatime,nofail,x-systemd.device-timeout=60"
"""A table whose games' disk is missing starts all the same; `dvojtah doctor` says that they are in memory then.

A minute, as a slow disk or a slow start must not cost the evening's games (dvojtah.service does not need the mount).
"""
_LAYERED = re.compile(r"(^|\s)(overlayroot=(?!disabled)\S|boot=overlay\b)")


def is_on(machine: Machine) -> bool:
    """Whether the running system lies under a layer that forgets."""
    try:
        words = machine.path("/proc/cmdline").read_text(encoding="utf-8")
    except OSError:
        return False
    if _LAYERED.search(words) is None:
        return False
    return machine.run("findmnt", "--noheadings", "--output", "FSTYPE", "/").stdout.strip() == "overlay"


def refuse(machine: Machine) -> None:
    """Raises `Trouble` where what is installed now would be gone after the next start."""
    if is_on(machine):
        raise Trouble(
            "The card is read-only, so this would be gone after switching off; first make it writable: "
            "sudo python3 /opt/dvojtah/current/share/systemd/install --writable"
        )


def switch_on(machine: Machine, partition: str) -> int:
    """Games and settings onto that partition, the system under a layer from the next start on. Raises `Trouble`."""
    if is_on(machine):
        raise Trouble("The card is read-only already.")
    cmdline = _cmdline(machine)
    uuid = _checked(machine, partition)
    for name, file in PACKAGES.items():
        if not machine.path(file).exists():
            machine.run("apt-get", "install", "-y", "-qq", name, DEBIAN_FRONTEND="noninteractive")
            if not machine.path(file).exists():
                raise Trouble("The package {name} is missing; does the network work?", name=name)
    if not _in_fstab(machine):
        _move(machine, partition, uuid)
    done = machine.run("update-initramfs", "-u")
    if done.returncode:
        raise Trouble("The start of the system could not be prepared: {error}", error=last_line(done.stdout))
    if WORD not in (text := cmdline.read_text(encoding="utf-8")):
        write(cmdline, f"{text.strip()} {WORD}\n", cmdline.stat().st_mode & 0o777)
    machine.say(
        t("From the next start on the card is read-only, and games are kept on {place}: sudo reboot", place=partition)
    )
    return 0


def switch_off(machine: Machine) -> int:
    """The card can be written again from the next start on; games stay on their own disk. Raises `Trouble`."""
    cmdline = _cmdline(machine)
    text = cmdline.read_text(encoding="utf-8")
    shortened = " ".join(word for word in text.split() if not _LAYERED.match(word))
    if shortened == text.strip():
        raise Trouble("The card is not read-only.")
    write(cmdline, shortened + "\n", cmdline.stat().st_mode & 0o777)
    machine.say(t("From the next start on the card can be written; games stay where they are: sudo reboot"))
    return 0


def _cmdline(machine: Machine) -> Path:
    place = machine.config_txt
    if place is None or not place.with_name("cmdline.txt").is_file():
        raise Trouble("There is no cmdline.txt of a Raspberry Pi here, so the card cannot be made read-only.")
    return place.with_name("cmdline.txt")


def _checked(machine: Machine, partition: str) -> str:
    """The UUID of a partition that may take the games. Raises `Trouble`."""
    output = machine.run("blkid", "--output", "export", partition).stdout
    properties = dict(line.split("=", 1) for line in output.split("\n") if "=" in line)
    if properties.get("TYPE") != "ext4" or not properties.get("UUID"):
        raise Trouble(
            "On {place} there is no ext4 file system; this makes one and deletes what is there: "
            "sudo mkfs.ext4 -L GAMES {place}",
            place=partition,
        )
    used = machine.run("findmnt", "--noheadings", "--output", "TARGET", "--source", partition).stdout.split()
    if used and used != [table.GAMES]:
        raise Trouble("{place} is in use ({where}); take another partition.", place=partition, where=used[0])
    return properties["UUID"]


def _in_fstab(machine: Machine) -> bool:
    """Whether the games have a disk of their own already."""
    lines = machine.path(FSTAB).read_text(encoding="utf-8").split("\n")
    return any(line.split()[1:2] == [table.GAMES] for line in lines if not line.lstrip().startswith("#"))


def _move(machine: Machine, partition: str, uuid: str) -> None:
    """Games and settings onto their own disk, which takes their place at once. Raises `Trouble`.

    The table stands still meanwhile: what it wrote after the copy would be hidden from the next start on.
    """
    runs = machine.is_booted and table.is_running(machine)
    if runs:
        machine.run("systemctl", "stop", table.unit(machine))
    try:
        _copy(machine, partition)
        file = machine.path(FSTAB)
        before, mode = file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777
        write(file, f"{before.rstrip()}\nUUID={uuid} {table.GAMES} ext4 {OPTIONS} 0 2\n", mode)
        if machine.is_booted:
            machine.run("systemctl", "daemon-reload")
            done = machine.run("mount", table.GAMES)
            if done.returncode:
                write(file, before, mode)
                raise Trouble("{place} cannot be mounted: {error}", place=partition, error=last_line(done.stdout))
    finally:
        if runs:
            machine.run("systemctl", "start", table.unit(machine))


def _copy(machine: Machine, partition: str) -> None:
    place = machine.path(DESK)
    place.mkdir(parents=True, exist_ok=True)
    done = machine.run("mount", partition, str(place))
    if done.returncode:
        raise Trouble("{place} cannot be mounted: {error}", place=partition, error=last_line(done.stdout))
    try:
        if [path.name for path in place.iterdir() if path.name != "lost+found"]:
            raise Trouble("{place} is not empty; take another one, or empty it.", place=partition)
        done = machine.run("cp", "--archive", f"{machine.path(table.GAMES)}/.", str(place))
        machine.run("sync")
        if done.returncode:
            raise Trouble("The games cannot be copied: {error}", error=last_line(done.stdout))
    finally:
        machine.run("umount", str(place))
