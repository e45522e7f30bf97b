"""The score sheets that are offered: those of this program, and the club's own as TOML files in a folder.

A game keeps the terms of its sheet in its record (`rules.sheet_terms`), so a file that is changed or gone changes no
game. A file that cannot be used is left out, with a sentence; nothing here stops a start.
"""

from device.common.sheets.folder import (
    ENDING,
    LeftOut,
    delete_sheet,
    left_out,
    own_sheets,
    save_sheet,
    sheets,
    shipped_sheets,
)

__all__ = ["ENDING", "LeftOut", "delete_sheet", "left_out", "own_sheets", "save_sheet", "sheets", "shipped_sheets"]
