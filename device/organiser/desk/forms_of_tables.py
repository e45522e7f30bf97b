"""The forms of tables, rounds and what everybody is told, and of further devices; see `declared`."""

from __future__ import annotations

from collections.abc import Iterator

from device.common.i18n import t, tr
from device.common.rights import EventRole, Right
from device.common.web.forms import TooLarge
from device.organiser.acts.from_text import whole
from device.organiser.desk import joining, updates
from device.organiser.desk.asked import Form, number
from device.organiser.desk.declared import (
    AnswerField,
    AreaField,
    DeskForm,
    Field,
    GameField,
    MinutesField,
    Stands,
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


ON = {"on": msg("Round"), "minutes": msg("Minutes"), "clock": msg("Countdown")}
ROUNDS = (
    DeskForm(
        word="round",
        right=Right(ARBITER, "start a round"),
        fields=(ROUND, MINUTES, KIND, MinutesField("starts", msg("Starts in (min)"), 0)),
        act=OrganiserDesk.round,
        stands=_round_before,
        shows=ON,
        doubts=_new_round,
    ),
    DeskForm(
        word="length",
        right=Right(ARBITER, "make the round longer or shorter"),
        fields=(MINUTES,),
        act=OrganiserDesk.round_length,
        stands=_round_on,
        shows=ON,
        doubts=_length,
    ),
    *(
        DeskForm(word=word, right=Right(ARBITER, does), act=act, stands=stands, shows=ON)
        for word, does, act, stands in (
            ("pause_round", "the countdown is stopped", OrganiserDesk.pause_round, _round_on),
            ("resume_round", "the countdown goes on", OrganiserDesk.resume_round, _round_on),
            ("end_round", "end the round", OrganiserDesk.end_round, _round_on),
            ("take_end_back", "the round that was ended goes on", OrganiserDesk.take_end_back, _round_before),
            ("take_start_back", "the round before goes on", OrganiserDesk.take_start_back, _round_before),
        )
    ),
)


# -- what is said and shown --------------------------------------------------------------------------------------------


def _notice(desk: OrganiserDesk, form: Form) -> Version:
    notice = desk.state.notice
    return {} if notice is None else {"text": notice.text, "text_en": notice.text_en}


def _stream(desk: OrganiserDesk, form: Form) -> Version:
    return made_from.stream_fields(desk.state.streams.get(number(form, "slot")))


def _switch(name: str, is_on: str, label: Message) -> tuple[Stands, dict[str, Message]]:
    """Something that is on or off, as it stands and what people call it."""
    return lambda desk, form: {name: t("yes") if getattr(desk.state, is_on) else t("no")}, {name: label}


_TELEPHONES, _TELEPHONES_LABEL = _switch("phones", "telephones", msg("Telephones as clock buttons"))
_STANDBY, _STANDBY_LABEL = _switch("copied", "standby", msg("A second machine copies the event"))
SAID = (
    DeskForm(
        word="notice",
        right=Right(ARBITER, "tell everybody"),
        fields=(Field("text", msg("In Czech"), "", most=500), Field("text_en", msg("In English"), "", most=500)),
        act=OrganiserDesk.notice,
        stands=_notice,
    ),
    DeskForm(
        word="name",
        right=Right(ORGANISER, "name the event"),
        fields=(Field("title", msg("Name of the event"), most=200),),
        act=OrganiserDesk.name,
        stands=lambda desk, form: {"title": desk.state.title},
    ),
    DeskForm(
        word="stream",
        right=Right(ORGANISER, "what the broadcast pages show"),
        fields=(
            WholeField("slot", msg("Broadcast"), least=1, most=9),
            WholeField("table", msg("Table"), 0, most=9999),
            MinutesField("delay", msg("Minutes late"), 0, act="delay_s"),
        ),
        act=OrganiserDesk.stream,
        stands=_stream,
    ),
    DeskForm(
        word="telephones",
        right=Right(ORGANISER, "whether telephones may be clock buttons"),
        fields=(AnswerField("allowed", msg("Telephones as clock buttons")),),
        act=OrganiserDesk.allow_telephones,
        stands=_TELEPHONES,
        shows=_TELEPHONES_LABEL,
    ),
    DeskForm(
        word="door",
        right=Right(ORGANISER, "open or close checking in at the door"),
        fields=(AnswerField("open", msg("Check-in at the door")),),
        act=OrganiserDesk.door,
        stands=lambda desk, form: {"code": desk.state.door},
        shows={"code": msg("Code at the door")},
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


def _of_table(name: str) -> Stands:
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

    return version


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


OF_TABLE = {
    "calls": msg("Calls"),
    "released": msg("Number is free"),
    "pairing": msg("Pairing"),
    "result": msg("Result"),
}
COUNTS = AnswerField("counts", msg("Counts"))
TABLES = (
    DeskForm(
        word="tell",
        right=Right(ARBITER, "tell one table"),
        fields=(TABLE, Field("text", msg("Tell the table"), "", most=200)),
        act=OrganiserDesk.tell,
        stands=_of_table("text"),
    ),
    *(
        DeskForm(
            word=word,
            right=Right(ARBITER, does),
            fields=fields,
            act=act,
            stands=_of_table(name),
            shows=OF_TABLE,
        )
        for word, does, fields, act, name in (
            ("coming", "the referee is on the way to a table", (TABLE,), OrganiserDesk.answer_call, "calls"),
            ("settled", "a call is settled", (TABLE,), OrganiserDesk.settle_call, "calls"),
            ("unpair", "take a pairing back", (TABLE,), OrganiserDesk.unpair, "pairing"),
            ("release", "free a table's number for a spare", (TABLE,), OrganiserDesk.release, "released"),
            (
                "take_release_back",
                "the number stays with its device",
                (TABLE,),
                OrganiserDesk.take_release_back,
                "released",
            ),
            ("back", "send a signed result back", (TABLE, REASON, GAME), OrganiserDesk.send_back, "result"),
            (
                "take_return_back",
                "a result that was sent back stands",
                (TABLE, GAME),
                OrganiserDesk.take_return_back,
                "result",
            ),
        )
    ),
    DeskForm(
        word="pair",
        right=Right(ARBITER, "say who plays where"),
        fields=(
            GameField("kind", msg("Game")),
            AreaField("pairings", msg("Pairings"), most=LONGEST_PAIRINGS),
            WholeField("round", msg("For round"), None, must=True, least=1),
        ),
        act=pair,
        stands=_pairings,
        is_part=True,
    ),
    DeskForm(
        word="claim",
        right=Right(ARBITER, "what another device says of a game counts, or does not"),
        fields=(GAME, TABLE, Field("device", msg("What another device says")), COUNTS),
        act=OrganiserDesk.decide_claim,
        stands=_claim,
        shows={"claim": msg("What another device says")},
    ),
    DeskForm(
        word="count",
        right=Right(ARBITER, "a game counts, or does not"),
        fields=(Field("game", msg("Game")), COUNTS, REASON),
        act=OrganiserDesk.count,
        stands=_counting,
        shows={"counted": msg("Counts")},
    ),
)
DEVICES = (
    DeskForm(
        word="join",
        right=Right(ARBITER, "a spare table joins with a short code"),
        fields=(FreeTableField("table", msg("As")),),
        act=joining.begin,
    ),
    DeskForm(word="end_join", right=Right(ARBITER, "that code counts no more"), act=joining.end),
    DeskForm(
        word="update",
        right=Right(ORGANISER, "tables take an update"),
        fields=(Field("count", msg("Updates of the tables")),),
        act=updates.order,
    ),
    DeskForm(word="stop_update", right=Right(ORGANISER, "no further table takes an update"), act=updates.stop),
    DeskForm(
        word="standby",
        right=Right(ORGANISER, "a second machine copies the event"),
        fields=(Field("on", msg("A second machine copies the event")),),
        act=joining.standby,
        stands=_STANDBY,
        shows=_STANDBY_LABEL,
    ),
)
FORMS = (*ROUNDS, *SAID, *TABLES, *DEVICES)
