"""Which device this is: boards differ by their numbers, and tables of one board by their journals."""

from pathlib import Path

import pytest

from device.event import device_id as ids


@pytest.fixture
def board(tmp_path, monkeypatch):
    """Gives a board a number; without a network card whose address would tell it apart as well."""

    def board(number: str, second: str = "") -> None:
        for name, text in (("serial", number), ("machine", second)):
            (tmp_path / name).write_text(text) if text else (tmp_path / name).unlink(missing_ok=True)

    monkeypatch.setattr(ids, "SERIALS", (tmp_path / "serial", tmp_path / "machine"))
    monkeypatch.setattr(ids.uuid, "getnode", lambda: 1 << 40)
    return board


def test_a_cloned_card_in_another_board_is_another_device(board):
    journal = Path("/games/journal.db")
    board("10000000a1b2c3d4\0")
    first = ids.device_id(journal)
    assert ids.device_id(journal) == first, "the same after the next start"
    assert ids.device_id(Path("/games/two.db")) != first
    board("10000000ffffffff\0", "m1")
    second = ids.device_id(journal)
    assert second != first
    board("10000000ffffffff", "m2")
    assert ids.device_id(journal) == second, "the board's own number is enough"
    board("", "m1")
    assert len({first, second, ids.device_id(journal)}) == 3, "a computer without one has its system's"
