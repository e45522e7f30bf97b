"""The plug is pulled at every step of an update, and of the way back: the device starts, with all games."""

import itertools
import os
import shutil
import sqlite3
from dataclasses import replace

import pytest
from installer import parts, update, versions

from tests.systemd.update.conftest import (
    HASH,
    NEWER,
    NEWEST,
    OLDEST,
    SAID,
    boot,
    current,
    install,
    new_table,
    news,
    trusted,
    unit,
    version_folder,
)
from tools.image.update import pack

LEFT_OUT = (
    *("*first-start*", "*answers*", "*grow*", "*wifi*", "*broker*", "*organiser*"),
    *("*.conf", "*.rules", "*.sysusers"),
)
"""Parts that are put in place like the others, one after the other: without them there are fewer steps of one kind."""


@pytest.fixture(scope="module")
def small(builder, tmp_path_factory):
    """An update with fewer parts, and the next one."""
    payload = shutil.copytree(builder / "payload", tmp_path_factory.mktemp("small") / "payload")
    shutil.rmtree(payload / "share")
    version_folder(payload, "16", LEFT_OUT)
    (payload / versions.WHOLE).unlink()
    newer = pack(payload, payload.with_name("small.update"), SAID, builder / "builder")
    manifest = SAID | {"version": "9.2.0", "name": NEWEST}
    return newer, pack(payload, payload.with_name("next.update"), manifest, builder / "builder")


class Pulled(BaseException):
    """The power went."""


class Plug:
    """Counts what changes the card, and the commands that matter; in the end the power goes, for good."""

    CHANGES = frozenset({"venv", "compileall", "restart", "daemon-reload", "verify"})
    CALLS = ("replace", "rename", "symlink", "unlink", "mkdir", "rmdir")

    def __init__(self, pi, monkeypatch):
        self.left = None
        self.out = False
        for name in self.CALLS:
            monkeypatch.setattr(os, name, self.counted(getattr(os, name)))
        changes, run = self.counted(pi.run), pi.run
        pi.run = lambda *command, **more: (changes if self.CHANGES & {*command} else run)(*command, **more)

    def counts_from(self, monkeypatch, stage, steps):
        """The power goes ``steps`` after an update has come to that stage."""
        report = update.News.stage

        def begin(news, name):
            if name == stage and not self.out:
                self.left = steps
            report(news, name)

        monkeypatch.setattr(update.News, "stage", begin)

    def counted(self, real):
        def call(*args, **named):
            if self.left is not None:
                if self.out or self.left == 0:
                    self.out = True
                    raise Pulled
                self.left -= 1
            return real(*args, **named)

        return call


def whole(pi):
    """The device is one that starts: a whole version, its own units, its games, and no trace of what was "
    "interrupted."""
    now = current(pi)
    of_pi = versions.Versions(pi)
    assert of_pi.is_complete(now)
    assert pi.running
    assert f"TimeoutStopSec={15 if now == OLDEST else 16}" in unit(pi)
    assert not pi.path(update.TRIAL).exists()
    assert not pi.path(update.INCOMING).exists()
    assert of_pi.unfinished_folders() == []
    with sqlite3.connect(pi.path("/var/lib/dvojtah/journal.db")) as db:
        assert db.execute("SELECT name FROM game").fetchall() == [("Krtci",)]
    return now


def updated(pi):
    """What the first update leaves of a table that has not been switched off since."""
    of_pi = versions.Versions(pi)
    version_folder(of_pi.folder / NEWER, "16", LEFT_OUT)
    of_pi.point("previous", OLDEST)
    of_pi.point("current", NEWER)
    parts.put(pi, of_pi.parts(NEWER))
    update.write_trial(pi, update.Trial(NEWER, OLDEST, passed=True))


@pytest.mark.parametrize(
    ("earlier", "stride"),
    [(False, 3), (False, 1), (True, 1)],
    ids=["every third step", "every step", "after another update"],
)
def test_the_plug_pulled_at_any_step_of_an_update_leaves_a_table_that_starts(
    tmp_path, builder, small, monkeypatch, earlier, stride
):
    """Also of a second one, before a start with the device has shown that the first one stands: from the switch on."""
    seen, wanted = set(), small[earlier]
    for steps in itertools.count(step=stride):
        with monkeypatch.context() as patched:
            pi = new_table(tmp_path / f"pi{steps}", LEFT_OUT)
            trusted(pi, builder)
            if earlier:
                updated(pi)
            plug = Plug(pi, patched)
            plug.counts_from(patched, "switching" if earlier else "checking", steps)
            try:
                done = install(pi, wanted)
            except Pulled:
                done = None
            plug.left = None
            boot(pi)
            seen.add(whole(pi))
            if done is None and not earlier:
                assert install(pi, wanted) in (0, 1), "and the same update can be had once more"
                assert current(pi) == NEWER
        shutil.rmtree(pi.root)
        if done is not None:
            break
    assert seen == {OLDEST, NEWER} | ({NEWEST} if earlier else set())
    assert steps > 25


def test_the_plug_pulled_while_the_version_before_comes_back(tmp_path, builder, small, monkeypatch):
    for steps in itertools.count():
        with monkeypatch.context() as patched:
            pi = new_table(tmp_path / f"pi{steps}", LEFT_OUT)
            trusted(pi, builder)
            install(pi, small[0])
            pi.broken.add(NEWER)
            plug = Plug(pi, patched)
            plug.left = steps
            try:
                boot(pi)
            except Pulled:
                plug.left = None
                boot(pi)
            done = not plug.out
            plug.left = None
            assert whole(pi) == OLDEST
        shutil.rmtree(pi.root)
        if done:
            break
    assert steps > 5


@pytest.mark.parametrize("cleared", [False, True])
def test_a_version_that_was_cut_off_on_trial_is_told_of_at_the_next_start(pi, newer_update, cleared):
    """Also where what came with the update is gone by then."""
    install(pi, newer_update)
    update.write_trial(pi, replace(update.read_trial(pi), passed=False))
    update.News(pi, "abc").stage("switching")
    if not cleared:
        pi.path(update.INCOMING).mkdir()
    boot(pi)
    assert current(pi) == OLDEST
    assert (news(pi)["token"], news(pi)["ok"]) == ("abc", False), "who asked for it knows it by that"
    assert pi.said[-1] == "The update was interrupted; version 0.2.0 runs, with all games."


@pytest.mark.parametrize("lost", ["before", "older"])
def test_a_version_that_somebody_took_away_is_not_gone_back_to(pi, newer_update, lost):
    of_pi, older = versions.Versions(pi), f"0.1.0-{HASH}"
    version_folder(of_pi.folder / older, "14")
    of_pi.point("previous", older)
    install(pi, newer_update)
    trial = update.read_trial(pi)
    update.write_trial(pi, replace(trial, older=older, passed=False))
    (of_pi.folder / (older if lost == "older" else trial.before) / versions.WHOLE).unlink(missing_ok=True)
    boot(pi)
    assert current(pi) == (NEWER if lost == "before" else OLDEST)
    assert of_pi.is_complete(current(pi))
    assert of_pi.target_of("previous") != older
    assert not pi.path(update.TRIAL).exists()


@pytest.mark.parametrize("earlier", [False, True])
def test_a_version_is_not_its_own_way_back(tmp_path, earlier):
    """The power went when the link of what goes back was set and the trial was not written down yet."""
    pi = new_table(tmp_path, LEFT_OUT)
    of_pi, runs = versions.Versions(pi), current(pi)
    before = f"0.1.0-{HASH}"
    if earlier:
        version_folder(of_pi.folder / before, "15", LEFT_OUT)
    of_pi.point("previous", before if earlier else runs)
    pi.path(update.INCOMING).mkdir(parents=True)
    boot(pi)
    assert current(pi) == runs
    assert of_pi.target_of("previous") == (before if earlier else None), "what it really comes from stays"
    assert not pi.path(update.INCOMING).exists()


def test_no_power_cut_leaves_a_mark_on_a_version_of_which_something_is_missing(pi, newer_update, monkeypatch):
    """What the card has not been told to write may be lost, though what was written after it is there."""
    folder, on_card = versions.Versions(pi).folder / NEWER, []
    monkeypatch.setattr(os, "sync", lambda: on_card.append({path.name for path in folder.rglob("*") if path.is_file()}))
    install(pi, newer_update)
    before_mark, after_mark = on_card
    assert before_mark == after_mark - {versions.WHOLE}
    assert versions.WHOLE in after_mark
    assert {"dvojtah", "noise", "settings.default.toml"} <= before_mark


def test_a_version_that_is_on_its_way_back_is_not_started_once_more_after_a_power_cut(pi, newer_update, monkeypatch):
    install(pi, newer_update)
    pi.broken.add(current(pi))

    def pulled(*_):
        raise Pulled

    with monkeypatch.context() as patched:
        patched.setattr(versions.Versions, "point", pulled)
        with pytest.raises(Pulled):
            boot(pi)
    assert not update.read_trial(pi).passed
    boot(pi)
    assert whole(pi) == OLDEST
    assert pi.said[-1] == "The update was interrupted; version 0.2.0 runs, with all games."
