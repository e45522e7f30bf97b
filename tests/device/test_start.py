"""What the first picture waits for: nothing that it does not show. (Loading crept back more than once.)"""

import json
import os
import subprocess
import sys

import pytest

FIRST = """
import json, os, sys
from device.cli import main
from device.graphics.display import PygameDisplay
def present(self, dirty):
    print(json.dumps(sorted(sys.modules)), flush=True)
    os._exit(0)
PygameDisplay.present = present
main(sys.argv[1:])
"""
LATER = (
    "rules.marias",
    "rules.polyssimo",
    "rules.kourici_kocka",
    "rules.polish_doubles",
    "device.screens.history",
    "device.screens.settings",
    "device.app.peripherals",
    "device.peripherals.gpio",
    "device.pods.pods",
    "device.event.session",
    "device.screens.event.screens",
    "device.organiser",
    "device.word_lists",
    "marisa_trie",
    "device.common.updates.offers",
    "http.client",
    "ssl",
    "device.common.exports.plain_pdf",
    "gpiozero",
    "luma",
    "serial",
    "PIL",
    "tomlkit",
    "fpdf",
    "paho",
    "starlette",
)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("start")
    command = [sys.executable, "-c", FIRST, "--journal", str(folder / "journal.db"), "kiosk"]
    done = subprocess.run(
        command, env=os.environ | {"SDL_VIDEODRIVER": "dummy"}, capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", LATER)
def test_it_is_not_loaded_before_the_first_picture(loaded, name):
    assert "device.screens.home" in loaded
    assert not [module for module in loaded if module == name or module.startswith(f"{name}.")]
