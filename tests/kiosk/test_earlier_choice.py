"""A setting that only earlier versions offered: the file opens with all that it says, and a sentence says so (S10)."""

import pytest
from msgspec.structs import replace

from device import doctor
from device.app import composition
from device.cli import main as dvojtah
from device.common import i18n
from device.common.settings.reading import load, load_tolerant
from device.common.settings.settings import earlier_choice, with_value
from device.io.inputs import Quit
from rules.options.polish_doubles import NewDoubles
from tests.kiosk.situations.polish_doubles import sit_down
from tests.kiosk.test_farewell import bare
from tools.play.player import AWAKE
from tools.play.players.polish_doubles import DoublesPlayer
from tools.play.unwatched import HeadlessDisplay

SENTENCE = (
    "With press_order in the settings a late press counts from when it arrives; without that line, from when it "
    "was made."
)


@pytest.fixture
def file(tmp_path):
    """What an earlier version wrote, with the choice that is offered no more."""
    path = tmp_path / "settings.toml"
    path.write_text('silent = true\n[clocks]\npress_order = "arrival"\n[polish_doubles]\nturn_limit_s = 120\n')
    return path


def test_S10_the_file_opens_and_means_what_it_meant(file, tmp_path):
    settings, trouble, _ = load_tolerant(file)
    assert trouble is None
    assert (settings.silent, settings.options_of(NewDoubles).turn_limit_s) == (True, 120)
    assert str(earlier_choice(settings)) == SENTENCE
    player = DoublesPlayer(tmp_path, settings=replace(AWAKE, clocks=settings.clocks))
    try:
        sit_down(player)
        assert player.kiosk.table.state.setup.press_order == "arrival"
    finally:
        player.close()


@pytest.mark.parametrize("text", ["", '[clocks]\npress_order = "edge"\n', "[clocks]\n"])
def test_S10_a_file_that_says_what_holds_anyway_is_passed_over(file, tmp_path, text):
    file.write_text(text)
    settings = load(file)
    assert earlier_choice(settings) is None
    player = DoublesPlayer(tmp_path, settings=replace(AWAKE, clocks=settings.clocks))
    try:
        sit_down(player)
        assert player.kiosk.table.state.setup.press_order == "edge"
    finally:
        player.close()


@pytest.mark.parametrize("factory", ["pigpio", "native", "mock"])
def test_pins_of_a_library_that_is_no_more_are_lgpios_and_the_file_keeps_its_word(file, factory):
    file.write_text(f'silent = true\n[buttons]\npin_factory = "{factory}"\nbutton_a = 5\n')
    settings, trouble, _ = load_tolerant(file)
    assert trouble is None
    assert (settings.buttons.button_a, settings.buttons.pin_factory, settings.buttons.factory) == (5, factory, "lgpio")
    assert f"name {factory} for the pins" in str(earlier_choice(settings))
    again = with_value(settings, "buttons", "button_b", 6)
    assert (again.buttons.pin_factory, again.buttons.button_b) == (factory, 6)


@pytest.mark.parametrize("factory", ["lgpio", "rpigpio", "none"])
def test_pins_that_are_offered_are_what_the_file_says(file, factory):
    file.write_text(f'[buttons]\npin_factory = "{factory}"\n[pods]\nports = ["/dev/ttyACM0", "auto"]\n')
    settings = load(file)
    assert settings.buttons.factory == factory
    assert earlier_choice(settings) is None


@pytest.mark.parametrize("port", ["/dev/ttyAMA0", "/dev/ttyS0", "/dev/serial0"])
def test_a_pod_on_wires_of_the_board_is_named_and_the_others_are_looked_for(file, port):
    file.write_text(f'[pods]\nports = ["auto", "{port}"]\n')
    settings, trouble, _ = load_tolerant(file)
    assert trouble is None
    assert settings.pods.ports == ("auto", port)
    assert f"name {port} for a pod" in str(earlier_choice(settings))


@pytest.mark.parametrize("named", [True, False])
def test_the_table_says_it_once_as_it_starts(file, tmp_path, monkeypatch, named):
    monkeypatch.setattr(composition.signal, "signal", lambda *_: None)
    monkeypatch.setattr(composition.pygame, "quit", lambda: None)
    composition.pygame.display.init()
    clocks = load(file).clocks if named else bare(tmp_path).clocks
    sentences = []

    def look(kiosk) -> None:
        sentences.append(kiosk.host.notices.sentence(kiosk.now()))
        kiosk.post(Quit())

    settings = replace(bare(tmp_path), clocks=clocks, language="en")
    i18n.use("en")
    composition.run(settings, HeadlessDisplay((800, 480)), ready=look, goes_down=lambda: False)
    assert sentences == [SENTENCE if named else ""]


def test_the_doctor_says_it_and_finds_the_settings_well(file, tmp_path):
    settings = replace(bare(tmp_path), clocks=load(file).clocks)
    of_settings = next(finding for finding in doctor.examine(settings, None, file) if finding.part == "settings")
    assert (of_settings.ok, str(of_settings.text)) == (True, SENTENCE)


def test_no_command_stops_at_it(file, capsys):
    assert dvojtah(["--settings", str(file), "schema"]) == 0
    assert "press_order in the settings" not in capsys.readouterr().err
