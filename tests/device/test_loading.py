"""Two threads never load modules at once, nor build a type: a touch may come while all games are being loaded."""

import ast
import gc
import shutil
import subprocess
import sys
import threading

import msgspec
import pytest

from device.common.address import Address
from rules import games
from rules.loading import IMPORTS, TYPES, readable
from tests.device.first_reads import READERS
from tools.structure import ROOT, sources


def others_may_load() -> bool:
    """Whether another thread could load something now."""
    return others_may_have(IMPORTS)


def others_may_have(lock) -> bool:
    """Whether another thread could take that lock now."""
    guards = []

    def attempt():
        if lock.acquire(blocking=False):
            lock.release()
            guards.append(True)

    other = threading.Thread(target=attempt)
    other.start()
    other.join()
    return bool(guards)


def test_while_something_is_loaded_by_its_address_no_other_thread_loads(tmp_path, monkeypatch):
    (tmp_path / "loaded_late.py").write_text(
        "from tests.device.test_loading import others_may_load\nMEANWHILE = others_may_load()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert Address[bool]("loaded_late:MEANWHILE").load() is False
    del sys.modules["loaded_late"]
    assert others_may_load()


def test_while_something_is_loaded_the_garbage_collector_rests(tmp_path, monkeypatch):
    (tmp_path / "loaded_calmly.py").write_text("import gc\nMEANWHILE = gc.isenabled()\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert gc.isenabled()
    assert Address[bool]("loaded_calmly:MEANWHILE").load() is False
    assert gc.isenabled()
    with pytest.raises(ImportError):
        Address[bool]("loaded_never:MEANWHILE").load()
    assert gc.isenabled()
    del sys.modules["loaded_calmly"]


def test_while_the_rules_of_a_game_are_loaded_no_other_thread_loads(monkeypatch):
    seen = []
    load = games.import_module
    monkeypatch.setattr(games, "import_module", lambda name: seen.append(others_may_load()) or load(name))
    games._loaded.__wrapped__("marias")
    assert seen == [False]
    assert others_may_load()


TYPED = {"msgspec.json.decode", "msgspec.msgpack.decode", "msgspec.json.Decoder", "msgspec.msgpack.Decoder"}
"""What decodes to a type; `msgspec.convert` does it by its second argument."""
WORDS = {"convert", "decode", "Decoder"}


def unguarded(text: str) -> list[str]:
    """The places in a module's code that have msgspec read a type which `readable` was not asked for."""
    if "msgspec" not in text:
        return []
    tree = ast.parse(text)
    called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    annotations = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    bare = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("msgspec", "msgspec.json", "msgspec.msgpack"):
            bare += [alias.name for alias in node.names if alias.name in {"json", "msgpack", *WORDS}]
        name = ast.unparse(node) if isinstance(node, ast.Attribute) and node.attr in WORDS else ""
        if name not in TYPED | {"msgspec.convert"} or id(node) in annotations:
            continue
        if (call := called.get(id(node))) is None:
            bare.append(name)
            continue
        place = 0 if name.endswith("Decoder") else 1
        given = [*call.args[place : place + 1], *(word.value for word in call.keywords if word.arg in ("type", None))]
        if not all(isinstance(argument, ast.Call) and ast.unparse(argument.func) == "readable" for argument in given):
            bare.append(ast.unparse(call))
    return bare


def test_nothing_decodes_to_a_type_that_was_not_made_readable():
    places_by_file = {
        str(path.relative_to(ROOT)): places
        for path in sources(ROOT, "rules", "device", "tools", "tests")
        if path != ROOT / "rules" / "loading.py" and (places := unguarded(path.read_text(encoding="utf-8")))
    }
    assert places_by_file == {}


@pytest.mark.parametrize(
    "code",
    [
        "msgspec.json.decode(raw, type=Ticket)",
        "msgspec.json.decode(raw, **how)",
        "msgspec.msgpack.decode(raw, type=list[Ticket])",
        "msgspec.convert(values, Ticket)",
        "msgspec.convert(values, type=Ticket)",
        "msgspec.json.Decoder(Ticket)",
        "partial(msgspec.msgpack.decode, type=Ticket)",
        "from msgspec import convert",
        "from msgspec.json import decode",
    ],
)
def test_what_decodes_on_its_own_is_seen(code):
    assert unguarded(code)


def test_what_asks_first_or_takes_any_type_is_let_through():
    assert not unguarded("msgspec.convert(values, readable(Ticket), strict=False); msgspec.json.decode(raw)")


def test_a_type_is_built_once_and_no_other_thread_builds_any_meanwhile(monkeypatch):
    kind, seen = msgspec.defstruct("Fresh", ["number"]), []
    monkeypatch.setattr("rules.loading.msgspec.json.Decoder", lambda kind: seen.append(others_may_have(TYPES)))
    assert readable(kind) is readable(kind) is kind
    assert seen == [False]
    assert others_may_have(TYPES)


@pytest.mark.parametrize("reader", READERS)
def test_eight_threads_read_for_the_first_time_at_once(reader, tmp_path):
    left = shutil.copytree(ROOT / "tests" / "compatibility" / "0.3.0.dev0", tmp_path / "left")
    command = [sys.executable, "-m", "tests.device.first_reads", reader, str(left)]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
