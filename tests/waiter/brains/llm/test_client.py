"""The client against a real HTTP server: what it sends, what it takes, and every way to fail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from pydantic import SecretStr

from tests.waiter.brains.llm.endpoint import (
    Answer,
    Request,
    chunk,
    in_turn,
    refusing,
    serving,
    streamed,
)
from waiter.brains.llm.client import MOST_TEXT, TRIES, OpenAIEndpoint, Patience
from waiter.brains.llm.endpoint import Message, Reply, SchemaRefused
from waiter.view import ModelUnavailable

GOOD = streamed("to_user: 好的，两份。")
SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
SHORT = Patience(connect=2.0, silence=0.1, turn=0.5)


class Asked:
    """One question to an endpoint, its waits noted instead of waited."""

    def __init__(self, url: str, patience: Patience | None = None) -> None:
        self.waits: list[float] = []
        self.endpoint = OpenAIEndpoint(
            url, "small", SecretStr("sk-very-secret"), patience or Patience(), self._wait
        )

    async def _wait(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def say(self, schema: dict[str, object] | None = None) -> Reply:
        try:
            return await self.endpoint.say((Message("user", "user: 两份面"),), schema)
        finally:
            await self.endpoint.close()


async def fails(answer: Callable[[Request], Answer], patience: Patience | None = None) -> str:
    async with serving(answer) as served:
        with pytest.raises(ModelUnavailable) as failed:
            await Asked(served.url, patience).say()
    return str(failed.value)


async def test_a_streamed_reply_is_put_together() -> None:
    async with serving(in_turn(GOOD)) as served:
        assert await Asked(served.url).say() == Reply("to_user: 好的，两份。", "small", 42)


async def test_a_request_is_cold_seeded_bounded_and_streamed() -> None:
    async with serving(in_turn(GOOD)) as served:
        await Asked(served.url).say()
    [request] = served.requests
    assert request["temperature"] == 0
    assert isinstance(request["seed"], int)
    assert request["max_tokens"] > 0
    assert request["stream"] is True
    assert request["messages"] == [{"role": "user", "content": "user: 两份面"}]
    assert served.headers[0]["authorization"] == "Bearer sk-very-secret"


async def test_without_a_schema_nothing_is_sent_that_an_old_endpoint_may_not_know() -> None:
    async with serving(in_turn(GOOD)) as served:
        await Asked(served.url).say()
    assert not {"response_format", "stream_options"} & served.requests[0].keys()


async def test_a_schema_is_sent_as_a_strict_response_format() -> None:
    async with serving(in_turn(GOOD)) as served:
        await Asked(served.url).say(SCHEMA)
    sent = served.requests[0]["response_format"]
    assert sent["type"] == "json_schema"
    assert sent["json_schema"] == {"name": "turn", "strict": True, "schema": SCHEMA}


@pytest.mark.parametrize("status", [400, 422])
async def test_a_request_with_a_schema_that_is_not_understood_is_told_apart(status: int) -> None:
    async with serving(in_turn(refusing(status, "unknown response_format"))) as served:
        with pytest.raises(SchemaRefused, match="unknown response_format"):
            await Asked(served.url).say(SCHEMA)


# What may pass by itself is tried again


@pytest.mark.parametrize("status", [429, 500, 502, 503])
async def test_a_busy_endpoint_is_asked_again(status: int) -> None:
    async with serving(in_turn(refusing(status), refusing(status), GOOD)) as served:
        asked = Asked(served.url)
        assert (await asked.say()).text.startswith("to_user")
    assert len(served.requests) == 3
    assert asked.waits == [0.5, 1.0]


async def test_it_waits_as_long_as_the_endpoint_asks() -> None:
    busy = refusing(429, "slow down", ("retry-after", "3"))
    async with serving(in_turn(busy, GOOD)) as served:
        asked = Asked(served.url)
        await asked.say()
    assert asked.waits == [3.0]


async def test_it_does_not_wait_beyond_the_turn() -> None:
    busy = refusing(429, "slow down", ("retry-after", "3600"))
    async with serving(in_turn(busy, GOOD)) as served:
        asked = Asked(served.url)
        with pytest.raises(ModelUnavailable, match="3600 s to try again"):
            await asked.say()
    assert (len(served.requests), asked.waits) == (1, [])


@pytest.mark.parametrize("nonsense", ["soon", "-1", "inf", "nan"])
async def test_a_wait_that_is_none_is_not_believed(nonsense: str) -> None:
    busy = refusing(503, "later", ("retry-after", nonsense))
    async with serving(in_turn(busy, GOOD)) as served:
        asked = Asked(served.url)
        await asked.say()
    assert asked.waits == [0.5]


@pytest.mark.parametrize("status", [429, 500])
async def test_it_gives_up_after_its_tries(status: int) -> None:
    async with serving(in_turn(refusing(status, "busy"))) as served:
        with pytest.raises(ModelUnavailable, match=f"said {status}: .*busy.*tried {TRIES} times"):
            await Asked(served.url).say()
    assert len(served.requests) == TRIES


async def test_a_torn_connection_is_tried_again() -> None:
    torn = Answer(GOOD.pieces[:2], end="torn")
    async with serving(in_turn(torn, GOOD)) as served:
        assert (await Asked(served.url).say()).text.endswith("两份。")


async def test_nobody_listening_is_a_failure_with_its_reason() -> None:
    async with serving(in_turn(GOOD)) as served:
        url = served.url
    asked = Asked(url)
    with pytest.raises(ModelUnavailable, match="connection failed"):
        await asked.say()
    assert len(asked.waits) == TRIES - 1


@pytest.mark.parametrize("status", [401, 403, 404, 400, 409])
async def test_what_will_not_pass_by_itself_is_not_tried_again(status: int) -> None:
    async with serving(in_turn(refusing(status, "sk-very-secret won't do"), GOOD)) as served:
        with pytest.raises(ModelUnavailable, match=str(status)) as failed:
            await Asked(served.url).say()
    assert len(served.requests) == 1
    assert "sk-very-secret" not in str(failed.value)


# What isn't a whole reply is a failure


async def test_a_stream_cut_short_is_a_failure() -> None:
    assert "cut before its end" in await fails(in_turn(streamed("to_user: 好的", end=None)))


@pytest.mark.parametrize(
    ("end", "reason"), [("length", "bound"), ("content_filter", "filter"), ("error", "error")]
)
async def test_a_reply_that_did_not_end_by_itself_is_a_failure(end: str, reason: str) -> None:
    assert reason in await fails(in_turn(streamed("to_user: 好的", end=end)))


async def test_a_refusal_is_a_failure() -> None:
    assert "refused: I can't" in await fails(in_turn(streamed("", refusal="I can't help")))


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json"])
async def test_a_page_instead_of_a_stream_is_a_failure(kind: str) -> None:
    page = Answer((b"<html><body>Welcome to the proxy</body></html>",), kind=kind)
    assert kind in await fails(in_turn(page))


@pytest.mark.parametrize(
    "line",
    [
        b'data: {"choices": [\n\n',
        b'data: "words"\n\n',
        b"data: 7\n\n",
        b'data: {"choices": 7}\n\n',
        b'data: {"choices": [{"delta": {"content": 7}}]}\n\n',
        b'data: {"choices": [null]}\n\n',
        b"data: " + b"[" * 100_000 + b"\n\n",
        b"data: \xff\xfe\n\n",
        b'data: {"error": {"message": "out of memory"}}\n\n',
    ],
    ids=["json", "text", "number", "choices", "content", "null", "deep", "bytes", "error"],
)
async def test_a_broken_line_in_the_stream_is_a_failure(line: bytes) -> None:
    started = chunk({"content": "to_user: "})
    assert await fails(in_turn(Answer((started, line))))


async def test_a_hanging_endpoint_is_left_when_the_turn_is_over() -> None:
    hanging = Answer((chunk({"content": "to_user: "}),), end="hanging")
    async with serving(in_turn(hanging)) as served:
        with pytest.raises(ModelUnavailable):
            await Asked(served.url, SHORT).say()
        await served.left.wait()


async def test_a_stream_that_never_ends_is_left_when_the_turn_is_over() -> None:
    quiet = Patience(silence=60.0, turn=0.2)
    assert "no answer within 0.2 s" in await fails(in_turn(Answer(end="hanging")), quiet)


async def test_more_text_than_any_turn_has_is_left_unread() -> None:
    async with serving(in_turn(streamed("好" * 100_000, size=500))) as served:
        reply = await Asked(served.url).say()
    assert len(reply.text) == MOST_TEXT + 1


async def test_an_asker_who_is_cancelled_goes_away() -> None:
    hanging = Answer((chunk({"content": "to_user: "}),), end="hanging")
    async with serving(in_turn(hanging)) as served:
        asking = asyncio.create_task(Asked(served.url).say())
        while not served.requests:
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking])
        assert asking.cancelled()
        await served.left.wait()


@pytest.mark.parametrize("url", ["no url", "ftp://127.0.0.1/v1", "http://[::1", "http://"])
async def test_an_address_that_is_none_is_a_failure(url: str) -> None:
    with pytest.raises(ModelUnavailable):
        await Asked(url).say()


def test_an_endpoint_serves_one_event_loop_after_another() -> None:
    endpoint = OpenAIEndpoint("", "small")

    async def ask() -> str:
        async with serving(in_turn(GOOD)) as served:
            endpoint.base_url = served.url
            reply = await endpoint.say((Message("user", "user: 好"),), None)
            return reply.text

    assert asyncio.run(ask()) == asyncio.run(ask())
    asyncio.run(endpoint.close())
