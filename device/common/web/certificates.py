"""An authority of this computer's own and a certificate for the names under which browsers reach it, made by openssl.

Browsers warn of a page that they know from nobody. Whoever goes on all the same, or keeps the authority, has a page
whose screen stays on. The authority is good for local names and addresses alone: nobody can stand for a site of the
internet with it, whoever gets hold of its key.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import logging
import os
import re
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from starlette.responses import FileResponse, Response

from device.common.files.os_errors import check_readable
from device.common.web.network import interfaces, reachable_address
from rules.message import Refusal

log = logging.getLogger("dvojtah.browser")

FOLDER = "tls"
"""The folder beside the journal in which they are kept."""
AUTHORITY = "authority"
YEARS = 10
"""How long the authority is good."""
DAYS = 820
"""How long a certificate is good; Apple's browsers take none that is longer (825 days)."""
RENEWED_S = 60 * 86_400
"""A certificate that is good for less than this is made anew at the next start."""
CONFIGURATION = """[req]
prompt = no
distinguished_name = name
[name]
CN = {name}
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
nameConstraints = critical, permitted;DNS:local, permitted;DNS:localhost
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""


class Certificate(NamedTuple):
    """The files of a server's certificate and its key, and that of the authority which vouches for it.

    ``authority`` is None where somebody else's does, which browsers may know.
    """

    chain: Path
    key: Path
    authority: Path | None = None

    @property
    def print(self) -> str:
        """The SHA-256 of the authority's certificate, as browsers show it; empty where it is not this computer's."""
        return "" if self.authority is None else print_of(self.authority)


def own_names() -> tuple[str, ...]:
    """The names and IPv4 addresses under which browsers reach this computer."""
    name = socket.gethostname().lower().partition(".")[0]
    addresses = {address for _, text in interfaces() for address in text.split(" · ") if "." in address}
    return (f"{name}.local", "localhost", "127.0.0.1", *sorted(addresses | {reachable_address() or "127.0.0.1"}))


def certificate(folder: Path, names: Sequence[str] | None = None) -> Certificate:
    """The certificate for ``names`` (None: `own_names`), of the authority in ``folder``; what is not there is made.

    It stays the same as long as it is good, so that whoever has accepted it is not asked again; what is damaged is made
    anew. Raises `Refusal` where it cannot be made.
    """
    wanted = tuple(dict.fromkeys(own_names() if names is None else names))
    authority = Certificate(*(folder / f"{AUTHORITY}.{kind}" for kind in ("crt", "key", "crt")))
    stem = hashlib.sha256(" ".join(wanted).encode()).hexdigest()[:16]
    own = Certificate(folder / f"{stem}.crt", folder / f"{stem}.key", authority.chain)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_good(authority):
            _make(authority, None, f"Dvojtah {wanted[0]}", wanted)
        if not _is_good(own):
            _make(own, authority, wanted[0], wanted)
    except subprocess.CalledProcessError as error:
        log.error("openssl: %s", error.stderr.decode(errors="replace")[:500])
        raise Refusal("", "The certificate could not be made; the log says why.") from None
    except FileNotFoundError:
        raise Refusal(
            "", "The certificate is made by openssl, which is not installed: sudo apt install openssl"
        ) from None
    return own


def print_of(file: Path) -> str:
    """The SHA-256 of a certificate in pairs of digits; empty where there is none."""
    try:
        raw = ssl.PEM_cert_to_DER_cert(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return ""
    return hashlib.sha256(raw).digest().hex(":").upper()


def names_in(chain: Path) -> tuple[str, ...]:
    """The names and addresses that a certificate is for, small letters; none where openssl cannot read them."""
    try:
        output = openssl("x509", "-noout", "-ext", "subjectAltName", "-in", chain, check=False).stdout.decode()
    except OSError:
        return ()
    return tuple(name.lower() for name in re.findall(r"(?:DNS|IP Address):([^,\s]+)", output))


def authority_response(own: Certificate | None, headers: Mapping[str, str]) -> Response:
    """The certificate of this computer's authority, for whoever wants to know its pages; nothing where it has none."""
    if own is None or own.authority is None:
        return Response("", 404, headers=headers)
    kind = "application/x-x509-ca-cert"
    return FileResponse(own.authority, media_type=kind, filename="dvojtah.crt", headers=headers)


def certificate_in(chain: Path, key: Path | None) -> Certificate:
    """The certificate in files that somebody names; without a ``key`` the first file has it, too. Raises `Refusal`."""
    check_readable(*filter(None, (chain, key)))
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key)
    except (OSError, ValueError):
        both = f"{chain}, {key}" if key else str(chain)
        raise Refusal("", "{file} is not a readable certificate with its key (PEM).", file=both) from None
    return Certificate(chain, key or chain)


def _is_good(target: Certificate) -> bool:
    """Whether a certificate is there with its key, vouched for by its authority, and good for some time to come."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(target.chain, target.key)
    except (OSError, ValueError):
        return False
    checks: tuple[list[str | Path], ...] = (
        ["x509", "-noout", "-checkend", str(RENEWED_S), "-in", target.chain],
        ["verify", "-CAfile", target.authority or target.chain, target.chain],
    )
    return all(openssl(*how, check=False).returncode == 0 for how in checks)


NEW_KEY = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
"""What makes a key and its certificate."""


def openssl(*how: str | Path, check: bool = True) -> subprocess.CompletedProcess[bytes]:
    """Run openssl. Raises OSError, and CalledProcessError where ``check``."""
    return subprocess.run(["openssl", *how], check=check, capture_output=True)


def _make(target: Certificate, by: Certificate | None, name: str, names: Sequence[str]) -> None:
    """Make a key and its certificate, signed by ``by`` (None: by itself). Raises CalledProcessError and OSError."""
    subjects = ", ".join(map(subject_of, names))
    with tempfile.TemporaryDirectory(dir=target.chain.parent) as folder:
        chain, key, configuration = (Path(folder) / each for each in ("crt", "key", "cnf"))
        configuration.write_text(CONFIGURATION.format(name=name[:60], names=subjects), encoding="utf-8")
        how: list[str | Path] = ["-config", configuration, "-extensions", "authority" if by is None else "server"]
        how += ["-days", str(366 * YEARS if by is None else DAYS), "-keyout", key, "-out", chain]
        if by is not None:
            how += ["-CA", by.chain, "-CAkey", by.key]
        openssl(*NEW_KEY, *how)
        key.chmod(0o600)
        with contextlib.suppress(FileNotFoundError):
            target.chain.unlink()  # so that no moment has a certificate beside another one's key
        os.replace(key, target.key)
        os.replace(chain, target.chain)


def subject_of(name: str) -> str:
    """A name or an address as a certificate has it."""
    try:
        return f"IP:{ipaddress.ip_address(name)}"
    except ValueError:
        return f"DNS:{name}"
