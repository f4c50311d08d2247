"""One shard's session, and the WebSocket that it speaks over while it is connected."""

import asyncio
import contextlib
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import orjson
from aiohttp import web

from bot.local.payloads.objects import Wire

DISPATCH: Final = 0
REMEMBERED: Final = 5_000
_LARGEST_BLOCK: Final = 1 << 17
_ZSTD_HEADER: Final = b"\x28\xb5\x2f\xfd\x00\x38"
"""Of a stream with a window of one block, and no length, check sum or dictionary."""


@dataclass
class Session:
    """What one identified shard has been told, so that it can go on after a broken connection."""

    id: str
    intents: int
    shard: tuple[int, int] = (0, 1)
    sequence: int = 0
    sent: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    connection: "Connection | None" = None
    left: float = 0.0
    deaf: bool = False
    """No interaction comes any more, resumed or not."""

    def dispatch(self, name: str, data: Wire) -> None:
        """Tell the shard, now or when it resumes."""
        self.sequence += 1
        frame = orjson.dumps({"op": DISPATCH, "t": name, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame)

    def missed(self, since: int) -> list[bytes] | None:
        """The frames after that sequence number; None where they are no longer known."""
        if since > self.sequence or (self.sent and since < self.sent[0][0] - 1):
            return None
        return [frame for number, frame in self.sent if number > since]


class Stored:
    """A zstd stream that packs nothing: it needs no library, and everybody can unpack it."""

    def __init__(self) -> None:
        self._header = _ZSTD_HEADER

    def __call__(self, frame: bytes) -> bytes:
        """What is sent of a frame."""
        packed, self._header = [self._header], b""
        for start in range(0, len(frame), _LARGEST_BLOCK):
            block = frame[start : start + _LARGEST_BLOCK]
            packed += (len(block) << 3).to_bytes(3, "little"), block
        return b"".join(packed)


class Deflated:
    """A zlib stream that is flushed after each frame."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj()

    def __call__(self, frame: bytes) -> bytes:
        """What is sent of a frame."""
        return self._deflate.compress(frame) + self._deflate.flush(zlib.Z_SYNC_FLUSH)


COMPRESSIONS: Final[dict[str, Callable[[], Callable[[bytes], bytes]]]] = {
    "zlib-stream": Deflated,
    "zstd-stream": Stored,
}
"""What discord.py may ask for: zstd where Python 3.14 or a library has it."""


class Connection:
    """One open WebSocket; frames leave in the order of `send`, compressed if the client asked."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self._request = request
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()
        asked = request.query.get("compress")
        self._packed = COMPRESSIONS[asked]() if asked else None

    def send(self, frame: bytes) -> None:
        """Queue a frame."""
        self._frames.put_nowait(frame)

    def send_op(self, op: int, data: Wire | Literal[False] | None = None) -> None:
        """Queue a frame of the protocol."""
        self.send(orjson.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def write(self) -> None:
        """Send queued frames until the connection ends."""
        while True:
            frame = await self._frames.get()
            with contextlib.suppress(ConnectionError):
                if self._packed is None:
                    await self.socket.send_str(frame.decode())
                else:
                    await self.socket.send_bytes(self._packed(frame))

    def abort(self) -> None:
        """Break the connection as a network failure would: no close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()
