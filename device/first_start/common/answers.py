"""What people say at the first start, value by value: one that is wrong is named in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from device.i18n import LANGUAGES
from rules.message import Message, msg

Role = Literal["table", "organiser"]
Degrees = Literal[0, 90, 180, 270]
ROLES: tuple[Role, ...] = ("table", "organiser")
TURNS: tuple[Degrees, ...] = (0, 90, 180, 270)
"""How far a picture can be turned, clockwise."""
COUNTRY = "CZ"
"""Whose rules the radio keeps where nobody names another country (ISO 3166)."""
LARGEST_SSID = 32
"""Bytes of a network's name (IEEE 802.11)."""
_HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
_ZONE = re.compile(r"[A-Za-z0-9+_-]+(/[A-Za-z0-9+_-]+){0,2}")


class Wifi(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Wi-Fi network. ``password`` is ``""`` for an open one, and where it has left the file after use."""

    ssid: str
    password: str = ""
    hidden: bool = False
    country: str = COUNTRY


class Answers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answers; None was not answered, and stays as it is.

    ``hostname`` is the wish: the name of the device is made of it and of the device's own number (`identity`);
    ``rotate`` turns picture and touch.
    """

    language: str | None = None
    hostname: str | None = None
    time_zone: str | None = None
    role: Role | None = None
    rotate: Degrees | None = None
    wifi: Wifi | None = None

    @property
    def has_answers(self) -> bool:
        """Whether anything was."""
        return self != Answers()


def _short(value: object) -> str:
    """A value as a sentence names it, whatever a file holds."""
    try:
        return str(value)[:60]
    except (ValueError, RecursionError):  # a number of thousands of digits
        return "?"


def check_language(value: object) -> Message | None:
    """What is wrong with a language, or None."""
    if value in LANGUAGES:
        return None
    return msg("There is no language {value}; there are {known}.", value=_short(value), known=", ".join(LANGUAGES))


def check_hostname(value: object) -> Message | None:
    """What is wrong with the wish for a host name, or None."""
    if isinstance(value, str) and _HOST.fullmatch(value):
        return None
    return msg(
        "A host name has letters from a to z, digits and hyphens, 40 at most; {value} has not.", value=_short(value)
    )


def as_host_name(typed: str) -> str:
    """What people type for a host name, as one is written: small letters, a hyphen for each space."""
    return typed.lower().replace(" ", "-")


def check_time_zone(value: object) -> Message | None:
    """What is wrong with the name of a time zone, or None; whether the system knows it shows only there."""
    if isinstance(value, str) and _ZONE.fullmatch(value):
        return None
    return msg("There is no time zone {value}; one is called Europe/Prague.", value=_short(value))


def check_role(value: object) -> Message | None:
    """What is wrong with the role, or None."""
    if value in ROLES:
        return None
    return msg("The role is table or organiser, not {value}.", value=_short(value))


def check_rotate(value: object) -> Message | None:
    """What is wrong with how far the picture is turned, or None."""
    if value in TURNS and type(value) is int:
        return None
    return msg("The picture is turned by 0, 90, 180 or 270 degrees, not by {value}.", value=_short(value))


def check_ssid(value: object) -> Message | None:
    """What is wrong with the name of a Wi-Fi network, or None."""
    if isinstance(value, str) and 0 < len(value.encode()) <= LARGEST_SSID and value.isprintable():
        return None
    return msg("The name of a Wi-Fi network has 1 to 32 characters.")


def check_password(value: object) -> Message | None:
    """What is wrong with the password of a Wi-Fi network, or None. It is never repeated in the sentence."""
    if isinstance(value, str) and (not value or re.fullmatch(r"[ -~]{8,63}|[0-9A-Fa-f]{64}", value)):
        return None
    return msg("A Wi-Fi password has 8 to 63 letters, digits and signs without accents.")


def check_country(value: object) -> Message | None:
    """What is wrong with the country of the radio, or None."""
    if isinstance(value, str) and re.fullmatch(r"[A-Z]{2}", value):
        return None
    return msg("The country of the Wi-Fi has two letters, as CZ; {value} has not.", value=_short(value))


def check_hidden(value: object) -> Message | None:
    """What is wrong with ``hidden``, or None."""
    return None if isinstance(value, bool) else msg("Whether the Wi-Fi is hidden is true or false.")


CHECKS: Mapping[str, Callable[[object], Message | None]] = {
    "language": check_language,
    "hostname": check_hostname,
    "time_zone": check_time_zone,
    "role": check_role,
    "rotate": check_rotate,
}
WIFI_CHECKS: Mapping[str, Callable[[object], Message | None]] = {
    "ssid": check_ssid,
    "password": check_password,
    "country": check_country,
    "hidden": check_hidden,
}


def check(values: Mapping[str, Any]) -> tuple[Answers, tuple[Message, ...]]:
    """The answers among plain values, a sentence for each that is none. A Wi-Fi with a mistake is left out whole."""
    answers, troubles = check_fields(values)
    return answers, tuple(troubles.values())


def check_fields(values: Mapping[str, Any]) -> tuple[Answers, dict[str, Message]]:
    """The same with each sentence under the key of its value; what belongs to the Wi-Fi is called ``wifi.ssid``."""
    good, troubles = _good(values, CHECKS, others=("wifi",))
    wifi = values.get("wifi")
    if isinstance(wifi, Mapping):
        found, wrong = _good(wifi, WIFI_CHECKS)
        if not wrong and "ssid" not in found and found:
            wrong["ssid"] = msg("The Wi-Fi has no name (ssid).")
        troubles |= {f"wifi.{key}": one for key, one in wrong.items()}
        if not wrong and found:
            good["wifi"] = Wifi(**found)
    elif wifi is not None:
        troubles["wifi"] = msg("[wifi] is a table with ssid and password.")
    return Answers(**good), troubles


def _good(
    values: Mapping[str, Any], checks: Mapping[str, Callable[[object], Message | None]], others: tuple[str, ...] = ()
) -> tuple[dict[str, Any], dict[str, Message]]:
    good: dict[str, Any] = {}
    troubles: dict[str, Message] = {}
    for key, value in values.items():
        if key in others:
            continue
        if key not in checks:
            troubles[key] = msg("Nothing is called {key} here.", key=key[:40])
        elif (wrong := checks[key](value)) is not None:
            troubles[key] = wrong
        else:
            good[key] = value
    return good, troubles
