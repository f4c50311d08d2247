"""What every screen is built of, and how much of a phone's screen that takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from types import MappingProxyType

import discord
from discord import ComponentType

from bot.screens.screen import LONGEST_ALT, AnyPicture, Part, Screen
from bot.sessions.servers import MINUTE, span
from bot.store.records.sessions import Outline, Session
from engine.text import Argument, Text, text
from images.words import Words

ACCENT = 0x8C2F39
LONGEST_TEXT = 4_000
LONGEST_LABEL = 80
LONGEST_VALUE_LABEL = 100
LONGEST_PLACEHOLDER = 150
MOST_COMPONENTS = 40
"""Of a message, those inside others included."""

# discord.py looks each of them up in a class of its own.
_BUTTON, _ROW = ComponentType.button.value, ComponentType.action_row.value
_TEXT = ComponentType.text_display.value

NOTHING_DUE: Mapping[int, int] = MappingProxyType({})


def container(*parts: Part | None) -> Part:
    """A framed part; leaves out what is None.

    Of more parts than a message holds, texts that follow each other become one.
    """
    held, number = [], 1
    for part in parts:
        if part is not None:
            held.append(part)
            number += 1 + len(part.get("components", ())) + ("accessory" in part)
    if number > MOST_COMPONENTS:
        held = _together(held)
    return {"type": ComponentType.container.value, "accent_color": ACCENT, "components": held}


def size(part: Part) -> int:
    """How many components it is; what is inside a row or a section holds nothing itself."""
    return 1 + len(part.get("components", ())) + ("accessory" in part)


def _together(parts: Iterable[Part]) -> list[Part]:
    held: list[Part] = []
    for part in parts:
        if held and part["type"] == held[-1]["type"] == ComponentType.text_display.value:
            held[-1] = display(f"{held[-1]['content']}\n{part['content']}")
        else:
            held.append(part)
    return held


def paragraph(*lines: str) -> Part | None:
    """Lines of text; None without any."""
    content = "\n".join(filter(None, lines))
    if len(content) > LONGEST_TEXT // 2:
        content = shortened(content, LONGEST_TEXT // 2)
    return {"type": _TEXT, "content": content} if content else None


def display(content: str) -> Part:
    """A text as it is."""
    return {"type": ComponentType.text_display.value, "content": content}


def separator() -> Part:
    """A line between two parts."""
    return {"type": ComponentType.separator.value}


def gallery(name: str, alt: str) -> Part:
    """The message's picture."""
    description = shortened(alt, LONGEST_ALT)
    picture = {"media": {"url": f"attachment://{name}"}, "description": description}
    return {"type": ComponentType.media_gallery.value, "items": [picture]}


def download(name: str) -> Part:
    """The message's document."""
    return {"type": ComponentType.file.value, "file": {"url": f"attachment://{name}"}}


def button(
    label: str,
    custom_id: object,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Part:
    """A button that carries a press."""
    return {
        "type": _BUTTON,
        "label": label if len(label) <= LONGEST_LABEL else shortened(label, LONGEST_LABEL),
        "custom_id": str(custom_id),
        "style": style.value,
        "disabled": disabled,
    }


def link(label: str, url: str) -> Part:
    """A button that leads to a message."""
    style = discord.ButtonStyle.link.value
    label = shortened(label, LONGEST_LABEL)
    return {"type": ComponentType.button.value, "label": label, "url": url, "style": style}


def select(
    custom_id: object,
    options: Iterable[Part],
    placeholder: str | None = None,
    *,
    least: int = 1,
    most: int = 1,
) -> Part:
    """A row with a select of such `select_option`s."""
    return _menu(ComponentType.select, custom_id, placeholder, least, most, options=list(options))


def choice(
    custom_id: object,
    labels: Mapping[str, str],
    chosen: str | None = None,
    placeholder: str | None = None,
) -> Part:
    """A row with a select of one of these values, each by its label."""
    values = [select_option(said, value, default=value == chosen) for value, said in labels.items()]
    return select(custom_id, values, placeholder)


def user_select(custom_id: object, placeholder: str, *, most: int) -> Part:
    """A row with a select of the server's people, of whom 1 to `most` can be chosen."""
    return _menu(ComponentType.user_select, custom_id, placeholder, 1, most)


def channel_select(
    custom_id: object,
    placeholder: str,
    chosen: Iterable[int],
    kinds: Iterable[discord.ChannelType],
    *,
    most: int,
) -> Part:
    """A row with a select of the server's channels of these kinds, of which none must be chosen."""
    shown = [{"id": str(one), "type": "channel"} for one in chosen]
    allowed = [kind.value for kind in kinds]
    about = {"channel_types": allowed, "default_values": shown}
    return _menu(ComponentType.channel_select, custom_id, placeholder, 0, most, **about)


def _menu(
    kind: ComponentType,
    custom_id: object,
    placeholder: str | None,
    least: int,
    most: int,
    **about: object,
) -> Part:
    menu: Part = {
        "type": kind.value,
        "custom_id": str(custom_id),
        "min_values": least,
        "max_values": most,
        **about,
    }
    if placeholder is not None:
        menu["placeholder"] = shortened(placeholder, LONGEST_PLACEHOLDER)
    return row(menu)


def select_option(label: str, value: str, *, default: bool, detail: str = "") -> Part:
    """A value of a select; `detail`: what stands below its label, after the rest of that."""
    label, rest = _continued(label)
    option: Part = {"label": label, "value": value, "default": default}
    if rest or detail:
        option["description"] = shortened(f"{rest} {detail}".strip(), LONGEST_VALUE_LABEL)
    return option


def _continued(label: str) -> tuple[str, str]:
    """A label as far as it fits, whole words, and the rest of it."""
    if len(label) <= LONGEST_VALUE_LABEL:
        return label, ""
    end = label.rfind(" ", 0, LONGEST_VALUE_LABEL - 1)
    if end < 0:
        return shortened(label, LONGEST_VALUE_LABEL), ""
    return f"{label[:end]} …", f"… {label[end + 1 :]}"


def row(*parts: Part) -> Part:
    """Buttons beside each other, at most five, or one select."""
    return {"type": ComponentType.action_row.value, "components": list(parts)}


def section(said: str, beside: Part) -> Part:
    """A text with a button beside it."""
    components = [display(said)]
    return {"type": ComponentType.section.value, "components": components, "accessory": beside}


def rows(buttons: Iterable[Part], most: int = 5) -> list[Part]:
    """The buttons in rows of so many, at most five."""
    waiting = list(buttons)
    starts = range(0, len(waiting), most)
    return [{"type": _ROW, "components": waiting[start : start + most]} for start in starts]


LINE = 336
"""css px of a phone beside each other, of which a button takes `EDGES`, `SIGN` and its letters."""
EDGES, SIGN, LETTER, NARROW, WIDE, BETWEEN = 32, 26, 9.5, 5, 14, 8


_SIDE_BY_SIDE = (5, 4, 3, 2)


def width(label: str, *, signed: bool = False) -> float:
    """What a button takes of a phone's line, and what parts it from the next."""
    narrow = (LETTER - NARROW) * (label.count(" ") + label.count(","))
    wide = (WIDE - LETTER) * (label.count("→") + label.count("★"))
    return EDGES + SIGN * signed + LETTER * len(label) - narrow + wide + BETWEEN


def even_rows(buttons: Sequence[Part], signed: Sequence[bool] = ()) -> list[Part]:
    """In such rows that a phone, which breaks each by itself, shows the fewest lines.

    `signed`: which of them get a sign.
    """
    if not buttons:
        return []
    labels, marks = [one["label"] for one in buttons], signed or [False] * len(buttons)
    most, _ = _laid_out(tuple(zip(labels, marks, strict=True)))
    return rows(buttons, most)


def lines_of(buttons: Sequence[Part]) -> int:
    """So many lines of a phone these are in such rows, without signs."""
    return _laid_out(tuple([(one["label"], False) for one in buttons]))[1]


def last_rows(choices: Sequence[Part], ways: Sequence[Part]) -> list[list[Part]]:
    """The choices beside a prompt's and the ways to all else: together where the ways' own lines
    hold both."""
    every = [*choices, *ways]
    if lines_of(every) <= lines_of(ways):
        return [every]
    return [list(each) for each in (choices, ways) if each]


def row_lines(buttons: Sequence[Part]) -> int:
    """So many lines of a phone one row of these is."""
    wide = [width(one.get("label", ""), signed="emoji" in one) for one in buttons]
    return _lines(wide, len(wide))


# Kept: the same cards' names are asked with in every game.
@lru_cache(maxsize=500)
def _laid_out(said: tuple[tuple[str, bool], ...]) -> tuple[int, int]:
    """So many of buttons that say this, and have a sign or none, stand best in a row, and so many
    lines of a phone they are then."""
    wide = [width(label, signed=sign) for label, sign in said]
    most = min(_SIDE_BY_SIDE, key=partial(_lines, wide))
    return most, _lines(wide, most)


def _lines(wide: Iterable[float], most: int) -> int:
    """Of rows of so many buttons, which are so wide."""
    lines, left = 0, 0.0
    for at, needed in enumerate(wide):
        if needed > left or at % most == 0:
            lines, left = lines + 1, float(LINE + BETWEEN)
        left -= needed
    return lines


def shortened(content: str, longest: int) -> str:
    """The text, cut with an ellipsis if it must be; of many lines, whole ones are kept."""
    if len(content) <= longest:
        return content
    whole = content[: longest - 1].rpartition("\n")[0]
    if len(whole) > longest // 2:
        return f"{whole}\n…"
    return content[: longest - 1].rstrip() + "…"


def turning(turned: Callable[[int], object], page: int, pages: int, *said: str) -> list[Part]:
    """A row with the ways to the page before and to the next, which say this; `turned`: the press
    that shows a page, counted from 0."""
    ways = zip(said, (page - 1, page + 1), strict=True)
    return rows(button(label, turned(to)) for label, to in ways if 0 <= to < pages)


def message_url(guild_id: int | None, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message, or of a channel."""
    place = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"


def moment(time: int) -> str:
    """How long until then, or since; Discord counts by itself. Unix time in seconds."""
    return f"<t:{time}:R>"


def date(time: int) -> str:
    """Day and time of day, in everybody's own time zone. Unix time in seconds."""
    return f"<t:{time}:f>"


def hour(time: int) -> str:
    """The time of day, in everybody's own time zone. Unix time in seconds."""
    return f"<t:{time}:t>"


def game(name: str) -> Text:
    """What a game is called."""
    return text(f"game.{name}.name")


def push(record: Session, words: Words, wanted: str, **about: Argument) -> str:
    """What a phone shows of a message that notifies: one plain line, for it draws no components.

    Names the game, its place and what is wanted (of the texts `push.`), and nothing hidden.
    """
    if record.guild_id is None:
        return placeless(record, words, wanted, **about)
    said, where = text(f"push.{wanted}", **about), f"<#{record.channel_id}>"
    return words(text("push.in", game=game(record.game), where=where, said=said))


def placeless(record: Session, words: Words, wanted: str, **about: Argument) -> str:
    """The same of a game that has no place in a server, or none any more."""
    said = text(f"push.{wanted}", **about)
    return words(text("push.alone", game=game(record.game), said=said))


def turn(record: Session, words: Words, left: float | None, wanted: str = "turn") -> str:
    """That a choice is awaited, and for how long yet, in seconds; None: for ever."""
    if left is None:
        return push(record, words, wanted)
    minutes = max(1, round(left / MINUTE))
    return push(record, words, f"{wanted}_until", left=span(minutes * MINUTE))


def notice(content: str, *actions: Part, push: str = "", mentions: tuple[int, ...] = ()) -> Screen:
    """A short answer or letter in words."""
    frame = container(paragraph(content), *rows(actions))
    return Screen(frame, push=push, mentions=mentions)


def headed(screen: Screen, said: str) -> Screen:
    """The screen below a line of the operator's; as it is without one."""
    if not said:
        return screen
    components = [display(f"-# 🔧 {said}"), *screen.frame["components"]]
    return replace(screen, frame=screen.frame | {"components": components})


def described(screen: Screen) -> Screen:
    """The screen with words for its picture, where Discord takes none."""
    if screen.picture is None:
        return screen
    parts = screen.frame["components"]
    texts = [one for part in parts for one in (part, *part.get("components", ()))]
    left = LONGEST_TEXT - sum(len(one.get("content", "")) for one in texts)
    gallery, said = ComponentType.media_gallery.value, shortened(screen.picture.alt, left)
    told = [display(said) if part["type"] == gallery else part for part in parts]
    return replace(screen, frame=screen.frame | {"components": told}, picture=None)


def board_url(record: Session | Outline) -> str:
    """The address of a session's board."""
    return message_url(record.guild_id, record.channel_id, record.board_message_id)


def to_board(record: Session, words: Words) -> Part:
    """The way to a session."""
    return link(words(text("hand.to_board")), board_url(record))


def refilled(why: Text, again: object, words: Words) -> Screen:
    """Why a form was refused, and the way back to it with what was written; `again`: its press."""
    return notice(words(why), button(words(text("form.again")), again))


# -- how much of a phone's screen they take, rather too much than too little; css px -----------

PHONE = 844
MOST_LINES = 6
"""Of a message's text, where nobody asked for more."""
_AROUND = 68
"""Who wrote the message, and what is around all parts."""
_BETWEEN = 9
_PRESSED, _NEXT = 42, 8
ROW = _PRESSED + _NEXT
"""Of buttons, with what is between it and the next."""
_SELECT = 42
_KINDS = (
    ("### ", 42, 20.0),
    ("-# ", 47, 18.5),
    ("- ", 38, 21.75),
    ("**", 37, 21.75),
    ("", 40, 21.75),
)
"""Of each kind of line how it begins, so many letters that hardly any breaks sooner, its height."""
_BOLD = 12
"""One in so many bold letters takes the room of two."""
_PARTED = 8
"""Between lines of two kinds."""
_AS_LONG = 12 * "x"
"""As long as a time, or a name, is on the page."""
_TIME = re.compile(r"<t:\d+:\w>")
_NAMED = re.compile(r"<[#@]\d+>")
_WIDE = 341
"""Of a picture."""
_TALL = 1.13
"""The height of a picture of which nobody knows it any more, by its width."""
_LESS_AROUND = 20
"""What is around all parts is so much less where a picture is one of them."""


def lines_below(picture: AnyPicture, beside: Iterable[Part | None]) -> int:
    """So many lines of buttons a phone has room for below a picture and these parts."""
    tall = picture.height / picture.width if picture.width else _TALL
    left = room(beside) + _LESS_AROUND - tall * _WIDE - _BETWEEN
    return int(left // (_PRESSED + _BETWEEN))


def room(beside: Iterable[Part | None]) -> float:
    """What of a phone's screen these parts leave for one part more."""
    return PHONE - _AROUND - sum(height(part) + _BETWEEN for part in beside if part is not None)


def height(part: Part) -> float:
    """Of a part without pictures."""
    if part["type"] == ComponentType.text_display.value:
        return text_height(part["content"])
    if part["type"] == ComponentType.section.value:
        share = 1 - width(part["accessory"]["label"]) / LINE
        said = sum(text_height(one["content"], share) for one in part["components"])
        return max(said, _PRESSED)
    held = part.get("components", ())
    if held and held[0]["type"] == ComponentType.button.value:
        return row_lines(held) * ROW - _NEXT
    return _SELECT


def text_height(said: str, share: float = 1) -> float:
    """Of lines of markdown, which have this share of the width."""
    tall, before = 0.0, None
    for line in said.splitlines():
        kind = _kind_of(line)
        tall += kind[2] * text_lines(line, share) + _PARTED * (before not in (None, kind))
        before = kind
    return tall


# Kept: a hand says the same title and question at every press of a step.
@lru_cache(maxsize=1000)
def text_lines(line: str, share: float = 1) -> int:
    """As how many a phone shows a line of markdown that has this share of the width."""
    mark, letters, _ = _kind_of(line)
    room = max(1, int(letters * share))
    if "**" in line and mark != "**":
        bold = sum(map(len, line.split("**")[1::2]))
        room -= round(room * bold / len(line) / _BOLD)
    if len(line) <= room + len(mark) or len(bare := _bare(line, mark)) <= room:
        return 1
    lines, at = 1, 0
    for word in map(len, filter(None, bare.split(" "))):
        if at + word > room >= word:
            lines, at = lines + 1, 0
        broken, end = divmod(at + word - 1, room)
        lines, at = lines + broken, end + 2
    return lines


def fits(line: str, lines: int) -> bool:
    """Whether a phone shows a line of markdown as so many at most, even where the spaces at which
    it breaks take room."""
    mark, letters, _ = _kind_of(line)
    return len(_bare(line, mark)) <= letters * lines and text_lines(line) <= lines


def _bare(line: str, mark: str) -> str:
    """What is read of it."""
    bare = line.removeprefix(mark).replace("**", "").replace("\\", "")
    return _TIME.sub(_AS_LONG, _NAMED.sub(_AS_LONG, bare)) if "<" in bare else bare


def _kind_of(line: str) -> tuple[str, int, float]:
    for kind in _KINDS:
        if line.startswith(kind[0]):
            return kind
    return _KINDS[-1]
