"""``python -m tools.world SEED``: an evening from a seed, or many, and what they came to.

The line that a failing evening prints plays it again: the same seed, hours, tables and rate on the same commit give the
same evening to the byte.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import inotify_simple
import paho.mqtt.client

from tools.world.faults import FAULTS
from tools.world.liars import LIARS, NOBODY
from tools.world.liars.guards import GUARDS
from tools.world.loading import simulate
from tools.world.meetings import MEETINGS, NONE, draw_of, drawn
from tools.world.plan import Outcome, Plan
from tools.world.scheduler import SECOND, current
from tools.world.shrinking import shrink
from tools.world.store_kinds import SQLITE, STORES, store_of
from tools.world.versions.cases import CASES, DRAWN, TABLES, drawn_of, roles_of
from tools.world.versions.next_version import NEXT_VERSION
from tools.world.versions.trees import NEWEST, STATES, NoHistory, source_of

ON_REAL_MODULES = (asyncio, inotify_simple, paho.mqtt.client)
"""Are imported before the product, which would otherwise load them on the simulated ones."""
HOUR = 3600 * SECOND

PLANTED = (
    {name: fault.changes for name, fault in FAULTS.items()}
    | {name: guard.changes for name, guard in GUARDS.items()}
    | NEXT_VERSION
)
"""By its name, how a fault is planted in the product, or what its next version may change."""


def arguments() -> argparse.ArgumentParser:
    """The command's own."""
    parser = argparse.ArgumentParser(prog="python -m tools.world", description=__doc__)
    parser.add_argument("seed", type=int, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds, one after another")
    parser.add_argument("--hours", type=float, default=0.35, help="how long an evening is")
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--rate", type=float, help="troubles, in multiples of the usual; 0: none (default: the seed's)")
    parser.add_argument(
        "--meeting", choices=[*MEETINGS, NONE], help="a rare meeting to bring about (default: the seed's)"
    )
    parser.add_argument("--game", help="what is drawn and played (default: the seed's)")
    parser.add_argument("--store", choices=STORES, help="where the organiser's store is (default: the seed draws it)")
    parser.add_argument("--fault", choices=PLANTED, help="plant a fault in the product, or a change")
    parser.add_argument("--liar", choices=[*LIARS, NOBODY], help="who lies (default: the seed draws it)")
    parser.add_argument(
        "--versions",
        choices=[*CASES, DRAWN],
        help="who has an earlier version of the program, or gets one; drawn: in one of five evenings the seed says who",
    )
    parser.add_argument("--earlier", choices=STATES, default=NEWEST, help="which version that is")
    parser.add_argument("--lines", type=Path, help="write the story of the evening there")
    parser.add_argument("--without", default="", help="troubles to leave out, by their numbers: 3,4,8")
    parser.add_argument("--shrink", action="store_true", help="leave out of a failing evening what it does not need")
    parser.add_argument("--go-on", action="store_true", help="go on after a failure")
    return parser


class _Errors(logging.Handler):
    """What the product logs with a traceback, or as critical, is a failure."""

    def emit(self, record: logging.LogRecord) -> None:
        scheduler = current()
        if not scheduler.ending and (record.exc_info or record.levelno >= logging.CRITICAL):
            error = record.exc_info[1] if record.exc_info else None
            scheduler.fail(f"{scheduler.machine.name}: {record.getMessage()}", error)


def main() -> int:
    """Play; 1 where a promise did not hold."""
    options = arguments().parse_args()
    try:
        for name in STATES if options.versions == DRAWN else [options.earlier] if options.versions else []:
            source_of(name)
    except NoHistory as trouble:
        print(trouble)
        if options.versions != DRAWN:
            return 1
        options.versions = None
    simulate(PLANTED[options.fault] if options.fault else ())
    from tools.world.evening import play  # noqa: PLC0415  # only now the product is imported

    logging.getLogger().handlers[:] = [_Errors()]
    logging.getLogger().setLevel(logging.WARNING)
    failed, ran, began = 0, 0, time.process_time()
    for seed in range(options.seed, options.seed + options.seeds):
        plan = Plan(
            seed=seed,
            hours=options.hours,
            tables=options.tables,
            without=frozenset(map(int, filter(None, options.without.split(",")))),
            lines=options.lines is not None,
            game=options.game,
            **_drawn(seed, options),
        )
        started = time.perf_counter()
        outcome = play(plan)
        _tell(outcome, time.perf_counter() - started)
        if outcome.failures:
            failed += 1
            if options.shrink:
                outcome, tries = shrink(outcome, play)
                print(f"  shrunk to {len(outcome.troubles)} troubles in {tries} evenings")
            print(f"  again: {_again(outcome.plan, options.fault)}", flush=True)
        if options.lines is not None:
            options.lines.write_text("\n".join(outcome.lines), encoding="utf-8")
        ran += outcome.ran
        if failed and not options.go_on:
            break
    spent, hours = time.process_time() - began, ran / HOUR
    print(f"{hours:.1f} event hours, {spent:.1f} s of processor: {hours / spent * 60:.1f} event hours a minute of it")
    return 1 if failed else 0


def _drawn(seed: int, options: argparse.Namespace) -> dict[str, Any]:
    """What the seed draws only where there may be an earlier version.

    Earlier programs have faults that are mended since: nothing goes wrong but what was asked for, or a meeting with
    nobody of theirs. They know no server of PostgreSQL here.
    """
    rate, meeting, liar, store = options.rate, options.meeting, options.liar, options.store
    case, earlier = options.versions, options.earlier
    if case == DRAWN:
        case, earlier = drawn_of(seed) or (None, earlier)
        if case is not None:
            meeting = drawn(draw_of(seed)) if meeting is None else meeting
            store = store_of(seed, store)
    if case is not None:
        rate, liar = rate or 0.0, liar or NOBODY
        store = SQLITE if store is None or roles_of(case) != {TABLES} else store
    return {"rate": rate, "meeting": meeting, "liar": liar, "store": store, "versions": case, "earlier": earlier}


def _tell(outcome: Outcome, took: float) -> None:
    counts = ", ".join(f"{word} {count}" for word, count in sorted(outcome.counts.items()))
    seed, hours = outcome.plan.seed, outcome.ran / HOUR
    print(f"seed {seed}: {hours:.2f} h in {took:.1f} s, trace {outcome.trace:08x}; {counts}", flush=True)
    for failure in outcome.failures[:4]:
        print(f"  FAILED at {failure.at / SECOND:.1f} s: {failure.text}\n{failure.stack}", end="")


def _again(plan: Plan, fault: str | None) -> str:
    """The arguments that play an evening again."""
    given = {
        "--hours": f"{plan.hours:g}",
        "--tables": str(plan.tables),
        "--rate": "" if plan.rate is None else f"{plan.rate:g}",
        "--meeting": plan.meeting or "",
        "--liar": plan.liar or "",
        "--game": plan.game or "",
        "--store": plan.store or "",
        "--without": ",".join(map(str, sorted(plan.without))),
        "--fault": fault or "",
        "--versions": plan.versions or "",
        "--earlier": plan.earlier if plan.versions else "",
    }
    words = [str(plan.seed)] + [word for option, value in given.items() if value for word in (option, value)]
    return shlex.join(words)


if __name__ == "__main__":
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tools.world", *sys.argv[1:]])
    sys.exit(main())
