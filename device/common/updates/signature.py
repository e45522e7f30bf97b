"""Whether an update is whole and its builder's, for who hands it on. A table leaves that to the system."""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path

import msgspec

from device.common.files.small_file import Damaged, plain_file, read_bounded
from device.common.updates.offers import BLOCK, MEMBERS, UpdateManifest, member_size, read_member
from rules.loading import readable
from rules.message import Refusal

KEYS = Path("/etc/dvojtah/update-keys.pub")
"""Public keys of whoever may make updates, one a line, as on every card; elsewhere people put them there."""
SIGNER, NAMESPACE = "builder", "dvojtah-update"
"""Whose signature it is, and what it is for (ssh-keygen(1), ``-Y``)."""
PATIENCE_S = 30


def known_keys(place: Path = KEYS) -> list[str]:
    """The builder's keys; none where this machine knows none, or cannot read them."""
    try:
        lines = read_bounded(place).decode().splitlines()
    except (FileNotFoundError, Damaged, ValueError):
        return []
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]


def check_update(file: Path, name: str, keys: list[str]) -> UpdateManifest:
    """What an update says of itself that is whole and signed with one of the ``keys``; ``name`` is what people call it.

    Without keys it has to be signed, by whomever. Raises `Refusal` and OSError.
    """
    none = Refusal("", "{file} is not an update of the table, or it is damaged.", file=name[:80])
    try:
        with plain_file(file, links=False) as opened:
            text = read_member(opened, MEMBERS[0])
            manifest = msgspec.json.decode(text, type=readable(UpdateManifest))
            try:
                signature = read_member(opened, MEMBERS[1])
            except ValueError:
                raise Refusal("", "{file} is not signed, and no table would take it.", file=name[:80]) from None
            if keys and not _is_signed(text, signature, keys):
                raise Refusal("", "{file} is not signed by the builder, and no table would take it.", file=name[:80])
            left, digest = member_size(opened, MEMBERS[2]), hashlib.sha256()
            whole = left == manifest.size
            while block := opened.read(min(left, BLOCK)):
                digest.update(block)
                left -= len(block)
    except (Damaged, tarfile.TarError, ValueError, RecursionError):
        raise none from None
    if left or not whole or digest.hexdigest() != manifest.sha256:
        raise none
    return manifest


def _is_signed(text: bytes, signature: bytes, keys: list[str]) -> bool:
    """Raises `Refusal` where that cannot be told here."""
    with tempfile.TemporaryDirectory(prefix="dvojtah-") as folder:
        allowed, beside = Path(folder) / "allowed", Path(folder) / "signature"
        allowed.write_text("".join(f'{SIGNER} namespaces="{NAMESPACE}" {key}\n' for key in keys), encoding="utf-8")
        beside.write_bytes(signature)
        command = ("ssh-keygen", "-Y", "verify", "-f", allowed, "-I", SIGNER, "-n", NAMESPACE, "-s", beside)
        try:
            done = subprocess.run(command, input=text, capture_output=True, timeout=PATIENCE_S, check=False)
        except FileNotFoundError:
            raise Refusal("", "Signatures cannot be checked here; install openssh-client.") from None
    return done.returncode == 0
