"""The writer that is a model: a brief becomes a prompt (`prompt.yaml`), the reply is the text.

What it writes is judged by whoever asked. Called from any thread, one at a time.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from pathlib import Path
from threading import Lock

import yaml
from pydantic import BaseModel, ConfigDict

from waiter.brains.llm.endpoint import Endpoint, Message
from waiter.workflow.function import Brief

FILE = Path(__file__).with_name("prompt.yaml")


class _Prompt(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    system: str
    user: str
    refused: str


@lru_cache(maxsize=1)
def _prompt() -> _Prompt:
    return _Prompt.model_validate(yaml.safe_load(FILE.read_text("utf-8")))


class ModelWriter:
    """Writes by an endpoint. `close` when done with it."""

    name = "model"

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._loop = asyncio.Runner()
        self._lock = Lock()

    def write(self, brief: Brief) -> str:
        """The text. `ModelUnavailable` with the reason where the endpoint has none."""
        with self._lock:
            return self._loop.run(self._endpoint.say(messages(brief), None)).text

    def close(self) -> None:
        with self._lock:
            self._loop.close()


def messages(brief: Brief) -> tuple[Message, ...]:
    """The chat that asks for a text; why the last one was refused stands at its end."""
    prompt = _prompt()
    asked = prompt.user.format(
        language=brief.language,
        house=brief.house,
        topic=" ".join(brief.topic.split()),
        likes=", ".join(brief.likes) or "-",
        dishes=", ".join(brief.dishes) or "-",
    )
    if brief.refused:
        asked += "\n" + prompt.refused.format(refused=brief.refused)
    return Message("system", prompt.system), Message("user", asked)
