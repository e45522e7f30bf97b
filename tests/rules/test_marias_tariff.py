"""M8-M14, M18, M32: what a deal is worth, against a table that people can check (marias_tariff.csv)."""

import csv
from fractions import Fraction
from pathlib import Path

from rules.marias import MariasSetup
from rules.marias import acts as e
from rules.marias.acts.deals import check
from rules.marias.deal import (
    Commitment,
    Count,
    Renonc,
    decided_by_outcome,
    item,
    may_raise,
    results,
    settle,
    settlement,
)
from rules.message import Refusal
from tests.rules.marias_table import LADDER, PLAYERS, Table, count, deal, said

SETUP = MariasSetup(players=PLAYERS[:4])
FOUR = (0, 1, 2, 3)
with (Path(__file__).parent / "marias_tariff.csv").open(encoding="utf-8") as file:
    ORACLE = list(csv.DictReader(file))


def commitment_of(row):
    level = LADDER.get(row["flek"], 0)
    result, *rest = row["outcome"].split()
    if result in ("not", "renonc"):
        return Commitment(kind=row["commitment"], level=level)
    counted = count(int(rest[-1])) if rest else None
    if row["commitment"] == "mandatory_sto" and result == "made":
        counted = Count(tens=int(rest[-1]) // 10 - 4, trump_marriage=True)
    return Commitment(kind=row["commitment"], level=level, won=result == "made", count=counted)


def one_alone(row):
    """The deal that holds only this commitment (a sedma is never alone; its price is still its own)."""
    renonc = Renonc(seat="A") if row["outcome"] == "renonc" else None
    return e.Deal(chooser="A", partner="B", red=bool(row["red"]), commitments=(commitment_of(row),), renonc=renonc)


def test_the_table_covers_every_commitment_level_colour_outcome_and_side():
    seen = {(row["commitment"], row["flek"], row["red"]) for row in ORACLE}
    kinds = {"hra", "sedma", "sedma_proti", "sto", "mandatory_sto", "sto_proti"}
    assert seen == {(kind, flek, red) for kind in kinds for flek in ("-", *LADDER) for red in ("", "red")} | {
        (kind, flek, "") for kind in ("betl", "durch") for flek in ("-", *LADDER)
    }
    assert {row["outcome"].split()[0] for row in ORACLE} == {"made", "lost", "not", "renonc"}
    assert len(ORACLE) > 500


def test_M8_M10_each_side_declares_its_own_and_one_side_s_gain_is_the_other_s_loss():
    for row in ORACLE:
        assert row["side"] == ("others" if row["commitment"].endswith("_proti") else "choosers"), row
        assert int(row["others_h"]) == -int(row["with_cap_h"]), row
        declared, won = 1 if row["side"] == "choosers" else -1, row["outcome"].startswith("made")
        if won or row["outcome"].startswith("lost"):
            assert (int(row["from_one_h"]) * declared > 0) is won, row
        first = may_raise(row["commitment"], 0)
        assert first == ("others" if row["side"] == "choosers" else "choosers"), "the other side answers first"


def test_M8_M9_M10_M11_M12_M13_M14_M18_M32_every_line_of_the_table():
    wrong = []
    for row in ORACLE:
        commitment, given = one_alone(row), commitment_of(row)
        if row["outcome"] == "renonc":
            settlement_found = settle(SETUP, commitment, 1)
            price, capped = settlement_found.uncapped, settlement_found.transfer
        else:
            line = item(SETUP, given, is_played=not row["outcome"].startswith("not"))
            price = line.amount * (2 if row["red"] else 1)
            capped = max(-2000, min(2000, price))
        if (price, capped) != (int(row["from_one_h"]), int(row["with_cap_h"])):
            wrong.append((row, price, capped))
    assert wrong == []


def test_every_line_of_the_table_is_a_deal_that_the_rules_take_and_that_sums_to_zero():
    for row in ORACLE:
        given, solo = commitment_of(row), row["commitment"] in ("betl", "durch")
        parts = (given,)
        if row["commitment"].startswith("sedma"):
            hra = Commitment(kind="hra")
            if row["outcome"] in ("made", "lost"):  # played: hra at re, so that every level of sedma is
                hra = Commitment(kind="hra", level=2, won=True)
            parts = (hra, given)
        if row["commitment"] == "hra" and given.level < 2 and given.won is not None:
            parts = (given, Commitment(kind="sedma", level=2, won=True))
        renonc = Renonc(seat="A") if row["outcome"] == "renonc" else None
        row_deal = e.Deal(
            chooser="A", partner=None if solo else "B", red=bool(row["red"]), commitments=parts, renonc=renonc
        )
        check(SETUP, row_deal, FOUR)
        total = settlement(SETUP, row_deal, FOUR)
        brings = results(row_deal, FOUR, 4, total.transfer)
        assert sum(brings) == 0
        if len(parts) == 1:
            assert total.transfer == int(row["with_cap_h"]), row
            assert brings[3] == int(row["others_h"]), row
        assert abs(total.transfer) <= 2000


def paid(*commitments, red=False, partner="B", players=4, renonc=None, **settings):
    """What a deal brings everybody, in haléře."""
    table = Table(players, **settings).start()
    more = {"renonc": renonc} if renonc else {}
    return tuple(
        int(part) if part.denominator == 1 else part
        for part in table.deal("A", partner, *commitments, red=red, **more).won()
    )


def test_M8_the_rates():
    assert paid("hra") == (20, 20, -20, -20)
    assert paid("hra re won", "sedma won") == (120, 120, -120, -120)
    assert paid("sto won 100")[0] == 80
    assert paid("betl won", partner=None) == (300, -100, -100, -100)
    assert paid("durch lost", partner=None) == (-600, 200, 200, 200)
    assert paid("hra", hra=30)[0] == 30


def test_the_sum_of_the_sketch():
    """Hra at re won, sedma lost, hearts: 0,80 - 0,40, doubled."""
    assert paid("hra re won", "sedma lost", red=True) == (80, 80, -80, -80)


def test_M9_a_silent_sto_pays_the_fleked_hra_twice_for_each_unit_in_place_of_hra():
    assert paid("hra re won 100")[0] == 4 * 20 * 2
    assert paid("hra re won 120")[0] == 4 * 20 * 2 * 3
    assert paid("hra tutti lost 110")[0] == -8 * 20 * 2 * 2
    assert paid("hra re won 100", silent_sto_at_100=0)[0] == 0
    assert paid("hra re won 120", silent_sto_at_100=0)[0] == 4 * 20 * 2 * 2
    table = Table().start()
    assert "90" in table.refused("M9", deal("A", "B", "hra re won 90"))


def test_M10_sto_and_sto_proti_are_played_without_re():
    assert paid("sto won 130")[0] == 80 * 4
    assert paid("sto lost 50")[0] == -80 * 5
    assert paid("sto_proti won 100")[0] == -80
    assert paid("sto_proti flek lost 50")[0] == 80 * 5 * 2
    table = Table().start()
    table.refused("M10", deal("A", "B", "sto won"))
    assert "with 90 points" in str(table.refused("M10", deal("A", "B", "sto won 90")))
    table.refused("M10", deal("A", "B", "sto lost 10"))
    table.refused("M10", deal("A", "B", "sto won 100", "sto_proti won 100"))
    table.refused("M10", deal("A", "B", "hra re won", "sedma won 100"))
    all_marriages = Commitment(kind="sto", won=False, count=Count(tens=5, marriages=3, trump_marriage=True))
    table.refused("M10", e.Deal(chooser="A", partner="B", commitments=(all_marriages,)))
    only_the_trump_one = Commitment(kind="sto", won=False, count=Count(tens=3, marriages=3))
    table.refused("M10", e.Deal(chooser="A", partner="B", commitments=(only_the_trump_one,)))


def test_M10_which_lost_stos_a_deck_allows_agrees_with_trying_every_share():
    """Nine tens, three marriages and the trump one: the sto has at least one marriage and less than a hundred."""
    possible = set()
    for tens in range(10):
        for plain in range(4):
            for trump in (False, True):
                if plain + trump == 0:
                    continue
                mine = 9 - tens + 2 * plain + 4 * trump
                if mine < 10:
                    # marriages that neither side holds whole count for nobody
                    for others in range(3 - plain + 1):
                        for other_trump in {False, not trump}:
                            possible.add((tens, others, other_trump))
    for tens in range(10):
        for marriages in range(4):
            for trump in (False, True):
                lost = Commitment(
                    kind="sto", won=False, count=Count(tens=tens, marriages=marriages, trump_marriage=trump)
                )
                lost_deal = e.Deal(chooser="A", partner="B", commitments=(lost,))
                try:
                    check(SETUP, lost_deal, FOUR)
                    allowed = True
                except Refusal:
                    allowed = False
                assert allowed == ((tens, marriages, trump) in possible), (tens, marriages, trump)


def test_M11_a_lost_mandatory_sto_pays_from_the_fourth_ten():
    assert paid("mandatory_sto lost 40")[0] == -80
    assert paid("mandatory_sto flek lost 60")[0] == -80 * 3 * 2
    assert paid("sto lost 40")[0] == -80 * 4
    table = Table().start()
    table.refused("M10", deal("A", "B", "mandatory_sto lost 30"))


def test_M12_red_doubles_trump_games_only():
    assert paid("hra", red=True)[0] == 40
    assert paid("sto won 100", red=True)[0] == 160
    table = Table().start()
    table.refused("M12", deal("A", None, "betl won", red=True))
    renonc = Renonc(seat="A")
    assert paid("hra", red=True, renonc=renonc)[0] == -3 * (40 + 100), "the 1 Kč is not doubled"


def test_M13_a_deal_costs_at_most_20_Kc_from_one_to_one():
    assert paid("hra kajzr won", "sedma tutti won", red=True) == (2000, 2000, -2000, -2000)
    assert paid("durch tutti lost", partner=None)[0] == -3 * 1600
    assert paid("durch kajzr lost", partner=None)[0] == -3 * 2000
    net = paid("hra kajzr won", "sedma kajzr lost")[0]
    assert net == 20 * 64 - 40 * 64, "the cap looks at the net"


def test_M13_or_the_cap_holds_for_all_that_a_payer_pays():
    lost = paid("durch kajzr lost", partner=None, cap_scope="per_payer")
    assert lost == (-2000, *(Fraction(2000, 3),) * 3)
    assert paid("durch kajzr won", partner=None, cap_scope="per_payer")[0] == 6000


def test_M13_or_it_holds_before_red():
    assert paid("hra kajzr won", "sedma re won", red=True, cap_before_red=True)[0] == 2 * (1280 + 160)
    assert paid("sto kajzr won 100", red=True, cap_before_red=True)[0] == 2 * 2000


def test_M14_a_renonc_pays_1_Kc_and_the_fleked_hra_to_each_other_player():
    assert paid("hra flek", renonc=Renonc(seat="C")) == (140, 140, -420, 140)
    assert paid("hra flek", "sedma re", renonc=Renonc(seat="B"))[0] == 100 + 40 + 160
    assert paid("sto", renonc=Renonc(seat="B"))[0] == 100 + 80 * 4
    assert paid("sto", renonc=Renonc(seat="B"), renonc_130_units=3)[0] == 100 + 80 * 3
    assert paid("betl flek", partner=None, renonc=Renonc(seat="A")) == (-900, 300, 300, 300)
    assert paid("durch kajzr", partner=None, renonc=Renonc(seat="B")) == (2000, -6000, 2000, 2000)


def test_M14_or_it_is_paid_once_and_shared():
    third = Fraction(140, 3)
    assert paid("hra flek", renonc=Renonc(seat="C"), renonc_pays="once") == (third, third, -140, third)


def test_M13_M14_once_paid_the_whole_cap_is_shared_whomever_it_holds_for():
    for scope in ("per_payee", "per_payer"):
        shares = paid("durch kajzr", partner=None, renonc=Renonc(seat="B"), renonc_pays="once", cap_scope=scope)
        assert shares == (Fraction(2000, 3), -2000, Fraction(2000, 3), Fraction(2000, 3)), scope


def test_M13_M14_for_the_payer_the_cap_of_a_renonc_paid_to_each_is_shared():
    shares = paid("durch kajzr", partner=None, renonc=Renonc(seat="B"), cap_scope="per_payer")
    assert shares == (Fraction(2000, 3), -2000, Fraction(2000, 3), Fraction(2000, 3))


def test_M14_a_renonc_ends_the_deal_so_there_are_no_results():
    Table().start().refused("M14", deal("A", "B", "hra re won", renonc=Renonc(seat="A")))


def test_M18_without_re_nothing_is_played():
    assert paid("hra flek") == (-40, -40, 40, 40)
    assert paid("hra", "sedma") == (60, 60, -60, -60)
    assert paid("hra", "sedma flek")[0] == 20 - 80
    assert paid("hra flek", "sedma_proti")[0] == -40 - 40
    assert paid("hra", "sedma_proti flek")[0] == 20 + 80
    table = Table().start()
    assert "re" in table.refused("M18", deal("A", "B", "hra flek won"))
    table.refused("M18", deal("A", "B", "hra re"))
    table.refused("M18", deal("A", "B", "hra", "sedma re lost"))


def test_M18_one_re_has_every_commitment_played():
    assert paid("hra won", "sedma re lost")[0] == 20 - 160
    assert decided_by_outcome(SETUP, (said("hra"), said("sedma re"))) == (True, True)
    assert decided_by_outcome(SETUP, (said("sto"), said("sedma"))) == (True, True)
    assert decided_by_outcome(SETUP, (said("hra flek"), said("sedma flek"))) == (False, False)


def test_M18_or_each_commitment_needs_its_own_re_or_none_does():
    assert paid("hra flek", "sedma re lost", re_required="commitment")[0] == -40 - 160
    assert paid("sto won 100", "sedma", re_required="commitment")[0] == 80 + 40
    assert paid("hra lost", re_required="none")[0] == -20
    Table(re_required="none").start().refused("M18", deal("A", "B", "hra"))


def test_M32_sides_alternate_on_each_ladder():
    assert [may_raise("hra", level) for level in range(7)] == [
        "others",
        "choosers",
        "others",
        "choosers",
        "others",
        "choosers",
        None,
    ]
    assert [may_raise("sedma_proti", level) for level in (0, 1)] == ["choosers", "others"]
    assert [paid(f"hra {step} won")[0] for step in ("re", "tutti", "boty", "kalhoty", "kajzr")] == [
        80,
        160,
        320,
        640,
        1280,
    ]
    Table().start().refused("M32", deal("A", "B", "hra", "hra flek"))
