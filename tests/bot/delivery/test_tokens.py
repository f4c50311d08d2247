"""Tokens of presses: the right to edit a message for a quarter of an hour."""

from types import SimpleNamespace

from bot.delivery.tokens import LIFETIME, ORIGINAL, Tokens


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def press():
    return SimpleNamespace(followup=SimpleNamespace(token="aW50ZXJhY3Rpb24"))


def test_a_token_lives_shorter_than_discord_lets_it():
    clock = Clock()
    tokens = Tokens(clock)
    tokens.keep(1, press())
    clock.now = LIFETIME - 1
    assert tokens.live(1).target == ORIGINAL
    clock.now = LIFETIME
    assert tokens.live(1) is None
    assert LIFETIME < 15 * 60


def test_the_latest_press_counts():
    clock = Clock()
    tokens = Tokens(clock)
    first, second = press(), press()
    tokens.keep(1, first)
    clock.now = 600
    tokens.keep(1, second, 77)
    clock.now = LIFETIME + 1
    assert tokens.live(1).webhook is second.followup
    assert tokens.live(1).target == 77


def test_a_refused_token_is_dropped():
    tokens = Tokens(Clock())
    tokens.keep(1, press())
    tokens.drop(1)
    tokens.drop(2)
    assert tokens.live(1) is None


def test_dead_tokens_are_not_kept():
    clock = Clock()
    tokens = Tokens(clock)
    for message in range(100):
        clock.now += 60
        tokens.keep(message, press())
    assert len(tokens._tokens) <= LIFETIME / 60 + 1


def test_a_log_would_not_hold_the_secret():
    tokens = Tokens(Clock())
    tokens.keep(1, press())
    assert "aW50ZXJhY3Rpb24" not in repr(tokens.live(1))
