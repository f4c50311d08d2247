"""`python -m bot admin`: what whoever runs the bot looks at and changes, also while it runs."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

import orjson

from bot import VERSION
from bot.languages import FALLBACK, Languages
from bot.people import bare
from bot.running.settings import Settings
from bot.screens.custom_ids import LARGEST_ID
from bot.screens.lobby import said
from bot.sessions.table.story import dumped_nameless
from bot.sessions.table.table import AnyGame, Table
from bot.store.errors import DamagedSession
from bot.store.opening import work_beside
from bot.store.records.people import LONGEST_NOTICE
from bot.store.records.play import Seat
from bot.store.records.sessions import Outline, Session
from bot.store.sql import Begin, Database
from bot.store.tables import finding, operating, people
from bot.thinking.computers import NAMES
from engine.text import Text, text

Say = Callable[[str], None]

TIMEOUT = 5.0
"""Seconds for which an answer of the running bot is awaited."""


class NotDone(Exception):
    """It can't be done; one line says why."""


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command with its own commands."""
    admin = actions.add_parser("admin", help="look at games and servers, also while the bot runs")
    orders = admin.add_subparsers(dest="order", required=True)
    listing = orders.add_parser("sessions", help="list open tables and running games")
    listing.add_argument("--all", action="store_true", help="those that have ended, too")
    game, server, person = "the game's number", "the server's id", "the person's id at Discord"
    hidden = "print a game as JSON, to be replayed: it holds what is hidden"
    blocked = "the same, and leave it whenever the bot is invited there"
    for name, carried_out, about, number in (
        ("show", _Office.show, "what is public of a game", game),
        ("end", _Office.end, "end a game without a result", game),
        ("export", _Office.export, hidden, game),
        ("leave-server", _Office.leave, "leave a server; its games pause", server),
        ("block-server", _Office.block, blocked, server),
        ("unblock-server", _Office.unblock, "let the bot be invited there again", server),
        ("forget-person", _Office.forget, "drop all that is stored of somebody", person),
    ):
        by_id = orders.add_parser(name, help=about)
        by_id.add_argument("id", type=_id, help=number)
        by_id.set_defaults(carried_out=carried_out)
    notice = orders.add_parser("notice", help="show a line on every board; without one, none")
    notice.add_argument("text", nargs="*", help="as people read it")


def _id(digits: str) -> int:
    if not digits.isdecimal() or not 0 < int(digits) <= LARGEST_ID:
        raise argparse.ArgumentTypeError(f"{digits!r} is no id")
    return int(digits)


def administer(
    settings: Settings,
    wanted: argparse.Namespace,
    games: Mapping[str, AnyGame],
    languages: Languages,
    say: Say,
) -> None:
    """Carry an order out; raises NotDone, StoreUnusable."""

    def carry_out(begin: Begin) -> None:
        office = _Office(begin, games, languages, say)
        if wanted.order == "sessions":
            office.list(ended=wanted.all)
        elif wanted.order == "notice":
            said = " ".join(" ".join(wanted.text).split())
            office.notice(said.encode(errors="replace").decode())
        else:
            wanted.carried_out(office, wanted.id)

    work_beside(settings.database, carry_out)


@dataclass(eq=False, repr=False)
class _Office:
    _begin: Begin
    _games: Mapping[str, AnyGame]
    _languages: Languages
    _say: Say

    def list(self, *, ended: bool) -> None:
        with self._begin() as db:
            outlines = finding.outlines(db)
        for outline in outlines:
            if outline.live or ended:
                self._say(self._line(outline))
        if not any(outline.live for outline in outlines):
            self._say("no table is open, and no game is running")

    def _line(self, outline: Outline) -> str:
        about = [f"{outline.id}", outline.status]
        if outline.set_apart is not None:
            about.append(f"set apart: {outline.set_apart}")
        try:
            record = self._session(outline.id)
        except NotDone:
            about.append("can't be read")
        else:
            people = ", ".join(_who(seat) for seat in record.seats)
            about += [record.game, people, f"{record.moves} choices", _moment(record.updated_at)]
        where = f"server {outline.guild_id}, channel {outline.channel_id}"
        return "  ".join([*about, where])

    def show(self, session_id: int) -> None:
        record = self._session(session_id)
        words = self._languages.words(FALLBACK, [bare(seat.name) for seat in record.seats])
        facts_of = {
            "game": record.game,
            "status": record.status,
            "server": record.guild_id,
            "channel": record.channel_id,
            "host": record.host_id,
            "seats": ", ".join(_who(seat) for seat in record.seats),
            "options": record.options,
            "speed": words(said(record.speed)),
            "paused": record.pause.at is not None,
            "choices": record.moves,
            "opened": _moment(record.created_at),
            "last change": _moment(record.updated_at),
        }
        if record.set_apart is not None:
            facts_of["set apart"] = record.set_apart
        if (seen := self._seen(record)) is not None:
            headline, awaited = seen
            facts_of["board"] = words(headline)
            facts_of["waits for"] = ", ".join(words.name(seat) for seat in awaited) or "nobody"
        for name, value in facts_of.items():
            self._say(f"{name}: {value}")

    def _seen(self, record: Session) -> tuple[Text, tuple[int, ...]] | None:
        """Headline and who is awaited, by the public view; None if these rules can't read it."""
        game = self._games.get(record.game)
        if game is None or record.snapshot is None:
            return None
        try:
            view = Table(record, game, game.load(record.snapshot), ()).view(None)
        except Exception:  # noqa: BLE001 - damage may look like anything; the bot sets it apart
            return text("apart.damaged"), ()
        return view.headline, tuple(view.awaited)

    def end(self, session_id: int) -> None:
        with self._begin() as db:
            outline = self._outline(db, session_id)
            if not outline.live:
                raise NotDone(f"game {session_id} has ended already: {outline.status}")
            errand = operating.end(db, time.time(), session_id)
        self._say(f"game {session_id} is ended; {self._told(errand)}")

    def export(self, session_id: int) -> None:
        record = self._session(session_id)
        try:
            with self._begin() as db:
                moves = [asdict(move) for move in finding.moves(db, session_id)]
            options = orjson.loads(record.options)
        except DamagedSession as damaged:
            raise NotDone(str(damaged)) from damaged
        except orjson.JSONDecodeError as damaged:
            raise NotDone(f"session {session_id}: its options make no sense") from damaged
        seats = [{"seat": seat.seat, "strength": seat.strength} for seat in record.seats]
        document = {
            "guildhall": VERSION,
            "session": record.id,
            "game": record.game,
            "options": options,
            "status": record.status,
            "rules_version": record.rules_version,
            "seed": None if record.seed is None else str(record.seed),
            "seats": seats,
            "moves": moves,
        }
        self._say(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())

    def leave(self, guild_id: int) -> None:
        with self._begin() as db:
            errand = operating.leave(db, "server", guild_id)
        told = self._told(errand)
        if why_not := self._why_not_left(errand):
            raise NotDone(f"server {guild_id} isn't left: {why_not}")
        self._say(f"server {guild_id} is to be left; {told}")

    def block(self, guild_id: int) -> None:
        with self._begin() as db:
            errand = operating.block(db, guild_id)
        told = self._told(errand)
        self._say(f"server {guild_id} is blocked; {self._why_not_left(errand) or told}")

    def unblock(self, guild_id: int) -> None:
        with self._begin() as db:
            was = operating.unblock(db, guild_id)
        if not was:
            raise NotDone(f"server {guild_id} isn't blocked")
        self._say(f"server {guild_id} may invite the bot again")

    def forget(self, user_id: int) -> None:
        with self._begin() as db:
            live = people.in_live_sessions(db, user_id)
            if live:
                raise NotDone(
                    f"{user_id} has a seat in game {', '.join(map(str, live))}, or has seen a hand"
                    " of it: end the game, wait for its end, or let them type /forget-me"
                )
            people.forget(db, user_id, NAMES, dumped_nameless)
            errand = operating.leave(db, "person")
        self._say(f"nothing is stored of {user_id} any more; {self._told(errand)}")

    def notice(self, line: str) -> None:
        if len(line) > LONGEST_NOTICE:
            raise NotDone(f"a notice has {LONGEST_NOTICE} characters at most, not {len(line)}")
        with self._begin() as db:
            errand = operating.notify(db, line)
        done = "the notice is set" if line else "there is no notice any more"
        self._say(f"{done}; {self._told(errand)}")

    def _told(self, errand_id: int) -> str:
        """What the running bot did about it."""
        end = time.monotonic() + TIMEOUT
        while True:
            with self._begin() as db:
                if all(errand.id != errand_id for errand in operating.waiting(db)):
                    return "the running bot has seen to it"
            if time.monotonic() > end:
                return "no running bot has noticed yet; the next start does"
            time.sleep(0.1)

    def _why_not_left(self, errand_id: int) -> str:
        with self._begin() as db:
            return operating.why_not_left(db, errand_id)

    def _outline(self, db: Database, session_id: int) -> Outline:
        outline = finding.outline(db, session_id)
        if outline is None:
            raise NotDone(f"there is no game {session_id}")
        return outline

    def _session(self, session_id: int) -> Session:
        try:
            with self._begin() as db:
                self._outline(db, session_id)
                return finding.get(db, session_id)
        except DamagedSession as damaged:
            raise NotDone(str(damaged)) from damaged


def _who(seat: Seat) -> str:
    if seat.former:
        return "a former player"
    name = bare(seat.name)
    return name if seat.user_id is not None else f"{name} (computer, {seat.strength})"


def _moment(seconds: float) -> str:
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, ValueError, OSError):
        return f"{seconds:g} (no date)"
