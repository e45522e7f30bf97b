"""The sandboxed services on a whole system: a card's first start, answers, Wi-Fi, an organiser with its broker.

NetworkManager is real and has no radio; the system is on no network, so that it manages none of ours.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator

import pytest

from device.common.event.ticket import TLS_PORT
from tests.lab.debian import cache
from tests.lab.machines.test_installer import NO_DISPLAY, UNIT
from tests.lab.machines.test_updates import PACKAGES, PROCESSOR
from tests.lab.roots import ROOT, System, base, until
from tools.image import payload

pytestmark = pytest.mark.timeout(3000)
OWN = ("network-manager", "libpam-systemd", "mosquitto", "iw", "rfkill", "nftables", "tzdata")
"""The second is polkitd's logind: bookworm's debootstrap does not look for who provides one."""
ORGANISER = "dvojtah-organiser.service"
SILENT = NO_DISPLAY.replace("StandardInput=null\n", "StandardInput=null\nStandardOutput=journal\n")
CARD = 'language = "en"\nhostname = "stul"\n[wifi]\nssid = "Klub"\npassword = "tajne-heslo"\n'
ASKED = """
import sys
from device.first_start.common.answers import Answers, Wifi
from device.first_start.common.asking import ask
print(ask(eval(sys.argv[1])))
"""
REFUSED = "Permission denied|Read-only file system|Operation not permitted|Traceback|dumped core|SIGSYS"
"""What a service's log says where its sandbox is too narrow."""


class Alone(System):
    """A system without a network."""

    def _nspawn(self, *words: str) -> list[str]:
        return super()._nspawn("--private-network", *words)

    def ask(self, answers: str) -> dict[str, object]:
        """The table asks for that as its screen does; what came of it."""
        (self.root / "root/ask.py").write_text(ASKED)
        done = self.run(
            "cd /; HOME=/var/lib/dvojtah setpriv --reuid=dvojtah --regid=dvojtah --init-groups "
            f"/opt/dvojtah/current/bin/python - '{answers}' < /root/ask.py"
        )
        assert done.returncode == 0, done.stdout
        until(lambda: self.outcome()["request"] == done.stdout.strip(), f"what comes of {answers}")
        until(lambda: self.run("systemctl is-active dvojtah-answers").stdout.strip() == "inactive", "the end of it")
        return self.outcome()

    def outcome(self) -> dict[str, object]:
        """What the table reads of the first start."""
        outcome_file: dict[str, object] = json.loads((self.root / "var/lib/dvojtah/first-start.json").read_text())
        return outcome_file

    def is_active(self, unit: str) -> bool:
        """Whether it runs and is ready."""
        return self.run(f"systemctl is-active {unit}").stdout.strip() == "active"

    def refusals(self, *units: str) -> str:
        """Lines of their logs that say what a sandbox refused."""
        named = " ".join(f"-u {unit}" for unit in units)
        return self.run(f"journalctl {named} --no-pager -o cat | grep -E '{REFUSED}'").stdout


@pytest.fixture(scope="module")
def card(suite: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    """A device as `make image` installs it, before its first start."""
    desk = tmp_path_factory.mktemp("services")
    (desk / "payload").mkdir()
    wheels = cache() / "card" / f"wheels-{suite}-{PROCESSOR}"
    payload.fetch_wheels(wheels, ROOT, suite, PROCESSOR)
    payload.make(desk / "payload", ROOT, wheels, suite, PROCESSOR)
    payload.take(ROOT, desk / "source")
    (desk / "source/docs").mkdir(exist_ok=True)
    shutil.copy(ROOT / "docs/install.md", desk / "source/docs")
    system = Alone(base(suite, (*PACKAGES, *OWN)), {desk: "/desk"})
    units = system.root / "etc/systemd/system"
    for unit, text in ((UNIT, NO_DISPLAY), (ORGANISER, SILENT)):
        (units / f"{unit}.d").mkdir(parents=True)
        (units / f"{unit}.d/lab.conf").write_text(text)
    (units / "mosquitto.service").symlink_to("/dev/null")  # the card's own broker is another
    (system.root / "boot/firmware").mkdir(parents=True)
    try:
        system.boot()
        done = system.run("python3 /desk/source/systemd/install --lang en --no-packages --payload /desk/payload")
        assert done.returncode == 0, done.stdout
        (system.root / "etc/dvojtah").mkdir(exist_ok=True)
        (system.root / "etc/dvojtah/first-start").touch()
        (system.root / "boot/firmware/dvojtah.toml").write_text(CARD)
        system.run("echo localhost > /etc/hostname; hostname localhost")
        system.pull_the_plug()
        system.boot()
        yield system
        print(system.run("journalctl --no-pager -n 60 -u 'dvojtah*'").stdout)
    finally:
        system.close()


def test_the_first_start_names_the_device_and_takes_the_password_from_the_file(card: Alone):
    assert card.run("hostname").stdout.startswith("stul-")
    assert "tajne-heslo" not in (card.root / "boot/firmware/dvojtah.toml").read_text()
    assert card.run("systemctl list-units --failed --no-legend 'dvojtah*'").stdout == ""
    until(lambda: card.outcome()["wifi"] == "", "the Wi-Fi is tried")
    assert "dvojtah" in card.run("nmcli --terse --fields NAME connection show").stdout.split()
    troubles = card.outcome()["troubles"]
    assert isinstance(troubles, list)
    assert [trouble for trouble in troubles if "no Wi-Fi that works" not in str(trouble)] == []
    assert len(troubles) == 1
    assert card.refusals("dvojtah-first-start", "dvojtah-wifi", "dvojtah-grow") == ""


def test_answers_of_the_screen_are_carried_out_in_the_sandbox(card: Alone):
    outcome = card.ask('Answers(language="cs", hostname="u-okna", time_zone="America/Lima", rotate=180)')
    assert outcome["troubles"] == []
    assert card.run("hostname; cat /etc/hostname").stdout.split() == [str(outcome["hostname"])] * 2
    assert str(outcome["hostname"]).startswith("u-okna")
    assert card.run("date +%Z").stdout.strip() == "-05"
    settings = card.root / "var/lib/dvojtah/settings.toml"
    assert 'language = "cs"' in settings.read_text()
    assert card.run("stat -c '%U %a' /var/lib/dvojtah/settings.toml").stdout.split() == ["dvojtah", "640"]
    again = card.ask('Answers(wifi=Wifi(ssid="Sokolovna", password="jine-heslo"))')
    assert again["joined"] == ""
    assert card.run("stat -c '%U %a' /etc/NetworkManager/system-connections/*").stdout.split() == ["root", "600"]
    assert card.refusals("dvojtah-answers") == ""


def test_the_organiser_and_its_broker_run_in_theirs_and_a_desk_that_hangs_comes_back_with_its_password(card: Alone):
    assert card.ask('Answers(role="organiser")')["troubles"] == []
    until(lambda: card.is_active(ORGANISER) and card.is_active("dvojtah-broker"), "organiser and broker run")
    assert not card.is_active(UNIT)
    page = "python3 -c \"import urllib.request as u; print(u.urlopen('http://127.0.0.1:8000/en/').status)\""
    until(lambda: card.run(page).stdout.strip() == "200", "the live board")
    until(lambda: card.run(f"grep ' 0100007F:{TLS_PORT:04X} 01 ' /proc/net/tcp").stdout, "it is at the broker")
    password = card.run("cat /var/lib/dvojtah/organiser/desk-password-clear").stdout
    assert len(password.strip()) == 8, "its display says it after a restart, too"
    password_file = card.run("cat /var/lib/dvojtah/organiser/desk-password").stdout
    assert password_file.startswith("scrypt$")
    pid = card.run(f"systemctl show --value -p MainPID {ORGANISER}").stdout.strip()
    assert card.run(f"systemctl show --value -p WatchdogUSec {ORGANISER}").stdout.strip() == "1min"
    card.run(f"kill -STOP {pid}")
    until(lambda: card.run(f"systemctl show --value -p NRestarts {ORGANISER}").stdout.strip() == "1", "its watchdog")
    until(lambda: card.is_active(ORGANISER), "it is back")
    assert card.run("cat /var/lib/dvojtah/organiser/desk-password-clear").stdout == password
    assert card.run("cat /var/lib/dvojtah/organiser/desk-password").stdout == password_file
    assert card.refusals(ORGANISER, "dvojtah-broker") == ""
