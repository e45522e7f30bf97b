"""Runs the firmware's own files under MicroPython's unix port: stands in for the Pico's chip and lends it a clock.

Arguments: folder of the firmware, pipe of commands, pipe of answers, number of the chip. Commands, one a line:

    t US          the pod's clock stands at that many microseconds (it moves only so)
    p LEVEL US    the button's pin changes at that time, by its interrupt
    q LEVEL       the button's pin changes, and no interrupt tells of it
    s             answers lamp, sounder, times round, faults
    x             an exception inside the program, at the next reading of the pin
    f             free running: the clock is the machine's own from here on

Each is answered when the program has gone round twice after it. The clock wraps after 2**30 us, as on an RP2040.
"""

import select as real_select
import sys
import time as real_time

FIRMWARE, COMMANDS, ANSWERS, NUMBER = sys.argv[1:5]
PERIOD = 1 << 30
commands = open(COMMANDS)
answers = open(ANSWERS, "w")
heard = real_select.poll()
heard.register(commands, real_select.POLLIN)


class Clock:
    us = 0
    free = False
    base = 0

    def ticks_us(self):
        return (real_time.ticks_us() - self.base if self.free else self.us) % PERIOD

    def ticks_diff(self, a, b):
        return (a - b + PERIOD // 2) % PERIOD - PERIOD // 2


clock = Clock()


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 4, 8
    pins = {}

    def __init__(self, number, mode, pull=None, value=1):
        self.level, self.handler, self.fail = value, None, False
        Pin.pins[number] = self

    def irq(self, handler, trigger, hard):
        assert hard and trigger == 12
        self.handler = handler

    def value(self, level=None):
        if level is None:
            if self.fail:
                self.fail = False
                raise RuntimeError("the test says so")
            return self.level
        self.level = level


class WDT:
    """The watchdog is fed once a round: that is where the commands are taken."""

    rounds = 0
    waiting = 0

    def __init__(self, timeout):
        assert 1000 <= timeout <= 8388

    def feed(self):
        self.rounds += 1
        if self.waiting:
            self.waiting -= 1
            if not self.waiting:
                answer(self.reply)
            return
        if not heard.poll(0):
            return
        line = commands.readline()
        if not line:
            sys.exit()
        self.reply = do(line.split())
        self.waiting = 2


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
        button.level = int(words[1])
        button.handler(button)
    elif words[0] == "q":
        button.level = int(words[1])
    elif words[0] == "x":
        button.fail = True
    elif words[0] == "f":
        clock.base = real_time.ticks_us() - clock.us
        clock.free = True
    elif words[0] == "s":
        return "%d %d %d" % (Pin.pins[15].level, Pin.pins[13].level, dog[0].rounds)
    return "ok"


dog = []


def make_dog(timeout):
    dog.append(WDT(timeout))
    return dog[0]


machine = Machine()
machine.Pin = Pin
machine.WDT = make_dog
machine.unique_id = lambda: bytes(int(NUMBER[n : n + 2], 16) for n in range(0, len(NUMBER), 2))
sys.modules["machine"] = machine
sys.modules["time"] = clock
sys.path.insert(0, FIRMWARE)
import main  # noqa: E402, F401 - it never ends
