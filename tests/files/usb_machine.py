"""A machine whose disks and sticks are folders, for tests of what goes to a USB stick."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from device.common.files.usb_sticks import StickOutcome, StickSystem
from device.common.i18n import tr

FILES = {"a.pdf": b"%PDF-1", "a.csv": b"x"}
READY = "Partie je na USB disku ve složce dvojtah; disk můžete vytáhnout."


@dataclass
class Machine:
    """A machine whose disks are folders."""

    root: Path
    mounted: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    mountable: dict[str, Path] = field(default_factory=dict)

    @property
    def system(self) -> StickSystem:
        (self.root / "mounts").write_text("".join(line + "\n" for line in self.mounted), encoding="utf-8")
        return StickSystem(self.root / "block", self.root / "mounts", self.mount, self.unmount)

    def mount(self, device: str) -> Path | None:
        self.calls.append(f"mount {device}")
        return self.mountable.get(device)

    def unmount(self, device: str) -> None:
        self.calls.append(f"unmount {device}")

    def disk(self, name: str, *parts: str, removable: bool = True, **more: str) -> None:
        block = self.root / "block" / name
        block.mkdir(parents=True)
        for file, value in {"removable": str(int(removable)), "size": "61440", "ro": "0", **more}.items():
            (block / file).write_text(value + "\n", encoding="ascii")
        for part in parts:
            (block / part).mkdir()
            (block / part / "partition").write_text("1\n", encoding="ascii")

    def at(self, device: str, place: str, options: str = "rw,nosuid") -> Path:
        """The device is mounted at a folder of that name."""
        folder = self.root / place
        folder.mkdir(parents=True, exist_ok=True)
        shown = str(folder).replace(" ", "\\040")
        self.mounted.append(f"/dev/{device} {shown} vfat {options} 0 0")
        return folder

    def stick(self, name: str = "sda", place: str = "media/pi/STICK", **more: str) -> Path:
        self.disk(name, f"{name}1", **more)
        return self.at(f"{name}1", place)


def sentence_of(outcome: StickOutcome) -> str:
    """The one sentence."""
    text = tr(outcome.message)
    assert "\n" not in text
    return text


def in_the_way(kind, path: Path, elsewhere: Path) -> None:
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a link":
        elsewhere.write_bytes(b"somebody's")
        path.symlink_to(elsewhere)
    elif kind == "a link that leads nowhere":
        path.symlink_to(elsewhere)
    elif kind == "links in a circle":
        path.symlink_to(path.name)
    else:
        path.mkdir()


KINDS = ("a pipe", "a link", "a link that leads nowhere", "links in a circle", "a folder")
