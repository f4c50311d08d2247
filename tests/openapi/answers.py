"""Holding answers against Discord's description of them, as strictly as it is written."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from tests.openapi.validation import Invalid, fits, route_of


def check_answer(method: str, path: str, status: int, body: Any) -> None:
    """Raise Invalid for a success that Discord wouldn't answer so: its status, its JSON."""
    answers = _description()["answers"][route_of(method, path)][method.lower()]
    if str(status) not in answers:
        raise Invalid(f"{method} {path} isn't answered {status} but {sorted(answers)}")
    schema = answers[str(status)]
    if schema is None:
        if body is not None:
            raise Invalid(f"{method} {path} is answered without a body")
        return
    if schema == POSTED and "message" in body:
        # Documented, and what clients read, but not described.
        body = dict(body)
        check_payload("MessageResponse", body.pop("message"))
    _hold(f"{method} {path}", schema, body)


def check_payload(name: str, body: Any) -> None:
    """Raise Invalid for what isn't such an object, e.g. check_payload("MessageResponse", ...)."""
    _hold(name, {"$ref": f"#/components/schemas/{name}"}, body)


def check_refusal(body: Any) -> None:
    """Raise Invalid for what is no error of Discord's."""
    if not isinstance(body, dict) or not isinstance(body.get("code"), int | None):
        raise Invalid(f"{body} has no code")
    if not isinstance(body.get("message"), str) or set(body) - ERROR_KEYS:
        raise Invalid(f"{body} is no error")


POSTED = {"$ref": "#/components/schemas/CreatedThreadResponse"}
ERROR_KEYS = {"code", "message", "errors", "retry_after", "global"}


def _hold(what: str, schema: Mapping[str, Any], body: Any) -> None:
    errors = sorted(_VALIDATOR.evolve(schema=schema).iter_errors(body), key=lambda e: e.json_path)
    if errors:
        raise Invalid(f"{what}: " + "; ".join(f"{e.json_path}: {e.message}" for e in errors))


@cache
def _description() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(Path(__file__).with_name("discord.json").read_text("utf-8"))
    return loaded


def _reference(
    validator: Any, reference: str, value: Any, _: Mapping[str, Any]
) -> Iterator[ValidationError]:
    yield from validator.descend(value, _schema(reference))


def _schema(reference: str) -> dict[str, Any]:
    schema: dict[str, Any] = _description()["components"]["schemas"][reference.rpartition("/")[2]]
    return schema


def _properties(
    validator: Any, properties: Mapping[str, Any], value: Any, _: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """What Discord sends, and nothing besides."""
    if not isinstance(value, dict):
        return
    for key in sorted(set(value) - set(properties)):
        yield ValidationError(f"Discord sends no {key!r}")
    for key, schema in properties.items():
        if key in value:
            yield from validator.descend(value[key], schema, path=key, schema_path=key)


def _union(
    validator: Any, members: list[dict[str, Any]], value: Any, _: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """One of several: that with the value's own `type` where they say theirs, else any."""
    kind = value.get("type") if isinstance(value, dict) else None
    typed = [member for member in members if kind is not None and kind in _types(member)]
    among = typed or members
    if not any(fits(validator, value, member) for member in among):
        yield from min((list(validator.descend(value, member)) for member in among), key=len)


def _types(member: dict[str, Any]) -> list[int]:
    if "$ref" in member:
        member = _schema(member["$ref"])
    types: list[int] = member.get("properties", {}).get("type", {}).get("enum", [])
    return types


_VALIDATOR = extend(
    Draft202012Validator,
    {"oneOf": _union, "anyOf": _union, "$ref": _reference, "properties": _properties},
)({})
