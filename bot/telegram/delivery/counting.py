"""Counts what Telegram refuses, whichever call it is; how often a day is `health`'s."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from aiogram import Bot
from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType
from aiogram.exceptions import (
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import TelegramMethod
from aiogram.methods.base import TelegramType

from bot.telegram.health import note
from bot.telegram.store import Store

# What is counted a day, by what Telegram answered; "network": it didn't.
CODES: Mapping[type[Exception], str] = {
    TelegramForbiddenError: "403",
    TelegramConflictError: "409",
    TelegramRetryAfter: "429",
    TelegramServerError: "5xx",
    TelegramNetworkError: "network",
}


class Counting(BaseRequestMiddleware):
    """Counts what Telegram refuses, whichever call it is."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store, self._clock = store, clock

    async def __call__(
        self, make_request: NextRequestMiddlewareType[TelegramType], bot: Bot,
        method: TelegramMethod[TelegramType],
    ) -> Any:  # fmt: skip
        """Any: the answer, as it is."""
        try:
            return await make_request(bot, method)
        except tuple(CODES) as refusal:
            note(self._store.connection, CODES[type(refusal)], self._clock())
            raise
