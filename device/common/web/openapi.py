"""What a server answers other programs, as OpenAPI 3.1, made from its routes and from the types of its answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from starlette.routing import BaseRoute, Route

SCHEMAS = "#/components/schemas/{name}"
TEXT = {"text/plain": {"schema": {"type": "string"}}}
DESCRIPTION = "openapi.json"
"""The end of the address at which a server describes itself."""


class RouteAnswer(NamedTuple):
    """What a route answers: in a sentence, as a type of JSON (None: text of the kind ``media``), and in other cases
    (``other``, by status).
    """

    summary: str
    kind: Any = None
    media: str = "text/plain"
    other: Mapping[str, str] = {}


DESCRIBED = RouteAnswer("This description", dict[str, Any])


def openapi(
    title: str, about: str, routes: Iterable[BaseRoute], answers: Mapping[str, RouteAnswer], version: str
) -> dict[str, Any]:
    """The description of ``routes``, ``answers`` by their addresses; ``version`` is the program's.

    KeyError where a route says nothing.
    """
    kinds = [answer.kind for answer in answers.values() if answer.kind is not None]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=SCHEMAS)
    by_kind = dict(zip(map(str, kinds), schemas, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": version,
            "description": about,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": dict(_path(route.path, answers, by_kind) for route in routes if isinstance(route, Route)),
        "components": {"schemas": components},
    }


def _path(path: str, answers: Mapping[str, RouteAnswer], by_kind: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    plain = re.sub(r"{(\w+):number}", r"{\1}", path)
    answer = answers[plain]
    content = {answer.media: {"schema": {"type": "string"}}}
    if answer.kind is not None:
        content = {"application/json": {"schema": by_kind[str(answer.kind)]}}
    responses = {"200": {"description": answer.summary, "content": content}}
    responses |= {status: {"description": description, "content": TEXT} for status, description in answer.other.items()}
    numbers = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0, "maximum": 9999}}
        for name in re.findall(r"{(\w+):number}", path)
    ]
    name = re.sub(r"\W+", "_", plain).strip("_").removeprefix("api_")
    got = {"operationId": name, "summary": answer.summary, "parameters": numbers, "responses": responses}
    return plain, {"get": {key: value for key, value in got.items() if value}}
