"""A thousand players and one organiser: no page takes longer than a second, no draw longer than some."""

from __future__ import annotations

import pytest

from device.organiser.simulation.scripts import PLAYERS, names_of
from tests.tournament import steps
from tests.tournament.desk import acts_table, pages_table

MANY = 1000
PAGE_S, DRAW_S = 1.0, 5.0


@pytest.mark.timeout(600)
def test_a_thousand_players_are_registered_drawn_and_looked_at_within_a_second_a_page(organiser, report, tmp_path):
    desk = organiser
    rows = [(name, f"Klub {n % 90}", f"{n}@example.cz") for n, name in enumerate(names_of(0, MANY, PLAYERS))]
    try:
        with desk.stage("registration"):
            file = steps.entrants_file(tmp_path / "hraci.csv", rows, ("Jméno", "Klub", "Kontakt"))
            steps.register(desk, "Tisíc hráčů", file, [])
        with desk.stage("round 1"):
            drawn, byes = steps.draw(desk, "marias", "fours")
            assert len(drawn) == MANY // 4
            assert not byes
            assert steps.results_there(desk, 1) == (0, MANY // 4)
        desk.measure("/people", "/draw?round=1", "/results", "/standings", "/")
    finally:
        report += acts_table(f"{MANY} players", desk.acts)
        report += [*pages_table(desk), ""]
    assert all(best < PAGE_S for best in desk.best.values()), desk.best
    assert max(desk.pages["/draw"]) < DRAW_S
