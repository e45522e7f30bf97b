"""``dvojtah broker``: the files that Mosquitto runs an event on, and every table's code; loaded when asked for."""

from __future__ import annotations

import argparse

import msgspec

from device.cli.failure import Failure
from device.event.broker import BrokerTrouble, codes_text, make, write_codes
from device.i18n import t


def run_broker(options: argparse.Namespace) -> int:
    """Run ``dvojtah broker``; its exit status. Raises `Failure`."""
    if not 1 <= options.tables <= 9999:
        raise Failure(t("An event has 1 to 9999 tables."))
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
        if options.codes is not None:
            write_codes(broker, options.tables, options.codes)
    except msgspec.ValidationError:
        raise Failure(t("An event's id is small letters, digits and hyphens, at most 32.")) from None
    except BrokerTrouble as trouble:
        raise Failure(str(trouble)) from None
    except ValueError:
        raise Failure(t("This address cannot stand in a code; use a number or a short name.")) from None
    if options.codes is None:
        print(codes_text(broker, options.tables), end="")
    return 0
