"""What keys are called, and which key of a keyboard types what SDL says (its scancodes)."""

from __future__ import annotations

from device.common.i18n import t

_NAMED = {
    **{1: "Esc", 12: "-", 13: "=", 14: "Backspace", 15: "Tab", 26: "[", 27: "]", 28: "Enter", 29: "Ctrl"},
    **{39: ";", 40: "'", 41: "`", 42: "Shift", 43: "\\", 51: ",", 52: ".", 53: "/", 54: "Shift"},
    **{55: "Num *", 56: "Alt", 57: "Space", 58: "Caps Lock", 69: "Num Lock", 70: "Scroll Lock", 74: "Num -"},
    **{78: "Num +", 83: "Num .", 96: "Num Enter", 97: "Ctrl", 98: "Num /", 100: "Alt Gr", 102: "Home", 103: "Up"},
    **{104: "Page Up", 105: "Left", 106: "Right", 107: "End", 108: "Down", 109: "Page Down", 110: "Insert"},
    **{111: "Delete", 113: "Mute", 114: "Volume -", 115: "Volume +", 158: "Back", 163: "Next", 164: "Play"},
    **{165: "Previous", 172: "Home page", 353: "OK"},
}
_KEYPAD = {71: 7, 72: 8, 73: 9, 75: 4, 76: 5, 77: 6, 79: 1, 80: 2, 81: 3, 82: 0}
_LETTERS = {16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}
NAMES: dict[int, str] = {
    **_NAMED,
    **{2 + n: str((n + 1) % 10) for n in range(10)},
    **{first + n: letter for first, row in _LETTERS.items() for n, letter in enumerate(row)},
    **{58 + n: f"F{n}" for n in range(1, 11)},
    87: "F11",
    88: "F12",
    **{170 + n: f"F{n}" for n in range(13, 25)},
    **{code: f"Num {digit}" for code, digit in _KEYPAD.items()},
}
"""Keys by their code, as an American keyboard is printed."""
BUTTONS = ((0x100, 0x10F), (0x120, 0x12F), (0x130, 0x13F), (0x2C0, 0x2E7))
"""First and last code of buttons that are only counted: boards, joysticks, gamepads, and what has still more."""


def name_of(code: int) -> str:
    """What people call a key."""
    if (known := NAMES.get(code)) is not None:
        return t("key {name}", name=known)
    for first, last in BUTTONS:
        if first <= code <= last:
            return t("button {n}", n=code - first + 1)
    return t("key number {n}", n=code)


SCANCODES: dict[int, int] = {
    **{2 + n: 30 + n for n in range(10)},
    **{first + n: 4 + ord(letter) - ord("A") for first, row in _LETTERS.items() for n, letter in enumerate(row)},
    **{code: 88 + digit if digit else 98 for code, digit in _KEYPAD.items()},
    **{1: 41, 12: 45, 13: 46, 14: 42, 15: 43, 26: 47, 27: 48, 28: 40, 39: 51, 40: 52, 41: 53, 43: 49, 51: 54},
    **{52: 55, 53: 56, 55: 85, 57: 44, 74: 86, 78: 87, 83: 99, 86: 100, 96: 88, 98: 84},
}
"""The kernel's codes of keys that type something, and SDL's scancodes for them, which are the usage numbers of USB."""
