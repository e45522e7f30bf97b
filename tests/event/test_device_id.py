"""Which device this is: boards differ by their numbers, tables of one board by their journals; adapters come and go."""

import hashlib
import json
import shutil
import uuid
from pathlib import Path

import msgspec
import pytest

from device.event import device_id as ids
from device.event.device_id import BoardNumbers

USB_STICK, BUILT_IN = "02:00:00:00:00:01", "dc:a6:32:00:00:02"


SERIAL, MACHINE, NETWORK = (
    "sys/firmware/devicetree/base/serial-number",
    "etc/machine-id",
    "sys/class/net",
)


class Board:
    """A machine as its kernel and its system describe it, in a folder."""

    def __init__(self, root):
        self.root, self.node = root, 1 << 40
        self.adapters()

    def number(self, number: str, second: str = "") -> None:
        for name, text in ((SERIAL, number), (MACHINE, second)):
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text) if text else path.unlink(missing_ok=True)

    def adapters(self, *addresses: str) -> None:
        """These are in it, the first found first; one of a bridge is always there."""
        shutil.rmtree(self.root / NETWORK, ignore_errors=True)
        for n, address in enumerate(["ff:ff:ff:ff:ff:ff", *addresses]):
            place = self.root / NETWORK / f"eth{n}"
            place.mkdir(parents=True)
            (place / "address").write_text(f"{address}\n")
            if n:
                (place / "device").mkdir()
        self.node = int(addresses[0].replace(":", ""), 16) if addresses else 1 << 40

    def id_of(self, journal: Path) -> str:
        """The id of a table on it whose journal lies there."""
        numbers = ids.read_numbers(self.root)
        assert numbers.node is uuid.getnode
        return ids.device_id(journal, msgspec.structs.replace(numbers, node=lambda: self.node, root=Path("/")))


@pytest.fixture
def board(tmp_path):
    return Board(tmp_path)


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "journal.db"


def test_a_cloned_card_in_another_board_is_another_device(board, journal):
    board.number("10000000a1b2c3d4\0")
    first = board.id_of(journal)
    assert board.id_of(journal) == first, "the same after the next start"
    assert board.id_of(journal.with_name("two.db")) != first
    board.number("10000000ffffffff\0", "m1")
    second = board.id_of(journal)
    assert second != first
    board.number("10000000ffffffff", "m2")
    assert board.id_of(journal) == second, "the board's own number is enough"
    board.number("", "m1")
    assert len({first, second, board.id_of(journal)}) == 3, "a computer without one has its system's"


@pytest.mark.parametrize("number", ["10000000a1b2c3d4", ""])
def test_a_usb_stick_for_the_network_makes_no_other_device(board, journal, number):
    board.number(number, "m1")
    board.adapters(BUILT_IN)
    first = board.id_of(journal)
    for adapters in ((USB_STICK, BUILT_IN), (USB_STICK,), (), (BUILT_IN,)):
        board.adapters(*adapters)
        assert board.id_of(journal) == first, adapters


def test_a_table_of_an_earlier_version_keeps_the_id_that_it_has_had(board, journal):
    board.number("10000000a1b2c3d4")
    board.adapters(BUILT_IN)
    parts = [str(journal.absolute()), "10000000a1b2c3d4", str(int(BUILT_IN.replace(":", ""), 16))]
    before = hashlib.blake2s("\0".join(parts).encode(), digest_size=8).hexdigest()
    assert board.id_of(journal) == before
    board.adapters(USB_STICK)
    assert board.id_of(journal) == before


def test_a_cloned_card_in_a_computer_without_a_number_is_known_by_its_adapters(board, journal):
    board.number("", "m1")
    board.adapters(BUILT_IN)
    first = board.id_of(journal)
    board.adapters("dc:a6:32:00:00:09")
    assert board.id_of(journal) != first


def test_who_cannot_keep_it_makes_the_same_each_time(board):
    board.number("10000000a1b2c3d4")
    journal = Path("/proc/journal.db")
    assert board.id_of(journal) == board.id_of(journal)


@pytest.mark.parametrize("lies_there", [b"[1", b'{"id":"x"}', b"\0" * 70_000])
def test_a_damaged_file_is_written_anew(board, journal, lies_there):
    board.number("10000000a1b2c3d4")
    first = board.id_of(journal)
    file = ids.file_of(journal).path
    file.write_bytes(lies_there)
    assert board.id_of(journal) == first
    assert json.loads(file.read_bytes())["id"] == first


def test_another_board_is_handed_over_and_nothing_is_read_off_this_one(tmp_path):
    ids_ = []
    for card in ("first", "second"):
        journal = tmp_path / card / "var" / "journal.db"
        journal.parent.mkdir(parents=True)
        ids_.append(ids.device_id(journal, BoardNumbers("1000", node=lambda: 5, root=tmp_path / card)))
    assert ids_ == [hashlib.blake2s(b"/var/journal.db\x001000\x005", digest_size=8).hexdigest()] * 2
    assert ids.device_id(journal, BoardNumbers("2000", node=lambda: 5, root=tmp_path / "second")) != ids_[1]


def test_where_nothing_is_handed_over_this_machine_is_read(journal, monkeypatch):
    monkeypatch.setattr(ids, "read_numbers", lambda: BoardNumbers("1000", node=lambda: 1 << 40))
    digest = hashlib.blake2s(f"{journal.absolute()}\0001000".encode(), digest_size=8).hexdigest()
    assert ids.device_id(journal) == digest
