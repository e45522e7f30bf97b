"""A signed update is installed, watched, and put back where it does not stand."""

import json

from installer import main, update

from tests.systemd.test_installer import files
from tests.systemd.update.conftest import NEWER, boot, current, install, news, unit


def test_an_update_is_installed_and_stays_after_the_next_start(pi, made):
    assert install(pi, made) == 0
    assert pi.said[-1] == "The table runs version 9.1.0 now."
    assert current(pi) == NEWER
    assert "TimeoutStopSec=16" in unit(pi)
    assert not pi.path(update.INCOMING).exists()
    boot(pi)
    assert current(pi) == NEWER
    assert not pi.path(update.TRIAL).exists()


def test_nothing_of_an_update_needs_a_network(pi, made):
    install(pi, made)
    assert not [one for one in pi.commands if "pip" in one]
    assert not [one for one in pi.commands if one[0] == "apt-get"]


def test_the_table_is_told_how_far_it_is_and_what_came_of_it(pi, made):
    pi.path("/run/dvojtah").mkdir()
    pi.path(update.REQUEST).write_text(json.dumps({"file": str(made), "token": "abc"}))
    assert main.main(["--requested"], pi) == 0
    said = news(pi)
    assert (said["token"], said["stage"], said["ok"]) == ("abc", "done", True)
    assert said["id"].format(**said["args"]) == "The table runs version 9.1.0 now."
    assert not pi.path(update.REQUEST).exists()
    assert main.main(["--requested"], pi) == 0, "asked once, done once"


def test_a_version_that_does_not_start_gives_way_to_the_one_before(pi, made):
    before = files(pi)
    old = current(pi)
    pi.broken.add(NEWER)
    assert install(pi, made) == 1
    assert pi.said[-1:] == ["Version 9.1.0 does not start; version 0.2.0 runs again, with all games."]
    assert current(pi) == old
    assert pi.running
    after = files(pi)
    assert {path for path in after if before.get(path) != after[path]} == {
        path.relative_to(pi.root)
        for path in (
            pi.path(update.NEWS),
            pi.path("/var/lib/dvojtah/journal-before-upgrade.db"),
            pi.path("/boot/firmware/config.txt"),
            pi.path("/boot/firmware/config.txt.before-dvojtah"),
            pi.path("/opt/dvojtah/installer.json"),
        )
    }


def test_a_version_that_does_not_start_with_the_device_gives_way_too(pi, made):
    old = current(pi)
    install(pi, made)
    pi.broken.add(NEWER)
    boot(pi)
    assert current(pi) == old
    assert pi.running
    assert "TimeoutStopSec=15" in unit(pi)
    assert not news(pi)["ok"]
