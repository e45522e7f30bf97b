"""``dvojtah doctor``: what is well with this device and what is not, each in one sentence with what to do.

Nothing is changed, and what the running table holds is not taken from it: lines and displays are only asked.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable
from pathlib import Path

from device.doctor import board, disk, displays, inputs, languages, pins, pods, service, storage, video
from device.doctor.finding import Finding
from device.i18n import t, tr
from device.settings.settings import Settings
from device.version import version
from rules.message import Message, msg

CHECKS: tuple[Callable[[Settings], Iterable[Finding]], ...] = (
    board.model,
    board.power,
    board.heat,
    board.clock_source,
    disk.mount_options,
    disk.health,
    storage.journal,
    storage.small_files,
    service.unit,
    languages.fonts,
    languages.translations,
    displays.screen,
    video.driver,
    video.light,
    pins.libraries,
    pins.lines,
    displays.oleds,
    displays.sound,
    displays.speech,
    pods.pods,
    inputs.input_devices,
)
"""From power to pod: what everything else hangs on comes first."""


def examine(settings: Settings, trouble: Message | None, given: Path | None = None) -> list[Finding]:
    """Everything that can be found out. ``trouble`` is what is wrong with the settings file, ``given`` its path."""
    found = [storage.settings_file(trouble, given), which()]
    for check in CHECKS:
        found.extend(check(settings))
    return found


def which() -> Finding:
    """The version that runs, which whoever is asked for help wants to know first."""
    message = msg("Dvojtah {version} runs on Python {python}.", version=version(), python=platform.python_version())
    return Finding("version", True, message)


def run_doctor(settings: Settings, trouble: Message | None, given: Path | None, as_json: bool) -> int:
    """Print the findings; 0 where all is well, 1 otherwise."""
    found = examine(settings, trouble, given)
    well = all(one.ok for one in found)
    if as_json:
        rows = [{"part": one.part, "ok": one.ok, "text": tr(one.text)} for one in found]
        print(json.dumps({"ok": well, "version": version(), "findings": rows}, ensure_ascii=False, indent=2))
        return 0 if well else 1
    for one in found:
        print(f"{'+' if one.ok else '!'} {tr(one.text)}")
    print(t("All is well.") if well else t("Lines with ! say what to do."))
    return 0 if well else 1
