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


def test_an_entrants_club_stays_where_an_older_form_changes_the_name(two):
    mine = form_of(two.get("/people?more=1"), "rename")
    theirs = dict(mine)
    assert sent(two, "people", theirs, club="Brno", contact="777", initials="yes") == 303
    rows, again = asked(two, "people", mine, player="Karel")
    assert two.desk.read().tournament.by_number()[1].players == ("Player 1",), "nothing is written before the answer"
    assert ["Player 1", "Player 1", "Karel", "Player 1", "≠"] in rows
    assert ["Club", "club 1", "Brno", "Brno", ""] in rows
    assert sent(two, "people", again) == 303
    entrant = two.desk.read().tournament.by_number()[1]
    assert (entrant.players, entrant.club, entrant.initials) == (("Karel",), "Brno", True)
    assert two.desk.contacts()[entrant.id] == "777"
    fresh = form_of(two.get("/people?more=1"), "rename")
    assert sent(two, "people", fresh, club="", initials=None) == 303
    entrant = two.desk.read().tournament.by_number()[1]
    assert (entrant.players, entrant.club, entrant.initials) == (("Karel",), "", False), "what is cleared is said"


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


def test_what_both_have_written_alike_is_not_asked_about(two):
    mine = form_of(two.get("/people?more=1"), "rename")
    assert sent(two, "people", dict(mine), club="Brno") == 303
    assert sent(two, "people", mine, club="Brno") == 303


def test_all_are_here_asks_where_somebody_was_registered_meanwhile(two):
    enrol(Registration(two.desk), ("Eva Nová",))
    mine = form_of(two.get("/people"), "all_came")
    enrol(Registration(two.desk), ("Ota Pozdní",))
    rows, again = asked(two, "people", mine)
    assert "Ota Pozdní" not in rows[0][1]
    assert "Ota Pozdní" in rows[0][2]
    assert sent(two, "people", again) == 303
    assert {entrant.status for entrant in two.desk.read().tournament.entrants.values()} == {"present"}


def test_the_fee_stays_where_an_older_form_changes_the_prizes(two):
    mine = form_of(two.get("/money"), "money")
    assert sent(two, "money", dict(mine), fee="100", settle="yes") == 303
    _, again = asked(two, "money", mine, prizes="60 40")
    assert sent(two, "money", again) == 303
    terms = account(two.desk.read()).terms
    assert (terms.fee, terms.settle, terms.prizes, terms.by_percent) == (100_00, True, (6000, 4000), True)
    mine = form_of(two.get("/money"), "money")
    assert sent(two, "money", dict(mine), prizes="500 300", by="amount") == 303
    _, again = asked(two, "money", mine, prizes="70 30")
    assert sent(two, "money", again) == 303
    terms = account(two.desk.read()).terms
    assert (terms.prizes, terms.by_percent) == ((7000, 3000), True), "what prizes are goes with them"


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


def test_how_places_are_decided_is_one_thing_and_the_counts_beside_it_are_others(two):
    mine = form_of(two.get("/standings"), "ranking")
    assert sent(two, "standings", dict(mine), drop_worst="1", by0="points", by1="lately") == 303
    _, again = asked(two, "standings", mine, team_size="4")
    assert sent(two, "standings", again) == 303
    rules = Scoring(two.desk.read()).rules(MARIAS)
    assert (rules.by_figures, rules.drop_worst, rules.team_size) == (("points", "lately"), 1, 4)


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


def test_what_a_table_is_told_is_named_as_its_field_is(two):
    mine = form_of(two.get("/?more=1"), "tell")
    two.desk.tell(1, "The round begins late.")
    rows, again = asked(two, "", mine, text="Lunch is at noon.")
    assert rows == [["Tell the table", "–", "Lunch is at noon.", "The round begins late.", "≠"]]
    assert sent(two, "", again) == 303
    assert two.desk.read().places[1].note == "Lunch is at noon."


def test_the_events_name_stays_where_an_older_form_is_sent_as_it_was(two):
    mine = form_of(two.get("/"), "name")
    two.desk.name("Písek")
    assert sent(two, "", {**mine, "page": ""}) == 303, "who changed nothing is asked nothing"
    assert two.desk.read().title == "Písek"
    _, again = asked(two, "", {**mine, "page": ""}, title="Brno")
    assert sent(two, "", {**again, "page": ""}) == 303
    assert two.desk.read().title == "Brno"


def test_a_form_without_it_says_all_that_it_has(two):
    two.desk.decide(decisions.MoneySet(id="0" * 16, fee=5000))
    for earlier in ({}, {"made_from": "["}, {"made_from": "[]"}):
        assert two.act("money", "money", fee="", prizes="60 40", by="percent", step="100", **earlier).status == 303
        assert account(two.desk.read()).terms.fee == 0
