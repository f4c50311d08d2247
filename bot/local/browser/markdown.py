"""Discord's markdown as safe HTML: CommonMark without HTML and images, with Discord's extras."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from bot.local.world.world import World

ANGLED: Final = re.compile(
    r"<(?:@!?(?P<user>\d+)|@&(?P<role>\d+)|#(?P<channel>\d+)|t:(?P<unix>-?\d+)(?::(?P<style>[tTdDfFR]))?"
    r"|(?P<animated>a?):(?P<emoji>\w+):(?P<emoji_id>\d+)|/(?P<command>[^:>]+):\d+"
    r"|id:(?P<place>customize|browse|guide|linked-roles))>"
)
_TURNING: Final = dict.fromkeys([0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""What turns the direction of what follows."""
EVERYBODY: Final = re.compile(r"@(?:everyone|here)")
BARE_LINK: Final = re.compile(r"https?://[^\s<>|]*[^\s<>|.,;:!?)\]'\"*_~]")
JUMP: Final = re.compile(r"https://(?:\w+\.)?discord\.com/channels/(?:\d+|@me)/(\d+)(?:/(\d+))?")


def html(text: str, world: World) -> str:
    """Markdown of a message; names of people, channels and roles come from the world."""
    return str(_MARKDOWN.render(text, {"world": world}))


def _angled(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it so
    """Mentions, timestamps, custom emojis: <@1>, <#1>, <@&1>, <t:1:R>, <:name:1>, </command:1>."""
    match = ANGLED.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("angled", "", 0).meta = match.groupdict()
    state.pos = match.end()
    return True


def _everybody(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it so
    """@everyone and @here look like mentions, whether they notify or not."""
    match = EVERYBODY.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("everybody", "", 0).content = match.group()
    state.pos = match.end()
    return True


def _spoiler(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it so
    start, end = state.pos + 2, state.src.find("||", state.pos + 2, state.posMax)
    if not state.src.startswith("||", state.pos) or end <= start:
        return False
    if not silent:
        whole = state.posMax
        state.push("spoiler_open", "span", 1)
        state.pos, state.posMax = start, end
        state.md.inline.tokenize(state)
        state.push("spoiler_close", "span", -1)
        state.posMax = whole
    state.pos = end + 2
    return True


def _bare_link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it so
    match = BARE_LINK.match(state.src, state.pos, state.posMax)
    if match is None or state.linkLevel > 0:
        return False
    if not silent:
        state.push("link_open", "a", 1).attrs = {"href": match.group()}
        state.push("text", "", 0).content = _shown(match.group(), state.env["world"])
        state.push("link_close", "a", -1)
    state.pos = match.end()
    return True


def _shown(address: str, world: World) -> str:
    """A link as it stands, or the channel's name where it leads to one of ours."""
    jump = JUMP.fullmatch(address)
    channel = world.channels.get(int(jump.group(1))) if jump else None
    if jump is None or channel is None:
        return address
    name = f"@{world.bot.name}" if channel.direct else f"#{channel.name}"
    return f"{name} › message" if jump.group(2) else name


def _subtext(state: StateBlock, line: int, _end: int, silent: bool) -> bool:  # noqa: FBT001
    """A line that begins with "-# " is small print."""
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if not state.src.startswith("-# ", start):
        return False
    if not silent:
        state.line = line + 1
        state.push("subtext_open", "small", 1)
        inline = state.push("inline", "", 0)
        inline.content, inline.map, inline.children = (
            state.src[start + 3 : end],
            [line, line + 1],
            [],
        )
        state.push("subtext_close", "small", -1)
    return True


def _render_angled(
    _: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, env: EnvType
) -> str:
    found, world = tokens[index].meta, env["world"]
    if found["user"]:
        user = world.users.get(int(found["user"]))
        name = _name(user.name if user else "unknown-user")
        return f'<span class="mention" data-user="{found["user"]}">@{name}</span>'
    if found["role"]:
        role = world.guild.roles.get(int(found["role"]))
        return f'<span class="mention">@{_name(role.name if role else "unknown-role")}</span>'
    if found["channel"]:
        channel = world.channels.get(int(found["channel"]))
        name = _name(channel.name if channel else "unknown")
        return f'<a class="mention" href="#" data-channel="{found["channel"]}">#{name}</a>'
    if found["unix"]:
        return _time(int(found["unix"]), found["style"] or "f")
    if found["emoji"]:
        name, number = found["emoji"], found["emoji_id"]
        return f'<img class="emoji" src="/emojis/{number}" alt=":{name}:" title=":{name}:">'
    return f'<span class="mention">{escape(found["place"] or "/" + found["command"])}</span>'


def _name(name: str) -> str:
    """A name among other words: nothing in it turns what follows."""
    return escape(name.translate(_TURNING))


def _render_everybody(
    _: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    return f'<span class="mention">{tokens[index].content}</span>'


def _time(unix: int, style: str) -> str:
    """The page shows it in the reader's own zone and words; without it, it is in UTC."""
    try:
        at = datetime.fromtimestamp(unix, UTC)
    except (OverflowError, ValueError, OSError):
        return "Invalid date"
    return (
        f'<time datetime="{at.isoformat()}" data-unix="{unix}" data-style="{style}">'
        f"{at:%d %B %Y %H:%M} UTC</time>"
    )


def _render_link_open(
    _: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    href = str(tokens[index].attrs.get("href", ""))
    jump = JUMP.fullmatch(href)
    if jump:
        message = f' data-message="{jump.group(2)}"' if jump.group(2) else ""
        return f'<a class="jump" href="#" data-channel="{jump.group(1)}"{message}>'
    if not href.startswith(("https://", "http://")):
        return "<a>"
    return f'<a href="{escape(href)}" target="_blank" rel="noopener noreferrer">'


def _render_underline(
    _: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    tag = "u" if tokens[index].markup == "__" else "strong"
    return f"<{tag}>" if tokens[index].nesting == 1 else f"</{tag}>"


def _render_spoiler(
    _: RendererHTML, _tokens: Sequence[Token], _index: int, _options: OptionsDict, _env: EnvType
) -> str:
    return '<span class="spoiler" role="button" tabindex="0" aria-label="Spoiler">'


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True})
    parser.disable(["image", "reference", "html_block", "html_inline", "hr", "lheading", "entity"])
    parser.disable(["code", "autolink"]).enable("strikethrough")
    for char in "|h@":
        parser.inline.add_terminator_char(char)
    parser.inline.ruler.before("link", "angled", _angled)
    parser.inline.ruler.before("link", "everybody", _everybody)
    parser.inline.ruler.before("link", "spoiler", _spoiler)
    parser.inline.ruler.before("link", "bare_link", _bare_link)
    parser.block.ruler.before("list", "subtext", _subtext, {"alt": ["paragraph"]})
    parser.add_render_rule("angled", _render_angled)
    parser.add_render_rule("everybody", _render_everybody)
    parser.add_render_rule("link_open", _render_link_open)
    parser.add_render_rule("strong_open", _render_underline)
    parser.add_render_rule("strong_close", _render_underline)
    parser.add_render_rule("spoiler_open", _render_spoiler)
    return parser


_MARKDOWN: Final = _parser()
