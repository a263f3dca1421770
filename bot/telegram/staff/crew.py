"""Who is staff, and what each role may do. Decided here from the house's own table, whatever group
somebody is in.

The first owner comes in by a code that was printed on the house's console; everybody else by an
invitation that works once.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args

from bot.telegram.store import Store

Role = Literal["owner", "manager", "waiter", "kitchen"]
ROLES: tuple[Role, ...] = get_args(Role)
INVITED: tuple[Role, ...] = ("manager", "waiter", "kitchen")
INVITED_FOR, OWNER_CODE_FOR = timedelta(hours=24), timedelta(hours=24)

_FLOOR: frozenset[Role] = frozenset({"owner", "manager", "waiter"})
_LEAD: frozenset[Role] = frozenset({"owner", "manager"})
_ALL: frozenset[Role] = frozenset(ROLES)
# Who may do what: acts of staff and commands by name.
MAY: Mapping[str, frozenset[Role]] = {
    "accept": _ALL,
    "ready": _ALL,
    "served": _ALL,
    "problem": _ALL,
    "86": _ALL,
    "back": _ALL,
    "table": _ALL,
    "today": _FLOOR,
    "open": _FLOOR,
    "paid": _FLOOR,
    "close": _FLOOR,
    "void": _LEAD,
    "menu": _LEAD,
    "rollback": _LEAD,
    "kitchen": _LEAD,
    "invite": _LEAD,
    "staff": _LEAD,
}


@dataclass(frozen=True, slots=True)
class Member:
    """One of the staff."""

    user: int
    name: str
    role: Role

    def may(self, what: str) -> bool:
        """Whether their role allows it. KeyError: nothing of that name."""
        return self.role in MAY[what]


class Crew:
    """The staff of the house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def member(self, user: int) -> Member | None:
        return next((member for member in self.members() if member.user == user), None)

    def members(self) -> list[Member]:
        rows = self._store.connection.execute(
            "SELECT user, name, role FROM telegram_staff ORDER BY role, name"
        )
        return [Member(*row) for row in rows.fetchall()]

    def leads(self) -> list[Member]:
        """Those who are told when nobody else acts."""
        return [member for member in self.members() if member.role in _LEAD]

    def owner_code(self, at: datetime) -> str | None:
        """A code for the first owner, in place of any before it; None when there is one."""
        if any(member.role == "owner" for member in self.members()):
            return None
        self._store.connection.execute("DELETE FROM telegram_codes WHERE role = 'owner'")
        return self._code("owner", at + OWNER_CODE_FOR)

    def invite(self, role: Role, at: datetime) -> str:
        """A code that makes whoever uses it first one of the staff."""
        return self._code(role, at + INVITED_FOR)

    def redeem(self, user: int, name: str, code: str, at: datetime) -> Member | None:
        """Use a code; None when it is none, used, or has run out."""
        with self._store.writing():
            row = self._store.connection.execute(
                "DELETE FROM telegram_codes WHERE digest = ? RETURNING role, expires",
                (_digest(code),),
            ).fetchone()
            if row is None or datetime.fromisoformat(row[1]) < at:
                return None
            self._store.connection.execute(
                "INSERT OR REPLACE INTO telegram_staff VALUES (?, ?, ?)", (user, name, row[0])
            )
        return Member(user, name, row[0])

    def _code(self, role: Role, expires: datetime) -> str:
        # 60 bits: nothing anybody guesses in its 24 hours.
        code = secrets.token_hex(8)[:15]
        self._store.connection.execute(
            "INSERT INTO telegram_codes VALUES (?, ?, ?)",
            (_digest(code), role, expires.isoformat()),
        )
        return code


def _digest(code: str) -> str:
    """What is kept of a code: who reads the file can't use it."""
    return hashlib.sha256(code.encode()).hexdigest()
