"""``make image-trial``: a stand-in image made, started under QEMU, played to the first press, updated, cut off.

Takes most of an hour on two cores, half of it once: the arm64 Debian is kept. Nothing of it is part of ``make test``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from device.common.event.ticket import TLS_PORT
from tests.lab.card import guest as machine
from tests.lab.card import organiser, stand_in
from tests.lab.card.hotspot import hotspot_of
from tests.lab.card.read_only import disk, read_only
from tests.lab.card.updating import broken, cut_off, pressed, ready, release, step, updated
from tests.lab.debian import Missing, cache
from tools.image import build, update

OWN = "10.0.2.15"
"""The address that QEMU's network gives the device."""
SAID = "Za pět minut začínáme."
STRAY = 60
"""How many of the 384,000 pixels may differ so that an eye would see it."""
BOOT_FILE = 'language = "cs"\nhostname = "{name}"\ntime_zone = "Europe/Prague"\nrole = "{role}"\n'
WIFI = '[wifi]\nssid = "Klub"\npassword = "tajne-heslo"\n'
KEYBOARD = "0627:0001 - QEMU Virtio Keyboard"
SETTINGS = (
    's/^pin_factory = .*/pin_factory = "none"/',
    's/^type = .*/type = "none"/',
    "s/^volume = .*/volume = 0/",
    "s/^dim_after_s = .*/dim_after_s = 0/",
    f's/^button_a = "".*/button_a = "30 {KEYBOARD}"/',
    f's/^button_b = "".*/button_b = "48 {KEYBOARD}"/',
)
"""What the emulated machine has in the place of a Pi's pins: a keyboard's A and B; no small displays and no sound."""


def mirror(folder: Path) -> tuple[Path, list[tuple[Path, tuple[int, int] | None]]]:
    """The same table in this process: pictures of it, and where each is touched to come to the next."""
    import msgspec
    import pygame

    from device.games.chess_clock.setup import Presets
    from device.graphics.actions import DONE, NewGame
    from device.graphics.widgets import place_of
    from device.kiosk.screen import call_on
    from tools.play.player import AWAKE
    from tools.play.players.chess_clock import ClockPlayer

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    player = ClockPlayer(folder, settings=msgspec.structs.replace(AWAKE, volume=0))
    shown = []
    for number, action in enumerate((NewGame("chess_clock"), call_on(Presets.names), DONE, DONE, DONE, None)):
        place = folder / f"{number}.png"
        pygame.image.save(player.kiosk.screen.display.surface, str(place))
        spot = None if action is None else place_of(player.kiosk.scene, action)
        shown.append((place, spot))
        if action is not None:
            player.touch(action)
    player.close()
    return folder, shown


def main(out: Path) -> int:
    """All of it, in order; 1 with one sentence where something is not as it should be."""
    if os.geteuid():
        print("Only root can make an image: sudo make image-trial")
        return 1
    out.mkdir(parents=True, exist_ok=True)
    key = out / "key"
    if not key.exists():
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    image, packed = out / "dvojtah.img", out / "dvojtah.img.xz"
    with step("A stand-in for the official image"):
        base = out / "base.img"
        if not base.exists():
            stand_in.make(stand_in.debian("trixie"), base)
    with step("make image"):
        if not packed.exists():
            status = build.main(
                [
                    *("--base", str(base), "--out", str(packed), "--key", f"{key}.pub"),
                    *("--hotspot", "--cache", str(cache() / "card")),
                ]
            )
            if status:
                return status
    with step("The whole image unpacked, as Raspberry Pi Imager does it"), image.open("wb") as file:
        subprocess.run(["xz", "--decompress", "--stdout", packed], stdout=file, check=True)
    with step("Two updates, one of which does not start"):
        good = update.make(release(out, "99.0.1"), key, "trixie", "aarch64", out / "good", cache() / "card")
        bad = update.make(release(out, "99.0.2", broken=True), key, "trixie", "aarch64", out / "bad", cache() / "card")
    return follow(image, good, bad, out)


def follow(image: Path, good: Path, bad: Path, out: Path) -> int:
    """What is shown on the device itself."""
    folder = out / "guest"
    shutil.rmtree(folder, ignore_errors=True)
    boot_file(image, out, BOOT_FILE.format(name="stul", role="table") + WIFI)
    device = machine.Guest(image, folder)
    try:
        with step("The first start, from the file on the card"):
            device.boot(machine.stick(out / "stick.img", good))
            device.shell()
            other = " ".join(f"-e '{setting}'" for setting in SETTINGS)
            device.run(f"sed -i {other} /var/lib/dvojtah/settings.toml; systemctl try-restart dvojtah")
            ready(device)
        first_start(device)
        play(device, out)
        cut_off(device)
        updated(device, machine.stick(out / "stick-2.img", bad))
        broken(device)
        read_only(device, disk(out / "games.img"))
        device.off()
    finally:
        device.close()
    organised(image, out)
    unanswered(image, out)
    print("All of it was seen.")
    return 0


def first_start(device: machine.Guest) -> None:
    """What the file on the card has brought about, and the card's own size."""
    with step("The name, the password, the services, the whole card"):
        assert device.run("hostname")[1].startswith("stul-")
        assert "tajne-heslo" not in device.run("cat /boot/firmware/dvojtah.toml")[1]
        assert device.run("systemctl --failed --no-legend | grep dvojtah")[1] == ""
        size = int(device.run("findmnt --bytes --noheadings --output SIZE /")[1].split()[-1])
        assert size > 0.85 * machine.CARD, f"the system has {size // 1_000_000} MB of the card"


def play(device: machine.Guest, out: Path) -> None:
    """From the first picture to the first press, each picture held against the same table here."""
    with step("Its pictures, by a finger into a game"):
        _, shown = mirror(out / "mirror")
        for number, (approved, spot) in enumerate(shown):
            seen(device, approved, f"screen-{number}")
            if spot is not None:
                device.touch(*spot)
    with step("The first press"):
        for key in "ab":
            device.press(key)
        machine.until(lambda: pressed(device), 120, "no press is in the journal")


def organised(image: Path, out: Path) -> None:
    """Another card of the same image whose file says *organiser*: display, board, desk, and a table at its broker."""
    folder = out / "organiser"
    shutil.rmtree(folder, ignore_errors=True)
    boot_file(image, out, BOOT_FILE.format(name="poradatel", role="organiser"))
    device = machine.Guest(image, folder)
    board, desk, broker = machine.free_ports(3)
    try:
        with step("The first start of an organiser's device"):
            device.boot(ports={8000: board, 8100: desk, TLS_PORT: broker})
            device.shell()
            machine.until(lambda: organiser.shown(device.console()), machine.BOOT_S, "the display says no password")
        with step("Its display, the live board, the desk, a table at its broker"):
            device.picture("organiser")
            shown = organiser.shown(device.console())
            assert shown is not None
            assert (shown.board, shown.desk) == (f"http://{OWN}:8000/", f"https://{OWN}:8100/"), shown
            table = device.run("systemctl is-active dvojtah dvojtah-organiser dvojtah-broker")[1].split()
            assert table == ["inactive", "active", "active"], table
            browser = organiser.Desk(f"https://127.0.0.1:{desk}/")
            assert (browser.enter("00000000"), browser.inside) == (403, False)
            assert (browser.enter(shown.password), browser.inside) == (200, True)
            codes = device.run("cut -f 2 /var/lib/dvojtah/organiser-codes.txt")[1].split()
            assert len(codes) == 40, codes
            try:
                with organiser.table(codes[6], "127.0.0.1", broker, "wrong"):
                    raise AssertionError("the broker takes any password")
            except PermissionError:
                pass
            with organiser.table(codes[6], "127.0.0.1", broker) as announcement:
                assert browser.announce(SAID) == 200
                announcement(SAID)
            live = f"http://127.0.0.1:{board}/cs/"
            machine.until(lambda: SAID in organiser.page(live), machine.BOOT_S, "the board is silent")
        device.off()
    finally:
        device.close()


def unanswered(image: Path, out: Path) -> None:
    """A third card, whose file says nothing: it opens its hotspot."""
    folder = out / "hotspot"
    shutil.rmtree(folder, ignore_errors=True)
    boot_file(image, out, "# nothing is answered\n")
    device = machine.Guest(image, folder)
    try:
        hotspot_of(device)
        device.off()
    finally:
        device.close()


def boot_file(image: Path, out: Path, text: str) -> None:
    """Write what people would into the file on the card."""
    place = out / "dvojtah.toml"
    place.write_text(text, encoding="utf-8")
    subprocess.run(["mcopy", "-o", "-i", f"{image}@@{stand_in.BOOT_AT}", place, "::"], check=True)


def seen(device: machine.Guest, approved: Path, name: str, patience: float = 120) -> None:
    """Wait until the display shows what the same table shows here."""
    place: Path | None = None
    end = time.monotonic() + patience
    while time.monotonic() < end:
        place = device.picture(name)
        if machine.differing(place, approved) <= STRAY:
            return
        time.sleep(2)
    raise AssertionError(f"{place} is not {approved}")


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "out/image-trial")))
    except (Missing, AssertionError, TimeoutError) as error:
        print(f"{error}")
        sys.exit(1)
