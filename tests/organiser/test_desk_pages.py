"""The desk's pages in a browser: every act by keyboard; what is typed outlives news and other forms; contrast."""

import urllib.parse

import pytest

from device.organiser.desk import desk_app
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from tests.organiser.cheap import cheap
from tests.organiser.conftest import EVENT
from tests.organiser.contrast import faint
from tests.organiser.events import played, take_back, with_pairs
from tests.organiser.pages import Running, rows_of
from tests.organiser.said import enrol, ranking, result

DOUBLES = "polish_doubles"


@pytest.fixture
def inside(store, enter):
    return enter(OrganiserDesk(store))


# -- over the wire -----------------------------------------------------------------------------------------------------


def test_who_sits_at_the_browser_stands_with_what_is_decided_there(inside):
    answer = inside.act("people", "who", name="Hana Říhová")
    cookie = answer.headers["Set-Cookie"].split(";")[0]
    body = urllib.parse.urlencode({"word": inside.word, "page": "people", "do": "enrol", "player": "Eva"})
    both = {"Cookie": f"{inside.cookie['Cookie']}; {cookie}"}
    inside.page.ask("/act", "POST", {"Content-Type": "application/x-www-form-urlencoded"} | both, body)
    inside.act("people", "enrol", player="Ota")
    assert [done.acts[0].by for done in inside.desk.read().tournament.all_decisions()] == ["", "Hana Říhová"]
    assert "Hana Říhová" in inside.get("/log")


def test_forfeits_penalties_and_the_choice_of_figures_come_from_forms(inside):
    with_pairs(inside.desk, 4)
    played(inside.desk, 1, "1: 1 2\n2: 3 4")
    assert inside.act("results", "result", round="1", table="1", seat0="", seat1="", absent1="yes").status == 409
    inside.act("results", "result", round="1", table="1", seat0="", seat1="", absent1="yes", reason="did not come")
    inside.act("results", "result", round="1", table="2", seat0="1", seat1="2", double="yes", reason="both")
    inside.act("results", "adjust", round="1", number="2", wins="-½", points="10", reason="late")
    inside.act("standings", "ranking", kind=DOUBLES, by0="points", by1="", by2="wins", drop_worst="", drop_best="0")
    tournament = inside.desk.read().tournament
    assert (tournament.results.get((1, 1)).absent, tournament.results.get((1, 2)).double_loss) == ((1,), True)
    assert [(act.half_wins, act.points) for act in tournament.adjustments] == [(-1, 10)]
    assert tournament.ranking.get(DOUBLES).by_figures == ("points", "wins")
    ruled = inside.get("/results?round=1&more=1").partition('name="absent1"')[2]
    assert " checked" in ruled[: ruled.index(">")], "what was ruled is there, so that a correction keeps it"
    page = inside.get("/results?round=1")
    assert page.count("did not come") == 1  # offered as a reason
    assert "did not come" in inside.get("/results?round=1&more=1").partition('id="slip"')[2].partition("</section>")[0]
    assert "Slip of table 1" in inside.get("/results?round=1&more=%2F1+"), "with the key that leads to the field"
    assert "Pair 2: −½ wins +10" in " ".join(page.split())
    inside.act("results", "adjust", round="1", number="3", wins="1", points="", reason="their opponents cheated")
    assert "Pair 3: +1 wins" in " ".join(inside.get("/results?round=1").split())
    for wrong in ("1e9999999", "x", "1/3"):
        assert inside.act("results", "adjust", round="1", number="2", wins=wrong, reason="x").status == 409
    inside.act("standings", "freeze", kind=DOUBLES, after="1")
    assert inside.act("standings", "freeze", kind=DOUBLES, after="1").status == 409
    assert "Pair 4" in inside.get(f"/standings?kind={DOUBLES}&after=1&version=1")


def test_a_line_opens_to_its_games_and_a_game_to_its_sheet(store, inside):
    with_pairs(inside.desk, 2)
    played(inside.desk, 1, "1: 1 2")
    rows = rows_of(1, names=("Pair 1", "Pair 2"))
    store.append(rows)
    page = inside.get(f"/standings?kind={DOUBLES}&after=1&open=2")
    assert f'href="/sheet/{rows[0].game}"' in page
    sheet = inside.get(f"/sheet/{rows[0].game}")
    assert "Pair 1" in sheet
    assert "<table" in sheet
    assert inside.page.ask("/sheet/ffffffff", headers=inside.cookie).status == 404
    assert inside.page.ask(f"/sheet/{rows[0].game}").status == 303


def test_a_warning_comes_with_what_to_do_about_it(inside):
    with_pairs(inside.desk, 4)
    played(inside.desk, 1, "1: 1 2\n2: 3 4")
    Drawing(inside.desk).by_hand(2, DOUBLES, "1: 1 2\n2: 3 4")
    page = inside.get("/draw?round=2")
    assert "then neither table has a warning" in page
    first, other = (page.split(f'name="{name}" value="')[1].split('"')[0] for name in ("one", "other"))
    inside.act("draw", "swap", round="2", one=first, other=other)
    assert Drawing(inside.desk).warnings(2) == []


# -- in a browser ------------------------------------------------------------------------------------------------------


class Desktop:
    """A browser at the desk's pages."""

    def __init__(self, browser, page):
        self.browser, self.at = browser, f"http://127.0.0.1:{page.port}"
        browser.size(1280, 900)
        browser.open(self.at)
        browser.read("document.querySelector('input').value = 'x'; document.forms[0].submit()")
        browser.wait("document.querySelector('#needs') !== null && document.readyState === 'complete'")

    def open(self, path):
        self.browser.open(f"{self.at}/{path}")

    def key(self, key, text=None):
        """A key as a keyboard says it."""
        more = {"text": text or key} if len(key) == 1 else ({"text": "\r"} if key == "Enter" else {})
        code = {"Enter": 13, "ArrowDown": 40, "ArrowUp": 38, "Escape": 27}.get(key, 0)
        down = {"key": key, "windowsVirtualKeyCode": code, **more}
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", **down)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def type(self, text):
        self.browser.call("Input.insertText", text=text)

    def focused(self):
        return self.browser.read(
            "[document.activeElement.name ?? '', document.activeElement.closest('[id]')?.id ?? '']"
        )


@pytest.fixture
def desktop(store, browser):
    desk = OrganiserDesk(store)
    with_pairs(desk, 6)
    played(desk, 1, "1: 1 2\n2: 3 4\n3: 5 6")
    app = desk_app.DeskRoutes(desk, cheap("x"), "en", lambda: "http://x/", ("127.0.0.1",)).app()
    page = Running(app, limits=desk_app.LIMITS)
    over_tls = Desktop(browser, page)
    over_tls.desk = OrganiserDesk(open_store(str(store.path), EVENT))
    yield over_tls
    page.close()


def test_a_stack_of_slips_is_entered_and_taken_back_without_a_mouse(desktop):
    browser, desk = desktop.browser, desktop.desk
    desktop.open("results")
    desktop.key("/")
    for table, (a, b) in ((2, (250, 260)), (1, (300, 200)), (3, (100, 400))):
        browser.wait("document.activeElement.name === 'more'")
        desktop.type(str(table))
        desktop.key("Enter")
        browser.wait(f"document.querySelector('#slip h2').textContent === 'Slip of table {table}'")
        browser.wait("document.activeElement.name === 'seat0'")
        desktop.type(str(a))
        desktop.key("Enter")
        assert desktop.focused() == ["seat1", "slip"]
        desktop.type(str(b))
        difference = f"{'−' if a < b else '+'}{abs(a - b)}"
        assert browser.read("document.querySelector('[data-between]').textContent") == difference
        desktop.key("Enter")
    browser.wait("document.activeElement.name === 'more'")
    assert [desk.read().tournament.results.get((1, n)).scores for n in (1, 2, 3)] == [
        (300, 200),
        (250, 260),
        (100, 400),
    ]
    assert browser.read("document.querySelector('.run').innerText").startswith("▸ 1–3")
    desktop.key("Escape")
    desktop.key("u")
    browser.wait("document.querySelector('#table-3 a.missing') !== null")
    assert desk.read().tournament.results.get((1, 3)) is None
    desktop.key("?")
    browser.wait("document.getElementById('keys').open")
    desktop.key("Escape")
    browser.wait("!document.getElementById('keys').open")
    desktop.key("g")
    desktop.key("2")
    browser.wait("document.body.id === 'people' && document.readyState === 'complete'")
    desktop.key("n")
    assert desktop.focused() == ["player", "enrol"]
    assert browser.complaints == []


def test_the_page_of_the_tables_has_keys_too(desktop):
    browser = desktop.browser
    desktop.open("")
    desktop.key("?")
    browser.wait("document.getElementById('keys').open")
    browser.read("document.querySelector('#keys button').click()")
    browser.wait("!document.getElementById('keys').open")
    desktop.key("r")
    assert desktop.focused() == ["round", "round-new"]
    desktop.key("Escape")
    desktop.key("ArrowDown")
    desktop.key("ArrowDown")
    desktop.key("m")
    browser.wait("document.querySelector('#picked h2')?.textContent === 'Table 2'")
    desktop.key("Escape")
    desktop.key("4")
    assert browser.read("document.body.id") == "desk", "a digit alone leaves no page"
    desktop.key("g")
    desktop.key("4")
    browser.wait("document.body.id === 'results' && document.readyState === 'complete'")
    assert browser.complaints == []


def test_what_is_typed_and_where_the_keyboard_is_outlive_news_and_another_form(desktop):
    browser, desk = desktop.browser, desktop.desk
    desktop.open("results?more=2")
    browser.read("document.querySelector('#slip [name=seat0]').focus()")
    desktop.type("123")
    result(Drawing(desk), 1, 3, (300, 200))
    result(Drawing(desk), 1, 2, (111, 222))
    browser.wait("document.querySelector('#table-3 a.desk') !== null")
    # What is only read is new on the slip, too.
    browser.wait("document.querySelector('#slip [data-read=history]').textContent.includes('111 : 222')")
    assert desktop.focused() == ["seat0", "slip"]
    assert browser.read("document.activeElement.value") == "123"
    browser.read("document.querySelector('#adjust').open = true")
    browser.read("document.querySelector('#adjust [name=number]').value = '4'")
    browser.read("document.querySelector('#adjust [name=points]').value = '-5'")
    browser.read("document.querySelector('#adjust [name=reason]').value = 'late'")
    browser.read("document.querySelector('#adjust form button').click()")
    browser.wait("document.querySelector('#adjust li') !== null")
    assert browser.read("document.querySelector('#slip [name=seat0]').value") == "123"
    assert desk.read().tournament.results.get((1, 2)).scores == (111, 222)


def entered(desktop, a, b):
    """Somebody types a result of table 2, while another desk enters 111 : 222, and presses Enter."""
    browser = desktop.browser
    desktop.open("results?more=2")
    browser.read("document.querySelector('#slip [name=seat0]').focus()")
    desktop.type(a)
    result(Drawing(desktop.desk), 1, 2, (111, 222))
    desktop.key("Enter")
    desktop.type(b)
    desktop.key("Enter")
    browser.wait("document.querySelector('#ask table') !== null && document.activeElement.name === 'more'")
    assert desktop.desk.read().tournament.results.get((1, 2)).scores == (111, 222)
    rows = browser.read(
        "[...document.querySelectorAll('#ask tbody tr')].map((row) => row.innerText.trim().split('\\t'))"
    )
    assert rows == [["Pair 3", "–", a, "111", "≠"], ["Pair 4", "–", b, "222", "≠"]]


def test_two_at_one_table_see_both_versions_and_keep_theirs_or_write_mine(desktop):
    browser, desk = desktop.browser, desktop.desk
    entered(desktop, "300", "200")
    browser.read("document.querySelector('#ask [data-give-up]').click()")
    browser.wait("document.querySelector('#ask section') === null")
    browser.wait("document.querySelector('#slip [name=seat0]').value === '111'")
    assert desk.read().tournament.results.get((1, 2)).scores == (111, 222)
    take_back(desk)
    entered(desktop, "300", "200")
    browser.read("document.querySelector('#ask [name=reason]').value = 'their slip was another'")
    browser.read("document.querySelector('#ask [data-answer] button').click()")
    browser.wait("document.querySelector('#ask section') === null && document.activeElement.name === 'more'")
    entry = desk.read().tournament.results.get((1, 2))
    assert (entry.scores, entry.reason) == ((300, 200), "their slip was another")


def test_what_is_hardly_true_is_asked_about_and_no_leads_back_to_the_slip(desktop):
    browser = desktop.browser
    desktop.open("results?more=2")
    browser.read("document.querySelector('#slip [name=seat0]').focus()")
    desktop.type("99999")
    desktop.key("Enter")
    desktop.type("0")
    desktop.key("Enter")
    browser.wait("document.querySelector('#ask li') !== null")
    browser.read("document.querySelector('#ask [data-again]').click()")
    assert browser.read("document.querySelector('#ask section') === null")
    assert desktop.focused() == ["seat0", "slip"]
    assert browser.read("document.querySelector('#slip [name=seat0]').value") == "99999"
    desktop.key("Enter")
    desktop.key("Enter")
    browser.wait("document.querySelector('#ask li') !== null")
    browser.read("document.querySelector('#ask [data-answer] button').click()")
    browser.wait("document.querySelector('#ask section') === null && document.activeElement.name === 'more'")
    assert desktop.desk.read().tournament.results.get((1, 2)).scores == (99999, 0)


def test_a_new_entrant_comes_into_the_list_while_somebody_writes_beside_it(desktop):
    desktop.open("people")
    desktop.browser.read("document.querySelector('#enrol [name=player]').focus()")
    desktop.type("Z")
    enrol(Registration(desktop.desk), ("Eva",), number=3000)
    desktop.browser.wait("document.querySelector('#entrant-3000') !== null")
    rows = desktop.browser.read("[...document.querySelectorAll('#rows tr')].map(one => one.id)")
    assert rows == [*(f"entrant-{n}" for n in range(1, 7)), "entrant-3000"]
    assert desktop.browser.read("document.activeElement.value") == "Z"


def test_every_text_of_the_pages_has_enough_contrast(desktop):
    desk = desktop.desk
    result(Drawing(desk), 1, 1, (300, 200))
    result(Drawing(desk), 1, 2, (0, 0), "nobody came", double_loss=True)
    Registration(desk).warn(6, "shouted")
    Registration(desk).expel(6, "shouted")
    Registration(desk).attend(5, "withdrawn")
    ranking(desk, DOUBLES, ("wins",), drop_worst=1)
    Drawing(desk).by_hand(2, DOUBLES, "1: 1 2\n2: 3 4")
    for path in (
        "people",
        "draw?round=2",
        "results?round=1",
        "results?round=1&more=2",
        f"standings?kind={DOUBLES}&open=1",
        "log",
    ):
        desktop.open(path)
        desktop.browser.read("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert faint(desktop.browser) == [], path
