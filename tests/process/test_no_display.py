"""Without a display the table does not run where nobody sees it: one sentence, status 1."""

import os
import subprocess
import sys

import pytest

from tests.journal.conftest import ROOT

NOWHERE = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER", "XDG_RUNTIME_DIR")
SENTENCE = {"cs": "Stůl není kde zobrazit: připojte displej", "en": "There is no display to show the table on"}


def start(folder, *args, **more):
    environment = {name: value for name, value in os.environ.items() if name not in NOWHERE} | more
    command = [sys.executable, "-m", "device", "--journal", str(folder / "journal.db"), *args]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.skipif(any(os.path.exists(f"/dev/dri/card{n}") for n in range(4)), reason="there is a display here")
@pytest.mark.parametrize("language", SENTENCE)
@pytest.mark.parametrize("command", [[], ["kiosk"], ["simulate"]], ids=lambda words: " ".join(words) or "nothing")
def test_without_any_display(tmp_path, command, language):
    done = start(tmp_path, *command, "--lang", language)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(SENTENCE[language])
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "journal.db").exists(), "nothing was begun"


@pytest.mark.skipif(any(os.path.exists(f"/dev/dri/card{n}") for n in range(4)), reason="there is a display here")
def test_with_a_display_that_nobody_answers_on(tmp_path):
    done = start(tmp_path, "--lang", "en", DISPLAY=":9871")
    assert done.returncode == 1
    assert SENTENCE["en"] in done.stderr


def test_a_driver_that_is_named_and_cannot_be_opened_is_said(tmp_path):
    done = start(tmp_path, "--lang", "en", SDL_VIDEODRIVER="x11")
    assert done.returncode == 1
    assert done.stderr.startswith("No screen can be opened (x11")


@pytest.mark.parametrize("driver", ["dummy", "offscreen"])
def test_a_driver_without_a_picture_is_used_where_somebody_names_it(driver):
    code = "from device.graphics.display import open_display; print(open_display())"
    environment = {name: value for name, value in os.environ.items() if name not in NOWHERE}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment | {"SDL_VIDEODRIVER": driver},
        text=True,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.split()[-1] == driver, done.stderr
