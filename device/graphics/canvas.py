"""Building a scene in the kiosk's own style: what is drawn, with buttons, sentences and ways to rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.common.i18n import t
from device.graphics.actions import BACK, HELP, HOME, MENU, SWALLOW, ReadRule, Why
from device.graphics.look import Look, button_faces
from device.graphics.palette import Style, style_of
from device.graphics.scene_builder import GAP, SceneBuilder
from device.graphics.typefaces import shares
from device.graphics.widgets import Colour, Panel, Rect, Scene, Touch
from device.io.strip import Strip
from device.rule_texts import number_in, without_number

TARGET = 44
"""The least size of what a finger is to find, in units."""
HELP_SIDE = 43
"""Least side of the button of the help, in units."""
MOST_FACES = 1024
"""What buttons look like is kept of so many at a scale, a kilobyte each; then all go."""


class Canvas(SceneBuilder):
    """A scene with what people touch; ``area`` is what the lines at the top leave of it, ``helps``: whether the help
    has no button yet.
    """

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._faces = button_faces(self._scale, look.large_print, look.palette)
        self.helps = True
        gap = self.u(GAP)
        self.area = Rect(gap, gap, look.size[0] - 2 * gap, look.size[1] - 2 * gap)
        if look.strip is not None:
            self._strip(look.strip)
        if look.trouble:
            strip = Rect(self.area.x, self.area.y, self.area.w, self.lu(22))
            self.text(strip, look.trouble, 14, "semibold", look.palette.warn, "center")
            self.area = Rect(gap, self.area.y + strip.h, self.area.w, self.area.h - strip.h)

    def _strip(self, strip: Strip) -> None:
        """The line about the event, above everything."""
        p, line = self.look.palette, Rect(self.area.x, self.area.y, self.area.w, self.lu(22))
        side = self.u(12)
        mark = Rect(line.x + self.u(2), line.y + (line.h - side) // 2, side, side)
        self.shape(mark, "dot" if strip.well else "ring", p.muted if strip.well else p.warn)
        rest = Rect(mark.x + side + self.u(8), line.y, line.w - side - self.u(12), line.h)
        weights = (0.34, 0.36, 0.3) if strip.middle else (0.6, 0.0, 0.4)
        left, middle, right = self.cols(rest, weights, self.u(6))
        self.text(left, strip.left, 15, "regular", p.muted)
        if strip.middle:
            self.text(middle, strip.middle, 15, "semibold", p.warn, "center")
        self.text(right, strip.right, 17, "bold", p.text, "right", digits=True)
        self.area = Rect(self.area.x, line.y + line.h + self.u(4), self.area.w, self.area.h - line.h - self.u(4))

    def touch(self, rect: Rect, action: Any, *, chosen: bool = False) -> None:
        """An area that answers a touch; what the rules refuse now answers with the reason. ``chosen`` as in `Touch`."""
        against = self.look.refuses(action)
        self._widgets.append(Touch(rect, action if against is None else Why(against), chosen))

    def button(
        self,
        rect: Rect,
        label: str,
        action: Any,
        *,
        sub: str = "",
        style: str = "normal",
        why: str | None = None,
        icon: str | None = None,
        selected: bool = False,
        size: float | None = None,
        lines: int | None = None,
    ) -> None:
        """A button with a label, perhaps a sign and a second line. ``why`` greys it out and is what it answers.

        ``lines`` is how many the label may take where there is no second line (default: two on a tall button). Where
        the second line ends with a rule's number, a part of the button leads to the rule's words, if there is room.
        """
        if action in (BACK, MENU, HOME) and self.helps:
            whole, rect = rect, self._beside_help(rect, style)
            if rect.h < min(whole.h, self.u(76)) or (rect.w < whole.w and rect.w < self.u(170)):
                sub = ""  # there is no room for a second line
        why = self.look.refuses(action) if why is None else why
        colours = "disabled" if why is not None else "primary" if selected else style
        key = (
            rect,
            label,
            sub,
            colours,
            size or (26 if style == "primary" and rect.w > self.u(180) else 19),
            icon,
            lines,
        )
        face = self._faces.get(key)
        if face is None:
            if len(self._faces) == MOST_FACES:
                self._faces.clear()
            face = self._faces[key] = self.new_part()._draw_face(*key)
        below, above = face
        self._widgets += below
        self._widgets.append(Touch(rect, action if why is None else Why(why), selected))
        self._widgets += above

    def _draw_face(
        self, rect: Rect, label: str, sub: str, colours: str, size: float, icon: str | None, lines: int | None
    ) -> tuple[Scene, Scene]:
        """What a button looks like, and what lies on its touch area: the way to a rule."""
        look = style_of(colours, self.look.palette)
        self._widgets.append(Panel(rect, look.fill, self.u(10), self._edge(look.fill, look.border)))
        pad = self.u(4 if self.look.large_print else 6)
        inner = Rect(rect.x + pad, rect.y + self.u(3), rect.w - 2 * pad, rect.h - self.u(6))
        above = self.new_part()
        rule = number_in(sub)
        if rule and (place := self._rule_place(rect)) is not None:
            rest = without_number(sub)
            number, sub = sub.removeprefix(rest).strip(" ()."), rest
            if place.x > rect.x + rect.w // 2:
                inner = Rect(inner.x, inner.y, place.x - inner.x - pad, inner.h)
            else:
                inner = Rect(inner.x, inner.y, inner.w, place.y - inner.y)
            above._rule_mark(place, f"{number} ›")
            above.touch(place, ReadRule(rule))
        if icon is not None:
            side = min(self.u(26), inner.h, inner.w)
            within = inner if label else rect
            left = inner.x if label else rect.x + (rect.w - side) // 2
            self.shape(Rect(left, within.y + (within.h - side) // 2, side, side), icon, look.ink)
            if label:
                inner = Rect(inner.x + side + pad, inner.y, inner.w - side - pad, inner.h)
        if label:
            self._label(inner, label, sub, size, look, lines)
        return self.scene(), above.scene()

    def _rule_place(self, rect: Rect) -> Rect | None:
        """Where a button has room for a way to a rule: at its foot, or at its end; None where neither has."""
        pad, side = self.u(6), self.u(TARGET)
        if rect.h >= 3 * side and rect.w >= side:
            return Rect(rect.x + pad, rect.y + rect.h - side - pad, rect.w - 2 * pad, side)
        if rect.h >= side and rect.w >= 4 * side:
            high = rect.h - 2 * pad if rect.h > side + 2 * pad else rect.h
            wide = self.u(64)
            return Rect(rect.x + rect.w - wide - pad, rect.y + (rect.h - high) // 2, wide, high)
        return None

    def help(self, rect: Rect, style: str = "normal") -> None:
        """The button that says what this screen is for; ``helps`` turns false, because each screen has one."""
        self.helps = False
        self.button(rect, "", HELP, icon="question", style=style)

    def _beside_help(self, rect: Rect, style: str) -> Rect:
        """What the help leaves of the button that leads back, away or to the menu: it stands there if there is room."""
        least, gap = self.u(HELP_SIDE), self.u(6)
        style = style if style in ("on_pair", "outline") else "normal"
        if rect.h >= 2 * least + gap:
            self.help(Rect(rect.x, rect.y + rect.h - least, rect.w, least), style)
            return Rect(rect.x, rect.y, rect.w, rect.h - least - gap)
        if rect.w >= 2 * least + gap:
            self.help(Rect(rect.x + rect.w - least, rect.y, least, rect.h), style)
            return Rect(rect.x, rect.y, rect.w - least - gap, rect.h)
        return rect

    def _label(self, rect: Rect, label: str, sub: str, size: float, look: Style, lines: int | None) -> None:
        if not sub:
            usual = 2 if rect.h > self.u(60) else 1
            self.text(rect, label, size, "semibold", look.ink, "center", lines=lines or usual)
            return
        if self.look.large_print:
            self._large_label(rect, label, sub, size, look)
            return
        sub_lines = 2 if rect.h >= self.u(84) else 1
        sub_size = 19 if rect.h >= self.u(170) else 15
        sub_h = self.u(sub_size * 1.27) * sub_lines
        main_h = min(self.u(size * (2.5 if rect.h >= self.u(112) else 1.3)), rect.h - sub_h)
        top = rect.y + (rect.h - main_h - sub_h) // 2
        main_lines = 2 if rect.h >= self.u(112) else 1
        self.text(Rect(rect.x, top, rect.w, main_h), label, size, "semibold", look.ink, "center", lines=main_lines)
        self.text(
            Rect(rect.x, top + main_h, rect.w, sub_h), sub, sub_size, "regular", look.sub, "center", lines=sub_lines
        )

    def _large_label(self, rect: Rect, label: str, sub: str, size: float, look: Style) -> None:
        """Label and second line in large print, the label alone where there is no room for both."""
        sub_size = 19 if rect.h >= self.u(170) else 15
        rect = Rect(rect.x, rect.y - self.u(3), rect.w, rect.h + self.u(4))  # above a line of letters there is room
        percents = shares(label, sub, rect.w, rect.h, self.lu(size), self.lu(sub_size))
        if percents is None:
            self.text(rect, label, size, "semibold", look.ink, "center", lines=2)
            return
        high, low = percents
        gap = min(self.u(6), (rect.h - high - low) // 3)
        top = rect.y + (rect.h - high - gap - low) // 2
        self.text(Rect(rect.x, top, rect.w, high), label, size, "semibold", look.ink, "center")
        self.text(Rect(rect.x, top + high + gap, rect.w, low), sub, sub_size, "regular", look.sub, "center")

    @property
    def banner_height(self) -> int:
        """How much of its place a banner covers, from below (pixels)."""
        return self.u(62) + self.lu(10) - self.u(10)

    def banner(self, over: Rect, text: str, kind: str = "refusal", rule: str = "") -> None:
        """A sentence across the lower part of ``over``: a ``"refusal"``, ``"news"``, or a ``"calm"`` remark.

        A touch on it leads to the words of its ``rule`` (a number); without one it only takes the sentence away. A calm
        remark stays, and takes no touches.
        """
        p = self.look.palette
        high = min(self.banner_height, over.h)
        rect = Rect(over.x, over.y + over.h - high, over.w, high)
        fill, ink = (p.warn, p.primary_ink) if kind == "refusal" else (p.panel, p.text)
        self._widgets.append(Panel(rect, fill, self.u(10)))
        inner = Rect(rect.x + self.u(12), rect.y + self.u(4), rect.w - self.u(24), rect.h - self.u(8))
        if rule:
            inner = Rect(inner.x, inner.y, self._rule_end(rect).x - inner.x - self.u(8), inner.h)
        self.text(inner, text, 19, "semibold", ink, "center", lines=2)
        if kind != "calm":
            self.touch(rect, ReadRule(rule) if rule else SWALLOW)

    def ruled_text(self, rect: Rect, text: str, *how: Any, **more: Any) -> None:
        """Words as by `text`; where they end with a rule's number, a touch on them leads to the rule's words."""
        rule = number_in(text)
        self.text(rect, f"{text} ›" if rule else text, *how, **more)
        if rule:
            self.link(rect, rule)

    def rule_links(self, rect: Rect, rules: Sequence[str]) -> Rect:
        """Ways to the words of ``rules`` (numbers) at the end of ``rect``; what is left of it."""
        for rule in reversed(rules):
            box = Rect(rect.x + rect.w - self.u(74), rect.y, self.u(74), rect.h)
            self._rule_mark(box, f"{rule} ›", self.look.palette.button)
            self.link(box, rule)
            rect = Rect(rect.x, rect.y, box.x - rect.x - self.u(GAP), rect.h)
        return rect

    def link(self, rect: Rect, rule: str) -> None:
        """A touch on ``rect``, made high enough for a finger, leads to the words of the ``rule`` (a number)."""
        high = max(rect.h, self.u(TARGET))
        y = max(0, min(rect.y - (high - rect.h) // 2, self.look.size[1] - high))
        self.touch(Rect(rect.x, y, rect.w, high), ReadRule(rule))

    def _rule_end(self, rect: Rect) -> Rect:
        """Says at the end of ``rect`` that a rule can be read; where it stands."""
        margin = min(self.u(8), rect.h // 8)
        box = Rect(rect.x + rect.w - self.u(108), rect.y + margin, self.u(100), rect.h - 2 * margin)
        self._rule_mark(box, t("rule ›"))
        return box

    def _rule_mark(self, rect: Rect, text: str, fill: Colour | None = None) -> None:
        """Says that a rule can be read by a touch there; ``fill``: on another ground than a colour or a button."""
        p = self.look.palette
        self._widgets.append(Panel(rect, p.pair_ink if fill is None else fill, self.u(8)))
        self.text(rect, text, 18, "bold", p.text, "center")
