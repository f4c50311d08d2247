"""Discord's rules for select menus, and for the emojis on what can be pressed."""

from collections.abc import Mapping
from typing import Any, Final

from bot.local.rules.errors import bad_length, invalid_form, required, too_long

Component = dict[str, Any]

STRING_SELECT: Final = 3
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
DEFAULTS: Final = {5: {"user"}, 6: {"role"}, 7: {"user", "role"}, 8: {"channel"}}


def checked_select(select: Component, path: str, emojis: Mapping[int, object]) -> Component:
    """The select with how many may be chosen. Raises ApiError 50035."""
    if len(select.get("placeholder") or "") > 150:
        raise too_long(f"{path}.placeholder", 150)
    least, most = select.get("min_values"), select.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if not 0 <= least <= 25 or not 1 <= most <= 25 or least > most:
        raise invalid_form(
            f"{path}.min_values",
            "NUMBER_TYPE_RANGE",
            "min_values must be at most max_values, within 0 to 25",
        )
    select = select | {"min_values": least, "max_values": most}
    if select["type"] != STRING_SELECT:
        return select | {"default_values": _defaults(select, path)}
    _check_options(select, path, emojis)
    return select


def _defaults(select: Component, path: str) -> list[Component]:
    """What is chosen beforehand in a select of people, roles or channels."""
    defaults = select.get("default_values") or []
    if defaults and not select["min_values"] <= len(defaults) <= select["max_values"]:
        raise bad_length(f"{path}.default_values", select["min_values"], select["max_values"])
    kinds = DEFAULTS[select["type"]]
    for i, default in enumerate(defaults):
        if default.get("type") not in kinds:
            raise invalid_form(
                f"{path}.default_values.{i}.type",
                "BASE_TYPE_CHOICES",
                f"Value must be one of {sorted(kinds)}.",
            )
        if not str(default.get("id") or "").isdecimal():
            raise required(f"{path}.default_values.{i}.id")
    if len({str(default["id"]) for default in defaults}) < len(defaults):
        raise invalid_form(
            f"{path}.default_values", "SET_TYPE_ALREADY_CONTAINS_VALUE", "A default stands twice"
        )
    return [default | {"id": str(default["id"])} for default in defaults]


def _check_options(select: Component, path: str, emojis: Mapping[int, object]) -> None:
    options = select.get("options") or []
    if not 1 <= len(options) <= 25:
        raise bad_length(f"{path}.options", 1, 25)
    if select["max_values"] > len(options):
        raise invalid_form(
            f"{path}.max_values",
            "NUMBER_TYPE_MAX",
            "max_values must be at most the number of options",
        )
    values: set[str] = set()
    for i, option in enumerate(options):
        here = f"{path}.options.{i}"
        for key in ("label", "value"):
            said = option.get(key) or ""
            if not said.strip() or len(said) > 100:
                raise bad_length(f"{here}.{key}", 1, 100)
        if len(option.get("description") or "") > 100:
            raise too_long(f"{here}.description", 100)
        if option["value"] in values:
            raise invalid_form(
                f"{here}.value",
                "SELECT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(option["value"])
        check_emoji(option, here, emojis)
    if sum(bool(option.get("default")) for option in options) > select["max_values"]:
        raise invalid_form(
            f"{path}.options", "SELECT_TOO_MANY_DEFAULTS", "Too many default options"
        )


def check_emoji(component: Component, path: str, emojis: Mapping[int, object]) -> None:
    """Raise ApiError 50035 for an emoji that isn't the application's nor everybody's."""
    emoji = component.get("emoji")
    if not emoji:
        return
    if emoji.get("id"):
        known = int(emoji["id"]) in emojis
    else:
        name = emoji.get("name") or ""
        known = bool(name) and not name.isascii()
    if not known:
        raise invalid_form(f"{path}.emoji.id", "COMPONENT_INVALID_EMOJI", "Invalid emoji")
