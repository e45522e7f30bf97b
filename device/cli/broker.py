"""``dvojtah broker``: the files that Mosquitto runs an event on, and every table's code."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from device.cli.ports import port
from device.i18n import t


class BrokerFailure(Exception):
    """Something that ends the command with status 1 and one line."""


def add_parser(commands: Any) -> None:
    """``broker`` and what belongs to it."""
    top = commands.add_parser("broker", help=t("the files of an event's broker, and a code for every table"))
    top.add_argument("folder", type=Path, help=t("where the files are kept; made again, the codes given out stay"))
    top.add_argument("--event", required=True, help=t("id of the event: small letters, digits, hyphens"))
    top.add_argument("--tables", type=int, required=True, help=t("how many tables there are"))
    top.add_argument("--host", required=True, help=t("address of the broker as the tables see it"))
    top.add_argument("--port", type=port, help=t("its port (default: 1883, with TLS 8883)"))
    top.add_argument("--tls", action="store_true", help=t("over TLS, with a certificate of its own"))
    top.add_argument("--renew", type=int, nargs="*", default=[], help=t("numbers of tables that get a new code"))


def run_broker(options: argparse.Namespace) -> int:
    """Run ``dvojtah broker``; its exit status. Raises `BrokerFailure`."""
    from device.event.broker import BrokerTrouble, make  # noqa: PLC0415 - only here

    if not 1 <= options.tables <= 9999:
        raise BrokerFailure(t("An event has 1 to 9999 tables."))
    try:
        broker = make(
            options.folder,
            options.event,
            options.tables,
            options.host,
            options.port,
            tls=options.tls,
            renew=tuple(options.renew),
        )
    except msgspec.ValidationError:
        raise BrokerFailure(t("An event's id is small letters, digits and hyphens, at most 32.")) from None
    except BrokerTrouble as trouble:
        raise BrokerFailure(str(trouble)) from None
    except ValueError:
        raise BrokerFailure(t("This address cannot stand in a code; use a number or a short name.")) from None
    for table in range(1, options.tables + 1):
        print(f"{table}\t{broker.code(table)}")
    return 0
