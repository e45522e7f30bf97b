"""Which device this is: boards differ by their numbers, tables of one board by their journals; adapters come and go."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from device.event import device_id as ids

USB_STICK, BUILT_IN = "02:00:00:00:00:01", "dc:a6:32:00:00:02"


class Board:
    """What a machine says of itself."""

    def __init__(self, root, monkeypatch):
        self.root, self._monkeypatch = root, monkeypatch
        monkeypatch.setattr(ids, "SERIALS", (root / "serial", root / "machine"))
        monkeypatch.setattr(ids, "ADAPTERS", root / "net")
        self.adapters()

    def number(self, number: str, second: str = "") -> None:
        for name, text in (("serial", number), ("machine", second)):
            (self.root / name).write_text(text) if text else (self.root / name).unlink(missing_ok=True)

    def adapters(self, *addresses: str) -> None:
        """These are in it, the first found first; one of a bridge is always there."""
        shutil.rmtree(self.root / "net", ignore_errors=True)
        for n, address in enumerate(["ff:ff:ff:ff:ff:ff", *addresses]):
            place = self.root / f"net/eth{n}"
            place.mkdir(parents=True)
            (place / "address").write_text(f"{address}\n")
            if n:
                (place / "device").mkdir()
        node = int(addresses[0].replace(":", ""), 16) if addresses else 1 << 40
        self._monkeypatch.setattr(ids.uuid, "getnode", lambda: node)


@pytest.fixture
def board(tmp_path, monkeypatch):
    return Board(tmp_path, monkeypatch)


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "journal.db"


def test_a_cloned_card_in_another_board_is_another_device(board, journal):
    board.number("10000000a1b2c3d4\0")
    first = ids.device_id(journal)
    assert ids.device_id(journal) == first, "the same after the next start"
    assert ids.device_id(journal.with_name("two.db")) != first
    board.number("10000000ffffffff\0", "m1")
    second = ids.device_id(journal)
    assert second != first
    board.number("10000000ffffffff", "m2")
    assert ids.device_id(journal) == second, "the board's own number is enough"
    board.number("", "m1")
    assert len({first, second, ids.device_id(journal)}) == 3, "a computer without one has its system's"


@pytest.mark.parametrize("number", ["10000000a1b2c3d4", ""])
def test_a_usb_stick_for_the_network_makes_no_other_device(board, journal, number):
    board.number(number, "m1")
    board.adapters(BUILT_IN)
    first = ids.device_id(journal)
    for found in ((USB_STICK, BUILT_IN), (USB_STICK,), (), (BUILT_IN,)):
        board.adapters(*found)
        assert ids.device_id(journal) == first, found


def test_a_table_of_an_earlier_version_keeps_the_id_that_it_has_had(board, journal):
    board.number("10000000a1b2c3d4")
    board.adapters(BUILT_IN)
    parts = [str(journal.absolute()), "10000000a1b2c3d4", str(int(BUILT_IN.replace(":", ""), 16))]
    before = hashlib.blake2s("\0".join(parts).encode(), digest_size=8).hexdigest()
    assert ids.device_id(journal) == before
    board.adapters(USB_STICK)
    assert ids.device_id(journal) == before


def test_a_cloned_card_in_a_computer_without_a_number_is_known_by_its_adapters(board, journal):
    board.number("", "m1")
    board.adapters(BUILT_IN)
    first = ids.device_id(journal)
    board.adapters("dc:a6:32:00:00:09")
    assert ids.device_id(journal) != first


def test_who_cannot_keep_it_makes_the_same_each_time(board):
    board.number("10000000a1b2c3d4")
    journal = Path("/proc/journal.db")
    assert ids.device_id(journal) == ids.device_id(journal)


@pytest.mark.parametrize("lies_there", [b"[1", b'{"id":"x"}', b"\0" * 70_000])
def test_a_damaged_file_is_written_anew(board, journal, lies_there):
    board.number("10000000a1b2c3d4")
    first = ids.device_id(journal)
    file = ids.file_of(journal).path
    file.write_bytes(lies_there)
    assert ids.device_id(journal) == first
    assert json.loads(file.read_bytes())["id"] == first
