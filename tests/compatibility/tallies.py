"""What tallies of earlier versions may differ in today, and why; how two tallies are compared."""

import json

C8 = "a period after an overtime starts whole, and the overtime stays (C8)"
LATE = "a press heard late moves no written move to the other pair, and makes a later one count at its edge (S10, C10)"
WITHIN = "overtime is not given back by an increment, a delay or the sand of the other side either (C8)"
S17 = "a verdict on the first move leaves the tiles of the second as they were laid (S17)"


def changed(reason: str, paths: list[str], moves: list[int] | None = None) -> dict[str, str]:
    """The ``paths`` that differ for one reason, and what was left after each of the ``moves``."""
    return dict.fromkeys([*paths, *(f"moves[{n}].left_s" for n in moves or ())], reason)


CHANGED: dict[tuple[str, str], dict[str, str]] = {
    ("0.2.0", "01-chess-clock"): changed(
        C8, ["sides[0].left_s", "sides[0].periods", "sides[1].overtime_points"], moves=[2, 3, 4, 5, 6, 7]
    ),
    ("0.2.0", "02-chess-clock"): changed(C8, ["sides[0].left_s", "sides[0].periods"], moves=[6, 8, 10, 12]),
    ("0.2.0", "05-polish-doubles"): changed(S17, ["turns[1].moves[1].computed", "turns[1].moves[1].tiles"]),
    ("0.2.0", "07-polish-doubles"): changed(
        S17, ["turns[2].moves[1].computed", "turns[2].moves[1].tiles", "turns[2].moves[1].tiles_said"]
    ),
    ("0.2.0", "16-polish-doubles"): changed(S17, ["turns[4].moves[1].tiles"]),
    ("0.2.0", "36-chess-clock"): changed(
        C8,
        ["sides[0].left_s", "sides[0].overtime_points", "sides[0].periods"],
        moves=[8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28],
    ),
    ("0.2.0", "38-chess-clock"): changed(
        C8, ["sides[0].left_s", "sides[0].periods"], moves=[4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34]
    ),
    ("0.2.0", "42-chess-clock"): changed(
        C8,
        [
            "sides[0].left_s",
            "sides[0].overtime_points",
            "sides[0].periods",
            "sides[1].left_s",
            "sides[1].overtime_points",
            "sides[1].periods",
        ],
        moves=[7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26],
    ),
    ("0.3.0.dev0", "01-chess-clock"): changed(
        C8, ["sides[0].left_s", "sides[0].periods", "sides[1].overtime_points"], moves=[2, 3, 4, 5, 6, 7]
    ),
    ("0.3.0.dev0", "02-chess-clock"): changed(C8, ["sides[0].left_s", "sides[0].periods"], moves=[6, 8, 10, 12]),
    ("0.3.0.dev0", "05-polish-doubles"): changed(S17, ["turns[1].moves[1].computed", "turns[1].moves[1].tiles"]),
    ("0.3.0.dev0", "16-polish-doubles"): changed(S17, ["turns[1].moves[1].computed", "turns[1].moves[1].tiles"]),
    ("0.3.0.dev0", "36-chess-clock"): changed(
        C8,
        ["sides[1].left_s", "sides[1].overtime_points", "sides[1].periods"],
        moves=[8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28],
    ),
    ("0.3.0.dev0", "38-chess-clock"): changed(
        C8, ["sides[1].left_s", "sides[1].periods"], moves=[3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33]
    ),
    ("0.3.0.dev0", "late-flag"): changed(LATE, ["moves", "on_move", "sides[1].left_s", "sides[1].moves"]),
    ("0.3.0.dev0", "late-rows"): changed(
        LATE,
        [
            "pairs[0].total",
            "pairs[1].total",
            "turns[1].moves",
            "turns[2].moves[0].points",
            "turns[2].moves[0].score",
            "turns[2].moves[1].points",
            "turns[2].moves[1].score",
            "turns[2].moves[1].total",
            "turns[3].moves",
        ],
    ),
    ("0.3.0.dev0", "overtime-fischer"): changed(WITHIN, ["sides[0].overtime_points"]),
    ("0.3.0.dev0", "overtime-bronstein"): changed(WITHIN, ["sides[0].overtime_points"]),
    ("0.3.0.dev0", "overtime-hourglass"): changed(WITHIN, ["sides[0].overtime_points"]),
}
"""Totals that a fixed rule changed: version and record; the path into its tally, and the reason."""
ADDED: dict[str, str] = {
    "kind": "what an earlier version of a row was: a word, points, an exchange, a pass (S12)",
    "bag_bounds": "how many tiles the bag can hold, where the sheet only estimates (S25)",
    "tiles_said": "whether people said how many tiles a move laid, or the word's length stands for it (S25)",
}
"""What tallies say today that they did not say before: the last name of the path, and what it is for."""


def differences(then, now, path=""):
    """Where two tallies differ: paths such as ``turns[3].points``, with both values."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in sorted(then.keys() | now.keys()):
            if key in now and key not in then and key in ADDED:
                continue
            yield from differences(then.get(key), now.get(key), f"{path}.{key}" if path else key)
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for n, (old, other) in enumerate(zip(then, now, strict=True)):
            yield from differences(old, other, f"{path}[{n}]")
    elif then != now:
        yield path, then, now


def tally(history):
    return json.loads(json.dumps(history.game.report(history.state).data))


def same(version, name, then, now):
    known = CHANGED.get((version, name), {})
    changes = {path: (old, new) for path, old, new in differences(then, now)}
    assert {path: both for path, both in changes.items() if path not in known} == {}
    assert known.keys() <= changes.keys(), "this change is not there any more; take it off the list"
