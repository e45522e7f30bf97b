"""The referee's PIN: slow, salted, never in clear, and patient with nobody who guesses."""

import errno

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cli import main
from device.table.referee_pin import (
    DELAY,
    LONGEST_DELAY,
    TRIES,
    PinLock,
    StoredPin,
    forget,
    hash_pin,
    matches,
    read_pin,
    write_pin,
)
from rules.game import SECOND
from rules.message import Refusal


@pytest.fixture(scope="module")
def stored():
    return hash_pin("4711")


class Clock:
    ns = 10**15

    def __call__(self):
        return self.ns


def test_the_pin_is_not_in_its_hash_and_two_hashes_of_one_pin_differ(stored):
    assert "4711" not in stored
    assert hash_pin("4711") != stored
    assert matches("4711", stored)
    assert not matches("4712", stored)
    assert not matches("", stored)


@pytest.mark.parametrize("pin", ["", "123", "123456789", "12a4", "١٢٣٤", "12 34", "-123"])
def test_a_pin_has_four_to_eight_digits(pin):
    with pytest.raises(Refusal, match="4 to 8 digits"):
        hash_pin(pin)


@settings(max_examples=50)
@given(st.one_of(st.text(max_size=80), st.text("scrypt:0123456789=AB", max_size=80)))
def test_whatever_stands_in_the_settings_opens_nothing_and_breaks_nothing(text):
    assert not matches("4711", text)


@pytest.mark.parametrize(
    "cost", ["scrypt:16384:8:1:AAAA:", "scrypt:99999999999:8:1:AAAA:AAAA", "scrypt:3:8:1:AAAA:AAAA"]
)
def test_an_impossible_hash_is_no_hash(cost):
    assert not matches("4711", cost)


def test_without_a_pin_the_menu_is_open():
    lock = PinLock(StoredPin(), Clock())
    assert lock.open
    lock.close()
    assert lock.open


def test_the_right_pin_opens_until_the_referee_leaves(stored):
    lock = PinLock(StoredPin(stored=stored), Clock())
    assert not lock.open
    lock.unlock("4711")
    assert lock.open
    lock.close()
    assert not lock.open


def test_after_five_wrong_tries_there_is_a_delay_that_doubles_and_the_right_pin_waits_too(stored):
    clock = Clock()
    lock = PinLock(StoredPin(stored=stored), clock)
    for _ in range(TRIES):
        assert lock.wait == 0
        with pytest.raises(Refusal, match="not the PIN"):
            lock.unlock("0000")
    assert lock.wait == DELAY
    with pytest.raises(Refusal, match="wait 30 s"):
        lock.unlock("4711")
    clock.ns += DELAY - 1
    with pytest.raises(Refusal, match="wait 1 s"):
        lock.unlock("4711")
    clock.ns += 1
    with pytest.raises(Refusal, match="not the PIN"):
        lock.unlock("0000")
    assert lock.wait == 2 * DELAY
    clock.ns += 2 * DELAY
    lock.unlock("4711")
    assert lock.open


def test_the_delay_has_an_end(stored):
    clock = Clock()
    lock = PinLock(StoredPin(stored="not a hash"), clock)
    for _ in range(100):
        clock.ns += lock.wait
        with pytest.raises(Refusal):
            lock.unlock("0000")
    assert lock.wait == LONGEST_DELAY


def test_a_new_pin_counts_at_once(stored):
    clock = Clock()
    lock = PinLock(StoredPin(stored=stored), clock)
    lock.change(hash_pin("123456"))
    assert lock.open, "who set it is inside"
    lock.close()
    with pytest.raises(Refusal):
        lock.unlock("4711")
    lock.unlock("123456")
    assert clock.ns < 10**15 + SECOND


def wrong(lock, times=1):
    for _ in range(times):
        with pytest.raises(Refusal, match="not the PIN"):
            lock.unlock("0000")


def test_a_start_gives_no_new_tries_whatever_the_clock_shows_by_then(tmp_path, stored):
    path = tmp_path / "referee.pin"
    write_pin(path, stored)
    clock = Clock()
    wrong(PinLock(read_pin(path), clock), 3)
    wrong(lock := PinLock(read_pin(path), clock), 2)
    assert lock.wait == DELAY
    clock.ns = 0
    again = PinLock(read_pin(path), clock)
    assert again.wait == DELAY, "the device's clock began anew, and so does the delay"
    clock.ns += DELAY
    wrong(again)
    assert PinLock(read_pin(path), clock).wait == 2 * DELAY
    clock.ns += 2 * DELAY
    again.unlock("4711")
    wrong(lock := PinLock(read_pin(path), clock), 4)
    assert lock.wait == 0, "the right PIN ended the count, also after a start"


def test_another_pin_ends_the_count_also_after_a_start(tmp_path, stored):
    path = tmp_path / "referee.pin"
    write_pin(path, stored)
    wrong(PinLock(read_pin(path), Clock()), 5)
    write_pin(path, hash_pin("123456"))
    assert PinLock(read_pin(path), Clock()).wait == 0
    forget(path)
    assert PinLock(read_pin(path), Clock()).open


@pytest.mark.parametrize("count", ["-1", "many", "9" * 5000, "0x2"])
def test_a_damaged_count_begins_with_the_delay_and_the_pin_still_counts(tmp_path, stored, count):
    path = tmp_path / "referee.pin"
    path.write_text(f"{stored}\n{count}\n")
    clock = Clock()
    lock = PinLock(read_pin(path), clock)
    assert lock.wait == DELAY
    clock.ns += DELAY
    lock.unlock("4711")
    assert read_pin(path) == StoredPin(path, stored)


def test_a_file_without_a_count_has_none(tmp_path, stored):
    path = tmp_path / "referee.pin"
    path.write_text(stored + "\n")
    assert read_pin(path) == StoredPin(path, stored)


def test_a_disk_that_takes_nothing_locks_nobody_out_and_still_counts(tmp_path, stored, monkeypatch):
    path = tmp_path / "referee.pin"
    write_pin(path, stored)

    def read_only(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("device.common.files.small_file.atomic_write", read_only)
    clock = Clock()
    lock = PinLock(read_pin(path), clock)
    wrong(lock, 5)
    assert lock.wait == DELAY
    clock.ns += DELAY
    lock.unlock("4711")
    assert lock.open
    lock.close()
    path.unlink()
    path.mkdir()
    lock.unlock("4711")
    assert lock.open, "a file that cannot be read any more changes nothing either"


def test_a_pin_that_was_reset_from_outside_stays_reset(tmp_path, stored):
    path = tmp_path / "referee.pin"
    write_pin(path, stored)
    lock = PinLock(read_pin(path), Clock())
    wrong(lock, 5)
    forget(path)
    lock.unlock("0000")
    lock.close()
    assert lock.open
    assert not path.exists()


def test_the_hash_is_kept_for_the_owners_eyes_alone(tmp_path, stored):
    path = tmp_path / "deep" / "referee.pin"
    assert read_pin(path).stored == ""
    write_pin(path, stored)
    assert read_pin(path).stored == stored
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["referee.pin"]
    assert forget(path)
    assert not forget(path)
    assert read_pin(path).stored == ""


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"", b"\n\n", b"3", b"\x00" * 40])
def test_a_damaged_pin_file_locks_the_menu_and_does_not_open_it(tmp_path, damage):
    path = tmp_path / "referee.pin"
    path.write_bytes(damage)
    lock = PinLock(read_pin(path), Clock())
    assert not lock.open
    with pytest.raises(Refusal):
        lock.unlock("4711")


def test_a_pin_that_cannot_be_kept_is_refused(tmp_path, stored):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(Refusal, match="cannot be kept"):
        write_pin(tmp_path / "file" / "referee.pin", stored)


def test_doctor_removes_a_forgotten_pin(tmp_path, stored, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write_pin(tmp_path / "referee.pin", stored)
    command = ["--lang", "cs", "--journal", str(tmp_path / "journal.db"), "doctor", "--reset-pin"]
    assert main(command) == 0
    assert main(command) == 0
    assert capsys.readouterr().out == "PIN je zrušen.\nŽádný PIN nebyl nastaven.\n"
    assert read_pin(tmp_path / "referee.pin").stored == ""
