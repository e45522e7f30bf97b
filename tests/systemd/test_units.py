"""The units as systemd itself judges them, and in agreement with the program and with each other."""

import os
import re
import shutil
import subprocess

import pytest

from device.common.cli.failure import UnusableFile
from device.common.settings.reading import DEFAULT_FILE
from device.common.settings.settings import Settings
from device.pods.ports import PICO
from tests.systemd.conftest import SYSTEMD

MOST_EXPOSED = {"dvojtah.service": 15, "dvojtah-organiser.service": 20}
HELPERS_EXPOSED = 30
"""What `systemd-analyze security` may say at most, in tenths, of those and of all others."""


@pytest.fixture
def unit(tmp_path):
    """The unit with a program that is there: the table's own is not installed here. The rest is as it is."""
    if shutil.which("systemd-analyze") is None:
        reason = "needs systemd-analyze (apt install systemd); `make test` as root installs it"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    place = tmp_path / "dvojtah.service"
    place.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text("dvojtah.service"), flags=re.MULTILINE))
    return place


def text(name):
    return (SYSTEMD / name).read_text(encoding="utf-8")


def value(key):
    """All values of a key of the unit, one after another."""
    return " ".join(re.findall(rf"^{key}=(.*)$", text("dvojtah.service"), re.MULTILINE))


def analyze(*command):
    done = subprocess.run(["systemd-analyze", *map(str, command)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_systemd_has_not_a_word_to_say_against_the_unit(unit):
    assert analyze("verify", "--man=no", "--recursive-errors=no", unit) == (0, "")


@pytest.mark.parametrize("name", sorted(path.name for path in SYSTEMD.glob("dvojtah-*")))
def test_nor_against_the_units_beside_it(unit, name):
    place = unit.with_name(name)
    place.write_text(re.sub(r"^(Exec\w+)=.*", r"\1=/bin/true", text(name), flags=re.MULTILINE))
    for other in SYSTEMD.glob("dvojtah-*.service"):
        if other.name != name:
            unit.with_name(other.name).write_text("[Service]\nType=oneshot\nExecStart=/bin/true\n")
    assert analyze("verify", "--man=no", "--recursive-errors=no", place) == (0, "")


def test_every_unit_that_starts_with_the_device_is_one_that_can():
    from installer import parts

    assert set(parts.WAITING) < set(parts.STARTED)
    for name in parts.STARTED:
        assert "WantedBy=multi-user.target" in text(name)


def test_the_table_and_what_it_asks_agree_where_requests_lie():
    from installer import update

    from device.common.updates.asking import NEWS, REQUEST
    from device.first_start.common import asking

    assert f"PathExists={asking.REQUEST}" in text("dvojtah-answers.path")
    assert f"PathExists={REQUEST}" in text("dvojtah-update.path")
    assert str(REQUEST) == update.REQUEST
    assert update.NEWS.endswith(f"/{NEWS}")
    assert f"ConditionPathExists={asking.ASKS}" in text("dvojtah-first-start.service")
    for place in (update.TRIAL, update.INCOMING):
        assert f"ConditionPathExists=|{place}" in text("dvojtah-settle.service")


def test_the_board_is_started_anew_where_the_whole_system_hangs():
    seconds = int(re.search(r"^RuntimeWatchdogSec=(\d+)$", text("dvojtah.watchdog.conf"), re.MULTILINE)[1])
    assert 10 <= seconds <= 15, "bcm2835_wdt counts to 15 seconds"


def test_a_key_that_systemd_does_not_know_would_be_found(unit):
    unit.write_text(unit.read_text().replace("Restart=always", "Restrat=always"))
    assert "Restrat" in analyze("verify", "--man=no", "--recursive-errors=no", unit)[1]


@pytest.mark.parametrize("name", sorted(path.name for path in SYSTEMD.glob("*.service")))
def test_no_service_is_more_exposed_than_its_work_wants(unit, name):
    place = unit.with_name(name)
    place.write_text(text(name))
    most = MOST_EXPOSED.get(name, HELPERS_EXPOSED)
    status, output = analyze("security", "--offline=true", f"--threshold={most}", "--no-pager", place)
    assert status == 0, output
    assert float(re.search(r"exposure level for \S+: ([\d.]+)", output)[1]) <= most / 10


@pytest.mark.parametrize("name", sorted(path.name for path in SYSTEMD.glob("*.service")))
def test_no_service_keeps_all_powers_of_root(name):
    assert re.search(r"^CapabilityBoundingSet=", text(name), re.MULTILINE)
    assert "SystemCallFilter=@system-service" in text(name)
    assert "NoNewPrivileges=yes" in text(name)


def test_the_table_is_started_again_however_often_it_ends():
    assert value("Restart") == "always"
    assert value("StartLimitIntervalSec") == "0"
    assert value("Type") == "notify"
    assert value("User") == "dvojtah"


def test_the_user_is_in_every_group_that_the_unit_names_and_those_exist():
    groups = set(value("SupplementaryGroups").split())
    assert groups == set(re.findall(r"^m dvojtah +(\S+)", text("dvojtah.sysusers"), re.MULTILINE))
    assert {"video", "render", "input", "gpio", "i2c", "dialout"} <= groups
    of_debian = {"video", "render", "input", "dialout", "audio"}
    assert groups - of_debian <= set(re.findall(r"^g (\S+)", text("dvojtah.sysusers"), re.MULTILINE))


def test_games_with_peoples_names_are_for_the_table_alone():
    rights, *owners = re.search(
        r"^d /var/lib/dvojtah +(\S+) (\S+) (\S+)", text("dvojtah.tmpfiles"), re.MULTILINE
    ).groups()
    assert (rights, owners) == ("0750", ["dvojtah", "dvojtah"])
    assert f"StateDirectoryMode={rights}" in text("dvojtah-organiser.service"), "which would change it at each start"


@pytest.mark.parametrize(("trial", "code"), [(False, "current"), (True, "previous")])
def test_a_version_on_trial_is_not_trusted_to_go_back(tmp_path, trial, code):
    """Its own code may be what does not start."""
    if trial:
        (tmp_path / "trial.json").touch()
    script = re.search(r"^ExecStart=/bin/sh -c '(.*)'$", text("dvojtah-settle.service"), re.MULTILINE)[1]
    script = script.replace("$$", "$").replace("/opt/dvojtah", str(tmp_path)).replace("exec /usr/bin/python3", "echo")
    started = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=True).stdout
    assert started == f"{tmp_path}/{code}/share/systemd/install --settle\n"


def test_a_new_version_is_watched_for_longer_than_its_watchdog():
    from installer import table

    assert int(value("WatchdogSec")) < table.SETTLED_S


def test_pods_are_the_devices_that_the_program_looks_for():
    vendor, product = (f"{number:04x}" for number in PICO)
    rules = text("dvojtah.udev.rules")
    assert rules.count(f'{{idVendor}}=="{vendor}"') == rules.count(f'{{idProduct}}=="{product}"') == 2


def test_unit_installer_and_command_agree_where_things_are():
    from installer import table, versions

    assert f"DVOJTAH_SETTINGS={table.GAMES}/settings.toml" in value("Environment")
    assert f"DVOJTAH_SETTINGS={table.GAMES}/settings.toml" in text("dvojtah.sh")
    assert value("ExecStart") == f"{versions.HOME}/current/bin/dvojtah kiosk"
    assert f"{versions.HOME}/current/bin/dvojtah" in text("dvojtah.sh")
    assert f"/run/{value('RuntimeDirectory')}" == value("WorkingDirectory")
    assert f"LG_WD={value('WorkingDirectory')}" in value("Environment")
    assert table.GAMES in value("ReadWritePaths").split()
    assert Settings().journal in DEFAULT_FILE.read_text(encoding="utf-8")


def test_a_table_waits_for_the_disk_of_games_and_starts_without_it_too():
    assert "var-lib-dvojtah.mount" in value("After").split()
    # Each of these would make systemd start the disk's mount first, and give up the table where that fails.
    needs = ("StateDirectory", "WorkingDirectory", "RequiresMountsFor", "Requires", "BindsTo")
    assert "/var/lib" not in " ".join(value(key) for key in needs)
    assert not value("StateDirectory")


DRIVERS = {"char-i2c": "i2c-dev", "char-ttyACM": "cdc_acm", "char-ttyUSB": "usbserial", "char-alsa": "snd"}
"""Kinds of devices that the kernel knows only once their driver is loaded."""


def test_drivers_of_allowed_devices_are_there_before_the_table_starts():
    loaded = [line for line in text("dvojtah.modules.conf").split("\n") if line and not line.startswith("#")]
    allowed = set(value("DeviceAllow").split())
    assert set(DRIVERS) <= allowed
    assert loaded == [DRIVERS[driver] for driver in DRIVERS if driver in allowed]


def test_every_part_is_there_and_none_is_forgotten():
    from installer import parts

    named = {part.source for part in parts.PARTS}
    assert named == {path.name for path in SYSTEMD.glob("dvojtah*")}
    assert len({part.target for part in parts.PARTS}) == len(parts.PARTS)


@pytest.mark.parametrize(
    ("args", "own"),
    [
        (["doctor"], False),
        ([], False),
        (["export", "--usb"], True),
        (["--lang", "en", "export", "--usb"], True),
        (["backup", "games.db"], True),
    ],
    ids=str,
)
def test_the_administrator_exports_and_backs_up_as_himself(tmp_path, args, own):
    """What the command on the Pi starts, with programs that only say that they were started."""
    for name, says in (("id", "echo 0"), ("setpriv", "echo as the table"), ("dvojtah", "echo as root")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{says}\n")
        (tmp_path / name).chmod(0o755)
    script = (SYSTEMD / "dvojtah.sh").read_text().replace("/opt/dvojtah/current/bin", str(tmp_path))
    environment = os.environ | {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(
        ["sh", "-c", script, "dvojtah", *args], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == ("as root\n" if own else "as the table\n")


def test_the_command_of_the_shell_leaves_the_pipes_of_lgpio_to_the_program(tmp_path):
    """The service names a folder that is there while the table runs; the table's user may write in no other of /run."""
    (tmp_path / "id").write_text("#!/bin/sh\necho 0\n")
    (tmp_path / "setpriv").write_text("#!/bin/sh\nenv\n")
    for name in ("id", "setpriv"):
        (tmp_path / name).chmod(0o755)
    bare = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(
        ["sh", SYSTEMD / "dvojtah.sh", "doctor"], env=bare, capture_output=True, text=True, check=True
    )
    assert "HOME=/var/lib/dvojtah" in done.stdout.split()
    assert "LG_WD" not in done.stdout


@pytest.mark.parametrize(("code", "status", "aside"), [("exited", "1", True), ("exited", "0", False), ("", "", False)])
def test_what_mosquitto_did_not_start_on_is_out_of_the_way_of_its_next_start(tmp_path, code, status, aside):
    command = re.search(r"^ExecStopPost=-/bin/sh -c '(.*)'$", text("dvojtah-broker.service"), re.MULTILINE)[1]
    store = tmp_path / "mosquitto.db"
    store.write_bytes(b"\0\xb5\0mosquitto db" + bytes(40))
    environment = os.environ | {"EXIT_CODE": code, "EXIT_STATUS": status}
    command = command.replace("/var/lib/dvojtah/organiser", str(tmp_path))
    subprocess.run(["/bin/sh", "-c", command], env=environment, check=True)
    assert store.exists() != aside
    assert (tmp_path / "mosquitto.db.damaged").exists() == aside


def test_strangers_cannot_fill_the_log_by_way_of_the_broker():
    """A line of errors for each connection that speaks no TLS (tests/event/test_broker.py)."""
    lines = text("dvojtah-broker.service").splitlines()
    per_minute = {"LogRateLimitIntervalSec=60", "LogRateLimitBurst=100"}
    assert per_minute <= set(lines)


def test_the_organiser_is_not_started_again_where_only_a_person_can_help():
    assert f"RestartPreventExitStatus={UnusableFile.status}\n" in text("dvojtah-organiser.service")
