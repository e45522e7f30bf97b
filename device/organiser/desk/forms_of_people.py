"""The forms of entrants, and of a new evening; see `declared`."""

from __future__ import annotations

from dataclasses import replace

from device.common.i18n import t, tr
from device.common.rights import EventRole
from device.organiser.acts.from_text import plain
from device.organiser.desk.asked import Asked, Form
from device.organiser.desk.form_declaration import (
    NEEDED,
    DeskForm,
    EntrantField,
    Field,
    FileField,
    Subject,
    TickField,
    Version,
    WholeField,
    via,
)
from device.organiser.desk.form_subjects import entrant_of, last_words
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament import entrant_file, made_from
from device.organiser.tournament.decided import STATUS
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from rules.message import msg

SCORER, ARBITER, ORGANISER = EventRole.SCORER, EventRole.ARBITER, EventRole.ORGANISER
NUMBER = EntrantField("number", msg("Number"), must=True)
WHY = Field("reason", msg("Why"), "", must=True, most=200)
WHO = (
    Field("player", msg("Player 1"), "", must=True, most=40, act="players"),
    Field("partner", msg("Player 2"), "", most=40, long=msg("Player 2 (for a pair)")),
    Field("name", msg("Name of the pair"), "", most=40),
)
ABOUT = (
    Field("team", msg("Team"), "", most=100),
    Field("classes", msg("Classes"), "", most=200, long=msg("Classes (juniors, women), with commas")),
    TickField("initials", msg("Initials"), long=msg("Initials on public pages")),
)
SINCE = WholeField("since", msg("Plays from round"), None, must=True, least=1)
FILE = FileField("file", msg("File (.xlsx, CSV)"), must=True, attributes={"accept": ".xlsx,.csv,.txt,text/csv"})
CLUB = Field("club", msg("Club"), "", most=100)
CONTACT = Field("contact", msg("Contact"), "", most=100, long=msg("Contact (for the desk alone)"))

AS_WRITTEN = (
    WHO[0],
    replace(WHO[1], long=None),
    WHO[2],
    replace(CLUB, empty=NEEDED),
    replace(CONTACT, empty=NEEDED),
)


def _line(number: int | None, *texts: str, initials: bool) -> entrant_file.EntrantLine:
    """What a form says of an entrant."""
    player, partner, name, club, contact, team, classes = map(plain, texts)
    names = tuple(name for name in (player, partner) if name)
    in_classes = entrant_file.split_classes(classes)
    return entrant_file.EntrantLine(0, number, name, names, club, contact, team, initials, in_classes)


def enrol(desk: OrganiserDesk, *values: str | int | bool | None) -> None:
    """An entrant is registered."""
    number, *texts, initials, another = values
    Registration(desk).enrol([_line(number, *texts, initials=initials)], another)  # type: ignore[arg-type]


def rename(desk: OrganiserDesk, *values: str | int | bool) -> None:
    """An entrant is written otherwise."""
    number, *texts, initials = values
    Registration(desk).correct(_line(number, *texts, initials=initials))  # type: ignore[arg-type]


def enrol_file(desk: OrganiserDesk, data: bytes) -> Asked:
    """All entrants of a file; the page says how many they were, what the file was read as, and what was left out."""
    file = entrant_file.read(data)
    Registration(desk).enrol(file.lines)
    return {"read": str(len(file.lines)), "form": file.form, "left": ", ".join(file.left_out)[:200]}


def _as_written(desk: OrganiserDesk, form: Form) -> Version:
    entrant = entrant_of(desk.state, form)
    return {} if entrant is None else made_from.entrant_fields(entrant, desk.contacts().get(entrant.id, ""))


def _attendance(desk: OrganiserDesk, form: Form) -> Version:
    entrant = entrant_of(desk.state, form)
    if entrant is None:
        return {}
    return {
        "is": tr(STATUS[entrant.status]),
        "plays_from": str(entrant.since or ""),
        "door": t("yes") if entrant.door else "",
        "rests": " ".join(map(str, sorted(entrant.rests))),
        "warnings": "; ".join(entrant.warnings),
    }


ATTENDANCE = Subject(
    _attendance,
    {
        "is": msg("Status"),
        "plays_from": msg("Plays from round"),
        "door": msg("Said so at the door"),
        "rests": msg("Bye in round"),
        "warnings": msg("Warnings"),
    },
)


def _expected(desk: OrganiserDesk, form: Form) -> Version:
    waited = [entrant for entrant in desk.state.tournament.entrants.values() if entrant.status == "registered"]
    return {"expected": ", ".join(f"{entrant.number} {entrant.name}" for entrant in waited)}


def _last(desk: OrganiserDesk, form: Form) -> Version:
    return {"last": last_words(desk.state, [])}


OF, LAST = WholeField("of", msg("Bye in round"), must=True, least=1), Subject(_last, {"last": msg("Last decision")})
FORMS = (
    DeskForm(
        "all_came",
        SCORER,
        "everybody is here",
        via(Registration, Registration.all_came),
        subject=Subject(_expected, shows={"expected": msg("expected")}),
    ),
    DeskForm(
        "attend",
        SCORER,
        "an entrant is here, comes later, or has left",
        via(Registration, Registration.attend),
        (
            NUMBER,
            Field("status", msg("Status")),
            WholeField("since", msg("Plays from round"), None, must=True, least=1),
        ),
        ATTENDANCE,
    ),
    DeskForm(
        "rest", ARBITER, "an entrant rests in a round", via(Registration, Registration.rest), (NUMBER, OF), ATTENDANCE
    ),
    DeskForm(
        "rest_not",
        ARBITER,
        "an entrant plays after all",
        lambda desk, number, of: Registration(desk).rest(number, of, False),
        (NUMBER, OF),
        ATTENDANCE,
    ),
    DeskForm("warn", ARBITER, "warn an entrant", via(Registration, Registration.warn), (NUMBER, WHY), ATTENDANCE),
    DeskForm("expel", ARBITER, "expel an entrant", via(Registration, Registration.expel), (NUMBER, WHY), ATTENDANCE),
    DeskForm(
        "remove_entrant",
        ORGANISER,
        "take out an entrant that was registered by mistake",
        via(Registration, Registration.remove),
        (NUMBER, EntrantField("same", msg("The same as number"), None)),
        ATTENDANCE,
    ),
    DeskForm(
        "enrol",
        ORGANISER,
        "add an entrant",
        enrol,
        (
            WholeField("number", msg("Number"), None),
            *WHO,
            CLUB,
            CONTACT,
            *ABOUT,
            TickField("another", msg("Somebody else of the same name")),
        ),
    ),
    DeskForm(
        "rename",
        ORGANISER,
        "write an entrant otherwise",
        rename,
        (
            NUMBER,
            WHO[0],
            replace(WHO[1], long=None),
            WHO[2],
            replace(CLUB, empty=NEEDED),
            replace(CONTACT, empty=NEEDED),
            *ABOUT,
        ),
        Subject(_as_written),
    ),
    DeskForm(
        "csv",
        ORGANISER,
        "add entrants from a file",
        enrol_file,
        (FileField("file", msg("File (.xlsx, CSV)"), must=True, attributes={"accept": ".xlsx,.csv,.txt,text/csv"}),),
    ),
    DeskForm("delete_contacts", ORGANISER, "delete all contacts for good", OrganiserDesk.delete_contacts, subject=LAST),
    DeskForm(
        "new_evening",
        ORGANISER,
        "begin a new evening",
        via(Rulings, Rulings.begin_evening),
        (Field("title", msg("Name of the new evening"), "", must=True, most=200),),
        LAST,
    ),
)
