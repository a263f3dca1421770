"""Hanging modifiers on lines: on the line spoken of, on all of them where they are shared, else on
one that takes them.
"""

from __future__ import annotations

from menu_data.words.vocabulary import words_in
from waiter.brains.house import levels
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import (
    Draft,
    Hung,
    accepted,
    clashing,
    copied,
    group_for,
    hang,
    named_with,
)
from waiter.brains.house.grouping import Grouping, Odd
from waiter.brains.house.senses import SIZE


def attach(state: Grouping, place: int, count: int = 1) -> None:
    """Hangs the modifier at `place` where it belongs."""
    atom = state.row[place]
    if state.choice is not None and _on_choice(state, atom):
        return
    targets = (
        state.scope if state.scope is not None else [state.cur] if state.cur is not None else []
    )
    if not targets:
        state.loose.append((atom, count))
        return
    if state.scope is None and _names_which(state, targets[0], atom):
        return
    if state.scope is not None:
        done = [_replace(state, d, atom, count) for d in targets if not d.gone]
        if not any(done):
            _elsewhere(state, place, count)
        return
    _on_line(state, targets[0], place, count)


def _names_which(state: Grouping, draft: Draft, atom: Atom) -> bool:
    """A word that is a modifier of other dishes, but here says which of several is meant
    ("锅盔，牛肉的", "two pizzas, one pepperoni").
    """
    if len(draft.dishes) < 2 or atom.neg:
        return False
    counted = draft.part_of is not None and draft.count_at is not None
    if not counted and accepted(state.lexicon, draft, atom.pairs):
        return False
    found = named_with(state.lexicon, draft.dishes, atom.words)
    if not found or len(found) == len(draft.dishes) or (counted and len(found) > 1):
        return False
    draft.generic, draft.dishes = draft.dishes, found
    draft.at.append((atom.start, atom.end))
    return True


def _on_choice(state: Grouping, atom: Atom) -> bool:
    """A combo's choice takes it before the combo does."""
    if state.choice is None:
        return False
    probe = Draft((state.choice_item,), [], hung=state.choice)
    return hang(state.lexicon, probe, atom)


def _on_line(state: Grouping, draft: Draft, place: int, count: int) -> None:
    atom = state.row[place]
    clash = (
        []
        if atom.neg
        else clashing(state.lexicon, draft, accepted(state.lexicon, draft, atom.pairs))
    )
    draft.hung = [h for h in draft.hung if not (h.inherited and h in clash)]
    clash = [h for h in clash if not h.inherited]
    if clash and not (state.correcting or state.making) and _is_apart(state, place):
        hang(state.lexicon, _variant(state, draft, clash, place), atom, count)
        return
    if _replace(state, draft, atom, count):
        state.made = state.correcting or state.making
    else:
        _elsewhere(state, place, count)


def _is_apart(state: Grouping, place: int) -> bool:
    """Whether a break or a joint stands before, so that another portion may be meant
    ("肉松的三个，豆沙的两个").
    """
    before = state.at(state.before(place))
    if before is not None and before.is_item and not before.han and len(before.words) > 1:
        return before.words[-1] in words_in("one_word")  # "two large one small"
    return before is None or before.kind in ("break", "qty") or before.has("and", "or", "add")


def _variant(state: Grouping, base: Draft, clash: list[Hung], place: int) -> Draft:
    kept = [h for h in base.hung if h not in clash] if base.part_of is not None else []
    new = Draft(
        base.dishes,
        [(state.row[place].start and (state.row[place].start, state.row[place].end)) or (0, 0)],
    )
    new.at = [(state.row[place].start, state.row[place].end)]
    new.hung, new.part_of, new.more, new.exact = copied(kept), base, True, base.exact
    new.generic, new.words, new.name_at = base.generic, base.words, base.name_at
    state.drafts.append(new)
    state.cur = new
    return new


def _replace(state: Grouping, draft: Draft, atom: Atom, count: int) -> bool:
    """Hangs it in the place of what it clashes with; a "no" to what was said before and can't be
    left out unsays it.
    """
    pairs = accepted(state.lexicon, draft, atom.pairs)
    if atom.neg and pairs and not group_for(state.lexicon, draft, pairs[0]).removable:
        before = len(draft.hung)
        draft.hung = [h for h in draft.hung if not set(h.pairs) & set(pairs)]
        return len(draft.hung) < before
    clash = [] if atom.neg else clashing(state.lexicon, draft, pairs)
    if not hang(state.lexicon, draft, atom, count):
        return False
    draft.hung = [h for h in draft.hung if h not in clash]
    return True


def _elsewhere(state: Grouping, place: int, count: int) -> None:
    """The line spoken of doesn't take it: an earlier line of the text, the dish to come, or
    nobody.
    """
    atom = state.row[place]
    for draft in reversed(state.live()):
        if (
            draft is not state.cur
            and accepted(state.lexicon, draft, atom.pairs)
            and hang(state.lexicon, draft, atom, count)
        ):
            state.doubt("modifier of an earlier line", 0.97)
            return
    if _is_awaited(state, place, atom):
        state.loose.append((atom, count))
        return
    at = (atom.start, atom.end)
    if atom.neg or atom.amount in ("light", "no_extra") or atom.has("note_cue"):
        if state.cur is not None:
            state.cur.notes.append(with_lead(state, place))
        return
    if (
        atom.has("size_like")
        or not atom.pairs
        or state.cur is None
        or all(s.quality == SIZE for s in atom.senses)
    ):
        state.doubt("a size nobody takes", 0.97)
        return
    state.odd.append(Odd(at, (), state.cur, atom.amount))


def with_lead(state: Grouping, place: int) -> tuple[int, int]:
    """The modifier with the word that negates it, as a note."""
    first = place
    while first > 0 and (
        state.row[first - 1].has("said")
        or (state.row[first - 1].is_item and state.row[first - 1].neg)
    ):
        first -= 1
    last = place
    while (after := state.at(last + 1)) is not None and (
        after.kind == "unknown" or (after.has("neg_after") and not after.han)
    ):
        last += 1  # "without milk foam", "leave the garlic out"
    return state.row[first].start, state.row[last].end


def _is_awaited(state: Grouping, place: int, atom: Atom) -> bool:
    for later in state.row[place + 1 :]:
        if later.is_dish:
            return any(state.lexicon.takes(d, p) for d in later.dishes for p in atom.pairs)
        if later.kind == "qty" or later.has("stop"):
            return False
    return False


def flush(state: Grouping, draft: Draft) -> None:
    """Hangs what was said before any dish on the first dish."""
    waiting, state.loose = state.loose, []
    for atom, count in waiting:
        if levels.is_plain(atom):
            levels.hang_degree(state, draft, atom)
        elif not hang(state.lexicon, draft, atom, count):
            state.loose.append((atom, count))
