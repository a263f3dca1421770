"""What a call of `order` makes of the tab: each action, as books before → books after.

All or nothing: a plan is made of all lines or there is none. Only the speaker's own lines are ever
touched, and what was theirs before is kept for one undo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from apps.contract import Ask, Desk, Problem, Refusal, Snapshot
from apps.ledger.books import Books, Line
from apps.ledger.normal import put
from apps.ledger.stocktaking import closed
from apps.ordering.fitting import change_fitting, put_fitting
from apps.ordering.params import LineParams, OrderParams
from apps.ordering.reading import Draft, fewer, read_change, read_new
from menu_data.words.names import find_names

What = Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class Touched:
    """A line the call touched, as it stands after it, and how many there were before.

    What is removed stands as it was.
    """

    what: What
    line: Line
    before: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a call does: the books after it, and the lines it touched."""

    books: Books
    touched: tuple[Touched, ...] = ()


def plan(params: OrderParams, snapshot: Snapshot, desk: Desk) -> Plan | Refusal:
    """The call's plan, or every reason against it."""
    match params.action:
        case "add":
            return _add(params, snapshot, desk)
        case "change":
            return _change(params, snapshot, desk)
        case "remove":
            return _remove(params, snapshot, desk)
        case "replace":
            return _replace(params, snapshot, desk)
        case "clear":
            return _clear(snapshot, desk)
        case "undo":
            return _undo(snapshot, desk)
        case _:
            assert_never(params.action)


def own_lines(books: Books, guest: str) -> tuple[Line, ...]:
    """The guest's lines of the tab."""
    return tuple(line for line in books.lines if line.guest == guest)


def _add(params: OrderParams, snapshot: Snapshot, desk: Desk) -> Plan | Refusal:
    said = params.said_lines or (LineParams(),)
    return _with_new(said, snapshot, desk, snapshot.books.lines, [Draft("add")] * len(said))


def _with_new(
    said: Sequence[LineParams],
    snapshot: Snapshot,
    desk: Desk,
    lines: tuple[Line, ...],
    drafts: Sequence[Draft],
    default: int = 1,
    number: int | None = None,
) -> Plan | Refusal:
    """New lines beside `lines`; the first takes `number` where a line gave way for it."""
    shut = closed(snapshot.menu, snapshot.now)
    if shut is not None:
        return Refusal((shut,))
    problems: list[Problem] = []
    touched: dict[int, Touched] = {}
    next_line = snapshot.books.next_line
    for index, (wish, draft) in enumerate(zip(said, drafts, strict=True)):
        reading = read_new(_beside(snapshot, lines), wish, draft, default)
        taken = number if number is not None and index == 0 else next_line
        line = replace(reading.line, line=taken, guest=desk.guest)
        against = reading.problems
        against = against or fewer(put_fitting(snapshot, lines, line), wish, line, draft)
        if against:
            problems += [replace(problem, line=index) for problem in against]
            continue
        lines, there = put(snapshot.menu, lines, line)
        next_line += there.line == next_line
        before = there.quantity - line.quantity
        first = touched.get(there.line)
        before = first.before if first is not None else before
        touched[there.line] = Touched("changed" if before else "added", there, before)
    if problems:
        return Refusal(tuple(problems))
    books = replace(_remembering(snapshot.books, desk), lines=lines, next_line=next_line)
    return Plan(books, tuple(touched.values()))


def _change(params: OrderParams, snapshot: Snapshot, desk: Desk) -> Plan | Refusal:
    old = _target(params, snapshot, desk)
    if isinstance(old, Problem):
        return Refusal((old,))
    said = params.said_lines[0] if params.said_lines else LineParams()
    if said.says_count and said.count == 0:
        return _take(old, old.quantity, snapshot, desk)
    if not said.model_fields_set - {"dish", "caiming"}:
        return Refusal((Problem("nothing_to_change", old.item),))
    others = _without(snapshot.books.lines, old)
    draft = Draft("change", old.line)
    reading = read_change(_beside(snapshot, others), said, old, draft)
    against = reading.problems or fewer(
        change_fitting(snapshot, others, old, reading.line), said, reading.line, draft
    )
    if against:
        return Refusal(tuple(replace(problem, line=0) for problem in against))
    lines, there = put(snapshot.menu, others, reading.line)
    merged_away = there.line != old.line
    touched = [Touched("removed", old, old.quantity)] if merged_away else []
    before = there.quantity - reading.line.quantity if merged_away else old.quantity
    books = replace(_remembering(snapshot.books, desk), lines=lines)
    return Plan(books, (*touched, Touched("changed", there, before)))


def _remove(params: OrderParams, snapshot: Snapshot, desk: Desk) -> Plan | Refusal:
    old = _target(params, snapshot, desk)
    if isinstance(old, Problem):
        return Refusal((old,))
    count = _portions(params, old)
    if isinstance(count, Problem):
        return Refusal((replace(count, line=0),))
    return _take(old, count, snapshot, desk)


def _take(old: Line, count: int, snapshot: Snapshot, desk: Desk) -> Plan:
    """The tab without `count` of the line."""
    lines, touched = _less(snapshot.books.lines, old, count)
    return Plan(replace(_remembering(snapshot.books, desk), lines=lines), (touched,))


def _replace(params: OrderParams, snapshot: Snapshot, desk: Desk) -> Plan | Refusal:
    old = _target(params, snapshot, desk)
    if isinstance(old, Problem):
        return Refusal((old,))
    count = _portions(params, old)
    if isinstance(count, Problem):
        return Refusal((replace(count, line=0),))
    said = params.said_lines or (LineParams(),)
    lines, gone = _less(snapshot.books.lines, old, count)
    whole = count == old.quantity
    draft = Draft("replace", old.line, None if whole else count)
    # A question about one of several new lines can't replace the old one a second time.
    drafts = [draft] if len(said) == 1 else [Draft("add")] * len(said)
    number = old.line if whole else None
    planned = _with_new(said, snapshot, desk, lines, drafts, count, number)
    if isinstance(planned, Refusal):
        return planned
    return replace(planned, touched=(gone, *planned.touched))


def _clear(snapshot: Snapshot, desk: Desk) -> Plan | Refusal:
    own = own_lines(snapshot.books, desk.guest)
    if not own:
        return Refusal((Problem("empty_tab"),))
    rest = tuple(line for line in snapshot.books.lines if line.guest != desk.guest)
    touched = tuple(Touched("removed", line, line.quantity) for line in own)
    return Plan(replace(_remembering(snapshot.books, desk), lines=rest), touched)


def _undo(snapshot: Snapshot, desk: Desk) -> Plan | Refusal:
    books = snapshot.books
    if desk.guest not in books.undo:
        return Refusal((Problem("nothing_to_undo"),))
    before = books.undo[desk.guest]
    others = tuple(line for line in books.lines if line.guest != desk.guest)
    lines = tuple(sorted((*others, *before), key=lambda line: line.line))
    undo = {guest: kept for guest, kept in books.undo.items() if guest != desk.guest}
    touched = _difference(own_lines(books, desk.guest), before)
    return Plan(replace(books, lines=lines, undo=undo), touched)


def _target(params: OrderParams, snapshot: Snapshot, desk: Desk) -> Line | Problem:
    """The speaker's line a call is about: by its number, else by the one dish of that name."""
    own = own_lines(snapshot.books, desk.guest)
    allowed = {"lines": [line.line for line in own]}
    said = params.said_lines
    named = params.action != "replace" and said and (said[0].words or "").strip()
    ids = find_names(snapshot.menu, named) if named else ()
    if params.line is None:
        fits = [line for line in own if line.item in ids]
        if len(fits) == 1:
            return fits[0]
        code: Literal["no_such_line", "line_unclear"] = (
            "no_such_line" if named and not fits else "line_unclear"
        )
        return Problem(code, named or "", allowed=allowed)
    subject = str(params.line)
    found = next((line for line in snapshot.books.lines if line.line == params.line), None)
    if found is None:
        return Problem("no_such_line", subject, allowed=allowed)
    if found.guest != desk.guest:
        return Problem("not_yours", subject, allowed=allowed)
    if named and found.item not in ids:
        return Problem("line_unclear", named, allowed=allowed)
    return found


def _portions(params: OrderParams, old: Line) -> int | Problem:
    """How many of the line a removal or replacement is about; all where the call says nothing."""
    said: LineParams = params
    if params.action == "remove" and params.lines is not None:
        said = params.lines[0]
    if not said.says_count:
        return old.quantity
    count = said.count
    if count is None:
        draft = Draft(params.action, old.line).of({"quantity": None})
        most = (1, old.quantity)
        ask = Ask("quantity", old.item, draft, ("lines", 0, "quantity"), range=most)
        return Problem("quantity_missing", old.item, ask=ask)
    if count < 1:
        return Problem("bad_quantity", old.item, allowed={"min": 1, "max": old.quantity})
    if count > old.quantity:
        allowed = {"max": old.quantity, "limit": "line"}
        return Problem("too_many", old.item, allowed=allowed)
    return count


def _less(lines: tuple[Line, ...], old: Line, count: int) -> tuple[tuple[Line, ...], Touched]:
    """The lines without `count` of one of them."""
    if count == old.quantity:
        return _without(lines, old), Touched("removed", old, old.quantity)
    rest = replace(old, quantity=old.quantity - count)
    kept = tuple(rest if line.line == old.line else line for line in lines)
    return kept, Touched("changed", rest, old.quantity)


def _without(lines: tuple[Line, ...], old: Line) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.line != old.line)


def _beside(snapshot: Snapshot, lines: tuple[Line, ...]) -> Snapshot:
    """The house as a line finds it that is to stand beside these."""
    return replace(snapshot, books=replace(snapshot.books, lines=lines))


def _remembering(books: Books, desk: Desk) -> Books:
    """The books with the speaker's lines as they are kept for an undo."""
    return replace(books, undo={**books.undo, desk.guest: own_lines(books, desk.guest)})


def _difference(now: Sequence[Line], then: Sequence[Line]) -> tuple[Touched, ...]:
    """What an undo did, line by line."""
    was = {line.line: line for line in now}
    back = {line.line: line for line in then}
    gone = [Touched("removed", line, line.quantity) for n, line in was.items() if n not in back]
    changed = [
        Touched("changed", line, was[n].quantity)
        for n, line in back.items()
        if n in was and was[n] != line
    ]
    added = [Touched("added", line) for n, line in back.items() if n not in was]
    return (*gone, *changed, *added)
