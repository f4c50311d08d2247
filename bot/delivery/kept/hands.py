"""The private message of every seat: one for each player and game, edited in place.

Edits notify nobody, so that whoever is away when the table comes to wait for him gets the hand
as a new message; the old one is taken away.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import structlog

from bot.delivery.calling.answers import Answering
from bot.delivery.calling.messages import nonce
from bot.delivery.kept.calls import Calls
from bot.delivery.kept.kept import Kept, Outside, SeatLost, Whose
from bot.delivery.known.noted import STARTED
from bot.delivery.known.posts import Look, only_others, only_progress
from bot.delivery.rendering.rendering import Rendered, Rendering, Wanted, fixed
from bot.delivery.wire.caution import Priority
from bot.delivery.wire.faults import FAILURES, Remedy, code_of, passes_soon, pause_after, remedy
from bot.screens.screen import Screen
from bot.sessions.table.table import Table
from bot.store.records.people import Attendance, Person, Post
from bot.store.records.sessions import Outline

_log = structlog.get_logger(__name__)


GATHERED_FOR = 4.0
"""Seconds that "somebody else has chosen" waits for more of its kind."""
GO_ON_FOR, AT_MOST = 1.0, 3.0
"""Seconds after a choice for which who is asked nothing isn't shown it, as another may follow; and
since the first of several."""
RESTS_AFTER = 12.0
"""Seconds after the last choice that who owes nothing is shown what others do, where that costs."""
_CLOSED = (Remedy.DM_CLOSED, Remedy.NO_ACCESS, Remedy.CHANNEL_GONE)
"""What is tried again when the person opens direct messages, and no sooner."""


class Hands(Kept):
    """Sends hands and brings them up to date, through the player's own token where one lives."""

    kind = "hand"
    priority = Priority.HAND

    def __init__(self, outside: Outside, calls: Calls) -> None:
        super().__init__(outside)
        self._calls = calls
        self._refused = calls.refused
        self.answering = Answering(self.ask)
        self._replaced: dict[int, tuple[Whose, Post]] = {}
        """By message, hands that others stand for: they go when no press is answered there."""
        self._waiting: dict[Whose, tuple[int, float]] = {}
        """Hands that wait for others to go on: after which change, and since when."""

    def gathered_for(self) -> float:
        """Seconds that "somebody else has chosen" may wait."""
        return GATHERED_FOR + self._queue.lateness

    def ask_all(self, table: Table) -> None:
        """Have every person's hand brought up to date, and taken away from whoever left."""
        for user_id in (*table.people(), *table.departed()):
            self.ask(Whose(table.record.id, user_id))

    def tell_trouble(self, before: Table, *, noticed: bool = True) -> None:
        """Have the hands say what has become of the board, or that all is well again.

        Not `noticed`: where they stand, for we may share no server with their people any more,
        and then Discord takes no new message.
        """
        session_id = before.record.id
        after = self._sessions.trouble(session_id)
        if after == before.trouble:
            return
        # In a message that is noticed, but once alone.
        stood = before.record.board_message_id is not None
        anew = noticed and after is not None and after.pauses and stood
        for user_id in before.people():
            self.ask_surely(Whose(session_id, user_id), anew=anew)

    async def welcome(self, person: Person, session_id: int, pressed: int) -> Person:
        """Open a person's direct messages and say that the hand will be there.

        `pressed` is the id of the press that seats the person. The person as stored, with
        `dm_open` False if Discord refused.
        """
        async with self._locks.of(Whose(session_id, person.user_id)):
            try:
                person = await self._people.change(person, partial(replace, dm_open=True))
                if await self.standing(session_id, person) is None:
                    await self._welcomed(session_id, person.user_id, pressed)
            except SeatLost:
                pass  # nobody to be welcomed any more
            except FAILURES as error:
                if remedy(error) in _CLOSED:
                    return await self._closed(session_id, person)
                # The game's first hand tries again.
                _log.warning("no welcome sent", session=session_id, code=code_of(error))
                if not passes_soon(error):
                    self._leave_alone(Whose(session_id, person.user_id), error)
            return await self._people.find(person.user_id) or person

    async def _welcomed(self, session_id: int, user_id: int, pressed: int) -> None:
        table = await self._sessions.table(session_id)
        if table.record.status != "playing":
            rendering = self.newest(Whose(session_id, user_id))
            same = nonce("joined", pressed)
            await self._send(table, user_id, rendering, same, silent=False, pressed=True)
        elif self._sessions.owns(table.record):
            # As a start would send it, were this one's end never heard of.
            await self._told_anew(table, user_id, silent=False, pressed=True)

    def reaches(self, session_id: int, person: Person) -> bool:
        """Whether a hand gets to that person, as far as we know."""
        return person.dm_open and not self._refused.waits(Whose(session_id, person.user_id))

    async def standing(self, session_id: int, person: Person) -> Post | None:
        """A person's private message, if one stands."""
        return await self._posts.find(session_id, self.kind, person.user_id)

    async def remove(self, session_id: int, person: Person) -> None:
        """Take a private message away that isn't wanted any more."""
        async with self._locks.of(Whose(session_id, person.user_id)):
            gone = await self._posts.forget(session_id, self.kind, person.user_id)
        if gone is not None:
            await self._messages.delete(gone.channel_id, gone.message_id)

    async def stand_for_all_asked(self, table: Table) -> bool:
        """Whether everybody who owes a choice has a hand that shows it."""
        posts, seats = await self._posts.of(table.record.id), table.record.seats
        asked = (seats[seat].user_id for seat in table.people_asked())
        return all((self.kind, user_id) in posts for user_id in asked)

    async def adopt(self, session_id: int, person: Person, message_id: int, look: Look) -> bool:
        """Make the pressed private message the hand, and take a second one away.

        False where the pressed one is to go: another has replaced it meanwhile.
        """
        whose = Whose(session_id, person.user_id)
        self._refused.forget(whose)
        async with self._locks.of(whose):
            if message_id in self._replaced:
                return False
            standing = await self.standing(session_id, person)
            if standing is not None and standing.message_id == message_id:
                await self._shows(whose, message_id, look)
                return True
            if person.dm_channel_id is None:
                return True
            await self._stands(whose, person.dm_channel_id, message_id, look)
            if standing is not None:
                self._replaced[standing.message_id] = whose, standing
        await self._take_replaced_away(whose)
        return True

    async def render(self, table: Table, user_id: int, wanted: Wanted) -> Rendered:
        """What this person may see; raises SeatLost."""
        seat, person = table.seat_of(user_id), await self._people.find(user_id)
        if seat is None:
            raise SeatLost
        return await self.renderer.hand(person, table, seat, wanted)

    async def apart(self, outline: Outline, user_id: int) -> Screen:
        """With a button to end the game, for its host."""
        person = await self._people.find(user_id)
        locale = (person and person.locale) or outline.locale
        return self.renderer.apart(outline, locale, ending=user_id == outline.host_id)

    async def newest_or_gone(self, whose: Whose) -> Rendering:
        """The hand as it should look; for somebody who left, who plays on instead."""
        table = await self._sessions.table(whose.session_id)
        if whose.user_id not in table.departed():
            return self.newest(whose)
        person = await self._people.find(whose.user_id)
        return fixed(table, self.renderer.departed(person, table, whose.user_id))

    async def may_stand(self, table: Table, user_id: int, post: Post | None) -> bool:
        """Unless the person left, takes no direct messages, or is just being answered."""
        if post is not None and post.message_id in self.answering:
            self.answering.put_off(Whose(table.record.id, user_id), post.message_id)
            return False
        if table.record.departed and user_id in table.departed():
            if post is not None:
                await self._take_away(table.record.id, post)
            return False
        person = await self._people.find(user_id)
        if person is None or not self.reaches(table.record.id, person):
            return False
        return table.seat_of(user_id) is not None

    async def _update(self, whose: Whose) -> bool:
        if self._replaced:
            await self._take_replaced_away(whose)
        return await super()._update(whose)

    async def _take_replaced_away(self, whose: Whose) -> None:
        """Take away what another message stands for; what is being answered, after that."""
        for post in [post for of, post in self._replaced.values() if of == whose]:
            if post.message_id not in self.answering:
                await self._messages.delete(post.channel_id, post.message_id)
            # A press may have come while it was taken away: its message must not be the hand.
            if post.message_id in self.answering:
                self.answering.put_off(whose, post.message_id)
            else:
                self._replaced.pop(post.message_id, None)

    async def begin(self, table: Table, user_id: int) -> bool:
        """A running game has a hand for everybody."""
        if table.record.status == "playing":
            await self._told_anew(table, user_id, silent=False)
        return False

    async def renew(self, table: Table, post: Post, *, silent: bool) -> bool:
        """Send the hand in a new message, and take the old one away."""
        if table.record.status == "lobby" and not table.stranded:
            await self._posts.forget(table.record.id, self.kind, post.user_id)
            return False
        await self._told_anew(table, post.user_id, post, silent=silent)
        return False

    async def is_to_replace(self, table: Table, post: Post, error: Exception) -> bool:
        """Also where nobody knows why, or its channel got lost, which is opened once more."""
        if remedy(error) in (Remedy.POST_AGAIN, Remedy.GIVE_UP):
            return True
        return await self._direct_channels.forget_lost(post.user_id, post.channel_id, error)

    async def lost(self, table: Table, user_id: int, error: Exception) -> None:
        """Nothing is sent until the person opens direct messages again."""
        person = await self._people.find(user_id)
        if person is not None:
            await self._closed(table.record.id, person)

    async def mend(self, table: Table, user_id: int, error: Exception) -> None:
        """Whom nothing reaches for long, for whatever reason, is told where else the hand is."""
        if passes_soon(error):
            raise error
        if remedy(error) in _CLOSED:
            await self.lost(table, user_id, error)
        else:
            _log.warning("hand not sent", session=table.record.id, code=code_of(error))
            self._leave_alone(Whose(table.record.id, user_id), error)

    def _leave_alone(self, whose: Whose, error: Exception) -> None:
        again = partial(self.ask_surely, whose, anew=False)
        self._refused.refused(whose, again, pause_after(error))
        self._calls.ask(whose.session_id)

    async def is_to_notify(self, table: Table, post: Post, look: Look) -> bool:
        """Where the start, a choice that is owed, or the end isn't told yet."""
        record, user_id = table.record, post.user_id
        if record.status in ("over", "abandoned"):
            return table.started and post.shown < table.changes
        if record.status != "playing" or table.paused:
            return False
        known = await self._attendances.of(record.id, user_id)
        if known.told_step is None:
            return True
        wait = None
        if look.owes is not None and known.told_step < look.owes:
            wait = await self._attendances.until_told(record.id, user_id, look.owes)
        await self._set_alarm(Whose(record.id, user_id), wait)
        return wait == 0

    def is_untouched(self, table: Table, user_id: int, before: Look) -> bool:
        """Also where others have chosen meanwhile: that tells nothing to who has yet to choose."""
        if before.shows(table):
            return True
        if before.owes is None or not before.known or table.record.status != "playing":
            return False
        if table.events != before.events or (seat := table.seat_of(user_id)) is None:
            return False
        prompt = table.prompt(seat)
        return prompt is not None and prompt.answered is None and prompt.step == before.owes

    async def is_put_off(self, table: Table, post: Post) -> bool:
        """While others go on with a turn, whose every choice would be drawn for all who look on."""
        whose, now = Whose(table.record.id, post.user_id), self._clock.now()
        waited_after, since = self._waiting.pop(whose, (None, now))
        rested = waited_after == table.record.changes or now >= since + AT_MOST
        if rested or not self._looks_on(table, post):
            return False
        self._waiting[whose] = table.record.changes, since
        self.ask(whose, within=min(GO_ON_FOR, since + AT_MOST - now))
        return True

    def _looks_on(self, table: Table, post: Post) -> bool:
        """Whether nothing has come to who owes no choice but those of others, and take-backs."""
        look, seat = self._looks.look(post.message_id), table.seat_of(post.user_id)
        if look is None or seat is None or table.record.status != "playing" or look.shows(table):
            return False
        return (look.owes, look.events) == (None, table.events) and table.prompt(seat) is None

    def is_worth_a_call(self, table: Table, post: Post, before: Look | None, after: Look) -> bool:
        """Unless others have chosen: that waits until something else happens; or go on: until
        they let the table wait, and the hand says for whom."""
        if not only_others(before, after):
            return not only_progress(before, after)
        if not self._messages.too_old(post.message_id):  # of such ones Discord allows few edits
            whose = Whose(table.record.id, post.user_id)
            again = partial(self.ask_surely, whose, anew=False)
            self._alarms.after((self.kind, whose, "rests"), RESTS_AFTER, again)
        return False

    def is_stale(self, table: Table, post: Post) -> bool:
        """Hands are sent anew only to whom the table waits for."""
        seat = table.seat_of(post.user_id)
        asked = table.record.status == "playing" and seat in table.people_asked()
        return asked and super().is_stale(table, post)

    async def _set_alarm(self, whose: Whose, wait: float | None) -> None:
        # What is due now stays due until it was sent: no reminder comes beside it.
        await self._attendances.due_in(*whose, wait)
        if wait:
            self._alarms.after((self.kind, whose), wait, partial(self.ask, whose))
        else:
            self._alarms.cancel((self.kind, whose))

    async def _told_anew(
        self,
        table: Table,
        user_id: int,
        before: Post | None = None,
        *,
        silent: bool,
        pressed: bool = False,
    ) -> None:
        """Send the hand in a new message, in place of the one before."""
        whose = Whose(table.record.id, user_id)
        silent = silent or not await self._attendances.may_notify(*whose)
        same = nonce("hand", *whose, table.changes, 0 if before is None else before.message_id)
        await self._send(
            table, user_id, self.ours(whose), same, before, silent=silent, pressed=pressed
        )
        self._alarms.cancel((self.kind, whose))
        if silent:
            self.ask(whose)  # it notified nobody: that may be to come yet

    async def _send(
        self,
        table: Table,
        user_id: int,
        rendering: Rendering,
        same: str,
        before: Post | None = None,
        *,
        silent: bool,
        pressed: bool = False,
    ) -> None:
        """Send a person's hand in a new message, and take the one before away; raises one of
        FAILURES."""
        whose = Whose(table.record.id, user_id)

        async def send(channel_id: int) -> tuple[int, int, Look]:
            sent = await self._messages.send(
                channel_id, rendering, Priority.HAND, nonce=same, silent=silent
            )
            return channel_id, *sent

        channel_id, message_id, look = await self._direct_channels.write(
            user_id, send, pressed=pressed
        )
        if self._refused.forget(whose):
            self._calls.ask(whose.session_id)
        if before is not None:
            # While the store knows that one yet: a kill in between leaves none there for good.
            self._replaced[before.message_id] = whose, before
            await self._take_replaced_away(whose)
        told = None
        # A welcome that the start overtook tells of the start already.
        if (rendering.table or table).record.status == "playing":
            step = STARTED if look.owes is None else look.owes
            told = await self._attendances.telling(*whose, None if silent else step)
        await self._stands(whose, channel_id, message_id, look, told)
        if not look.known:
            self.ask(whose)

    async def _stands(
        self,
        whose: Whose,
        channel_id: int,
        message_id: int,
        look: Look,
        told: Attendance | None = None,
    ) -> None:
        post = Post(self.kind, whose.user_id, channel_id, message_id, look.changes, look.picture)
        await self._posts.place(whose.session_id, post, told)
        if told is not None:
            await self._attendances.keep(whose.session_id, told)

    async def _closed(self, session_id: int, person: Person) -> Person:
        _log.info("direct messages closed", session=session_id)
        await self._posts.forget(session_id, self.kind, person.user_id)
        closed = await self._direct_channels.close(person)
        self._calls.ask(session_id)
        return closed
