"""What is asked at the first start, for the screen and for a phone: the same questions in the same words."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from functools import cache

from device.first_start.answers import Role
from device.first_start.system import System
from rules.message import Message, msg

LABELS: Mapping[str, Message | str] = {
    "language": msg("Language"),
    "wifi": "Wi-Fi",
    "hostname": msg("Name on the network"),
    "time_zone": msg("Time zone"),
    "role": msg("This is"),
}
"""The questions in their order, by the key of the answer."""
LANGUAGES = {"cs": "Čeština", "en": "English"}
"""Each language in its own words."""
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


@cache
def time_zones() -> tuple[str, ...]:
    """The time zones of this system, by region and place."""
    found = [one for one in zoneinfo.available_timezones() if one.partition("/")[0] in REGIONS and "/" in one]
    return tuple(sorted(found, key=lambda one: (REGIONS.index(one.partition("/")[0]), one)))


def zone_of(system: System) -> str:
    """The time zone that holds; ``""`` where that is not known."""
    return system.read("/etc/timezone").strip()
