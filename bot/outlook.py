"""A menu looked at before it is in force: what differs, whom it hits, what is probably a mistake.

The one place for it: `waiter menu publish|rollback|watch` and staff in Telegram show the same. How
it is told is theirs; putting it in force is the act `publish`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apps.staff_acts import carry_availability
from bot import visits
from bot.complaint import Complaint
from bot.composition import published
from menu_data import loader
from menu_data.checking import Read
from menu_data.difference import Change, difference
from menu_data.lint import Around, lint
from menu_data.menu import Menu
from waiter import event as e
from waiter.brains.house.lexicon import lexicon_for
from waiter.brains.house.understand import understand
from waiter.impact import House, Impact, Recorded, impact
from waiter.storage import Unit

RECORDED = 50  # of the newest visits the words are read again; each text takes some 4 ms


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a menu would change. `old` None: it is the first."""

    old: Menu | None
    changes: Sequence[Change]
    impact: Impact
    warnings: Sequence[str]


def look_ahead(
    unit: Unit,
    new: Menu,
    read: Read | None = None,
    image_exists: Callable[[str], bool] | None = None,
) -> Outlook:
    """What would change if the menu came into force now; only warnings that are new.

    `read`: where the menu's parts stand in the file it came from; None: it was in force before.
    """
    old = published(unit) if unit.ledger.has_menu() else None
    known = set() if old is None else {one.text for one in lint(old)}
    warnings = [] if read is None else read.warnings(Around(old, image_exists))
    if old is None:
        return Outlook(None, (), Impact((), (), (0, 0)), [text for _, text in warnings])
    before = House(old, unit.ledger.availability())
    after = House(new, carry_availability(old, new, before.availability))
    return Outlook(
        old,
        difference(old, new),
        impact(before, after, _recorded(unit, words=_names(old) != _names(new)), _reads),
        [text for one, text in warnings if one.text not in known],
    )


def version_of(unit: Unit, version: str) -> Menu | None:
    """A version that was published here, by its digits or how they begin; None for none."""
    known = dict.fromkeys(one.version for one in unit.ledger.publications())
    found = [one for one in known if one == version] or [
        one for one in known if len(version) > 3 and one.startswith(version)
    ]
    return loader.from_document(unit.ledger.menu_document(found[0])) if len(found) == 1 else None


def version_numbered(unit: Unit, name: str) -> Menu | None:
    """A version by the number of its publication, or by its digits; None for none."""
    numbers = {str(one.number): one.version for one in unit.ledger.publications()}
    return version_of(unit, numbers.get(name, name))


def version_before(unit: Unit) -> str:
    """The version that was in force before the one that is. `Complaint`: there is none."""
    every = [one.version for one in unit.ledger.publications()]
    before = next((version for version in every if version != every[0]), None)
    if before is None:
        raise Complaint("no other version was in force here; `waiter menu versions` shows them")
    return before


def _recorded(unit: Unit, *, words: bool) -> list[Recorded]:
    """All visits with their books; the newest with their guests' words where those may matter."""
    every = visits.every(unit)
    newest = {visit.id for visit in every[-RECORDED:]} if words else set()
    return [
        Recorded(
            visit.id,
            visit.table,
            not visit.closed,
            unit.ledger.books(visit.id),
            _texts(unit, visit.id) if visit.id in newest else (),
        )
        for visit in every
    ]


def _texts(unit: Unit, visit: str) -> tuple[str, ...]:
    bodies = (record.event.body for record in unit.journal.left(visit))
    return tuple(dict.fromkeys(one.text for one in bodies if isinstance(one, e.GuestSaid)))


def _names(menu: Menu) -> set[tuple[str, tuple[str, ...]]]:
    """Whatever guests may call things by."""
    dishes = {(d.id, (*d.name.every(), *d.aliases)) for d in menu.dishes.values()}
    return dishes | {
        (f"{group.id}/{one.id}", (*one.name.every(), *one.aliases))
        for dish in menu.dishes.values()
        for group in dish.groups
        for one in group.modifiers
    }


def _reads(menu: Menu, text: str) -> frozenset[str]:
    """The dishes that the built-in brain takes a text to order."""
    read = understand(text, lexicon_for(menu)).as_json()
    return frozenset(line["item"] for line in read["lines"])
