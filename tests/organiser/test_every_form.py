"""Every form of the desk with values that nobody thought of: each is taken or refused in a sentence, never a fault."""

import itertools
import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.common.rights import OF_ACCOUNTS
from device.organiser.desk.answers import FAILURES, failure_of
from device.organiser.desk.asked import file_field
from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.desk.doubts import Doubt
from device.organiser.desk.forms import FORMS as WORDS
from device.organiser.desk.forms import decide
from device.organiser.desk.page_list import PAGES
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from tests.organiser.conftest import EVENT
from tests.organiser.events import doubles, fours
from tests.organiser.pages import Inside, refused, rows_of

pytestmark = [pytest.mark.usefixtures("in_english"), pytest.mark.timeout(300)]

DOUBLES = "polish_doubles"
PLACED = {
    "place": 1,
    "name": "A + B",
    "games": 1,
    "won": 1,
    "margin": 50,
    "points": 300,
    "people": ["a" * 16],
    "club": "",
}
SEASON = json.dumps({"event": {"title": "Jaro"}, "standings": [{"game": DOUBLES, "places": [PLACED]}]})


def form(do, **fields):
    return {"do": do} | fields


COUNTS = dict.fromkeys(("drop_best", "drop_worst", "team_best", "team_size"), "0")
SEATED = dict.fromkeys(("winner", "absent0", "double", "agreed"), "")
WHO = {"partner": "Eva", "name": "A", "club": "K", "contact": "c", "team": "T", "classes": "junior"}
FORMS = (
    *map(form, ("pause_round", "resume_round", "end_round", "take_end_back", "take_start_back", "stop_update")),
    *map(form, ("end_join", "all_came", "delete_contacts", "all_paid")),
    *(form(do, table="1") for do in ("join", "coming", "settled", "release", "take_release_back", "unpair")),
    *(form(do, number="1", of="3") for do in ("rest", "rest_not")),
    *(form(do, round="4") for do in ("discard", "publish")),
    form("name", title="T"),
    form("round", round="1", minutes="50", starts="0", kind=DOUBLES),
    form("length", minutes="40"),
    form("notice", text="Za chvíli", text_en="Soon"),
    form("door", open="yes"),
    form("update", count="one"),
    form("standby", on="yes"),
    form("stream", slot="1", table="1", delay="0"),
    form("telephones", allowed="yes"),
    form("pair", round="3", kind=DOUBLES, pairings="1: A, B - C, D"),
    form("back", table="1", reason="why", game=""),
    form("take_return_back", table="1", game=""),
    form("tell", table="1", text="x"),
    form("claim", game="0" * 16, table="1", device="0" * 8, counts="yes"),
    form("count", game="0" * 16, counts="no", reason="why"),
    form("enrol", player="Nový", number="77", **WHO),
    form("rename", number="1", player="Jan", **WHO),
    form("csv", file=file_field(b"Player 1;Player 2;Number\nA;B;88\n")),
    form("attend", number="1", status="present", since="0"),
    form("remove_entrant", number="5", same=""),
    form("warn", number="1", reason="why"),
    form("expel", number="5", reason="why"),
    form("new_evening", title="Zima"),
    form("draft", round="4", kind=DOUBLES, method="swiss", first="1"),
    form("by_hand", round="4", kind=DOUBLES, lines="1: 1 2"),
    form("swap", round="4", one="1", other="3"),
    form("correct", round="2", one="1", other="3", reason="why"),
    form("take_back", decision=""),
    form(
        "result", round="2", table="1", seat0="1", seat1="2", reason="why", winner="", absent0="", double="", agreed=""
    ),
    form("forfeit", of="2", number="1", reason="why"),
    form("adjust", round="2", number="1", wins="1", points="5", reason="why"),
    form("ranking", kind=DOUBLES, by0="wins", by1="points", **COUNTS),
    form("freeze", kind=DOUBLES, after="1"),
    form("season_rules", kind=DOUBLES, scale="sums", counting="drop", events="0", persons="yes"),
    form("draw_rules", kind=DOUBLES, rounds="5", accelerated="yes", locked="yes"),
    form("sheet", name="Uno"),
    form("sheet_file", file=file_field(b'name = "Whist"')),
    form("pair_rule", one="1", other="2", rule="never"),
    form("season", file=file_field(SEASON.encode())),
    form("money", fee="1", added="2", house_percent="1", house="1", prizes="60 40", step="100", kind="", by="percent"),
    form("prizes", classes="juniors: 200 100; a ball", in_kind="a, b", shared="equal", order="1 2"),
    form("picture", file=""),
    form("paid", numbers="1 2", amount="100"),
)
NUMBERS = (
    *("", " ", "0", "-1", "+1", "1/0", "0/0", "1/3", "1e9", "1e999999999", "1e-999999999", "NaN", "inf"),
    *("-inf", "0x10"),
    *("1_000", "1,5", "1.234567", "½", "²", "٣", "9" * 12, "9" * 19, "9" * 60, "9" * 400, "9" * 5000, "-" + "9" * 60),
)
TEXTS = (
    *("\0\u202e", "a" * 3000, "á" * 300, "🎲" * 100, "\n" * 50, "\ud800", "'\"<>&%00", "..//etc", "{", "[[]]", "null"),
    *("1 2 3 1/0", "1: 1/0 2", ": : :", "1: 1 1\n1: 2 2", "x: 1/0 5; y", "60 1/0 40", "1 2;3,4", "a=b;c"),
    *("\u0301" * 500, "1:" + " 1" * 5000),
    *("junior: " + "9" * 60, SEASON.replace("300", '"1/0"'), SEASON.replace("300", "1e999")),
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


def test_each_field_of_each_form_with_each_value_is_taken_or_refused(desk, assert_readable):
    taken = not_taken = 0
    for form in FORMS:
        for field in form.keys() - {"do"}:
            for value in NASTY:
                sentence = said_to(desk, form | {field: value})
                taken, not_taken = taken + (sentence is None), not_taken + (sentence is not None)
    assert not_taken > taken > 100
    assert_readable(desk)


@pytest.fixture
def assert_readable(tmp_path, enter):
    """Checks that all pages show, and that whoever opens the store reads every act of it."""

    def check(desk):
        again = OrganiserDesk(open_store(str(tmp_path / "event.db"), EVENT, read_only=True)).state
        assert again.unreadable == 0
        assert again.last == desk.read().last
        inside = enter(desk)
        for path in (*PAGES, "standings?season=1"):
            assert inside.page.ask(f"/{path}", headers=inside.cookie).status == 200, path

    return check


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(data=st.data())
def any_forms(desk, data):
    form = data.draw(st.sampled_from(FORMS))
    value = st.one_of(st.sampled_from(NASTY), st.text(max_size=40), st.integers().map(str), st.floats().map(str))
    changed = {name: data.draw(value) for name in data.draw(st.sets(st.sampled_from(sorted(form)))) if name != "do"}
    left_out = data.draw(st.sets(st.sampled_from(sorted(form)), max_size=2)) - {"do"}
    said_to(desk, {name: text for name, text in (form | changed).items() if name not in left_out})


def test_any_fields_with_any_text_are_taken_or_refused(desk, assert_readable):
    any_forms(desk)
    assert_readable(desk)


BAD = ("", "-1", "NaN", "9" * 5000, "1e999999999", "\0\u202e")


def test_over_http_each_field_is_taken_or_refused_in_one_sentence(store, enter, assert_readable):
    desk = doubles(store)
    store.append(rows_of(1))
    inside = enter(desk)
    not_taken = 0
    for form in FORMS:
        for field, value in itertools.product(form.keys() - {"do"}, BAD):
            before = desk.read().last
            status, sentence = refused(inside.act("people", **form | {field: value}))
            where = (form["do"], field, value[:9], status, sentence)
            assert status in (303, 400, 409, 413), where
            if status != 303:
                not_taken += 1
                assert 0 < len(sentence) < 300, where
                assert "Expected" not in sentence, where
                assert desk.read().last == before, where
    assert not_taken > 300
    assert_readable(desk)


ACCOUNTS = (
    form("own_password", old="x", new="nové heslo", again="nové heslo"),
    form("new_account", name="Jana", role="scorer"),
    form("role", name="Jana", role="arbiter"),
    *(form(do, name="Jana") for do in ("reset", "remove", "who")),
    *(form(do, session="x") for do in ("end_session", "end_own")),
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
