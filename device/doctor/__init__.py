"""``dvojtah doctor``: what is well with this device and what is not, each in one sentence with what to do.

Nothing is changed, and what the running table holds is not taken from it: lines and displays are only asked, and where
the table itself sees something otherwise, what it says counts.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from device.common.i18n import t, tr
from device.common.progress import ProgressLine
from device.common.settings.settings import Settings, earlier_choice
from device.common.version import version
from device.doctor import buttons, displays, machine, storage
from device.doctor.common import Findings
from device.pods.status import ask_troubles
from rules.message import Message, msg


class Finding(NamedTuple):
    """One sentence about ``part`` (a word for programs); where it is not ``ok``, the sentence says what to do."""

    part: str
    ok: bool
    text: Message


CHECKS: tuple[tuple[str, Callable[[Settings], Findings]], ...] = (
    ("board", machine.model),
    ("power", machine.power),
    ("heat", machine.heat),
    ("clock", machine.clock_source),
    ("calendar", machine.calendar_clock),
    ("mount", machine.mount_options),
    ("disk health", machine.health),
    ("journal", storage.journal),
    ("journal", storage.others_rights),
    ("disk", storage.place),
    ("score sheets", storage.score_sheets),
    ("word list", storage.word_list),
    ("unit", machine.unit),
    ("fonts", displays.fonts),
    ("translations", displays.translations),
    ("screen", displays.screen),
    ("display", displays.driver),
    ("touch", displays.touch),
    ("backlight", displays.light),
    ("gpio", buttons.library),
    ("rpi module", buttons.rpi_module),
    ("lines", buttons.lines),
    ("oled A", partial(displays.oled, side=0)),
    ("oled B", partial(displays.oled, side=1)),
    ("sound", displays.sound),
    ("speech", displays.speech),
    ("pod", buttons.pods),
    ("input device", buttons.input_devices),
)
"""From power to pod: what everything else hangs on comes first."""


PARTS = {"buttons": "lines", "lamps": "lines", "supply": "power"}
"""Parts of a running table that are called otherwise here."""


def _with_table(findings: list[Finding], troubles: Mapping[str, Message] | None) -> list[Finding]:
    """``findings`` as far as a running table does not see it otherwise: its own ``troubles`` come in their place."""
    if not troubles:
        return findings
    seen: dict[str, list[Finding]] = {}
    for name, trouble in troubles.items():
        part = PARTS.get(name, "pod" if name.startswith("pod ") else name.removesuffix(" A").removesuffix(" B"))
        part = name if name.startswith("oled ") else part
        seen.setdefault(part, []).append(Finding(part, False, trouble))
    merged: list[Finding] = []
    for finding in findings:
        merged += seen.pop(finding.part, []) if finding.part in seen else []
        if not (finding.ok and any(other.part == finding.part and not other.ok for other in merged)):
            merged.append(finding)
    return [*merged, *(finding for others in seen.values() for finding in others)]


def examine(settings: Settings, trouble: Message | None, given: Path | None = None) -> list[Finding]:
    """Everything that can be found out. ``trouble`` is what is wrong with the settings file, ``given`` its path."""
    python = platform.python_version()
    text = msg("Dvojtah {version} runs on Python {python}.", version=version(), python=python)
    findings = [
        Finding("settings", *storage.settings_file(trouble, given, earlier_choice(settings))),
        Finding("version", True, text),
        *(Finding(part, ok, text) for part, check in CHECKS for ok, text in check(settings)),
        *(Finding(part, False, text) for part, text in storage.small_files(settings)),
    ]
    return _with_table(findings, ask_troubles(settings.pods_socket))


def run_doctor(settings: Settings, trouble: Message | None, given: Path | None, as_json: bool) -> int:
    """Print the findings; 0 where all is well, 1 otherwise."""
    with ProgressLine(t("Looking at this device:")):
        findings = examine(settings, trouble, given)
    well = all(finding.ok for finding in findings)
    if as_json:
        rows = [{"part": finding.part, "ok": finding.ok, "text": tr(finding.text)} for finding in findings]
        print(json.dumps({"ok": well, "version": version(), "findings": rows}, ensure_ascii=False, indent=2))
        return 0 if well else 1
    for finding in findings:
        print(f"{'+' if finding.ok else '!'} {tr(finding.text)}")
    print(t("All is well.") if well else t("Lines with ! say what to do."))
    return 0 if well else 1
