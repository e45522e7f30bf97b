"""The score sheets that are offered: those of the program, and a club's own files as people bring them."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from device.common import i18n
from device.common.settings.settings import Settings
from device.common.sheets import delete_sheet, left_out, own_sheets, reading, save_sheet, sheets
from device.common.sheets.folder import MOST, SHIPPED
from rules.game import Entry
from rules.message import Refusal
from rules.rounds import GAME, Box, RoundsSetup, SheetTerms
from rules.rounds.acts import Fill, RoundScore, TurnScore

WELL = 'name = "Dobble"\n'


@pytest.fixture
def settings(tmp_path):
    (tmp_path / "sheets").mkdir()
    return Settings(journal=str(tmp_path / "journal.db"))


def put(settings, name, content):
    path = settings.sheets_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def why(settings):
    """Each file that is left out with its sentence in English."""
    return {left.file: str(left.reason) for left in left_out(settings)}


def names(settings):
    return [terms.name for terms in own_sheets(settings)]


def by_name(name):
    i18n.use("en")
    return next(terms for terms in sheets(Settings(journal="/nowhere/journal.db")) if terms.name == name)


def play(terms, *events):
    """The state of a game by that sheet, with as few people as play it."""
    state = GAME.start(RoundsSetup(terms=terms, players=tuple("ABCDEFGH"[: terms.players[0]])))
    for n, event in enumerate(events, start=1):
        state = GAME.apply(state, Entry(n, 0, event))
    return state


# -- those of the program ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_ten_sheets_are_offered_in_every_language_and_can_be_played(settings, language):
    i18n.use(language)
    offered = sheets(settings)
    assert len(offered) == 10 == len({terms.name for terms in offered})
    for terms in offered:
        terms.check()
        play(terms)


def test_they_speak_the_language_of_the_table(settings):
    assert {"Kanasta", "Šipky 501", "Deset tisíc", "Jakákoli hra"} <= {terms.name for terms in sheets(settings)}
    dice = next(terms for terms in sheets(settings) if terms.boxes)
    assert [dice.boxes[0].name, dice.boxes[-1].name, dice.figure] == ["Jedničky", "Šance", "body"]
    i18n.use("en")
    assert {"Canasta", "Darts 501", "Farkle"} <= {terms.name for terms in sheets(settings)}


def test_a_file_of_a_sheet_is_short_and_says_why_it_says_little():
    for path in SHIPPED.glob("*.toml"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("# ")
        assert 2 <= sum(not line.startswith("#") for line in lines) <= 20, path.name


def test_darts_meet_zero_exactly():
    darts = by_name("Darts 501")
    turns = [TurnScore(figure=figure) for figure in (180, 60, 180, 60)]
    assert play(darts, *turns, TurnScore(figure=142)).sums == (141, 381)
    over = play(darts, *turns, TurnScore(figure=141))
    assert (over.sums, over.winners, over.is_full) == ((0, 381), (0,), True)


def test_dice_give_thirty_five_for_sixty_three_above():
    dice = by_name("Yahtzee")
    upper = [fill for box, figure in enumerate((3, 6, 9, 12, 15, 18), 1) for fill in (figure, 0)]
    fills = [Fill(box=1 + number // 2, figure=figure) for number, figure in enumerate(upper)]
    assert play(dice, *fills).sums == (98, 0)


def test_two_pairs_of_canasta_have_a_column_each():
    state = play(by_name("Canasta"), RoundScore(figures=(5120, -35)))
    assert state.columns == ("A + C", "B + D")
    assert state.is_full


def test_a_moon_at_hearts_can_be_written():
    assert play(by_name("Hearts"), RoundScore(figures=(0, 26, 26, 26))).sums == (0, 26, 26, 26)


# -- a club's own ------------------------------------------------------------------------------------------------------


def test_a_club_s_own_sheets_come_after_those_of_the_program(settings):
    put(settings, "b.toml", 'name = "Žabky"\n')
    put(settings, "a.toml", 'name = "Zip"\n')
    assert [terms.name for terms in sheets(settings)][-2:] == ["Zip", "Žabky"]
    assert len(sheets(settings)) == 12


def test_a_club_s_own_takes_the_place_of_one_by_that_name(settings):
    put(settings, "k.toml", 'name = "kanasta"\nplayers = [2, 6]\n')
    assert [terms.players for terms in sheets(settings) if terms.name.casefold() == "kanasta"] == [(2, 6)]


def test_what_a_file_does_not_say_is_in_the_language_of_the_table(settings):
    put(settings, "a.toml", WELL)
    assert own_sheets(settings)[0].figure == "body"


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + 'name = "Člověče"\n'.encode(),
        'name = "Člověče"\r\nplayers = [2, 4]\r\n'.encode(),
        '# hra našeho klubu, příliš žluťoučký kůň\r\nname = "Člověče"\r\n'.encode("cp1250"),
        'name = "Člověče"\n'.encode("utf-16"),
        'name = "Člověče"\nplayers = [2, 4,]\n'.encode(),
    ],
    ids=["with a mark", "of Windows", "windows-1250", "UTF-16", "a comma at the end of a list"],
)
def test_files_as_people_s_programs_write_them_are_read(settings, content):
    put(settings, "hra.TOML", content)
    assert (names(settings), why(settings)) == (["Člověče"], {})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "Line 1: the field name is missing."),
        ("# zatím nic\n", "Line 1: the field name is missing."),
        ('name = "Dobble"\nplayers = [2,, 4]\n', "Line 2: this is not TOML."),
        ('name = "Dobble"\nboxes = [{ name = "A", }]\n', "Line 2: this is not TOML."),
        ('name = "Dobble"\nplayers = [2, 4\n', "Line 3: this is not TOML."),
        ('name = "Dobble"\n\nuntill = 500\n', "Line 3: there is no field untill here."),
        ('name = "Dobble"\nwins = "low"\n', 'Line 2: wins cannot be low; it is one of "most", "least".'),
        ('name = "Dobble"\nteam = 9\n', "Line 2: team is too large; the most is 4."),
        ('name = "Dobble"\nplayers = [2, 9]\n', "Line 2: players[1] is too large; the most is 8."),
        ('name = "Dobble"\nuntil = "500"\n', "Line 2: until must be a whole number, not a text."),
        ('name = ""\n', "Line 1: name is too short; the least is 1."),
        (
            'name = "Dobble"\n\n[[boxes]]\nname = "A"\nmost = 1000000\n',
            "Line 3: boxes[0].most is too large; the most is 99999.",
        ),
        (
            'name = "Dobble"\nplayers = [5, 2]\n',
            "The fewest players are more than the most: 5 and 2.",
        ),
        (b"\x00\x01\x02\x03" * 9, "This is not text that can be read; save it as text in UTF-8."),
        (b"PK\x03\x04" + b"x" * 60, "This is a spreadsheet or an archive, not text; save it as text."),
        (WELL + "#" * 3_000_000, "It is too large for a score sheet, which has 64 kB at most."),
        ("until = " + "9" * 5000, "Line 1: this is not TOML."),
        ("until = " + "[" * 30_000, "Line 1: this is not TOML."),
    ],
)
def test_a_file_that_cannot_be_used_is_left_out_with_its_reason(settings, content, reason):
    put(settings, "well.toml", 'name = "Zip"\n')
    put(settings, "x.toml", content)
    assert (names(settings), why(settings)) == (["Zip"], {"x.toml": reason})


def test_of_two_sheets_with_one_name_the_first_file_counts(settings):
    put(settings, "a.toml", WELL)
    put(settings, "b.toml", 'name = "  dobble"\nteam = 2\nplayers = [4, 4]\n')
    assert [terms.team for terms in own_sheets(settings)] == [1]
    assert why(settings) == {"b.toml": "a.toml has a score sheet called   dobble, too."}


def test_a_folder_a_pipe_and_a_link_to_nothing_are_no_sheets(settings):
    (settings.sheets_path / "x.toml").mkdir()
    os.mkfifo(settings.sheets_path / "y.toml")
    (settings.sheets_path / "z.toml").symlink_to("nowhere.toml")
    assert why(settings) == {
        "x.toml": "This is not a file.",
        "y.toml": "This is not a file.",
        "z.toml": "It leads to a file that is not there.",
    }


def test_a_file_that_may_not_be_read_says_so(settings, monkeypatch):
    put(settings, "a.toml", WELL)

    def forbidden(path: Path, *, links: bool):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(reading, "plain_file", forbidden)
    assert why(settings) == {"a.toml": "This user may not read it; check its permissions."}


def test_a_folder_is_read_to_its_bound(settings):
    for number in range(MOST + 2):
        put(settings, f"{number:03}.toml", f'name = "Hra {number}"\n')
    assert len(own_sheets(settings)) == MOST
    assert why(settings)["101.toml"] == f"There are more than {MOST} files; this one is not read."
    with pytest.raises(Refusal):
        save_sheet(settings, SheetTerms(name="Dobble"))


@pytest.mark.parametrize("name", ["readme.txt", ".hidden.toml", "~lock.toml~"])
def test_other_files_lie_there_unread(settings, name):
    put(settings, name, "no TOML")
    assert (names(settings), why(settings)) == ([], {})


def test_without_a_folder_there_are_those_of_the_program(tmp_path):
    nowhere = Settings(journal=str(tmp_path / "nowhere" / "journal.db"))
    assert (own_sheets(nowhere), left_out(nowhere), len(sheets(nowhere))) == ((), (), 10)


def test_a_file_is_read_again_once_it_has_changed(settings, monkeypatch):
    path = put(settings, "a.toml", WELL)
    assert names(settings) == ["Dobble"]
    with monkeypatch.context() as patch:
        patch.setattr(reading, "plain_file", None)  # whoever read it now would fail
        assert names(settings) == ["Dobble"]
    path.write_text('name = "Zip"\n')
    assert names(settings) == ["Zip"]
    path.unlink()
    assert names(settings) == []


# -- keeping and deleting ----------------------------------------------------------------------------------------------


DICE = SheetTerms(
    name='Žolíky "do" 500',
    players=(2, 5),
    boxes=(Box(name="Osm\n", allowed=(0, 8)), Box(name="Šance", least=-5, most=30)),
    turn_s=60,
)


def test_a_sheet_that_is_kept_is_offered_as_it_was(settings):
    assert save_sheet(settings, DICE).name == "zoliky-do-500.toml"
    assert own_sheets(settings) == (replace(DICE, figure="body"),)


def test_a_sheet_takes_the_place_of_its_earlier_self(settings):
    put(settings, "a.toml", WELL)
    assert save_sheet(settings, SheetTerms(name="dobble", until=8)).name == "a.toml"
    assert [(terms.name, terms.until) for terms in own_sheets(settings)] == [("dobble", 8)]


def test_a_sheet_takes_no_file_of_another(settings):
    put(settings, "zip.toml", WELL)
    put(settings, "zip-2.toml", "no TOML")
    assert save_sheet(settings, SheetTerms(name="Zip!")).name == "zip-3.toml"
    assert names(settings) == ["Dobble", "Zip!"]


def test_a_name_without_letters_of_files_gets_a_file(settings):
    assert save_sheet(settings, SheetTerms(name="麻雀")).name == "sheet.toml"


def test_nothing_is_kept_by_which_nobody_could_play(settings):
    with pytest.raises(Refusal):
        save_sheet(settings, SheetTerms(name="Dobble", players=(5, 2)))
    assert not list(settings.sheets_path.iterdir())


def test_a_sheet_is_deleted_and_the_program_s_comes_back(settings):
    own = SheetTerms(name="Kanasta", until=3000)
    save_sheet(settings, own)
    delete_sheet(settings, own)
    assert [terms.until for terms in sheets(settings) if terms.name == "Kanasta"] == [5000]
    with pytest.raises(Refusal):
        delete_sheet(settings, own)
