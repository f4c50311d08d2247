"""What each message looks like, also when two calls change it at once."""

import asyncio
from dataclasses import replace

import pytest

from bot.delivery.known import posts as module
from bot.delivery.known.posts import Look, Looks, only_others
from bot.store.records.people import Attachment, Post
from tests.bot.turns import turns

FIRST, SECOND = (Look(name, None, 3) for name in (b"first", b"second"))
PICTURE = Attachment(900, "hand.png", "key", "A hand")
PICTURED = replace(FIRST, key="key", picture=PICTURE)
POST = Post("hand", 11, 110, 1, 3, PICTURE)


def test_a_change_carried_out_is_known():
    looks = Looks()
    with looks.change(1) as change:
        change.look = FIRST
    assert looks.look(1) == FIRST
    assert looks.known(1)
    assert not change.overtaken
    assert not looks.doubtful(1)


def test_of_the_messages_in_doubt_the_newest_are_kept(monkeypatch):
    monkeypatch.setattr(module, "_KEPT", 2)
    looks = Looks()
    for message_id in (1, 2, 3):
        looks.doubt(message_id)
    assert [looks.doubtful(message_id) for message_id in (1, 2, 3)] == [False, True, True]


def test_after_a_failed_change_nothing_is_known_but_doubt():
    looks = Looks()
    looks.keep(1, FIRST)
    with pytest.raises(OSError, match="broken"), looks.change(1):
        raise OSError("broken")
    assert looks.look(1) is None
    assert not looks.known(1)
    assert looks.doubtful(1)
    looks.keep(1, SECOND)
    assert not looks.doubtful(1)


def test_of_two_changes_at_once_nobody_knows_which_came_last():
    looks = Looks()
    with looks.change(1) as slow:
        with looks.change(1) as quick:
            quick.look = SECOND
        assert looks.look(1) is None
        slow.look = FIRST
    assert slow.overtaken
    assert quick.overtaken
    assert looks.look(1) is None
    assert looks.doubtful(1)
    with looks.change(1) as mended:
        mended.look = SECOND
    assert not mended.overtaken
    assert looks.look(1) == SECOND


async def test_a_message_is_quiet_as_soon_as_nothing_changes_it_any_more():
    looks = Looks()
    await looks.quiet(1)
    with looks.change(1) as change, looks.change(2):
        waiting = asyncio.create_task(looks.quiet(1))
        await turns()
        assert not waiting.done()
        change.look = FIRST
        del change
    await waiting
    assert looks.look(1) == FIRST


async def test_one_of_those_who_wait_goes_on_at_a_time():
    looks = Looks()
    overtaken = []

    async def change():
        await looks.quiet(1)
        with looks.change(1) as one:
            await turns()
            one.look = FIRST
        overtaken.append(one.overtaken)

    await asyncio.gather(*(change() for _ in range(3)))
    assert overtaken == [False] * 3


async def test_what_changes_a_message_for_long_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(module, "BESIDE_AFTER", 0)
    looks = Looks()
    with looks.change(1) as hanging:
        await looks.quiet(1)
        with looks.change(1) as other:
            assert hanging.overtaken
            assert other.overtaken


def test_messages_do_not_disturb_each_other():
    looks = Looks()
    with looks.change(1) as one, looks.change(2) as other:
        one.look = FIRST
        other.look = SECOND
    assert not one.overtaken
    assert (looks.look(1), looks.look(2)) == (FIRST, SECOND)


def test_a_message_that_is_gone_is_forgotten():
    looks = Looks()
    looks.keep(1, FIRST)
    looks.doubt(2)
    looks.forget(1)
    looks.forget(2)
    assert looks.look(1) is None
    assert not looks.doubtful(1)
    assert not looks.doubtful(2)


def test_what_was_given_up_and_reached_the_message_after_all_leaves_it_in_doubt():
    looks = Looks()
    looks.keep(1, FIRST)
    looks.doubt(1)
    assert looks.look(1) is None
    assert looks.doubtful(1)
    assert not looks.doubtful(2)


def test_looks_differ_by_components_or_picture():
    assert FIRST.same(Look(b"first", None, 9, asks=1, picture=PICTURE, owes=4))
    assert not FIRST.same(Look(b"first", "key", 3))
    assert not FIRST.same(SECOND)


@pytest.mark.parametrize(
    ("owed", "owes", "others"),
    [(None, None, True), (4, None, False), (None, 4, False), (4, 4, False)],
)
def test_others_alone_have_gone_on_where_nothing_was_or_is_to_be_chosen(owed, owes, others):
    before, after = (
        replace(FIRST, asks=(step, "nothing else"), owes=own)
        for step, own in ((3, owed), (4, owes))
    )
    assert only_others(before, after) is others


def test_after_a_restart_the_picture_alone_is_known():
    looks = Looks()
    looks.recall(POST)
    look = looks.look(1)
    assert (look.picture, look.key, look.changes) == (PICTURE, "key", 3)
    assert not looks.known(1)
    assert not look.same(PICTURED)
    assert not look.same(look)


def test_a_post_without_a_picture_is_recalled_without_one():
    looks = Looks()
    looks.recall(replace(POST, picture=None))
    look = looks.look(1)
    assert (look.picture, look.key) == (None, None)
    assert not looks.known(1)


def test_what_is_known_is_not_recalled_over():
    looks = Looks()
    looks.keep(1, SECOND)
    looks.recall(POST)
    assert looks.look(1) == SECOND


def test_once_discord_refuses_to_keep_pictures_none_is_kept_any_more():
    looks = Looks()
    looks.keep(1, PICTURED)
    looks.keep(2, replace(SECOND, key="key", picture=PICTURE))
    looks.keep_no_pictures()
    looks.keep(3, PICTURED)
    looks.recall(replace(POST, message_id=4))
    assert [looks.look(number).picture for number in (1, 2, 3)] == [None] * 3
    assert looks.look(4) is None
    assert looks.look(1).same(PICTURED)


def test_only_the_newest_looks_are_held(monkeypatch):
    monkeypatch.setattr("bot.delivery.known.posts._KEPT", 3)
    looks = Looks()
    for message_id in (1, 2, 3, 1, 4):
        looks.keep(message_id, FIRST)
    assert [looks.known(message_id) for message_id in (1, 2, 3, 4)] == [True, False, True, True]


def test_what_was_recalled_is_held_no_longer_than_the_rest(monkeypatch):
    monkeypatch.setattr("bot.delivery.known.posts._KEPT", 3)
    looks = Looks()
    for message_id in range(10):
        looks.recall(replace(POST, message_id=message_id))
    held = [message_id for message_id in range(10) if looks.look(message_id) is not None]
    assert held == [7, 8, 9]
