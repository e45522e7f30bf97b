"""Names say what is done and what is held, one class is one thing, docstrings name what there is (tools/names.py)."""

import tomllib
from pathlib import Path

import pytest

from tools.docstrings import FOLDERS, Code
from tools.names import fillers, homonyms, is_bare_participle, participles
from tools.structure import GAMES, ROOT

STANDING = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))
"""What stands against the rule, each with why."""

CODE_FOLDERS = ("device", "firmware", "hardware", "rules", "systemd", "tests", "tools")


def test_a_variable_is_called_what_it_holds():
    assert fillers(ROOT, *CODE_FOLDERS) == []


def test_every_way_to_name_a_variable_is_looked_at(crafted):
    text = """\
class Box:
    one: int
    told = 1

    def open(self, made, *, kept=lambda whose: whose):
        try:
            self.one = [some for some in made]
        except OSError as found:
            match found:
                case [said, *what]:
                    return said.one, lambda told: told
"""
    root = crafted(**{"device.a": text})
    assert sorted(variable.partition(" ")[2] for variable in fillers(root, "device")) == [
        "found",
        "kept",
        "made",
        "said",
        "some",
        "told",
        "what",
        "whose",
    ]


def test_no_public_function_is_a_bare_participle():
    names = {name.partition(":")[2] for name in participles(ROOT)}
    assert names == STANDING["participles"].keys()


def test_a_class_name_means_one_thing():
    assert homonyms(ROOT, GAMES).keys() == STANDING["classes"].keys()


def test_every_name_in_a_docstring_is_that_of_something():
    assert Code(ROOT).unresolved(*FOLDERS) == []


@pytest.mark.parametrize("name", ["opened", "shown", "told", "kept", "one", "beside", "found"])
def test_a_bare_participle_is_known_as_such(name):
    assert is_bare_participle(name)


@pytest.mark.parametrize("name", ["open", "read", "put", "left", "feed", "on_opened", "is_open", "as_shown", "oled"])
def test_verbs_and_words_with_others_are_none(name):
    assert not is_bare_participle(name)


@pytest.fixture
def crafted(tmp_path):
    """A folder with these modules, by their dotted names."""

    def craft(**texts: str) -> Path:
        for name, text in texts.items():
            path = tmp_path / f"{name.replace('.', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return craft


def test_public_functions_methods_and_properties_are_counted_and_private_ones_not(crafted):
    text = "class A:\n    @property\n    def shown(self): ...\n    def _kept(self): ...\nasync def told(): ...\n"
    assert participles(crafted(**{"device.a": text, "rules.b": "def open(): ...", "tools.c": "def shown(): ..."})) == [
        "device.a:shown",
        "device.a:told",
    ]


def test_classes_of_one_name_are_found_in_several_packages_but_not_as_a_role_of_games(crafted):
    one_text, game = "class One: ...", "class Note: ..."
    root = crafted(
        **{
            "device.a.x": f"{one_text}\nclass _Two: ...",
            "device.b.y": f"{one_text}\nclass _Two: ...",
            "rules.chess_clock.acts": game,
            "rules.marias.acts": game,
            "device.a.z": "class Three: ...",
            "device.a.w": "class Three: ...",
        }
    )
    assert homonyms(root, GAMES) == {"One": ["device.a.x", "device.b.y"]}
    crafted(**{"device.games.marias.note": game})
    assert homonyms(root, GAMES).keys() == {"One", "Note"}


CODE = '''"""`Box` and `box.lid`, `Box.lid`, `os.path.join`, ``device.a``, ``word`` and tools/names.py."""
import os
KEY = "a word"

class Base:
    lid: int

class Box(Base):
    """With `lid` and `KEY`; {quoted}."""

    def open(self, far):
        """``far`` away."""
        self.away = far
'''


def unresolved(root: Path) -> list[str]:
    return [name.partition(" ")[2] for name in Code(root).unresolved("device")]


def test_names_of_what_there_is_resolve(crafted):
    assert unresolved(crafted(**{"device.a": CODE.replace("box.lid", "a.Box").replace("{quoted}", "`away`")})) == []


@pytest.mark.parametrize("name", ["far_off", "Bax", "Box.lod", "device.c", "a.Bax", "os2.path", "Base.away"])
def test_a_name_of_nothing_is_found(crafted, name):
    text = CODE.replace("box.lid", "a.Box")
    assert unresolved(crafted(**{"device.a": text.replace("{quoted}", f"`{name}`")})) == [name]
    assert unresolved(crafted(**{"device.a": text.replace("{quoted}", f"``{name}``")})) == [name]


def test_a_parameter_of_another_function_is_none_of_this_one(crafted):
    text = 'def f(near):\n    """``near`` and ``far``."""\ndef g(far):\n    """``far``."""\n'
    assert unresolved(crafted(**{"device.a": text})) == ["far"]
