"""Every text there is in every language, with the same parameters, in the right number, switched at once."""

import ast
import functools
import importlib.util
import io
import string
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from device import i18n
from device.exports.report_text import report_text
from device.languages import LANGUAGES
from rules.game import Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.message import Message, Refusal, msg
from rules.polish_doubles import events as e
from rules.record import BadRecord, read
from tests.rules.table import Game
from tools.play.samples import GAME_SAMPLES

ROOT = Path(__file__).parents[2]


SAMPLES = sorted((ROOT / "samples").glob("*.jsonl"))


TEXTS_AT = {"msg": (0,), "t": (0,), "pgettext": (1,), "msgs": (0, 1), "Message": (0,), "Refusal": (1,)}


"""Calls whose arguments are texts, and which of them."""


SAME = {
    "PORT",
    "TEXT",
    "argument %(argument_name)s: %(message)s",
    "firmware {version}",
    "Kouřící kočka",
    "Renonc",
    "Buchholz",
    "Betl",
    "Durch",
    "Hra",
    "Sedma",
    "{n} h",
    "{time} ±{doubt} s",
    "{n} s",
    "{n} ms",
    "{amount} Kč",
    "Stop!",
    "limit",
    "renonc {seat}: {kind}",
    "Polyssimo",
    "Polyssimo Challenge",
    "Polyssimo, {title}",
    "renonc",
    "Mariáš",
    "+{amount} Kč",
    "GCG",
    "PGN",
    "proti",
    "hra · sedma · sto",
    "betl · durch",
    "PDF",
    "{who} · {deal} · {amount} Kč",
    "{n} min",
    "boty 16× · kalhoty 32× · kajzr 64×",
    "flek 2× · re 4× · tutti 8×",
    "betl",
    "boty",
    "durch",
    "flek",
    "hra",
    "kajzr",
    "kalhoty",
    "re",
    "sedma",
    "sedma proti",
    "sto",
    "sto proti",
    "tutti",
    "B: {control}",
    "Bronstein",
    "Fischer",
    "Go",
    "Rapid",
    "Scrabble",
}


"""Words that stay as they are in English."""


pytestmark = pytest.mark.xdist_group("the texts of the code")  # they are looked for once, in one process


@functools.cache
def extracted():
    """Every text that the tool behind `make words` finds in the code."""
    spec = importlib.util.spec_from_file_location("words_tool", ROOT / "tools" / "words.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return [(text if isinstance(text, tuple) else (text,), context) for text, context in tool.texts()]


@functools.cache
def calls(package):
    """Each call in the code that makes a text: place, its texts, its parameters (None: not known before it runs), its
    context.
    """
    made = []
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", None)
            if not isinstance(node, ast.Call) or name not in TEXTS_AT:
                continue
            found = [node.args[at] for at in TEXTS_AT[name] if at < len(node.args)]
            if all(isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in found) and found:
                known = None if any(word.arg is None for word in node.keywords) or name == "Message" else set()
                if known is not None:
                    known = {word.arg for word in node.keywords} | ({"n"} if name == "msgs" else set())
                context = node.args[0].value if name == "pgettext" else None
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                made.append((place, tuple(arg.value for arg in found), known, context))
    return made


@functools.cache
def catalogue(language):
    path = i18n.FOLDER / language / "LC_MESSAGES" / "dvojtah.po"
    with path.open("rb") as source:
        return read_po(source, locale=language)


def strings(message):
    """The translations of a text: one, or one for each number."""
    return message.string if isinstance(message.string, tuple) else (message.string,)


def parameters(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.fixture(scope="module", params=[one for one in i18n.LANGUAGES if one != i18n.SOURCE])
def language(request):
    return request.param


@pytest.fixture(scope="module")
def book(language):
    return catalogue(language)


# -- the catalogues ----------------------------------------------------------------------------------------------------


def test_every_text_of_the_code_is_in_the_catalogue(book):
    missing = [
        text for text, context in extracted() if not (found := book.get(text[0], context)) or not all(strings(found))
    ]
    assert missing == []


@pytest.mark.parametrize("package", ["rules", "device", "systemd"])
def test_every_text_that_the_code_says_has_a_translation(book, package):
    seen = calls(package)
    assert len(seen) > {"rules": 100, "device": 100, "systemd": 30}[package]
    for place, texts, _, context in seen:
        found = book.get(texts[0], context)
        assert found is not None, f"{place}: {texts}"
        assert all(strings(found)), f"{place}: {texts}"
        assert len(texts) == (2 if isinstance(found.id, tuple) else 1), place


def test_nothing_is_left_in_a_catalogue_that_the_code_no_longer_says(book):
    said = {(text[0], context) for text, context in extracted()}
    found = {(one.id[0] if isinstance(one.id, tuple) else one.id, one.context) for one in book if one.id}
    assert found == said
    assert not book.obsolete


def test_no_translation_is_fuzzy(book):
    assert [message.id for message in book if message.id and message.fuzzy] == []


def test_parameters_agree_between_text_and_translation(book):
    for message in book:
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        due = set().union(*(parameters(text) for text in ids))
        for translated in strings(message):
            assert parameters(translated) == due, message.id


def test_parameters_are_names_and_nothing_cleverer(book):
    for message in book:
        for text in strings(message) if message.id else ():
            for _, name, spec, conversion in string.Formatter().parse(text):
                assert name is None or name.isidentifier(), text
                assert not spec, text
                assert not conversion, text


@pytest.mark.parametrize("package", ["rules", "device", "systemd"])
def test_every_text_is_given_the_parameters_that_it_names(package):
    for place, texts, filled, _ in calls(package):
        if filled is not None:
            due = set().union(*(parameters(text) for text in texts))
            assert filled - {"n"} == due - {"n"}, place
            assert due <= filled, place


def test_no_text_stays_English(book):
    for message in book:
        if message.id and message.id not in SAME:
            bare = message.id if isinstance(message.id, str) else message.id[0]
            for name in parameters(bare):
                bare = bare.replace("{" + name + "}", "")
            assert not any(char.isalpha() for char in bare) or message.string != message.id, message.id


def test_English_is_the_texts_themselves_with_their_singular_and_plural():
    i18n.use("en")
    for message in catalogue("cs"):
        if isinstance(message.id, tuple):
            one, many = message.id
            values = dict.fromkeys(parameters(one) - {"n"}, "x")
            for n, text in ((1, one), (0, many), (2, many), (5, many)):
                assert i18n.tr(Message(one, values, plural=many, n=n)) == text.format(**values, n=n)
        elif message.id and message.context:
            assert i18n.pgettext(message.context, message.id) == message.id
        elif message.id:
            values = dict.fromkeys(parameters(message.id), "x")
            assert i18n.t(message.id, **values) == message.id.format(**values)


def test_a_device_without_its_catalogue_says_so_and_speaks_English(tmp_path, monkeypatch):
    monkeypatch.setattr(i18n, "FOLDER", tmp_path)
    i18n._catalogue.cache_clear()
    assert i18n.missing()
    assert i18n.t("Undo") == "Undo"
    i18n.use("en")
    assert not i18n.missing()
    i18n._catalogue.cache_clear()


def test_a_sentence_ends_the_same_way_in_every_language(book):
    """A label must not turn into a sentence; a question stays one. A winner's line stands without its full stop."""
    for message in book:
        if isinstance(message.id, str) and message.id.endswith("?"):
            assert message.string.endswith("?"), message.id
        if isinstance(message.id, str) and message.id.endswith("…"):
            assert message.string.endswith("…"), message.id


def test_a_text_has_a_form_for_each_number_of_its_language(language, book):
    assert f"nplurals={book.num_plurals};" in LANGUAGES[language].plurals
    for message in book:
        if isinstance(message.id, tuple):
            assert len(message.string) == book.num_plurals


def test_what_is_installed_is_what_the_catalogue_says(language, book):
    with (i18n.FOLDER / language / "LC_MESSAGES" / "dvojtah.mo").open("rb") as source:
        installed = read_mo(source)
    fresh = io.BytesIO()
    write_mo(fresh, book)
    fresh.seek(0)
    assert [(str(m.id), m.string) for m in installed] == [(str(m.id), m.string) for m in read_mo(fresh)], "run make"


def test_the_catalogues_are_installed():
    for language in i18n.LANGUAGES:
        i18n.use(language)
        assert not i18n.missing()
        assert i18n.is_installed(language)


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
    assert i18n.pgettext("games, penalties", "none") == "žádné"
    assert i18n.t("none") == "žádný"
    assert i18n.pgettext("nobody has ever said", "none") == "none"


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
    said = {}
    for language in i18n.LANGUAGES:
        i18n.use(language)
        said[language] = report_text(report)
        assert "{" not in said[language]
    assert len(said["cs"].split("\n")) == len(said["en"].split("\n"))
    for english, czech in (("signed", "podepsáno"), ("Seat", "Místo"), ("Total", "Suma"), ("started.", "Začínala")):
        assert english not in said["cs"]
        assert czech not in said["en"]


@pytest.mark.parametrize("key", GAMES)
def test_every_event_of_a_game_can_be_said_in_both_languages(key):
    game = GAMES[key]
    history = read((ROOT / "samples" / GAME_SAMPLES[key].full).read_text(encoding="utf-8").split("\n"))
    events = {type(entry.event): entry.event for entry in history.entries} | {Undo: Undo(), Redo: Redo()}
    if key == "polish_doubles":
        events[Void] = Void()
    assert set(events) - {Void, Restore} == {*game.event_types, Undo, Redo}
    for event in events.values():
        said = []
        for language in i18n.LANGUAGES:
            i18n.use(language)
            said.append(i18n.tr(game.describe(event)))
        assert all(said)
        assert all("{" not in text for text in said)


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
