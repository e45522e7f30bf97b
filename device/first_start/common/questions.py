"""What is asked at the first start, for the screen and for a phone: the same questions in the same words."""

from __future__ import annotations

from collections.abc import Mapping

from device.first_start.common.answers import Role
from device.first_start.common.system import CardSystem
from rules.message import Message, msg

LABELS: Mapping[str, Message | str] = {
    "language": msg("Language"),
    "wifi": "Wi-Fi",
    "hostname": msg("Name on the network"),
    "time_zone": msg("Time zone"),
    "role": msg("This is"),
}
"""The questions in their order, by the key of the answer."""
ROLES: Mapping[Role, tuple[Message, Message]] = {
    "table": (msg("A table"), msg("clock and scoresheet")),
    "organiser": (msg("The organiser's"), msg("desk and live board in a browser")),
}
"""What a device can be, and what that one does."""
LONGEST_NAME = 33
"""Letters of a device's name that people type; its own number follows."""
REGIONS = (
    "Europe",
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Indian",
    "Pacific",
)
"""Parts of the world as the time zones name them, ours first."""
ZONES = "/usr/share/zoneinfo"
ZONE_TABLE = f"{ZONES}/zone.tab"
"""Country, coordinates and name of each time zone, as the time zone database has them."""
ORGANISER_UNIT = "dvojtah-organiser.service"
BROKER = "/usr/sbin/mosquitto"
"""What an organiser's device must have."""


def time_zones(system: CardSystem) -> tuple[str, ...]:
    """The time zones that the system lists for people to choose from, by region and place.

    Its files have old names of many besides, more on one release of Debian than on another.
    """
    lines = [line.split("\t") for line in system.read(ZONE_TABLE).splitlines() if not line.startswith("#")]
    zones = [line[2] for line in lines if len(line) > 2 and line[2].partition("/")[0] in REGIONS]
    return tuple(sorted(zones, key=lambda zone: (REGIONS.index(zone.partition("/")[0]), zone)))


def zone_of(system: CardSystem) -> str:
    """The time zone that holds; ``""`` where that is not known."""
    return system.read("/etc/timezone").strip()


def unknown_zone(system: CardSystem, zone: str) -> Message | None:
    """Why this system cannot keep that time zone, or None."""
    if system.path(f"{ZONES}/{zone}").is_file():
        return None
    return msg("There is no time zone {value}; one is called Europe/Prague.", value=zone)


def missing_role(system: CardSystem, role: Role) -> Message | None:
    """Why this card cannot be that, or None."""
    needed = () if role == "table" else (BROKER, f"/etc/systemd/system/{ORGANISER_UNIT}")
    if all(system.path(program).exists() for program in needed):
        return None
    return msg("The organiser's part is not on this card; the device stays a table.")
