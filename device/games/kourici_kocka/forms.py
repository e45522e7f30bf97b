"""Forms for what acts of Kouřící kočka need; the names of those kept half written are in journals."""

from __future__ import annotations

from device.games.act_forms import CorrectedFigures, NoteInWordsForm, screen_of
from device.games.act_screens import GameForms
from device.games.kourici_kocka.seats import ACCENT, press_areas
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.state import SEAT, SIDE_SEATS

FORMS = GameForms(__name__, ACCENT, SEAT, SIDE_SEATS, press_areas=press_areas)
TieScreen = screen_of(FORMS, e.Confirm, "TieScreen", phases=e.Confirm.phases)
MisdealScreen = screen_of(FORMS, e.Misdeal, "MisdealScreen")
RenoncScreen = screen_of(FORMS, e.Renonc, "RenoncScreen")
HaltScreen = screen_of(FORMS, e.Halt, "HaltScreen")
FirstDealerScreen = screen_of(FORMS, e.FirstDealer, "FirstDealerScreen")
DealtScreen = screen_of(FORMS, e.Deal, "DealtScreen")
EARLIER = {"hejma": "person", "counts.early": "counts.flag"}
PointsForm = screen_of(FORMS, e.Points, "PointsForm", earlier_fields=EARLIER)
CorrectedPoints = screen_of(
    FORMS,
    e.Points,
    "CorrectedPoints",
    CorrectedFigures,
    key="correct_points",
    corrects=e.Correct,
    earlier_fields=EARLIER,
)
SubstituteForm = screen_of(FORMS, e.Substitute, "SubstituteForm")
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)
SCREENS = {
    screen.act: screen
    for screen in (HaltScreen, MisdealScreen, PointsForm, FirstDealerScreen, SubstituteForm, NoteForm, DealtScreen)
}
"""What the menu asks before it records an act."""
ReopenScreen = screen_of(FORMS, e.Reopen, "ReopenScreen")
