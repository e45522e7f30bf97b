"""Two threads never load modules at once: the first touch on a game may come while all games are being loaded."""

import sys
import threading

from device.address import Address
from rules import games
from rules.loading import IMPORTS


def others_may_load() -> bool:
    """Whether another thread could load something now."""
    found = []

    def attempt():
        if IMPORTS.acquire(blocking=False):
            IMPORTS.release()
            found.append(True)

    other = threading.Thread(target=attempt)
    other.start()
    other.join()
    return bool(found)


def test_while_something_is_loaded_by_its_address_no_other_thread_loads(tmp_path, monkeypatch):
    (tmp_path / "loaded_late.py").write_text(
        "from tests.device.test_loading import others_may_load\nMEANWHILE = others_may_load()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert Address[bool]("loaded_late:MEANWHILE").load() is False
    del sys.modules["loaded_late"]
    assert others_may_load()


def test_while_the_rules_of_a_game_are_loaded_no_other_thread_loads(monkeypatch):
    seen = []
    load = games.import_module
    monkeypatch.setattr(games, "import_module", lambda name: seen.append(others_may_load()) or load(name))
    games._loaded.__wrapped__("marias")
    assert seen == [False]
    assert others_may_load()
