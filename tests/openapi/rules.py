"""What Discord refuses although its OpenAPI description allows it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

V2 = 1 << 15
BUTTON, STRING_SELECT, LINK, PREMIUM = 2, 3, 5, 6
REFERENCE = "attachment://"
MOST_FILES = 10
ANSWERED_BY_MESSAGES = {4, 7}
INTERACTIVE = {BUTTON, STRING_SELECT, 4, 5, 6, 7, 8, 19, 21, 22, 23}

Wire = Mapping[str, Any]


def broken_rules(body: Wire | list[Wire]) -> list[str]:
    """What is wrong with a message, a modal or commands, wherever they stand in the body."""
    if isinstance(body, list):
        return list(_options(body))
    inner = body.get("data")
    if isinstance(inner, Mapping):
        return broken_rules(inner)
    components = list(_walk(body.get("components") or []))
    return [
        *_texts(body),
        *_custom_ids(components),
        *(fault for component in components for fault in _component(component)),
    ]


def unnamed_pictures(body: Wire | list[Wire] | None, files: Mapping[int, str]) -> list[str]:
    """References to attachments that this same request neither uploads nor keeps.

    `files`: names of the uploads by number. Kept is what `attachments` lists with `id` and
    `filename`: what the message has already counts no more than that, as has been reported."""
    if not isinstance(body, Mapping):
        return []
    inner = body.get("data")
    if isinstance(inner, Mapping):
        return unnamed_pictures(inner, files)
    uploads = dict(files)
    named = set()
    for entry in body.get("attachments") or []:
        number = int(entry["id"])
        name = entry.get("filename") or uploads.get(number)
        if number in uploads:
            named.add(name)
            uploads.pop(number)
        elif number > MOST_FILES and entry.get("filename"):
            named.add(name)
    named |= set(uploads.values())
    return [
        f"{url} names nothing that is uploaded or kept by id and filename"
        for url in _media_urls(list(_walk(body.get("components") or [])))
        if url.startswith(REFERENCE) and url.removeprefix(REFERENCE) not in named
    ]


def unnamed_mentions(path: str, body: Wire | list[Wire] | None) -> list[str]:
    """What may notify whoever its text names: a message made or changed without a word on that."""
    if not isinstance(body, Mapping):
        return []
    if path.endswith("/callback"):
        makes, message = body["type"] in ANSWERED_BY_MESSAGES, body.get("data") or {}
    else:
        makes, message = "/messages" in path or "/webhooks/" in path, body
    return ["allowed_mentions isn't named"] if makes and "allowed_mentions" not in message else []


def _media_urls(components: list[Wire]) -> Iterator[str]:
    for component in components:
        for item in (component, *(component.get("items") or [])):
            yield str((item.get("media") or item.get("file") or {}).get("url", ""))


def _walk(components: list[Wire]) -> Iterator[Wire]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        for key in ("accessory", "component"):
            if key in component:
                yield from _walk([component[key]])


def _texts(body: Wire) -> Iterator[str]:
    if len(body.get("content") or "") > 2000:
        yield "content is longer than 2000"
    if (body.get("flags") or 0) & V2:
        for key in ("content", "embeds"):
            if body.get(key):
                yield f"{key} together with Components V2"


def _custom_ids(components: list[Wire]) -> Iterator[str]:
    ids = [c.get("custom_id") for c in components if _needs_custom_id(c)]
    for custom_id, times in Counter(ids).items():
        if not custom_id:
            yield "a component has no custom_id"
        elif times > 1:
            yield f"custom_id {custom_id} stands twice"


def _needs_custom_id(component: Wire) -> bool:
    bare = component["type"] == BUTTON and component.get("style") in (LINK, PREMIUM)
    return component["type"] in INTERACTIVE and not bare


def _component(component: Wire) -> Iterator[str]:
    named = component.get("label") or component.get("emoji")
    if component["type"] == BUTTON and component.get("style") != PREMIUM and not named:
        yield "a button has neither label nor emoji"
    if component["type"] == STRING_SELECT:
        options = component.get("options") or []
        most = component.get("max_values")
        if (1 if most is None else most) > len(options):
            yield "a select's max_values is above its options"
        values = [option["value"] for option in options]
        if len(set(values)) < len(values):
            yield "a select has two options of one value"


def _options(options: list[Wire]) -> Iterator[str]:
    """Commands and what stands in them."""
    for option in options:
        if "description" in option and not option["description"]:
            yield f"{option.get('name')} has an empty description"
        yield from _options(option.get("options") or [])
