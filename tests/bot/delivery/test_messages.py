"""Nonces: the same for the same message, short enough for Discord."""

from bot.delivery.messages import nonce


def test_the_same_message_has_the_same_nonce_and_another_has_another():
    assert nonce("hand", 1, 2) == nonce("hand", 1, 2)
    assert len({nonce("hand", 1, 2), nonce("hand", 12), nonce("board", 1, 2)}) == 3


def test_a_nonce_fits():
    assert len(nonce("hand", 10**12, 10**18, 10**6)) <= 25
