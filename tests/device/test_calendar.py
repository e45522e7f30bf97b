"""What day is it: a date is what the network, a battery, the organiser or people here vouch for, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from device.common import i18n
from device.common.event.messages import Time
from device.common.exports import day_of
from device.common.files import wall_clock
from device.common.files.wall_clock import FIRST, from_battery, machine_vouches
from device.event.timing import OrganiserClock
from device.game_files import fetch
from device.graphics.actions import DATE, DONE, STATISTICS
from device.journal import Journal
from device.kiosk.screen import ask, call_on
from device.screens.date_screen import DateController, DateScreen
from device.screens.home import HomeController
from device.table import calendar
from device.table.calendar import Calendar
from rules.game import SECOND
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import opened
from tools.play.players.polish_doubles import DoublesPlayer

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
PLAIN = "2026-11-21T18:30:00+00:00"


class Clock:
    """The monotonic clock, moved by hand."""

    ns = 7 * SECOND

    def __call__(self) -> int:
        return self.ns


def test_a_clock_that_is_vouched_for_labels_as_it_always_did():
    assert Calendar(Clock()).label(PLAIN) == PLAIN


def test_where_nobody_knows_the_label_is_no_date_for_anybody():
    label = Calendar(Clock(), lambda: False).label(PLAIN)
    assert label.endswith(PLAIN)
    assert day_of(label) == ""
    with pytest.raises(ValueError, match="Invalid"):
        datetime.fromisoformat(label)


def test_what_people_say_holds_and_goes_on_with_the_monotonic_clock_whatever_the_wall_clock_does():
    clock = Clock()
    day = Calendar(clock, lambda: False)
    assert day.asks
    day.say(NOON)
    clock.ns += 3600 * SECOND
    assert day.label("1970-01-01T00:00:00+00:00") == (NOON + timedelta(hours=1)).isoformat(timespec="seconds")
    assert not day.asks
    assert day.is_known


def test_the_organiser_comes_before_people_and_the_machine_before_both():
    clock, wall, vouched = Clock(), [None], [False]
    day = Calendar(clock, lambda: vouched[0], lambda: wall[0])
    day.say(NOON)
    wall[0] = round(datetime(2027, 5, 1, tzinfo=UTC).timestamp()) * SECOND - clock.ns
    assert day.label(PLAIN).startswith("2027-05-01T00:00:00")
    vouched[0] = True
    assert day.label(PLAIN) == PLAIN


def test_whoever_leaves_it_open_is_not_asked_again():
    day = Calendar(Clock(), lambda: False)
    day.decline()
    assert not day.asks
    assert not day.is_known
    assert day.label(PLAIN)[0] == "?"


def test_the_day_is_asked_once_until_the_system_starts_anew(tmp_path, monkeypatch):
    clock, day_file, boot = Clock(), tmp_path / "day.json", tmp_path / "boot_id"
    boot.write_text("one\n")
    monkeypatch.setattr(calendar, "BOOT", boot)
    Calendar(clock, lambda: False, day_file=day_file).say(NOON)
    clock.ns += 60 * SECOND
    again = Calendar(clock, lambda: False, day_file=day_file)
    assert not again.asks
    assert again.label(PLAIN) == (NOON + timedelta(minutes=1)).isoformat(timespec="seconds")
    boot.write_text("two\n")
    other = Calendar(clock, lambda: False, day_file=day_file)
    assert other.asks, "nobody knows how long it was off"
    other.decline()
    assert not Calendar(clock, lambda: False, day_file=day_file).asks
    day_file.write_text("{")
    assert Calendar(clock, lambda: False, day_file=day_file).asks, "damaged, it is as if nobody had said anything"
    day_file.write_text(f'{{"boot":"two","offset":{10**18 * 9}}}')
    assert Calendar(clock, lambda: False, day_file=day_file).asks, "no day is as far away as that"


def test_a_battery_is_believed_only_where_it_is_not_behind_what_has_been(monkeypatch):
    monkeypatch.setattr(wall_clock, "is_synchronised", lambda: False)
    monkeypatch.setattr(wall_clock, "from_battery", lambda: True)
    monkeypatch.setattr(wall_clock, "FIRST", datetime(2020, 1, 1, tzinfo=UTC))
    now = datetime.now(UTC)
    assert machine_vouches(None)
    assert machine_vouches(now - timedelta(days=1))
    assert not machine_vouches(now + timedelta(days=1))
    monkeypatch.setattr(wall_clock, "FIRST", now + timedelta(days=1))
    assert not machine_vouches(None), "a battery that ran out"


def test_without_network_and_battery_no_wall_clock_is_believed_however_late_it_is(monkeypatch):
    monkeypatch.setattr(wall_clock, "is_synchronised", lambda: False)
    monkeypatch.setattr(wall_clock, "from_battery", lambda: False)
    assert not machine_vouches(FIRST)


@pytest.mark.parametrize(("content", "believed"), [("1\n", True), ("0\n", False), ("", False), (None, False)])
def test_the_kernel_says_whether_a_battery_set_the_clock(tmp_path, content, believed):
    if content is not None:
        (tmp_path / "hctosys").write_text(content)
    assert from_battery(tmp_path / "hctosys") is believed


def test_a_table_takes_the_wall_clock_of_an_organiser_who_says_it():
    clock = OrganiserClock()
    clock.open(0)
    asked = clock.ask(100)
    assert asked is not None
    answer = Time(boot="0" * 8, asked=asked, now=5, clock="1" * 8, wall=1_800_000_000 * SECOND)
    assert clock.on_answer(answer, 100)
    assert clock.wall == 1_800_000_000 * SECOND - 100
    again = clock.ask(100 + SECOND)
    assert clock.on_answer(Time(boot="0" * 8, asked=again, now=9, clock="1" * 8), 100 + SECOND)
    assert clock.wall is None, "an organiser who does not know says nothing"


def test_a_paper_has_the_day_that_was_said_while_the_game_was_played(tmp_path):
    day = Calendar(Clock(), lambda: False)
    journal = Journal(tmp_path / "journal.db")
    journal.label = day.label
    from tools.play.gallery import FULL, load_record

    record = load_record(FULL)
    journal.new_game(record.game, record.setup)
    journal.append(1, record.entries[0], "touch", 0)
    journal.flush()
    i18n.use("cs")
    assert day_of(fetch(journal.path, 1).created) == ""
    day.say(NOON)
    journal.append(1, record.entries[1], "touch", 0)
    journal.close()
    assert day_of(fetch(journal.path, 1).created) == "1. 3. 2027"


@pytest.fixture
def p(tmp_path):
    player = DoublesPlayer(tmp_path)
    player.kiosk.host.calendar.vouches = lambda: False
    player.kiosk.host.home()
    player.wait(1000)
    yield player
    player.close()


def test_the_home_screen_asks_once_and_the_answer_labels_what_follows(p):
    p.touch(DATE)
    before = p.kiosk.controller.current_screen().current_moment(p.kiosk.controller.state)
    p.touch(call_on(DateScreen.on_step, 2, 1))
    p.touch(DONE)
    assert not p.has(DATE)
    opened(p)
    p.kiosk.journal.flush()
    (game,) = p.kiosk.journal.games()
    assert datetime.fromisoformat(game.created).astimezone().year == before.year + 1


@pytest.fixture
def untold(p):
    """A table that nobody told the day, with a game that was begun."""
    p.touch(DATE)
    p.touch(ask(DateController.leave_open))
    assert not p.has(DATE)
    opened(p)
    p.kiosk.host.home()
    p.wait(1000)
    return p


def test_a_table_that_is_not_told_has_games_without_a_date(untold):
    (game,) = untold.kiosk.journal.games()
    untold.touch(ask(HomeController.put_away, game.id))
    untold.wait(1000)
    assert says(untold, "datum neznámé")


def test_a_table_that_is_not_told_counts_games_as_ever(untold):
    untold.touch(STATISTICS)
    untold.kiosk.controller.count.thread.join()
    untold.wait(1000)
    assert says(untold, "Počítají se partie")


@pytest.mark.parametrize(
    ("steps", "date"),
    [
        ([(0, 1)], (2027, 1, 1)),
        ([(0, -1)], (2027, 1, 30)),
        ([(1, 1)], (2027, 2, 28)),
        ([(1, -1)], (2027, 12, 31)),
        ([(2, 1)], (2028, 1, 31)),
        ([(1, 1), (2, 1)], (2028, 2, 28)),
    ],
)
def test_steps_stay_within_the_month(p, steps, date):
    p.touch(DATE)
    screen = DateScreen(datetime(2027, 1, 31, 8, 0).astimezone())
    for place, step in steps:
        screen = screen.on_step(p.kiosk.controller.state, place, step)
    assert (screen.moment.year, screen.moment.month, screen.moment.day) == date
