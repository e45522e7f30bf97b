"""An update on a stick is anybody's file: looking at it takes neither memory nor time, and says one sentence."""

import os
import subprocess
import sys
import tarfile

import pytest

from device.common.updates import offers
from tests.crafted_updates import CRAFTED, PEAK, header, write

LOOK = (
    PEAK
    + """
import sys
from pathlib import Path
from device.common.updates.offers import manifest_of
before = peak()
for path in sorted(Path(sys.argv[1]).iterdir()):
    assert manifest_of(path) is None, path
print(peak() - before)
"""
)


def test_no_crafted_update_takes_memory(tmp_path):
    for number, name in enumerate(CRAFTED):
        write(tmp_path / f"{number}.update", name)
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(tmp_path)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 20_000, "kB"


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_plain_file_is_no_update(tmp_path, make):
    make(tmp_path / "x.update")
    assert offers.manifest_of(tmp_path / "x.update") is None


def test_only_a_plain_manifest_at_the_front_of_the_archive_is_read(tmp_path):
    text = b'{"product":"dvojtah","version":"9.1.0","architecture":"x","python":"3.13"}'
    padded = text + b" " * (offers.SMALL - len(text))

    def read(name="manifest.json", content=text, kind=tarfile.REGTYPE):
        (tmp_path / "x.update").write_bytes(header(name, len(content), kind) + content)
        return offers.manifest_of(tmp_path / "x.update")

    assert read().version == "9.1.0"
    assert read(kind=tarfile.AREGTYPE).version == "9.1.0"
    assert read(content=padded).version == "9.1.0"
    assert read(content=padded + b" ") is None
    assert read(name="other.json") is None
    for kind in (tarfile.LNKTYPE, tarfile.SYMTYPE, tarfile.CONTTYPE, tarfile.GNUTYPE_SPARSE):
        assert read(kind=kind) is None


@pytest.mark.parametrize(
    "answer",
    [
        b"[" * 60000,
        b'{"product":"dvojtah","version":[],"architecture":1}',
        b'{"product":"dvojtah","version":"9.1.0","architecture":"%b","python":"3","file":"x","size":-1}'
        % (b"x" * 9000),
        b"\xff\xfe",
    ],
)
def test_whatever_the_address_for_updates_answers_is_a_sentence(monkeypatch, answer):
    import contextlib
    import io

    monkeypatch.setattr(offers, "_open", lambda _: contextlib.closing(io.BytesIO(answer)))
    outcome = offers.find_on_network("http://127.0.0.1/", "0.2.0")
    assert str(outcome) == "The address for updates does not answer; does the network work?"


def test_an_answer_without_end_is_read_no_further_than_one_is_long(monkeypatch):
    import contextlib

    class Endless:
        def read(self, size=-1):
            assert 0 <= size <= offers.SMALL
            return b" " * size

    monkeypatch.setattr(offers, "_open", lambda _: contextlib.nullcontext(Endless()))
    assert "does not answer" in str(offers.find_on_network("http://127.0.0.1/", "0.2.0"))


def test_a_server_that_speaks_no_http_is_a_sentence(monkeypatch):
    import http.client

    def garbage(_):
        raise http.client.BadStatusLine("220 ftp")

    monkeypatch.setattr(offers, "_open", garbage)
    assert "does not answer" in str(offers.find_on_network("http://127.0.0.1/", "0.2.0"))
