"""A pod is given a new program over its line, by the table's own command: whole, or not at all."""

from __future__ import annotations

import binascii
import contextlib
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest

from device.cli.pods import update_pods
from device.common.settings.settings import Settings
from device.pods import update
from device.pods.ports import FoundPort
from device.pods.update import UpdateConnection, UpdateFailure
from firmware import wire
from rules.message import Refusal
from tests.pod.bench import NUMBERS
from tests.pod.rig import PATIENCE, ROOT, Cable, Chip, interpreter

sys.path.append(str(ROOT / "firmware"))
import pins
import update as pods_end


class Shop:
    """A pod whose line is carried while the table talks; it starts anew where it wants to, as a Pico does."""

    def __init__(self, folder):
        self.chip = Chip(folder / "chip", NUMBERS[0])
        self.cable = Cable(self.chip)
        self.cable.hurried = True
        self.chip.say("f")
        self.files = folder / "chip"
        self.starts = 1
        self.started = threading.Condition()
        self._ends = threading.Event()
        self._carrier = threading.Thread(target=self._carry)
        self._carrier.start()
        self.talk = UpdateConnection(self.cable.path)

    def _carry(self):
        while not self._ends.is_set():
            ended = self.chip.process.poll()
            with contextlib.suppress(OSError, ValueError):  # it has just ended, or is being started anew
                if ended is None:
                    self.cable.rest(0.02)
                self.cable.carry()
            if ended == 5:
                self.chip.off()
                self.chip.boot()
                with self.started:
                    self.starts += 1
                    self.started.notify_all()
                with contextlib.suppress(OSError):  # a program that cannot be read has ended already
                    self.chip.tell("f")
            elif ended is not None:
                self._ends.wait(0.01)

    def close(self):
        self.talk.close()
        self._ends.set()
        self._carrier.join()
        self.cable.unplug()
        self.chip.off()

    def runs(self, program: bytes):
        return update.send(self.talk, program, self.talk.hello(PATIENCE), timeout_s=PATIENCE)


@pytest.fixture
def shop(tmp_path):
    new_shop = Shop(tmp_path)
    yield new_shop
    new_shop.close()


def newer(version: str) -> bytes:
    """The program of today under another version."""
    text = update.bundle()
    marked = text.replace(f'FIRMWARE = "{wire.FIRMWARE}"'.encode(), f'FIRMWARE = "{version}"'.encode())
    assert marked != text
    assert len(marked) == len(text)
    return marked


def test_a_pod_takes_a_new_program_over_its_line_and_says_its_version(shop):
    assert shop.talk.hello(PATIENCE).version == wire.FIRMWARE
    after = shop.runs(newer("7.7"))
    assert (after.ident, after.version) == (NUMBERS[0], "7.7")
    assert shop.starts == 2
    shop.talk.hello(PATIENCE)
    assert (shop.files / "choice").read_text() == "a 9"  # it has heard a table, so it stays


def test_the_next_one_goes_beside_it_and_the_old_one_stays_whole(shop):
    shop.runs(newer("7.7"))
    after = shop.runs(newer("8.8"))
    assert after.version == "8.8"
    assert '"7.7"' in (shop.files / "a" / "wire.py").read_text()
    assert '"8.8"' in (shop.files / "b" / "wire.py").read_text()


def test_a_spoiled_piece_is_asked_for_again(shop):
    spoiled = []

    def fault(n, frame):
        if frame.startswith(b"$part") and len(spoiled) < 3 and n % 7 == 0:
            spoiled.append(n)
            return [frame.replace(b"a", b"b")]
        return [frame]

    shop.cable.down = fault
    assert shop.runs(newer("7.7")).version == "7.7"
    assert spoiled


def test_one_that_is_not_whole_is_refused_and_the_old_one_runs_on(shop, monkeypatch):
    monkeypatch.setattr(update, "binascii", SimpleNamespace(crc32=lambda data: 1))
    hello = shop.talk.hello(PATIENCE)
    with pytest.raises(UpdateFailure, match="bad"):
        update.send(shop.talk, newer("7.7"), hello, timeout_s=PATIENCE)
    assert shop.talk.hello(PATIENCE) == hello
    assert not (shop.files / "choice").exists()


def test_a_program_that_cannot_be_read_gives_way_to_the_one_before(shop):
    broken = b"program.py 5\ndef ("
    hello = shop.talk.hello(PATIENCE)
    talk = shop.talk
    talk.ask(wire.encode("load", len(broken)), "took", PATIENCE)
    talk.ask(wire.encode("part", 0, broken[:16].hex(), broken[16:].hex()), "took", PATIENCE)
    talk.ask(wire.encode("run", f"{binascii.crc32(broken):08x}"), "took", PATIENCE)
    with shop.started:
        assert shop.started.wait_for(lambda: shop.starts > 1, PATIENCE)
    assert shop.chip.process.wait(PATIENCE) == 1  # on a Pico: the prompt, until the power comes again
    assert (shop.files / "choice").read_text() == "a 0"
    shop.chip.off()
    shop.chip.boot()
    shop.chip.tell("f")
    assert talk.hello(PATIENCE).version == hello.version


def test_a_program_that_never_hears_a_table_is_given_up_after_two_starts(tmp_path, monkeypatch):
    monkeypatch.setattr(pods_end, "root", str(tmp_path))
    monkeypatch.setattr(sys, "path", list(sys.path))
    pods_end._write("b", pods_end.TRIES)
    for left in (1, 0):
        pods_end.choose()
        assert pods_end._read() == ("b", left)
        assert str(tmp_path / "b") in sys.path
        sys.path.remove(f"{tmp_path}/b")
    pods_end.choose()
    assert f"{tmp_path}/b" not in sys.path


@pytest.mark.parametrize("text", ["", "c 9", "a", "a x", "../.. 9", "a 9 9"])
def test_a_choice_that_is_none_is_the_program_that_it_came_with(tmp_path, monkeypatch, text):
    monkeypatch.setattr(pods_end, "root", str(tmp_path))
    (tmp_path / "choice").write_text(text)
    assert pods_end._read() == ("", 0)


def test_what_strangers_send_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(pods_end, "root", str(tmp_path))
    end = pods_end.Update()
    assert not end.begin(0)
    assert not end.begin(pods_end.MOST + 1)
    end.take(0, b"nothing has begun")
    assert end.begin(20)
    end.take(5, b"from the middle")
    assert end.at == 0
    end.take(0, b"x" * 500)
    assert end.at == 20
    assert not end.finish("00000000")
    path = b"../evil.py 1\nx"
    assert end.begin(len(path))
    end.take(0, path)
    assert not end.finish(f"{binascii.crc32(path):08x}")
    assert not (tmp_path / "evil.py").exists()


def test_an_update_is_not_begun_while_a_turn_runs(shop):
    talk = shop.talk
    talk.hello(PATIENCE)
    talk.ask(wire.encode("show", 1, "on", "none", 2, True, 60_000_000, 0), "done", PATIENCE)
    assert talk.ask(wire.encode("load", 100), "took", 0.5) is None
    with pytest.raises(UpdateFailure, match="old"):
        update.send(talk, b"x" * 40, talk.hello(PATIENCE), timeout_s=1.0)


def test_the_pods_own_wiring_is_not_sent():
    names = [line.split()[0] for line in update.bundle().splitlines() if line.endswith(b"0") or b".py " in line]
    assert b"pins.py" not in names
    assert b"main.py" in names or update.bundle().find(b"program.py ") >= 0
    assert update.bundle().startswith(b"board.py ")


def test_every_file_of_the_firmware_is_read_by_micropython(tmp_path):
    for path in sorted((ROOT / "firmware").glob("*.py")):
        code = f"compile(open({str(path)!r}).read(), {path.name!r}, 'exec')"
        subprocess.run([interpreter(), "-c", code], check=True)


def test_the_command_updates_every_pod_that_has_another_firmware(shop, tmp_path, capsys, monkeypatch):
    settings = Settings()
    monkeypatch.setattr("device.cli.pods.ask", lambda path: None)
    look = [FoundPort(shop.cable.path)]
    assert update_pods(settings, lambda ports: look, lambda path: shop.talk) == 0
    assert wire.FIRMWARE in capsys.readouterr().out  # it has this one already
    assert shop.starts == 1
    stream = newer("7.7")
    monkeypatch.setattr(wire, "FIRMWARE", "7.7")
    monkeypatch.setattr(update, "bundle", lambda: stream)
    shop.talk = UpdateConnection(shop.cable.path)
    assert update_pods(settings, lambda ports: look, lambda path: shop.talk) == 0
    assert shop.starts == 2
    assert "7.7" in capsys.readouterr().out


def test_the_command_waits_for_no_table_and_no_pod(monkeypatch, capsys):
    monkeypatch.setattr("device.cli.pods.ask", lambda path: ())
    with pytest.raises(Refusal, match="stop it first"):
        update_pods(Settings(), lambda ports: [])
    monkeypatch.setattr("device.cli.pods.ask", lambda path: None)
    with pytest.raises(Refusal, match="No pod is plugged in"):
        update_pods(Settings(), lambda ports: [])


class Flash:
    """A Pico's flash at its slowest, under the files of the pod's end: when it erases, and when it is fed."""

    ERASE_S = 0.4
    """W25Q16JV, 9.6: a sector of 4 KiB at worst."""
    PER_WRITE = 2
    """Sectors that littlefs erases at most for a piece of 512 bytes, for a name that is new and for one that goes."""

    def __init__(self, folder, monkeypatch):
        self.now, self.fed, self.longest = 0.0, 0.0, 0.0
        monkeypatch.setattr(pods_end, "root", str(folder))
        for name in ("remove", "mkdir", "rename"):
            monkeypatch.setattr(pods_end.os, name, self.slow(getattr(pods_end.os, name)))
        monkeypatch.setattr(pods_end, "open", self.open, raising=False)

    def slow(self, act):
        def slowly(*args):
            self.now += self.PER_WRITE * self.ERASE_S
            return act(*args)

        return slowly

    def open(self, name, mode="r"):
        file = open(name, mode)
        if "w" not in mode:
            return file
        flash = self

        class Slow:
            def __enter__(self):
                return self

            def __exit__(self, *_):
                self.close()

            write = staticmethod(flash.slow(file.write))
            close = staticmethod(flash.slow(file.close))

        return Slow()

    def feed(self):
        self.longest = max(self.longest, self.now - self.fed)
        self.fed = self.now


def test_unpacking_feeds_the_watchdog_on_the_slowest_flash(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    flash = Flash(tmp_path, monkeypatch)
    stream = update.bundle()
    for _ in range(2):  # the second time the files of the first have to go
        taken = pods_end.Update(flash.feed)
        assert taken.begin(len(stream))
        for at in range(0, len(stream), 64):
            taken.take(at, stream[at : at + 64])
            flash.feed()
        begun = flash.now
        assert taken.finish(f"{binascii.crc32(stream):08x}")
        flash.feed()
        assert flash.now - begun > 3 * pins.WATCHDOG_MS / 1000, "without feeding it would start anew in the middle"
        (tmp_path / "choice").write_text("b 9")
    assert flash.longest < pins.WATCHDOG_MS / 1000


def test_a_line_that_this_user_may_not_use_is_said_with_the_command_that_may(monkeypatch, tmp_path):
    monkeypatch.setattr("device.cli.pods.ask", lambda path: None)
    line = tmp_path / "ttyACM0"
    line.touch()
    monkeypatch.setattr("os.access", lambda path, mode: path != str(line))
    with pytest.raises(Refusal, match="sudo dvojtah pods --update") as refused:
        update_pods(Settings(), lambda ports: [FoundPort(str(line))], lambda path: pytest.fail("it was opened"))
    assert str(line) in str(refused.value)
