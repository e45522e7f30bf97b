"""Letters and languages."""

from __future__ import annotations

from collections.abc import Iterator

from device import i18n
from device.doctor.finding import Finding
from device.graphics import typefaces
from device.settings.settings import Settings
from rules.message import msg


def fonts(settings: Settings) -> Iterator[Finding]:
    """Whether the font with all Czech letters is installed."""
    if typefaces.missing():
        text = msg("The font is missing, so letters look poor; install font-source-sans-pro.")
        yield Finding("fonts", False, text)
    else:
        yield Finding("fonts", True, msg("The font is there."))


def translations(settings: Settings) -> Iterator[Finding]:
    """Whether every catalogue is compiled and installed."""
    if not all(map(i18n.is_installed, i18n.LANGUAGES)):
        yield Finding("translations", False, msg("The translations are missing; install dvojtah again."))
    else:
        yield Finding("translations", True, msg("Both languages are there."))
