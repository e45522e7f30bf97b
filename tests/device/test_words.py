"""Every text there is in every language, with the same parameters and in the right number."""

import ast
import functools
import importlib.util
import io
import string
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from device.common import i18n
from device.common.languages import LANGUAGES
from rules.message import Message

ROOT = Path(__file__).parents[2]


TEXTS_AT = {"msg": (0,), "t": (0,), "pgettext": (1,), "msgs": (0, 1), "Message": (0,), "Refusal": (1,)}


"""Calls whose arguments are texts, and which of them."""


SAME = {
    "svršek",
    "spodek",
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
    "Full house",
    "Prší",
    "Rummy 500",
    "Uno",
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
    texts = []
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", None)
            if not isinstance(node, ast.Call) or name not in TEXTS_AT:
                continue
            arguments = [node.args[at] for at in TEXTS_AT[name] if at < len(node.args)]
            if all(isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in arguments) and arguments:
                known = None if any(word.arg is None for word in node.keywords) or name == "Message" else set()
                if known is not None:
                    known = {word.arg for word in node.keywords} | ({"n"} if name == "msgs" else set())
                context = node.args[0].value if name == "pgettext" else None
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                texts.append((place, tuple(arg.value for arg in arguments), known, context))
    return texts


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


@pytest.fixture(scope="module", params=[word for word in i18n.LANGUAGES if word != i18n.SOURCE])
def language(request):
    return request.param


@pytest.fixture(scope="module")
def book(language):
    return catalogue(language)


# -- the catalogues ----------------------------------------------------------------------------------------------------


def test_every_text_of_the_code_is_in_the_catalogue(book):
    missing = [
        text for text, context in extracted() if not (entry := book.get(text[0], context)) or not all(strings(entry))
    ]
    assert missing == []


@pytest.mark.parametrize("package", ["rules", "device", "systemd"])
def test_every_text_that_the_code_says_has_a_translation(book, package):
    seen = calls(package)
    assert len(seen) > {"rules": 100, "device": 100, "systemd": 30}[package]
    for place, texts, _, context in seen:
        entry = book.get(texts[0], context)
        assert entry is not None, f"{place}: {texts}"
        assert all(strings(entry)), f"{place}: {texts}"
        assert len(texts) == (2 if isinstance(entry.id, tuple) else 1), place


def test_nothing_is_left_in_a_catalogue_that_the_code_no_longer_says(book):
    extracted_texts = {(text[0], context) for text, context in extracted()}
    catalogued = {
        (entry.id[0] if isinstance(entry.id, tuple) else entry.id, entry.context) for entry in book if entry.id
    }
    assert catalogued == extracted_texts
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
            singular, many = message.id
            values = dict.fromkeys(parameters(singular) - {"n"}, "x")
            for n, text in ((1, singular), (0, many), (2, many), (5, many)):
                assert i18n.tr(Message(singular, values, plural=many, n=n)) == text.format(**values, n=n)
        elif message.id and message.context:
            assert i18n.pgettext(message.context, message.id) == message.id
        elif message.id:
            values = dict.fromkeys(parameters(message.id), "x")
            assert i18n.t(message.id, **values) == message.id.format(**values)


def test_a_device_without_its_catalogue_says_so_and_speaks_English(tmp_path, monkeypatch):
    monkeypatch.setattr(i18n, "FOLDER", tmp_path)
    i18n._catalogue.cache_clear()
    assert not i18n.is_installed(i18n.language())
    assert i18n.t("Undo") == "Undo"
    i18n.use("en")
    assert i18n.is_installed(i18n.language())
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
        assert i18n.is_installed(language)
