"""What has to be sent to an OLED so that it shows the next picture: the parts that changed, as controllers take them.

An SSD1306 or SH1106 keeps a picture of 128 columns and 8 pages; a byte is 8 pixels of one column, the lowest bit on top
(SSD1306 datasheet, 8.7). Pure: nothing is sent here.
"""

from __future__ import annotations

from msgspec import Struct
from PIL import Image

COLUMNS, PAGES = 128, 8
GAP = 10
"""Unchanged bytes that are rather sent along than skipped: addressing another window costs about as many."""


class Window(Struct, frozen=True):
    """Pages ``top`` to ``bottom`` and columns ``left`` to ``right``, all included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        """Bytes in it."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def union(self, other: Window) -> Window:
        """The smallest window around both."""
        return Window(
            min(self.top, other.top),
            max(self.bottom, other.bottom),
            min(self.left, other.left),
            max(self.right, other.right),
        )

    def cut(self, picture: bytes) -> bytes:
        """Its bytes of a whole picture, page by page."""
        rows = (page * COLUMNS for page in range(self.top, self.bottom + 1))
        return b"".join(picture[row + self.left : row + self.right + 1] for row in rows)


WHOLE = Window(0, PAGES - 1, 0, COLUMNS - 1)


def pack(image: Image.Image) -> bytes:
    """A picture of 128 x 64 pixels and mode ``"1"`` as the controller's 1024 bytes, page by page.

    Turned by a quarter each row is a column of the picture from its foot up, which is what Pillow packs into bytes.
    """
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changed_windows(before: bytes, after: bytes) -> list[Window]:
    """Windows that together hold every byte in which two pictures differ; none where they are the same."""
    found: list[Window] = []
    for page in range(PAGES):
        for span in _spans(before, after, page):
            for place, above in enumerate(found):
                both = above.union(span)
                if above.bottom == page - 1 and both.size <= above.size + span.size + GAP:
                    found[place] = both
                    break
            else:
                found.append(span)
    return found


def _spans(before: bytes, after: bytes, page: int) -> list[Window]:
    """The stretches of one page that differ."""
    row = page * COLUMNS
    old, new = before[row : row + COLUMNS], after[row : row + COLUMNS]
    if old == new:
        return []
    spans: list[Window] = []
    for column, (was, now) in enumerate(zip(old, new, strict=True)):
        if was == now:
            continue
        if spans and column - spans[-1].right <= GAP:
            spans[-1] = Window(page, page, spans[-1].left, column)
        else:
            spans.append(Window(page, page, column, column))
    return spans
