"""What a scenario expects of the end, compared: every difference is one readable line.

Lines are compared as a bag in normal form: equal lines are one with the quantities added, whoever's
they are; group defaults and `regular` are left out. A note or a combo's choices count only where an
expected line gives them. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from apps.checkout import owed_totals
from apps.contract import Snapshot
from apps.ledger.books import Choice, Chosen, Line
from apps.ledger.normal import normal
from menu_data.menu import Menu
from menu_data.money import Money, minor
from waiter.scenario_format import BillPart, Expect, LinePart, ModifierPart, is_found
from waiter.trial import End

# A reply quoted in a failure is cut to this many characters.
QUOTED = 160


def failures(expect: Expect, end: End) -> Iterator[str]:
    """Every way in which the end is not as expected, one line each; none when it passed."""
    books = end.books
    placed = [each.line for ticket in books.tickets for each in ticket.lines]
    if expect.placed is not None:
        yield from _lines("placed", expect.placed, placed, end.menu)
    if expect.tab is not None:
        yield from _lines("tab", expect.tab, books.lines, end.menu)
    yield from _same("tickets", expect.tickets, len(books.tickets))
    yield from _amount("total", expect.total, _total(end), end.menu)
    if expect.bill is not None:
        yield from _bill(expect.bill, end)
    yield from _same("paid", expect.paid, books.bill is not None and books.bill.state == "paid")
    yield from _same("staff_called", expect.staff_called, end.state.staff_calls > 0)
    yield from _same("open_request", expect.open_request, bool(end.state.requests))
    if expect.allergies is not None:
        last = books.tickets[-1].allergies if books.tickets else ()
        yield from _same("allergies", sorted(set(expect.allergies)), sorted(set(last)))
    yield from _said(expect, end)


def _same(what: str, expected: object, found: object) -> Iterator[str]:
    if expected is not None and expected != found:
        yield f"{what}: expected {expected!r}, found {found!r}"


# --- words


def _said(expect: Expect, end: End) -> Iterator[str]:
    replies = [
        text
        for envelope in end.envelopes
        for text in (envelope.content, *(option.label for option in envelope.options))
    ]
    last = _quoted(end.envelopes[-1].content) if end.envelopes else "nothing was said"
    for fragment in expect.says:
        if not any(is_found(fragment, text) for text in replies):
            yield f"says: no reply has {fragment!r}; the last is {last}"
    for fragment in expect.never_says:
        for text in replies:
            if is_found(fragment, text):
                yield f"never_says: {fragment!r} is in {_quoted(text)}"
                break
    found = end.envelopes[-1].type if end.envelopes else None
    yield from _same("last_type", expect.last_type, found)


def _quoted(text: str) -> str:
    line = " / ".join(text.split("\n"))
    return repr(line if len(line) <= QUOTED else line[:QUOTED] + "…")


# --- money


def _total(end: End) -> int:
    return owed_totals(Snapshot(end.now, end.menu, end.availability, end.books)).due


def _amount(what: str, expected: str | None, found: int, menu: Menu) -> Iterator[str]:
    currency = menu.restaurant.currency
    if expected is not None and minor(expected, currency) != found:
        yield f"{what}: expected {expected}, found {Money(found, currency).plain()}"


def _bill(expect: BillPart, end: End) -> Iterator[str]:
    bill, currency = end.books.bill, end.menu.restaurant.currency
    if bill is None:
        yield "bill: expected one, found none issued"
        return
    yield from _amount("bill.due", expect.due, bill.totals.due, end.menu)
    yield from _amount("bill.tip", expect.tip, bill.tip, end.menu)
    if expect.shares is not None:
        expected = [minor(share, currency) for share in expect.shares]
        found = [share.amount for share in bill.shares]
        if expected != found:
            shown = [Money(amount, currency).plain() for amount in found]
            yield f"bill.shares: expected {expect.shares}, found {shown}"


# --- lines


def _lines(
    what: str, expected: Sequence[LinePart], found: Iterable[Line], menu: Menu
) -> Iterator[str]:
    """Units of both sides are matched one to one, so that equal lines need no merging first."""
    wanted = [part for part in expected for _ in range(part.quantity)]
    units = [line for line in found for _ in range(line.quantity)]
    tests = {id(part): _test(part, menu) for part in expected}
    normals = {line: normal(menu, line) for line in units}
    fits = [
        [index for index, unit in enumerate(units) if tests[id(part)](normals[unit])]
        for part in wanted
    ]
    taken = matching(fits)
    missing = [part for index, part in enumerate(wanted) if index not in taken]
    extra = [unit for index, unit in enumerate(units) if index not in taken.values()]
    if missing or extra:
        lacks = _counted(_expected_words(part) for part in missing)
        over = _counted(_words(normals[unit]) for unit in extra)
        yield f"{what}: missing [{lacks}], too much [{over}]"


def matching(fits: Sequence[Sequence[int]]) -> dict[int, int]:
    """The most pairs of left and right, each used once, by augmenting paths; left index → right.

    `fits[i]`: the right indices that left i may have.
    """
    owner: dict[int, int] = {}
    for left in range(len(fits)):
        _augment(left, fits, owner)
    return {left: right for right, left in owner.items()}


def _augment(start: int, fits: Sequence[Sequence[int]], owner: dict[int, int]) -> None:
    """Find `start` a right one, moving others over where that helps. Breadth first."""
    came: dict[int, int] = {}  # right → the left that reached it
    queue = [start]
    for left in queue:
        for right in fits[left]:
            if right in came:
                continue
            came[right] = left
            if right in owner:
                queue.append(owner[right])
                continue
            _give(right, start, came, owner)
            return


def _give(right: int, start: int, came: dict[int, int], owner: dict[int, int]) -> None:
    """Hand each right of the path to the left that reached it."""
    step: int | None = right
    while step is not None:
        left = came[step]
        before = next((r for r, held in owner.items() if held == left), None)
        owner[step] = left
        if left == start:
            return
        step = before


def _test(part: LinePart, menu: Menu) -> Callable[[Line], bool]:
    """Whether a line in normal form is one that the expectation means."""
    choices = part.choices or ()
    meant = normal(
        menu,
        Line(
            0,
            "",
            part.item,
            1,
            _chosen(part.modifiers),
            tuple(Choice(each.slot, each.item, _chosen(each.modifiers)) for each in choices),
        ),
    )

    def fits(line: Line) -> bool:
        plain = replace(line, line=0, guest="", quantity=1, note=None)
        if part.choices is None:
            plain = replace(plain, choices=())
        return plain == meant and (part.note is None or is_found(part.note, line.note or ""))

    return fits


def _chosen(parts: Iterable[ModifierPart]) -> tuple[Chosen, ...]:
    return tuple(Chosen(each.group, each.modifier, each.amount, each.quantity) for each in parts)


# --- how lines read in a failure


def _counted(words: Iterable[str]) -> str:
    counts: dict[str, int] = {}
    for each in words:
        counts[each] = counts.get(each, 0) + 1
    return ", ".join(f"{count} {each}" for each, count in counts.items())


def _expected_words(part: LinePart) -> str:
    line = Line(
        0,
        "",
        part.item,
        1,
        _chosen(part.modifiers),
        tuple(Choice(each.slot, each.item, _chosen(each.modifiers)) for each in part.choices or ()),
        part.note,
    )
    return _words(line)


def _words(line: Line) -> str:
    """A line in a few words: "classic(size=large, garnish=coriander:none)"."""
    made = [_modifier_words(chosen) for chosen in line.modifiers]
    for choice in line.choices:
        inner = ", ".join(_modifier_words(chosen) for chosen in choice.modifiers)
        made.append(f"{choice.slot}={choice.item}" + (f"({inner})" if inner else ""))
    if line.note:
        made.append(f"note {line.note!r}")
    return line.item + (f"({', '.join(made)})" if made else "")


def _modifier_words(chosen: Chosen) -> str:
    amount = "" if chosen.amount == "regular" else f":{chosen.amount}"
    count = "" if chosen.quantity == 1 else f"×{chosen.quantity}"
    return f"{chosen.group}={chosen.modifier}{amount}{count}"
