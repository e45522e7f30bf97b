"""Runs the firmware's own files under MicroPython's unix port: stands in for the Pico's chip and lends it a clock.

Arguments: folder of the firmware, pipe of commands, pipe of answers, number of the chip, and how it starts: "power"
or "dog" for what caused it, with "+down" where the button is held meanwhile and "+wired" where the line is not USB.
Commands, one a line:

    t US          the pod's clock stands at that many microseconds (it moves only so)
    p LEVEL US    the button's pin changes at that time, by its interrupt
    q LEVEL       the button's pin changes, and no interrupt tells of it
    s             answers lamp, sounder, times round, changes of `b` that are left, bytes sent over wires
    x N           an exception inside the program, in the next N rounds
    b N           the pin changes N times, each time the program looks at the clock
    f             free running: the clock is the machine's own from here on

Each is answered when the program has gone round twice after it, and once more for each round in which it still read or
wrote something: what a command brings about is in the pipe before its answer. The clock wraps after 2**30 us, as on an
RP2040. Where the watchdog has not been fed for its time the chip starts anew: this program ends with status 3, with 5
where it asks for that itself, or with 4 where the firmware's own came to its end while the watchdog ran.
"""

import select as real_select
import sys
import time as real_time

FIRMWARE, COMMANDS, ANSWERS, NUMBER, START = sys.argv[1:6]
PERIOD = 1 << 30
commands = open(COMMANDS)
answers = open(ANSWERS, "w")
heard = real_select.poll()
heard.register(commands, real_select.POLLIN)
wakes = real_select.poll()
wakes.register(commands, real_select.POLLIN)
wakes.register(sys.stdin, real_select.POLLIN)
REST_MS = 20
"""How long the program rests at most, where its clock stands and it has nothing to read or write: no time passes."""
BUSY = 2_000
"""After how many rounds a command is answered although the program still has something to do."""
FREE_MS = 5
"""How long it waits for bytes while its clock is the machine's own, where it would wait for 1 ms on a Pico."""


class Poll:
    """What the firmware asks its line by; so it shows whether there is something to read or to write."""

    def __init__(self):
        self.real = real_select.poll()
        self.register = self.real.register

    def poll(self, ms):
        if ms:
            return self.real.poll(FREE_MS if clock.free else 0)
        ready = self.real.poll(0)
        rounds.at_work = rounds.at_work or bool(ready)
        return ready


class Clock:
    us = 0
    free = False
    base = 0

    def ticks_us(self):
        button = Pin.pins.get(14)
        if rounds.bounces and not button.interrupting:
            rounds.bounces -= 1
            button.change(1 - button.level)
        return (real_time.ticks_us() - self.base if self.free else self.us) % PERIOD

    def ticks_diff(self, a, b):
        return (a - b + PERIOD // 2) % PERIOD - PERIOD // 2


clock = Clock()


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 4, 8
    pins = {}

    def __init__(self, number, mode=None, pull=None, value=None):
        if value is None:
            value = 0 if "+down" in START else 1
        self.level, self.handler, self.interrupting = value, None, False
        Pin.pins[number] = self

    def irq(self, handler, trigger, hard):
        assert hard and trigger == 12
        self.handler = handler

    def change(self, level):
        self.level = level
        self.interrupting = True
        self.handler(self)
        self.interrupting = False

    def value(self, level=None):
        if level is not None:
            self.level = level
        elif not self.interrupting and self.handler:
            rounds.once(self)
        return self.level


class Rounds:
    """The level of the button is read once a round: that is where the commands are taken."""

    made = 0
    since = -1
    failing = 0
    bounces = 0
    at_work = False

    def comes(self, quiet):
        """Whether a command waits. A clock that stands still lets the program rest: no time of its own passes."""
        if quiet and not self.bounces and not clock.free:
            wakes.poll(REST_MS)
        return heard.poll(0)

    def once(self, pin):
        self.made += 1
        quiet, self.at_work = not self.at_work, False
        if self.since >= 0:
            self.since += 1
            if self.since >= (2 if quiet else BUSY):
                self.since = -1
                if dog and clock.us - dog[0].fed > dog[0].timeout * 1000 and not clock.free:
                    sys.exit(3)
                answer(self.reply)
        elif self.comes(quiet):
            line = commands.readline()
            if not line:
                sys.exit()
            self.reply = do(line.split())
            self.since = 0
        if self.failing:
            self.failing -= 1
            raise RuntimeError("the test says so")


rounds = Rounds()


class WDT:
    def __init__(self, timeout):
        assert 1000 <= timeout <= 8388
        self.timeout = timeout
        self.feed()

    def feed(self):
        self.fed = clock.us


class Machine:
    pass


def answer(text):
    answers.write(text + "\n")


def do(words):
    button = Pin.pins[14]
    if words[0] == "t":
        clock.us = int(words[1])
    elif words[0] == "p":
        clock.us = clock.us if clock.free else int(words[2])
        button.change(int(words[1]))
    elif words[0] == "q":
        button.level = int(words[1])
    elif words[0] == "x":
        rounds.failing = int(words[1])
    elif words[0] == "b":
        rounds.bounces = int(words[1])
    elif words[0] == "f":
        clock.base = real_time.ticks_us() - clock.us
        clock.free = True
    elif words[0] == "s":
        return "%d %d %d %d" % (Pin.pins[15].level, Pin.pins[13].level, rounds.made, rounds.bounces)
    return "ok"


dog = []


def make_dog(timeout):
    dog.append(WDT(timeout))
    return dog[0]


machine = Machine()
machine.Pin = Pin
machine.WDT = make_dog
machine.PWRON_RESET, machine.WDT_RESET = 1, 3
machine.reset_cause = lambda: machine.PWRON_RESET if START.startswith("power") else machine.WDT_RESET
machine.reset = lambda: sys.exit(5)
machine.unique_id = lambda: bytes(int(NUMBER[n : n + 2], 16) for n in range(0, len(NUMBER), 2))
lines = Machine()
lines.poll, lines.POLLIN, lines.POLLOUT = Poll, real_select.POLLIN, real_select.POLLOUT
prompt = Machine()
prompt.kbd_intr = prompt.alloc_emergency_exception_buf = lambda number: None
sys.modules["machine"] = machine
sys.modules["micropython"] = prompt
sys.modules["time"] = clock
sys.modules["select"] = lines
sys.path.insert(0, FIRMWARE)


def start():
    """Run the program; it ends only where somebody wants the prompt."""
    import update

    update.root = COMMANDS.rsplit("/", 1)[0]
    __import__("main")


start()
sys.exit(4 if dog else 0)
