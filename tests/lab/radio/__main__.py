"""``python -m tests.lab.radio``: a card's hotspot on simulated radios, from its name in the air to the club's network.

The card is a Debian with what `make image HOTSPOT=1` puts into one, installed by the image's own script; its systemd,
NetworkManager and comitup run in a guest with Debian's kernel, whose mac80211_hwsim has three radios.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.lab import vm
from tests.lab.debian import Missing, cache, ensure
from tests.lab.roots import System, base
from tools.image import build

HERE = Path(__file__).parent
SUITE = "trixie"
PACKAGES = (
    *("systemd-sysv", "dbus", "udev", "ca-certificates", "python3", "python3-venv", "network-manager"),
    *("wpasupplicant", "iw", "rfkill", "comitup", "iproute2", "busybox", "kmod"),
)
NEEDED = (*build.MORE, "openssh-client", "polkitd")
"""Of what an image installs: no display is needed here."""
DRIVERS = (
    *("9p", "9pnet_virtio", "overlay", "virtio_pci"),
    *("af_packet", "ccm", "ctr", "gcm", "cmac", "aes_generic", "mac80211_hwsim"),
)


WORDS = ("systemd.show_status=0", "systemd.getty_auto=0", "net.ifnames=0")
"""A login on the serial line would hang up what the trial says there, and end it."""


def card(system: System) -> None:
    """Make a card of the system, as an image is made, and put the trial beside it. Raises `Missing`."""
    work = system.root / build.WORK.lstrip("/")
    options = build.parser().parse_args(["--base=", f"--cache={cache() / 'image'}", "--hotspot"])
    build.prepare(work, SUITE, options, "x86_64")
    (work / "packages").write_text(" ".join(NEEDED) + "\n")
    (work / "wished").write_text("\n")
    done = system.once(f"sh {build.WORK}/inside.sh {build.WORK} {SUITE}")
    if done.returncode:
        raise Missing(f"The card could not be made: {done.stdout.strip()[-600:]}")
    shutil.rmtree(work)
    (system.root / "lab").mkdir()
    shutil.copy(HERE / "trial.py", system.root / "lab")
    wanted = system.root / "etc/systemd/system/multi-user.target.wants"
    for name in ("radio.service", "trial.service"):
        shutil.copy(HERE / name, wanted.parent / f"lab-{name}")
        (wanted / f"lab-{name}").symlink_to(f"/etc/systemd/system/lab-{name}")
    # There is no display; the table's own half is tested with the screens.
    (wanted.parent / "dvojtah.service").unlink(missing_ok=True)
    (wanted.parent / "dvojtah.service").symlink_to("/dev/null")


def run(out: Path) -> int:
    """Run the trial; 0 where everything was seen. Raises `Missing`."""
    kernel, modules = vm.kernel_with(DRIVERS, cache() / "radio")
    ensure(vm.PROGRAMS)
    out.mkdir(parents=True, exist_ok=True)
    (out / "status").unlink(missing_ok=True)
    system = System(base(SUITE, PACKAGES))
    scratch = Path(tempfile.mkdtemp(prefix="dvojtah-radio-"))
    try:
        card(system)
        vm.make_disk(modules, scratch / "initrd.gz", HERE.parent / "system.sh")
        shares = [*vm.shared(str(system.root), "host", readonly=True), *vm.shared(str(out.resolve()), "out")]
        began = time.monotonic()
        vm.start(kernel, scratch, shares, WORDS, out)
        print(f"The guest took {time.monotonic() - began:.0f} s.", flush=True)
    finally:
        system.close()
        shutil.rmtree(scratch, ignore_errors=True)
    status = out / "status"
    return int(status.read_text()) if status.exists() else vm.CRASHED


def main() -> int:
    """Run it; 1 and a sentence where it cannot be set up."""
    try:
        return run(Path("out/radio"))
    except Missing as missing:
        print(missing)
        return 1


if __name__ == "__main__":
    sys.exit(main())
