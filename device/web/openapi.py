"""What the board answers other programs, as OpenAPI 3.1, made from its routes and from the types of its feeds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from starlette.routing import BaseRoute, Route

from device.organiser.board.feed_types import EventJson, LiveTableJson, ResultsJson

PREFIX = "/api/"
"""How the addresses begin that other programs may rely on."""
SCHEMAS = "#/components/schemas/{name}"
TEXT = {"text/plain": {"schema": {"type": "string"}}}


class RouteAnswer(NamedTuple):
    """What a route answers: in a sentence, as a type of JSON (None: plain text), and whether it may know nothing."""

    summary: str
    kind: Any = None
    may_be_missing: bool = False


ANSWERS: Mapping[str, RouteAnswer] = {
    "event.json": RouteAnswer("The event, its round, and its tables in short", EventJson),
    "results.json": RouteAnswer("Every result of every round that was drawn, and the standings", ResultsJson),
    "table/{number}.json": RouteAnswer("The live game of a table", LiveTableJson, may_be_missing=True),
    "table/{number}.gcg": RouteAnswer("The live game of a table as GCG; Polish doubles alone", may_be_missing=True),
    "openapi.json": RouteAnswer("This description", dict[str, Any]),
}
"""By the address after ``/api/v1/``."""


def openapi(routes: Iterable[BaseRoute], version: str) -> dict[str, Any]:
    """The description of every route below `PREFIX`; ``version`` is the program's. KeyError where one says nothing."""
    public = [route.path for route in routes if isinstance(route, Route) and route.path.startswith(PREFIX)]
    kinds = [answer.kind for answer in ANSWERS.values() if answer.kind is not None]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=SCHEMAS)
    by_kind = dict(zip(map(str, kinds), schemas, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dvojtah: the live board",
            "version": version,
            "description": "Anybody may ask, from any page. Later versions may add keys, and rename and drop none.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": dict(_path(path, by_kind) for path in public),
        "components": {"schemas": components},
    }


def _path(path: str, by_kind: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    plain = re.sub(r"{(\w+):number}", r"{\1}", path)
    answer = ANSWERS[plain.split("/", 3)[3]]
    content = TEXT if answer.kind is None else {"application/json": {"schema": by_kind[str(answer.kind)]}}
    answers = {"200": {"description": answer.summary, "content": content}}
    if answer.may_be_missing:
        answers["404"] = {"description": "There is no such table or no such game", "content": TEXT}
        answers["503"] = {"description": "The board has not read everything yet; ask again", "content": TEXT}
    numbers = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0, "maximum": 9999}}
        for name in re.findall(r"{(\w+):number}", path)
    ]
    name = re.sub(r"\W+", "_", plain.removeprefix(PREFIX)).strip("_")
    got = {"operationId": name, "summary": answer.summary, "parameters": numbers, "responses": answers}
    return plain, {"get": {key: value for key, value in got.items() if value}}
