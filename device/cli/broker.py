"""``dvojtah broker``: its command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from device.cli.ports import port
from device.i18n import t


def add_parser(commands: Any) -> None:
    """``broker`` and what belongs to it."""
    commands.add_parser(
        "broker", help=t("the files of an event's broker, and a code for every table"), add_rest=_add_options
    )


def _add_options(top: Any) -> None:
    top.add_argument("folder", type=Path, help=t("where the files are kept; made again, the codes given out stay"))
    top.add_argument("--event", required=True, help=t("id of the event: small letters, digits, hyphens"))
    top.add_argument("--tables", type=int, required=True, help=t("how many tables there are"))
    top.add_argument("--host", required=True, help=t("address of the broker as the tables see it"))
    top.add_argument("--port", type=port, help=t("its port (default: 1883, with TLS 8883)"))
    top.add_argument("--tls", action="store_true", help=t("over TLS, with a certificate of its own"))
    top.add_argument("--codes", type=Path, help=t("file to write the codes to (default: standard output)"))
    top.add_argument("--renew", type=int, nargs="*", default=[], help=t("numbers of tables that get a new code"))
