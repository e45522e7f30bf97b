"""The command ``dvojtah``, which ``python -m device`` is, too: everything else is loaded from here.

Ctrl-C ends it at any moment without a traceback, and with status 130: while it loads by the signal itself, as shells
count it, then by `KeyboardInterrupt`. Libraries in C may lose that, as msgspec does where it looks at types; then it is
raised once more.
"""

from __future__ import annotations

import gc
import importlib
import signal
import sys
from collections.abc import Callable
from types import FrameType

AGAIN_S = 0.5
"""Seconds after which an interrupt that was lost is raised again."""
SOON_S = 0.01
"""Seconds after which one is raised that came within a text that Python compiles and runs, as dataclasses do."""


def main() -> int:
    """Load the command and run it; its exit status."""
    heeds = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not so behind ``nohup`` or ``&``
    if heeds:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()  # while it loads nothing can be let go
    command = importlib.import_module("device.cli")
    gc.freeze()  # nor later: what is loaded stays
    gc.enable()
    run: Callable[[], int] = command.main
    if not heeds:
        return run()
    for number in (signal.SIGALRM, signal.SIGINT):
        signal.signal(number, _on_interrupt)
    try:
        return run()
    except KeyboardInterrupt:
        return int(command.INTERRUPTED)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _on_interrupt(number: int, frame: FrameType | None) -> None:
    """Interrupt; again only where nothing is being closed for the first one, and the command has no way of its own."""
    if _runs_a_text(frame):
        signal.setitimer(signal.ITIMER_REAL, SOON_S)
        return
    if number == signal.SIGALRM and signal.getsignal(signal.SIGINT) is not _on_interrupt:
        return
    signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
    handled = sys.exc_info()[1]
    while number == signal.SIGALRM and handled is not None:
        if isinstance(handled, KeyboardInterrupt):
            return
        handled = handled.__context__
    raise KeyboardInterrupt


def _runs_a_text(frame: FrameType | None) -> bool:
    """Whether ``exec`` of a text is under way: an interrupt that leaves it ends Python by the signal, caught or not."""
    while frame is not None and frame.f_back is not None:
        if (frame.f_code.co_filename, frame.f_code.co_name) == ("<string>", "<module>"):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    sys.exit(main())
