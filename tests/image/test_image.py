"""The image's partitions and files, without root: read, refused, taken out, put back, made larger."""

import datetime
import hashlib
import json
import lzma
import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from tools.image import base, build, filesystems, imager, partitions, payload
from tools.image.said import Refused

MB = 1 << 20
MOMENT = 1_700_000_000
UUID = "1b2c3d4e-0000-4000-8000-00000000a0a0"
NEEDED = ("mke2fs", "debugfs", "dumpe2fs", "mcopy", "mformat")
missing = [program for program in NEEDED if shutil.which(program) is None and not os.path.exists(f"/sbin/{program}")]
with_tools = pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)} (apt install e2fsprogs mtools)")


def sector(*entries):
    """A first sector with partitions (type, first sector, sectors)."""
    table = b"".join(struct.pack("<B3sB3sII", 0, b"\0" * 3, kind, b"\0" * 3, *rest) for kind, *rest in entries)
    return b"\0" * 440 + b"\x11\x22\x33\x44\0\0" + table.ljust(64, b"\0") + b"\x55\xaa"


def image_file(place, *entries, size=None):
    first = sector(*entries)
    with place.open("wb") as file:
        file.write(first)
        file.truncate(size or max(start + count for _, start, count in entries) * 512)
    return place


GOOD = ((0x0C, 2048, 4096), (0x83, 8192, 16384))


def test_a_table_is_read_in_bytes(tmp_path):
    boot, root = partitions.boot_and_root(image_file(tmp_path / "x.img", *GOOD))
    assert (boot.start, boot.size, root.start, root.size) == (MB, 2 * MB, 4 * MB, 8 * MB)


@pytest.mark.parametrize("empty", [(0x83, 24576, 0), (0, 24576, 64)], ids=["no length", "no type"])
def test_an_entry_that_names_nothing_is_no_partition(tmp_path, empty):
    boot, root = partitions.boot_and_root(image_file(tmp_path / "x.img", *GOOD, empty))
    assert (boot.number, root.number) == (1, 2)


def test_a_larger_root_changes_four_bytes_and_no_number_of_the_disk():
    before = sector(*GOOD)
    after = partitions.with_size(before, 2, 20 * MB)
    assert [i for i in range(512) if before[i] != after[i]] == [446 + 16 + 13]
    assert partitions.read_table(after, "x")[1].size == 20 * MB
    assert after[440:446] == before[440:446], "PARTUUIDs are made of these"


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (((0x83, 2048, 4096),), "it has other partitions (0x83)"),
        (((0x0C, 2048, 4096), (0x83, 4096, 4096)), "its partitions overlap"),
        (((0x0C, 2048, 4096), (0x83, 8192, 4096), (0x82, 16384, 10)), "it has other partitions (0x0c, 0x83, 0x82)"),
        (((0xEE, 1, 99999),), "its partition table is a GPT"),
    ],
)
def test_another_disk_is_refused(tmp_path, entries, why):
    with pytest.raises(Refused, match="no image of Raspberry Pi OS Lite") as refused:
        partitions.boot_and_root(image_file(tmp_path / "x.img", *entries))
    assert why in str(refused.value)


def test_a_base_that_is_no_image_is_refused(tmp_path):
    place = tmp_path / "notes.txt"
    place.write_text("hello " * 200)
    with pytest.raises(Refused, match="it has no partition table"):
        base.looked_at(place, tmp_path)
    with pytest.raises(Refused, match="There is no file"):
        base.looked_at(tmp_path / "missing.img", tmp_path)


def test_a_base_that_is_cut_off_is_refused(tmp_path):
    with pytest.raises(Refused, match=r"x.img is cut off: 12 MB are in its table, 5 MB are there; fetch it anew"):
        partitions.boot_and_root(image_file(tmp_path / "x.img", *GOOD, size=5 * 10**6))


def test_a_packed_base_that_is_damaged_is_refused(tmp_path):
    place = tmp_path / "x.img.xz"
    place.write_bytes(lzma.compress(os.urandom(100_000))[:50_000])
    with pytest.raises(Refused, match=r"x\.img\.xz is damaged; fetch it anew"):
        base.unpacked(place, tmp_path)


def test_a_packed_base_is_unpacked_with_its_holes(tmp_path):
    content = b"\1" * MB + b"\0" * 3 * MB + b"\2" + b"\0" * MB
    (tmp_path / "x.img.xz").write_bytes(lzma.compress(content))
    assert base.unpacked_size(tmp_path / "x.img.xz") >= len(content) or shutil.which("xz") is None
    assert base.unpacked(tmp_path / "x.img.xz", tmp_path).read_bytes() == content


def test_a_full_disk_is_refused_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(base.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 5_000_000))
    with pytest.raises(Refused, match=r"There is no room on the disk: 48 MB are needed in .*, 5 MB are free"):
        base.looked_at(image_file(tmp_path / "x.img", *GOOD, size=12_000_000), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["x.img"]


def test_only_root_makes_an_image(monkeypatch):
    monkeypatch.setattr(base.os, "geteuid", lambda: 1000)
    with pytest.raises(Refused, match="sudo make image"):
        base.check_builder()


def test_a_machine_that_cannot_run_the_programs_of_the_image_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(base.os, "geteuid", lambda: 0)
    with pytest.raises(Refused, match="apt install qemu-user-static binfmt-support"):
        base.check_builder("a-processor-of-nobody")


def test_what_is_wrong_is_one_sentence_and_status_1(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(base, "check_builder", lambda: None)
    (tmp_path / "x.img").write_bytes(b"\0" * 4096)
    assert build.main(["--base", str(tmp_path / "x.img"), "--out", str(tmp_path / "out.img")]) == 1
    last = capsys.readouterr().out.strip().split("\n")[-1]
    assert last == "x.img is no image of Raspberry Pi OS Lite: it has no partition table."
    assert [path.name for path in tmp_path.iterdir()] == ["x.img"], "nothing is left lying about"


def elf(machine):
    return b"\x7fELF\2\1\1" + b"\0" * 9 + struct.pack("<HH", 3, machine) + b"\0" * 40


def system_tree(folder, machine=183, release="trixie"):
    (folder / "usr/bin").mkdir(parents=True)
    (folder / "usr/lib").mkdir()
    (folder / "usr/bin/dash").write_bytes(elf(machine))
    (folder / "usr/bin/dash").chmod(0o755)
    (folder / "usr/bin/sudo").write_bytes(elf(machine))
    (folder / "usr/bin/sudo").chmod(0o4755)
    (folder / "usr/bin/sh").symlink_to("dash")
    (folder / "usr/lib/os-release").write_text(f"ID=debian\nVERSION_CODENAME={release}\n")
    (folder / "etc").mkdir()
    (folder / "etc/private").write_text("x")
    (folder / "etc/private").chmod(0o600)
    (folder / "tmp").mkdir()
    (folder / "tmp").chmod(0o1777)
    (folder / "a name").mkdir()
    (folder / "a name/x y").write_text("z")
    return folder


def root_of(tree, target):
    filesystems.root_made(tree, target, 16 * MB, filesystems.Ext4(UUID, "rootfs", FEATURES, 256), MOMENT)
    return target


FEATURES = ("has_journal", "ext_attr", "resize_inode", "dir_index", "filetype", "extent", "64bit", "sparse_super")


def base_image(place, tree):
    """An image as the builder brings it, with this tree as its root."""
    root = root_of(tree, place.with_suffix(".ext4"))
    boot = place.with_suffix(".fat")
    boot.write_bytes(b"\0" * 2 * MB)
    subprocess.run(["mformat", "-i", boot, "::"], check=True)
    image_file(place, (0x0C, 2048, 4096), (0x83, 8192, root.stat().st_size // 512))
    partitions.copy(boot, 0, place, MB, 2 * MB)
    partitions.copy(root, 0, place, 4 * MB, root.stat().st_size)
    return place


@with_tools
@pytest.mark.parametrize(
    ("machine", "release", "sentence"),
    [
        (62, "trixie", "x.img is a system for x86_64; a 64-bit one (arm64) is needed."),
        (40, "trixie", "x.img is a system for 32-bit ARM; a 64-bit one (arm64) is needed."),
        (183, "bullseye", "x.img is of the release bullseye; the table runs on bookworm and trixie."),
    ],
)
def test_a_base_for_another_machine_or_release_is_refused(tmp_path, machine, release, sentence):
    place = base_image(tmp_path / "x.img", system_tree(tmp_path / "tree", machine, release))
    with pytest.raises(Refused) as refused:
        base.looked_at(place, tmp_path)
    assert str(refused.value) == sentence


@with_tools
def test_a_base_without_a_system_is_refused(tmp_path):
    (tmp_path / "tree/usr").mkdir(parents=True)
    with pytest.raises(Refused, match="there is no system in it"):
        base.looked_at(base_image(tmp_path / "x.img", tmp_path / "tree"), tmp_path)


@with_tools
def test_files_come_out_of_the_root_and_go_into_a_new_one_with_all_their_rights(tmp_path):
    tree = system_tree(tmp_path / "tree")
    image_base = base.looked_at(base_image(tmp_path / "x.img", tree), tmp_path)
    assert image_base.system == "trixie"
    out = tmp_path / "out"
    filesystems.root_out(image_base.root_file, out)
    for path in sorted(tree.rglob("*")):
        copy = out / path.relative_to(tree)
        assert copy.lstat().st_mode == path.lstat().st_mode, path
        if path.is_file():
            assert copy.read_bytes() == path.read_bytes()
    like = filesystems.described(image_base.root_file)
    assert (like.uuid, like.label) == (UUID, "rootfs")
    larger = tmp_path / "larger.ext4"
    filesystems.root_made(out, larger, 32 * MB, like, MOMENT)
    assert filesystems.described(larger) == like
    assert filesystems.one_file(larger, "/a name/x y") == b"z"
    listed = subprocess.run(["debugfs", "-R", "ls -p /usr/bin", larger], capture_output=True, text=True, check=True)
    assert "/104755/" in next(line for line in listed.stdout.split("\n") if "/sudo/" in line)


@with_tools
@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file capabilities")
def test_capabilities_of_a_program_stay(tmp_path):
    tree = system_tree(tmp_path / "tree")
    value = bytes.fromhex("0100000200200000000000000000000000000000")
    os.setxattr(tree / "usr/bin/dash", "security.capability", value)
    filesystems.root_out(root_of(tree, tmp_path / "r.ext4"), tmp_path / "out")
    assert os.getxattr(tmp_path / "out/usr/bin/dash", "security.capability") == value


@with_tools
def test_only_what_changed_is_written_to_the_partition_to_start_from(tmp_path):
    boot = tmp_path / "boot.fat"
    boot.write_bytes(b"\0" * 4 * MB)
    subprocess.run(["mformat", "-i", boot, "::"], check=True)
    for name, text in (("config.txt", "a\n"), ("cmdline.txt", "b\n"), ("kernel8.img", "c" * 5000)):
        (tmp_path / name).write_text(text)
        subprocess.run(["mcopy", "-i", boot, tmp_path / name, "::"], check=True)
    subprocess.run(["mmd", "-i", boot, "::overlays"], check=True)
    before, after = tmp_path / "before", tmp_path / "after"
    filesystems.boot_out(boot, before)
    shutil.copytree(before, after)
    (after / "config.txt").write_text("a\ndtparam=i2c_arm=on\n")
    (after / "dvojtah.toml").write_text("# x\n")
    (after / "overlays/x.dtbo").write_text("d")
    (after / "cmdline.txt").unlink()
    assert sorted(filesystems.boot_in(boot, after, before, MOMENT)) == [
        "cmdline.txt",
        "config.txt",
        "dvojtah.toml",
        "overlays/x.dtbo",
    ]
    again = tmp_path / "again"
    filesystems.boot_out(boot, again)
    assert {path.relative_to(again).as_posix(): path.read_text() for path in again.rglob("*") if path.is_file()} == {
        "config.txt": "a\ndtparam=i2c_arm=on\n",
        "dvojtah.toml": "# x\n",
        "kernel8.img": "c" * 5000,
        "overlays/x.dtbo": "d",
    }


def test_the_image_is_put_together_from_what_was_and_what_is_new(tmp_path):
    place = image_file(tmp_path / "x.img", *GOOD)
    with place.open("r+b") as file:
        file.seek(600)
        file.write(b"before the partitions")
    boot, root = partitions.boot_and_root(place)
    (tmp_path / "boot").write_bytes(b"B" * boot.size)
    (tmp_path / "root").write_bytes(b"R" * 12 * MB)
    image_base = base.Base(place, boot, root, "trixie", tmp_path / "none")
    build.assembled(image_base, tmp_path / "boot", tmp_path / "root", tmp_path / "new.img")
    new = (tmp_path / "new.img").read_bytes()
    assert len(new) == 16 * MB
    assert new[600:621] == b"before the partitions"
    assert new[MB : 3 * MB] == b"B" * 2 * MB
    assert new[4 * MB :] == b"R" * 12 * MB
    assert partitions.boot_and_root(tmp_path / "new.img")[1].size == 12 * MB


def test_a_root_has_room_to_start_with(tmp_path):
    system_tree(tmp_path / "tree")
    assert filesystems.size_for(tmp_path / "tree", 0) >= filesystems.LEAST_FREE
    assert filesystems.size_for(tmp_path / "tree", 900 * MB) == 900 * MB


def test_the_file_on_the_card_says_nothing_until_somebody_fills_it_in_and_then_all_of_it_is_right():
    import tomllib

    from device.first_start.common.answers import check

    text = (build.HERE / build.BOOT_FILE).read_text()
    assert tomllib.loads(text) == {}
    filled = "\n".join(
        line.removeprefix("# ") if " = " in line or "[wifi]" in line else line for line in text.split("\n")
    )
    answers, troubles = check(tomllib.loads(filled.replace('"..."', '"tajne-heslo"')))
    assert troubles == ()
    assert answers.wifi.ssid == "Klub"
    assert None not in (answers.language, answers.hostname, answers.time_zone, answers.role, answers.rotate)


def test_wheels_are_asked_for_that_the_system_can_load():
    assert payload.platforms("bookworm", "aarch64")[0] == "manylinux_2_36_aarch64"
    assert payload.platforms("trixie", "aarch64")[-1] == "manylinux2014_aarch64"
    assert {"pygame-ce", "jinja2"} <= set(payload.locked())


def test_the_program_is_built_by_locked_builders_wherever_the_image_is_to_lie(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder, asked = Path("out"), []
    folder.mkdir()

    def run(*command, environment=None):
        asked.append((command, environment))
        (folder / "dvojtah-1-py3-none-any.whl").touch()

    monkeypatch.setattr(payload, "run", run)
    payload.own_wheel(folder, payload.ROOT, folder)
    (install, _), (_, environment) = asked
    # pip builds in the program's folder, from where out/builders would be another one
    assert environment == {"PYTHONPATH": str(tmp_path / install[install.index("--target") + 1])}


def wheel(folder, name, release, tag="py3-none-any"):
    """A library of one line, as a wheel."""
    import zipfile

    place = folder / f"{name}-{release}-{tag}.whl"
    about = f"{name}-{release}.dist-info"
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr(f"{name}.py", "here = True\n")
        archive.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {release}\nRequires-Python: >=3.13\n"
        )
        archive.writestr(f"{about}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        archive.writestr(f"{about}/RECORD", "")
    return place


def test_of_libraries_that_were_fetched_before_only_the_pinned_ones_come_along(tmp_path):
    wheels = [wheel(tmp_path, "msgspec", "0.22.0"), wheel(tmp_path, "anyio", "4.0")]
    wheel(tmp_path, "msgspec", "0.21.0")
    wheel(tmp_path, "setuptools", "80")
    wheel(tmp_path, "dvojtah", "0.1.0")
    (tmp_path / "systemd").mkdir()
    (tmp_path / payload.LOCK).write_text(
        "anyio==4.0 \\\n    --hash=sha256:0\nmsgspec==0.22.0 \\\n    --hash=sha256:0\n"
    )
    assert payload.chosen(tmp_path, tmp_path) == sorted(wheels)


def test_libraries_are_unpacked_for_another_machine_and_another_python(tmp_path):
    foreign = wheel(tmp_path, "pygame", "1.0", "cp313-cp313-manylinux_2_28_aarch64")
    payload.unpack(tmp_path / "site", [foreign, wheel(tmp_path, "anyio", "4.0")], "trixie", "aarch64")
    assert sorted(path.name for path in (tmp_path / "site").glob("*.py")) == ["anyio.py", "pygame.py"]
    with pytest.raises(Refused):
        payload.unpack(tmp_path / "other", [foreign], "bookworm", "aarch64")


@pytest.mark.parametrize(("image", "card"), [(1_400, 2), (1_500, 4), (3_300, 4), (3_400, 8)])
def test_the_smallest_card_takes_image_games_and_an_update(image, card):
    assert build.smallest_card(image * 1_000_000) == ((image + 450) * 1_000_000, card)


DAY = datetime.date(2026, 11, 26)


def finished(folder):
    """An image and the same packed, as `make image` leaves them for the moment."""
    image, packed = folder / "image.img", folder / "dvojtah.img.xz"
    image.write_bytes(b"\0card" * 5000)
    packed.write_bytes(lzma.compress(image.read_bytes()))
    return image, packed


def test_a_card_that_arrived_whole_is_told_from_one_that_did_not(tmp_path):
    _, packed = finished(tmp_path)
    place = imager.checksum(packed)
    check = ["sha256sum", "--check", "--status", place.name]
    assert subprocess.run(check, cwd=tmp_path, check=False).returncode == 0
    packed.write_bytes(packed.read_bytes()[:-1])
    assert subprocess.run(check, cwd=tmp_path, check=False).returncode == 1


def test_imager_is_told_all_that_its_schema_asks_for(tmp_path):
    image, packed = finished(tmp_path)
    place = imager.manifest(image, packed, "https://example.org/dvojtah/", DAY)
    assert place.name == "dvojtah.rpi-imager-manifest"
    (entry,) = json.loads(place.read_text(encoding="utf-8"))["os_list"]
    # "required" of an operating system in rpi-imager's doc/json-schema/os-list-schema.json
    wanted = {"name", "description", "icon", "url", "extract_size", "extract_sha256", "image_download_size"}
    assert wanted | {"release_date"} <= set(entry)
    assert entry["url"] == "https://example.org/dvojtah/dvojtah.img.xz"
    assert entry["extract_size"] == len(image.read_bytes())
    assert entry["extract_sha256"] == hashlib.sha256(image.read_bytes()).hexdigest()
    assert entry["image_download_sha256"] == hashlib.sha256(packed.read_bytes()).hexdigest()
    assert entry["release_date"] == "2026-11-26"
    assert entry["init_format"] == "none", "its questions would be answered for nothing"


def test_without_an_address_the_manifest_leads_to_the_file_itself(tmp_path):
    image, packed = finished(tmp_path)
    (entry,) = json.loads(imager.manifest(image, packed, "", DAY).read_text(encoding="utf-8"))["os_list"]
    assert entry["url"] == packed.resolve().as_uri()


def test_every_board_in_the_manifest_is_one_that_the_card_is_for(tmp_path):
    manifest = json.loads(imager.manifest(*finished(tmp_path), "", DAY).read_text(encoding="utf-8"))
    tags = [tag for board in manifest["imager"]["devices"] for tag in board["tags"]]
    assert tags == manifest["os_list"][0]["devices"]
    assert all(tag.endswith("-64bit") for tag in tags)
