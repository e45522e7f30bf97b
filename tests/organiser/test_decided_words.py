"""What the desk says was decided last, in one line, for every kind of decision."""

from device.i18n import speaking, tr
from device.organiser.desk.asked import file_field
from device.organiser.desk.doubts import Doubt
from device.organiser.desk.forms import decide
from device.organiser.tournament.decided import in_words
from device.organiser.tournament.registration import Registration
from tests.organiser.events import DOUBLES, doubles


def act(do, said, **fields):
    return {"do": do} | fields, said


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
    act("season_rules", "how the season is counted was changed", kind=DOUBLES, drop="1"),
    act("pair_rule", "never meet: 2 Eva Šťastná + Řehoř Dvořák – 3 Sloky 2", one="2", other="3", rule="apart"),
    act("pair_rule", "wish to meet: 2 Eva Šťastná + Řehoř Dvořák – 3 Sloky 2", one="2", other="3", rule="wished"),
    act("pair_rule", "meet as it comes: 2 Eva Šťastná + Řehoř Dvořák – 3 Sloky 2", one="2", other="3"),
    act("prizes", "prizes in kind and of classes were set", in_kind="ham"),
    act("picture", "the picture of diplomas was set", file=""),
    act("money", "fee and prizes were set", fee="50"),
    act("paid", "paid 20.00 Kč: 2 Eva Šťastná + Řehoř Dvořák", numbers="2", amount="20"),
    act("paid", "2 entrants paid", numbers="3 4"),
    act("all_paid", "4 entrants paid"),
    act("new_evening", "a new evening: Second", title="Second"),
]


def last(desk):
    state = desk.read()
    return str(tr(in_words(state, state.tournament.last)))


def test_each_decision_is_said_in_one_line(store):
    desk = doubles(store)
    with speaking("en"):
        for form, said in ACTS:
            try:
                decide(desk, form)
            except Doubt as doubt:
                decide(desk, form | {"sure": doubt.mark})
            assert last(desk) == said


def test_who_says_so_at_the_door_is_named_as_such(store):
    desk = doubles(store)
    with speaking("en"):
        decide(desk, {"do": "enrol", "player": "Ola", "partner": "Iva"})
        Registration(desk).check_in(6, (0,))
        assert last(desk) == "say they are here: 6 Ola + Iva"
