"""The Wi-Fi that a card opens for a phone until its first start is answered: comitup's, with a password of its own.

On some Wi-Fi chips a network with a password does not open under trixie (comitup #273, raspberrypi/linux #7247). A card
whose maker says so opens one without, and its page asks for a code that stands on the screen.

As root: `prepare` at the start, `stop` and `start` around a network that is tried. The table only
reads `current_hotspot`, which the page for the phone (`device.first_start.phone`) keeps while it is served.
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.codes import new_code
from device.common.files.small_file import SmallFile, decoder
from device.first_start.common.answers import LARGEST_SSID
from device.first_start.common.system import CardSystem

ALLOWED = "/etc/dvojtah/hotspot"
"""Its presence lets the device open a network of its own; where it says `OPENLY`, one without a password."""
OPENLY = "open"
CODE = "/etc/dvojtah/hotspot-code"
"""What the page asks for where the network asks for nothing."""
CONF = "/etc/comitup.conf"
ADDRESS = "10.41.0.1"
"""The device's own address on that network (comitup(8))."""
OPEN = "/run/dvojtah-phone/hotspot.json"
"""There while the page is served; systemd takes the folder away with the program, however that ends."""
UNIT = "comitup.service"
PAGE_UNIT = "comitup-web.service"
"""comitup's own page, in whose place ours is served; a comitup that is killed leaves it running."""
LONG = 8
"""Signs of a password or a code: 30^8 are too many to try in the minutes that the network is there."""
_NAME = re.compile(r"^ap_name:[ \t]*(\S+)$", re.MULTILINE)
_PASSWORD = re.compile(r"^ap_password:[ \t]*(\S{8,63})$", re.MULTILINE)


class Hotspot(msgspec.Struct, frozen=True):
    """The network for the phone: its name, its password, and where the page is on it.

    ``password`` is ``""`` where it is open; then the page asks for ``page_code``, which only the screen shows.
    """

    ssid: Annotated[str, Meta(min_length=1, max_length=LARGEST_SSID)]
    password: Annotated[str, Meta(max_length=63)]
    address: Annotated[str, Meta(max_length=45)] = ADDRESS
    page_code: Annotated[str, Meta(max_length=63)] = ""

    @property
    def url(self) -> str:
        """What a person types where the page does not open by itself."""
        return f"http://{self.address}"

    @property
    def code(self) -> str:
        """What a phone's camera joins the network by (the form of QR codes for Wi-Fi, as Android and iOS read it)."""
        if not self.password:
            return f"WIFI:T:nopass;S:{_escaped(self.ssid)};;"
        return f"WIFI:T:WPA;S:{_escaped(self.ssid)};P:{_escaped(self.password)};;"


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)


def is_allowed(system: CardSystem) -> bool:
    """Whether this card may open one still."""
    return system.path(ALLOWED).exists()


def configured_hotspot(system: CardSystem) -> Hotspot | None:
    """The network as comitup was told of it; None where it was not yet."""
    text = system.read(CONF)
    name, password = _NAME.search(text), _PASSWORD.search(text)
    if name and password:
        return Hotspot(name[1], password[1])
    page_code = system.read(CODE).strip()[:63]
    return Hotspot(name[1], "", page_code=page_code) if name and page_code and is_open(system) else None


def is_open(system: CardSystem) -> bool:
    """Whether this card's network has no password."""
    return system.read(ALLOWED).strip() == OPENLY


def prepare(system: CardSystem) -> None:
    """Name the network after the device and give it a password, once: a phone that knows it comes back by itself.

    As root, before comitup starts. Raises OSError.
    """
    if not is_allowed(system) or configured_hotspot(system) is not None:
        return
    name = system.read("/etc/hostname").strip()[:LARGEST_SSID]
    if not name:
        return
    rest = re.sub(r"^ap_(name|password):.*\n?", "", system.read(CONF), flags=re.MULTILINE)
    secret = new_code(LONG).lower()  # as a telephone's keyboard begins
    if is_open(system):
        system.write(CODE, secret + "\n")
        system.write(CONF, f"{rest}ap_name: {name}\n")
    else:
        system.write(CONF, f"{rest}ap_name: {name}\nap_password: {secret}\n")


def stop(system: CardSystem) -> None:
    """Close the network now: the radio is free for another. Whether it may be opened again is another question."""
    hotspot = configured_hotspot(system)
    system.run("systemctl", "stop", UNIT, PAGE_UNIT)
    if hotspot is not None:
        system.run("nmcli", "connection", "delete", "id", f"{hotspot.ssid}-0000")  # comitup leaves it up when it ends


def start(system: CardSystem) -> None:
    """Open it again, for another answer."""
    system.run("systemctl", "--no-block", "start", UNIT)


def current_hotspot(system: CardSystem) -> Hotspot | None:
    """The network that a phone can join now; None where there is none. Never raises."""
    return file_of(system).read_or_none()


def file_of(system: CardSystem) -> SmallFile[Hotspot]:
    """The file in which the page's program says so."""
    return SmallFile(system.path(OPEN), decoder(Hotspot), links=False)
