"""A club's score sheets to a stick and from one."""

from __future__ import annotations

import errno

import pytest

from device.carry import stick as carry
from device.carry.sheets import bring_sheets, save_sheets
from device.carry.stick import bring_all, save_all
from device.common.i18n import tr
from device.common.sheets import own_sheets, save_sheet
from rules.rounds import SheetTerms
from tests.carry.devices import SHORT
from tests.files.usb_machine import Machine

DOBBLE = SheetTerms(name="Dobble", until=8)


@pytest.fixture
def machine(tmp_path):
    computer = Machine(tmp_path / "machine")
    (computer.root / "block").mkdir(parents=True)
    return computer


def names(device) -> list[str]:
    return [terms.name for terms in own_sheets(device.settings)]


def put(folder, name, content):
    (folder / "sheets").mkdir(parents=True, exist_ok=True)
    (folder / "sheets" / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def test_sheets_go_with_the_games_and_come_with_them(devices, machine):
    old, new, folder = devices(SHORT), devices(), machine.stick()
    save_sheet(old.settings, DOBBLE)
    sentence = tr(save_all(old.journal.path, old.settings, machine.system).message)
    assert sentence.endswith("it can be pulled out. 1 score sheet, too.")
    assert [path.name for path in (folder / "dvojtah" / "sheets").iterdir()] == ["dobble.toml"]
    outcome = bring_all(new.journal, new.settings, None, machine.system)
    assert outcome.ok
    assert tr(outcome.message).endswith("Score sheets from the USB stick: 1 taken, 0 here already.")
    assert (names(new), len(new.games())) == (["Dobble"], 1)
    again = bring_all(new.journal, new.settings, None, machine.system)
    assert tr(again.message).endswith("Score sheets from the USB stick: 0 taken, 1 here already.")


def test_a_file_that_somebody_wrote_comes_with_its_comment_and_without_games(devices, machine):
    device, folder = devices(), machine.stick()
    text = '# podle Karla, příliš žluťoučký kůň\nname = "Dobble"\n'.encode("cp1250")
    put(folder, "Dobble (1).TOML", text)
    assert bring_all(device.journal, device.settings, None, machine.system).ok
    assert (device.settings.sheets_path / "dobble.toml").read_bytes() == text


def test_what_comes_takes_the_place_of_a_sheet_with_that_name(devices, stick):
    device = devices()
    save_sheet(device.settings, DOBBLE)
    put(stick, "x.toml", 'name = "dobble"\nuntil = 12\n')
    assert str(bring_sheets(stick, device.settings)).startswith("Score sheets from the USB stick: 1 taken")
    assert [terms.until for terms in own_sheets(device.settings)] == [12]


def test_what_cannot_be_used_is_left_there_with_its_reason(devices, stick):
    device = devices()
    put(stick, "a.toml", 'name = "Dobble"\nuntil = 8,\n')
    put(stick, "b.toml", 'name = "Zip"\n')
    put(stick, "c.toml", "x" * 3_000_000)
    (stick / "sheets" / "d.toml").symlink_to("/etc/hostname")
    sentence = str(bring_sheets(stick, device.settings))
    assert sentence == (
        "Score sheets from the USB stick: 1 taken, 0 here already. Left out: a.toml (Line 2: this is not TOML.) "
        "and others: 2"
    )
    assert names(device) == ["Zip"]


def test_a_stick_without_sheets_says_nothing_of_them(devices, stick):
    assert bring_sheets(stick, devices().settings) is None
    assert save_sheets(stick, devices().settings) == 0
    assert not (stick / "dvojtah").exists()


def test_a_folder_that_is_a_link_is_not_looked_into(devices, stick, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    put(elsewhere, "a.toml", 'name = "Dobble"\n')
    (stick / "sheets").symlink_to(elsewhere / "sheets", target_is_directory=True)
    assert bring_sheets(stick, devices().settings) is None


def test_a_stick_that_is_full_says_so(devices, machine, monkeypatch):
    device = devices(SHORT)
    machine.stick()

    def full(root, settings):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(carry, "save_sheets", full)
    outcome = save_all(device.journal.path, device.settings, machine.system)
    assert not outcome.ok
    assert "full" in tr(outcome.message)
