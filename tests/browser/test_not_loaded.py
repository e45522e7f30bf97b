"""On a table with a screen of its own nothing of this is loaded, whatever is played there."""

import json
import os
import subprocess
import sys

PLAYS = """
import json, sys, tempfile
from pathlib import Path
from device.registry import load_games
from tools.play.gallery import SAMPLES, load_record
from tools.play.players import PLAYERS
player = PLAYERS["chess_clock"](Path(tempfile.mkdtemp()))
load_games()
player.play(load_record(SAMPLES / "chess-clock.jsonl"))
player.close()
print(json.dumps(sorted(sys.modules)))
"""


def test_a_game_on_a_screen_loads_no_page_and_no_line_for_browsers(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PLAYS],
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    loaded = json.loads(done.stdout.splitlines()[-1])
    assert "device.games.marias" in loaded
    assert "device.app.peripherals" in loaded
    ours = ("device.browser", "websockets", "uvicorn", "starlette", "device.cli.browser_commands")
    assert not [name for name in loaded if name.startswith(ours)]
