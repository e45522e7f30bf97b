"""The organiser's desk forbids telephones as clock buttons: the page of a telephone at a real event's table says so."""

import pytest

from device.browser.admission import PressAdmission
from device.browser.press_remarks import NOT_COUNTED
from device.common.event.ticket import code_of
from device.common.i18n import speaking, tr
from tests.browser.program import ServedTable
from tests.browser.test_tables import addresses
from tests.organiser.chromium import Browser
from tests.organiser.evening import Evening


@pytest.fixture
def evening(tmp_path):
    new_evening = Evening(tmp_path, str(tmp_path / "event.db"), 1)
    new_evening.start_broker()
    new_evening.start_organiser()
    yield new_evening
    new_evening.close()


def test_what_the_desk_decides_stands_on_the_telephone(evening, chromium_program, tmp_path):
    (tmp_path / "tables").mkdir()
    codes = tmp_path / "codes.txt"
    codes.write_text(f"1\t{code_of(evening.files.ticket(1))}\n")
    served = ServedTable(tmp_path / "tables", "--tables", "1", "--codes", str(codes))
    phone = Browser(chromium_program)
    asked = "document.querySelector('.ask').innerText"
    try:
        (place,) = addresses(served).values()
        phone.size(390, 844, mobile=True)
        phone.open(f"http://{place[0]}/button/a#{place[1]}")
        phone.wait("document.getElementById('line').textContent.includes('±')")
        desk = evening.desk()
        desk.allow_telephones(False)
        phone.wait(f"{asked}.length > 5")
        phone.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 180, "y": 500}])
        phone.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        with speaking("cs"):
            says = tr(NOT_COUNTED[PressAdmission.FORBIDDEN])
        phone.wait(f"document.getElementById('said').innerText === {says!r}")
        desk.read()
        desk.allow_telephones(True)
        phone.wait("document.querySelector('.ask').hidden")
        phone.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 180, "y": 500}])
        phone.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        phone.wait("document.getElementById('said').innerText.includes('±')")
    finally:
        phone.close()
        served.close()
