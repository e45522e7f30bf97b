"""What a table keeps beside its journal, and in it beside the games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from output import compact

from device.app.kept_screens import half_written_screen, name_of
from device.common.event import ticket as tickets
from device.common.files.sentence import sentence
from device.common.settings.settings import Settings
from device.common.updates.asking import NEWS, News
from device.first_start.common.asking import FirstStartOutcome, write_outcome
from device.first_start.common.system import CardSystem
from device.games.chess_clock import own_controls
from device.games.kourici_kocka.play import PlayScreen as KockaPlay
from device.games.kourici_kocka.play import RoundDraft as KockaDraft
from device.games.marias.draft import DealDraft
from device.games.marias.entry import DealEntryScreen as DealEntry
from device.games.polish_doubles.entry import MoveEntry
from device.games.polyssimo import shapes_file
from device.people.drafts import Drafts
from device.people.people import People
from device.pods.pairing import PodPairing
from device.registry import TABLES
from device.statistics.counting import count_journal
from device.table.referee_pin import hash_pin, write_pin
from rules.chess_clock.control import Stage, TimeControl
from rules.game import SECOND
from rules.marias.deal import Commitment
from rules.message import Message
from rules.polyssimo.board import PROVISIONAL

CONTROLS = (
    TimeControl(stages=(Stage(kind="bronstein", time_s=120, extra_s=5),)),
    TimeControl(
        stages=(Stage(time_s=60, until_move=4), Stage(kind="byo_yomi", time_s=0, extra_s=20, periods=3)),
        stages_b=(Stage(time_s=300),),
        after_flag="goes_on",
        overtime_points=10,
    ),
)


def files(folder: Path, event: str) -> None:
    """What a table keeps beside its journal, whose folder it is."""
    pairing = PodPairing(folder / "pods.json")
    pairing.pair(0, "e661640843852b2c")
    pairing.pair(1, "e6614c311b7e6f35")
    write_pin(folder / "referee.pin", hash_pin("2468"), wrong=3)
    ticket = tickets.Ticket(event=event, table=3, host="192.168.1.10", password="0123ABCD")
    tickets.store_ticket(folder / "event.json", ticket)
    here = Settings(journal=str(folder / "journal.db"))
    for control in CONTROLS:
        own_controls.keep(here, control)
    shapes_file.save(here, ("XX../.XXX/.X..", *PROVISIONAL[1:]))
    # What root leaves for the table: how the first start went, and the last update.
    time_zone = sentence(Message("There is no time zone {value}; one is called Europe/Prague.", {"value": "Praha"}))
    (folder / "var/lib/dvojtah").mkdir(parents=True)
    outcome = FirstStartOutcome(
        done=True,
        request="0011223344556677",
        hostname="stul-3f2a",
        joined="Klub",
        phone=True,
        language="cs",
        troubles=(time_zone,),
    )
    write_outcome(CardSystem(folder), outcome)
    news = News(
        token="8899aabbccddeeff",
        stage="done",
        ok=True,
        id="The table runs version {version}.",
        args={"version": "0.3.0"},
    )
    (folder / NEWS).write_bytes(msgspec.json.encode(news))


def beside_the_games(journal: Any, newest: int, entries: int) -> list[list[Any]]:
    """People declared in the journal, and what may be half written there, as the rows in which it is kept.

    ``newest`` is the number of the game on the table, with so many ``entries``. The last row stays in the journal.
    """
    people = People(journal)
    known = sorted(people.refresh().people)
    people.forget(known[0])
    people.merge(known[1], known[2])
    rows = []
    games = people.refresh().games
    for screen_name, since, screen in (*_setups(games), *_entries(newest, entries)):
        drafts = Drafts(journal, iter(range(0, 9 * SECOND, SECOND)).__next__, name_of, half_written_screen)
        drafts.keep(screen_name, lambda since=since: since, screen)
        journal.flush()
        rows += [list(row) for row in journal.reading(lambda db: db.execute("SELECT * FROM draft").fetchall())]
    return rows


def _setups(games: int) -> list[tuple[str, int, Any]]:
    """Forms in which the first names are typed."""
    screens = []
    for key, spec in TABLES.items():
        first = spec.setup()
        if hasattr(first, "form"):
            typed = ("Žofie", "Ře", *first.form.fields[2:])
            form = replace(first.form, fields=typed, focus=1, capitals=False, ids=("0123456789abcdef",))
            screens.append((key, games, replace(first, form=form)))
        else:  # the chess clock begins with a time control
            screens.append((key, games, replace(first, players=("Žofie", "Ře"), people=("0123456789abcdef",))))
    return screens


def _entries(game: int, entries: int) -> list[tuple[str, int, Any]]:
    """A deal, a round of cards, a move; what lies on the board is kept as a move, too."""
    deal = DealDraft(chooser="A", trhak="C", commitments=(Commitment(kind="hra", level=1),), fault="claim")
    move = MoveEntry(word="KOLA", points="12", tiles=3, player=2, at="H8")
    screens = (
        DealEntry(deal),
        KockaPlay(KockaDraft(2, {"hejma": 1, "ace": 2})),
        move,
    )
    return [(str(game), entries, screen) for screen in screens]


def statistics(folder: Path) -> None:
    """What is counted of the games; the file in which that is kept lies beside the journal afterwards."""
    lines = count_journal(folder / "journal.db").lines
    compact(folder / "statistics.json", {line.id: msgspec.to_builtins(line) for line in lines})
