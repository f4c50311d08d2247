"""Application commands: what may be registered, and what a person's typed command becomes."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from discord import Locale

from bot.local.rules.errors import ApiError, bad_length, invalid_form
from bot.local.world.events import CommandsChanged
from bot.local.world.world import World

Wire = dict[str, Any]
Value = str | int | float | bool
SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE = range(1, 9)
NUMBER: Final = 10
COMPLETED: Final = frozenset({STRING, INTEGER, NUMBER})
LOCALES: Final = frozenset(locale.value for locale in Locale)
MOST_COMMANDS, MOST_OPTIONS, MOST_CHARACTERS = 100, 25, 8000


def register(world: World, commands: list[Wire]) -> list[Wire]:
    """Replace all global commands; same names keep their ids. Raises ApiError."""
    if len(commands) > MOST_COMMANDS:
        raise ApiError(400, 30032, "Maximum number of application commands reached (100)")
    for i, command in enumerate(commands):
        _check(command, str(i))
    _check_names(commands, "")
    ids = {(c["type"], c["name"]): number for number, c in world.commands.items()}
    world.commands.clear()
    for command in commands:
        kind = command.get("type") or 1
        number = ids.get((kind, command["name"])) or world.ids.next()
        world.commands[number] = _stored(world, command, number, kind)
    world.emit(CommandsChanged())
    return list(world.commands.values())


def _stored(world: World, command: Wire, number: int, kind: int) -> Wire:
    permissions = command.get("default_member_permissions")
    return {
        "id": str(number),
        "application_id": str(world.bot.id),
        "version": str(world.ids.next()),
        "type": kind,
        "name": command["name"],
        "name_localizations": command.get("name_localizations"),
        "description": command.get("description") or "",
        "description_localizations": command.get("description_localizations"),
        "options": command.get("options") or [],
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": command.get("dm_permission", True),
        "contexts": command.get("contexts"),
        "integration_types": command.get("integration_types") or [0],
        "nsfw": bool(command.get("nsfw")),
    }


def _check(command: Wire, path: str) -> None:
    if (command.get("type") or 1) != 1:
        _check_length(command.get("name"), f"{path}.name", 1, 32)
        return
    _check_texts(command, path)
    _check_options(command.get("options") or [], f"{path}.options")
    if _characters(command) > MOST_CHARACTERS:
        raise invalid_form(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({MOST_CHARACTERS})",
        )


def _check_texts(item: Mapping[str, Any], path: str) -> None:
    _check_name(item.get("name"), f"{path}.name")
    _check_length(item.get("description"), f"{path}.description", 1, 100)
    for key in ("name", "description"):
        for locale, text in (item.get(f"{key}_localizations") or {}).items():
            here = f"{path}.{key}_localizations.{locale}"
            if locale not in LOCALES:
                raise invalid_form(here, "BASE_TYPE_CHOICES", "This is no locale of Discord.")
            if key == "name":
                _check_name(text, here)
            else:
                _check_length(text, here, 1, 100)


def _check_name(name: object, path: str) -> None:
    _check_length(name, path, 1, 32)
    name = str(name)
    letters = all(c.isalnum() or c in "-_'" for c in name)
    if not letters or name != name.lower():
        raise invalid_form(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_length(text: object, path: str, least: int, most: int) -> None:
    if not isinstance(text, str) or not least <= len(text) <= most:
        raise bad_length(path, least, most)


def _check_options(options: list[Wire], path: str) -> None:
    if len(options) > MOST_OPTIONS:
        raise bad_length(path, 0, MOST_OPTIONS)
    _check_names(options, path)
    optional = False
    for i, option in enumerate(options):
        here = f"{path}.{i}"
        kind = option.get("type")
        if kind not in range(1, 12):
            raise invalid_form(f"{here}.type", "BASE_TYPE_CHOICES", "This is no kind of option.")
        if option.get("autocomplete") and (option.get("choices") or kind not in COMPLETED):
            raise invalid_form(
                here,
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
                "This option can't be completed",
            )
        _check_texts(option, here)
        if option.get("required") and optional:
            raise invalid_form(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
        _check_options(option.get("options") or [], f"{here}.options")
        _check_choices(option.get("choices") or [], f"{here}.choices")


def _check_choices(choices: list[Wire], path: str) -> None:
    if len(choices) > MOST_OPTIONS:
        raise bad_length(path, 0, MOST_OPTIONS)
    for i, choice in enumerate(choices):
        _check_length(choice.get("name"), f"{path}.{i}.name", 1, 100)
        for locale, name in (choice.get("name_localizations") or {}).items():
            _check_length(name, f"{path}.{i}.name_localizations.{locale}", 1, 100)
        if len(str(choice.get("value", ""))) > 100:
            raise bad_length(f"{path}.{i}.value", 1, 100)
    for key in ("name", "value"):
        if len({c[key] for c in choices}) < len(choices):
            raise invalid_form(
                path,
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE",
                f"Choice {key} is already in use",
            )


def _check_names(items: list[Wire], path: str) -> None:
    for locale in (None, *sorted(LOCALES)):
        names = [(item.get("type"), name_in(item, locale)) for item in items]
        if len(set(names)) < len(names):
            raise invalid_form(
                path or "name",
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )


def _characters(item: Mapping[str, Any]) -> int:
    """Of each text its longest localisation counts (api-docs 5343)."""
    own = len(str(item["value"])) if "value" in item else 0
    for key in ("name", "description"):
        texts = [item.get(key) or "", *(item.get(f"{key}_localizations") or {}).values()]
        own += max(map(len, texts))
    children = [*(item.get("options") or []), *(item.get("choices") or [])]
    return own + sum(_characters(child) for child in children)


def name_in(item: Mapping[str, Any], locale: str | None) -> str:
    """The name shown to a person of that locale."""
    names = item.get("name_localizations") or {}
    return str(names.get(locale) or item["name"])


def description_in(item: Mapping[str, Any], locale: str | None) -> str:
    """The description shown to a person of that locale."""
    texts = item.get("description_localizations") or {}
    return str(texts.get(locale) or item.get("description") or "")


class NoSuchCommand(LookupError):
    """The person typed a command that isn't registered, or not for this place."""


class InvalidOption(ValueError):
    """The person typed a value that the command's option doesn't take."""


def find(world: World, name: str, context: int) -> Wire:
    """The command of that name, by its own or a localised name, if it may be used there."""
    for command in world.commands.values():
        names = {command["name"], *(command["name_localizations"] or {}).values()}
        if command["type"] == 1 and name in names and offered(command, context):
            return command
    raise NoSuchCommand(f"/{name} can't be used here")


def offered(command: Mapping[str, Any], context: int) -> bool:
    """Whether the command is there in a guild (0), in direct messages (1), or in a group's (2)."""
    contexts = command.get("contexts")
    if contexts is None:
        return not context or bool(command.get("dm_permission", True))
    return context in contexts


def typed(
    options: Iterable[Wire], path: list[str], values: Mapping[str, Any], focused: str | None = None
) -> list[Wire]:
    """The options of an interaction's data: `path` names the subcommand, `values` by option.

    With `focused` the named option is being completed: nothing else need be there yet."""
    known = {option["name"]: option for option in options}
    if path:
        sub = known.get(path[0])
        if sub is None:
            raise NoSuchCommand(f"there is no {path[0]}")
        inner = typed(sub.get("options") or [], path[1:], values, focused)
        return [{"name": sub["name"], "type": sub["type"], "options": inner}]
    unknown = set(values) - set(known)
    if unknown:
        raise InvalidOption(f"there is no option {', '.join(sorted(unknown))}")
    missing = [o["name"] for o in known.values() if o.get("required") and o["name"] not in values]
    if missing and focused is None:
        raise InvalidOption(f"{missing[0]} is needed")
    return [_typed(known[name], value, focused) for name, value in values.items()]


def _typed(option: Wire, value: Value, focused: str | None) -> Wire:
    sent: Wire = {"name": option["name"], "type": option["type"], "value": value}
    if option["name"] == focused:
        return sent | {"focused": True}
    sent["value"] = _value(option, value)
    return sent


def _value(option: Wire, value: Value) -> Value:
    kind, name = option["type"], option["name"]
    try:
        if kind == INTEGER:
            value = int(value)
        elif kind == NUMBER:
            value = float(value)
        elif kind == BOOLEAN:
            value = {"true": True, "false": False}[str(value).lower()]
        else:
            value = str(value)
    except (ValueError, KeyError) as error:
        raise InvalidOption(f"{value} is no value for {name}") from error
    choices = option.get("choices") or []
    if choices and value not in [choice["value"] for choice in choices]:
        raise InvalidOption(f"{value} is not among the choices of {name}")
    measured = "length" if kind == STRING else "value"
    size = len(value) if isinstance(value, str) else value
    least, most = option.get(f"min_{measured}"), option.get(f"max_{measured}")
    if (least is not None and size < least) or (most is not None and size > most):
        raise InvalidOption(f"{value} is out of range for {name}")
    return value
