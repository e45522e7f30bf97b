"""Whether the device gets enough power, from a /sys of the test's own: a dip is said long enough to be read."""

from __future__ import annotations

import pytest

from device.peripherals.power import STAYS, Supply, almost_empty, batteries, sensor, under_voltage
from rules.game import SECOND


class Sys:
    def __init__(self, root) -> None:
        self.root, self.time, self.heard = root, 0, []

    def write(self, place: str, text: str) -> None:
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")

    def hwmon(self, alarm: str, name: str = "rpi_volt", number: int = 1) -> None:
        self.write(f"class/hwmon/hwmon{number}/name", name)
        self.write(f"class/hwmon/hwmon{number}/in0_lcrit_alarm", alarm)

    def battery(self, name: str = "ups", **values: str) -> None:
        for key, value in {"type": "UPS", "status": "Discharging", **values}.items():
            self.write(f"class/power_supply/{name}/{key}", value)

    def supply(self) -> Supply:
        return Supply(self.heard.append, lambda: self.time, self.root)

    def said(self, supply: Supply, after: float = 0.0) -> list[str | None]:
        self.time += round(after * SECOND)
        self.heard.clear()
        supply.look()
        return [status.trouble and str(status.trouble) for status in self.heard]


@pytest.fixture
def sys(tmp_path) -> Sys:
    return Sys(tmp_path)


def test_a_dip_is_said_and_stays_until_it_could_be_read(sys):
    sys.hwmon("0")
    supply = sys.supply()
    assert sys.said(supply) == []
    sys.hwmon("1")
    (text,) = sys.said(supply, 2)
    assert "too weak" in str(text)
    sys.hwmon("0")
    assert sys.said(supply, 2) == [], "said once"
    assert sys.said(supply, STAYS / SECOND - 3) == []
    assert sys.said(supply, 2) == [None], "well again"


def test_the_sensor_comes_before_the_firmware_s_flag_which_is_read_where_there_is_no_other(sys):
    sys.write("devices/platform/soc/soc:firmware/get_throttled", "50005")
    assert under_voltage(sensor(sys.root))
    sys.write("devices/platform/soc/soc:firmware/get_throttled", "50000")
    assert not under_voltage(sensor(sys.root)), "it was too low once, not now"
    sys.hwmon("1", name="cpu_thermal", number=0)
    assert sensor(sys.root).name == "get_throttled"
    sys.hwmon("1")
    assert sensor(sys.root).name == "in0_lcrit_alarm"


@pytest.mark.parametrize("odd", ["", "x", "2"])
def test_what_cannot_be_read_is_no_alarm(sys, odd):
    sys.hwmon(odd)
    assert not under_voltage(sensor(sys.root))
    sys.write("devices/platform/soc/soc:firmware/get_throttled", "zz")
    assert not under_voltage(sys.root / "devices/platform/soc/soc:firmware/get_throttled")


def test_a_battery_that_feeds_the_table_says_when_it_is_almost_empty(sys):
    sys.battery(capacity="40")
    supply = sys.supply()
    assert sys.said(supply) == []
    sys.battery(capacity="15")
    (text,) = sys.said(supply, 2)
    assert "almost empty" in str(text)
    sys.battery(capacity="14", status="Charging")
    assert sys.said(supply, 2) == [None]


def test_a_battery_without_percent_has_a_level_and_that_of_a_mouse_does_not_count(sys):
    sys.battery(capacity_level="Critical")
    assert [almost_empty(battery) for battery in batteries(sys.root)] == [True]
    sys.battery("mouse", type="Battery", scope="Device", capacity="1")
    assert [battery.name for battery in batteries(sys.root)] == ["ups"]


def test_a_machine_that_knows_nothing_of_its_supply_says_nothing_and_looks_at_nothing(sys):
    supply = sys.supply()
    assert sys.said(supply) == []
    supply.start()
    assert supply._thread is None
    supply.close()
