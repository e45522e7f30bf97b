"""What a phone sends: the fields of one form, read into answers by the checks of the screen and the card's file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from device.first_start.common.answers import Answers, as_host_name, check_fields
from device.first_start.common.networks import Network, missing_password
from device.first_start.common.questions import missing_role, unknown_zone
from device.first_start.common.system import CardSystem
from rules.message import Message, msg

NONE, TYPED, SEEN = "none", "typed", "seen:"
"""What stands in the field ``network``: none, one that is typed, or after `SEEN` the name of one in the list."""


def read(
    fields: Mapping[str, str], networks: Sequence[Network], system: CardSystem
) -> tuple[Answers, dict[str, Message]]:
    """The answers, and a sentence for each field that has none of them.

    A field that is empty is a question that stays as it is.
    """
    values: dict[str, Any] = {}
    for key in ("language", "time_zone", "role"):
        if given := fields.get(key, "").strip():
            values[key] = given
    if name := fields.get("hostname", "").strip():
        values["hostname"] = as_host_name(name)
    seen, wifi = None, _wifi(fields)
    if wifi is not None:
        values["wifi"] = wifi
        seen = next((network for network in networks if network.ssid == wifi["ssid"]), None)
    answers, troubles = check_fields(values)
    if seen is not None and seen.account:
        troubles["wifi.ssid"] = msg("This network asks for a company account; a table has none.")
    elif seen is not None and wifi is not None and (missing := missing_password(seen, wifi["password"])) is not None:
        troubles["wifi.password"] = missing
    if answers.time_zone is not None and (unknown := unknown_zone(system, answers.time_zone)) is not None:
        troubles["time_zone"] = unknown
    if answers.role is not None and (absent := missing_role(system, answers.role)) is not None:
        troubles["role"] = absent
    return answers, troubles


def _wifi(fields: Mapping[str, str]) -> dict[str, Any] | None:
    network, password = fields.get("network", NONE), fields.get("password", "")
    if network.startswith(SEEN):
        return {"ssid": network.removeprefix(SEEN), "password": password}
    if network == TYPED:
        return {"ssid": fields.get("ssid", "").strip(), "password": password, "hidden": True}
    return None
