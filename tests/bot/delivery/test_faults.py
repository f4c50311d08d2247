"""The table of Discord's errors."""

from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.delivery.faults import FAILURES, Remedy, code_of, is_too_late, remedy


def error(code, status=400):
    return discord.HTTPException(
        SimpleNamespace(status=status, reason=""), {"code": code, "message": "no"}
    )


@pytest.mark.parametrize(
    ("code", "status", "helps"),
    [
        (10003, 404, Remedy.CHANNEL_GONE),
        (10008, 404, Remedy.POST_AGAIN),
        (10015, 404, Remedy.AS_BOT),
        (10062, 404, Remedy.AS_BOT),
        (30046, 429, Remedy.POST_AGAIN),
        (40003, 429, Remedy.DM_CLOSED),
        (40060, 400, Remedy.IGNORE),
        (50001, 403, Remedy.NO_ACCESS),
        (50007, 403, Remedy.DM_CLOSED),
        (50013, 403, Remedy.NO_ACCESS),
        (50027, 401, Remedy.AS_BOT),
        (50083, 400, Remedy.POST_AGAIN),
        (50278, 403, Remedy.DM_CLOSED),
        (0, 401, Remedy.AS_BOT),
        (0, 429, Remedy.TRY_LATER),
        (0, 500, Remedy.TRY_LATER),
        (0, 503, Remedy.TRY_LATER),
        (50035, 400, Remedy.GIVE_UP),
        (0, 403, Remedy.GIVE_UP),
    ],
)
def test_what_helps_against_each_error(code, status, helps):
    assert remedy(error(code, status)) is helps


@pytest.mark.parametrize(
    "broken", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError()]
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
