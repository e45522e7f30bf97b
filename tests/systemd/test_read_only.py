"""A card that is never written: switched on and off by the installer, and nothing installed where it would be gone."""

import subprocess

import pytest
from installer import main, read_only, table

from tests.systemd.test_installer import Paper, games

CMDLINE = "console=tty1 root=PARTUUID=5a17c0de-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
FSTAB = "PARTUUID=5a17c0de-01 /boot/firmware vfat defaults 0 2\nPARTUUID=5a17c0de-02 / ext4 defaults,noatime 0 1\n"
DISK = "/dev/sda1"


class Pi(Paper):
    """A table with games, and a USB disk beside it. What is mounted where is a folder; copying is real."""

    def __init__(self, root):
        super().__init__(root)
        self.kind, self.used, self.layered = "ext4", "", False
        self.faults = {}
        self.running = True
        self.disk = root / "usb"
        (self.disk / "lost+found").mkdir(parents=True)
        self.write("/boot/firmware/cmdline.txt", CMDLINE)
        self.write("/etc/fstab", FSTAB)
        for file in read_only.PACKAGES.values():
            self.write(file, "")
        self.write("/proc/cmdline", CMDLINE)
        games(self)

    def write(self, place, text):
        self.path(place).parent.mkdir(parents=True, exist_ok=True)
        self.path(place).write_text(text)

    def read(self, place):
        return self.path(place).read_text()

    def answer(self, command):
        desk = self.path(read_only.DESK)
        match command:
            case [program, *_] if program in self.faults:
                return 1, self.faults[program]
            case ["blkid", *_]:
                return 0, f"DEVNAME={DISK}\nUUID=1b2c-3d4e\nTYPE={self.kind}\n"
            case ["findmnt", *_, "FSTYPE", "/"]:
                return 0, "overlay\n" if self.layered else "ext4\n"
            case ["findmnt", *_]:
                return 0, self.used
            case ["mount", _, place]:
                assert place == str(desk)
                desk.rmdir()
                desk.symlink_to(self.disk)
            case ["umount", _]:
                desk.unlink()
            case ["cp", *_]:
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                return done.returncode, done.stderr
        return super().answer(command)

    def start(self, layered):
        """Switch off and on: what the boot partition says now is what the kernel was told."""
        self.write("/proc/cmdline", self.read("/boot/firmware/cmdline.txt"))
        self.layered = layered
        self.said.clear()
        self.commands.clear()


@pytest.fixture
def pi(tmp_path):
    return Pi(tmp_path / "pi")


def does(pi, *words):
    return main.main(["--lang", "en", *words], pi)


def test_the_card_is_read_only_from_the_next_start_on_and_the_games_lie_on_the_disk(pi):
    assert does(pi, "--read-only", DISK) == 0
    assert pi.said == [f"From the next start on the card is read-only, and games are kept on {DISK}: sudo reboot"]
    assert pi.read("/boot/firmware/cmdline.txt") == CMDLINE.strip() + " overlayroot=tmpfs:recurse=0\n"
    assert pi.read("/etc/fstab") == FSTAB + f"UUID=1b2c-3d4e {table.GAMES} ext4 {read_only.OPTIONS} 0 2\n"
    assert (pi.disk / "journal.db").read_bytes() == pi.path(f"{table.GAMES}/journal.db").read_bytes()
    names = [" ".join(command[:3]) for command in pi.commands]
    stopped, mounted = names.index(f"systemctl stop {table.UNIT}"), names.index(f"mount {table.GAMES}")
    assert stopped < mounted < names.index(f"systemctl start {table.UNIT}"), (
        "no game is written where it will be hidden"
    )
    assert names.index("update-initramfs -u") > mounted


def test_a_table_that_stands_still_is_not_started_by_it(pi):
    pi.running = False
    assert does(pi, "--read-only", DISK) == 0
    assert not [command for command in pi.commands if command[:2] in (("systemctl", "stop"), ("systemctl", "start"))]


def test_while_an_image_is_made_no_service_is_touched(pi):
    pi.path("/run/systemd/system").rmdir()
    assert does(pi, "--read-only", DISK) == 0
    assert not [command for command in pi.commands if command[0] == "systemctl"]


def test_switched_on_twice_nothing_is_moved_or_written_again(pi):
    assert does(pi, "--read-only", DISK) == 0
    before = pi.read("/boot/firmware/cmdline.txt"), pi.read("/etc/fstab")
    pi.used = table.GAMES
    pi.commands.clear()
    assert does(pi, "--read-only", DISK) == 0
    assert (pi.read("/boot/firmware/cmdline.txt"), pi.read("/etc/fstab")) == before
    assert "cp" not in [command[0] for command in pi.commands]


def test_it_is_switched_off_by_the_same_word(pi):
    does(pi, "--read-only", DISK)
    pi.start(layered=True)
    assert does(pi, "--read-only", DISK) == 1
    assert pi.said == ["The card is read-only already."]
    pi.path("/boot/firmware/cmdline.txt").chmod(0o640)
    assert does(pi, "--writable") == 0
    assert pi.read("/boot/firmware/cmdline.txt") == CMDLINE
    assert pi.path("/boot/firmware/cmdline.txt").stat().st_mode & 0o777 == 0o640
    pi.start(layered=False)
    assert does(pi, "--writable") == 1
    assert pi.said == ["The card is not read-only."]


GONE = "The card is read-only, so this would be gone after switching off; first make it writable: "


@pytest.mark.parametrize("words", [["--update", "x.update"], [], ["--back"], ["--uninstall"]])
def test_nothing_is_installed_into_memory(pi, words):
    does(pi, "--read-only", DISK)
    pi.start(layered=True)
    assert does(pi, *words) == 1
    assert [sentence for sentence in pi.said if not sentence.startswith(GONE)] == []
    assert {command[0] for command in pi.commands} == {"findmnt"}


def test_a_layer_of_another_kind_is_not_the_cards(pi):
    """A system in a container lies on an overlay, too, and keeps what is installed."""
    pi.start(layered=True)
    read_only.refuse(pi)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ({"kind": "vfat"}, f"On {DISK} there is no ext4 file system; this makes one and deletes what is there: "),
        ({"used": "/media/usb\n"}, f"{DISK} is in use (/media/usb); take another partition."),
        ({"used": "/\n"}, f"{DISK} is in use (/); take another partition."),
        ({"faults": {"mount": "wrong fs type\n"}}, f"{DISK} cannot be mounted: wrong fs type"),
        ({"faults": {"cp": "No space left on device\n"}}, "The games cannot be copied: No space left on device"),
        ({"faults": {"update-initramfs": "no kernel\n"}}, "The start of the system could not be prepared: no kernel"),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_the_card_stays_writable(pi, fault, sentence):
    for name, value in fault.items():
        setattr(pi, name, value)
    assert does(pi, "--read-only", DISK) == 1
    assert len(pi.said) == 1
    assert pi.said[0].startswith(sentence)
    assert pi.read("/boot/firmware/cmdline.txt") == CMDLINE
    if "update-initramfs" not in pi.faults:  # by then the games have their disk, which does no harm
        assert pi.read("/etc/fstab") == FSTAB


def test_after_a_mount_that_failed_it_is_tried_once_more(pi):
    pi.faults = {"mount": "wrong fs type\n"}
    assert does(pi, "--read-only", DISK) == 1
    pi.faults = {}
    assert does(pi, "--read-only", DISK) == 0


def test_a_disk_that_does_not_come_in_the_place_of_the_games_leaves_them_where_they_are(pi, monkeypatch):
    answer = pi.answer
    gone = (1, "can't find UUID\n")
    monkeypatch.setattr(pi, "answer", lambda c: gone if c == ("mount", table.GAMES) else answer(c))
    assert does(pi, "--read-only", DISK) == 1
    assert pi.said == [f"{DISK} cannot be mounted: can't find UUID"]
    assert pi.read("/etc/fstab") == FSTAB
    assert pi.read("/boot/firmware/cmdline.txt") == CMDLINE
    assert pi.commands[-1] == ("systemctl", "start", table.UNIT)


def test_a_disk_with_something_on_it_is_not_written_over(pi):
    (pi.disk / "photos").mkdir()
    assert does(pi, "--read-only", DISK) == 1
    assert pi.said == [f"{DISK} is not empty; take another one, or empty it."]
    assert f"systemctl start {table.UNIT}" in [" ".join(command[:3]) for command in pi.commands], "the table plays on"


@pytest.mark.parametrize("name", ["overlayroot", "busybox"])
def test_without_a_package_and_a_network_it_is_said(pi, name):
    pi.path(read_only.PACKAGES[name]).unlink()
    assert does(pi, "--read-only", DISK) == 1
    assert pi.said == [f"The package {name} is missing; does the network work?"]
    assert pi.read("/etc/fstab") == FSTAB


def test_on_what_is_no_pi_it_is_said(pi):
    pi.path("/boot/firmware/cmdline.txt").unlink()
    for words in (["--read-only", DISK], ["--writable"]):
        pi.said.clear()
        assert does(pi, *words) == 1
        assert pi.said == ["There is no cmdline.txt of a Raspberry Pi here, so the card cannot be made read-only."]


def test_a_line_for_the_games_that_somebody_has_put_out_of_use_is_none(pi):
    pi.write("/etc/fstab", f"{FSTAB}#UUID=0000-0000 {table.GAMES} ext4 defaults 0 2\n")
    assert does(pi, "--read-only", DISK) == 0
    assert pi.read("/etc/fstab").endswith(f"UUID=1b2c-3d4e {table.GAMES} ext4 {read_only.OPTIONS} 0 2\n")
    assert (pi.disk / "journal.db").exists()
