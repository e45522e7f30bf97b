"""The certificate of a server: one in files that somebody names, or one of this computer's own."""

from __future__ import annotations

import argparse

from device.common.cli.failure import Failure
from device.common.i18n import t
from device.common.settings.settings import Settings
from device.common.web.certificates import FOLDER, Certificate, certificate, certificate_in
from device.common.web.connections import LOOPBACK, within


def chosen_certificate(options: argparse.Namespace, settings: Settings, wanted: bool) -> Certificate | None:
    """What ``--certificate`` and ``--key`` name, else this computer's own where TLS is ``wanted``.

    Raises `Failure`, `Refusal` and OSError.
    """
    if options.certificate is not None:
        return certificate_in(options.certificate, options.key)
    if options.key is not None:
        raise Failure(t("--key says where the key of --certificate is; name both."))
    return certificate(settings.journal_path.parent / FOLDER) if wanted else None


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches what listens at ``host``."""
    return host == "localhost" or within(host.strip("[]"), LOOPBACK)
