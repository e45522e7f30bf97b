"""Names the packages, and compiles the gettext catalogues whenever they are built or installed, editable or not."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

LOCALES = Path(__file__).parent / "device" / "locales"


def compile_catalogues() -> None:
    """Write a ``.mo`` beside each ``.po``."""
    for source in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
            write_mo(mo, read_po(po, locale=source.parts[-3]))


class BuildWithWords(build_py):
    """Compile, then build as usual."""

    def run(self) -> None:
        """Catalogues first: they are package data."""
        compile_catalogues()
        super().run()


setup(
    packages=[
        *find_packages(include=["device*", "rules*", "firmware*"]),
        "device.rule_pages",
        "device.help_pages",
    ],
    package_dir={"device.rule_pages": "docs/rules", "device.help_pages": "docs/help"},
    cmdclass={"build_py": BuildWithWords},
)
