"""Mariáš at the table: its samples through pins and touches, taps that a deal takes, every screen as approved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.album import SAMPLES
from device.edges.signals import Beep
from device.games.marias.hands import MariasPlayer
from device.history.exports import FOLDER
from device.history.room import HistoryRoom
from device.inputs import Typed
from device.kiosk.actions import BACK, HISTORY, Do, Go, Put, Simple, Step
from device.kiosk.canvas import Look
from device.kiosk.keys import CLEAR, DONE, digit
from device.kiosk.painter import misfits
from device.kiosk.widgets import Text, Touch
from device.papers import fetch, file_name, papers_of
from device.pin import hashed
from rules.game import SECOND
from rules.marias import events as e
from rules.marias.state import Phase
from tests.kiosk.conftest import SIZES
from tests.kiosk.looking_back import keep
from tests.kiosk.moments.marias import MOMENTS, opened, sit_down
from tests.kiosk.seeing import says
from tests.kiosk.test_history import finish

EDGES = SAMPLES / "marias-edges.jsonl"
NAMES = ("Adam", "Bára", "Cyril", "Dana")


class Counting(MariasPlayer):
    """Hands that count their touches."""

    taps = 0

    def touch(self, action) -> None:
        self.taps += 1
        super().touch(action)


@pytest.fixture
def m(tmp_path: Path) -> Iterator[Counting]:
    player = Counting(tmp_path)
    opened(player)
    player.taps = 0
    yield player
    player.close()


def texts(p: MariasPlayer) -> list[str]:
    return [widget.text for widget in p.kiosk.scene if isinstance(widget, Text)]


def last(p: MariasPlayer):
    history = p.kiosk.table.history
    assert history is not None
    return history.entries[-1].event


# -- how many taps -----------------------------------------------------------------------------------------------------


def test_a_plain_approved_hra_takes_three_taps(m):
    for action in (Put("seat", "A"), Put("seat", "C"), DONE):
        m.touch(action)
    assert last(m) == e.Deal(chooser="A", partner="C", commitments=(e.Commitment(kind="hra"),))
    assert m.taps <= 4
    assert m.room.state.round.won(0) == 20


def test_a_hra_in_hearts_played_alone_takes_four_taps(m):
    for action in (Put("seat", "B"), Put("seat", "B"), Put("red", True), DONE):
        m.touch(action)
    assert m.taps == 4
    assert m.room.state.round.won(1) == 3 * 40


def test_two_commitments_with_fleks_take_at_most_ten_taps(m):
    m.deal(
        e.Deal(
            chooser="A",
            partner="B",
            red=True,
            commitments=(
                e.Commitment(kind="hra", level=2, won=True),
                e.Commitment(kind="sedma", level=3, won=False),
            ),
        )
    )
    assert m.taps <= 10
    assert m.room.state.round.won(0) == 2 * (80 - 320)


def test_the_sum_is_built_line_by_line_before_it_is_written(m):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "B"))
    assert "+0,20" in texts(m)
    m.touch(Put("toggle", "sedma"))
    m.touch(Put("level", ("hra", 2)))
    assert "?" in texts(m), "played now: nothing is known before the outcome"
    m.touch(Put("won", ("hra", True)))
    m.touch(Put("won", ("sedma", False)))
    assert {"hra 0,20 × 4", "+0,80", "sedma 0,40", "−0,40", "+0,40"} <= set(texts(m))
    m.touch(Put("red", True))
    assert "+0,80" in texts(m)
    assert m.room.state.round.deals == (), "nothing is written yet"
    m.touch(DONE)
    assert m.room.state.round.won(0) == 80


def test_the_cap_shows_as_a_line_of_its_own(m):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "B"))
    for level in (4, 5, 6):
        m.touch(Put("level", ("hra", level)))
    m.touch(Put("won", ("hra", True)))
    m.touch(Put("red", True))
    assert {"strop 20,00", "25,60", "+20,00"} <= set(texts(m))


def test_what_is_still_to_be_said_is_said_on_the_paper(m):
    m.touch(Put("seat", "A"))
    assert any("volaného" in text and "M19" in text for text in texts(m))
    assert not m.has(DONE)
    m.touch(Put("seat", "C"))
    m.touch(Put("toggle", "sto"))
    assert any("M18" in text for text in texts(m))


def test_a_flek_on_hra_is_void_once_sto_becomes_mandatory(m):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "B"))
    m.touch(Put("level", ("hra", 1)))
    m.touch(Put("toggle", "sto"))
    m.touch(Put("toggle", "sto"))
    assert "povinné" in texts(m)
    assert "flek na hru neplatí" in texts(m)
    m.outcome(e.Commitment(kind="mandatory_sto", won=True, count=e.Count(tens=6, trump_marriage=True)))
    m.touch(DONE)
    assert last(m).void_flek
    assert m.room.state.round.won(0) == 80


def test_who_was_called_by_mistake_is_taken_back_by_the_same_card(m):
    for seat in "ABB":
        m.touch(Put("seat", seat))
    assert m.room.draft.partner is None
    m.touch(Put("seat", "C"))
    assert (m.room.draft.chooser, m.room.draft.partner) == ("A", "C")


def promised(m, *names: str) -> set[str]:
    """What is promised after these buttons were tapped, one after another."""
    for name in names:
        m.touch(Put("toggle", name))
    return {one.kind for one in m.room.draft.commitments}


@pytest.mark.parametrize(
    ("taps", "kinds"),
    [
        (("sedma",), {"hra", "sedma"}),
        (("sedma", "sedma_proti"), {"hra", "sedma_proti"}),
        (("sedma", "sedma"), {"hra"}),
        (("sto", "sedma"), {"sto", "sedma"}),
        (("sto", "sto"), {"mandatory_sto"}),
        (("sto", "sto", "sto"), {"hra"}),
        (("sto_proti", "sedma_proti"), {"sto_proti", "sedma_proti"}),
        (("sto", "sto_proti"), {"sto", "sto_proti"}),
        (("sto_proti", "sto", "sto", "sedma"), {"mandatory_sto", "sto_proti", "sedma"}),
        (("sto", "sto_proti", "hra"), {"hra"}),
        (("sto", "sto_proti", "sto", "sto"), {"sto_proti"}),
        (("sto", "betl"), {"betl"}),
        (("betl", "sedma"), {"hra", "sedma"}),
        (("durch", "durch"), {"hra"}),
    ],
)
def test_commitments_go_together_as_the_rules_have_it(m, taps, kinds):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "B"))
    assert promised(m, *taps) == kinds


def test_M20_who_plays_alone_is_offered_no_mandatory_sto(m):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "A"))
    assert promised(m, "sto", "sto") == {"hra"}


def test_M10_sto_and_sto_proti_in_one_deal_are_entered_in_ten_taps_beside_their_counts(m):
    parts = (
        e.Commitment(kind="sto", won=False, count=e.Count(tens=6)),
        e.Commitment(kind="sto_proti", won=True, count=e.Count(tens=8, marriages=1)),
    )
    m.deal(e.Deal(chooser="A", partner="B", commitments=parts))
    assert last(m).commitments == parts
    assert m.room.state.round.won(0) == -6 * 80 - 80
    assert m.taps <= 10 + 8, "four of the counts of each sto"


def test_M6_the_paper_says_who_cannot_pay_any_more_before_the_deal_is_written(m):
    m.touch(Put("seat", "A"))
    m.touch(Put("seat", "A"))
    for level in (4, 5, 6):
        m.touch(Put("level", ("hra", level)))
    m.touch(Put("red", True))
    m.touch(Put("won", ("hra", False)))
    assert any("Adam: tím je vklad prohraný" in text for text in texts(m))
    m.touch(Put("won", ("hra", True)))
    assert not any("prohraný" in text for text in texts(m)), "the others have 30 Kč left"


def test_M6_the_players_screen_says_what_is_missing(m):
    m.deal(e.Deal(chooser="A", red=True, commitments=(e.Commitment(kind="hra", level=6, won=False),)))
    m.touch(Go("people"))
    assert {"chybí 10,00 Kč", "má 70,00 Kč"} <= set(texts(m))


# -- the referee -------------------------------------------------------------------------------------------------------


@pytest.fixture
def locked(m):
    """A running round whose referee's screens are behind a PIN."""
    m.kiosk.set_pin(hashed("4711"))
    m.kiosk.referee.close()
    return m


def type_pin(m, pin: str) -> None:
    for figure in pin:
        m.touch(digit(figure))
    m.touch(DONE)


def asked_for_a_pin(m) -> bool:
    return "PIN rozhodčího" in texts(m)


@pytest.mark.parametrize(
    "way",
    [
        (Go("menu"), Go("referee")),
        (Put("seat", "A"), Go("special"), Go("decided", "keep")),
        (Go("entry"), Go("annul"), Go("unfinished")),
    ],
)
def test_M4_M27_what_only_the_referee_does_asks_for_the_PIN(locked, way):
    for action in way:
        locked.touch(action)
    assert asked_for_a_pin(locked)
    type_pin(locked, "1234")
    assert asked_for_a_pin(locked)
    assert locked.room.state.remarks == ()
    type_pin(locked, "4711")
    assert not asked_for_a_pin(locked)


def test_M4_a_warning_and_only_then_expulsion_and_the_screens_lock_behind_the_referee(locked):
    locked.menu(Go("referee"))
    type_pin(locked, "4711")
    assert not locked.has(Do(e.Expel(seat="B")))
    locked.touch(Go("warn", 1))
    locked.touch(Do(e.Warn(seat="B", reason="disturbs")))
    locked.menu(Go("referee"))
    assert asked_for_a_pin(locked), "it locked again"
    type_pin(locked, "4711")
    assert "už napomenut" in texts(locked)
    assert not locked.has(Do(e.Expel(seat="A")))
    locked.touch(Do(e.Expel(seat="B")))
    assert locked.room.state.present == (0, 2, 3)


def test_M27_the_deal_that_was_entered_is_still_there_after_the_PIN_and_carries_the_decision(locked):
    for action in (Put("seat", "A"), Put("seat", "C"), Go("special"), Go("decided", "keep")):
        locked.touch(action)
    type_pin(locked, "4711")
    assert locked.room.shown() == "special"
    locked.touch(Go("entry", "keep"))
    locked.touch(DONE)
    assert last(locked) == e.Deal(chooser="A", partner="C", referee=True)


def test_M27_a_deal_that_the_referee_decided_is_opened_by_the_referee_alone(locked):
    locked.deal(e.Deal(chooser="A", partner="B"))
    locked.kiosk.referee.unlock("4711")
    locked.annul(e.Annul(reason="referee", referee=True))
    locked.touch(Go("deals"))
    assert locked.has(Go("correct", 1))
    assert not locked.has(Go("correct", 2))
    locked.touch(Go("revise", 2))
    assert asked_for_a_pin(locked)
    type_pin(locked, "4711")
    locked.touch(Put("seat", "C"))
    locked.touch(Put("seat", "D"))
    locked.touch(DONE)
    assert last(locked) == e.Correct(of=2, chooser="C", partner="D", referee=True)


def test_M1_only_the_referee_sets_the_round_s_time(locked):
    locked.touch(Go("menu"))
    assert not locked.has(Go("set_time"))
    locked.touch(Go("referee"))
    type_pin(locked, "4711")
    locked.touch(Go("set_time"))
    locked.number(12)
    locked.touch(DONE)
    assert last(locked) == e.SetTime(remaining_s=720)


def test_a_new_PIN_is_set_from_the_referee_s_screens(m):
    m.menu(Go("referee"))
    m.touch(Go("new_pin"))
    for _ in range(2):
        type_pin(m, "2222")
    m.menu(Go("referee"))
    assert asked_for_a_pin(m)


# -- at the table ------------------------------------------------------------------------------------------------------


def test_the_clock_runs_on_the_screen_and_on_both_displays(m):
    before = [m.faces.image(side).tobytes() for side in (0, 1)]
    m.until(m.room.state.round.started + 61 * SECOND)
    assert "48:59" in texts(m)
    assert [m.faces.image(side).tobytes() for side in (0, 1)] != before


def test_a_held_button_calls_the_referee_and_the_lamps_hurry(m):
    m.press(0, 1600)
    assert m.room.state.referee
    assert m.room.signals(m.kiosk.table.game_time()).lamp_b.value == "fast"
    m.press(1, 1600)
    assert not m.room.state.referee
    assert m.room.state.round.hand is not None


def test_a_lost_stake_stops_the_dealing_and_the_card_leads_to_the_top_up(m):
    m.deal(e.Deal(chooser="A", red=True, commitments=(e.Commitment(kind="hra", level=6, won=False),)))
    assert any("vklad je prohraný" in str(why) for why in whys(m))
    m.touch(Go("people"))
    m.touch(Do(e.TopUp(seat="A", amount=2000)))
    m.press(0)
    assert m.room.state.round.hand is not None


def test_M6_any_amount_tops_a_stake_up_by_number_keys(m):
    m.touch(Go("people"))
    m.touch(Go("top_up", 2))
    m.touch(DONE)
    assert says(m, "(M6)")
    assert m.room.shown() == "top_up"
    m.number(9)
    m.touch(DONE)
    assert says(m, "nejméně o 10,00 Kč")
    m.touch(CLEAR)
    m.number(1001)
    m.touch(DONE)
    assert says(m, "nejvýš o 1000,00 Kč")
    assert m.room.state.round.top_ups == ()
    m.touch(CLEAR)
    m.number(37)
    m.touch(BACK)
    assert m.room.shown() == "people"
    assert m.room.state.round.top_ups == ()
    m.touch(Go("top_up", 2))
    for key in ("3", "8", "\b", "7", "\r"):
        m.kiosk.post(Typed(key))
        m.settle()
    assert m.room.state.round.top_ups == ((2, 3700),)
    assert m.room.shown() == "play"


def whys(p: MariasPlayer) -> list[str]:
    return [
        widget.action.reason
        for widget in p.kiosk.scene
        if isinstance(widget, Touch) and hasattr(widget.action, "reason")
    ]


def test_a_written_deal_is_put_right_from_the_list(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.deal(e.Correct(of=1, chooser="A", partner="C", commitments=(e.Commitment(kind="hra", level=1),)))
    assert m.room.state.round.won(0) == -40
    assert [old.partner for old in m.room.state.round.deals[0].versions] == ["B"]


def test_as_recorded_counts_everybodys_money_at_once(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.minutes("set_time", 0)
    m.touch(Do(e.EndRound()))
    m.touch(Put("all", True))
    state = m.room.state
    assert sum(cash.tokens for cash in state.round.cash) == 20
    assert [cash.coin % 100 for cash in state.round.cash] == [0] * 4
    for side in (0, 1):
        m.press(side, 1600)
    assert m.room.state.phase is Phase.READY
    assert [part.signed for part in m.room.state.rounds] == [{"A", "B"}]


def test_leaving_a_deal_halfway_writes_nothing(m):
    m.touch(Put("seat", "A"))
    m.touch(Go("renonc"))
    m.touch(BACK) if m.has(BACK) else m.touch(Go("entry", "keep"))
    assert m.room.draft.chooser == "A"
    m.touch(BACK)
    assert m.room.shown() == "play"
    assert m.room.state.round.deals == ()


def test_screen_buttons_take_the_place_of_the_real_ones(m):
    m.touch(Go("menu"))
    m.touch(Simple("areas"))
    m.touch(BACK)
    assert any("STISK" in text for text in texts(m))


def face_of(m):
    return m.room.faces(m.kiosk.table.game_time())[0]


def test_the_faces_say_who_deals_and_while_a_deal_is_played_who_deals_after_it(m):
    assert face_of(m).mark == "pak rozdává Bára"
    m.deal(e.Deal(chooser="A", partner="B"))
    assert face_of(m).mark == "rozdává Bára"
    assert face_of(m).title == "1. kolo · 2. rozd."


def test_M1_the_last_deal_is_announced_in_the_last_minute_and_not_before(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.minutes("set_time", 120)
    assert not any("Poslední rozdání" in text for text in texts(m))
    m.wait(61 * SECOND)
    assert any("Poslední rozdání" in text for text in texts(m))
    assert face_of(m).title == "poslední rozdání"
    assert m.room.signals(m.kiosk.table.game_time()).beep is Beep.LAST
    m.press(0)
    m.wait(60 * SECOND)
    assert face_of(m).title == "dohrajte"
    assert face_of(m).inverted


def test_five_at_the_table_and_after_the_last_seat_the_first_deals(tmp_path):
    player = MariasPlayer(tmp_path)
    sit_down(player, ("Adam", "Bára", "Cyril", "Dana", "Emil"))
    player.press(0)
    assert not player.has(Put("seat", "A")), "the dealer sits out"
    for seat in "BCDE":
        assert player.has(Put("seat", seat))
    for n in range(5):
        assert player.room.state.dealer == n
        seats = [seat for seat in "ABCDE" if e.INDEX[seat] != n]
        player.deal(e.Deal(chooser=seats[0], partner=seats[1]))
    assert player.room.state.dealer == 0
    player.close()


def test_three_at_the_table_take_two_taps_and_the_chooser_plays_alone(tmp_path):
    player = MariasPlayer(tmp_path)
    sit_down(player, ("Adam", "Bára", "Cyril"))
    player.press(0)
    player.touch(Put("seat", "B"))
    player.touch(DONE)
    assert last(player) == e.Deal(chooser="B")
    assert [int(player.room.state.round.won(seat)) for seat in range(3)] == [-20, 40, -20]
    player.close()


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("moment", ["entry-three-commitments", "entry-false-claim", "entry-two-stos"])
def test_the_lines_of_the_sum_are_high_enough_to_be_read_on_every_screen(tmp_path, size, moment):
    player = MariasPlayer(tmp_path, "cs", size)
    MOMENTS[f"marias-{moment}"](player)
    amounts = [w for w in player.kiosk.scene if isinstance(w, Text) and w.digits and w.align == "right"]
    assert len(amounts) >= 4
    scale = Look(size=size).scale
    assert all(w.rect.h >= 17 * scale for w in amounts)
    below = {}
    for w in sorted(amounts, key=lambda one: one.rect.y):
        edge = w.rect.x + w.rect.w
        assert w.rect.y >= below.get(edge, 0), f"{w.text} lies on the line above it"
        below[edge] = w.rect.y + w.rect.h
    player.close()


# -- seats -------------------------------------------------------------------------------------------------------------


def end_of_round(m) -> None:
    """The deal in hand is written, the round is over, its money counted as recorded, its slip signed by both sides."""
    if m.room.state.round.hand is not None:
        m.deal(e.Deal(chooser="A", partner="B"))
    m.minutes("set_time", 0)
    m.touch(Do(e.EndRound()))
    m.touch(Put("all", True))
    for side in (0, 1):
        m.press(side, 1600)


def test_M31_two_neighbours_swap_and_what_they_won_goes_along(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    end_of_round(m)
    m.touch(Go("seats"))
    m.touch(Put("focus", 1))
    m.touch(Step("swap", 1))
    m.touch(DONE)
    assert last(m) == e.Seats(players=("Adam", "Cyril", "Bára", "Dana"))
    assert m.room.shown() == "ready"
    assert m.room.state.leader == 0
    shown = texts(m)
    cards = {name: shown[shown.index(name) + 2] for name in ("Adam", "Bára", "Cyril", "Dana")}
    assert cards == {"Adam": "+0,20", "Bára": "+0,20", "Cyril": "−0,20", "Dana": "−0,20"}


def test_M31_a_player_leaves_another_comes_and_takes_over_the_slip(m):
    end_of_round(m)
    m.seats(e.Seats(players=("Emil", "Bára", "Cyril"), leader="B"))
    assert last(m) == e.Seats(players=("Emil", "Bára", "Cyril"), leader="B")
    m.press(0)
    assert m.room.state.active == (0, 1, 2)
    assert "Emil" in texts(m)
    assert "Dana" not in texts(m)


def test_a_table_of_two_is_refused_in_words_and_what_was_typed_stays(m):
    end_of_round(m)
    m.touch(Go("seats"))
    for seat in (2, 3):
        m.touch(Put("focus", seat))
        m.touch(Put("empty", True))
    m.touch(DONE)
    assert any("tři až pět" in text for text in texts(m))
    assert m.room.shown() == "seats"
    assert m.room.seating.names == ("Adam", "Bára")


def test_swapping_goes_round_the_table_and_the_leading_player_stays_the_same_person(m):
    end_of_round(m)
    m.touch(Go("seats"))
    m.touch(Step("swap", -1))
    assert m.room.seating.names == ("Dana", "Bára", "Cyril", "Adam")
    assert m.room.seating.leader == 3
    m.touch(DONE)
    assert m.room.state.names[m.room.state.leader] == "Adam"
    assert last(m).leader is None, "the same player writes on"


def test_an_attached_keyboard_types_names_too(m):
    end_of_round(m)
    m.touch(Go("seats"))
    m.kiosk.post(Typed("\t"))
    for char in "\b\b\b\bBob\r\r\r\r":
        m.kiosk.post(Typed(char))
    m.settle()
    assert last(m) == e.Seats(players=("Adam", "Bob", "Cyril", "Dana"))


# -- looking back ------------------------------------------------------------------------------------------------------


def test_the_history_shows_a_deal_s_versions_and_the_table_as_it_stood(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.deal(e.Correct(of=1, chooser="A", partner="C"))
    m.menu(HISTORY)
    m.touch(Go("timeline"))
    m.touch(Go("filter", "changes"))
    assert len(m.kiosk.room.moments()) == 1
    m.touch(BACK)
    m.touch(Go("rows"))
    shown = [w for w in m.kiosk.scene if isinstance(w, Text) and w.text.startswith("A+")]
    assert [(line.text, line.struck) for line in shown] == [
        ("A+B · hra · +0,20 Kč", True),
        ("A+C · hra · +0,20 Kč", False),
    ]
    m.touch(Go("replay", 3))
    assert {"Bára", "+0,20", "−0,20"} <= set(texts(m))
    assert any(text.startswith("49:5") for text in texts(m)), "what was left of the round then"
    assert not any(m.has(action) for action in (Go("entry"), Do(e.Dealt()), Put("seat", "A")))


def test_every_moment_of_both_samples_can_be_looked_at(m):
    for name in ("marias-edges", "marias-evening"):
        number = keep(m, name)
        m.kiosk.room = HistoryRoom(m.kiosk, m.kiosk.room, number)
        room = m.kiosk.room
        for n in range(len(room.chronicle) + 1):
            room.n, room.screen = n, "replay"
            m.kiosk.frame()
            assert misfits(m.kiosk.scene) == []
            state = room.chronicle.states[n]
            here = {state.names[seat] for seat in state.present}
            assert here <= set(" ".join(texts(m)).split()), (name, n)


# -- papers ------------------------------------------------------------------------------------------------------------


def test_the_slip_is_written_from_the_screen_as_PDF_and_CSV_as_the_command_would(m):
    end_of_round(m)
    m.touch(Go("slips", 1))
    m.touch(HISTORY)
    m.touch(Go("export"))
    m.touch(Put("export", "csv"))
    m.touch(Put("export", "pdf"))
    finish("usb")
    m.settle()
    folder = m.kiosk.journal.path.parent / FOLDER
    game = fetch(m.kiosk.journal.path)
    assert game is not None
    papers = papers_of("marias")
    for kind in ("csv", "pdf"):
        (file,) = folder.glob(f"*.{kind}")
        assert file.read_bytes() == papers[kind].make(game)
    assert any("Uloženo" in text and ".pdf" in text for text in texts(m))


def test_a_disk_that_takes_no_slip_is_said_and_it_can_be_tried_again(m, monkeypatch):
    end_of_round(m)
    m.menu(HISTORY)
    m.touch(Go("export"))

    def full(number):
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr("device.whole.os.fsync", full)
        m.touch(Put("export", "pdf"))
        finish("usb")
        m.settle()
    folder = m.kiosk.journal.path.parent / FOLDER
    assert list(folder.glob("*")) == []
    assert any(".pdf" in text for text in texts(m))
    m.touch(Put("export", "pdf"))
    finish("usb")
    assert len(list(folder.glob("*.pdf"))) == 1


def test_a_USB_stick_gets_the_slip_too(m, tmp_path):
    end_of_round(m)
    m.kiosk.journal.flush()
    game = fetch(m.kiosk.journal.path)
    assert game is not None
    names = [file_name(game, paper) for paper in papers_of("marias").values()]
    assert {name.rsplit(".")[-1] for name in names} == {"pdf", "csv", "jsonl"}


# -- whole records -----------------------------------------------------------------------------------------------------
