"""A message is said whole in the language that is chosen: parameters, rule and context; another is spoken at once."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common import i18n
from device.common.exports.report_text import report_text
from rules.game import Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.message import Message, Refusal, msg, pmsg
from rules.polish_doubles import acts as e
from rules.record import BadRecord, read
from tests.rules.table import Game
from tools.games import TOOLS

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").glob("*.jsonl"))


# -- parameters --------------------------------------------------------------------------------------------------------


def test_a_message_in_a_message_is_translated_before_it_is_filled_in():
    outer = msg("result reopened: {reason}", reason=msg("wrong sum"))
    assert i18n.tr(outer) == "výsledek znovu otevřen: špatný součet"
    i18n.use("en")
    assert i18n.tr(outer) == str(outer) == "result reopened: wrong sum"


@given(st.text(max_size=20))
def test_a_name_with_braces_is_only_a_name(name):
    for value in (name, "{name}", "{0}", "{", "}}{", "%s {n}"):
        assert i18n.tr(msg("{name} started.", name=value)) == f"Začínala dvojice {value}."


def test_a_text_that_is_no_message_is_left_alone():
    assert i18n.tr("ŽLUVA {0}") == "ŽLUVA {0}"
    assert i18n.tr(38) == "38"
    assert i18n.tr(None) == ""


def test_a_text_nobody_translated_shows_in_English():
    assert i18n.t("nobody has ever said {what}", what="this") == "nobody has ever said this"


def test_a_text_is_said_as_its_context_wants_it():
    assert i18n.pgettext("games, penalties, copies", "none") == "žádné"
    assert i18n.t("none") == "žádný"
    assert i18n.pgettext("nobody has ever said", "none") == "none"
    assert i18n.tr(pmsg("games, penalties, copies", "none")) == "žádné"
    assert i18n.tr(msg("none")) == "žádný"


def test_an_empty_text_stays_empty():
    for language in i18n.LANGUAGES:
        i18n.use(language)
        assert i18n.t("") == ""


def test_a_refusal_shows_its_rule():
    refusal = Refusal("S1", "Each pair needs a name; type one in.")
    assert i18n.refusal(refusal) == "Každá dvojice potřebuje jméno; napište ho. (S1)"
    assert i18n.refusal(Refusal("", "There is nothing to undo.")) == "Není co vzít zpět."


def test_a_bad_line_is_said_whole_in_either_language():
    with pytest.raises(BadRecord) as caught:
        read(['{"game": "polish_doubles", "pairs": [{"name": "A"}, {"name": ""}]}'])
    assert i18n.tr(caught.value.message) == "Řádek 1: Každá dvojice potřebuje jméno; napište ho. (S1)"
    i18n.use("en")
    assert i18n.tr(caught.value.message) == "Line 1: Each pair needs a name; type one in. (S1)"


# -- at the table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_whole_report_speaks_one_language_and_fills_in_every_parameter(path):
    history = read(path.read_text(encoding="utf-8").split("\n"))
    report = history.game.report(history.state)
    reports = {}
    for language in i18n.LANGUAGES:
        i18n.use(language)
        reports[language] = report_text(report)
        assert "{" not in reports[language]
    assert len(reports["cs"].split("\n")) == len(reports["en"].split("\n"))
    for english, czech in (("signed", "podepsáno"), ("Seat", "Místo"), ("Total", "Suma"), ("started.", "Začínala")):
        assert english not in reports["cs"]
        assert czech not in reports["en"]


@pytest.mark.parametrize("key", GAMES)
def test_every_event_of_a_game_can_be_said_in_both_languages(key):
    game = GAMES[key]
    samples = TOOLS[key].samples
    events = {Undo: Undo(), Redo: Redo()}
    for name in (samples.full, *samples.beside):
        history = read((ROOT / "samples" / name).read_text(encoding="utf-8").split("\n"))
        events |= {type(entry.event): entry.event for entry in history.entries}
    if key == "polish_doubles":
        events[Void] = Void()
    assert set(events) - {Void, Restore} == {*game.event_types, Undo, Redo}
    for event in events.values():
        sentences = []
        for language in i18n.LANGUAGES:
            i18n.use(language)
            sentences.append(i18n.tr(game.describe(event)))
        assert all(sentences)
        assert all("{" not in text for text in sentences)


def test_a_note_without_words_says_what_its_rule_is_about():
    for game, rule in (("polish_doubles", "S5"), ("polish_doubles", "S20"), ("kourici_kocka", "K11")):
        kind = next(kind for kind in GAMES[game].event_types if kind.__struct_config__.tag == "note")
        assert not i18n.tr(GAMES[game].describe(kind(rule=rule))).endswith(" "), "nothing after the colon"


# -- switching ---------------------------------------------------------------------------------------------------------


def test_the_language_switches_at_once_and_back():
    heard = []
    for language in ("cs", "en", "cs"):
        i18n.use(language)
        assert i18n.language() == language
        heard.append((i18n.t("Undo"), i18n.number(1.25, 1), i18n.tr(GAMES["polish_doubles"].name)))
    assert heard[0] == heard[2] == ("Zpět o krok", "1,3", "Polská čtyřhra")
    assert heard[1] == ("Undo", "1.3", "Polish doubles")


def test_a_message_made_in_one_language_is_said_in_the_next():
    refusal = Game().refused("S4", e.Pass())
    czech = i18n.refusal(refusal)
    i18n.use("en")
    assert i18n.refusal(refusal) == str(refusal) != czech


def test_a_language_that_is_not_there_is_refused_and_the_old_one_stays():
    i18n.use("en")
    for language in ("xx", "", "CS", "cs_CZ"):
        with pytest.raises(ValueError, match="unknown language"):
            i18n.use(language)
    assert i18n.language() == "en"


def test_the_words_of_a_message_do_not_change_under_it():
    message = Message("{a} – {b}", {"a": "x", "b": "y"})
    assert (i18n.tr(message), i18n.tr(message)) == ("x – y", "x – y")
