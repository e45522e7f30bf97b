"""The organiser's desk: what needs somebody's eyes, what may be decided, and its page in a browser."""

import html
import json
import re
import time
import urllib.parse

import pytest

from device.common.event import messages, wire
from device.common.games.registry import SPECS
from device.common.i18n import speaking
from device.organiser.desk import forms
from device.organiser.desk.page_view import DeskPages
from device.organiser.desk.typed import pairings
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.pairing import TableSeating
from device.organiser.log.troubles import troubles
from device.organiser.store import LogRow, everything
from device.organiser.store.rows import CALL
from device.organiser.tournament.results import results
from rules.game import SECOND
from rules.message import Refusal
from rules.polish_doubles import GAME
from tests.organiser.desks import call, inside, seen
from tests.organiser.pages import board_of, rows_of


def test_the_desk_finds_what_needs_it(store):
    desk = OrganiserDesk(store)
    store.append(rows_of(1, entries=5))
    call = wire.encode(messages.CallRow(call="c" * 8)).decode()
    store.append([LogRow(0, "1", "b" * 8, 90, CALL, "", 0, 0, 1, call)])
    now = time.time_ns() + 400 * SECOND
    assert [trouble.kind for trouble in troubles(desk.read(), now)] == ["call", "silent"]
    desk.answer_call(1)
    assert [trouble.kind for trouble in troubles(desk.state, now)] == ["coming", "silent"]
    assert desk.state.order(desk.state.places[1]).referee == "c" * 8
    desk.settle_call(1)
    assert [trouble.kind for trouble in troubles(desk.state, now)] == ["silent"]
    with pytest.raises(Refusal, match="not signed"):
        desk.send_back(1, "the sums differ")


def test_a_spare_is_told_which_game_waits_for_it(store):
    desk = OrganiserDesk(store)
    store.append(rows_of(1, entries=5))
    desk.read()
    desk.release(1)
    held = desk.state.order(desk.state.places[1]).held
    assert (held.kind, held.entries) == ("polish_doubles", 5)
    assert held.line == str(GAME.summary(desk.state.games[held.game].history.state)) != ""


@pytest.mark.parametrize("at", [1, 300])
def test_a_result_that_is_sent_back_does_not_count_until_it_is_signed_anew(store, at):
    desk = OrganiserDesk(store)
    rows = rows_of(at)
    store.append(rows)
    board = board_of(store)

    def counting():
        board.take(everything(store, board.state.last))
        board.flush()
        return len(results(board.state))

    assert counting() == 1
    desk.send_back(at, "the sums differ")
    assert counting() == 0
    assert desk.state.order(desk.state.places[at]).returned[0].reason == "the sums differ"
    button = DeskPages(desk, str).page("", "w", {}).partition(f'data-key="returned-{at}"')[2].partition("</form>")[0]
    uid = re.search(r'name="do" value="take_return_back">.*name="game" value="(\w+)"', button)[1]
    forms.decide(desk, {"do": "take_return_back", "table": str(at), "game": uid})
    assert desk.state.order(desk.state.places[at]).returned == ()
    assert counting() == 1
    with pytest.raises(Refusal, match=f"No result of table {at} is sent back"):
        desk.take_return_back(at)
    desk.send_back(at, "the sums differ")
    last = rows[-1]
    for n, event in enumerate(
        ({"event": "reopen", "reason": "sums"}, {"event": "sign", "pair": "A"}, {"event": "sign", "pair": "B"}), start=1
    ):
        store.append([last._replace(seq=last.seq + n, n=last.n + n, body=json.dumps(event))])
    assert counting() == 1
    assert desk.read().order(desk.state.places[at]).returned == ()


def test_pairings_are_written_as_people_write_them():
    seatings = pairings(
        "1: Krtci (Jana, Petr) – Sloky (Eva, Karel)\n\n2: Ivo, Ota - Iva, Ada\n", SPECS["polish_doubles"].seats
    )
    assert seatings == [
        TableSeating(1, [["Jana", "Petr"], ["Eva", "Karel"]], ["Krtci", "Sloky"]),
        TableSeating(2, [["Ivo", "Ota"], ["Iva", "Ada"]], ["Ivo, Ota", "Iva, Ada"]),
    ]
    (alone,) = pairings("3: Adam, Bára, Cyril, Dana", SPECS["marias"].seats)
    assert alone.groups == [["Adam"], ["Bára"], ["Cyril"], ["Dana"]]
    with pytest.raises(Refusal, match="Line 2"):
        pairings("1: A, B – C, D\nx: E", SPECS["polish_doubles"].seats)


@pytest.mark.parametrize("lang", ["cs", "en"])
@pytest.mark.parametrize(
    "letters", ["ř" * 120_000, "a" * 500_000, "\n1: " * 40_000], ids=["accented", "plain", "lines"]
)
def test_a_form_that_is_too_large_says_so_and_decides_nothing(page, store, letters, lang):
    headers, word = inside(page)
    body = urllib.parse.urlencode({"word": word, "do": "pair", "kind": "marias", "pairings": letters})
    before = OrganiserDesk(store).state.last
    answer = page.ask(f"/act?lang={lang}", "POST", headers, body)
    assert answer.status == 413
    text = answer.read().decode()
    assert ("Formulář je příliš velký" if lang == "cs" else "The form is too large") in text
    assert 'id="table-1"' in text  # the page goes on
    assert OrganiserDesk(store).state.last == before


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
    assert OrganiserDesk(store).state.places[n - 1].pairing.seats[1][1] == f"Šťastný Čáp {n - 1}"
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


def mark_of(page):
    return re.search(r'data-mark="([0-9a-f]+)"', page)[1]


def test_who_has_a_page_gets_another_only_where_something_is_new(store):
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=5)])
    desk = OrganiserDesk(store)
    pages = DeskPages(desk, str)
    whole = pages.page("", "w", {})
    assert re.findall(r'id="(table-[0-9]+)"', whole) == ["table-1", "table-2"]
    assert pages.page("", "w", {"seen": mark_of(whole)}) is None
    store.append(rows_of(2)[7:8])
    later = pages.page("", "w", {"seen": mark_of(whole)})
    assert later is not None
    desk.tell(1, "Pozor")
    assert pages.page("", "w", {"seen": mark_of(later)}) is not None
    assert pages.page("", "w", {"seen": "of another program"}) is not None


def test_what_only_time_brings_is_new_too(store, monkeypatch):
    store.append([*rows_of(1, entries=5), seen(1, online=False)])
    pages = DeskPages(OrganiserDesk(store), str)
    first = pages.page("", "w", {})
    later = time.time_ns() + 61 * SECOND
    monkeypatch.setattr("time.time_ns", lambda: later)
    page = pages.page("", "w", {"seen": mark_of(first)})
    assert "1 min" in page
    assert "1 min" not in first


def test_each_browser_has_its_own_language_and_its_own_word_in_its_forms(store):
    store.append(rows_of(1, entries=5))
    pages = DeskPages(OrganiserDesk(store), str)
    with speaking("cs"):
        czech = pages.page("", "mine", {"more": "1"})
    with speaking("en"):
        english = pages.page("", "yours", {"seen": mark_of(czech), "more": "1"})
    assert "Vrátit výsledek" in czech
    assert "Send the result back" in english
    assert "mine" not in english
    plain = pages.page("", "plain", {})  # without a script a link leads to what can be done about the table
    assert 'href="/?more=1#picked"' in plain
    assert "Vrátit výsledek" not in plain


def test_a_table_in_a_browser_is_looked_at_from_the_desk_and_no_other_has_a_link(store):
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=5)])
    pages = DeskPages(
        OrganiserDesk(store), str, look_on=lambda table: f"http://127.0.0.1:8090/table/{table}" * (table == 2)
    )
    assert 'href="http://127.0.0.1:8090/table/2"' in pages.page("", "mine", {"more": "2"})
    assert "/table/1" not in pages.page("", "mine", {"more": "1"})


def test_who_called_first_stands_first(store):
    store.append([*rows_of(1, entries=5), *rows_of(2, entries=5), *rows_of(3, entries=5)])
    desk = OrganiserDesk(store)
    for table in (3, 1, 2):
        store.append([call(table)])
    assert [trouble.table for trouble in troubles(desk.read(), time.time_ns())] == [3, 1, 2]
    desk.answer_call(3)
    assert [trouble.table for trouble in troubles(desk.state, time.time_ns())] == [1, 2, 3]


@pytest.mark.parametrize(("after", "sentence"), [(59, "without a connection"), (60, "without a connection for 1 min")])
def test_a_table_that_has_just_gone_is_not_said_to_be_away_for_0_minutes(store, after, sentence):
    desk = OrganiserDesk(store)
    store.append([*rows_of(1, entries=5), seen(1, online=False, heard=0)])
    assert str(troubles(desk.read(), after * SECOND)[0].text) == sentence


@pytest.mark.parametrize("other", ['{"event":"undo"}', '{"event":"undo","of":1e999}'])
def test_an_entry_that_came_in_two_ways_is_said_and_the_first_stands(store, desk, other):
    sent = rows_of(1, entries=5)
    third = sent[4]
    again = third._replace(boot="c" * 8, seq=1)
    spaced = third._replace(boot="c" * 8, seq=2, body=third.body.replace(",", ", ").replace(":", ": "))
    store.append([*sent, again, spaced])
    assert [trouble for trouble in troubles(desk.read(), time.time_ns()) if trouble.kind == "conflict"] == [], (
        "the same, twice"
    )
    store.append([third._replace(boot="c" * 8, seq=3, body=other)])
    [trouble] = [
        table_trouble for table_trouble in troubles(desk.read(), time.time_ns()) if table_trouble.kind == "conflict"
    ]
    assert (trouble.table, str(trouble.text)) == (1, "entry 3 arrived in two versions; the first counts")
    [game] = desk.state.games.values()
    assert game.texts[3] == (third.at, third.body)
