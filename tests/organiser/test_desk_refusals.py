"""What the desk refuses, in which words, and where the limits lie: fields as people write them, without HTTP."""

import pytest

from device.common.i18n import speaking, tr
from device.organiser.acts.decisions import Named, RoundSet
from device.organiser.acts.from_text import WrongField
from device.organiser.acts.ruling_acts import SeasonRules
from device.organiser.desk.asked import file_field
from device.organiser.desk.form_declaration import NEEDED, AmountField, EntrantsField, MinutesField, WholeField
from device.organiser.desk.forms import FORMS, decide
from device.organiser.log.event_games import WITHOUT_TERMS
from device.organiser.store import open_store
from device.organiser.tournament.registration import Registration
from rules.message import Refusal
from tests.organiser.events import DOUBLES, KOCKA, MARIAS, doubles, fours
from tests.organiser.pages import EVENT, rows_of
from tests.organiser.said import enrol


@pytest.fixture(scope="module")
def middle(tmp_path_factory):
    """Five pairs in the second round, a sixth that was expelled; a game is played at table 1, one is signed at 2."""
    store = open_store(str(tmp_path_factory.mktemp("event") / "event.db"), EVENT)
    store.append([*rows_of(1, entries=4), *rows_of(2)])
    desk = doubles(store)
    enrol(Registration(desk), ("Ola Nová", "Petr Starý"), "Pozdě")
    Registration(desk).warn(6, "late")
    Registration(desk).expel(6, "late again")
    yield desk
    store.close()


@pytest.fixture(scope="module")
def money(tmp_path_factory):
    """Eight players of mariáš after a round at two tables."""
    store = open_store(str(tmp_path_factory.mktemp("money") / "event.db"), EVENT)
    yield fours(store)
    store.close()


def sentence(desk, form):
    """Why a form is refused; nothing was decided then."""
    before = desk.read().last
    with speaking("en"), pytest.raises(Refusal) as refused:
        decide(desk, form)
    assert desk.read().last == before
    with speaking("en"):
        return tr(refused.value.message)


def row(do, expected, **fields):
    if do in ("csv", "season", "sheet_file"):
        fields = fields | {"file": file_field(fields["file"].encode())}
    return {"do": do} | fields, expected


NO_GAME = f"There is no game bridge; known are {', '.join(WITHOUT_TERMS)}."
NOT_ADDED = (
    "The score sheet {} is not among the games of this event. Add it on the page of the draw; then it is drawn by its "
    "name."
)
NO_SUCH = "Table 2 has played no game {}, or several begin so; the games are listed with their ids."
NO_STANDINGS = "This is not a file of standings; the other event's desk has it under Papers and files: standings.json."
NO_COLUMN = (
    "Line 1: The column Player 1 with the players is missing; not known: A, B; known are Number, Pair, Player 1, "
    "Player 2, Club, Team, Contact, Initials, Classes, "
    "Status."
)
REGISTERED = (
    "Jan Novák – Čeněk Chalupa is registered already, as number 1. Where it is somebody else of that name, say so."
)
OFF = (
    "Table 1 comes to +1.00 Kč, not to 0; nothing was entered. Correct the figures, or share the difference: "
    "−0.25 Kč for each."
)
MIDDLE = [
    row("tell", "There is no table 7 at this event.", table="7", text="x"),
    row("coming", "Table 1 has not called a referee.", table="1"),
    row("settled", "There is no table 7 at this event.", table="7"),
    row("release", "There is no table 7 at this event.", table="7"),
    row("take_release_back", "The number 1 is not free.", table="1"),
    row("back", "The result of table 1 is not signed; there is nothing to send back.", table="1", reason="x"),
    row("back", "Say why the result goes back; the table reads it.", table="2", reason=" "),
    row("back", "Nothing has been played at table 12 yet.", table="12", reason="x"),
    row("back", NO_SUCH.format("000"), table="2", reason="x", game="000"),
    row("back", NO_SUCH.format("f" * 16), table="2", reason="x", game="f" * 16),
    row("take_return_back", "No result of table 2 is sent back, or it was opened there already.", table="2"),
    row(
        "claim",
        "What table 2 says of this game is decided already; look again.",
        game="f" * 16,
        table="2",
        device="f" * 8,
        counts="yes",
    ),
    row("count", f"There is no game {'f' * 40}… here.", game="f" * 50, counts="yes"),
    row("length", "No round is on.", minutes="20"),
    row("pause_round", "No round is on."),
    row("resume_round", "No round is on."),
    row("end_round", "No round is on."),
    row("take_end_back", "No round was ended that could go on."),
    row("take_start_back", "No other round was on that could go on."),
    row("round", f"{'x' * 40}…: write minutes as a number from 0 to 1440.", round="1", minutes="x" * 41),
    row("round", "–: write minutes as a number from 0 to 1440.", round="1", minutes=""),
    row("round", NO_GAME, round="1", minutes="20", kind="bridge"),
    row("round", NOT_ADDED.format("Uno"), round="1", minutes="20", kind="rounds:Uno"),
    row("pair", NOT_ADDED.format("–"), kind="rounds", pairings="1: Jana, Petr"),
    row("draft", NOT_ADDED.format("Uno"), round="3", kind="rounds:Uno", method="fours"),
    row("sheet", "There is no score sheet Bridge.", name="Bridge"),
    row("sheet_file", "Line 1: this is not TOML.", file="Rummy to 500"),
    row("pair", "Line 1: write the table's number, a colon, and the names.", kind=DOUBLES, pairings="A – B"),
    row("pair", "Line 1: write the table's number, a colon, and the names.", kind=DOUBLES, pairings="0: A – B"),
    row("pair", "Line 1: two pairs play, with a dash between them.", kind=DOUBLES, pairings="1: A, B"),
    row("pair", "Line 2: two pairs play, with a dash between them.", kind=DOUBLES, pairings="\n1: A – B – C"),
    row("pair", "Line 1: two pairs play, with a dash between them.", kind=DOUBLES, pairings="1: A – "),
    row("pair", "Too many names for one seat of table 1: A, B, C.", kind=DOUBLES, pairings="1: A, B, C – D, E"),
    row("pair", "This game is for 3 to 5 players or pairs; 2 are named.", kind=MARIAS, pairings="1: A, B"),
    row("pair", "This game is for just 4 players; 3 named.", kind=KOCKA, pairings="1: A, B, C"),
    row("by_hand", "Line 1: This game is for just 2 pairs; 3 named.", round="3", kind=DOUBLES, lines="1: 1 2 3"),
    row("pair", "This game is for 3 to 5 players or pairs; 6 are named.", kind=MARIAS, pairings="1: A, B, C, D, E, F"),
    row(
        "pair",
        "The name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… is too long; 40 characters fit.",
        kind=DOUBLES,
        pairings="1: " + "x" * 41 + ", B – C, D",
    ),
    *(
        row("pair", "A round has a number from 1 to 99.", kind=DOUBLES, round=number, pairings="1: A, B – C, D")
        for number in ("-1", "0", "100")
    ),
    row("attend", "A round has a number from 0 to 99.", number="1", status="present", since="-1"),
    row("enrol", "Write who takes part.", player=""),
    row("enrol", "One name is there twice; tell the two apart.", player="Jan", partner="jan"),
    row("enrol", "The number 1 is already somebody else's.", player="A", number="1"),
    row("enrol", "An entrant has a number from 1 to 9999.", player="A", number="10000"),
    row("enrol", "An entrant has a number from 1 to 9999.", player="A", number="0"),
    row("enrol", "A name has from 1 to 40 characters.", player="x" * 41),
    row("enrol", "The text is too long; 100 characters fit.", player="A", club="x" * 101),
    row("enrol", "The text is too long; 100 characters fit.", player="A", contact="x" * 101),
    row("enrol", REGISTERED, player="Jan Novák", partner="Čeněk Chalupa"),
    row("enrol", "There are at most 8 classes.", player="A", classes="a,b,c,d,e,f,g,h,i"),
    row("enrol", "A class or a prize in kind has a text of at most 100 characters.", player="A", classes="x" * 101),
    row("rename", "Name as many players as before: 2.", number="1", player="A", club="", contact=""),
    row("rename", "Name as many players as before: 2.", number="1", player="", club="", contact=""),
    row("rename", "Nobody has the number 9.", number="9", player="A", partner="B", club="", contact=""),
    row("attend", "Nobody has the number 9.", number="9", status="present"),
    row("attend", "There is no status gone.", number="1", status="gone"),
    row("attend", "Number 6 was expelled and plays no further.", number="6", status="present"),
    row("attend", "A round has a number from 0 to 99.", number="1", status="present", since="100"),
    row("all_came", "Nobody is still expected."),
    row("rest", "A round has a number from 1 to 99.", number="1", of="0"),
    row("rest", "A round has a number from 1 to 99.", number="1", of="100"),
    row("warn", "Say why; it goes on record.", number="1", reason=" "),
    row("expel", "Expulsion only after a warning that is on record.", number="1", reason="x"),
    row("new_evening", "Write the name of the new evening.", title=" "),
    row("draft", "This game cannot be drawn that way.", round="3", kind=DOUBLES, method="hand"),
    row("draft", "This game cannot be drawn that way.", round="3", kind=DOUBLES, method="fours"),
    row("draft", NO_GAME, round="3", kind="bridge", method="swiss"),
    row("draft", "A round has a number from 1 to 99.", round="0", kind=DOUBLES, method="swiss"),
    row("draft", "A round has a number from 1 to 99.", round="100", kind=DOUBLES, method="swiss"),
    row("draft", "Number 1 is a pair, and this game is for single players.", round="3", kind=MARIAS, method="fours"),
    row("draft", "Round 1 has begun; its draw can only be corrected.", round="1", kind=DOUBLES, method="swiss"),
    row(
        "by_hand",
        "Line 1: Write the table's number, a colon, and the entrants' numbers.",
        round="3",
        kind=DOUBLES,
        lines="a: 1 2",
    ),
    row("by_hand", "Line 2: Number 77 does not play this round.", round="3", kind=DOUBLES, lines="\n1: 1 77"),
    row("by_hand", "No table is written here.", round="3", kind=DOUBLES, lines="1 2"),
    row("swap", "There is no draft of round 3.", round="3", one="1", other="2"),
    row("swap", "There is no draft of round 2.", round="2", one="1", other="2"),
    row("discard", "There is no draft of round 3.", round="3"),
    row("publish", "There is no draft of round 3.", round="3"),
    row("correct", "The draw of round 3 is not published.", round="3", one="1", other="2", reason="x"),
    row("correct", "Say why the draw is corrected.", round="2", one="1", other="2", reason=""),
    row("correct", "Table 1 has its result already; correct that instead.", round="1", one="1", other="3", reason="x"),
    row("correct", "Number 77 is not in this draw.", round="2", one="1", other="77", reason="x"),
    row(
        "take_back",
        "Something else was decided meanwhile; look at it before you take it back.",
        decision="0000000000000000",
    ),
    row("result", "Table 3 is not drawn for round 2.", round="2", table="3", seat0="1", seat1="2"),
    row("result", "Write a figure for each of the 2 seats.", round="2", table="1", seat0="1"),
    row("result", "Table 1 has a result; say why it is corrected.", round="1", table="1", seat0="1", seat1="2"),
    row("result", "Say why; it goes on record.", round="2", table="1", seat0="1", seat1="2", absent0="yes"),
    row("result", "the winner: choose one of those offered.", round="2", table="1", seat0="1", seat1="2", winner="2"),
    row("result", "A figure is missing; write 0 for who has nothing.", round="2", table="1", seat0="", seat1="2"),
    row("result", "1,5 has too many decimals.", round="2", table="1", seat0="1,5", seat1="2"),
    row("result", f"{'x' * 40}… is not a number.", round="2", table="1", seat0="x" * 41, seat1="2"),
    row("result", "Say why; it goes on record.", round="2", table="1", seat0="1", seat1="2", double="yes"),
    row("forfeit", "Number 3 is not in this draw.", of="2", number="3", reason="x"),
    row("forfeit", "Number 77 is not in this draw.", of="2", number="77", reason="x"),
    row("forfeit", "Say why; it goes on record.", of="2", number="1", reason=""),
    row("adjust", "Wins are whole or halves.", round="1", number="1", wins="0.3", points="", reason="x"),
    row("adjust", "Write wins or points to give or to take.", round="1", number="1", wins="", points="", reason="x"),
    row("adjust", "Say why; it goes on record.", round="1", number="1", wins="1", points="", reason=""),
    row("adjust", "The draw of round 3 is not published.", round="3", number="1", wins="1", points="", reason="x"),
    row("adjust", "Nobody has the number 77.", round="1", number="77", wins="1", reason="x"),
    row("adjust", "Wins: x is not a number.", round="1", number="1", wins="x", reason="x"),
    row("ranking", f"Places are not decided by {'x' * 40}….", kind=DOUBLES, by0="x" * 41),
    row("ranking", "A figure is given twice.", kind=DOUBLES, by0="wins", by1="wins"),
    row("ranking", NO_GAME, kind="bridge", by0="wins"),
    row("ranking", "From 0 to 20 rounds can be left out.", kind=DOUBLES, by0="wins", drop_best="21"),
    row("ranking", "From 0 to 20 members count for a team.", kind=DOUBLES, by0="wins", team_best="21"),
    row("ranking", "A team has from 0 (any number) to 20 members.", kind=DOUBLES, by0="wins", team_size="21"),
    row("ranking", "From 0 to 20 rounds can be left out.", kind=DOUBLES, by0="wins", drop_worst="-1"),
    row("freeze", "The draw of round 3 is not published.", kind=DOUBLES, after="3"),
    row("freeze", "The draw of round 1 is not published.", kind=MARIAS, after="1"),
    row("season_rules", "From 0 to 99 events can be left out.", kind=DOUBLES, counting="drop", events="100"),
    row("season_rules", "From 0 (all) to 99 events can count.", kind=DOUBLES, events="100"),
    row("season_rules", NO_GAME, kind="bridge"),
    row("season_rules", "What is counted: choose one of those offered.", kind=DOUBLES, scale="best"),
    row(
        "draw_rules",
        "Say how many rounds there are; acceleration and certain places depend on it.",
        kind=DOUBLES,
        locked="yes",
    ),
    row(
        "draw_rules",
        "Say how many rounds there are; acceleration and certain places depend on it.",
        kind=DOUBLES,
        accelerated="yes",
    ),
    row("draw_rules", "A round has a number from 0 to 99.", kind=DOUBLES, rounds="100"),
    row("pair_rule", "Write two different numbers.", one="1", other="1", rule="apart"),
    row("pair_rule", "Nobody has the number 77.", one="1", other="77", rule="apart"),
    row("money", "A later place gets no more than an earlier one.", prizes="40 60"),
    row("money", "The shares come to 90 %, not to 100 %.", prizes="60 30"),
    row("money", "A prize is a multiple of 100 haléře, in which money is handed out.", prizes="60.5", by="amount"),
    row(
        "money",
        "A prize is a multiple of 1000 haléře, in which money is handed out.",
        prizes="605",
        by="amount",
        step="1000",
    ),
    row("money", f"{'x' * 40}… is not an amount.", fee="x" * 41),
    row("money", "1,234 has too many decimals.", fee="1,234"),
    row("money", "-1 is not an amount.", fee="-1"),
    row("money", "The house keeps from 0 to 100 %.", house_percent="100,01"),
    row("money", "Money is handed out in haléře, koruny or tens of koruny.", step="5"),
    row("money", NO_GAME, kind="bridge"),
    row("money", "There are at most 200 prizes.", prizes="1 " * 201, by="amount"),
    row("prizes", "Line 2: Write the class, a colon, and its prizes.", classes="\n: 200"),
    row("prizes", "Line 1: Write the class, a colon, and its prizes.", classes="juniors 200"),
    row("prizes", "A later place gets no more than an earlier one.", classes="juniors: 100 200"),
    row("prizes", "A class is listed twice.", classes="a: 1\nA: 2"),
    row("prizes", "Line 1: x is not an amount.", classes="a: x"),
    row("prizes", "Write the order as numbers of entrants, with spaces between them.", order="1 x"),
    row("prizes", "There are at most 50 prizes in kind.", in_kind="x," * 51),
    row("prizes", "There are at most 20 classes.", classes="\n".join(f"class {n}: 1" for n in range(21))),
    row("prizes", "There are at most 50 prizes.", classes="a: " + "1 " * 51),
    row("prizes", "Nobody has the number 77.", order="77"),
    row("prizes", "A class or a prize in kind has a text of at most 100 characters.", in_kind="x" * 101),
    row("picture", "This is not a picture; choose a PNG or JPEG file.", file="eA=="),
    row("paid", "Write the numbers of those who paid, with spaces between them.", numbers=""),
    row("paid", "Write the numbers of those who paid, with spaces between them.", numbers="10000"),
    row("paid", "Nobody has the number 9999.", numbers="1;9999"),
    row("paid", "Nobody has the number 77.", numbers="77"),
    row("paid", "x is not an amount.", numbers="1", amount="x"),
    row("all_paid", "Nobody who is here owes a fee."),
    row("stream", "A broadcast has a number from 1 to 9.", slot="0"),
    row("stream", "A broadcast has a number from 1 to 9.", slot="10"),
    row("stream", "A broadcast is from 0 to 60 minutes late.", slot="1", delay="61"),
    row("stream", "A table has a number from 1 to 9999.", slot="1", table="10000"),
    row("csv", "The file names nobody.", file=""),
    row("csv", "The file names nobody.", file="Player 1\n"),
    row("csv", NO_COLUMN, file="A;B\nx;y"),
    row("csv", "Line 1: The column Player 1 is there twice.", file="Player 1;Player 1\nx;y"),
    row("csv", "Line 2: The player is not named.", file="Player 1;Player 2\n;y"),
    row(
        "csv",
        "Line 2: The name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… is too long; 40 characters fit.",
        file="Player 1\n" + "x" * 41,
    ),
    row("csv", "Line 2: An entrant has a number from 1 to 9999.", file="Player 1;Number\nA;0"),
    row("csv", "Line 2: An entrant has a number from 1 to 9999.", file="Player 1;Number\nA;10000"),
    row("csv", "Line 2: The number 1 is already somebody else's.", file="Player 1;Number\nA;1"),
    row("csv", "Line 3: A is on line 2, too.", file="Player 1\nA\nA"),
    row("season", NO_STANDINGS, file="x"),
    row("season", NO_STANDINGS, file="{}"),
    row("name", "The text is too long; 500 characters fit.", title="x" * 501),
    row("notice", "The text is too long; 500 characters fit.", text="x" * 501),
    row("name", "The text has characters that nobody can read; write it again.", title="\ud800"),
]
FLAT = {"round": "1", "table": "1", "seat1": "0", "seat2": "0", "seat3": "0", "reason": "x"}
"""A slip of which only the first seat is missing."""
MONEY = [
    row("draft", "This game cannot be drawn that way.", round="2", kind=MARIAS, method="swiss"),
    row("draft", "This game cannot be drawn that way.", round="2", kind=MARIAS, method="slide_x"),
    row("result", OFF, seat0="1", **FLAT),
    row("result", "0,001 has too many decimals.", seat0="0,001", **FLAT),
    row("result", OFF, seat0="1", agreed="200", **FLAT),
    row("adjust", "0,001 has too many decimals.", round="1", number="1", points="0,001", reason="x"),
    row("all_paid", "Nobody who is here owes a fee."),
    row("paid", "Enter the fee first.", numbers="1"),
    row("new_evening", "Write the name of the new evening.", title=""),
]


@pytest.mark.parametrize(("form", "expected"), MIDDLE, ids=[form["do"] for form, _ in MIDDLE])
def test_what_cannot_be_is_refused_in_one_sentence(middle, form, expected):
    assert sentence(middle, form) == expected


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (RoundSet(round=0, ended=500), "Round that was ended: from 0 to 99."),
        (RoundSet(round=500), "A round has a number from 1 to 99."),
        (Named(title="x" * 501), "The text is too long; 500 characters fit."),
        (SeasonRules(id="0" * 16, kind=DOUBLES, scale="best"), "What is counted: choose one of those offered."),
    ],
    ids=["number", "own words", "text", "choice"],
)
def test_an_act_is_refused_by_the_bounds_of_its_own_type(middle, act, expected):
    with speaking("en"), pytest.raises(WrongField) as refused:
        middle.decide(act)
    with speaking("en"):
        assert tr(refused.value.message) == expected


FILLED = {"round": "2", "table": "1", "number": "1", "one": "1", "other": "3", "kind": DOUBLES, "slot": "1"}


@pytest.mark.parametrize("word", FORMS)
def test_what_is_no_number_is_said_of_its_field(middle, word):
    fields = FORMS[word].fields_of(middle.state, {"do": word} | FILLED)
    filled = {each.name: "1" for each in fields if each.empty is NEEDED} | FILLED
    for each in fields:
        if isinstance(each, WholeField | MinutesField | AmountField | EntrantsField):
            with pytest.raises(WrongField) as refused:
                decide(middle, filled | {"do": word, each.name: "x"})
            assert refused.value.fields == (each.name,)


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ({"do": "correct", "round": "2", "one": "77", "other": "1", "reason": "x"}, ("one",)),
        ({"do": "correct", "round": "2", "one": "1", "other": "77", "reason": "x"}, ("other",)),
        ({"do": "correct", "round": "2", "one": "1", "other": "3", "reason": ""}, ("reason",)),
        ({"do": "forfeit", "of": "2", "number": "77", "reason": "x"}, ("number",)),
        ({"do": "draw_rules", "kind": DOUBLES, "locked": "yes"}, ("rounds",)),
        ({"do": "pair_rule", "one": "1", "other": "1", "rule": "apart"}, ("other",)),
        ({"do": "pair_rule", "one": "77", "other": "1", "rule": "apart"}, ("one",)),
        ({"do": "money", "prizes": "40 60"}, ("prizes",)),
        ({"do": "prizes", "classes": "a: 1\nA: 2"}, ("classes",)),
        ({"do": "adjust", "round": "1", "number": "1", "wins": "0.3", "reason": "x"}, ("wins",)),
        ({"do": "adjust", "round": "1", "number": "1", "reason": "x"}, ("wins", "points")),
        ({"do": "enrol", "player": "x" * 41}, ("player",)),
        ({"do": "result", "round": "2", "table": "1", "seat0": "1", "seat1": "x"}, ("seat1",)),
        ({"do": "result", "round": "2", "table": "1", "seat0": "1", "seat1": ""}, ("seat1",)),
        ({"do": "result", "round": "1", "table": "1", "seat0": "1", "seat1": "2"}, ("reason",)),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else "",
)
def test_a_refusal_knows_the_fields_of_the_form_that_it_is_about(middle, form, fields):
    with pytest.raises(Refusal) as refused:
        decide(middle, form)
    assert getattr(refused.value, "fields", ()) == fields


@pytest.mark.parametrize(("form", "expected"), MONEY, ids=[form["do"] for form, _ in MONEY])
def test_what_cannot_be_where_money_is_counted_is_refused(money, form, expected):
    assert sentence(money, form) == expected


LIMITS = [
    ({"do": "round", "minutes": "0", "kind": ""}, "round", ["2"]),
    ({"do": "draw_rules", "kind": DOUBLES}, "rounds", ["1", "99"]),
    ({"do": "season_rules", "kind": DOUBLES}, "events", ["1", "99"]),
    ({"do": "enrol", "player": "Nový", "another": "yes"}, "number", ["7", "9999"]),
    ({"do": "enrol"}, "player", ["N", "N" * 40]),
    ({"do": "enrol", "player": "Nový"}, "club", ["N" * 100]),
    ({"do": "enrol", "player": "Nový"}, "contact", ["N" * 100]),
    ({"do": "enrol", "player": "Nový"}, "team", ["N" * 100]),
    ({"do": "enrol", "player": "Nový"}, "classes", [",".join("abcdefgh")]),
    ({"do": "attend", "number": "1", "status": "present"}, "since", ["1", "99"]),
    ({"do": "rest", "number": "1"}, "of", ["1", "99"]),
    ({"do": "stream", "table": "1"}, "slot", ["1", "9"]),
    ({"do": "stream", "slot": "1"}, "table", ["1", "9999"]),
    ({"do": "stream", "slot": "1"}, "delay", ["0", "60"]),
    ({"do": "ranking", "kind": DOUBLES, "by0": "wins"}, "drop_best", ["20"]),
    ({"do": "ranking", "kind": DOUBLES, "by0": "wins"}, "drop_worst", ["20"]),
    ({"do": "ranking", "kind": DOUBLES, "by0": "wins"}, "team_best", ["20"]),
    ({"do": "ranking", "kind": DOUBLES, "by0": "wins"}, "team_size", ["20"]),
    ({"do": "money"}, "house_percent", ["0,01", "99.9", "100"]),
    ({"do": "money"}, "added", ["9999999", "9\u00a0999 999,99"]),
    ({"do": "money", "by": "amount"}, "prizes", ["1 " * 200, "2 " * 200 + "0 0", "5; 4"]),
    ({"do": "money", "fee": "1"}, "step", ["1", "100", "1000"]),
    ({"do": "prizes"}, "in_kind", ["x" * 100]),
    ({"do": "paid", "numbers": "1"}, "amount", ["0", "0,5", "9999999"]),
    ({"do": "name"}, "title", ["", "x" * 500]),
    ({"do": "notice"}, "text", ["", "x" * 500]),
    ({"do": "notice", "text": "x"}, "text_en", ["x" * 500]),
    ({"do": "tell", "table": "1"}, "text", ["x" * 500]),
    ({"do": "adjust", "round": "1", "number": "1"}, "wins", ["½", "-0,5", "−1", "+2"]),
    ({"do": "adjust", "round": "1", "number": "1"}, "points", ["1", "−1", "1 000"]),
    ({"do": "pair", "kind": DOUBLES, "round": "3"}, "pairings", ["9999: A – B", "1: " + "x" * 40 + " (A) – B"]),
    ({"do": "pair", "kind": MARIAS, "round": "3"}, "pairings", ["1: A, B, C", "1: A, B, C, D, E"]),
]


@pytest.mark.parametrize(("form", "field", "values"), LIMITS, ids=[f"{form['do']} {name}" for form, name, _ in LIMITS])
def test_what_just_fits_is_taken(store, form, field, values):
    store.append(rows_of(1))
    desk = doubles(store)
    for value in values:
        before = len(store.since(0))
        decide(desk, {"reason": "why"} | form | {field: value})
        assert len(store.since(0)) > before, value
