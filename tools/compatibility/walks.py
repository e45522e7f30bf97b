"""Random walks over what the rules of a game allow: what somebody at a table might do next, and some of it in error.

Each function looks at a state and answers with an event, drawn by ``rng``; the rules may refuse it, then another is
drawn. A game's walk names only what the first version with that game knew; without the chess clock's, which 0.1.0 and
0.2.0 had not, it runs with the code of any version.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

from rules.chess_clock import events as c
from rules.chess_clock.control import PRESETS, Stage, TimeControl
from rules.game import Event, Redo, Restore, Undo, Void
from rules.kourici_kocka import events as k
from rules.marias import events as m
from rules.polish_doubles import events as s
from rules.polyssimo import events as p
from rules.polyssimo.board import BOARD, cell_name

SYLLABLES = ("ko", "la", "mi", "rád", "šti")
WORDS = tuple("".join(one) for count in (2, 3) for one in itertools.permutations(SYLLABLES, count))
"""Of four to eight letters; nobody looks them up."""
PAIRS = ("Severka", "Kompas", "Jedle", "Buky", "Káně", "Čejky", "Rorýsi", "Šípky")
PEOPLE = ("Adam", "Bára", "Cyril", "Dana", "Emil", "Františka", "Gita", "Hynek", "Řehoř", "Světlana", "Žofie")
LETTERS = "AÁEÍKLNOPRSTVZ"


class Press(Event, frozen=True, kw_only=True):
    """Not an event of any game: the clock button of ``side`` goes down, held for long or together with the other."""

    side: int
    held: bool = False
    both: bool = False


def after_all(rng: random.Random) -> Event:
    """What every game has: something is taken back, or put back."""
    return rng.choice((Undo(), Undo(), Undo(), Redo(), Redo()))


# -- Polish doubles ----------------------------------------------------------------------------------------------------


def doubles_setup(rng: random.Random, n: int) -> Any:
    """Two pairs; every second game with readings of its own."""
    names, people = rng.sample(PAIRS, 2), rng.sample(PEOPLE, 4)
    pairs = (
        s.PairSetup(name=names[0], players=(people[0], people[1])),
        s.PairSetup(name=names[1], players=(people[2], people[3])),
    )
    if n % 2 == 0:
        return s.DoublesSetup(pairs=pairs)
    return s.DoublesSetup(
        pairs=pairs,
        title="Podzimní čtyřhra",
        round=n,
        table=str(n + 2),
        turn_limit_s=rng.choice((120, 180, 300)),
        cross_goes_to=rng.choice(("failed_objector", "invalid_move")),
        objection_clock=rng.choice(("continues", "restarts", "runs")),
        draw_when=rng.choice(("after_press", "after_move")),
        overrun=rng.choice(("unannounced_lost", "turn_lost", "signal_only")),
        points_misannounced=rng.choice(("correction", "correction_and_cross")),
    )


def a_move(rng: random.Random, most: int = 7) -> Event:
    """A move: mostly a word."""
    kind, player = rng.random(), rng.choice((None, None, 1, 2))
    if kind < 0.02:
        return s.Pass(player=player)
    if kind < 0.06:
        return s.Exchange(tiles=rng.randint(1, 7), player=player)
    points = rng.randint(2, 60)
    if kind < 0.25:
        return s.Move(points=points, tiles=None if rng.random() < 0.1 else rng.randint(1, most), player=player)
    word = rng.choice(WORDS).upper()
    if kind < 0.8:
        return s.Move(word=word, points=points, tiles=min(len(word), most), player=player)
    return s.Move(word=word, points=points, player=player)


def doubles(rng: random.Random, state: Any) -> Event:
    """What may happen at a table of Polish doubles."""
    phase, odd = state.phase.value, rng.random()
    if phase == "drawing":
        return s.Draw(a=rng.choice(LETTERS), b=rng.choice(LETTERS)) if odd < 0.8 else s.Starters(pair="B")
    if phase == "ready":
        return Press(side=rng.randint(0, 1))
    if phase == "signed":
        return s.Reopen(reason="spletli jsme se v součtu") if odd < 0.2 else after_all(rng)
    if phase == "result":
        if odd < 0.93:
            return Press(side=rng.randint(0, 1)) if odd < 0.4 else s.Sign(pair=rng.choice("AB"))
        return rng.choice(
            (
                s.Dispute(pair="B", reason="chybí nám kříž"),
                after_all(rng),
                s.Correct(turn=1, move=1, points=rng.randint(2, 50)),
            )
        )
    turn, mover = state.turns[-1], state.turns[-1].pair
    if state.judging is not None and odd < 0.8:
        return s.Verdict(valid=rng.random() < 0.5, builds_on=rng.choice((True, False)))
    if "pause" in state.clock.standing and odd < 0.7:
        return s.Resume()
    if any(one.overrun_open for one in state.turns) and odd < 0.7:
        return s.Overrun(stands=tuple(rng.random() < 0.5 for _ in range(rng.choice((1, 2)))))
    if phase in ("closing", "ending"):
        if odd < 0.15:
            return s.Objection(move=rng.choice((1, 2)))
        if odd < 0.25:
            return after_all(rng)
        return s.Racks(pair=rng.choice("AB"), tiles="".join(rng.sample(LETTERS, rng.randint(0, 6))))
    if turn.early is not None and turn.early.value == "asked" and odd < 0.8:
        return s.EarlyAnswer(answer=rng.choice(("accepted", "valid", "invalid")))
    if state.judged_turn is not None and odd < 0.14:
        return s.Objection(move=rng.choice((1, 2))) if odd < 0.08 else s.NoObjection()
    flow, last = state.flow(), 1 - mover
    if flow.bag == 0 and not turn.acted and flow.held[last] == 0 and rng.random() < 0.7:
        return s.Close(pair="AB"[last])
    if flow.bag == 0 and odd > 0.8:
        return rng.choice((s.Out(pair="AB"[mover]), s.Close(pair="AB"[last]), s.Close(pair="AB"[last]), s.End()))
    if odd < (0.92 if state.setup.title == "" else 0.8):
        if state.slot is None:
            return Press(side=mover)
        held = flow.held[mover]
        return s.Announce() if rng.random() < 0.12 else a_move(rng, max(1, min(7, held or 7)))
    a_turn = rng.randint(1, len(state.turns))
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            Press(side=1 - mover),
            Press(side=mover),
            Press(side=mover, held=True),
            Press(side=mover, both=True),
            Void(by=rng.choice(("both", "referee", "A", "B"))),
            Void(by="both"),
            Restore(),
            s.Pause(),
            s.Announce(),
            s.Announce(),
            s.Early(),
            s.Bag(count=max(0, (flow.bag or 30) - rng.randint(0, 2))),
            s.Correct(turn=a_turn, move=rng.choice((1, 2)), points=rng.randint(2, 40), announced=rng.random() < 0.3),
            s.Correct(turn=a_turn, move=1, word=rng.choice(WORDS).upper()),
            s.SetTime(remaining_s=rng.randint(1, 100)),
            s.Spoil(pair=rng.choice("AB")),
            s.DecideTime(turn=a_turn, used_s=rng.randint(60, 200)),
            s.Note(rule="S2", pair=rng.choice("AB"), text="radili si"),
            s.End(by="referee") if len(state.turns) > 9 else s.Early(),
            s.Award(pair="A", reason="soupeři odešli") if len(state.turns) > 15 else s.Announce(),
        )
    )


# -- mariáš ------------------------------------------------------------------------------------------------------------


def marias_setup(rng: random.Random, n: int) -> Any:
    """Three to five players; every second table with readings of its own."""
    players = tuple(rng.sample(PEOPLE, 3 + n % 3))
    if n % 2 == 0:
        return m.MariasSetup(players=players, rounds=2)
    return m.MariasSetup(
        players=players,
        rounds=2,
        title="Písecký mariáš",
        table=str(n),
        leader="B",
        round_s=1800,
        break_s=300,
        stake=10000,
        cap=rng.choice((1000, 2000, 4000)),
        silent_sto_at_100=rng.choice((0, 1)),
        cap_scope=rng.choice(("per_payee", "per_payer")),
        cap_before_red=rng.random() < 0.5,
        renonc_pays=rng.choice(("each", "once")),
        renonc_130_units=rng.choice((3, 4)),
        re_required=rng.choice(("deal", "commitment", "none")),
        mismatch_share=rng.choice(("exact", "tokens")),
    )


def a_deal(rng: random.Random, state: Any, **more: Any) -> Event:
    """A deal, mostly one that can have been."""
    seats = [m.SEAT[seat] for seat in state.active or range(state.seats)]
    chooser = rng.choice(seats)
    others = [seat for seat in seats if seat != chooser]
    alone = len(seats) < 4 or rng.random() < 0.15
    partner = None if alone else rng.choice(others)
    if alone and rng.random() < 0.4:
        kinds = [rng.choice(("betl", "durch"))]
    else:
        kinds = [rng.choice(("hra", "hra", "hra", "sto", "mandatory_sto", "sto_proti"))]
        kinds += rng.choice(([], ["sedma"], ["sedma_proti"]))
    renonc = None
    if rng.random() < 0.1:
        renonc = m.Renonc(seat=rng.choice(seats), fault=rng.choice(("other", "jumped", "unacknowledged", "claim")))
    levels = [rng.choice((0, 0, 1, 1, 2, 2, 3, 4)) for _ in kinds]
    again = any(level >= 2 for level in levels) or kinds[0] != "hra" or state.setup.re_required == "none"
    parts = []
    for kind, level in zip(kinds, levels, strict=True):
        won, count = (rng.random() < 0.6, None) if again and renonc is None else (None, None)
        if won is not None and "sto" in kind:
            count = (
                m.Count(tens=rng.randint(4, 8), marriages=1, trump_marriage=True)
                if won
                else m.Count(tens=rng.randint(0, 6))
            )
        elif won is not None and kind == "hra" and rng.random() < 0.2:
            count = m.Count(tens=8, marriages=rng.randint(1, 2))
        parts.append(m.Commitment(kind=kind, level=level, won=won, count=count))
    against = [seat for seat in others if seat != partner]
    red = kinds[0] not in ("betl", "durch") and rng.random() < 0.3
    trhak = rng.choice(against) if against and rng.random() < 0.12 else None
    void = kinds[0] == "mandatory_sto" and rng.random() < 0.3
    what = m.Correct if "of" in more else m.Deal
    return what(
        chooser=chooser,
        partner=partner,
        red=red,
        commitments=tuple(parts),
        renonc=renonc,
        trhak=trhak,
        void_flek=void,
        forgotten=alone and red and rng.random() < 0.3,
        referee=rng.random() < 0.05,
        **more,
    )


def marias(rng: random.Random, state: Any) -> Event:
    """What may happen at a mariáš table."""
    phase, odd = state.phase.value, rng.random()
    seat = m.SEAT[rng.randrange(state.seats)]
    if phase == "ready":
        return (
            m.StartRound()
            if odd < 0.7
            else rng.choice(
                (
                    m.RoundTime(seconds=2400),
                    m.BreakTime(seconds=120),
                    m.Dealer(seat=seat),
                    m.Seats(players=tuple(rng.sample(state.names, state.seats)), leader=rng.choice((None, "A"))),
                    m.Warn(seat=seat, reason="kouká do karet"),
                    after_all(rng),
                )
            )
        )
    if phase == "signed":
        return after_all(rng)
    one = state.round
    if phase == "slip":
        missing = [seat for seat in one.seats if one.cash[seat] is None] if one.cash else list(one.seats)
        if missing and odd < 0.7:
            at = missing[0]
            purse = max(0, round(state.purse(at)) // 10 * 10 + rng.choice((0, 0, 0, 20, -10)))
            tokens = min(5, purse // 20)
            return m.Closing(seat=m.SEAT[at], coin=purse - 20 * tokens, tokens=tokens)
        if odd < 0.85:
            return m.Sign(side=rng.choice("AB")) if rng.random() < 0.5 else Press(side=rng.randint(0, 1))
    elif one.standing is not None and odd < 0.6:
        return m.Resume()
    elif state.broke and odd < 0.6:
        return m.TopUp(seat=m.SEAT[state.broke[0]], amount=rng.choice((1000, 2000, 5000)))
    elif len(one.deals) > rng.randint(6, 25) and odd < 0.5:
        return rng.choice((m.SetTime(remaining_s=0), m.EndRound(), m.EndRound()))
    elif odd < 0.8:
        return rng.choice(
            (a_deal(rng, state), a_deal(rng, state), a_deal(rng, state), m.Dealt(), Press(side=rng.randint(0, 1)))
        )
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            a_deal(rng, state, of=rng.randint(1, max(1, len(one.deals)))),
            m.Annul(reason="špatně rozdáno", referee=rng.random() < 0.3),
            m.TopUp(seat=seat, amount=1500),
            m.Warn(seat=seat),
            m.Expel(seat=seat),
            m.RefereeCall(),
            m.RefereeDone(),
            m.Note(rule="M7", seat=seat, text="peníze vlevo"),
            m.Pause(),
            m.SetTime(remaining_s=rng.randint(600, 1500)),
            m.Dealer(seat=seat),
            Press(side=rng.randint(0, 1), held=True),
            Press(side=0, both=True),
        )
    )


# -- Polyssimo ---------------------------------------------------------------------------------------------------------


def polyssimo_setup(rng: random.Random, n: int) -> Any:
    """Two to four players, pieces counted or laid, shares equal or not, picked in turn or by agreement."""
    players = tuple(rng.sample(PEOPLE, 2 + n % 3))
    shares = {2: (11, 13), 3: (7, 8, 9), 4: (5, 6, 6, 7)}[len(players)] if n % 4 == 1 else None
    return p.PolyssimoSetup(
        players=players,
        youngest=rng.randint(1, len(players)),
        shares=shares,
        placing="board" if n % 2 else "count",
        picking="agreed" if n % 5 == 4 else "in_turn",
        polyssimo_counts="cells" if n % 3 == 2 and n % 2 else "pieces",
        title="Deskohraní" if n % 2 else "",
    )


def polyssimo(rng: random.Random, state: Any) -> Event:
    """What may happen at a table of Polyssimo."""
    phase, odd = state.phase.value, rng.random()
    if phase == "picking":
        if not state.middle or odd < 0.02:
            return p.Begin()
        if odd < 0.9:
            return p.Pick(piece=rng.choice(state.middle), player=rng.choice(state.seats) + 1 if state.agreed else None)
        taken = [name for hand in state.hands for name in hand]
        return rng.choice(
            (after_all(rng), p.Correct(taken=rng.choice(taken or ["I"]), piece=rng.choice(tuple(state.pieces))))
        )
    if phase == "placing":
        hand = state.in_hand(state.turn)
        if odd < 0.85 and state.on_board and hand:
            name = rng.choice(hand)
            ways = list(BOARD.placements(state.free, state.pieces[name].shape))
            return p.Place(piece=name, cells=tuple(map(cell_name, rng.choice(ways)))) if ways else p.Stand()
        if odd < 0.85:
            left = state.pieces_left(state.turn)
            if left < rng.randint(0, 5):
                return p.Stand()
            return p.Place(piece=rng.choice(hand)) if hand and rng.random() < 0.3 else p.Place()
        return rng.choice(
            (
                after_all(rng),
                after_all(rng),
                Press(side=state.turn % 2),
                Press(side=1 - state.turn % 2),
                p.Stand(),
                p.Note(rule="P7", player=rng.choice(state.seats) + 1, text="posunutý dílek"),
                p.Correct(place=rng.randint(1, max(1, len(state.placed))), piece=rng.choice(tuple(state.pieces))),
                p.Outcome(left=tuple(rng.randint(0, 5) for _ in state.seats), last=rng.choice(state.seats) + 1),
            )
        )
    if odd < 0.6:
        return rng.choice((p.Sign(side="A"), p.Sign(side="B"), Press(side=0), Press(side=1)))
    return rng.choice(
        (
            p.Reopen(reason="přepočítat"),
            after_all(rng),
            p.Note(rule="P9", text="shoda"),
            p.Correct(left=tuple(rng.randint(0, 4) for _ in state.seats), last=rng.choice(state.seats) + 1),
        )
    )


# -- Kouřící kočka -----------------------------------------------------------------------------------------------------


def kocka_setup(rng: random.Random, n: int) -> Any:
    """Four players and a word; every second game with readings of its own."""
    players = tuple(rng.sample(PEOPLE, 4))
    if n % 2 == 0:
        return k.KockaSetup(players=players, word="kočka")
    return k.KockaSetup(
        players=players,
        word="moc hezký chrt",
        ch_is_one_letter=rng.random() < 0.5,
        title="Kočkování",
        round=n,
        hejma_tie_outside=rng.choice(("hejma_taker", "replay", "vote")),
        misdeal_count=rng.choice(("per_deal", "per_game")),
    )


def kocka(rng: random.Random, state: Any) -> Event:
    """What may happen at a table of Kouřící kočka."""
    phase, odd, seat = state.phase.value, rng.random(), rng.choice(k.SEAT)
    if phase in ("over", "signed"):
        return rng.choice(
            (k.Sign(side="A"), k.Sign(side="B"), Press(side=0), k.Reopen(reason="nesouhlasí"), after_all(rng))
        )
    if state.banned and odd < 0.7:
        return k.Substitute(seat=k.SEAT[min(state.banned)], name=rng.choice(PEOPLE))
    if state.halted and odd < 0.6:
        return k.GoOn()
    if phase == "tied" and odd < 0.7:
        return k.Confirm(seat=rng.choice((None, *k.SEAT)))
    if odd < 0.75:
        if phase == "deal":
            return rng.choice(
                (k.Deal(cards=rng.choice((None, 1, 2))), Press(side=rng.randint(0, 1)), k.FirstDealer(seat=seat))
            )
        if phase == "passing":
            return rng.choice((k.Passed(), k.Passed(side="A"), k.Passed(side="B"), Press(side=1)))
        who = {
            name: rng.choice(k.SEAT)
            for name in ("hejma", "last_trick", "ace", "king", "svrsek", "spodek", "ten", "nine", "eight", "seven")
        }
        return rng.choice(
            (
                k.Taken(**who),
                k.Taken(**who),
                k.Lost(seat=seat),
                k.ThrowIn(seat="B", points=(2, 17, 1, 0)),
                k.Points(
                    points=rng.choice(((11, 11, 10, 1), (15, 15, 3, 0), (18, 12, 3, 0), (9, 9, 9, 6))), hejma=seat
                ),
                k.Points(points=(18, 4, 0, 0), hejma="A", early=True),
            )
        )
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            k.Misdeal(letter=rng.random() < 0.5),
            k.Halt(side=rng.choice("AB")),
            k.Renonc(
                seat=seat,
                kind=rng.choice(("looked", "suit", "dealt")),
                punished=rng.random() < 0.6,
                deliberate=rng.random() < 0.2,
            ),
            k.Note(rule="K12", seat=seat, text="díval se na starší zdvih"),
            k.Substitute(seat=seat, name=rng.choice(PEOPLE)),
            k.Correct(round=rng.randint(1, max(1, len(state.rounds))), seat=seat),
            k.Correct(round=rng.randint(1, max(1, len(state.rounds))), points=(15, 15, 3, 0), hejma=seat),
            k.Correct(round=rng.randint(1, max(1, len(state.rounds))), again=True),
            Press(side=rng.randint(0, 1), held=True),
            Press(side=0, both=True),
        )
    )


# -- chess clock -------------------------------------------------------------------------------------------------------

CONTROLS = (
    *(preset.control for preset in PRESETS),
    TimeControl(stages=(Stage(kind="bronstein", time_s=120, extra_s=5),)),
    TimeControl(stages=(Stage(kind="delay", time_s=90, extra_s=3),), stages_b=(Stage(time_s=300),)),
    TimeControl(stages=(Stage(time_s=60, until_move=4), Stage(kind="fischer", time_s=30, extra_s=2))),
)
"""Every kind of time control, one with a time for each side, and one with periods after each other."""


def clock_setup(rng: random.Random, n: int) -> Any:
    """Two players and a time control; every second game says who has white, and where it is played."""
    players = tuple(rng.sample(PEOPLE, 2))
    control = CONTROLS[n % len(CONTROLS)]
    if n % 2 == 0:
        return c.ClockSetup(players=players, control=control)
    white = rng.choice(c.SIDES)
    return c.ClockSetup(players=players, control=control, white=white, title="Přebor", round=n, table=str(n))


def clock(rng: random.Random, state: Any) -> Event:
    """What may happen at a chess clock."""
    phase, odd, side = state.phase.value, rng.random(), rng.choice(c.SIDES)
    if phase == "ready" and odd < 0.9:
        return Press(side=rng.randint(0, 1))
    if phase == "signed":
        return rng.choice((c.Reopen(reason="špatně zapsáno"), after_all(rng)))
    if phase == "result":
        return rng.choice((c.Sign(side=side), Press(side=rng.randint(0, 1), held=True), after_all(rng)))
    if state.paused and odd < 0.5:
        return c.Resume()
    mover = state.clock.mover
    if odd < 0.75 and mover is not None:
        return Press(side=mover)
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            Press(side=rng.randint(0, 1)),
            Press(side=rng.randint(0, 1), held=True),
            Press(side=0, both=True),
            Void(by=rng.choice((*c.SIDES, "both", "referee"))),
            Restore(),
            c.Pause(reason=rng.choice(("", "rozhodčí u stolu"))),
            c.SetClock(side=side, left_s=rng.randint(5, 300)),
            c.SetClock(side=side, moves=rng.randint(0, 40)),
            c.SetMover(side=side),
            c.Result(winner=rng.choice((None, *c.SIDES)), how=rng.choice(("play", "time", "resigned", "referee"))),
        )
    )


FOLLOWS: dict[type[Event], tuple[float, Event]] = {
    Undo: (0.4, Redo()),
    s.Press: (0.08, Void(by="both")),
    Void: (0.4, Restore()),
}
"""What now and then comes at once after an event."""

WALKS: dict[str, tuple[Callable[[random.Random, int], Any], Callable[[random.Random, Any], Event], int, int]] = {
    "polish_doubles": (doubles_setup, doubles, 12, 150),
    "marias": (marias_setup, marias, 7, 90),
    "polyssimo": (polyssimo_setup, polyssimo, 6, 70),
    "kourici_kocka": (kocka_setup, kocka, 6, 80),
    "chess_clock": (clock_setup, clock, 11, 60),
}
"""For each game: how it is set up, what happens next, how many games are played, and the most entries of one."""
