"""The guest: Debian's own kernel with its drivers, this machine's files, and what people would have at hand."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.lab.debian import Missing, Suite, cache, ensure

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SUITE = "trixie-backports"
"""Bookworm's kernel has no gpio-sim."""
DRIVERS = (
    "9p",
    "9pnet_virtio",
    "overlay",
    "configfs",
    "gpio-sim",
    "i2c-dev",
    "uinput",
    "evdev",
    "dummy_hcd",
    "usb_f_acm",
    "cdc-acm",
    "cuse",
    "brd",
    "ext4",
    "dm-log-writes",
    "virtio-gpu",
    "virtio_pci",
    "xhci-pci",
    "snd-usb-audio",
    "snd-hda-codec-generic",
    "snd-hda-intel",
    "virtio_net",
    "virtio_blk",
    "usbserial",
    "usb-storage",
    "sd_mod",
    "vfat",
    "nls_cp437",
    "nls_ascii",
    "nf_tables",
    "nft_connlimit",
    "nft_ct",
    "nft_reject_inet",
)
PROGRAMS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "/bin/busybox": "busybox-static",
    "cpio": "cpio",
    "depmod": "kmod",
    "dmsetup": "dmsetup",
    "mkfs.ext4": "e2fsprogs",
    "/usr/lib/x86_64-linux-gnu/libEGL.so.1": "libegl1",
    "/usr/lib/x86_64-linux-gnu/libGLESv2.so.2": "libgles2",
    "/usr/lib/x86_64-linux-gnu/libgbm.so.1": "libgbm1",
    "/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so": "libgl1-mesa-dri",
    "/usr/share/alsa/alsa.conf": "libasound2-data",
}
CARDS = (
    *("-device", "virtio-gpu-pci,id=card0,xres=800,yres=480"),
    *("-device", "virtio-gpu-pci,id=card1,xres=640,yres=400,max_outputs=2"),
)
"""Two graphics cards, the first for all that is drawn; the second, which has two connectors, for whoever has to choose.
QEMU has nothing on its second connector: the kernel's own switch plugs a display in there."""
SOUND = {
    "hda": ("-device", "intel-hda", "-device", "hda-output,audiodev=hda,mixer=off"),
    "usb": ("-device", "qemu-xhci", "-device", "usb-audio,audiodev=usb"),
}
"""Sound cards, one on the board and one on USB, by QEMU's word for what they play into: a file of that name."""
LIMIT_S = 2400
"""A guest that is not done by then is ended."""
STARTS = 3
"""How often a guest is started whose kernel panics: emulated on several threads, it now and then trips over its own
patching of code (an int3 that nobody waits for). No program of ours can make it do that."""
CRASHED = 99
"""The status of a guest that ended without one of its own."""
PROCESSOR = ("-smp", "2", "-cpu", "Nehalem", "-M", "q35")
"""What every machine since 2008 can run itself, and QEMU can emulate."""
EMULATED = "tcg,thread=multi"
TRIAL_S = 8
"""Seconds within which this machine's own processor has to have started the guest's kernel; one that can takes two."""
NO_ROOT = "Unable to mount root fs"
"""How far a kernel comes that was given nothing to start."""


def prepared() -> tuple[Path, Path, Path]:
    """Kernel, its drivers and the folder of Python libraries of a Pi. Fetched once, then kept in the cache."""
    if platform.machine() != "x86_64":
        raise Missing(f"The guest runs on this machine's own programs, and {platform.machine()} is not x86-64.")
    ensure(PROGRAMS)
    return *kernel_with(DRIVERS, cache()), _site(cache())


def kernel_with(drivers: Sequence[str], place: Path) -> tuple[Path, Path]:
    """Debian's kernel and those drivers, in a folder of their own. Fetched once, then kept. Raises `Missing`."""
    kernel, modules, asked = place / "vmlinuz", place / "modules", place / "modules" / "asked"
    if not kernel.exists() or not asked.exists() or asked.read_text().split() != list(drivers):
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place) as scratch:
            _fetch_kernel(Path(scratch), kernel, modules, drivers)
    return kernel, modules


def _fetch_kernel(scratch: Path, kernel: Path, modules: Path, drivers: Sequence[str]) -> None:
    print(f"Fetching the kernel of {SUITE} (about 175 MB, kept: 20 MB)...", flush=True)
    suite = Suite(SUITE, scratch)
    image = next(depend for depend in suite.depends("linux-image-amd64") if depend.startswith("linux-image-"))
    version = image.removeprefix("linux-image-")
    root = suite.unpack(f"linux-binary-{version}", f"linux-modules-{version}")
    subprocess.run(["depmod", "-b", str(root / "usr"), version], check=True, capture_output=True)
    tree = root / "usr" / "lib" / "modules" / version
    shutil.rmtree(modules, ignore_errors=True)
    modules.mkdir()
    order = _ordered(tree, drivers)
    for path in order:
        name = path.name.split(".")[0]
        (modules / f"{name}.ko").write_bytes(
            lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        )
    (modules / "order").write_text("".join(path.name.split(".")[0] + "\n" for path in order))
    (modules / "version").write_text(version + "\n")
    shutil.copy(next((root / "boot").glob("vmlinuz-*"), tree / "vmlinuz"), kernel)
    (modules / "asked").write_text("".join(f"{driver}\n" for driver in drivers))


def _ordered(tree: Path, drivers: Sequence[str]) -> list[Path]:
    """The drivers and all that they need, each after what it needs. Built-in ones are left out."""
    needs: dict[str, tuple[Path, list[str]]] = {}
    for line in (tree / "modules.dep").read_text().splitlines():
        path, _, rest = line.partition(":")
        needs[_plain(path)] = (tree / path, [_plain(driver) for driver in rest.split()])
    order: list[Path] = []

    def take(name: str) -> None:
        path, before = needs[name]
        for module in reversed(before):
            take(module)
        if path not in order:
            order.append(path)

    for driver in drivers:
        if _plain(driver) in needs:
            take(_plain(driver))
    return order


def _plain(path: str) -> str:
    return path.rsplit("/", 1)[-1].split(".", maxsplit=1)[0].replace("-", "_")


def make_disk(modules: Path, disk: Path, first: Path = HERE / "init.sh") -> None:
    """The initial RAM disk: busybox, the drivers, the first program."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for folder in ("bin", "proc", "sys", "dev", "lower", "upper", "new"):
            (root / folder).mkdir()
        shutil.copytree(modules, root / "modules")
        shutil.copy("/bin/busybox", root / "bin")
        shutil.copy(first, root / "init")
        (root / "init").chmod(0o755)
        names = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*")))
        packed = subprocess.run(
            ["cpio", "-o", "-H", "newc", "--quiet"], cwd=root, input=names.encode(), check=True, capture_output=True
        ).stdout
        disk.write_bytes(gzip.compress(packed, 1))


def _site(place: Path) -> Path:
    """lgpio, rpi-lgpio and evdev as the group ``lab`` pins them, in a folder that only the guest sees."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["lab"]
    folder = place / f"site-{sys.implementation.cache_tag}"
    if not (folder / "pinned").exists() or (folder / "pinned").read_text() != "\n".join(wanted):
        shutil.rmtree(folder, ignore_errors=True)
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--only-binary",
                ":all:",
                "--target",
                str(folder),
                *wanted,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Missing(f"The lab's Python libraries cannot be had: {done.stderr.strip()[-300:]}")
        (folder / "pinned").write_text("\n".join(wanted))
    return folder


class Screen:
    """What the guest's display shows, asked of QEMU's monitor (QMP)."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line: socket.SocketIO | None = None

    def save(self, target: Path, card: str = "card0", connector: int = 0) -> None:
        """A picture of the display at a connector of a card as PNG."""
        answer = self._ask("screendump", filename=str(target), format="png", device=card, head=connector)
        if "error" in answer:
            raise RuntimeError(str(answer))

    def _ask(self, command: str, **arguments: str | int) -> dict[str, object]:
        if self._line is None:
            end = socket.socket(socket.AF_UNIX)
            end.connect(str(self._path))
            self._line = end.makefile("rwb", buffering=0)
            self._line.readline()
            self._ask("qmp_capabilities")
        self._line.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            answer: dict[str, object] = json.loads(self._line.readline())
            if "event" not in answer:
                return answer


def run(tests: Sequence[str], out: Path) -> int:
    """Run tests in the guest; pytest's own status, or `CRASHED`. Raises `Missing`.

    Its words come through as they are said, pictures lie in ``out``.
    """
    kernel, modules, site = prepared()
    out = out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    status = out / "status"
    status.unlink(missing_ok=True)
    words = {
        "lab.folder": ROOT,
        "lab.out": out,
        "lab.python": Path(sys.executable),
        "lab.site": site,
        "lab.tests": ",".join(tests),
    }
    for word in words.values():
        if " " in str(word):
            raise Missing(f"The guest is told on a kernel's command line, which has no way to say this: {word}")
    scratch = Path(tempfile.mkdtemp(prefix="dvojtah-lab-"))
    make_disk(modules, scratch / "initrd.gz")
    devices = [*CARDS]
    for name, words_of_card in SOUND.items():
        devices += ["-audiodev", f"wav,id={name},path={str(out).replace(',', ',,')}/sound-{name}.wav", *words_of_card]
    shares = [*shared("/", "host", readonly=True), *shared(str(out), "out")]
    began = time.monotonic()
    try:
        start(kernel, scratch, [*devices, *shares], [f"{key}={value}" for key, value in words.items()], out)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"The guest took {time.monotonic() - began:.0f} s.", flush=True)
    return int(status.read_text()) if status.exists() else CRASHED


def start(kernel: Path, scratch: Path, devices: list[str], words: Sequence[str], out: Path) -> None:
    """Run a guest to its end, whose initial RAM disk is ``initrd.gz`` in ``scratch``. Raises `Missing`.

    ``devices`` are QEMU's words for what it has, ``words`` those on its kernel's command line.
    """
    monitor = scratch / "monitor"
    command = qemu(kernel, scratch, devices, words)
    for _ in range(STARTS):
        if not _panicked(command, monitor, out):
            return
        print("The guest's own kernel has panicked: it is started again.", flush=True)
    raise Missing(f"The kernel of the guest panics here: {STARTS} times in a row.")


def qemu(kernel: Path, scratch: Path, devices: Sequence[str], words: Sequence[str]) -> list[str]:
    """QEMU's command for a guest, as `start` takes it; its monitor is the socket ``monitor`` in ``scratch``."""
    return [
        *("qemu-system-x86_64", "-accel", accelerator(kernel), *PROCESSOR, "-m", "2048", "-nodefaults", "-no-reboot"),
        *("-display", "none", "-serial", "stdio", "-qmp", f"unix:{scratch / 'monitor'},server=on,wait=off", *devices),
        *("-kernel", str(kernel), "-initrd", str(scratch / "initrd.gz")),
        *("-append", " ".join(("console=ttyS0 quiet panic=-1", *words))),
    ]


def accelerator(kernel: Path, device: Path = Path("/dev/kvm")) -> str:
    """QEMU's word for who runs the guest's instructions: this machine's processor where that can, or QEMU.

    A /dev/kvm that opens says too little: a machine that is itself a guest may have one which never gets through the
    start of a kernel that was not made for it. So the kernel is tried, as far as to a root that it was not given.
    """
    if not os.access(device, os.R_OK | os.W_OK):
        return EMULATED
    trial = ["qemu-system-x86_64", "-accel", "kvm", *PROCESSOR, "-m", "512", "-nodefaults", "-no-reboot"]
    trial += ["-display", "none", "-serial", "stdio", "-kernel", str(kernel), "-append", "console=ttyS0 panic=-1"]
    return "kvm" if _comes_to_its_root(trial) else EMULATED


def _comes_to_its_root(command: list[str]) -> bool:
    """Whether a kernel that is started without a root comes as far as to say so, in time."""
    trial = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    limit = threading.Timer(TRIAL_S, trial.kill)
    limit.start()
    try:
        assert trial.stdout is not None
        for line in trial.stdout:
            if NO_ROOT in line or "KVM internal error" in line:
                return NO_ROOT in line
        return False
    finally:
        limit.cancel()
        trial.kill()
        trial.communicate()


def _panicked(command: list[str], monitor: Path, out: Path) -> bool:
    """Run the guest to its end; whether that was its kernel's and not its first program's. Raises `Missing`."""
    guest = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    limit = threading.Timer(LIMIT_S, guest.kill)
    limit.start()
    try:
        assert guest.stdout is not None
        panicked = _listen(guest.stdout, Screen(monitor), out)
        guest.wait(30)
    finally:
        limit.cancel()
        guest.kill()
    if guest.returncode and not (out / "status").exists():
        raise Missing(f"QEMU does not run the guest here; it ended with {guest.returncode}.")
    return panicked


def shared(path: str, tag: str, readonly: bool = False) -> list[str]:
    """QEMU's words for a folder of this machine that the guest mounts by its tag."""
    more = ",readonly=on,multidevs=remap" if readonly else ""
    return [
        "-fsdev",
        f"local,id={tag},path={path.replace(',', ',,')},security_model=none{more}",
        "-device",
        f"virtio-9p-pci,fsdev={tag},mount_tag={tag}",
    ]


def _listen(lines: Iterable[str], screen: Screen, out: Path) -> bool:
    """Pass on what the guest says; take a picture of its display where it asks for one. Whether its kernel panicked."""
    panicked = False
    for line in lines:
        text = line.rstrip()
        panicked = panicked or ("Kernel panic - not syncing" in text and "kill init" not in text)
        if "##picture " in text:
            name, card, connector = text.split("##picture ", 1)[1].split()
            screen.save(out / f"{name}.new", card, int(connector))
            os.replace(out / f"{name}.new", out / f"{name}.png")
        elif text:
            print(text, flush=True)
    return panicked
