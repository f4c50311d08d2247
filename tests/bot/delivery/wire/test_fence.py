"""Whose lease has run out sends nothing more, at whatever point of a request it was frozen."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from time import monotonic

import aiohttp
import pytest
from aiohttp.formdata import FormData

from bot.delivery.wire.caution import Caution, fenced, guard, watch
from bot.store.errors import NotOurs

SESSION = 7
BEFORE = ("on_request_start", "on_connection_create_start", "on_connection_create_end")
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


class Lease:
    """Has run out, or not."""

    def __init__(self) -> None:
        self.lost = False

    def check(self) -> None:
        if self.lost:
            raise NotOurs(SESSION)

    async def lose(self, *_: object) -> None:
        """The process is frozen here, and wakes too late."""
        self.lost = True


class Server:
    """Answers each request once it is whole; keeps what has come in, by connection."""

    def __init__(self) -> None:
        self.came: list[bytes] = []
        self.ended = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number, asked = len(self.came), b""
        self.came.append(b"")
        while some := await reader.read(1 << 20):
            self.came[number] += some
            asked += some
            if _is_whole(asked):
                asked = b""
                writer.write(ANSWER)
        writer.close()
        self.ended.set()


def _is_whole(asked: bytes) -> bool:
    head, end, body = asked.partition(b"\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)", head)
    return bool(end) and len(body) == (int(length[1]) if length else 0)


@asynccontextmanager
async def served():
    server = Server()
    async with await asyncio.start_server(server.serve, "127.0.0.1", 0) as listening:
        host, port = listening.sockets[0].getsockname()
        yield server, f"http://{host}:{port}/"


def frozen_at(lease: Lease, point: str) -> aiohttp.TraceConfig:
    """A process that stands still after this point of a request, and after whoever looks there."""
    calls = guard()
    getattr(calls, point).append(lease.lose)
    return calls


@asynccontextmanager
async def calling(lease: Lease, point: str):
    """A session of such a process, and what the other side hears of it until it has hung up."""
    async with served() as (server, url):
        async with aiohttp.ClientSession(trace_configs=[frozen_at(lease, point)]) as session:
            yield session, url, server
        if server.came:
            await server.ended.wait()


@pytest.mark.parametrize("point", [*BEFORE, "on_request_headers_sent"])
async def test_a_process_frozen_before_a_request_goes_out_sends_none_of_it(point):
    lease = Lease()
    async with calling(lease, point) as (session, url, server):
        with fenced(lease.check), pytest.raises((NotOurs, aiohttp.ClientConnectionError)):
            await session.patch(url, data="said")
    assert b"".join(server.came) == b""


@pytest.mark.parametrize("point", BEFORE)
async def test_the_same_of_a_request_that_is_a_head_alone(point):
    lease = Lease()
    async with calling(lease, point) as (session, url, server):
        with fenced(lease.check), pytest.raises(NotOurs):
            await session.delete(url)
    assert b"".join(server.came) == b""


async def test_the_same_on_a_connection_that_is_there():
    lease = Lease()
    async with calling(lease, "on_connection_reuseconn") as (session, url, server):
        with fenced(lease.check):
            await session.patch(url, data="said")
            with pytest.raises(NotOurs):
                await session.patch(url, data="more")
    assert len(server.came) == 1
    assert server.came[0].endswith(b"said")


async def test_a_request_that_has_gone_out_in_part_is_broken_off():
    lease, form = Lease(), FormData()
    form.add_field("payload_json", "said")
    form.add_field("files[0]", b"drawn", filename="hand.png")
    async with calling(lease, "on_request_chunk_sent") as (session, url, server):
        with fenced(lease.check), pytest.raises(aiohttp.ClientConnectionError):
            await session.post(url, data=form)
    assert b"drawn" not in server.came[0]


async def test_what_is_nobodys_work_goes_out_whatever_befalls_the_lease():
    lease = Lease()
    async with calling(lease, "on_request_start") as (session, url, server):
        await session.post(url, data="answered")
    assert server.came[0].endswith(b"answered")


async def test_what_anybody_may_send_is_not_sent_as_a_part_of_what_is_anothers_work():
    lease = Lease()
    async with calling(lease, "on_request_start") as (session, url, server):
        with fenced(lease.check), fenced(lambda: None), pytest.raises(NotOurs):
            await session.patch(url, data="said")
    assert b"".join(server.came) == b""


async def test_a_part_that_is_checked_by_itself_checks_no_more_than_itself():
    lease = Lease()
    async with calling(lease, "on_request_end") as (session, url, server):
        with fenced(lambda: None):
            with fenced(lease.check):
                await session.patch(url, data="said")
            await session.patch(url, data="more")
    assert server.came[0].endswith(b"more")


@pytest.mark.parametrize(("shared", "looks"), [(True, 3), (False, 1)])
async def test_each_piece_of_a_call_is_fenced_where_there_may_be_other_processes(shared, looks):
    looked, calls = [], watch(Caution(monotonic), lambda *_: None, shared=lambda: shared)
    async with served() as (_, url), aiohttp.ClientSession(trace_configs=[calls]) as session:
        await session.get(url)
        with fenced(lambda: looked.append(1)):
            await session.patch(url, data="said")
    assert len(looked) == looks
