"""The page of a card's first start answers whatever a telephone sends."""

from device.first_start.phone.serving import Phone, application
from tests.every_route import ask_everything, description, fields_of
from tests.first_start.phones import with_hotspot
from tests.organiser.pages import Running


def test_the_first_start_has_no_fault_of_its_own(card):
    app = application(Phone(with_hotspot(card)))
    page = Running(app)
    fields = fields_of([page.ask("/").read().decode()])
    assert fields
    assert {method for method, _ in ask_everything(page.port, description(app.routes, fields))} == {"GET", "POST"}
    page.close()
