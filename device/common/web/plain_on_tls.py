"""Who speaks plain HTTP to a port that speaks TLS is led to https: an address in a browser's memory goes on to work.

Nobody is led elsewhere: a host that the certificate does not name is passed over, and its own first name stands there.

asyncio gives the first bytes of a connection to the TLS context's own object; where they are no handshake but the head
of a request, it answers that, once, and nothing else of it is looked at. The connection ends like one whose handshake
comes to no end.
"""

from __future__ import annotations

import re
import ssl
from asyncio import sslproto
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from device.common.web.certificates import names_in

BUFFER = 32 * 1024
"""Bytes that a TLS connection may bring at once. asyncio keeps a buffer of eight times as much for each, which a crowd
that opens connections makes a gigabyte of before Python has collected the first that are gone."""
HANDSHAKE = 0x16
"""The first byte of a TLS record with a handshake (RFC 8446, 5.1)."""
_HEAD = re.compile(
    rb"[A-Z]{1,10} (/[!-~]{0,1000}) HTTP/1\.[01]\r\n(?:.*\r\n)*?[Hh]ost: *([A-Za-z0-9.:\[\]-]{1,260})\r\n"
)


class RedirectingContext(ssl.SSLContext):
    """A server's context that answers plain HTTP with the way to https."""

    sslobject_class: type[ssl.SSLObject]
    names: tuple[str, ...] = ()
    """What the certificate names, and the port that is listened on."""
    port: int = 443

    def wrap_bio(self, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO, *args: Any, **kwargs: Any) -> ssl.SSLObject:
        """`ssl.SSLContext.wrap_bio`."""
        tls = super().wrap_bio(incoming, outgoing, *args, **kwargs)
        assert isinstance(tls, _Redirecting)
        tls.incoming, tls.outgoing, tls.names, tls.port = incoming, outgoing, self.names, self.port
        return tls


class _Redirecting(ssl.SSLObject):
    incoming: ssl.MemoryBIO
    outgoing: ssl.MemoryBIO
    names: tuple[str, ...]
    port: int
    plain: bytes | None = None
    """What came of a request that is no handshake."""
    shakes = False
    """Whether the first byte was that of a handshake."""

    def do_handshake(self) -> None:
        """`ssl.SSLObject.do_handshake`; SSLWantReadError while a plain request comes, and once it was answered."""
        if not self.shakes and self.incoming.pending:
            came = self.incoming.read()
            self.shakes = self.plain is None and came[0] == HANDSHAKE
            if self.shakes:
                self.incoming.write(came)
            else:
                self.plain = ((self.plain or b"") + came)[:4096]
                if answer := redirect(self.plain, self.names, self.port):
                    self.outgoing.write(answer)
                    self.plain = b"-"  # what comes after it is not answered again
        if self.plain is not None:
            raise ssl.SSLWantReadError
        super().do_handshake()


def redirect(head: bytes, names: Sequence[str] = (), port: int = 443) -> bytes | None:
    """The answer to a plain request on ``port`` of who is called ``names``; None until its host is known, or without a
    name."""
    match, own = _HEAD.match(head), next((name for name in names if not name.startswith("*")), None)
    if match is None or own is None:
        return None
    host = match[2].decode()
    name = host.partition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    if not any(_is_called(name.lower(), pattern) for pattern in names):
        own = f"[{own}]" if ":" in own else own
        host = own if port == 443 else f"{own}:{port}"
    to = f"https://{host}".encode() + match[1]
    return b"HTTP/1.1 307 Temporary Redirect\r\nlocation: " + to + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def _is_called(name: str, pattern: str) -> bool:
    """Whether that is the name of a certificate, which may be any under a domain (``*.example.org``)."""
    return name == pattern or (pattern.startswith("*.") and name.partition(".")[2] == pattern[2:])


def server_context(chain: str, key: str, port: int = 443) -> RedirectingContext:
    """The context of a server on ``port`` with these files. Raises OSError."""
    sslproto.SSLProtocol.max_size = BUFFER
    context = RedirectingContext(ssl.PROTOCOL_TLS_SERVER)
    context.sslobject_class = _Redirecting
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(chain, key)
    context.names, context.port = names_in(Path(chain)), port
    return context
