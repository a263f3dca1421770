"""The language a guest has chosen: it beats what Telegram says of them and what they write in,
until they choose otherwise or their table is closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from aiogram.types import User

from bot.telegram.drawing import Button, Post, escape, rows
from bot.telegram.store import Store
from bot.telegram.words import language_of, word

# What may be chosen, in their own names; "" is the one they write in.
NAMES: Mapping[str, str] = {"zh": "简体中文", "zh-Hant": "繁體中文", "en": "English"}
AS_WRITTEN = "auto"
# Who chose and never sat down, or whose visit went on elsewhere.
KEPT_FOR = timedelta(hours=48)


class Languages:
    """What each person chose."""

    def __init__(self, store: Store) -> None:
        self._connection = store.connection

    def chosen(self, user: int) -> str | None:
        row = self._connection.execute(
            "SELECT language FROM telegram_languages WHERE user = ?", (user,)
        ).fetchone()
        return None if row is None else str(row[0])

    def choose(self, user: int, language: str, at: datetime) -> None:
        """Keep a choice; "" is none."""
        self.forget(user)
        if language:
            self._connection.execute(
                "INSERT INTO telegram_languages VALUES (?, ?, ?)",
                (user, language, at.isoformat()),
            )

    def forget(self, user: int) -> None:
        self._connection.execute("DELETE FROM telegram_languages WHERE user = ?", (user,))

    def purge(self, at: datetime) -> None:
        """Let go of choices of those who sit nowhere."""
        self._connection.execute(
            "DELETE FROM telegram_languages WHERE at < ? AND user NOT IN"
            " (SELECT user FROM telegram_seats WHERE ended IS NULL AND user IS NOT NULL)",
            ((at - KEPT_FOR).isoformat(),),
        )

    def spoken(self, user: User, default: str) -> str:
        """What to speak to a person: their choice, else what Telegram says, else the house's."""
        return self.chosen(user.id) or language_of(user.language_code, default)


def read(text: str) -> str | None:
    """A choice as a button or a guest writes it; None where it is none."""
    found = text.strip().casefold()
    if found == AS_WRITTEN:
        return ""
    codes = {code.casefold(): code for code in NAMES} | {
        name.casefold(): code for code, name in NAMES.items()
    }
    return codes.get(found)


def choices(language: str) -> Post:
    """The languages as buttons."""
    buttons = [Button(name, f"gl:0:{code}") for code, name in NAMES.items()]
    buttons.append(Button(word("language.as_written", language), f"gl:0:{AS_WRITTEN}"))
    return Post(escape(word("language.which", language)), rows(buttons, 2))
