"""Tokens of presses: the right to edit a message for a quarter of an hour."""

from types import SimpleNamespace

from bot.delivery.known.noted import ORIGINAL, Tokens
from bot.store.records.people import LIFETIME, PressToken

SECRET = "aW50ZXJhY3Rpb24"


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class Noted(dict):
    """What the store would be told, by message."""

    def token(self, message_id, token):
        self[message_id] = token


def webhook(application_id, token):
    return SimpleNamespace(id=application_id, token=token)


def press(secret=SECRET):
    return SimpleNamespace(application_id=7, token=secret, user=SimpleNamespace(id=11))


def tokens_of(clock, noted=None, webhook=webhook):
    """Tokens that are noted there, or nowhere."""
    return Tokens(clock, webhook, Noted() if noted is None else noted)


def test_a_token_lives_shorter_than_discord_lets_it():
    clock = Clock()
    tokens = tokens_of(clock)
    tokens.keep(1, press())
    clock.now = LIFETIME - 1
    assert tokens.live(1).target == ORIGINAL
    clock.now = LIFETIME
    assert tokens.live(1) is None
    assert LIFETIME < 15 * 60


def test_the_latest_press_counts():
    clock = Clock()
    tokens = tokens_of(clock)
    tokens.keep(1, press("first"))
    clock.now = 600
    tokens.keep(1, press("second"), follows=True)
    clock.now = LIFETIME + 1
    assert tokens.live(1).webhook == webhook(7, "second")
    assert tokens.live(1).target == 1


def test_a_refused_token_is_dropped():
    tokens = tokens_of(Clock())
    tokens.keep(1, press())
    tokens.drop(1)
    tokens.drop(2)
    assert tokens.live(1) is None


def test_dead_tokens_are_not_kept():
    clock = Clock()
    tokens = tokens_of(clock)
    for message in range(100):
        clock.now += 60
        tokens.keep(message, press())
    assert len(tokens._tokens) <= LIFETIME / 60 + 1


def test_a_log_would_not_hold_the_secret():
    tokens = tokens_of(Clock())
    tokens.keep(1, press())
    assert SECRET not in repr(tokens.live(1))
    noted = Noted()
    tokens_of(Clock(), noted).keep(1, press())
    assert SECRET not in repr(noted)


def test_what_is_noted_edits_the_same_message_in_another_process():
    noted, clock = Noted(), Clock()
    tokens = tokens_of(clock, noted)
    tokens.keep(1, press())
    tokens.keep(2, press(), follows=True)
    again = tokens_of(clock)
    for token in noted.values():
        again.recall(token)
    assert [again.live(number).target for number in (1, 2)] == [ORIGINAL, 2]
    assert again.live(1).webhook == webhook(7, SECRET)
    clock.now = LIFETIME
    assert again.live(1) is None


def test_of_a_message_for_one_person_alone_nothing_is_noted():
    noted = Noted()
    tokens = tokens_of(Clock(), noted)
    tokens.keep(1, press(), alone=True)
    assert tokens.live(1) is not None
    assert noted == {}


def test_that_a_token_was_refused_is_noted():
    noted = Noted()
    tokens = tokens_of(Clock(), noted)
    tokens.keep(1, press())
    tokens.drop(1)
    tokens.drop(2)
    assert noted == {1: None}


def test_the_later_press_counts_wherever_it_was():
    clock = Clock()
    tokens = tokens_of(clock)
    tokens.recall(PressToken(1, 11, 7, "earlier", follows=False, expires=100.0))
    tokens.recall(PressToken(1, 12, 7, "later", follows=False, expires=200.0))
    tokens.recall(PressToken(1, 11, 7, "earlier", follows=False, expires=100.0))
    assert tokens.live(1).webhook.token == "later"
    clock.now = 300.0
    tokens.recall(PressToken(2, 11, 7, "expired", follows=False, expires=300.0))
    assert tokens.live(2) is None
