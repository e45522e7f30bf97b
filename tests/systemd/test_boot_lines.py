"""What the installer writes into config.txt, and a new table's settings, from which it is made."""

import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from installer import boot, settings

from device.common.settings.reading import DEFAULT_FILE
from tests.systemd.conftest import ROOT

DEFAULTS = settings.values(DEFAULT_FILE, DEFAULT_FILE)
LINES = st.lists(
    st.sampled_from(
        ["", "# x", "dtparam=audio=on", "[pi4]", "[all]", "dtparam=i2c_arm=on", "dtoverlay=vc4-kms-v3d", "gpio=17=op"]
    )
)


@given(LINES)
def test_the_block_is_written_once_and_goes_without_a_trace(given_lines):
    text = "".join(f"{line}\n" for line in given_lines)
    once = boot.with_block(text, DEFAULTS)
    assert once.startswith(text)
    assert boot.with_block(once, DEFAULTS) == once
    assert boot.without_block(once) == text


def test_a_new_table_has_the_displays_for_which_the_case_is_drawn_and_all_else_as_the_defaults():
    default = DEFAULT_FILE.read_text(encoding="utf-8")
    new, old = tomllib.loads(settings.first(default, Path("/games.db"))), tomllib.loads(default)
    first = tomllib.loads((ROOT / "hardware/parts.toml").read_text(encoding="utf-8"))["part"]
    named = next(part["any_of"][0]["name"] for part in first if part["id"] == "oled")
    assert new["oled_a"]["type"] == new["oled_b"]["type"] == "sh1106"
    assert new["oled_a"]["type"].upper() in named
    for part in ("oled_a", "oled_b"):
        old[part]["type"] = "sh1106"
    assert new == old | {"journal": "/games.db"}


def test_a_table_with_the_default_settings():
    assert boot.lines(DEFAULTS) == [
        "dtoverlay=vc4-kms-v3d",
        "display_auto_detect=1",
        "disable_splash=1",
        "gpio=17,27=ip,pu",
        "gpio=22,23,24=op,dl",
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm_baudrate=400000",
    ]


def test_what_stands_for_every_board_is_not_written_twice_but_what_stands_for_one_is():
    assert boot.with_block("dtoverlay=vc4-kms-v3d\n", DEFAULTS).count("vc4-kms-v3d") == 1
    assert boot.with_block("[pi4]\ndtoverlay=vc4-kms-v3d\n", DEFAULTS).count("vc4-kms-v3d") == 2
    assert boot.with_block("[pi4]\narm_boost=1\n[All]\ndtoverlay=vc4-kms-v3d\n", DEFAULTS).count("vc4-kms-v3d") == 1


def test_two_displays_of_one_address_get_a_second_bus_on_free_pins():
    changed = {
        **DEFAULTS,
        "buttons": {**DEFAULTS["buttons"], "buzzer": 6},
        "oled_b": {**DEFAULTS["oled_b"], "port": 3, "address": 0x3C},
    }
    assert boot.lines(changed)[-1] == "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=12,i2c_gpio_scl=13,i2c_gpio_delay_us=1"


def test_pods_alone_leave_the_pins_alone():
    changed = {**DEFAULTS, "buttons": {**DEFAULTS["buttons"], "pin_factory": "none"}}
    assert not [line for line in boot.lines(changed) if line.startswith("gpio=")]
