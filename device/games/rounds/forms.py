"""Forms for what acts on a score sheet need; the names of those kept half written are in journals."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import Any

from device.common.i18n import t, tr
from device.games.act_forms import CorrectedFigures, Counts, NoteInWordsForm, screen_of
from device.games.act_screens import GameForms
from device.games.rounds import ACCENT
from device.graphics.canvas import Canvas
from device.graphics.dialogs import draw_confirmation
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen
from rules.rounds import acts as e
from rules.rounds.report import row_name
from rules.rounds.state import SEATS, Phase, State

FORMS = GameForms(__name__, ACCENT, SEATS, columns=attrgetter("columns"))
RoundForm = screen_of(FORMS, e.RoundScore, "RoundForm", phases=(Phase.PLAY,))


class FiguresOfRow(CorrectedFigures, kw_only=True):
    """The figures of row ``number`` (from 1), as they stand until something is typed."""

    key = ""

    def valid(self, state: State) -> bool:
        """While there is such a row."""
        return state.phase is not Phase.SIGNED and self.number <= len(state.rows)

    def title(self, state: State) -> str:
        """The round, or the box."""
        return t("{row} · put it right", row=tr(row_name(state, self.number - 1)))

    def counts_in(self, state: State) -> Counts:
        """What is typed, else what stands there."""
        if self.counts.texts:
            return self.counts
        texts = tuple("" if figure is None else str(figure) for figure in state.rows[self.number - 1])
        return replace(self.counts, texts=texts)


CorrectedRow: Any = screen_of(FORMS, e.RoundScore, "CorrectedRow", FiguresOfRow, key="correct_row", corrects=e.Correct)
DealerScreen = screen_of(FORMS, e.Dealer, "DealerScreen")
OnTurnScreen = screen_of(FORMS, e.OnTurn, "OnTurnScreen")
SubstituteForm = screen_of(FORMS, e.Substitute, "SubstituteForm")
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)
ReopenScreen = screen_of(FORMS, e.Reopen, "ReopenScreen")


class EndForm(Screen[State]):
    """Whether the table ends the game as it stands."""

    phases = (Phase.PLAY,)
    ends_game = True

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The question, with who is in front."""
        state = view.state
        names = " · ".join(state.columns[column] for column in state.winners)
        line = t("The sums count as they are. In front: {names}", names=names)
        yes = t("Yes, it is over"), t("both sides then sign")
        return draw_confirmation(canvas, t("End of game"), line, yes, e.End(), canvas.look.palette.accents[ACCENT])


SCREENS = {
    e.RoundScore: RoundForm,
    e.Dealer: DealerScreen,
    e.OnTurn: OnTurnScreen,
    e.End: EndForm,
    e.Substitute: SubstituteForm,
    e.Note: NoteForm,
}
"""What the menu asks before it records an act."""
