"""Games brought to where somebody could take a choice back."""

from __future__ import annotations

from collections.abc import Callable

from bot.sessions.table.log import offered as offered_to
from bot.sessions.table.log import others, refusing, unasked
from bot.sessions.table.table import Table
from bot.testing.driver import Person, labels
from bot.testing.house import Party, unseen
from bot.testing.playing import act_for
from engine.parts.rng import Rng

ASK, TAKE = "Ask to take back", "Take back"


def to_be_asked(table: Table) -> int | None:
    """A person's seat that may ask the others, while another person is awaited alone."""
    return _seat(table, lambda seat: bool(others(table, seat)) and refusing(table, seat) is None)


def one_is_asked(table: Table) -> int | None:
    """A person's seat that may ask one of the others alone."""
    return _seat(table, lambda seat: len(others(table, seat)) == 1 and not refusing(table, seat))


def before_a_refusal(table: Table) -> int | None:
    """A person's seat whose choice a computer won't let it take back."""
    return _seat(table, lambda seat: refusing(table, seat) is not None)


def in_own_turn(table: Table) -> int | None:
    """A person's seat that may take its choice back at once."""
    return _seat(table, lambda seat: unasked(table, seat))


def _seat(table: Table, fits: Callable[[int], bool]) -> int | None:
    for seat, user_id in enumerate(seat.user_id for seat in table.record.seats):
        if user_id is not None and offered_to(table, seat) is not None and fits(seat):
            return seat
    return None


async def played_until(
    party: Party, found: Callable[[Table], int | None], seed: int = 1
) -> tuple[Person, str]:
    """Everybody chooses at random, unseen, until it is so for a person; the state before that.

    The choice itself is pressed, so that all messages know of it.
    """
    services, rng = party.house.services, Rng(seed)
    while (table := await party.table()).record.status == "playing":
        game, state = table.game, table.state
        before = game.dump(state)
        seat = game.asked(state)[0]
        picks = game.decode(state, seat, rng.choice(game.moves(state, seat)))
        step = game.prompts(state)[seat].step
        with unseen(services.sessions):
            table = await act_for(services.playing, party.session_id, seat, step, picks)
        asker = found(table)
        if asker is not None:
            services.delivery.changed(party.session_id)
            await party.house.quiet()
            user_id = table.record.seats[asker].user_id
            person = next(person for person in party.people if person.id == user_id)
            return person, before
    raise AssertionError("never found")


def offered(person: Person, party: Party) -> list[str]:
    """The buttons of the hand that take something back."""
    return [label for label in labels(party.hand(person)) if label in (ASK, TAKE)]
