"""What the bot is, how one begins, and how it is: for whoever asks, and for whoever runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import ButtonStyle

from bot import VERSION
from bot.people import bold
from bot.screens import parts as ui
from bot.screens.custom_ids import Operate, Rules
from bot.screens.screen import Screen
from bot.store.records.sessions import Outline
from engine.text import Text, frozen, text
from images.words import Words

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
        return text("admin.place.direct")
    name = now.servers.get(guild_id)
    if name is None:
        return text("admin.place.unknown", id=f"`{guild_id}`")
    return text("admin.place.server", name=bold(name), id=f"`{guild_id}`")
