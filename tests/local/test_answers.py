"""Every route's answer, and what the gateway tells, is held against Discord's description."""

import pytest

from bot.local import NO_LIMITS
from bot.local.acts import actions
from bot.local.gateway.dispatch import dispatched
from bot.local.payloads.objects import guild_created_payload
from bot.local.rest.bot import BOT_ROUTES
from bot.local.rest.webhooks import WEBHOOK_ROUTES
from bot.local.world.events import InteractionCreated, MessageCreated
from bot.local.world.records import PRESENCE_FLAGS
from bot.testing.driver import Person
from tests.local.rest import V2, button, gallery, png, row, select, text
from tests.local.toy import running
from tests.openapi import check_payload

TABLE, FORUM = "great-table", "tables-of-their-own"
COMMAND = {
    "name": "play",
    "description": "Open a lobby",
    "name_localizations": {"fr": "jouer"},
    "contexts": [0],
    "integration_types": [0],
    "default_member_permissions": "0",
    "options": [
        {
            "type": 3,
            "name": "game",
            "description": "Which game",
            "required": True,
            "choices": [{"name": "Guildes", "value": "guildes"}],
        },
        {"type": 4, "name": "seats", "description": "How many", "min_value": 2, "max_value": 6},
        {"type": 6, "name": "guest", "description": "Who"},
    ],
}
EVERY_KIND = [
    text("Words"),
    gallery("a.png", description="A board"),
    {"type": 13, "file": {"url": "attachment://b.txt"}},
    {"type": 14, "spacing": 2, "divider": False},
    {"type": 14},
    {"type": 9, "components": [text("x")], "accessory": button("accessory")},
    {
        "type": 9,
        "components": [text("x")],
        "accessory": {"type": 11, "media": {"url": "https://example.com/a.png"}},
    },
    {
        "type": 17,
        "accent_color": 5,
        "components": [text("x"), row(button("a", emoji={"name": "🃏"})), row(select("b"))],
    },
    {"type": 17, "components": [row({"type": 5, "custom_id": "u", "max_values": 10})]},
    row({"type": 2, "style": 5, "label": "There", "url": "https://example.com"}),
]


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


@pytest.fixture
def table(ada):
    return ada.channel(TABLE)


async def everything(rest, table):
    """A message with every kind of component."""
    files = {"a.png": png(), "b.txt": b"words"}
    return rest.message(await rest.send(table, files, flags=V2, components=EVERY_KIND))


async def test_every_route_answers_as_described(still, rest, ada, table):
    still.limiter.limits = NO_LIMITS
    await call_messages(rest, table)
    await call_interactions(still, rest, ada, table)
    await call_threads(rest, ada, table)
    await call_the_rest(still, rest, ada)
    called = {name for name, count in still.requests.routes.items() if count}
    routes = {f"{route.method} {route.path}" for route in [*BOT_ROUTES, *WEBHOOK_ROUTES]}
    assert called == routes
    assert {status // 100 for status in still.requests.statuses} == {2}


async def call_messages(rest, table):
    here = f"/channels/{table.id}"
    message = await everything(rest, table)
    plain = rest.message(await rest.send(table, content="x", embeds=[{"title": "t"}], nonce="n"))
    await rest.send(table, {"a.png": png()}, content="x", message_reference=reference(plain))
    await rest.edit(message, components=[text("y")])
    await rest.ask("GET", f"{here}/messages")
    await rest.ask("GET", f"{here}/messages/{message.id}")
    await rest.ask("DELETE", f"{here}/messages/{message.id}")
    await rest.ask("POST", f"{here}/typing")
    await rest.ask("GET", here)


def reference(message):
    return {"message_id": str(message.id)}


async def call_interactions(still, rest, ada, table):
    await rest.ask("PUT", f"/applications/{still.world.bot.id}/commands", [COMMAND])
    await rest.ask("GET", f"/applications/{still.world.bot.id}/commands")
    typed = actions.command(still.world, ada.user, table, "play", {"game": "guildes"})
    form = {"custom_id": "form", "title": "Form", "components": [field()]}
    await rest.respond(typed, 9, **form)
    handed_in = actions.submit(still.world, ada.user, typed, {"n": "Ada"})
    await rest.respond(handed_in, 4, content="x", components=[row(button())])
    message = still.world.messages[handed_in.original]
    await rest.respond(actions.press(still.world, ada.user, message, "keep"), 7, content="y")
    pressed = actions.press(still.world, ada.user, message, "keep")
    await rest.respond(pressed, 5, flags=64)
    followed = await rest.follow_up(pressed, content="z")
    await rest.follow_up(pressed, content="z")
    await rest.edit_response(pressed, content="z")
    await rest.read_response(pressed)
    await rest.delete_response(pressed, followed.body["id"])


def field():
    return {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "n", "style": 1}}


async def call_threads(rest, ada, table):
    message = rest.message(await rest.send(table, content="x"))
    under = f"/channels/{table.id}/messages/{message.id}/threads"
    await rest.ask("POST", under, {"name": "Under"})
    await rest.ask("GET", f"/channels/{table.id}/messages/{message.id}")
    started = await rest.ask("POST", f"/channels/{table.id}/threads", {"name": "x", "type": 11})
    thread = f"/channels/{started.body['id']}"
    await rest.ask("PATCH", thread, {"name": "y", "auto_archive_duration": 60})
    await rest.ask("PATCH", f"/channels/{ada.channel(None).id}", {})
    await rest.ask("DELETE", f"{thread}/thread-members/@me")
    await rest.ask("PUT", f"{thread}/thread-members/@me")
    await rest.ask("GET", thread)
    await rest.ask("GET", f"/guilds/{table.guild}/threads/active")
    post = {"name": "x", "message": {"content": "x"}}
    await rest.ask("POST", f"/channels/{ada.channel(FORUM).id}/threads", post)
    await rest.ask("GET", f"/channels/{ada.channel(FORUM).id}")
    await rest.ask("DELETE", f"/channels/{ada.channel(None).id}")


async def call_the_rest(still, rest, ada):
    world = still.world
    for path in ("", "/channels", "/roles", f"/members/{ada.id}", f"/members/{world.bot.id}"):
        await rest.ask("GET", f"/guilds/{world.guild.id}{path}")
    for path in ("/gateway/bot", "/users/@me", f"/users/{ada.id}"):
        await rest.ask("GET", path)
    await rest.ask("GET", "/applications/@me")
    await rest.ask("GET", "/oauth2/applications/@me")
    await rest.ask("POST", "/users/@me/channels", {"recipient_id": str(ada.id)})
    emojis = f"/applications/{world.bot.id}/emojis"
    image = "data:image/png;base64,iVBORw0KGgo="
    made = await rest.ask("POST", emojis, {"name": "artisans", "image": image})
    await rest.ask("GET", emojis)
    await rest.ask("DELETE", f"{emojis}/{made.body['id']}")
    await rest.ask("DELETE", f"/users/@me/guilds/{world.guild.id}")


async def test_application_tells_what_is_set_in_the_portal(still, rest):
    bare = (await rest.ask("GET", "/applications/@me")).body
    assert not {"terms_of_service_url", "privacy_policy_url", "install_params"} & set(bare)
    about = still.world.application
    about.public, about.flags = False, PRESENCE_FLAGS
    about.terms, about.privacy = "https://example.com/terms", "https://example.com/privacy"
    about.install = (["applications.commands", "bot"], 52224)
    ada, ben = list(still.world.users)[:2]
    about.team = {ada: ("admin", True), ben: ("read_only", False)}
    full = (await rest.ask("GET", "/oauth2/applications/@me")).body
    assert (full["bot_public"], full["flags"]) == (False, PRESENCE_FLAGS)
    assert full["terms_of_service_url"] == "https://example.com/terms"
    assert full["privacy_policy_url"] == "https://example.com/privacy"
    assert full["install_params"]["permissions"] == "52224"


async def test_discordpy_reads_the_application(discord):
    discord.world.application.terms = "https://example.com/terms"
    discord.world.application.install = (["bot"], 2048)
    async with running(discord) as bot:
        info = await bot.application_info()
    assert info.bot_public
    assert info.terms_of_service_url == "https://example.com/terms"
    assert info.install_params.permissions.send_messages
    assert info.approximate_guild_count == 1


async def test_guild_is_told_as_described(still, rest, table):
    await rest.ask("POST", f"/channels/{table.id}/threads", {"name": "x", "type": 11})
    told = guild_created_payload(still.world, still.world.guild)
    for channel in told["channels"]:
        check_payload("GuildChannelResponse", channel)
    for thread in told["threads"]:
        check_payload("ThreadResponse", thread)
    for role in told["roles"]:
        check_payload("GuildRoleResponse", role)
    for member in told["members"]:
        check_payload("GuildMemberResponse", member)


@pytest.mark.parametrize("place", [TABLE, None])
async def test_messages_are_told_as_described(still, rest, ada, place):
    heard = []
    still.world.listeners.append(heard.append)
    await everything(rest, ada.channel(place))
    (created,) = [event for event in heard if isinstance(event, MessageCreated)]
    told = dispatched(still.world, created, still.api.urls, -1).data
    further = {"guild_id", "member", "channel_type"}
    check_payload("MessageResponse", {k: v for k, v in told.items() if k not in further})


@pytest.mark.parametrize("place", [TABLE, None])
async def test_interactions_are_told_as_described(still, rest, ada, place):
    message = await everything(rest, ada.channel(place))
    pressed = actions.choose(still.world, ada.user, message, "u", [str(ada.id)])
    told = dispatched(still.world, InteractionCreated(pressed), still.api.urls, -1).data
    check_payload("MessageResponse", told["message"])
    for user in told["data"]["resolved"]["users"].values():
        check_payload("UserResponse", user)
    if place is None:
        check_payload("UserResponse", told["user"])
        check_payload("PrivateChannelResponse", told["channel"])
    else:
        member = {k: v for k, v in told["member"].items() if k != "permissions"}
        check_payload("GuildMemberResponse", member)
        check_payload("GuildChannelResponse", told["channel"])
