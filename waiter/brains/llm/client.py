"""The one file that knows the openai client: a chat endpoint asked with bounds on everything.

Temperature 0, a fixed seed, a stream that must come to its end, explicit timeouts, and retries of
our own: only what may pass by itself is tried again (time-outs, connections, 429 and 5xx, waiting
as long as the endpoint says), and never beyond the time a turn has. Whatever goes wrong outside is
a `ModelUnavailable` with its reason; the key is in none of them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import openai
from openai import AsyncOpenAI, AsyncStream
from openai.types.chat import ChatCompletionChunk
from pydantic import BaseModel, SecretStr, ValidationError

from waiter.brains.llm.endpoint import Message, Reply, SchemaRefused
from waiter.turn import REPAIR_LIMIT
from waiter.view import ModelUnavailable

# Any number does; the same one makes the same prompt give the same turn where the endpoint can.
SEED = 7
# A reply of 1,500 characters or a call of many lines, in a script of one token a character.
MOST_TOKENS = 2_048
# More than this is no turn whatever it says; the stream is left there.
MOST_TEXT = REPAIR_LIMIT
# A busy or restarting endpoint answers at the second or third try, or not in time at all.
TRIES = 3
# Seconds before the second and third try, where the endpoint names none.
PAUSES = (0.5, 1.0)
# Of an endpoint's own words in a reason.
QUOTE = 200
# How a reply may not end: it isn't whole, or isn't the model's.
BROKEN_ENDS = {
    "length": "the reply was cut at the bound on tokens",
    "content_filter": "the endpoint's content filter took the reply",
    "error": "the endpoint broke off with an error",
}


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: to connect, between two pieces of the stream, and for a turn with all its tries.

    The last is well under the exchange's 30 s, so that whoever stands in still has time.
    """

    connect: float = 5.0
    silence: float = 15.0
    turn: float = 20.0


class _Delta(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    delta: _Delta = _Delta()
    finish_reason: str | None = None


class _Usage(BaseModel):
    total_tokens: int | None = None


class _Chunk(BaseModel):
    """What we read of a chunk; the client itself doesn't check what it gives."""

    choices: list[_Choice] | None = None
    model: str | None = None
    usage: _Usage | None = None


@dataclass(slots=True)
class _Heard:
    """What has come of a stream so far."""

    text: str = ""
    refusal: str = ""
    end: str | None = None
    model: str | None = None
    tokens: int | None = None

    def add(self, chunk: _Chunk) -> None:
        self.model = chunk.model or self.model
        self.tokens = chunk.usage.total_tokens if chunk.usage else self.tokens
        for choice in chunk.choices or ():
            self.text += choice.delta.content or ""
            self.refusal += choice.delta.refusal or ""
            self.end = choice.finish_reason or self.end


class _TryAgain(Exception):
    """A failure that may pass by itself. `after`: seconds the endpoint asks for."""

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


@dataclass(slots=True)
class OpenAIEndpoint:
    """An OpenAI-compatible endpoint. One client for each event loop; `close` when done with it."""

    base_url: str
    model: str
    key: SecretStr | None = None
    patience: Patience = field(default_factory=Patience)
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    _client: AsyncOpenAI | None = None
    _loop: asyncio.AbstractEventLoop | None = None

    async def say(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> Reply:
        """The whole reply within the turn's time, else `ModelUnavailable` with the reason."""
        try:
            async with asyncio.timeout(self.patience.turn):
                return await self._tried(messages, schema)
        except TimeoutError as late:
            raise ModelUnavailable(f"no answer within {self.patience.turn:g} s") from late

    async def close(self) -> None:
        """Close what is open; the next `say` opens anew."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def _tried(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> Reply:
        end = asyncio.get_running_loop().time() + self.patience.turn
        for pause in (*PAUSES, None):
            try:
                return await self._once(messages, schema)
            except _TryAgain as failure:
                wait = failure.after if failure.after is not None else pause
                if pause is None or wait is None:
                    raise ModelUnavailable(f"{failure} (tried {TRIES} times)") from failure
                if asyncio.get_running_loop().time() + wait >= end:
                    reason = f"{failure}; it would take {wait:g} s to try again"
                    raise ModelUnavailable(reason) from failure
            await self.sleep(wait)
        raise AssertionError("the last try returns or raises")

    async def _once(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> Reply:
        """One try."""
        try:
            async with self._asked(messages, schema) as stream:
                heard = await _heard(stream)
        except openai.APIStatusError as error:
            raise self._status(error, schema) from error
        except openai.APIConnectionError as error:  # time-outs are of this class too
            cause = type(error.__cause__ or error).__name__
            raise _TryAgain(f"connection failed: {error.message} ({cause})") from error
        except openai.OpenAIError as error:
            raise ModelUnavailable(self._without_key(f"{type(error).__name__}: {error}")) from error
        except (json.JSONDecodeError, UnicodeError, ValidationError, RecursionError) as error:
            raise ModelUnavailable(f"the stream is broken: {type(error).__name__}") from error
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
            raise ModelUnavailable(f"transport failed: {type(error).__name__}") from error
        return _reply(heard)

    @asynccontextmanager
    async def _asked(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None
    ) -> AsyncIterator[AsyncStream[ChatCompletionChunk]]:
        """The reply's stream; closed on the way out, which also tells the endpoint to stop."""
        create: Any = self._open().chat.completions.create  # Any: its overloads want literal calls
        stream: AsyncStream[ChatCompletionChunk] = await create(
            model=self.model,
            messages=[{"role": one.role, "content": one.content} for one in messages],
            temperature=0,
            seed=SEED,
            max_tokens=MOST_TOKENS,
            stream=True,
            # The plain request is what the oldest endpoints know too.
            **({} if schema is None else _held_to(schema)),
        )
        async with stream:
            yield stream

    def _open(self) -> AsyncOpenAI:
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            key = self.key.get_secret_value() if self.key else ""
            patience = httpx2.Timeout(self.patience.silence, connect=self.patience.connect)
            self._client = AsyncOpenAI(
                api_key=key or "none", base_url=self.base_url, timeout=patience, max_retries=0
            )
            self._loop = loop
        return self._client

    def _status(
        self, error: openai.APIStatusError, schema: Mapping[str, Any] | None
    ) -> ModelUnavailable | _TryAgain:
        said = " ".join(self._without_key(error.message).split())[:QUOTE]
        reason = f"the endpoint said {error.status_code}: {said}"
        if error.status_code == 429 or error.status_code >= 500:
            return _TryAgain(reason, _asked_to_wait(error.response.headers))
        if error.status_code in (400, 422) and schema is not None:
            return SchemaRefused(reason)
        return ModelUnavailable(reason)

    def _without_key(self, text: str) -> str:
        key = self.key.get_secret_value() if self.key else ""
        return text.replace(key, "***") if key else text


async def _heard(stream: AsyncStream[ChatCompletionChunk]) -> _Heard:
    kind = stream.response.headers.get("content-type", "none")
    if "event-stream" not in kind:
        raise ModelUnavailable(f"the endpoint answered with {kind!r}, not with an event stream")
    heard = _Heard()
    async for chunk in stream:
        heard.add(_Chunk.model_validate(chunk, from_attributes=True))
        if len(heard.text) > MOST_TEXT:
            heard.text, heard.end = heard.text[: MOST_TEXT + 1], "stop"
            break
    return heard


def _reply(heard: _Heard) -> Reply:
    if heard.refusal:
        raise ModelUnavailable(f"the model refused: {heard.refusal[:QUOTE]}")
    if heard.end is None:
        raise ModelUnavailable("the stream was cut before its end")
    if heard.end in BROKEN_ENDS:
        raise ModelUnavailable(BROKEN_ENDS[heard.end])
    return Reply(heard.text, heard.model, heard.tokens)


def _held_to(schema: Mapping[str, Any]) -> dict[str, Any]:
    named = {"name": "turn", "strict": True, "schema": schema}
    return {
        "response_format": {"type": "json_schema", "json_schema": named},
        "stream_options": {"include_usage": True},
    }


def _asked_to_wait(headers: httpx2.Headers) -> float | None:
    """Seconds of Retry-After; None where there is none, or a date (few endpoints send those)."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
