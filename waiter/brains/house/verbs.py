"""Changes: corrections, "make it", "instead of", 换成, 不要了, "same again", and the words that
share a modifier out.
"""

from __future__ import annotations

from menu_data.words.vocabulary import words_in
from waiter.brains.house.another import for_another
from waiter.brains.house.atoms import Atom
from waiter.brains.house.counts import portion
from waiter.brains.house.drafts import Draft, Hung, hang
from waiter.brains.house.grouping import Change, Grouping
from waiter.brains.house.hanging import attach
from waiter.brains.house.levels import is_plain
from waiter.brains.house.per_head import shared_out
from waiter.brains.house.persons import is_person
from waiter.brains.house.strikes import removed
from waiter.brains.house.swaps import replaced_by


def word(state: Grouping, place: int) -> int:
    """Reads the function word at `place`; the place after what was read."""
    atom = state.row[place]
    if atom.has("add") and not atom.has("make_it", "replace"):
        state.settled()
        state.per_person = None
    if atom.has("same", "same_as"):
        return _same(state, place)
    if atom.has("half") and (after := halves(state, place)) is not None:
        return after
    if is_person(atom) and (after := for_another(state, place)) is not None:
        return after
    if atom.has("too_many") and _is_too_many(state, atom):
        return place + 1
    if atom.has("replace") and (after := replaced_by(state, place)) is not None:
        return after
    if atom.has("make_it") and not atom.has("replace"):
        return _make(state, place)
    if _is_aside_no(state, place):
        state.correcting = state.cur is not None or state.loose_count is not None
        return place + 1
    if atom.has("denies") and (after := removed(state, place)) is not None:
        return after
    if atom.has("correct") and _corrects(state, place):
        state.correcting, state.scope = True, None
        return place + 1
    if (
        atom.has("remove", "neg_after", "neg")
        and not atom.has("said")
        and (after := removed(state, place)) is not None
    ):
        return after
    _aside(state, atom, place)
    _share(state, atom, place)
    return place + 1


def halves(state: Grouping, place: int) -> int | None:
    """ "half margherita half hawaiian": two dishes in one are none of the menu's, and asked about;
    the place after them, None where no such thing is said.
    """
    dishes, at = [], place
    while (half := state.at(at)) is not None and half.has("half"):
        head = state.head_of(state.after(at))
        if head is None or head > at + 3:
            break
        dishes.append(state.row[head])
        at = head + 1
        while (joint := state.at(at)) is not None and joint.has("and", "comma"):
            at += 1
    if len(dishes) < 2:
        return None
    said = (state.row[place].start, dishes[-1].end)
    meant = state.lexicon.in_order(d for dish in dishes for d in dish.dishes)
    count, cur = state.at(place - 1), state.cur
    shared = cur.part_of or cur if cur is not None and not cur.gone else None
    counted = count is not None and count.kind == "qty" and count.value is not None
    if counted and count is not None and shared is not None and len(shared.dishes) > 1:
        draft = portion(state, count)
    else:
        draft = Draft(meant, [said], count.value if counted and count is not None else None)
        state.drafts.append(draft)
    draft.dishes, draft.unknown, draft.name_at, draft.hung = meant, said, said, []
    state.cur, state.scope = draft, None
    return at


def _is_aside_no(state: Grouping, place: int) -> bool:
    """ "three, no, four": before a number a "no" takes back, it leaves nothing out."""
    atom, after, before = state.row[place], state.at(place + 1), state.at(place - 1)
    if not atom.has("neg") or atom.has("remove", "said") or after is None:
        return False
    apart = after.kind == "break" and (before is None or before.kind == "break")
    if apart and " ".join(atom.words) in words_in("correct_alone"):
        return True  # "beer? no, cola"
    return after.kind == "qty" and after.value is not None and not after.article


def _aside(state: Grouping, atom: Atom, place: int) -> None:
    """Words behind a dish or modifier that the kitchen must hear: "mayo on the side", "cola
    light".
    """
    before, cur = state.at(place - 1), state.cur
    if before is None or cur is None or cur.gone:
        return
    if atom.has("side_cue") and before.kind == "mod" and not before.neg:
        cur.notes.append((before.start, atom.end))
    elif atom.has("variant") and not atom.has("said") and not _leads_on(state, place):
        cur.adjectives.append((atom.start, atom.end))
        state.doubt("a variant the menu doesn't have", 0.62)


def _leads_on(state: Grouping, place: int) -> bool:
    """Whether a dish or modifier follows, which the word is then said of."""
    after = state.at(place + 1)
    return after is not None and (after.is_dish or after.is_item or after.kind == "unknown")


def _is_too_many(state: Grouping, atom: Atom) -> bool:
    """ "米饭点多了", "three cokes is too many": what is on the tab is spoken of, not ordered."""
    cur = state.cur
    known = tuple(d for d in cur.dishes if d in state.known_items) if cur is not None else ()
    if cur is None or not known:
        return False
    state.drafts = [d for d in state.drafts if d is not cur]
    state.cur = None
    state.replaced = Change("change", (cur.at[0][0], atom.end), dishes=known)
    state.changes.append(state.replaced)
    return True


def _same(state: Grouping, place: int) -> int:
    atom = state.row[place]
    ahead = state.at(state.after(place))
    quantity = state.loose_count.value if state.loose_count is not None else None
    if ahead is not None and ahead.kind == "qty" and quantity is None:
        quantity, place = ahead.value, state.after(place)
    state.loose_count = None
    at = (atom.start, atom.end)
    state.replaced = Change("same", at, quantity=quantity, others=atom.has("same_as"))
    state.changes.append(state.replaced)
    return place + 1


def _corrects(state: Grouping, place: int) -> bool:
    atom = state.row[place]
    ahead = state.at(state.after(place))
    if ahead is not None and ((ahead.has("add") and not ahead.has("want")) or ahead.has("thanks")):
        return False
    if state.cur is None and not (
        state.known_items and ahead is not None and ahead.kind in ("break", "qty")
    ):
        return False
    if " ".join(atom.words) not in words_in("correct_alone"):
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


# ---- shared out


def _share(state: Grouping, atom: Atom, place: int) -> None:
    if shared_out(state, atom, place):
        return
    if atom.has("all", "each"):
        _all(state, atom, place)
    elif atom.has("half") and state.cur is not None and not state.cur.gone:
        base = state.cur.part_of or state.cur
        portion(state, atom, max((base.quantity or 2) // 2, 1))
    elif atom.has("rest") and state.cur is not None:
        if state.cur.part_of is None and state.cur.quantity == 1 and state.cur.hung:
            state.adding = True  # "one X spicy, the other one mild"
            portion(state, atom, 1).hung.clear()
        else:
            state.cur, state.scope = state.cur.part_of or state.cur, None
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
    if atom.words[0] in words_in("both") and len(live) > 2:
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
    atom = state.row[place]
    if change.op == "replace" and change.to is not None:
        return hang(state.lexicon, change.to, atom, count)
    if change.op == "same" and atom.neg:
        at = (atom.start, atom.end)
        change.hung.append(Hung(atom.best(atom.pairs), "none", 1, at, atom.quality))
        return True
    probe = Draft(change.dishes, [], hung=change.hung)
    return hang(state.lexicon, probe, atom, count)


def hung_of(state: Grouping, atoms: list[tuple[Atom, int]]) -> list[Hung]:
    """Modifiers said of no dish, as they would hang on one that takes them."""
    probe = Draft((), [])
    for atom, count in atoms:
        if not is_plain(atom):
            hang(state.lexicon, probe, atom, count)
    return probe.hung


__all__ = ["attach", "halves", "hung_of", "loose_change", "word"]
