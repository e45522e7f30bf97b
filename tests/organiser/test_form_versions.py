"""What each form is about, and what is shown where somebody else changed that meanwhile; without HTTP."""

import re
from fractions import Fraction

import pytest

from device.common.i18n import speaking
from device.organiser.desk.form_versions import FormConflict, as_text, check
from device.organiser.desk.forms import FORMS, decide
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.made_from import FIELD
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from tests.organiser.desks import call
from tests.organiser.events import DOUBLES, doubles
from tests.organiser.pages import rows_of
from tests.organiser.said import correct, enrol, ranking, result

TIME = re.compile(r"\b\d\d?:\d\d\b")
CODE = re.compile(r"\b[0-9A-Z]{6}\b")


@pytest.fixture
def desk(store):
    """Five pairs, two rounds drawn, the first played; a game runs at table 1."""
    store.append(rows_of(1, entries=4))
    with speaking("en"):
        yield doubles(store)


def changed(desk, form, meanwhile):
    """What is raised about a form that was made before somebody else acted."""
    declared = FORMS[form["do"]]
    fields_made = as_text(declared.version(desk, form))
    meanwhile(desk)
    desk.read()
    with pytest.raises(FormConflict) as raised:
        check(desk, declared, form | {FIELD: fields_made})
    return raised.value


def cells(comparison):
    return [f"{line.label}: {line.was or '–'} | {text_of(line.mine)} | {line.now or '–'}" for line in comparison.lines]


def text_of(mine):
    return "" if mine is None else mine or "–"


def round_two(desk):
    desk.round(2, 1200)


def ended(desk):
    round_two(desk)
    desk.end_round()


def paused(desk):
    round_two(desk)
    desk.pause_round()


def called(desk):
    desk._store.append([call(1)])


def warned(desk):
    Registration(desk).warn(1, "noise")


def paired_anew(desk):
    decide(desk, {"do": "pair", "kind": DOUBLES, "round": "3", "pairings": "1: C – D"})


def claimed(desk):
    rows = rows_of(1)
    desk._store.append([*rows, rows[-1]._replace(table="2", seq=90, n=90)])


def rests(desk):
    Registration(desk).rest(1, 3)


def drafted(desk):
    Drawing(desk).by_hand(3, DOUBLES, "1: 1 3\n12: 5 4\n2")


def adjusted(desk):
    Rulings(desk).adjust(1, 1, Fraction(1, 2), -30, "late")


def adjusted_twice(desk):
    adjusted(desk)
    Rulings(desk).adjust(3, 1, Fraction(-1), 0, "left early")


def registered(desk):
    enrol(Registration(desk), ("Eva Nová", "Ota Pozdní"), "Pozdě")


def case(do, meanwhile, *lines, before=lambda desk: None, **form):
    """A form, what somebody did before it was made and what after that, and each line: it was, it says, it is."""
    return do, form, before, meanwhile, lines


RESULT = "Result: – |  | Moravští krtci 65 : 87 Dvě sloky"
OTHERS = "2: Eva Šťastná + Řehoř Dvořák – Josef Novák + Ivo Čáp"
STATUS = "Status: here |  | here"
LAST = "Last decision: 0:00 5 entrants paid |  | 0:00 rests in round 3: 1 Krtci"
DRAFTED = [
    "table 1: – |  | 1 Krtci – 3 Sloky 2",
    "table 12: – |  | 5 Žáková + Novák – 4 Novák + Čáp",
    "Bye:: – |  | 2 Šťastná + Dvořák",
]
SWAPPED = [
    "table 1: 1 Krtci – 3 Sloky 2 |  | 2 Šťastná + Dvořák – 3 Sloky 2",
    "table 12: 5 Žáková + Novák – 4 Novák + Čáp |  | 5 Žáková + Novák – 4 Novák + Čáp",
    "Bye:: 2 Šťastná + Dvořák |  | 1 Krtci",
]
FIRST = {"number": "1", "reason": "x", "table": "1", "game": f"{1:016x}"}
CASES = [
    case(
        "name",
        lambda desk: desk.name("Písek"),
        "Name of the event: Podzimní turnaj <Písek> | Brno | Písek",
        title="Brno",
    ),
    case("round", round_two, "Round: – |  | 2", minutes="20"),
    case("take_end_back", lambda desk: desk.round(3, 1200), "Round: – |  | 3", before=ended),
    case("take_start_back", OrganiserDesk.end_round, "Round: 2 |  | –", before=round_two),
    case(
        "length",
        lambda desk: desk.round_length(590),
        "Round: 2 | – | 2",
        "Minutes: 20 | 15 | 10",
        "Countdown: runs | – | runs",
        before=round_two,
        minutes="15",
    ),
    case(
        "pause_round",
        OrganiserDesk.pause_round,
        "Round: 2 |  | 2",
        "Minutes: 20 |  | 20",
        "Countdown: runs |  | stopped",
        before=round_two,
    ),
    case(
        "resume_round",
        OrganiserDesk.resume_round,
        "Round: 2 |  | 2",
        "Minutes: 20 |  | 20",
        "Countdown: stopped |  | runs",
        before=paused,
    ),
    case(
        "end_round",
        OrganiserDesk.end_round,
        "Round: 2 |  | –",
        "Minutes: 20 |  | –",
        "Countdown: runs |  | –",
        before=round_two,
    ),
    case(
        "notice",
        lambda desk: desk.notice("Oběd", "Lunch"),
        "In Czech: – | Káva | Oběd",
        "In English: – | Coffee | Lunch",
        text="Káva",
        text_en="Coffee",
    ),
    case("telephones", lambda desk: desk.allow_telephones(False), "Telephones as clock buttons: yes |  | no"),
    case("tell", lambda desk: desk.tell(1, "Late."), "Tell the table: – | Lunch | Late.", text="Lunch"),
    case("coming", called, "Calls: – |  | 0:00"),
    case("settled", lambda desk: desk.settle_call(1), "Calls: 0:00 |  | –", before=called),
    case("release", lambda desk: desk.release(1), "Number is free: – |  | yes"),
    case(
        "take_release_back",
        lambda desk: desk.take_release_back(1),
        "Number is free: yes |  | –",
        before=lambda desk: desk.release(1),
    ),
    *(case(do, lambda desk: desk._store.append(rows_of(1)), RESULT) for do in ("back", "take_return_back")),
    case("unpair", lambda desk: desk.unpair(1), "Pairing: Krtci – Ema Žáková + Jan Novák |  | –"),
    case("pair", paired_anew, "table 1: 2: Krtci – Ema Žáková + Jan Novák |  | 3: C – D", pairings="1: A – B"),
    case(
        "pair",
        paired_anew,
        "table 1: 2: Krtci – Ema Žáková + Jan Novák |  | 3: C – D",
        f"table 12: {OTHERS} |  | {OTHERS}",
    ),
    case("count", lambda desk: desk.count(f"{1:016x}", False, "twice"), "Counts: yes |  | no"),
    case(
        "count",
        lambda desk: desk.count(f"{1:016x}", True),
        "Counts: no |  | yes",
        before=lambda desk: desk.count(f"{1:016x}", False, "twice"),
    ),
    case(
        "claim",
        lambda desk: desk.decide_claim(f"{1:016x}", 2, "b" * 8, False),
        "What another device says: waits |  | left out",
        before=claimed,
        game=f"{1:016x}",
        table="2",
        device="b" * 8,
    ),
    case("remove_entrant", lambda desk: Registration(desk).warn(1, "noise"), STATUS, "Warnings: – |  | noise"),
    case("warn", lambda desk: Registration(desk).warn(1, "noise"), STATUS, "Warnings: – |  | noise"),
    case("warn", warned, STATUS, "Warnings: noise |  | noise; noise", before=warned),
    case(
        "expel",
        lambda desk: Registration(desk).expel(1, "again"),
        "Status: here |  | expelled",
        "Warnings: noise |  | noise",
        before=warned,
    ),
    case("rest", rests, STATUS, "Bye in round: – |  | 3"),
    case(
        "rest_not",
        lambda desk: Registration(desk).rest(1, 4),
        STATUS,
        "Bye in round: 11 |  | 4 11",
        before=lambda desk: Registration(desk).rest(1, 11),
    ),
    case(
        "attend",
        lambda desk: Registration(desk).attend(1, "withdrawn", 3),
        "Status: here |  | withdrawn",
        "Plays from round: – |  | 3",
        status="present",
    ),
    case(
        "attend",
        lambda desk: Registration(desk).check_in(6, (0, 1)),
        "Status: expected |  | here",
        "Said so at the door: – |  | yes",
        before=registered,
        status="present",
        number="6",
    ),
    case(
        "all_came",
        lambda desk: enrol(Registration(desk), ("Eva N.", "Ota P."), "Pozdě 2"),
        "expected: 6 Pozdě |  | 6 Pozdě, 7 Pozdě 2",
        before=registered,
    ),
    case(
        "rename",
        lambda desk: correct(Registration(desk), 1, ("Petr", "Čeněk Chalupa"), "Krtci", "Písek", "777"),
        "Player 1: Jan Novák | Jan | Petr",
        "Player 2: Čeněk Chalupa | Čeněk Chalupa | Čeněk Chalupa",
        "Name of the pair: Krtci | Krtci | Krtci",
        "Club: Písek | Písek | Písek",
        "Contact: Jan@example.cz | 777 | 777",
        player="Jan",
        partner="Čeněk Chalupa",
        name="Krtci",
        club="Písek",
        team="",
        contact="Jan@example.cz",
    ),
    *(case(do, drafted, *DRAFTED, round="3") for do in ("draft", "by_hand")),
    *(
        case(do, lambda desk: Drawing(desk).swap(3, 1, 2), *SWAPPED, before=drafted, round="3")
        for do in ("swap", "discard", "publish")
    ),
    case(
        "correct",
        lambda desk: Drawing(desk).correct(2, 1, 2, "mixed up"),
        "table 1: 1 Krtci – 5 Žáková + Novák |  | 2 Šťastná + Dvořák – 5 Žáková + Novák",
        "table 12: 2 Šťastná + Dvořák – 4 Novák + Čáp |  | 1 Krtci – 4 Novák + Čáp",
        "Bye:: 3 Sloky 2 |  | 3 Sloky 2",
        round="2",
    ),
    case(
        "result",
        lambda desk: result(Drawing(desk), 2, 1, (300, 200)),
        "Krtci: – | 10 | 300",
        "Žáková + Novák: – | 20 | 200",
        round="2",
        seat0="10",
        seat1="20",
    ),
    case(
        "result",
        lambda desk: result(Drawing(desk), 2, 1, (0, 0), absent=(1,), reason="away"),
        "Krtci: – | 10 | 0",
        "Žáková + Novák: – | 20 | 0",
        "Krtci forfeits: – | yes | –",
        "Žáková + Novák forfeits: – | yes | yes",
        round="2",
        seat0="10",
        seat1="20",
        absent0="yes",
    ),
    case(
        "result",
        lambda desk: result(Drawing(desk), 2, 1, (10, 10), winner=1),
        "Krtci: – | 10 | 10",
        "Žáková + Novák: – | 10 | 10",
        "the winner: – | 1 Krtci | 5 Ema Žáková + Jan Novák",
        round="2",
        seat0="10",
        seat1="10",
        winner="0",
    ),
    case(
        "forfeit",
        lambda desk: result(Drawing(desk), 2, 1, (300, 200)),
        "round 1: 312 : 250 |  | 312 : 250",
        "round 2: – |  | 300 : 200",
    ),
    case("forfeit", lambda desk: result(Drawing(desk), 2, 1, (300, 200)), "round 2: – |  | 300 : 200", of="2"),
    case("adjust", adjusted, "Krtci: – |  | +0.5 / −30: late", round="1"),
    case(
        "adjust",
        adjusted_twice,
        "Krtci: +0.5 / −30: late |  | +0.5 / −30: late; +0.5 / −30: late",
        "Sloky 2: – |  | −1 / 0: left early",
        before=adjusted,
        round="1",
        number=None,
    ),
    case(
        "paid",
        lambda desk: decide(desk, {"do": "paid", "numbers": "1", "amount": "50"}),
        "Paid: 100 |  | 50",
        numbers="1",
        amount="20",
    ),
    case(
        "all_paid",
        lambda desk: [decide(desk, {"do": "paid", "numbers": number, "amount": "50"}) for number in "13"],
        "Have not paid: – |  | 1 3",
    ),
    *(case(do, rests, LAST) for do in ("new_evening", "delete_contacts")),
    case(
        "money",
        lambda desk: decide(desk, {"do": "money", "fee": "110", "prizes": "60 40", "house_percent": "10"}),
        "Fee of an entrant (Kč): 100 | 120 | 110",
        "The house keeps, % of the fund: 10 | 10 | 10",
        "Prizes: 60 40 | 60 40 | 60 40",
        "Prizes are given as: shares of the fund in % | shares of the fund in % | shares of the fund in %",
        "Paid out in: whole koruny | whole koruny | whole koruny",
        fee="120",
        prizes="60 40",
        by="percent",
        house_percent="10",
        step="100",
    ),
    case(
        "draw_rules",
        lambda desk: Drawing(desk).rule(DOUBLES, 9, True, False),
        "Rounds in all: – | 7 | 9",
        "The first rounds are accelerated: – | yes | yes",
        kind=DOUBLES,
        rounds="7",
    ),
    case(
        "season_rules",
        lambda desk: decide(desk, {"do": "season_rules", "kind": DOUBLES, "scale": "hundred", "persons": "yes"}),
        "What is counted: the sums of what was played | points for places: the last 1, each above one more | "
        "points for places: the first 100, the others their share",
        "Events that count: the best events | all but the worst events | the best events",
        "Events (0: all): – | 1 | –",
        "Everybody on their own, in changing pairs: – | yes | yes",
        kind=DOUBLES,
        scale="field",
        counting="drop",
        events="1",
    ),
    case(
        "prizes",
        lambda desk: decide(
            desk, {"do": "prizes", "in_kind": "a book", "classes": "juniors: 50; a cup", "order": "2 1"}
        ),
        "Those who share a place get: equal parts of what these places bring | – | "
        "equal parts of what these places bring",
        "Money of classes comes out of the fund: yes | – | –",
        "Prizes in kind from first place down, separated by commas: – | a ball | a book",
        "Classes: – | juniors: 50; a cup | juniors: 50; a cup",
        "Order after a play-off or a lot (numbers): – | 2 1 | 2 1",
        in_kind="a ball",
    ),
    case("door", lambda desk: desk.door(True), "Code at the door: – |  | CODE"),
    case("standby", lambda desk: desk.standby(True), "A second machine copies the event: no |  | yes", on="yes"),
]


@pytest.mark.parametrize(("do", "form", "before", "meanwhile", "lines"), CASES)
def test_what_changed_meanwhile_is_shown_line_by_line(desk, do, form, before, meanwhile, lines):
    before(desk)
    desk.read()
    wanted = {name: text for name, text in (FIRST | form).items() if text is not None}
    comparison = changed(desk, {"do": do} | wanted, meanwhile)
    assert [CODE.sub("CODE", TIME.sub("0:00", line)) for line in cells(comparison)] == list(lines)
    assert comparison.is_written is not all(" |  | " in line for line in lines)


def test_every_form_about_what_stands_is_here():
    assert {of[0] for of in CASES} | {"ranking", "stream"} == {word for word, form in FORMS.items() if form.subject}


def test_a_broadcast_and_what_decides_places_are_compared_field_by_field(desk):
    comparison = changed(
        desk, {"do": "stream", "slot": "1", "table": "1", "delay": "0"}, lambda desk: desk.stream(1, 12, 90)
    )
    assert [(line.was, line.mine, line.now) for line in comparison.lines] == [("", "1", "12"), ("", "0", "1.5")]
    counts = dict.fromkeys(("drop_best", "drop_worst", "team_best", "team_size"), "0")
    form = {"do": "ranking", "kind": DOUBLES, "by0": "margin", "rest": "2"} | counts
    comparison = changed(desk, form, lambda desk: ranking(desk, DOUBLES, ("wins",), drop_best=1))
    assert [line for line, compared in zip(cells(comparison), comparison.lines, strict=True) if compared.differs] == [
        "1. by: Wins | Difference | Wins"
    ]
    assert not [line.label for line in comparison.lines if "_" in line.label], "as people call it"
