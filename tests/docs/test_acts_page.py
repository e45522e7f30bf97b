"""The page that says what is possible when is what the rules themselves say."""

from tools.acts_page import PAGE, page


def test_the_page_is_what_the_rules_say():
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make schema"
