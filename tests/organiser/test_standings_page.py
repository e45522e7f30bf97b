"""The page of standings: what decided a tie, rounds past eleven, the line of the prizes."""

import re

import pytest

from device.organiser.desk.forms import decide
from device.organiser.desk.page_view import DeskPages
from device.organiser.desk.standings_view import MOST_ROUNDS, decided_ties
from device.organiser.tournament.scoring import Scoring
from tests.organiser.events import DOUBLES, MARIAS, played, with_pairs, with_players

pytestmark = pytest.mark.usefixtures("in_english")


def page(desk, **asked):
    return DeskPages(desk, str).page("standings", "word", {"kind": DOUBLES, **asked})


def ties(desk, kind=DOUBLES):
    scoring = Scoring(desk.read())
    reasons = decided_ties(scoring.lines(kind), scoring.rules(kind).by_figures, scoring.state.game(kind))
    return {desk.state.tournament.entrants[id].number: text for id, text in reasons.items()}


def test_who_differ_in_wins_or_difference_need_no_word(desk):
    with_pairs(desk, 6)
    played(desk, 1, "1: 1 2\n2: 3 4\n3: 5 6", (310, 300), (310, 300), (350, 300))
    played(desk, 2, "1: 1 3\n2: 2 5\n3: 4 6", (300, 290), (320, 300), (290, 300))
    # 1 has two wins and +20; 2: -10 +20 = +10; 3: 10 -10 = 0; 5: 50 -20 = +30; 6: -50 +10; 4: -10 -10
    assert ties(desk) == {}
    played(desk, 3, "1: 2 3\n2: 1 5\n3: 4 6", (290, 300), (300, 320), (400, 300))
    # 2: 1 win, 0; 3: 2 wins, +10; 1: 2 wins, 0; 5: 2 wins, +50; 4: 1, +80; 6: 1, -140
    assert ties(desk) == {}


def test_direct_games_decide_and_are_named_and_without_them_buchholz(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (310, 300), (310, 300))
    assert ties(desk) == {1: "shared", 3: "shared", 2: "shared", 4: "shared"}
    played(desk, 2, "1: 1 3\n2: 2 4", (300, 310), (310, 300))
    # 3 has two wins; 1 and 2 have one and 0, and have met: 1 won.
    assert ties(desk) == {1: "Direct 1", 2: "Direct 0"}
    played(desk, 3, "1: 1 4\n2: 3 2", (300, 300), (300, 300))
    text = page(desk)
    assert "Decided at a tie" in text
    assert '<td class="decided"><b>Direct 1</b>' in text
    assert "Buchholz</th>" not in text, "what decides ties is said where it decided, and no column"


def test_players_with_one_sum_read_that_the_last_round_decided(desk):
    with_players(desk, 4)
    played(desk, 1, "1: 1 2 3 4", (100, -100, 20, -20), kind=MARIAS)
    played(desk, 2, "1: 1 2 3 4", (-40, 160, 40, -160), kind=MARIAS)
    assert ties(desk, MARIAS) == {1: "Last round −0.40", 2: "Last round +1.60", 3: "Last round +0.40"}


def test_rounds_past_eleven_share_the_first_column_until_all_are_asked_for(desk):
    with_pairs(desk, 2)
    for round in range(1, 14):
        played(desk, round, "1: 1 2", (300, 310 if round < 3 else 290))
    text = page(desk)
    heads = re.findall(r'<th class="r[^"]*">(?:<a[^>]*>)?([^<]+)', text)
    assert heads == ["1–3", *map(str, range(4, 14))]
    assert len(heads) == MOST_ROUNDS
    assert re.findall(r'<td class="r folded">([^<]+)', text) == ["1", "2"]
    assert re.findall(r'<th class="r[^"]*">(?:<a[^>]*>)?([^<]+)', page(desk, rounds="all")) == [*map(str, range(1, 14))]


def test_the_line_of_the_prizes_is_there_before_anybody_has_paid(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (310, 300), (350, 300))
    assert "prized" not in page(desk)
    decide(desk, {"do": "money", "fee": "100", "prizes": "60 40", "by": "percent"})
    assert re.findall(r'<tr id="entrant-(\d)" class=" prized">', page(desk)) == ["1"], "below the second place"
    assert "line: prizes for the first 2" in page(desk)
    money = DeskPages(desk, str).page("money", "word", {})
    assert "First the fees" in money
    assert 'class="ranks prizes"' not in money
