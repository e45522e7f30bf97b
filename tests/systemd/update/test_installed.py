"""A signed update is installed, watched, and put back where it does not stand."""

import json
import shutil

import pytest
from installer import main, update, versions

from tests.systemd.test_installer import files
from tests.systemd.update.conftest import (
    HASH,
    NEWER,
    NEWEST,
    OLDEST,
    SAID,
    boot,
    current,
    install,
    news,
    unit,
    version_folder,
)
from tools.image.update import pack


def test_an_update_is_installed_and_stays_after_the_next_start(pi, newer_update):
    assert install(pi, newer_update) == 0
    assert pi.said[-1] == "The table runs version 9.1.0 now."
    assert current(pi) == NEWER
    assert "TimeoutStopSec=16" in unit(pi)
    assert not pi.path(update.INCOMING).exists()
    boot(pi)
    assert current(pi) == NEWER
    assert not pi.path(update.TRIAL).exists()


@pytest.fixture
def newest(builder, tmp_path):
    """The update after that one."""
    payload = shutil.copytree(builder / "payload", tmp_path / "payload")
    return pack(payload, tmp_path / "newest.update", SAID | {"version": "9.2.0", "name": NEWEST}, builder / "builder")


def test_two_updates_one_after_the_other_without_a_new_start_of_the_device(pi, newer_update, newest):
    assert (install(pi, newer_update), install(pi, newest)) == (0, 0)
    assert pi.said[-1] == "The table runs version 9.2.0 now."
    of_pi = versions.Versions(pi)
    assert {path.name for path in of_pi.folder.iterdir()} == {OLDEST, NEWEST}, "what a start is known to do well stays"
    assert of_pi.target_of("previous") == OLDEST
    boot(pi)
    assert (current(pi), pi.path(update.TRIAL).exists()) == (NEWEST, False)


def test_a_second_update_that_does_not_stand_gives_way_to_the_first_which_stays_on_trial(pi, newer_update, newest):
    install(pi, newer_update)
    pi.broken.add(NEWEST)
    assert install(pi, newest) == 1
    assert pi.said[-1] == "Version 9.2.0 does not start; version 9.1.0 runs again, with all games."
    assert (current(pi), pi.running) == (NEWER, True)
    assert "TimeoutStopSec=16" in unit(pi)
    pi.broken.add(NEWER)
    boot(pi)
    assert (current(pi), pi.running) == (OLDEST, True)


def test_a_second_update_that_does_not_start_with_the_device_gives_way_to_what_did(pi, newer_update, newest):
    install(pi, newer_update)
    install(pi, newest)
    pi.broken.add(NEWEST)
    boot(pi)
    assert (current(pi), pi.running) == (OLDEST, True)
    assert pi.said[-1] == "Version 9.2.0 does not start; version 0.2.0 runs again, with all games."


def test_nothing_of_an_update_needs_a_network(pi, newer_update):
    install(pi, newer_update)
    assert not [command for command in pi.commands if "pip" in command]
    assert not [command for command in pi.commands if command[0] == "apt-get"]


TOKEN = "ab" * 16


def requested(pi, file):
    """The table asks for the update."""
    pi.path("/run/dvojtah").mkdir()
    pi.path(update.REQUEST).write_text(json.dumps({"file": str(file), "token": TOKEN}))
    return main.main(["--requested"], pi)


def test_the_table_is_told_how_far_it_is_and_what_came_of_it(pi, newer_update):
    assert requested(pi, newer_update) == 0
    news_told = news(pi)
    assert (news_told["token"], news_told["stage"], news_told["ok"]) == (TOKEN, "done", True)
    assert news_told["id"].format(**news_told["args"]) == "The table runs version 9.1.0 now."
    assert not pi.path(update.REQUEST).exists()
    assert main.main(["--requested"], pi) == 0, "asked once, done once"


def test_a_version_that_does_not_start_gives_way_to_the_one_before(pi, newer_update):
    before = files(pi)
    old = current(pi)
    pi.broken.add(NEWER)
    assert install(pi, newer_update) == 1
    assert pi.said[-1:] == ["Version 9.1.0 does not start; version 0.2.0 runs again, with all games."]
    assert not news(pi)["ok"]
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


def test_a_version_that_does_not_start_with_the_device_gives_way_too(pi, newer_update):
    old = current(pi)
    assert requested(pi, newer_update) == 0
    pi.broken.add(NEWER)
    boot(pi)
    assert current(pi) == old
    assert pi.running
    assert "TimeoutStopSec=15" in unit(pi)
    assert not news(pi)["ok"]
    assert news(pi)["token"] == TOKEN, "whoever ordered it hears of it"
    assert pi.said[-1] == "Version 9.1.0 does not start; version 0.2.0 runs again, with all games."


def test_where_the_version_before_does_not_start_either_it_is_not_the_updates_fault(pi, newer_update):
    old = current(pi)
    install(pi, newer_update)
    pi.broken |= {NEWER, old}
    boot(pi)
    assert current(pi) == old
    assert pi.said[-1] == "Neither version 9.1.0 nor 0.2.0 starts; sudo dvojtah doctor says more."


def test_the_way_back_of_before_stays_where_an_update_does_not_start(pi, newer_update):
    of_pi, older = versions.Versions(pi), f"0.1.0-{HASH}"
    version_folder(of_pi.folder / older, "14")
    of_pi.point("previous", older)
    pi.broken.add(NEWER)
    assert install(pi, newer_update) == 1
    assert of_pi.target_of("previous") == older
    assert of_pi.is_complete(older)


def test_programs_of_an_update_can_be_started_and_texts_cannot(pi, builder, tmp_path):
    payload = shutil.copytree(builder / "payload", tmp_path / "payload")
    for name, mode in (("program", 0o700), ("text", 0o666)):
        (payload / "share" / name).write_text("x")
        (payload / "share" / name).chmod(mode)
    assert install(pi, pack(payload, tmp_path / "x.update", SAID, builder / "builder")) == 0
    share = versions.Versions(pi).folder / NEWER / "share"
    assert [(share / name).stat().st_mode & 0o777 for name in ("program", "text")] == [0o755, 0o644]


def test_as_soon_as_a_version_is_on_trial_the_one_before_is_there_to_put_it_back(pi, newer_update, newest, monkeypatch):
    """After a power cut that trial.json outlived, dvojtah-settle.service runs what ``previous`` points at."""
    old, seen = current(pi), []

    def write_trial(machine, trial, write=update.write_trial):
        write(machine, trial)
        seen.append((versions.Versions(machine).target_of("previous"), trial.passed))

    monkeypatch.setattr(update, "write_trial", write_trial)
    assert (install(pi, newer_update), install(pi, newest)) == (0, 0)
    assert seen == [(old, False), (old, True)] * 2
