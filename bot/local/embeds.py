"""Discord's limits on embeds."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.local.errors import bad_length, invalid_form, too_long

Embed = Mapping[str, Any]
MOST_EMBEDS, MOST_TOGETHER = 10, 6000


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
