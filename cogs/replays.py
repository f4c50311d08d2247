"""Looking back at games that are over: `/replay` and the presses on a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

from discord import app_commands

from bot.delivery.rendering.pages import Looking
from bot.delivery.rendering.renderer import Reader
from bot.delivery.rendering.rendering import Rendering
from bot.running.commands import anywhere, called, with_options
from bot.screens import reading
from bot.screens.custom_ids import PUBLIC, SCRIPT, TEXT, Replaying, Reviewing, Trying, chosen_first
from bot.screens.replay import saved, text_page
from bot.screens.review import explained, trial_busy
from bot.sessions.over.replays import Replay
from bot.sessions.play.lobby import Opener
from bot.sessions.refusals import ChannelBusy, NoReplay, NotPlaying, NotToBeSaved, UnknownOption
from bot.sessions.table.table import Table
from bot.store.records.sessions import PastGame
from bot.thinking.computers import NAMES
from cogs.looks import could_see, reader_of
from cogs.opening import begun, begun_elsewhere
from cogs.presses import Context, Interaction, handles, number_of
from engine.text import text

OFFERED = 25
"""Games that a completion may offer."""
LOOKED_THROUGH = 300
"""Games of the latest among which a completion looks."""
_LEAFING = ("first", "back", "on", "last", "round", "hand")


@app_commands.command(**called("replay"))
@with_options("replay", "game")
@anywhere
async def replay(interaction: Interaction, game: str) -> None:
    """Show a game of one's own, or of this server, from its beginning."""
    ctx = Context(interaction)
    # What was typed instead of chosen may be anything.
    offered = await _offered(ctx)
    chosen = [one for one in offered if str(one.id) == game]
    if not chosen:
        chosen = [one for one, _ in _fitting(ctx, offered, str(game))]
    if len(chosen) != 1:
        raise NoReplay(len(chosen))
    await _open(ctx, Replaying(chosen[0].id, "open", 0, None))


@replay.autocomplete("game")
async def games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The latest games whose names, players or days have what was typed."""
    ctx = Context(interaction)
    fitting = _fitting(ctx, await _offered(ctx), typed)
    found = [app_commands.Choice(name=line, value=str(one.id)) for one, line in fitting]
    return found[:OFFERED]


def _fitting(
    ctx: Context, offered: Iterable[PastGame], typed: str
) -> Iterator[tuple[PastGame, str]]:
    """The games in whose line all that was typed stands, each with its line."""
    wanted, words = typed.casefold().split(), ctx.words
    for one in offered:
        line = reading.games_ended(one, words, installed=one.game in ctx.services.games)
        if all(word in line.casefold() for word in wanted):
            yield one, line


@handles(Reviewing)
async def review(ctx: Context, press: Reviewing) -> None:
    """Show one's own review of a game, or a part of it."""
    reviews, number = ctx.services.reviews, press.number
    about = ctx.interaction, press.session
    whole = {"open": reviews.open, "tell": reviews.tell, "back": reviews.back}
    parts = {"turn": reviews.turn, "whole": reviews.whole}
    match press.what:
        case what if what in whole:
            await whole[what](*about, await reader_of(ctx))
        case what if what in parts:
            await parts[what](*about, number, await reader_of(ctx))
        case what if what.startswith(TEXT):
            page, reader = _page(what, TEXT), await reader_of(ctx)
            screen = await reviews.in_words(*about, number, reader, page or 0)
            await (ctx.show if page is None else ctx.replace)(screen)
        case "help":
            await ctx.show(explained(ctx.words))
        case "share" | "post":
            await reviews.share(*about, posted=press.what == "post")
        case _:
            raise UnknownOption


@handles(Trying)
async def try_it(ctx: Context, press: Trying) -> None:
    """Begin a turning point as a table in the direct messages of whoever presses."""
    before, own, tried = await ctx.services.reviews.moment(ctx.interaction, press)

    async def instead(channel_id: int) -> Table:
        opener = Opener(ctx.seat, channel_id, ctx.interaction.locale.value)
        begin = partial(ctx.services.lobbies.try_out, before, own, tried, opener, NAMES)
        try:
            return await begin()
        except ChannelBusy as busy:
            if press.what != str(busy.session.id) or busy.session.tried is None:
                raise
            with suppress(NotPlaying):  # it has ended meanwhile
                await ctx.services.sessions.abandon(busy.session.id)
            return await begin()

    try:
        if ctx.direct is None:
            record = await begun_elsewhere(ctx, instead)
            await ctx.lead(record, text("try.opened"))
        else:
            person, table = await ctx.person(), await instead(ctx.direct)
            await begun(ctx, person, table.record.id)
    except ChannelBusy as busy:
        await ctx.show(trial_busy(busy.session, press, ctx.words))


@handles(Replaying)
async def pressed(ctx: Context, press: Replaying) -> None:
    """Carry out a press on a replay, or under a result."""
    match press.way:
        case "open":
            await _open(ctx, press)
        case "film":
            # The whole game as one picture, or what it says to whoever reads words instead.
            if (await reader_of(ctx)).in_words:
                await _in_words(ctx, replace(press, way=SCRIPT))
            else:
                await ctx.services.films.begin(ctx.interaction, press)
        case "save":
            await _save(ctx, press)
        case way if way.startswith((TEXT, SCRIPT)):
            await _in_words(ctx, press)
        case way if way in _LEAFING:
            rendering = await _rendering(ctx, _chosen(ctx, press))
            await ctx.render(rendering.newest, rendering.anew)
        case _:
            raise UnknownOption


async def _open(ctx: Context, press: Replaying) -> None:
    rendering = await _rendering(ctx, press)
    await ctx.post(rendering.newest(None), rendering.anew, alone=True)


async def _rendering(ctx: Context, press: Replaying) -> Rendering:
    replay = await ctx.services.replays.of(press.session)
    reader = await reader_of(ctx)
    return ctx.services.replaying.rendering(_looking(replay, press, reader))


async def _in_words(ctx: Context, press: Replaying) -> None:
    """A step or a film in words: the first page in a new message, where others are turned to."""
    kind = SCRIPT if press.way.startswith(SCRIPT) else TEXT
    page = _page(press.way, kind)
    replay = await ctx.services.replays.of(press.session)
    looking = _looking(replay, press, Reader(ctx.interaction.locale.value))
    told = ctx.services.replaying.script if kind == SCRIPT else ctx.services.replaying.in_words
    words = ctx.words_of(replay.record)
    turned = partial(text_page, kind, press.session, looking.at, looking.seat)
    screen = reading.paged(replay.record.game, told(looking), words, turned, page or 0)
    await (ctx.show if page is None else ctx.replace)(screen)


def _page(pressed: str, kind: str) -> int | None:
    """The page that is turned to; None: the first, in a new message."""
    page = pressed.removeprefix(kind)
    return number_of(page) if page else None


async def _save(ctx: Context, press: Replaying) -> None:
    """The game as a file: it has every hand, and is for those who may know."""
    replay = await ctx.services.replays.of(press.session)
    record = replay.record
    knew = {one.user_id for one in record.seats} | {gone.user_id for gone in record.departed}
    if not (ctx.user_id in knew or replay.open):
        raise NotToBeSaved
    name, data = await ctx.services.replays.save(press.session, ctx.voices(record).picture)
    await ctx.show(saved(name, data, ctx.words))


def _chosen(ctx: Context, press: Replaying) -> Replaying:
    """The press with what its select has chosen."""
    value = chosen_first(ctx.interaction)
    match press.way:
        case "round":
            return replace(press, step=number_of(value))
        case "hand":
            return replace(press, seat=None if value == PUBLIC else number_of(value))
    return press


def _looking(replay: Replay, press: Replaying, reader: Reader) -> Looking:
    """What is to be seen; raises UnknownOption for a hand that may not be."""
    seat = press.seat
    if seat is not None and not (replay.open and seat < len(replay.record.seats)):
        raise UnknownOption
    return Looking(replay, min(press.step, replay.last), seat, reader)


async def _offered(ctx: Context) -> list[PastGame]:
    """The latest games that somebody may see again here."""
    user_id, guild_id = ctx.user_id, ctx.interaction.guild_id
    return [
        one
        for one in await ctx.services.store.ended_for(user_id, guild_id, LOOKED_THROUGH)
        if one.own or could_see(ctx, one.guild_id, one.channel_id)
    ]
