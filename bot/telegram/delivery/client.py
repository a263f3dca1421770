"""The client of the Bot API: aiogram's, with what costs time at every message done more cheaply.

What holds no file goes as JSON, which Telegram takes as well as a form.
"""

from __future__ import annotations

from typing import Any, cast

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import PRODUCTION, TelegramAPIServer
from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageText,
    Response,
    SendChatAction,
    SendMessage,
    TelegramMethod,
)
from aiogram.methods.base import TelegramType
from aiogram.types import InputFile
from aiogram.utils.token import TokenValidationError
from aiohttp import ClientError

from bot.complaint import Complaint
from bot.telegram.delivery.polling import GetUpdates

JSON = {"Content-Type": "application/json"}
# Pydantic forgets a type such as `Response[Message]` that nobody holds, and makes it anew for the
# next answer: ten times the work of the call itself.
_HELD = tuple(
    Response[method.__returning__]  # type: ignore[name-defined]  # a value, as aiogram has it
    for method in (SendMessage, EditMessageText, AnswerCallbackQuery, SendChatAction, GetUpdates)
)


def bot_for(token: str, api: str | None) -> Bot:
    """The client; `api`: a server other than Telegram's own. `Complaint`: that can't be a token."""
    server = PRODUCTION if api is None else TelegramAPIServer.from_base(api)
    try:
        return Bot(token, session=Session(api=server))
    except TokenValidationError as error:
        raise Complaint("telegram_token is no token; BotFather gives one") from error


class Session(AiohttpSession):
    """The connection."""

    async def make_request(
        self, bot: Bot, method: TelegramMethod[TelegramType], timeout: int | None = None
    ) -> TelegramType:
        """As aiogram's own: `TelegramAPIError` and its like."""
        files: dict[str, InputFile] = {}
        body = self.prepare_value(method.model_dump(warnings=False), bot, files, _dumps_json=False)
        if files:
            return cast(TelegramType, await super().make_request(bot, method, timeout))
        status, content = await self._posted(bot, method, body, timeout)
        answer = self.check_response(bot, method, status, content)
        return cast(TelegramType, answer.result)

    async def _posted(
        self, bot: Bot, method: TelegramMethod[Any], body: Any, timeout: int | None
    ) -> tuple[int, str]:  # Any: JSON
        """Status and text of the answer. `TelegramNetworkError`."""
        session = await self.create_session()
        url = self.api.api_url(token=bot.token, method=method.__api_method__)
        data = self.json_dumps(body).encode()
        limit = self.timeout if timeout is None else timeout
        try:
            async with session.post(url, data=data, headers=JSON, timeout=limit) as answer:  # type: ignore[arg-type]  # aiohttp takes seconds, as aiogram gives them
                return answer.status, await answer.text()
        except TimeoutError as error:
            raise TelegramNetworkError(method, "Request timeout error") from error
        except ClientError as error:
            raise TelegramNetworkError(method, f"{type(error).__name__}: {error}") from error
