"""A form that was opened before somebody else's decision says only what was changed in it, over real HTTP."""

import html
import re

import pytest

from device.organiser.acts import decisions
from device.organiser.log.event_control import Desk
from device.organiser.tournament.accounts import account
from device.organiser.tournament.people_csv import read
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.scoring import Scoring
from tests.organiser.events import MARIAS, drawn
from tests.organiser.pages import Inside

FIELD = re.compile(r"<(?:input|select|option|textarea)\b[^>]*>")


def form_of(page, do):
    """The fields of a page's first form that does ``do``, as a browser would send them."""
    text = next(one for one in page.split("<form")[1:] if f'name="do" value="{do}"' in one).partition("</form>")[0]
    found, select = {}, ""
    for tag in FIELD.findall(text):
        name = re.search(r' name="([^"]*)"', tag)
        value = html.unescape((re.search(r' value="([^"]*)"', tag) or ["", ""])[1])
        if tag.startswith("<select"):
            select = name[1]
            found[select] = None
        elif tag.startswith("<option"):
            if " selected" in tag or found[select] is None:
                found[select] = value
        elif "checkbox" not in tag or " checked" in tag:
            found[name[1]] = value
    return found


@pytest.fixture
def two(store):
    """Two browsers at the desk of a mariáš evening."""
    desk = Desk(store)
    lines = "".join(f"Player {n};club {n};{n}@example.cz\n" for n in range(1, 5))
    Registration(desk).enrol(read("Player 1;Club;Contact\n" + lines))
    Registration(desk).all_came()
    drawn(desk, 1, MARIAS, "fours")
    one = Inside(desk)
    yield one
    one.page.close()


def sent(inside, page, form, **typed):
    form = {name: value for name, value in (form | typed).items() if value is not None}
    form.pop("word"), form.pop("page")
    return inside.act(page, **form).status


def test_an_entrants_club_stays_where_an_older_form_changes_the_name(two):
    mine = form_of(two.get("/people?more=1"), "rename")
    theirs = dict(mine)
    assert sent(two, "people", theirs, club="Brno", contact="777", initials="yes") == 303
    assert sent(two, "people", mine, player="Karel") == 303
    one = two.desk.read().tournament.by_number()[1]
    assert (one.players, one.club, one.initials) == (("Karel",), "Brno", True)
    assert two.desk.contacts()[one.id] == "777"
    fresh = form_of(two.get("/people?more=1"), "rename")
    assert sent(two, "people", fresh, club="", initials=None) == 303
    one = two.desk.read().tournament.by_number()[1]
    assert (one.players, one.club, one.initials) == (("Karel",), "", False), "what is cleared is said"


def test_whoever_plays_from_a_later_round_does_so_after_an_older_forms_button(two):
    page = two.get("/people?more=1")
    mine = next(
        form_of("<form" + one, "attend") for one in page.split("<form")[1:] if 'name="status" value="withdrawn"' in one
    )
    Registration(two.desk).attend(1, "present", 3)
    assert sent(two, "people", mine) == 303
    one = two.desk.read().tournament.by_number()[1]
    assert (one.status, one.since) == ("withdrawn", 3)


def test_the_fee_stays_where_an_older_form_changes_the_prizes(two):
    mine = form_of(two.get("/money"), "money")
    assert sent(two, "money", dict(mine), fee="100", settle="yes") == 303
    assert sent(two, "money", mine, prizes="60 40") == 303
    terms = account(two.desk.read()).terms
    assert (terms.fee, terms.settle, terms.prizes, terms.by_percent) == (100_00, True, (6000, 4000), True)
    mine = form_of(two.get("/money"), "money")
    assert sent(two, "money", dict(mine), prizes="500 300", by="amount") == 303
    assert sent(two, "money", mine, prizes="70 30") == 303
    terms = account(two.desk.read()).terms
    assert (terms.prizes, terms.by_percent) == ((7000, 3000), True), "what prizes are goes with them"


def test_what_was_typed_and_refused_still_says_only_what_was_changed(two):
    mine = form_of(two.get("/money"), "money")
    assert sent(two, "money", dict(mine), fee="100") == 303
    answer = two.act("money", **{k: v for k, v in (mine | {"prizes": "60 30"}).items() if k not in ("word", "page")})
    assert answer.status == 409
    again = form_of(answer.read().decode(), "money")
    assert sent(two, "money", again, prizes="60 40") == 303
    assert account(two.desk.read()).terms.fee == 100_00


def test_how_places_are_decided_is_one_thing_and_the_counts_beside_it_are_others(two):
    mine = form_of(two.get("/standings"), "ranking")
    assert sent(two, "standings", dict(mine), drop_worst="1", by0="points", by1="lately") == 303
    assert sent(two, "standings", mine, team_size="4") == 303
    rules = Scoring(two.desk.read()).rules(MARIAS)
    assert (rules.by, rules.drop_worst, rules.team_size) == (("points", "lately"), 1, 4)


def test_a_seat_that_somebody_corrected_stays_where_an_older_form_corrects_another(two):
    first = form_of(two.get("/results?round=1"), "result")
    assert sent(two, "results", first, seat0="10", seat1="-10", seat2="0", seat3="0") == 303
    mine = form_of(two.get("/results?round=1"), "result")
    assert sent(two, "results", dict(mine), seat0="12", seat1="-12", reason="added wrong") == 303
    assert sent(two, "results", mine, seat2="5", seat3="-5", reason="swapped") == 303
    (one,) = Scoring(two.desk.read()).tables(1)
    assert one.entered.scores == (1200, -1200, 500, -500)


def test_the_events_name_stays_where_an_older_form_is_sent_as_it_was(two):
    mine = form_of(two.get("/"), "name")
    two.desk.name("Písek")
    assert sent(two, "", {**mine, "page": ""}) == 303
    assert two.desk.read().title == "Písek"
    assert sent(two, "", {**mine, "page": ""}, title="Brno") == 303
    assert two.desk.read().title == "Brno"


def test_a_form_without_it_says_all_that_it_has(two):
    two.desk.decide(decisions.MoneySet(id="0" * 16, fee=5000))
    for made in ({}, {"made_from": "["}, {"made_from": "[]"}):
        assert two.act("money", "money", fee="", prizes="60 40", by="percent", step="100", **made).status == 303
        assert account(two.desk.read()).terms.fee == 0
