"""M18 where hra alone needs re: every deal of it against the sentence of the rules, reckoned here by itself."""

from itertools import product

import pytest

from rules.marias import MariasSetup
from rules.marias import acts as e
from rules.marias.acts.deals import check
from rules.marias.deal import Commitment, Count, results, settlement
from rules.message import Refusal
from rules.record import read
from tests.rules.marias_table import PLAYERS, Table, deal

SETUP = MariasSetup(players=PLAYERS[:4], re_required="hra")
FOUR = (0, 1, 2, 3)
MADE, FAILED = Count(tens=8, marriages=1), Count(tens=5)
LEVELS = range(7)
MAINS = ("hra", "sto", "mandatory_sto", "sto_proti")
SEVENS = (None, "sedma", "sedma_proti")


def expected(main, level, won, seven, seven_level, seven_won):
    """What one opponent gives the choosers, in haléře before red and the cap, by the words of M18 alone.

    None: the outcome of something that is played is missing, or one is said of what is not played.
    """
    if main == "hra":
        played = level >= 2
        if played != (won is not None):
            return None
        sum_of_main = (20 if won else -20) * 2**level if played else {0: 20, 1: -40}[level]
    else:
        played = True
        if won is None:
            return None
        tens = {"sto": (10, 5), "mandatory_sto": (10, 5 - 3), "sto_proti": (10, 5)}[main]
        price = 80 * (1 + tens[0] - 10) if won else -80 * tens[1]
        sum_of_main = price * 2**level * (-1 if main == "sto_proti" else 1)
    if seven is None:
        return sum_of_main if seven_won is None and seven_level == 0 else None
    if seven_level == 0 and seven == "sedma" and not played:
        return None if seven_won is not None else sum_of_main + 40
    if seven_won is None:
        return None
    side = 1 if (seven == "sedma") == seven_won else -1
    return sum_of_main + side * 40 * 2**seven_level


def as_deal(main, level, won, seven, seven_level, seven_won, red):
    count = None
    if main != "hra" and won is not None:
        count = MADE if won else FAILED
        if main == "mandatory_sto" and won:
            count = Count(tens=6, trump_marriage=True)
    parts = [Commitment(kind=main, level=level, won=won, count=count)]
    if seven is not None:
        parts.append(Commitment(kind=seven, level=seven_level, won=seven_won))
    return e.Deal(chooser="A", partner="B", red=red, commitments=tuple(parts))


def test_M18_every_trump_game_with_every_flek_and_every_outcome():
    taken = refused = 0
    for main, level, won in product(MAINS, LEVELS, (None, True, False)):
        for seven, seven_level, seven_won in product(SEVENS, LEVELS, (None, True, False)):
            if seven is None and (seven_level, seven_won) != (0, None):
                continue
            for red in (False, True):
                trump_deal = as_deal(main, level, won, seven, seven_level, seven_won, red)
                wanted = expected(main, level, won, seven, seven_level, seven_won)
                if wanted is None:
                    with pytest.raises(Refusal, match="M18"):
                        check(SETUP, trump_deal, FOUR)
                    refused += 1
                    continue
                check(SETUP, trump_deal, FOUR)
                paid = max(-2000, min(2000, wanted * (2 if red else 1)))
                transfer = settlement(SETUP, trump_deal, FOUR).transfer
                assert transfer == paid, trump_deal
                assert results(trump_deal, FOUR, 4, transfer) == (paid, paid, -paid, -paid)
                taken += 1
    assert taken > 1300
    assert refused > 1000


@pytest.mark.parametrize("kind", ["betl", "durch"])
def test_M18_betl_and_durch_are_played_without_re(kind):
    rate = {"betl": 100, "durch": 200}[kind]
    for level, won in product(LEVELS, (True, False)):
        betl_deal = e.Deal(chooser="A", commitments=(Commitment(kind=kind, level=level, won=won),))
        check(SETUP, betl_deal, FOUR)
        wanted = max(-2000, min(2000, (rate if won else -rate) * 2**level))
        assert settlement(SETUP, betl_deal, FOUR).transfer == wanted


def paid(*commitments, **settings):
    return Table(**({"re_required": "hra"} | settings)).start().deal("A", "B", *commitments).won()[0]


def test_M18_a_fleked_sedma_is_played_whatever_becomes_of_hra():
    assert paid("hra", "sedma flek won") == 20 + 80
    assert paid("hra flek", "sedma re lost") == -40 - 160
    assert paid("hra", "sedma_proti lost") == 20 + 40, "one against is played without flek"
    assert paid("hra", "sedma") == 20 + 40
    assert paid("hra flek", "sedma") == -40 + 40
    assert paid("hra re lost", "sedma won") == -80 + 40


def test_M18_a_re_on_sedma_alone_does_not_have_hra_played():
    table = Table(re_required="hra").start()
    table.refused("M18", deal("A", "B", "hra won", "sedma re lost"))
    table.refused("M18", deal("A", "B", "hra", "sedma flek"))
    Table(re_required="deal").start().refused("M18", deal("A", "B", "hra", "sedma re lost"))


def test_M18_a_record_that_does_not_say_it_goes_by_the_whole_deal():
    parts = '"commitments": [{"kind": "hra"}, {"kind": "sedma", "level": 1}]'
    line = '{"t": 9, "event": "deal", "chooser": "A", "partner": "B", ' + parts + "}"
    setup = '{"game": "marias", "players": ["Adam", "Bára", "Cyril", "Dana"]'
    start = '{"t": 5, "event": "start_round"}'
    assert read([setup + "}", start, line]).state.round.winnings[0] == 20 - 80
    played = line.replace('"level": 1', '"level": 1, "won": true')
    assert read([setup + ', "re_required": "hra"}', start, played]).state.round.winnings[0] == 20 + 80
