"""What staff's commands and presses work with, and what each of them is given.

A command is `async (room, asked) -> Post | None`, a press `async (room, pressed) -> str`; their
tables are in `commands` and `presses`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.telegram import drawing
from bot.telegram.delivery.outbox import Priority
from bot.telegram.drawing import Post
from bot.telegram.floor import Floor
from bot.telegram.guest.entrance import Entrance
from bot.telegram.guest.tables import TABLE
from bot.telegram.staff.acting import Acting, Refused
from bot.telegram.staff.crew import Crew, Member
from bot.telegram.staff.fetching import Fetching
from bot.telegram.watching import Watching
from bot.telegram.words import word


class Usage(Exception):
    """The command was written otherwise than it is to be."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as written: by whom, where, what stood after its name; `key` is its message's.

    `about`: the visit and the guest whose message it replies to.
    """

    member: Member
    chat: int
    words: tuple[str, ...]
    key: str
    about: tuple[str, str] | None = None

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def table(self, least: int = 1, at: int = 0) -> str:
        """The table that is named, first or at another place, of at least so many words.
        `Usage`: it isn't.
        """
        if len(self.words) < least or TABLE.fullmatch(self.words[at]) is None:
            raise Usage
        return self.words[at]

    def only_table(self) -> str:
        """The table, where nothing else is said. `Usage`: it isn't so."""
        if len(self.words) != 1:
            raise Usage
        return self.table()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button as pressed: by whom, where, its data in parts; `key` is the press's own."""

    member: Member
    chat: int
    parts: tuple[str, ...]
    key: str

    def part(self, number: int) -> str:
        return self.parts[number] if number < len(self.parts) else ""


@dataclass(frozen=True, slots=True)
class Staffroom:
    """The house as staff act on it. `name`: the bot's user name."""

    floor: Floor
    entrance: Entrance
    crew: Crew
    acting: Acting
    watching: Watching
    menus: Fetching
    name: str

    @property
    def language(self) -> str:
        """The language of the kitchen."""
        return self.floor.menu.restaurant.kitchen_language

    def now(self) -> datetime:
        return self.floor.runner.clock()

    def local(self, at: datetime) -> str:
        """A time as people here read it."""
        zone = ZoneInfo(self.floor.menu.restaurant.time_zone)
        return at.astimezone(zone).strftime("%Y-%m-%d %H:%M")

    def paused_until(self) -> str | None:
        """Until when the kitchen takes nothing, in the restaurant's time; None: it does."""
        until = self.floor.store.unit.ledger.availability().paused_until
        if until is None or until <= self.now():
            return None
        return until.astimezone(ZoneInfo(self.floor.menu.restaurant.time_zone)).strftime("%H:%M")

    def word(self, key: str, **values: object) -> str:
        """A sentence in the language of the kitchen."""
        return word(key, self.language, **values)

    def say(self, key: str, **values: object) -> Post:
        return Post(drawing.escape(self.word(key, **values)))

    def tell_kitchen(self, key: str, post: Post) -> None:
        """Something for all in the kitchen's chat, once a key."""
        kitchen = self.floor.store.kept("kitchen")
        if kitchen is not None:
            self.floor.sender.put(key, int(kitchen), post, Priority.TICKET)

    def visit(self, table: str) -> str:
        """The visit at a table. `Refused`: it isn't open."""
        found = self.floor.visit_at(table)
        if found is None:
            raise Refused(self.word("staff.no_table", table=table))
        return found
