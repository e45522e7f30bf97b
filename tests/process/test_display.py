"""The screen's own connection wakes whoever sleeps on it: a real program on a real X server, and a real key."""

import subprocess
import sys

from tests.process.desktop import PATIENCE

SLEEPER = """
import select, sys, time
from device.io.inputs import TextInput
from device.graphics.display import PygameDisplay
display = PygameDisplay((300, 200), False, time.monotonic_ns)
display.surface.fill((20, 20, 20))
display.present([display.surface.get_rect()])
display.inputs()
poll = select.poll()
for wake in display.wakes:
    poll.register(wake, select.POLLIN)
print("asleep", flush=True)
while poll.poll(1000 * int(sys.argv[1])):
    for one in display.inputs():
        if isinstance(one, TextInput):
            print(one.text, flush=True)
            sys.exit()
sys.exit("nothing woke it")
"""


def test_a_key_wakes_a_program_that_sleeps_on_its_screen(desktop):
    command = [sys.executable, "-c", SLEEPER, f"{PATIENCE:.0f}"]
    environment = desktop.environment | {"SDL_VIDEO_X11_WMCLASS": "dvojtah"}
    with subprocess.Popen(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        while (line := program.stdout.readline()) != "asleep\n":
            assert line, program.communicate()
        window = desktop.hand("search", "--sync", "--onlyvisible", "--class", "dvojtah").splitlines()[-1]
        desktop.hand("windowfocus", "--sync", window)
        desktop.hand("key", "x")
        out, err = program.communicate(timeout=2 * PATIENCE)
    assert (out, err, program.returncode) == ("x\n", "", 0)
