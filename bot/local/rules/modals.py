"""Discord's rules for forms: what a modal may hold, and what a person may hand in."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.local.rules.components import ROW, TEXT_DISPLAY
from bot.local.rules.errors import bad_length, invalid_form, required
from bot.local.rules.selects import SELECTS, checked_select

TEXT_INPUT, LABEL, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 4, 18, 21, 22, 23
MOST_INPUT: Final = 4000
FIELDS: Final = frozenset({TEXT_INPUT, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}) | SELECTS


class InvalidForm(ValueError):
    """A person filled in a form as its fields don't allow."""


def check_modal(
    data: Mapping[str, Any], emojis: Mapping[int, object] = MappingProxyType({})
) -> dict[str, Any]:
    """The modal, with an id on every component. Raises ApiError 50035 for what Discord refuses."""
    for key, most in (("custom_id", 100), ("title", 45)):
        if not 1 <= len(data.get(key) or "") <= most:
            raise bad_length(f"data.{key}", 1, most)
    components = data.get("components") or []
    if not 1 <= len(components) <= 5:
        raise bad_length("data.components", 1, 5)
    seen: set[str] = set()
    checked = []
    for i, component in enumerate(components):
        path = f"data.components.{i}"
        kind = component.get("type")
        if kind not in (ROW, LABEL, TEXT_DISPLAY):
            raise invalid_form(
                f"{path}.type", "UNION_TYPE_CHOICES", "Value must be one of (1, 10, 18)."
            )
        for field in _fields([component]):
            _check_field(field, path, seen, emojis)
        if kind == LABEL:
            _check_label(component, path)
        checked.append(dict(component) | {"id": i + 1})
    return dict(data) | {"components": checked}


def _check_label(label: Mapping[str, Any], path: str) -> None:
    if not 1 <= len(label.get("label") or "") <= 45:
        raise bad_length(f"{path}.label", 1, 45)
    if len(label.get("description") or "") > 100:
        raise bad_length(f"{path}.description", 1, 100)
    if "component" not in label:
        raise required(f"{path}.component")


def _check_field(
    field: Mapping[str, Any], path: str, seen: set[str], emojis: Mapping[int, object]
) -> None:
    if field.get("type") not in FIELDS:
        raise invalid_form(f"{path}.type", "UNION_TYPE_CHOICES", "This can't stand in a modal.")
    custom_id = field.get("custom_id") or ""
    if not 1 <= len(custom_id) <= 100:
        raise bad_length(f"{path}.custom_id", 1, 100)
    if custom_id in seen:
        raise invalid_form(
            f"{path}.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        )
    seen.add(custom_id)
    if field["type"] in SELECTS:
        checked_select(dict(field), path, emojis)
    if field["type"] == TEXT_INPUT:
        _check_text_input(field, path)


def _check_text_input(field: Mapping[str, Any], path: str) -> None:
    least, most = field.get("min_length") or 0, field.get("max_length")
    most = MOST_INPUT if most is None else most
    if field.get("style") not in (1, 2):
        raise invalid_form(f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
    if not 0 <= least <= MOST_INPUT or not max(least, 1) <= most <= MOST_INPUT:
        raise invalid_form(
            f"{path}.max_length", "NUMBER_TYPE_RANGE", "The lengths don't fit together."
        )
    if field.get("value") and not least <= len(field["value"]) <= most:
        raise bad_length(f"{path}.value", least, most)
    if len(field.get("placeholder") or "") > 100:
        raise bad_length(f"{path}.placeholder", 0, 100)


def _fields(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        if component["type"] == ROW:
            yield from component.get("components") or []
        elif component["type"] == LABEL and "component" in component:
            yield component["component"]


def filled_in(modal: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """What the bot is sent for these answers by custom_id: texts, lists of values, true or false.

    Raises InvalidForm for a missing, overlong or foreign answer."""
    unknown = set(answers) - {field["custom_id"] for field in _fields(modal["components"])}
    if unknown:
        raise InvalidForm(f"the form has no field {', '.join(sorted(unknown))}")

    def sent(component: Mapping[str, Any]) -> dict[str, Any]:
        about = {"type": component["type"], "id": component.get("id", 0)}
        if component["type"] == ROW:
            return about | {"components": [sent(c) for c in component["components"]]}
        if component["type"] == LABEL:
            return about | {"component": sent(component["component"])}
        if component["type"] == TEXT_DISPLAY:
            return about
        return about | {"custom_id": component["custom_id"]} | _answer(component, answers)

    components = [sent(component) for component in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": components}


def _answer(field: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    answer = answers.get(field["custom_id"])
    if field["type"] == CHECKBOX:
        return {"value": bool(answer)}
    if field["type"] == TEXT_INPUT:
        # What a person has cleared is empty, whatever stood there at first.
        text = field.get("value") if answer is None else answer
        return {"value": _text(field, str(text or ""))}
    chosen = [answer] if isinstance(answer, str) else list(answer or [])
    values = {option["value"] for option in field.get("options") or []}
    least, most = field.get("min_values", 1), field.get("max_values", 1)
    if not field.get("required", True):
        least = 0
    if not least <= len(chosen) <= most:
        raise InvalidForm(f"choose {least} to {most} of {field['custom_id']}")
    if values and not set(chosen) <= values:
        raise InvalidForm(f"{field['custom_id']} has no option {chosen}")
    if field["type"] == RADIO_GROUP:
        return {"value": chosen[0] if chosen else None}
    return {"values": chosen}


def _text(field: Mapping[str, Any], text: str) -> str:
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if field.get("required", True):
        least = max(least, 1)
    if (text or field.get("required", True)) and not least <= len(text) <= most:
        raise InvalidForm(f"{field['custom_id']} takes {least} to {most} characters")
    return text
