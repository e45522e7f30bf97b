"""A Wi-Fi network as NetworkManager keeps it, and why it does not work, in one sentence."""

from __future__ import annotations

import hashlib
import re
import uuid

from device.first_start.common.answers import Wifi
from device.first_start.common.system import CardSystem
from rules.message import Message, msg

NAME = "dvojtah"
PROFILE = f"/etc/NetworkManager/system-connections/{NAME}.nmconnection"
RADIO = "/etc/modprobe.d/dvojtah-wifi.conf"
"""The country for the radio at every later start."""
JOIN_S = 45
"""Seconds that joining may take; a command is given up a little later (`system.COMMAND_S`)."""
WITHOUT_WPA3 = "pmf=1"
"""NetworkManager offers WPA3 (SAE), too, unless protected frames are disabled (nm-supplicant-config.c).

WPA3 cannot use a derived key, and a network of WPA2 and WPA3 would not be joined at all (raspberrypi/linux #7634).
"""
_NAMESPACE = uuid.UUID("5a5f0a54-7d0c-4e0b-9c55-0d1f2c7f7b1e")
_WRONG = ("secrets", "(7)", "(8)", "(9)", "(10)", "(11)", "authentication")
"""What NetworkManager says where the password is not the network's (NMDeviceStateReason 7 to 11)."""
_AWAY = ("(53)", "could not be found", "no network with ssid")


def derived_key(wifi: Wifi) -> str:
    """The key that WPA2 makes of name and password (IEEE 802.11i): the profile need not hold the password itself."""
    if re.fullmatch(r"[0-9A-Fa-f]{64}", wifi.password):
        return wifi.password.lower()
    return hashlib.pbkdf2_hmac("sha1", wifi.password.encode(), wifi.ssid.encode(), 4096, 32).hex()


def profile(wifi: Wifi) -> str:
    """The profile's file (nm-settings-keyfile(5)). The same network gives the same text."""
    ssid = "".join(f"{byte};" for byte in wifi.ssid.encode())
    lines = [
        "[connection]",
        f"id={NAME}",
        f"uuid={uuid.uuid5(_NAMESPACE, wifi.ssid)}",
        "type=wifi",
        "autoconnect=true",
        "[wifi]",
        "mode=infrastructure",
        f"ssid={ssid}",
        *(["hidden=true"] if wifi.hidden else []),
        *(["[wifi-security]", "key-mgmt=wpa-psk", WITHOUT_WPA3, f"psk={derived_key(wifi)}"] if wifi.password else []),
        "[ipv4]",
        "method=auto",
        "[ipv6]",
        "method=auto",
    ]
    return "\n".join(lines) + "\n"


def is_for(system: CardSystem, ssid: str) -> bool:
    """Whether the profile that is kept is of that network."""
    return f"uuid={uuid.uuid5(_NAMESPACE, ssid)}\n" in system.read(PROFILE)


def join(system: CardSystem, ssid: str) -> Message | None:
    """Join the network of the profile now; None where that went well, else one sentence. Waits up to `JOIN_S`."""
    system.run("rfkill", "unblock", "wifi")
    system.run("nmcli", "radio", "wifi", "on")
    system.run("nmcli", "connection", "reload")
    status, output = system.run("nmcli", "--wait", str(JOIN_S), "connection", "up", "id", NAME)
    return None if status == 0 else explain_failure(status, output, ssid)


def forget(system: CardSystem) -> None:
    """Take the profile away. Raises OSError."""
    system.path(PROFILE).unlink(missing_ok=True)
    system.run("nmcli", "connection", "reload")


def explain_failure(status: int, output: str, ssid: str) -> Message:
    """What nmcli answered, as a sentence (nmcli(1), exit status)."""
    plain = output.casefold()
    if status == 127:
        return msg("There is no NetworkManager here, so no Wi-Fi; the table plays without.")
    if any(phrase in plain for phrase in _AWAY):
        return msg("The Wi-Fi {ssid} is not in range; the table plays without.", ssid=ssid)
    if any(phrase in plain for phrase in _WRONG):
        return msg("The Wi-Fi {ssid} did not take the password; the table plays without.", ssid=ssid)
    if "no suitable device" in plain or "not available" in plain:
        return msg("This device has no Wi-Fi that works; the table plays without.")
    return msg("The Wi-Fi {ssid} could not be joined; the table plays without.", ssid=ssid)
