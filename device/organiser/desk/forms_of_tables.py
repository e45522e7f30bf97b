"""The forms of tables, rounds and what everybody is told, and of further devices; see `declared`."""

from __future__ import annotations

from collections.abc import Iterator

from device.common.i18n import t, tr
from device.common.rights import EventRole
from device.common.web.forms import TooLarge
from device.organiser.acts.from_text import whole
from device.organiser.desk import joining, updates
from device.organiser.desk.asked import Form, number
from device.organiser.desk.form_declaration import (
    AnswerField,
    AreaField,
    DeskForm,
    Field,
    GameField,
    MinutesField,
    Subject,
    Version,
    WholeField,
)
from device.organiser.desk.typed import pairings
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.log.pairing import check_game
from device.organiser.tournament import made_from
from device.organiser.tournament.decided import time_of
from device.organiser.tournament.scoring import Scoring
from rules.game import SECOND, Progress
from rules.message import Message, msg

LONGEST_PAIRINGS = 30_000
"""Characters of pairings in one form: some four hundred tables."""
LONG_MIN, SHORT_MIN = 180, 3
"""Minutes beyond which a round is hardly meant."""

ARBITER, ORGANISER = EventRole.ARBITER, EventRole.ORGANISER
TABLE = WholeField("table", msg("Table"), must=True, least=1, most=9999)
ROUND = WholeField("round", msg("Round"), must=True, least=1)
KIND = GameField("kind", msg("Game"), "")
MINUTES = MinutesField("minutes", msg("Minutes"), must=True)
GAME = Field("game", msg("Game"), "")
REASON = Field("reason", msg("Why"), "", most=200, long=msg("Why the result goes back"))


# -- rounds ------------------------------------------------------------------------------------------------------------


def _round_on(desk: OrganiserDesk, form: Form) -> Version:
    on = desk.state.round
    if not on.round:
        return {}
    clock = t("stopped") if on.paused_at is not None else t("runs")
    return {"on": str(on.round), "minutes": str(round(on.length_s / 60)), "clock": clock}


def _round_before(desk: OrganiserDesk, form: Form) -> Version:
    """What a new round takes the place of: its own fields say something else."""
    return {"on": _round_on(desk, form).get("on", "")}


def _length(desk: OrganiserDesk, length_s: int) -> Iterator[Message]:
    """A round of hours or of a moment."""
    minutes = length_s / 60
    if minutes > LONG_MIN or 0 < minutes < SHORT_MIN:
        yield msg("Should the round really last {n} min?", n=round(minutes))


def _new_round(desk: OrganiserDesk, new: int, length_s: int, *_: object) -> Iterator[Message]:
    """One that would end another; one that nobody was drawn for."""
    yield from _length(desk, length_s)
    on = desk.state.round
    left = (on.starts + on.length_s * SECOND - desk.now()) // (60 * SECOND)
    tables = Scoring(desk.state).tables(on.round)
    is_whole = bool(tables) and all(table.scores is not None for table in tables)
    if on.round and left > 0 and on.length_s and not is_whole:
        yield msg("Round {n} is on and has {left} min left; the new one ends it.", n=on.round, left=left)
    rounds = [draw.round for draw in desk.state.tournament.rounds()]
    if rounds and new not in rounds:
        yield msg("No draw of round {n} is published.", n=new)


ROUND_ON = Subject(_round_on, {"on": msg("Round"), "minutes": msg("Minutes"), "clock": msg("Countdown")})
ROUND_BEFORE = Subject(_round_before, {"on": msg("Round")})
ROUNDS = (
    DeskForm(
        "round",
        ARBITER,
        "start a round",
        OrganiserDesk.round,
        (ROUND, MINUTES, KIND, MinutesField("starts", msg("Starts in (min)"), 0)),
        ROUND_BEFORE,
        doubts=_new_round,
    ),
    DeskForm(
        "length",
        ARBITER,
        "make the round longer or shorter",
        OrganiserDesk.round_length,
        (MINUTES,),
        ROUND_ON,
        doubts=_length,
    ),
    DeskForm("pause_round", ARBITER, "the countdown is stopped", OrganiserDesk.pause_round, subject=ROUND_ON),
    DeskForm("resume_round", ARBITER, "the countdown goes on", OrganiserDesk.resume_round, subject=ROUND_ON),
    DeskForm("end_round", ARBITER, "end the round", OrganiserDesk.end_round, subject=ROUND_ON),
    DeskForm(
        "take_end_back", ARBITER, "the round that was ended goes on", OrganiserDesk.take_end_back, subject=ROUND_BEFORE
    ),
    DeskForm(
        "take_start_back", ARBITER, "the round before goes on", OrganiserDesk.take_start_back, subject=ROUND_BEFORE
    ),
)


# -- what is said and shown --------------------------------------------------------------------------------------------


def _notice(desk: OrganiserDesk, form: Form) -> Version:
    notice = desk.state.notice
    return {} if notice is None else {"text": notice.text, "text_en": notice.text_en}


def _stream(desk: OrganiserDesk, form: Form) -> Version:
    return made_from.stream_fields(desk.state.streams.get(number(form, "slot")))


def _switch(name: str, is_on: str, label: Message) -> Subject:
    """Something that is on or off."""
    return Subject(lambda desk, form: {name: t("yes") if getattr(desk.state, is_on) else t("no")}, {name: label})


TELEPHONES = _switch("phones", "telephones", msg("Telephones as clock buttons"))
STANDBY = _switch("copied", "standby", msg("A second machine copies the event"))
SAID = (
    DeskForm(
        "notice",
        ARBITER,
        "tell everybody",
        OrganiserDesk.notice,
        (Field("text", msg("In Czech"), "", most=500), Field("text_en", msg("In English"), "", most=500)),
        Subject(_notice),
    ),
    DeskForm(
        "name",
        ORGANISER,
        "name the event",
        OrganiserDesk.name,
        (Field("title", msg("Name of the event"), most=200),),
        Subject(lambda desk, form: {"title": desk.state.title}),
    ),
    DeskForm(
        "stream",
        ORGANISER,
        "what the broadcast pages show",
        OrganiserDesk.stream,
        (
            WholeField("slot", msg("Broadcast"), least=1, most=9),
            WholeField("table", msg("Table"), 0, most=9999),
            MinutesField("delay", msg("Minutes late"), 0, act="delay_s"),
        ),
        Subject(_stream),
    ),
    DeskForm(
        "telephones",
        ORGANISER,
        "whether telephones may be clock buttons",
        OrganiserDesk.allow_telephones,
        (AnswerField("allowed", msg("Telephones as clock buttons")),),
        TELEPHONES,
    ),
    DeskForm(
        "door",
        ORGANISER,
        "open or close checking in at the door",
        OrganiserDesk.door,
        (AnswerField("open", msg("Check-in at the door")),),
        Subject(lambda desk, form: {"code": desk.state.door}, shows={"code": msg("Code at the door")}),
    ),
)


# -- a table -----------------------------------------------------------------------------------------------------------


def _pairings(desk: OrganiserDesk, form: Form) -> Version:
    """The tables that the form pairs, all of them where it is not filled in."""
    written = {line.partition(":")[0].strip() for line in form.get("pairings", "").splitlines()}
    return {
        str(
            place.number
        ): f"{place.pairing.round}: {' – '.join(place.pairing.names or map(', '.join, place.pairing.seats))}"
        for place in desk.state.tables()
        if place.pairing is not None and (str(place.number) in written or "pairings" not in form)
    }


def pair(desk: OrganiserDesk, kind: str, text: str, round: int | None) -> None:
    """Who plays where. Raises `TooLarge` where there are more pairings than the page takes."""
    if len(text) > LONGEST_PAIRINGS:
        raise TooLarge
    desk.pair_all(kind, pairings(text, check_game(desk.read(), kind).seats), round)


OF_TABLE = {
    "calls": msg("Calls"),
    "released": msg("Number is free"),
    "pairing": msg("Pairing"),
    "result": msg("Result"),
}


def _of_table(name: str) -> Subject:
    """One of what a table is: what it was told, who calls, who is to play there, and what it has signed."""

    def version(desk: OrganiserDesk, form: Form) -> Version:
        state = desk.state
        place = state.place(number(form, "table"))
        paired = place.pairing
        game = state.games.get(form.get("game", "")) or state.game_at(place)
        signed = game is not None and game.history is not None and game.progress is Progress.SIGNED
        whole = {
            "text": place.note,
            "calls": ", ".join(time_of(state, call.since) for call in place.calls.values()),
            "released": t("yes") if place.released else "",
            "pairing": "" if paired is None else " – ".join(paired.names or map(", ".join, paired.seats)),
            "result": tr(game.history.game.summary(game.history.state)) if signed and game and game.history else "",
        }
        return {name: whole[name]}

    return Subject(version, OF_TABLE)


def _counting(desk: OrganiserDesk, form: Form) -> Version:
    game = desk.state.games.get(form.get("game", ""))
    return {} if game is None else {"counted": t("yes") if game.counts else t("no")}


def _claim(desk: OrganiserDesk, form: Form) -> Version:
    game = desk.state.games.get(form.get("game", ""))
    claim = None if game is None else game.claims.get((form.get("table", ""), form.get("device", "")))
    return {} if claim is None else {"claim": t("waits") if claim.is_open else t("left out")}


class FreeTableField(Field):
    """One of the tables that a spare may be."""

    def _value(self, text: str, state: EventState) -> int:
        return whole(text)


COUNTS = AnswerField("counts", msg("Counts"))
TABLES = (
    DeskForm(
        "tell",
        ARBITER,
        "tell one table",
        OrganiserDesk.tell,
        (TABLE, Field("text", msg("Tell the table"), "", most=200)),
        _of_table("text"),
    ),
    DeskForm(
        "coming",
        ARBITER,
        "the referee is on the way to a table",
        OrganiserDesk.answer_call,
        (TABLE,),
        _of_table("calls"),
    ),
    DeskForm("settled", ARBITER, "a call is settled", OrganiserDesk.settle_call, (TABLE,), _of_table("calls")),
    DeskForm("unpair", ARBITER, "take a pairing back", OrganiserDesk.unpair, (TABLE,), _of_table("pairing")),
    DeskForm(
        "release", ARBITER, "free a table's number for a spare", OrganiserDesk.release, (TABLE,), _of_table("released")
    ),
    DeskForm(
        "take_release_back",
        ARBITER,
        "the number stays with its device",
        OrganiserDesk.take_release_back,
        (TABLE,),
        _of_table("released"),
    ),
    DeskForm(
        "back",
        ARBITER,
        "send a signed result back",
        OrganiserDesk.send_back,
        (TABLE, REASON, GAME),
        _of_table("result"),
    ),
    DeskForm(
        "take_return_back",
        ARBITER,
        "a result that was sent back stands",
        OrganiserDesk.take_return_back,
        (TABLE, GAME),
        _of_table("result"),
    ),
    DeskForm(
        "pair",
        ARBITER,
        "say who plays where",
        pair,
        (
            GameField("kind", msg("Game")),
            AreaField("pairings", msg("Pairings"), most=LONGEST_PAIRINGS),
            WholeField("round", msg("For round"), None, must=True, least=1),
        ),
        Subject(_pairings, is_part=True),
    ),
    DeskForm(
        "claim",
        ARBITER,
        "what another device says of a game counts, or does not",
        OrganiserDesk.decide_claim,
        (GAME, TABLE, Field("device", msg("What another device says")), COUNTS),
        Subject(_claim, shows={"claim": msg("What another device says")}),
    ),
    DeskForm(
        "count",
        ARBITER,
        "a game counts, or does not",
        OrganiserDesk.count,
        (Field("game", msg("Game")), COUNTS, REASON),
        Subject(_counting, shows={"counted": msg("Counts")}),
    ),
)
DEVICES = (
    DeskForm(
        "join", ARBITER, "a spare table joins with a short code", joining.begin, (FreeTableField("table", msg("As")),)
    ),
    DeskForm("end_join", ARBITER, "that code counts no more", joining.end),
    DeskForm(
        "update", ORGANISER, "tables take an update", updates.order, (Field("count", msg("Updates of the tables")),)
    ),
    DeskForm("stop_update", ORGANISER, "no further table takes an update", updates.stop),
    DeskForm(
        "standby",
        ORGANISER,
        "a second machine copies the event",
        joining.standby,
        (Field("on", msg("A second machine copies the event")),),
        STANDBY,
    ),
)
FORMS = (*ROUNDS, *SAID, *TABLES, *DEVICES)
