"""Every setting by its name ("oled_b.address"), with what it can be: from the types that `Settings` declares."""

from __future__ import annotations

import difflib
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta

from device.common.settings.editing import as_written
from device.common.settings.settings import EARLIER_FACTORIES, Settings
from rules.message import Message, Refusal, msg

BOOLS = {"true": True, "false": False}


class SettingKey(msgspec.Struct, frozen=True):
    """A setting: its table (``""``: the top), its key, its declared type."""

    part: str
    key: str
    kind: Any

    @property
    def name(self) -> str:
        """What people call it."""
        return f"{self.part}.{self.key}" if self.part else self.key

    def value_in(self, settings: Settings) -> object:
        """Its value."""
        return getattr(getattr(settings, self.part) if self.part else settings, self.key)

    def line(self, settings: Settings) -> str:
        """It and its value, as the file writes them."""
        return f"{self.name} = {as_written(self.key, self.value_in(settings))}"

    def parse(self, words: list[str]) -> object:
        """The value that somebody wrote in a terminal. Raises `Refusal` where it cannot be one."""
        plain, choices = _plain(self.kind), self.choices
        if get_origin(plain) is tuple:
            return [word for word in words if word]
        text = " ".join(words)
        if choices:
            if text not in choices:
                listed = ", ".join(choices)
                raise Refusal(
                    "", "{name} cannot be {text}; it is one of {words}.", name=self.name, text=text[:50], words=listed
                )
            return choices[text]
        if plain is str:
            return text
        try:
            return int(text, 0) if plain is int else float(text)
        except ValueError:
            raise Refusal("", "{name} is a number, not {text}.", name=self.name, text=text[:50]) from None

    @property
    def choices(self) -> dict[str, object]:
        """What it can be, by the word for it; nothing where that is a text or a number."""
        plain = _plain(self.kind)
        if plain is bool:
            return dict(BOOLS)
        if get_origin(plain) is not Literal:
            return {}
        return {str(choice): choice for choice in get_args(plain) if choice not in EARLIER_FACTORIES}

    @property
    def range(self) -> Message | None:
        """What it can be, where the type says more than that it is a text or a number."""
        if choices := self.choices:
            return msg("one of: {words}", words=", ".join(choices))
        least, most = (
            next((value for note in _notes(self.kind) if (value := getattr(note, bound)) is not None), None)
            for bound in ("ge", "le")
        )
        if least is None or most is None:
            return None
        return msg("from {least} to {most}", least=as_written(self.key, least), most=as_written(self.key, most))


def _plain(kind: Any) -> Any:
    """A type without what is annotated to it."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _notes(kind: Any) -> list[Meta]:
    return [note for note in get_args(kind)[1:] if isinstance(note, Meta)] if get_origin(kind) is Annotated else []


@cache
def setting_keys() -> dict[str, SettingKey]:
    """Every setting that can be set, by its name, in the order of the file."""
    keys = []
    for field in msgspec.structs.fields(Settings):
        if field.default is UNSET:  # only files of earlier versions say it
            continue
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            keys += [SettingKey(field.name, inner.name, inner.type) for inner in msgspec.structs.fields(field.type)]
        else:
            keys.append(SettingKey("", field.name, field.type))
    return {key.name: key for key in keys}


def find_key(name: str) -> SettingKey:
    """The setting of that name. Raises `Refusal`, with the nearest name there is."""
    keys = setting_keys()
    if name in keys:
        return keys[name]
    inner = [other for other, key in keys.items() if key.key == name]
    near = inner or difflib.get_close_matches(name, keys, 3)
    if near:
        raise Refusal("", "There is no setting {name}; did you mean {near}?", name=name[:60], near=", ".join(near))
    raise Refusal("", "There is no setting {name}; dvojtah set lists them all.", name=name[:60])
