"""Interactions have Discord's time limits, and its answers to those who miss them."""

import pytest

from bot.local.acts import actions
from bot.local.world.events import InteractionFailed
from tests.local.rest import V2, button, row, text

EPHEMERAL = 64


@pytest.fixture
def ada(still):
    return next(user for user in still.world.users.values() if user.name == "Ada")


@pytest.fixture
def table(still):
    return next(
        channel for channel in still.world.channels.values() if channel.name == "great-table"
    )


@pytest.fixture
async def message(rest, table):
    return rest.message(await rest.send(table, content="Board", components=[row(button())]))


@pytest.fixture
def press(still, ada, message):
    return lambda: actions.press(still.world, ada, message, "keep")


async def test_answer_after_three_seconds_is_too_late(still, rest, clock, press):
    failed = []
    still.world.listeners.append(
        lambda e: failed.append(e) if isinstance(e, InteractionFailed) else None
    )
    pressed = press()
    clock.advance(3.1)
    assert (await rest.respond(pressed, 4, content="Late")).refused == (404, 10062)
    assert [event.interaction for event in failed] == [pressed]


async def test_answer_within_three_seconds_counts(rest, clock, press):
    pressed = press()
    clock.advance(2.9)
    answer = await rest.respond(pressed, 4, content="Kept")
    assert answer.status == 200
    assert answer.body["resource"]["message"]["content"] == "Kept"


async def test_second_answer_is_refused(rest, press):
    pressed = press()
    await rest.respond(pressed, 6)
    assert (await rest.respond(pressed, 4, content="Again")).refused == (400, 40060)


async def test_refused_answer_may_be_given_again(rest, press):
    pressed = press()
    assert (await rest.respond(pressed, 4, content="x" * 2001)).refused == (400, 50035)
    assert (await rest.respond(pressed, 4, content="x" * 2000)).status == 200


async def test_wrong_token_is_unknown(rest, press):
    pressed = press()
    path = f"/interactions/{pressed.id}/wrong/callback"
    assert (await rest.ask("POST", path, {"type": 6})).refused == (404, 10062)


async def test_token_dies_after_fifteen_minutes(rest, clock, press):
    pressed = press()
    await rest.respond(pressed, 4, content="Kept")
    clock.advance(15 * 60 - 1)
    assert (await rest.edit_response(pressed, content="Still")).status == 200
    clock.advance(2)
    assert (await rest.edit_response(pressed, content="Dead")).refused == (401, 50027)
    assert (await rest.follow_up(pressed, content="Dead")).refused == (401, 50027)


async def test_follow_up_before_the_answer_is_an_unknown_webhook(rest, press):
    assert (await rest.follow_up(press(), content="Early")).refused == (404, 10015)


async def test_update_edits_the_pressed_message(rest, press, message):
    await rest.respond(press(), 7, content="Board 2", components=[])
    assert (message.content, message.components) == ("Board 2", [])


async def test_original_response_of_a_deferred_update_is_the_pressed_message(rest, press, message):
    pressed = press()
    await rest.respond(pressed, 6)
    answer = await rest.edit_response(pressed, content="Board 3")
    assert (answer.body["id"], message.content) == (str(message.id), "Board 3")


async def test_token_edits_no_other_message(rest, table, press):
    other = await rest.send(table, content="Other")
    pressed = press()
    await rest.respond(pressed, 4, content="Kept")
    refused = await rest.edit_response(pressed, other.body["id"], content="Mine")
    assert refused.refused == (404, 10008)


async def test_first_follow_up_fills_the_loading_message_and_stays_as_visible(
    rest, press, ada, still
):
    pressed = press()
    await rest.respond(pressed, 5, flags=EPHEMERAL)
    first = rest.message(await rest.follow_up(pressed, content="Done"))
    second = rest.message(await rest.follow_up(pressed, content="More"))
    assert first.id == pressed.original
    assert (first.seen_by, second.seen_by) == (ada.id, None)


async def test_ephemeral_message_is_not_there_for_the_bots_token(rest, press):
    pressed = press()
    await rest.respond(pressed, 4, content="Secret", flags=EPHEMERAL)
    message = rest.discord.world.messages[pressed.original]
    assert (await rest.edit(message, content="Known")).refused == (404, 10008)
    assert (await rest.edit_response(pressed, content="Known")).status == 200


async def test_dismissed_message_is_gone_for_its_owner_but_can_be_edited(rest, press, ada, still):
    pressed = press()
    await rest.respond(pressed, 4, content="Secret", flags=EPHEMERAL)
    message = still.world.messages[pressed.original]
    actions.dismiss(still.world, ada, message)
    assert not still.world.may_see(ada, message)
    assert (await rest.edit_response(pressed, content="Known")).status == 200


async def test_press_on_an_ephemeral_message_can_edit_it(rest, press, ada, still):
    pressed = press()
    await rest.respond(
        pressed, 4, content="Hand", flags=EPHEMERAL, components=[row(button("pick:1"))]
    )
    message = still.world.messages[pressed.original]
    again = actions.press(still.world, ada, message, "pick:1")
    await rest.respond(again, 7, content="Hand 2")
    assert (message.content, message.ephemeral) == ("Hand 2", True)


async def test_deleted_response_is_gone(rest, press):
    pressed = press()
    await rest.respond(pressed, 4, content="Kept")
    assert (await rest.delete_response(pressed)).status == 204
    assert (await rest.read_response(pressed)).refused == (404, 10008)


async def test_modal_may_not_answer_a_modal(rest, press, ada, still):
    modal = {
        "custom_id": "form",
        "title": "Form",
        "components": [
            {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "n", "style": 1}}
        ],
    }
    pressed = press()
    assert (await rest.respond(pressed, 9, **modal)).status == 200
    submitted = actions.submit(still.world, ada, pressed, {"n": "Ada"})
    assert submitted.data["components"][0]["component"]["value"] == "Ada"
    assert (await rest.respond(submitted, 9, **modal)).fault("type") == "BASE_TYPE_CHOICES"
    assert (await rest.respond(submitted, 7, content="Renamed")).status == 200


async def test_components_v2_flag_stays_when_an_answer_leaves_it_out(rest, press, message):
    await rest.respond(
        press(), 7, content=None, flags=V2, components=[text("Board"), row(button())]
    )
    assert message.components_v2
    pressed = press()
    await rest.respond(pressed, 6)
    refused = await rest.edit_response(pressed, content="Plain")
    assert refused.fault("content") == "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    await rest.edit_response(pressed, components=[text("Board 2")])
    assert message.components_v2


async def test_missing_custom_id_press_is_refused_by_the_client(still, ada, message):
    with pytest.raises(actions.CannotDo):
        actions.press(still.world, ada, message, "other")


async def test_interactions_are_forgotten_after_an_hour(still, rest, clock, press):
    first = press()
    clock.advance(3601)
    for _ in range(2):
        press()
    assert first.id not in still.world.interactions
    assert (await rest.follow_up(first, content="x")).refused == (404, 10015)
