"""What games brought people and pairs: counted by each game, kept in a cache that may be anything, added up."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import msgspec
import pytest

from device.cli import main
from device.common import i18n
from device.common.games.registry import SPECS
from device.common.specs.model import Best, Figure, FigureKind, GameLine, PlayedGame, Share
from device.graphics.canvas import Canvas
from device.graphics.look import Look
from device.graphics.widgets import Rect, Text
from device.journal import Journal
from device.people.directory import Declaration
from device.screens.statistics.views import StatisticsState, draw_cards
from device.statistics import counting
from device.statistics.figures import figure_text, name_of, statistics_of, table_csv, value
from device.statistics.standings import PlayerStanding, played_games, select_lines, standings, with_most
from rules.game import SECOND
from rules.loading import readable
from rules.message import msg
from rules.people import Person
from rules.polish_doubles.state import Phase
from tests.statistics.journals import FULL, journal_of, line
from tools.play.gallery import SAMPLES, load_record


@pytest.fixture(autouse=True)
def _czech():
    i18n.use("cs")


DOUBLES = PlayedGame("polish_doubles")


def of(rows: list[PlayerStanding], name: str) -> PlayerStanding:
    return next(row for row in rows if row.name == name)


def share_of(name: str, record) -> Share:
    shares = SPECS[record.game.key].card.load().shares(record.state)
    return next(share for share in shares if share.name == name)


# -- what each game counts -----------------------------------------------------------------------------------------


def test_polish_doubles_counts_what_stands_on_the_sheet():
    state = FULL.state
    mine = share_of("Dvě sloky", FULL)
    turns = [turn for turn in state.turns if turn.pair == 1 and turn.pressed]
    assert mine.figures["points"] == (sum(row.score for turn in turns for row in turn.rows), len(turns))
    assert mine.won == 1
    assert mine.figures["objections"] == (0, 0)
    theirs = share_of("Moravští krtci", FULL)
    assert theirs.figures["objections"] == (1, 4), "of four objections to the other pair's moves one was right"
    assert theirs.figures["crosses"] == (3, 1)
    assert theirs.figures["overruns"][0] == sum(turn.overrun for turn in state.turns if turn.pair == 0) == 1
    best = max((row for turn in turns for row in turn.rows if row.counts and row.word), key=lambda row: row.points)
    by = "" if best.player is None else state.players(1)[best.player - 1]
    assert mine.best[0] == Best(best.points, best.word, by)


def test_the_time_of_a_turn_is_the_official_one():
    clock = FULL.state.clock
    used, turns = share_of("Dvě sloky", FULL).figures["time"]
    official = [
        timed.official.used
        for timed, turn in zip(clock.turns, FULL.state.turns, strict=False)
        if turn.pair == 1 and turn.pressed and not timed.struck and timed.official is not None
    ]
    assert (used, turns) == (sum(official), len(official))


def test_marias_counts_balances_to_the_fraction_and_the_games_of_the_choosers():
    record = load_record(SAMPLES / "marias-evening.jsonl")
    names = ("Adam", "Bára", "Cyril", "Dana")
    assert [share_of(name, record).figures["balance"][0] / 6000 for name in names] == [-2.2, 4.2, -1.0, -1.0]
    wins = {name: share_of(name, record).figures["made"] for name in names}
    assert sum(played for _, played in wins.values()) == 10
    assert share_of("Bára", record).won == 1
    edges = load_record(SAMPLES / "marias-edges.jsonl")
    assert share_of("Adam", edges).figures["balance"][0] == 7400 * 60 + 346 * 60 + 40, "346 2/3 haléře in round two"


def test_kocka_counts_letters_and_lost_rounds():
    record = load_record(SAMPLES / "kourici-kocka.jsonl")
    assert share_of("Bára", record).figures == {"letters": (5, 1), "rounds": (4, 7)}
    assert (share_of("Bára", record).won, share_of("Adam", record).won) == (0, 1)


def test_the_chess_clock_shares_a_draw():
    record = load_record(SAMPLES / "chess-clock-full.jsonl")
    assert [share_of(name, record).won for name in ("Anna", "Bořek")] == [0.5, 0.5]


def test_every_game_declares_its_statistics_and_only_figures_that_it_knows():
    for key in SPECS:
        spec = statistics_of(key)
        assert {*spec.bars, *spec.cards} <= set(spec.by_key)
        assert len(spec.bars) <= 2


def test_a_game_that_is_not_signed_does_not_count():
    half = type(FULL).begin(FULL.game, FULL.setup)
    for entry in FULL.entries[:60]:
        half = half.accept(entry.event, entry.at)
    assert half.state.phase is not Phase.SIGNED
    assert not SPECS["polish_doubles"].card.load().shares(half.state)


# -- adding up -----------------------------------------------------------------------------------------------------


def test_a_person_has_what_both_pairs_had_in_which_they_sat():
    lines = [
        line(1, Share("Krtci", ("Jana", "Petr"), 1.0, {"points": (100, 4)}), Share("Sloky", ("Eva", "Karel"), 0.0)),
        line(2, Share("Jiní", ("Jana", "Eva"), 0.0, {"points": (50, 2)}), Share("Sloky", ("Petr", "Karel"), 1.0)),
    ]
    rows = standings(lines)
    assert (of(rows, "Jana").games, of(rows, "Jana").won, of(rows, "Jana").sums["points"]) == (2, 1.0, (150, 6))
    assert list(of(rows, "Jana").last) == [1.0, 0.0]
    assert of(rows, "Petr").won == 2


def test_a_pair_is_its_two_people_whoever_is_written_first():
    lines = [line(1, Share("Krtci", ("Jana", "Petr"), 1.0)), line(2, Share("Noví krtci", ("Petr", "Jana"), 0.0))]
    (row,) = standings(lines, pairs=True)
    assert (row.name, row.games, row.won, row.people) == ("Noví krtci", 2, 1.0, ("Petr", "Jana"))
    assert all(standing.people == () for standing in standings(lines)), "a person is one"


def test_people_are_told_apart_by_their_ids_and_spellings_declared_one_persons_are_one():
    lines = [
        line(1, Share("Jana", (), 1.0, ids=("janajana1",))),
        line(2, Share("Jana", (), 1.0, ids=("janajana2",))),
        line(3, Share("Janička", (), 1.0, ids=("janajana3",))),
    ]
    assert sorted(standing.name for standing in standings(lines)) == ["Jana", "Jana (2)", "Janička"]
    rows = standings(lines, declared={"janajana3": Declaration(same_as="janajana1")})
    assert sorted((row.name, row.games) for row in rows) == [("Jana", 1), ("Janička", 2)]


def test_a_name_without_an_id_belongs_to_the_one_who_bears_it():
    lines = [line(1, Share("Jana", (), 1.0)), line(2, Share("jana", (), 0.0, ids=("janajana1",)))]
    (row,) = standings(lines)
    assert row.games == 2


def test_a_pair_that_nobody_named_counts_for_nobody():
    assert standings([line(1, Share("", (), 1.0))]) == []


def test_only_the_last_ten_games_are_shown_one_by_one():
    rows = standings([line(n, Share("Jana", (), float(n >= 5))) for n in range(15)])
    assert list(rows[0].last) == [1.0] * 10
    assert (rows[0].won, rows[0].losses) == (10, 5)


def test_an_evening_goes_on_past_midnight_and_is_that_of_the_newest_game():
    share = Share("Jana", (), 1.0)
    days = ("2025-11-21T18:00:00", "2026-11-20T20:00:00", "2026-11-21T19:00:00", "2026-11-22T00:30:00")
    lines = [line(n, share, created=f"{day}+00:00") for n, day in enumerate(days)]
    assert [select_line.id for select_line in select_lines(lines, "evening")] == [2, 3]
    assert [select_line.id for select_line in select_lines(lines, "season")] == [1, 2, 3]
    assert len(select_lines(lines)) == 4


def test_the_game_that_was_played_last_is_offered_first():
    order = ("marias", "chess_clock", "polish_doubles", "marias", "kourici_kocka", "chess_clock")
    lines = [line(n, Share("Jana"), key=key) for n, key in enumerate(order)]
    played = [game.key for game in played_games([*lines, line(9, key="polyssimo")])]
    assert played == ["chess_clock", "kourici_kocka", "marias", "polish_doubles"]


def test_games_are_chosen_by_game_and_person():
    lines = [line(1, Share("Žofie", (), 1.0)), line(2, Share("Jana", (), 1.0), key="marias")]
    assert [chosen.id for chosen in select_lines(lines, game=PlayedGame("marias"))] == [2]
    assert [chosen.id for chosen in select_lines(lines, person="zofie")] == [1]
    assert played_games(lines) == (PlayedGame("marias"), PlayedGame("polish_doubles"))


def test_games_on_score_sheets_are_distinguished_by_the_sheet():
    rummy, darts = PlayedGame("rounds", "Rummy 500"), PlayedGame("rounds", "Šipky 501")
    lines = [GameLine(n, "", *game[:1], (Share("Jana"),), game.variant) for n, game in enumerate((rummy, darts, rummy))]
    assert played_games(lines) == (rummy, darts)
    assert [chosen.id for chosen in select_lines(lines, game=rummy)] == [0, 2]
    assert [chosen.id for chosen in select_lines(lines, game=PlayedGame("rounds"))] == [0, 1, 2]
    assert [name_of(game) for game in (rummy, PlayedGame("marias"), PlayedGame())] == [
        "Rummy 500",
        "Mariáš",
        "Všechny partie",
    ]


def test_a_line_of_an_earlier_version_has_no_variant():
    earlier = msgspec.msgpack.encode([7, "2026-11-21T19:00:00", "marias", []])
    assert msgspec.msgpack.decode(earlier, type=readable(GameLine)).game == PlayedGame("marias")


@pytest.mark.parametrize(
    ("kind", "parts", "text"),
    [
        (FigureKind.RATE, (314, 10), "31,4"),
        (FigureKind.TIME, (256 * SECOND, 2), "2:08"),
        (FigureKind.COUNT, (5, 3), "5"),
        (FigureKind.OF, (14, 19), "14 z 19"),
        (FigureKind.MONEY, (-6000 * 12, 3), "−12,00"),
        (FigureKind.MONEY, (0, 3), "0,00"),
        (FigureKind.RATE, (0, 0), "–"),
    ],
)
def test_figures_as_people_read_them(kind, parts, text):
    assert figure_text(Figure("x", msg("x"), kind), parts) == text


def test_nothing_is_no_number():
    assert value(Figure("x", msg("x"), FigureKind.TIME), (0, 0)) is None


def test_a_table_for_a_spreadsheet_takes_no_name_for_a_formula():
    rows = list(csv.reader(io.StringIO(table_csv(standings([line(1, Share("=1+1", (), 1.0))]), "", pairs=False))))
    assert rows[1][0] == "'=1+1"


def test_a_figure_of_two_parts_has_two_columns_and_every_other_one():
    share = Share("Jana", (), 1.0, {"points": (5, 2), "time": (9 * SECOND, 3), "objections": (3, 4), "crosses": (1, 1)})
    with i18n.speaking("en"):
        table = table_csv(standings([line(1, share)]), "polish_doubles", pairs=False)
    heads, row = csv.reader(io.StringIO(table))
    shown = dict(zip(heads, row, strict=True))
    names = ("Points a turn", "Time a turn", "Objections won", "Objections won: of", "Crosses")
    assert [shown[name] for name in names] == ["2.5", "0:03", "3", "4", "1"]


# -- equal results ------------------------------------------------------------------------------------------------


def best_of(*bests: Best, names: tuple[str, ...] = ("Jana", "Petr"), pair: str = "Krtci") -> Share:
    return Share(pair, names, 1.0, {"crosses": (2, 1)}, bests)


def test_a_word_belongs_to_who_laid_it_and_where_nobody_said_to_the_pair():
    rows = standings([line(1, best_of(Best(45, "PES", "Petr"), Best(30, "KOSA")))])
    assert [(row.name, [best.text for best in row.best]) for row in rows] == [
        ("Jana", ["KOSA"]),
        ("Petr", ["PES", "KOSA"]),
    ]
    (pair,) = standings([line(1, best_of(Best(45, "PES", "Petr"), Best(30, "KOSA")))], pairs=True)
    assert [best.text for best in pair.best] == ["PES", "KOSA"]


def test_a_word_of_a_player_is_read_off_the_row_and_not_off_one_who_left():
    entries = [entry for entry in FULL.entries if entry.refused is None]
    named = {entry.event.player for entry in entries if type(entry.event).__name__ == "Move"}
    assert named <= {None, 1, 2}
    state, pair = FULL.state, 1
    rows = {row.word: row.player for turn in state.turns if turn.pair == pair for row in turn.rows if row.word}
    for best in share_of("Dvě sloky", FULL).best:
        player = rows[best.text]
        assert best.by == ("" if player is None else state.players(pair)[player - 1])


def test_whoever_did_equally_well_is_named_too():
    shares = (best_of(Best(45, "PES")), best_of(Best(45, "LEV"), names=("Eva", "Karel"), pair="Sloky"))
    rows = tuple(standings([line(1, *shares)], pairs=True))
    pairs = StatisticsState(rows, DOUBLES, (DOUBLES,), 1, 1, 1, True, [line(1, *shares)])
    scene = drawn_cards(pairs)
    assert "PES / LEV" in scene
    assert "45 bodů · Krtci + Sloky" in scene
    assert "nejvíc Krtci + Sloky: 2" in scene
    people = replace(pairs, rows=tuple(standings(pairs.lines)))
    assert "45 bodů · společně 4" in drawn_cards(people)
    assert "PES,45" in table_csv(standings([line(1, *shares)], pairs=True), "polish_doubles", True)
    both = standings([line(1, best_of(Best(45, "PES"), Best(45, "LEV")))], pairs=True)
    assert "PES / LEV,45" in table_csv(both, "polish_doubles", True)


def drawn_cards(state: StatisticsState) -> list[str]:
    canvas = Canvas(Look(size=(1280, 720)))
    draw_cards(canvas, Rect(0, 500, 1280, 150), state)
    return [text.text for text in canvas.scene() if isinstance(text, Text)]


# -- in a shell ----------------------------------------------------------------------------------------------------


def test_a_shell_prints_tables_data_and_csv(tmp_path, capsys):
    path = journal_of(tmp_path, "polish-doubles-power-loss", "polish-doubles-short")
    assert main(["--lang", "en", "stats", "--journal", str(path)]) == 0
    output = capsys.readouterr().out
    head, *rows = output.rstrip().split("\n")
    assert "Points a turn" in head
    assert all(len(row) == len(head) and not row.startswith(" ") for row in rows), "names on the left, figures right"
    assert main(["stats", "--json", "--pairs", "--journal", str(path)]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["name"] for row in rows} == {"Moravští krtci", "Dvě sloky"}
    assert rows[0]["figures"]["crosses"]["value"] >= 0
    assert main(["stats", "--csv", "--game", "all", "--journal", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Hráč,Partie,")


def test_a_shell_says_where_nothing_is_counted_yet(tmp_path, capsys):
    path = tmp_path / "journal.db"
    Journal(path).close()
    assert main(["stats", "--journal", str(path)]) == 1
    assert "podepsaná" in capsys.readouterr().err


def test_of_two_people_of_one_name_each_side_gets_its_own_and_a_name_from_elsewhere_the_one_there_is():
    people = (Person("jana0001", "Jana", 0), Person("jana0002", "jana", 1), Person("petr0001", "Petr", 0))
    sides = [Share("Krtci", ("Petr", "Jana")), Share("Sloky", ("Jana", "Eva")), Share("Petr")]
    ids = [counting.with_ids(share, side, people).ids for side, share in enumerate(sides)]
    assert ids == [("petr0001", "jana0001"), ("jana0002", ""), ("petr0001",)]


def test_mother_and_daughter_of_one_name_who_play_as_a_pair_are_two_people():
    people = (Person("jana0001", "Jana", 0), Person("jana0002", "Jana", 0), Person("eva00001", "Eva", 1))
    assert counting.with_ids(Share("Krtci", ("Jana", "jana")), 0, people).ids == ("jana0001", "jana0002")


def test_a_share_of_people_who_have_no_id_stays_as_it_is():
    share = Share("Krtci", ("Petr", "Jana"))
    assert counting.with_ids(share, 0, (Person(None, "Petr", 0),)) == share


def test_among_nobody_nobody_has_the_most():
    assert with_most([], lambda standing: standing.won) == ([], 0)
