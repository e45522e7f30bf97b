"""Parts, supply and the EEPROM's image; and all drawings, where the programs that draw them are installed."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import tomllib
import typing
import uuid

import pytest

from device.common.settings.settings import ButtonSettings, OledSettings
from tests.hardware.drawings import HARDWARE, header
from tools import board, hardware, kits


def test_every_part_has_a_use_in_both_languages_and_something_to_buy():
    for part in hardware.parts():
        assert all(part[key] for key in ("cs", "en", "use_cs", "use_en", "any_of")), part["id"]
        for offer in part["any_of"]:
            assert "ma" not in offer or offer["source"], offer["name"]


def test_every_display_that_can_be_set_can_be_bought():
    names = " ".join(offer["name"] for part in hardware.parts() if part["id"] == "oled" for offer in part["any_of"])
    types = set(typing.get_args(typing.get_type_hints(OledSettings)["type"])) - {"none"}
    assert all(kind.upper() in names for kind in types), types


@pytest.mark.parametrize("name", hardware.TABLES)
def test_no_supply_is_used_up(name):
    chosen, supply = hardware.TABLES[name]
    usual, worst = hardware.load(chosen)
    gives = next(part for part in hardware.parts() if part["id"] == "supply")["any_of"][supply]["gives_ma"]
    assert 0 < usual < worst <= hardware.MARGIN * gives


def test_a_supply_that_is_too_weak_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(hardware, "TABLES", {"too much": ({"pi": 1, "oled": 2}, 2)})
    with pytest.raises(hardware.Missing, match="too much"):
        hardware.budget(tmp_path)


@pytest.mark.parametrize("page", ["power.md", "cs/power.md"])
@pytest.mark.parametrize("name", hardware.TABLES)
def test_the_page_about_power_has_the_sums_of_the_lists(name, page):
    text = (HARDWARE.parent / "docs" / page).read_text(encoding="utf-8")
    chosen, supply = hardware.TABLES[name]
    usual, worst = hardware.load(chosen)
    gives = next(part for part in hardware.parts() if part["id"] == "supply")["any_of"][supply]["gives_ma"]
    assert f"| {name} | {usual} | {worst} | {gives} |" in text


def test_every_figure_says_where_it_is_from_and_no_price_stands_without_its_date():
    for part in hardware.parts():
        assert "spare" in part, part["id"]
        for offer in part["any_of"]:
            assert offer["part"], offer["name"]
            if "ma" in offer:
                assert re.search(r"datasheet|documentation|computed|assumed|as the|takes no", offer["source"]), offer[
                    "name"
                ]
        assert part["usd"] >= 0
        assert re.fullmatch(r"(https://\S+|assumed) 20\d\d-\d\d-\d\d", part["priced"]), part["id"]


GENERIC = re.compile(r"was not to be had|no maker's number|standard part|any|in the box|hardware/hat|^AO3400A|^CR1220$")


def test_a_number_was_seen_somewhere_or_says_that_it_is_to_be_checked():
    for part in hardware.parts():
        for offer in part["any_of"]:
            if "seen" in offer:
                assert re.fullmatch(r"https://\S+ 20\d\d-\d\d-\d\d", offer["seen"]), offer
            else:
                assert GENERIC.search(offer["part"]), offer


def test_the_assembler_has_a_number_for_all_that_it_fits():
    known = tomllib.loads((HARDWARE / "hat" / "parts.toml").read_text(encoding="utf-8"))
    text = (HARDWARE / "hat" / "hat.kicad_pcb").read_text(encoding="utf-8")
    for block in text.split("\n\t(footprint ")[1:]:
        where, value = (re.search(rf'\(property "{name}" "([^"]*)"', block)[1] for name in ("Reference", "Value"))
        if where[0] != "H" and not where.startswith("JP"):
            assert re.fullmatch(r"C\d+", known[value]["lcsc"]) or where == "J1", where  # by hand, from below


def test_the_lists_have_what_the_drawings_have():
    assert list(kits.differences()) == []


@pytest.mark.parametrize(
    ("build", "part", "more"),
    [
        ("wired by hand", "splice", -1),
        ("wired by hand", "jumper", -12),
        ("wired by hand", "socket_wire", 1),
        ("with the HAT", "jumper", -10),
        ("with the HAT", "splice", -2),
        ("with the HAT", "oled_cable", -1),
        ("no solder: buttons on a USB board, your own screen", "encoder", -1),
        ("no case, no board, your own HDMI screen", "button", 1),
        ("with the HAT", "cable", -1),
        ("with the HAT", "seat_screw", -4),
        ("with the HAT", "small_screw", 1),
        ("kit: one pod", "pico_screw", -1),
        ("kit: one pod", "switch", -1),
    ],
)
def test_a_list_that_lacks_something_is_named(build, part, more):
    lists = {name: kits.kit(name) for name in kits.KITS}
    lists[build][part] += more
    (difference,) = kits.differences(lists)
    assert build in difference


def test_a_step_that_takes_what_is_in_no_list_is_named(monkeypatch):
    step = {"name": "1", "builds": ["hat"], "takes": {"spoon": 1}, "tools": []}
    monkeypatch.setitem(kits.STEPS, "step", [step])
    with pytest.raises(KeyError, match="spoon"):
        kits.kit("with the HAT")


def test_a_table_without_solder_costs_no_more_than_its_page_says(tmp_path):
    kits.write(tmp_path)
    *_, total = csv.reader((tmp_path / "kit-usb-cs.csv").open(encoding="utf-8"))
    crowns = int(re.search(r"bez Pi asi (\d+) Kč", total[8])[1])
    assert crowns <= 1500
    for page in ("build-usb.md", "cs/build-usb.md"):
        text = (HARDWARE.parent / "docs" / page).read_text(encoding="utf-8")
        assert f"{crowns // 1000} {crowns % 1000:03} Kč" in text.replace("\u00a0", " ")


def test_a_table_with_pods_has_all_of_two_pods():
    table, pod = kits.kit("with two pods"), kits.kit("kit: one pod")
    assert all(table[part] >= 2 * number for part, number in pod.items())
    assert table["button"] == 2
    assert "hat" not in table


@pytest.mark.parametrize("language", kits.HEADS)
def test_every_build_has_a_dated_price_and_says_how_much_of_it_is_assumed(tmp_path, language):
    kits.write(tmp_path)
    assert len(list(tmp_path.iterdir())) == len(kits.KITS) * len(kits.HEADS)
    for name in kits.KITS.values():
        _, *single, total = csv.reader((tmp_path / f"kit-{name}-{language}.csv").open(encoding="utf-8"))
        assert float(total[7]) == pytest.approx(sum(float(row[7]) for row in single), abs=0.6)
        assert re.search(r" \d+; .* \d+ Kč", total[8])
        assert all(re.fullmatch(r"(https://\S+|assumed) 20\d\d-\d\d-\d\d", row[8]) for row in single)
        assert all(row[5] and "http" not in row[5] for row in single)


@pytest.mark.parametrize("tables", hardware.TABLES_OF)
def test_there_is_a_list_for_one_table_and_for_a_hall(tmp_path, tables):
    hardware.shopping(tmp_path)
    rows = list(csv.DictReader((tmp_path / f"shopping-en-{tables}.csv").open(encoding="utf-8")))
    oled = next(row for row in rows if row["what"].startswith("OLED"))
    assert int(oled["number"]) == (2 if tables == 1 else 2 * 16 + 4)
    assert all(row["part"] for row in rows)
    computer = next(row for row in rows if row["what"].startswith("Raspberry Pi computer"))
    assert "[SC0193(9)]" in computer["part"]
    assert "SC1110" in computer["or"]
    assert "2026-11-22" in computer["where we saw the number"]
    wanted = ("cooler", "flat cable", "socket 2 × 20", "supply cable")
    assert all(any(word in row["what"] for row in rows) for word in wanted)


def test_every_value_on_the_board_that_is_no_plain_size_has_its_part():
    known = tomllib.loads((HARDWARE / "hat" / "parts.toml").read_text(encoding="utf-8"))
    text = (HARDWARE / "hat" / "hat.kicad_pcb").read_text(encoding="utf-8")
    for block in text.split("\n\t(footprint ")[1:]:
        where, value = (re.search(rf'\(property "{name}" "([^"]*)"', block)[1] for name in ("Reference", "Value"))
        if not where.startswith(("R", "C", "H", "JP")):
            assert known[value]["part"], where


def fake_apt(folder, refusals):
    """apt-get that is locked so many times, and then does as it is told; every other program is there already."""
    folder.mkdir()
    script = f"""#!/bin/sh
echo "$@" >> {folder}/asked
case "$*" in *update*)
    n=$(cat {folder}/n 2>/dev/null || echo 0); echo $((n + 1)) > {folder}/n
    [ "$n" -ge {refusals} ] || {{ echo "E: Could not get lock /var/lib/apt/lists/lock" >&2; exit 100; }};;
esac
"""
    for name, text in {
        "apt-get": script,
        "kicad-cli": "#!/bin/sh\necho 9.0.8",
        "id": "#!/bin/sh\necho 0",
        "openscad": "#!/bin/sh",
        "dot": "#!/bin/sh",
        "dtc": "#!/bin/sh",
    }.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    for name in ("sh", "grep", "cat", "rm", "sleep", "cut", "awk", "sed", "mktemp", "cp"):
        (folder / name).symlink_to(shutil.which(name))
    return {"PATH": str(folder), "APT_WAIT": "0", "TMPDIR": str(folder)}


@pytest.mark.parametrize("refusals", [0, 1, 5])
def test_make_hardware_waits_for_a_locked_apt(tmp_path, refusals):
    place = fake_apt(tmp_path / "bin", refusals)
    script = HARDWARE.parent / "tools" / "kicad.sh"
    done = subprocess.run(["/bin/sh", script], env=place, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    asked = (tmp_path / "bin" / "asked").read_text().splitlines()
    assert sum("update" in line for line in asked) == refusals + 1
    assert "DPkg::Lock::Timeout=600" in asked[-1]
    assert "install" in asked[-1]
    assert ("waiting" in done.stdout) == (refusals > 0)


def test_the_memory_names_the_overlay_and_every_board_gets_a_number_of_its_own():
    lines = (HARDWARE / "hat" / "eeprom.txt").read_text(encoding="utf-8").splitlines()
    memory = dict(line.split(" ", 1) for line in lines if not line.startswith("#"))
    assert uuid.UUID(memory["product_uuid"]).int == 0, "zeros: eepmake draws one"
    assert (HARDWARE / "hat" / f"{json.loads(memory['dt_blob'])}-overlay.dts").exists()
    assert memory["product_ver"] == "${BOARD_REVISION}"
    assert int(board.revision()) >= 4
    assert (json.loads(memory["vendor"]), json.loads(memory["product"])) == ("Dvojtah", "Dvojtah HAT")


def test_the_overlay_takes_the_line_of_the_power_button_and_no_other():
    text = (HARDWARE / "hat" / "dvojtah-overlay.dts").read_text(encoding="utf-8")
    (line,) = {
        int(number) for number in re.findall(r"brcm,pins = <(\d+)>|&gpio (\d+) ", text) for number in number if number
    }
    number = next(number for number, name in header().items() if name == f"GPIO{line}")
    assert board.nets()["J1", str(number)] == "POWER"
    buttons = ButtonSettings()
    assert line not in (buttons.button_a, buttons.button_b, buttons.lamp_a, buttons.lamp_b, buttons.buzzer, 2, 3)


@pytest.mark.skipif(not shutil.which("dtc"), reason="dtc compiles the overlay; `make test` as root installs it")
def test_the_overlay_compiles_without_a_word(tmp_path):
    source = HARDWARE / "hat" / "dvojtah-overlay.dts"
    done = subprocess.run(
        ["dtc", "-@", "-I", "dts", "-O", "dtb", "-o", tmp_path / "out", source],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("kicad-cli"), reason="KiCad draws the board; make hardware installs and runs it")
def test_the_board_passes_every_check_of_kicad(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # KiCad leaves its lock there
    pcb = HARDWARE / "hat" / "hat.kicad_pcb"
    hardware.call(
        "kicad-cli",
        "sch",
        "erc",
        "--severity-all",
        "--exit-code-violations",
        "-o",
        tmp_path / "erc",
        pcb.with_suffix(".kicad_sch"),
    )
    hardware.call(
        "kicad-cli",
        "pcb",
        "drc",
        "--severity-all",
        "--schematic-parity",
        "--exit-code-violations",
        "-o",
        tmp_path / "drc",
        pcb,
    )


def test_a_program_that_is_missing_is_named():
    with pytest.raises(hardware.Missing, match="no-such-program is not installed"):
        hardware.call("no-such-program")
