"""Ports as the command line takes them."""

from __future__ import annotations

import argparse

from device.i18n import t


def port(text: str) -> int:
    """A TCP port, 1 to 65535, for `argparse`'s ``type``. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(t("A port is a number from 1 to 65535."))
    return int(text)
