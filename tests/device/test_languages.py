"""A language is one entry of one table: nothing else of the program names one, and an entry has all that it needs."""

import ast
import importlib.util
import re
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from PIL import ImageFont

from device.common import i18n
from device.common.files.source_sans import file_of
from device.common.languages import DEFAULT, LANGUAGES, SOURCE, Language, of_browser
from device.peripherals.oled_text import FILES, LAYOUT
from tests.longest import NO_ROOM
from tools import words
from tools.image.deb import comments
from tools.language_entry import entry_of
from tools.words import path_of

ROOT = Path(__file__).parents[2]
BESIDE = {
    "device/common/languages.py": "the table itself",
    "device/word_lists/store.py": "the Czech dictionary of a Czech game",
    "rules/polish_doubles/tiles.py": "a set of tiles",
    "rules/scrabble/tile_sets.py": "sets of tiles",
    "tools/bench/tournament.py": "the page that is drawn under load",
    "tools/bench/placing.py": "a set of tiles",
    "tools/bench/browser.py": "the command that is measured",
    "tools/command_page.py": "the page of the command, which is in English",
    "tools/compatibility/__main__.py": "what earlier versions are asked",
    "tools/compatibility/settings_files.py": "files of earlier versions",
    "tools/compatibility/table_files.py": "files of earlier versions",
    "tools/compatibility/walks/later.py": "a set of tiles",
    "tools/evidence.py": "the guide, which is in Czech and English",
    "tools/hardware.py": "shopping lists, which builders get in Czech and English",
    "tools/hat_card.py": "the card, which is in Czech and English",
    "tools/hat_files.py": "the order of a board, which is in Czech and English",
    "tools/image/deb.py": "manual pages, which are in English",
    "tools/kits.py": "shopping lists, which builders get in Czech and English",
    "tools/site/__main__.py": "the site, which is in Czech and English as its pages are",
    "tools/site/pages.py": "the site, which is in Czech and English as its pages are",
    "tools/site/text.py": "the site, which is in Czech and English as its pages are",
}
"""Files that name a language although they are not the table, and why."""
NAMED = re.compile(
    "|".join(
        re.escape(name)
        for word, entry in LANGUAGES.items()
        for name in (word, entry.tag, entry.tag.replace("-", "_"), entry.name)
    )
)


def names_in(path: Path) -> list[str]:
    """Each text of the code that is a language's word, tag or name and nothing else; of other files what is quoted."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
        return [text for text in texts if isinstance(text, str) and NAMED.fullmatch(text)]
    return [name for name in re.findall(r"[\"'>]([\w-]+)[\"'<]", source) if NAMED.fullmatch(name)]


def test_no_other_module_names_a_language():
    named = set()
    for folder in ("device", "rules", "systemd", "tools", "firmware"):
        for suffix in ("py", "html", "js"):
            named |= {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob(f"*.{suffix}") if names_in(path)}
    assert named == BESIDE.keys()


def test_a_language_that_is_named_is_found(tmp_path):
    for name, text in (("a.py", 'x = "cs"'), ("b.html", '<a lang="en">'), ("c.js", "tag === 'cs-CZ'")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert names_in(tmp_path / name)


@pytest.mark.parametrize("word", LANGUAGES)
def test_an_entry_has_all_that_a_language_needs(word):
    language = LANGUAGES[word]
    assert Locale.parse(language.tag, sep="-").language == word
    assert language.fallback in LANGUAGES
    assert word in language.serves
    forms, expression = get_plural(language.tag.replace("-", "_"))[:2]
    assert language.plurals == f"nplurals={forms}; plural={expression};"
    assert word == SOURCE or f'"Plural-Forms: {language.plurals}\\n"' in path_of(word).read_text(encoding="utf-8")
    for folder in ("rules", "help"):
        assert (ROOT / "docs" / folder / f"{word}.md").is_file()


def test_each_locale_is_served_by_one_language():
    served = [tag for language in LANGUAGES.values() for tag in language.serves]
    assert len(set(served)) == len(served)
    assert {DEFAULT, SOURCE} <= LANGUAGES.keys()


@pytest.mark.parametrize("word", LANGUAGES)
def test_texts_have_no_letter_that_the_entry_does_not_name(word):
    if word == SOURCE:
        return
    letters = set("abcdefghijklmnopqrstuvwxyz") | set(LANGUAGES[word].letters)
    foreign = set("µ") | set("".join(LANGUAGES[key].letters for key in (word, LANGUAGES[word].fallback, DEFAULT)))
    texts = re.findall(r'^(?:msgstr.*?)?"(.*)"$', path_of(word).read_text(encoding="utf-8"), re.MULTILINE)
    assert {letter for text in texts for letter in text.lower() if letter.isalpha()} <= letters | foreign


NOT_THERE = "\uffff"
"""A sign that no font has: what stands in its place stands in the place of each that a font lacks."""


@pytest.mark.parametrize("file", [file_of("Regular"), file_of("Bold"), *sorted(FILES.glob("*.otb"))], ids=str)
@pytest.mark.parametrize("word", LANGUAGES)
def test_every_font_has_its_letters(word, file):
    drawn = ImageFont.truetype(str(file), 20, layout_engine=LAYOUT)
    missing = bytes(drawn.getmask(NOT_THERE))
    for letter in LANGUAGES[word].letters + LANGUAGES[word].letters.upper():
        assert bytes(drawn.getmask(letter)) != missing, letter
    assert bytes(drawn.getmask("中")) == missing


def test_a_text_that_is_not_translated_shows_in_the_fallback(tmp_path, monkeypatch):
    monkeypatch.setitem(LANGUAGES, "xx", LANGUAGES[SOURCE]._replace(fallback=DEFAULT))
    with i18n.speaking("xx"):
        assert i18n.t("Undo") == "Zpět o krok"
        assert i18n.wording("Oběd", "Lunch") == "Oběd"
    i18n._catalogue.cache_clear()
    with i18n.speaking(SOURCE):
        assert i18n.wording("Oběd", "Lunch") == "Lunch"
        assert i18n.wording("Oběd", "") == "Oběd"


def test_texts_without_room_for_longer_ones_are_said_somewhere():
    with path_of(DEFAULT).open("rb") as catalogue:
        ids = [message.id if isinstance(message.id, str) else message.id[0] for message in read_po(catalogue)]
    assert set(ids) >= NO_ROOM


def test_a_browser_gets_the_first_of_ours_that_it_names():
    assert [of_browser(header) for header in ("xx-AT,en;q=0.5", "EN-us", "zxx, cs;q=0.1,en", "*", "")] == [
        "en",
        "en",
        "cs",
        "cs",
        "cs",
    ]


def test_the_table_is_read_by_a_python_that_has_nothing_of_ours():
    """As the installer reads it, before anything is installed."""
    spec = importlib.util.spec_from_file_location("alone", ROOT / "device" / "common" / "languages.py")
    assert spec is not None
    imported = [
        (node.module or "").split(".")[0]
        for node in ast.walk(ast.parse((ROOT / "device" / "common" / "languages.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
    ]
    assert set(imported) <= {"__future__", "collections", "typing"}


def test_the_menu_of_a_desktop_speaks_every_language():
    comment_lines = list(comments(i18n.FOLDER))
    assert comment_lines[0].startswith("Comment=Clock and scoresheet")
    assert [line.partition("=")[0] for line in comment_lines[1:]] == [
        f"Comment[{word}]" for word in LANGUAGES if word != SOURCE
    ]
    assert len({line.partition("=")[2] for line in comment_lines}) == len(LANGUAGES)


@pytest.mark.parametrize("entry", LANGUAGES.values(), ids=LANGUAGES)
def test_the_data_say_what_stands_in_the_table(entry):
    own = {"voice": entry.voice, "fallback": entry.fallback, "letters": entry.letters, "after": entry.after}
    assert entry_of(entry.tag)._replace(**own, is_reviewed=entry.is_reviewed) == entry


def test_the_entry_of_a_new_language_is_printed_ready_to_paste(capsys):
    assert words.main(["uk"]) == 0
    pasted = eval("{" + capsys.readouterr().out + "}", {"Language": Language})
    assert pasted == {"uk": entry_of("uk")}
    assert pasted["uk"].plurals == get_plural("uk").plural_forms
    assert pasted["uk"].date.format(day=2, month=pasted["uk"].months[11], year=2026) == "2 груд. 2026\u202fр."
    assert words.main(["qq"]) == 1
    assert capsys.readouterr().err.startswith("qq is no language of the CLDR.")
