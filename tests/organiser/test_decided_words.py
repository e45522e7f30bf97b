"""What the desk says was decided, in one line, for every kind of decision."""

import re

import pytest

from device.common.i18n import speaking, tr
from device.organiser.acts import decisions
from device.organiser.desk.asked import file_field
from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.desk.doubts import Doubt
from device.organiser.desk.forms import decide
from device.organiser.log.fold import Fold
from device.organiser.tournament.decided import in_words
from device.organiser.tournament.decision_list import decided_lines
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from tests.organiser.desks import call
from tests.organiser.events import DOUBLES, doubles, played
from tests.organiser.pages import Inside, rows_of

GAME = f"{1:016x}"


def act(do, sentence, **fields):
    return {"do": do} | fields, sentence


ACTS = [
    act("enrol", "registered: 6 Ola + Iva", player="Ola", partner="Iva"),
    act("rename", "changed: 6 Ola + Iva", number="6", player="Ola", partner="Iva", club="Brno", contact=""),
    act("attend", "here: 6 Ola + Iva", number="6", status="present"),
    act("attend", "withdrawn: 6 Ola + Iva", number="6", status="withdrawn"),
    act("attend", "expected: 6 Ola + Iva", number="6", status="registered"),
    act("csv", "registered: 2 entrants", file=file_field(b"Player 1;Player 2\nA;B\nC;D")),
    act("all_came", "here: 3 entrants"),
    act("rest", "rests in round 3: 1 Krtci", number="1", of="3"),
    act("rest_not", "plays in round 3: 1 Krtci", number="1", of="3"),
    act("warn", "warned: 1 Krtci (noise)", number="1", reason="noise"),
    act("expel", "expelled: 1 Krtci (again)", number="1", reason="again"),
    act("by_hand", "draft of round 3", round="3", kind=DOUBLES, lines="1: 2 3\n2: 4 5"),
    act("swap", "draft of round 3", round="3", one="2", other="4"),
    act("discard", "the draft of round 3 was discarded", round="3"),
    act("by_hand", "draft of round 3", round="3", kind=DOUBLES, lines="1: 2 3\n2: 4 5\n6\n7\n8"),
    act("publish", "the draw of round 3 was published", round="3"),
    act("correct", "the draw of round 3 was corrected: mixed", round="3", one="2", other="4", reason="mixed"),
    act("result", "result of table 1, round 3: 300 : 200", round="3", table="1", seat0="300", seat1="200"),
    act(
        "result",
        "result of table 1, round 3: 300 : 210 (added wrong)",
        round="3",
        table="1",
        seat0="300",
        seat1="210",
        reason="added wrong",
    ),
    act("forfeit", "result of table 2, round 3: 0 : 0 (away)", of="3", number="2", reason="away"),
    act(
        "adjust",
        "points were adjusted, round 3: 3 Sloky 2 (late)",
        round="3",
        number="3",
        wins="½",
        points="-5",
        reason="late",
    ),
    act("ranking", "how places are decided was changed", kind=DOUBLES, by0="wins"),
    act("freeze", "the standings after round 1 were kept", kind=DOUBLES, after="1"),
    act("draw_rules", "how rounds are drawn was changed", kind=DOUBLES, rounds="5"),
    act("season_rules", "how the season is counted was changed", kind=DOUBLES, counting="drop", events="1"),
    act("pair_rule", "never meet: 2 Eva Šťastná + Řehoř Dvořák – 3 Sloky 2", one="2", other="3", rule="apart"),
    act("pair_rule", "wish to meet: 2 Eva Šťastná + Řehoř Dvořák – 3 Sloky 2", one="2", other="3", rule="wished"),
    act("pair_rule", "may meet: 2 Eva Šťastná + Řehoř Dvořák – 3 Sloky 2", one="2", other="3"),
    act("prizes", "prizes in kind and of classes were set", in_kind="ham"),
    act("picture", "the picture of diplomas was set", file=""),
    act("money", "fee and prizes were set", fee="50"),
    act("paid", "paid 20.00 Kč: 2 Eva Šťastná + Řehoř Dvořák", numbers="2", amount="20"),
    act("paid", "2 entrants paid", numbers="3 4"),
    act("all_paid", "4 entrants paid"),
    act("new_evening", "a new evening: Second", title="Second"),
]


AT_TABLES = [
    act("name", "the event is called Podzim", title="Podzim"),
    act("name", "the event has no name any more", title=""),
    act("round", "round 2 was started, for 50 min", round="2", minutes="50"),
    act("length", "round 2 lasts 62.5 min", minutes="62,5"),
    act("pause_round", "the countdown of round 2 was stopped"),
    act("resume_round", "the countdown of round 2 goes on"),
    act("round", "round 2 was started anew, for 40 min", round="2", minutes="40"),
    act("end_round", "round 2 was ended"),
    act("take_end_back", "round 2 goes on as before"),
    act("round", "round 3 was set to start in 15 min, for 50 min", round="3", minutes="50", starts="15"),
    act("take_start_back", "round 2 goes on as before"),
    act("end_round", "round 2 was ended"),
    act("round", "round 3 was set to start in 5 min, for 50 min", round="3", minutes="50", starts="5"),
    act("end_round", "round 3 was called off"),
    act("notice", "announcement: Oběd je ve 12.", text="Oběd je ve 12."),
    act("notice", "announcement: Lunch at noon.", text_en="Lunch at noon."),
    act("notice", "the announcement was taken down", text=""),
    act("door", "people say themselves at the door that they are here", open="yes"),
    act("door", "nobody says at the door any more that they are here", open="no"),
    act("stream", "broadcast 1: table 1, 2.5 min late", slot="1", table="1", delay="2,5"),
    act("stream", "broadcast 1: the first tables, 0 min late", slot="1"),
    act("telephones", "telephones may not be clock buttons any more", allowed="no"),
    act("telephones", "telephones may be clock buttons", allowed="yes"),
    act("standby", "a second machine may copy the event", on="yes"),
    act("standby", "no second machine may copy the event any more", on="no"),
    act("pair", "pairing for table 3: Ota, Iva – Eva, Jan", kind=DOUBLES, pairings="3: Ota, Iva - Eva, Jan"),
    act("pair", "pairings for tables 3, 4", kind=DOUBLES, pairings="3: Ota, Iva - Eva, Jan\n4: Al, Bo - Cy, Di"),
    act("unpair", "nobody is paired at table 3 any more", table="3"),
    act("coming", "the referee is on the way to table 1", table="1"),
    act("settled", "the call of table 1 is settled", table="1"),
    act("back", "the result of table 1 goes back: read it again", table="1", reason="read it again"),
    act("take_return_back", "the result of table 1 stands after all", table="1"),
    act("count", "a game of table 1 does not count (a test)", game=GAME, counts="no", reason="a test"),
    act("count", "a game of table 1 counts", game=GAME, counts="yes"),
    act("release", "the number 1 is free for a spare table", table="1"),
    act("take_release_back", "the number 1 stays with its device", table="1"),
    act("tell", "table 1 was told: Please hurry.", table="1", text="Please hurry."),
    act("tell", "what table 1 was told was taken back", table="1", text=""),
    act("delete_contacts", "all contacts were deleted"),
]


def last(desk):
    state = desk.read()
    return str(tr(in_words(state, state.tournament.last)))


def surely(desk, form):
    """Decide what a form says, also where it is asked about."""
    try:
        decide(desk, form)
    except Doubt as doubt:
        decide(desk, form | {"sure": doubt.mark})


def said_lines(desk):
    """What the list of decisions says, the newest first."""
    state = desk.read()
    return [str(tr(line.in_words(state))) for line in decided_lines(state)]


def test_each_decision_is_said_in_one_line(store):
    desk = doubles(store)
    with speaking("en"):
        for form, sentence in ACTS:
            surely(desk, form)
            assert last(desk) == sentence


def test_who_says_so_at_the_door_is_named_as_such(store):
    desk = doubles(store)
    with speaking("en"):
        decide(desk, {"do": "enrol", "player": "Ola", "partner": "Iva"})
        Registration(desk).check_in(6, (0,))
        assert last(desk) == "say they are here: 6 Ola + Iva"


def test_each_decision_about_tables_and_rounds_has_its_line(store):
    desk = doubles(store)
    store.append([*rows_of(1), call(1)])
    lines = len(decided_lines(desk.read()))
    with speaking("en"):
        for form, sentence in AT_TABLES:
            surely(desk, form)
            lines += 1
            assert (len(decided_lines(desk.read())), said_lines(desk)[0]) == (lines, sentence)


def test_no_kind_of_decision_is_without_words(store):
    """Each act of the log, however empty, is said otherwise than as a decision that nobody knows."""
    desk = doubles(store)
    update = decisions.UpdateOrdered(update="1" * 16, version="0.3.0", tables=(1, 4))
    acts = [update, decisions.UpdateOrdered(update="1" * 16)]
    acts += [
        decisions.ClaimDecided(game=GAME, table=1, device="d" * 8, counts=True),
        decisions.ClaimDecided(game=GAME, table=1, device="d" * 8, counts=False),
        decisions.SentBack(game="f" * 16, reason="x"),
        decisions.TakenBack(decision="9" * 16),
    ]
    with speaking("en"):
        for decision in acts:
            desk.decide(decision)
        assert said_lines(desk)[: len(acts)] == [
            "a decision was taken back",
            "the result of table – goes back: x",
            "what table 1 says of another device's game is left out",
            "what table 1 says of another device's game counts",
            "the update of the tables was called off",
            "update to 0.3.0 for 2 tables",
        ]


def test_a_draw_has_one_line_whatever_it_tells_the_tables(store):
    desk = doubles(store)
    draw = Drawing(desk)
    played(desk, 3, "1: 2 3\n2: 4 5\n1")
    played(desk, 3, "1: 2 3\n1 4 5")
    draw.take_back(desk.read().tournament.last.id)
    with speaking("en"):
        assert said_lines(desk)[:5] == [
            "taken back: the draw of round 3 was published",
            "the draw of round 3 was published",
            "draft of round 3",
            "the draw of round 3 was published",
            "draft of round 3",
        ]
    assert [line.in_force for line in decided_lines(desk.state)[:3]] == [True, False, True]


def test_an_earlier_versions_draw_and_list_of_those_who_came_have_one_line_each(store):
    """It did not say which acts were decided at once; their ids and the draw do."""
    desk = doubles(store)
    fold = Fold()
    for row in store.since(0):
        fold.take(row._replace(n=0))
    with speaking("en"):
        assert [str(tr(line.in_words(fold.state))) for line in decided_lines(fold.state)] == said_lines(desk)


def test_an_evening_that_was_taken_back_keeps_what_was_decided(store):
    desk = doubles(store)
    before = len(decided_lines(desk.read()))
    Rulings(desk).begin_evening("Second")
    with speaking("en"):
        assert said_lines(desk) == ["a new evening: Second"]
        assert "Podzimní" in Inside(desk).get("/log"), "the evening before stands below"
        Drawing(desk).take_back(desk.read().tournament.last.id)
        assert said_lines(desk)[:2] == ["taken back: a new evening: Second", "a new evening: Second"]
    assert len(decided_lines(desk.read())) == before + 2


@pytest.mark.usefixtures("cheap_passwords")
def test_who_changed_an_account_stands_among_the_decisions(store, tmp_path):
    desk = Inside(doubles(store), accounts=DeskAccounts(tmp_path))
    desk.act("accounts", "new_account", name="Jana", role="scorer")
    desk.act("accounts", "role", name=" JANA", role="arbiter")
    desk.act("accounts", "reset", name="Jana")
    desk.act("accounts", "remove", name="Jana")
    desk.act("accounts", "remove", name="Jana")  # there is none any more
    page = desk.get("/log")
    with speaking("en"):
        assert said_lines(desk.desk)[:4] == [
            "account removed: Jana",
            "account Jana has a new one-time password",
            "account JANA has the role: arbiter",
            "account made: Jana, scorer",
        ]
    assert len(re.findall(r"<tr><td>[0-9:]+</td><td>(?:organiser)?</td><td>account ", page)) == 4


def test_decisions_beyond_a_page_are_on_the_next(store):
    desk = doubles(store)
    for n in range(160):
        desk.name(f"name {n}")
    inside = Inside(desk)
    first, second = inside.get("/log"), inside.get("/log?sheet=2")
    assert "name 159<" in first
    assert "name 5<" not in first
    assert "name 5<" in second
    assert "Krtci" in second
