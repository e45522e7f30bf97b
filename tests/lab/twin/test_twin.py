"""The twin, from the first command of the pages to the last: what is typed says what the page says, and the table does
on its hardware what the guide has its builder see.

One system, and the tests follow one another on it: first what needs no hardware, before it is switched on.
"""

from __future__ import annotations

import array
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from device.common.settings.settings import Settings
from tests.lab.twin import system
from tests.lab.twin.commands import Run, read
from tests.lab.twin.guest import Twin

pytestmark = pytest.mark.timeout(1800)
PINS = Settings().buttons
LIST = read()
CONNECTORS = "/sys/class/drm/card0-Virtual-{}/status"
DARK = 16
"""A display on which nothing is brighter shows nothing."""
HOLD_S = 2.2
"""Both buttons for two seconds, as the guide has it."""


def name(run: Run) -> str:
    return run.text


def check(run: Run, status: int, output: str) -> None:
    assert re.search(run.says or run.until, output), output[-1500:]
    assert status == (0 if run.until else run.status), output[-1500:]
    assert "Traceback" not in output, output[-1500:]


def is_lit(place: Path) -> bool:
    """Whether a display shows anything."""
    with Image.open(place) as picture:
        return picture.convert("L").getextrema()[1] > DARK


def changed(before: Path, after: Path) -> bool:
    """Whether two pictures differ by more than a clock's figures."""
    with Image.open(before) as first, Image.open(after) as other:
        different = ImageChops.difference(first.convert("L"), other.convert("L")).histogram()
    return sum(different[64:]) > 2000


@pytest.mark.parametrize("run", LIST.system, ids=name)
def test_what_a_page_has_its_reader_type_without_hardware(installed: Twin, run: Run):
    check(run, *system.type_in(installed.system, run))


def test_after_the_start_the_table_is_on_its_screen_and_on_both_displays(twin: Twin):
    status, words = twin.run("systemctl show -P ActiveState -P NRestarts dvojtah")
    assert (status, sorted(words.split())) == (0, ["0", "active"])
    assert twin.run("systemctl --failed --no-legend")[1] == ""
    assert is_lit(twin.picture("start"))
    for address in (0x3C, 0x3D):
        twin.until(lambda at=address: "ff" in twin.order("oled", at), f"display {address:#x}")


def ready(twin: Twin) -> None:
    """A new start of the table, until it is ready."""
    status, words = twin.run("sudo systemctl restart dvojtah")
    assert status == 0, words + twin.run("journalctl -u dvojtah -n 20 --no-pager")[1]


def connected(twin: Twin) -> bool:
    """Whether the table has its lines and both displays, as its doctor hears from it."""
    words = twin.run("sudo dvojtah doctor --json")[1]
    return all(re.search(rf'"part": "{part}",\s*"ok": true', words) for part in ("lines", "oled A", "oled B"))


def marks_an_entry(before: Path, after: Path) -> bool:
    """Whether the pictures differ in one part alone, as a marked entry's frame; a line above moves all the rest."""
    with Image.open(before) as first, Image.open(after) as other:
        levels = ImageChops.difference(first.convert("L"), other.convert("L"))
        box = levels.point(lambda level: 255 * (level > 64)).getbbox()
        return box is not None and (box[2] - box[0]) * (box[3] - box[1]) < first.width * first.height // 3


def menu_opens(twin: Twin, name: str) -> bool:
    """Hold both buttons as the guide says: whether that, and nothing before it, marks the menu's first entry."""
    before = twin.picture(f"{name}-before")
    twin.order("rest", HOLD_S)
    if changed(before, twin.picture(f"{name}-after")):
        return False
    for pin in (PINS.button_a, PINS.button_b):
        twin.order("pull", pin, False)
    twin.order("rest", HOLD_S)
    for pin in (PINS.button_a, PINS.button_b):
        twin.order("pull", pin, True)
    return bool(twin.until(lambda: marks_an_entry(before, twin.picture(f"{name}-after")), "a marked entry", 60))


@pytest.mark.parametrize("board", ["pi 4", "pi 5", "pi 5, July 2026"])
def test_on_every_board_the_table_takes_both_buttons_and_the_doctor_sees_it_hold_them(twin: Twin, board: str):
    twin.run("sudo systemctl stop dvojtah")
    chip = twin.order("become", board)
    twin.until(lambda: twin.run(f"test -r {chip}")[0] == 0, f"{chip} for whoever has logged in")
    ready(twin)
    twin.until(lambda: connected(twin), "lines and displays")
    assert menu_opens(twin, board.replace(" ", "-").replace(",", ""))


def test_two_pods_are_the_table_s_under_their_own_names(twin: Twin):
    numbers = [twin.order("plug", port) for port in range(2)]
    for number in numbers:
        link = f"/dev/dvojtah/pod-{number}"
        twin.until(lambda link=link: twin.run(f"test -e {link}")[0] == 0, link)
        assert twin.run(f"stat -L -c '%G %a' {link}")[1].split() == ["dialout", "660"]

    def there() -> set[str]:
        pods = twin.run("sudo dvojtah pods --json")[1]
        return {number for number in numbers if number in pods or number[-4:] in pods}

    twin.until(lambda: there() == set(numbers), "both pods")


@pytest.mark.parametrize("run", LIST.twin, ids=name)
def test_what_a_page_has_its_reader_type_at_the_table(twin: Twin, run: Run):
    check(run, *twin.run(f"cd dvojtah && {run.typed}"))


@pytest.mark.parametrize("connected", [(1, 2), (2,)])
def test_of_two_connectors_the_table_draws_on_the_one_that_the_doctor_names(twin: Twin, connected: tuple[int, ...]):
    twin.run("sudo systemctl stop dvojtah")
    for number in (1, 2):
        word = "on" if number in connected else "off"
        assert twin.run(f"echo {word} | sudo tee {CONNECTORS.format(number)}")[0] == 0
    words = twin.run("sudo dvojtah --lang en doctor")[1]
    named = re.search(r"(?:The table draws on|Connected:) Virtual-(\d)", words)
    assert named, words
    console = {number: twin.picture(f"console-{number}", number - 1) for number in connected}
    ready(twin)
    drawn = [
        number for number in connected if changed(console[number], twin.picture(f"connector-{number}", number - 1))
    ]
    assert drawn == [int(named[1])]


def test_the_doctor_s_tone_is_played_while_the_table_rests(twin: Twin):
    twin.run("sudo systemctl stop dvojtah")
    before = loud(twin)
    words = twin.run("sudo dvojtah --lang en doctor")[1]
    assert loud(twin) > before, words


def loud(twin: Twin) -> int:
    """Samples other than zero that the sound cards have played."""
    files = [path.read_bytes()[44:] for path in twin.out.glob("sound-*.wav")]
    return sum(sum(map(bool, array.array("h", played[: len(played) // 2 * 2]))) for played in files)
