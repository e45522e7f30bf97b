"""What proves that somebody made a board: a photo's hash and the report of a real device, nothing less."""

from __future__ import annotations

import pytest

from tools import evidence
from tools.reports import NoReport

MADE = """what = "hat"
revision = "4"
builder = "J. N., Brno"
day = 2026-12-24
photo_sha256 = "{photo}"
report = "brno-report.toml"
"""
REPORT = """format = 1
[versions]
board = "Raspberry Pi 4 Model B Rev 1.4"
[lamps]
lamp_a = true
lamp_b = {lamp}
"""


def made(folder, photo="ab" * 32, lamp="true", report=REPORT):
    (folder / "brno.toml").write_text(MADE.format(photo=photo), encoding="utf-8")
    (folder / "brno-report.toml").write_text(report.format(lamp=lamp), encoding="utf-8")
    return evidence.all_made(folder)


@pytest.mark.parametrize("name", evidence.PAGES)
def test_the_pages_say_what_the_evidence_says(name):
    assert evidence.page(name, evidence.all_made()) == (evidence.ROOT / name).read_text(encoding="utf-8")


def test_a_board_that_was_made_is_counted_and_the_case_is_still_nobodys(tmp_path):
    words = evidence.sentence("en", made(tmp_path))
    assert "Boards made: 1, the last one of revision 4 by J. N., Brno on 2026-12-24." in words
    assert "No case has been printed yet." in words


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"photo": "seen"}, "photo_sha256"),
        ({"lamp": "false"}, "lamps.lamp_b"),
        ({"report": REPORT.replace("Raspberry Pi 4", "QEMU")}, "no Raspberry Pi"),
    ],
)
def test_half_a_proof_is_none(tmp_path, changed, fault):
    with pytest.raises(evidence.NoEvidence, match=fault):
        made(tmp_path, **changed)


def test_a_photo_alone_is_no_proof(tmp_path):
    with pytest.raises(NoReport):
        made(tmp_path, report="format = 0\n")
