"""The JSON Schema of what tables and the organiser say to each other, for other programs (docs/event-protocol.md)."""

from __future__ import annotations

from typing import Any

import msgspec

from device.common.event.messages import FOR_ALL, FROM_DESK, FROM_TABLE
from device.common.event.wire import VERSION
from rules.schema import ref, with_short_names

TOPICS = {
    f"{who}.{word}": kind
    for who, kinds in (("table", FROM_TABLE), ("desk", FROM_DESK), ("all", FOR_ALL))
    for word, kind in kinds.items()
}
"""The kinds of messages, by who sends them or to whom all of them go, and by the last word of their topic."""


def event_schema() -> dict[str, Any]:
    """The schema of any message; ``$defs`` has one for each topic, as ``table.rows``.

    Setups and events of games in it are those of the record's schema.
    """
    kinds = [*dict.fromkeys(TOPICS.values())]
    refs, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    named = dict(zip(kinds, refs, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:dvojtah:event:{VERSION}",
        "title": f"Dvojtah event messages, vocabulary {VERSION}",
        "description": "A message on any topic. Later versions may add fields, which are passed over.",
        "anyOf": [ref(topic) for topic in TOPICS],
        "$defs": with_short_names(components) | {topic: named[kind] for topic, kind in TOPICS.items()},
    }
