"""A port over TLS that machines speak to: its place, and a certificate of its own, known by its hash."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from device.common.event.broker import BrokerTrouble, certificate
from device.common.web.serve import port_for
from rules.message import Refusal

log = logging.getLogger("dvojtah.organiser")


@dataclass(frozen=True, slots=True)
class MachinePlace:
    """Where a listener is: the ``folder`` of its certificate, the ``host`` and port that it listens on (None: the
    usual one), the ``address`` under which others reach it."""

    folder: Path
    host: str
    address: str
    port: int | None = None

    def prepare(self, usual: int, stem: str) -> tuple[int, str, tuple[Path, Path]]:
        """The port that is free, the certificate's pin, and the files of certificate and key, by their ``stem``.

        Raises `Refusal`.
        """
        try:
            pin = certificate(self.folder, self.address, stem)
            port = port_for(self.port, usual, self.host)
        except (BrokerTrouble, OSError) as error:
            log.error("%s", error)
            raise Refusal("", "The certificate for other machines could not be made; is openssl installed?") from None
        return port, pin, (self.folder / f"{stem}.crt", self.folder / f"{stem}.key")
