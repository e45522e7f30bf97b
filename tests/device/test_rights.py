"""One table of rights: it names every act there is, the acts are checked against it, and the docs say the same."""

import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from device import games, kiosk, screens
from device.common.i18n import refusal, speaking
from device.common.rights import (
    AS_REFEREE,
    AT_TABLE,
    CORRECT_RESULT,
    HOLD_UPDATE,
    NAMES,
    TAKE_BACK,
    EventRole,
    allows,
)
from device.kiosk.screen import Screen
from device.organiser.desk.forms import AT_DESK, FORMS, decide
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from device.table.referee_pin import PinLock, StoredPin, hash_pin
from rules.message import Refusal

ROOT = Path(__file__).parents[2]


def kinds(of):
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_act_of_the_desk_has_its_role():
    assert set(AT_DESK) == set(FORMS) | {CORRECT_RESULT, HOLD_UPDATE}


def test_every_screen_behind_the_pin_has_its_role():
    for folder in (games, kiosk, screens):
        for package in pkgutil.walk_packages(folder.__path__, folder.__name__ + "."):
            importlib.import_module(package.name)
    behind = {kind.key for kind in kinds(Screen) if kind.locked and kind.key and not inspect.isabstract(kind)}
    assert set(AT_TABLE) == behind | {TAKE_BACK, AS_REFEREE}


@pytest.fixture
def desk(tmp_path):
    store = open_store(str(tmp_path / "event.db"), "pisek")
    yield OrganiserDesk(store)
    store.close()


@pytest.mark.parametrize("word", FORMS)
def test_who_has_less_than_its_role_is_refused_an_act_of_the_desk(desk, word):
    least = AT_DESK[word].role
    with speaking("en"), pytest.raises(Refusal) as refused:
        decide(desk, {"do": word}, EventRole(least - 1))
    with speaking("en"):
        assert refusal(refused.value) == f"This needs another role: {least.name.lower()}."
    assert desk.read().last == 0, "and nothing was decided"


def test_who_has_the_role_or_a_higher_one_does_it(desk):
    for role, text in ((EventRole.ARBITER, "Oběd"), (EventRole.ORGANISER, "Konec")):
        decide(desk, {"do": "notice", "text": text, "text_en": ""}, role)
        assert desk.read().notice.text == text


def test_an_act_in_no_table_is_the_organisers_alone():
    assert not allows(EventRole.ARBITER, "unheard of", AT_TABLE)
    assert allows(EventRole.ORGANISER, "unheard of", AT_TABLE)


def test_the_pin_makes_an_arbiter():
    lock = PinLock(StoredPin(stored=hash_pin("4711")), lambda: 0)
    assert (lock.role, lock.may("reopen")) == (EventRole.VIEWER, False)
    lock.unlock("4711")
    assert (lock.role, lock.may("reopen"), lock.may("unheard of")) == (EventRole.ARBITER, True, False)
    assert PinLock(StoredPin(), lambda: 0).role is EventRole.ARBITER, "where no PIN is set"


def test_every_role_has_a_name():
    assert set(NAMES) == set(EventRole)


def test_the_page_says_what_the_code_says():
    done = subprocess.run([sys.executable, "-m", "tools.rights", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run .venv/bin/python -m tools.rights"
