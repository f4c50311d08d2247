"""Discord's markdown becomes safe HTML."""

import pytest

from bot.local.browser.markdown import html
from bot.local.world.sample import sample_world
from tests.local.clock import ManualClock

WORLD = sample_world(ManualClock())
ADA = next(user for user in WORLD.users.values() if user.name == "Ada")
OUT = 'target="_blank" rel="noopener noreferrer"'
TABLE = next(channel for channel in WORLD.channels.values() if channel.name == "great-table")


def line(text):
    """One paragraph without its tags."""
    return html(text, WORLD).strip().removeprefix("<p>").removesuffix("</p>")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("**bold** *italic* _italic_", "<strong>bold</strong> <em>italic</em> <em>italic</em>"),
        ("__underlined__ ~~struck~~", "<u>underlined</u> <s>struck</s>"),
        ("`**code**`", "<code>**code**</code>"),
        ("snake_case_word", "snake_case_word"),
        ("one\ntwo", "one<br />\ntwo"),
        ("&amp; <b>", "&amp;amp; &lt;b&gt;"),
        ("a | b || c", "a | b || c"),
        ("![x](https://a.b)", f'!<a href="https://a.b" {OUT}>x</a>'),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("<@5>", '<span class="mention" data-user="5">@unknown-user</span>'),
        (f"<@!{ADA.id}>", f'<span class="mention" data-user="{ADA.id}">@Ada</span>'),
        (
            f"<#{TABLE.id}>",
            f'<a class="mention" href="#" data-channel="{TABLE.id}">#great-table</a>',
        ),
        ("<:art:7>", '<img class="emoji" src="/emojis/7" alt=":art:" title=":art:">'),
        ("</play:7>", '<span class="mention">/play</span>'),
        ("<t:99999999999999>", "Invalid date"),
        ("hi @everyone", 'hi <span class="mention">@everyone</span>'),
        ("<id:browse>", '<span class="mention">browse</span>'),
        (r"\<\@5\> \</play\:7\> \@here", "&lt;@5&gt; &lt;/play:7&gt; @here"),
        (r"https\://a.b", "https://a.b"),
    ],
)  # fmt: skip
def test_inline(text, wanted):
    assert line(text) == wanted


def test_a_name_that_turns_what_follows_is_a_name_in_a_mention(monkeypatch):
    monkeypatch.setattr(ADA, "name", "\u202eadA\u2067 <b>")
    wanted = f'<span class="mention" data-user="{ADA.id}">@adA &lt;b&gt;</span> chose 12'
    assert line(f"<@{ADA.id}> chose 12") == wanted


def test_timestamp_is_in_utc_until_the_page_knows_the_reader():
    start = '<time datetime="1970-01-01T00:00:00+00:00" data-unix="0" data-style="R">'
    assert line("<t:0:R>") == f"{start}01 January 1970 00:00 UTC</time>"


def test_spoiler_hides_what_is_in_it():
    assert line("a ||b **c**|| d").startswith('a <span class="spoiler"')
    assert line("a ||b **c**|| d").endswith(">b <strong>c</strong></span> d")


def test_bare_link_ends_before_the_full_stop():
    assert line("see https://a.b/c?d=1&e.") == (
        f'see <a href="https://a.b/c?d=1&amp;e" {OUT}>https://a.b/c?d=1&amp;e</a>.'
    )


def test_link_to_a_message_jumps_to_it():
    jump = f"https://discord.com/channels/1/{TABLE.id}/5"
    tag = f'<a class="jump" href="#" data-channel="{TABLE.id}" data-message="5">'
    assert line(f"[the board]({jump})") == f"{tag}the board</a>"
    assert line(jump) == f"{tag}#great-table › message</a>"


def test_blocks():
    assert html("# Title\n-# small\n- a\n- b\n> quoted", WORLD).split("\n") == [
        "<h1>Title</h1>",
        "<small>small</small>",
        "<ul>",
        "<li>a</li>",
        "<li>b</li>",
        "</ul>",
        "<blockquote>",
        "<p>quoted</p>",
        "</blockquote>",
        "",
    ]


def test_names_are_escaped():
    world = sample_world(ManualClock())
    person = world.add_user("<img src=x>")
    assert "@&lt;img src=x&gt;</span>" in html(f"<@{person.id}>", world)
