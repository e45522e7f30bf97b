"""From a finger or a key until its answer is painted, measured inside a real Chromium by the page's own clock.

The baseline is a page that paints the answer itself, in the same browser: what a browser takes of it, whoever answers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

from tests.organiser.chromium import Browser, Chromium, chromium
from tools.bench.browser import served, way_to_a_game
from tools.bench.measure import FRAME, NotMeasured, Result
from tools.play.event.demo import reach

TIMES = 40
SIZE = (948, 480)
"""A window in which the picture is as large as the screen of a device, 800 by 480."""
LISTEN = """(() => {
  const put = CanvasRenderingContext2D.prototype.putImageData, done = new MessageChannel();
  const paper = document.createElement("canvas");
  document.body.append(paper);
  window.waits = { pointerdown: [], keydown: [], own: [] };
  let since = null;
  const after = (paint) => requestAnimationFrame(() => { done.port2.onmessage = paint; done.port1.postMessage(0); });
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, (event) => {
    if (event.key === "F9") {
      put.call(paper.getContext("2d"), new ImageData(300, 90), 0, 0);
      after(() => waits.own.push(performance.now() - event.timeStamp));
    } else since = [kind, event.timeStamp];
  }, true);
  CanvasRenderingContext2D.prototype.putImageData = function (...given) {
    put.apply(this, given);
    if (since === null || this.canvas.id !== "picture") return;
    const [kind, at] = since;
    since = null;
    after(() => waits[kind].push(performance.now() - at));
  };
})()"""
"""Notes when what came after an event was painted: the frame after it was drawn has been handed over by then."""


def compare() -> Iterator[Result | str]:
    """Touches of the halves of a chess clock, its keys, and the page's own answer, by turns."""
    if chromium() is None:
        raise NotMeasured("there is no Chromium: sudo apt install chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        way = way_to_a_game(folder / "way")
        (folder / "profile").mkdir()
        with closing(Chromium(folder / "profile")) as program, served(folder / "one", "--tables", "1") as (_, places):
            ((host, code),) = places
            page = Browser(program)
            page.size(*SIZE)
            reach(int(host.rpartition(":")[2]), 60)
            page.open(f"http://{host}/#{code}")
            waits = measure(page, way)
    own = median(waits["own"])
    for kind, label in (("pointerdown", "a touch in Chromium"), ("keydown", "a press of a key in Chromium")):
        yield Result(f"{label} until its picture is painted", median(waits[kind]), "painted by the page itself", own)
        worst = quantiles(waits[kind], n=10)[8]
        yield Result("the same, 9 of 10 below", worst, "one frame", FRAME)


def measure(page: Browser, way: list[tuple[int, int]]) -> dict[str, list[float]]:
    """What it took (ms), by what was done."""
    page.wait("table.holds && table.whole && picture.width === 800")
    left, top, share = page.read("(b => [b.left, b.top, b.width / picture.width])(picture.getBoundingClientRect())")

    def click(x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            spot = {"x": left + x * share, "y": top + y * share}
            page.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **spot)

    def rest(ms: int) -> None:
        page.read(f"new Promise(done => setTimeout(done, {ms}))")

    def key(name: str) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    for place in way:
        rest(1300)  # what has come up counts once people had the time to see it
        click(*place)
    rest(1300)
    page.read(LISTEN)
    for n in range(2 * TIMES):
        side = 1 - n % 2
        if n % 4 < 2:
            click(200 + 400 * side, 240)
        else:
            key(("ArrowLeft", "ArrowRight")[side])
        rest(150)
        key("F9")
        rest(100)
    waits: dict[str, list[float]] = page.read("waits")
    if min(map(len, waits.values())) < TIMES // 2:
        raise NotMeasured(f"only so many answers were painted: {[(kind, len(all_)) for kind, all_ in waits.items()]}")
    return waits
