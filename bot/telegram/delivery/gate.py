"""Whom the house hears, and how much of them: not those whom staff blocked, so much a minute, so
much a day. Whoever is beyond it is told so in one line, and then not answered.

Counted by when things were sent, so that what waited while nobody was there isn't a flood. The
day's counts are kept under a digest of the person's number, and the number itself is not.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bot.telegram.delivery.blocked import blocked
from bot.telegram.delivery.limits import Counted, Pace, Rule
from bot.telegram.store import Store

ONCE_A_MINUTE = (Rule(60.0, 1),)
# Messages and taps of one guest: three hours at a table have some hundred.
A_DAY = 400


@dataclass(frozen=True, slots=True)
class Refusal:
    """Not heard. `sentence`: what they are told, once for each `key`; None: nothing, this time."""

    sentence: Literal["blocked", "slow_down", "enough"] | None
    key: str = ""


Kind = Literal["message", "tap"]


class Gate:
    """`day`: the day of a moment in the restaurant's calendar, ISO; `a_day`: what one may send."""

    def __init__(
        self, store: Store, pace: Pace, day: Callable[[datetime], str], a_day: int = A_DAY
    ) -> None:  # fmt: skip
        self._store, self._day, self._most = store, day, a_day
        self._rules = {"message": pace.messages, "tap": pace.taps}
        self._secret = store.secret("people")
        self._counted = Counted()
        self._today = ""
        self._sent: dict[int, int] = {}
        self._unsaved: set[int] = set()

    def blocks(self, user: int) -> Refusal | None:
        """Staff don't want this person heard, whatever they send; None where that isn't so."""
        found = blocked(self._store, user)
        return None if found is None else Refusal("blocked", f"blocked:{user}:{found.at}")

    def limits(self, user: int, kind: Kind, at: datetime) -> Refusal | None:
        """It is more than a guest may send; None where it isn't, and then it counts."""
        now = at.timestamp()
        if not self._counted.allowed((kind, user), self._rules[kind], now):
            first = self._counted.allowed(("told", user), ONCE_A_MINUTE, now)
            return Refusal("slow_down" if first else None, f"slow:{user}:{now}")
        if self._spent(user, at) > self._most:
            return Refusal("enough", f"enough:{user}:{self._today}")
        return None

    def save(self) -> None:
        """Put the day's counts on disk, within a transaction of the caller's."""
        rows = [(self._who(user), self._today, self._sent[user]) for user in self._unsaved]
        self._store.connection.executemany(
            "INSERT OR REPLACE INTO telegram_days VALUES (?, ?, ?)", rows
        )
        self._unsaved.clear()

    def _spent(self, user: int, at: datetime) -> int:
        """What the guest has sent on this day, this included."""
        day = self._day(at)
        if day > self._today:
            self._today, self._sent = day, {}
            self._unsaved.clear()
            self._store.connection.execute("DELETE FROM telegram_days WHERE day < ?", (day,))
        if user not in self._sent:
            self._sent[user] = self._kept(user)
        self._sent[user] += 1
        self._unsaved.add(user)
        return self._sent[user]

    def _kept(self, user: int) -> int:
        row = self._store.connection.execute(
            "SELECT count FROM telegram_days WHERE who = ? AND day = ?",
            (self._who(user), self._today),
        ).fetchone()
        return 0 if row is None else int(row[0])

    def _who(self, user: int) -> bytes:
        return hmac.digest(self._secret, str(user).encode(), hashlib.sha256)[:16]
