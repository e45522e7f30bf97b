"""Every form of the desk with values that nobody thought of: each is taken or refused in a sentence, never a fault."""

import json
import time
import urllib.parse

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.common.rights import OF_ACCOUNTS
from device.organiser.desk.answers import FAILURES, failure_of
from device.organiser.desk.asked import file_field
from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.desk.door import door_app
from device.organiser.desk.doubts import Doubt
from device.organiser.desk.forms import FORMS as WORDS
from device.organiser.desk.forms import decide
from device.organiser.desk.page_list import PAGES
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.papers import PAPERS
from device.organiser.store import open_store
from tests.organiser.conftest import EVENT
from tests.organiser.events import doubles, fours
from tests.organiser.pages import FORM, Inside, Running, refused, rows_of

pytestmark = [pytest.mark.usefixtures("in_english"), pytest.mark.timeout(300)]

DOUBLES = "polish_doubles"
LINE = {
    "place": 1,
    "name": "A + B",
    "games": 1,
    "won": 1,
    "margin": 50,
    "points": 300,
    "people": ["a" * 16],
    "club": "",
}
SEASON = json.dumps({"event": {"title": "Jaro"}, "standings": [{"game": DOUBLES, "places": [LINE]}]})
FORMS = (
    {"do": "name", "title": "T"},
    {"do": "round", "round": "1", "minutes": "50", "starts": "0", "kind": DOUBLES},
    {"do": "length", "minutes": "40"},
    {"do": "pause_round"},
    {"do": "resume_round"},
    {"do": "end_round"},
    {"do": "take_end_back"},
    {"do": "take_start_back"},
    {"do": "notice", "text": "Za chvíli", "text_en": "Soon"},
    {"do": "door", "open": "yes"},
    {"do": "update", "count": "one"},
    {"do": "stop_update"},
    {"do": "join", "table": "1"},
    {"do": "end_join"},
    {"do": "standby", "on": "yes"},
    {"do": "stream", "slot": "1", "table": "1", "delay": "0"},
    {"do": "telephones", "allowed": "yes"},
    {"do": "pair", "round": "3", "kind": DOUBLES, "pairings": "1: A, B - C, D"},
    {"do": "coming", "table": "1"},
    {"do": "settled", "table": "1"},
    {"do": "release", "table": "1"},
    {"do": "take_release_back", "table": "1"},
    {"do": "unpair", "table": "1"},
    {"do": "back", "table": "1", "reason": "why", "game": ""},
    {"do": "take_return_back", "table": "1", "game": ""},
    {"do": "tell", "table": "1", "text": "x"},
    {"do": "claim", "game": "0" * 16, "table": "1", "device": "0" * 8, "counts": "yes"},
    {"do": "count", "game": "0" * 16, "counts": "no", "reason": "why"},
    {
        **{"do": "enrol", "player": "Nový", "partner": "Druhý", "name": "N", "club": "K", "contact": "c"},
        **{"number": "77", "team": "T", "classes": "junior"},
    },
    {
        **{"do": "rename", "number": "1", "player": "Jan", "partner": "Eva", "name": "A", "club": "", "contact": ""},
        **{"team": "", "classes": ""},
    },
    {"do": "csv", "file": file_field(b"Player 1;Player 2;Number\nA;B;88\n")},
    {"do": "attend", "number": "1", "status": "present", "since": "0"},
    {"do": "all_came"},
    {"do": "rest", "number": "1", "of": "3"},
    {"do": "rest_not", "number": "1", "of": "3"},
    {"do": "remove_entrant", "number": "5", "same": ""},
    {"do": "warn", "number": "1", "reason": "why"},
    {"do": "expel", "number": "5", "reason": "why"},
    {"do": "delete_contacts"},
    {"do": "new_evening", "title": "Zima"},
    {"do": "draft", "round": "4", "kind": DOUBLES, "method": "swiss", "first": "1"},
    {"do": "by_hand", "round": "4", "kind": DOUBLES, "lines": "1: 1 2"},
    {"do": "swap", "round": "4", "one": "1", "other": "3"},
    {"do": "correct", "round": "2", "one": "1", "other": "3", "reason": "why"},
    {"do": "discard", "round": "4"},
    {"do": "publish", "round": "4"},
    {"do": "take_back", "decision": ""},
    {
        **{"do": "result", "round": "2", "table": "1", "seat0": "1", "seat1": "2", "reason": "why", "winner": ""},
        **{"absent0": "", "double": "", "agreed": ""},
    },
    {"do": "forfeit", "of": "2", "number": "1", "reason": "why"},
    {"do": "adjust", "round": "2", "number": "1", "wins": "1", "points": "5", "reason": "why"},
    {
        **{"do": "ranking", "kind": DOUBLES, "by0": "wins", "by1": "points", "drop_best": "0", "drop_worst": "0"},
        **{"team_best": "0", "team_size": "0"},
    },
    {"do": "freeze", "kind": DOUBLES, "after": "1"},
    {"do": "season_rules", "kind": DOUBLES, "scale": "sums", "counting": "drop", "events": "0", "persons": "yes"},
    {"do": "draw_rules", "kind": DOUBLES, "rounds": "5", "accelerated": "yes", "locked": "yes"},
    {"do": "sheet", "name": "Uno"},
    {"do": "sheet_file", "file": file_field(b'name = "Whist"')},
    {"do": "pair_rule", "one": "1", "other": "2", "rule": "never"},
    {"do": "season", "file": file_field(SEASON.encode())},
    {
        **{
            "do": "money",
            "fee": "1",
            "added": "2",
            "house_percent": "1",
            "house": "1",
            "prizes": "60 40",
            "step": "100",
        },
        **{"kind": "", "by": "percent"},
    },
    {"do": "prizes", "classes": "juniors: 200 100; a ball", "in_kind": "a, b", "shared": "equal", "order": "1 2"},
    {"do": "picture", "file": ""},
    {"do": "paid", "numbers": "1 2", "amount": "100"},
    {"do": "all_paid"},
)
NUMBERS = (
    *(
        "",
        " ",
        "0",
        "-1",
        "+1",
        "1/0",
        "0/0",
        "1/3",
        "1e9",
        "1e999999999",
        "1e-999999999",
        "NaN",
        "inf",
        "-inf",
        "0x10",
    ),
    *("1_000", "1,5", "1.234567", "½", "²", "٣", "9" * 12, "9" * 19, "9" * 60, "9" * 400, "9" * 5000, "-" + "9" * 60),
)
TEXTS = (
    *("\0\u202e", "a" * 3000, "á" * 300, "🎲" * 100, "\n" * 50, "\ud800", "'\"<>&%00", "..//etc", "{", "[[]]", "null"),
    *(
        "1 2 3 1/0",
        "1: 1/0 2",
        ": : :",
        "1: 1 1\n1: 2 2",
        "x: 1/0 5; y",
        "60 1/0 40",
        "1 2;3,4",
        "a=b;c",
        "\u0301" * 500,
    ),
    *("1:" + " 1" * 5000, "junior: " + "9" * 60, SEASON.replace("300", '"1/0"'), SEASON.replace("300", "1e999")),
    *(SEASON.replace("300", "9" * 400), SEASON[:-20], "[" * 5000, "Player 1\n" + "a" * 3000, "x;y\n1/0;2\n"),
)
NASTY = (*NUMBERS, *TEXTS)
SLOW_S = 5.0
"""Seconds that no form may take, on a busy machine."""


def said_to(desk, form):
    """What a form comes to: a sentence, or None where it was taken. Anything but `FAILURES` fails."""
    before, began = desk.read().last, time.monotonic()
    try:
        decide(desk, form)
    except FAILURES as error:
        failure = failure_of(error, form)
        assert desk.read().last == before, form
        sentence = str(error) if isinstance(error, Doubt) else failure.sentence
        assert len(sentence) < 400, (form["do"], sentence)
        return sentence
    finally:
        assert time.monotonic() - began < SLOW_S, form
    return None


@pytest.fixture(params=[doubles, fours])
def desk(store, request):
    built = request.param(store)
    store.append(rows_of(1))
    built.read()
    return built


def test_every_form_of_the_desk_is_here():
    assert {form["do"] for form in FORMS} == WORDS.keys()


def test_each_field_of_each_form_with_each_value_is_taken_or_refused(desk, tmp_path):
    taken = not_taken = 0
    for form in FORMS:
        for field in form.keys() - {"do"}:
            for value in NASTY:
                sentence = said_to(desk, form | {field: value})
                taken, not_taken = taken + (sentence is None), not_taken + (sentence is not None)
    assert not_taken > taken > 100
    assert_readable(desk, tmp_path)


def assert_readable(desk, tmp_path):
    """All pages show, and whoever opens the store reads every act of it."""
    again = OrganiserDesk(open_store(str(tmp_path / "event.db"), EVENT, read_only=True)).state
    assert again.unreadable == 0
    assert again.last == desk.read().last
    inside = Inside(desk)
    try:
        for path in (*PAGES, "standings?season=1"):
            assert inside.page.ask(f"/{path}", headers=inside.cookie).status == 200, path
    finally:
        inside.page.close()


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(data=st.data())
def any_forms(desk, data):
    form = data.draw(st.sampled_from(FORMS))
    value = st.one_of(st.sampled_from(NASTY), st.text(max_size=40), st.integers().map(str), st.floats().map(str))
    changed = {name: data.draw(value) for name in data.draw(st.sets(st.sampled_from(sorted(form)))) if name != "do"}
    left_out = data.draw(st.sets(st.sampled_from(sorted(form)), max_size=2)) - {"do"}
    said_to(desk, {name: text for name, text in (form | changed).items() if name not in left_out})


def test_any_fields_with_any_text_are_taken_or_refused(desk, tmp_path):
    any_forms(desk)
    assert_readable(desk, tmp_path)


@pytest.mark.parametrize("value", ["1/0", "9" * 400, "1e999999999", "a" * 3000], ids=["1/0", "9s", "1e9s", "letters"])
@pytest.mark.parametrize("field", ["fee", "added", "house_percent", "house", "prizes", "step"])
def test_over_http_a_form_of_money_is_refused_in_one_sentence(store, field, value):
    inside = Inside(doubles(store))
    form = next(form for form in FORMS if form["do"] == "money")
    try:
        status, sentence = refused(inside.act("money", **form | {field: value}))
        assert status in (400, 409), sentence
        assert 0 < len(sentence) < 300
        assert inside.page.ask("/money", headers=inside.cookie).status == 200
    finally:
        inside.page.close()


ACCOUNTS = (
    {"do": "own_password", "old": "x", "new": "nové heslo", "again": "nové heslo"},
    {"do": "new_account", "name": "Jana", "role": "scorer"},
    {"do": "reset", "name": "Jana"},
    {"do": "role", "name": "Jana", "role": "arbiter"},
    {"do": "remove", "name": "Jana"},
    {"do": "end_session", "session": "x"},
    {"do": "end_own", "session": "x"},
    {"do": "who", "name": "Hana"},
)


@pytest.mark.usefixtures("cheap_passwords")
def test_each_field_of_the_forms_of_accounts_with_each_value(store, tmp_path):
    inside, few = (
        Inside(OrganiserDesk(store), accounts=DeskAccounts(tmp_path)),
        ("", "a" * 3000, "1/0", "\0\u202e", "🎲" * 100),
    )
    assert {form["do"] for form in ACCOUNTS} == OF_ACCOUNTS.keys() - {"leave"}
    try:
        for form in ACCOUNTS:
            for field in form.keys() - {"do"}:
                for value in few:
                    answer = inside.act("accounts", **form | {field: value})
                    status, sentence = refused(answer)
                    assert status in (303, 400, 409), (form["do"], field, value[:9], status)
                    assert status == 303 or 0 < len(sentence) < 300, (form["do"], field, value[:9], sentence)
        assert inside.page.ask("/accounts", headers=inside.cookie).status == 200
    finally:
        inside.page.close()


def test_each_field_of_the_door_with_each_value_for_who_has_the_code(store, tmp_path):
    desk = doubles(store)
    desk.door(True)
    page = Running(door_app(OrganiserDesk(open_store(str(tmp_path / "event.db"), EVENT)), "en"))
    good = {"code": desk.read().door, "find": "novák", "number": "1", "here0": "yes", "do": "here"}
    try:
        for field in good:
            for value in (*NUMBERS, "a" * 60, "\0\u202e", "🎲" * 10):
                query = urllib.parse.urlencode(good | {field: value[:600]})
                assert page.ask(f"/?{query}").status in (200, 403, 429), (field, value[:9])
                assert page.ask("/here", "POST", FORM, query).status in (303, 403, 409, 429), (field, value[:9])
    finally:
        page.close()


def test_each_page_paper_and_file_asked_for_with_each_value(store):
    desk = doubles(store)
    inside = Inside(desk)
    paths = (
        [f"/{name}" for name in PAGES]
        + [f"/papers/{name}.pdf" for name in PAPERS]
        + ["/files/results.csv", "/entrants.csv"]
    )
    names = (
        "round",
        "kind",
        "find",
        "after",
        "season",
        "show",
        "sheet",
        "more",
        "separator",
        "encoding",
        "page",
        "lang",
    )
    try:
        for path in paths:
            for value in ("1/0", "9" * 400, "-1", "\0", "²", "x" * 3000, "1e999999999"):
                query = urllib.parse.urlencode(dict.fromkeys(names, value))
                answer = inside.page.ask(f"{path}?{query}", headers=inside.cookie)
                assert answer.status in (200, 303, 400, 404, 409), (path, value[:9], answer.status)
    finally:
        inside.page.close()
