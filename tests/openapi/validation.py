"""Validation of one request: method, path and JSON body."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import orjson
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from tests.openapi.rules import broken_rules, unnamed_pictures

VERSION = re.compile(r"^.*/api/v\d+")


SMALL = 600
"""Bytes of an object that is remembered: the same button comes a thousand times."""
_sound: set[tuple[str, bytes]] = set()
"""Objects that were found to be what they are to be."""


class Invalid(AssertionError):
    """The request isn't one that Discord would take."""


def validate(
    method: str, path: str, body: Any = None, files: Mapping[int, str] = MappingProxyType({})
) -> None:
    """Raise Invalid for a route that the bot has no business with, or a body that Discord refuses.

    `path` is without query; /api/v10 before it is left out of account. `files`: the names of what
    is uploaded, by number."""
    route = VERSION.sub("", path.partition("?")[0])
    schema = _schema(method.lower(), route)
    faults: list[str] = []
    if schema is not None:
        errors = sorted(
            _VALIDATOR.evolve(schema=schema).iter_errors(body), key=lambda e: e.json_path
        )
        faults = [f"{error.json_path}: {error.message}" for error in errors]
    elif body:
        faults = ["this route takes no body"]
    if not faults and body is not None:
        faults = [*broken_rules(body), *unnamed_pictures(body, files)]
    if faults:
        raise Invalid(f"{method} {route}: " + "; ".join(faults))


def route_of(method: str, path: str) -> str:
    """The path of the description that a request's path is of."""
    route = VERSION.sub("", path.partition("?")[0])
    for pattern, described, methods in _routes():
        if pattern.fullmatch(route) and method.lower() in methods:
            return described
    raise Invalid(f"{method.upper()} {route} is no route that the bot uses")


def _schema(method: str, path: str) -> dict[str, Any] | None:
    schema: dict[str, Any] | None = _description()["paths"][route_of(method, path)][method]
    return schema


@cache
def _description() -> dict[str, Any]:
    return _lenient(json.loads(Path(__file__).with_name("discord.json").read_text("utf-8")))


@cache
def _routes() -> list[tuple[re.Pattern[str], str, dict[str, Any]]]:
    """Paths without parameters first, so that @me and @original are not taken for ids."""
    paths = sorted(
        _description()["paths"].items(), key=lambda entry: "{" in entry[0].rpartition("/")[2]
    )
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path, methods) for path, methods in paths
    ]


def _lenient(schema: Any) -> Any:
    """Integers pass for snowflakes."""
    if isinstance(schema, dict):
        if schema.get("format") == "snowflake":
            return {"anyOf": [schema, {"type": "integer", "minimum": 0}]}
        return {key: _lenient(value) for key, value in schema.items()}
    return [_lenient(value) for value in schema] if isinstance(schema, list) else schema


def _is_integer(_: Any, value: Any) -> bool:
    """Digit strings pass for integers."""
    if isinstance(value, str):
        return value.isdecimal()
    return isinstance(value, int) and not isinstance(value, bool)


def _union(
    validator: Any, members: list[dict[str, Any]], value: Any, _: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """A union: the member with the value's own `type`, where there is one; else any that fits."""
    kind = value.get("type") if isinstance(value, dict) else None
    typed = [member for member in members if kind is not None and kind in _types(validator, member)]
    if len(typed) == 1:
        yield from validator.descend(value, typed[0])
        return
    among = typed or members
    if any(fits(validator, value, member) for member in among):
        return
    yield min((list(validator.descend(value, member)) for member in among), key=len)[0]


def fits(validator: Any, value: Any, member: dict[str, Any]) -> bool:
    """Whether a value is of one member of a union."""
    return next(validator.descend(value, member), None) is None


def _types(validator: Any, member: dict[str, Any]) -> list[int]:
    """The values of `type` that a member of a union is for."""
    if "$ref" in member:
        member = _description()["components"]["schemas"][member["$ref"].rpartition("/")[2]]
    return member.get("properties", {}).get("type", {}).get("enum", [])


def _reference(
    validator: Any, reference: str, value: Any, _: Mapping[str, Any]
) -> Iterator[ValidationError]:
    name = reference.rpartition("/")[2]
    schema = _description()["components"]["schemas"][name]
    if not isinstance(value, dict):
        yield from validator.descend(value, schema)
        return
    same = name, orjson.dumps(value)
    if same in _sound:
        return
    faults = list(validator.descend(value, schema))
    if not faults and len(same[1]) <= SMALL:
        _sound.add(same)
    yield from faults


_VALIDATOR = extend(
    Draft202012Validator,
    {"oneOf": _union, "anyOf": _union, "$ref": _reference},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)({})
