"""What later versions brought into the games, for a walk to take up.

People by ids, places that are empty, moves with their squares and the points that the board counts, rule options, time
controls in which play goes on after a flag, and times and seats that come from the organiser.
"""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from rules.chess_clock.control import Stage, TimeControl
from rules.game import Event
from rules.marias import acts as m
from rules.message import Refusal
from rules.polish_doubles import acts as s
from rules.scrabble import SETS, At
from rules.scrabble.squares import STRIDE, write_at

from .table import PEOPLE

SET = SETS["cs"]
ON_BOARD = "Na desce"
"""The title of games whose moves say their squares."""
LAID = (
    *("KOSA", "KOTEL", "OHÝB", "LES", "SEN", "MÍSA", "VODA", "TRÁVA", "PES", "NOS", "KÁMEN", "STROM", "LETO", "ZIMA"),
    *("RÁNO", "VEČER", "MOST", "ŘEKA", "PLOT", "DŮM", "STŮL", "OKNO", "JÁMA", "HORA", "CESTA", "ČÁP", "ŠÍP", "ŽÁK"),
    *("TO", "TA", "NE", "SE", "NA", "OS", "PO", "DO", "ZA", "VE", "KE", "JE", "AŤ", "AS"),
)
OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "polish_doubles": {
        "computed_points": ("shown", "after_entry", "off"),
        "board_notation": ("rows_lettered", "columns_lettered"),
        "overrun_clock": ("stands", "runs"),
    },
    "marias": {"false_claim_pays": ("hra_and_renonc", "renonc"), "round": (0, 1, 2)},
    "kourici_kocka": {"forgive_renonc": ("no", "offered")},
}
WORD_LIST = "0123456789abcdef" * 4
CONTROLS = (
    TimeControl(
        stages=(Stage(time_s=60, until_move=4), Stage(kind="byo_yomi", time_s=0, extra_s=20, periods=3)),
        after_flag="goes_on",
        overtime_points=10,
    ),
    TimeControl(
        stages=(
            Stage(kind="fischer", time_s=45, extra_s=2, until_move=3),
            Stage(kind="byo_yomi", time_s=30, extra_s=15, periods=2, period_moves=3),
        ),
        after_flag="goes_on",
    ),
    TimeControl(
        stages=(Stage(kind="byo_yomi", time_s=40, extra_s=10, periods=2),), after_flag="goes_on", overtime_points=5
    ),
)
"""Play goes on after a flag and into byo-yomi; the last one has its flag there."""


def setup(rng: random.Random, plain: Any, n: int) -> Any:
    """The setup ``plain`` of a walk with what later versions brought, in some of it."""
    kind = str(plain.__struct_config__.tag)
    given: dict[str, Any] = {}
    if n % 2:
        given = {name: rng.choice(values) for name, values in OPTIONS.get(kind, {}).items()}
    if kind == "polish_doubles" and n % 3:
        given["title"] = ON_BOARD
        given["computed_points"] = given.get("computed_points", "shown")
    if kind == "marias" and n % 2:
        given["re_required"] = rng.choice(("hra", "deal"))
    if kind == "chess_clock" and n % 2:
        given["control"] = CONTROLS[n // 2 % len(CONTROLS)]
    if kind == "polish_doubles" and n % 4 == 2:
        a, b = plain.pairs
        given["pairs"] = (a, replace(b, players=(b.players[0], "")))
    later_setup = replace(plain, **given)
    if n % 3 != 2:
        later_setup = replace(later_setup, people=tuple(an_id(rng) if seat.name else "" for seat in later_setup.seats))
    return later_setup


def an_id(rng: random.Random) -> str:
    """The id of a person, or of a pairing."""
    return f"{rng.getrandbits(64):016x}"


def event(rng: random.Random, state: Any) -> Event | None:
    """What may happen that earlier versions did not know; None: what the game's own walk says."""
    kind = str(state.setup.__struct_config__.tag)
    if kind == "polish_doubles":
        return _doubles(rng, state)
    return _marias(rng, state) if kind == "marias" else None


def _doubles(rng: random.Random, state: Any) -> Event | None:
    if rng.random() < 0.02:
        substitute = s.Substitute(pair=rng.choice("AB"), player=rng.choice((1, 2)), name=rng.choice(PEOPLE))
        return replace(substitute, person=an_id(rng)) if rng.random() < 0.5 else substitute
    if rng.random() < 0.02 and state.written:
        a_move = {"turn": rng.randint(1, len(state.turns)), "move": rng.choice((1, 2))}
        if rng.random() < 0.4:
            return s.Correct(word=rng.choice(LAID), points=rng.randint(2, 40), **a_move)
        return s.Correct(points=None, **({} if rng.random() < 0.5 else {"tiles": rng.randint(1, 7)}), **a_move)
    if state.setup.title != ON_BOARD or state.phase.value != "play":
        return None
    if state.judging is not None and rng.random() < 0.9:
        used = s.WordListUsed(name="Slova", sha256=WORD_LIST) if rng.random() < 0.3 else None
        valid, builds_on = rng.random() < 0.4, rng.choice((None, None, True, False))
        return s.Verdict(valid=valid, builds_on=builds_on, word_list=used)
    if state.judged_turn is not None and rng.random() < 0.15:
        return s.Objection(move=1 if rng.random() < 0.7 else 2)
    if state.slot is not None and rng.random() < 0.75:
        return _laid(rng, state)
    return None


def _laid(rng: random.Random, state: Any) -> Event | None:
    """A word that fits the board: across it, mostly on a tile that was laid last."""
    board, notation = state.board, state.setup.board_notation
    last = state.board_before(len(state.turns), 0).play
    lie = [square for square, tile in enumerate(board.across) if tile != " "]
    for _ in range(60):
        word, down = rng.choice(LAID), rng.random() < 0.5
        if not lie:
            at = At(7, 7 - rng.randrange(len(word)))
        else:
            square = rng.choice(last.squares if last is not None and rng.random() < 0.7 else lie)
            letter, (row, column) = board.across[square], divmod(square, STRIDE)
            if letter not in word:
                continue
            back = word.index(letter)
            at = At(row - back, column, True) if down else At(row, column - back)
        if min(at.row, at.column) < 0:
            continue
        try:
            play = board.play(SET, at, word)
        except Refusal:
            continue
        points = play.points if play.points is not None and rng.random() < 0.8 else rng.randint(2, 40)
        details = {} if rng.random() < 0.7 else {"tiles": rng.choice((len(play.squares), None, rng.randint(1, 7)))}
        return s.Move(word=word, points=points, at=write_at(at, notation), **details)
    return None


def _marias(rng: random.Random, state: Any) -> Event | None:
    odd, phase = rng.random(), state.phase.value
    if odd > 0.04:
        return None
    if phase == "ready" and odd < 0.004:
        return m.EndTable()
    if phase == "ready":
        names = tuple(rng.sample(PEOPLE, state.seats))
        return rng.choice(
            (
                m.RoundTime(seconds=1800, followed=True),
                m.BreakTime(seconds=300, followed=True),
                m.Seats(
                    players=names,
                    people=tuple(an_id(rng) for _ in names),
                    round=rng.choice((0, 2, 3)),
                    pairing=an_id(rng),
                ),
            )
        )
    return m.SetTime(remaining_s=rng.randint(0, 1500), followed=True)
