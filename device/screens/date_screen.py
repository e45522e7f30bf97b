"""What day is it: entered by people where nothing else gives it, or left open."""

from __future__ import annotations

import calendar as months
from dataclasses import replace
from datetime import datetime, timedelta

from device.common import i18n
from device.common.files.wall_clock import FIRST
from device.common.i18n import t
from device.graphics.actions import BACK, DONE
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, ask, call, draw_panel
from device.kiosk.screen_controller import OverlayController
from device.table.calendar import Calendar

LAST_YEAR = 2099


class DateScreen(Screen[Calendar]):
    """Day, month, year, hour and minute, each with a step up and down. ``moment`` None: as the device has it."""

    moment: datetime | None = None

    def current_moment(self, state: Calendar) -> datetime:
        """The moment that stands there."""
        return self.moment if self.moment is not None else at_least(state.today())

    def draw(self, canvas: Canvas, view: Moment[Calendar]) -> Rect:
        """What is known, the moment, and the two answers."""
        state, u, p, tall = view.state, canvas.u, canvas.look.palette, canvas.look.portrait
        tells_itself = state.vouches()
        line, body, foot = draw_heading(canvas, (80, 420, 90) if tall else (60, 236, 84), t("What day is it?"))
        words = t("This device has no clock of its own. Until somebody sets the date, papers have none.")
        if tells_itself:
            words = t("This device has the date from the network or from a clock of its own.")
        elif state.is_known:
            words = t("The organiser or somebody here has set the date.")
        canvas.text(line, words, 20, "regular", p.muted, "center", lines=3 if tall else 2)
        now = self.current_moment(state)
        date, hour = canvas.split(body, (3, 2))
        names = t("Day"), t("Month"), t("Year"), t("Hour"), t("Minute")
        figures = *i18n.day(now).split(" "), *i18n.time_of_day(now).split(":")
        boxes = [*canvas.cols(date, (1, 1, 1.3)), *canvas.cols(hour, (1, 1))]
        for place, (name, text, box) in enumerate(zip(names, figures, boxes, strict=True)):
            inner = draw_panel(canvas, box, p.panel, 6, 6)
            up, title, value, down = canvas.rows(inner, (60, 22 * canvas.print_scale, 56, 60), u(4))
            why = t("This device knows the date itself.") if tells_itself else None
            canvas.button(up, "+", call(self.on_step, place, 1), size=28, why=why)
            canvas.text(title, name, 15, "regular", p.muted, "center")
            canvas.text(value, text, 38, "bold", p.text, "center", digits=True)
            canvas.button(down, "−", call(self.on_step, place, -1), size=28, why=why)
        nobody, right = canvas.cols(foot, (1, 1.4))
        if tells_itself:
            canvas.button(foot, t("Back"), BACK, style="primary", size=24)
        else:
            canvas.button(
                nobody, t("Leave it open"), ask(DateController.leave_open), sub=t("papers without a date"), size=22
            )
            canvas.button(right, t("It is {day}", day=i18n.day_and_time(now)), DONE, style="primary", size=24)
        return line

    def on_step(self, state: Calendar, place: int, step: int) -> DateScreen:
        """One up or down; after the last comes the first, and a month that is too short takes its last day."""
        now = self.current_moment(state)
        if place == 0:
            days = months.monthrange(now.year, now.month)[1]
            now = now.replace(day=(now.day - 1 + step) % days + 1)
        elif place == 1:
            now = in_month(now, now.year, (now.month - 1 + step) % 12 + 1)
        elif place == 2:
            now = in_month(now, min(LAST_YEAR, max(FIRST.year, now.year + step)), now.month)
        elif place == 3:
            now = now.replace(hour=(now.hour + step) % 24)
        else:
            now = now.replace(minute=(now.minute + step) % 60)
        return replace(self, moment=now)

    def on_done(self, state: Calendar) -> Next[Calendar]:
        """That is the moment."""
        return ask(DateController.say_moment, self.current_moment(state))


def in_month(now: datetime, year: int, month: int) -> datetime:
    """The same day of another month, its last where it is shorter."""
    return now.replace(year=year, month=month, day=min(now.day, months.monthrange(year, month)[1]))


def at_least(moment: datetime) -> datetime:
    """A clock that is behind this program's own beginning is not what anybody would step from."""
    first = FIRST.astimezone() + timedelta(hours=12)
    return max(moment, first).replace(second=0, microsecond=0)


class DateController(OverlayController[Calendar]):
    """The screen over whatever shows."""

    first = DateScreen

    @property
    def state(self) -> Calendar:
        """What is known of the day."""
        return self.host.calendar

    def say_moment(self, moment: datetime) -> None:
        """It is that moment."""
        self.host.calendar.say(moment)
        self.leave()

    def leave_open(self) -> None:
        """Nobody says what day it is; papers stay without a date."""
        self.host.calendar.decline()
        self.leave()
