"""The parts of the bot, put together in one place."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from functools import partial
from time import monotonic

import discord

from bot.delivery.calling.answers import Answers
from bot.delivery.calling.channels import Allowance, Barred, DirectChannels, Openings
from bot.delivery.calling.messages import Messages
from bot.delivery.calling.threads import ArchivedThreads, Threads
from bot.delivery.delivery import Delivery, Pressed
from bot.delivery.drawing.drawing import Drawing, DrawingProcess
from bot.delivery.following.awaited import Films, Reviews
from bot.delivery.following.following import Onlookers, Private, Whispers
from bot.delivery.kept.boards import Boards
from bot.delivery.kept.calls import Absences, Calls, Reminders
from bot.delivery.kept.hands import Hands
from bot.delivery.kept.kept import Outside
from bot.delivery.kept.letters import Letters, Offers, Results
from bot.delivery.known.noted import Attendances, Notes, Tokens, WebhookOf
from bot.delivery.known.posts import Looks, Posts
from bot.delivery.rendering.pages import Replaying, Rulebook
from bot.delivery.rendering.renderer import Renderer
from bot.delivery.wire.caution import ChannelPace, Pace
from bot.delivery.wire.coalesced import Background, Queue, Works
from bot.languages import Languages
from bot.people import People
from bot.running.deadlines import Deadlines
from bot.running.forgetting import Forgetting, retention
from bot.running.hearing import Errands, Hearing
from bot.running.telling import Metrics
from bot.sessions.examination import Examination
from bot.sessions.lessons import OWN, Learning, Lesson
from bot.sessions.over.endings import Counting, OpeningHands
from bot.sessions.over.replays import Replays
from bot.sessions.over.reviews import Reviews as Reviewables
from bot.sessions.play.holders import Holders
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
from engine.text import frozen
from images import pictures


@frozen
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


def in_reach(client: discord.Client) -> bool:
    """Whether every shard is connected to Discord."""
    if client.is_closed() or not client.is_ready():
        return False
    shards = client.shards if isinstance(client, discord.AutoShardedClient) else {}
    return not any(shard.is_closed() for shard in shards.values())


fresh_seed = partial(secrets.randbits, 256)


class Services:
    """The parts of the bot, over a client that isn't connected yet and an open store.

    What cogs may call is public. `started`: the time of day at which all began.
    """

    def __init__(  # noqa: PLR0913, PLR0915 - all in one place
        self,
        client: discord.Client,
        store: Store,
        languages: Languages,
        games: Mapping[str, AnyGame] = games,
        *,
        seed: Callable[[], int] = fresh_seed,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        rates: Rates = Rates(),  # noqa: B008 - nobody changes it
        clock: Clock = SystemClock(),  # noqa: B008 - it holds nothing
        drawing: Drawing | None = None,
        metrics: Metrics | None = None,
        lessons: Mapping[str, Lesson] = OWN,
        keep_games_days: int = 365,
        thinkers: Thinkers | None = None,
        webhook: WebhookOf | None = None,
        shares: Shares = EVERYTHING,
    ) -> None:
        """`pause` is how long computers let people see what happened, `clock` the time of day;
        without a `drawing`, pictures are drawn by a process of their own, without `thinkers` hard
        computers think in as many as there are cores to spare. `webhook`: by default the client's.
        `shares`: what this process looks after, where there may be others.
        """
        self.store, self.shares, self.games, self.languages = store, shares, games, languages
        self.lessons, self.started = lessons, clock.now()
        locks = Locks()
        time = TableTime(clock, lambda: in_reach(client))
        self.people = people = People(store)
        self.sessions = sessions = Sessions(store, games, locks, time, shares)
        learning = Learning(lessons)
        self.playing = playing = Playing(store, games, sessions, learning)
        self.timing = Timing(sessions)
        self.whereabouts = Whereabouts(sessions)
        self.metrics = metrics or Metrics()
        self.drawing = drawing or Drawing(pictures, DrawingProcess(), self.metrics.drawn)
        self.marks, advices = Marks(), Advices()
        self.renderer = renderer = Renderer(
            self.drawing, languages, time, people, self.marks, advices, learning
        )
        looks, notes = Looks(shares.living), Notes(store)
        self.notes = notes
        tokens = Tokens(
            clock.now, webhook or partial(discord.Webhook.partial, client=client), notes
        )
        follow_ups = ChannelPace(rates.follow_ups, rates.follow_up_span, monotonic)
        self.answers = answers = Answers(languages, tokens, looks, follow_ups)
        self.pace = Pace(rates.calls_per_second, rates.burst, monotonic, living=shares.living)
        by_channel = ChannelPace(rates.calls_per_channel, rates.channel_span, monotonic)
        alarms = Alarms(clock)
        self.posts = posts = Posts(store, notes, looks, tokens)
        attendances = Attendances(store, notes, people, clock)
        paces, background = (self.pace, by_channel), Background()
        messages = Messages(client, paces, tokens, looks, clock.now, background)
        queue = Queue(background)
        works = Works()
        self.barred = barred = Barred(client, alarms, clock)
        openings = Openings(client, self.pace, store, clock.now, rates.openings)
        self.direct_channels = DirectChannels(people, openings)
        outside = Outside(
            *(sessions, posts, looks, messages, queue, barred, people, languages, alarms, clock),
            *(time, client, self.direct_channels, renderer, answers, attendances, tokens, store),
            works=works,
        )
        self.letters = letters = Letters(outside)
        absences = Absences(self.whereabouts, messages, letters)
        calls = Calls(outside, absences)
        hands = Hands(outside, calls)
        self.threads = threads = Threads(
            client, store, languages, messages, self.pace, works, shares
        )
        self.archived_threads = ArchivedThreads(messages)
        reminders = Reminders(outside)
        self.delivery = delivery = Delivery(
            sessions,
            Boards(outside, hands),
            hands,
            Whispers(outside, hands),
            calls,
            self.whereabouts,
            Offers(outside, letters),
            reminders,
            Onlookers(outside),
            Private(outside, games, threads),
            Results(outside),
            *(works, posts, attendances, alarms),
        )
        self.pressed = Pressed(delivery, sessions, answers, posts, attendances, notes)
        self.thinkers = thinkers or Thinkers()
        self.computers = Computers(sessions, playing, self.thinkers, self.metrics, pause)
        self.suggestions = Suggestions(sessions, advices)
        sessions.follow(delivery.follow, self.computers.follow, threads.follow)
        self.takebacks = Takebacks(store, sessions, playing)
        self.opening_hands = OpeningHands(sessions)
        self.examination = Examination(store, games, sessions, locks)
        self.counting = Counting(store, games, locks)
        self.replays, self.replaying = Replays(store, games), Replaying(renderer, self.drawing)
        self.films = Films(self.replays, self.replaying, self.drawing, answers, tokens, clock)
        reviewables = Reviewables(store, self.replays)
        self.reviewing = Reviewing(store, sessions, reviewables, self.thinkers)
        self.reviews = Reviews(
            *(self.reviewing, self.replays, renderer, self.drawing, answers, tokens, letters), works
        )
        self.rulebook = Rulebook(self.drawing, languages)
        self.lobbies = Lobbies(store, games, sessions, playing, seed, learning)
        self.holders = Holders(sessions, NAMES)
        self.forgetting = Forgetting(
            *(store, sessions, self.lobbies, self.holders, delivery, threads, people),
            *((self.marks, advices), reviewables, self.opening_hands, notes),
            *(self.drawing, renderer),
        )
        self.retention = retention(store, self.forgetting, keep_games_days, clock, shares)
        self.errands = Errands(
            *(store, sessions, delivery, renderer, self.forgetting, client, letters),
            *(shares, alarms),
        )
        self.hearing = Hearing(
            store, sessions, people, delivery, self.errands, self.forgetting, shares
        )
        self.deadlines = Deadlines(
            *(store, sessions, self.timing, delivery, self.computers, self.takebacks, people),
            *(reminders, absences, self.whereabouts, attendances, time, alarms),
        )

    async def close(self) -> None:
        """Stop everything that runs beside the event loop's own work."""
        for part in (
            *(self.hearing, self.errands, self.retention, self.deadlines, self.computers),
            *(self.suggestions, self.delivery, self.archived_threads, self.films),
            *(self.reviewing, self.reviews),
        ):
            part.close()
        await self.thinkers.close()
        await self.drawing.close()
