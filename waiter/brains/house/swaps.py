"""One thing for another: "instead of", "change A to B", A 换成 B; a dish in this text's lines,
else an edit of the tab.
"""

from __future__ import annotations

from menu_data.words.vocabulary import words_in
from waiter.brains.house.drafts import Draft
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.nouns import noun
from waiter.brains.house.of_them import part_of_tab
from waiter.brains.house.taking_off import gives_way


def replaced_by(state: Grouping, place: int) -> int | None:
    atom = state.row[place]
    if not atom.han and set(atom.words) & words_in("than"):
        return _instead_of(state, place)
    return _becomes(state, place) if not atom.han else _turned(state, place)


def _instead_of(state: Grouping, place: int) -> int | None:
    """B instead of A."""
    start = state.after(place)
    head = state.head_of(start)
    new = state.cur
    if (
        head is None
        and new is not None
        and state.row[start : start + 1]
        and state.row[start].kind == "qty"
    ):
        return _counted_instead(state, new, start)
    if head is None:
        old_way = state.at(start)
        if old_way is None or not old_way.is_item:
            return place + 1
        gives_way(state, old_way, state.at(state.before(place)))
        return start + 1
    gone = state.row[head].dishes
    old = next(
        (d for d in reversed(state.live()) if d is not new and set(d.dishes) & set(gone)), None
    )
    if old is not None:
        old.gone = True
    elif new is not None:
        _swap(state, gone, new, (state.row[place].start, state.row[head].end))
    return head + 1


def _counted_instead(state: Grouping, new: Draft, place: int) -> int:
    """ "5 sprites instead of 3": the count of what was ordered before."""
    if set(new.dishes) & state.known_items:
        state.drafts = [d for d in state.drafts if d is not new]
        state.cur = None
        at = (new.at[0][0], state.row[place].end)
        state.changes.append(Change("change", at, dishes=new.dishes, quantity=new.quantity))
    return place + 1


def _swap(state: Grouping, old: tuple[str, ...], new: Draft, at: tuple[int, int]) -> None:
    """Takes a draft out of the lines: it comes in the place of something ordered before, of so
    many where a number was left without a dish ("一瓶换成零度的").
    """
    state.drafts = [d for d in state.drafts if d is not new]
    part, state.loose_count = None if old else state.loose_count, None
    count = part.value if part is not None else None
    if count is not None and new.quantity is None:
        new.quantity = count
    state.changes.append(Change("replace", at, dishes=old, quantity=count, to=new))


def _becomes(state: Grouping, place: int) -> int | None:
    """Change A to B, swap A for B, "change the size to large"."""
    start = state.after(place)
    index = start
    while index < len(state.row) and not state.row[index].has("become"):
        if state.row[index].kind == "break":
            return None
        index += 1
    if index >= len(state.row):
        return None
    if index == start + 1 and (after := part_of_tab(state, start)) is not None:
        return after
    head = (
        state.head_of(start)
        if state.at(start) is not None and state.row[start].kind != "qty"
        else state.head_of(start + 1)
    )
    if head is None or head > index:
        state.making = True
        for atom in state.row[start:index]:
            gives_way(state, atom, state.at(state.after(index)))
        return index + 1
    return _put(state, state.row[head].dishes, index, state.row[place].start)


def _turned(state: Grouping, place: int) -> int | None:
    """A 换成 B; without an A it is the last line, or simply another dish where something was just
    struck off.
    """
    before = state.at(state.before(place))
    cur = state.cur
    mentioned = (
        before is not None
        and before.is_dish
        and cur is not None
        and cur.name_at == (before.start, before.end)
    )
    ahead = state.after(place)
    following = state.at(ahead)
    if following is None or following.kind == "break":
        return None
    if before is not None:
        gives_way(state, before, following)
    if mentioned and cur is not None and cur.quantity is None:
        dishes = cur.dishes
        older = next(
            (d for d in reversed(state.live()) if d is not cur and set(d.dishes) & set(dishes)),
            None,
        )
        state.drafts = [d for d in state.drafts if d is not cur]
        state.cur = older
        return _put(state, dishes, place, cur.at[0][0], older)
    if any(c.op == "remove" for c in state.changes) or (
        following.kind != "qty" and not following.is_dish and not following.is_item
    ):
        return place + 1
    if cur is not None:
        state.correcting = True
        return place + 1
    return (
        _put(state, (), place, state.row[place].start)
        if state.head_of(noun_start(state, ahead)) is not None
        else _later(state, place)
    )


def _later(state: Grouping, place: int) -> int:
    state.making = True
    return place + 1


def noun_start(state: Grouping, place: int) -> int:
    atom = state.at(place)
    return place + 1 if atom is not None and atom.kind == "qty" else place


def _put(
    state: Grouping, old: tuple[str, ...], joint: int, start: int, older: Draft | None = None
) -> int:
    """Reads what comes in the place of A after the joint word: a dish, or only modifiers or a
    number for it.
    """
    older = older or next((d for d in reversed(state.live()) if set(d.dishes) & set(old)), None)
    begin = state.after(joint)
    count = state.at(begin)
    first = noun_start(state, begin)
    head = state.head_of(first)
    if head is None:
        counted = (
            count.value if count is not None and count.kind == "qty" and not count.article else None
        )
        if older is not None:
            state.cur, state.correcting = older, True
            return joint + 1
        end = state.row[begin].end if counted is not None else state.row[joint].end
        state.replaced = Change("change", (start, end), dishes=old, quantity=counted)
        state.changes.append(state.replaced)
        return begin + 1 if counted is not None else joint + 1
    place = noun(
        _fresh(state), count if count is not None and count.kind == "qty" else None, first, head
    )
    new = state.cur
    assert new is not None
    if older is not None:
        state.drafts = [d for d in state.drafts if d is not new]
        older.dishes, older.hung, older.exact, older.choices = (
            new.dishes,
            new.hung,
            new.exact,
            new.choices,
        )
        older.quantity = new.quantity if new.quantity is not None else older.quantity
        older.name_at, older.words = new.name_at, new.words
        older.at.append(new.at[0])
        state.cur = older
    else:
        _swap(state, old, new, (start, new.at[0][1]))
    return place


def _fresh(state: Grouping) -> Grouping:
    """No line is spoken of, so the next noun opens one."""
    state.cur, state.correcting, state.making, state.adding = None, False, False, True
    return state
