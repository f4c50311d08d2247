"""What each message shows, also when two calls change it at once."""

import pytest

from bot.delivery.shown import Look, Shown
from bot.sessions.table import Stamp

STAMP = Stamp("playing", 3, 0.0)
FIRST, SECOND = (Look(name, None, None, STAMP) for name in (b"first", b"second"))


def test_a_change_carried_out_is_known():
    shown = Shown()
    with shown.change(1) as change:
        change.done(FIRST)
    assert shown.look(1) == FIRST
    assert not change.overtaken
    assert not shown.doubtful(1)


def test_after_a_failed_change_nothing_is_known_but_doubt():
    shown = Shown()
    shown.keep(1, FIRST)
    with pytest.raises(OSError, match="broken"), shown.change(1):
        raise OSError("broken")
    assert shown.look(1) is None
    assert shown.doubtful(1)
    shown.keep(1, SECOND)
    assert not shown.doubtful(1)


def test_of_two_changes_at_once_nobody_knows_which_came_last():
    shown = Shown()
    with shown.change(1) as slow:
        with shown.change(1) as quick:
            quick.done(SECOND)
        assert shown.look(1) is None
        slow.done(FIRST)
    assert slow.overtaken
    assert quick.overtaken
    assert shown.look(1) is None
    assert shown.doubtful(1)
    with shown.change(1) as mended:
        mended.done(SECOND)
    assert not mended.overtaken
    assert shown.look(1) == SECOND


def test_messages_do_not_disturb_each_other():
    shown = Shown()
    with shown.change(1) as one, shown.change(2) as other:
        one.done(FIRST)
        other.done(SECOND)
    assert not one.overtaken
    assert (shown.look(1), shown.look(2)) == (FIRST, SECOND)


def test_a_message_that_is_gone_is_forgotten():
    shown = Shown()
    shown.keep(1, FIRST)
    shown.forget(1)
    assert shown.look(1) is None
    assert not shown.doubtful(1)


def test_looks_differ_by_components_or_picture():
    assert FIRST.same(Look(b"first", None, "alt", Stamp("over", 9, 1.0), asks=1))
    assert not FIRST.same(Look(b"first", b"picture", None, STAMP))
    assert not FIRST.same(SECOND)
