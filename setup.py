"""Names the packages, and compiles the gettext catalogues whenever they are built or installed, editable or not."""

import re
import tomllib
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
LOCALES = HERE / "device" / "locales"


def compile_catalogues() -> None:
    """Write a ``.mo`` beside each ``.po``."""
    for source in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
            write_mo(mo, read_po(po, locale=source.parts[-3]))


def page_for_an_index() -> str:
    """README.md, whose links and pictures lead to this version in the repository: an index has no files beside it."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (HERE / "README.md").read_text(encoding="utf-8")
    for before, kind in ((r"!\[[^\]]*\]\(", "raw"), (r"\]\(", "blob")):
        place = f"{project['urls']['Source']}/{kind}/v{project['version']}/"
        page = re.sub(rf"({before})(?![a-z]+:|#)", rf"\g<1>{place}", page)
    return page


class BuildWithWords(build_py):
    """Compile, then build as usual."""

    def run(self) -> None:
        """Catalogues first: they are package data."""
        compile_catalogues()
        super().run()


setup(
    long_description=page_for_an_index(),
    long_description_content_type="text/markdown",
    packages=[
        *find_packages(include=["device*", "rules*", "firmware*"]),
        "device.rule_pages",
        "device.help_pages",
    ],
    package_dir={"device.rule_pages": "docs/rules", "device.help_pages": "docs/help"},
    cmdclass={"build_py": BuildWithWords},
)
