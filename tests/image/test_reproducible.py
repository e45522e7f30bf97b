"""Two cards of one commit: what may not differ, though they are made elsewhere, by others and on another day."""

import os
import shutil
import subprocess
import time

import pytest

from tests.image.test_image import FEATURES, MB, MOMENT, UUID, with_tools
from tools.image import build, filesystems, reproducible

LIKE = filesystems.Ext4(UUID, "rootfs", (*FEATURES, "metadata_csum"), 256)
DAY = "Tue Nov 14 22:13:20 2023"
"""`MOMENT`, as e2fsprogs write it."""
IN_UTC = {**os.environ, "TZ": "UTC0"}
OLD = 1_600_000_000
"""When a package was made."""


def make_system(folder, names, began):
    """A system: a package's file, and what was written while the card was made, in the order of ``names``."""
    for name in names:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(name)
    (folder / "link").symlink_to(names[0].swapcase())
    os.utime(folder / "usr/bin/program", (OLD, OLD))
    for name in ("usr", "usr/bin"):
        os.utime(folder / name, (began + 5, began + 5))
    return folder


NAMES = ("usr/bin/program", "etc/hostname", 'etc/a "quoted" name', "var/log/dpkg.log", "etc/passwd-", "usr/bin/own")


@with_tools
def test_the_same_files_make_the_same_file_system_whoever_wrote_them_when_and_in_which_order(tmp_path):
    bytes_of = []
    for number, names in enumerate((NAMES, tuple(reversed(NAMES)))):
        began = reproducible.now_on(tmp_path)
        tree = make_system(tmp_path / str(number), names, began)
        (tree / "link").unlink()
        (tree / "link").symlink_to("there")
        reproducible.settle(tree, began, MOMENT)
        for path in filesystems.everything(tree):
            about = path.lstat()
            os.utime(path, (began - 1000 * number, about.st_mtime), follow_symlinks=False)  # read at another time
        image = tmp_path / f"{number}.ext4"
        filesystems.root_made(tree, image, 16 * MB, LIKE, MOMENT)
        bytes_of.append(image.read_bytes())
    assert bytes_of[0] == bytes_of[1]
    about = subprocess.run(["dumpe2fs", "-h", image], capture_output=True, text=True, check=True, env=IN_UTC).stdout
    assert {line.partition(":")[0] for line in about.split("\n") if DAY in line} == {
        "Filesystem created",
        "Last write time",
        "Last checked",
    }
    for name in ("etc/hostname", "usr", "/"):
        command = ["debugfs", "-R", f"stat {name}", image]
        times = subprocess.run(command, capture_output=True, text=True, check=True, env=IN_UTC).stdout
        assert times.count(DAY) == 4, "made, changed, read, and the inode itself"
    checked = subprocess.run(["e2fsck", "-fn", tmp_path / "1.ext4"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@with_tools
def test_the_partition_to_start_from_does_not_know_when_it_was_written(tmp_path, monkeypatch):
    bytes_of = []
    for zone in ("UTC0", "JST-9"):
        monkeypatch.setenv("TZ", zone)
        boot, before, after = (tmp_path / f"{name}-{zone}" for name in ("fat", "before", "after"))
        boot.write_bytes(b"\0" * 4 * MB)
        subprocess.run(["mformat", "-N", "12345678", "-i", boot, "::"], check=True)
        before.mkdir()
        shutil.copytree(before, after)
        (after / "overlays").mkdir()
        (after / "overlays/x.dtbo").write_text("d")
        (after / "config.txt").write_text("a\n")
        os.utime(after / "config.txt", (OLD + len(bytes_of) * 9999,) * 2)
        filesystems.boot_in(boot, after, before, MOMENT)
        bytes_of.append(boot.read_bytes())
    assert bytes_of[0] == bytes_of[1]
    listed = subprocess.run(["mdir", "-/", "-i", boot, "::"], capture_output=True, text=True, check=True).stdout
    assert listed.count("2023-11-14  22:13") == 5, "two files, a folder and its two links"


def test_what_was_written_while_the_card_was_made_is_as_old_as_the_commit_and_a_package_keeps_its_age(tmp_path):
    began = reproducible.now_on(tmp_path)
    tree = make_system(tmp_path / "tree", NAMES, began)
    readme = tree / "var/log/README"
    readme.write_text("of the base")
    os.utime(readme, (OLD, OLD))
    reproducible.settle(tree, began, MOMENT)
    written = (".", "etc", "etc/hostname", 'etc/a "quoted" name', "usr", "usr/bin", "usr/bin/own", "var", "var/log")
    assert {path.relative_to(tree).as_posix(): int(path.lstat().st_mtime) for path in filesystems.everything(tree)} == {
        **dict.fromkeys((*written, "link"), MOMENT),
        "usr/bin/program": OLD,
        "var/log/README": OLD,
    }, "and what only tells of the making is gone"


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_what_is_taken_along_has_the_same_rights_whatever_the_umask(tmp_path, umask):
    before = os.umask(umask)
    try:
        make_system(tmp_path / "tree", NAMES, time.time())
        (tmp_path / "tree/usr/bin/program").chmod(0o700)
    finally:
        os.umask(before)
    reproducible.level(tmp_path / "tree", MOMENT)
    rights = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "tree").rglob("*") if path.exists()}
    assert (rights["program"], rights["own"], rights["bin"]) == (0o755, 0o644, 0o755)
    assert {int(path.lstat().st_mtime) for path in (tmp_path / "tree").rglob("*")} == {MOMENT}


def test_a_listing_tells_two_cards_apart_by_content_rights_owner_time_and_target(tmp_path):
    tree = make_system(tmp_path / "tree", NAMES, time.time())
    seen = {reproducible.listing(tree)}
    for change in (
        lambda: (tree / "etc/hostname").write_text("other") and os.utime(tree / "etc/hostname", (OLD, OLD)),
        lambda: (tree / "etc/hostname").chmod(0o600),
        lambda: os.utime(tree / "etc/hostname", (OLD + 1, OLD + 1)),
        lambda: ((tree / "link").unlink(), (tree / "link").symlink_to("elsewhere")),
    ):
        change()
        now = reproducible.listing(tree)
        assert now not in seen
        seen.add(now)


def test_a_card_is_as_old_as_its_commit_or_as_somebody_says(tmp_path, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    (tmp_path / "pyproject.toml").touch()
    os.utime(tmp_path / "pyproject.toml", (OLD, OLD))
    assert reproducible.moment_of(tmp_path) == OLD, "a source without git"
    commit = ["git", "-c", "user.name=x", "-c", "user.email=x@example.invalid", "commit", "-qm", "x", "--allow-empty"]
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    day = {**os.environ, "GIT_COMMITTER_DATE": f"{MOMENT} +0000"}
    subprocess.run(commit, cwd=tmp_path, env=day, check=True)
    assert reproducible.moment_of(tmp_path) == MOMENT
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "12")
    assert reproducible.moment_of(tmp_path) == 12


def test_two_cards_are_not_begun_where_the_second_would_be_made_of_something_else(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build, "run", lambda *command: b" M tools/image/build.py\n")
    assert build.main(["--twice", "--base", str(tmp_path / "x.img")]) == 1
    assert capsys.readouterr().out.startswith("Two cards are made of the last commit; commit what was changed")
