"""Before its signature is checked an update is anybody's file, and root reads it: bounded, whatever it says."""

import os
import subprocess
import sys

from installer import update_file
from installer.update_file import no_update

from tests.crafted_updates import CRAFTED, PEAK, header, write
from tests.systemd.conftest import ROOT
from tests.systemd.update.conftest import install
from tests.systemd.update.test_refused import refused

STAGE = (
    PEAK
    + """
import sys
from pathlib import Path
from installer.machine import Machine, Trouble
from installer.update_file import stage
machine = Machine(Path(sys.argv[2]))
before = peak()
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        stage(machine, path, "0.1", Path(sys.argv[2]) / "incoming")
    except Trouble:
        continue
    raise SystemExit(f"{path} was taken")
print(peak() - before)
"""
)


def test_no_crafted_update_takes_memory(tmp_path):
    (tmp_path / "files").mkdir()
    for number, name in enumerate(CRAFTED):
        write(tmp_path / "files" / f"{number}.update", name)
    done = subprocess.run(
        [sys.executable, "-c", STAGE, str(tmp_path / "files"), str(tmp_path / "root")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONPATH": str(ROOT / "systemd")},
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 20_000, "kB"


def test_each_of_them_is_refused_in_one_sentence_and_changes_nothing(pi, tmp_path):
    place = tmp_path / "x.update"
    for name in CRAFTED:
        write(place, name)
        assert install(pi, place) == 1
        assert pi.said[-1] in (
            str(no_update()),
            "The update is not signed by whoever this table trusts; nothing was changed.",
        )


def test_a_payload_that_goes_on_behind_what_was_signed_fills_no_card(pi, newer_update, tmp_path, monkeypatch):
    place = tmp_path / "x.update"
    raw = newer_update.read_bytes()
    at = raw.index(b"payload.tar.xz")
    with place.open("wb") as file:
        file.write(raw[:at] + header("payload.tar.xz", 800_000_000) + raw[at + 512 :])
        file.truncate(900_000_000)
    sizes = []
    remove = update_file.shutil.rmtree

    def look(folder, **given):
        sizes.extend(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        remove(folder, **given)

    monkeypatch.setattr(update_file.shutil, "rmtree", look)
    refused(pi, place, "The update is damaged; copy it again. Nothing was changed.")
    assert 0 < max(sizes) < 1_000_000
