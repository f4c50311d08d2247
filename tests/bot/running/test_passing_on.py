"""Interactions that another process answers come there whole, and once."""

import os

import pytest

from bot.running.gateway import MOST_PARTS, PART, PassingOn
from bot.store.errors import StoreFailed
from bot.store.shares import read_notice

SENDER, RECEIVER = "sender", "receiver"


class Wire:
    """Takes what is told to those who listen, or fails."""

    def __init__(self, *, broken=False):
        self.broken = broken
        self.said = []

    async def tell(self, kind, about=0, detail=""):
        if self.broken:
            raise StoreFailed("it is away")
        self.said.append(f"{SENDER} {kind} {about} 0 {detail}")


def interaction(number=7, size=10):
    """As the gateway sends one, with so many characters that can't be compressed by much."""
    return {"id": str(number), "token": "secret", "message": os.urandom(size).hex(), "n": "é🏆"}


async def passed(sent, own=RECEIVER):
    """What the process of that id takes in of an interaction that is passed on to the receiver."""
    wire, taken = Wire(), []
    sender = PassingOn(wire, lambda _: None)
    sender.send(RECEIVER, sent)
    await sender.settled()
    receiver = PassingOn(Wire(), taken.append)
    for said in wire.said:
        assert len(said.encode()) < 8_000
        if (notice := read_notice(said, own)) is not None:
            receiver.heard(notice)
    return len(wire.said), taken


@pytest.mark.parametrize(("size", "several"), [(10, False), (PART, True), (20 * PART, True)])
async def test_the_whole_of_it_is_taken_in_once(size, several):
    sent = interaction(size=size)
    parts, taken = await passed(sent)
    assert taken == [sent]
    assert (parts > 1) == several


async def test_nobody_else_takes_it_in():
    assert await passed(interaction(), own="another") == (1, [])


async def test_without_the_database_it_is_answered_here():
    taken, sent = [], interaction()
    sender = PassingOn(Wire(broken=True), taken.append)
    sender.send(RECEIVER, sent)
    await sender.settled()
    assert taken == [sent]


async def test_parts_without_an_end_are_forgotten():
    wire, taken = Wire(), []
    sender, receiver = PassingOn(wire, lambda _: None), PassingOn(Wire(), taken.append)
    for number in range(MOST_PARTS + 1):
        sender.send(RECEIVER, interaction(number, PART))
        await sender.settled()
    firsts = {said.split(" ")[2]: said for said in reversed(wire.said)}
    for said in firsts.values():
        receiver.heard(read_notice(said, RECEIVER))
    assert len(receiver._parts) <= MOST_PARTS
    assert taken == []
