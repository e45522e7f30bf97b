"""A settings file of a test's own, and what the table says about it."""

import pytest

from device.common import i18n
from device.common.settings.reading import SettingsTrouble, load, load_tolerant
from device.common.settings.settings import Settings


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.toml"


@pytest.fixture(autouse=True)
def nobody_elses_settings(monkeypatch, tmp_path):
    monkeypatch.delenv("DVOJTAH_SETTINGS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def trouble(path, text) -> str:
    """What is wrong with the file, in English; the table starts all the same, with every default."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    with pytest.raises(SettingsTrouble) as caught:
        load(path)
    settings, message, usable = load_tolerant(path)
    assert settings == Settings()
    assert not usable
    assert str(message) == str(caught.value)
    i18n.use("cs")
    assert i18n.tr(message).startswith("Nastavení ")
    assert str(path) in i18n.tr(message)
    assert i18n.tr(message).isprintable()
    return str(message)


def at_line(path, text) -> int:
    """The line that the error names."""
    sentence = trouble(path, text)
    assert sentence.startswith(f"Settings {path}, line ")
    return int(sentence.removeprefix(f"Settings {path}, line ").split(":")[0])
