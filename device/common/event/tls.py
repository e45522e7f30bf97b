"""TLS towards a broker that is known by the hash of its certificate, or by an authority."""

from __future__ import annotations

import hashlib
import hmac
import ssl
from pathlib import Path
from typing import Any

from device.common.event.ticket import Ticket
from device.common.files.small_file import Damaged, read_bounded

LARGEST = 4 << 20
"""Bytes of a file with authorities: a whole system's has some hundred thousand."""


def context(ticket: Ticket) -> ssl.SSLContext | None:
    """The TLS context for ``ticket``; None where it wants none. Raises OSError for a file that cannot be read."""
    if ticket.pin:
        return pinned_context(ticket.pin)
    if ticket.ca:
        try:
            read_bounded(Path(ticket.ca), LARGEST)  # a pipe would keep everybody waiting
        except Damaged as error:
            raise OSError(str(error)) from None
    return ssl.create_default_context(cafile=ticket.ca or None) if ticket.ca or ticket.tls else None


class PinnedContext(ssl.SSLContext):
    """TLS with exactly one certificate. ``another`` says that a broker showed another one the last time."""

    another: bool


def pinned_context(pin: str) -> PinnedContext:
    """TLS with exactly that certificate, whose SHA-256 begins with ``pin`` (hexadecimal digits).

    No authority, name or date is asked: the hash says more than all three, and a Pi without a network time may believe
    that it is years ago. The certificate is looked at within the handshake, before a password is sent.
    """
    pinned = PinnedContext(ssl.PROTOCOL_TLS_CLIENT)
    pinned.another = False

    class Pinned(ssl.SSLSocket):
        """A socket whose other end must show that certificate."""

        def do_handshake(self, *args: Any, **kwargs: Any) -> None:
            super().do_handshake(*args, **kwargs)
            shown = self.getpeercert(binary_form=True) or b""
            pinned.another = not hmac.compare_digest(hashlib.sha256(shown).hexdigest()[: len(pin)], pin)
            if pinned.another:
                raise ssl.SSLCertVerificationError("the broker shows another certificate than the code says")

    pinned.check_hostname = False
    pinned.verify_mode = ssl.CERT_NONE
    pinned.sslsocket_class = Pinned
    return pinned
