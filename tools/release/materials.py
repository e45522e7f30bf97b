"""What a package is made of, as a CycloneDX bill of materials."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from importlib.metadata import Distribution
from pathlib import Path
from uuid import UUID, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tools.image.licences import libraries, stated

NAMESPACE = UUID("0c5a8d2e-1a6b-4f0c-9a53-9f2f9f1f7d11")
"""Of serial numbers, which are made of what a bill holds: equal bills are equal to the byte."""


def bill_of(site: Path, version: str, moment: int) -> str:
    """The bill of materials (CycloneDX 1.6, JSON) of the program ``version`` with the libraries in ``site``.

    A library has its version, its licence, its package URL, and the SHA-256 of the list of its files (RECORD), which
    has the hash of each; ``moment`` (s since 1970) is the age that the bill states.
    """
    factory = LicenseFactory()
    program = Component(name="dvojtah", version=version, type=ComponentType.APPLICATION, bom_ref=f"dvojtah@{version}")
    bom = Bom(metadata=BomMetaData(component=program, timestamp=datetime.fromtimestamp(moment, UTC)))
    parts = [
        Component(
            name=library.name,
            version=library.version,
            type=ComponentType.LIBRARY,
            bom_ref=f"{library.name}@{library.version}",
            purl=PackageURL("pypi", name=library.name.lower().replace("_", "-"), version=library.version),
            licenses=[factory.make_from_string(stated(library))],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=_digest(library))],
        )
        for library in libraries(site)
    ]
    for part in parts:
        bom.components.add(part)
        bom.register_dependency(part)
    bom.register_dependency(program, parts)
    bom.serial_number = uuid5(NAMESPACE, " ".join([version, *(str(part.purl) for part in parts)]))
    return str(JsonV1Dot6(bom).output_as_string(indent=1)) + "\n"


def _digest(library: Distribution) -> str:
    return hashlib.sha256((library.read_text("RECORD") or "").encode()).hexdigest()
