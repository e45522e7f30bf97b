"""A stand-in for the official image: arm64 Debian by mmdebstrap, laid out as Raspberry Pi OS is. It starts under QEMU.

It has neither Raspberry Pi's kernel nor its drivers, so what it shows is that the image is put together rightly, starts
into the table, and takes updates; not that a board does.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.lab.debian import cache, ensure
from tools.image import filesystems, partitions

PROGRAMS = {
    "mmdebstrap": "mmdebstrap",
    "arch-test": "arch-test",
    "qemu-aarch64-static": "qemu-user-static",
    "update-binfmts": "binfmt-support",
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-img": "qemu-utils",
    "mcopy": "mtools",
    "mkfs.vfat": "dosfstools",
    "xz": "xz-utils",
}
PACKAGES = (
    *("systemd-sysv", "udev", "dbus", "kmod", "initramfs-tools", "linux-image-arm64", "raspi-firmware"),
    *("python3", "python3-venv", "ca-certificates", "tzdata"),
    *("network-manager", "wpasupplicant", "openssh-server", "systemd-timesyncd"),
    *("libegl1", "libgles2", "libgbm1", "libgl1-mesa-dri", "polkitd", "udisks2"),
)
"""What Raspberry Pi OS Lite has, as far as the table meets it."""
MODULES = ("virtio_blk", "ext4", "crc32c_generic")
"""What QEMU's machine needs to find its root."""
MB = 1 << 20
BOOT_AT, BOOT_SIZE = 4 * MB, 256 * MB
UUID = "7a9f3c10-5d1e-4c55-9a40-d0d0d0d0d0d0"
DISK = 0x5A17C0DE
"""The disk's number, of which its partitions' PARTUUIDs are made."""
DAY = 1_764_547_200
"""2025-12-01, when its file system was made."""
FEATURES = (
    *("has_journal", "ext_attr", "resize_inode", "dir_index", "filetype", "extent", "64bit", "flex_bg"),
    *("sparse_super", "large_file", "huge_file", "dir_nlink", "extra_isize", "metadata_csum"),
)


def debian(suite: str) -> Path:
    """The root of an arm64 Debian as a tar archive, made once (half an hour under load). Raises `Missing`."""
    ensure(PROGRAMS)
    binfmt = Path("/proc/sys/fs/binfmt_misc")
    if not (binfmt / "status").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", binfmt], check=False)
    if not (binfmt / "qemu-aarch64").exists():
        subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=False)
    place = cache() / f"arm64-{suite}.tar"
    if not place.exists():
        print(f"Making an arm64 Debian {suite}; that takes about half an hour, once...", flush=True)
        beside = place.with_suffix(".new.tar")
        command = ["nice", "mmdebstrap", "--arch=arm64", "--variant=apt", "--mode=root"]
        command += ["--components=main contrib non-free-firmware", f"--include={','.join(PACKAGES)}"]
        command += ['--aptopt=APT::Sandbox::User "root"', "--dpkgopt=force-unsafe-io"]
        command += [f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in ("man", "doc")]
        subprocess.run([*command, suite, beside], check=True)
        beside.rename(place)
    return place


def make(archive: Path, target: Path) -> Path:
    """An image of two partitions with that root, as the builder would bring one."""
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        tree, boot = Path(scratch) / "root", Path(scratch) / "boot.fat"
        tree.mkdir()
        # The devices of the archive stay out: the kernel makes its own.
        subprocess.run(["tar", "-xf", archive, "-C", tree, "--numeric-owner", "--exclude=./dev/*"], check=True)
        folder = tree / "boot/firmware"
        folder.mkdir(exist_ok=True)
        (folder / "config.txt").write_text("dtparam=audio=on\narm_64bit=1\n")
        (folder / "cmdline.txt").write_text(
            f"console=tty1 root=PARTUUID={DISK:08x}-02 rootfstype=ext4 fsck.repair=yes\n"
        )
        # Debian's firmware package writes cmdline.txt anew with each initial RAM disk, for a card of its own layout.
        (tree / "etc/default/raspi-firmware").write_text(f"ROOTPART=PARTUUID={DISK:08x}-02\n")
        # A Pi's kernel has few modules. Debian's has thousands, and packing them all is most of the image's time.
        (tree / "etc/initramfs-tools/conf.d/machine").write_text("MODULES=list\n")
        (tree / "etc/initramfs-tools/modules").write_text("".join(f"{module}\n" for module in MODULES))
        (tree / "etc/fstab").write_text(
            f"PARTUUID={DISK:08x}-01 /boot/firmware vfat defaults 0 2\n"
            f"PARTUUID={DISK:08x}-02 / ext4 defaults,noatime 0 1\n"
        )
        boot.write_bytes(b"")
        with boot.open("r+b") as file:
            file.truncate(BOOT_SIZE)
        subprocess.run(["mkfs.vfat", "-n", "bootfs", boot], check=True, stdout=subprocess.DEVNULL)
        for path in sorted(folder.iterdir()):
            subprocess.run(["mcopy", "-s", "-i", boot, path, "::"], check=True)
        shutil.rmtree(folder)
        folder.mkdir()
        root = Path(scratch) / "root.ext4"
        # As an official image: hardly any room is left in it.
        size = filesystems.size_for(tree, 0) - 150 * MB
        filesystems.root_made(tree, root, size, filesystems.Ext4(UUID, "rootfs", FEATURES, 256), DAY)
        sector = bytearray(512)
        for number, (kind, start, length) in enumerate(((0x0C, BOOT_AT, BOOT_SIZE), (0x83, BOOT_AT + BOOT_SIZE, size))):
            entry = partitions.ENTRY.pack(0, b"\0\0\0", kind, b"\0\0\0", start // 512, length // 512)
            sector[446 + 16 * number : 462 + 16 * number] = entry
        sector[440:444] = DISK.to_bytes(4, "little")
        sector[510:512] = b"\x55\xaa"
        beside = target.with_name(target.name + ".new")
        beside.unlink(missing_ok=True)
        beside.write_bytes(bytes(sector))
        with beside.open("r+b") as file:
            file.truncate(BOOT_AT + BOOT_SIZE + size)
        partitions.copy(boot, 0, beside, BOOT_AT, BOOT_SIZE)
        partitions.copy(root, 0, beside, BOOT_AT + BOOT_SIZE, size)
        beside.rename(target)
    return target
