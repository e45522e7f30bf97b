"""A drawing cannot lie: wiring, board and documents say what the program's own settings say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from manifold3d import Manifold

from device.common.settings.settings import ButtonSettings, OledSettings, SecondOledSettings
from tests.hardware.drawings import board_connectors, header, labels, single_wires, wires
from tools import board, kits, wiring_pictures
from tools.case_check import CASE
from tools.solids import shared, solid

ROOT = Path(__file__).parents[2]
PINS = ButtonSettings()
SETTINGS = ("button_a", "button_b", "lamp_a", "lamp_b", "buzzer")
PICO = {"GP0": 1, "GP1": 2, "GP4": 6, "GP5": 7, "GP13": 17, "GP14": 19, "GP15": 20, "3V3": 36, "VSYS": 39, "VBUS": 40}
"""Places on the Pico's edge (Raspberry Pi Pico datasheet, pinout)."""
PICO_GROUND = {3, 8, 13, 18, 23, 28, 33, 38}


def place(setting: str) -> str:
    """Where the header has the line of a setting."""
    line = f"GPIO{getattr(PINS, setting)}"
    return str(next(number for number, name in header().items() if name == line))


def met(name: str) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """What each pin of a wiring is joined to."""
    joined: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for part, a, other, b in wires(name):
        joined.setdefault((part, a), set()).add((other, b))
        joined.setdefault((other, b), set()).add((part, a))
    return joined


def test_hand_wiring_joins_buttons_lamps_and_buzzer_to_the_lines_of_the_settings():
    joined = met("table")
    for side in "AB":
        low = side.lower()
        assert joined[f"BUTTON_{side}", "SW"] == {("PI", place(f"button_{low}"))}
        assert joined[f"SWITCH_{side}", "G"] == {("PI", place(f"lamp_{low}"))}
        assert joined[f"SWITCH_{side}", "D"] == {(f"BUTTON_{side}", "LAMP-")}
    assert joined["BUZZER", "+"] == {("PI", place("buzzer"))}


def test_hand_wiring_joins_both_displays_to_the_first_bus():
    joined, pins = met("table"), header()
    assert (OledSettings().port, SecondOledSettings().port) == (1, 1)
    for side in "AB":
        for signal, line in (("SDA", "GPIO2"), ("SCL", "GPIO3")):
            ((_, number),) = joined[f"OLED_{side}", signal]
            assert pins[int(number)] == line


@pytest.mark.parametrize("name", ["bench", "table", "hat"])
def test_a_place_takes_one_wire(name):
    taken = [end for part, a, other, b in single_wires(name) for end in ((part, a), (other, b))]
    assert not [end for end in taken if taken.count(end) > 1]


def test_the_smallest_table_has_its_buttons_where_the_whole_one_has_them():
    small, whole = met("bench"), met("table")
    assert len(single_wires("bench")) == 4
    assert all(small["PI", pin] == whole["PI", pin] for part, pin in small if part == "PI")


@pytest.mark.parametrize(("side", "oled"), [("A", OledSettings()), ("B", SecondOledSettings())])
def test_the_drawn_addresses_are_those_of_the_settings(side, oled):
    text = (ROOT / "hardware" / "wiring" / "table.yml").read_text(encoding="utf-8")
    drawn = re.search(rf"OLED_{side}:\n.*\n    notes: .*(0x\w+)", text)
    assert drawn
    assert int(drawn.group(1), 16) == oled.address


def test_hand_wiring_takes_power_where_the_pi_gives_it():
    pins = header()
    wanted = {"GND": "GND", "S": "GND", "-": "GND", "VCC": "3V3", "LAMP+": "5V"}
    seen = set()
    for part, a, _, b in wires("table"):
        if part == "PI" and b in wanted:
            assert pins[int(a)] == wanted[b], (a, b)
            seen.add(b)
    assert seen == {*wanted}


def test_hand_wiring_leaves_the_touchscreen_the_places_that_its_own_plug_takes():
    joined, pins = met("table"), header()
    assert (joined["SCREEN", "5V"], joined["SCREEN", "GND"]) == ({("PI", "2")}, {("PI", "6")})
    assert (pins[2], pins[6]) == ("5V", "GND")
    assert {part for number in "26" for part, _ in joined["PI", number]} == {"SCREEN"}  # nothing else hangs there
    assert joined["PI", "4"] == {("BUTTON_A", "LAMP+"), ("BUTTON_B", "LAMP+")}


@pytest.mark.parametrize("name", ["bench", "table", "hat", "pod", "usb"])
def test_five_volts_are_red_three_orange_and_ground_black_and_nothing_else_is(name):
    kinds = {"5V": "RD", "VSYS": "RD", "LAMP+": "RD", "3V3": "OG", "VCC": "OG", "GND": "BK", "S": "BK", "-": "BK"}
    drawing = kits.wiring(name)
    for source, a, other, b, colour in wiring_pictures.wires(drawing):
        wanted = {kinds[pin] for pin in (a, b) if pin in kinds} or ({"RD"} if "SPLICE_5V" in (source, other) else set())
        if wanted:
            assert {colour} == wanted, (source, a, other, b)
        else:
            assert colour not in ("RD", "OG", "BK"), (source, a, other, b)


def test_the_labels_beside_the_header_are_the_pi_s_own():
    pins = header()
    for number, label in labels("table", "PI").items():
        assert label.split()[0] == pins[int(number)]


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_board_has_each_setting_s_net_on_its_place_of_the_header(setting):
    assert board.nets()["J1", place(setting)] == setting.upper()


def test_every_other_net_on_the_header_is_what_the_pi_has_there():
    pins, nets = header(), board.nets()
    power = {"GND": "GND", "3V3": "+3V3", "5V": "+5V"}
    for number in range(1, 41):
        net = nets["J1", str(number)]
        if pins[number] in power:
            assert net in (power[pins[number]], f"unconnected-(J1-Pin_{number}-Pad{number})"), number
        else:
            assert net not in power.values(), number
    where = {net: pins[int(number)] for (part, number), net in nets.items() if part == "J1"}
    assert (where["SDA1"], where["SCL1"]) == ("GPIO2", "GPIO3")
    assert (where["ID_SD"], where["ID_SC"]) == ("GPIO0", "GPIO1")


def test_the_board_s_second_bus_is_the_one_that_the_installer_switches_on():
    text = (ROOT / "systemd" / "installer" / "boot.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    value = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SOFT_BUS_PINS"
    )
    data, clock = ast.literal_eval(value)[0]
    pins, nets = header(), board.nets()
    assert pins[int(next(n for (part, n), net in nets.items() if part == "J1" and net == "SDA3"))] == f"GPIO{data}"
    assert pins[int(next(n for (part, n), net in nets.items() if part == "J1" and net == "SCL3"))] == f"GPIO{clock}"


@pytest.mark.parametrize(
    ("part", "wanted"),
    [
        ("J2", ("IN_A", "GND", "LAMP_A+", "LAMP_A-")),
        ("J3", ("IN_B", "GND", "LAMP_B+", "LAMP_B-")),
        ("J4", ("GND", "+3V3", "SCL1", "SDA1")),
        ("J5", ("GND", "+3V3", "SCL_B", "SDA_B")),
    ],
)
def test_every_connector_of_the_board_is_wired_as_its_cable_is_drawn(part, wanted):
    nets = board.nets()
    assert tuple(nets[part, str(number)] for number in range(1, 5)) == wanted
    drawn = {
        "SW": "IN",
        "LAMP+": "LAMP+",
        "LAMP-": "LAMP-",
        "GND": "GND",
        "VCC": "+3V3",
        "SCL": "SCL",
        "SDA": "SDA",
    }
    cable = [a for end, a, _, _ in wires("hat") if end == part]
    plain = [net if net.startswith("+") else re.sub(r"_[AB](?=[+-]?$)|[13]$", "", net) for net in wanted]
    assert [drawn[label] for label in cable] == plain


def test_a_button_reaches_its_line_through_its_resistor_and_a_lamp_its_transistor():
    nets = board.nets()
    for side, first, transistor in (("A", 1, "Q1"), ("B", 11, "Q2")):
        assert {nets[f"R{first}", "1"], nets[f"R{first}", "2"]} == {f"IN_{side}", f"BUTTON_{side}"}
        assert {nets[f"R{first + 2}", "1"], nets[f"R{first + 2}", "2"]} == {f"LAMP_{side}", f"GATE_{side}"}
        assert [nets[transistor, pad] for pad in "123"] == [f"GATE_{side}", "GND", f"LAMP_{side}-"]


def test_the_display_has_its_supply_before_the_fuse():
    nets = board.nets()
    assert [nets["J8", pad] for pad in "123"] == ["+5V", "+5V", "GND"]  # as pins 2, 4 and 6 of the Pi
    assert {nets["F1", "1"], nets["F1", "2"]} == {"+5V", "5V_OUT"}


def test_the_power_button_is_off_the_bus():
    nets, pins = board.nets(), header()
    line = next(pins[int(number)] for (part, number), net in nets.items() if part == "J1" and net == "POWER")
    assert line == "GPIO26"
    assert {nets["R61", "1"], nets["R61", "2"]} == {"PWR_IN", "POWER"}
    assert (nets["J9", "1"], nets["J9", "2"], nets["D6", "1"]) == ("PWR_IN", "GND", "PWR_IN")


def test_the_board_s_body_in_the_case_has_its_connectors_where_the_board_has_them():
    """The board's lower edge is 0.5 mm below the Pi's, and its body is drawn from the Pi's corner."""
    hat = solid(CASE / "table.scad", "hat")
    low = hat.bounding_box()
    for name, (x, y) in board_connectors().items():
        if name != "J1":  # below
            probe = Manifold.cube([0.2, 0.2, 2], True).translate([low[0] + x, low[1] + y, low[5] - 8])
            assert shared(hat, probe) > 0.07, name
    slot = Manifold.cube([4.9, 16.9, 40]).translate([low[0] + 0.05, low[1] + 20.05, low[2]])
    assert shared(hat, slot) == 0


def test_what_carries_current_is_wide_and_no_text_is_thin():
    """KiCad's own rules (hat.kicad_dru) check it too; this needs no KiCad."""
    text = (ROOT / "hardware" / "hat" / "hat.kicad_pcb").read_text(encoding="utf-8")
    names = dict(re.findall(r'\n\t\(net (\d+) "/?([^"]*)"\)', text))
    least: dict[str, float] = {}
    for block in text.split("\n\t(segment\n")[1:]:
        width = re.search(r"\(width ([\d.]+)\)", block)
        number = re.search(r"\(net (\d+)\)", block)
        assert width
        assert number
        name = names[number[1]]
        least[name] = min(least.get(name, 9), float(width[1]))
    assert least["+5V"] >= 0.8
    assert least["5V_OUT"] >= 0.6
    blocks = re.split(r"\n\t+\((?=property |gr_text |fp_text )", text)[1:]
    font = re.compile(r"\(size ([\d.]+) [\d.]+\)\n\t+\(thickness ([\d.]+)\)")
    silk = [
        match.groups()
        for block in blocks
        if re.search(r'\(layer "([FB])\.', block)
        and '.SilkS"' in block.split("(effects")[0]
        and "(hide yes)" not in block.split("(effects")[0]
        and (match := font.search(block))
    ]
    assert len(silk) > 60
    assert min(float(thick) for _, thick in silk) >= 0.15
    assert min(float(size) for size, _ in silk) >= 0.8


def test_the_board_says_on_which_side_its_socket_sits():
    text = (ROOT / "hardware" / "hat" / "hat.kicad_pcb").read_text(encoding="utf-8")
    assert re.search(r'"J1 SOCKET ON THIS SIDE"(?:\n[^\n]*){1,4}\(layer "B.SilkS"', text)
    assert re.search(r'"J1 FROM BELOW"(?:\n[^\n]*){1,4}\(layer "F.SilkS"', text)


def test_schematic_board_and_silk_have_their_revision_from_the_project():
    for end, places in (
        (".kicad_sch", ('(rev "${BOARD_REVISION}")',)),
        (".kicad_pcb", ('(rev "${BOARD_REVISION}")', '"DVOJTAH HAT ${BOARD_REVISION}"')),
    ):
        text = board.BOARD.with_suffix(end).read_text(encoding="utf-8")
        assert all(place in text for place in places)


def test_in_a_block_of_the_schematic_wires_join_the_parts_and_a_net_is_named_once():
    schematic = board.parsed(board.BOARD.with_suffix(".kicad_sch").read_text(encoding="utf-8"))
    blocks = board.all_named(schematic, "rectangle")
    assert len(blocks) == 10
    for block in blocks:
        (x1, y1), (x2, y2) = board.numbers(block, "start"), board.numbers(block, "end")
        named = [
            label[1]
            for label in board.all_named(schematic, "label")
            if x1 <= board.numbers(label, "at")[0] <= x2 and y1 <= board.numbers(label, "at")[1] <= y2
        ]
        assert len(named) == len(set(named)), named


def firmware(name: str) -> object:
    """A number of the pod's own pins."""
    tree = ast.parse((ROOT / "firmware" / "pins.py").read_text(encoding="utf-8"))
    return next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name
    )


def test_the_pod_is_wired_as_its_firmware_says():
    joined = met("pod")
    assert joined["BUTTON", "LAMP+"] == {("PICO", str(PICO["VSYS"]))}
    for part, pin, name in (("BUTTON", "SW", "BUTTON"), ("SWITCH", "G", "LAMP"), ("BUZZER", "+", "SOUNDER")):
        assert joined[part, pin] == {("PICO", str(PICO[f"GP{firmware(name)}"]))}
    for number, label in labels("pod", "PICO").items():
        assert int(number) in PICO_GROUND if label == "GND" else PICO[label] == int(number)


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_page_about_the_peripherals_says_what_the_settings_say(setting):
    text = (ROOT / "docs" / "peripherals.md").read_text(encoding="utf-8")
    assert f"| `{setting}` | {getattr(PINS, setting)} | {place(setting)} |" in text
