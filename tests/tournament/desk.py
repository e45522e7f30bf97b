"""The organiser at the desk: a real browser, real clicks and keys, all of them counted, and how long the pages took."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.organiser.chromium import Browser

TIMES = """(() => { const one = performance.getEntriesByType('navigation')[0];
  return one && one.loadEventEnd > 0 ? [location.pathname, one.loadEventEnd, one.responseEnd] : null; })()"""
SPOT = """(() => { const one = %s; if (!one) return null; one.scrollIntoView({block: 'center', inline: 'nearest'});
  const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const there = document.elementFromPoint(x, y);
  return {x, y, free: there !== null && (one.contains(there) || there.contains(one)), disabled: one.disabled === true};
})()"""
BUTTON = "[...document.querySelectorAll({where})].find(one => one.textContent.trim() === {label})"


class Organiser:
    """One person at one screen. Every method that acts is one act, and counts it under the stage that is on."""

    def __init__(self, browser: Browser, address: str, password: str) -> None:
        self.browser, self.address, self._password = browser, address, password
        self.acts: dict[str, Counter[str]] = {}
        self.pages: dict[str, list[float]] = {}
        self.best: dict[str, tuple[float, float]] = {}
        self._stage = "before"
        browser.size(1366, 900)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """What is done in the block counts for ``name``."""
        before, self._stage = self._stage, name
        self.acts.setdefault(name, Counter())
        yield
        self._stage = before

    def _did(self, act: str, times: int = 1) -> None:
        self.acts.setdefault(self._stage, Counter())[act] += times

    # -- acts ------------------------------------------------------------------------------------------------------

    def come_in(self) -> None:
        """Open the desk's address and give the password."""
        self.browser.open(self.address)
        self.type("input[type=password]", self._password)
        with self.new_page():
            self._click(BUTTON.format(where=json.dumps("form button"), label=json.dumps("Vstoupit")), "Vstoupit")

    def go(self, label: str) -> None:
        """Follow a link of the navigation by its words (a count beside them is no part of them)."""
        link = (
            f"[...document.querySelectorAll('header a')].find(one => (one.firstChild ?? one).textContent.trim() === "
            f"{json.dumps(label)})"
        )
        is_here = self.browser.read(f"{link}?.pathname === location.pathname")
        with self.answer() if is_here else self.new_page():
            self._click(link, label)

    def press_button(self, where: str, label: str) -> None:
        """Press a button of a form, and wait until what came of it is on the page."""
        with self.answer():
            self._click(BUTTON.format(where=json.dumps(f"{where} button"), label=json.dumps(label)), label)

    def follow(self, where: str) -> None:
        """Follow a link to another view of the page."""
        with self.answer():
            self._click(f"document.querySelector({json.dumps(where)})", where)

    def key(self, key: str) -> None:
        """A key, where the keyboard is."""
        more = {"text": "\r", "windowsVirtualKeyCode": 13} if key == "Enter" else {"text": key}
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key, **more)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self._did("keys")

    def write(self, text: str) -> None:
        """Write where the keyboard is; each character is a key."""
        self.browser.call("Input.insertText", text=text)
        self._did("keys", len(text))

    def open_more(self, number: int) -> None:
        """Ask for everything that can be done about an entrant."""
        self.follow(f"#entrant-{number} .more")

    def unfold(self, where: str) -> None:
        """Open what is folded up."""
        self._click(f"document.querySelector({json.dumps(where + ' summary')})", where)

    def type(self, field: str, text: str) -> None:
        """Write into a field, over what stands there; each character is a key."""
        spot = self._spot(f"document.querySelector({json.dumps(field)})", field)
        self._mouse(spot)
        self.browser.read(f"document.querySelector({json.dumps(field)}).select?.()")
        self.browser.call("Input.insertText", text=text)
        written = self.browser.read(f"document.querySelector({json.dumps(field)}).value")
        assert written == text, f"{field}: {written}"
        self._did("fields")
        self._did("keys", len(text))

    def choose(self, field: str, value: str) -> None:
        """Choose from a list; where it says that already there is nothing to do."""
        at = f"document.querySelector({json.dumps(field)})"
        if self.browser.read(f"{at}.value") == value:
            return
        self._spot(at, field)
        script = (
            f"{at}.value = {json.dumps(value)}; {at}.dispatchEvent(new Event('change', {{bubbles: true}})); {at}.value"
        )
        assert self.browser.read(script) == value, f"{field} does not offer {value}"
        self._did("clicks", 2)

    def tick(self, field: str) -> None:
        """Tick a box."""
        self._click(f"document.querySelector({json.dumps(field)})", field)

    def pick_file(self, field: str, path: Path) -> None:
        """Choose a file from the disk: two clicks in the browser's own window."""
        root = self.browser.call("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.call("DOM.querySelector", nodeId=root, selector=field)["nodeId"]
        self.browser.call("DOM.setFileInputFiles", nodeId=node, files=[str(path)])
        self._did("clicks", 2)

    def download(self, path: str, where: str) -> bytes:
        """Take a file by its link; what is in it."""
        self._spot(f"document.querySelector({json.dumps(where)})", where)
        self._did("clicks")
        content = self.browser.read(
            f"fetch({json.dumps(path)}).then(async (answer) => {{ if (!answer.ok) throw answer.status;"
            "  const bytes = new Uint8Array(await answer.arrayBuffer()); let text = '';"
            "  for (let n = 0; n < bytes.length; n += 4096)"
            "    text += String.fromCharCode(...bytes.subarray(n, n + 4096));"
            "  return btoa(text); })"
        )
        return base64.b64decode(content)

    # -- reading, which is no act ----------------------------------------------------------------------------------

    def text(self, where: str) -> str:
        """What stands there; empty where that is nowhere."""
        text = self.browser.read(f"document.querySelector({json.dumps(where)})?.textContent ?? ''")
        return " ".join(text.split())

    def rows(self, where: str) -> list[list[str]]:
        """The cells of a table's rows."""
        rows = self.browser.read(
            f"[...document.querySelectorAll({json.dumps(where)})].map(row => [...row.cells].map(one => one.innerText))"
        )
        return [[" ".join(cell.split()) for cell in row] for row in rows]

    def wait(self, expression: str, seconds: float = 20) -> None:
        """Look at the page until it says so."""
        self.browser.wait(expression, seconds)

    @property
    def trouble(self) -> str:
        """Why the last act was not taken; empty where it was."""
        return self.browser.read("document.querySelector('#trouble:not([hidden])')?.textContent ?? ''")

    # -- parts -----------------------------------------------------------------------------------------------------

    @contextmanager
    def new_page(self) -> Iterator[None]:
        """What is done in the block brings another page; how long that took is kept."""
        self.browser.read("window.before = true")
        began = time.monotonic()
        yield
        self.wait("window.before === undefined && document.readyState === 'complete'", 60)
        path, loaded, _ = self.browser.wait(TIMES)
        self._did("loads")
        self.pages.setdefault(path, []).append(min(loaded / 1000, time.monotonic() - began))
        trouble = self.trouble
        assert not trouble, f"{path}: {trouble}"

    @contextmanager
    def answer(self) -> Iterator[None]:
        """What is done in the block brings an answer into the page; how long that took is kept."""
        began = time.monotonic()
        yield
        self.wait("document.body.dataset.sending === undefined && document.readyState === 'complete'", 60)
        self.pages.setdefault("(answers on the page)", []).append(time.monotonic() - began)
        trouble = self.trouble
        assert not trouble, trouble

    def measure(self, program: int, *paths: str) -> None:
        """Seconds until each page stands there, and seconds of the processor that it took this browser and the
        organiser's ``program`` (a process id); the best of five each: what else the machine does is not its fault.
        """
        browser = self.browser.program.pid
        for path in paths:
            waited, worked = [], []
            for _ in range(5):
                before = processor_s(browser, program)
                self.browser.open(self.address + path)
                waited.append(self.browser.wait(TIMES)[1] / 1000)
                worked.append(processor_s(browser, program) - before)
            self.best[path] = (min(waited), min(worked))

    def _click(self, element: str, label: str) -> None:
        self._mouse(self._spot(element, label))
        self._did("clicks")

    def _spot(self, element: str, label: str) -> dict[str, float]:
        """Where something is, once it is there and nothing lies over it."""
        end = time.monotonic() + 20
        while not (spot := self.browser.read(SPOT % element)) or not spot["free"] or spot["disabled"]:
            assert time.monotonic() < end, f"cannot be clicked: {label} {spot}\n{self.text('main')[:2000]}"
            time.sleep(0.05)
        return spot

    def _mouse(self, spot: dict[str, float]) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.call(
                "Input.dispatchMouseEvent", type=kind, x=spot["x"], y=spot["y"], button="left", clickCount=1
            )


ACTS = ("clicks", "fields", "keys", "loads")
"""What is counted: clicks, fields that were clicked into, keys, and pages that were loaded anew."""


def acts_table(title: str, acts: dict[str, Counter[str]]) -> list[str]:
    """The acts of each stage, for people."""
    lines = [f"{title}: acts of the organiser", f"  {'':<34}{'clicks':>8}{'fields':>8}{'keys':>8}{'loads':>8}"]
    total: Counter[str] = Counter()
    for stage, counted in acts.items():
        if counted:
            total += counted
            lines.append(f"  {stage:<34}" + "".join(f"{counted[act]:>8}" for act in ACTS))
    lines.append(f"  {'all':<34}" + "".join(f"{total[act]:>8}" for act in ACTS))
    return lines


def pages_table(desk: Organiser) -> list[str]:
    """How long each page took, for people: those that acts brought while the tables played, and at the end."""
    lines = [f"  {'page, in s':<34}{'loads':>8}{'median':>8}{'worst':>8}"]
    for path, seconds in sorted(desk.pages.items()):
        lines.append(f"  {path:<34}{len(seconds):>8}{statistics.median(seconds):>8.2f}{max(seconds):>8.2f}")
    lines.append(f"  {'at the end, best of 5':<34}{'':>8}{'wall':>8}{'cpu':>8}")
    lines += [f"  {path:<34}{'':>8}{wall:>8.2f}{cpu:>8.2f}" for path, (wall, cpu) in desk.best.items()]
    return lines


def processor_s(browser: int, program: int) -> float:
    """Seconds of the processor that a browser with all that it started, and a program by itself, have taken so far."""
    children: dict[int, list[int]] = {}
    took: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(folder.name))
            took[int(folder.name)] = int(fields[11]) + int(fields[12])
    left, ticks = [browser], took.get(program, 0)
    while left:
        pid = left.pop()
        ticks += took.get(pid, 0)
        left += children.get(pid, [])
    return ticks / os.sysconf("SC_CLK_TCK")
