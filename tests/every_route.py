"""Every route of an application, asked by schemathesis over real HTTP with what nobody thought of: none may fail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from starlette.routing import BaseRoute, Mount, Route

FEW = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
ASKED = ("lang", "game", "round", "separator", "code", "find", "number", "page", "table", "look")
"""Parameters of addresses that some page takes."""
FIELD = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"(?:[^>]*?\bvalue="([^"]*)")?')


def fields_of(pages: Iterable[str]) -> dict[str, set[str]]:
    """The fields of all forms on these pages, with the values that stand in them."""
    values: dict[str, set[str]] = {}
    for page in pages:
        for name, value in FIELD.findall(page):
            values.setdefault(unescape(name), set()).add(unescape(value))
    return values


def description(
    routes: Iterable[BaseRoute], fields: Mapping[str, set[str]], leave_out: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The routes as OpenAPI: a path's parts are any text, a form has any of its fields with known values and others."""
    form = {
        name: {"anyOf": [{"type": "string", "maxLength": 60}, {"enum": sorted(values)}]}
        for name, values in fields.items()
    }
    content = {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": form}}}
    paths: dict[str, Any] = {}
    for route in routes:
        if not isinstance(route, Route) or isinstance(route, Mount) or route.path.startswith(leave_out):
            continue
        parts = re.findall(r"{(\w+)(?::\w+)?}", route.path)
        given_in = [("path", name) for name in parts] + [("query", name) for name in ASKED]
        parameters: list[dict[str, Any]] = [
            {"name": name, "in": where, "required": where == "path", "schema": {"type": "string", "minLength": 1}}
            for where, name in given_in
        ]
        path = re.sub(r"{(\w+):\w+}", r"{\1}", route.path)
        for method in sorted((route.methods or {"GET"}) - {"HEAD"}):
            asked: dict[str, Any] = {"parameters": parameters, "responses": {"default": {"description": "anything"}}}
            if method == "POST":
                asked["requestBody"] = {"content": content}
            paths.setdefault(path, {})[method.lower()] = asked
    return {"openapi": "3.1.0", "info": {"title": "routes", "version": "1"}, "paths": paths}


def ask_everything(
    port: int, described: dict[str, Any], cookies: Mapping[str, str] | None = None, **own_values: str
) -> dict[tuple[str, str], set[int]]:
    """The statuses of every operation; a fault of the server's own fails. ``own_values`` stand in every form."""
    schema = schemathesis.openapi.from_dict(described)
    seen: dict[tuple[str, str], set[int]] = {}
    for outcome in schema.get_all_operations():
        operation = outcome.ok()

        @given(case=operation.as_strategy())
        @FEW
        def ask(case):
            if isinstance(case.body, dict):
                case.body = {**case.body, **own_values}
            answer = case.call(
                base_url=f"http://127.0.0.1:{port}", cookies=dict(cookies or {}), allow_redirects=False, timeout=60
            )
            seen.setdefault((case.method, case.path), set()).add(answer.status_code)
            assert answer.status_code < 500 or (answer.status_code == 503 and "Retry-After" in answer.headers), (
                f"{case.method} {case.formatted_path} {case.query} {case.body}: {answer.status_code}"
            )

        ask()
    return seen
