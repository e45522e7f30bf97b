"""Desk, door and board answer whatever they are asked, at every address that they have."""

import pytest

from device.organiser.board.app import board_app
from device.organiser.desk.desk_app import PAGES
from device.organiser.desk.door import door_app
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from device.organiser.tournament.registration import Registration
from tests.every_route import ask_everything, description, fields_of
from tests.organiser.conftest import EVENT
from tests.organiser.pages import Running, rows_of
from tests.organiser.said import enrol

pytestmark = [pytest.mark.usefixtures("in_english"), pytest.mark.timeout(600)]


@pytest.fixture
def event(desk, store):
    """An event with entrants, a game that runs and one of mariáš."""
    store.append(rows_of(2, entries=9))
    store.append(rows_of(3, kind="marias"))
    enrol(Registration(desk), ("Dan Kopřiva", "Ela Mechová"), "Ticho prosím", "Horní Lhota")
    desk.read()
    return desk


def test_the_desk_has_no_fault_of_its_own_for_who_has_come_in(event, enter):
    inside = enter(event)
    pages = [inside.get(f"/{name}") for name in PAGES]
    name, value = inside.cookie["Cookie"].split("=", 1)
    fields = fields_of(pages)
    assert {"do", "word", "page"} <= fields.keys()
    described = description(inside.page.server.config.app._app.routes, fields)
    seen = ask_everything(inside.page.port, described, {name: value}, word=inside.word)
    assert 200 in seen["GET", "/people"]
    assert ("POST", "/act") in seen, "what whole forms do is asked elsewhere (test_desk_forms, test_form_attacks)"


def test_the_door_and_the_board_have_none_for_anybody(event, tmp_path):
    path = str(tmp_path / "event.db")
    door = Running(door_app(OrganiserDesk(open_store(path, EVENT)), "en"))
    form = fields_of([door.ask("/").read().decode()]) | {"code": {"AAAA"}, "do": {"gone", ""}, "number": {"1"}}
    assert ask_everything(door.port, description(door.server.config.app._app.routes, form))
    door.close()
    board = Running(board_app(lambda: open_store(path, EVENT, read_only=True), "http://tabule.local/"))
    described = description(board.server.config.app._app.routes, {}, ("/{lang}/stream", "/{lang}/events", "/now"))
    assert 404 in ask_everything(board.port, described)["GET", "/{lang}/table/{number}"]
    board.close()
