"""The guide in both languages: the same pictures, each step with what to do and to see, settings that are accepted."""

from __future__ import annotations

import math
import re
import shlex

import pytest
from installer import settings as installer

from device.cli import main
from device.common.settings.reading import DEFAULT_FILE, load
from tests.hardware.drawings import HARDWARE
from tools import hat_card, kits, stages, wiring_pictures

DOCS = HARDWARE.parent / "docs"
GUIDES = ("build-one.md", "cs/build-one.md")
PAGES = (*GUIDES, "build-bench.md", "cs/build-bench.md")
CARDS = ("build-check.md", "cs/build-check.md", "build-usb.md", "cs/build-usb.md")


def text(name):
    return (DOCS / name).read_text(encoding="utf-8")


def shown(name):
    return re.findall(r"\]\((?:\.\./)?img/build/([\w-]+)\.png\)", text(name))


def test_both_languages_show_the_same_pictures_in_the_same_order():
    assert shown(GUIDES[0]) == shown(GUIDES[1])


def test_every_picture_that_is_drawn_is_shown_and_lies_there():
    drawn = {stage.name for stage in (*stages.STAGES, *wiring_pictures.PICTURES)} | {"hat-probes"}
    assert drawn == {name for page in (*PAGES, *CARDS) for name in shown(page)}
    assert drawn == {path.stem for path in (DOCS / "img" / "build").glob("*.png")}


@pytest.mark.parametrize(("name", "do", "see"), [(GUIDES[0], "Do", "See"), (GUIDES[1], "Udělejte", "Uvidíte")])
def test_every_step_ends_with_something_to_do_and_to_see_and_where_to_look(name, do, see):
    troubles = text(name.replace("one", "trouble"))
    rows = {number for cells in re.findall(r"^\| ([\d, ]+) \|", troubles, re.MULTILINE) for number in cells.split(", ")}
    steps = [step for step in text(name).split("\n## ")[1:] if step[0].isdigit()]
    assert len(steps) == 7
    for step in steps:
        last = step[step.rindex(f"**{do}:**") :]
        assert f"**{see}:**" in last, step[:30]
        assert re.search(rf"build-trouble\.md\), \w+ {step[0]}\.|power\.md#brown-out", last), step[:30]
        assert step[0] in rows


@pytest.mark.parametrize("name", GUIDES)
def test_the_settings_it_tells_are_accepted(name, tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(
        installer.first(DEFAULT_FILE.read_text(encoding="utf-8"), tmp_path / "journal.db"), encoding="utf-8"
    )
    commands = re.findall(r"^sudo dvojtah (set .*)$", text(name), re.MULTILINE)
    assert commands
    for command in commands:
        assert main(["--settings", str(file), *shlex.split(command)]) == 0, command
    assert load(file).screen.rotate == 90


@pytest.mark.parametrize("name", PAGES)
def test_no_settings_are_pasted_for_the_table_leads_from_wire_to_wire(name):
    assert "\n[" not in "".join(re.findall(r"```(.*?)```", text(name), re.DOTALL))
    assert "sudo dvojtah bring-up" in text(name)


@pytest.mark.parametrize("language", kits.GUIDES)
def test_the_guide_says_what_each_step_takes_as_the_lists_do(language):
    assert kits.guide(language) == kits.GUIDES[language].read_text(encoding="utf-8")


@pytest.mark.parametrize("language", hat_card.PAGES)
def test_the_card_says_what_the_board_s_nets_and_resistors_make(language):
    assert hat_card.page(language) == hat_card.PAGES[language].read_text(encoding="utf-8")


def test_the_card_counts_resistors_beside_each_other(monkeypatch):
    """The gate's 330 Ω hang on the line beside its 100 kΩ; a bridge between supplies is a beep."""
    ways = list(hat_card.resistors())
    assert hat_card.shown(hat_card.between("IN_A", "+3V3"), "en") == "11 kΩ"
    assert hat_card.between("+5V", "GND") == math.inf
    monkeypatch.setattr(hat_card, "resistors", lambda: [*ways, ("+5V", "GND", 0.1), ("IN_A", "+3V3", 11000.0)])
    hat_card.network.cache_clear()
    assert hat_card.shown(hat_card.between("+5V", "GND"), "cs") == "pípá"
    assert hat_card.shown(hat_card.between("IN_A", "+3V3"), "cs") == "5,5 kΩ"
    hat_card.network.cache_clear()


def test_the_case_comes_after_all_has_run_on_the_bench():
    order = shown(GUIDES[0])
    assert order.index("0-open") < order.index("bench-1-button") < order.index("wires-2-oleds") < order.index("6-hat")
    assert order.index("6-hat") < order.index("2-oleds") < order.index("8-close")
