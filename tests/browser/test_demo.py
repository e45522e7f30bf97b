"""``dvojtah demo``: a table in the browser of this computer, of which nothing is kept."""

import os
import re
import signal
import subprocess
import sys

import pytest

from tests.browser.program import ROOT

HEEDS_CTRL_C = (
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.executable, sys.argv[1:])"
)
"""The signal is ignored where the tests run behind an ``&``, and so it would be by what they start."""


@pytest.fixture
def demo(tmp_path):
    def start(**more):
        return subprocess.Popen(
            [sys.executable, "-c", HEEDS_CTRL_C, sys.executable, "-u", "-m", "device", "demo"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(tmp_path),
                "TMPDIR": str(tmp_path),
                "LANG": "cs_CZ.UTF-8",
                **more,
            },
        )

    return start


def test_it_opens_a_browser_and_leaves_nothing(demo, browser, tmp_path):
    opener = tmp_path / "opener"
    opener.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/link\n', encoding="utf-8")
    opener.chmod(0o700)
    program = demo(BROWSER=str(opener))
    try:
        assert program.stdout.readline() == "Nic se neukládá. Ukončí se stiskem Ctrl-C.\n"
        link = (tmp_path / "link").read_text().strip()
        browser.size(1366, 768)
        browser.open(link)
        browser.wait("table.whole && table.holds")
        assert browser.read("location.hash") == "", "the code does not stay in the address"
        assert browser.complaints == []
        program.send_signal(signal.SIGINT)
        assert program.wait(20) == 130
    finally:
        program.kill()
        program.stdout.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "opener"]


def test_without_a_window_it_says_where_it_is(demo):
    program = demo()
    try:
        assert re.search(r"http://127\.0\.0\.1:\d+/#\w{6}$", program.stdout.readline().strip())
    finally:
        program.kill()
        program.stdout.close()
