"""The organiser's desk: what needs somebody's eyes, what may be decided, and its page in a browser."""

import html
import json
import re
import time
import urllib.parse

import pytest

from device.event import messages, wire
from device.i18n import speaking
from device.organiser import desk_app, login
from device.organiser.board.model import Board
from device.organiser.desk import Desk, Seating
from device.organiser.desk_view import LONGEST, LONGEST_PAIRINGS, DeskView
from device.organiser.event_state import CALL, SEEN
from device.organiser.store import Row, StoreTrouble, everything
from device.organiser.troubles import troubles
from rules.game import SECOND
from rules.message import Refusal, msg
from tests.organiser.pages import Running, rows_of


def test_the_desk_finds_what_needs_it(store):
    desk = Desk(store)
    store.append(rows_of(1, entries=5))
    call = wire.encode(messages.Called(call="c" * 8)).decode()
    store.append([Row(0, "1", "b" * 8, 90, CALL, "", 0, 0, 1, call)])
    now = time.time_ns() + 400 * SECOND
    assert [one.kind for one in troubles(desk.read(), now)] == ["call", "silent"]
    desk.coming(1)
    assert [one.kind for one in troubles(desk.state, now)] == ["coming", "silent"]
    assert desk.state.order(desk.state.places[1]).referee == "c" * 8
    desk.settled(1)
    assert [one.kind for one in troubles(desk.state, now)] == ["silent"]
    with pytest.raises(Refusal, match="not signed"):
        desk.send_back(1, "the sums differ")


def test_a_result_that_is_sent_back_does_not_count_until_it_is_signed_anew(store):
    desk = Desk(store)
    rows = rows_of(1)
    store.append(rows)
    board = Board()
    board.take(everything(store))
    board.flush()
    assert len(board.results.all()) == 1
    desk.send_back(1, "the sums differ")
    board.take(everything(store, board.state.last))
    board.flush()
    assert board.results.all() == []
    assert desk.state.order(desk.state.places[1]).returned[0].reason == "the sums differ"
    button = DeskView(desk, str).page("w").partition('data-key="returned-1"')[2].partition("</form>")[0]
    uid = re.search(r'name="do" value="take_return_back">.*name="game" value="(\w+)"', button)[1]
    desk_app.decide(desk, {"do": "take_return_back", "table": "1", "game": uid})
    assert desk.state.order(desk.state.places[1]).returned == ()
    board.take(everything(store, board.state.last))
    board.flush()
    assert len(board.results.all()) == 1
    with pytest.raises(Refusal, match="No result of table 1 is sent back"):
        desk.take_return_back(1)
    desk.send_back(1, "the sums differ")
    last = rows[-1]
    for n, event in enumerate(
        ({"event": "reopen", "reason": "sums"}, {"event": "sign", "pair": "A"}, {"event": "sign", "pair": "B"}), start=1
    ):
        store.append([last._replace(seq=last.seq + n, n=last.n + n, body=json.dumps(event))])
    board.take(everything(store, board.state.last))
    board.flush()
    assert len(board.results.all()) == 1
    assert desk.read().order(desk.state.places[1]).returned == ()


def test_pairings_are_written_as_people_write_them():
    found = desk_app.pairings(
        "1: Krtci (Jana, Petr) – Sloky (Eva, Karel)\n\n2: Ivo, Ota - Iva, Ada\n", "polish_doubles"
    )
    assert found == [
        Seating(1, [["Jana", "Petr"], ["Eva", "Karel"]], ["Krtci", "Sloky"]),
        Seating(2, [["Ivo", "Ota"], ["Iva", "Ada"]], ["Ivo, Ota", "Iva, Ada"]),
    ]
    (alone,) = desk_app.pairings("3: Adam, Bára, Cyril, Dana", "marias")
    assert alone.groups == [["Adam"], ["Bára"], ["Cyril"], ["Dana"]]
    with pytest.raises(Refusal, match="Line 2"):
        desk_app.pairings("1: A, B – C, D\nx: E", "polish_doubles")


def test_nobody_decides_without_the_password(store):
    desk = Desk(store)
    page = started(store)
    try:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urllib.parse.urlencode({"do": "name", "title": "Převzato", "word": ""})
        assert page.ask("/act", "POST", form, body).status == 303
        assert page.ask("/enter", "POST", form, "password=hádám").status == 403
        entered = page.ask("/enter", "POST", form, urllib.parse.urlencode({"password": "tajné"}))
        cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
        assert "HttpOnly" in entered.headers["Set-Cookie"]
        assert page.ask("/act", "POST", form | cookie, body).status == 303  # another site's form has no word
        assert desk.read().title == ""
        shown = page.ask("/", headers=cookie).read().decode()
        word = shown.partition('name="word" value="')[2].partition('"')[0]
        body = urllib.parse.urlencode({"do": "name", "title": "Písek", "word": word})
        assert page.ask("/act", "POST", form | cookie, body).status == 303
        assert desk.read().title == "Písek"
        bad = {"do": "round", "minutes": "50", "word": word}
        assert page.ask("/act", "POST", form | cookie, urllib.parse.urlencode(bad)).status == 400
        bad["round"] = "x"
        assert page.ask("/act", "POST", form | cookie, urllib.parse.urlencode(bad)).status == 409
        assert page.ask("/", headers=cookie | {"Host": "evil.example"}).status == 400
    finally:
        page.close()


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_wrong_passwords_lock_out_the_address_they_come_from_for_a_minute_and_nobody_else():
    clock = Clock()
    door = desk_app.LoginGuard("tajné", clock)
    for _ in range(login.GUESSES):
        assert door.wait("192.168.1.7") == 0
        assert door.open("x", "192.168.1.7") is None
    assert door.wait("192.168.1.7") == 60
    assert door.open("tajné", "192.168.1.7") is None
    assert door.open("tajné", "::ffff:192.168.1.7") is None  # the same address, written otherwise
    assert door.open("tajné", "192.168.1.8")
    clock.now = 59.9
    assert door.open("tajné", "192.168.1.7") is None
    clock.now = 60.1
    assert door.open("tajné", "192.168.1.7")


def test_an_ipv6_network_guesses_as_one():
    door = desk_app.LoginGuard("tajné", Clock())
    for n in range(login.GUESSES):
        door.open("x", f"2001:db8:0:1::{n:x}")
    assert door.open("tajné", "2001:db8:0:1:ffff::1") is None
    assert door.open("tajné", "2001:db8:0:2::1")


def test_neither_guessers_nor_browsers_are_remembered_without_bound():
    clock = Clock()
    door = desk_app.LoginGuard("tajné", clock)
    for n in range(3 * login.GUESSERS):
        door.open("x", f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}")
    words = [door.open("tajné", "10.0.0.1") for _ in range(2 * login.BROWSERS)]
    assert door.kept == (login.BROWSERS, login.GUESSERS)
    assert door.form_word(words[0]) is None
    assert door.form_word(words[-1])
    clock.now = login.STAY_S + 1
    assert door.form_word(words[-1]) is None
    for _ in range(login.GUESSES):
        door.open("x", "10.9.9.9")
    for n in range(login.GUESSERS // 2):
        door.open("x", f"10.1.{n >> 8}.{n & 255}")
    assert door.open("tajné", "10.9.9.9") is None  # others do not wash a guesser's count away


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def inside(page):
    """A cookie, and the word that forms carry."""
    entered = page.ask("/enter", "POST", FORM, urllib.parse.urlencode({"password": "tajné"}))
    assert entered.status == 303
    cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
    shown = page.ask("/", headers=cookie).read().decode()
    return FORM | cookie, shown.partition('name="word" value="')[2].partition('"')[0]


@pytest.fixture
def page(store):
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=4)])
    one = started(store)
    yield one
    one.close()


def test_the_door_says_how_long_to_wait_and_opens_for_others(page):
    for _ in range(login.GUESSES):
        assert page.ask("/enter", "POST", FORM, "password=x").status == 403
    forwarded = {"X-Forwarded-For": "10.1.2.3", "Forwarded": "for=10.1.2.3"}
    waiting = page.ask("/enter", "POST", FORM | forwarded, urllib.parse.urlencode({"password": "tajné"}))
    assert waiting.status == 429
    assert 0 < int(waiting.headers["Retry-After"]) <= 60
    assert "příliš mnoho chybných hesel" in waiting.read().decode()
    elsewhere = page.ask("/enter", "POST", FORM, urllib.parse.urlencode({"password": "tajné"}), source="127.0.0.2")
    assert elsewhere.status == 303


@pytest.mark.parametrize("lang", ["cs", "en"])
@pytest.mark.parametrize("letters", ["ř" * 120_000, "a" * 500_000, "\n1: " * 40_000])
def test_a_form_that_is_too_large_says_so_and_decides_nothing(page, store, letters, lang):
    headers, word = inside(page)
    body = urllib.parse.urlencode({"word": word, "do": "pair", "kind": "marias", "pairings": letters})
    before = Desk(store).state.last
    answer = page.ask(f"/act?lang={lang}", "POST", headers, body)
    assert answer.status == 413
    said = answer.read().decode()
    assert ("Formulář je příliš velký" if lang == "cs" else "The form is too large") in said
    assert 'id="table-1"' in said  # the page goes on
    assert Desk(store).state.last == before


def test_as_much_as_the_page_lets_one_type_is_taken(page, store):
    headers, word = inside(page)
    shown = page.ask("/", headers=headers).read().decode()
    most = int(re.search(r'name="pairings"[^>]* maxlength="(\d+)"', shown)[1])
    line = "{n}: Žluťoučký Kůň, Příšerně Úpěl – Ďábelské Ódy, Šťastný Čáp {n}"
    lines, n = "", 1
    while len(lines) + len(line) + 8 < most:
        lines, n = lines + line.format(n=n) + "\r\n", n + 1
    fields = {"word": word, "do": "pair", "kind": "polish_doubles", "pairings": lines}
    assert page.ask("/act", "POST", headers, urllib.parse.urlencode(fields)).status == 303
    assert Desk(store).state.places[n - 1].pairing.seats[1][1] == f"Šťastný Čáp {n - 1}"
    fields["pairings"] = "€" * most
    assert page.ask("/act", "POST", headers, urllib.parse.urlencode(fields)).status == 409


def test_what_was_not_taken_stands_in_its_field_without_a_script_too(page):
    headers, word = inside(page)
    fields = {"do": "pair", "kind": "marias", "round": "7", "pairings": "jen <Jana>"}
    answer = page.ask("/act", "POST", headers, urllib.parse.urlencode({"word": word} | fields))
    assert answer.status == 409
    text = answer.read().decode()
    form = text[text.index('id="pair-new"') :]
    assert html.escape(fields["pairings"]) in form
    assert re.search(r'name="round"[^>]* value="7"', form)
    assert re.search(r'<option value="marias" selected>', form[: form.index("</form>")])
    assert "selected" not in text[text.index('id="round-new"') :].partition("</form>")[0]


def test_a_form_with_very_many_fields_is_too_large(page):
    headers, word = inside(page)
    body = "&".join(f"a{n}=1" for n in range(20_000)) + f"&word={word}&do=name&title=x"
    assert page.ask("/act", "POST", headers, body).status == 413


def rows_in(page):
    return re.findall(r'id="(table-[0-9]+)"', page)


def mark_of(page):
    return re.search(r'data-mark="([0-9a-f]+)"', page)[1]


def test_who_has_a_page_gets_the_rows_that_are_new_and_nothing_where_nothing_is(store):
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=5), *rows_of(3, entries=5)])
    desk = Desk(store)
    view = DeskView(desk, lambda: "http://x/")
    whole = view.page("w")
    assert rows_in(whole) == ["table-1", "table-2", "table-3"]
    assert view.page("w", seen=mark_of(whole)) is None
    store.append(rows_of(2)[7:8])
    later = view.page("w", seen=mark_of(whole))
    assert rows_in(later) == ["table-2"]
    desk.tell(3, "Pozor")
    desk.pair(1, "polish_doubles", [["Jana", "Petr"], ["Eva", "Ivo"]])
    assert rows_in(view.page("w", seen=mark_of(later))) == ["table-1", "table-3"]
    assert rows_in(view.page("w", seen=mark_of(whole))) == ["table-1", "table-2", "table-3"]
    assert rows_in(view.page("w", seen="of another program")) == ["table-1", "table-2", "table-3"]


def test_what_only_time_brings_is_new_too(store, monkeypatch):
    store.append([*rows_of(1, entries=5), seen(1, online=False)])
    view = DeskView(Desk(store), lambda: "http://x/")
    first = view.page("w")
    later = time.time_ns() + 61 * SECOND
    monkeypatch.setattr("time.time_ns", lambda: later)
    page = view.page("w", seen=mark_of(first))
    assert "1 min" in page
    assert "1 min" not in first
    assert rows_in(page) == []


def test_each_browser_has_its_own_language_and_its_own_word_in_its_forms(store):
    store.append(rows_of(1, entries=5))
    view = DeskView(Desk(store), lambda: "http://x/")
    with speaking("cs"):
        czech = view.page("mine", more=1)
    with speaking("en"):
        english = view.page("yours", seen=mark_of(czech), more=1)
    assert "Vrátit výsledek" in czech
    assert "Send the result back" in english
    assert "mine" not in english
    plain = view.page("plain")  # without a script a link leads to what can be done about the table
    assert 'href="/?more=1#table-1"' in plain
    assert "Vrátit výsledek" not in plain
    assert rows_in(english) == ["table-1"]


def test_who_called_first_stands_first(store):
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=5), *rows_of(3, entries=5)])
    desk = Desk(store)
    for table in (3, 1, 2):
        store.append([call(table)])
    assert [one.table for one in troubles(desk.read(), time.time_ns())] == [3, 1, 2]
    desk.coming(3)
    assert [one.table for one in troubles(desk.state, time.time_ns())] == [1, 2, 3]


@pytest.mark.parametrize(("after", "said"), [(59, "without a connection"), (60, "without a connection for 1 min")])
def test_a_table_that_has_just_gone_is_not_said_to_be_away_for_0_minutes(store, after, said):
    desk = Desk(store)
    store.append([*rows_of(1, entries=5), seen(1, online=False, heard=0)])
    assert str(troubles(desk.read(), after * SECOND)[0].text) == said


def call(table, seq=90):
    body = wire.encode(messages.Called(call=f"{table:08x}")).decode()
    return Row(0, str(table), "b" * 8, seq, CALL, "", 0, 0, time.time_ns(), body)


def seen(table, online, heard=None):
    body = json.dumps({"device": f"{table:08x}", "online": online, "game": f"{table:016x}"})
    return Row(0, str(table), "@o.bbbbbbbb", 2, SEEN, "", 0, 0, time.time_ns() if heard is None else heard, body)


def started(store, port=None, **more):
    app = desk_app.desk_app(Desk(store), "tajné", "cs", lambda: "http://x/", ("127.0.0.1",), **more)
    return Running(app, port, limits=desk_app.LIMITS)


def come_in(browser, page):
    browser.size(1280, 900)
    browser.open(f"http://127.0.0.1:{page.port}/")
    browser.read("document.querySelector('input').value = 'tajné'; document.forms[0].submit()")
    browser.wait("document.querySelector('#tables tr') !== null && document.readyState === 'complete'")
    browser.read("window.same = true")


@pytest.fixture
def at_desk(store, browser):
    """The page of an event of two tables in a browser, after the password."""
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=4)])
    page = started(store)
    come_in(browser, page)
    yield browser
    assert browser.read("window.same")  # all of it without loading the page anew
    assert not [
        one
        for one in browser.complaints
        if "(Conflict)" not in one and "413" not in one and "(Service Unavailable)" not in one
    ]
    page.close()


def press(browser, where, label):
    found = f"[...document.querySelectorAll('{where} button')].find(one => one.textContent === '{label}')"
    browser.wait(found + " !== undefined")
    browser.read(found + ".click()")


def opened(browser, table):
    """Open a table's row: what can be done about it is loaded then."""
    browser.read(f"document.querySelector('#table-{table} details').open = true")
    browser.wait(f"document.querySelector('#table-{table} details[open] input[name=reason]') !== null")


def test_a_call_comes_by_itself_and_goes_by_two_touches(at_desk, store):
    assert at_desk.read("document.title") == "Pořadatel"
    store.append([call(2)])
    at_desk.wait("document.querySelector('#needs .call') !== null")
    assert at_desk.read("document.title") == "(1) Pořadatel"
    press(at_desk, "#needs", "Už jde")
    at_desk.wait("document.querySelector('#needs .coming') !== null")
    assert at_desk.read("document.querySelectorAll('#needs button').length") == 1
    press(at_desk, "#needs", "Vyřízené")
    at_desk.wait("document.querySelector('#needs ul') === null")
    assert at_desk.read("document.title") == "Pořadatel"


def test_what_is_being_written_stays_while_the_hall_goes_on(at_desk, store):
    at_desk.read("document.querySelector('#pair-new textarea').value = '1: Jana, Pe'")
    opened(at_desk, 1)
    at_desk.read("document.querySelector('#table-1 input[name=reason]').value = 'součet'")
    before = at_desk.read("document.querySelector('#table-1 [data-read=game]').textContent")
    store.append(rows_of(4))
    at_desk.wait("document.querySelector('#table-4') !== null")
    store.append([*rows_of(1)[7:], *rows_of(3), call(3)])
    at_desk.wait("document.querySelector('#table-3') !== null && document.querySelector('#needs .call') !== null")
    assert at_desk.read("[...document.querySelectorAll('#tables tr')].map(one => one.id)") == [
        "table-1",
        "table-2",
        "table-3",
        "table-4",
    ]
    assert at_desk.read("document.querySelector('#table-1 [data-read=game]').textContent") != before
    assert at_desk.read("document.querySelector('#table-1 input[name=reason]').value") == "součet"
    press(at_desk, "#needs", "Už jde")
    at_desk.wait("document.querySelector('#needs .coming') !== null")
    assert at_desk.read("document.querySelector('#pair-new textarea').value") == "1: Jana, Pe"


def test_a_refusal_is_said_and_leaves_the_form_as_it_was(at_desk, store):
    at_desk.read("document.querySelector('#pair-new textarea').value = '1: Jana, Petr'")
    press(at_desk, "#pair-new", "Poslat ke stolům")
    at_desk.wait("document.querySelector('#trouble').textContent.includes('Řádek 1')")
    assert at_desk.read("document.querySelector('#pair-new textarea').value") == "1: Jana, Petr"
    store.append([call(2)])
    at_desk.wait("document.querySelector('#needs .call') !== null")  # looking again does not take the sentence away
    assert not at_desk.read("document.querySelector('#trouble').hidden")
    at_desk.read("document.querySelector('#pair-new textarea').value = '1: Jana, Petr – Eva, Ivo'")
    press(at_desk, "#pair-new", "Poslat ke stolům")
    at_desk.wait("document.querySelector('#table-1 [data-read=next]').textContent.includes('Jana')")
    assert at_desk.read("document.querySelector('#trouble').hidden")
    assert at_desk.read("document.querySelector('#pair-new textarea').value") == ""


SLOW = """
window.held = null;
window.looks = 0;
const ask = window.fetch;
window.fetch = async (where, how) => {
  const answer = await ask(where, how);
  if (how?.method === "POST") return answer;
  if (window.held === null && answer.status === 200) await new Promise((go) => { window.held = go; });
  window.looks += 1;
  return answer;
};
"""
WATCHED = """
window.gone = false;
const look = () => { window.gone ||= document.querySelector('#needs .coming') === null; };
new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
"""


def test_an_answer_that_was_on_its_way_does_not_take_a_decision_back(at_desk, store):
    store.append([call(2)])
    at_desk.wait("document.querySelector('#needs .call') !== null")
    at_desk.read(SLOW)
    store.append([call(1)])
    at_desk.wait("window.held !== null")  # an answer that says that table 2 waits is on its way, and slow
    press(at_desk, "#needs", "Už jde")
    at_desk.wait("document.querySelector('#needs .coming') !== null")
    at_desk.read(WATCHED)
    at_desk.read("window.held()")
    at_desk.wait("window.looks >= 2")
    assert not at_desk.read("window.gone")


def test_the_rounds_time_runs_stands_and_the_next_round_is_offered(at_desk):
    press(at_desk, "#round-new", "Začít kolo")
    at_desk.wait("document.querySelector('#round-on .left')?.textContent.startsWith('49:')")
    assert at_desk.read("document.querySelector('#round-new [name=round]').value") == "2"
    press(at_desk, "#round-on", "Zastavit odpočet")
    at_desk.wait("document.querySelector('#round-on .standing') !== null")
    press(at_desk, "#round-on", "Ukončit kolo")
    at_desk.wait("document.querySelector('#round-on .left') === null")


def test_a_program_that_is_gone_is_said_and_looked_for_until_it_asks_for_the_password(store, browser):
    store.append(rows_of(1, entries=5))
    page = started(store)
    come_in(browser, page)
    assert browser.read("document.querySelector('#lost').hidden")
    page.close()
    browser.wait("!document.querySelector('#lost').hidden")
    press(browser, "#round-new", "Začít kolo")  # nobody hears it, and nothing is lost
    assert browser.read("document.querySelectorAll('#tables tr').length") == 1
    assert browser.read("window.same")
    again = started(store, page.port)
    browser.wait("document.querySelector('input[type=password]') !== null")
    again.close()


def test_a_store_that_cannot_be_read_takes_nothing_off_the_page(at_desk, store, monkeypatch):
    def broken(*_):
        raise StoreTrouble(msg("The organiser's store cannot be read."))

    with monkeypatch.context() as fault:
        fault.setattr(Desk, "read", broken)
        at_desk.wait("!document.querySelector('#store').hidden")
        assert at_desk.read("document.querySelectorAll('#tables tr').length") == 2
    at_desk.wait("document.querySelector('#store').hidden")


FOCUSED = """(() => { const one = document.activeElement;
  return [one.tagName, one.textContent.trim().slice(0, 30), one.closest('[data-live]')?.id ?? ''] })()"""


def test_the_keyboard_stays_on_the_call_it_is_on_while_others_come_and_go(at_desk, store):
    store.append([call(2)])
    at_desk.wait("document.querySelector('#needs .call button') !== null")
    at_desk.read("document.querySelector('#needs .call button').focus()")
    assert at_desk.read(FOCUSED) == ["BUTTON", "Už jde", "needs"]
    at_desk.read("window.kept = document.activeElement")
    store.append([call(1)])
    at_desk.wait("document.querySelectorAll('#needs .call').length === 2")
    assert at_desk.read("document.activeElement === window.kept")
    assert at_desk.read("window.kept.closest('li').dataset.key") == "referee-2"
    at_desk.read("document.activeElement.click()")
    at_desk.wait("document.querySelector('#needs .coming') !== null")
    # Not on "Seen to": whoever presses the key twice has not settled the call.
    assert at_desk.read("[document.activeElement.tagName, document.activeElement.dataset.key]") == ["LI", "referee-2"]
    press(at_desk, "#needs .coming", "Vyřízené")
    at_desk.wait("document.querySelector('#needs .coming') === null")
    assert at_desk.read("document.activeElement.closest('#needs') !== null")


def test_a_rows_own_buttons_keep_the_keyboard_while_its_game_goes_on(at_desk, store):
    at_desk.read("document.querySelector('#table-1 summary').focus()")
    before = at_desk.read("document.querySelector('#table-1 [data-read=game]').textContent")
    store.append([*rows_of(1)[7:], *rows_of(3)])
    at_desk.wait(f"document.querySelector('#table-1 [data-read=game]').textContent !== {json.dumps(before)}")
    at_desk.wait("document.querySelector('#table-3') !== null")
    assert at_desk.read(FOCUSED) == ["SUMMARY", "Další", "table-1"]


def test_what_is_selected_scrolled_and_half_typed_stays(at_desk, store):
    lines = "\n".join(f"{n}: A, B – C, D" for n in range(60))
    at_desk.read(f"""(() => {{ const area = document.querySelector('#pair-new textarea'); area.focus();
        area.value = {json.dumps(lines)}; area.setSelectionRange(10, 25, 'backward'); area.scrollTop = 77;
        window.scrollTo(0, 120); }})()""")
    store.append([call(2), *rows_of(1)[7:], *rows_of(3)])
    at_desk.wait("document.querySelector('#needs .call') !== null && document.querySelector('#table-3') !== null")
    assert (
        at_desk.read("""(() => { const area = document.activeElement;
        return [area.name, area.selectionStart, area.selectionEnd, area.selectionDirection, area.scrollTop] })()""")
        == ["pairings", 10, 25, "backward", 77]
    )
    assert at_desk.read("document.activeElement.value.length") == len(lines)
    # A text that somebody marks to copy it stays marked, too.
    at_desk.read("document.activeElement.blur(); getSelection().selectAllChildren(document.querySelector('#title'))")
    store.append([call(1)])
    at_desk.wait("document.querySelectorAll('#needs .call').length === 2")
    assert at_desk.read("getSelection().toString()") == "Pořadatel"


def test_a_button_keeps_the_keyboard_after_it_was_pressed(at_desk):
    at_desk.read("document.querySelector('#round-new button').focus()")
    press(at_desk, "#round-new", "Začít kolo")
    at_desk.wait("document.querySelector('#round-on .left') !== null")
    assert at_desk.read(FOCUSED) == ["BUTTON", "Začít kolo", "round-new"]
    opened(at_desk, 1)
    at_desk.read("document.querySelector('#table-1 [name=text]').value = 'Pozor'")
    at_desk.read(
        "[...document.querySelectorAll('#table-1 button')].find(one => one.textContent.includes('stolu')).focus()"
    )
    press(at_desk, "#table-1", "Vzkázat stolu")
    at_desk.wait("document.querySelector('#table-1 .acts > details:not([open])') !== null")
    assert at_desk.read(FOCUSED) == ["SUMMARY", "Další", "table-1"]


@pytest.mark.parametrize("said_by", ["script", "program"])
def test_a_form_that_is_too_large_stays_as_it_was_written(at_desk, said_by):
    if said_by == "program":
        at_desk.read("delete document.body.dataset.largest")
    at_desk.read(f"""(() => {{ const area = document.querySelector('#pair-new textarea');
        area.removeAttribute('maxlength'); area.value = 'a'.repeat({LONGEST}); }})()""")
    press(at_desk, "#pair-new", "Poslat ke stolům")
    at_desk.wait("document.querySelector('#trouble').textContent.includes('příliš velký')")
    assert at_desk.read("document.querySelector('#pair-new textarea').value.length") == LONGEST


def test_a_field_that_is_full_says_so(at_desk):
    assert at_desk.read("document.querySelector('#full').hidden")
    at_desk.read(f"""(() => {{ const area = document.querySelector('#pair-new textarea'); area.focus();
        area.value = 'a'.repeat({LONGEST_PAIRINGS - 5}); }})()""")
    at_desk.call("Input.insertText", text="Jana")
    assert at_desk.read("document.querySelector('#full').hidden")
    at_desk.call("Input.insertText", text="Jana")
    at_desk.wait("!document.querySelector('#full').hidden")
    assert at_desk.read("document.querySelector('#pair-new textarea').value.length") == LONGEST_PAIRINGS
    assert "30000" in at_desk.read("document.querySelector('#full').textContent")


def test_what_was_typed_is_there_again_after_the_password(store, browser):
    store.append(rows_of(1, entries=5))
    page = started(store)
    come_in(browser, page)
    browser.read("document.querySelector('#pair-new textarea').value = '1: Jana, Petr – Eva, Karel'")
    page.close()
    again = started(store, page.port)  # another program, whose door nobody has come through
    press(browser, "#pair-new", "Poslat ke stolům")
    browser.wait("document.querySelector('input[type=password]') !== null")
    browser.read("document.querySelector('input').value = 'tajné'; document.forms[0].submit()")
    browser.wait("document.querySelector('#pair-new textarea') !== null && document.readyState === 'complete'")
    browser.wait("document.querySelector('#pair-new textarea').value === '1: Jana, Petr – Eva, Karel'")
    again.close()
