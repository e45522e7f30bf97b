"""The benchmarks measure what they say: parts at a small scale, one that fails, memory, growth, an event cut off."""

import gc
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.bench import __main__ as bench
from tools.bench import browser, desk, event, folding, measure, painting, start, statistics, tournament
from tools.bench.costs import Costs, child_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def frozen_again():
    """What tests/conftest.py froze is frozen afterwards, too."""
    yield
    gc.freeze()


@pytest.fixture
def small(monkeypatch, frozen_again):
    """So little that it takes no time."""
    for module, name, value in (
        (tournament, "SIZES", (12,)),
        (tournament, "ROUNDS", 1),
        (desk, "TABLES", 10),
        (desk, "ROUNDS", 2),
        (folding, "SIZES", (12, 30)),
        (statistics, "SIZES", (5, 10)),
        (browser, "TABLES", 2),
        (browser, "LISTEN_S", 3.0),
        (browser, "PRESS_S", 0.5),
        (painting, "TIMES", 6),
    ):
        monkeypatch.setattr(module, name, value)


@pytest.mark.parametrize("part", ["keeping", "folding", "statistics", "desk", "draw", "tournament", "browser"])
def test_a_part_comes_to_its_figures(small, part, capsys):
    driver = os.environ["SDL_VIDEODRIVER"]
    assert bench.main([part]) == 0
    assert os.environ["SDL_VIDEODRIVER"] == driver, "what is measured next draws where it did before"
    output = capsys.readouterr().out
    assert output.count("against") >= 1
    assert "failed" not in output


def test_the_tournament_measures_every_page_paper_and_file(small):
    parts = [result.what.partition(",")[0] for result in tournament.compare()]
    assert {"board", "papers", "files"} < {part.partition(",")[0].partition(":")[0] for part in parts}
    after = {f"desk: {page} after a decision" for page in ("people", "draw", "results", "standings")}
    assert {"desk: publishing", "desk: a slip", *after} < set(parts)
    assert len([part for part in parts if part.startswith("desk: ")]) == len(tournament.PAGES) - 1 + 2 + len(after)


def fails():
    yield measure.Result("the first", 1, "one", 1)
    raise ValueError("this one\ncannot be measured")


def works():
    yield measure.Result("the next", 1, "one", 1)


def test_a_part_that_fails_is_said_in_a_line_and_the_others_go_on(monkeypatch, capsys):
    parts = {name: f"measure:{name}" for name in ("fails", "works")}
    monkeypatch.setattr(measure, "fails", fails, raising=False)
    monkeypatch.setattr(measure, "works", works, raising=False)
    monkeypatch.setattr(bench, "PARTS", parts)
    monkeypatch.setattr(bench, "ON_SCREEN", {})
    monkeypatch.setattr(bench, "AFTER", parts)
    assert bench.main([]) == 1
    _, first, failed, following, summary = capsys.readouterr().out.splitlines()
    assert first.startswith("the first")
    assert failed.startswith("fails: this one cannot be measured (ValueError, ")
    assert following.startswith("the next")
    assert summary == "failed: fails"


def test_a_part_that_there_is_not_is_wrong_usage(capsys):
    with pytest.raises(SystemExit) as done:
        bench.main(["fodling"])
    assert done.value.code == 2
    assert "there is no part fodling" in capsys.readouterr().err


HEAVY = """
ballast = b"x" * 300_000_000
from tools.bench.start import PEAK, run
import sys
print(run([sys.executable, "-c", PEAK + "peak()"])[1])
"""


def test_the_memory_of_a_program_is_its_own_and_not_that_of_who_started_it():
    done = subprocess.run([sys.executable, "-c", HEAVY], cwd=ROOT, capture_output=True, text=True, check=True)
    assert 1 < float(done.stdout.split()[-1]) < 100


def test_a_program_that_does_not_come_up_is_not_measured():
    with pytest.raises(measure.NotMeasured, match="ended with 3"):
        start.run([sys.executable, "-c", "raise SystemExit(3)"])


@pytest.mark.usefixtures("frozen_again")
def test_two_works_take_turns_and_are_alone_with_the_garbage_collector():
    order, known, before = [], [], [[] for _ in range(20_000)]

    def work(name):
        order.append(name)
        known.append(len(gc.get_objects()))

    measure.by_turns(lambda: work("a"), lambda: work("b"), 4)
    assert "".join(order) == "baab" * 2
    assert max(known) < len(before), "what was there before is looked through with every work"
    assert gc.get_freeze_count() == 0


def test_growth_is_what_one_costs_among_many(monkeypatch):
    seconds = iter([0, 2, 2, 3, 3, 4, 4, 6])  # the few take two seconds, the many one
    monkeypatch.setattr(measure, "nothing_but_the_work", nullcontext)
    monkeypatch.setattr(measure, "time", SimpleNamespace(thread_time=lambda: next(seconds)))
    result = measure.growth("things", lambda size: lambda: None, (100, 200), rounds=2)
    assert (result.ours, result.theirs, result.unit) == (5000.0, 20000.0, "µs")


def test_an_event_that_is_cut_off_is_not_called_committed():
    table = SimpleNamespace(rows=[1, 2, 3], acked=1, online=False)
    simulated = SimpleNamespace(tables=[table], run=lambda done, seconds: done())
    with pytest.raises(measure.NotMeasured) as info:
        event.until(simulated, lambda: False, 120, "all committed")
    assert str(info.value) == ("not within 120 s: all committed; 2 rows are not acknowledged, 1 tables are away")
    assert event.until(simulated, lambda: True, 120, "all committed") < 1


def test_what_programs_cost_is_theirs_statements_and_children_too(tmp_path):
    costs = Costs(tmp_path / "costs")
    child = "import sqlite3; db = sqlite3.connect(':memory:'); [db.execute('SELECT 1') for _ in range(7)]; "
    child += "print(1, flush=True); input()"
    parent = f"import subprocess, sys, threading; a = [sys.executable, '-c', {child!r}, 'board']\n"
    parent += "threading.Thread(target=lambda: subprocess.run(a)).start()"
    piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": costs.environment()}
    with subprocess.Popen([sys.executable, "-c", parent], **piped) as program:
        assert program.stdout.readline() == b"1\n"
        costs.programs |= {"parent": program.pid, "board": child_of(program.pid, "\0board\0")}
        cost = costs.now()
        program.communicate(b"\n")
    assert costs.programs["board"] != program.pid
    assert (cost["board"].queries, cost["parent"].queries) == (7, 0)
    assert 2 < cost["board"].megabytes < 200
    assert child_of(os.getpid(), "nothing of that name") == os.getpid()
