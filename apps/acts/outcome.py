"""What an act of staff is and gives back: the contract between `staff_acts` and the acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from apps.contract import Params, Problem, Refusal, Snapshot
from apps.ledger.books import Availability, Books, Ticket
from apps.problems import Code
from menu_data.menu import Menu
from menu_data.words.names import find_names


@dataclass(frozen=True, slots=True)
class StaffOutcome:
    """What an act did: books and availability after it, a new menu version if it made one."""

    books: Books
    availability: Availability
    result: Mapping[str, Any]
    menu: Menu | None = None
    refusal: Refusal | None = None

    @property
    def ok(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an act is carried out: the house as it is, who acts, and the reason they gave.

    `guests`: those of the visit, each with who of the staff has taken them over, "" for nobody.
    """

    snapshot: Snapshot
    who: str
    why: str = ""
    guests: Mapping[str, str] = field(default_factory=dict)

    @property
    def menu(self) -> Menu:
        return self.snapshot.menu

    @property
    def books(self) -> Books:
        return self.snapshot.books

    @property
    def availability(self) -> Availability:
        return self.snapshot.availability

    def done(
        self,
        result: Mapping[str, Any],
        *,
        books: Books | None = None,
        availability: Availability | None = None,
        menu: Menu | None = None,
    ) -> StaffOutcome:
        """The act is done; what isn't given stays as it was."""
        return StaffOutcome(
            self.books if books is None else books,
            self.availability if availability is None else availability,
            {**result, "who": self.who},
            menu,
        )

    def refused(self, code: Code, subject: str = "", **allowed: Any) -> StaffOutcome:
        """The act can't be; nothing changes. Any: it is JSON."""
        refusal = Refusal((Problem(code, subject, allowed=allowed),))
        return StaffOutcome(self.books, self.availability, {}, refusal=refusal)

    def dish(self, words: str) -> str | None:
        """The id of the one dish the words name."""
        found = find_names(self.menu, words)
        return found[0] if len(found) == 1 else None

    def ticket(self, number: int) -> Ticket | None:
        """The visit's ticket of that number."""
        return next((each for each in self.books.tickets if each.number == number), None)


@dataclass(frozen=True, slots=True)
class StaffAct:
    """One act: its name, what it takes, and what does it."""

    name: str
    params: type[Params]
    run: Callable[[Any, Standing], StaffOutcome]  # Any: its own params


def with_ticket(books: Books, ticket: Ticket) -> Books:
    """The books with one ticket as it is now."""
    tickets = tuple(ticket if each.number == ticket.number else each for each in books.tickets)
    return replace(books, tickets=tickets)
