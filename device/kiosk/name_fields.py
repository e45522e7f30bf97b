"""Names that are typed: fields, which of them a letter goes into, and how the shift key stands."""

from __future__ import annotations

from typing import Any, ClassVar

from device.kiosk.actions import Command, Put


class NameFields:
    """``fields`` are the names as typed so far, ``focus`` is the one that is typed into, ``shift`` means capitals.

    A name begins with a capital, and so does what follows a space or a hyphen; no name begins with a space.
    """

    longest: ClassVar[int]
    """Letters in a name, so that it is readable where it shows."""
    capitals: ClassVar[frozenset[int]] = frozenset()
    """Fields that are written in capitals throughout."""

    fields: list[str]
    focus: int = 0
    shift: bool = True

    def touched(self, action: Any) -> bool:
        """A touch on the keyboard or on a field; whether it was one."""
        if action == Command.SHIFT:
            self.shift = not self.shift
        elif isinstance(action, Put) and action.name == "focus":
            self.turn_to(action.value)
        elif isinstance(action, Put) and action.name == "key":
            self.key(action.value)
        else:
            return False
        return True

    def turn_to(self, index: int) -> None:
        """Type into that field."""
        self.focus = index
        self.shift = index in self.capitals or not self.fields[index]

    def key(self, text: str) -> None:
        """A letter or backspace."""
        now = self.fields[self.focus]
        if text == "\b":
            now = now[:-1]
        elif len(now) < self.longest and (now or text != " "):
            now += text
        self.fields[self.focus] = now
        self.shift = self.focus in self.capitals or not now or now.endswith((" ", "-"))
