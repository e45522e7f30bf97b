"""Whatever is decided, and however: once it is committed, the store opens again and says the same."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.common.cli.failure import Failure
from device.common.event import messages, wire
from device.organiser.acts import decisions
from device.organiser.acts.from_text import seconds_of
from device.organiser.desk.doubts import Doubt
from device.organiser.desk.forms import decide
from device.organiser.desk.page_view import DeskPages
from device.organiser.log import orders
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.log.pairing import TableSeating
from device.organiser.log.sorter import IncomingMessage, Sorter
from device.organiser.log.table_state import TableState
from device.organiser.log.troubles import troubles
from device.organiser.service import OrganiserService
from device.organiser.store import LogRow, everything, open_store
from rules.game import SECOND
from rules.games import KEYS
from rules.message import Refusal
from tests.organiser.commands import command, folded_parts
from tests.organiser.conftest import EVENT
from tests.organiser.folds import fold_rows
from tests.organiser.pages import board_of, rows_of
from tests.organiser.test_every_form import FORMS

pytestmark = pytest.mark.usefixtures("in_english")

# -- what is refused, everywhere ---------------------------------------------------------------------------------------

WRONG = [
    (("round", "100"), {"do": "round", "round": "100", "minutes": "50"}, "1 to 99"),
    (("round", "0"), {"do": "round", "round": "0", "minutes": "50"}, "1 to 99"),
    (("round", "3", "--minutes=-5"), {"do": "round", "round": "3", "minutes": "-5"}, "from 0 to 1440"),
    (("round", "3", "--minutes", "nan"), {"do": "round", "round": "3", "minutes": "nan"}, "from 0 to 1440"),
    (("round", "3", "--minutes", "inf"), {"do": "round", "round": "3", "minutes": "inf"}, "from 0 to 1440"),
    (("round", "3", "--minutes", "x"), {"do": "round", "round": "3", "minutes": "x"}, "from 0 to 1440"),
    (("round", "3", "--starts-in", "1e300"), {"do": "round", "round": "3", "minutes": "5", "starts": "1e300"}, "1440"),
    (("notice", "ž" * 501), {"do": "notice", "text": "ž" * 501}, "500 characters"),
    (("notice", "", "--en", "x" * 501), {"do": "notice", "text_en": "x" * 501}, "500 characters"),
    (("name", "x" * 501), {"do": "name", "title": "x" * 501}, "500 characters"),
    (("tell", "1", "x" * 501), {"do": "tell", "table": "1", "text": "x" * 501}, "500 characters"),
    (("back", "1", "x" * 501), {"do": "back", "table": "1", "reason": "x" * 501}, "500 characters"),
    (("name", "\udcff"), {"do": "name", "title": "\udcff"}, "nobody can read"),
    (("pair", "--round", "100"), {"do": "pair", "kind": "polish_doubles", "round": "100"}, "1 to 99"),
    (("pair",), {"do": "pair", "kind": "polish_doubles", "pairings": "3: A,B,C,D,E,F,G,H,I – J,K"}, "Too many names"),
    (("pair",), {"do": "pair", "kind": "polish_doubles", "pairings": f"3: {'x' * 41}, B – C, D"}, "too long"),
    (("pair",), {"do": "pair", "kind": "polish_doubles", "pairings": "10000: A, B – C, D"}, "Line 1"),
    (("unpair", "10000"), {"do": "unpair", "table": "10000"}, "1 to 9999"),
    (("unpair", "-1"), {"do": "unpair", "table": "-1"}, "1 to 9999"),
]


@pytest.mark.parametrize(("arguments", "form", "why"), WRONG)
def test_what_could_not_be_read_again_is_refused_with_a_sentence_and_nothing_is_kept(
    store, tmp_path, arguments, form, why
):
    store.append(rows_of(1))
    last = fold_rows(everything(store)).last
    pairings = form.setdefault("pairings", "3: A, B – C, D") if form["do"] == "pair" else ""
    with pytest.raises(Refusal, match=why):
        decide(OrganiserDesk(store), form)
    with pytest.raises(Failure, match=why):
        command(str(tmp_path / "event.db"), *arguments, text=pairings)
    assert fold_rows(everything(store)).last == last


def test_one_bad_line_of_pairings_pairs_nobody(store):
    desk = OrganiserDesk(store)
    with pytest.raises(Refusal, match="too long"):
        desk.pair_all("marias", [TableSeating(1, [["A"], ["B"], ["C"]]), TableSeating(2, [["A"], ["B"], ["x" * 41]])])
    assert desk.read().places == {}


def test_minutes_are_numbers_of_a_day():
    assert [seconds_of(text) for text in ("50", "2,5", "0", "1440", " 1 ")] == [3000, 150, 0, 86400, 60]
    for text in ("", "x", "nan", "inf", "-1", "1441", "1e300"):
        with pytest.raises(Refusal, match="from 0 to 1440"):
            seconds_of(text)


# -- any act, by any way -----------------------------------------------------------------------------------------------

AT_TABLES = (
    *("name", "round", "length", "pause_round", "resume_round", "end_round", "take_end_back", "take_start_back"),
    *("notice", "pair", "coming", "settled", "release", "take_release_back", "take_return_back", "unpair", "back"),
    *("tell", "count"),
)
WORDS = st.text(st.characters(codec="utf-8") | st.sampled_from("\0\udcff\n–,:()"), max_size=60)
LONG = st.one_of(WORDS, st.builds(lambda text, n: text * n, WORDS, st.sampled_from((1, 9, 40))))
NUMBERS = st.one_of(st.integers(-2, 110), st.integers())
KINDS = st.sampled_from((*KEYS, "", "chess"))
TABLES = st.one_of(st.sampled_from((1, 2)), NUMBERS)
SEATS = st.lists(st.lists(LONG, max_size=10), max_size=26)
VALUES = st.one_of(
    LONG, NUMBERS.map(str), st.floats().map(str), st.sampled_from(("1", "no", "polish_doubles", f"{1:016x}"))
)
OF_TABLES = [form for form in FORMS if form["do"] in AT_TABLES]
FILLED_IN = st.sampled_from(OF_TABLES).flatmap(
    lambda form: st.fixed_dictionaries({"do": st.just(form["do"])} | {name: VALUES for name in form if name != "do"})
)
CALLS = st.one_of(
    st.tuples(
        st.just("pair_all"),
        KINDS,
        st.lists(st.builds(TableSeating, TABLES, SEATS, st.lists(LONG, max_size=30)), max_size=2),
        st.none() | NUMBERS,
    ),
    st.tuples(st.just("round"), NUMBERS, NUMBERS, KINDS, NUMBERS),
    st.tuples(st.just("round_length"), NUMBERS),
    st.tuples(st.just("notice"), LONG, LONG),
    st.tuples(st.just("send_back"), TABLES, LONG),
)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(FILLED_IN, CALLS), max_size=12))
def test_after_any_decisions_the_store_opens_and_says_the_same(decisions):
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "event.db")
        store = open_store(path, EVENT)
        store.append(rows_of(1))
        desk = OrganiserDesk(store)
        for decision in decisions:
            before = desk.state.last
            try:
                if isinstance(decision, dict):
                    decide(desk, decision)
                else:
                    getattr(desk, decision[0])(*decision[1:])
            except (Doubt, Refusal, ValueError, KeyError):
                assert desk.read().last == before
        again = OrganiserDesk(open_store(path, EVENT, read_only=True)).state
        assert again.unreadable == 0
        assert folded_parts(again) == folded_parts(desk.state)
        troubles(again, desk.now() + 4000 * SECOND)
        for place in again.tables():
            order = again.order(place)
            assert wire.decode(wire.encode(order), messages.Order) == order
        current_round = orders.round_on(again.round, "0" * 16, again.title)
        assert wire.decode(wire.encode(current_round), messages.CurrentRound) == current_round
        current_round = orders.notice(again.notice)
        assert wire.decode(wire.encode(current_round), messages.Notice) == current_round


# -- what tables send --------------------------------------------------------------------------------------------------

NONCE = st.text("0123456789abcdef", min_size=8, max_size=32)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.sampled_from(("event", "game", "pairs", "players", "points", "of")), JSON)
EVENTS = st.one_of(
    OBJECTS.map(json.dumps), st.sampled_from(('{"x":1e999}', '{"x":' + "9" * 400 + "}", '{"a":"\\u0000"}'))
)
ROWS = st.lists(
    st.one_of(
        EVENTS.map(lambda text: f'{{"row":"begun","game":"{"a" * 8}","setup":{text},"created":"\\u0000"}}'),
        st.builds(
            lambda n, at, text: f'{{"row":"entry","game":"{"a" * 8}","n":{n},"at":{at},"event":{text}}}',
            st.integers(0, 4),
            st.integers(),
            EVENTS,
        ),
        st.builds(
            lambda call, why, side: json.dumps({"row": "call", "call": call, "why": why, "side": side}),
            NONCE,
            st.text(max_size=110),
            st.integers(-1, 2),
        ),
    ),
    min_size=1,
    max_size=4,
)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ROWS, max_size=6))
def test_whatever_a_table_sends_everybody_can_read_what_is_kept_of_it(sent):
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "event.db"), EVENT)
        sorter = Sorter(EVENT, store)
        first = 1
        for rows in sent:
            payload = f'{{"boot":"{"b" * 8}","first":{first},"rows":[{",".join(rows)}]}}'.encode()
            group = sorter.sort([IncomingMessage(wire.Topics(EVENT).of_table(7, "rows"), payload, 5, False)])
            store.append(group.rows, group.refused)
            first += len(rows) if group.acks else 0
        state = fold_rows(everything(store))
        assert state.unreadable == 0
        board_of(store)
        DeskPages(OrganiserDesk(store), str).page("", "w", {})
        for game in state.games.values():
            assert game.record
            ask = messages.AskGame(boot="b" * 8, device="d" * 8, game=game.uid)
            assert wire.decode(wire.encode(state.part(game, ask)), messages.GamePart).game == game.uid


# -- what the organiser sends ------------------------------------------------------------------------------------------


def test_results_sent_back_never_make_a_message_that_no_table_reads():
    order = messages.Order(
        note="ž" * 500, pairing=messages.Pairing(pairing="a" * 8, kind="x", seats=(("ž" * 100,) * 8,) * 20)
    )
    many = [messages.ReturnedResult(game=f"{n:016x}", reason="\U0001f0cf" * 500) for n in range(30)]
    order_sent = orders.with_returned(order, many)
    assert wire.decode(wire.encode(order_sent), messages.Order) == order_sent
    assert 5 <= len(order_sent.returned) < 20


@pytest.mark.parametrize(
    "act",
    [
        decisions.RoundSet(round=3, starts=2**63, length_s=60),
        decisions.RoundSet(round=3, paused_at=2**63),
        decisions.Paired(table=7, pairing="a" * 16, seats=(("ž" * 100,) * 8,) * 24),
        decisions.Coming(table=7, call="a" * 40),
    ],
)
def test_nothing_is_decided_that_a_table_could_not_be_told(store, act):
    desk = OrganiserDesk(store)
    with pytest.raises(Refusal):
        desk.decide(act)
    assert store.since(0) == []


def test_what_an_earlier_version_decided_and_no_table_reads_does_not_keep_the_rest_from_being_told(tmp_path):
    service = OrganiserService(EVENT, lambda: open_store(str(tmp_path / "event.db"), EVENT), BrokerAddress())
    service.open()
    topics = []
    service.ingest.publish = lambda topic, message, retain=False: topics.append(topic) or True
    service.state.round = decisions.RoundSet(round=3, starts=2**63, length_s=60)
    service.state.places[7] = TableState(7)
    service._tell_all()
    assert [topic.rpartition("/desk/")[2] for topic in topics] == ["all/notice", "7/order"]


def test_a_game_of_long_czech_lines_goes_to_a_spare_in_parts_that_it_can_read(store):
    setup = json.dumps({"game": "x", "title": "ž" * 11_000}, ensure_ascii=False)
    begun = json.dumps({"setup": setup}, ensure_ascii=False)
    event = json.dumps({"event": "ž" * 5_000}, ensure_ascii=False)
    store.append([LogRow(0, "1", "b" * 8, 1, "begun", "a" * 8, 0, 0, 1, begun)])
    store.append([LogRow(0, "1", "b" * 8, n + 1, "entry", "a" * 8, n, 0, 1, event) for n in range(1, 9)])
    state = fold_rows(everything(store))
    after = 0
    while after < 8:
        ask = messages.AskGame(boot="b" * 8, device="d" * 8, game="a" * 8, after=after)
        part = wire.decode(wire.encode(state.part(state.games["a" * 8], ask)), messages.GamePart)
        assert part.entries
        after = part.entries[-1].n


def test_an_act_is_read_by_the_decoder_that_will_read_it():
    act = decisions.Paired(table=7, pairing="a" * 16, round=3, seats=(("Jana",), ("Petr",)))
    assert decisions.decode(decisions.encode(act)) == act
    with pytest.raises(Refusal, match="1 to 99"):
        decisions.encode(decisions.RoundSet(round=100))
