"""Mariáš at the table: its samples through pins and touches, taps that a deal takes, every screen as approved."""

from __future__ import annotations

from msgspec.structs import replace

from device.common.exports import file_name
from device.game_files import export_formats_of, fetch
from device.games.marias.controller import Ready, RoundScreen
from device.games.marias.entry import DealEntryScreen
from device.games.marias.parts import BreakMinutes, LastRound, RoundMinutes, TopUpForm
from device.games.marias.setup import MariasSetupScreen, Seating, SeatsScreen
from device.graphics.actions import Do, Show
from device.graphics.palette import DARK
from device.graphics.widgets import Panel, Text, Touch
from device.io.inputs import TextInput
from device.io.signals import Beep
from device.kiosk.screen import call_on
from device.screens.history.controller import HistoryController
from device.screens.history.exports import FOLDER
from device.screens.history.past import ReplayScreen
from rules.game import SECOND
from rules.marias import acts as e
from rules.marias.deal import INDEX, Commitment
from rules.marias.state import Phase
from tests.kiosk.looking_back import keep
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import finish, says, texts
from tests.kiosk.situations.marias import sit_down
from tests.kiosk.taps import last
from tools.play.gallery import SAMPLES
from tools.play.players.marias import MariasPlayer

EDGES = SAMPLES / "marias-edges.jsonl"
NAMES = ("Adam", "Bára", "Cyril", "Dana")


# -- at the table ------------------------------------------------------------------------------------------------------


def without_ids(event):
    """Seats by names alone; everybody who sits down has an id."""
    assert all(event.people)
    assert len(event.people) == len(event.players)
    return replace(event, people=())


def test_return_where_there_is_nothing_to_confirm_does_not_keep_the_screen_when_the_round_begins(new_table):
    m = new_table(MariasPlayer)
    sit_down(m)
    m.kiosk.post(TextInput("\r"))
    m.settle()
    assert m.controller.current_screen() == Ready()
    m.press(0)
    assert m.controller.current_screen() == RoundScreen()


def test_the_clock_runs_on_the_screen_and_on_both_displays(m):
    before = [m.oled(side).tobytes() for side in (0, 1)]
    m.until(m.controller.state.round.started + 61 * SECOND)
    assert "48:59" in texts(m)
    assert [m.oled(side).tobytes() for side in (0, 1)] != before


def test_a_held_button_calls_the_referee_and_the_lamps_hurry(m):
    m.press(0, 1600)
    assert m.controller.state.referee
    assert m.kiosk.composer.signals(m.kiosk.composer.moment()).lamp_b.value == "fast"
    m.press(1, 1600)
    assert not m.controller.state.referee
    assert m.controller.state.round.hand is not None


def test_a_lost_stake_stops_the_dealing_and_the_card_leads_to_the_top_up(m):
    m.deal(e.Deal(chooser="A", red=True, commitments=(Commitment(kind="hra", level=6, won=False),)))
    assert any("vklad je prohraný" in str(why) for why in whys(m))
    play(m, "Hráči")
    m.touch(Do(e.TopUp(seat="A", amount=2000)))
    m.press(0)
    assert m.controller.state.round.hand is not None


def test_M6_any_amount_tops_a_stake_up_by_number_keys(m):
    play(m, "Hráči")
    m.touch(Show(TopUpForm(seat=2)))
    play(m, "done", sees="(M6)")
    assert m.controller.current_screen().key == "top_up"
    play(m, "number 9 > done", sees="nejméně o 10,00 Kč")
    play(m, "clear > number 1001 > done", sees="nejvýš o 1 000,00 Kč")
    assert m.controller.state.round.top_ups == ()
    play(m, "clear > number 37 > back")
    assert m.controller.current_screen().key == "people"
    assert m.controller.state.round.top_ups == ()
    m.touch(Show(TopUpForm(seat=2)))
    for key in ("3", "8", "\b", "7", "\r"):
        m.kiosk.post(TextInput(key))
        m.settle()
    assert m.controller.state.round.top_ups == ((2, 3700),)
    assert m.controller.current_screen().key == "play"


def test_M3_a_round_has_a_minute_and_at_most_six_hours_and_a_break_may_be_none(m):
    end_of_round(m)
    for form, least in ((RoundMinutes(), 1), (BreakMinutes(), 0)):
        m.touch(Show(form))
        play(m, "done", sees="Napište počet minut")
        for minutes in (361, *range(least)):
            play(m, "clear")
            m.number(minutes)
            play(m, "done")
            assert says(m, f"Zadejte {least} až 360 minut")
        play(m, "clear > number 360 > done")
    assert (m.controller.state.round_s, m.controller.state.break_s) == (21600, 21600)
    m.touch(Show(BreakMinutes()))
    play(m, "number 0 > done")
    assert last(m) == e.BreakTime(seconds=0)


def whys(p: MariasPlayer) -> list[str]:
    return [
        widget.action.reason
        for widget in p.kiosk.scene
        if isinstance(widget, Touch) and hasattr(widget.action, "reason")
    ]


def test_a_written_deal_is_put_right_from_the_list(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.deal(e.Correct(of=1, chooser="A", partner="C", commitments=(Commitment(kind="hra", level=1),)))
    assert m.controller.state.round.winnings[0] == -40
    assert [old.partner for old in m.controller.state.round.deals[0].versions] == ["B"]


def test_as_recorded_counts_everybodys_money_at_once(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.minutes("set_time", 0)
    play(m, "Konec kola > Podle záznamu")
    state = m.controller.state
    assert sum(cash.tokens for cash in state.round.cash) == 20
    assert [cash.coin % 100 for cash in state.round.cash] == [0] * 4
    for side in (0, 1):
        m.press(side, 1600)
    assert m.controller.state.phase is Phase.READY
    assert [part.signed for part in m.controller.state.rounds] == [{"A", "B"}]


def test_M29_as_recorded_leaves_what_was_counted_by_hand(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.minutes("set_time", 0)
    play(m, "Konec kola")
    m.kiosk.table.do(e.Closing(seat="A", coin=6000, tokens=3))
    m.kiosk.loop.invalidate()
    m.settle()
    assert says(m, "u koho ještě chybí")
    play(m, "Podle záznamu")
    cash = m.controller.state.round.cash
    assert (cash[0].coin, cash[0].tokens) == (6000, 3)
    assert None not in cash
    play(m, "Podle záznamu")
    assert m.controller.state.round.cash[0].coin < 6000, "all are counted: it is everybody's, as it says"


def test_screen_buttons_take_the_place_of_the_real_ones(m):
    play(m, "menu > areas > back")
    assert any("STISK" in text for text in texts(m))


def face_of(m):
    return m.kiosk.composer.oled_contents(m.kiosk.composer.moment())[0]


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
    assert m.kiosk.composer.signals(m.kiosk.composer.moment()).beep is Beep.LAST
    play(m, "press 0 > wait 60")
    assert face_of(m).title == "dohrajte"
    assert face_of(m).inverted


def next_steps(m: MariasPlayer) -> list[str]:
    """What stands on the brightest grounds of the foot."""
    foot = [panel for panel in m.kiosk.scene if isinstance(panel, Panel) and panel.rect.y > 380]
    bright = [panel.rect for panel in foot if panel.fill in (DARK.primary, DARK.warn)]
    words = [text for text in m.kiosk.scene if isinstance(text, Text)]
    return [next(word.text for word in words if rect.contains(word.rect.x, word.rect.y)) for rect in bright]


def test_one_step_alone_is_next_and_past_the_end_it_is_the_end_of_the_round(m):
    m.deal(e.Deal(chooser="A", partner="C"))
    assert next_steps(m) == ["Zapsat rozdání"]
    m.press(0, 1600)
    assert next_steps(m) == ["Vyřešeno"]
    m.press(1, 1600)
    m.minutes("set_time", 120)
    play(m, "press 0 > wait 121")
    assert next_steps(m) == ["Zapsat rozdání"]  # what is in hand is finished first
    m.deal(e.Deal(chooser="B", partner="D"))
    assert next_steps(m) == ["Konec kola"]


def test_a_deal_that_nobody_took_in_hand_can_be_written_past_the_end_but_is_not_what_is_next(m):
    m.deal(e.Deal(chooser="A", partner="C"))
    m.minutes("set_time", 120)
    play(m, "wait 121", offers="Zapsat rozdání")
    assert next_steps(m) == ["Konec kola"]


def test_who_chose_a_deal_is_named_on_the_sheet_as_on_the_cards(m):
    m.deal(e.Deal(chooser="A", partner="C"))
    assert "Adam + Cyril" in texts(m)


def test_five_at_the_table_and_after_the_last_seat_the_first_deals(new_table):
    player = new_table(MariasPlayer)
    sit_down(player, ("Adam", "Bára", "Cyril", "Dana", "Emil"))
    player.press(0)
    assert not player.has(call_on(DealEntryScreen.on_tap, "A")), "the dealer sits out"
    for seat in "BCDE":
        assert player.has(call_on(DealEntryScreen.on_tap, seat))
    for n in range(5):
        assert player.controller.state.dealer == n
        seats = [seat for seat in "ABCDE" if INDEX[seat] != n]
        player.deal(e.Deal(chooser=seats[0], partner=seats[1]))
    assert player.controller.state.dealer == 0


def test_three_at_the_table_take_two_taps_and_the_chooser_plays_alone(new_table):
    player = new_table(MariasPlayer)
    sit_down(player, ("Adam", "Bára", "Cyril"))
    play(player, "press 0 > B · Bára > done")
    assert last(player) == e.Deal(chooser="B")
    assert [int(player.controller.state.round.winnings[seat]) for seat in range(3)] == [-20, 40, -20]


# -- seats -------------------------------------------------------------------------------------------------------------


def end_of_round(m) -> None:
    """The deal in hand is written, the round is over, its money counted as recorded, its slip signed by both sides."""
    if m.controller.state.round.hand is not None:
        m.deal(e.Deal(chooser="A", partner="B"))
    m.minutes("set_time", 0)
    play(m, "Konec kola > Podle záznamu")
    for side in (0, 1):
        m.press(side, 1600)


def seats_after_a_round(m) -> None:
    """Between two rounds, where the seats are changed."""
    end_of_round(m)
    play(m, "Místa")


def test_M31_two_neighbours_swap_and_what_they_won_goes_along(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    seats_after_a_round(m)
    play(m, "místo B > Vyměnit vpravo > done")
    assert without_ids(last(m)) == e.Seats(players=("Adam", "Cyril", "Bára", "Dana"))
    assert m.controller.current_screen().key == "ready"
    assert m.controller.state.leader == 0
    shown = texts(m)
    cards = {name: shown[shown.index(name) + 2] for name in ("Adam", "Bára", "Cyril", "Dana")}
    assert cards == {"Adam": "+0,20", "Bára": "+0,20", "Cyril": "−0,20", "Dana": "−0,20"}


def test_M31_a_player_leaves_another_comes_and_takes_over_the_slip(m):
    end_of_round(m)
    m.seats(e.Seats(players=("Emil", "Bára", "Cyril"), leader="B"))
    assert without_ids(last(m)) == e.Seats(players=("Emil", "Bára", "Cyril"), leader="B")
    m.press(0)
    assert m.controller.state.active == (0, 1, 2)
    assert "A · Emil" in texts(m)
    assert "Dana" not in texts(m)


def test_the_displays_count_who_sits_and_not_the_last_seat_with_a_name(tmp_path):
    form = Seating.of(("Adam", "Bára", "", "Dana", "Eva"))
    assert [content.big for content in MariasSetupScreen(form=form).oled_contents()] == ["4", "4"]


def test_a_table_of_two_is_refused_in_words_and_what_was_typed_stays(m):
    seats_after_a_round(m)
    for seat in (2, 3):
        m.touch(call_on(SeatsScreen.on_field, seat))
        play(m, "Uvolnit místo")
    play(m, "done")
    assert any("tři až pět" in text for text in texts(m))
    assert m.controller.current_screen().key == "seats"
    assert m.seating.names == ("Adam", "Bára")


def test_swapping_goes_round_the_table_and_the_leading_player_stays_the_same_person(m):
    seats_after_a_round(m)
    play(m, "Vyměnit vlevo")
    assert m.seating.names == ("Dana", "Bára", "Cyril", "Adam")
    assert m.seating.leader == 3
    play(m, "done")
    assert m.controller.state.names[m.controller.state.leader] == "Adam"
    assert last(m).leader is None, "the same player writes on"


def test_an_attached_keyboard_types_names_too(m):
    seats_after_a_round(m)
    m.kiosk.post(TextInput("\t"))
    for char in "\b\b\b\bBob\r\r\r\r":
        m.kiosk.post(TextInput(char))
    m.settle()
    assert without_ids(last(m)) == e.Seats(players=("Adam", "Bob", "Cyril", "Dana"))


# -- looking back ------------------------------------------------------------------------------------------------------


def test_the_history_shows_a_deal_s_versions_and_the_table_as_it_stood(m):
    m.deal(e.Deal(chooser="A", partner="B"))
    m.deal(e.Correct(of=1, chooser="A", partner="C"))
    play(m, "menu > history > Časová osa > Opravy")
    assert len(m.kiosk.controller.current_screen().entries(m.kiosk.controller.state)) == 1
    play(m, "back > Všechna znění")
    shown = [w for w in m.kiosk.scene if isinstance(w, Text) and w.text.startswith("A+")]
    assert [(line.text, line.struck) for line in shown] == [
        ("A+B · hra · +0,20 Kč", True),
        ("A+C · hra · +0,20 Kč", False),
    ]
    play(m, "1. kolo · 1. rozd.")
    assert {"B · Bára", "+0,20", "−0,20"} <= set(texts(m))
    assert any(text.startswith("49:5") for text in texts(m)), "what was left of the round then"
    assert not any(
        m.has(action) for action in (call_on(RoundScreen.write), Do(e.Dealt()), call_on(DealEntryScreen.on_tap, "A"))
    )


def test_every_moment_of_both_samples_can_be_looked_at(m):
    for name in ("marias-edges", "marias-evening"):
        number = keep(m, name)
        m.kiosk.host.enter(HistoryController(m.kiosk.host, m.kiosk.controller, number))
        controller = m.kiosk.controller
        timeline = controller.state.timeline
        for n in range(len(timeline) + 1):
            controller.screen = ReplayScreen(n)
            m.kiosk.presenter.present(m.kiosk.composer.moment())
            assert misfits(m.kiosk.scene) == []
            state = timeline.states[n]
            here = {state.names[seat] for seat in state.present}
            assert here <= set(" ".join(texts(m)).split()), (name, n)


# -- papers ------------------------------------------------------------------------------------------------------------


def test_the_slip_is_written_from_the_screen_as_PDF_and_CSV_as_the_command_would(m):
    end_of_round(m)
    play(m, "Lístky > history > Odnést si partii > Tabulky > PDF")
    finish("usb")
    m.settle()
    folder = m.kiosk.journal.path.parent / FOLDER
    game = fetch(m.kiosk.journal.path)
    assert game is not None
    papers = export_formats_of("marias")
    for kind in ("csv", "pdf"):
        (file,) = folder.glob(f"*.{kind}")
        assert file.read_bytes() == papers[kind].make(game)
    assert any("Uloženo" in text and ".pdf" in text for text in texts(m))


def test_a_disk_that_takes_no_slip_is_said_and_it_can_be_tried_again(m, monkeypatch):
    end_of_round(m)
    play(m, "menu > history > Odnést si partii")

    def full(number):
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr("device.common.files.atomic_write.os.fsync", full)
        play(m, "PDF")
        finish("usb")
        m.settle()
    folder = m.kiosk.journal.path.parent / FOLDER
    assert list(folder.glob("*")) == []
    assert any(".pdf" in text for text in texts(m))
    play(m, "PDF")
    finish("usb")
    assert len(list(folder.glob("*.pdf"))) == 1


def test_a_USB_stick_gets_the_slip_too(m, tmp_path):
    end_of_round(m)
    m.kiosk.journal.flush()
    game = fetch(m.kiosk.journal.path)
    assert game is not None
    names = [file_name(game, paper) for paper in export_formats_of("marias").values()]
    assert {name.rsplit(".")[-1] for name in names} == {"pdf", "csv", "jsonl"}


def signed_slip(m):
    """A round of one deal, ended as all agree, its slip signed by both sides."""
    sit_down(m)
    assert not m.has(Show(LastRound())), "before the first round there is nothing to end"
    m.press(0)
    m.deal(e.Deal(chooser="A", partner="C"))
    m.until(m.controller.state.round.started + 61 * SECOND)
    play(m, "Konec kola", sees="Do konce kola zbývá 48:59")  # what is left at that moment
    play(m, "Ano, všichni > Podle záznamu")
    for side in (0, 1):
        m.press(side, m.settings.buttons.hold_ms + 100)
    assert m.shown(Ready)


def test_M1_an_evening_ends_between_two_rounds_in_two_taps_and_one_takes_it_back(new_table):
    m = new_table(MariasPlayer)
    signed_slip(m)
    play(m, "Konec", sees="Kolo 1 z 5 je podepsané")
    play(m, "Ano, všichni")
    assert m.controller.state.phase is Phase.SIGNED
    assert says(m, "Adam")
    play(m, "undo")
    assert m.shown(Ready)
    play(m, "Konec > Ano, všichni", offers="Odveta")


def test_M1_the_end_of_a_table_that_the_organiser_drew_is_the_organisers(new_table):
    m = new_table(MariasPlayer)
    signed_slip(m)
    ids = tuple(person.id for person in m.controller.state.known)
    m.kiosk.table.do(e.Seats(players=NAMES, people=ids, round=2, pairing="0" * 16))
    play(m, "menu > back")
    assert m.shown(Ready)
    assert not m.has(Show(LastRound()))
