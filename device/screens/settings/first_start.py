"""The screens of the first start: language, Wi-Fi, name, time zone, table or organiser; and what came of it.

Everything has a value that is right for most, so *Done* may be touched at once. Sub-screens hold the overview that they
came from and go back to it with what was entered; nothing is done before *Done*.
"""

from __future__ import annotations

from dataclasses import field

from device.common import i18n
from device.common.i18n import t, tr
from device.common.languages import LANGUAGES
from device.first_start.common.answers import CHECKS, TURNS, as_host_name
from device.first_start.common.questions import LABELS, LONGEST_NAME, ROLES
from device.graphics.actions import DONE, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import draw_question
from device.graphics.headings import below_heading, draw_heading, heading
from device.graphics.lists import page_of, pager
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, PagedScreen, Screen, SubScreen, ask, call
from device.kiosk.screen_controller import CLOSE
from device.screens.language import draw_languages
from device.screens.settings.first_parts import (
    AnswerScreen,
    PhoneWay,
    TypingScreen,
    WifiList,
    draw_beside,
    refuse,
)
from device.screens.settings.first_start_controller import FirstStart, FirstStartController
from device.screens.settings.rows import RowButton, SettingRow, draw_rows

ZONES = 12
"""Time zones on a page."""


CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The corners of a picture, clockwise from the upper left: where its upper left one comes by each turn."""


class CornerChoice(Screen[FirstStart]):
    """Before all else on a display that is taller than wide: which of its corners is at the upper left.

    Touch Display 2 stands upright; in a table it lies across. Of all that is drawn only the words have a way up.
    """

    key = "first_corner"

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """A button in each corner, and what to do in all languages."""
        area, side, p = canvas.area, canvas.u(150), canvas.look.palette
        for degrees, (x, y) in zip(TURNS, CORNERS, strict=True):
            corner = Rect(area.x + x * (area.w - side), area.y + y * (area.h - side), side, side)
            canvas.button(corner, "", ask(FirstStartController.turn_picture, degrees), style="primary")
            ring = canvas.u(70)
            middle = Rect(corner.x + (side - ring) // 2, corner.y + (side - ring) // 2, ring, ring)
            canvas.shape(middle, "ring", p.primary_ink)
        middle = Rect(area.x, area.y + side, area.w, area.h - 2 * side)
        *boxes, mark = canvas.rows(middle, (*(2,) * len(LANGUAGES), 1))
        for language, box in zip(LANGUAGES, boxes, strict=True):
            first = language == i18n.language()
            with i18n.speaking(language):
                words = t("Touch the corner that is at your upper left.")
            colour = p.text if first else p.muted
            canvas.text(box, words, 30, "bold" if first else "semibold", colour, "center", lines=3)
        canvas.help(Rect(mark.x + (mark.w - canvas.u(56)) // 2, mark.y, canvas.u(56), canvas.u(56)))
        return middle


class LanguageChoice(Screen[FirstStart]):
    """The very first screen of a new card: which language. It has all, for none is chosen yet."""

    key = "first_language"

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """Every language, each in its own words."""
        p, tall = canvas.look.palette, canvas.look.portrait
        hotspot = view.state.hotspot
        if hotspot is None:
            head, body = canvas.rows(canvas.area, (110, 346))
        else:
            weights = (80, 400, 260) if tall else (80, 190, 176)
            head, body, phone = canvas.rows(canvas.area, weights)
            draw_beside(canvas, phone, hotspot)
        canvas.text(head, "Dvojtah", 44, "bold", p.text, "center")
        side = canvas.u(56)
        canvas.help(Rect(head.x + head.w - side, head.y, side, side))
        draw_languages(canvas, body, lambda word: ask(FirstStartController.speak, word))
        return head


class Overview(AnswerScreen):
    """What holds so far, a row each; a touch changes it. ``answers``: what was entered here."""

    key = "first_start"

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """The rows, and *Done*."""
        state, tall = view.state, canvas.look.portrait
        head, body, foot = below_heading(canvas, (620, 90) if tall else (330, 66))
        heading(canvas, head, t("Set up this device"), t("whatever is not changed stays as it is"))
        answers, wifi = self.answers, self.answers.wifi
        role = t("the organiser's device") if answers.role == "organiser" else t("a table")
        name = {key: tr(label) for key, label in LABELS.items()}
        spoken = [
            RowButton(language.name, ask(FirstStartController.speak, word), word == i18n.language())
            for word, language in LANGUAGES.items()
        ]
        look = ask(FirstStartController.look_for_networks, WifiList(self))
        host = HostName(self, self, answers.hostname or "")
        zone = ZoneList(self, (answers.time_zone or state.zone or "Europe/Prague").partition("/")[0])
        rows = [
            SettingRow(name["language"], tuple(spoken)),
            SettingRow(name["wifi"], (RowButton(wifi.ssid if wifi else t("none, or as it is"), look),)),
            SettingRow(name["hostname"], (RowButton(answers.hostname or state.host or "dvojtah", Show(host)),)),
            SettingRow(name["time_zone"], (RowButton(answers.time_zone or state.zone or t("as it is"), Show(zone)),)),
            SettingRow(name["role"], (RowButton(role, Show(RoleChoice(self))),)),
        ]
        draw_rows(canvas, body, rows, t("The name gets a number of its own, so no two tables share one."), 5)
        if state.hotspot is not None:
            phone, foot = canvas.cols(foot, (1, 2))
            canvas.button(phone, t("From a phone"), Show(PhoneWay(self)), size=20, lines=2)
        canvas.button(foot, t("Done, set it up"), DONE, style="primary", size=26)
        return body

    def on_done(self, state: FirstStart) -> Next[FirstStart]:
        """Do it."""
        return ask(FirstStartController.carry_out, self.answers)

    def on_back(self, state: FirstStart) -> Next[FirstStart]:
        """To where one came from; nothing was changed but the language."""
        return CLOSE


class HostName(TypingScreen):
    """What the device is called on the network."""

    key = "first_host"

    def title(self) -> str:
        """What is asked."""
        return tr(LABELS["hostname"])

    def note(self, state: FirstStart) -> str:
        """What becomes of it."""
        return t("Small letters, digits, hyphens; a number of the device's own follows.")

    def on_text(self, state: FirstStart, text: str) -> Next[FirstStart]:
        """Capitals become small letters, a space becomes a hyphen."""
        full = text != "\b" and len(self.text) >= LONGEST_NAME
        return self if full else super().on_text(state, as_host_name(text))

    def on_done(self, state: FirstStart) -> Next[FirstStart]:
        """That is it; nothing typed: as it is. Raises `Refusal` where it cannot be one."""
        if not self.text:
            return self.overview.with_answers(hostname=None)
        refuse(CHECKS["hostname"](self.text))
        return self.overview.with_answers(hostname=self.text)


class ZoneList(PagedScreen[FirstStart]):
    """The time zones of a ``region``; without one, the regions. ``page`` None: that of the zone that holds."""

    key = "first_zone"
    parent: Overview
    region: str = ""
    page: int | None = field(default=None, kw_only=True)

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """As many as fit, and the way to the others."""
        tall = canvas.look.portrait
        head, body, foot = below_heading(canvas, (560, 60) if tall else (340, 54))
        line = self.region.replace("_", " ") or t("first the part of the world")
        title_place, _ = heading(canvas, head, tr(LABELS["time_zone"]), line)
        zones = self.choices(view.state)
        now = self.parent.answers.time_zone or view.state.zone
        begins = zones.index(now) // ZONES if now in zones else 0
        page = page_of(len(zones), ZONES, begins if self.page is None else self.page)
        columns = 2 if tall else 3
        boxes = canvas.grid(body, columns, ZONES // columns)
        for name, box in zip(zones[page.first : page.last], boxes, strict=False):
            label = name.rpartition("/")[2] if self.region else name
            chosen = now == name if self.region else now.startswith(f"{name}/")
            canvas.button(box, label.replace("_", " "), call(self.choose, name), selected=chosen, size=20)
        if page.count > 1:
            pager(canvas, foot, page, (t("Back"), t("Next")), lambda number: call(self.on_page, number))
        return title_place

    def choices(self, state: FirstStart) -> tuple[str, ...]:
        """The zones of the region, or the regions."""
        if self.region:
            return tuple(zone for zone in state.zones if zone.startswith(f"{self.region}/"))
        return tuple(dict.fromkeys(zone.partition("/")[0] for zone in state.zones))

    def choose(self, state: FirstStart, name: str) -> Next[FirstStart]:
        """A region, or a zone."""
        return self.parent.with_answers(time_zone=name) if self.region else ZoneList(self.parent, name)

    def on_back(self, state: FirstStart) -> Next[FirstStart]:
        """From a region to all of them, and from there to the overview."""
        return ZoneList(self.parent) if self.region else self.parent


class RoleChoice(SubScreen[FirstStart]):
    """A table, or the organiser's device."""

    key = "first_role"
    parent: Overview

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """Both, with what they do."""
        now = self.parent.answers.role or "table"
        answers = [
            (tr(name), tr(message), Show(self.parent.with_answers(role=role)), "primary" if role == now else "normal")
            for role, (name, message) in ROLES.items()
        ]
        question = t("What is this device for? It can be changed later.")
        colour = canvas.look.palette.accents[0]
        return draw_question(canvas, t("This device"), question, answers, colour, more=False)


class SetUpScreen(Screen[FirstStart]):
    """What came of it: done, or what did not work. The table plays in any case."""

    key = "first_done"
    parent: Overview

    def draw(self, canvas: Canvas, view: Moment[FirstStart]) -> Rect:
        """How far it is."""
        state, p, tall = view.state, canvas.look.palette, canvas.look.portrait
        body, foot = draw_heading(canvas, (560, 90) if tall else (320, 74), t("Set up this device"))
        lines = self.lines(state)
        for n, (line, box) in enumerate(zip(lines, canvas.rows(body, (1,) * max(3, len(lines))), strict=False)):
            canvas.text(box, line, 24, "regular" if n else "semibold", p.text, "center", lines=3)
        again, play = canvas.cols(foot, (1, 2))
        canvas.button(again, t("Change something"), Show(self.parent), size=19, lines=2)
        canvas.button(play, t("Go on"), CLOSE, style="primary", size=26)
        return body

    def lines(self, state: FirstStart) -> list[str]:
        """What is known by now."""
        if state.silent:
            return [t("The system does not answer; it may still do it. The table plays in any case.")]
        if state.outcome is None:
            return [t("It is being set up…")]
        lines = [t("This device is called {name}.", name=state.outcome.hostname or state.host)]
        if state.outcome.wifi:
            lines.append(t("The Wi-Fi {name} is being tried; nobody has to wait for that.", name=state.outcome.wifi))
        elif state.outcome.joined:
            lines.append(t("The Wi-Fi {name} works.", name=state.outcome.joined))
        lines += [tr(trouble.message) for trouble in state.outcome.troubles]
        if state.outcome.phone and state.hotspot is not None:
            lines.append(t("The Wi-Fi {name} of this device is open again for a phone.", name=state.hotspot.ssid))
        return lines[:5]

    def on_back(self, state: FirstStart) -> Next[FirstStart]:
        """To the games."""
        return CLOSE
