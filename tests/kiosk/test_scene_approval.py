"""What is approved of scenes: every change of any view changes a line, and what was read once is not read again."""

from __future__ import annotations

import pytest

from tests.kiosk.evening import VIEWS
from tests.kiosk.scene_approval import REPEATED, approval

PANEL = "panel  8,8      100x40   button r10"
TEXT = "text   10,10    96x36    bold 20/12 left text 'Hotovo'"
TOUCH = "touch  8,8      100x40   Command.DONE"
UPRIGHT = ("cs", (720, 1280))


def scene():
    """The same lines in every view, with English words where the language is English."""
    return {view: [PANEL, TEXT if view[0] == "cs" else TEXT.replace("Hotovo", "Done"), TOUCH] for view in VIEWS}


def test_a_touch_stands_with_its_panel_and_english_says_its_words():
    (lines,) = approval({"one": scene()}).values()
    assert lines[len(VIEWS) :] == [f"{PANEL} -> Command.DONE", TEXT, "en 'Done'"]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("words", "'", "'!"),
        ("places", "10,10", "10,11"),
        ("places", "left text", "left muted"),
        ("places", "button r10", "button_quiet r10"),
        ("touches", "Command.DONE", "Command.BACK"),
        ("touches", "touch  8,8 ", "touch  8,9 "),
    ],
)
def test_whatever_changes_in_a_view_changes_its_line_and_says_in_what(view, part, old, new):
    before = approval({"one": scene()})["one"]
    changed = scene()
    changed[view] = [line.replace(old, new) for line in changed[view]]
    after = approval({"one": changed})["one"]
    at = VIEWS.index(view)
    assert [n for n in range(len(VIEWS)) if before[n] != after[n]] == [at]
    first, second = (line[at].split()[1:] for line in (before, after))
    names = dict(zip(first[::2], first[1::2], strict=True))
    assert [name for name, digest in zip(second[::2], second[1::2], strict=True) if names[name] != digest] == [part]


def test_what_an_earlier_scene_has_in_the_same_order_is_only_counted():
    rows = [f"text   10,{n}    96x36    bold 20/12 left text '{n}'" for n in range(REPEATED + 2)]
    own = "text   10,99    96x36    bold 20/12 left text 'own'"
    approved = approval({"a": dict.fromkeys(VIEWS, rows), "b": {view: [*rows, own] for view in VIEWS}})
    assert approved["a"][len(VIEWS) :] == rows
    assert approved["b"][len(VIEWS) :] == [f"({len(rows)} lines as in a)", own]


def test_words_of_one_size_alone_are_said_with_it():
    views = scene()
    views[UPRIGHT] = [*views[UPRIGHT], "text   10,60    96x36    bold 20/12 left text 'Níže'"]
    assert "cs-720x1280 'Níže'" in approval({"one": views})["one"]
    assert "en 'Done'" in approval({"one": views})["one"]
