"""Messages that look after themselves: one that is stuck holds up no other, none stays behind."""

from dataclasses import replace

import discord
import pytest

from bot.delivery.calling import edits
from bot.delivery.calling.channels import AGAIN_AFTER
from bot.delivery.calling.messages import nonce
from bot.delivery.kept.hands import Hands
from bot.delivery.kept.kept import Whose
from bot.delivery.known import posts
from bot.delivery.known.posts import Look
from bot.store.records.people import EVERYBODY
from tests.bot.delivery.desk import ADA, BEN, CLEO, TABLE, desk, dm
from tests.bot.delivery.refusals import error

PEOPLE = (ADA, BEN, CLEO)


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def step(bot, session_id):
    """Everybody makes the next choice, pressing it."""
    for user_id in PEOPLE:
        await bot.delivery.attended(session_id, user_id)
        await bot.choose(session_id, user_id)


async def up_to_date(bot, session_id, *people):
    """Whether these people's hands show everything."""
    now = await bot.changes(session_id)
    hands = [await bot.hand(session_id, user_id) for user_id in people]
    return [hand.shown == now for hand in hands] == [True] * len(people)


def words(bot, post):
    """What a message says now, on Discord."""
    return str(bot.wire.messages[post.message_id].components[0].to_dict())


async def test_a_hand_whose_call_hangs_holds_up_no_other(bot):
    session_id = await bot.playing(*PEOPLE)
    let_go = bot.wire.hangs("edit", to=dm(ADA))
    await step(bot, session_id)
    await bot.shown_to(session_id, BEN, CLEO)
    await bot.boards.first(Whose(session_id))
    assert await up_to_date(bot, session_id, BEN, CLEO)
    assert (await bot.board(session_id)).shown == await bot.changes(session_id)
    assert not await up_to_date(bot, session_id, ADA)
    let_go.set()
    await bot.delivery.settled()
    assert await up_to_date(bot, session_id, *PEOPLE)


async def test_a_board_whose_call_hangs_holds_up_no_hand_and_no_other_board(bot):
    session_id = await bot.playing(*PEOPLE)
    other = (await bot.game(*PEOPLE, channel=2)).record.id
    await bot.show(other)
    let_go = bot.wire.hangs("edit", to=TABLE)
    for game in (session_id, other):
        await step(bot, game)
        await bot.shown_to(game, *PEOPLE)
        assert await up_to_date(bot, game, *PEOPLE)
    await bot.boards.first(Whose(other))
    assert (await bot.board(other)).shown == await bot.changes(other)
    assert (await bot.board(session_id)).shown < await bot.changes(session_id)
    let_go.set()
    await bot.delivery.settled()


async def test_a_long_limit_is_one_hands_own_and_its_reader_is_called_to_the_table(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.clock.advance(600)
    for what in ("send", "edit"):
        bot.wire.fails(what, discord.RateLimited(3600), to=dm(ADA), times=100)
    bot.wire.calls.clear()
    for _ in range(3):
        await step(bot, session_id)
        await bot.show(session_id)
        assert await up_to_date(bot, session_id, BEN, CLEO)
    assert len(bot.wire.made(to=dm(ADA))) == 1
    bot.clock.advance(200)
    await bot.delivery.settled()
    (called,) = [call for call in bot.wire.made("send", to=TABLE) if not call.given["silent"]]
    assert f"<@{ADA}>" in called.text
    assert f"<@{BEN}>" not in called.text


async def test_what_was_given_up_and_comes_late_is_brought_up_to_date_again(bot, monkeypatch):
    session_id = await bot.playing(*PEOPLE)
    let_go = bot.wire.hangs("edit", to=dm(ADA))
    await step(bot, session_id)
    with monkeypatch.context() as hasty:
        hasty.setattr(edits, "CALL_TIMEOUT", 0)
        await bot.shown_to(session_id, ADA)
    await step(bot, session_id)
    await bot.show(session_id)
    newest = words(bot, await bot.hand(session_id, ADA))
    edited = len(bot.wire.made("edit", to=dm(ADA)))
    let_go.set()
    await bot.until(lambda: len(bot.wire.made("edit", to=dm(ADA))) > edited)
    await bot.delivery.settled()
    assert words(bot, await bot.hand(session_id, ADA)) == newest


async def test_of_two_edits_at_once_a_third_makes_sure(bot):
    session_id = await bot.playing(*PEOPLE)
    post = await bot.hand(session_id, ADA)
    let_go = bot.wire.hangs("edit", to=dm(ADA))
    await bot.choose(session_id, ADA)
    bot.wire.calls.clear()
    bot.hands.ask(Whose(session_id, ADA))
    await bot.until(lambda: bot.wire.calls)
    with bot.looks.change(post.message_id) as other:
        other.look = Look(b"by a press", None, 0)
    let_go.set()
    await bot.delivery.settled()
    assert len(bot.wire.made("edit", to=dm(ADA))) == 2
    assert bot.looks.known(post.message_id)
    assert not bot.looks.doubtful(post.message_id)


@pytest.mark.parametrize(("kind", "user_id", "where"), [("hand", ADA, 110), ("board", 0, TABLE)])
async def test_a_message_that_somebody_deleted_is_sent_anew(bot, kind, user_id, where):
    session_id = await bot.playing(*PEOPLE)
    before = await bot.posts.find(session_id, kind, user_id)
    del bot.wire.messages[before.message_id]
    bot.wire.calls.clear()
    await step(bot, session_id)
    await bot.show(session_id)
    after = await bot.posts.find(session_id, kind, user_id)
    assert after.message_id != before.message_id
    assert after.message_id in bot.wire.messages
    assert len(bot.wire.made("send", to=where)) == 1


async def test_what_nothing_is_known_to_help_against_is_tried_again_by_itself(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.fails("edit", error(10013, 404), to=TABLE)
    bot.wire.calls.clear()
    await step(bot, session_id)
    await bot.show(session_id)
    assert len(bot.wire.made(to=TABLE)) == 1
    assert (await bot.board(session_id)).shown < await bot.changes(session_id)
    assert "error 10013" in bot.wire.made(to=dm(ADA))[-1].text
    bot.clock.advance(AGAIN_AFTER)
    await bot.delivery.settled()
    assert (await bot.board(session_id)).shown == await bot.changes(session_id)
    assert "error 10013" not in bot.wire.made(to=dm(ADA))[-1].text


async def test_a_hand_that_can_not_be_edited_for_a_reason_that_nobody_knows_is_sent_anew(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.fails("edit", error(10013, 404), to=dm(ADA))
    bot.wire.calls.clear()
    await step(bot, session_id)
    await bot.show(session_id)
    assert [call.what for call in bot.wire.made(to=dm(ADA))] == ["edit", "send", "delete"]
    assert await up_to_date(bot, session_id, ADA)


async def test_what_is_up_to_date_costs_no_call(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.calls.clear()
    for _ in range(3):
        await bot.show(session_id)
    assert bot.wire.calls == []


async def test_what_shows_the_table_as_it_is_is_not_even_rendered(bot, monkeypatch):
    session_id = await bot.playing(*PEOPLE)
    rendered, render = [], Hands.render

    async def counted(hands, table, user_id, wanted):
        rendered.append(user_id)
        return await render(hands, table, user_id, wanted)

    monkeypatch.setattr(Hands, "render", counted)
    await bot.show(session_id)
    assert rendered == []
    await bot.choose(session_id, ADA)
    await bot.show(session_id)
    # Who has yet to choose learns nothing of it, and counts as up to date all the same.
    assert rendered == [ADA]
    shown = [post.shown for post in (await bot.posts.of(session_id)).values()]
    assert {*shown} == {(await bot.sessions.table(session_id)).changes}
    await bot.timing.pause(session_id, ADA)
    await bot.show(session_id)
    assert sorted(rendered) == sorted([ADA, *PEOPLE])


async def test_what_no_change_counts_is_shown_where_that_is_asked_for(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.calls.clear()
    person = await bot.services.people.find(ADA)
    await bot.services.people.save(replace(person, in_words=True))
    await bot.show(session_id)
    assert bot.wire.calls == []
    bot.delivery.show_hand(session_id, ADA)
    await bot.delivery.settled()
    assert len(bot.wire.made(to=dm(ADA))) == 1


async def test_a_message_found_up_to_date_keeps_its_picture_for_the_next_start(bot, tmp_path):
    session_id = await bot.playing(*PEOPLE)
    before = await bot.posts.of(session_id)
    pictures = {name: post.picture for name, post in before.items()}
    assert None not in pictures.values()
    await bot.show(session_id)
    after = await bot.posts.of(session_id)
    assert {name: post.picture for name, post in after.items()} == pictures


async def test_after_a_restart_an_unchanged_picture_is_kept_by_its_id(bot, tmp_path):
    session_id = await bot.playing(*PEOPLE)
    held = {who: (await bot.hand(session_id, who)).picture.id for who in PEOPLE}
    await bot.choose(session_id, BEN)
    await stopped(bot)
    async with desk(tmp_path, bot.clock, bot.wire) as again:
        bot.wire.calls.clear()
        assert await again.store.lagging() == [session_id]
        await again.delivery.catch_up(session_id)
        (call,) = bot.wire.made("edit", to=dm(BEN))
        assert (call.uploads, call.kept) == (0, [held[BEN]])
        assert bot.wire.made("send") == []
        await again.delivery.settled()
        assert await up_to_date(again, session_id, *PEOPLE)


async def test_a_game_that_has_ended_costs_no_start_any_call(bot, tmp_path):
    session_id = await bot.playing(*PEOPLE)
    await bot.sessions.abandon(session_id)
    await bot.show(session_id)
    await stopped(bot)
    for _ in range(2):
        async with desk(tmp_path, bot.clock, bot.wire) as again:
            assert await again.store.lagging() == []
            bot.wire.calls.clear()
            await again.show(session_id)
            assert bot.wire.calls == []


async def test_after_closing_nothing_is_sent(bot):
    session_id = await bot.playing(*PEOPLE)
    await step(bot, session_id)
    bot.wire.calls.clear()
    bot.delivery.close()
    bot.delivery.changed(session_id)
    await bot.delivery.settled()
    bot.clock.advance(10_000)
    await bot.delivery.settled()
    assert bot.wire.calls == []
    board = await bot.posts.find(session_id, "board", EVERYBODY)
    assert board.shown < await bot.changes(session_id)


async def stopped(bot):
    """End a process cleanly."""
    await bot.services.close()
    await bot.services.notes.write()
    await bot.store.close()


async def test_of_two_changes_at_once_none_counts_as_shown_after_a_kill(bot, monkeypatch):
    monkeypatch.setattr(posts, "BESIDE_AFTER", 0)
    session_id = await bot.playing(*PEOPLE)
    await step(bot, session_id)
    await bot.show(session_id)
    post = await bot.hand(session_id, ADA)
    await bot.choose(session_id, ADA)
    with bot.looks.change(post.message_id):
        # Discord may carry out the other change after ours, whatever each of them shows.
        bot.hands.ask(Whose(session_id, ADA))
        await bot.hands.first(Whose(session_id, ADA))
        stored = {(p.kind, p.user_id): p for p in await stored_posts(bot, session_id)}
        assert stored["hand", ADA].shown < await bot.changes(session_id)
    await bot.delivery.settled()
    assert await up_to_date(bot, session_id, ADA)


async def stored_posts(bot, session_id):
    await bot.services.notes.write()
    return await bot.store.posts(session_id)


async def test_a_call_that_ends_after_it_was_given_up_counts_for_nothing_after_a_kill(bot):
    session_id = await bot.playing(*PEOPLE)
    await step(bot, session_id)
    await bot.show(session_id)
    post = await bot.hand(session_id, ADA)
    let_go = bot.wire.hangs("edit", to=dm(ADA))
    bot.hands._was_late(Whose(session_id, ADA), post.message_id)
    stored = {(p.kind, p.user_id): p for p in await stored_posts(bot, session_id)}
    assert stored["hand", ADA].shown < await bot.changes(session_id)
    let_go.set()
    await bot.delivery.settled()
    assert await up_to_date(bot, session_id, ADA)


@pytest.mark.parametrize("kind", ["hand", "board"])
async def test_what_an_earlier_try_has_sent_is_brought_up_to_date(bot, kind):
    session_id = await bot.playing(*PEOPLE)
    whose = Whose(session_id, ADA if kind == "hand" else EVERYBODY)
    keeper = bot.hands if kind == "hand" else bot.boards
    await bot.posts.forget(session_id, *((kind, ADA) if kind == "hand" else (kind,)))
    keeper.ask(whose)
    await bot.delivery.settled()
    first = await bot.posts.find(session_id, kind, whose.user_id)
    # The process was killed before it could note the message; the next one sends the same again.
    await bot.posts.forget(session_id, kind, whose.user_id)
    stale = bot.wire.messages[first.message_id].components
    await step(bot, session_id)
    table = await bot.sessions.table(session_id)
    bot.wire._sent.update(dict.fromkeys(nonces_of(bot, table, kind), first.message_id))
    keeper.ask(whose)
    await bot.delivery.settled()
    post = await bot.posts.find(session_id, kind, whose.user_id)
    assert post.message_id == first.message_id
    assert bot.wire.messages[post.message_id].components != stale
    assert post.shown == await bot.changes(session_id)


def nonces_of(bot, table, kind):
    """The names under which the message would be sent now."""
    about = (table.record.id, ADA) if kind == "hand" else (table.record.id,)
    return [nonce(kind, *about, table.changes, 0)]
