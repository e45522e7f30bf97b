"""No file of the device stops its start, whatever has become of it: set aside, told, begun anew."""

import contextlib
import errno
import itertools
import os
import random
import shutil
import socket
import stat
from pathlib import Path

import msgspec
import pytest

from device.app import state_files
from device.app.composition import assemble
from device.common import i18n
from device.common.event.ticket import Ticket
from device.common.event.ticket import store_ticket as keep_ticket
from device.common.files.small_file import MOST, Damaged, SmallFile, aside_of, plain_file, read_bounded, set_aside
from device.common.i18n import tr
from device.common.settings.reading import DEFAULT_FILE, load_tolerant
from device.common.settings.settings import Settings
from device.demo.simulator import SimulatedFactory, SimulatedOleds, settings_for
from device.doctor import storage
from device.games.polyssimo import shapes_file
from device.graphics.widgets import Text
from device.journal import Journal
from device.kiosk.settings_file import SettingsFile, reset_damaged
from device.pods.pairing import PodPairing
from device.pods.status import StatusServer
from device.screens.home import HomeController
from device.table.referee_pin import PinLock, file_of, hash_pin, read_pin, write_pin
from rules.message import Refusal, msg
from rules.polyssimo.board import PROVISIONAL
from tests.damage import lying_in
from tests.journal.conftest import SAMPLE, notes, sample
from tests.journal.conftest import keep as keep_game
from tests.rights import bound_by_rights, rights_of_files
from tools.play.unwatched import HeadlessDisplay

pytestmark = pytest.mark.timeout(30)

SMALL = ("pods.json", "referee.pin", "event.json", "day.json", "put-away.json", "polyssimo-shapes.txt", "settings.toml")
JOURNAL = ("journal.db", "journal.db-wal", "journal.db-shm", "journal.db-journal", "journal.db.lock", "journal.db.beat")
OTHERS = ("pods.sock", "exports", "password", "authority.crt", "journal-new.db", ".journal.db.saved")
TOLD = {*SMALL, "journal.db"}
"""Files whose damage people hear of; what the others held is made anew from nothing."""


@pytest.fixture(scope="module")
def sane(tmp_path_factory):
    """The folder of a device that has played, was paired, locked and let into an event, as a power cut left it."""
    return device_that_played(sample(), tmp_path_factory.mktemp("sane"))


@pytest.fixture(scope="module")
def played_little(tmp_path_factory):
    """The same with less to read at each start, for damage to the other files: a shorter game, and few settings."""
    folder = device_that_played(
        sample(SAMPLE.with_stem("polish-doubles-power-loss")), tmp_path_factory.mktemp("little")
    )
    (folder / "settings.toml").write_text('language = "cs"\n', encoding="utf-8")
    return folder


def device_that_played(game, folder):
    journal = Journal(folder / "journal.db")
    keep_game(journal, game)
    keep_game(journal, notes(12))
    assert journal.flush()
    cut = folder / "cut"
    cut.mkdir()
    for name in ("journal.db", "journal.db-wal", "journal.db-shm"):
        shutil.copy(folder / name, cut / name)
    journal.close()
    PodPairing(cut / "pods.json").pair(0, "e6611cb71f3a2b2c")
    write_pin(cut / "referee.pin", hash_pin("4711", bytes(16)))
    keep_ticket(cut / "event.json", Ticket(event="pisek", table=7, host="127.0.0.1", port=9, password="ABCD1234"))
    (cut / "polyssimo-shapes.txt").write_text("\n".join(PROVISIONAL) + "\n", encoding="utf-8")
    (cut / "settings.toml").write_bytes(DEFAULT_FILE.read_bytes())
    (cut / "day.json").write_text('{"boot":"another","offset":1795000000000000000}', encoding="ascii")
    (cut / "put-away.json").write_text("[1]", encoding="ascii")
    (cut / "password").write_text("tajné\n", encoding="utf-8")
    (cut / "authority.crt").write_text("-----BEGIN CERTIFICATE-----\n", encoding="ascii")
    return cut


def replace(path: Path, content: bytes) -> None:
    clear(path)
    path.write_bytes(content)


def clear(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)


def a_socket(path: Path) -> None:
    clear(path)
    with socket.socket(socket.AF_UNIX) as listener, contextlib.chdir(path.parent):
        listener.bind(path.name)


def flipped(at: float):
    def do(path: Path) -> None:
        raw = bytearray(path.read_bytes())
        if raw:
            raw[int(at * (len(raw) - 1))] ^= 0x88
            path.write_bytes(raw)

    return do


def cut_to(part: float):
    return lambda path: path.write_bytes(path.read_bytes()[: int(part * path.stat().st_size)])


CONTENT = {
    **{f"a bit flipped at {at}": flipped(at) for at in (0, 0.001, 0.13, 0.5, 0.77, 1)},
    **{f"cut to {part}": cut_to(part) for part in (0, 0.01, 0.5, 0.9, 0.999)},
}
PLACE = {
    "noise": lambda path: replace(path, random.Random(14).randbytes(9000)),
    "zeros": lambda path: replace(path, bytes(4096)),
    "far too long": lambda path: replace(path, b"[" * 3_000_000),
    "a folder": lambda path: (clear(path), path.mkdir(), (path / "inside").write_text("kept")),
    "a pipe": lambda path: (clear(path), os.mkfifo(path)),
    "a socket": a_socket,
    "a link that leads nowhere": lambda path: (clear(path), path.symlink_to(path.parent / "unplugged" / "file")),
    "links in a circle": lambda path: (clear(path), path.symlink_to(path.name)),
}
CASES = [
    *itertools.product((*SMALL, *JOURNAL[:3]), CONTENT),
    *itertools.product((*SMALL, *JOURNAL, *OTHERS), PLACE),
]


class Start:
    """A start of the table in a folder, up to its first picture, and a little life after it."""

    def __init__(self, folder: Path) -> None:
        file = folder / "settings.toml"
        settings, trouble, _ = load_tolerant(file)
        trouble = reset_damaged(file) or trouble
        event = msgspec.structs.replace(
            settings.event,
            id="pisek",
            number=7,
            broker="127.0.0.1",
            port=9,
            password_file=str(folder / "password"),
            ca=str(folder / "authority.crt"),
        )
        settings = msgspec.structs.replace(
            settings_for(settings), journal=str(folder / "journal.db"), event=event, language="en"
        )
        stage = HeadlessDisplay((800, 480))
        self.kiosk, edges = assemble(
            settings, stage, file=file, factory=SimulatedFactory(), connector=SimulatedOleds(settings).connect
        )
        self.kiosk.loop.settle()
        assert stage.presented
        assert isinstance(self.kiosk.controller, HomeController)
        assert any(isinstance(item, Text) for item in self.kiosk.scene)
        self.games = {game.id: game.entries for game in self.kiosk.journal.games()}
        self.told = {name: tr(message) for name, message in self.kiosk.host.notices.troubles.items()}
        self.told |= {name: tr(message) for name, message in state_files.mend(state_files.later_files(settings))}
        if trouble is not None:
            self.told["settings.toml"] = tr(trouble)
        desk = StatusServer(settings.pods_socket)
        desk.open()
        desk.close()
        number = keep_game(self.kiosk.journal, notes(2))
        assert self.kiosk.journal.flush(), "a new game is kept"
        assert self.kiosk.journal.load(number)
        edges.close()
        self.kiosk.close()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    i18n.use("en")


def names(folder: Path) -> list[str]:
    """What lies there, without what SQLite makes and takes away while somebody reads."""
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm")))


def contents(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


@pytest.mark.parametrize(("name", "damage"), CASES, ids=[f"{name}: {damage}" for name, damage in CASES])
def test_the_table_starts_and_loses_nothing(sane, played_little, tmp_path, name, damage):
    folder = tmp_path / "device"
    shutil.copytree(sane if "journal" in name or name == "settings.toml" else played_little, folder)
    path = folder / name
    (CONTENT | PLACE)[damage](path)
    before = path.read_bytes() if path.is_file() else None
    first = Start(folder)
    if before and name not in (*JOURNAL[:3], *JOURNAL[4:], "settings.toml"):
        assert before in contents(folder), "what was damaged is still there"
    for text in first.told.values():
        assert text.isprintable()
        assert len(text) < 300, text
    if damage in PLACE and name in TOLD and not (damage.endswith("nowhere") and name != "journal.db"):
        assert any(name in text for text in (*first.told, *first.told.values())), first.told
        settings = Settings(journal=str(folder / "journal.db"))
        if name == "settings.toml":
            fine, _ = storage.settings_file(None, folder / name)
        else:
            fine = all(ok for ok, _ in storage.journal(settings)) and not any(storage.small_files(settings))
        stays = damage == "a folder" and name in ("settings.toml", "journal.db")
        assert stays or not fine, "the doctor says it, too"
    there, lying = names(folder), lying_in(folder)
    second = Start(folder)
    assert second.told.keys() - first.told.keys() <= {"event"}
    if "journal" in name or lying_in(folder) != lying:
        assert Start(folder).told == second.told
    assert names(folder) == there, "it grows no further"
    assert len(second.games) > len(first.games) or "journal place" in first.told, "games are found again"


@pytest.mark.parametrize("name", ["pods.json", "referee.pin", "event.json", "polyssimo-shapes.txt"])
def test_a_small_file_that_is_damaged_again_and_again_fills_no_disk_and_is_not_written_over(tmp_path, name):
    path = tmp_path / name
    settings = Settings(journal=str(tmp_path / "journal.db"))
    for number in range(MOST + 5):
        replace(path, b"\xff%d" % number)
        PodPairing(tmp_path / "pods.json")
        assemble_files(settings)
    assert len(aside_of(path)) == MOST
    assert sorted(file.read_bytes() for file in aside_of(path)) == sorted(b"\xff%d" % number for number in range(MOST))
    assert path.read_bytes() == b"\xff%d" % (MOST + 4)
    if name == "pods.json":
        PodPairing(path).pair(0, "ab")
    if name == "referee.pin":
        with pytest.raises(Refusal):
            write_pin(path, hash_pin("4711"))
    assert path.read_bytes() == b"\xff%d" % (MOST + 4), "the last one stays until somebody makes room"


def assemble_files(settings):
    return state_files.mend((*state_files.first_files(settings), *state_files.later_files(settings)))


def test_a_well_device_has_nothing_to_tell(sane, tmp_path):
    shutil.copytree(sane, tmp_path / "device")
    start = Start(tmp_path / "device")
    assert set(start.told) <= {"event"}
    assert start.games == {1: len(sample().entries), 2: 12}
    assert not [path for path in (tmp_path / "device").iterdir() if "damaged" in path.name]
    settings = Settings(journal=str(tmp_path / "device" / "journal.db"))
    assert not any(storage.small_files(settings))


@bound_by_rights
@pytest.mark.parametrize("name", [*SMALL, "journal.db"])
def test_a_file_without_rights_does_not_stop_the_start(sane, tmp_path, name):
    folder = tmp_path / "device"
    shutil.copytree(sane, folder)
    (folder / name).chmod(0)
    with rights_of_files():
        assert Start(folder).told


def test_a_damaged_pin_keeps_the_menu_locked_also_after_the_next_start(tmp_path):
    path = tmp_path / "referee.pin"
    path.write_text(f"scrypt:-1:8:1:{'MDAwMDAwMDAwMDAwMDAwMA=='}:{'A' * 43}=\n3\n")
    settings = Settings(journal=str(tmp_path / "journal.db"))
    for _ in range(2):
        assemble_files(settings)
        lock = PinLock(read_pin(path), lambda: 0)
        assert not lock.open
        with pytest.raises(Refusal):
            lock.unlock("4711")


def test_a_damaged_pin_keeps_the_menu_locked_where_the_disk_takes_no_new_file(tmp_path, monkeypatch):
    path = tmp_path / "referee.pin"
    path.write_bytes(b"\0" * 40)

    def is_full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        full.setattr("device.common.files.small_file.atomic_write", is_full)
        assert file_of(path).mend() is not None
        assert not PinLock(read_pin(path), lambda: 0).open
        with pytest.raises(Refusal):
            write_pin(path, hash_pin("4711"))
        assert not PinLock(read_pin(path), lambda: 0).open
    assert file_of(path).mend() is not None
    assert not PinLock(read_pin(path), lambda: 0).open
    assert (tmp_path / "referee.pin.damaged").read_bytes() == b"\0" * 40


def test_pods_that_are_damaged_while_the_table_runs_keep_their_sides(tmp_path):
    path = tmp_path / "pods.json"
    pairing = PodPairing(path)
    pairing.pair(0, "aa")
    path.write_bytes(b'{"a":"\xff"}')
    pairing.refresh()
    assert pairing.sides == ["aa", ""]
    pairing.pair(1, "bb")
    assert PodPairing(path).sides == ["aa", "bb"]
    assert (tmp_path / "pods.json.damaged").read_bytes() == b'{"a":"\xff"}'


def test_a_changed_setting_finds_a_pipe_in_place_of_its_file(tmp_path):
    os.mkfifo(tmp_path / "settings.toml")
    statuses = []
    file = SettingsFile(tmp_path / "settings.toml", statuses.append)
    file.put("", "silent", True)
    file.close()
    assert statuses
    assert stat.S_ISFIFO((tmp_path / "settings.toml").lstat().st_mode)


@pytest.mark.parametrize("place", ["under a file", "in a folder", "empty"])
def test_a_journal_path_where_nothing_can_be_made_does_not_stop_the_start(tmp_path, place):
    (tmp_path / "card").write_text("no folder")
    named = {"under a file": tmp_path / "card" / "journal.db", "in a folder": tmp_path, "empty": ""}[place]
    (tmp_path / "settings.toml").write_text(f'language = "en"\njournal = "{named}"\n', encoding="utf-8")
    settings, trouble, _ = load_tolerant(tmp_path / "settings.toml")
    kiosk, edges = assemble(
        settings_for(settings), HeadlessDisplay((800, 480)), factory=SimulatedFactory(), connector=lambda _: None
    )
    kiosk.loop.settle()
    i18n.use("en")
    assert trouble is not None or "games are kept in" in tr(kiosk.host.notices.troubles["journal place"])
    assert tr(trouble or msg("")).endswith("line 2: the place where games are kept is not a file.") or place != "empty"
    number = keep_game(kiosk.journal, notes(2))
    assert kiosk.journal.flush()
    assert kiosk.journal.load(number)
    edges.close()
    kiosk.close()


def test_games_kept_in_the_usual_place_are_brought_once_the_journal_can_be_made(tmp_path):
    (tmp_path / "card").write_text("no folder")
    settings = settings_for(Settings(journal=str(tmp_path / "card" / "journal.db"), language="en"))

    def start():
        kiosk, edges = assemble(
            settings, HeadlessDisplay((800, 480)), factory=SimulatedFactory(), connector=lambda _: None
        )
        kiosk.loop.settle()
        keep_game(kiosk.journal, notes(2))
        assert kiosk.journal.flush()
        games, message = len(kiosk.journal.games()), kiosk.host.notices.troubles.get("journal place")
        edges.close()
        kiosk.close()
        return games, message and tr(message)

    assert start()[0] == 1
    assert start()[0] == 2, "they are seen there meanwhile"
    (tmp_path / "card").unlink()
    assert start() == (3, "2 games that were kept in journal.db are in the journal now.")
    assert start() == (4, None)


def test_where_no_disk_takes_a_journal_games_are_played_in_memory_and_it_is_said(tmp_path, monkeypatch):
    (tmp_path / "home").write_text("no folder")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    settings = Settings(journal=str(tmp_path / "home" / "journal.db"), language="en")
    kiosk, edges = assemble(
        settings_for(settings), HeadlessDisplay((800, 480)), factory=SimulatedFactory(), connector=lambda _: None
    )
    kiosk.loop.settle()
    assert "only until the table is switched off" in tr(kiosk.host.notices.troubles["journal place"])
    assert keep_game(kiosk.journal, notes(2))
    assert kiosk.journal.flush()
    shutil.rmtree(kiosk.journal.path.parent)
    edges.close()
    kiosk.close()


def test_reading_a_small_file_waits_for_nobody_and_reads_no_device(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", Path("/dev/zero"), tmp_path, tmp_path / ("x" * 300)):
        with pytest.raises(Damaged):
            read_bounded(place)
    with pytest.raises(FileNotFoundError):
        read_bounded(tmp_path / "nothing")


@pytest.mark.parametrize("length", [-1, 16])
def test_a_file_whose_read_would_wait_is_damaged_and_gives_no_half_of_itself(tmp_path, monkeypatch, length):
    """As some files under /proc are: plain ones by their mode, and nothing is there yet."""
    path = tmp_path / "small"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR)
    monkeypatch.setattr(stat, "S_ISREG", stat.S_ISFIFO)
    with pytest.raises(Damaged):
        read_bounded(path)
    assert SmallFile(path, bytes.decode).read_or_none() is None
    with pytest.raises(BlockingIOError), plain_file(path) as file:
        file.read(length)
    os.write(writer, b"half")
    with pytest.raises(Damaged):
        read_bounded(path)
    os.close(writer)


def test_nothing_is_ever_set_aside_onto_something_else(tmp_path):
    path = tmp_path / "small"
    for number in range(3):
        path.write_text(str(number))
        set_aside(path)
    assert sorted(file.read_text() for file in aside_of(path)) == ["0", "1", "2"]


def test_a_file_is_mended_once(tmp_path):
    path = tmp_path / "small"
    path.write_bytes(b"\xff")
    file = SmallFile(path, bytes.decode, msg("A new one is begun."), anew=b"new")
    assert str(file.mend()) == "small was damaged and set aside. A new one is begun."
    assert file.mend() is None
    assert file.read() == "new"


def test_shapes_that_are_damaged_are_set_aside_once_they_are_traced_again(tmp_path):
    settings = Settings(journal=str(tmp_path / "journal.db"))
    shapes_file.file_of(settings).path.write_bytes(b"\xff")
    assert shapes_file.load(settings)[0] == PROVISIONAL
    shapes_file.save(settings, PROVISIONAL)
    assert (tmp_path / "polyssimo-shapes.txt.damaged").read_bytes() == b"\xff"
