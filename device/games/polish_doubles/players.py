"""A late player or a substitute: whose place it is, and who takes it (S7)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from device.games.name_offers import complete, draw_ghost
from device.games.polish_doubles.setup import LONGEST
from device.graphics.canvas import Canvas
from device.graphics.dialogs import form_heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import Next, View, call
from rules.message import Refusal
from rules.polish_doubles import events as e
from rules.polish_doubles.state import State


@dataclass(frozen=True)
class SubstituteForm(NameScreen[State]):
    """``seat``: pair A's players are 0 and 1, pair B's 2 and 3; None: nobody was tapped yet."""

    key = "substitute"
    slim_times = True
    form: NameForm = field(default_factory=lambda: NameForm(("",), LONGEST))
    seat: int | None = None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The four places, the name, and a keyboard."""
        p, u = canvas.look.palette, canvas.u
        head, who, name, keys = canvas.rows(canvas.area, (56, 84, 60, 250))
        form_heading(canvas, head, t("Whose place is it?"), t("Plays now"))
        for seat, box in enumerate(canvas.cols(who, (1, 1, 1, 1))):
            pair, player = divmod(seat, 2)
            label = view.state.players(pair)[player] or t("player {n}", n=player + 1)
            strip = Rect(box.x, box.y, box.w, u(8))
            canvas.panel(strip, p.pair[pair], radius=4)
            below = Rect(box.x, box.y + u(10), box.w, box.h - u(10))
            sub = view.state.setup.pairs[pair].name
            canvas.button(below, label, call(self.on_tap, seat), sub=sub, selected=self.seat == seat, size=20)
        canvas.panel(name, p.paper)
        inner = Rect(name.x + u(14), name.y, name.w - u(28), name.h)
        text = self.form.fields[0]
        known = complete(view.people(), self.form)
        if known is not None and draw_ghost(canvas, inner, text, known, 24, "bold"):
            canvas.touch(name, call(self.on_pick, known.name, known.id))
        else:
            canvas.text(inner, text + "_", 24, "bold", p.ink)
        if not text:
            canvas.text(inner, t("who comes, late or as a substitute"), 18, "regular", p.ink_faint, "right")
        name_keys(canvas, keys, self.form.capitals)
        return who

    def on_tap(self, state: State, seat: int) -> Self:
        """It is this place."""
        return replace(self, seat=seat)

    def on_done(self, state: State) -> Next[State]:
        """Record it. Raises `Refusal` where no place was tapped."""
        if self.seat is None:
            raise Refusal("S7", "First tap the player whose place it is.")
        pair, player = divmod(self.seat, 2)
        return e.Substitute(
            pair=e.LETTER[pair], player=player + 1, name=self.form.names[0] or " ", person=self.form.id_of(0)
        )
