"""The page of all devices: what needs somebody first, what a table does not state, and no more than that on a phone."""

import re

import pytest

from device.common.event.messages import TableFault, TableHealth, TableSnapshot
from device.common.i18n import speaking
from device.common.version import version
from device.organiser.desk.fleet_view import Urgency, fleet
from device.organiser.log.event_control import OrganiserDesk
from tests.organiser.pages import rows_of

WELL = TableHealth(free_mb=25_000, degrees=48, supply="well")


def report(health=WELL, release=None, waiting=0, doubt=3_000_000):
    return TableSnapshot(
        boot="b" * 8,
        device="d" * 8,
        version=version() if release is None else release,
        waiting=waiting,
        doubt=doubt,
        health=health,
    )


def cell(row, column):
    names = ("link", "version", "room", "supply", "heat", "clock", "unsent")
    return row.cells[names.index(column)]


@pytest.fixture
def hall(store):
    """A desk that hears of tables what a test lets them say."""
    reports = {}
    desk = OrganiserDesk(store, reports=lambda: reports)

    def of(reported, tables=None):
        store.append([row for n in tables or reported for row in rows_of(n)[:2]])
        reports.update(reported)
        desk.read()
        with speaking("en"):
            return fleet(desk)

    of.desk = desk
    return of


def test_what_needs_somebody_first_stands_first(hall):
    rows = hall(
        {
            1: report(),
            2: report(health=None, release="0.0.1"),
            3: report(TableHealth(free_mb=31, degrees=50, supply="well")),
            4: report(TableHealth(free_mb=25_000, degrees=84, supply="was low")),
            5: report(TableHealth(free_mb=25_000, degrees=50, supply="low", faults=(TableFault(part="oled A"),))),
            6: report(waiting=21),
            7: report(),
        }
    )
    assert [row.number for row in rows] == [5, 3, 2, 4, 6, 1, 7]
    assert [row.need for row in rows] == [Urgency.NOW] * 2 + [Urgency.SOON] * 3 + [Urgency.WELL] * 2


@pytest.mark.parametrize(
    ("reported", "column", "text", "need"),
    [
        (report(TableHealth(free_mb=49)), "room", "49 MB", Urgency.NOW),
        (report(TableHealth(free_mb=499)), "room", "499 MB", Urgency.SOON),
        (report(TableHealth(free_mb=500)), "room", "500 MB", Urgency.WELL),
        (report(TableHealth()), "room", "not stated", Urgency.NOT_STATED),
        (report(TableHealth(supply="something new")), "supply", "not stated", Urgency.NOT_STATED),
        (report(TableHealth(degrees=79)), "heat", "79 °C", Urgency.WELL),
        (report(TableHealth(degrees=80)), "heat", "80 °C", Urgency.SOON),
        (report(doubt=None), "clock", "does not know it", Urgency.SOON),
        (report(doubt=1_000_000_001), "clock", "± 1000 ms", Urgency.SOON),
        (report(waiting=20), "unsent", "20", Urgency.WELL),
        (report(release="0.0.1"), "version", "0.0.1, older than here", Urgency.SOON),
        (report(release="99.0"), "version", "99.0, newer than here: update this computer", Urgency.SOON),
        (report(release=""), "version", "not stated", Urgency.NOT_STATED),
    ],
)
def test_each_column_says_it_and_how_much_it_matters(hall, reported, column, text, need):
    (row,) = hall({1: reported})
    fleet_cell = cell(row, column)
    assert (fleet_cell.text, fleet_cell.need) == (text, need)


def test_a_table_that_only_the_log_knows_states_nothing(hall):
    (row,) = hall({}, tables=[4])
    assert row.need is Urgency.NOT_STATED
    assert cell(row, "link").text == "connected"
    assert cell(row, "supply").text == "not stated"


def test_the_page_comes_anew_when_a_table_says_something_else(hall, enter):
    hall({1: report(), 2: report()})
    inside = enter(hall.desk)
    page = inside.get("/fleet?lang=en")
    assert "in order: 2" in page
    mark = re.search(r'data-mark="(\w+)"', page)[1]
    assert inside.page.ask(f"/fleet?lang=en&seen={mark}", headers=inside.cookie).status == 204
    hall({2: report(TableHealth(supply="low", faults=(TableFault(part="buttons", text="<b>Cable</b>"),)))}, tables=[3])
    page = inside.get(f"/fleet?lang=en&seen={mark}")
    assert "&lt;b&gt;Cable&lt;/b&gt;" in page
    assert page.index('id="device-2"') < page.index('id="device-1"')


def test_two_hundred_and_fifty_tables_are_one_page(hall, enter):
    rows = hall({n: report() for n in range(1, 251)})
    assert [row.number for row in rows] == list(range(1, 251))
    inside = enter(hall.desk)
    assert len(inside.get("/fleet")) < 400_000
