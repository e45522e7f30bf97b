"""As many random games as you like, written by one version and read by another (tests/compatibility/README.md).

    PYTHONPATH=../old .venv/bin/python -P tools/compatibility/many.py write games.jsonl polish_doubles 3000
    PYTHONPATH=. .venv/bin/python -P tools/compatibility/many.py read games.jsonl

The code that writes, or reads, is the one that PYTHONPATH names. ``write ... nasty`` does more of what rarely comes
together: players out, objections, presses too early. Reading prints each record that is refused, and how many come to
another tally; its status is 1 where one is refused.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent))

import walks
from msgspec.structs import replace

from rules.game import SECOND, Event, Gesture, Progress, Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import acts as s
from rules.record import BadRecord, read, write

MOST = (60, 120, 200)
"""Entries of a game, at most."""
PATIENCE = 500
"""Refused events, after which a game is left as it stands."""


def nasty(rng: random.Random, state: Any) -> Event:
    """Polish doubles with more of what rarely comes together."""
    odd = rng.random()
    if state.phase.value != "play" or odd >= 0.4:
        return walks.event_of("polish_doubles", rng, state)
    a_turn = rng.randint(1, len(state.turns))
    if odd < 0.1:
        return s.Out(pair=rng.choice("AB"))
    if odd < 0.13:
        return rng.choice((Undo(), Redo(), Restore(), Void(by=rng.choice(("both", "referee", "A", "B")))))
    if odd < 0.25:
        if state.judging is not None:
            return s.Verdict(valid=rng.random() < 0.25, builds_on=rng.choice((True, False, None)))
        return s.Objection(move=rng.choice((1, 2)))
    if odd < 0.3:
        return s.Press(pair=rng.choice("AB"))
    if odd < 0.36:
        return rng.choice(
            (
                s.Early(),
                s.EarlyAnswer(answer=rng.choice(("accepted", "valid", "invalid"))),
                s.Bag(count=rng.choice((0, 0, 1, 5))),
                s.Close(pair=rng.choice("AB")),
                s.End(),
                s.End(by="referee"),
                s.Announce(),
                s.DecideTime(turn=a_turn, used_s=rng.randint(60, 300)),
                s.Correct(turn=a_turn, move=rng.choice((1, 2)), tiles=rng.choice((1, 3, 7))),
            )
        )
    return walks.polish_doubles.a_move(rng)


def played(key: str, n: int, hard: bool) -> History:
    """Random game number ``n`` of that kind."""
    rng, game = random.Random(f"{key} {n} {hard}"), GAMES[key]
    history = begun(key, rng, n)
    now = refused = after = 0
    most = rng.choice(MOST)
    while len(history.entries) < most and refused < PATIENCE and after < 4:
        now += round(rng.choice((0.4, 3, 9, 20, 45) if rng.random() < 0.97 else (150, 200)) * SECOND)
        lost = game.power_loss(history.state, rng.choice((0, 1, 3)) * SECOND) if rng.random() < 0.012 else None
        if lost is not None:
            history = history.accept(lost, now)
        state = history.state
        event = nasty(rng, state) if hard and key == "polish_doubles" else walks.event_of(key, rng, state)
        if len(history.entries):
            chance, follows = walks.FOLLOWS.get(type(history.entries[len(history.entries) - 1].event), (0, event))
            event = follows if rng.random() < chance else event
        try:
            if isinstance(event, walks.Press):
                history, now = pressed(history, event, now)
            else:
                history = history.accept(event, now)
        except Refusal:
            refused += 1
        after = after + 1 if game.progress(history.state) is Progress.SIGNED else 0
    return history


def begun(key: str, rng: random.Random, n: int, **rules: Any) -> History:
    """The game just set up, by those ``rules`` where they are given."""
    while True:
        setup = replace(walks.setup_of(key, rng, n), **rules)
        if getattr(setup, "round", 0):
            setup = replace(setup, round=1 + setup.round % 99)
        try:
            return History.begin(GAMES[key], setup)
        except Refusal:  # some numbers make no game
            n += 1


def pressed(history: History, press: walks.Press, now: int) -> tuple[History, int]:
    """The history after a clock button went down, and perhaps was held; and the time then."""
    before = len(history.entries)
    for event in history.game.button(history.state, press.side, Gesture.PRESS, ()):
        history = history.accept(event, now)
    mine = tuple(range(before + 1, len(history.entries) + 1))
    if press.held or press.both:
        now += 2 * SECOND
        gesture = Gesture.BOTH if press.both else Gesture.HOLD
        for event in history.game.button(history.state, press.side, gesture, mine):
            history = history.accept(event, now)
    return history, now


def tally(history: History) -> Any:
    """The tally as plain values; None where that version cannot make one."""
    try:
        return json.loads(json.dumps(history.game.report(history.state).data))
    except KeyError:
        return None


def write_games(path: Path, key: str, count: int, hard: bool) -> None:
    """That many games of a kind as records, one a line, with their tallies."""
    with path.open("w", encoding="utf-8") as file:
        for n in range(count):
            history = played(key, n, hard)
            game = {"n": n, "record": write(history).splitlines(), "tally": tally(history)}
            print(json.dumps(game, ensure_ascii=False), file=file)


def read_games(path: Path) -> int:
    """Read them; the status of the command."""
    games = refused = other = 0
    for line in path.open(encoding="utf-8"):
        game = json.loads(line)
        games += 1
        try:
            history = read(game["record"])
        except BadRecord as bad:
            refused += 1
            print(f"{game['n']}: {bad.message}")
            continue
        other += game["tally"] is not None and not covers(tally(history), game["tally"])
    print(f"{games} games: {refused} refused, {other} with another tally")
    return 1 if refused else 0


def covers(now: Any, then: Any) -> bool:
    """Whether a tally says what it said; it may say more."""
    if isinstance(now, dict) and isinstance(then, dict):
        return all(key in now and covers(now[key], value) for key, value in then.items())
    if isinstance(now, list) and isinstance(then, list):
        return len(now) == len(then) and all(map(covers, now, then))
    return bool(now == then)


if __name__ == "__main__":
    do, file, *rest = sys.argv[1:]
    if do == "write":
        write_games(Path(file), rest[0], int(rest[1]), "nasty" in rest)
    else:
        raise SystemExit(read_games(Path(file)))
