"""Whole games with nothing but the two clock buttons: repair, overrun, start, signatures."""

from rules.chess_clock import acts as c
from rules.game import SECOND, Progress, Void
from rules.kourici_kocka import acts as k
from rules.marias import acts as m
from rules.marias.deal import Commitment
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase
from tests.kiosk.seeing import entries as recorded
from tests.kiosk.situations import chess_clock, kourici_kocka, marias, polyssimo
from tests.kiosk.situations.polish_doubles import opened, sit_down, write
from tests.kiosk.two_buttons import both, choose, entries, hold, is_open, tap
from tools.play.players.chess_clock import ClockPlayer
from tools.play.players.kourici_kocka import KockaPlayer
from tools.play.players.marias import MariasPlayer
from tools.play.players.polyssimo import PolyssimoPlayer


def test_who_starts_is_chosen_and_the_game_begins_with_a_press(p):
    sit_down(p)
    both(p)
    choose(p, "Začíná: Dvě sloky")
    assert not is_open(p), "from now on a press starts the clock"
    tap(p, 1)
    assert p.kiosk.table.clock_runs
    assert p.kiosk.controller.state.turns[0].pair == 1


def test_an_early_press_is_taken_back_from_the_menu(p):
    opened(p)
    tap(p, 1)
    both(p)
    choose(p, "Omylem?")
    assert isinstance(recorded(p)[-1], Void)
    assert p.kiosk.controller.state.turn.pair == 1
    both(p)
    assert p.kiosk.table.clock_runs


def test_the_overrun_is_settled_with_the_buttons(p):
    opened(p)
    p.wait(200 * SECOND)
    tap(p, 1)
    assert "overrun" in p.kiosk.controller.state.clock.standing
    both(p)
    assert is_open(p)
    offered = [entry.action for entry in entries(p) if isinstance(getattr(entry.action, "event", None), e.Overrun)]
    assert len(offered) == 4
    tap(p, 1)
    hold(p, 0)
    assert recorded(p)[-1] == offered[1].event
    both(p)
    assert p.kiosk.table.clock_runs


def test_doubles_from_the_draw_to_the_signatures_and_only_the_scores_on_the_screen(p):
    sit_down(p)
    both(p)
    choose(p, "Začíná: Krtci")
    tap(p, 0)
    write(p, "DÝMKA", 38)
    tap(p, 0)
    for word in ("PES", "KOS"):
        write(p, word, 5)
    tap(p, 1)
    both(p)
    choose(p, "Další")
    choose(p, "Konec partie")
    choose(p, "Nikdo: konec")
    assert p.kiosk.controller.state.phase is Phase.ENDING
    for _ in range(2):
        choose(p, "Potvrdit")
    assert p.kiosk.controller.state.phase is Phase.RESULT
    signed(p)


def signed(p):
    """Each side holds its own button on the result, over which no menu lies: that is a signature."""
    assert not is_open(p)
    game = p.kiosk.table.game
    assert game.progress(p.kiosk.table.state) is Progress.RESULT
    for side in (0, 1):
        hold(p, side)
    assert game.progress(p.kiosk.table.state) is Progress.SIGNED


def test_a_game_by_the_chess_clock_is_played_with_nothing_but_the_buttons(new_table):
    p = new_table(ClockPlayer)
    chess_clock.begin(p)
    tap(p, 1)
    for side in (0, 1):
        p.wait(3 * SECOND)
        tap(p, side)
    p.wait(2 * SECOND)
    tap(p, 0)
    hold(p, 0)
    assert isinstance(recorded(p)[-1], Void), "the early press is taken back by holding the own button, as ever"
    both(p)
    for words in ("Výsledek", "Bořek", "vzdání"):
        choose(p, words)
    assert recorded(p)[-1] == c.Result(winner="B", how="resigned")
    signed(p)


def test_kocka_is_played_with_nothing_but_the_buttons(new_table):
    p = new_table(KockaPlayer)
    kourici_kocka.sit_down(p, "AB")
    tap(p, 0)
    for side in (0, 1):
        tap(p, side)
    tap(p, 1)
    assert recorded(p)[-1] == k.Halt(side="B")
    tap(p, 0)
    assert recorded(p)[-1] == k.GoOn()
    for _ in range(12):
        if p.kiosk.table.game.progress(p.kiosk.table.state) is Progress.RESULT:
            break
        if not is_open(p):
            both(p)
        if any("Ano, písmeno" in entry.label for entry in entries(p)):
            choose(p, "Ano, písmeno")
        elif any("Prohrává" in entry.label for entry in entries(p)):
            choose(p, "Prohrává")
        elif any("Rozdáno" in entry.label for entry in entries(p)):
            choose(p, "Rozdáno")
        elif any("Předáno" in entry.label for entry in entries(p)):
            choose(p, "Předáno")
        elif any(entry.label == "Adam" for entry in entries(p)):
            choose(p, "Adam")
        else:
            choose(p, "Kdo prohrál?")
    signed(p)


def test_at_polyssimo_pieces_are_picked_from_the_menu_and_counted_with_the_buttons(new_table):
    p = new_table(PolyssimoPlayer)
    polyssimo.sit_down(p, 2, "count")
    both(p)
    while p.kiosk.table.state.phase.name == "PICKING":
        hold(p, 1)
    assert len(p.kiosk.table.state.hands[0]) == 12
    if is_open(p):
        both(p)
    for _ in range(2):
        before = len(recorded(p))
        tap(p, p.kiosk.table.state.turn)
        assert len(recorded(p)) > before, "the piece is counted by the player's own button"
    for _ in range(2):
        hold(p, p.kiosk.table.state.turn)
    signed(p)


def test_a_round_of_marias_is_played_counted_and_signed_with_nothing_but_the_buttons(new_table):
    p = new_table(MariasPlayer)
    marias.sit_down(p)
    tap(p, 0)
    assert p.kiosk.table.clock_runs
    tap(p, 1)
    assert recorded(p)[-1] == m.Dealt()
    hold(p, 0)
    assert isinstance(recorded(p)[-1], m.RefereeCall)
    hold(p, 0)
    both(p)
    assert not p.kiosk.table.clock_runs
    for words in (
        "Zapsat rozdání",
        "C · Cyril 0,00",
        "A · Adam 0,00",
        "sedma",
        "HRA · re",
        "SEDMA · re",
        "HRA · ano",
        "SEDMA · ne",
    ):
        choose(p, words)
    choose(p, "Zapsat rozdání")
    deal = recorded(p)[-1]
    assert (deal.chooser, deal.partner) == ("C", "A")
    assert deal.commitments[-1] == Commitment(kind="sedma", level=2, won=False)
    choose(p, "Pokračovat")
    p.wait(p.kiosk.table.state.round.remaining(p.kiosk.table.game_time()))
    both(p)
    choose(p, "Konec kola")
    choose(p, "Bára · Peníze na stole")
    for words in ("4", "7", "Hotovo", "3", "Hotovo"):
        choose(p, words)
    assert recorded(p)[-1] == m.Closing(seat="B", coin=4700, tokens=3)
    choose(p, "Podle záznamu")
    assert not is_open(p), "all is counted, so a held button signs"
    for side in (0, 1):
        hold(p, side)
        assert recorded(p)[-1] == m.Sign(side="AB"[side])
    tap(p, 0)
    assert p.kiosk.table.state.round.number == 2, "a press starts the next round"


def test_at_marias_what_was_done_last_is_taken_back_from_the_menu(new_table):
    p = new_table(MariasPlayer)
    marias.sit_down(p)
    tap(p, 0)
    tap(p, 1)
    both(p)
    choose(p, "Zpět o krok: rozdáno")
    assert p.kiosk.table.state.round.hand is None
    p.kiosk.table.do(m.EndRound(agreed=True))
    choose(p, "Zpět o krok: kolo skončilo dřív")
    assert p.kiosk.table.state.phase.value == "play"
    choose(p, "Zpět o krok: začátek kola")
    assert not p.kiosk.table.state.rounds
