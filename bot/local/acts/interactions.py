"""Interactions and their answers: three seconds for the first, fifteen minutes for all others."""

from collections.abc import Mapping
from typing import Any, Final

from bot.local.acts.messages import Body, delete, edit, fill, post
from bot.local.payloads.objects import user_payload
from bot.local.rules import errors
from bot.local.rules.modals import check_modal
from bot.local.world.events import InteractionAnswered, InteractionCreated, InteractionFailed
from bot.local.world.records import EPHEMERAL, LOADING, Channel, Interaction, Message, User
from bot.local.world.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
FIRST_ANSWER: Final = 3.0
TOKEN_LIFE: Final = 15 * 60.0
REPLY, COMMAND_REPLY = 19, 20


def start(
    world: World,
    kind: int,
    user: User,
    channel: Channel,
    data: dict[str, Any],
    source: Message | None = None,
    opener: dict[str, Any] | None = None,
) -> Interaction:
    """A person did something: tell the bot, and count three seconds.

    `opener`: of a form that is handed in, the metadata of what opened it."""
    number, now = world.ids.next(), world.clock.now()
    token = world.token(number)
    interaction = Interaction(number, token, kind, user.id, channel.id, now, data)
    interaction.source = source.id if source else None
    interaction.opener = opener
    world.add_interaction(interaction)

    def late() -> None:
        if interaction.answered is None:
            interaction.failed = True
            world.emit(InteractionFailed(interaction))

    world.clock.call_later(FIRST_ANSWER, late)
    world.emit(InteractionCreated(interaction))
    return interaction


def respond(world: World, number: int, token: str, kind: int, body: Body) -> Message | None:
    """The first response; its message, where it makes or changes one.

    Raises ApiError 10062 when late or unknown, 40060 the second time, 50035 for a wrong body. An
    update that is refused is the answer all the same: nobody is told that it failed (api-docs
    3177)."""
    interaction = world.interactions.get(number)
    if interaction is None or interaction.token != token:
        raise errors.unknown_interaction()
    if interaction.answered is not None:
        raise errors.already_acknowledged()
    if interaction.failed or world.clock.now() - interaction.created > FIRST_ANSWER:
        raise errors.unknown_interaction()
    if kind not in _allowed(interaction):
        choices = ", ".join(str(t) for t in sorted(_allowed(interaction)))
        raise errors.invalid_form(
            "type", "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}."
        )
    try:
        message = _first_response(world, interaction, kind, body)
    except errors.ApiError:
        if kind == UPDATE:
            _answered(world, interaction, kind, interaction.source)
        raise
    _answered(world, interaction, kind, None if message is None else message.id)
    return message


def _answered(world: World, interaction: Interaction, kind: int, message: int | None) -> None:
    interaction.answered = kind
    if message is not None:
        interaction.original = message
        interaction.messages.add(message)
    world.emit(InteractionAnswered(interaction))


def _allowed(interaction: Interaction) -> set[int]:
    if interaction.type == AUTOCOMPLETE:
        return {CHOICES}
    allowed = {MESSAGE, DEFERRED_MESSAGE}
    if interaction.source is not None:
        allowed |= {DEFERRED_UPDATE, UPDATE}
    if interaction.type != MODAL_SUBMIT:
        allowed.add(MODAL)
    return allowed


def _first_response(
    world: World, interaction: Interaction, kind: int, body: Body
) -> Message | None:
    if kind == MODAL:
        interaction.modal = check_modal(body.payload, world.emojis)
        return None
    if kind == CHOICES:
        interaction.choices = _choices(body.payload)
        return None
    if kind in (MESSAGE, DEFERRED_MESSAGE):
        message = _new(world, interaction, body)
        message.type = COMMAND_REPLY if interaction.type == COMMAND else REPLY
        message.reference = interaction.source
        if kind == MESSAGE:
            fill(world, message, body)
        else:
            message.flags |= LOADING
        return post(world, message)
    source = world.messages.get(interaction.source or 0)
    if source is None:
        raise errors.unknown_message()
    if kind == UPDATE:
        _check_awake(world, source)
        return edit(world, source, body)
    return source


def _check_awake(world: World, message: Message) -> None:
    """Nothing is edited or deleted in an archived thread; what one person sees is nowhere in it."""
    channel = world.channels[message.channel]
    if channel.archived and message.seen_by is None:
        raise errors.archived_thread(403 if channel.locked else 400)


def _new(world: World, interaction: Interaction, body: Body) -> Message:
    now, channel = world.clock.now(), world.channels[interaction.channel]
    if channel.archived and channel.locked:
        raise errors.archived_thread(403)
    message = Message(world.ids.next(), interaction.channel, world.bot.id, now)
    message.webhook = world.bot.id
    if (body.payload.get("flags") or 0) & EPHEMERAL:
        message.flags, message.seen_by = EPHEMERAL, interaction.user
    message.interaction = metadata(world, interaction)
    if interaction.type == COMMAND:
        message.command = interaction.data["name"]
    return message


def metadata(world: World, interaction: Interaction) -> dict[str, Any]:
    """What a message tells of the interaction that made it."""
    channel = world.channels[interaction.channel]
    about: dict[str, Any] = {
        "id": str(interaction.id),
        "type": interaction.type,
        "user": user_payload(world.users[interaction.user]),
        "authorizing_integration_owners": {"0": str(channel.guild or 0)},
    }
    if interaction.type == COMPONENT:
        about["interacted_message_id"] = str(interaction.source)
    elif interaction.type == MODAL_SUBMIT and interaction.opener is not None:
        about["triggering_interaction_metadata"] = interaction.opener
    return about


def _choices(payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    choices = list(payload.get("choices") or [])
    if len(choices) > 25:
        raise errors.bad_length("data.choices", 0, 25)
    for i, choice in enumerate(choices):
        if not 1 <= len(str(choice.get("name") or "")) <= 100:
            raise errors.bad_length(f"data.choices.{i}.name", 1, 100)
        if not 1 <= len(str(choice.get("value", ""))) <= 100:
            raise errors.bad_length(f"data.choices.{i}.value", 1, 100)
    return choices


def live(world: World, application: int, token: str) -> Interaction:
    """The interaction whose webhook this is.

    Raises ApiError 10015 when unknown or not yet answered, 50027 after its fifteen minutes."""
    interaction = world.tokens.get(token)
    if interaction is None or application != world.bot.id:
        raise errors.unknown_webhook()
    if world.clock.now() - interaction.created > TOKEN_LIFE:
        raise errors.dead_token()
    if interaction.answered is None:
        raise errors.unknown_webhook()
    return interaction


def revoke(world: World, interaction: Interaction) -> None:
    """Discord forgets the token before its fifteen minutes are over: 10015 from now on."""
    world.tokens.pop(interaction.token, None)


def follow_up(world: World, interaction: Interaction, body: Body) -> Message:
    """A further message; the first after "thinking" takes that message's place."""
    original = world.messages.get(interaction.original or 0)
    if original is not None and original.flags & LOADING:
        return edit(world, original, body)
    message = _new(world, interaction, body)
    fill(world, message, body)
    interaction.messages.add(message.id)
    return post(world, message)


def message_of(world: World, interaction: Interaction, number: int | None) -> Message:
    """The message of that id, or the original response for None, if the token may touch it."""
    wanted = interaction.original if number is None else number
    message = world.messages.get(wanted or 0)
    if message is None or message.id not in interaction.messages:
        raise errors.unknown_message()
    return message


def edit_response(
    world: World, interaction: Interaction, number: int | None, body: Body
) -> Message:
    """Edit the original response (None) or a further message, through the token."""
    message = message_of(world, interaction, number)
    _check_awake(world, message)
    return edit(world, message, body)


def delete_response(world: World, interaction: Interaction, number: int | None) -> None:
    """Delete the original response (None) or a further message."""
    message = message_of(world, interaction, number)
    _check_awake(world, message)
    delete(world, message)
