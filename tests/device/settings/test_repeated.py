"""A block pasted into a settings file that has it already: said by its name and line, and nothing else is lost."""

import pytest

from device.common.settings.editing import edit
from device.common.settings.reading import DEFAULT_FILE, load_tolerant
from device.common.settings.settings import Settings, as_values

PASTED = """
[oled_a]
type = "sh1106"
address = 0x3D
"""


@pytest.fixture
def pasted(path):
    """The commented default of a silent table, and a block of the guide at its end."""
    path.write_text(DEFAULT_FILE.read_text(encoding="utf-8").replace("volume = 0.6", "volume = 0.1") + PASTED)
    return path


def test_a_pasted_block_holds_and_all_other_settings_stay(pasted):
    settings, trouble, usable = load_tolerant(pasted)
    assert usable
    assert (settings.oled_a.type, settings.oled_a.address, settings.oled_a.port) == ("sh1106", 0x3D, 1)
    assert settings.volume == 0.1
    assert settings.oled_b == Settings().oled_b
    line = pasted.read_text().split("\n").index("[oled_a]", 60) + 1
    assert f"line {line}: [oled_a] stands there twice" in str(trouble)


def test_one_change_leaves_the_block_once_and_every_remark(pasted):
    before = pasted.read_text()
    settings = load_tolerant(pasted).settings
    pasted.write_text(edit(before, {("oled_a", "rotate"): 2}))
    after = pasted.read_text()
    changed, trouble, _ = load_tolerant(pasted)
    assert trouble is None
    assert as_values(changed) == as_values(settings) | {"oled_a": as_values(settings)["oled_a"] | {"rotate": 2}}
    for line in before.split("\n"):
        assert line.partition("#")[2] in after


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [
        ("silent = true\nsilent = false\n", "silent", 2),
        ("[screen]\nwidth = 800\n[buttons]\n[ 'screen' ]\n", "[screen]", 4),
        ("[oled_b]\nport = 1\n\nport = 3\n", "oled_b.port", 4),
    ],
)
def test_what_stands_twice_is_said_by_its_name_and_line(path, text, name, line):
    path.write_text(text)
    assert str(load_tolerant(path).trouble) == (
        f"Settings {path}, line {line}: {name} stands there twice; the later one counts. Remove one of them."
    )


def test_the_line_of_a_mistake_is_that_of_the_file_and_not_of_the_joined_tables(path):
    path.write_text("[oled_a]\nport = 1\n[screen]\nwidth = 800\n[oled_a]\nport = 99\n")
    _, trouble, usable = load_tolerant(path)
    assert not usable
    assert ", line 6: " in str(trouble)


def test_another_slip_beside_a_repeated_table_is_still_no_settings(path):
    path.write_text("[oled_a]\nport = 1\n[oled_a]\nport = \n")
    _, trouble, usable = load_tolerant(path)
    assert not usable
    assert "this is not TOML" in str(trouble)
    with pytest.raises(ValueError, match="line 4"):
        edit(path.read_text(), {("oled_a", "port"): 3})


def test_a_key_over_several_lines_is_never_cut_in_two(path):
    path.write_text('[pods]\nports = [\n  "auto",\n]\nports = ["auto"]\n')
    assert not load_tolerant(path).usable
