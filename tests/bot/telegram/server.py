"""A Bot API server on loopback for tests: what a bot can see of Telegram, without Telegram.

Kept from the real one: updates confirmed by offset and redelivered until then, long polling, 409
for a second poller or beside a webhook, webhooks (in `calling`), callback queries with a deadline,
edits in place ("message is not modified", "message to edit not found"), HTML that must parse, 4,096
units, button data of 1-64 bytes, privacy mode in groups, 403 for those who blocked the bot or never
wrote, flood limits with `retry_after`; and faults on demand. People of it are in `people`.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from tests.bot.telegram.calling import Calling
from tests.bot.telegram.rules import (
    CAPTION,
    LONGEST,
    PHOTOS,
    ApiError,
    Json,
    bad,
    markup_of,
    parsed,
)

__all__ = ["Fault", "Json", "Telegram"]

JSON_KEYS = (
    "reply_markup", "reply_parameters", "allowed_updates", "commands", "scope",
    "link_preview_options",
)  # fmt: skip


@dataclass
class Fault:
    """What goes wrong, and how often. `drop`: the connection is cut before or after the work."""

    method: str
    code: int = 500
    description: str = "Internal Server Error"
    times: int = 1
    drop: str | None = None
    delay: float = 0.0
    parameters: Json = field(default_factory=dict)


class Telegram:
    """The server. `enforce`: flood limits as in Telegram's FAQ; `deadline`: seconds for a press."""

    def __init__(self, *, enforce: bool = False, deadline: float = 15.0) -> None:
        self.token, self.enforce, self.deadline = "42:a-token-of-tests", enforce, deadline
        self.me = {"id": 42, "is_bot": True, "first_name": "Waiter", "username": "waiter_bot"}
        self.ids, self.update_ids = itertools.count(1000), itertools.count(5000)
        self.queue: deque[Json] = deque()
        self.calls: list[tuple[float, str, Json]] = []
        self.refused: list[tuple[str, str]] = []
        self.faults: list[Fault] = []
        self.chats: dict[int, Json] = {}
        self.messages: dict[int, dict[int, Json]] = defaultdict(dict)
        self.events: dict[int, list[Json]] = defaultdict(list)
        self.started: set[int] = set()
        self.blocked: set[int] = set()
        self.moved: dict[int, int] = {}
        self.commands: dict[int, list[str]] = {}
        self.files: dict[str, bytes] = {}  # by id, which is also its path
        self.queries: dict[str, Json] = {}
        self.changed = asyncio.Event()
        self._numbers: dict[int, Iterator[int]] = defaultdict(lambda: itertools.count(1))
        self._sent_at: dict[object, deque[float]] = defaultdict(deque)
        self.allowed: list[str] = ["message", "edited_message", "callback_query"]
        self.calling = Calling(self.queue, lambda: self.announce())
        self._poll = 0
        self._not_before = 0.0

    # --- its life

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        app.router.add_get("/file/bot{token}/{path}", self._download)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.base = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.calling.close()
        await self._runner.cleanup()

    def fail(self, method: str, code: int = 500, description: str = "", **how: Any) -> None:
        """The next calls of a method go wrong."""
        known = {key: how.pop(key) for key in ("times", "drop", "delay") if key in how}
        self.faults.append(
            Fault(method.lower(), code, description or "Internal Server Error", **known,
                  parameters=how)
        )  # fmt: skip

    # --- updates

    def push(self, kind: str, thing: Json) -> Json:
        update = {"update_id": next(self.update_ids), kind: thing}
        if kind in self.allowed:
            self.redeliver(update)
        return update

    def redeliver(self, update: Json) -> None:
        self.queue.append(update)
        self.calling.begin()
        self.announce()

    def announce(self) -> None:
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def until(self, holds: Callable[[], bool], seconds: float = 10.0) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(seconds):
            while not holds():
                await self.changed.wait()

    def number(self, chat: int) -> int:
        return next(self._numbers[chat])

    # --- HTTP

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != self.token:
            return _refusal(ApiError(401, "Unauthorized"))
        method, given = request.match_info["method"], dict(request.query)
        if request.content_type == "application/json":
            given |= {key: _spelt(value) for key, value in (await request.json()).items()}
        elif request.can_read_body:
            given |= {key: _value(value) for key, value in (await request.post()).items()}
        if (fault := self._fault(method)) is not None:
            await asyncio.sleep(fault.delay)
            if fault.drop is not None:
                if fault.drop == "after":
                    await self.call(method, given)
                assert request.transport is not None
                request.transport.abort()
                return web.Response()
            self._not_before = time.time() + float(fault.parameters.get("retry_after", 0))
            if not fault.delay:
                return _refusal(ApiError(fault.code, fault.description, **fault.parameters))
        try:
            return web.json_response({"ok": True, "result": await self.call(method, given)})
        except ApiError as error:
            self.refused.append((method, error.description))
            self.announce()
            return _refusal(error)

    def _fault(self, method: str) -> Fault | None:
        fault = next((f for f in self.faults if f.method == method.lower() and f.times), None)
        if fault is not None:
            fault.times -= 1
        return fault

    async def _download(self, request: web.Request) -> web.StreamResponse:
        if (fault := self._fault("download")) is not None:
            return web.Response(status=fault.code)
        content = self.files.get(request.match_info["path"])
        if request.match_info["token"] != self.token or content is None:
            return web.Response(status=404)
        self.calls.append((time.time(), "download", {}))
        return web.Response(body=content)

    async def call(self, method: str, given: Json) -> Any:  # Any: whatever the method gives
        for key in JSON_KEYS:
            if isinstance(given.get(key), str):
                given[key] = json.loads(given[key])
        if method != "getUpdates":
            self.calls.append((time.time(), method, given))
        if method not in METHODS:
            raise ApiError(404, "Not Found: method not found")
        return await METHODS[method](self, given)

    # --- methods

    async def get_updates(self, given: Json) -> list[Json]:
        if self.calling.webhook is not None:
            raise ApiError(409, "Conflict: can't use getUpdates method while webhook is active")
        self.allowed = given.get("allowed_updates") or self.allowed
        self._poll += 1
        mine = self._poll
        self.announce()
        offset, until = int(given.get("offset") or 0), time.time() + float(given["timeout"])
        while self.queue and self.queue[0]["update_id"] < offset:
            self.queue.popleft()
        while not self.queue and time.time() < until:
            try:
                async with asyncio.timeout(until - time.time()):
                    await self.changed.wait()
            except TimeoutError:
                break
            if self._poll != mine:
                raise ApiError(409, "Conflict: terminated by other getUpdates request")
        return list(itertools.islice(self.queue, 100))

    async def set_webhook(self, given: Json) -> bool:
        self.allowed = given.get("allowed_updates") or self.allowed
        self.calling.webhook = given
        self.calling.begin()
        return True

    async def delete_webhook(self, given: Json) -> bool:
        self.calling.webhook = None
        if given.get("drop_pending_updates") == "true":
            self.queue.clear()
        return True

    async def send_message(self, given: Json) -> Json:
        chat = self._chat(given)
        text, markup = parsed(given["text"], given.get("parse_mode")), markup_of(given)
        self._flood(chat["id"])
        message = {
            "message_id": self.number(chat["id"]), "from": self.me, "chat": chat,
            "date": int(time.time()), "text": text, "html": given["text"],
        }  # fmt: skip
        if markup:
            message["reply_markup"] = markup
        if (answered := self._answered(given)) is not None:
            message["reply_to_message"] = answered
        return self._show(message, "sent")

    def _answered(self, given: Json) -> Json | None:
        """The message that a new one replies to."""
        reply = given.get("reply_parameters") or {}
        found = self.messages[int(given["chat_id"])].get(int(reply.get("message_id", 0)))
        if found is None and reply and not reply.get("allow_sending_without_reply"):
            raise bad("message to be replied not found")
        return None if found is None else {k: v for k, v in found.items() if k != "html"}

    async def send_document(self, given: Json) -> Json:
        chat = self._chat(given)
        caption = parsed(given["caption"], given.get("parse_mode"), CAPTION)
        self._flood(chat["id"])
        place = given["document"].removeprefix("attach://")
        name, content = given[place]
        file = self.keep_file(content, name)
        message = {
            "message_id": self.number(chat["id"]), "from": self.me, "chat": chat,
            "date": int(time.time()), "text": caption, "html": given["caption"], "document": file,
        }  # fmt: skip
        return self._show(message, "sent")

    async def send_photo(self, given: Json) -> Json:
        chat = self._chat(given)
        caption, markup = (
            parsed(given["caption"], given.get("parse_mode"), CAPTION),
            markup_of(given),
        )
        self._flood(chat["id"])
        given_as = str(given["photo"])
        if given_as.startswith("attach://"):
            name, content = given[given_as.removeprefix("attach://")]
            if not content.startswith(PHOTOS):
                raise bad("IMAGE_PROCESS_FAILED")
            given_as = self.keep_file(content, name)["file_id"]
        elif given_as not in self.files:
            raise bad("wrong file identifier/HTTP URL specified")
        message = {
            "message_id": self.number(chat["id"]), "from": self.me, "chat": chat,
            "date": int(time.time()), "text": caption, "html": given["caption"], "photo": [
                {"file_id": given_as, "file_unique_id": given_as, "width": 8, "height": 8}],
        }  # fmt: skip
        if markup:
            message["reply_markup"] = markup
        return self._show(message, "sent")

    async def send_media_group(self, given: Json) -> list[Json]:
        media = given["media"] if isinstance(given["media"], list) else json.loads(given["media"])
        if not 2 <= len(media) <= 10:
            raise bad("wrong number of media in the group")
        beside = {key: value for key, value in given.items() if key != "media"}
        return [await self.send_photo({**beside, **one, "photo": one["media"]}) for one in media]

    def keep_file(self, content: bytes, name: str) -> Json:
        """A document as a message has it."""
        number = f"F{next(self.ids)}"
        self.files[number] = content
        unique = {"file_id": number, "file_unique_id": f"u{number}", "file_size": len(content)}
        return {**unique, "file_name": name, "mime_type": "application/octet-stream"}

    async def get_file(self, given: Json) -> Json:
        content = self.files.get(given["file_id"])
        if content is None:
            raise bad("wrong file_id or the file is temporarily unavailable")
        if len(content) > 20 * 2**20:
            raise bad("file is too big")
        path = given["file_id"]
        return {"file_id": path, "file_unique_id": f"u{path}", "file_path": path}

    async def edit_message_text(self, given: Json) -> Json:
        return self._edited(given, given["text"], LONGEST)

    async def edit_message_caption(self, given: Json) -> Json:
        return self._edited(given, given["caption"], CAPTION)

    def _edited(self, given: Json, text: str, longest: int) -> Json:
        chat = self._chat(given)
        before = self.messages[chat["id"]].get(int(given["message_id"]))
        if before is None:
            raise bad("message to edit not found")
        what = "caption" if longest == CAPTION else "text"
        if ("photo" in before) != (what == "caption"):
            raise bad(f"there is no {what} in the message to edit")
        after = {key: value for key, value in before.items() if key != "reply_markup"}
        after["text"], after["html"] = parsed(text, "HTML", longest), text
        if markup := markup_of(given):
            after["reply_markup"] = markup
        if after == before:
            raise bad("message is not modified: content and markup are exactly the same")
        self._flood(chat["id"])
        return self._show(after, "edited")

    async def answer(self, given: Json) -> bool:
        query = self.queries.get(given["callback_query_id"])
        if query is None or time.time() - query["at"] > self.deadline:
            raise bad("query is too old and response timeout expired or query ID is invalid")
        if len(given.get("text") or "") > 200:
            raise bad("MESSAGE_TOO_LONG")
        query["answer"] = given.get("text") or ""
        self.announce()
        return True

    async def chat_action(self, given: Json) -> bool:
        self._chat(given)
        self.announce()
        return True

    async def set_commands(self, given: Json) -> bool:
        """By chat, 0 where no chat is named."""
        chat = int((given.get("scope") or {}).get("chat_id", 0))
        self.commands[chat] = [one["command"] for one in given.get("commands", ())]
        for one in given.get("commands", ()):
            if not re.fullmatch(r"[a-z0-9_]{1,32}", one["command"]) or not one["description"]:
                raise bad("BOT_COMMAND_INVALID")
        self.announce()
        return True

    async def yes(self, given: Json) -> bool:
        return True

    async def get_me(self, given: Json) -> Json:
        return self.me

    # --- rules

    def _chat(self, given: Json) -> Json:
        chat = int(given["chat_id"])
        if chat in self.moved:
            told = "Bad Request: group chat was upgraded to a supergroup chat"
            raise ApiError(400, told, migrate_to_chat_id=self.moved[chat])
        if chat not in self.chats:
            raise bad("chat not found")
        if chat in self.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        if chat not in self.started:
            raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        return self.chats[chat]

    def _flood(self, chat: int) -> None:
        if (left := self._not_before - time.time()) > 0:
            raise ApiError(429, "Too Many Requests: too soon", retry_after=int(left) + 1)
        if not self.enforce:
            return
        now = time.time()
        rules: list[tuple[object, float, int]] = [(chat, 1.0, 1 if chat > 0 else 3)]
        rules += [("all", 1.0, 30), *([((chat, "m"), 60.0, 20)] if chat < 0 else [])]
        for key, window, count in rules:
            times = self._sent_at[key]
            while times and now - times[0] > window:
                times.popleft()
            if len(times) >= count:
                wait = max(1, int(window - (now - times[0]) + 0.999))
                raise ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)
        for key, _, _ in rules:
            self._sent_at[key].append(now)

    def _show(self, message: Json, event: str) -> Json:
        chat = message["chat"]["id"]
        self.messages[chat][message["message_id"]] = message
        self.events[chat].append({**message, "event": event, "at": time.time()})
        self.announce()
        return message


METHODS: dict[str, Callable[[Telegram, Json], Awaitable[Any]]] = {
    "getMe": Telegram.get_me,
    "getUpdates": Telegram.get_updates,
    "setWebhook": Telegram.set_webhook,
    "deleteWebhook": Telegram.delete_webhook,
    "sendMessage": Telegram.send_message,
    "sendDocument": Telegram.send_document,
    "getFile": Telegram.get_file,
    "sendPhoto": Telegram.send_photo,
    "sendMediaGroup": Telegram.send_media_group,
    "editMessageText": Telegram.edit_message_text,
    "editMessageCaption": Telegram.edit_message_caption,
    "answerCallbackQuery": Telegram.answer,
    "sendChatAction": Telegram.chat_action,
    "setMyCommands": Telegram.set_commands,
    "deleteMyCommands": Telegram.set_commands,
}


def _value(value: str | bytes | bytearray | web.FileField) -> Any:
    """A field of a form: a text, or a file's name and content."""
    if isinstance(value, web.FileField):
        return value.filename, value.file.read()
    return str(value)


def _spelt(value: Any) -> Any:  # Any: JSON
    """A value of a JSON body as a form has it."""
    if isinstance(value, dict | list):
        return value
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _refusal(error: ApiError) -> web.Response:
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.json_response(body, status=error.code)
