"""The last picture before the power goes: everything is saved, the device may be switched off.

Shown only where the whole system goes down (a power button, a UPS, *Switch off*), not where the service alone is
started anew. The picture goes with the program, so it stays for a moment; the system waits for that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from device.app.assembly import Kiosk
from device.files.machine import run_program
from device.graphics.canvas import Canvas
from device.graphics.look import Look
from device.graphics.widgets import Frame, Scene
from device.i18n import t
from device.journal import Journal
from device.journal.file import SHARED

STAYS_S = 3.0
"""For how long the picture stays. The service manager waits for 15 s (TimeoutStopSec), a UPS not for ever."""
ASK_S = 2.0


def system_goes_down() -> bool:
    """Whether systemd is switching off or starting the machine anew; False where there is no systemd."""
    return (run_program("systemctl", "is-system-running", patience=ASK_S) or "").strip() == "stopping"


def everything_kept(journal: Journal) -> bool:
    """Whether all games are on a disk. Where none took them, the journal lies in memory, which goes with the power."""
    return journal.flush() and (not journal.path.is_relative_to(SHARED) or not journal.games())


def farewell_scene(look: Look, *, saved: bool) -> Scene:
    """What it says: that all is ``saved``, or what is not."""
    canvas = Canvas(replace(look, strip=None, trouble="", toast=""))
    p = look.palette
    _, title, line, _ = canvas.rows(canvas.area, (1, 2, 2, 1))
    if saved:
        words, rest = t("Saved. You can switch off."), t("Every game is kept. The screen goes dark by itself.")
    else:
        words = t("Not everything is saved.")
        rest = t("The disk did not take the last entries; they are missing when the device starts again.")
    canvas.text(title, words, 44, "bold", p.text if saved else p.warn, "center", lines=2)
    canvas.text(line, rest, 24, "regular", p.muted if saved else p.text, "center", lines=3)
    return canvas.scene()


def show_farewell(kiosk: Kiosk, *, saved: bool, wait: Callable[[float], object] = time.sleep) -> None:
    """Show it, and let it be seen. The journal is closed by now."""
    kiosk.screen.show(Frame("farewell", farewell_scene(kiosk.screen.look, saved=saved)))
    wait(STAYS_S)
