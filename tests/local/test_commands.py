"""Application commands: what may be registered, and what a person's typing becomes."""

import pytest

from bot.local.acts import actions
from bot.local.rules.commands import NoSuchCommand

PLAY = {
    "name": "play",
    "description": "Open a lobby",
    "name_localizations": {"fr": "jouer"},
    "description_localizations": {"fr": "Ouvrir une table"},
    "contexts": [0],
    "options": [
        {
            "type": 3,
            "name": "game",
            "description": "Which game",
            "required": True,
            "choices": [{"name": "Guildes", "value": "guildes"}],
        },
        {"type": 4, "name": "seats", "description": "How many", "min_value": 2, "max_value": 6},
        {"type": 5, "name": "quick", "description": "Quick"},
        {"type": 6, "name": "guest", "description": "Who"},
    ],
}
OPTIONS = {
    "name": "options",
    "description": "Options",
    "options": [
        {"type": 1, "name": "set", "description": "Set", "options": [
            {"type": 3, "name": "key", "description": "Key", "required": True}
        ]}
    ],
}  # fmt: skip


@pytest.fixture
async def put(still, rest):
    path = f"/applications/{still.world.bot.id}/commands"

    async def put(*commands):
        return await rest.ask("PUT", path, list(commands))

    return put


@pytest.fixture
def ada(still):
    return next(user for user in still.world.users.values() if user.name == "Ada")


@pytest.fixture
def table(still):
    return next(
        channel for channel in still.world.channels.values() if channel.name == "great-table"
    )


def named(name, **changes):
    return {"name": name, "description": "A command"} | changes


async def test_the_longest_localisations_count_against_the_size_of_a_command(put):
    long = {"fr": "x" * 100, "de": "x" * 99}
    choices = [{"name": f"{n}", "value": f"{n}", "name_localizations": long} for n in range(25)]
    options = [named(f"o{n}", type=3, choices=choices) for n in range(3)]
    assert (await put(named("play", options=options))).status == 200
    answer = await put(named("play", options=[*options, named("o3", type=3, choices=choices)]))
    assert answer.fault("0") == "APPLICATION_COMMAND_TOO_LARGE"


async def test_same_names_keep_their_ids(put):
    first = await put(PLAY, OPTIONS)
    second = await put(named("hand"), PLAY)
    ids = [{c["name"]: c["id"] for c in answer.body} for answer in (first, second)]
    assert ids[0]["play"] == ids[1]["play"]
    assert set(ids[1]) == {"hand", "play"}


@pytest.mark.parametrize(
    ("command", "path", "code"),
    [
        (named("Play"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (named("two words"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (named("x" * 33), "0.name", "BASE_TYPE_BAD_LENGTH"),
        (named("play", description=""), "0.description", "BASE_TYPE_BAD_LENGTH"),
        (named("play", description="x" * 101), "0.description", "BASE_TYPE_BAD_LENGTH"),
        (
            named("play", name_localizations={"xx": "play"}),
            "0.name_localizations.xx",
            "BASE_TYPE_CHOICES",
        ),
        (
            named("play", name_localizations={"fr": "Jouer"}),
            "0.name_localizations.fr",
            "APPLICATION_COMMAND_INVALID_NAME",
        ),
        (
            named("play", options=[
                {"type": 3, "name": f"o{i}", "description": "x"} for i in range(26)
            ]),
            "0.options",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            named("play", options=[
                {"type": 3, "name": "a", "description": "x"},
                {"type": 3, "name": "b", "description": "x", "required": True},
            ]),
            "0.options.1",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            named("play", options=[{"type": 12, "name": "a", "description": "x"}]),
            "0.options.0.type",
            "BASE_TYPE_CHOICES",
        ),
        (
            named("play", options=[{
                "type": 3, "name": "a", "description": "x", "autocomplete": True,
                "choices": [{"name": "x", "value": "x"}],
            }]),
            "0.options.0",
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
        ),
        (
            named("play", options=[{
                "type": 3, "name": "a", "description": "x",
                "choices": [{"name": str(i), "value": str(i)} for i in range(26)],
            }]),
            "0.options.0.choices",
            "BASE_TYPE_BAD_LENGTH",
        ),
    ],
)  # fmt: skip
async def test_refused(still, put, command, path, code):
    answer = await put(command)
    assert answer.refused == (400, 50035)
    assert answer.fault(path) == code
    assert still.world.commands == {}


async def test_hundred_commands_and_no_more(put):
    assert (await put(*[named(f"c{i}") for i in range(100)])).status == 200
    assert (await put(*[named(f"c{i}") for i in range(101)])).refused == (400, 30032)


async def test_localisations_are_told_only_on_demand(still, rest, put):
    await put(PLAY)
    path = f"/applications/{still.world.bot.id}/commands"
    (plain,) = (await rest.ask("GET", path)).body
    (full,) = (await rest.ask("GET", f"{path}?with_localizations=true")).body
    assert "name_localizations" not in plain
    assert full["name_localizations"] == {"fr": "jouer"}


async def test_one_name_once(put):
    assert (await put(named("play"), named("play"))).refused == (400, 50035)


async def test_typed_values_are_sent_in_their_types(still, put, ada, table):
    await put(PLAY)
    values = {"game": "guildes", "seats": "4", "quick": "true", "guest": str(ada.id)}
    data = actions.command(still.world, ada, table, "play", values).data
    assert {o["name"]: o["value"] for o in data["options"]} == {
        "game": "guildes",
        "seats": 4,
        "quick": True,
        "guest": str(ada.id),
    }
    assert data["resolved"]["users"][str(ada.id)]["username"] == "ada"


async def test_localised_name_finds_the_command(still, put, ada, table):
    await put(PLAY)
    interaction = actions.command(still.world, ada, table, "jouer", {"game": "guildes"})
    assert interaction.data["name"] == "play"


async def test_subcommand_stands_within_its_command(still, put, ada, table):
    await put(OPTIONS)
    data = actions.command(still.world, ada, table, "options set", {"key": "x"}).data
    assert data["options"] == [
        {"name": "set", "type": 1, "options": [{"name": "key", "type": 3, "value": "x"}]}
    ]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"game": "chess"},
        {"game": "guildes", "seats": 7},
        {"game": "guildes", "seats": "many"},
        {"game": "guildes", "colour": "red"},
    ],
)
async def test_client_refuses_wrong_values(still, put, ada, table, values):
    await put(PLAY)
    with pytest.raises(ValueError, match=r".+"):
        actions.command(still.world, ada, table, "play", values)
    assert still.world.interactions == {}


async def test_guild_command_is_not_offered_in_direct_messages(still, put, ada):
    await put(PLAY)
    direct = still.world.direct_channel(ada.id)
    with pytest.raises(NoSuchCommand):
        actions.command(still.world, ada, direct, "play", {"game": "guildes"})


async def test_application_emojis_are_made_listed_and_used_on_buttons(still, rest, table):
    path = f"/applications/{still.world.bot.id}/emojis"
    image = "data:image/png;base64,iVBORw0KGgo="
    made = await rest.ask("POST", path, {"name": "artisans", "image": image})
    assert (await rest.ask("GET", path)).body["items"] == [made.body]
    button = {
        "type": 2,
        "style": 1,
        "custom_id": "a",
        "emoji": {"id": made.body["id"], "name": "x"},
    }
    row = {"type": 1, "components": [button]}
    assert (await rest.send(table, components=[row])).status == 200
    again = await rest.ask("POST", path, {"name": "artisans", "image": image})
    assert again.fault("name") == "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
