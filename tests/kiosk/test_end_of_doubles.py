"""The end of a game of Polish doubles at the screen: tiles in one tap, a player out, closing, an overrun turn."""

from device.games.polish_doubles.entry import TilesLaid
from device.games.polish_doubles.forms import CloseScreen, RacksForm
from device.graphics.actions import Do, Key, ReadRule, Show
from device.graphics.choices import choices_in
from device.graphics.palette import DARK, style_of
from device.graphics.widgets import Panel, Touch
from device.kiosk.screen import call_on
from rules.polish_doubles import Phase
from rules.polish_doubles import acts as e
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says
from tests.kiosk.situations.polish_doubles import begin, opened, sit_down, write
from tools.play.player import place_of
from tools.play.players.polish_doubles import DoublesPlayer


def counted(p: DoublesPlayer, tiles: int) -> None:
    """The bag is counted at a pair's request."""
    play(p, "menu > Spočítat pytlík")
    p.number(tiles)
    play(p, "done")


def last_tiles(p: DoublesPlayer) -> None:
    """The bag is empty; Dvě sloky are on move."""
    begin(p)
    write(p, "DÝMKA", 38)
    p.press(0)
    counted(p, 0)


def type_in(p: DoublesPlayer, word: str, points: str) -> None:
    """A word and its points, and the check."""
    p.write_due()
    for letter in word:
        p.touch(Key(letter))
    for figure in points:
        p.touch(Key(figure))
    play(p, "done")


def state(p: DoublesPlayer):
    return p.kiosk.controller.state


def event(p: DoublesPlayer):
    return entries(p)[-1]


def test_with_a_full_bag_nobody_is_asked_for_tiles_and_none_are_written(p):
    begin(p)
    write(p, "DÝMKA", 38)
    p.press(0)
    type_in(p, "PES", "5")
    assert event(p) == e.Move(word="PES", points=5)
    assert says(p, "V pytlíku ≥ 62")


def test_near_the_end_of_the_bag_tiles_are_asked_in_one_tap(p):
    last_tiles(p)
    type_in(p, "POSTEL", "20")
    assert p.kiosk.controller.current_screen().key == "tiles"
    assert not p.has(call_on(TilesLaid.set_tiles, 7)), "not more than the word has letters"
    play(p, "4")
    assert event(p) == e.Move(word="POSTEL", points=20, tiles=4)
    assert p.kiosk.controller.current_screen().key == "play"


def test_tiles_that_were_said_with_the_word_are_not_asked_again(p):
    last_tiles(p)
    play(p, "slovo a body")
    for letter in "POSTEL":
        p.touch(Key(letter))
    play(p, "9 > − > done")
    assert event(p) == e.Move(word="POSTEL", points=9, tiles=5)


def test_nobody_need_have_counted_and_back_leads_to_the_word(p):
    last_tiles(p)
    type_in(p, "POSTEL", "20")
    play(p, "back")
    assert (p.kiosk.controller.current_screen().key, p.draft.word, p.draft.points) == ("entry", "POSTEL", "20")
    play(p, "done > Nikdo nepočítal")
    assert event(p) == e.Move(word="POSTEL", points=20)


def test_a_word_that_is_refused_after_the_question_can_be_mended(p):
    last_tiles(p)
    type_in(p, "ŠŠŠ", "20")
    play(p, "3", sees="(S3)")
    assert (p.kiosk.controller.current_screen().key, p.draft.word) == ("entry", "ŠŠŠ")


def test_closing_asks_for_both_racks_and_notes_what_the_sheet_says_otherwise(p):
    last_tiles(p)
    type_in(p, "KALHOTY", "60")
    play(p, "7")
    type_in(p, "POSTEL", "20")
    play(p, "6 > press 1 > menu > Konec partie")
    play(p, "Oba", sees=("máte oba prázdné zásobníky?", "Podle partiáře zbývá kamenů: dvojici 1, v pytlíku 0."))
    play(p, "back > Oba > Ano, zavíráme")
    assert state(p).phase is Phase.CLOSING
    assert p.kiosk.controller.current_screen().key == "racks"


def test_closing_is_one_tap_away_where_the_sheet_allows_it(p):
    last_tiles(p)
    for word in ("KALHOTY", "POSTELE"):
        type_in(p, word, "60")
        play(p, "7")
    play(p, "press 1 > Zavřít", lacks="Podle partiáře")
    play(p, "Ano, zavíráme")
    assert state(p).closer == 1


def test_a_closing_question_is_gone_once_the_opponents_have_acted(p):
    last_tiles(p)
    for word in ("KALHOTY", "POSTELE"):
        type_in(p, word, "60")
        play(p, "7")
    play(p, "press 1 > Zavřít > press 0")
    assert p.kiosk.controller.current_screen().key == "play"


def test_who_is_out_is_said_by_name_and_taken_back(p):
    last_tiles(p)
    play(p, "menu > Konec partie > Dvě sloky", sees="kdo už nemá žádný kámen?")
    play(p, "Karel")
    assert (state(p).turn.moves, state(p).turn.struck) == (1, "out")
    play(p, "menu > Konec partie > Zase má kameny > Zase má kameny")
    assert (state(p).turn.moves, state(p).turn.struck) == (2, "")


def test_without_names_it_is_one_of_them(p):
    sit_down(p, ("Krtci", "", "", "Sloky", "", ""))
    play(p, "Začíná: Krtci")
    play(p, "press 0 > menu > Konec partie > Krtci", sees="Podle partiáře zbývá kamenů: dvojici 14, v pytlíku 70.")
    play(p, "Ano, jeden z nás")
    assert state(p).outs[0] is not None


def test_what_cannot_be_done_at_the_end_says_why(p):
    last_tiles(p)
    type_in(p, "PES", "5")
    play(p, "3 > menu > Konec partie")
    assert place_of(p.kiosk.scene, Show(CloseScreen())) is None
    assert place_of(p.kiosk.scene, Do(e.End())) is None
    assert p.has(ReadRule("S25"))


def overran(p: DoublesPlayer) -> None:
    """Move 1 is announced at 1:37, the press comes past 3:00, nothing is written."""
    begin(p)
    write(p, "DÝMKA", 38)
    play(p, "press 0 > wait 97 > menu > Ohlášeno > wait 200 > press 1")
    assert p.kiosk.controller.current_screen().key == "overrun"


def test_S28_the_announced_move_is_written_from_the_overrun_screen_before_it_is_confirmed(p):
    overran(p)
    type_in(p, "LES", "10")
    assert p.kiosk.controller.current_screen().key == "overrun"
    assert says(p, "Zapsat 2. tah")
    play(p, "Jen 1. tah")
    assert (state(p).total(1), p.kiosk.controller.current_screen().key) == (10, "play")


def test_S28_or_it_is_confirmed_first_and_the_screen_asks_for_the_row(p):
    overran(p)
    play(p, "Jen 1. tah")
    assert says(p, "ještě chybí: Dvě sloky") or says(p, "Zapsat 1. tah")
    type_in(p, "LES", "10")
    assert [row.score for row in state(p).turns[1].rows] == [10, 0]
    assert state(p).total(1) == 10


def next_steps(p):
    return [panel for panel in p.kiosk.scene if isinstance(panel, Panel) and panel.fill == DARK.primary]


def test_S28_no_answer_is_the_next_step_while_several_are_possible(p):
    overran(p)
    assert len([stands for stands in ((True, True), (True, False)) if p.has(Do(e.Overrun(stands=stands)))]) == 2
    assert next_steps(p) == []


def test_S28_the_one_answer_that_the_device_can_propose_is_the_next_step(p):
    opened(p)
    write(p, "LES", 10)
    play(p, "wait 200 > menu > Ohlášeno > press 1")
    assert p.kiosk.controller.current_screen().key == "overrun"
    assert len(next_steps(p)) == 1


def test_S19_an_early_verdict_has_the_colours_of_a_verdict(p):
    opened(p)
    write(p, "LES", 10)
    play(p, "menu > Předčasné posouzení > Předčasné posouzení")
    look = p.kiosk.screen.look.palette
    fills = {panel.rect: panel.fill for panel in p.kiosk.scene if isinstance(panel, Panel)}
    answers = {
        touch.action.event.answer: fills[touch.rect]
        for touch in p.kiosk.scene
        if isinstance(touch, Touch) and isinstance(touch.action, Do) and isinstance(touch.action.event, e.EarlyAnswer)
    }
    assert answers["valid"] == style_of("valid", look).fill
    assert answers["invalid"] == style_of("danger", look).fill


def test_S28_every_answer_of_the_overrun_screen_is_taken(p):
    overran(p)
    offered = [
        stands
        for stands in ((True, True), (True, False), (False, True), (False, False))
        if p.has(Do(e.Overrun(stands=stands)))
    ]
    assert offered == [(True, True), (True, False)], "what was announced in time stands"
    for stands in offered:
        p.touch(Do(e.Overrun(stands=stands)))
        assert event(p) == e.Overrun(stands=stands)
        p.take_back()
        assert p.kiosk.controller.current_screen().key == "overrun"


def test_S16_after_the_end_by_hand_the_objection_and_its_verdict_have_their_screens(p):
    last_tiles(p)
    type_in(p, "PES", "5")
    play(p, "3")
    type_in(p, "KOSA", "8")
    play(p, "4 > press 1 > menu > Konec partie > Nikdo: konec > Námitka > KOSA 8")
    assert p.kiosk.controller.current_screen().key == "verdict"
    play(p, "Neplatný")
    assert (p.kiosk.controller.current_screen().key, state(p).total(1)) == ("racks", 5)
    play(p, "done", bars="Námitka")  # racks are entered
    play(p, "done")
    assert state(p).phase is Phase.RESULT


def test_after_an_end_without_closing_each_pair_is_asked_for_its_racks_and_the_way_back_is_named(p):
    opened(p)
    play(p, "menu > Konec partie > Nikdo: konec", sees=("pak Dvě sloky", "Ještě není konec"))
    p.racks(e.Racks(pair="A", tiles="A"))
    assert says(p, "pak výsledek")
    assert says(p, "Zpět: Krtci")
    play(p, "undo", sees="pak Dvě sloky")


def test_the_end_of_the_game_is_not_what_a_held_button_chooses_first(p):
    opened(p)
    play(p, "menu > Konec partie")
    offered = [item.action for item in choices_in(p.kiosk.scene).items]
    assert offered[0] == Show(CloseScreen())
    assert Do(e.End()) in offered


def test_racks_that_were_counted_wrongly_are_put_right_by_a_touch_on_them(p):
    opened(p)
    play(p, "menu > Konec partie > Nikdo: konec")
    for pair in "AB":
        p.racks(e.Racks(pair=pair, tiles="A"))
    play(p, "Partiář > Dvě sloky > X > done")
    assert state(p).racks == ("A", "X")


def test_who_closed_touches_the_racks_of_the_opponents(p):
    last_tiles(p)
    type_in(p, "KALHOTY", "60")
    play(p, "7")
    type_in(p, "POSTEL", "20")
    play(p, "6 > press 1 > menu > Konec partie > Oba > Ano, zavíráme > done > Partiář")
    assert (
        len([touch for touch in p.kiosk.scene if isinstance(touch, Touch) and touch.action == Show(RacksForm(0))]) == 2
    )
    assert not p.has(Show(RacksForm(1))), "who closed has none"


def test_why_there_is_no_objection_now_is_said_in_few_words(p):
    opened(p)
    assert not says(p, "už se posoudilo")
    play(p, "Námitka > oba namítáme > Platný", sees="už se posoudilo")
