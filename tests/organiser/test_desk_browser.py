"""The desk's page in a real browser: what comes by itself, what stays as it was, what the keyboard does."""

import json

import pytest

from device.organiser.desk.forms_of_tables import LONGEST_PAIRINGS
from device.organiser.desk.page_view import LONGEST
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import StoreTrouble
from device.organiser.tournament.entrant_file import EntrantLine
from device.organiser.tournament.registration import Registration
from rules.message import msg
from tests.organiser.desks import call, come_in, started
from tests.organiser.pages import rows_of


@pytest.fixture
def at_desk(store, browser):
    """The page of an event of two tables in a browser, after the password."""
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=4)])
    page = started(store)
    come_in(browser, page)
    browser.read("document.querySelector('#pair').open = true")
    yield browser
    assert browser.read("window.same")  # all of it without loading the page anew
    assert not [
        complaint
        for complaint in browser.complaints
        if "(Conflict)" not in complaint and "413" not in complaint and "(Service Unavailable)" not in complaint
    ]
    page.close()


def press(browser, where, label):
    button = f"[...document.querySelectorAll('{where} button')].find(one => one.textContent === '{label}')"
    browser.wait(button + " !== undefined")
    browser.read(button + ".click()")


def picked(browser, table):
    """Pick a table: what can be done about it comes beside the tiles."""
    browser.read(f"document.querySelector('#table-{table} a').click()")
    browser.wait(f"document.querySelector('#picked h2')?.textContent === 'Stůl {table}'")


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
    picked(at_desk, 1)
    at_desk.read("document.querySelector('#picked input[name=reason]').value = 'součet'")
    before = at_desk.read("document.querySelector('#picked [data-read=game]').textContent")
    store.append(rows_of(4))
    at_desk.wait("document.querySelector('#table-4') !== null")
    store.append([*rows_of(1)[7:], *rows_of(3), call(3)])
    at_desk.wait("document.querySelector('#table-3') !== null && document.querySelector('#needs .call') !== null")
    assert at_desk.read("[...document.querySelectorAll('#tables li')].map(one => one.id)") == [
        "table-1",
        "table-2",
        "table-3",
        "table-4",
    ]
    assert at_desk.read("document.querySelector('#picked [data-read=game]').textContent") != before
    assert at_desk.read("document.querySelector('#picked input[name=reason]').value") == "součet"
    press(at_desk, "#needs", "Už jde")
    at_desk.wait("document.querySelector('#needs .coming') !== null")
    assert at_desk.read("document.querySelector('#pair-new textarea').value") == "1: Jana, Pe"


def test_whoever_is_registered_meanwhile_comes_into_the_empty_list_in_its_order(store, browser):
    page = started(store)
    come_in(browser, page)
    browser.open(f"http://127.0.0.1:{page.port}/people")
    browser.wait("document.querySelector('#rows').textContent.includes('Nikdo.')")
    names = ("Jana", "Petr", "Eva")
    Registration(OrganiserDesk(store)).enrol(
        [EntrantLine(n, None, name, (name,), "", "") for n, name in enumerate(names, 2)]
    )
    browser.wait("document.querySelector('#entrant-3') !== null")
    assert browser.read("[...document.querySelectorAll('#rows tr')].map(one => one.id)") == [
        "entrant-1",
        "entrant-2",
        "entrant-3",
    ]
    page.close()


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
    at_desk.wait("document.querySelector('#pair-new textarea').value === ''")
    assert at_desk.read("document.querySelector('#trouble').hidden")


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
    at_desk.wait("document.querySelector('#time .left')?.textContent.startsWith('49:')")
    assert at_desk.read("document.querySelector('#round-new [name=round]').value") == "2"
    press(at_desk, "#round-on", "Zastavit odpočet")
    at_desk.wait("document.querySelector('#time .standing') !== null")
    press(at_desk, "#round-on", "Ukončit kolo")
    at_desk.wait("document.querySelector('#time .left') === null")


def test_what_was_typed_while_the_program_was_gone_is_there_again_after_the_password(store, browser):
    store.append(rows_of(1, entries=5))
    page = started(store)
    come_in(browser, page)
    assert browser.read("document.querySelector('#lost').hidden")
    page.close()
    browser.wait("!document.querySelector('#lost').hidden")
    browser.read("document.querySelector('#pair-new textarea').value = '1: Jana, Petr – Eva, Karel'")
    press(browser, "#pair-new", "Poslat ke stolům")  # nobody hears it, and nothing is lost
    assert browser.read("document.querySelectorAll('#tables li').length") == 1
    assert browser.read("window.same")
    again = started(store, page.port)  # another program, whose door nobody has come through
    browser.wait("document.querySelector('input[type=password]') !== null")
    browser.read("document.querySelector('input').value = 'tajné'; document.forms[0].submit()")
    browser.wait("document.querySelector('#pair-new textarea') !== null && document.readyState === 'complete'")
    browser.wait("document.querySelector('#pair-new textarea').value === '1: Jana, Petr – Eva, Karel'")
    again.close()


def test_a_store_that_cannot_be_read_takes_nothing_off_the_page(at_desk, store, monkeypatch):
    def broken(*_):
        raise StoreTrouble(msg("The organiser's store cannot be read."))

    with monkeypatch.context() as fault:
        fault.setattr(OrganiserDesk, "read", broken)
        at_desk.wait("!document.querySelector('#store').hidden")
        assert at_desk.read("document.querySelectorAll('#tables li').length") == 2
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
    # Not on "Dealt with": whoever presses the key twice has not settled the call.
    assert at_desk.read("[document.activeElement.tagName, document.activeElement.dataset.key]") == ["LI", "referee-2"]
    press(at_desk, "#needs .coming", "Vyřízené")
    at_desk.wait("document.querySelector('#needs .coming') === null")
    assert at_desk.read("document.activeElement.closest('#needs') !== null")


def test_a_rows_own_buttons_keep_the_keyboard_while_its_game_goes_on(at_desk, store):
    at_desk.read("document.querySelector('#table-1 a').focus()")
    before = at_desk.read("document.querySelector('#table-1').textContent")
    store.append([*rows_of(1)[7:], *rows_of(3)])
    at_desk.wait(f"document.querySelector('#table-1').textContent !== {json.dumps(before)}")
    at_desk.wait("document.querySelector('#table-3') !== null")
    assert at_desk.read("document.activeElement === document.querySelector('#table-1 a')")


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
    picked(at_desk, 1)
    at_desk.read("document.querySelector('#picked [name=text]').value = 'Pozor'")
    at_desk.read("document.querySelector('#picked form[data-key=tell] button').focus()")
    at_desk.read("document.activeElement.click()")
    at_desk.wait("document.querySelector('#picked [name=text]').defaultValue === 'Pozor'")
    assert at_desk.read(FOCUSED)[::2] == ["BUTTON", "picked"]


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
