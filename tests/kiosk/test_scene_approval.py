"""What is approved of scenes: every change of any view changes a line, and what was read once is not read again."""

from __future__ import annotations

import pytest

from tests.approved import lines_that_differ
from tests.kiosk.evening import CZECH, VIEWS, name_of
from tests.kiosk.scene_approval import REPEATED, approval, changed_aspects, digests, explained, is_changed

PANEL = "panel  8,8      100x40   button r10"
TEXT = "text   10,10    96x36    bold 20/12 left text 'Hotovo'"
TOUCH = "touch  8,8      100x40   Command.DONE"
UPRIGHT = ("cs", (720, 1280))


def scene():
    """The same lines in every view, with English words where the language is English."""
    return {view: [PANEL, TEXT if view[0] == "cs" else TEXT.replace("Hotovo", "Done"), TOUCH] for view in VIEWS}


def changes(change, *views):
    """What is said where ``change`` happens to the lines of a scene in those views."""
    changed = {view: change(lines) if view in views else lines for view, lines in scene().items()}
    return lines_that_differ(*(approval({"one": kind})["one"] for kind in (scene(), changed)))


def test_a_touch_stands_with_its_panel_and_english_says_its_words():
    (lines,) = approval({"one": scene()}).values()
    assert lines[1:] == [f"{PANEL} -> Command.DONE", TEXT, "en 'Done'"]


PARTS = pytest.mark.parametrize(
    ("aspect", "old", "new"),
    [
        ("words", "'", "'!"),
        ("places", "10,10", "10,11"),
        ("places", "left text", "left muted"),
        ("places", "button r10", "button_quiet r10"),
        ("touches", "Command.DONE", "Command.BACK"),
        ("touches", "touch  8,8 ", "touch  8,9 "),
    ],
)


@PARTS
@pytest.mark.parametrize("view", VIEWS)
def test_every_change_in_a_view_changes_one_digest(view, aspect, old, new):
    difference = changes(lambda lines: [line.replace(old, new) for line in lines], view)
    language, size = name_of(view).split("-")
    where = language if aspect == "words" else size
    assert {part: places for part, places in changed_aspects(difference).items() if places} == {aspect: [where]}
    assert is_changed(view, difference)


def test_a_line_moved_to_another_view_is_a_change():
    views = scene()
    moved = {**views, VIEWS[0]: views[VIEWS[0]][:-1], VIEWS[3]: [TOUCH, *views[VIEWS[3]]]}
    assert digests(moved) != digests(views)


def test_a_red_screen_says_its_lines_and_where_else():
    wider = changes(lambda lines: [line.replace("100x40", "102x40") for line in lines], *VIEWS)
    assert explained({"one": wider, "other": wider}).splitlines() == [
        "one:",
        f"-{PANEL} -> Command.DONE",
        f"+{PANEL.replace('100x40', '102x40')} -> Command.DONE",
        "also in places 1280x720 720x1280; touches 1280x720 720x1280; other",
    ]


def test_a_red_screen_says_where_it_changed_out_of_sight():
    upright = changes(lambda lines: [line.replace("10,10", "10,11") for line in lines], UPRIGHT)
    assert explained({"one": upright}).splitlines() == ["one:", "also in places 720x1280"]


def test_a_red_screen_leaves_out_what_only_an_earlier_one_changed():
    first = changes(lambda lines: [line.replace("'", "'!") for line in lines], CZECH)
    later = ["-(9 lines as in one)", "+(4 lines as in one)"]
    assert explained({"one": first, "other": later}) == explained({"one": first})


def test_what_an_earlier_scene_has_in_the_same_order_is_only_counted():
    rows = [f"text   10,{n}    96x36    bold 20/12 left text '{n}'" for n in range(REPEATED + 2)]
    own = "text   10,99    96x36    bold 20/12 left text 'own'"
    approved = approval({"a": dict.fromkeys(VIEWS, rows), "b": {view: [*rows, own] for view in VIEWS}})
    assert approved["a"][1:] == rows
    assert approved["b"][1:] == [f"({len(rows)} lines as in a)", own]


def test_words_of_one_size_alone_are_said_with_it():
    views = scene()
    views[UPRIGHT] = [*views[UPRIGHT], "text   10,60    96x36    bold 20/12 left text 'Níže'"]
    assert "cs-720x1280 'Níže'" in approval({"one": views})["one"]
    assert "en 'Done'" in approval({"one": views})["one"]
