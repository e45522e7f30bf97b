"""The JSON Schema of a record, for other programs, made from the types that read records (docs/record.md)."""

from __future__ import annotations

import inspect
import re
from typing import Any

import msgspec

from rules.game import Redo, Restore, Undo, Unreadable, Void
from rules.games import GAMES
from rules.record import LATEST, WHY
from rules.record_format import COUNTS, FORMATS, format_name

OF_EVERY_GAME: tuple[type[msgspec.Struct], ...] = (Undo, Redo, Void, Restore)

Schema = dict[str, Any]


def record_schema() -> Schema:
    """The schema of a record as the list of its lines, without those that are empty or begin with ``#``.

    ``$defs`` has one of each line: ``<game>.setup`` for the first, ``<game>.line`` for every other.
    """
    setups: list[type[msgspec.Struct]] = [game.setup_type for game in GAMES.values()]
    events: set[type[msgspec.Struct]] = {on_record(kind) for game in GAMES.values() for kind in game.event_types} | {
        *OF_EVERY_GAME,
        Unreadable,
    }
    kinds: list[type[msgspec.Struct]] = [
        *setups,
        *sorted(events, key=lambda kind: f"{kind.__module__}.{kind.__name__}"),
    ]
    refs, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    names = {kind: _short(ref["$ref"].rpartition("/")[2]) for kind, ref in zip(kinds, refs, strict=True)}
    defs: Schema = {_short(name): with_short_names(schema) for name, schema in components.items()}
    for kind in kinds:
        named, own = {}, defs[names[kind]]["properties"]
        if kind in setups:
            formats = [format_name(version) for version in FORMATS]
            named["format"] = {"description": "The record's format; left out: 1.0.", "enum": formats}
        else:
            named["t"] = {"$ref": "#/$defs/time"}
            named["lapsed"] = {"description": "Why it does not hold any more; for people.", "type": "string"}
        defs[names[kind]]["properties"] = own | named
    defs["time"] = {
        "description": "Game time in seconds since the setup; left out: that of the line before.",
        "type": "number",
        "minimum": 0,
        "maximum": LATEST,
    }
    defs["refused"] = _refused()
    for game in GAMES.values():
        defs[f"{game.key}.setup"] = ref(names[game.setup_type])
        line_kinds = [ref(names[on_record(kind)]) for kind in (*game.event_types, *OF_EVERY_GAME)]
        defs[f"{game.key}.line"] = {
            "if": {"required": ["refused"]},
            "then": ref("refused"),
            "else": {"anyOf": line_kinds},
        }
        defs[f"{game.key}.record"] = {
            "type": "array",
            "minItems": 1,
            "prefixItems": [ref(f"{game.key}.setup")],
            "items": ref(f"{game.key}.line"),
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:dvojtah:record:{format_name(COUNTS)}",
        "title": f"Dvojtah game record, format {format_name(COUNTS)}",
        "description": "A record (JSON Lines) as the list of its lines, without empty ones and remarks (#).",
        "anyOf": [ref(f"{game.key}.record") for game in GAMES.values()],
        "$defs": dict(sorted(defs.items())),
    }


def on_record(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """The act that games share, where ``kind`` is a game's own of it and adds nothing on record; else itself."""
    shared: Any = kind.__mro__[1]
    same = shared.__struct_fields__ == kind.__struct_fields__
    return shared if same and shared.__struct_config__.tag == kind.__struct_config__.tag else kind


def _refused() -> Schema:
    """A line that stands on record without counting: what else it says is not looked at."""
    why = {"description": "Why the line does not count.", "type": "string", "minLength": 1, "maxLength": WHY}
    return {
        "type": "object",
        "properties": {"event": {}, "t": ref("time"), "refused": why},
        "required": ["event", "refused"],
    }


def ref(name: str) -> Schema:
    """A reference to one of the ``$defs``."""
    return {"$ref": f"#/$defs/{name}"}


def _short(name: str) -> str:
    """A type's name in the schema: where several games have one of that name, after the game's word."""
    return re.sub(r"^rules\.(\w+)\..*\.(\w+)$", r"\1.\2", name)


def with_short_names(schema: Any) -> Any:
    """The schema with the short names, and descriptions without the indent of the code that they stand in.

    Patterns end as every language has it: ``\\Z`` is Python's alone.
    """
    if isinstance(schema, list):
        return [with_short_names(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: with_short_names(part) for key, part in schema.items()}
    if isinstance(target := changed.get("$ref"), str):
        changed["$ref"] = "#/$defs/" + _short(target.removeprefix("#/$defs/"))
    if isinstance(text := changed.get("description"), str):
        changed["description"] = inspect.cleandoc(text)
    if isinstance(pattern := changed.get("pattern"), str):
        changed["pattern"] = pattern.replace("\\Z", "$")
    if "." in (title := str(changed.get("title", ""))):
        changed["title"] = _short(title)
    return changed
