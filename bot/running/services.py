"""The parts of the bot, put together in one place."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

import discord

from bot.delivery.calling.answers import Answers
from bot.delivery.calling.direct_channels import Allowance, DirectChannels, Openings
from bot.delivery.calling.messages import Messages
from bot.delivery.calling.permissions import Barred
from bot.delivery.calling.threads import ArchivedThreads, Threads
from bot.delivery.delivery import Delivery
from bot.delivery.drawing.drawing import Drawing
from bot.delivery.drawing.process import DrawingProcess
from bot.delivery.following.films import Films
from bot.delivery.following.following import Onlookers, Private, Whispers
from bot.delivery.following.reviews import Reviews
from bot.delivery.kept.boards import Boards
from bot.delivery.kept.calls import Calls
from bot.delivery.kept.hands import Hands
from bot.delivery.kept.kept import Outside
from bot.delivery.known.noted import Attendances, Notes, Tokens, WebhookOf
from bot.delivery.known.posts import Looks, Posts
from bot.delivery.pressed import Pressed
from bot.delivery.rendering.pages import Replaying, Rulebook
from bot.delivery.rendering.renderer import Renderer
from bot.delivery.told.letters import Letters, Offers
from bot.delivery.told.reminders import Reminders
from bot.delivery.told.results import Results
from bot.delivery.wire.coalesced import Queue, Works
from bot.delivery.wire.pace import ChannelPace, Pace
from bot.languages import Languages
from bot.people import People
from bot.running.deadlines import Absences, Deadlines
from bot.running.forgetting import Forgetting, Retention
from bot.running.hearing import Errands, Hearing
from bot.running.operator.metrics import Metrics
from bot.sessions.examination import Examination
from bot.sessions.lessons import OWN, Lesson
from bot.sessions.over.endings import Counting, OpeningHands
from bot.sessions.over.replays import Replays
from bot.sessions.over.reviews import Reviews as Reviewables
from bot.sessions.play.holders import Holders
from bot.sessions.play.learning import Learning
from bot.sessions.play.lobby import Lobbies
from bot.sessions.play.playing import Advices, Marks, Playing
from bot.sessions.play.takebacks import Takebacks
from bot.sessions.play.timing import Timing, Whereabouts
from bot.sessions.sessions import Locks, Sessions
from bot.sessions.table.table import AnyGame
from bot.store.shares import EVERYTHING, Shares
from bot.store.store import Store
from bot.thinking.computers import NAMES, Computers, Suggestions
from bot.thinking.reviewing import Reviewing
from bot.thinking.thinkers import Thinkers
from bot.time import Alarms, Clock, SystemClock, TableTime
from engine import games
from images import pictures


@dataclass(frozen=True, slots=True)
class Rates:
    """How fast we call Discord: below its 50 a second and its 5 in 5 seconds a channel.

    Follow-ups have a limit of their own, of which nothing tells before it is reached: some 30 a
    minute a channel.
    """

    calls_per_second: float = 45
    burst: int = 3
    calls_per_channel: int = 5
    channel_span: float = 5.2
    openings: Allowance = field(default_factory=Allowance)
    follow_ups: int = 30
    follow_up_span: float = 61.0


@dataclass(frozen=True, slots=True)
class Services:
    """What cogs may call. `started`: the time of day at which all began."""

    store: Store
    shares: Shares
    hearing: Hearing
    games: Mapping[str, AnyGame]
    languages: Languages
    people: People
    sessions: Sessions
    playing: Playing
    timing: Timing
    whereabouts: Whereabouts
    examination: Examination
    counting: Counting
    lobbies: Lobbies
    holders: Holders
    takebacks: Takebacks
    opening_hands: OpeningHands
    replays: Replays
    replaying: Replaying
    films: Films
    reviewing: Reviewing
    reviews: Reviews
    renderer: Renderer
    rulebook: Rulebook
    marks: Marks
    answers: Answers
    posts: Posts
    delivery: Delivery
    direct_channels: DirectChannels
    pressed: Pressed
    threads: Threads
    archived_threads: ArchivedThreads
    letters: Letters
    computers: Computers
    suggestions: Suggestions
    lessons: Mapping[str, Lesson]
    thinkers: Thinkers
    deadlines: Deadlines
    errands: Errands
    forgetting: Forgetting
    retention: Retention
    drawing: Drawing
    pace: Pace
    metrics: Metrics
    started: float

    async def close(self) -> None:
        """Stop everything that runs beside the event loop's own work."""
        self.hearing.close()
        self.errands.close()
        self.retention.close()
        self.deadlines.close()
        self.computers.close()
        self.suggestions.close()
        self.delivery.close()
        self.archived_threads.close()
        self.films.close()
        self.reviewing.close()
        self.reviews.close()
        await self.thinkers.close()
        await self.drawing.close()


def in_reach(client: discord.Client) -> bool:
    """Whether every shard is connected to Discord."""
    if client.is_closed() or not client.is_ready():
        return False
    shards = client.shards if isinstance(client, discord.AutoShardedClient) else {}
    return not any(shard.is_closed() for shard in shards.values())


def _fresh_seed() -> int:
    return secrets.randbits(256)


def assemble(  # noqa: PLR0913 - whatever is outside, by name
    client: discord.Client,
    store: Store,
    languages: Languages,
    games: Mapping[str, AnyGame] = games,
    *,
    seed: Callable[[], int] = _fresh_seed,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    rates: Rates = Rates(),
    clock: Clock = SystemClock(),  # noqa: B008 - it holds nothing
    drawing: Drawing | None = None,
    metrics: Metrics | None = None,
    lessons: Mapping[str, Lesson] = OWN,
    keep_games_days: int = 365,
    thinkers: Thinkers | None = None,
    webhook: WebhookOf | None = None,
    shares: Shares = EVERYTHING,
) -> Services:
    """The parts over a client that isn't connected yet and an open store.

    `pause` is how long computers let people see what happened, `clock` the time of day;
    without a `drawing`, pictures are drawn by a process of their own, without `thinkers` hard
    computers think in as many as there are cores to spare. `webhook`: by default the client's.
    `shares`: what this process looks after, where there may be others.
    """
    locks = Locks()
    people = People(store)
    time = TableTime(clock, lambda: in_reach(client))
    sessions = Sessions(store, games, locks, time, shares)
    learning = Learning(lessons)
    playing = Playing(store, games, sessions, learning)
    timing = Timing(sessions)
    whereabouts = Whereabouts(sessions)
    metrics = metrics or Metrics()
    drawing = drawing or Drawing(pictures, DrawingProcess(), metrics.drawn)
    marks = Marks()
    advices = Advices()
    renderer = Renderer(drawing, languages, time, marks, advices, learning)
    looks, notes = Looks(shares.living), Notes(store)
    tokens = Tokens(clock.now, webhook or partial(discord.Webhook.partial, client=client), notes)
    follow_ups = ChannelPace(rates.follow_ups, rates.follow_up_span, monotonic)
    answers = Answers(languages, tokens, looks, follow_ups)
    paces = (
        Pace(rates.calls_per_second, rates.burst, monotonic, living=shares.living),
        ChannelPace(rates.calls_per_channel, rates.channel_span, monotonic),
    )
    alarms = Alarms(clock)
    posts = Posts(store, notes, looks, tokens)
    attendances = Attendances(store, notes, clock)
    messages = Messages(client, paces, tokens, looks, clock.now)
    works = Works()
    barred = Barred(client, alarms, clock)
    outside = Outside(
        *(sessions, posts, looks, messages, Queue(), barred, people, languages, alarms, clock),
        works=works,
    )
    calls = Calls(outside, attendances, time)
    openings = Openings(client, paces[0], store, clock.now, rates.openings)
    direct_channels = DirectChannels(people, openings)
    hands = Hands(outside, direct_channels, renderer, attendances, calls)
    letters = Letters(outside, direct_channels)
    threads = Threads(client, store, languages, paces[0], works, shares)
    reminders = Reminders(outside, client, direct_channels, time)
    delivery = Delivery(
        sessions,
        Boards(outside, client, renderer, answers, hands),
        hands,
        Whispers(outside, tokens, hands),
        calls,
        whereabouts,
        Offers(outside, letters),
        reminders,
        Onlookers(outside, tokens, renderer, answers),
        Private(outside, tokens, store, answers, games, threads),
        Results(outside, store),
        *(barred, works, posts, attendances, alarms, notes),
    )
    pressed = Pressed(delivery, sessions, answers, posts, attendances, notes)
    thinkers = thinkers or Thinkers()
    computers = Computers(sessions, playing, thinkers, metrics, pause)
    sessions.follow(delivery.follow, computers.follow, threads.follow)
    takebacks = Takebacks(store, sessions, playing, time)
    replays, replaying = Replays(store, games), Replaying(renderer, drawing)
    reviewing = Reviewing(store, sessions, Reviewables(store, replays), thinkers)
    lobbies = Lobbies(store, games, sessions, playing, seed, learning)
    holders = Holders(sessions, NAMES)
    forgetting = Forgetting(
        *(store, sessions, lobbies, holders, delivery, threads, people, marks, drawing, renderer)
    )
    errands = Errands(
        *(store, sessions, delivery, renderer, forgetting, client, letters, shares, alarms)
    )
    absences = Absences(store, sessions, whereabouts, messages, letters, reminders)
    return Services(
        store=store,
        shares=shares,
        hearing=Hearing(store, sessions, people, delivery, errands, forgetting, shares),
        games=games,
        languages=languages,
        people=people,
        sessions=sessions,
        playing=playing,
        timing=timing,
        whereabouts=whereabouts,
        examination=Examination(store, games, sessions, locks, time),
        counting=Counting(store, games, locks),
        lobbies=lobbies,
        holders=holders,
        takebacks=takebacks,
        opening_hands=OpeningHands(sessions),
        replays=replays,
        replaying=replaying,
        films=Films(replays, replaying, drawing, answers, tokens, clock),
        reviewing=reviewing,
        reviews=Reviews(reviewing, replays, renderer, drawing, answers, tokens, letters),
        renderer=renderer,
        rulebook=Rulebook(drawing, languages),
        marks=marks,
        answers=answers,
        posts=posts,
        delivery=delivery,
        direct_channels=direct_channels,
        pressed=pressed,
        threads=threads,
        archived_threads=ArchivedThreads(messages),
        letters=letters,
        computers=computers,
        suggestions=Suggestions(sessions, advices),
        lessons=lessons,
        thinkers=thinkers,
        deadlines=Deadlines(
            *(store, sessions, timing, delivery, computers, takebacks, people, reminders),
            *(absences, attendances, time, alarms),
        ),
        errands=errands,
        forgetting=forgetting,
        retention=Retention(store, forgetting, keep_games_days, clock, shares),
        drawing=drawing,
        pace=paces[0],
        metrics=metrics,
        started=clock.now(),
    )
