"""What people say at the first start, value by value: one that is wrong is named in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from device.common.languages import LANGUAGES
from rules.explain import quote
from rules.message import Message, msg

Role = Literal["table", "organiser"]
ROLES: tuple[Role, ...] = ("table", "organiser")
Degrees = Literal[0, 90, 180, 270]
TURNS: tuple[Degrees, ...] = (0, 90, 180, 270)
"""How far a picture can be turned, clockwise."""
COUNTRY = "CZ"
"""Whose rules the radio keeps where nobody names another country (ISO 3166)."""
LARGEST_SSID = 32
"""Bytes of a network's name (IEEE 802.11)."""


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


def _short(value: object) -> str:
    """A value as a sentence names it, whatever a file holds."""
    try:
        return str(value)[:60]
    except (ValueError, RecursionError):  # a number of thousands of digits
        return "?"


Check = Callable[[object], Message | None]
"""What is wrong with a value, or None."""


def _text(pattern: str) -> Callable[[object], bool]:
    form = re.compile(pattern)
    return lambda value: isinstance(value, str) and form.fullmatch(value) is not None


def _check(is_right: Callable[[object], bool], wrong: Callable[[str], Message]) -> Check:
    """Says what is ``wrong`` with a value, which the sentence may repeat: none about a password does."""
    return lambda value: None if is_right(value) else wrong(_short(value))


def _is_ssid(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.encode()) <= LARGEST_SSID and value.isprintable()


CHECKS: Mapping[str, Check] = {
    "language": _check(
        lambda value: value in LANGUAGES,
        lambda value: msg("There is no language {value}; there are {known}.", value=value, known=", ".join(LANGUAGES)),
    ),
    "hostname": _check(
        _text("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?"),
        lambda value: msg(
            "A host name has only letters from a to z, digits and hyphens, 40 at most; {value} does not fit.",
            value=value,
        ),
    ),
    "time_zone": _check(  # whether the system knows it shows only there
        _text("[A-Za-z0-9+_-]{1,40}(/[A-Za-z0-9+_-]{1,40}){0,2}"),
        lambda value: msg("There is no time zone {value}; one is called Europe/Prague.", value=value),
    ),
    "role": _check(
        lambda value: value in ROLES, lambda value: msg("The role is table or organiser, not {value}.", value=value)
    ),
    "rotate": _check(
        lambda value: value in TURNS and type(value) is int,
        lambda value: msg("The picture is turned by 0, 90, 180 or 270 degrees, not by {value}.", value=value),
    ),
}
WIFI_CHECKS: Mapping[str, Check] = {
    "ssid": _check(_is_ssid, lambda _: msg("The name of a Wi-Fi network has 1 to 32 characters.")),
    "password": _check(
        _text("|[ -~]{8,63}|[0-9A-Fa-f]{64}"),
        lambda _: msg("A Wi-Fi password has 8 to 63 letters, digits and symbols, without accents."),
    ),
    "country": _check(
        _text("[A-Z]{2}"),
        lambda value: msg("The country of the Wi-Fi has two letters, such as CZ; {value} does not fit.", value=value),
    ),
    "hidden": _check(
        lambda value: isinstance(value, bool), lambda _: msg("For a hidden Wi-Fi write true, otherwise false.")
    ),
}


def as_host_name(typed: str) -> str:
    """What people type for a host name, as one is written: small letters, a hyphen for each space."""
    return typed.lower().replace(" ", "-")


def check(values: Mapping[str, Any]) -> tuple[Answers, tuple[Message, ...]]:
    """The answers among plain values, a sentence for each that is none. A Wi-Fi with a mistake is left out whole."""
    answers, troubles = check_fields(values)
    return answers, tuple(troubles.values())


def check_fields(values: Mapping[str, Any]) -> tuple[Answers, dict[str, Message]]:
    """The same with each sentence under the key of its value; what belongs to the Wi-Fi is called ``wifi.ssid``."""
    good, troubles = _good({key: value for key, value in values.items() if key != "wifi"}, CHECKS)
    wifi = values.get("wifi")
    if isinstance(wifi, Mapping):
        fields, wrong = _good(wifi, WIFI_CHECKS)
        if not wrong and "ssid" not in fields and fields:
            wrong["ssid"] = msg("The Wi-Fi has no name.")
        troubles |= {f"wifi.{key}": message for key, message in wrong.items()}
        if not wrong and fields:
            good["wifi"] = Wifi(**fields)
    elif wifi is not None:
        troubles["wifi"] = msg("[wifi] is a table with ssid and password.")
    return Answers(**good), troubles


def _good(values: Mapping[str, Any], checks: Mapping[str, Check]) -> tuple[dict[str, Any], dict[str, Message]]:
    good: dict[str, Any] = {}
    troubles: dict[str, Message] = {}
    for key, value in values.items():
        if key not in checks:
            troubles[key] = msg("There is no setting {key} here.", key=quote(key))
        elif (wrong := checks[key](value)) is not None:
            troubles[key] = wrong
        else:
            good[key] = value
    return good, troubles
