"""What `argparse` takes for the ``type`` of a command's arguments. Each raises ArgumentTypeError with what is wrong."""

from __future__ import annotations

import argparse
import ipaddress
import re

from device.i18n import t


def port(text: str) -> int:
    """A TCP port, 1 to 65535."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(t("A port is a number from 1 to 65535."))
    return int(text)


def network(text: str) -> str:
    """An address or a network of them."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        wrong = t("{text} is no address and no network, as 192.168.1.5 and 192.168.1.0/24 are.", text=text[:50])
        raise argparse.ArgumentTypeError(wrong) from None


def base_path(text: str) -> str:
    """The path at which pages stand behind a proxy, with a slash at both ends."""
    path = f"/{text.strip('/')}/" if text.strip("/") else "/"
    if not re.fullmatch(r"/([A-Za-z0-9._~-]{1,60}/){0,6}", path) or "/." in path:
        wrong = t("{text} is no path for pages: letters, digits and hyphens, as /tournament has.", text=text[:50])
        raise argparse.ArgumentTypeError(wrong)
    return path
