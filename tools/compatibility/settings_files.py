"""Settings as a version writes them: by its screen, by hand, and the file that comes with it."""

from __future__ import annotations

from pathlib import Path

from output import compact

from device.common.settings.reading import DEFAULT_FILE, load
from device.common.settings.settings import as_values
from device.io.inputs import PeripheralStatus
from device.kiosk.settings_file import SettingsFile

CHANGED: tuple[tuple[str, str, object], ...] = (
    ("", "language", "en"),
    ("", "palette", "light"),
    ("", "silent", True),
    ("", "volume", 0.35),
    ("", "power_off", ""),
    ("screen", "rotate", 90),
    ("screen", "brightness", 80),
    ("screen", "dim_after_s", 0),
    ("buttons", "hold_ms", 2000),
    ("buttons", "buzzer", 0),
    ("oled_a", "type", "sh1106"),
    ("oled_b", "rotate", 2),
    ("oled_b", "address", 0x3D),
    ("event", "title", "Písecké hry „Podzim“"),
    ("event", "round", 2),
    ("event", "table", "12B"),
    ("polish_doubles", "turn_limit_s", 150),
    ("polish_doubles", "overrun", "turn_lost"),
    ("polish_doubles", "objection_clock", "restarts"),
    ("kourici_kocka", "hejma_tie_outside", "vote"),
    ("polyssimo", "placing", "board"),
    ("polyssimo", "polyssimo_counts", "cells"),
    ("marias", "rounds", 3),
    ("marias", "cap", 3000),
    ("marias", "renonc_pays", "once"),
    ("marias", "cap_before_red", True),
    ("", "log_level", "warning"),
    ("screen", "turned", True),
    ("polish_doubles", "computed_points", "after_entry"),
    ("polish_doubles", "board_notation", "columns_lettered"),
    ("polish_doubles", "overrun_clock", "runs"),
    ("marias", "false_claim_pays", "renonc"),
    ("", "large_print", True),
    ("", "speech", True),
    ("input_devices", "button_a", "30 0079:0006 usb-0000:01:00.0-1.3 DragonRise Arcade"),
    ("page", "minutes", 5),
)
"""What the screen writes."""
BY_HAND = """\
# stůl 12, Písek
language="en"
volume = 1
screen = { width = 1280, height = 720, fullscreen = false, rotate = 180 }
journal = "/var/lib/dvojtah/journal.db"

[ "buttons" ]
pin_factory = 'none'
button_a = 5
button_b = 6
lamp_a   = 0
[oled_a]
type = "none"
[oled_b]
type = "ssd1309"   # levnější
address = 61
[pods]
ports = ["/dev/ttyACM0", "e661640843852b2c"]
[event]
id = "pisek-2026"
number = 12
broker = "192.168.1.10"
tls = true
[polish_doubles]
draw_when = "after_move"
cross_goes_to = "invalid_move"
points_misannounced = "correction_and_cross"
[marias]
round_s = 2_400
re_required = "commitment"
mismatch_share = "tokens"
silent_sto_at_100 = 0
cap_scope = "per_payer"
[kourici_kocka]
ch_is_one_letter = true
misdeal_count = "per_game"
[page]
minutes = 0
port=8071
[input_devices]
button_b = ""
"""


def settings(folder: Path) -> None:
    """A file that the settings screen wrote, and one that somebody wrote by hand."""
    folder.mkdir()
    screen = folder / "by-the-screen.toml"
    troubles: list[PeripheralStatus] = []
    file = SettingsFile(screen, troubles.append)
    for part, key, value in CHANGED:
        file.put(part, key, value)
    file.close()
    if any(trouble.trouble for trouble in troubles):
        raise SystemExit(f"the settings were not written: {troubles}")
    (folder / "by-hand.toml").write_text(BY_HAND)
    (folder / "default.toml").write_text(DEFAULT_FILE.read_text(encoding="utf-8"))
    for path in sorted(folder.glob("*.toml")):
        compact(path.with_suffix(".json"), as_values(load(path)))
