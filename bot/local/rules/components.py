"""Discord's rules for components and embeds: what may stand where, how many, how long."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from bot.local.rules.errors import ApiError, bad_length, invalid_form, required, too_long
from bot.local.rules.selects import SELECTS, check_emoji, checked_select
from bot.local.world.records import Attachment

Component = dict[str, Any]
Embed = Mapping[str, Any]

ROW, BUTTON = 1, 2
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
IN_CONTAINER: Final = frozenset({ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR})
LINK_STYLE, PREMIUM_STYLE = 5, 6
MOST_COMPONENTS, MOST_TEXT, MOST_URL = 40, 4000, 512
MOST_BYTES, BYTES_BESIDE = 10_170, 12
"""Of all texts, and beside each, of which Discord says nothing and fails (api-docs 8554)."""
MOST_EMBEDS, MOST_TOGETHER = 10, 6000
ATTACHMENT_SCHEME: Final = "attachment://"


def walk(components: list[Component]) -> Iterator[Component]:
    """Every component in reading order, outermost first; accessories after their text."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        if "accessory" in component:
            yield component["accessory"]


def attachment_ids(components: list[Component]) -> set[int]:
    """The ids of the attachments that stored components show."""
    items = [
        item for component in walk(components) for item in (component, *component.get("items", []))
    ]
    media = [item.get("media") or item.get("file") or {} for item in items]
    return {int(found["attachment_id"]) for found in media if "attachment_id" in found}


def checked(
    components: list[Component],
    *,
    v2: bool,
    attachments: Mapping[str, Attachment],
    emojis: Mapping[int, object],
    path: str = "components",
) -> list[Component]:
    """The components as Discord stores them: with ids, `attachment://name` bound to its file.

    Raises ApiError 50035 for what Discord refuses."""
    return _Check(v2=v2, attachments=attachments, emojis=emojis).message(components, path)


class _Check:
    def __init__(
        self, *, v2: bool, attachments: Mapping[str, Attachment], emojis: Mapping[int, object]
    ) -> None:
        self._v2 = v2
        self._attachments = attachments
        self._emojis = emojis
        self._custom_ids: set[str] = set()
        self._taken: set[int] = set()
        self._total = 0
        self._text = 0
        self._bytes = 0

    def message(self, components: list[Component], path: str) -> list[Component]:
        self._taken = self._ids(components, path)
        allowed = IN_CONTAINER | {CONTAINER} if self._v2 else {ROW}
        most = MOST_COMPONENTS if self._v2 else 5
        if len(components) > most:
            raise bad_length(path, 1, most)
        result = [self._one(c, f"{path}.{i}", allowed) for i, c in enumerate(components)]
        if self._total > MOST_COMPONENTS and self._v2:
            raise invalid_form(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components exceeds the maximum allowed: {MOST_COMPONENTS}",
            )
        if self._text > MOST_TEXT:
            raise invalid_form(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The displayable text size exceeds maximum size of {MOST_TEXT}",
            )
        if self._bytes > MOST_BYTES:
            raise ApiError(500, 0, "500: Internal Server Error")
        return result

    def _ids(self, components: list[Component], path: str) -> set[int]:
        """The ids that are given; each must be the only one of its kind."""
        given = [c["id"] for c in walk(components) if c.get("id")]
        if len(set(given)) < len(given):
            raise invalid_form(
                path, "COMPONENT_ID_DUPLICATED", "Component ids must be unique in the message"
            )
        return set(given)

    def _one(
        self, component: Component, path: str, allowed: frozenset[int] | set[int]
    ) -> Component:
        kind = int(component.get("type") or 0)
        if kind not in allowed:
            choices = ", ".join(str(k) for k in sorted(allowed))
            raise invalid_form(
                f"{path}.type",
                "UNION_TYPE_CHOICES",
                f'Value of field "type" must be one of ({choices}).',
            )
        self._total += 1
        component = dict(component)
        if not component.get("id"):
            component["id"] = self._next_id()
        if kind in SELECTS:
            return self._select(component, path)
        rules: dict[int, Callable[[Component, str], Component]] = {
            ROW: self._row,
            BUTTON: self._button,
            SECTION: self._section,
            TEXT_DISPLAY: self._text_display,
            THUMBNAIL: self._media_component,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        }
        return rules[kind](component, path)

    def _next_id(self) -> int:
        number = next(n for n in range(1, 10_000) if n not in self._taken)
        self._taken.add(number)
        return number

    def _children(
        self, component: Component, path: str, allowed: frozenset[int] | set[int], most: int
    ) -> Component:
        children = component.get("components") or []
        if not 1 <= len(children) <= most:
            raise bad_length(f"{path}.components", 1, most)
        component["components"] = [
            self._one(child, f"{path}.components.{i}", allowed) for i, child in enumerate(children)
        ]
        return component

    def _container(self, container: Component, path: str) -> Component:
        container = self._children(container, path, IN_CONTAINER, MOST_COMPONENTS)
        colour = container.get("accent_color")
        if colour is not None and colour not in range(0x1000000):
            raise invalid_form(
                f"{path}.accent_color", "NUMBER_TYPE_MAX", "int value should be at most 16777215."
            )
        return {"accent_color": None, "spoiler": False} | container

    def _separator(self, separator: Component, path: str) -> Component:
        separator = {"spacing": 1, "divider": True} | separator
        if separator["spacing"] not in (1, 2):
            raise invalid_form(
                f"{path}.spacing", "BASE_TYPE_CHOICES", "Value must be one of (1, 2)."
            )
        return separator

    def _row(self, row: Component, path: str) -> Component:
        row = self._children(row, path, SELECTS | {BUTTON}, 5)
        kinds = [child["type"] for child in row["components"]]
        if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
            raise invalid_form(
                f"{path}.components",
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )
        return row

    def _section(self, section: Component, path: str) -> Component:
        section = self._children(section, path, {TEXT_DISPLAY}, 3)
        if not section.get("accessory"):
            raise required(f"{path}.accessory")
        section["accessory"] = self._one(
            section["accessory"], f"{path}.accessory", {BUTTON, THUMBNAIL}
        )
        return section

    def _custom_id(self, component: Component, path: str) -> None:
        custom_id = component.get("custom_id")
        if not custom_id:
            raise required(f"{path}.custom_id")
        if len(custom_id) > 100:
            raise bad_length(f"{path}.custom_id", 1, 100)
        if custom_id in self._custom_ids:
            raise invalid_form(
                f"{path}.custom_id",
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        self._custom_ids.add(custom_id)

    def _button(self, button: Component, path: str) -> Component:
        style = button.get("style")
        if style not in range(1, 7):
            raise invalid_form(
                f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6)."
            )
        if style == PREMIUM_STYLE:
            raise invalid_form(
                f"{path}.sku_id", "BASE_TYPE_BAD_VALUE", "There is nothing to buy here."
            )
        if style == LINK_STYLE:
            url = button.get("url")
            if not url:
                raise required(f"{path}.url")
            if len(url) > MOST_URL or not url.startswith(("https://", "http://", "discord://")):
                raise invalid_form(f"{path}.url", "URL_TYPE_INVALID_URL", "Not a well formed URL.")
            if button.get("custom_id"):
                raise invalid_form(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
        else:
            if button.get("url"):
                raise invalid_form(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
            self._custom_id(button, path)
        label = button.get("label") or ""
        if len(label) > 80:
            raise too_long(f"{path}.label", 80)
        if not label.strip() and not button.get("emoji"):
            raise invalid_form(
                path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji"
            )
        check_emoji(button, path, self._emojis)
        return button

    def _select(self, select: Component, path: str) -> Component:
        self._custom_id(select, path)
        return checked_select(select, path, self._emojis)

    def _text_display(self, text: Component, path: str) -> Component:
        content = text.get("content") or ""
        if not content.strip() or len(content) > MOST_TEXT:
            raise bad_length(f"{path}.content", 1, MOST_TEXT)
        self._text += len(content)
        self._bytes += len(content.encode()) + BYTES_BESIDE
        return text

    def _gallery(self, gallery: Component, path: str) -> Component:
        items = gallery.get("items") or []
        if not 1 <= len(items) <= 10:
            raise bad_length(f"{path}.items", 1, 10)
        gallery["items"] = [
            self._media_component(dict(item), f"{path}.items.{i}") for i, item in enumerate(items)
        ]
        return gallery

    def _media_component(self, component: Component, path: str) -> Component:
        description = component.get("description")
        if description is not None and not 1 <= len(description) <= 1024:
            raise bad_length(f"{path}.description", 1, 1024)
        media = self._media(component.get("media") or {}, f"{path}.media")
        return {"description": None, "spoiler": False} | component | {"media": media}

    def _file(self, component: Component, path: str) -> Component:
        url = (component.get("file") or {}).get("url") or ""
        if not url.startswith(ATTACHMENT_SCHEME):
            raise invalid_form(
                f"{path}.file.url", "URL_TYPE_INVALID_SCHEME", "Only attachment:// is supported."
            )
        file = self._media(component["file"], f"{path}.file")
        attachment = self._attachments[url.removeprefix(ATTACHMENT_SCHEME)]
        about = {"name": attachment.filename, "size": len(attachment.data)}
        return {"spoiler": False} | component | about | {"file": file}

    def _media(self, media: Component, path: str) -> Component:
        url = media.get("url") or ""
        if not url.startswith((ATTACHMENT_SCHEME, "https://", "http://")):
            raise invalid_form(
                f"{path}.url", "URL_TYPE_INVALID_SCHEME", f"Scheme of {url!r} isn't supported."
            )
        if not url.startswith(ATTACHMENT_SCHEME):
            return {"url": url}
        attachment = self._attachments.get(url.removeprefix(ATTACHMENT_SCHEME))
        if attachment is None:
            raise invalid_form(
                f"{path}.url",
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment {url} was not found",
            )
        return {"url": url, "attachment_id": str(attachment.id)}


def forbid_with_v2(payload: Mapping[str, Any], path: str) -> ApiError | None:
    """The error for fields that may not stand beside Components V2."""
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if payload.get(key):
            return invalid_form(
                f"{path}.{key}" if path else key,
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    return None


def check_embeds(embeds: list[dict[str, Any]], path: str) -> None:
    """Raise ApiError 50035 for what Discord refuses."""
    if len(embeds) > MOST_EMBEDS:
        raise bad_length(path, 0, MOST_EMBEDS)
    for i, embed in enumerate(embeds):
        here = f"{path}.{i}"
        fields = embed.get("fields") or []
        if len(fields) > 25:
            raise bad_length(f"{here}.fields", 0, 25)
        for key, text, most in _texts(embed):
            if len(text) > most:
                raise too_long(f"{here}.{key}", most)
    if sum(len(text) for embed in embeds for _, text, _ in _texts(embed)) > MOST_TOGETHER:
        raise invalid_form(
            path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_TOGETHER}"
        )


def _texts(embed: Embed) -> Iterator[tuple[str, str, int]]:
    yield "title", embed.get("title") or "", 256
    yield "description", embed.get("description") or "", 4096
    yield "footer.text", (embed.get("footer") or {}).get("text") or "", 2048
    yield "author.name", (embed.get("author") or {}).get("name") or "", 256
    for i, field in enumerate(embed.get("fields") or []):
        yield f"fields.{i}.name", field.get("name") or "", 256
        yield f"fields.{i}.value", field.get("value") or "", 1024
