"""A card that nobody has answered: its hotspot, with a name and a password of its own, on a simulated radio."""

from __future__ import annotations

import json
import re
from pathlib import Path

from device.first_start.common import hotspot
from tests.lab.card.guest import BOOT_S, Guest, until
from tests.lab.card.updating import ready, step


def hotspot_of(device: Guest) -> None:
    """The first start of a card without a file: what comitup is told, and that its screen shows the same as a code."""
    with step("The first start of a card that nobody has answered"):
        device.boot()
        device.shell()
        ready(device)
        assert device.run(f"test -e {hotspot.ALLOWED}")[0] == 0, "the card may open none"
        configuration = device.run(f"cat {hotspot.CONF}")[1]
        name, password = (re.search(rf"^ap_{key}: (\S+)$", configuration, re.MULTILINE) for key in ("name", "password"))
        assert name is not None, configuration
        assert password is not None, configuration
        assert name[1] == device.run("hostname")[1].split()[-1]
        assert len(password[1]) == hotspot.LONG
    with step("A radio comes: the hotspot opens, and the display shows its code"):
        device.run("modprobe mac80211_hwsim radios=1")
        until(lambda: "wifi" in device.run("nmcli -t -f TYPE device")[1].split(), BOOT_S, "no radio comes")
        device.run("systemctl --no-block restart comitup.service")
        until(lambda: device.run(f"test -e {hotspot.OPEN}")[0] == 0, BOOT_S, "the hotspot does not open")
        hotspot_file = json.loads(device.run(f"cat {hotspot.OPEN}")[1].split("\n")[-1])
        assert (hotspot_file["ssid"], hotspot_file["password"]) == (name[1], password[1]), hotspot_file
        assert "type AP" in device.run("iw dev")[1]
        code = hotspot.Hotspot(name[1], password[1]).code
        until(lambda: code in codes(device.picture("hotspot")), 120, "the display shows no code of the hotspot")


def codes(picture: Path) -> set[str]:
    """What a phone's camera reads there."""
    import zxingcpp
    from PIL import Image

    with Image.open(picture) as shown:
        return {
            barcode.text
            for barcode in zxingcpp.read_barcodes(shown.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
        }
