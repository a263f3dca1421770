"""The guests who may be written to: tags, preferences, consent. Personal data, behind a yes.

`plugin_user_info_by_tag_get` gives those with a tag who have agreed to messages, and nobody else;
the yes names the tag, how many there are, which fields are read and what uses them.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import Field

from menu_data.words.normal import normalise
from waiter.workflow.function import Arguments, Bound, FunctionFailed, Guarded, Result
from waiter.workflow.place import House
from waiter.workflow.value import Json, canonical, digest

FIELDS = ("id", "name", "mobile", "language", "tags", "preferences")
_NUMBER = re.compile(r"\+?[0-9]{6,15}")


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest as the house knows them. `preferences`: likes, dislikes, allergies, as lists."""

    id: str
    name: str
    mobile: str
    language: str
    tags: tuple[str, ...]
    preferences: Mapping[str, Json]
    consent: bool
    withdrawn_at: datetime | None = None

    @property
    def agrees(self) -> bool:
        return self.consent and self.withdrawn_at is None


def plain_mobile(text: str) -> str | None:
    """A number as it is kept: digits, a plus before them; None where it is none."""
    bare = re.sub(r"[\s().-]", "", normalise(text).text)
    return bare if _NUMBER.fullmatch(bare) else None


class Guests:
    """The table of guests. Transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def put(self, guest: Guest) -> None:
        """Add or update a guest. Consent that was withdrawn stays so: only they can give it."""
        row = (
            guest.id, guest.name, guest.mobile, guest.language, canonical(list(guest.tags)),
            canonical(dict(guest.preferences)), guest.consent,
        )  # fmt: skip
        self._connection.execute(
            "INSERT INTO marketing_guests (id, name, mobile, language, tags, preferences, consent)"
            " VALUES (?,?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,"
            " mobile = excluded.mobile, language = excluded.language, tags = excluded.tags,"
            " preferences = excluded.preferences, consent = excluded.consent",
            row,
        )

    def tagged(self, tag: str) -> list[Guest]:
        """All with a tag, in either script and any case, by id."""
        wanted = _plain(tag)
        return [guest for guest in self.every() if wanted in map(_plain, guest.tags)]

    def every(self) -> list[Guest]:
        found = self._connection.execute("SELECT * FROM marketing_guests ORDER BY id")
        return [_guest(row) for row in found]

    def with_mobile(self, mobile: str) -> Guest | None:
        row = self._connection.execute(
            "SELECT * FROM marketing_guests WHERE mobile = ?", (plain_mobile(mobile),)
        ).fetchone()
        return _guest(row) if row else None

    def withdraw(self, guest: Guest, at: datetime) -> None:
        """Consent taken back."""
        self._connection.execute(
            "UPDATE marketing_guests SET withdrawn_at = ? WHERE id = ? AND withdrawn_at IS NULL",
            (at.isoformat(), guest.id),
        )


def _guest(row: Sequence[Any]) -> Guest:
    key, name, mobile, language, tags, preferences, consent, withdrawn = row
    at = datetime.fromisoformat(withdrawn) if withdrawn else None
    words = tuple(json.loads(tags))
    return Guest(key, name, mobile, language, words, json.loads(preferences), bool(consent), at)


def _plain(tag: str) -> str:
    return normalise(tag).text.strip()


class ByTag(Arguments):
    """Guests with a tag."""

    tag: str = Field(min_length=1, max_length=100)


def bind(asked: Sequence[ByTag], house: House) -> Bound:
    """Whose data would be read, which, and what for; nothing to ask where there is nobody."""
    found = [_read(one, house) for one in asked]
    agreed = {guest.id: guest for one in found for guest in one.agreed}
    if not agreed:
        return Bound(None)
    content: dict[str, Json] = {
        "reads": "personal data of guests who have agreed to messages",
        "workflow": house.place.workflow,
        "tags": sorted({one.tag for one in asked}),
        "guests": len(agreed),
        "not read": {"no consent": sum(one.without for one in found)},
        "fields": list(FIELDS),
        "used by": list(house.place.then),
        "recipients": digest([_row(guest) for guest in agreed.values()]),
    }
    return Bound(content)


def look_up(asked: ByTag, house: House) -> Result:
    """Those who have agreed, as a list; the first of them alone, as an object."""
    rows: list[Json] = [_row(guest) for guest in _read(asked, house).agreed]
    if not rows:
        return Result({"list": []}, notes=(f"no guest tagged {asked.tag!r} agrees to messages",))
    return Result({"list": rows, "dict": rows[0]})


@dataclass(frozen=True, slots=True)
class _Read:
    """The guests whose data is handed on, and how many have the tag and haven't agreed."""

    agreed: list[Guest]
    without: int


def _read(asked: ByTag, house: House) -> _Read:
    tagged = Guests(house.connection).tagged(asked.tag)
    agreed = [guest for guest in tagged if guest.agrees]
    wanted = agreed if "list" in house.place.forms else agreed[:1]
    return _Read(wanted, len(tagged) - len(agreed))


def _row(guest: Guest) -> dict[str, Json]:
    """The language goes with the preferences: whoever writes for them needs both."""
    preferences = {**guest.preferences, "language": guest.language}
    values = (guest.id, guest.name, guest.mobile, guest.language, list(guest.tags), preferences)
    return dict(zip(FIELDS, values, strict=True))


def checked(guest: Guest) -> Guest:
    """A guest whose number is one. `FunctionFailed` otherwise."""
    mobile = plain_mobile(guest.mobile)
    if mobile is None:
        raise FunctionFailed(f"guest {guest.id!r}: {guest.mobile!r} is no mobile number")
    return Guest(
        guest.id, guest.name, mobile, guest.language, guest.tags, guest.preferences, guest.consent
    )


BY_TAG: Guarded[House] = Guarded(
    "plugin_user_info_by_tag_get", "1", ByTag, ("dict", "list"), "list", bind, look_up, FIELDS
)
