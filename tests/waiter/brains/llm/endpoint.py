"""A chat endpoint for tests: a real HTTP server on loopback that streams as real ones do, well or
badly, as the test says.

What to answer is a function of the request's JSON. `misbehaving` has the ways to go wrong,
`wellbehaved` a model that knows its lines.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

Request = Mapping[str, Any]
# How the connection ends: properly, torn off in mid-stream, or not before the server stops.
End = Literal["whole", "torn", "hanging"]


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer; `pieces` of the body are sent one by one."""

    pieces: tuple[bytes, ...] = ()
    status: int = 200
    kind: str = "text/event-stream"
    headers: tuple[tuple[str, str], ...] = ()
    end: End = "whole"


@dataclass(slots=True)
class Served:
    """A server at work. `requests`: what was asked, in order; `left`: askers who went away."""

    answer: Callable[[Request], Answer]
    requests: list[Request] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            headers, request = await _read(reader)
            self.requests.append(request)
            self.headers.append(headers)
            await self._write(reader, writer, self.answer(request))
        except (ConnectionError, asyncio.IncompleteReadError):
            self.left.set()
        finally:
            writer.close()

    async def _write(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Answer
    ) -> None:
        head = [f"HTTP/1.1 {answer.status} Said", f"content-type: {answer.kind}"]
        head += [f"{name}: {value}" for name, value in answer.headers]
        head += ["transfer-encoding: chunked", "connection: close", "", ""]
        writer.write("\r\n".join(head).encode())
        for piece in answer.pieces:
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            await writer.drain()
        if answer.end == "hanging":
            await self._until_left(reader)
        elif answer.end == "whole":
            writer.write(b"0\r\n\r\n")
            await writer.drain()

    async def _until_left(self, reader: asyncio.StreamReader) -> None:
        """Say nothing until the asker goes away, or the server stops."""
        gone = asyncio.ensure_future(reader.read())
        stop = asyncio.ensure_future(self.stopping.wait())
        await asyncio.wait((gone, stop), return_when=asyncio.FIRST_COMPLETED)
        if gone.done():
            self.left.set()
        for waiting in (gone, stop):
            waiting.cancel()


@asynccontextmanager
async def serving(answer: Callable[[Request], Answer]) -> AsyncIterator[Served]:
    """A server on a free port for as long as the block runs."""
    served = Served(answer)
    server = await asyncio.start_server(served.handle, "127.0.0.1", 0)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        served.stopping.set()
        server.close()
        await server.wait_closed()


async def _read(reader: asyncio.StreamReader) -> tuple[Mapping[str, str], Request]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return headers, json.loads(body)


# --- answers


def streamed(text: str, *, end: str | None = "stop", size: int = 7, **delta: Any) -> Answer:
    """A reply in chunks of a few characters. `end`: its finish_reason; None, the stream is cut."""
    parts = [{"content": text[at : at + size]} for at in range(0, len(text), size)]
    chunks = [chunk(part) for part in (*parts, *([delta] if delta else []))]
    if end is not None:
        chunks += [chunk({}, end), usage(), b"data: [DONE]\n\n"]
    return Answer(tuple(chunks))


def chunk(delta: Mapping[str, Any], finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish_reason}
    return _event({"choices": [choice]})


def usage() -> bytes:
    counted = {"prompt_tokens": 30, "completion_tokens": 12, "total_tokens": 42}
    return _event({"choices": [], "usage": counted})


def refusing(status: int, message: str = "no", *headers: tuple[str, str]) -> Answer:
    """An error as endpoints tell it."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": status}}).encode()
    return Answer((body,), status, "application/json", headers)


def in_turn(*answers: Answer) -> Callable[[Request], Answer]:
    """One answer a request; the last one from then on."""
    remaining: Iterator[Answer] = iter(answers)
    last = [answers[-1]]

    def answer(request: Request) -> Answer:
        return next(remaining, last[0])

    return answer


def _event(body: Mapping[str, Any]) -> bytes:
    told = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "small", **body}
    return f"data: {json.dumps(told, ensure_ascii=False)}\n\n".encode()
