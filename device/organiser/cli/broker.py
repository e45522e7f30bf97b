"""``dvojtah broker``: the files of an event's broker, and a code for every table."""

from __future__ import annotations

import argparse

import msgspec

from device.common.cli.failure import Failure
from device.common.event.broker import codes_text, make, write_codes
from device.common.i18n import t
from device.common.progress import ProgressLine
from device.common.settings.settings import Settings


def run_broker(options: argparse.Namespace, settings: Settings) -> int:
    """Run ``dvojtah broker``; its exit status. Raises `Failure` and `BrokerTrouble`."""
    if not 1 <= options.tables <= 9999:
        raise Failure(t("An event has 1 to 9999 tables."))
    try:
        with ProgressLine(t("A code for every table:")):
            broker = make(
                options.folder,
                options.event,
                options.tables,
                options.host,
                options.port,
                tls=options.tls,
                plain=not options.no_plain,
                renew=tuple(options.renew),
            )
        if options.codes is not None:
            write_codes(broker, options.tables, options.codes)
    except msgspec.ValidationError:
        raise Failure(t("An event's id is small letters, digits and hyphens, at most 32.")) from None
    except ValueError:
        raise Failure(t("This address cannot be part of a code; use a number or a short name.")) from None
    if options.codes is None:
        print(codes_text(broker, options.tables), end="")
    return 0
