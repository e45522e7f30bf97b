"""``python -m tools.world SEED``: an evening from a seed, or many, and what they came to.

The line that a failing evening prints plays it again: the same seed, hours, tables and rate on the same commit give the
same evening to the byte.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import time
from pathlib import Path

import inotify_simple
import paho.mqtt.client

from tools.world.faults import FAULTS
from tools.world.loading import simulate

ON_REAL_MODULES = (asyncio, inotify_simple, paho.mqtt.client)
"""Are imported before the product, which would otherwise load them on the simulated ones."""


def arguments() -> argparse.ArgumentParser:
    """The command's own."""
    parser = argparse.ArgumentParser(prog="python -m tools.world", description=__doc__)
    parser.add_argument("seed", type=int, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds, one after another")
    parser.add_argument("--hours", type=float, default=0.35, help="how long an evening is")
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1.0, help="troubles, in multiples of the usual; 0: none")
    parser.add_argument("--marathon", action="store_true", help="a game so long that it is taken over in parts")
    parser.add_argument("--fault", choices=FAULTS, help="plant a fault in the product")
    parser.add_argument("--lines", type=Path, help="write the story of the evening there")
    parser.add_argument("--go-on", action="store_true", help="go on after a failure")
    return parser


class _Errors(logging.Handler):
    """What the product logs with a traceback, or as critical, is a failure."""

    def emit(self, record: logging.LogRecord) -> None:
        from tools.world.scheduler import current  # noqa: PLC0415

        scheduler = current()
        if not scheduler.ending and (record.exc_info or record.levelno >= logging.CRITICAL):
            error = record.exc_info[1] if record.exc_info else None
            scheduler.fail(f"{scheduler.machine.name}: {record.getMessage()}", error)


def main() -> int:
    """Play; 1 where a promise did not hold."""
    options = arguments().parse_args()
    simulate(FAULTS[options.fault].changes if options.fault else ())
    from tools.world.evening import Plan, play  # noqa: PLC0415  # only now the product is imported

    logging.getLogger().handlers[:] = [_Errors()]
    logging.getLogger().setLevel(logging.WARNING)
    failed, ran, began = 0, 0.0, time.process_time()
    for seed in range(options.seed, options.seed + options.seeds):
        plan = Plan(seed, options.hours, options.tables, options.rate, options.marathon, lines=bool(options.lines))
        started = time.perf_counter()
        outcome = play(plan)
        hours = outcome.ran / 3600e9
        ran += hours
        counts = ", ".join(f"{word} {count}" for word, count in sorted(outcome.counts.items()))
        print(
            f"seed {seed}: {hours:.2f} h in {time.perf_counter() - started:.1f} s, trace {outcome.trace:08x}; {counts}"
        )
        for failure in outcome.failures[:4]:
            print(f"  FAILED at {failure.at / 1e9:.1f} s: {failure.text}\n{failure.stack}")
        if options.lines:
            options.lines.write_text("\n".join(outcome.lines), encoding="utf-8")
        failed += bool(outcome.failures)
        if failed and not options.go_on:
            break
    spent = time.process_time() - began
    print(f"{ran:.1f} event hours, {spent:.1f} s of processor: {ran / spent * 60:.1f} event hours a minute of it")
    return 1 if failed else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tools.world", *sys.argv[1:]])
    sys.exit(main())
