"""People of the fake Telegram: they write, press, send photos, and wait for what the bot shows."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable
from typing import Any

from tests.bot.telegram.server import Json, Telegram

PATIENCE = 15.0  # seconds; a test that waits so long has failed


class Person:
    """Somebody in a chat: their own with the bot, or a group."""

    def __init__(
        self, telegram: Telegram, user: int, name: str = "Ann", language: str = "en",
        group: int | None = None,
    ) -> None:  # fmt: skip
        self.telegram = telegram
        self.user = {"id": user, "is_bot": False, "first_name": name, "language_code": language}
        self.chat = user if group is None else group
        if group is None:
            telegram.chats[user] = {"id": user, "type": "private", "first_name": name}
        else:
            telegram.chats[group] = {"id": group, "type": "supergroup", "title": "Kitchen"}
            telegram.started.add(group)
        self._seen = 0

    def message(self, **content: Any) -> Json:
        """A message of theirs, not sent yet."""
        message = {
            "message_id": self.telegram.number(self.chat), "from": self.user,
            "chat": self.telegram.chats[self.chat], "date": int(time.time()), **content,
        }  # fmt: skip
        self.telegram.messages[self.chat][message["message_id"]] = message
        return message

    def send(self, text: str, **more: Any) -> Json | None:
        """Write; the update, or None where privacy mode hides it from the bot."""
        if text.startswith("/"):
            size = len(text.split()[0])
            more["entities"] = [{"type": "bot_command", "offset": 0, "length": size}]
        return self._sent(self.message(text=text, **more))

    def reply(self, to: Json, text: str) -> Json | None:
        """Answer one of the bot's messages."""
        return self.send(text, reply_to_message={k: v for k, v in to.items() if k != "html"})

    def send_photo(self) -> Json | None:
        photo = {"file_id": "F1", "file_unique_id": "u1", "width": 8, "height": 8}
        return self._sent(self.message(photo=[photo]))

    def upload(self, name: str | None, content: bytes, size: int | None = None) -> Json | None:
        """Send a document; `size` as Telegram would tell it, where it is otherwise."""
        document = self.telegram.keep_file(content, name or "")
        if name is None:
            del document["file_name"]
        if size is not None:
            document["file_size"] = size
        return self._sent(self.message(document=document))

    def send_voice(self) -> Json | None:
        voice = {"file_id": "F2", "file_unique_id": "u2", "duration": 1}
        return self._sent(self.message(voice=voice))

    def send_location(self) -> Json | None:
        return self._sent(self.message(location={"latitude": 1.0, "longitude": 2.0}))

    def send_sticker(self) -> Json | None:
        sticker = {
            "file_id": "F3", "file_unique_id": "u3", "type": "regular", "width": 8, "height": 8,
            "is_animated": False, "is_video": False,
        }  # fmt: skip
        return self._sent(self.message(sticker=sticker))

    def edit(self, message: Json, text: str) -> Json:
        """Write a message of theirs anew; the update."""
        after = {**message, "text": text, "edit_date": int(time.time())}
        self.telegram.messages[self.chat][message["message_id"]] = after
        return self.telegram.push("edited_message", after)

    def press(self, message: Json, label: str) -> str:
        """Press a button of a message as it is now; the query's id. AssertionError: none such."""
        now = self.telegram.messages[self.chat][message["message_id"]]
        for button in buttons(now):
            if label in button["text"]:
                return self.press_data(now, button["callback_data"])
        raise AssertionError(f"no button {label!r} in {buttons(now)}")

    def press_data(self, message: Json, data: str) -> str:
        query = str(next(self.telegram.ids))
        self.telegram.queries[query] = {"at": time.time(), "answer": None}
        body = {
            "id": query, "from": self.user, "chat_instance": str(self.chat),
            "message": {k: v for k, v in message.items() if k != "html"}, "data": data,
        }  # fmt: skip
        self.telegram.push("callback_query", body)
        return query

    async def toast(self, query: str) -> str:
        """What a press was answered with."""
        await self.telegram.until(lambda: self.telegram.queries[query]["answer"] is not None)
        return str(self.telegram.queries[query]["answer"])

    async def wait(
        self, *words: str, that: Callable[[Json], bool] = lambda _: True, seconds: float = PATIENCE
    ) -> Json:
        """The next message shown or edited here that has these words."""

        def found() -> Json | None:
            events = self.telegram.events[self.chat]
            while self._seen < len(events):
                event = events[self._seen]
                self._seen += 1
                if all(word in event["text"] for word in words) and that(event):
                    return event
            return None

        try:
            async with asyncio.timeout(seconds):
                while (event := found()) is None:
                    await self.telegram.changed.wait()
        except TimeoutError:
            texts = [event["text"] for event in self.telegram.events[self.chat]]
            raise AssertionError(f"nothing with {words}; shown: {texts}") from None
        return event

    def caught_up(self) -> None:
        """All that was shown here so far is read: `wait` looks for what comes after it."""
        self._seen = len(self.telegram.events[self.chat])

    def shown(self) -> list[Json]:
        """The bot's messages here as they are now."""
        return [m for m in self.telegram.messages[self.chat].values() if "html" in m]

    def _sent(self, message: Json) -> Json | None:
        self.telegram.blocked.discard(self.chat)
        self.telegram.started.add(self.chat)
        text = message.get("text", "")
        # Privacy mode: in a group a bot hears commands, and replies to what it wrote, alone.
        answered = message.get("reply_to_message", {}).get("from", {}).get("id")
        heard = text.startswith("/") or answered == self.telegram.me["id"]
        if message["chat"]["type"] != "private" and not heard:
            return None
        return self.telegram.push("message", message)


def buttons(message: Json) -> list[Json]:
    """All buttons of a message."""
    return list(itertools.chain(*message.get("reply_markup", {}).get("inline_keyboard", [])))


def is_new(event: Json) -> bool:
    return bool(event["event"] == "sent")


def is_edit(event: Json) -> bool:
    return bool(event["event"] == "edited")
