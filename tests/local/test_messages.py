"""What a message may hold: Discord's limits, with its errors."""

import pytest

from bot.local import NO_LIMITS
from bot.local.world.world import STILL_SERVED
from tests.local.rest import V2, button, gallery, png, row, select, text


@pytest.fixture
def table(still):
    return next(
        channel for channel in still.world.channels.values() if channel.name == "great-table"
    )


def many(count):
    return [row(button(f"b{i}")) for i in range(count)]


def link(url):
    return {"type": 2, "style": 5, "label": "There", "url": url}


LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
REFUSED = {
    "content too long": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "content with components v2": (
        {"flags": V2, "content": "x", "components": [text("x")]},
        "content",
        LEGACY,
    ),
    "embeds with components v2": (
        {"flags": V2, "embeds": [{"title": "x"}], "components": [text("x")]},
        "embeds",
        LEGACY,
    ),
    "text display without components v2": (
        {"components": [text("x")]},
        "components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "forty-one components": (
        {"flags": V2, "components": [*many(20), text("x")]},
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "too much text": (
        {"flags": V2, "components": [text("x" * 2000), text("x" * 2001)]},
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "too much text, spaces included": (
        {"flags": V2, "components": [text(" " * 3000 + "x"), text(" " * 1000 + "x")]},
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "label too long, spaces included": (
        {"components": [row(button() | {"label": "x" + " " * 80})]},
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "blank option": (
        {"components": [row(select(" "))]},
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "six rows": ({"components": many(6)}, "components", "BASE_TYPE_BAD_LENGTH"),
    "six buttons in a row": (
        {"components": [row(*[button(f"b{i}") for i in range(6)])]},
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "button beside a select": (
        {"components": [row(button(), select("a"))]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "custom_id twice": (
        {"components": [row(button()), row(button())]},
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "no custom_id": (
        {"components": [row(button(""))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    "custom_id too long": (
        {"components": [row(button("x" * 101))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "label too long": (
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "neither label nor emoji": (
        {"components": [row(button(label=""))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_INVALID",
    ),
    "a blank label": (
        {"components": [row(button(label="  "))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_INVALID",
    ),
    "unknown emoji": (
        {"components": [row(button(emoji={"id": "5", "name": "art"}))]},
        "components.0.components.0.emoji.id",
        "COMPONENT_INVALID_EMOJI",
    ),
    "twenty-six options": (
        {"components": [row(select(*[f"o{i}" for i in range(26)]))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "option value twice": (
        {"components": [row(select("a", "a"))]},
        "components.0.components.0.options.1.value",
        "SELECT_OPTION_VALUE_DUPLICATED",
    ),
    "option value too long": (
        {"components": [row(select("x" * 101))]},
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "more to choose than there is": (
        {"components": [row(select("a", max_values=2))]},
        "components.0.components.0.max_values",
        "NUMBER_TYPE_MAX",
    ),
    "least above most": (
        {"components": [row(select("a", "b", min_values=2, max_values=1))]},
        "components.0.components.0.min_values",
        "NUMBER_TYPE_RANGE",
    ),
    "eleven pictures": (
        {"flags": V2, "components": [gallery(*["a.png"] * 11)]},
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "picture that wasn't sent": (
        {"flags": V2, "components": [gallery("b.png")]},
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "alt text too long": (
        {"flags": V2, "components": [gallery("a.png", description="x" * 1025)]},
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "attachment description too long": (
        {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
        "attachments.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "attachment that wasn't sent": (
        {"content": "x", "attachments": [{"id": 1}]},
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
    ),
    "embed too long": (
        {"embeds": [{"description": "x" * 4097}]},
        "embeds.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "content that is no text": ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    "component id twice": (
        {"flags": V2, "components": [text("x") | {"id": 3}, text("y") | {"id": 3}]},
        "components",
        "COMPONENT_ID_DUPLICATED",
    ),
    "accent beyond white": (
        {
            "flags": V2,
            "components": [{"type": 17, "accent_color": 1 << 24, "components": [text("x")]}],
        },
        "components.0.accent_color",
        "NUMBER_TYPE_MAX",
    ),
    "spacing of its own": (
        {"flags": V2, "components": [{"type": 14, "spacing": 3}]},
        "components.0.spacing",
        "BASE_TYPE_CHOICES",
    ),
    "link that is too long": (
        {"components": [row(link("https://example.com/" + "x" * 500))]},
        "components.0.components.0.url",
        "URL_TYPE_INVALID_URL",
    ),
    "link to nowhere": (
        {"components": [row(link("javascript:0"))]},
        "components.0.components.0.url",
        "URL_TYPE_INVALID_URL",
    ),
    "button with an address": (
        {"components": [row(button(url="https://example.com"))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "file that wasn't sent": (
        {"flags": V2, "components": [{"type": 13, "file": {"url": "https://example.com/a.txt"}}]},
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "somebody allowed twice": (
        {"content": "x", "allowed_mentions": {"users": ["1", "1"]}},
        "allowed_mentions.users",
        "SET_TYPE_ALREADY_CONTAINS_VALUE",
    ),
    "kind of mention that there isn't": (
        {"content": "x", "allowed_mentions": {"parse": ["people"]}},
        "allowed_mentions.parse",
        "BASE_TYPE_CHOICES",
    ),
    "users parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}


@pytest.mark.parametrize(("body", "path", "code"), REFUSED.values(), ids=REFUSED)
async def test_refused(still, rest, table, body, path, code):
    answer = await rest.send(table, {"a.png": png()}, **body)
    assert answer.refused == (400, 50035)
    assert answer.fault(path) == code
    assert table.messages == {}


async def test_the_most_that_fits(rest, table):
    rows = [row(*[button(f"b{i}-{j}") for j in range(5)]) for i in range(6)]
    everything = [text("x" * 4000), gallery("a.png", description="x" * 1024), *rows]
    answer = await rest.send(table, {"a.png": png()}, flags=V2, components=everything)
    assert answer.status == 200
    full = select(*[f"o{i}" for i in range(25)], max_values=25, min_values=0)
    assert (await rest.send(table, content="x" * 2000, components=[row(full)])).status == 200


async def test_empty_message_is_refused(rest, table):
    assert (await rest.send(table, content="")).refused == (400, 50006)


async def test_picture_has_its_size_and_an_address_that_serves_it(rest, table):
    answer = await rest.send(table, {"a.png": png()}, flags=V2, components=[gallery("a.png")])
    media = answer.body["components"][0]["items"][0]["media"]
    assert (media["width"], media["height"], media["content_type"]) == (4, 3, "image/png")
    async with rest._session.get(media["url"]) as response:
        assert await response.read() == png()


async def test_address_of_a_picture_expires(rest, clock, table):
    answer = await rest.send(table, {"a.png": png()}, content="x")
    url = answer.body["attachments"][0]["url"]
    clock.advance(24 * 3600)
    async with rest._session.get(url) as response:
        assert response.status == 404
    async with rest._session.get(url.replace("hm=", "hm=0")) as response:
        assert response.status == 404


async def test_new_picture_takes_the_place_of_the_old(still, rest, table):
    message = rest.message(
        await rest.send(table, {"a.png": png()}, flags=V2, components=[gallery("a.png")])
    )
    edited = await rest.edit(
        message, {"a.png": png((8, 8))}, components=[gallery("a.png")], attachments=[{"id": 0}]
    )
    assert edited.status == 200
    assert [a.size for a in message.attachments] == [(8, 8)]


async def test_replaced_picture_is_served_a_little_longer(still, rest, table):
    still.limiter.limits = NO_LIMITS
    message = rest.message(await rest.send(table, {"a.png": png()}, content="x"))
    old = message.attachments[0].id
    await rest.edit(message, attachments=[])
    assert old in still.world.attachments
    for _ in range(STILL_SERVED):
        await rest.edit(message, {"b.png": png()}, attachments=[{"id": 0}])
        await rest.edit(message, attachments=[])
    assert old not in still.world.attachments


async def test_listed_attachments_stay_and_others_go(rest, table):
    message = rest.message(await rest.send(table, {"a.png": png(), "b.png": png()}, content="x"))
    kept = message.attachments[1]
    await rest.edit(message, attachments=[{"id": str(kept.id)}])
    assert message.attachments == [kept]
    await rest.edit(message, content="y")
    assert message.attachments == [kept]


async def test_refused_edit_leaves_the_message_as_it_was(rest, table):
    message = rest.message(await rest.send(table, {"a.png": png()}, content="x"))
    before = (message.content, list(message.attachments), message.revision)
    answer = await rest.edit(message, {"b.png": png()}, content="y" * 2001)
    assert answer.refused == (400, 50035)
    assert (message.content, message.attachments, message.revision) == before


async def test_message_turns_to_components_v2_only_without_content(rest, table):
    message = rest.message(await rest.send(table, content="x"))
    refused = await rest.edit(message, flags=V2, components=[text("y")])
    assert refused.fault("content") == LEGACY
    assert (await rest.edit(message, flags=V2, content=None, components=[text("y")])).status == 200


@pytest.mark.parametrize(("letters", "status"), [(3390, 500), (3386, 200)])
async def test_texts_of_too_many_bytes_are_answered_by_an_error_of_discords(
    rest, table, letters, status
):
    sent = await rest.send(table, flags=V2, components=[text("座" * letters)])
    assert sent.status == status


@pytest.mark.parametrize("change", [{"content": "y"}, {"content": "y", "flags": 0}])
async def test_message_of_components_v2_never_turns_back(rest, table, change):
    message = rest.message(await rest.send(table, flags=V2, components=[text("x")]))
    assert (await rest.edit(message, **change, components=[])).fault("content") == LEGACY
    assert message.components_v2


async def test_bots_message_is_never_ephemeral(rest, table):
    assert (await rest.send(table, content="x", flags=64)).body["flags"] == 0


async def test_same_nonce_sends_once_for_some_minutes(rest, clock, table):
    first = await rest.send(table, content="x", nonce="n1", enforce_nonce=True)
    again = await rest.send(table, content="x", nonce="n1", enforce_nonce=True)
    assert again.body["id"] == first.body["id"]
    clock.advance(301)
    later = await rest.send(table, content="x", nonce="n1", enforce_nonce=True)
    assert later.body["id"] != first.body["id"]


async def test_a_nonce_is_the_bots_own_in_whichever_channel(rest, table, still):
    first = rest.message(await rest.send(table, content="x", nonce="n1", enforce_nonce=True))
    other = still.world.add_channel("elsewhere")
    again = await rest.send(other, content="y", nonce="n1", enforce_nonce=True)
    assert (again.body["id"], again.body["channel_id"]) == (str(first.id), str(table.id))
    assert not other.messages


async def test_nonce_of_a_deleted_message_sends_nothing_for_some_minutes(rest, clock, table):
    first = rest.message(await rest.send(table, content="x", nonce="n1", enforce_nonce=True))
    await rest.ask("DELETE", f"/channels/{table.id}/messages/{first.id}")
    again = await rest.send(table, content="x", nonce="n1", enforce_nonce=True)
    assert again.refused == (404, 10008)
    assert (await rest.send(table, content="x", nonce="n1")).status == 200
    clock.advance(301)
    later = await rest.send(table, content="x", nonce="n1", enforce_nonce=True)
    assert later.status == 200


async def test_mentions_follow_allowed_mentions(still, rest, table):
    ada, benoit = [u for u in still.world.users.values() if u.name in ("Ada", "Benoît")]
    content = f"<@{ada.id}> <@{benoit.id}>"
    everyone = await rest.send(table, content=content)
    only = await rest.send(table, content=content, allowed_mentions={"users": [str(ada.id)]})
    nobody = await rest.send(table, content=content, allowed_mentions={"parse": []})
    named = [[user["id"] for user in a.body["mentions"]] for a in (everyone, only, nobody)]
    assert named == [[str(ada.id), str(benoit.id)], [str(ada.id)], []]


async def test_reply_to_a_message_that_is_gone(rest, table):
    reference = {"message_id": "5", "channel_id": str(table.id)}
    answer = await rest.send(table, content="x", message_reference=reference)
    assert answer.fault("message_reference") == "REPLIES_UNKNOWN_MESSAGE"
    lenient = reference | {"fail_if_not_exists": False}
    assert (await rest.send(table, content="x", message_reference=lenient)).status == 200


async def test_unknown_message_and_channel(rest, table):
    assert (await rest.ask("GET", f"/channels/{table.id}/messages/5")).refused == (404, 10008)
    assert (await rest.ask("GET", "/channels/5")).refused == (404, 10003)


@pytest.mark.parametrize("limit", [0, 101])
async def test_history_is_read_a_hundred_at_a_time(rest, table, limit):
    answer = await rest.ask("GET", f"/channels/{table.id}/messages?limit={limit}")
    assert answer.fault("limit") == "NUMBER_TYPE_RANGE"


async def test_history_is_latest_first(rest, table):
    for word in ("a", "b", "c"):
        await rest.send(table, content=word)
    answer = await rest.ask("GET", f"/channels/{table.id}/messages?limit=2")
    assert [message["content"] for message in answer.body] == ["c", "b"]
