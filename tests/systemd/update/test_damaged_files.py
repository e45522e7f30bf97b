"""Root reads files that the table's user may write: whatever lies there, updates go on, and nothing else is touched."""

import itertools
import json
import os
import tomllib

import pytest
from installer import boot as config_txt
from installer import main, settings, update, versions
from installer.machine import open_plain, read_plain, write

from tests.damage import DAMAGE, PLACE, clear, in_every_run
from tests.systemd.conftest import ROOT
from tests.systemd.update.conftest import NEWER, boot, current, install, news

pytestmark = pytest.mark.timeout(60)

GAMES = "/var/lib/dvojtah"
FILES = (
    update.REQUEST,
    update.NEWS,
    f"{GAMES}/settings.toml",
    f"{GAMES}/journal.db",
    f"{GAMES}/journal.db-wal",
    f"{GAMES}/journal-before-upgrade.db",
    f"{GAMES}/journal-before-upgrade.new",
    update.TRIAL,
    main.STATE,
)


CASES = list(itertools.product(FILES, DAMAGE))
FEW = in_every_run(CASES)


@pytest.mark.parametrize(("name", "damage"), FEW)
def test_an_update_goes_on(pi, newer_update, name, damage):
    goes_on(pi, newer_update, name, damage)


@pytest.mark.parametrize(("name", "damage"), [case for case in CASES if case not in FEW])
def test_an_update_goes_on_with_every_damage_to_every_file(pi, newer_update, name, damage):
    goes_on(pi, newer_update, name, damage)


def goes_on(pi, newer_update, name, damage):
    place = pi.path(name)
    clear(place)
    DAMAGE[damage](place)
    assert main.main(["--requested"], pi) == 0
    assert not os.path.lexists(pi.path(update.REQUEST))
    assert main.main(["--settle"], pi) == 0
    if name == update.TRIAL:
        assert main.main(["--confirm"], pi) == 0
    assert install(pi, newer_update) == 0
    assert current(pi) == NEWER
    boot(pi)
    assert current(pi) == NEWER
    assert not pi.path(update.TRIAL).exists(), "the trial is over"
    assert main.main(["--uninstall"], pi) == 0


@pytest.mark.parametrize("wrong", [{"version": 7}, {"before": None}, {"older": 3}, {"passed": "yes"}])
def test_a_trial_with_a_field_of_another_type_is_none(pi, wrong):
    fields = {"version": "1", "before": "0", "older": None, "passed": False}
    (place := pi.path(update.TRIAL)).parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(fields))
    assert update.read_trial(pi) == update.Trial(**fields)
    place.write_text(json.dumps(fields | wrong))
    assert update.read_trial(pi) is None


def test_what_the_table_put_there_is_never_written_through(pi, tmp_path):
    place = pi.path(f"{GAMES}/journal-before-upgrade.new")
    other = tmp_path / "other"
    other.write_text("root's")
    other.chmod(0o600)
    place.symlink_to(other)
    main.keep_safe(pi)
    link = pi.path(f"{GAMES}/link")
    link.symlink_to(other)
    write(link, "root's")
    assert (other.read_text(), other.stat().st_mode & 0o777) == ("root's", 0o600)
    assert not link.is_symlink()


def test_a_request_is_heard_once_however_it_is_written(pi, newer_update):
    place = pi.path(update.REQUEST)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps({"token": "abc", "file": str(newer_update)}))
    assert main.main(["--requested"], pi) == 0
    assert news(pi)["ok"]
    assert not place.exists()
    place.write_text(json.dumps({"token": "abc", "file": str(newer_update), "more": "x" * 5000}))
    assert update.take_request(pi) is None
    assert not place.exists()


def test_settings_write_nothing_into_config_txt_but_numbers(tmp_path):
    own = tmp_path / "settings.toml"
    own.write_text(
        '[buttons]\nbutton_a = "17\\ndtoverlay=evil"\nlamp_a = 9999999999\nbutton_b = 22\nbuzzer = true\n'
        '[oled_a]\nport = "1\\nevil"\n'
    )
    default = ROOT / versions.DEFAULTS
    merged = settings.values(default, own)
    plain = tomllib.loads(default.read_text())
    assert merged["buttons"] == {**plain["buttons"], "button_b": 22}
    assert "evil" not in config_txt.with_block("", merged)


@pytest.mark.parametrize("text", ["buttons = 5\n", "[[buttons]]\n", "oled_a = []\n", "a = " + "[" * 20000, "\0", "é"])
def test_settings_of_any_shape_leave_a_config_txt(pi, text):
    card = pi.path("/boot/firmware/config.txt")
    pi.path(f"{GAMES}/settings.toml").write_bytes(text.encode("latin-1"))
    main.config(pi, ROOT / versions.DEFAULTS, pi.path(f"{GAMES}/settings.toml"))
    assert config_txt.BEGIN in card.read_text()


@pytest.mark.parametrize("damage", PLACE)
def test_only_a_plain_file_is_opened(tmp_path, damage):
    place = tmp_path / "x"
    DAMAGE[damage](place)
    if damage == "no rights":
        place.chmod(0o644)
        assert read_plain(place) == "{}"
        return
    with pytest.raises(OSError, match="no plain file"):
        open_plain(place)
