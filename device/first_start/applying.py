"""Carrying the answers out, as root: steps of which each may be done twice. A power cut between any two does no harm.

No step waits for a network: the table starts at once, and `settle` tries the Wi-Fi afterwards.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re

import msgspec

from device.common.files.sentence import sentence
from device.common.files.small_file import Damaged, read_bounded
from device.common.languages import LANGUAGES
from device.common.settings.editing import edit
from device.common.settings.reading import LARGEST, decode
from device.first_start import boot_file, wifi
from device.first_start.common import hotspot
from device.first_start.common.answers import Answers
from device.first_start.common.asking import FirstStartOutcome, Request, read_outcome, write_outcome
from device.first_start.common.questions import ORGANISER_UNIT, ZONES, missing_role, unknown_zone
from device.first_start.common.system import CardSystem
from rules.message import Message, msg

log = logging.getLogger("dvojtah.first_start")

SETTINGS = "/var/lib/dvojtah/settings.toml"
TABLE_UNIT = "dvojtah.service"
NAMED = "/etc/dvojtah/hostname"
"""The name that this device was given: what has another name by hand keeps it."""
MOST = 12
"""Troubles that are reported: a file may have thousands of mistakes."""
FRESH = ("", "raspberrypi", "localhost", "debian", "dvojtah")
"""Names of a system that nobody has named."""


def carry_out_request(system: CardSystem, request: Request, troubles: tuple[Message, ...]) -> FirstStartOutcome:
    """Do what the screen or a phone asked for, close the hotspot, and try the network."""
    may = hotspot.is_allowed(system)
    carry_out(system, request.answers, request.token, troubles, phone=request.phone)
    if may:
        hotspot.stop(system)
    return settle(system)


def carry_out(
    system: CardSystem,
    answers: Answers,
    request: str = "",
    troubles: tuple[Message, ...] = (),
    file: str = "",
    *,
    phone: bool = False,
) -> FirstStartOutcome:
    """Do what was answered and keep what came of it; ``troubles`` are what was wrong with the answers already,
    ``file`` marks the file that they came from, ``phone`` says that a phone on the hotspot asks.

    A step that fails is reported and stops no other. Where a phone named a network, the first start is not done before
    `settle` has joined it: a wrong password can be given again in the same way.
    """
    messages = [*troubles]
    for step in (name_device, set_time_zone, set_wifi, set_table, set_role):
        try:
            trouble = step(system, answers)
        except OSError as error:
            trouble = msg("The system could not be set up ({error}).", error=error.strerror or error)
        if trouble is not None:
            log.warning("%s", trouble)
            messages.append(trouble)
    before = read_outcome(system)
    waits = phone and answers.wifi is not None and hotspot.is_allowed(system)
    outcome = FirstStartOutcome(
        done=before.done or ((bool(request) or answers != Answers()) and not waits),
        request=request,
        file=file or before.file,
        hostname=system.read("/etc/hostname").strip(),
        wifi=answers.wifi.ssid if answers.wifi else before.wifi,
        phone=phone,
        language=next((language for language in LANGUAGES if language == answers.language), ""),
        troubles=tuple(sentence(message) for message in messages[:MOST]),
    )
    write_outcome(system, outcome)
    if outcome.done:
        system.path(hotspot.ALLOWED).unlink(missing_ok=True)
    return outcome


def apply_boot_file(system: CardSystem) -> FirstStartOutcome:
    """The file on the boot partition, where one is that has not been carried out yet; then its password leaves it.

    The password goes last: after a power cut before that, the file says all of it once more. What people change on the
    device afterwards stays, until somebody changes the file.
    """
    before = read_outcome(system)
    place = boot_file.place_of(system)
    if place is None:
        return before if before.hostname else carry_out(system, Answers())
    text = system.read(place)
    bare = boot_file.without_password(text)
    mark = hashlib.sha256(bare.encode()).hexdigest()
    if before.file == mark and text == bare:
        return before
    answers, troubles = boot_file.read_boot_file(system, place)
    network = answers.wifi
    if (
        network is not None and not network.password and wifi.is_for(system, network.ssid)
    ):  # not open: its password was used
        answers = msgspec.structs.replace(answers, wifi=None)
    outcome = carry_out(system, answers, troubles=troubles, file=mark)
    if text != bare and answers.wifi is not None and wifi.is_for(system, answers.wifi.ssid):
        try:
            system.write(place, bare)
        except OSError as error:
            log.warning("%s keeps its password: %s", place, error)
    return outcome


def name_device(system: CardSystem, answers: Answers) -> Message | None:
    """The host name: made of the wish, or on a system that nobody has named of the project's. A name by hand stays."""
    now = system.read("/etc/hostname").strip()
    given = system.read(NAMED).strip()
    if answers.hostname is None and now not in FRESH and now != given:
        return None
    if answers.hostname is None and given and now == given:
        name = given
    else:
        name = host_name(system, answers.hostname)
    system.write(NAMED, name + "\n")
    hosts = system.read("/etc/hosts")
    line = f"127.0.1.1\t{name}"
    others = re.sub(r"^127\.0\.1\.1[ \t].*\n?", "", hosts, flags=re.MULTILINE)
    end = "" if not others or others.endswith("\n") else "\n"
    system.write("/etc/hosts", f"{others}{end}{line}\n")
    if system.write("/etc/hostname", name + "\n"):
        system.run("hostname", name)
        system.run("systemctl", "--no-block", "try-restart", "avahi-daemon.service")
    return None


def set_time_zone(system: CardSystem, answers: Answers) -> Message | None:
    """The time zone, where the system knows it. A program that runs already has to look anew (tzset(3))."""
    zone = answers.time_zone
    if zone is None:
        return None
    if (unknown := unknown_zone(system, zone)) is not None:
        return unknown
    system.link("/etc/localtime", f"{ZONES}/{zone}")
    system.write("/etc/timezone", zone + "\n")
    return None


def set_wifi(system: CardSystem, answers: Answers) -> Message | None:
    """The profile of the network and the country of the radio; joining is `settle`'s."""
    network = answers.wifi
    if network is None:
        return None
    system.write(wifi.RADIO, f"options cfg80211 ieee80211_regdom={network.country}\n")
    system.run("iw", "reg", "set", network.country)
    system.run("rfkill", "unblock", "wifi")
    system.write(wifi.PROFILE, wifi.profile(network), 0o600)
    return None


def set_table(system: CardSystem, answers: Answers) -> Message | None:
    """The table's language and how far its picture is turned, in its settings; its own file stays its own."""
    place = system.path(SETTINGS)
    chosen = {("", "language"): answers.language, ("screen", "rotate"): answers.rotate}
    changes = {key: value for key, value in chosen.items() if value is not None}
    if not changes:
        return None
    try:
        text = decode(read_bounded(place, LARGEST, links=False))  # who owns it could name any file by a link
        new = edit(text, changes)
        owner = place.lstat()
    except FileNotFoundError:
        return None
    except (Damaged, ValueError, RecursionError):
        return msg("The settings {file} have a mistake; language and picture stay as they are.", file=place.name)
    if system.write(SETTINGS, new, owner.st_mode & 0o777) and os.geteuid() == 0:
        os.chown(place, owner.st_uid, owner.st_gid, follow_symlinks=False)
    return None


def set_role(system: CardSystem, answers: Answers) -> Message | None:
    """Which service starts with the device. The change holds at once; the settings of both stay."""
    if answers.role is None:
        return None
    if (missing := missing_role(system, answers.role)) is not None:
        return missing
    on, off = (TABLE_UNIT, ORGANISER_UNIT) if answers.role == "table" else (ORGANISER_UNIT, TABLE_UNIT)
    # The manager need not read all its units anew for that: on a slow machine it takes as long as the whole start may.
    system.run("systemctl", "--no-reload", "enable", on)
    system.run("systemctl", "--no-reload", "disable", off)
    system.run("systemctl", "--no-block", "stop", off)
    system.run("systemctl", "--no-block", "start", on)
    return None


def settle(system: CardSystem) -> FirstStartOutcome:
    """Try the network that was asked for last, once, and keep what came of it. It waits, so nothing waits for this.

    Where a phone asked for it and it does not work, the network is forgotten and the hotspot opens once more.
    """
    outcome = read_outcome(system)
    if not outcome.wifi:
        return outcome
    trouble = wifi.join(system, outcome.wifi)
    if trouble is not None:
        log.warning("%s", trouble)
    sentences = outcome.troubles if trouble is None else (*outcome.troubles, sentence(trouble))
    again = trouble is not None and outcome.phone and hotspot.is_allowed(system)
    joined = outcome.wifi if trouble is None else ""
    outcome = msgspec.structs.replace(outcome, done=not again, wifi="", joined=joined, troubles=sentences)
    if again:
        wifi.forget(system)
    write_outcome(system, outcome)
    if again:
        hotspot.start(system)
    elif hotspot.is_allowed(system):
        system.path(hotspot.ALLOWED).unlink(missing_ok=True)
        hotspot.stop(system)  # after a power cut it may have been opened meanwhile
    return outcome


WISH = "dvojtah"
"""What a device is called where nobody wished anything."""
DIGITS = 6
"""Hexadecimal digits of the board's number in the name: one in 16 million."""
SERIALS = ("/sys/firmware/devicetree/base/serial-number", "/proc/device-tree/serial-number")
MACHINE_ID = "/etc/machine-id"


def own_number(system: CardSystem) -> str:
    """The end of the board's serial number, else a digest of the system's own id; ``""`` where there is neither."""
    for place in SERIALS:
        serial = system.read(place).strip("\0\n ").lower()
        if re.fullmatch(r"[0-9a-f]{8,}", serial) and serial.strip("0"):
            return serial[-DIGITS:]
    own = system.read(MACHINE_ID).strip()
    # The id itself may not be sent over the network (machine-id(5)); a digest of it may.
    return hashlib.sha256(f"dvojtah {own}".encode()).hexdigest()[:DIGITS] if len(own) == 32 else ""


def host_name(system: CardSystem, wish: str | None) -> str:
    """The name of this device. Two that were given the same wish, on copies of one card, differ all the same."""
    number = own_number(system)
    base = wish or WISH
    return base if not number or base.endswith(f"-{number}") else f"{base}-{number}"
