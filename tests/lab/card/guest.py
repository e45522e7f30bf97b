"""The image under QEMU: an emulated 64-bit ARM machine with a display, a finger on it, a stick, and a plug to pull.

A root shell on the serial line is what an administrator would have; everything else is done as people do it.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.lab.card.stand_in import MB
from tests.lab.vm import Screen
from tools.image import filesystems, partitions

PROMPT = "dvojtah-trial#"
SHELL = re.compile(rb"root@[\w-]+:[^\r\n]*# ")
"""What a shell writes of itself once it runs."""
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""What a shell tells a terminal about itself."""
CARD = 8 << 30
"""Bytes of the smallest card that docs/image.md asks for."""
GAMES = "/dev/vdb"
"""Where a device finds its second disk."""
BOOT_S = 2400
"""How long an emulated start may take on a busy machine."""
CONSOLE = (
    "w = open('/dev/vcsa1', 'rb').read(2)[1]; t = open('/dev/vcsu1', 'rb').read().decode('utf-32-le'); "
    "print(*(t[at : at + w].rstrip() for at in range(0, len(t), w)), sep=chr(10))"
)
"""A program that says what stands on the first console, line by line (vcs(4))."""


class Guest:
    """One device: its card is a layer over the image, so the image itself stays as it was made."""

    brings = "mkdir -p /mnt && mount -o ro /dev/sda /mnt && cp /mnt/*.update /var/lib/dvojtah/incoming.update"
    """A command that copies the update from the stick."""
    mid_s = 20.0
    """Seconds after which a version is half made."""

    def __init__(self, image: Path, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.card = folder / "card.qcow2"
        if not self.card.exists():
            command = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", image.resolve(), self.card]
            subprocess.run([*command, str(CARD)], check=True)
            _kernel_of(image, folder)
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "serial.log"
        self._heard = b""
        self._news = threading.Condition()

    def read_card(self) -> None:
        """Take kernel, initial RAM disk and the words for both anew from the card, which is in no device now."""
        whole = self.folder / "card.raw"
        subprocess.run(["qemu-img", "convert", "-O", "raw", self.card, whole], check=True)
        _kernel_of(whole, self.folder)
        whole.unlink()

    def boot(self, stick: Path | None = None, ports: dict[int, int] | None = None, games: Path | None = None) -> None:
        """Switch the device on, with a stick in it; on a network where ``ports`` say which of its are which of here.

        ``games`` is a second disk, which the device finds as `GAMES`.
        """
        forward = "".join(f",hostfwd=tcp:127.0.0.1:{here}-:{own}" for own, here in (ports or {}).items())
        for name in ("qmp", "serial"):
            (self.folder / name).unlink(missing_ok=True)
        more = ["-drive", f"file={stick},format=raw,if=none,id=stick", "-device", "qemu-xhci"] if stick else []
        more += ["-device", "usb-storage,drive=stick,removable=on"] if stick else []
        more += ["-drive", f"file={games},format=raw,if=none,id=games"] if games else []
        more += ["-device", "virtio-blk-pci,drive=games"] if games else []
        # Without a login on that line, which would take the words from the shell.
        words = "console=ttyAMA0 rw rootwait systemd.debug_shell=ttyAMA0 systemd.getty_auto=0 systemd.show_status=0"
        command = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "2048"]
        command += ["-accel", "tcg,thread=multi", "-display", "none", "-no-reboot"]
        command += ["-nic", f"user,model=virtio-net-pci{forward}" if ports else "none"]
        command += ["-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.img")]
        command += ["-append", f"{(self.folder / 'root').read_text()} {words}"]
        command += ["-drive", f"file={self.card},format=qcow2,if=none,id=card", "-device", "virtio-blk-pci,drive=card"]
        command += ["-device", "virtio-gpu-pci,xres=800,yres=480", "-device", "virtio-tablet-pci"]
        command += ["-device", "virtio-keyboard-pci"]
        command += ["-qmp", f"unix:{self.folder / 'qmp'},server=on,wait=off"]
        command += [
            "-chardev",
            f"socket,id=c,path={self.folder / 'serial'},server=on,wait=off,logfile={self.log},logappend=on",
        ]
        self.process = subprocess.Popen([*command, "-serial", "chardev:c", *more], stdin=subprocess.DEVNULL)
        until(lambda: (self.folder / "serial").exists() and (self.folder / "qmp").exists(), 60, "QEMU")
        self.connect()

    def connect(self) -> None:
        """Listen to its line and look at its display."""
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(self.folder / "serial"))
        self._heard = b""
        threading.Thread(target=self._listen, args=(self._line,), daemon=True).start()
        self.screen = Screen(self.folder / "qmp")

    def shell(self) -> None:
        """Wait for the administrator's shell."""
        end = time.monotonic() + BOOT_S
        # What arrives before the line is opened can fill its buffer, and then it never says that there is more.
        self._read(SHELL, BOOT_S)
        while time.monotonic() < end:
            # In two halves: the line gives back what is typed, long before there is a shell.
            self._line.sendall(f"\nstty -echo; PS1='{PROMPT[:4]}''{PROMPT[4:]} '\n".encode())
            if self._read(PROMPT.encode() + b" ", 10) is None:
                continue
            self._read(b"\0never", 2)
            # A shell that was just starting may have taken half of it, and complains of the other half by that name.
            with contextlib.suppress(TimeoutError):
                if self.run("true", 30) == (0, ""):
                    return
        raise TimeoutError("the shell does not come")

    def run(self, command: str, patience: float = 120) -> tuple[int, str]:
        """A command of the administrator: its status and its words."""
        mark = f"end-{time.monotonic_ns()}"
        self._line.sendall(f"{command}\necho {mark[:4]}''{mark[4:]} $?\n".encode())
        output = self._read(re.compile(rf"{mark} (\d+)".encode()), patience)
        if output is None:
            raise TimeoutError(command)
        text = output.decode(errors="replace").replace("\r", "")
        match = re.search(rf"{mark} (\d+)", text)
        assert match is not None
        return int(match[1]), COLOURS.sub("", text[: match.start()]).replace(PROMPT, "").strip()

    def console(self) -> str:
        """The text on its display, where no program draws on it."""
        return self.run(f'python3 -c "{CONSOLE}"')[1]

    def _listen(self, line: socket.socket) -> None:
        """Take what the line says, always: a line that nobody reads stops the whole machine."""
        while True:
            try:
                more = line.recv(65536)
            except OSError:
                return
            if not more:
                return
            with self._news:
                self._heard += more
                self._news.notify_all()

    def _read(self, wanted: bytes | re.Pattern[bytes], patience: float) -> bytes | None:
        end = time.monotonic() + patience
        pattern = wanted if isinstance(wanted, re.Pattern) else re.compile(re.escape(wanted))
        with self._news:
            while True:
                match = pattern.search(self._heard)
                if match is not None:
                    output, self._heard = self._heard[: match.end()], self._heard[match.end() :]
                    return output
                if (left := end - time.monotonic()) <= 0:
                    return None
                self._news.wait(left)

    def picture(self, name: str) -> Path:
        """What the display shows now."""
        place = (self.folder / f"{name}.png").resolve()
        self.screen.save(place)
        return place

    def touch(self, x: int, y: int) -> None:
        """A finger on the display, at a pixel of 800 x 480."""
        for kind, data in (
            ("abs", {"axis": "x", "value": x * 0x7FFF // 799}),
            ("abs", {"axis": "y", "value": y * 0x7FFF // 479}),
        ):
            self._event(kind, data)
        for down in (True, False):
            self._event("btn", {"button": "left", "down": down})
            time.sleep(0.2)  # a finger's own time

    def press(self, key: str) -> None:
        """A key of the keyboard, by QEMU's name of it: on this device the keys A and B are the clock buttons."""
        for down in (True, False):
            self._event("key", {"key": {"type": "qcode", "data": key}, "down": down})
            time.sleep(0.2)  # a finger's own time

    def _event(self, kind: str, data: dict[str, object]) -> None:
        self.screen._ask("input-send-event", events=[{"type": kind, "data": data}])

    def pull_the_plug(self) -> None:
        """The power goes: QEMU is killed, and what the guest had not written is gone."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self._line.close()
        self._heard = b""

    def close(self) -> None:
        """Leave no machine behind, whatever has happened."""
        if self.process is not None and self.process.poll() is None:
            self.pull_the_plug()

    def off(self) -> None:
        """Switch off as people should."""
        assert self.process is not None
        self._line.sendall(b"systemctl poweroff\n")
        try:
            self.process.wait(120)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._line.close()
        self._heard = b""


def _kernel_of(image: Path, folder: Path) -> None:
    """Kernel and initial RAM disk as they lie in the image: QEMU's machine has no firmware that would read FAT."""
    boot, root = partitions.boot_and_root(image)
    part = folder / "part"
    partitions.copy_out(image, boot, part)
    filesystems.boot_out(part, folder / "boot")
    words = (folder / "boot/cmdline.txt").read_text().split()
    (folder / "root").write_text(" ".join(word for word in words if word.startswith(("root=", "overlayroot="))))
    part.unlink()
    partitions.copy_out(image, root, part)
    listed = subprocess.run(["debugfs", "-R", "ls -p /boot", part], capture_output=True, text=True, check=True).stdout
    for start, name in (("vmlinuz-", "vmlinuz"), ("initrd.img-", "initrd.img")):
        kernel = sorted(re.findall(rf"/({re.escape(start)}[^/]+)/", listed))[-1]
        (folder / name).write_bytes(filesystems.one_file(part, f"/boot/{kernel}"))
    part.unlink()
    shutil.rmtree(folder / "boot")


def stick(place: Path, update: Path) -> Path:
    """A USB stick with an update on it."""
    place.write_bytes(b"")
    with place.open("r+b") as file:
        file.truncate(update.stat().st_size + 64 * MB)
    subprocess.run(["mkfs.vfat", "-F", "32", place], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["mcopy", "-i", place, update, "::"], check=True)
    return place


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody listens on."""
    taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    numbers = [int(connection.getsockname()[1]) for connection in taken]
    for connection in taken:
        connection.close()
    return numbers


def until(condition: Callable[[], object], patience: float, awaited: str) -> None:
    """Wait for something of another machine."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(awaited)
        time.sleep(0.5)


def differing(path: Path, other: Path, threshold: int = 64) -> int:
    """How many pixels of two pictures an eye could tell apart."""
    from PIL import Image, ImageChops

    with Image.open(path) as a, Image.open(other) as b:
        most = ImageChops.difference(a.convert("RGB"), b.convert("RGB")).convert("L")
        return sum(count for value, count in enumerate(most.histogram()) if value >= threshold)
