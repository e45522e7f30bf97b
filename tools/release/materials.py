"""What a package is made of, as a CycloneDX bill of materials."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from email.parser import Parser
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
from tools.image.payload import normal

NAMESPACE = UUID("0c5a8d2e-1a6b-4f0c-9a53-9f2f9f1f7d11")
"""Of serial numbers, which are made of what a bill holds: equal bills are equal to the byte."""
FONT = Component(
    name="terminus-font",
    version="4.48",
    type=ComponentType.LIBRARY,
    bom_ref="terminus-font@4.48",
    licenses=[LicenseFactory().make_from_string("OFL-1.1")],
)
"""The font of the OLEDs, the one thing in the program that others made (device/peripherals/terminus)."""


def bill_of(site: Path, version: str, moment: int) -> str:
    """The bill of materials (CycloneDX 1.6, JSON) of the program ``version`` with the libraries in ``site``.

    A library has its version, its licence, its package URL, and the SHA-256 of the list of its files (RECORD), which
    has the hash of each; within it stands what it brings of others (`brought`). ``moment`` (s since 1970) is the age
    that the bill states.
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
            purl=PackageURL("pypi", name=normal(library.name), version=library.version),
            licenses=[factory.make_from_string(stated(library))],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=_digest(library))],
            components=list(brought(library)),
        )
        for library in libraries(site)
    ]
    for part in (FONT, *parts):
        bom.components.add(part)
        bom.register_dependency(part)
    bom.register_dependency(program, (FONT, *parts))
    bom.serial_number = uuid5(NAMESPACE, " ".join([version, *(str(part.purl) for part in parts)]))
    return str(JsonV1Dot6(bom).output_as_string(indent=1)) + "\n"


def brought(library: Distribution) -> Iterator[Component]:
    """What others made and a library has in it.

    That are the parts of the bills of materials that came with it (PEP 770), Python packages within it, and the shared
    libraries beside it, with the SHA-256 of each.
    """
    components: dict[tuple[str, str], tuple[str, str | None]] = {}
    for path in library.files or ():
        place, of_package = Path(str(library.locate_file(path))), path.parts[0].endswith(".dist-info")
        if of_package and path.parts[1:2] == ("sboms",) and path.suffix == ".json":
            for part in json.loads(place.read_text(encoding="utf-8")).get("components", ()):
                components[part["name"], part.get("version") or ""] = "", part.get("purl")
        elif not of_package and path.parts[-2:-1] and path.parts[-2].endswith(".dist-info") and path.name == "METADATA":
            about = Parser().parsestr(place.read_text(encoding="utf-8"), headersonly=True)
            components[about["Name"], about["Version"]] = "", f"pkg:pypi/{normal(about['Name'])}@{about['Version']}"
        elif path.parts[0].endswith(".libs") and place.is_file():
            components[path.name, ""] = hashlib.sha256(place.read_bytes()).hexdigest(), None
    for (name, version), (digest, url) in components.items():
        if normal(name) != normal(library.name):  # auditwheel names the wheel itself among its parts
            yield Component(
                name=name,
                version=version or None,
                type=ComponentType.FILE if digest else ComponentType.LIBRARY,
                bom_ref=f"{library.name}@{library.version}/{name}@{version}",
                purl=PackageURL.from_string(url) if url else None,
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)] if digest else [],
            )


def _digest(library: Distribution) -> str:
    return hashlib.sha256((library.read_text("RECORD") or "").encode()).hexdigest()
