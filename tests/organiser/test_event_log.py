"""States of an event: handed out as values, by one fold for all who read them."""

import threading

import pytest

from device.organiser.acts import decisions
from device.organiser.log import event_log
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_log import EventLog, Tail
from device.organiser.log.fold import Fold
from device.organiser.log.ingest import BrokerAddress
from device.organiser.service import OrganiserService
from device.organiser.store import LogRow, StoreTrouble, Watch, everything, open_store
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.scoring import Scoring
from rules.message import msg
from tests.organiser import commands
from tests.organiser.conftest import EVENT
from tests.organiser.desks import call, seen
from tests.organiser.events import DOUBLES, played, take_back, with_pairs
from tests.organiser.folds import fold_rows
from tests.organiser.pages import rows_of
from tests.organiser.said import ranking


def look(state):
    return commands.folded_parts(state), vars(state.tournament), state.places, state.games


@pytest.mark.parametrize("every", [1, 2, 3])
def test_what_was_handed_out_is_what_it_was_whatever_comes_later(desk, store, every):
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    game = rows_of(3)
    store.append([*game[:4], seen(3, True), call(3)])
    desk.read()
    desk.answer_call(3)
    store.append([seen(3, False)._replace(seq=3), *game[4:-2]])
    desk.count(game[0].game, False)
    Registration(desk).warn(1, "late")
    take_back(desk)
    store.append([game[-2]])
    store.append([game[-1]])
    assert desk.read().games[game[0].game].scores, "it is signed"
    desk.send_back(3, "no signature")
    desk.release(3)
    desk.notice("Break")
    ranking(desk, DOUBLES, ("wins",))
    Rulings(desk).begin_evening("Second")
    take_back(desk)
    Registration(desk).warn(2, "late")
    rows = list(everything(store))
    fold, states = Fold(), {}
    for number, row in enumerate(rows, start=1):
        fold.take(row)
        if (len(rows) - number) % every == 0:
            states[number] = fold.state
    for number, state in states.items():
        assert look(state) == look(fold_rows(rows[:number])), rows[number - 1]


def test_an_evening_that_is_over_is_another_value_where_something_comes_late(desk, store):
    desk.name("First")
    rows = rows_of(1)
    store.append(rows[:-1])
    desk.read()
    store.append([rows[-1]._replace(seq=900, n=800, body="{}")])
    store.append([rows[-1]])
    desk.read()
    Rulings(desk).begin_evening("Second")
    before = desk.state.evenings[0]
    known = len(before.games[rows[0].game].texts)
    store.append([rows[-1]._replace(seq=901, n=801, body="{}")])
    assert len(desk.read().evenings[0].games[rows[0].game].texts) == known + 1
    assert len(before.games[rows[0].game].texts) == known


def test_standings_are_computed_once_for_all_states_in_which_they_are_the_same(desk, store):
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2", (300, 200))
    first = Scoring(desk.read())
    assert Scoring(desk.state).lines(DOUBLES) is first.lines(DOUBLES)
    lines, standings = first.lines(DOUBLES), first.standings(DOUBLES)
    store.append(rows_of(7)[:5])
    assert len(desk.read().games) == 1, "a game goes on, and none was signed"
    assert Scoring(desk.state).lines(DOUBLES) is lines
    assert Scoring(desk.state).standings(DOUBLES) is standings
    Rulings(desk).adjust(1, 1, 0, 5, "gift")
    assert Scoring(desk.state).lines(DOUBLES)[0].points == lines[0].points + 5
    store.append(rows_of(7)[5:])
    assert Scoring(desk.read()).result_counts() != first.result_counts()


def test_what_another_reader_of_the_log_has_read_is_told_to_the_tables(tmp_path):
    service = OrganiserService(EVENT, lambda: open_store(str(tmp_path / "event.db"), EVENT), BrokerAddress())
    service.open()
    published = []
    service.ingest.publish = lambda topic, message, retain=False: published.append((topic, message)) or True
    desk = OrganiserDesk(open_store(str(tmp_path / "event.db"), EVENT), log=service.log)
    desk.decide(decisions.NoteSent(table=4, text="Come"))
    assert desk.state.places[4].note == "Come", "the desk has read the row"
    service._read()
    ((topic, order),) = published
    assert topic.endswith("/desk/4/order")
    assert order.note == "Come"
    service._read()
    assert len(published) == 1
    assert service.state is desk.read(), "there is one state in the process"


def test_where_nothing_was_said_of_the_broker_nothing_is_wrong_with_it(desk):
    assert desk.state.linked


def test_a_log_is_read_once_for_all_its_readers(store):
    store.append(rows_of(1))
    log = EventLog(store)
    desk, other = OrganiserDesk(store, log=log), OrganiserDesk(store, log=log)
    assert desk.state is other.state
    desk.name("Autumn")
    assert other.state.title == "", "a desk goes on with what it has read"
    assert other.read() is desk.state


def row(id):
    return LogRow(id, "1", "b" * 8, id, "seen", "", 0, 0, 0, "{}")


class Moody:
    """A store whose answers are known beforehand; an error is raised, and after the last it has nothing new."""

    def __init__(self, *answers):
        self.answers, self.done, self.asked = list(answers), threading.Event(), []

    def since(self, after):
        if not self.answers:
            self.done.set()
            return []
        self.asked.append(after)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def watch(self, on_news, look_s):
        return Watch(look_s)

    def close(self):
        self.done.clear()


def test_what_follows_the_log_is_told_once_that_it_has_caught_up_and_once_of_each_trouble(monkeypatch):
    monkeypatch.setattr(event_log, "LOOK_S", 0)
    monkeypatch.setattr(event_log, "AGAIN_S", 0)
    away = StoreTrouble(msg("gone"))
    store, calls = Moody([row(1), row(2)], [], [], away, away, [row(3)], [], away, []), []
    tail = Tail(
        lambda: store,
        lambda rows: calls.append([log_row.id for log_row in rows]),
        calls.append,
        lambda event_store: calls.append(event_store is store),
        lambda: calls.append("caught up"),
    )
    tail.start()
    assert store.done.wait(20)
    tail.close()
    assert calls == [True, [1, 2], "caught up", True, False, [3], True, False]
    assert store.asked == [0, 2, 2, 2, 2, 2, 3, 3, 3]
    assert not store.done.is_set(), "the store is let go"
