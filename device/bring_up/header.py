"""Where things are on the 40-pin header, as the wiring drawings have them (hardware/wiring/table.yml)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PLACES: Mapping[int, int] = MappingProxyType(
    {
        2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
        16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
    }
)  # fmt: skip
"""Places of the header by BCM number."""
BUTTON_GROUND = (9, 25)
"""The ground of each button."""
OLED_PLACES = ({"GND": 39, "VCC": 1, "SCL": 5, "SDA": 3}, {"GND": 30, "VCC": 17, "SCL": 5, "SDA": 3})
"""The places of each display's four wires."""
BUZZER_GROUND = 34
SPARE = (5, 6, 22, 23, 24, 25)
"""Pins beside those of the buttons on which a signal is listened for that stands in a wrong place: none of them has a
second task (bus, serial line, sound) that listening would disturb."""
