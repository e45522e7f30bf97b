"""The pods on a screen: who lies beside which pair, how its clock runs (S10), and pairing them anew."""

from __future__ import annotations

from device.common.i18n import t
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.headings import DONE_WIDE, below_heading, heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment, OverlayViews, soonest
from device.kiosk.screen import Screen, ask, draw_panel, draw_side_card
from device.kiosk.screen_controller import OverlayController
from device.pods import status
from device.pods.status import PodState, PodStatus
from rules.game import SECOND

OTHERS = 3
"""Pods without a side that are listed."""
WELL = (PodState.READY, PodState.CONNECTING)


Pods = tuple[PodStatus, ...]
"""The pods as they stood a moment ago."""


class PodsScreen(Screen[Pods]):
    """A card for each side, and below them whatever else is plugged in.

    ``asking``: the side whose pod is being forgotten, once that is confirmed; any other touch means no.
    """

    asking: int | None = None

    def draw(self, canvas: Canvas, view: Moment[Pods]) -> Rect:
        """All pods there are."""
        seen, look = view.state, canvas.look
        tall = look.portrait
        head, cards, foot = below_heading(canvas, (600, 160) if tall else (320, 80))
        _, swap = heading(canvas, head, t("Pods"), own=DONE_WIDE[tall])
        none = None if any(pod_status.side is not None for pod_status in seen) else t("No pod is paired yet.")
        canvas.button(swap, t("Swap sides"), ask(PodsController.swap), size=17, why=none)
        for side, box in enumerate(canvas.by_side(canvas.split(cards, (1, 1)))):
            self._card(canvas, box, side, next((pod_status for pod_status in seen if pod_status.side == side), None))
        self._others(canvas, foot, [pod_status for pod_status in seen if pod_status.side is None])
        return foot

    def _card(self, canvas: Canvas, rect: Rect, side: int, pod_status: PodStatus | None) -> None:
        p, u = canvas.look.palette, canvas.u
        name, body = draw_side_card(canvas, rect, side)
        if pod_status is not None:
            canvas.text(name, status.short(pod_status), 22, "semibold", p.pair_ink, "right", digits=True)
        state, facts, forget = canvas.rows(body, (30, 130, 48), u(4))
        if canvas.look.large_print:
            state, facts, forget = canvas.rows(body, (27, 134, 50), u(2))
        if pod_status is None:
            canvas.text(state, t("no pod"), 19, "semibold", p.muted)
            words, _ = canvas.rows(facts, (2 * canvas.print_scale, 4), 0)
            canvas.text(words, t("Plug a new pod in and press its button."), 17, "regular", p.muted, lines=2)
            return
        good = pod_status.standing in WELL
        canvas.text(state, status.standing(pod_status), 19, "semibold", p.text if good else p.warn)
        lines = status.facts(pod_status) or [t("Its pairing stays; it is recognised when it is back.")]
        places = canvas.rows(facts, (1,) * max(len(lines), round(6 / canvas.print_scale)), 0)
        for line, box in zip(lines, places, strict=False):
            canvas.text(box, line, 16, "regular", p.muted, digits=True)
        if self.asking == side:
            canvas.button(forget, t("Really forget it?"), ask(PodsController.forget, side), style="danger", size=19)
        else:
            canvas.button(forget, t("Forget this pod"), Show(PodsScreen(side)), size=17)

    def _others(self, canvas: Canvas, rect: Rect, others: list[PodStatus]) -> None:
        p = canvas.look.palette
        inner = draw_panel(canvas, rect, p.panel, 14, 6)
        shown = min(OTHERS, inner.h // canvas.lu(19) - 1) if canvas.look.large_print else OTHERS
        title, *rows = canvas.rows(inner, (1,) * (shown + 1), 0)
        canvas.text(title, t("Others that are plugged in"), 16, "semibold", p.muted)
        if not others:
            canvas.text(rows[0], t("None."), 17, "regular", p.faint)
        for pod_status, row in zip(others[:shown], rows, strict=False):
            name, state = canvas.cols(row, (1, 3))
            canvas.text(
                name,
                status.short(pod_status) if pod_status.ident else pod_status.path.rpartition("/")[2],
                17,
                "semibold",
                p.text,
            )
            canvas.text(state, status.standing(pod_status), 17, "regular", p.warn)


class PodsViews(OverlayViews):
    """What shows of the pods."""

    def next_change(self, moment: Moment[Pods]) -> int | None:
        """Their state is read every second, whatever goes on below."""
        return soonest(super().next_change(moment), moment.at + SECOND)


class PodsController(OverlayController[Pods]):
    """The pods over whatever was shown before."""

    first = PodsScreen
    views = PodsViews()

    @property
    def state(self) -> Pods:
        """The pods as they stood a moment ago."""
        return self.host.pods.statuses if self.host.pods is not None else ()

    def swap(self) -> None:
        """Let each pod be the clock button of the other side."""
        self.show(None)
        if self.host.pods is not None:
            self.host.pods.swap()

    def forget(self, side: int) -> None:
        """Forget the pod of a side."""
        self.show(None)
        if self.host.pods is not None:
            self.host.pods.forget(side)
