"""Compiles the gettext catalogues whenever the package is built or installed, editable installs included."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
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


setup(cmdclass={"build_py": BuildWithWords})
