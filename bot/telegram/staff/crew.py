"""Who is staff, and what each role may do. Decided here from the house's own table, whatever group
somebody is in; every change is a row of who, when and what.

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
INVITED_FOR, OWNER_CODE_FOR = timedelta(hours=24), timedelta(hours=24)
CODE_BYTES = 16  # 128 bits; with its prefix well within the 64 characters of a start parameter

_FLOOR: frozenset[Role] = frozenset({"owner", "manager", "waiter"})
_LEAD: frozenset[Role] = frozenset({"owner", "manager"})
_ALL: frozenset[Role] = frozenset(ROLES)
# Who may do what: commands, and what is pressed, by name.
MAY: Mapping[str, frozenset[Role]] = {
    "accept": _ALL,
    "ready": _ALL,
    "served": _ALL,
    "problem": _ALL,
    "86": _ALL,
    "back": _ALL,
    "table": _ALL,
    "pause": _ALL,
    "prep": _ALL,
    "today": _FLOOR,
    "orders": _FLOOR,
    "open": _FLOOR,
    "paid": _FLOOR,
    "close": _FLOOR,
    "move": _FLOOR,
    "merge": _FLOOR,
    "take": _FLOOR,
    "give": _FLOOR,
    "block": _FLOOR,
    "unblock": _FLOOR,
    "void": _LEAD,
    "menu": _LEAD,
    "rollback": _LEAD,
    "health": _LEAD,
    "kitchen": _LEAD,
    "invite": _LEAD,
    "staff": _LEAD,
}
# Whom each role may invite and remove.
RULES: Mapping[Role, frozenset[Role]] = {
    "owner": _ALL,
    "manager": frozenset({"waiter", "kitchen"}),
    "waiter": frozenset(),
    "kitchen": frozenset(),
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


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody who came in. `by`: whose invitation it was, None for the console's code."""

    member: Member
    by: Member | None


@dataclass(frozen=True, slots=True)
class Noted:
    """A change of the staff: ISO time, who did it, what, to whom."""

    at: str
    who: str
    what: str
    whom: str
    role: Role


class Crew:
    """The staff of the house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def member(self, user: int) -> Member | None:
        return next((member for member in self.members() if member.user == user), None)

    def members(self) -> list[Member]:
        """Everybody, by role and name."""
        rows = self._store.connection.execute("SELECT user, name, role FROM telegram_staff")
        found = [Member(*row) for row in rows.fetchall()]
        return sorted(found, key=lambda one: (ROLES.index(one.role), one.name, one.user))

    def leads(self) -> list[Member]:
        """Those who are told when nobody else acts."""
        return [member for member in self.members() if member.role in _LEAD]

    def removable(self, by: Member) -> list[Member]:
        """Whom somebody may remove; the last owner stays."""
        every = self.members()
        owners = [one for one in every if one.role == "owner"]
        return [one for one in every if one.role in RULES[by.role] and [one] != owners]

    def owner_code(self, at: datetime) -> str | None:
        """A code for the first owner, in place of any before it; None when there is one."""
        if any(member.role == "owner" for member in self.members()):
            return None
        with self._store.writing():
            self._store.connection.execute("DELETE FROM telegram_invitations WHERE by IS NULL")
            return self._code("owner", at + OWNER_CODE_FOR, None)

    def invite(self, role: Role, by: Member, at: datetime) -> str:
        """A code that makes whoever uses it first one of the staff."""
        with self._store.writing():
            self._note(at, by.name, "invited", "", role)
            return self._code(role, at + INVITED_FOR, by)

    def redeem(self, user: int, name: str, code: str, at: datetime) -> Joined | None:
        """Use a code; None when it is none, used by another, or has run out. An owner stays one."""
        with self._store.writing():
            row = self._store.connection.execute(
                "SELECT role, by, name FROM telegram_invitations"
                " WHERE digest = ? AND expires >= ? AND (used IS NULL OR used = ?)",
                (_digest(code), at.isoformat(), user),
            ).fetchone()
            if row is None:
                return None
            role, by, inviter = row
            before = self.member(user)
            inviting = None if by is None else Member(by, inviter, "owner")
            if before is not None and before.role in (role, "owner"):
                return Joined(before, inviting)
            self._enter(Member(user, name, role), _digest(code))
            self._note(at, inviter or name, "joined", name, role)
        return Joined(Member(user, name, role), inviting)

    def remove(self, user: int, by: Member, at: datetime) -> Member | None:
        """Somebody is no longer staff; the invitations they gave and came by are void. Who it was,
        None where they aren't staff, or not to be removed by this one.
        """
        gone = next((one for one in self.removable(by) if one.user == user), None)
        if gone is None:
            return None
        with self._store.writing():
            execute = self._store.connection.execute
            execute("DELETE FROM telegram_staff WHERE user = ?", (user,))
            execute("DELETE FROM telegram_invitations WHERE by = ? AND used IS NULL", (user,))
            execute("DELETE FROM telegram_invitations WHERE used = ?", (user,))
            self._note(at, by.name, "removed", gone.name, gone.role)
        return gone

    def noted(self, most: int) -> list[Noted]:
        """The newest changes, newest first."""
        rows = self._store.connection.execute(
            "SELECT at, who, what, whom, role FROM telegram_audit ORDER BY id DESC LIMIT ?", (most,)
        )
        return [Noted(*row) for row in rows.fetchall()]

    def _enter(self, member: Member, digest: str) -> None:
        self._store.connection.execute(
            "INSERT OR REPLACE INTO telegram_staff VALUES (?, ?, ?)",
            (member.user, member.name, member.role),
        )
        self._store.connection.execute(
            "UPDATE telegram_invitations SET used = ? WHERE digest = ?", (member.user, digest)
        )

    def _code(self, role: Role, expires: datetime, by: Member | None) -> str:
        code = secrets.token_urlsafe(CODE_BYTES)
        user, name = (None, "") if by is None else (by.user, by.name)
        self._store.connection.execute(
            "INSERT INTO telegram_invitations (digest, role, expires, by, name)"
            " VALUES (?, ?, ?, ?, ?)",
            (_digest(code), role, expires.isoformat(), user, name),
        )
        return code

    def _note(self, at: datetime, who: str, what: str, whom: str, role: Role) -> None:
        self._store.connection.execute(
            "INSERT INTO telegram_audit (at, who, what, whom, role) VALUES (?, ?, ?, ?, ?)",
            (at.isoformat(), who, what, whom, role),
        )


def _digest(code: str) -> str:
    """What is kept of a code: who reads the file can't use it."""
    return hashlib.sha256(code.encode()).hexdigest()
