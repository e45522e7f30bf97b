"""The twin itself: that system under QEMU with a Pi's devices, its user at an SSH line, and a hand on its hardware."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.lab import vm
from tests.lab.card.guest import free_ports
from tests.lab.debian import ensure
from tests.lab.twin import ORDERS, system

PATIENCE = 240.0
"""Seconds after which something that should happen counts as failed; an emulated processor is slow."""
BOOT_S = 900.0
"""The same, of its start."""
CARD = ("-device", "virtio-gpu-pci,id=card0,xres=800,yres=480,max_outputs=2")
WORDS = ("lab.last=overlay", "systemd.show_status=0", "net.ifnames=0", "systemd.mask=serial-getty@ttyS0.service")
OPTIONS = {
    "ConnectTimeout": 20,
    "StrictHostKeyChecking": "no",
    "UserKnownHostsFile": "/dev/null",
    "LogLevel": "ERROR",
    "ControlMaster": "auto",
    "ControlPersist": 600,
}
"""Of ssh: a new machine each time, and one line for all that is typed."""


class Twin:
    """A Pi that is switched on."""

    def __init__(self, out: Path) -> None:
        ensure({"ssh": "openssh-client", "mkfs.ext4": "e2fsprogs"})
        self.out = out.resolve()
        self.out.mkdir(parents=True, exist_ok=True)
        self.began = time.monotonic()
        self._scratch = Path(tempfile.mkdtemp(prefix="dvojtah-twin-"))
        self._key = self._scratch / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self._key], check=True)
        self._kernel, self._modules = system.modules()
        self.system = system.make(self._modules, self._key.with_suffix(".pub"))
        self.log("the system is made")
        self._qemu: subprocess.Popen[bytes] | None = None
        self._orders: socket.SocketIO | None = None

    def switch_on(self) -> None:
        """Give it its devices and start it; somebody can log in afterwards."""
        self._ssh_port, self._orders_port = free_ports(2)
        vm.make_disk(self._modules, self._scratch / "initrd.gz", vm.HERE / "system.sh")
        system.disk(self.system, self._scratch / "games.img")
        forwards = f"hostfwd=tcp:127.0.0.1:{self._ssh_port}-:22,hostfwd=tcp:127.0.0.1:{self._orders_port}-:{ORDERS}"
        devices = [*CARD, "-netdev", f"user,id=net,restrict=on,{forwards}", "-device", "virtio-net-pci,netdev=net"]
        devices += ["-drive", f"file={self._scratch}/games.img,format=raw,if=virtio"]
        for name, words in vm.SOUND.items():
            devices += ["-audiodev", f"wav,id={name},path={self.out}/sound-{name}.wav", *words]
        devices += [*vm.shared(str(self.system.root), "host", readonly=True), *vm.shared(str(self.out), "out")]
        command = vm.qemu(self._kernel, self._scratch, devices, WORDS)
        with (self.out / "console.txt").open("wb") as console:
            self._qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=console)
        self.screen = vm.Screen(self._scratch / "monitor")
        self.until(lambda: self.run("true", patience=30)[0] == 0, "a login", BOOT_S)
        self.log("somebody can log in")
        is_up = "systemctl is-system-running --wait"
        self.until(lambda: self.run(is_up)[1].strip() in ("running", "degraded"), "its start", BOOT_S)
        self.log("it is up")

    def log(self, words: str) -> None:
        """Say how far it is."""
        print(f"[{time.monotonic() - self.began:4.0f} s] {words}", flush=True)

    def until(self, condition: Callable[[], Any], awaited: str, patience: float = PATIENCE) -> Any:
        """Wait until ``condition`` gives something."""
        end = time.monotonic() + patience
        while not (value := condition()):
            ended = self._qemu is not None and self._qemu.poll() is not None
            assert not ended, f"the guest has ended: {(self.out / 'console.txt').read_text()[-2000:]}"
            assert time.monotonic() < end, f"{awaited}: not within {patience:g} s"
            time.sleep(0.5)
        return value

    def login(self) -> list[str]:
        """The command of a login."""
        options = [word for key, value in OPTIONS.items() for word in ("-o", f"{key}={value}")]
        options += ["-o", f"ControlPath={self._scratch}/line", "-i", str(self._key), "-p", str(self._ssh_port)]
        return ["ssh", "-F", "none", *options, f"{system.USER}@127.0.0.1"]

    def run(self, command: str, patience: float = PATIENCE) -> tuple[int, str]:
        """A command as the user who has logged in types it: its status and its words."""
        try:
            done = subprocess.run(
                [*self.login(), command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return 124, ""
        return done.returncode, done.stdout

    def order(self, do: str, *words: object) -> Any:
        """Do something to its hardware (board.py); the answer."""
        if self._orders is None:
            line = socket.create_connection(("127.0.0.1", self._orders_port), timeout=PATIENCE)
            self._orders = line.makefile("rwb", buffering=0)
        self._orders.write(json.dumps({"do": do, "with": words}).encode() + b"\n")
        answer = json.loads(self._orders.readline())
        assert "error" not in answer, f"{do}: {answer['error']}"
        return answer["is"]

    def picture(self, name: str, connector: int = 0) -> Path:
        """What the display at a connector shows."""
        place = self.out / f"{name}.png"
        self.screen.save(place, "card0", connector)
        return place

    def close(self) -> None:
        """Pull the plug and throw it away."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
        self.system.close()
        shutil.rmtree(self._scratch, ignore_errors=True)
