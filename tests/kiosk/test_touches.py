"""What whole games take of fingers is what docs/try.md says, on a lying and a standing screen, in both languages."""

import re
from pathlib import Path

import pytest

from device.common import i18n
from tests import longest
from tools.games import TOOLS
from tools.play.touches import SIZES, Touches, touches_of

ROOT = Path(__file__).parents[2]


def told(page: str) -> list[Touches]:
    rows = re.findall(r"^\| [^|]+ \|((?: \d+ \|){5})$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    return [Touches(*map(int, re.findall(r"\d+", row))) for row in rows]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", longest.APPROVED)
@pytest.mark.parametrize("key", TOOLS)
def test_a_whole_game_takes_the_touches_that_the_page_says(key, language, size):
    i18n.use(language)
    page = "docs/cs/try.md" if language == "cs" else "docs/try.md"
    assert touches_of(key, language, size) == told(page)[list(TOOLS).index(key)]


def test_a_rematch_from_the_result_takes_two_touches_in_every_game():
    for page in ("docs/try.md", "docs/cs/try.md"):
        assert [touches.again for touches in told(page)] == [2] * len(TOOLS)
