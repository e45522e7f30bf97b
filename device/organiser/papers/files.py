"""What an organiser takes away: everything as CSV, pairs for tsh, every game as a record."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from device.common.exports.report_text import CsvCell, csv_text
from device.common.i18n import entry, t, tr
from device.common.specs.spec import GameSpec
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament import entrant_file
from device.organiser.tournament.accounts import account
from device.organiser.tournament.kinds import is_for_two, is_least, is_money
from device.organiser.tournament.public_names import has_own_name, name_of, players_of, surname_first
from device.organiser.tournament.ranking import BYE, FIGURES, values
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.season_records import chain, season_records
from rules.message import Message, Refusal, msg
from rules.people import plain_letters

BYE_SCORE = 1
"""What a bye is written as for tsh, where points above 0 against nobody are a win by so many."""
NO_RATING = 0
SEPARATORS = {ord(","): " ", ord(";"): " "}
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same event gives the same bytes."""


@dataclass(frozen=True, slots=True)
class EventFile:
    """A file: its name, what it is, its media type, and how it is made (raises `Refusal` where there is nothing in it).

    The function gets what separates cells, which only a CSV has.
    """

    name: str
    label: Message
    media: str
    make: Callable[[EventState, str], bytes]


# -- CSV ---------------------------------------------------------------------------------------------------------------


def csv_file(headings: Sequence[str], rows: Iterable[Sequence[CsvCell]], separator: str) -> bytes:
    """UTF-8 with a mark, for spreadsheets.

    A number is a number, with a comma where cells are separated by semicolons and the language writes one.
    """

    def with_comma(cell: CsvCell) -> CsvCell:
        return str(cell).replace(".", ",") if comma and isinstance(cell, Decimal) else cell

    comma = separator == ";" and entry().decimal == ","
    text = csv_text([headings, *([with_comma(cell) for cell in row] for row in rows)], separator)
    return entrant_file.encode(text, "")


def _figure(points: Fraction, game: GameSpec) -> Decimal | int:
    """Points as they are counted, or haléře as koruny; parts of a haléř are rounded away from zero."""
    if is_money(game):
        sign = -1 if points < 0 else 1
        return _koruny(sign * int(abs(points) + Fraction(1, 2)))
    return _plain(-points if is_least(game) else points)


def _plain(points: Fraction) -> Decimal | int:
    return int(points) if points.denominator == 1 else Decimal(points.numerator) / Decimal(points.denominator)


def pairings_csv(state: EventState, separator: str) -> bytes:
    """Every seat of every published draw."""
    entrants = state.tournament.entrants
    rows: list[Sequence[CsvCell]] = []
    for draw in state.tournament.rounds():
        seated = [(table.table, seat, id) for table in draw.tables for seat, id in enumerate(table.entrants, start=1)]
        for table, seat, id in [*seated, *((None, None, id) for id in draw.byes)]:
            if (who := entrants.get(id)) is not None:
                remark = t("bye") if table is None else ""
                rows.append((draw.round, tr(state.game(draw.kind).name), table, seat, *_who(who), remark))
    headings = [t("Round"), t("Game"), t("Table"), t("Seat"), *_who_headings(), t("Remark")]
    return csv_file(headings, rows, separator)


def results_csv(state: EventState, separator: str) -> bytes:
    """Every result of every round, by seat; a table without one has empty figures."""
    entrants, scoring = state.tournament.entrants, Scoring(state)
    rows: list[Sequence[CsvCell]] = []
    for draw in state.tournament.rounds():
        for table in scoring.tables(draw.round):
            for seat, id in enumerate(table.drawn.entrants):
                if (who := entrants.get(id)) is None:
                    continue
                figure = None if table.scores is None else _figure(table.scores[seat].points, table.spec)
                own = (
                    None if table.own is None or table.entered is None else _figure(table.own[seat].points, table.spec)
                )
                source = "" if table.source is None else tr(table.source)
                reason = table.entered.reason if table.entered is not None else ""
                rows.append((draw.round, table.drawn.table, *_who(who), figure, source, own, reason))
        for id in draw.byes:
            if (who := entrants.get(id)) is not None:
                rows.append((draw.round, None, *_who(who), None, t("bye"), None, ""))
    headings = [t("Round"), t("Table"), *_who_headings(), t("Result"), t("Source"), t("Signed at the table"), t("Why")]
    return csv_file(headings, rows, separator)


def standings_csv(state: EventState, separator: str) -> bytes:
    """The standings of every game that was drawn, with everybody's rounds."""
    scoring = Scoring(state)
    rows: list[tuple[list[CsvCell], dict[str, CsvCell]]] = []
    used: dict[str, None] = {}
    draws = list(state.tournament.rounds())
    rounds = [draw.round for draw in draws]
    for kind in dict.fromkeys(draw.kind for draw in draws):
        game = state.game(kind)
        for line in scoring.lines(kind):
            of = {outcome.round: outcome for outcome in line.outcomes}
            each: list[CsvCell] = []
            for number in rounds:
                outcome = of.get(number)
                if outcome is None or outcome.source == BYE:
                    each.append(None if outcome is None else t("bye"))
                else:
                    each.append(_figure(outcome.score.points, game))
            by = scoring.rules(kind).by_figures
            sums = {word: _sum(game, word, value) for word, value in zip(by, values(line, by), strict=True)}
            used |= dict.fromkeys(by)
            rows.append(([tr(game.name), line.place, *_who(line.entrant), *each], sums))
    numbers = [t("Round {n}", n=number) for number in rounds]
    headings = [t("Game"), t("Place"), *_who_headings(), *numbers, *(tr(FIGURES[word].name) for word in used)]
    return csv_file(headings, [[*row, *(sums.get(word) for word in used)] for row, sums in rows], separator)


def _sum(game: GameSpec, word: str, value: Fraction) -> CsvCell:
    return _figure(value, game) if word in ("points", "lately") else _plain(value)


def prizes_csv(state: EventState, separator: str) -> bytes:
    """What everybody paid and gets, in koruny."""
    now = account(state)
    got = {line.entrant.id: (line.place, payout) for line, payout in now.lines}
    rows: list[Sequence[CsvCell]] = []
    for entrant in state.tournament.by_number().values():
        place, payout = got.get(entrant.id, (None, None))
        amounts = (None, None, None) if payout is None else (payout.play, payout.prize, payout.total)
        sums = [None if amount is None else _koruny(amount) for amount in amounts]
        rows.append((place, *_who(entrant), _koruny(state.tournament.paid.get(entrant.id, 0)), *sums))
    headings = [t("Place"), *_who_headings(), t("Fee paid (Kč)"), t("Play (Kč)"), t("Prize (Kč)"), t("Gets (Kč)")]
    return csv_file(headings, rows, separator)


def _koruny(amount: int) -> Decimal:
    return Decimal(amount).scaleb(-2)


def _who_headings() -> list[str]:
    return [t("Number"), t("Who"), t("Players"), t("Club")]


def _who(entrant: Entrant) -> tuple[int, str, str, str]:
    return entrant.number, name_of(entrant), ", ".join(players_of(entrant)), entrant.club


def people_file(state: EventState, separator: str) -> bytes:
    """Everybody who takes part, without contacts: as it can be read in again."""
    return entrant_file.encode(entrant_file.write(state.tournament.by_number().values(), separator), "")


# -- tsh ---------------------------------------------------------------------------------------------------------------


def tsh(state: EventState, separator: str = "") -> bytes:
    """The pairs as a division of tsh, a line each: name, rating, opponents by line; points; tables. UTF-8.

    Raises `Refusal` where no round of a game of pairs is published.
    """
    draws = [
        draw for draw in state.tournament.rounds() if is_for_two(game := state.game(draw.kind)) and game.seats.pairs
    ]
    if not draws:
        raise Refusal("", "tsh takes pairs, and no round of them is published.")
    entrants = state.tournament.by_number().values()
    drawn = {id for draw in draws for id in (*draw.byes, *(id for table in draw.tables for id in table.entrants))}
    pairs = [entrant for entrant in entrants if entrant.id in drawn]
    line_of = {pair.id: n for n, pair in enumerate(pairs, start=1)}
    met: dict[str, list[tuple[int, int | None, int]]] = {pair.id: [] for pair in pairs}
    scoring = Scoring(state)
    for draw in draws:
        pairings: dict[str, tuple[int, int | None, int]] = dict.fromkeys(line_of, (0, 0, 0))
        pairings |= {id: (0, BYE_SCORE, 0) for id, won in scoring.byes(draw).items() if won == 1}
        for table in scoring.tables(draw.round):
            ids = table.drawn.entrants
            for seat, id in enumerate(ids):
                other = ids[1 - seat] if len(ids) == 2 else ""
                points = None if table.scores is None else int(table.scores[seat].points)
                pairings[id] = (line_of.get(other, 0), points, table.drawn.table)
        for id in line_of:
            met[id].append(pairings[id])
    # tsh reads points in the order of the rounds: those of a round that misses one stay away with all that follow.
    whole = next((n for n in range(len(draws)) if any(rounds[n][1] is None for rounds in met.values())), len(draws))
    lines = []
    for pair in pairs:
        rounds = met[pair.id]
        opponents = " ".join(str(other) for other, _, _ in rounds)
        scores = " ".join(str(score) for _, score, _ in rounds[:whole])
        tables = " ".join(str(table) for _, _, table in rounds)
        lines.append(f"{_tsh_name(pair):<40} {NO_RATING} {opponents}; {scores}; board {tables};\n")
    return "".join(lines).encode()


def _tsh_name(entrant: Entrant) -> str:
    """``Name, First``, without what tsh reads otherwise: digits are Roman, and there is one comma."""
    players = players_of(entrant)
    if has_own_name(entrant):
        parts = (name_of(entrant), " + ".join(players))
    else:
        both = [surname_first(player) for player in players]
        parts = (" + ".join(last for last, _ in both), " + ".join(first for _, first in both if first))
    last, first = (re.sub(r"\d+", lambda match: roman(int(match[0])), part).translate(SEPARATORS) for part in parts)
    return f"{' '.join(last.split())}, {' '.join(first.split())}".rstrip()


def roman(number: int) -> str:
    """A number in Roman figures; what they cannot say (0, and 4,000 upwards) as letters, a digit each."""
    digits = str(number)
    if not 0 < number < 4000:
        return "".join("OABCDEFGHI"[int(digit)] for digit in digits)
    ones = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    powers = (str.maketrans("IVX", signs) for signs in ("MMM", "CDM", "XLC", "IVX")[-len(digits) :])
    return "".join(ones[int(digit)].translate(power) for digit, power in zip(digits, powers, strict=True))


# -- records -----------------------------------------------------------------------------------------------------------


def archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of files by name; the same files give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files:
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            packed.writestr(info, data)
    return out.getvalue()


def record_name(table: int, uid: str) -> str:
    """The name of a game's record in an archive or a folder."""
    return f"table-{table:03d}-{uid[:8]}.jsonl"


def records(state: EventState, separator: str = ";") -> bytes:
    """Every game as a record that can be replayed, and a list of them."""
    rows: list[Sequence[CsvCell]] = []
    files = []
    for game in sorted(
        state.games.values(), key=lambda table_game: (table_game.table, table_game.began, table_game.uid)
    ):
        name, history = record_name(game.table, game.uid), game.history
        counts = game.counts and not state.is_sent_back(game) and not state.is_foreign(game)
        summary = tr(history.game.summary(history.state)) if history is not None else ""
        rows.append((name, game.table, state.round_of(game) or None, summary, "" if counts else t("does not count")))
        files.append((name, game.record.encode()))
    if not files:
        raise Refusal("", "No game has arrived yet.")
    headings = [t("File"), t("Table"), t("Round"), t("Game"), t("Remark")]
    return archive([("games.csv", csv_file(headings, rows, separator)), *files])


def season_zip(state: EventState, separator: str = "") -> bytes:
    """For each game its season as records that anybody can add up again, with the program that does and what it comes
    to. Raises `Refusal` where nothing counts yet."""
    files, folders = [], set[str]()
    program = Path(__file__).with_name("recompute.py").read_bytes()
    for kind in state.kinds():
        try:
            season_rows, standings = season_records(state, kind)
        except Refusal:
            continue
        text, digest = chain(season_rows)
        standings_text = json.dumps({"season": standings, "digest": digest}, ensure_ascii=False, indent=1)
        folder = folder_name(kind)
        while folder in folders:
            folder += "-2"
        folders.add(folder)
        files += [(f"{folder}/records.jsonl", text.encode()), (f"{folder}/standings.json", standings_text.encode())]
        files.append((f"{folder}/recompute.py", program))
    if not files:
        raise Refusal("", "Nothing counts for the season yet.")
    return archive(files)


def folder_name(kind: str) -> str:
    """What the folder of a game is called in an archive: its word in letters that every machine takes."""
    return re.sub(r"[^a-z0-9_]+", "-", plain_letters(kind)).strip("-")


CSV = "text/csv"
FILES = {
    file.name: file
    for file in (
        EventFile("people.csv", msg("Entrants, without contacts"), CSV, people_file),
        EventFile("pairings.csv", msg("Pairings of all rounds"), CSV, pairings_csv),
        EventFile("results.csv", msg("Results of all rounds"), CSV, results_csv),
        EventFile("standings.csv", msg("Standings"), CSV, standings_csv),
        EventFile("prizes.csv", msg("Fees and prizes"), CSV, prizes_csv),
        EventFile("pairs.t", msg("Pairs for tsh"), "text/plain", tsh),
        EventFile("season.zip", msg("The season, to be added up by anybody"), "application/zip", season_zip),
        EventFile("records.zip", msg("Every game as a record"), "application/zip", records),
    )
}
"""Every file, by its name."""
