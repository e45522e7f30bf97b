"""``dvojtah doctor --report FILE``: a guided trial of a real device, half an hour, and one readable file of it.

People are led through it on the terminal, with the table stopped: its buttons and screen can have one user only. The
file is written after each part, so a device that falls over under load leaves what was measured before. It has numbers
and this program's own words: no name of a person, network, device or folder. ``tools/reports.py`` reads such files.
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame
import tomlkit

from device.common.files.atomic_write import atomic_write
from device.common.files.os_errors import explain
from device.common.i18n import t
from device.common.progress import ProgressLine
from device.common.settings.settings import OledSettings, Settings
from device.common.trouble import Trouble
from device.doctor import displays, examine, machine, readings
from device.doctor.readings import Section
from device.graphics.display import PygameDisplay
from device.io.inputs import FingerDown, Input, RawEdge
from device.io.signals import Beep, Lamp, Signals
from device.peripherals.gpio import Gpio
from device.peripherals.oled import Display, connect
from device.peripherals.oled_probe import status_of, trial_picture
from device.peripherals.sound import Sound
from firmware.contact import Contact
from rules.game import SECOND
from rules.message import Message, msg

FORMAT = 1
"""Raised where a later reader could take an older file for something else."""
PRESSES = 10
PATIENCE_S = 60
QUIET_S = 0.5
CORNERS = ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94))
"""Where the crosses stand, as shares of width and height: from the upper left one clockwise."""
LOAD_S = 20 * 60
SAMPLE_S = 5
LEAST_FOR_DRIFT = 60 * SECOND
"""Reading two clocks one after the other takes some µs: over less time (ns) that would be the larger part."""
BUSY = "while True: pass"


def _ask(question: str) -> bool:
    answers = t("y/n")
    answer = input(f"{question} {answers} ").strip().casefold()
    return answer[:1] in ("y", answers[:1], t("yes")[:1])


@dataclass
class Bench:
    """The device on the bench, and whoever sits at it: ``say`` a sentence, ``ask`` what is answered by yes or no."""

    settings: Settings
    say: Callable[[str], None] = print
    ask: Callable[[str], bool] = _ask
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], int] = time.monotonic_ns
    gpio: Callable[..., Gpio] = Gpio
    oled: Callable[[OledSettings], Display] = connect
    display: Callable[..., Any] = PygameDisplay
    sound: Callable[..., Any] = Sound
    inputs: queue.Queue[tuple[Input, int]] = field(default_factory=queue.Queue)

    def put(self, item: Input) -> None:
        """Keep what a peripheral posts, with the moment at which it arrived."""
        self.inputs.put((item, self.now()))

    def arrivals(self, seconds: float) -> Iterator[tuple[Input, int] | None]:
        """What is posted within that time, as it comes; None whenever nothing came for ``QUIET_S``."""
        end = self.now() + int(seconds * SECOND)
        while self.now() < end:
            try:
                yield self.inputs.get(timeout=QUIET_S)
            except queue.Empty:
                yield None


def run_report(settings: Settings, file: Path, bench: Bench | None = None) -> int:
    """Lead through the trial and write ``file``; the exit status. Raises `Trouble` where that cannot be done."""
    bench = bench or Bench(settings)
    if os.path.lexists(file):
        raise Trouble(msg("There is a file {file} already; name another one.", file=file))
    if machine.table_has_hardware(settings):
        raise Trouble(
            msg("The table runs and has the buttons and the screen; stop it first: sudo systemctl stop dvojtah")
        )
    report: dict[str, Section] = {}
    try:
        _write(file, report)
        bench.say(t("This takes half an hour. Ctrl-C skips the part that is running. No names are written."))
        for number, (name, part) in enumerate(PARTS, 1):
            bench.say(f"\n{number}/{len(PARTS)} {name}")
            try:
                report[name] = part(bench)
            except (KeyboardInterrupt, EOFError):
                report[name] = {"left_out": True}
            except Exception as error:  # each library has errors of its own, and each belongs into the report
                report[name] = {"failed": type(error).__name__}
                bench.say(t("This part failed ({error}); it goes on with the next.", error=type(error).__name__))
            _write(file, report)
    except OSError as error:
        raise Trouble(explain(error, file)) from None
    bench.say(t("The report is in {file}. Read it, and send it to whoever makes Dvojtah.", file=file))
    return 0


def _write(file: Path, report: dict[str, Section]) -> None:
    document = tomlkit.document()
    document.add(tomlkit.comment("Measured by `dvojtah doctor --report`. It has no names; read it before you send it."))
    document["format"] = FORMAT
    for name, section in report.items():
        document[name] = section
    atomic_write(file, tomlkit.dumps(document))


def _findings(bench: Bench) -> Section:
    """What `dvojtah doctor` complains about: the sentences before any path, name or number is filled in."""
    findings = examine(bench.settings, None)
    bad = [f"{finding.part}: {finding.text.id}" for finding in findings if not finding.ok]
    return {"checks": len(findings), "not_well": bad}


@contextlib.contextmanager
def _lines(bench: Bench) -> Iterator[Gpio | Message]:
    """Buttons, lamps and buzzer, or what is wrong with them."""
    gpio = bench.gpio(bench.settings.buttons, bench.put, bench.now)
    try:
        yield gpio.open() or gpio
    finally:
        gpio.close()


def _buttons(bench: Bench) -> Section:
    """Presses of each button: whether all came, how long it bounces, how late the program heard of an edge."""
    if bench.settings.buttons.pin_factory == "none":
        return {"on_pins": False}
    section: Section = {"on_pins": True}
    with _lines(bench) as gpio:
        if isinstance(gpio, Message):
            return {"failed": gpio.id}
        for side in (0, 1):
            bench.say(t("Press button {side} ten times, calmly, and let it go each time.", side="AB"[side]))
            section |= {f"{key}_{'ab'[side]}": value for key, value in _press(bench, side).items()}
    return section


def _press(bench: Bench, side: int) -> Section:
    """``PRESSES`` presses of one button. Times in ms; ``bounce``: from a change's first edge to its last one."""
    lockout = bench.settings.buttons.debounce_ms * SECOND // 1000
    contact, first, bounce, late = Contact(lockout), 0, 0, 0
    presses = edges = others = 0
    with ProgressLine(t("Presses:"), PRESSES) as progress:
        for arrival in bench.arrivals(PATIENCE_S):
            if arrival is None and presses >= PRESSES:
                break
            edge, arrived = arrival or (None, 0)
            if not isinstance(edge, RawEdge):
                continue
            if edge.side != side:
                others += 1
                continue
            edges, late = edges + 1, max(late, arrived - edge.at)
            for down, at in contact.feed(edge.down, edge.at):
                presses, first = presses + down, at
                progress.done = presses
            bounce = max(bounce, edge.at - first if edge.at - first <= lockout else 0)
    return {
        "presses": presses,
        "edges": edges,
        "edges_of_the_other": others,
        "bounce_ms": round(bounce / 1_000_000, 2),
        "late_ms": round(late / 1_000_000, 2),
    }


def _lamps(bench: Bench) -> Section:
    """Both lamps and the buzzer, as people see and hear them."""
    section: Section = {}
    with _lines(bench) as gpio:
        trouble = gpio if isinstance(gpio, Message) else gpio.open_outputs()
        if trouble is not None or isinstance(gpio, Message):
            return {"failed": trouble.id if trouble else ""}
        pins = bench.settings.buttons
        for side, pin in enumerate((pins.lamp_a, pins.lamp_b)):
            if pin:
                gpio.show(Signals(lamp_a=(Lamp.ON, Lamp.OFF)[side], lamp_b=(Lamp.OFF, Lamp.ON)[side]))
                question = t("Does the lamp of button {side} shine, and that one alone?", side="AB"[side])
                section[f"lamp_{'ab'[side]}"] = bench.ask(question)
        if pins.buzzer:
            gpio.show(Signals(beep=Beep.LAST))
            section["buzzer"] = bench.ask(t("Did the buzzer beep twice?"))
    return section


def _oleds(bench: Bench) -> Section:
    """Each OLED: how long a whole picture takes, and what people see of it."""
    section: Section = {}
    for side, oled in enumerate((bench.settings.oled_a, bench.settings.oled_b)):
        key = f"oled_{'ab'[side]}"
        section[f"{key}_type"] = oled.type
        if oled.type == "none":
            continue
        section[f"{key}_port"], section[f"{key}_address"] = oled.port, f"0x{oled.address:02X}"
        try:
            display = bench.oled(oled)
        except Exception as error:  # luma, smbus and the kernel each have errors of their own
            section[f"{key}_failed"] = type(error).__name__
            continue
        if (status := status_of(oled.port, oled.address)) is not None:
            section[f"{key}_status"] = f"0x{status:02X}"
        try:
            start = bench.now()
            display.display(trial_picture(side))
            section[f"{key}_picture_ms"] = round((bench.now() - start) / 1_000_000, 1)
            question = t("Display {side}: is there a whole frame, no snow, and the letter {side}?", side="AB"[side])
            section[f"{key}_clean"] = bench.ask(question)
        finally:
            _switch_off(display)
    return section


def _screen(bench: Bench) -> Section:
    """The screen and its touch: how far a finger's tap is from each cross, in pixels (-1: no tap came)."""
    settings = bench.settings.screen
    section: Section = {"connected": displays.display_modes()}
    bench.say(t("Four crosses come one after the other on the screen; tap the middle of each."))
    try:
        shown = bench.display((settings.width, settings.height), settings.fullscreen, bench.now)
        wide, high = shown.surface.get_size()
        section |= {"width": wide, "height": high}
        section["off_px"] = [_tap(bench, shown, (round(x * wide), round(y * high))) for x, y in CORNERS]
    finally:
        pygame.display.quit()
    section["clean"] = bench.ask(t("Was the picture whole, sharp and without flicker?"))
    return section


def _tap(bench: Bench, shown: Any, cross: tuple[int, int]) -> int:
    """How far from a cross the tap is; -1 where none comes in time."""
    arm = max(8, min(shown.surface.get_size()) // 20)
    shown.surface.fill((0, 0, 0))
    for dx, dy in ((arm, 0), (0, arm)):
        ends = (cross[0] - dx, cross[1] - dy), (cross[0] + dx, cross[1] + dy)
        pygame.draw.line(shown.surface, (255, 255, 255), *ends, 3)
    shown.present([shown.surface.get_rect()])
    end = bench.now() + PATIENCE_S // 2 * SECOND
    while bench.now() < end:
        for touch in shown.inputs():
            if isinstance(touch, FingerDown):
                return round(math.dist((touch.x, touch.y), cross))
        bench.sleep(0.02)
    return -1


def _sound(bench: Bench) -> Section:
    """The loudspeaker, as people hear it."""
    if not bench.settings.volume:
        return {"on": False}
    sound = bench.sound(bench.settings.volume, card=bench.settings.sound_card)
    sound.start()
    try:
        bench.sleep(2)
        sound.play(Beep.LAST)
        return {"on": True, "heard": bench.ask(t("Did the loudspeaker give two tones?"))}
    finally:
        sound.close()


def _load(bench: Bench) -> Section:
    """All processors, lamps and OLEDs at their most: heat, speed, supply; and the processor's clock against the
    network's time (CLOCK_MONOTONIC is steered by it, CLOCK_MONOTONIC_RAW is not)."""
    bench.say(t("Now all of it works hard for {n} minutes; leave it alone. Ctrl-C ends it early.", n=LOAD_S // 60))
    section: Section = {"before": machine.throttle_flags() or "?"}
    heats, speeds, samples = [readings.heat()], [readings.megahertz()], 0
    raw, steered = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW), time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    with contextlib.ExitStack() as stack:
        _switch_all_on(bench, stack)
        for _ in range(os.cpu_count() or 1):
            busy = subprocess.Popen((sys.executable, "-c", BUSY))
            stack.callback(busy.wait)
            stack.callback(busy.kill)
        steps = range(max(1, LOAD_S // SAMPLE_S))
        with contextlib.suppress(KeyboardInterrupt), ProgressLine(t("Hard work:"), len(steps)) as progress:
            for _ in progress.of(steps):
                bench.sleep(SAMPLE_S)
                samples += 1
                heats.append(readings.heat())
                speeds.append(readings.megahertz())
        section["after"] = machine.throttle_flags() or "?"
    raw = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW) - raw
    steered = time.clock_gettime_ns(time.CLOCK_MONOTONIC) - steered
    section["minutes"] = round(samples * SAMPLE_S / 60, 1)
    if raw >= LEAST_FOR_DRIFT:
        section["drift_ppm"] = round((steered - raw) / raw * 1e6, 1)
    if known := [heat for heat in heats if heat is not None]:
        section |= {"heat_before": round(known[0], 1), "heat_most": round(max(known), 1)}
    if fast := [speed for speed in speeds if speed is not None]:
        section |= {"mhz_most": max(fast), "mhz_least": min(fast[1:] or fast)}
    return section | readings.clocks()


def _switch_all_on(bench: Bench, stack: contextlib.ExitStack) -> None:
    """Lamps and every point of the OLEDs, as far as they are there, until the stack ends."""
    if bench.settings.buttons.pin_factory != "none":
        gpio = stack.enter_context(_lines(bench))
        if isinstance(gpio, Gpio):
            gpio.open_outputs()
            gpio.show(Signals(lamp_a=Lamp.ON, lamp_b=Lamp.ON))
    for side, oled in enumerate((bench.settings.oled_a, bench.settings.oled_b)):
        with contextlib.suppress(Exception):  # what is not there was reported before
            if oled.type != "none":
                display = bench.oled(oled)
                stack.callback(_switch_off, display)
                display.display(trial_picture(side, bright=True))


def _switch_off(display: Display) -> None:
    with contextlib.suppress(Exception):
        display.cleanup()


PARTS: Sequence[tuple[str, Callable[[Bench], Section]]] = (
    ("versions", lambda bench: readings.versions()),
    ("doctor", _findings),
    ("starts", lambda bench: readings.start_times()),
    ("wifi", lambda bench: readings.wifi()),
    ("buttons", _buttons),
    ("lamps", _lamps),
    ("oleds", _oleds),
    ("screen", _screen),
    ("sound", _sound),
    ("load", _load),
)
"""The parts in their order, by their name in the file: what asks nobody first, what may fall over last."""
