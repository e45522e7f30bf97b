"""`systemd/install` and its service under a real systemd: installed, upgraded, broken, hung, killed, cut off.

One system per release, and the tests follow one another on it as an evening does. There is no display in a container:
the table draws on SDL's dummy driver here, and on a real one in the guest of `make lab`.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from installer.versions import LOCKS

from tests.lab.debian import cache
from tests.lab.roots import ROOT, System, archives, base, until

pytestmark = pytest.mark.timeout(3000)
PACKAGES = ("systemd-sysv", "dbus", "udev", "ca-certificates", "python3")
UNIT = "dvojtah.service"
NO_DISPLAY = "[Service]\nStandardInput=null\nTTYPath=\nTTYReset=no\nTTYVHangup=no\nEnvironment=SDL_VIDEODRIVER=dummy\n"
PLAYED = """
import sys
from pathlib import Path
sys.path.append("/src")  # the hand that plays is no part of the program
from tools.play.players.polish_doubles import DoublesPlayer
from rules.record import read
record = read(Path("/opt/dvojtah/current/share/samples/polish-doubles-short.jsonl").read_text().split("\\n"))
player = DoublesPlayer(Path("/var/lib/dvojtah"))
player.set_up(record)
for entry in record.entries[:8]:
    player.do(entry, None)
player.kiosk.journal.flush()
player.kiosk.close()
"""
RESUMED = """
import sys
from pathlib import Path
sys.path.append("/src")  # the hand that plays is no part of the program
from tools.play.players.polish_doubles import DoublesPlayer
from device.graphics.actions import ResumeGame
player = DoublesPlayer(Path(sys.argv[1]))
player.touch(ResumeGame(1))
state = player.kiosk.controller.state
print(type(player.kiosk.table.history.entries[-1].event).__name__, sorted(state.clock.standing))
player.kiosk.close()
"""
HANGS_WHEN_ASKED = "import signal; signal.signal(signal.SIGUSR1, lambda *_: __import__('time').sleep(999))\n"
"""A line of a .pth file. The loop alone has to hang: where the whole process was halted, all its threads go on at the
moment at which their stacks are read, and CPython may fall over that."""


class Pi(System):
    """A system with the project's source in it and every library at hand, so that no step depends on the network."""

    def install(self, *options: str) -> tuple[int, str]:
        """Run the installer of the source tree as a person would; its status and its words."""
        done = self.run(f"cd /root/dvojtah && ./systemd/install --lang en --wheels /wheels {' '.join(options)}")
        print(done.stdout)
        return done.returncode, done.stdout

    def change(self, code: str) -> None:
        """A next version of the program: its table does this before anything else."""
        place = self.root / "root/dvojtah/device/app/composition.py"
        original = (ROOT / "device/app/composition.py").read_text()
        place.write_text(
            original.replace(
                '"""The table\'s own program, until', f'{code.strip()}\n    """The table\'s own program, until'
            )
        )
        assert place.read_text() != original

    def show(self, *keys: str) -> list[str]:
        """Properties of the service."""
        return self.run(f"systemctl show --value {' '.join(f'-p {key}' for key in keys)} {UNIT}").stdout.split()

    @property
    def version(self) -> str:
        """The version that is linked."""
        return (self.root / "opt/dvojtah/current").readlink().name

    def ready_again(self, before: str) -> None:
        """Wait until another process of the table is ready."""

        def back() -> bool:
            state = self.show("ActiveState", "MainPID")  # asked at once: between two questions it can end
            return "active" in state and not {before, "0"} & set(state)

        until(back, "the table is back")

    def log(self) -> str:
        """Everything that the service has said, and systemd of it."""
        return self.run(f"journalctl -u {UNIT} --no-pager -o cat").stdout

    def games(self) -> str:
        """The newest game as the installed command exports it."""
        return self.run("dvojtah export --record").stdout

    def python(self, code: str, *arguments: str) -> str:
        """A piece of Python in the installed environment, as the table's user."""
        (self.root / "run").mkdir(exist_ok=True)
        (self.root / "root/piece.py").write_text(code)
        done = self.run(
            "setpriv --reuid=dvojtah --regid=dvojtah --init-groups /opt/dvojtah/current/bin/python - "
            f"{' '.join(arguments)} < /root/piece.py",
            HOME="/var/lib/dvojtah",
            PYGAME_HIDE_SUPPORT_PROMPT="1",
            SDL_VIDEODRIVER="dummy",
        )
        assert done.returncode == 0, done.stdout
        return done.stdout


def wheels(suite: str, lower: Path) -> Path:
    """Everything that pip would fetch there, fetched once in a system of that release."""
    locks = [(ROOT / lock).read_text() for lock in LOCKS]
    folder = cache() / f"wheels-{suite}"
    if not (folder / "pinned").exists() or (folder / "pinned").read_text() != "\n".join(locks):
        folder.mkdir(exist_ok=True)
        system = System(lower, {folder: "/wheels", archives(suite): "/var/cache/apt/archives"})
        try:
            done = system.once(
                "apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null && python3 -m venv /tmp/v && "
                "/tmp/v/bin/pip download -q --no-deps --require-hashes -d /wheels "
                + " ".join(f"-r /src/{lock}" for lock in LOCKS)
            )
            assert done.returncode == 0, done.stdout[-3000:]
        finally:
            system.close()
        (folder / "pinned").write_text("\n".join(locks))
    return folder


@pytest.fixture(scope="module")
def pi(suite: str) -> Iterator[Pi]:
    lower = base(suite, PACKAGES)
    new_pi = Pi(lower, {wheels(suite, lower): "/wheels", archives(suite): "/var/cache/apt/archives"})
    dropin = new_pi.root / f"etc/systemd/system/{UNIT}.d/lab.conf"
    dropin.parent.mkdir(parents=True)
    dropin.write_text(NO_DISPLAY)
    (new_pi.root / "boot/firmware").mkdir(parents=True)
    (new_pi.root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n\n[pi4]\narm_boost=1\n")
    copied = new_pi.once(
        "mkdir /root/dvojtah && cd /src && cp -r pyproject.toml setup.py README.md LICENSE device rules firmware "
        "systemd samples docs /root/dvojtah"
    )
    assert copied.returncode == 0, copied.stdout
    new_pi.boot()
    yield new_pi
    print(new_pi.run(f"journalctl -u {UNIT} --no-pager -n 40").stdout)
    new_pi.close()


def test_the_first_installation_ends_with_a_table_that_runs(pi: Pi):
    status, output = pi.install()
    assert status == 0
    assert "sudo reboot" in output, "config.txt is another now"
    assert pi.show("ActiveState", "SubState") == ["active", "running"]
    config = (pi.root / "boot/firmware/config.txt").read_text()
    assert "gpio=17,27=ip,pu" in config
    assert pi.run("id -nG dvojtah").stdout.split() >= ["dvojtah"]
    owner = pi.run("stat -c '%U %a' /var/lib/dvojtah/settings.toml /var/lib/dvojtah/journal.db").stdout.split("\n")
    assert owner[0] == "dvojtah 640"
    assert owner[1].startswith("dvojtah")


def test_systemd_has_not_a_word_to_say_here_either(pi: Pi):
    assert pi.run(f"systemd-analyze verify --man=no --recursive-errors=no /etc/systemd/system/{UNIT}").stdout == ""
    assert pi.run(f"systemd-analyze security --no-pager --threshold=20 {UNIT}").returncode == 0
    assert (
        pi.run(
            "systemd-tmpfiles --dry-run --create /etc/tmpfiles.d/dvojtah.conf 2>&1 | grep -i 'unknown\\|invalid'"
        ).stdout
        == ""
    )
    if pi.run("udevadm verify --help >/dev/null 2>&1").returncode == 0:
        process = pi.run("udevadm verify --no-style /etc/udev/rules.d/70-dvojtah.rules")
        assert process.returncode == 0, process.stdout


def test_the_table_is_not_root_and_can_write_nothing_but_its_own(pi: Pi):
    (pid,) = pi.show("MainPID")
    assert pi.run(f"stat -c %U /proc/{pid}").stdout == "dvojtah\n"
    inside = f"nsenter -t {pid} -m setpriv --reuid=dvojtah --regid=dvojtah --init-groups --no-new-privs"
    for folder in ("/opt/dvojtah/current", "/etc", "/usr", "/root", "/boot/firmware"):
        assert pi.run(f"{inside} touch {folder}/x").returncode != 0, folder
    assert pi.run(f"{inside} touch /var/lib/dvojtah/x /run/dvojtah/x").returncode == 0
    assert pi.run(f"grep -c '^NoNewPrivs:.1' /proc/{pid}/status").stdout == "1\n"
    assert re.search(r"^CapBnd:\s0+$", pi.run(f"cat /proc/{pid}/status").stdout, re.MULTILINE)


def test_a_library_with_one_byte_more_is_not_installed(pi: Pi):
    before = pi.version
    pi.change("    pass  # another version, so that it is made")
    changed = pi.run(
        "mkdir /root/changed && cd /root/changed && ln -s /wheels/* . && "
        'for one in segno-*.whl; do rm "$one" && cp "/wheels/$one" . && printf x >>"$one"; done'
    )
    assert changed.returncode == 0, changed.stdout
    status, output = pi.install("--wheels /root/changed")
    assert status == 1
    assert "A library is not the file that this version was made with" in output
    assert pi.version == before
    assert pi.show("ActiveState") == ["active"]
    shutil.copy(ROOT / "device/app/composition.py", pi.root / "root/dvojtah/device/app")


def test_a_second_run_changes_nothing_and_leaves_the_table_alone(pi: Pi):
    before = pi.show("MainPID")
    status, output = pi.install()
    assert (status, output.strip().split("\n")[-1]) == (0, "Installed; the table runs.")
    assert pi.show("MainPID") == before


def test_a_game_is_there_and_the_table_goes_on_with_it_after_a_power_cut(pi: Pi):
    pi.run(f"systemctl stop {UNIT}")
    pi.python(PLAYED)
    games = pi.games()
    assert len(games.splitlines()) == 9
    pi.run(f"systemctl start {UNIT}")
    pi.pull_the_plug()
    pi.boot()
    pi.ready_again("0")
    assert pi.games() == games
    pi.run("rm -rf /tmp/copy; cp -r /var/lib/dvojtah /tmp/copy; chown -R dvojtah /tmp/copy")
    assert pi.python(RESUMED, "/tmp/copy").split() == ["PowerLoss", "['pause']"]


def test_killed_it_is_back_and_killed_ten_times_as_well(pi: Pi):
    for _ in range(10):
        (before,) = pi.show("MainPID")
        pi.run(f"systemctl kill --kill-whom=main --signal=KILL {UNIT}")
        pi.ready_again(before)
    assert int(pi.show("NRestarts")[0]) >= 10


def test_a_loop_that_hangs_is_ended_by_its_watchdog_with_its_stack_in_the_log(pi: Pi):
    folder = pi.run("readlink -f /opt/dvojtah/current/lib/python3*/site-packages").stdout.strip()
    place = pi.root / folder.lstrip("/") / "lab.pth"
    place.write_text(HANGS_WHEN_ASKED)
    assert pi.run(f"systemctl restart {UNIT}").returncode == 0
    (before,) = pi.show("MainPID")
    pi.run(f"kill -USR1 {before}")
    pi.ready_again(before)
    log = pi.log()
    assert "Watchdog timeout" in log
    assert "Fatal Python error: Aborted" in log
    assert "kiosk/loop.py" in log
    place.unlink()


def test_it_ends_cleanly_and_starts_again_when_asked(pi: Pi):
    (before,) = pi.show("MainPID")
    assert pi.run(f"systemctl restart {UNIT}").returncode == 0
    pi.ready_again(before)
    assert pi.run(f"systemctl stop {UNIT}").returncode == 0
    assert pi.show("Result") == ["success"]
    pi.run(f"systemctl start {UNIT}")


def test_the_table_may_switch_the_device_off_and_nobody_else_of_its_kind_may(pi: Pi):
    if pi.run("test -e /usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service").returncode:
        pytest.fail("polkit was not installed")
    pi.run("useradd -r stranger")
    ask = "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager CanPowerOff"
    assert pi.run(f"setpriv --reuid=dvojtah --regid=dvojtah --init-groups {ask}").stdout.split() == ["s", '"yes"']
    assert pi.run(f"setpriv --reuid=stranger --regid=stranger --init-groups {ask}").stdout.split() != ["s", '"yes"']


def test_an_upgrade_keeps_the_games(pi: Pi):
    before, games = pi.version, pi.games()
    pi.change("    pass")
    status, output = pi.install()
    assert status == 0, output
    assert pi.version != before
    assert pi.games() == games


@pytest.mark.parametrize(
    ("code", "fate"),
    [
        ('    raise RuntimeError("broken")', "RuntimeError: broken"),
        ("    ServiceNotifier(os.environ).ready(); time.sleep(999)", "Watchdog timeout"),
    ],
    ids=["falls over", "hangs"],
)
def test_a_version_that_does_not_stand_gives_way_to_the_one_before(pi: Pi, code: str, fate: str):
    before, games, log = pi.version, pi.games(), pi.log()
    pi.change(code)
    status, output = pi.install()
    assert status == 1
    assert "runs again, with all games" in output
    assert fate in pi.log().removeprefix(log)
    assert pi.version == before
    assert pi.show("ActiveState") == ["active"]
    assert pi.games() == games


def test_the_doctor_knows_the_service(pi: Pi):
    report = json.loads(pi.run("dvojtah --lang en doctor --json").stdout)
    units = [finding for finding in report["findings"] if finding["part"] == "unit"]
    assert [unit["ok"] for unit in units] == [True], report


def test_taken_away_it_leaves_the_games(pi: Pi):
    status, _ = pi.install("--uninstall")
    assert status == 0
    assert not (pi.root / "opt/dvojtah").exists()
    assert pi.run(f"systemctl cat {UNIT} 2>&1 | grep -c ExecStart").stdout.strip() == "0"
    assert (pi.root / "var/lib/dvojtah/journal.db").stat().st_size > 0
    assert (pi.root / "boot/firmware/config.txt").read_text() == "dtparam=audio=on\n\n[pi4]\narm_boost=1\n"
