"""Check-in at the door: with the code, for one's own name, confirmed or undone by the desk, in plain HTML."""

import re
import urllib.parse

import pytest

from device.organiser.desk.door import door_app
from device.organiser.desk.forms import decide
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.papers.signs import door_sign
from device.organiser.store import open_store
from device.organiser.tournament.registration import Registration
from rules.message import Refusal
from tests.organiser.conftest import EVENT
from tests.organiser.events import take_back
from tests.organiser.pages import FORM, Running
from tests.organiser.said import enrol

pytestmark = pytest.mark.usefixtures("in_english")
LANGUAGE = {"Accept-Language": "en"}


class AtTheDoor:
    """The page at the door, and the desk."""

    def __init__(self, desk, path):
        self.desk = desk
        people = Registration(desk)
        enrol(people, ("Dan Kopřiva", "Ela Mechová"), "Ticho prosím", "Horní Lhota")
        enrol(people, ("Ida Kopřivová", "Bo Srnec"), "Dvě sloky", "Dolní Ves")
        enrol(people, ("Jan Tajný", "Eva Tajná"), initials=True)
        self.page = Running(door_app(OrganiserDesk(open_store(path, EVENT)), "en"))
        self.cookies = {}

    def get(self, **asked):
        answer = self.page.ask(f"/?{urllib.parse.urlencode(asked)}", headers=LANGUAGE | self._cookie())
        return answer.status, answer.read().decode()

    def post(self, **form):
        answer = self.page.ask("/here", "POST", FORM | LANGUAGE | self._cookie(), urllib.parse.urlencode(form))
        for name, value in answer.headers.items():
            if name.lower() == "set-cookie":
                key, _, text = value.partition(";")[0].partition("=")
                self.cookies[key] = text
        return answer.status, answer.read().decode()

    def _cookie(self):
        return {"Cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items())} if self.cookies else {}

    @property
    def code(self):
        return self.desk.read().door

    def entrant(self, number=1):
        return self.desk.read().tournament.by_number()[number]


@pytest.fixture
def door(desk, tmp_path):
    the_door = AtTheDoor(desk, str(tmp_path / "event.db"))
    yield the_door
    the_door.page.close()


def test_before_the_desk_opens_it_nothing_can_be_said(door):
    assert "closed here" in door.get()[1]
    _, page = door.post(code="", number=1, here0="yes", here1="yes", do="here")
    assert "closed here" in page
    assert door.entrant().status == "registered"
    with pytest.raises(Refusal, match="open it first"):
        door_sign(door.desk.state, "")


def test_who_knows_the_code_finds_the_own_name_and_is_here_at_once(door):
    decide(door.desk, {"do": "door", "open": "yes"})
    assert re.fullmatch("[2-9A-HJ-NP-Z]{6}", door.code)
    assert "hangs at the door" in door.get()[1]
    assert "Kopřiva" not in door.get(code=door.code)[1], "nobody is listed before a name is written"
    assert "at least 3 letters" in door.get(code=door.code, find="ko")[1]
    for written in ("kopř", "KOPR", "kopr\u030ci"):
        assert "Ticho prosím" in door.get(code=door.code.lower(), find=written)[1]
    page = door.get(code=door.code.lower(), find="kopř")[1]
    assert "Dvě sloky" in page
    assert "Dolní Ves" in page
    status, _ = door.post(code=door.code, number=1, here0="yes", here1="yes", do="here")
    assert status == 303
    entrant = door.entrant()
    assert (entrant.status, entrant.door) == ("present", True)
    assert "You are checked in" in door.get(code=door.code, number=1)[1]
    assert door_sign(door.desk.state, "http://x/").startswith(b"%PDF")


NAMES = ("Kopřiv", "Mechov", "Srnec", "Ticho prosím", "Dvě sloky", "J. T.", "Lhota")


def test_numbers_list_no_names_neither_asked_for_nor_checked_in(door):
    door.desk.door(True)
    for number in range(1, 5):
        for asked in ({"number": number}, {"find": number}, {"find": f"{number:03}"}, {"number": number, "find": "x"}):
            page = door.get(code=door.code, **asked)[1]
            assert not any(name in page for name in NAMES), asked
    assert "at least 3 letters" in door.get(code=door.code, find="1")[1]
    assert door.post(code=door.code, number=1, here0="yes", here1="yes", do="here")[0] == 303
    page = door.get(code=door.code, number=1)[1]
    assert "You are checked in" in page
    assert "No. 1" in re.sub(r"\s+", " ", page)
    assert not any(name in page for name in NAMES)
    assert "Ticho prosím" in door.get(code=door.code, number=1, find="mech")[1]
    assert not any(name in door.get(code=door.code, number=2, find="mech")[1] for name in ("Dvě sloky", "Srnec"))


def test_the_way_from_a_name_to_being_here_keeps_the_name(door):
    door.desk.door(True)
    page = door.get(code=door.code, find="srn")[1]
    link = re.search(r'<a href="/\?([^"]+)"', page)[1].replace("&amp;", "&")
    chosen = door.get(**dict(urllib.parse.parse_qsl(link)))[1]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', chosen[chosen.index("/here") :]))
    assert (fields["find"], fields["number"]) == ("srn", "2")
    answer = door.page.ask("/here", "POST", FORM, urllib.parse.urlencode(fields | {"here0": "yes", "do": "here"}))
    assert answer.status == 303
    assert "find=srn" in answer.headers["Location"]


def test_one_of_two_is_here_and_the_other_follows(door):
    door.desk.door(True)
    door.post(code=door.code, number=1, here1="yes", do="here")
    assert (door.entrant().status, door.entrant().here) == ("registered", (1,))
    door.post(code=door.code, number=1, here0="yes", do="here")
    assert (door.entrant().status, door.entrant().here) == ("present", ())


def test_only_the_telephone_that_said_it_takes_it_back(door):
    door.desk.door(True)
    door.post(code=door.code, number=1, here0="yes", here1="yes", do="here")
    mine, door.cookies = door.cookies, {}
    status, page = door.post(code=door.code, number=1, do="gone")
    assert (status, door.entrant().status) == (409, "present")
    assert "Only the telephone" in page
    assert "Take it back" not in door.get(code=door.code, number=1)[1]
    door.cookies = mine
    assert "Take it back" in door.get(code=door.code, number=1)[1]
    door.post(code=door.code, number=2, do="gone")
    assert door.post(code=door.code, number=1, do="gone")[0] == 303
    assert (door.entrant().status, door.entrant().door) == ("registered", False)


def test_the_desk_confirms_or_undoes_and_what_it_said_stays(door):
    door.desk.door(True)
    door.post(code=door.code, number=1, here0="yes", here1="yes", do="here")
    Registration(door.desk).attend(1, "present", None)
    assert not door.entrant().door, "confirmed"
    assert door.post(code=door.code, number=1, do="gone")[0] == 409
    door.post(code=door.code, number=2, here0="yes", here1="yes", do="here")
    take_back(door.desk)
    assert door.entrant(2).status == "registered"
    Registration(door.desk).attend(2, "withdrawn")
    status, page = door.post(code=door.code, number=2, here0="yes", here1="yes", do="here")
    assert (status, door.entrant(2).status) == (409, "withdrawn")
    assert "come to the desk" in page


def test_names_of_who_asked_for_initials_are_not_shown(door):
    door.desk.door(True)
    page = door.get(code=door.code, find="tajn")[1]
    assert "J. T." in page
    assert "Tajn" not in page.replace('value="tajn"', "")
    assert "Tajn" not in door.get(code=door.code, number=3)[1]


def test_whoever_guesses_codes_has_to_wait_and_a_new_code_ends_the_old(door):
    door.desk.door(True)
    old = door.code
    assert {door.get(code="AAAAAA")[0] for _ in range(9)} == {403}
    assert {door.get(code="AAAAAA")[0] for _ in range(3)} == {429}
    assert "try again in" in door.get(code="AAAAAA")[1]
    assert door.get(code=old)[0] == 200, "who has the code shares the address with all telephones of the hall"
    door.desk.door(False)
    door.desk.door(True)
    assert door.get(code=old)[0] == 403
    assert door.get(code=door.code)[0] == 200


@pytest.mark.parametrize(
    "form", [{"number": "x"}, {"number": "99"}, {"number": "1", "here3": "yes"}, {"number": "1"}, {}]
)
def test_what_no_page_sends_changes_nothing(door, form):
    door.desk.door(True)
    before = door.desk.state.last
    status, page = door.post(code=door.code, do="here", lang="en", **form)
    assert (status, "cannot be done here" in page) == (409, form.get("number") != "99")
    assert door.desk.read().last == before


def test_a_telephone_of_360_pixels_checks_in_without_a_script(door, browser):
    door.desk.door(True)
    browser.size(360, 740, mobile=True)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(f"http://127.0.0.1:{door.page.port}/?code={door.code}&find=ticho&lang=cs")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    assert browser.read("document.documentElement.scrollWidth") == 360
    browser.read("document.querySelector('.found a').click()")
    browser.wait("document.querySelector('.chosen button') !== null && document.readyState === 'complete'")
    height = browser.read("document.querySelector('.chosen button').getBoundingClientRect().height")
    assert height >= 48
    browser.read("document.querySelector('.chosen button').click()")
    browser.wait("document.querySelector('.chosen .signed') !== null")
    assert door.entrant().door
    assert browser.complaints == []
