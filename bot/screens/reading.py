"""Things to read: the whole view as text, the rules in short, somebody's games in a list.

The list says which wait for whom, why one stands still and what brings it back. And what the bot
is, how one begins, and how it is: for whoever asks, and for whoever runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime

from discord import ButtonStyle

from bot import VERSION
from bot.people import bold, plain
from bot.screens import parts as ui
from bot.screens.custom_ids import Listed, Operate, Rules, Show
from bot.screens.play.board import absences
from bot.screens.screen import Part, Screen
from bot.sessions.refusals import why_apart
from bot.sessions.table.log import undecided
from bot.sessions.table.table import Table
from bot.store.records.sessions import Outline, PastGame, Session
from engine.text import Seat, Text, frozen, text
from images.pictures import Picture
from images.words import Words

EXAMPLE = "example.png"
MOST_HANDS = 20
"""Between which one chooses."""
_MARK = "☞"


def paged(
    game: str,
    paragraphs: Iterable[str],
    words: Words,
    turned: Callable[[int], object],
    page: int = 0,
) -> Screen:
    """A view in words, for who can't see the picture; `page` counts from 0 and goes round.

    `turned` is the press that shows one.
    """
    pages = _pages([f"### {words(ui.game(game))}", *paragraphs])
    page %= len(pages)
    turning = _turning(turned, page, len(pages), words)
    return Screen(ui.container(ui.display(pages[page]), *turning))


def rules(
    told: Sequence[Text],
    words: Words,
    turned: Callable[[int], object],
    page: int = 0,
    *,
    said: Sequence[str] = (),
    picture: Picture | None = None,
) -> Screen:
    """A page of the rules; `page` counts from 0.

    `turned` is the press that shows one. `said`: how the example of this page came about, of
    which `picture` shows the count.
    """
    page %= len(told)
    rule = words(told[page])
    marks = words(text("rules.marked")) if _MARK in rule else ""
    paragraphs = [rule, *(f"- {line}" for line in said), marks]
    content = "\n".join(filter(None, paragraphs))
    frame = ui.container(
        ui.display(ui.shortened(content, ui.LONGEST_TEXT)),
        None if picture is None else ui.gallery(EXAMPLE, picture.alt),
        *_turning(turned, page, len(told), words),
    )
    return Screen(frame, picture, EXAMPLE)


def _turning(turned: Callable[[int], object], page: int, pages: int, words: Words) -> list[Part]:
    on = text("hand.next_page", page=page + 1, pages=pages)
    return ui.turning(turned, page, pages, words(text("hand.last_page")), words(on))


def _pages(paragraphs: Iterable[str]) -> list[str]:
    pages = [""]
    for said in paragraphs:
        part = ui.shortened(said, ui.LONGEST_TEXT)
        if len(pages[-1]) + len(part) > ui.LONGEST_TEXT:
            pages.append("")
        pages[-1] += f"{part}\n\n"
    return [page.rstrip() for page in pages]


def game_line(table: Table, user_id: int, obstacle: Text | None, words: Words) -> tuple[bool, str]:
    """A game in a line or two, and whether it waits for others: those come last.

    `words` with the names of the session.
    """
    record, seat = table.record, table.seat_of(user_id)
    asked = () if not table.started or table.paused else table.people_asked()
    answers = not table.paused and user_id in undecided(table)
    mine = seat in asked
    status = text("games.your_answer") if answers and not mine else _status(table, asked, mine)
    url = ui.board_url(record)
    name = ui.game(record.game)
    if record.practice:
        name = text("try.title" if record.tried is not None else "lesson.title", game=name)
    said = [f"- [{words(name)}]({url}) {_where(record, words)} · {words(status)}"]
    if obstacle is not None:
        said.append(f"  -# ⚠ {words(obstacle)}")
    elif record.pause.at is not None:
        by = "by_host" if record.pause.by_host else "by_vote"
        said.append(f"  -# ⏸ {words(text(f'games.pause.{by}'))}")
    said += [f"  {absence}" for absence in absences(table, words)]
    return not (mine or answers), "\n".join(said)


def which_hand(records: Iterable[Session], user_id: int, words: Words) -> Screen:
    """Of several tables of somebody's, where each is and who else sits there, to choose a hand."""
    said, buttons = [words(text("hand.which"))], []
    for record in records:
        table = words(text("hand.of", game=ui.game(record.game), number=record.id))
        others = ", ".join(bold(seat.name) for seat in record.seats if seat.user_id != user_id)
        said.append(" · ".join(filter(None, (f"- {table}", f"<#{record.channel_id}>", others))))
        buttons.append(ui.button(table, Show(record.id, "hand")))
    return ui.notice("\n".join(said), *buttons)


def games_apart(outline: Outline, words: Words, *, installed: bool) -> str:
    """A game that is set apart; `installed`: whether it has a name that can be said."""
    url = ui.board_url(outline)
    name = words(text(f"game.{outline.game}.name" if installed else "games.unknown"))
    where = f"- [{name}]({url}) {_where(outline, words)} · {words(text('games.apart'))}"
    return f"{where}\n  -# ⚠ {words(why_apart(outline))}"


def _where(one: Session | Outline, words: Words) -> str:
    """In which channel; one of direct messages has no name to be called by."""
    return words(text("place.direct")) if one.guild_id is None else f"<#{one.channel_id}>"


def games_ended(game: PastGame, words: Words, *, installed: bool) -> str:
    """A game that is over, to be chosen by its name, its players and its day."""
    name = words(text(f"game.{game.game}.name" if installed else "games.unknown"))
    at = datetime.fromtimestamp(game.ended_at, UTC)
    month = text(f"month.{at.month}")
    day = text("date", day=str(at.day), month=month, year=str(at.year))
    names = ", ".join(plain(one) if one else words(text("seat.former")) for one in game.names)
    said = text("replay.choice", game=name, day=day, names=names)
    return ui.shortened(words(said), ui.LONGEST_VALUE_LABEL)


def games_running(
    mine: Sequence[str], others: Sequence[tuple[Table, Words]], words: Words
) -> Screen:
    """Somebody's own games, and those of the server at which anybody may look on.

    `others` with the names of each session.
    """
    lines = ["\n".join(mine) or words(text("games.none"))]
    if not others:
        return Screen(ui.container(*map(ui.paragraph, lines)))
    lines.append("\n".join([words(text("games.here")), *(_other(*one) for one in others)]))
    labels = {str(table.record.id): _label(table, there) for table, there in others}
    watch = ui.choice(Listed("watch"), labels, placeholder=words(text("games.watch")))
    return Screen(ui.container(*map(ui.paragraph, lines), watch))


def _other(table: Table, words: Words) -> str:
    record = table.record
    url = ui.board_url(record)
    names = ", ".join(words.name(seat.seat) for seat in record.seats)
    return f"- [{words(ui.game(record.game))}]({url}) <#{record.channel_id}> · {names}"


def _label(table: Table, words: Words) -> str:
    names = ", ".join(plain(seat.name) for seat in table.record.seats)
    return f"{words(ui.game(table.record.game))} · {names}"


def _status(table: Table, asked: tuple[int, ...], mine: bool) -> Text:  # noqa: FBT001
    if table.paused:
        return text("games.paused")
    if mine:
        return text("games.your_turn")
    if asked:
        return text("games.waiting", names=tuple(Seat(seat) for seat in asked))
    return text(f"games.{table.record.status}")


LONGEST_ADDRESS = 512


@frozen
class About:
    """Running games; `privacy` and `terms` are addresses, as the application names them.

    `commands`: their numbers.
    """

    games: int
    privacy: str | None
    terms: str | None
    commands: Mapping[str, int]


def about(how: About, games: Sequence[str], words: Words) -> Screen:
    """What it is and how one begins, the rules of each game; in small print which release it is."""
    begins = [
        words(text(f"about.{name}", command=_mention(name, how.commands, words)))
        for name in ("play", "learn")
    ]
    ways = [
        ui.link(words(text(f"about.{name}")), address)
        for name, address in (("privacy", how.privacy), ("terms", how.terms))
        if address and len(address) <= LONGEST_ADDRESS
    ]
    rules = [
        ui.button(words(text("about.rules", game=ui.game(game))), Rules(game, 0)) for game in games
    ]
    return Screen(
        ui.container(
            ui.paragraph(words(text("about.what")), *begins),
            *ui.rows(rules),
            ui.paragraph(f"-# Guildhall {VERSION} · {words(text('about.games', n=how.games))}"),
            *ui.rows(ways),
        )
    )


def _mention(name: str, numbers: Mapping[str, int], words: Words) -> str:
    """A command that one can press, or as it is typed where its number isn't known yet."""
    typed = words(text(f"command.{name}.name"))
    return f"</{typed}:{numbers[name]}>" if name in numbers else f"/{typed}"


_MOST_LISTED = 20


@frozen
class Condition:
    """Of the bot: its start in Unix time, this process's servers by id, the notice on all boards.

    `sessions`: the live ones; `names`: of the games that are installed.
    """

    since: int
    servers: Mapping[int, str]
    sessions: Sequence[Outline]
    blocked: Sequence[int]
    notice: str
    names: frozenset[str]


def condition(now: Condition, words: Words) -> Screen:
    """Numbers, then the newest games, each with its number; nothing of what happens in them."""
    apart = sum(one.set_apart is not None for one in now.sessions)
    playing = sum(one.status == "playing" and one.set_apart is None for one in now.sessions)
    open_tables = len(now.sessions) - apart - playing
    lines = [
        words(text("about.since", when=ui.moment(now.since))),
        words(text("admin.servers", n=len(now.servers))),
        words(text("admin.games", playing=playing, open=open_tables, apart=apart)),
    ]
    if now.notice:
        lines.append(words(text("admin.notice", line=now.notice)))
    if now.blocked:
        ids = ", ".join(f"`{guild_id}`" for guild_id in now.blocked)
        lines.append(words(text("admin.blocked_servers", servers=ids)))
    newest = now.sessions[: -_MOST_LISTED - 1 : -1]
    listed = [words(_about(one, now)) for one in newest]
    if left := len(now.sessions) - len(newest):
        listed.append(f"-# {words(text('admin.more', n=left))}")
    return Screen(
        ui.container(ui.paragraph(f"### Guildhall {VERSION}", *lines), ui.paragraph(*listed))
    )


def sure_to_end(outline: Outline, now: Condition, words: Words) -> Screen:
    """Whether that game should really be ended."""
    asked = words(text("admin.sure_end", game=_about(outline, now)))
    yes = ui.button(words(text("abandon.yes")), Operate("end", outline.id), ButtonStyle.danger)
    return ui.notice(asked, yes)


def sure_to_block(guild_id: int, now: Condition, words: Words) -> Screen:
    """Whether that server should really be blocked."""
    asked = words(text("admin.sure_block", server=_place(guild_id, now)))
    yes = ui.button(words(text("admin.block")), Operate("block", guild_id), ButtonStyle.danger)
    return ui.notice(asked, yes)


def _about(outline: Outline, now: Condition) -> Text:
    status = "apart" if outline.set_apart is not None else outline.status
    known = outline.game in now.names
    return text(
        f"admin.session.{status}",
        id=f"`{outline.id}`",
        game=text(f"game.{outline.game}.name" if known else "games.unknown"),
        place=_place(outline.guild_id, now),
    )


def _place(guild_id: int | None, now: Condition) -> Text:
    if guild_id is None:
        return text("place.direct")
    name = now.servers.get(guild_id)
    if name is None:
        return text("admin.place.unknown", id=f"`{guild_id}`")
    return text("admin.place.server", name=bold(name), id=f"`{guild_id}`")
