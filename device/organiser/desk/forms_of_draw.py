"""The forms of draws, of how they are made, and of the games there are; see `declared`."""

from __future__ import annotations

from device.common.files.people_files import read_text
from device.common.rights import EventRole
from device.common.sheets.reading import parse_sheet
from device.organiser.acts import decisions
from device.organiser.desk.asked import Form, number
from device.organiser.desk.form_declaration import (
    AreaField,
    ChoiceField,
    DeskForm,
    EntrantField,
    Field,
    FileField,
    GameField,
    Subject,
    TickField,
    Version,
    WholeField,
    via,
)
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.tournament import made_from
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.public_names import short_name
from rules.message import msg

ARBITER, ORGANISER = EventRole.ARBITER, EventRole.ORGANISER
ROUND, KIND = WholeField("round", msg("Round")), GameField("kind", msg("Game"))
PAIR = tuple(
    WholeField(name, label, must=True, least=1, most=9999, act=act)
    for name, label, act in (("one", msg("Number"), "first"), ("other", msg("with number"), "other"))
)
RULES = {"apart": msg("never meet"), "wished": msg("wish to meet")}


def _drawn(desk: OrganiserDesk, form: Form) -> Version:
    """The draft of a round, or its draw where there is none, by its id; for a correction the draw."""
    tournament, round = desk.state.tournament, number(form, "round")
    drawn: decisions.Drafted | decisions.Published | None = tournament.draw_of(round)
    if form["do"] != "correct":
        drawn = tournament.draft(round) or drawn
    return {} if drawn is None else {"draw": drawn.id}


def _tables(state: EventState, version: Version) -> Version:
    """Who sits where in a draw that is known by its id, for people to compare."""
    known = {decision.id: decision for decision in state.tournament.all_decisions()} if "draw" in version else {}
    acts = known[version["draw"]].acts if version.get("draw") in known else ()
    drawn = next((act for act in acts if isinstance(act, decisions.Drafted | decisions.Published)), None)
    if drawn is None:
        return {}
    entrants = state.tournament.entrants
    named = {id: f"{entrant.number} {short_name(entrant)}" for id, entrant in entrants.items()}
    tables = {str(table.table): " – ".join(named.get(id, "?") for id in table.entrants) for table in drawn.tables}
    return tables | {"bye": ", ".join(named.get(id, "?") for id in drawn.byes)}


DRAFT = Subject(_drawn, {"bye": msg("Bye:")}, _tables)


def add_sheet_file(desk: OrganiserDesk, data: bytes) -> None:
    """The score sheet of a file is among the games of the event."""
    desk.add_sheet(parse_sheet(read_text(data).text))


FORMS = (
    DeskForm(
        "draft",
        ARBITER,
        "draw a round",
        via(Drawing, Drawing.draft),
        (ROUND, KIND, Field("method", msg("How")), WholeField("first", msg("First table"), 1, least=1, most=9999)),
        DRAFT,
    ),
    DeskForm(
        "by_hand",
        ARBITER,
        "write a draw by hand",
        via(Drawing, Drawing.by_hand),
        (ROUND, KIND, AreaField("lines", msg("Table: entrants' numbers; a line without a table is a bye"))),
        DRAFT,
    ),
    DeskForm(
        "swap", ARBITER, "two entrants change places in a draft", via(Drawing, Drawing.swap), (ROUND, *PAIR), DRAFT
    ),
    DeskForm(
        "correct",
        ARBITER,
        "two entrants change places in a published draw",
        via(Drawing, Drawing.correct),
        (ROUND, *PAIR, Field("reason", msg("Why"), "", must=True, most=200)),
        DRAFT,
    ),
    DeskForm("discard", ARBITER, "discard a draft", via(Drawing, Drawing.discard), (ROUND,), DRAFT),
    DeskForm("publish", ARBITER, "publish a draw", via(Drawing, Drawing.publish), (ROUND,), DRAFT),
    DeskForm(
        "sheet",
        ARBITER,
        "add a score sheet by its name",
        OrganiserDesk.add_offered_sheet,
        (Field("name", msg("Score sheet")),),
    ),
    DeskForm(
        "sheet_file",
        ARBITER,
        "add a score sheet from a file",
        add_sheet_file,
        (FileField("file", msg("File of a score sheet"), must=True, attributes={"accept": ".toml"}),),
    ),
    DeskForm(
        "draw_rules",
        ORGANISER,
        "how rounds are drawn",
        via(Drawing, Drawing.rule),
        (
            KIND,
            WholeField("rounds", msg("Rounds in all"), 0),
            TickField("accelerated", msg("The first rounds are accelerated")),
            TickField("locked", msg("Players sure of their place do not meet players whose prize is still open")),
        ),
        Subject(lambda desk, form: made_from.draw_rules_fields(desk.state.tournament.draw_rules(form.get("kind", "")))),
    ),
    DeskForm(
        "pair_rule",
        ARBITER,
        "whether two entrants meet",
        via(Drawing, Drawing.rule_pair),
        (
            EntrantField("one", msg("Number"), must=True),
            EntrantField("other", msg("and number"), must=True),
            ChoiceField("rule", msg("They"), "none", words=RULES),
        ),
    ),
    DeskForm(
        "take_back",
        ORGANISER,
        "take the last decision back, whoever made it",
        via(Drawing, Drawing.take_back),
        (Field("decision", msg("Last decision")),),
    ),
)
