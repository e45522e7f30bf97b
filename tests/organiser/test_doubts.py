"""Figures that are hardly true are asked about once, with the reason; whoever says yes is not asked again."""

import html
import re

import pytest

from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament.accounts import account
from device.organiser.tournament.drawing import Drawing
from tests.organiser.events import played, with_pairs


@pytest.fixture
def inside(store, enter):
    desk = OrganiserDesk(store)
    with_pairs(desk, 8)
    played(desk, 1, "1: 1 2\n2: 3 4\n3: 5 6\n4: 7 8")
    return enter(desk)


def reasons(answer):
    """Why it is asked; and the fields of the form that says yes."""
    page = answer.read().decode().partition('id="ask"')[2].partition("</section>")[0]
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    return [html.unescape(reason) for reason in re.findall(r"<li>([^<]*)</li>", page)], form


def again(inside, page, form):
    return inside.act(
        page, form.pop("do"), **{name: text for name, text in form.items() if name not in ("word", "page")}
    )


def result(inside, table, a, b, **more):
    return inside.act("results", "result", round="1", table=str(table), seat0=str(a), seat1=str(b), **more)


def test_a_figure_beyond_all_others_is_asked_about_once(inside):
    answer = result(inside, 1, 99999, 0)
    assert answer.status == 409
    doubts, form = reasons(answer)
    assert doubts == ["Table 1: 99999 is much more than anybody has had."]
    assert inside.desk.read().tournament.results.get((1, 1)) is None
    other = dict(form) | {"seat0": "88888"}
    assert again(inside, "results", other).status == 409, "another figure is another question"
    assert again(inside, "results", form).status == 303
    assert inside.desk.read().tournament.results.get((1, 1)).scores == (99999, 0)


def test_what_is_usual_is_what_others_have(inside):
    for table in (1, 2, 3):
        assert result(inside, table, 300, 280).status == 303
    assert result(inside, 4, 1300, 280).status == 409
    assert result(inside, 4, 999, 280).status == 303


def test_nothing_to_nothing_is_asked_about_unless_it_was_ruled(inside):
    assert reasons(result(inside, 1, 0, 0))[0] == ["Table 1: 0 : 0 says that both drew without a point."]
    assert result(inside, 1, 0, 0, absent1="yes", reason="did not come").status == 303


@pytest.mark.parametrize(("minutes", "status"), [("50", 303), ("600", 409), ("1", 409), ("0", 303)])
def test_a_round_of_hours_or_of_a_moment_is_asked_about(inside, minutes, status):
    assert inside.act("", "round", round="1", minutes=minutes, kind="polish_doubles", starts="0").status == status


def test_a_round_that_would_end_another_or_is_not_drawn_is_asked_about(inside):
    form = {"minutes": "50", "kind": "polish_doubles", "starts": "0"}
    assert inside.act("", "round", round="1", **form).status == 303
    doubts, yes = reasons(inside.act("", "round", round="2", **form))
    assert doubts == ["Round 1 is on and has 49 min left; the new one ends it.", "No draw of round 2 is published."]
    assert inside.desk.read().round.round == 1
    assert again(inside, "", yes).status == 303
    assert inside.desk.read().round.round == 2


def test_the_next_round_is_started_unasked_once_every_result_is_there(inside):
    form = {"minutes": "50", "kind": "polish_doubles", "starts": "0"}
    assert inside.act("", "round", round="1", **form).status == 303
    for table in (1, 2, 3, 4):
        result(inside, table, 300, 280)
    Drawing(inside.desk).draft(2, "polish_doubles", "swiss")
    Drawing(inside.desk).publish(2)
    assert inside.act("", "round", round="2", **form).status == 303


def test_a_fee_of_thousands_and_a_second_payment_are_asked_about(inside):
    fee = {"prizes": "", "by": "percent", "step": "100"}
    assert inside.act("money", "money", fee="100", **fee).status == 303
    assert inside.act("money", "money", fee="10000", **fee).status == 409
    assert account(inside.desk.read()).terms.fee == 100_00
    assert inside.act("money", "paid", numbers="1 2").status == 303
    assert reasons(inside.act("money", "paid", numbers="2 3"))[0] == ["These have paid already: 2."]
    assert inside.act("money", "paid", numbers="3 4").status == 303


def test_a_fee_of_nothing_shows_no_payments_and_no_negative_nothing(inside):
    page = inside.get("/money")
    assert "First enter the fee and the prizes" in page
    assert 'id="fees"' not in page
    assert "−0" not in page
    assert "of 8" not in page
