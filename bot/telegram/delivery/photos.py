"""Photos of dishes: a file beside the house's data, sent once and then by the id that Telegram gave
it; or such an id in the menu itself. An address is never fetched.

What Telegram refuses is sent as words, and not tried again while the file stays as it is.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    FSInputFile,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    MediaUnion,
    Message,
)

from bot.telegram.drawing import Post
from bot.telegram.store import Store

log = logging.getLogger("waiter.telegram")

FOLDER = "images"  # within the data folder
LARGEST = 10 * 2**20  # bytes of a photo (Bot API, sendPhoto)
# What Telegram says of a photo itself, and not of the chat or the words.
OF_THE_PHOTO = ("photo", "image", "file", "wrong type", "media")


class Photos:
    """What is known of photos."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot, self._store = bot, store

    async def send(self, chat: int, post: Post, markup: InlineKeyboardMarkup | None) -> Message:
        """Send a photo with the text beneath. `TelegramBadRequest`: it is no photo, or the message
        can't be sent at all.
        """
        assert post.photo is not None
        source = source_of(self._store, post.photo)
        try:
            sent = await self._bot.send_photo(
                chat, self._known(source) or _given(self._store, post.photo), caption=post.text,
                parse_mode="HTML", disable_notification=post.silent, reply_markup=markup,
            )  # fmt: skip
        except TelegramBadRequest as refusal:
            if source is not None and is_about_photo(refusal):
                log.warning("the photo %s isn't shown: %s", post.photo, refusal.message)
                self._store.keep_photo(source, "")
            raise
        if source is not None and sent.photo:
            self._store.keep_photo(source, sent.photo[-1].file_id)
        return sent

    async def send_album(self, chat: int, post: Post) -> Message:
        """Send an album; its first message. `TelegramBadRequest` as for one photo: then which of
        them it is isn't known.
        """
        sources = [source_of(self._store, one.image) for one in post.album]
        media: list[MediaUnion] = [
            InputMediaPhoto(
                media=self._known(source) or _given(self._store, one.image), caption=one.text,
                parse_mode="HTML",
            )
            for source, one in zip(sources, post.album, strict=True)
        ]  # fmt: skip
        sent = await self._bot.send_media_group(chat, media, disable_notification=post.silent)
        for source, message in zip(sources, sent, strict=False):
            if source is not None and message.photo:
                self._store.keep_photo(source, message.photo[-1].file_id)
        return sent[0]

    def _known(self, source: str | None) -> str | None:
        return None if source is None else self._store.photo(source)

    async def edit(
        self, chat: int, message: int, post: Post, markup: InlineKeyboardMarkup | None
    ) -> None:
        """Change the words beneath a photo."""
        await self._bot.edit_message_caption(
            chat_id=chat, message_id=message, caption=post.text, parse_mode="HTML",
            reply_markup=markup,
        )  # fmt: skip


def is_about_photo(refusal: TelegramBadRequest) -> bool:
    """Whether Telegram refuses the photo, and would take the words without it."""
    told = refusal.message.lower()
    return any(words in told for words in OF_THE_PHOTO)


def without(post: Post) -> Post:
    """The words alone."""
    return replace(post, photo=None, album=())


def is_shown(store: Store, image: str | None) -> bool:
    """Whether a menu's image can be sent, as far as is known."""
    source = None if image is None else source_of(store, image)
    return source is not None and store.photo(source) != ""


def source_of(store: Store, image: str) -> str | None:
    """What an image is known by: a file with its size and time, or an id; None: there is none."""
    if "://" in image:
        return None
    if "." not in image:
        return f"id:{image}"
    path = _path(store, image)
    if path is None:
        return None
    about = path.stat()
    return f"{image}:{about.st_size}:{about.st_mtime_ns}"


def _path(store: Store, image: str) -> Path | None:
    """The file, where it is one, not too large, and nowhere else."""
    if store.folder is None:
        return None
    folder = (store.folder / FOLDER).resolve()
    path = (folder / image).resolve()
    if not path.is_relative_to(folder) or not path.is_file() or path.stat().st_size > LARGEST:
        return None
    return path


def _given(store: Store, image: str) -> FSInputFile | str:
    path = _path(store, image) if "." in image else None
    return image if path is None else FSInputFile(path)
