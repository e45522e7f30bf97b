"""What every route of the desk answers: inside and outside, refused, without a store, no form, too large."""

import re
import urllib.parse

import pytest

from device.common.rights import OF_ACCOUNTS
from device.organiser.desk import forms, page_view
from device.organiser.desk.page_list import PAGES
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import StoreTrouble
from device.organiser.store.backup import BackupTrouble
from rules.message import msg
from tests.organiser.events import doubles
from tests.organiser.pages import FORM, refused, rows_of

UID = f"{1:016x}"
PAGES_INSIDE = (*(f"/{name}" for name in PAGES), f"/sheet/{UID}")
DOWNLOADS = ("/entrants.csv", "/papers/signs.pdf", "/files/results.csv", "/files/backup.zip")
NOT_FILLED_IN = "The form was not filled in; nothing was decided."
AWAY = "Nothing was decided: The store is away."


class Flaky:
    """A store that gives nothing, or takes nothing, once it is told to."""

    def __init__(self, store):
        self.store, self.gives, self.takes = store, True, True

    def __getattr__(self, name):
        if not (self.gives and (self.takes or name != "append")) and name != "now":
            raise StoreTrouble(msg("The store is away."), passing=True)
        return getattr(self.store, name)


class Backup:
    """A backup that cannot be made."""

    def data(self):
        raise BackupTrouble(msg("There is no room."))


@pytest.fixture
def flaky(store):
    doubles(store)
    store.append(rows_of(1))
    return Flaky(store)


@pytest.fixture
def visitor(flaky, enter):
    return enter(OrganiserDesk(flaky), backup=Backup())


def answered(visitor, path, method="GET", headers=None, body=None):
    """Status, and where it leads."""
    answer = visitor.page.ask(path, method, visitor.cookie if headers is None else headers, body)
    return answer.status, answer.headers["Location"]


def test_who_has_not_come_in_sees_the_door_and_nothing_else(visitor):
    door = visitor.page.ask("/")
    assert (door.status, b'name="password"' in door.read()) == (200, True)
    for path in (*PAGES_INSIDE[1:], *DOWNLOADS):
        assert answered(visitor, path, headers={}) == (303, "/")
    assert answered(visitor, "/act", "POST", FORM, "do=name&title=x") == (303, "/")
    assert answered(visitor, "/static/desk.css", headers={})[0] == 200
    for path in ("/static/login.py", "/nothing"):
        assert answered(visitor, path, headers={})[0] == 404


def test_who_has_come_in_gets_pages_and_downloads_and_is_told_what_is_not_there(visitor):
    for path in (*PAGES_INSIDE, *DOWNLOADS[:-1]):
        assert answered(visitor, path) == (200, None), path
    for path in ("/sheet/none", "/papers/none.pdf", "/papers/signs.txt", "/files/none", "/nothing"):
        assert answered(visitor, path) == (404, None), path


def test_a_page_stays_in_the_language_in_which_it_was_asked_for(visitor):
    for path in PAGES_INSIDE[:-1]:
        assert "lang=en;" in visitor.page.ask(f"{path}?lang=en", headers=visitor.cookie).headers["Set-Cookie"]
    assert "The draw" not in visitor.get("/draw?lang=cs")


def test_who_has_not_come_in_reads_the_door_in_a_language_of_their_own_and_keeps_it(visitor):
    door = visitor.page.ask("/", headers={}).read().decode()
    assert re.findall(r'href="/\?lang=(\w+)"', door) == ["cs", "sk"]
    answer = visitor.page.ask("/?lang=cs", headers={})
    assert "Vstoupit" in answer.read().decode()
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    wrong = visitor.page.ask("/enter", "POST", FORM | {"Cookie": cookie}, "password=x")
    assert (wrong.status, "Tohle není heslo." in wrong.read().decode()) == (403, True)


def test_why_there_is_no_download_stands_on_the_page_of_papers_with_who_sits_there(visitor):
    headers = {"Cookie": f"{visitor.cookie['Cookie']}; dvojtah-who=Hana"}
    for path, status, sentence in (
        ("/papers/pairings.pdf?round=88", 409, "No draw is published"),
        ("/files/backup.zip", 503, "There is no room."),
    ):
        answer = visitor.page.ask(path, headers=headers)
        page = answer.read().decode()
        assert answer.status == status
        assert sentence in re.search(r'role="alert"[^>]*>([^<]*)<', page)[1]
        assert "<summary><span>Hana</span></summary>" in page


def test_without_a_store_every_route_says_so(visitor, flaky):
    flaky.gives = False
    for path in (*PAGES_INSIDE, *DOWNLOADS):
        answer = visitor.page.ask(path, headers=visitor.cookie)
        assert answer.status == 503, path
        assert "data-closed" in answer.read().decode(), path
    assert refused(visitor.act("", "name", title="x")) == (503, AWAY)
    assert refused(visitor.act("people", "enrol", player="x")) == (503, AWAY)


def test_a_store_that_takes_nothing_leaves_the_page_with_what_was_typed(visitor, flaky):
    flaky.takes = False
    answer = visitor.act("", "notice", text="Ahoj", text_en="")
    page = answer.read().decode()
    assert (answer.status, AWAY in page, 'value="Ahoj"' in page) == (503, True, True)
    answer = visitor.act("people", "enrol", player="Nová", partner="", club="", contact="")
    page = answer.read().decode()
    assert (answer.status, AWAY in page, 'value="Nová"' in page) == (503, True, True)


@pytest.mark.parametrize("page", ["", "results"])
def test_what_is_no_form_of_ours_decides_nothing(visitor, page):
    before = visitor.desk.read().last
    for do in ("nonsense", "result", "pair"):  # an unknown word, and forms without their fields
        assert refused(visitor.act(page, do)) == (400, NOT_FILLED_IN)
    answer = visitor.page.ask("/act", "POST", visitor.cookie | {"Content-Type": "application/json"}, b"{}")
    assert refused(answer) == (400, NOT_FILLED_IN)
    stale = urllib.parse.urlencode({"word": "another", "page": page, "do": "name", "title": "x"})
    assert answered(visitor, "/act", "POST", FORM | visitor.cookie, stale) == (303, "/")
    assert visitor.desk.read().last == before


def test_a_form_that_was_taken_leads_back_to_its_view_of_the_page(visitor):
    answer = visitor.act("", "name", title="Písek", round="2")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    query = "round=2&kind=polish_doubles&find=a&after=1&season=1"
    answer = visitor.act("results", "count", game=UID, counts="yes", **dict(urllib.parse.parse_qsl(query)))
    assert (answer.status, answer.headers["Location"]) == (303, f"/results?{query}")


def test_every_form_of_the_pages_has_its_function_and_every_function_its_form(visitor):
    assert visitor.act("people", "warn", number="1", reason="late").status == 303
    paths = (
        "/?more=1",
        "/people?more=1",
        "/draw?round=3",
        "/draw?round=2",
        "/results?more=1",
        "/standings?season=1",
        "/money",
        f"/sheet/{UID}",
    )
    shown = {word for path in paths for word in re.findall(r'name="do" value="(\w+)"', visitor.get(path))}
    assert {"warn", "expel", "csv", "season", "correct"} <= shown
    text = "".join(path.read_text() for path in page_view.TEMPLATES.iterdir())
    written = set(re.findall(r'(?:form|button|reasoned)\("(\w+)"', text))
    assert len(written) > 30
    assert shown | written <= set(forms.FORMS) | set(OF_ACCOUNTS)
    assert set(forms.FORMS) <= set(re.findall(r'"(\w+)"', text))
