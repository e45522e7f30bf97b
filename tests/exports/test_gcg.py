"""GCG as another program reads it: by lines and tokens, names and running totals."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from device.common.games.polish_doubles.gcg import nicknames
from rules.polish_doubles.tiles import value_of
from rules.record import read
from tests.exports.conftest import BOTH, filed, full, make_paper, sample
from tests.rules.table import Game, e

RACK = r"\.{7}"
EVENTS = {
    "play": rf">(\S+): {RACK} 0A (\w+|\.) \+(\d+) (\d+)",
    "withdrawn": rf">(\S+): {RACK} -- -(\d+) (\d+)",
    "exchange": rf">(\S+): {RACK} -([1-7]) \+0 (\d+)",
    "pass": rf">(\S+): {RACK} - \+0 (\d+)",
    "opponents": r">(\S+): \((\w+)\) \+(\d+) (\d+)",
    "own": r">(\S+): (\w+) \(\2\) -(\d+) (-?\d+)",
}
"""Every event of the format that is used, as the format's page describes it."""


def parsed(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """The events in order. Each other line has to be a pragma."""
    tokens = []
    for line in text.splitlines():
        if line.startswith("#"):
            assert re.fullmatch(r"#[a-z0-9-]+ \S.*", line), line
            continue
        kinds = [(kind, match.groups()) for kind, shape in EVENTS.items() if (match := re.fullmatch(shape, line))]
        assert len(kinds) == 1, line
        tokens += kinds
    return tokens


def refereed(text: str) -> dict[str, int]:
    """Both players' totals, added up anew from every event; each total in the file has to be that."""
    sums = {line.split()[1]: 0 for line in text.splitlines() if line.startswith("#player")}
    assert len(sums) == 2
    for kind, (nick, *rest) in parsed(text):
        worth = 0 if kind in ("pass", "exchange") else int(rest[-2])
        sums[nick] += -worth if kind in ("withdrawn", "own") else worth
        assert int(rest[-1]) == sums[nick]
    return sums


@BOTH
@pytest.mark.parametrize("name", ["polish-doubles-full", "polish-doubles-short", "polish-doubles-power-loss"])
def test_the_totals_of_the_file_add_up_to_the_result(name, language):
    game = filed(sample(name))
    sums = refereed(make_paper(game, "gcg", language).decode())
    state = game.history.state
    assert sums == {"Moravští_krtci": state.total(0), "Dvě_sloky": state.total(1)}


def test_every_move_of_the_game_is_an_event_in_its_order():
    game = full()
    text = make_paper(game, "gcg").decode()
    plays = [rest[1] for kind, rest in parsed(text) if kind == "play"]
    assert plays == [row.word for turn in game.history.state.turns for row in turn.rows if row.word]
    kinds = [kind for kind, _ in parsed(text)]
    assert (kinds.count("exchange"), kinds.count("pass"), kinds.count("withdrawn")) == (1, 3, 2)
    assert kinds[-2:] == ["opponents", "own"]


def test_a_word_that_fell_is_taken_back_at_once():
    events = parsed(make_paper(full(), "gcg").decode())
    for n, (kind, rest) in enumerate(events):
        if kind == "play" and rest[1] in ("HUŽE", "MŽÍNY"):
            assert events[n + 1][0] == "withdrawn"
            assert events[n + 1][1][1] == rest[2]


def test_the_head_says_who_played_where_and_what_the_file_cannot_say():
    lines = make_paper(full(), "gcg").decode().splitlines()
    assert lines[0] == "#character-encoding utf-8"
    assert lines[1] == "#player1 Moravští_krtci Moravští krtci (Jana, Petr)"
    assert lines[2] == "#player2 Dvě_sloky Dvě sloky (Eva, Karel)"
    assert lines[3] == "#title Polská čtyřhra · Polská čtyřhra Brno 2026 · kolo 3 · stůl 12 · 21. 11. 2026"
    assert lines[4].startswith("#description ")
    assert "0A" in lines[4]


def test_the_starters_are_the_first_player():
    lines = make_paper(filed(sample("polish-doubles-short")), "gcg").decode().splitlines()
    assert lines[1].startswith("#player1 Dvě_sloky")


def test_notes_tell_objections_times_corrections_and_crosses():
    text = make_paper(full(), "gcg").decode()
    for note in (
        "námitka: platný",
        "předčasně: přijat",
        "před opravou MYSL 9",
        "dvojtah 12: 2:30.000 (rozhodčí)",
        "Křížky: Moravští krtci 3, Dvě sloky 0",
    ):
        assert f"#note {note}\n" in text


def test_S12_a_pass_that_became_a_word_and_a_word_that_became_an_exchange_say_what_they_were():
    g = Game().opened()
    g.do(e.Pass())
    g.move("KOSA", 8)
    g.do(e.Correct(turn=2, move=1, word="RAK", points=8))
    g.do(e.Correct(turn=2, move=2, points=None, tiles=3))
    g.do(e.Correct(turn=2, move=2, points=None, tiles=2))
    lines = make_paper(filed(g.history), "gcg", "en").decode().splitlines()
    row = lines.index(">Sloky: ....... 0A RAK +8 8")
    assert lines[row + 1 : row + 7] == [
        "#note corrected",
        "#note before the correction: pass",
        ">Sloky: ....... -2 +0 8",
        "#note corrected",
        "#note before the correction: KOSA 8",
        "#note before the correction: exchange (3)",
    ]


def test_points_without_a_word_and_a_move_lost_to_the_clock():
    game = Game().start()
    game.do(e.Move(points=12, tiles=None), after=20)
    game.press("A")
    game.move("PES", 6, after=20)
    game.press("B", after=200)
    game.do(e.Overrun(stands=(True, False)))
    text = make_paper(filed(game.history), "gcg").decode()
    assert ">Krtci: ....... 0A . +12 12\n#note slovo nebylo zapsáno" in text
    assert ">Sloky: ....... - +0 6\n#note propadl časem" in text
    assert "#note Partie není dohraná." in text
    refereed(text)


def test_a_game_ended_by_hand_costs_both_their_racks():
    game = filed(sample("polish-doubles-short"))
    own = [rest for kind, rest in parsed(make_paper(game, "gcg").decode()) if kind == "own"]
    assert {rest[0] for rest in own} == {"Moravští_krtci", "Dvě_sloky"}
    assert all(int(rest[2]) == value_of(rest[1]) for rest in own)


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40).filter(str.strip)


@given(NAMES, NAMES)
@example("Dvě sloky", "Dvě_sloky")
@example(":", " _")
def test_whatever_the_pairs_are_called_each_has_one_word_of_its_own(a, b):
    nicks = nicknames((a, b))
    assert nicks[0] != nicks[1]
    assert all(re.fullmatch(r"[^\s:]+", nick) for nick in nicks)


@given(NAMES, NAMES)
def test_no_name_breaks_a_line(a, b):
    setup = {"game": "polish_doubles", "pairs": [{"name": a}, {"name": b}], "title": b * 2}
    text = make_paper(filed(read([json.dumps(setup)])), "gcg").decode()
    assert refereed(text)
    assert len(text.splitlines()) == len(text.split("\n")) - 1 == 6
