"""Changes: corrections, "make it", "instead of", 换成, 不要了, "same again", and the words that share a modifier out."""

from __future__ import annotations

from waiter.brains.house.atoms import Atom
from waiter.brains.house.counts import portion
from waiter.brains.house.drafts import Draft, Hung, hang
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.hanging import attach
from waiter.brains.house.nouns import noun

# An aside such as "不" corrects only when it stands by itself.
_ALONE = frozenset(
    {
        "不",
        "no",
        "要不",
        "还是",
        "wait",
        "sorry",
        "rather",
        "actually",
        "instead",
        "抱歉",
        "等等",
        "等下",
        "等一下",
        "不是",
        "那就",
    }
)


def word(state: Grouping, place: int) -> int:
    """Reads the function word at `place`; the place after what was read."""
    atom = state.row[place]
    if atom.has("same", "same_as"):
        return _same(state, place)
    if atom.has("replace") and (after := _replace(state, place)) is not None:
        return after
    if atom.has("make_it") and not atom.has("replace"):
        return _make(state, place)
    if atom.has("denies") and (after := _remove(state, place)) is not None:
        return after
    if atom.has("correct") and _corrects(state, place):
        state.correcting, state.scope = True, None
        return place + 1
    if (
        atom.has("remove", "neg_after", "neg")
        and not atom.has("said")
        and (after := _remove(state, place)) is not None
    ):
        return after
    _aside(state, atom, place)
    _share(state, atom, place)
    return place + 1


def _aside(state: Grouping, atom: Atom, place: int) -> None:
    """Words behind a dish or modifier that the kitchen must hear: "mayo on the side", "cola light"."""
    before, cur = state.at(place - 1), state.cur
    if before is None or cur is None or cur.gone:
        return
    if atom.has("side_cue") and before.kind == "mod" and not before.neg:
        cur.notes.append((before.start, atom.end))
    elif atom.has("variant") and before.is_dish and cur.name_at == (before.start, before.end):
        cur.adjectives.append((atom.start, atom.end))
        state.doubt("a variant the menu doesn't have", 0.62)


def _same(state: Grouping, place: int) -> int:
    atom = state.row[place]
    ahead = state.at(state.after(place))
    quantity = state.loose_count.value if state.loose_count is not None else None
    if ahead is not None and ahead.kind == "qty" and quantity is None:
        quantity, place = ahead.value, state.after(place)
    state.loose_count = None
    state.changes.append(
        Change("same", (atom.start, atom.end), quantity=quantity, others=atom.has("same_as"))
    )
    return place + 1


def _corrects(state: Grouping, place: int) -> bool:
    atom = state.row[place]
    ahead = state.at(state.after(place))
    if ahead is not None and (ahead.has("add") and not ahead.has("want") or ahead.has("thanks")):
        return False
    if state.cur is None and not (
        state.known_items and ahead is not None and ahead.kind in ("break", "qty")
    ):
        return False
    if " ".join(atom.words) not in _ALONE and "".join(atom.words) not in _ALONE:
        return True
    before, after = state.at(place - 1), state.at(place + 1)
    opened = before is None or before.kind == "break" or before.has("correct")
    return (
        opened
        and after is not None
        and (
            after.kind in ("break", "qty", "dish", "mod") or after.has("correct", "want", "make_it")
        )
    )


def _make(state: Grouping, place: int) -> int:
    ahead = state.at(state.after(place))
    if ahead is not None and (ahead.kind == "qty" or ahead.is_dish or ahead.is_item):
        nxt = state.at(state.after(state.after(place)))
        if not (ahead.article and nxt is not None and not nxt.is_dish and not nxt.is_item):
            state.making = True
    elif ahead is not None and ahead.has("all"):
        _share(state, ahead, state.after(place))
    return place + 1


# ---- one thing for another


def _replace(state: Grouping, place: int) -> int | None:
    atom = state.row[place]
    if not atom.han and "of" in atom.words or atom.words[-1:] == ("than",):
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
        return start + 1 if state.at(start) is not None and state.row[start].is_item else place + 1
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
    """Takes a draft out of the lines: it comes in the place of something ordered before."""
    state.drafts = [d for d in state.drafts if d is not new]
    state.changes.append(Change("replace", at, dishes=old, to=new))


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
    head = (
        state.head_of(start)
        if state.at(start) is not None and state.row[start].kind != "qty"
        else state.head_of(start + 1)
    )
    if head is None or head > index:
        state.making = True
        return index + 1
    return _put(state, state.row[head].dishes, index, state.row[place].start)


def _turned(state: Grouping, place: int) -> int | None:
    """A 换成 B; without an A it is the last line, or simply another dish where something was just struck off."""
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
        if state.head_of(_noun_start(state, ahead)) is not None
        else _later(state, place)
    )


def _later(state: Grouping, place: int) -> int:
    state.making = True
    return place + 1


def _noun_start(state: Grouping, place: int) -> int:
    atom = state.at(place)
    return place + 1 if atom is not None and atom.kind == "qty" else place


def _put(
    state: Grouping, old: tuple[str, ...], joint: int, start: int, older: Draft | None = None
) -> int:
    """Reads what comes in the place of A after the joint word: a dish, or only modifiers or a number for it."""
    older = older or next((d for d in reversed(state.live()) if set(d.dishes) & set(old)), None)
    begin = state.after(joint)
    count = state.at(begin)
    first = _noun_start(state, begin)
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


# ---- taking off


def _remove(state: Grouping, place: int) -> int | None:
    """Strikes a dish off: "remove one beer", 雪碧拿掉一瓶, 泡菜不要了, "no coke then"."""
    atom = state.row[place]
    ahead = state.after(place)
    following = state.at(ahead)
    first = _noun_start(state, ahead)
    head = (
        state.head_of(first)
        if following is not None and (following.kind in ("qty", "dish", "both", "mod"))
        else None
    )
    if head is not None and _direct(state, first, head):
        count = (
            following.value
            if following is not None and following.kind == "qty" and not following.article
            else 1
            if "one" in atom.words
            else None
        )
        _strike(state, state.row[head].dishes, count, (atom.start, state.row[head].end), atom)
        return head + 1
    if atom.has("remove", "neg_after") and _names_before(state, place):
        cur = state.cur
        assert cur is not None
        counted = following is not None and following.kind == "qty"
        count = following.value if counted and following is not None else cur.quantity
        end = following.end if counted and following is not None else atom.end
        older = [d for d in state.live() if d is not cur and set(d.dishes) & set(cur.dishes)]
        if cur.quantity is None or older or not counted:
            state.drafts = [d for d in state.drafts if d is not cur]
            state.cur = older[-1] if older else None
            _strike(
                state,
                cur.dishes,
                count if counted or older or cur.quantity else None,
                (cur.at[0][0], end),
                atom,
                spoken=cur,
            )
            return ahead + 1 if counted else place + 1
    return None


def _direct(state: Grouping, first: int, head: int) -> bool:
    return all(state.row[i].is_item or state.is_filler(state.row[i]) for i in range(first, head))


def _names_before(state: Grouping, place: int) -> bool:
    """The dish stands right before and nothing is left that the word could be about."""
    index = state.before(place)
    while index >= 0 and (state.row[index].has("all") or state.row[index].kind == "qty"):
        index = state.before(index)
    before, cur = state.at(index), state.cur
    if (
        before is None
        or cur is None
        or not before.is_dish
        or cur.name_at != (before.start, before.end)
    ):
        return False
    after = state.at(state.after(place))
    return (
        after is None
        or after.kind in ("break", "qty")
        or after.has("want", "replace", "add", "and", "correct", "make_it")
    )


def _strike(
    state: Grouping,
    dishes: tuple[str, ...],
    count: int | None,
    at: tuple[int, int],
    atom: Atom,
    spoken: Draft | None = None,
) -> None:
    """Takes a dish, or some of it, out of this text's lines; else it is an edit of what was ordered before."""
    older = state.with_dish(dishes)
    if older is not None:
        if count is not None and older.quantity is not None and older.quantity > count:
            older.quantity -= count
        else:
            older.gone = True
            state.cur = state.live()[-1] if state.live() else None
        state.doubt("struck off again", 0.98)
        return
    negation = atom.has("neg", "denies") and not atom.has("remove")
    if negation and not set(dishes) & state.known_items:
        state.doubt("a dish not wanted", 0.9)
        return
    hung = list(spoken.hung) if spoken is not None else []
    state.changes.append(Change("remove", at, dishes=dishes, quantity=count, narrowed=hung))
    state.cur = None


# ---- shared out


def _share(state: Grouping, atom: Atom, place: int) -> None:
    if atom.has("all", "each"):
        _all(state, atom, place)
    elif atom.has("half") and state.cur is not None and not state.cur.gone:
        base = state.cur.part_of or state.cur
        portion(state, atom, max((base.quantity or 2) // 2, 1))
    elif atom.has("rest") and state.cur is not None:
        state.cur, state.scope = state.cur.part_of or state.cur, None
    elif atom.has("each_person") and state.head_count:
        state.per_person = state.head_count
    if atom.has("everything") and state.cur is not None:
        state.doubt("all there is to have", 0.68)
    if atom.has("with") and not atom.has("said"):
        state.with_said = True
    if atom.has("add") and atom.words != ("and",) and not atom.has("said"):
        state.adding = True


def _all(state: Grouping, atom: Atom, place: int) -> None:
    """都, "both": what follows is every line's; 各两碗: the count is."""
    following = state.at(state.after(place))
    live = [d for d in state.live() if d.unknown is None]
    if len(live) > 1 and (following is None or following.kind == "break"):
        _share_back(state, place, live)
    if (
        following is not None
        and following.kind == "qty"
        and not following.article
        and following.value is not None
    ):
        waiting = [d for d in live if d.quantity is None]
        if len(waiting) > 1 and atom.has("each"):
            for draft in waiting[:-1]:
                draft.quantity = following.value
        return
    if following is not None and following.kind == "word" and following.has("drink_ignore"):
        state.doubt("all of a group", 0.68)
    if atom.words[:1] == ("both",) and len(live) > 2:
        live = live[-2:]
    state.scope = live or None
    state.choice = None
    state.everywhere = state.everywhere or not live


def _share_back(state: Grouping, place: int, live: list[Draft]) -> None:
    """ "…, less ice on both": what was just said of the last line is said of all."""
    index = place - 1
    while index >= 0 and (state.row[index].is_item or state.row[index].kind == "word"):
        if state.row[index].is_item:
            for draft in live:
                hang(state.lexicon, draft, state.row[index])
        index -= 1


def loose_change(state: Grouping, place: int, count: int) -> bool:
    """A modifier for the change just begun ("可乐改成冰的"); False when none is."""
    change = state.replaced
    if change is None:
        return False
    probe = Draft(change.dishes, [], hung=change.hung)
    return hang(state.lexicon, probe, state.row[place], count)


def hung_of(state: Grouping, atoms: list[tuple[Atom, int]]) -> list[Hung]:
    """Modifiers said of no dish, as they would hang on one that takes them."""
    probe = Draft((), [])
    for atom, count in atoms:
        hang(state.lexicon, probe, atom, count)
    return probe.hung


__all__ = ["attach", "hung_of", "loose_change", "word"]
