"""A system as a Pi has it before its first game: Debian, its first user, and what the pages have that user type.

Raspberry Pi OS differs by its kernel, its firmware and two packages (pins.py); its first user is as Imager
makes one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

from tests.lab import vm
from tests.lab.debian import Missing, cache
from tests.lab.machines.every_command import KEEP
from tests.lab.machines.test_installer import PLAYED
from tests.lab.roots import PASSED_ON, ROOT, System, archives, base
from tests.lab.twin import pins
from tests.lab.twin.commands import Run

HERE = Path(__file__).parent
SUITE = "trixie"
HAS = ("git", "make", "ca-certificates")
"""The base that `make bare` has, too."""
PACKAGES = (
    *("systemd-sysv", "dbus", "udev", "libpam-systemd", "sudo", "openssh-server", "iproute2", "kmod", "python3"),
    *("python3-evdev", "micropython", "mosquitto", "openssl", "nftables", "python3-pip"),
)
"""What Raspberry Pi OS Lite has, what the twin's models need, and what a page has an organiser install."""
USER, HOST = "pi", "stul-1"
GROUPS = "adm,dialout,cdrom,sudo,audio,video,plugdev,games,users,input,render,netdev,gpio,spi,i2c"
"""Those of Raspberry Pi OS's first user."""
CONFIG = "dtparam=audio=on\n\n[pi4]\narm_boost=1\n"
KEPT_BY_SUDO = " ".join((*(f"{word}*" for word in PASSED_ON), "PIP_CACHE_DIR"))
"""How packages are reached from here."""
PREPARE = f"""
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends {" ".join(PACKAGES)} >/dev/null
for group in {GROUPS.replace(",", " ")}; do groupadd --force $group; done
useradd --create-home --shell /bin/bash --groups {GROUPS} {USER}
echo '{USER} ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/010_pi-nopasswd
echo 'Defaults env_keep += "{KEPT_BY_SUDO}"' >>/etc/sudoers.d/010_pi-nopasswd
echo {HOST} >/etc/hostname; echo '127.0.1.1 {HOST}' >>/etc/hosts
systemctl disable -q mosquitto
systemctl enable -q systemd-networkd ssh
install -d -o {USER} -m 700 ~{USER}/.ssh && install -o {USER} -m 600 /lab/key.pub ~{USER}/.ssh/authorized_keys
depmod $(ls /usr/lib/modules)
echo 'deb [trusted=yes] file:/lab/packages ./' >/etc/apt/sources.list.d/pi.list
"""
INSTALL = (
    "sudo apt update && sudo apt install -y git",
    "git clone ADDRESS dvojtah",
    "cd dvojtah",
    "sudo ./systemd/install --lang en",
)
"""The block of docs/install.md, but for its last line, the new start."""
KEPT = ("polish-doubles-squares", "marias-evening", "chess-clock-full")
"""Recorded games that the user has in a journal of their own."""
LAPTOP = "PATH=/opt/dvojtah/current/bin:$PATH"
"""The command as it is on a computer that is no table: without the wrapper, which knows the table's settings."""
WATCHED = """
set -m
({typed}) >/tmp/words 2>&1 &
for n in $(seq 1200); do grep -qzP '{until}' /tmp/words && break; kill -0 $! 2>/dev/null || break; sleep 0.1; done
grep -qzP '{until}' /tmp/words; seen=$?
kill -INT -$! 2>/dev/null; wait $!; cat /tmp/words; exit $seen
"""
"""What is ended by Ctrl-C when it has said that it runs; the status is whether it did."""


def make(kernel_modules: Path, key: Path) -> System:
    """The system with the table installed and a game on it, switched off. Raises `Missing`."""
    lower = base(SUITE, HAS)
    pip = cache() / "pip-root"
    pip.mkdir(exist_ok=True)
    system = System(lower, {archives(SUITE): "/var/cache/apt/archives", pip: "/var/cache/pip"})
    try:
        _lay_out(system.root, kernel_modules, key, pins.packages(SUITE, lower))
        _do(system, "a Pi's system", PREPARE)
        _lab(system)
        typed = "\n".join(("set -e", *INSTALL)).replace("ADDRESS", "file:///lab/dvojtah.git")
        _do(
            system,
            "the installation",
            f"su - {USER} -w PIP_CACHE_DIR -c '{typed}'",
            "--setenv=PIP_CACHE_DIR=/var/cache/pip",
        )
        (system.root / "lab/played.py").write_text(PLAYED)
        python = "setpriv --reuid=dvojtah --regid=dvojtah --init-groups /opt/dvojtah/current/bin/python"
        _do(system, "a game", f"HOME=/var/lib/dvojtah SDL_VIDEODRIVER=dummy {python} /lab/played.py")
        (system.root / "lab/keep.py").write_text(KEEP)
        own, games = "~/.local/share/dvojtah", " ".join(f"dvojtah/samples/{game}.jsonl" for game in KEPT)
        keep = f"mkdir -p {own} && /opt/dvojtah/current/bin/python /lab/keep.py {own}/journal.db {games}"
        _do(system, "the user's games", f"su - {USER} -c '{keep}'")
    except BaseException:
        system.close()
        raise
    return system


def type_in(system: System, run: Run) -> tuple[int, str]:
    """A command as the user types it in the clone, while the system is not started: its status and its words."""
    typed = WATCHED.format(typed=run.typed, until=run.until) if run.until else run.typed
    (system.root / "lab/typed").write_text(f"{LAPTOP}\ncd ~/dvojtah\n{typed}\n")
    done = system.once(f"su - {USER} -c 'bash /lab/typed'")
    return done.returncode, done.stdout


def disk(system: System, place: Path) -> None:
    """The games and settings on a disk of their own, as a file: a layer that forgets would be no place for them."""
    folder = system.root / "var/lib/dvojtah"
    place.write_bytes(b"")
    os.truncate(place, 256 << 20)
    owner = f"root_owner={folder.stat().st_uid}:{folder.stat().st_gid}"
    subprocess.run(["mkfs.ext4", "-q", "-L", "GAMES", "-E", owner, "-d", folder, place], check=True)
    with (system.root / "etc/fstab").open("a") as file:
        file.write("LABEL=GAMES /var/lib/dvojtah ext4 defaults,nofail 0 0\n")


def _do(system: System, step: str, command: str, *options: str) -> None:
    began = time.monotonic()
    done = system.once(command, *options)
    if done.returncode:
        raise Missing(f"{step} cannot be made ({done.returncode}):\n{done.stdout.strip()[-2000:]}")
    print(f"{step}: {time.monotonic() - began:.0f} s", flush=True)


def _lay_out(root: Path, kernel_modules: Path, key: Path, packages: Path) -> None:
    """What is on a Pi before anybody types, and what the models need."""
    (root / "boot/firmware").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text(CONFIG)
    shutil.copytree(packages, root / "lab/packages")
    shutil.copy(key, root / "lab/key.pub")
    subprocess.run(["git", "clone", "-q", "--bare", ROOT, root / "lab/dvojtah.git"], check=True)
    tree = root / "usr/lib/modules" / (kernel_modules / "version").read_text().strip()
    (tree / "kernel").mkdir(parents=True)
    for module in kernel_modules.glob("*.ko"):
        shutil.copy(module, tree / "kernel")
    for name in ("modules.order", "modules.builtin", "modules.builtin.modinfo"):
        (tree / name).touch()
    shutil.copytree(HERE / "root", root, dirs_exist_ok=True)
    (root / "usr/bin/vcgencmd").chmod(0o755)


def _lab(system: System) -> None:
    """The models' own files, compiled, beside the product and apart from it."""
    lab = system.root / "lab"
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("tests/lab", "tests/pod"):
        shutil.copytree(ROOT / name, lab / name, ignore=ignored)
    shutil.copy(ROOT / "tests/__init__.py", lab / "tests")
    shutil.copytree(ROOT / "firmware", lab / "firmware", ignore=ignored)
    _do(
        system,
        "the models",
        f"chown -R {USER} /lab/dvojtah.git; python3 -m compileall -q /lab/tests; systemctl enable -q twin-board",
    )


def modules() -> tuple[Path, Path]:
    """Kernel and its drivers, as the lab's other guest has them. Raises `Missing`."""
    vm.ensure(vm.PROGRAMS)
    return vm.kernel_with(vm.DRIVERS, cache())
