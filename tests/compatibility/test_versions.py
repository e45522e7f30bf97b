"""What earlier versions wrote opens today and comes to the same (tests/compatibility/README.md)."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from device.app.kept_screens import half_written_screen, name_of
from device.cli import main as dvojtah
from device.common.event import broker
from device.common.event import ticket as tickets
from device.common.settings.reading import load
from device.common.settings.settings import Settings, as_values
from device.common.specs.model import GameLine
from device.common.updates.asking import unread_news
from device.first_start.common.asking import read_outcome
from device.first_start.common.system import CardSystem
from device.games.chess_clock import own_controls
from device.games.polyssimo import shapes_file
from device.journal import Journal, outbox
from device.people.declared import read as read_declared
from device.people.drafts import Drafts
from device.people.people import People
from device.pods.pairing import PodPairing
from device.statistics.counting import count_journal
from device.table.referee_pin import matches
from device.table.referee_pin import read_pin as pin_kept
from device.table.table import Table
from rules.game import SECOND
from rules.games import GAMES
from rules.loading import readable
from rules.record import BadRecord, read, write
from tests.compatibility.tallies import CHANGED, differences, same, tally

HERE = Path(__file__).parent
VERSIONS = ("0.1.0", "0.2.0", "0.3.0.dev0")
"""The versions whose files are kept, oldest first."""
WITH_PEOPLE = tuple(version for version in VERSIONS if version > "0.2.0")
"""Those whose tables know people by ids and keep what is half written, and whose desk holds a tournament."""
EVENT, CLUB = "pisek-2026", "klub-2026"

NAMED = {"out_after_invalid": "ends"}
"""Settings by which a record is read that says nothing and is refused otherwise; written again, it says them (S26)."""

MISREAD = ("late-rows",)
"""Records that say a format of which their version knew nothing: it came to another tally (S10)."""

RECORDS = [(version, path) for version in VERSIONS for path in sorted((HERE / version).rglob("*.jsonl"))]
NAMES = [f"{version}-{path.parent.parent.name}-{path.stem}" for version, path in RECORDS]


@pytest.mark.parametrize(("version", "path"), RECORDS, ids=NAMES)
def test_a_record_comes_to_the_tally_that_it_came_to(version, path):
    lines = path.read_text(encoding="utf-8").splitlines()
    history = read(lines)
    now = tally(history)
    same(version, path.stem, json.loads(path.with_suffix(".json").read_text(encoding="utf-8")), now)
    setup, *events = [json.loads(line) for line in write(history).splitlines()]
    assert [*map(without_lapse, events)] == [without_lapse(json.loads(line)) for line in lines[1:]]
    named = NAMED if path.parent.name == "out-and-invalid" else {}
    assert setup == json.loads(lines[0]) | named | {"format": "2.0" if path.stem in MISREAD else "1.0"}


def without_lapse(line):
    """A line but for what the rules find anew."""
    return {key: value for key, value in line.items() if key != "lapsed"}


REFUSED_TODAY = [(version, path) for version, path in RECORDS if path.parent.name == "out-and-invalid"]


@pytest.mark.parametrize(("version", "path"), REFUSED_TODAY, ids=[path.stem for _, path in REFUSED_TODAY])
def test_a_record_of_today_that_todays_rules_refuse_is_refused_with_its_line(version, path):
    setup, *lines = path.read_text(encoding="utf-8").splitlines()
    with pytest.raises(BadRecord) as bad:
        read([json.dumps(json.loads(setup) | {"out_after_invalid": "stands"}), *lines])
    line = bad.value.line
    assert read([setup, *lines]).setup.out_after_invalid == "ends"
    with pytest.raises(BadRecord) as bad:
        read([setup, *lines, '{"event": "press", "pair": "C"}'])
    assert bad.value.line == line, "what no version accepted is refused for today's reason"


@pytest.fixture(params=VERSIONS)
def table(request, tmp_path):
    """The folder of a table, as it was left; to be written to."""
    return shutil.copytree(HERE / request.param / "table", tmp_path / "table")


@pytest.fixture(params=WITH_PEOPLE)
def table_with_people(request, tmp_path):
    """The folder of a table that knows people."""
    return shutil.copytree(HERE / request.param / "table", tmp_path / "table")


def test_a_journal_opens_and_every_game_in_it_is_the_record_of_it(table, request):
    version = request.node.callspec.params["table"]
    records = {int(path.name[:2]): path for path in (HERE / version / "records").glob("*.jsonl")}
    journal = Journal(table / "journal.db")
    try:
        assert {game.id for game in journal.games()} == records.keys()
        for number, path in records.items():
            history, _ = journal.load(number)
            assert write(history).splitlines() == write(read(path.read_text(encoding="utf-8").split("\n"))).splitlines()
    finally:
        journal.close()


def test_every_game_of_a_journal_is_taken_up_and_played_on(table):
    now = 5000 * SECOND
    journal = Journal(table / "journal.db")
    try:
        for game in journal.games():
            at = Table(journal, GAMES, now=lambda: now)
            at.resume(game.id)
            assert len(at.playing.entries) >= game.entries
            assert not at.clock_runs, "what ran when the power went stands now"
        assert journal.flush()
    finally:
        journal.close()


def test_a_clock_that_was_cut_off_stands_where_its_last_heartbeat_was(table):
    journal = Journal(table / "journal.db")
    try:
        newest = journal.games()[0].id
        before, beat = journal.load(newest)
        assert before.game.is_running(before.state)
        assert beat is not None
        assert beat > before.last_at
        at = Table(journal, GAMES, now=lambda: 5000 * SECOND)
        at.resume(newest)
        lost = at.playing.entries[-1]
        assert (type(lost.event).__name__, lost.at) == ("PowerLoss", beat)
    finally:
        journal.close()


def test_what_waited_in_the_outbox_waits_still_and_each_row_says_what_it_stands_for(table):
    journal = Journal(table / "journal.db")
    try:
        journal.outbox.join(EVENT, 3)
        journal.outbox.on_store("0f1e2d3c")
        assert journal.flush()
        waiting = journal.outbox.waiting(EVENT, 0, 10_000)
        assert len(waiting) > 40
        for row in waiting:
            if row.n == outbox.CALL:
                assert json.loads(row.text)["row"] == "call"
            elif row.n:
                assert json.loads(row.event)["event"]
            else:
                assert json.loads(row.setup)["game"] in GAMES
        assert any(row.pairing == "aa00bb11cc22dd33" for row in waiting if row.n == 0)
        assert {row.boot for row in waiting} != {waiting[-1].boot} or waiting[0].seq > 1, "some had been taken out"
    finally:
        journal.close()


def test_the_files_beside_the_journal_are_read(table):
    assert PodPairing(table / "pods.json").sides == ["e661640843852b2c", "e6614c311b7e6f35"]
    pin = pin_kept(table / "referee.pin")
    assert (matches("2468", pin.stored), matches("1357", pin.stored), pin.wrong) == (True, False, 3)
    ticket, trouble = tickets.stored_ticket(table / "event.json")
    assert trouble is None
    assert (ticket.event, ticket.table, ticket.host) == (EVENT, 3, "192.168.1.10")


@pytest.mark.parametrize("table", VERSIONS[1:], indirect=True)
def test_what_was_made_at_the_table_is_read(table):
    here = Settings(journal=str(table / "journal.db"))
    newest, older = own_controls.load(here)
    assert (newest.after_flag, newest.overtime_points, newest.stages[1].periods) == ("goes_on", 10, 3)
    assert older.stages[0].kind == "bronstein"
    shapes, name = shapes_file.load(here)
    assert (shapes[0], name) == ("XX../.XXX/.X..", shapes_file.TRACED_NAME)


def test_how_first_start_and_update_went_is_read(table_with_people):
    outcome = read_outcome(CardSystem(table_with_people))
    assert (outcome.done, outcome.request, outcome.hostname) == (True, "0011223344556677", "stul-3f2a")
    assert (outcome.joined, outcome.phone, outcome.language) == ("Klub", True, "cs")
    assert str(outcome.troubles[0].message.args["value"]) == "Praha"
    news = unread_news(table_with_people)
    assert news is not None
    assert (news.token, news.ok, str(news.message)) == ("8899aabbccddeeff", True, "The table runs version 0.3.0.")


def test_what_was_half_written_stands_there_again(table_with_people):
    rows = json.loads((table_with_people / "drafts.json").read_text(encoding="utf-8"))
    journal = Journal(table_with_people / "journal.db")
    try:
        assert len({screen for _, _, screen, _ in rows}) == len({game.key for game in journal.games()}) + 3
        left = journal.reading(lambda db: db.execute("SELECT * FROM draft").fetchall())
        assert [list(row) for row in left] == rows[-1:]
        for subject, since, screen, text in rows:
            journal.note(
                ("DELETE FROM draft", ()), ("INSERT INTO draft VALUES (?, ?, ?, ?)", (subject, since, screen, text))
            )
            assert journal.flush()
            kind = half_written_screen(screen)
            again = Drafts(journal, lambda: 0, name_of, half_written_screen).find(
                subject, lambda then, since=since: then == since, kind
            )
            assert again is not None, screen
            now = json.loads(msgspec.json.encode(again))
            assert [path for path, old, _ in differences(json.loads(text), now) if old is not None] == []
    finally:
        journal.close()


def test_people_are_known_forgotten_and_joined(table_with_people):
    journal = Journal(table_with_people / "journal.db")
    try:
        declared = journal.reading(read_declared)
        assert sorted(declaration.forgotten for declaration in declared.values()) == [False, True]
        (forgotten,) = [key for key, declaration in declared.items() if declaration.forgotten]
        ((key, into),) = [(key, declaration.same_as) for key, declaration in declared.items() if declaration.same_as]
        directory = People(journal).refresh()
        assert directory.people[forgotten].forgotten
        assert directory.canonical_key(key) == into
        assert sum(1 for person in directory.people.values() if person.id) > 30
    finally:
        journal.close()


def as_today(line):
    """A line of an earlier version with the fields that it lacks at what they are where nothing is said."""
    return json.loads(msgspec.json.encode(msgspec.convert(line, readable(GameLine))))


def without_layers(line):
    """The line as it was counted before it said who of a pair laid each of its best moves."""
    shares = (replace(share, best=tuple(replace(best, by="") for best in share.best)) for share in line.shares)
    return replace(line, shares=tuple(shares))


def test_statistics_are_what_they_were_with_and_without_what_was_counted_then(table, request):
    version = request.node.callspec.params["table"]
    counted = count_journal(table / "journal.db").lines
    (table / "statistics.cache").unlink()
    assert count_journal(table / "journal.db").lines == counted
    records = {path.name[:2]: path.stem for path in (HERE / version / "records").glob("*.jsonl")}
    assert len(counted) == len(records)
    if version not in WITH_PEOPLE:
        return
    then = json.loads((table / "statistics.json").read_text(encoding="utf-8"))
    for line in counted:
        if (version, records[f"{line.id:02d}"]) not in CHANGED:
            now = json.loads(msgspec.json.encode(without_layers(line)))
            assert [path for path, old, _ in differences(as_today(then[str(line.id)]), now) if old is not None] == []


SETTINGS = [(version, path) for version in VERSIONS for path in sorted((HERE / version / "settings").glob("*.toml"))]


@pytest.mark.parametrize(("version", "path"), SETTINGS, ids=[f"{version}-{path.stem}" for version, path in SETTINGS])
def test_settings_are_read_to_the_values_that_they_had(version, path):
    then = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    now = as_values(load(path))
    changes = [(where, old, new) for where, old, new in differences(then, now) if old is not None]
    assert changes == []


# -- the event ---------------------------------------------------------------------------------------------------------


@pytest.fixture(params=VERSIONS)
def event(request, tmp_path):
    """The folder of an event, as it was left; to be written to."""
    return shutil.copytree(HERE / request.param / "event", tmp_path / "event")


def printed(capsys, *arguments):
    assert dvojtah(["--lang", "en", *arguments]) == 0
    return capsys.readouterr().out


def test_a_store_opens_and_its_log_comes_to_the_same_event(event):
    from device.organiser.log.event_control import OrganiserDesk
    from device.organiser.store import open_store
    from tools.compatibility.fold import seen

    store = open_store(str(event / "event.db"), EVENT)
    then = json.loads((event / "hall.json").read_text(encoding="utf-8"))
    now = json.loads(json.dumps(seen(OrganiserDesk(store).state)))
    assert [(path, old, new) for path, old, new in differences(then, now) if old is not None] == []
    assert [refusal.reason for refusal in store.refusals()]
    OrganiserDesk(store).notice("dál")
    store.close()
    again = OrganiserDesk(open_store(str(event / "event.db"), EVENT, read_only=True)).state
    assert again.notice.text == "dál"


@pytest.mark.parametrize("version", WITH_PEOPLE)
def test_a_club_at_the_desk_comes_to_the_same_and_goes_on(version, tmp_path):
    pytest.importorskip("uvicorn")
    from device.organiser.log.event_control import OrganiserDesk
    from device.organiser.store import open_store
    from device.organiser.tournament.drawing import Drawing
    from tools.compatibility import club
    from tools.compatibility.fold import seen

    store = str(shutil.copy(HERE / version / "event" / "event.db", tmp_path))
    desk = OrganiserDesk(open_store(store, CLUB))
    for name, now in (("club", club.seen(desk)), ("club-hall", seen(desk.state))):
        then = json.loads((HERE / version / "event" / f"{name}.json").read_text(encoding="utf-8"))
        assert [path for path, old, _ in differences(then, json.loads(json.dumps(now))) if old is not None] == []
    assert desk.state.unreadable == 0
    Drawing(desk).publish(3)
    again = OrganiserDesk(open_store(store, CLUB, read_only=True)).state
    assert again.tournament.draw_of(3) is not None


def test_a_club_plays_its_evenings_at_the_desk_of_today(tmp_path):
    pytest.importorskip("uvicorn")
    from device.organiser.log.event_control import OrganiserDesk
    from device.organiser.store import open_store
    from tools.compatibility import club

    desk = OrganiserDesk(open_store(str(tmp_path / "event.db"), CLUB))
    club.evenings(desk)
    assert [evening["title"] for evening in club.seen(desk)["evenings"]] == [
        "Podzimní klub",
        "Podzimní klub, druhý večer",
    ]


def test_the_standings_are_the_same(event, capsys):
    now = printed(capsys, "organiser", "--event", EVENT, "--store", str(event / "event.db"), "standings")
    assert now == (event / "standings.txt").read_text(encoding="utf-8")


def test_the_games_of_a_store_are_the_records_that_they_were(event, capsys, tmp_path):
    store = str(event / "event.db")
    printed(capsys, "organiser", "--event", EVENT, "--store", store, "records", "--out", str(tmp_path / "out"))
    now = {path.name: as_lines(path) for path in (tmp_path / "out").iterdir()}
    then = {path.name: as_lines(path) for path in (event / "records").glob("*.jsonl")}
    assert now == {name: [lines[0] | {"format": "1.0"}, *lines[1:]] for name, lines in then.items()}


def as_lines(path):
    """A record's setup as values, and every other line as it stands."""
    setup, *lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(setup), *lines]


def test_codes_that_were_given_out_are_read_and_stay_given_out(event, tmp_path):
    for name, folder in (("codes", "broker"), ("codes-tls", "broker-tls")):
        codes = [line.split("\t")[1] for line in (event / f"{name}.txt").read_text(encoding="utf-8").splitlines()]
        then = json.loads((event / f"{name}.json").read_text(encoding="utf-8"))
        assert [msgspec.to_builtins(tickets.read_code(code)) for code in codes] == then
        files = broker.load(event / folder)
        host = then[0]["host"]
        again = broker.make(event / folder, EVENT, len(codes), host, files.port, tls=bool(files.pin))
        given = [tickets.read_code(again.code(n)) for n in range(1, len(codes) + 1)]
        assert [msgspec.to_builtins(ticket) for ticket in given] == then, "the old code of a table stays good"


def test_nothing_that_is_kept_says_where_it_was_made():
    for path in HERE.glob("[0-9]*/**/*"):
        if path.is_file():
            text = path.read_bytes()
            for word in (b"/home/", b"/root", b"/tmp/", b"/Users/"):
                assert word not in text, (path, word)
