"""The installer's command line and the order of its steps."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from installer import boot, parts, read_only, settings, table, words
from installer.grow import grow
from installer.machine import PROCESSORS, SYSTEMS, Machine, Trouble, read_plain, write
from installer.update import confirm, settle, take_request, update
from installer.update_file import KEYS
from installer.versions import DEFAULTS, HOME, Versions, name_of
from installer.words import t

SOURCE = Path(__file__).resolve().parents[2]
PACKAGES = (
    "python3-venv",
    "libegl1",
    "libgles2",
    "libgbm1",
    "libgl1-mesa-dri",
    "openssh-client",
    "polkitd",
    "udisks2",
)
"""What the program needs of the distribution: its environment, a display without a desktop, the signatures of updates,
leave to switch off."""
PINS = ("python3-lgpio", "python3-rpi-lgpio")
"""The distribution's GPIO libraries (docs/decisions/gpio.md)."""
VOICE = ("espeak-ng",)
"""What speaks the times; without it there is silence."""
WORDS = ("hunspell-cs",)
"""The dictionary that is asked where no word list was imported (docs/decisions/word-lists.md)."""
OPTIONAL = (*PINS, *VOICE, *WORDS)
"""What a table does without where the distribution does not offer it."""
STATE = f"{HOME}/installer.json"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="systemd/install", description=t("Installs Dvojtah on this Raspberry Pi."))
    group = top.add_mutually_exclusive_group()
    group.add_argument("--back", action="store_true", help=t("go back to the previous version"))
    group.add_argument("--uninstall", action="store_true", help=t("uninstall the program; the games stay"))
    top.add_argument("--wheels", type=Path, metavar=t("FOLDER"), help=t("Python packages to install without a network"))
    group.add_argument("--update", type=Path, metavar=t("FILE"), help=t("install a signed update"))
    group.add_argument("--read-only", metavar=t("PARTITION"), help=t("never write to the card again; games go there"))
    group.add_argument("--writable", action="store_true", help=t("allow writing to the card again"))
    # Those are said by the units, not by people.
    group.add_argument("--requested", action="store_true", help=argparse.SUPPRESS)
    group.add_argument("--settle", action="store_true", help=argparse.SUPPRESS)
    group.add_argument("--confirm", action="store_true", help=argparse.SUPPRESS)
    group.add_argument("--grow", action="store_true", help=argparse.SUPPRESS)
    top.add_argument("--payload", type=Path, help=argparse.SUPPRESS)  # a version made elsewhere: tools/image
    top.add_argument("--no-packages", action="store_true", help=t("leave the packages of the system alone"))
    top.add_argument("--update-key", type=Path, metavar=t("FILE"), help=t("public key of whoever may make updates"))
    top.add_argument("--lang", choices=tuple(words.languages().LANGUAGES), help=t("language"))
    return top


def main(argv: Sequence[str] | None = None, machine: Machine | None = None, source: Path = SOURCE) -> int:
    """Do it; 0 where it went well, 1 with one sentence where not, 2 for wrong usage."""
    words.use()
    options = parser().parse_args(argv)
    if options.lang:
        words.use(options.lang)
    machine = machine or Machine()
    try:
        check(machine)
        if options.read_only:
            return read_only.switch_on(machine, options.read_only)
        if options.writable:
            return read_only.switch_off(machine)
        if options.settle:
            return settle(machine)
        if options.confirm:
            return confirm(machine)
        if options.grow:
            return grow(machine)
        if options.requested:
            wanted = take_request(machine)
            return update(machine, *wanted, place) if wanted else 0
        if options.update:
            return update(machine, options.update.resolve(), "", place)
        read_only.refuse(machine)
        if options.uninstall:
            return uninstall(machine)
        if options.back:
            return back(machine)
        if options.update_key:
            trust(machine, options.update_key)
        wheels = options.wheels.resolve() if options.wheels else None
        return install(machine, source, wheels, packages_too=not options.no_packages, payload=options.payload)
    except Trouble as trouble:
        machine.say(str(trouble))
    except OSError as error:
        machine.say(
            t("{file} cannot be written or read ({error}).", file=error.filename or "?", error=error.strerror or error)
        )
    return 1


def check(machine: Machine) -> None:
    """Whether this machine is one that the table runs on. Raises `Trouble`."""
    if not machine.is_root:
        raise Trouble("Only the administrator can install: sudo ./systemd/install")
    if machine.processor not in PROCESSORS:
        raise Trouble("A 64-bit system is needed; this one is not ({processor}).", processor=machine.processor)
    if machine.system not in SYSTEMS:
        raise Trouble(
            "This system ({system}) is not known; install Raspberry Pi OS Lite, {known}.",
            system=machine.system,
            known=" / ".join(SYSTEMS),
        )


def install(
    machine: Machine, source: Path, wheels: Path | None, *, packages_too: bool = True, payload: Path | None = None
) -> int:
    """Install, upgrade, or put right what is there; from the source tree, or from what was made of it elsewhere."""
    versions = Versions(machine)
    before = versions.target_of("current") if versions.is_complete(versions.target_of("current")) else None
    wanted = name_of(source)
    if packages_too:
        packages(machine, again=versions.is_complete(wanted))
    if versions.is_complete(wanted):
        machine.say(t("Version {version} is here already.", version=wanted))
    else:
        machine.say(t("Making version {version}; on a Pi this takes some minutes...", version=wanted))
        if payload is not None:
            versions.unpack(payload, wanted)
        else:
            versions.build(source, wanted, wheels)
    if before not in (None, wanted):
        versions.point("previous", before)
    reboot = place(machine, versions, wanted, source / DEFAULTS)
    if not machine.is_booted:
        machine.say(t("Installed; the table starts with the device."))
        return 0
    if wanted == before:  # a running game is left alone
        return finish(machine, table.is_running(machine) or table.start(machine), reboot)
    if before is not None:
        return start_upgrade(machine, versions, before, wanted, reboot)
    return finish(machine, table.start(machine), reboot)


def trust(machine: Machine, key: Path) -> None:
    """Take updates from whoever has the private half of that key. Raises `Trouble`."""
    text = key.read_text(encoding="utf-8", errors="replace")
    lines = [line.strip() for line in text.split("\n") if line.strip() and not line.startswith("#")]
    if not lines or any(re.fullmatch(r"(ssh|ecdsa|sk-)\S+ [A-Za-z0-9+/=]{40,}( .*)?", line) is None for line in lines):
        raise Trouble("{file} is not a public key; ssh-keygen makes one, its name ends with .pub.", file=key)
    write(machine.path(KEYS), "\n".join(lines) + "\n")


def packages(machine: Machine, again: bool) -> None:
    """The distribution's packages that are missing (``again``: but for what it lacked before). Raises `Trouble`."""

    def there(name: str) -> bool:
        return "install ok installed" in machine.run("dpkg-query", "-W", "-f=${Status}", name).stdout

    missing = [package for package in (*PACKAGES, *(() if again else OPTIONAL)) if not there(package)]
    if not missing:
        return
    machine.say(t("Installing packages of the system: {names}", names=" ".join(missing)))
    machine.run("apt-get", "update", "-qq")
    offered = [name for name in missing if machine.run("apt-cache", "show", "--no-all-versions", name).returncode == 0]
    for name in sorted({*missing} - {*offered} - {*OPTIONAL}):
        raise Trouble("The system does not offer the package {name}; does the network work?", name=name)
    if "python3-lgpio" in missing and "python3-lgpio" not in offered:
        machine.say(t("This system has no python3-lgpio, so buttons on the pins will not work; pods will."))
    done = machine.run(
        "apt-get", "install", "-y", "-qq", "--no-install-recommends", *offered, DEBIAN_FRONTEND="noninteractive"
    )
    if done.returncode:
        raise Trouble("Packages of the system cannot be installed: {error}", error=done.stdout.strip()[-300:])


def place(machine: Machine, versions: Versions, version: str, default: Path) -> bool:
    """Everything but the program's start: units, users, settings, config.txt. Whether that needs a new start of the Pi.

    The settings and the games that are there stay as they are; ``default`` is the settings file of a new table.
    """
    before = versions.target_of("current")
    if before != version:
        if (games := keep_safe(machine)) is not None:
            machine.say(t("The games are copied to {file}.", file=games))
        versions.point("current", version)
    parts.put(machine, versions.parts(version))
    parts.tell_the_system(machine)
    own = machine.path(f"{table.GAMES}/settings.toml")
    if not own.exists():
        text = settings.first(default.read_text(encoding="utf-8"), Path(table.GAMES) / "journal.db")
        write(own, text, 0o640)
        machine.run("chown", "--no-dereference", "dvojtah:dvojtah", str(own))
    remember(machine)
    machine.run("systemctl", "set-default", "multi-user.target")
    enable(machine)
    return config(machine, default, own)


def enable(machine: Machine) -> None:
    """Let the units start with the device; the table gives way to an organiser who took its place."""
    for unit in parts.STARTED:
        if unit != table.UNIT or table.unit(machine) == table.UNIT:
            machine.run("systemctl", "enable", unit)
    if machine.is_booted:
        machine.run("systemctl", "start", *parts.WAITING)


def keep_safe(machine: Machine) -> Path | None:
    """A copy of the games. A journal that cannot be read is no reason not to bring a version that can."""
    try:
        return table.keep_games(machine)
    except (OSError, subprocess.SubprocessError):
        return None


def remember(machine: Machine) -> None:
    """What was there before the table, for taking it away again."""
    state = machine.path(STATE)
    if not state.exists():
        target = machine.run("systemctl", "get-default").stdout.strip()
        write(state, json.dumps({"target": target if target.endswith(".target") else ""}) + "\n")


def config(machine: Machine, default: Path, own: Path) -> bool:
    """The block in config.txt; whether it is another now."""
    place = machine.config_txt
    if place is None:
        return False
    try:
        merged = settings.values(default, own)
    except (OSError, ValueError):
        machine.say(t("The settings {file} cannot be read; config.txt is written for the defaults.", file=own))
        merged = settings.values(default, Path("/nowhere"))
    before = place.read_text(encoding="utf-8")
    spare = place.with_name("config.txt.before-dvojtah")
    if not spare.exists():
        write(spare, before)
    return write(place, boot.with_block(before, merged), place.stat().st_mode & 0o777)


def start_upgrade(machine: Machine, versions: Versions, before: str, wanted: str, reboot: bool) -> int:
    """Start the new version; where it does not stand, the one before is put back, units and all."""
    if table.start(machine):
        versions.prune()
        return finish(machine, True, reboot)
    machine.say(t("The new version does not start: {error}", error=table.last_words(machine) or "?"))
    is_up = switch(machine, versions, before)
    versions.point("previous", None)
    versions.prune()
    if is_up:
        machine.say(t("The previous version ({version}) runs again, with all games.", version=before))
    else:
        machine.say(t("Neither does the previous version ({version}); sudo dvojtah doctor says more.", version=before))
    return 1


def switch(machine: Machine, versions: Versions, version: str) -> bool:
    """Put a version in place that was made earlier; whether it starts."""
    versions.point("current", version)
    parts.put(machine, versions.parts(version))
    parts.tell_the_system(machine)
    return not machine.is_booted or table.start(machine)


def back(machine: Machine) -> int:
    """The version before, by hand."""
    versions = Versions(machine)
    now, before = versions.target_of("current"), versions.target_of("previous")
    if before is None or not versions.is_complete(before):
        raise Trouble("There is no previous version.")
    is_up = switch(machine, versions, before)
    versions.point("previous", now)
    machine.say(
        t("The table runs version {version}.", version=before)
        if is_up
        else t("Version {version} does not start; sudo dvojtah doctor says more.", version=before)
    )
    return 0 if is_up else 1


def finish(machine: Machine, is_up: bool, reboot: bool) -> int:
    """The last sentence."""
    if reboot:
        machine.say(t("Installed. Restart the device to see the table: sudo reboot"))
        return 0
    if is_up:
        machine.say(t("Installed; the table runs."))
        return 0
    machine.say(t("Installed, but the table does not start: {error}", error=table.last_words(machine) or "?"))
    machine.say(t("What to do about it: sudo dvojtah doctor"))
    return 1


def uninstall(machine: Machine) -> int:
    """Take everything away but the games and the settings."""
    machine.run("systemctl", "disable", *(["--now"] if machine.is_booted else []), *parts.STARTED)
    try:
        target = str(json.loads(read_plain(machine.path(STATE)))["target"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        target = ""
    if target and target != "multi-user.target":
        machine.run("systemctl", "set-default", target)
    parts.remove(machine)
    shutil.rmtree(machine.path(HOME), ignore_errors=True)
    if (config_txt := machine.config_txt) is not None:
        before = config_txt.read_text(encoding="utf-8")
        write(config_txt, boot.without_block(before), config_txt.stat().st_mode & 0o777)
    if machine.is_booted:
        machine.run("systemctl", "daemon-reload")
        machine.run("udevadm", "control", "--reload")
    machine.say(t("Uninstalled. Games and settings stay in {folder}; remove them by hand.", folder=table.GAMES))
    return 0
