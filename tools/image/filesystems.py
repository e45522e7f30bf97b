"""Files in and out of an image's two file systems with mtools and e2fsprogs: no loop device, nothing is mounted."""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.image.said import Refused, run

BLOCK = 4096
SPARE = 0.15
"""How much larger the new root file system is than what lies in it; the first start grows it to the whole card."""
LEAST_FREE = 300 << 20
"""Bytes that are free in it at least."""
ALIGN = 4 << 20
MACHINES = {40: "32-bit ARM", 62: "x86_64", 183: "aarch64", 243: "riscv64"}
"""Processors by their number in an ELF header."""
_LISTED = re.compile(r"/(\d+)/(\d+)/(\d+)/(\d+)/(.+)/(\d*)/")
_CAPABILITY = re.compile(r"security\.capability \(\d+\) = ((?:[0-9a-f]{2} ?)+)")


# -- FAT ---------------------------------------------------------------------------------------------------------------


def boot_out(boot: Path, folder: Path) -> None:
    """All files of the boot partition."""
    folder.mkdir(parents=True, exist_ok=True)
    run("mcopy", "-s", "-n", "-m", "-i", boot, "::*", folder)


def boot_in(boot: Path, folder: Path, before: Path, moment: int) -> list[str]:
    """Write back what changed in ``folder`` since ``before``, as of ``moment`` (s since 1970); the names.

    Raises `Refused`.
    """
    changed = []
    clock = {"SOURCE_DATE_EPOCH": str(moment), "TZ": "UTC"}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        old = before / name
        if path.is_dir():
            if not old.is_dir():
                run("mmd", "-D", "s", "-i", boot, f"::{name}", environment=clock)
            continue
        if not old.is_file() or old.read_bytes() != path.read_bytes():
            run("mcopy", "-o", "-i", boot, path, f"::{name}", environment=clock)
            changed.append(name)
    for path in sorted(before.rglob("*"), reverse=True):
        name = path.relative_to(before).as_posix()
        if path.is_file() and not (folder / name).exists():
            run("mdel", "-i", boot, f"::{name}")
            changed.append(name)
    return changed


# -- ext4 --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ext4:
    """What a new file system has to have in common with the old one, so that the system finds and grows it."""

    uuid: str
    label: str
    features: tuple[str, ...]
    inode_size: int


def described(root: Path) -> Ext4:
    """What the file system says of itself. Raises `Refused` where it is none."""
    try:
        text = run("dumpe2fs", "-h", root).decode(errors="replace")
    except Refused as refused:
        if "missing" in str(refused):
            raise
        raise Refused("The second partition of the image has no ext4 file system.") from None

    def value(key: str) -> str:
        match = re.search(rf"^{re.escape(key)}:\s*(.*)$", text, re.MULTILINE)
        return match[1].strip() if match else ""

    label = value("Filesystem volume name")
    passing = {"needs_recovery", "orphan_present"}
    features = tuple(feature for feature in value("Filesystem features").split() if feature not in passing)
    return Ext4(value("Filesystem UUID"), "" if label == "<none>" else label, features, int(value("Inode size") or 256))


def one_file(root: Path, place: str) -> bytes:
    """A file of the file system by its path; empty where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "file"
        run("debugfs", "-R", f'dump "{place}" "{target}"', root)
        return target.read_bytes() if target.exists() else b""


def processor_of(root: Path) -> str:
    """What the programs of the system are made for, by its shell's ELF header; ``"?"`` where there is no shell."""
    for place in ("/usr/bin/dash", "/bin/dash", "/usr/bin/bash", "/bin/bash"):
        header = one_file(root, place)[:20]
        if header[:4] == b"\x7fELF":
            number = int.from_bytes(header[18:20], "little")
            return MACHINES.get(number, f"number {number}")
    return "?"


def root_out(root: Path, folder: Path) -> None:
    """All files of the file system with owners, rights and capabilities. Raises `Refused`."""
    folder.mkdir(parents=True, exist_ok=True)
    run("debugfs", "-R", f'rdump / "{folder}"', root)
    if not any(folder.iterdir()):
        raise Refused("The files of the image could not be taken out of it.")
    shutil.rmtree(folder / "lost+found", ignore_errors=True)
    _mend(root, folder)


def _mend(root: Path, folder: Path) -> None:
    """What debugfs leaves out: the kernel takes set-user-ID away when it gives a file its owner, and capabilities."""
    folders = [folder, *(Path(top) / name for top, names, _ in os.walk(folder) for name in names)]
    names = ["/" + path.relative_to(folder).as_posix().removeprefix(".") for path in folders if not path.is_symlink()]
    programs: list[str] = []
    place = ""
    for line in _asked(root, [f'ls -p "{name}"' for name in names]):
        if (asked := re.match(r'debugfs: +ls -p "(.*)"', line)) is not None:
            place = asked[1]
            continue
        match = _LISTED.fullmatch(line.strip())
        if match is None or match[5] in (".", "..") or match[1] == "0":
            continue
        mode, path = int(match[2], 8), folder / place.lstrip("/") / match[5]
        if stat.S_ISREG(mode) and mode & 0o111:
            programs.append(f"{place.rstrip('/')}/{match[5]}")
        if not stat.S_ISLNK(mode) and path.exists() and stat.S_IMODE(path.lstat().st_mode) != stat.S_IMODE(mode):
            path.chmod(stat.S_IMODE(mode))
    if os.geteuid():
        return
    place = ""
    for line in _asked(root, [f'ea_list "{name}"' for name in programs if re.search(r"/s?bin/|/lib", name)]):
        if (asked := re.match(r'debugfs: +ea_list "(.*)"', line)) is not None:
            place = asked[1]
        elif (value := _CAPABILITY.search(line)) is not None:
            os.setxattr(folder / place.lstrip("/"), "security.capability", bytes.fromhex(value[1]))


def everything(folder: Path) -> Iterator[Path]:
    """All that lies in a folder, however deep, and at last the folder itself."""
    for top, folders, files in os.walk(folder):
        for name in (*files, *folders):
            yield Path(top) / name
    yield folder


def _asked(root: Path, commands: list[str], *options: str, environment: Mapping[str, str] | None = None) -> list[str]:
    with tempfile.NamedTemporaryFile("w", suffix=".debugfs", encoding="utf-8") as file:
        file.write("\n".join(commands) + "\n")
        file.flush()
        answer = run("debugfs", *options, "-f", file.name, root, environment=environment)
        return answer.decode("utf-8", errors="surrogateescape").split("\n")


def size_for(folder: Path, least: int) -> int:
    """Bytes of a file system that takes the tree and has room to start with, at least ``least``."""
    used = inodes = 0
    for top, names, files in os.walk(folder):
        inodes += len(names) + len(files)
        for name in files:
            entry = (Path(top) / name).lstat()
            used += -(-entry.st_size // BLOCK) * BLOCK if stat.S_ISREG(entry.st_mode) else 0
    wanted = max(int((used + inodes * 512) * (1 + SPARE)) + LEAST_FREE, least)
    return -(-wanted // ALIGN) * ALIGN


def root_made(folder: Path, target: Path, size: int, like: Ext4, moment: int) -> None:
    """A new file system with those files, known by the old one's UUID and label, made at ``moment`` (s since 1970).

    The same files give the same bytes: mke2fs takes them in the order of their names. Raises `Refused`.
    """
    target.unlink(missing_ok=True)
    with target.open("wb") as file:
        file.truncate(size)
    features, label = ",".join(["none", *like.features]), ["-L", like.label] if like.label else []
    known = ("-I", str(like.inode_size), "-U", like.uuid, "-E", f"hash_seed={like.uuid}", *label)
    clock = {"E2FSPROGS_FAKE_TIME": str(moment)}
    run("mke2fs", "-q", "-t", "ext4", "-F", "-O", features, *known, "-d", folder, target, environment=clock)
    # It copies the times at which this machine made and read a file, and nobody can set the first of them.
    paths = [f"/{path.relative_to(folder).as_posix()}".removesuffix("/.") or "/" for path in everything(folder)]
    quoted = (path.replace('"', '""') for path in paths)
    fields = [f'set_inode_field "{path}" {name} @{moment}' for path in quoted for name in ("ctime", "atime", "crtime")]
    _asked(target, fields, "-w", environment=clock)
