"""The pods on a screen: who lies beside which pair, how its clock runs (S10), and pairing them anew."""

from __future__ import annotations

from typing import Any

from device.i18n import t
from device.kiosk.actions import BACK, Go, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Controller, Host
from device.kiosk.overlay import Overlay
from device.kiosk.widgets import Rect, Scene
from device.pods import status_text
from device.pods.registry import PodState, PodStatus
from rules.game import SECOND

SWAP = Go("swap")
OTHERS = 3
"""Pods without a side that are listed."""
WELL = (PodState.READY, PodState.CONNECTING)


class PodsController(Overlay):
    """The roster, a card for each side, with the way back to the room ``under``, which goes on meanwhile."""

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self.asking: int | None = None

    @property
    def seen(self) -> tuple[PodStatus, ...]:
        """The pods as they stood a moment ago."""
        return self.host.pods.seen if self.host.pods is not None else ()

    def of(self, side: int) -> PodStatus | None:
        """The pod of a side; None where it has none."""
        return next((one for one in self.seen if one.side == side), None)

    def scene(self, look: Look, at: int) -> Scene:
        """A card for each side, and below them whatever else is plugged in."""
        canvas = Canvas(look)
        tall = look.portrait
        head, cards, foot = canvas.rows(canvas.area, (58, 560, 200) if tall else (52, 272, 124))
        back, title, swap = canvas.cols(head, (28, 44, 28))
        canvas.button(back, t("Back"), BACK, icon="back", size=17)
        canvas.text(title, t("Pods"), 28, "bold", look.palette.text, "center")
        none = None if any(self.of(side) for side in (0, 1)) else t("No pod is paired yet.")
        canvas.button(swap, t("Swap sides"), SWAP, size=17, why=none)
        for side, box in enumerate((canvas.rows if tall else canvas.cols)(cards, (1, 1))):
            self._card(canvas, box, side)
        self._others(canvas, foot)
        if look.toast:
            canvas.banner(foot, look.toast)
        return canvas.scene()

    def _card(self, canvas: Canvas, rect: Rect, side: int) -> None:
        p, u, one = canvas.look.palette, canvas.u, self.of(side)
        canvas.panel(rect, p.panel)
        canvas.panel(Rect(rect.x, rect.y, rect.w, u(44)), p.pair[side])
        pad = u(14)
        name = Rect(rect.x + pad, rect.y, rect.w - 2 * pad, u(44))
        canvas.text(name, t("Clock button {side}", side="AB"[side]), 22, "bold", p.pair_ink)
        if one is not None:
            canvas.text(name, status_text.short(one), 22, "semibold", p.pair_ink, "right", digits=True)
        body = Rect(rect.x + pad, rect.y + u(50), rect.w - 2 * pad, rect.h - u(50) - pad // 2)
        state, facts, forget = canvas.rows(body, (30, 132, 46), u(4))
        if one is None:
            canvas.text(state, t("no pod"), 19, "semibold", p.muted)
            words, _ = canvas.rows(facts, (2, 4), 0)
            canvas.text(words, t("Plug a new pod in and press its button."), 17, "regular", p.muted, lines=2)
            return
        good = one.standing in WELL
        canvas.text(state, status_text.standing(one), 19, "semibold", p.text if good else p.warn)
        lines = status_text.facts(one) or [t("What it was told stays; it is known again when it is back.")]
        for line, box in zip(lines, canvas.rows(facts, (1,) * 6, 0), strict=False):
            canvas.text(box, line, 16, "regular", p.muted, digits=True)
        if self.asking == side:
            canvas.button(forget, t("Really forget it?"), Put("forget", side), style="danger", size=19)
        else:
            canvas.button(forget, t("Forget this pod"), Put("ask", side), size=17)

    def _others(self, canvas: Canvas, rect: Rect) -> None:
        p, u = canvas.look.palette, canvas.u
        canvas.panel(rect, p.panel)
        others = [one for one in self.seen if one.side is None]
        inner = Rect(rect.x + u(14), rect.y + u(6), rect.w - u(28), rect.h - u(12))
        title, *rows = canvas.rows(inner, (1,) * (OTHERS + 1), 0)
        canvas.text(title, t("Others that are plugged in"), 16, "semibold", p.muted)
        if not others:
            canvas.text(rows[0], t("None."), 17, "regular", p.faint)
        for one, row in zip(others[:OTHERS], rows, strict=False):
            name, state = canvas.cols(row, (1, 3))
            canvas.text(
                name, status_text.short(one) if one.ident else one.path.rpartition("/")[2], 17, "semibold", p.text
            )
            canvas.text(state, status_text.standing(one), 17, "regular", p.warn)

    def act(self, action: Any) -> None:
        """Forgetting asks once more; any other touch means no."""
        asked, self.asking = self.asking, None
        pods = self.host.pods
        if action == BACK:
            self.close()
        elif action == SWAP and pods is not None:
            pods.swap()
        elif isinstance(action, Put) and action.name == "ask":
            self.asking = action.value
        elif isinstance(action, Put) and action.name == "forget" and action.value == asked and pods is not None:
            pods.forget(action.value)

    def typed(self, text: str) -> None:
        """Escape goes back."""
        if text == "\x1b":
            self.close()

    def next_change(self, at: int) -> int | None:
        """The roster is read every second, whatever goes on below."""
        below = self.under.next_change(at)
        return at + SECOND if below is None else min(below, at + SECOND)
