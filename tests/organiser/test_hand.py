"""A helper's hand at the desk: slips typed by keys alone, faster than the organiser answers, and wrongly."""

import json

import pytest

from device.organiser.acts import decisions
from device.organiser.desk import desk_app
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from device.organiser.tournament.drawing import Drawing
from tests.organiser.cheap import cheap
from tests.organiser.conftest import EVENT
from tests.organiser.events import with_pairs, with_players
from tests.organiser.pages import Running
from tests.organiser.test_desk_pages import Desktop

ASKED = "[...document.querySelectorAll('#ask > section')].map((one) => one.innerText)"
COUNT_LOOKS = """(() => {
  window.looks = 0;
  const ask = window.fetch;
  window.fetch = async (where, how) => {
    const answer = await ask(where, how);
    if (how?.method !== "POST") window.looks += 1;
    return answer;
  };
})()"""

LOSE_EVERY_OTHER_ANSWER = """(() => {
  window.lost = 0;
  let posts = 0;
  const ask = window.fetch;
  window.fetch = async (where, how) => {
    const answer = await ask(where, how);
    if (how?.method !== "POST" || (posts += 1) % 2 === 0) return answer;
    window.lost += 1;
    throw new TypeError("lost");
  };
})()"""


class Hand(Desktop):
    """Keys one after another, none of which waits for an answer; ⏎ is Enter."""

    def keys(self, text):
        for key in text.replace(" ", ""):
            self.key("Enter" if key == "⏎" else key)

    def slow(self, latency, offline=False):
        """The line to the organiser: each way takes ``latency`` ms."""
        line = {"offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        self.browser.call("Network.emulateNetworkConditions", **line)

    def enters_offline(self, keys):
        """The last Enter of a slip, pressed when the organiser is out of reach."""
        self.keys(keys)
        self.browser.wait("document.activeElement.name === 'seat1' && document.activeElement.value === '287'")
        self.slow(0, offline=True)
        self.keys("⏎")

    def scores(self, *tables):
        results = self.desk.read().tournament.results
        return [None if (there := results.get((1, n))) is None else there.scores for n in tables]

    def asked(self, many=1):
        self.browser.wait(f"document.querySelectorAll('#ask > section').length === {many}")
        return self.browser.read(ASKED)

    def press(self, words):
        """A button or link of the questions, by its words."""
        buttons = "[...document.querySelectorAll('#ask :is(a, button)')]"
        self.browser.read(f"{buttons}.find((button) => button.innerText === {json.dumps(words)}).click()")

    def done(self):
        """Nothing is on its way, and the next number can be typed."""
        self.browser.wait(
            "document.getElementById('ahead').hidden && document.body.dataset.sending === undefined"
            " && document.activeElement.name === 'more'"
        )


def at(browser, store, drawn, kind="polish_doubles"):
    Drawing(OrganiserDesk(store)).by_hand(1, kind, drawn)
    Drawing(OrganiserDesk(store)).publish(1)
    app = desk_app.DeskRoutes(OrganiserDesk(store), cheap("x"), "en", lambda: "http://x/", ("127.0.0.1",)).app()
    page = Running(app, limits=desk_app.LIMITS)
    hand = Hand(browser, page)
    hand.desk = OrganiserDesk(open_store(str(store.path), EVENT))
    hand.open("results")
    return page, hand


@pytest.fixture
def hand(store, browser):
    with_pairs(OrganiserDesk(store), 12)
    page, hand = at(browser, store, "1: 1 2\n2: 3 4\n3: 5 6\n4: 7 8\n5: 9 10\n6: 11 12")
    yield hand
    page.close()


AHEAD = "/ 2⏎312⏎287⏎ 5⏎300⏎250⏎ 1⏎111⏎222⏎"


@pytest.mark.parametrize(
    ("keys", "latency", "scores"),
    [
        (AHEAD, 0, {2: (312, 287), 5: (300, 250), 1: (111, 222)}),
        (AHEAD, 250, {2: (312, 287), 5: (300, 250), 1: (111, 222)}),
        ("4⏎301⏎299⏎", 0, {4: (301, 299)}),
        ("2⏎⏎312⏎⏎287⏎⏎", 0, {2: (312, 287)}),
    ],
    ids=["ahead of the answers", "ahead of slow ones", "a digit outside of a field", "keys pressed twice"],
)
def test_slips_are_kept_as_they_were_typed(hand, keys, latency, scores):
    hand.slow(latency)
    hand.keys(keys)
    hand.done()
    assert dict(zip(scores, hand.scores(*scores), strict=True)) == scores
    assert hand.browser.complaints == []


def test_the_key_that_leads_to_the_table_s_number_is_no_part_of_it(hand):
    hand.slow(100)
    hand.keys("/ /2⏎312⏎287⏎ /5⏎300⏎250⏎ 1/")
    hand.browser.wait("document.querySelector('#jump input[name=more]').value === '1'")
    assert hand.scores(2, 5) == [(312, 287), (300, 250)]


def test_a_result_in_one_field_is_that_of_both(store, browser):
    with_players(OrganiserDesk(store), 6)
    page, hand = at(browser, store, "1: 1 2\n2: 3 4\n3: 5 6", "chess_clock")
    hand.keys("1⏎1:0⏎ 2⏎=⏎=⏎ 3⏎½:½⏎")
    hand.done()
    assert hand.scores(1, 2, 3) == [(1, 0), (1, 1), (1, 1)]
    assert [result.halves for result in hand.desk.read().tournament.results.values()] == [False, True, True]
    page.close()


def test_a_figure_is_put_right_while_its_slip_is_on_its_way(hand):
    hand.slow(200)
    hand.keys("2⏎31")
    hand.key("Backspace")
    hand.keys("12⏎287⏎")
    hand.done()
    assert hand.scores(2) == [(312, 287)]


def test_a_question_stays_until_it_is_answered_and_no_key_of_the_next_slips_answers_it(hand):
    browser = hand.browser
    browser.read(COUNT_LOOKS)
    hand.keys("2⏎99999⏎0⏎ 3⏎300⏎250⏎ 4⏎111⏎222⏎")
    assert "99999" in hand.asked()[0]
    hand.done()
    assert hand.scores(2, 3, 4) == [None, (300, 250), (111, 222)]
    looks = browser.read("window.looks")
    browser.wait(f"window.looks > {looks + 1}")
    hand.key("*")
    browser.wait("document.activeElement.matches('#ask h2')")
    hand.keys("312⏎287⏎")
    assert len(hand.asked()) == 1
    assert hand.scores(2) == [None]
    hand.press("Yes, enter it")
    browser.wait("document.querySelector('#ask > section') === null")
    assert hand.scores(2) == [(99999, 0)]


def test_a_question_is_still_there_on_another_page_and_leads_back_to_its_slip(hand):
    browser = hand.browser
    hand.keys("2⏎99999⏎0⏎")
    hand.asked()
    hand.open("people")
    assert "99999" in hand.asked()[0]
    hand.press("No, back to the form")
    browser.wait("document.querySelector('#slip [name=seat0]')?.value === '99999'")
    assert browser.read(ASKED) == []
    assert hand.scores(2) == [None]


def test_a_newer_entry_of_the_same_table_closes_the_question_about_the_older(hand):
    hand.keys("2⏎99999⏎0⏎")
    hand.asked()
    hand.keys("2⏎312⏎287⏎")
    hand.browser.wait("document.querySelector('#ask > section') === null")
    assert hand.scores(2) == [(312, 287)]


def test_what_was_refused_or_is_half_typed_is_kept_when_the_next_slip_opens(hand):
    browser = hand.browser
    hand.keys("2⏎3x2⏎287⏎")
    browser.wait("document.querySelector('#slip .said') !== null")
    hand.keys("3⏎300⏎250⏎")
    assert hand.asked()[0].startswith("Not entered: Table 2: 3x2 : 287\n\n3x2 ")
    hand.done()
    hand.keys("4⏎77")
    browser.read("document.querySelector('#table-5 a[data-row-key=m]').click()")
    assert hand.asked(2)[1].startswith("Not entered: Table 4: 77 : –")
    browser.wait("document.querySelector('#slip h2').textContent === 'Slip of table 5'")
    assert hand.scores(2, 3, 4, 5) == [None, (300, 250), None, None]
    hand.press("Back to the slip")
    browser.wait("document.querySelector('#slip [name=seat0]')?.value === '3x2'")
    assert browser.read("document.querySelector('#slip [name=seat1]').value") == "287"
    hand.press("Discard it")
    assert hand.asked(0) == []


@pytest.mark.parametrize("table", ["30", "2a", "0", "99999"])
def test_the_figures_of_a_table_that_is_not_drawn_are_nobody_s(hand, table):
    hand.keys(f"{table}⏎1⏎2⏎ 3⏎300⏎250⏎")
    assert hand.asked()[0].startswith(f"Not entered: Table {table}: 1 : 2\n\nTable {table} is not drawn")
    hand.done()
    assert hand.scores(1, 2, 3) == [None, None, (300, 250)]


def test_an_entry_without_an_answer_is_said_and_sent_again(hand):
    browser = hand.browser
    hand.enters_offline("2⏎312⏎287")
    assert hand.asked()[0].startswith("Not entered: Table 2: 312 : 287\n\nThe organiser's program does not answer")
    hand.keys("3⏎300⏎250⏎")
    browser.wait("document.querySelector('#ahead b').textContent === '3 ⏎ 300 ⏎ 250 ⏎ '")
    hand.slow(0)
    hand.done()
    assert hand.scores(2, 3) == [(312, 287), (300, 250)]
    assert hand.asked(0) == []


def test_an_entry_without_an_answer_can_be_discarded(hand):
    hand.enters_offline("2⏎312⏎287")
    hand.asked()
    hand.press("Discard it")
    hand.keys("3⏎300⏎250⏎")
    hand.slow(0)
    hand.done()
    assert hand.scores(2, 3) == [None, (300, 250)]


def test_slips_whose_answers_are_lost_are_kept_once(hand):
    hand.browser.read(LOSE_EVERY_OTHER_ANSWER)
    hand.keys(AHEAD)
    hand.done()
    assert hand.browser.read("window.lost") == 3
    assert hand.scores(2, 5, 1) == [(312, 287), (300, 250), (111, 222)]
    assert hand.asked(0) == [], "nobody is asked about an entry of their own"
    acts = [act for decided in hand.desk.read().decided for act in decided.acts]
    assert sum(isinstance(act, decisions.ResultEntered) for act in acts) == 3


def test_a_slip_in_koruny_is_summed_and_taken_with_what_people_write_after_them(store, browser):
    with_players(OrganiserDesk(store), 4)
    page, hand = at(browser, store, "1: 1 2 3 4", "marias")
    hand.keys("1⏎12,-⏎-4Kč⏎-4⏎-4,––kč")
    browser.wait("document.querySelector('#slip [data-sum]').textContent === '0.00'")
    hand.keys("⏎")
    hand.done()
    assert hand.scores(1) == [(1200, -400, -400, -400)]
    page.close()


def test_the_difference_of_a_slip_is_shared_where_somebody_says_so(store, browser):
    with_players(OrganiserDesk(store), 8)
    page, hand = at(browser, store, "1: 1 2 3 4\n2: 5 6 7 8", "marias")
    browser.read(COUNT_LOOKS)
    hand.keys("1⏎1⏎2⏎-4⏎1,70⏎")
    box = "document.querySelector('#slip [name=agreed]')"
    browser.wait(f"{box} !== null")
    looks = browser.read("window.looks")
    browser.wait(f"window.looks > {looks + 1}")
    browser.read(f"{box}.click()")
    assert browser.read(f"{box}.checked"), "the box is still there"
    browser.read("document.querySelector('#slip .line button').click()")
    browser.wait("document.querySelector('#table-1').textContent.includes('0.83')")
    page.close()
