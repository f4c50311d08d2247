"""The table of Discord's errors."""

import aiohttp
import discord
import pytest

from bot.delivery.wire.faults import (
    FAILURES,
    Held,
    Remedy,
    TooLong,
    code_of,
    is_for_its_picture,
    is_refused,
    is_too_late,
    pause_after,
    remedy,
)
from tests.bot.delivery.refusals import error, without_a_body


@pytest.mark.parametrize(
    ("code", "status", "helps"),
    [
        (10003, 404, Remedy.CHANNEL_GONE),
        (10004, 404, Remedy.CHANNEL_GONE),
        (10008, 404, Remedy.POST_AGAIN),
        (10015, 404, Remedy.AS_BOT),
        (10062, 404, Remedy.AS_BOT),
        (30046, 429, Remedy.POST_AGAIN),
        (40003, 429, Remedy.TRY_LATER),
        (40003, 403, Remedy.TRY_LATER),
        (40060, 400, Remedy.IGNORE),
        (50001, 403, Remedy.NO_ACCESS),
        (50007, 403, Remedy.DM_CLOSED),
        (50013, 403, Remedy.NO_ACCESS),
        (50027, 401, Remedy.AS_BOT),
        (50083, 400, Remedy.POST_AGAIN),
        (50278, 403, Remedy.DM_CLOSED),
        (160005, 403, Remedy.NO_ACCESS),
        (160005, 400, Remedy.NO_ACCESS),
        (0, 401, Remedy.AS_BOT),
        (0, 429, Remedy.TRY_LATER),
        (0, 408, Remedy.TRY_LATER),
        (0, 500, Remedy.TRY_LATER),
        (0, 503, Remedy.TRY_LATER),
        (50035, 400, Remedy.GIVE_UP),
        (0, 403, Remedy.GIVE_UP),
    ],
)
def test_what_helps_against_each_error(code, status, helps):
    assert remedy(error(code, status)) is helps


@pytest.mark.parametrize(
    "broken",
    [
        aiohttp.ServerDisconnectedError(),
        ConnectionResetError(),
        TimeoutError(),
        TooLong(),
        Held(60),
        discord.RateLimited(60),
    ],
)
def test_a_broken_connection_passes(broken):
    assert isinstance(broken, FAILURES)
    assert remedy(broken) is Remedy.TRY_LATER
    assert code_of(broken) == type(broken).__name__


def test_a_log_names_the_code_or_else_the_status():
    assert code_of(error(10008, 404)) == 10008
    assert code_of(error(0, 502)) == 502


def test_an_answer_is_too_late_for_a_dead_or_answered_press_alone():
    assert all(is_too_late(error(code)) for code in (10062, 10015, 40060, 50027))
    assert not any(is_too_late(e) for e in (error(10008), error(50035), TimeoutError()))


@pytest.mark.parametrize(
    ("failure", "seconds"),
    [
        (discord.RateLimited(3600), 3600),
        (Held(600), 600),
        (error(0, 429, Retry_After="12.5"), 12.5),
        (without_a_body(429, Retry_After="40"), 40),
        (error(0, 429), None),
        (error(0, 429, Retry_After="0"), None),
        (error(0, 503, Retry_After="12"), None),
        (error(40003, 403), None),
        (TooLong(), None),
        (TimeoutError(), None),
    ],
)
def test_for_how_long_discord_wants_no_such_call(failure, seconds):
    assert pause_after(failure) == seconds


def test_a_date_instead_of_seconds_is_no_crash():
    assert pause_after(error(0, 429, Retry_After="Wed, 21 Oct 2026 07:28:00 GMT")) is None


def test_what_is_wrong_with_a_request_itself():
    assert is_refused(error(50035, 400))
    assert not is_refused(error(10008, 404))
    assert not is_refused(error(0, 500))
    for code in (40005, 20009, 400001, 40004):
        assert is_for_its_picture(error(code, 400))
    assert is_for_its_picture(without_a_body(413))
    for refusal in (error(50035, 400), error(20026, 403), error(10013, 404), error(50013, 403)):
        assert not is_for_its_picture(refusal)
    assert not is_for_its_picture(without_a_body(503))
