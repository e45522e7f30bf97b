"""Games that nobody has played yet: events of Polish doubles and of a round of mariáš, by luck, within the rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.tournament.expected import STAKE, TOKEN, brings

Course = list[tuple[float, dict[str, Any]]]
"""Game time in seconds, and an event of a record."""
WORDS = ("ANO", "BOTA", "CESTA", "DAR", "DESKA", "HORA", "KOLO", "LAMPA", "MOST", "OKNO", "PES", "ŘEKA", "VODA", "ZIMA")
RACKS = ("AEIKLNOPRSTVZÁ", "AEIKLMNORSTTVĚ", "ČEDOKUÝŽBAH", "FGÚNI", "XAA", "")
TOKENS = 5


class _Times:
    """Events one after another, some seconds apart."""

    def __init__(self, luck: random.Random, start: float = 0.0) -> None:
        self.luck, self.at, self.course = luck, start, Course()

    def say(self, event: str, apart: float = 20, **more: Any) -> None:
        self.at += round(1 + self.luck.random() * apart, 2)
        self.course.append((self.at, {"event": event} | more))


def doubles(luck: random.Random, turns: int = 12) -> Course:
    """A whole game, signed: corrections, an objection or two, ended or closed."""
    game = _Times(luck)
    start = luck.choice((0, 1))
    game.say("starters", pair="AB"[start])
    game.say("press", pair="AB"[1 - start])
    mover, valid = start, 0
    strong = luck.choice((0, 1)), luck.randint(0, 9)  # one pair may have the better evening
    for turn in range(1, turns + 1):
        moves = 1 if turn == 1 else 2
        for _ in range(moves):
            if turn > 1 and luck.random() < 0.06:
                game.say("exchange", tiles=1) if turn < turns // 2 else game.say("pass")
            else:
                points = luck.randint(4, 38) + strong[1] * (mover == strong[0])
                word = luck.choice(WORDS)
                game.say("move", points=points, word=word, tiles=luck.randint(1, 2))
        if luck.random() < 0.1 and game.course[-moves][1]["event"] == "move":
            game.say("correct", turn=turn, move=1, points=luck.randint(2, 40))
        game.say("press", pair="AB"[mover], apart=5)
        if turn > 1 and luck.random() < 0.12 and game.course[-2][1]["event"] == "move":
            game.say("objection", move=2)
            holds = luck.random() < 0.3 and valid < 2  # a third cross would cost a move (S15)
            valid += holds
            game.say("verdict", valid=holds)
        mover = 1 - mover
    if luck.random() < 0.3 and game.course[-1][1]["event"] == "press":
        game.say("close", pair="AB"[1 - mover])
        game.say("racks", pair="AB"[mover], tiles=luck.choice(RACKS[:-1]))
    else:
        game.say("end")
        for pair, tiles in zip("AB", luck.sample(RACKS, 2), strict=True):  # together no more than the set has (S3)
            game.say("racks", pair=pair, tiles=tiles)
    game.say("sign", pair="A")
    game.say("sign", pair="B", apart=4)
    return game.course


def again(luck: random.Random, reason: str, at: float, points: int) -> Course:
    """A result that was sent back: opened, the first move put right, signed anew."""
    game = _Times(luck, at)
    game.say("reopen", reason=reason)
    game.say("correct", turn=1, move=1, points=points)
    game.say("sign", pair="A")
    game.say("sign", pair="B", apart=4)
    return game.course


def marias(luck: random.Random, players: int, at: float = 0.0, round_s: int = 3000, deals: int = 8) -> Course:
    """A round of a table, its slip signed: deals of all kinds, top-ups, and now and then a token that is lost (M30)."""
    game = _Times(luck, at)
    began = at
    seats = "ABCDE"[:players]
    purse = dict.fromkeys(seats, STAKE)
    added = dict.fromkeys(seats, 0)
    game.say("start_round", apart=5)
    began = game.at
    for number in range(deals):
        playing = [seat for n, seat in enumerate(seats) if players < 5 or n != number % players]
        game.say("dealt")
        deal = marias_deal(luck, playing)
        game.say("deal", apart=200, **deal)
        for seat, amount in brings(deal, playing).items():
            purse[seat] += amount
        for seat in seats:
            if purse[seat] <= 0:
                more = max(1000, -(purse[seat] // 1000) * 1000 + 1000)
                game.say("top_up", seat=seat, amount=more)
                purse[seat] += more
                added[seat] += more
    game.at = began + round_s + luck.randint(5, 90)
    game.say("end_round")
    lost = luck.choice((0, 0, 0, TOKEN, 3 * TOKEN))
    for seat in seats:
        tokens = min(luck.randint(0, TOKENS), purse[seat] // TOKEN)
        coin = purse[seat] - TOKEN * tokens
        if lost and coin >= lost:
            coin, lost = coin - lost, 0
        game.say("closing", seat=seat, coin=coin, tokens=tokens)
    game.say("sign", side="A")
    game.say("sign", side="B", apart=4)
    return game.course


def marias_deal(luck: random.Random, playing: Sequence[str]) -> dict[str, Any]:
    chooser = luck.choice(playing)
    deal: dict[str, Any] = {"chooser": chooser}
    if len(playing) == 4 and luck.random() < 0.8:
        deal["partner"] = luck.choice([seat for seat in playing if seat != chooser])
    if luck.random() < 0.25:
        deal["red"] = True
    kind = luck.choice(("good", "good", "flek", "re", "re", "betl", "durch", "sto", "renonc"))
    if kind == "flek":
        deal["commitments"] = [{"kind": "hra", "level": 1}]
    elif kind == "re":
        deal["commitments"] = [
            {"kind": "hra", "level": luck.randint(2, 4), "won": luck.random() < 0.6},
            {"kind": "sedma", "level": luck.randint(0, 1), "won": luck.random() < 0.5},
        ]
    elif kind in ("betl", "durch"):
        deal.pop("partner", None)
        deal.pop("red", None)
        deal["commitments"] = [{"kind": kind, "level": luck.randint(0, 4), "won": luck.random() < 0.5}]
    elif kind == "sto":
        if luck.random() < 0.6:
            count, won = {"tens": luck.randint(6, 9), "trump_marriage": True}, True
        else:
            count, won = {"tens": luck.randint(2, 9)}, False
        deal["commitments"] = [{"kind": "sto", "level": luck.randint(0, 1), "won": won, "count": count}]
    elif kind == "renonc":
        deal["commitments"] = [{"kind": "hra", "level": luck.randint(0, 2)}]
        deal["renonc"] = {"seat": luck.choice(playing)}
    return deal
