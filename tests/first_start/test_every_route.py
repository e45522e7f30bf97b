"""The page of a card's first start answers whatever a telephone sends."""

import pytest

from device.first_start.common.answers import check_fields
from device.first_start.phone.form import read
from device.first_start.phone.serving import Phone, application
from tests.every_route import ask_everything, description, fields_of
from tests.first_start.phones import served, with_hotspot
from tests.organiser.pages import Running


def test_the_first_start_has_no_fault_of_its_own(card):
    app = application(Phone(with_hotspot(card)))
    page = Running(app)
    fields = fields_of([page.ask("/").read().decode()])
    assert fields
    assert {method for method, _ in ask_everything(page.port, description(app.routes, fields))} == {"GET", "POST"}
    page.close()


NASTY = (
    "",
    "a" * 3000,
    "/" * 3000,
    "Europe/" + "x" * 3000,
    "../../etc/passwd",
    "\0",
    "%ED%A0%80",
    "1/0",
    "á" * 500,
    ".",
)


def test_whatever_one_field_says_is_a_sentence_at_it_and_never_a_fault(card):
    with served(with_hotspot(card)) as phone:
        phone.get()
        for field in ("language", "time_zone", "role", "hostname", "network", "ssid", "password"):
            for value in NASTY:
                phone.get()
                page = phone.send(**{"network": "typed", "ssid": "Klub", "password": "x", field: value})
                assert phone.status in (200, 303, 400, 409, 422), (field, value[:20], phone.status)
                assert all(0 < len(sentence) < 300 for sentence in phone.sentences), (field, value[:20])
                assert "Traceback" not in page


@pytest.mark.parametrize(
    "zone", ["a" * 3000, "Europe/" + "x" * 3000, "/".join("abcd" * 300)], ids=["a", "in Europe", "parts"]
)
def test_a_time_zone_of_3000_letters_is_no_time_zone(card, zone):
    for outcome in (read({"time_zone": zone}, (), card), check_fields({"time_zone": zone})):
        answers, troubles = outcome
        assert answers.time_zone is None
        assert "There is no time zone" in str(troubles["time_zone"])
        assert len(str(troubles["time_zone"])) < 200
