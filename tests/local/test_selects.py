"""Selects of people, roles and channels, as messages hold them and interactions carry them."""

import discord as discordpy
import pytest

from bot.local.acts import actions
from bot.local.world.guilds import leave
from bot.testing.driver import Person
from tests.local.rest import row

TABLE = "great-table"
USERS, ROLES, CHANNELS = 5, 6, 8


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


@pytest.fixture
def benoit(still):
    return Person(still, "Benoît")


@pytest.fixture
def send(still, rest, ada):
    """Send a message with one select."""

    async def send(kind, **changes):
        select = {"type": kind, "custom_id": "invite"} | changes
        return await rest.send(ada.channel(TABLE), content="x", components=[row(select)])

    return send


async def test_chosen_people_come_with_users_and_members(still, rest, send, ada, benoit):
    message = rest.message(await send(USERS, max_values=10))
    values = [str(benoit.id), str(ada.id)]
    data = actions.choose(still.world, ada.user, message, "invite", values).data
    assert (data["component_type"], data["values"]) == (USERS, values)
    assert data["resolved"]["users"][str(benoit.id)]["global_name"] == "Benoît"
    member = data["resolved"]["members"][str(benoit.id)]
    assert set(member) >= {"roles", "joined_at", "permissions"}
    assert not {"user", "deaf", "mute"} & set(member)


async def test_who_is_no_member_comes_as_a_user_only(still, rest, send, ada, benoit):
    message = rest.message(await send(USERS))
    leave(still.world, benoit.user)
    data = actions.choose(still.world, ada.user, message, "invite", [str(benoit.id)]).data
    assert list(data["resolved"]) == ["users"]


async def test_select_takes_only_what_it_is_for_and_as_many_as_it_says(
    still, rest, send, ada, benoit
):
    message = rest.message(await send(USERS, max_values=2))
    table, moderators = ada.channel(TABLE).id, still.world.moderators.id
    for values in ([table], [moderators], [ada.id, ada.id], []):
        with pytest.raises(actions.CannotDo):
            actions.choose(still.world, ada.user, message, "invite", [str(v) for v in values])


async def test_roles_and_channels_are_resolved(still, rest, send, ada):
    roles, channels = rest.message(await send(ROLES)), rest.message(await send(CHANNELS))
    moderators, table = str(still.world.moderators.id), str(ada.channel(TABLE).id)
    chosen = actions.choose(still.world, ada.user, roles, "invite", [moderators]).data
    assert chosen["resolved"]["roles"][moderators]["name"] == "Moderators"
    chosen = actions.choose(still.world, ada.user, channels, "invite", [table]).data
    assert chosen["resolved"]["channels"][table]["name"] == TABLE


async def test_a_select_of_channels_offers_those_of_its_kinds_alone(still, rest, send, ada):
    only_text = rest.message(await send(CHANNELS, channel_types=[0]))
    actions.choose(still.world, ada.user, only_text, "invite", [str(ada.channel(TABLE).id)])
    for other in ("tables-of-their-own", "corner-talk"):
        with pytest.raises(actions.CannotDo):
            actions.choose(still.world, ada.user, only_text, "invite", [str(ada.channel(other).id)])


@pytest.mark.parametrize(
    ("defaults", "path"),
    [
        ([{"id": "1", "type": "role"}], "default_values.0.type"),
        ([{"type": "user"}], "default_values.0.id"),
        ([{"id": str(n), "type": "user"} for n in (1, 2, 3)], "default_values"),
        ([{"id": "1", "type": "user"}] * 2, "default_values"),
    ],
)
async def test_wrong_defaults_are_refused(send, defaults, path):
    refused = await send(USERS, max_values=2, default_values=defaults)
    assert refused.refused == (400, 50035)
    assert refused.fault(f"components.0.components.0.{path}")


async def test_discordpy_select_of_people_with_defaults(discord, bot):
    ada, benoit = Person(discord, "Ada"), Person(discord, "Benoît")
    chosen: list[str] = []

    class Invite(discordpy.ui.View):
        @discordpy.ui.select(
            cls=discordpy.ui.UserSelect,
            max_values=10,
            default_values=[discordpy.Object(ada.id, type=discordpy.User)],
        )
        async def invite(self, interaction, select):
            chosen.extend(member.display_name for member in select.values)
            await interaction.response.send_message("Invited")

    await bot.get_channel(ada.channel(TABLE).id).send("Whom?", view=Invite())
    message = ada.latest(TABLE)
    assert message.components[0]["components"][0]["default_values"][0]["id"] == str(ada.id)
    await ada.choose([str(benoit.id), str(ada.id)], message)
    assert sorted(chosen) == ["Ada", "Benoît"]
