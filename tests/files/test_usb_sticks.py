"""A USB stick: found by what the kernel says, never written over, and every trouble said in one sentence."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from device.common.files.usb_sticks import StickSystem, mount_table, read_file, udisks_mount, volumes
from device.game_files.usb import save
from tests.files.usb_machine import FILES, READY, sentence_of


def test_files_are_written_into_the_folder_and_it_is_said(machine):
    root = machine.stick()
    outcome = save(FILES, machine.system)
    assert outcome.ok
    assert sentence_of(outcome) == READY
    assert {path.name: path.read_bytes() for path in (root / "dvojtah").iterdir()} == FILES
    assert sorted(outcome.files) == sorted((root / "dvojtah").iterdir())


def test_a_name_with_a_space_and_Czech_letters_is_found(machine):
    root = machine.stick(place="media/pi/MŮJ DISK")
    assert save(FILES, machine.system).ok
    assert (root / "dvojtah" / "a.pdf").exists()


def test_without_a_stick_that_is_said(machine):
    machine.disk("mmcblk0", "mmcblk0p1", removable=False)
    machine.at("mmcblk0p1", "media/pi/CARD")
    outcome = save(FILES, machine.system)
    assert not outcome.ok
    assert sentence_of(outcome) == "Není tu žádný USB disk; zasuňte ho a zkuste to znovu."
    assert not (machine.root / "media/pi/CARD/dvojtah").exists()


def test_the_disk_that_the_system_runs_from_is_no_stick_even_where_it_is_removable(machine):
    machine.disk("sda", "sda1", "sda2", "sda3")
    machine.mounted += ["/dev/sda2 / ext4 rw 0 0", "/dev/sda1 /boot/firmware vfat rw 0 0"]
    data = machine.at("sda3", "media/pi/DATA")
    assert not save(FILES, machine.system).ok
    assert not (data / "dvojtah").exists()


def test_a_card_reader_without_a_card_is_no_stick(machine):
    machine.disk("sda", size="0")
    assert volumes(machine.system) == []


def test_a_machine_that_tells_nothing_about_its_disks_has_no_stick(machine):
    system = replace(machine.system, sys_block=machine.root / "gone")
    assert "USB" in sentence_of(save(FILES, system))
    system = replace(machine.system, mounts=machine.root / "gone")
    assert "USB" in sentence_of(save(FILES, system))


def test_a_stick_without_partitions_is_found(machine):
    machine.disk("sdb")
    root = machine.at("sdb", "media/pi/WHOLE")
    assert save(FILES, machine.system).ok
    assert (root / "dvojtah").is_dir()


def test_a_stick_that_is_not_mounted_is_mounted_and_let_go_again(machine):
    machine.disk("sda", "sda1")
    place = machine.root / "here"
    place.mkdir()
    machine.mountable["/dev/sda1"] = place
    assert save(FILES, machine.system).ok
    assert machine.calls == ["mount /dev/sda1", "unmount /dev/sda1"]
    assert (place / "dvojtah" / "a.pdf").exists()


def test_it_is_let_go_even_where_writing_fails(machine, monkeypatch):
    machine.disk("sda", "sda1")
    place = machine.root / "here"
    place.mkdir()
    (place / "dvojtah").write_text("not a folder", encoding="utf-8")
    machine.mountable["/dev/sda1"] = place
    assert not save(FILES, machine.system).ok
    assert machine.calls == ["mount /dev/sda1", "unmount /dev/sda1"]


def test_a_stick_that_cannot_be_mounted_is_said(machine):
    machine.disk("sda", "sda1")
    assert sentence_of(save(FILES, machine.system)) == "USB disk nejde připojit; zasuňte ho znovu nebo zkuste jiný."


def test_the_files_go_to_the_large_partition_not_to_a_small_one_before_it(machine):
    machine.disk("sda", "sda1", "sda2")
    for part, size in (("sda1", "409600"), ("sda2", "60000000")):
        (machine.root / "block" / "sda" / part / "size").write_text(size + "\n", encoding="ascii")
        machine.mountable[f"/dev/{part}"] = machine.root / part
        (machine.root / part).mkdir()
    assert save(FILES, machine.system).ok
    assert (machine.root / "sda2" / "dvojtah").is_dir()
    assert not (machine.root / "sda1" / "dvojtah").exists()


def test_a_mounted_stick_is_left_mounted(machine):
    machine.stick()
    save(FILES, machine.system)
    assert machine.calls == []


@pytest.mark.parametrize("how", ["mounted so", "switch"])
def test_a_read_only_stick_is_said_and_not_touched(machine, how):
    if how == "switch":
        root = machine.stick(ro="1")
    else:
        machine.disk("sda", "sda1")
        root = machine.at("sda1", "media/pi/STICK", "ro,nosuid")
    assert (
        sentence_of(save(FILES, machine.system)) == "USB disk je jen pro čtení; přepněte jeho zámek nebo vezměte jiný."
    )
    assert list(root.iterdir()) == []


def test_of_two_sticks_the_one_that_takes_the_files_gets_them(machine):
    first = machine.stick("sda", "media/pi/ONE", ro="1")
    second = machine.stick("sdb", "media/pi/TWO")
    assert save(FILES, machine.system).ok
    assert not (first / "dvojtah").exists()
    assert (second / "dvojtah").exists()


def test_the_same_game_again_changes_nothing(machine):
    root = machine.stick()
    first = save(FILES, machine.system)
    before = {path: path.stat().st_mtime_ns for path in first.files}
    assert save(FILES, machine.system) == first
    assert {path: path.stat().st_mtime_ns for path in (root / "dvojtah").iterdir()} == before


def test_a_different_file_is_never_written_over(machine):
    root = machine.stick()
    for content in (b"one", b"two", b"ten", b"two"):
        assert save({"a.pdf": content}, machine.system).ok
    folder = root / "dvojtah"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "a.pdf": b"one",
        "a-2.pdf": b"two",
        "a-3.pdf": b"ten",
    }


def test_a_link_or_a_folder_of_that_name_is_stepped_over(machine):
    root = machine.stick()
    (root / "dvojtah" / "a.csv").mkdir(parents=True)
    (root / "precious").write_text("x", encoding="utf-8")
    (root / "dvojtah" / "a.pdf").symlink_to(root / "precious")
    (root / "dvojtah" / "a-2.pdf").symlink_to(root / "gone")
    outcome = save(FILES, machine.system)
    assert outcome.ok
    assert {path.name for path in outcome.files} == {"a-3.pdf", "a-2.csv"}
    assert (root / "dvojtah" / "a-2.pdf").is_symlink()
    assert (root / "precious").read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize("thing", ["file", "link"])
def test_a_file_or_a_link_in_place_of_the_folder_is_said(machine, thing):
    root = machine.stick()
    elsewhere = machine.root / "elsewhere"
    elsewhere.mkdir()
    if thing == "file":
        (root / "dvojtah").write_text("x", encoding="utf-8")
    else:
        (root / "dvojtah").symlink_to(elsewhere)
    assert sentence_of(save(FILES, machine.system)) == "dvojtah na USB disku není složka; přejmenujte to tam."
    assert list(elsewhere.iterdir()) == []


def test_each_file_is_on_the_medium_before_it_gets_its_name(machine, monkeypatch):
    machine.stick()
    done = []
    sync, rename = os.fsync, Path.rename

    def syncing(number):
        done.append(("sync", Path(os.readlink(f"/proc/self/fd/{number}")).name))
        sync(number)

    def renaming(path, target):
        done.append(("name", target.name))
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(Path, "rename", renaming)
    assert save(FILES, machine.system).ok
    assert done == [
        ("sync", "STICK"),
        ("sync", ".a.pdf.new"),
        ("name", "a.pdf"),
        ("sync", ".a.csv.new"),
        ("name", "a.csv"),
        ("sync", "dvojtah"),
    ]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "USB disk je plný; uvolněte na něm místo nebo vezměte jiný."),
        (errno.EROFS, "USB disk je jen pro čtení; přepněte jeho zámek nebo vezměte jiný."),
        (errno.EACCES, "USB disk nedovolí zařízení zapisovat; zkontrolujte jeho práva nebo vezměte jiný."),
        (errno.EIO, "USB disk byl vytažen nebo je poškozený; zasuňte ho a zkuste to znovu."),
        (errno.ENAMETOOLONG, "Na USB disk nejde zapsat (ENAMETOOLONG); vezměte jiný."),
    ],
)
def test_trouble_while_writing_is_said_and_leaves_no_half_file(machine, monkeypatch, number, sentence):
    root = machine.stick()
    (root / "dvojtah").mkdir()

    def failing(descriptor):
        raise OSError(number, "no")

    monkeypatch.setattr(os, "fsync", failing)
    assert sentence_of(save(FILES, machine.system)) == sentence
    assert list((root / "dvojtah").iterdir()) == []


@pytest.fixture
def small(tmp_path):
    """A real file system of 64 kB."""
    place = tmp_path / "media" / "SMALL"
    place.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("mounting needs root")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_stick_that_is_really_full(machine, small):
    machine.disk("sda", "sda1")
    machine.at("sda1", "media/SMALL")
    outcome = save({"a.csv": b"x", "a.pdf": b"%" * 100_000}, machine.system)
    assert sentence_of(outcome) == "USB disk je plný; uvolněte na něm místo nebo vezměte jiný."
    assert [path.name for path in (small / "dvojtah").iterdir()] == ["a.csv"]


def test_a_stick_that_became_read_only(machine, small):
    machine.disk("sda", "sda1")
    machine.at("sda1", "media/SMALL")
    subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
    assert (
        sentence_of(save(FILES, machine.system)) == "USB disk je jen pro čtení; přepněte jeho zámek nebo vezměte jiný."
    )


@pytest.mark.parametrize(
    ("printed", "place"),
    [
        ("Mounted /dev/sda1 at /media/pi/STICK", "/media/pi/STICK"),
        ("Mounted /dev/sda1 at /media/pi/MY STICK.", "/media/pi/MY STICK"),
        ("Mounted /dev/sda1 at `/run/media/pi/A'.", "/run/media/pi/A"),
    ],
)
def test_udisks_says_where_it_mounted(tmp_path, monkeypatch, printed, place):
    program = tmp_path / "udisksctl"
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\ncat <<"END"\n{printed}\nEND\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert udisks_mount("/dev/sda1") == Path(place)
    asked = (tmp_path / "asked").read_text(encoding="utf-8")
    assert asked == "mount --block-device /dev/sda1 --no-user-interaction\n"


def test_udisks_is_asked_in_the_language_that_is_read(tmp_path, monkeypatch):
    program = tmp_path / "udisksctl"
    script = '[ "$LC_ALL" = C ] && echo Mounted /dev/sda1 at /media/x || echo Připojeno /dev/sda1 do /media/x'
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    assert udisks_mount("/dev/sda1") == Path("/media/x")


def test_udisks_that_refuses_or_is_missing_mounts_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert udisks_mount("/dev/sda1") is None
    program = tmp_path / "udisksctl"
    program.write_text("#!/bin/sh\necho Mounted /dev/sda1 at /media/x\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    assert udisks_mount("/dev/sda1") is None


def test_the_real_mount_table_can_be_read():
    text = Path("/proc/mounts").read_text(encoding="utf-8")
    assert all(row.place.is_absolute() for row in mount_table(text))
    assert isinstance(volumes(StickSystem()), list)


# -- what somebody left in the way -------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", [".", "dvojtah"])
def test_a_file_is_read_from_the_top_of_a_stick_or_from_its_folder(machine, folder):
    place = machine.stick() / folder
    place.mkdir(exist_ok=True)
    (place / "codes.txt").write_bytes(b"1")
    assert read_file("codes.txt", 9, machine.system) == b"1"


def test_a_stick_that_is_not_mounted_is_mounted_for_reading_and_let_go(machine):
    machine.disk("sda", "sda1")
    machine.mountable["/dev/sda1"] = machine.root
    (machine.root / "codes.txt").write_bytes(b"1")
    assert read_file("codes.txt", 9, machine.system) == b"1"
    assert machine.calls == ["mount /dev/sda1", "unmount /dev/sda1"]


def test_a_file_that_is_not_there_is_too_long_or_no_file_is_said(machine):
    assert "no USB stick" in str(read_file("codes.txt", 9, machine.system))
    root = machine.stick()
    assert str(read_file("codes.txt", 9, machine.system)) == "The USB stick has no file codes.txt."
    (root / "codes.txt").write_bytes(b"0123456789")
    assert "cannot be read" in str(read_file("codes.txt", 9, machine.system))
    (root / "codes.txt").unlink()
    os.mkfifo(root / "codes.txt")
    assert "cannot be read" in str(read_file("codes.txt", 9, machine.system))
