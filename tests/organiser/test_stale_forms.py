"""Two people at once: a form made before somebody else's decision asks which of both counts, over real HTTP."""

import html
import re

import pytest

from device.organiser.acts import decisions
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament.accounts import account
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.scoring import Scoring
from tests.organiser.events import MARIAS, drawn
from tests.organiser.pages import refused
from tests.organiser.said import enrol, entrant_lines

FIELD = re.compile(r"<(?:input|select|option|textarea)\b[^>]*>")


def form_of(page, do):
    """The fields of a page's first form that does ``do``, as a browser would send them."""
    text = next(part for part in page.split("<form")[1:] if f'name="do" value="{do}"' in part).partition("</form>")[0]
    fields, select = {}, ""
    for tag in FIELD.findall(text):
        name = re.search(r' name="([^"]*)"', tag)
        value = html.unescape((re.search(r' value="([^"]*)"', tag) or ["", ""])[1])
        if tag.startswith("<select"):
            select = name[1]
            fields[select] = None
        elif tag.startswith("<option"):
            if " selected" in tag or fields[select] is None:
                fields[select] = value
        elif "checkbox" not in tag or " checked" in tag:
            fields[name[1]] = value
    return fields


@pytest.fixture
def two(store, enter):
    """Two browsers at the desk of a mariáš evening."""
    desk = OrganiserDesk(store)
    lines = "".join(f"Player {n};club {n};{n}@example.cz\n" for n in range(1, 5))
    Registration(desk).enrol(entrant_lines("Player 1;Club;Contact\n" + lines))
    Registration(desk).all_came()
    drawn(desk, 1, MARIAS, "fours")
    return enter(desk)


def send(inside, page, form, **typed):
    form = {name: value for name, value in (form | typed).items() if value is not None}
    form.pop("word"), form.pop("page")
    return inside.act(page, **form)


def sent(inside, page, form, **typed):
    return send(inside, page, form, **typed).status


def asked(inside, page, form, **typed):
    """What is asked about a form: its lines as cells, and the form that says yes."""
    answer = send(inside, page, form, **typed)
    assert answer.status == 409
    text = answer.read().decode().partition('id="ask"')[2].partition("</section>")[0]
    rows = [
        [html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in text.split("<tr")[2:]
    ]
    return rows, form_of(text, form["do"])


def both(path, do, theirs, mine, *differs):
    """A form of that page, what somebody else and then one's own older page say in it, and the lines that differ; each
    field says then what was said last.
    """
    return path, do, theirs, mine, list(differs), theirs | mine


THEIRS = {"club": "Brno", "contact": "777", "initials": "yes"}
MONEY = {"prizes": "60 40", "by": "percent"}
TEAM = "Members of a team (0: any number)"
BOTH = [
    both(
        "/people?more=1", "rename", {"club": "Brno", "contact": "777", "initials": "yes"}, {"player": "K"}, "Player 1"
    ),
    both("/people?more=1", "rename", {"player": "K"}, {"club": "", "contact": ""}, "Club", "Contact"),
    both("/money", "money", {"fee": "100", "settle": "yes"}, MONEY, "Prizes"),
    both("/money", "money", {"prizes": "500 300", "by": "amount"}, MONEY, "Prizes are given as", "Prizes"),
    both("/standings", "ranking", {"drop_worst": "1", "by0": "points", "by1": "lately"}, {"team_size": "4"}, TEAM),
    both("/standings", "ranking", {"by0": "wins", "by1": "points"}, {"by0": "points", "by1": ""}, "1. by", "2. by"),
    both("/?more=1", "tell", {"text": "Late."}, {"text": "Lunch."}, "Tell the table"),
    both("/", "name", {"title": "Písek"}, {"title": "Brno"}, "Name of the event"),
    both("/", "notice", {"text": "Oběd"}, {"text_en": "Lunch"}, "In English"),
]


@pytest.mark.parametrize(("path", "do", "theirs", "mine", "differs", "now"), BOTH)
def test_what_somebody_said_stays_where_an_older_form_says_something_else(two, path, do, theirs, mine, differs, now):
    page = path[1:].partition("?")[0]
    older = {"page": page} | form_of(two.get(path), do)
    assert sent(two, page, dict(older), **theirs) == 303
    before = two.desk.read().last
    rows, again = asked(two, page, older, **mine)
    assert two.desk.read().last == before, "nothing is written before the answer"
    assert [row[0] for row in rows if row[-1]] == differs
    assert sent(two, page, {"page": page} | again) == 303
    form = form_of(two.get(path), do)
    assert {name: form.get(name) for name in now} == now


@pytest.mark.parametrize(("path", "do", "theirs"), [each[:3] for each in BOTH])
def test_what_both_say_alike_or_nobody_changed_is_not_asked_about(two, path, do, theirs):
    page = path[1:].partition("?")[0]
    older = {"page": page} | form_of(two.get(path), do)
    assert sent(two, page, dict(older), **theirs) == 303
    assert sent(two, page, dict(older), **theirs) == 303
    if do != "tell":
        assert sent(two, page, dict(older)) == 303, "who changed nothing is asked nothing"


def test_a_seat_that_somebody_corrected_stays_where_an_older_form_corrects_another(two):
    first = form_of(two.get("/results?round=1&more=1"), "result")
    assert sent(two, "results", first, seat0="10", seat1="-10", seat2="0", seat3="0") == 303
    mine = form_of(two.get("/results?round=1&more=1"), "result")
    assert sent(two, "results", dict(mine), seat0="12", seat1="-12", reason="added wrong") == 303
    rows, again = asked(two, "results", mine, seat2="5", seat3="-5", reason="swapped")
    assert [row[-1] for row in rows] == ["", "", "≠", "≠"]
    assert sent(two, "results", again) == 303
    (result,) = Scoring(two.desk.read()).tables(1)
    assert result.entered.scores == (1200, -1200, 500, -500)


def test_an_older_button_asks_before_it_undoes_what_somebody_decided(two):
    page = two.get("/people?more=1")
    mine = next(
        form_of("<form" + part, "attend")
        for part in page.split("<form")[1:]
        if 'name="status" value="withdrawn"' in part
    )
    Registration(two.desk).attend(1, "present", 3)
    rows, again = asked(two, "people", mine)
    assert ["Plays from round", "–", "3", "≠"] in rows
    assert two.desk.read().tournament.by_number()[1].status == "present"
    assert sent(two, "people", again) == 303
    entrant = two.desk.read().tournament.by_number()[1]
    assert (entrant.status, entrant.since) == ("withdrawn", 3)


def test_a_draft_that_somebody_changed_is_not_published_unseen(two):
    Drawing(two.desk).draft(2, MARIAS, "rank")
    mine = form_of(two.get("/draw?round=2"), "publish")
    Drawing(two.desk).swap(2, 1, 2)
    rows, again = asked(two, "draw", mine)
    assert two.desk.read().tournament.draw_of(2) is None
    assert rows == [["table 1", "1 1 P. – 2 2 P. – 3 3 P. – 4 4 P.", "2 2 P. – 1 1 P. – 3 3 P. – 4 4 P.", "≠"]]
    Drawing(two.desk).swap(2, 3, 4)
    rows, again = asked(two, "draw", again)
    assert len(rows) == 1, "what changed while it was asked is asked about, too"
    assert sent(two, "draw", again) == 303
    assert two.desk.read().tournament.draw_of(2) is not None


def test_who_made_another_draft_publishes_it_from_a_page_left_open(two):
    draw = Drawing(two.desk)
    with two.desk.said_by("Hana"):
        draw.draft(2, MARIAS, "rank")
    mine = form_of(two.get("/draw?round=2"), "publish")
    two.act("", "who", name="Hana")
    two.cookie = {"Cookie": f"{two.cookie['Cookie']}; dvojtah-who=Hana"}
    with two.desk.said_by("Hana"):
        draw.swap(2, 1, 2)
        draw.discard(2)
        draw.by_hand(2, MARIAS, "1: 4 3 2 1")
    assert sent(two, "draw", mine) == 303, "Hana has seen her own draft"
    seats = two.desk.read().tournament.draw_of(2).tables[0].entrants
    assert [two.desk.state.tournament.entrants[seat].number for seat in seats] == [4, 3, 2, 1]


def test_ones_own_draft_that_somebody_took_back_is_not_published_unseen(two):
    draw = Drawing(two.desk)
    with two.desk.said_by("Hana"):
        draw.draft(2, MARIAS, "rank")
        draw.swap(2, 1, 2)
    mine = form_of(two.get("/draw?round=2"), "publish")
    two.cookie = {"Cookie": f"{two.cookie['Cookie']}; dvojtah-who=Hana"}
    with two.desk.said_by("Jana"):
        draw.take_back(two.desk.read().tournament.last.id)
    assert sent(two, "draw", mine) == 409


@pytest.mark.parametrize(
    ("other", "last", "who"),
    [
        ("Jana", "Jana", "Somebody else changed this"),
        ("Jana", "Hana", "This was changed"),
        ("", "", "This was changed"),
    ],
)
def test_a_draft_that_was_changed_between_ones_own_is_asked_about_and_by_whom_is_said(two, other, last, who):
    draw = Drawing(two.desk)
    with two.desk.said_by("Hana"):
        draw.draft(2, MARIAS, "rank")
    mine = form_of(two.get("/draw?round=2"), "publish")
    two.cookie = {"Cookie": f"{two.cookie['Cookie']}; dvojtah-who=Hana"}
    with two.desk.said_by("Hana"):
        draw.swap(2, 1, 2)
    with two.desk.said_by(other):
        draw.swap(2, 1, 4)
    with two.desk.said_by(last):
        draw.swap(2, 3, 4)
    status, sentence = refused(send(two, "draw", mine))
    assert (status, sentence.partition(" meanwhile")[0]) == (409, who)
    assert two.desk.read().tournament.draw_of(2) is None


def test_all_are_here_asks_where_somebody_was_registered_meanwhile(two):
    enrol(Registration(two.desk), ("Eva Nová",))
    mine = form_of(two.get("/people"), "all_came")
    enrol(Registration(two.desk), ("Ota Pozdní",))
    rows, again = asked(two, "people", mine)
    assert "Ota Pozdní" not in rows[0][1]
    assert "Ota Pozdní" in rows[0][2]
    assert sent(two, "people", again) == 303
    assert {entrant.status for entrant in two.desk.read().tournament.entrants.values()} == {"present"}


def test_what_was_typed_and_refused_still_says_only_what_was_changed(two):
    mine = form_of(two.get("/money"), "money")
    assert sent(two, "money", dict(mine), fee="100") == 303
    _, again = asked(two, "money", mine, prizes="60 30")
    answer = send(two, "money", again)
    assert answer.status == 409, "shares that come to 90 %"
    again = form_of(answer.read().decode(), "money")
    assert again["prizes"] == "60 30"
    assert sent(two, "money", again, prizes="60 40") == 303
    assert account(two.desk.read()).terms.fee == 100_00


def test_a_form_without_it_says_all_that_it_has(two):
    two.desk.decide(decisions.MoneySet(id="0" * 16, fee=5000))
    for earlier in ({}, {"made_from": "["}, {"made_from": "[]"}):
        assert two.act("money", "money", fee="", prizes="60 40", by="percent", step="100", **earlier).status == 303
        assert account(two.desk.read()).terms.fee == 0
