"""Sixth stage: atoms are grouped into lines and changes. One walk, left to right, over parts of
speech.

"a medium and 3 large pizzas, both with less cheese": a count opens a line with the dish it leads
up to; modifiers go to the line spoken of; a count without a dish splits that line or adds to it;
"both" widens the circle. The small readers are in `nouns.py`, `counts.py`, `hanging.py` and
`verbs.py`; this file only says who reads what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from menu_data.words.vocabulary import words_in
from waiter.brains.house import (
    attributes,
    counts,
    hanging,
    levels,
    nouns,
    of_them,
    tabbed,
    unread,
    verbs,
)
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import accepted
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.opening import belongs_before, is_modifier, starts_noun


def group(
    row: Sequence[Atom],
    lexicon: Lexicon,
    known_items: frozenset[str] = frozenset(),
    party: int | None = None,
    asked: tuple[str, ...] = (),
    answering: str | None = None,
    spoken: str | None = None,
) -> Grouping:
    """The drafts and changes of a row of atoms. `known_items`: dishes ordered before; `party`: how
    many people they are, where that was said; `asked`: dishes just asked about; `answering`: the
    dish an open question is about; `spoken`: the dish of the line that "it" is.
    """
    settled = _settled(row, lexicon)
    state = Grouping(settled, lexicon, known_items, party, asked, answering, spoken)
    place = 0
    while place < len(state.row):
        place = _step(state, place)
    return state


def _settled(row: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """Words that are dish and modifier both are dishes where they are served by themselves ("a
    side of X", "X on the side").
    """
    out = list(row)
    for place, atom in enumerate(out):
        if atom.kind != "both":
            continue
        before = out[place - 1] if place else None
        after = out[place + 1] if place + 1 < len(out) else None
        counted = (
            before is not None
            and not before.vague
            and before.kind == "qty"
            and (before.of or not (before.article or before.implied))
        )
        counted = counted and not (
            before is not None and not before.of and _leads_on(out, place, lexicon)
        )
        if counted or (after is not None and after.has("side_cue") and not after.has("size_like")):
            out[place] = replace(atom, kind="dish")
    return out


def _leads_on(row: Sequence[Atom], place: int, lexicon: Lexicon) -> bool:
    """ "two guacamole and cheese salads": the first of the modifiers before their dish."""
    index = place + 1
    while index < len(row) and (row[index].is_item or row[index].has("and", "list")):
        index += 1
    if index == place + 1 or index >= len(row) or row[index].kind != "dish":
        return False
    return any(lexicon.takes(d, p) for d in row[index].dishes for p in row[place].pairs)


def _step(state: Grouping, place: int) -> int:
    atom = state.row[place]
    match atom.kind:
        case "break":
            if atom.has("stop"):
                state.scope, state.with_said, state.replaced = None, False, None
            state.forced, state.per_person = False, None
            state.settled()
            return place + 1
        case "note":
            if state.cur is not None:
                state.cur.notes.append((atom.start, atom.end))
            return place + 1
        case "qty":
            return _quantity(state, place)
        case "dish":
            before = state.at(place - 1)
            known = bool(set(atom.dishes) & state.known_items)
            if before is not None and before.has("light") and not (atom.exact or known):
                return unread.note(state, place - 1, place)  # "easy on the oil"
            after = attributes.beside(state, place)
            if after is not None:
                return after
            return nouns.noun(state, None, place, place)
        case "both":
            return _either(state, place)
        case "mod" if not levels.is_plain(atom):
            return _modifier(state, place)
        case "unknown":
            return unread.unknown(state, place)
        case "mod" | "level":
            return _degree(state, place)
        case _:
            return verbs.word(state, place)


def _quantity(state: Grouping, place: int) -> int:
    state.adding = state.adding or state.row[place].has("add")
    part = of_them.part_of_tab(state, place)
    if part is not None:
        return part
    halved = verbs.halves(state, place + 1)
    if halved is not None:
        return halved
    head = state.head_of(place + 1)
    if state.row[place].vague and head is not None and is_modifier(state, head):
        return place + 1
    if head is None or belongs_before(state, place, head):
        return counts.count(state, place)
    if state.replaced is not None:
        state.replaced = None
    return nouns.noun(state, state.row[place], place + 1, head)


def _either(state: Grouping, place: int) -> int:
    """A word that is dish and modifier: the modifier where the line spoken of takes it or a dish
    follows that does.
    """
    atom = state.row[place]
    if tabbed.skipped(state, place):
        return place + 1
    head = state.head_of(place)
    if head is not None and head != place and starts_noun(state, place, head):
        return nouns.noun(state, None, place, head)
    targets = state.scope or ([state.cur] if state.cur is not None else [])
    if any(accepted(state.lexicon, d, atom.pairs) for d in targets) or (atom.neg and not targets):
        return _hang(state, place)
    if not atom.exact and not targets and head is None:
        return _hang(state, place)
    return nouns.noun(state, None, place, place)


def _modifier(state: Grouping, place: int) -> int:
    head = state.head_of(place)
    if head is not None and starts_noun(state, place, head):
        return nouns.noun(state, None, place, head)
    return _refer(state, place) or _hang(state, place)


def _degree(state: Grouping, place: int) -> int:
    """A degree before a dish that takes it is that dish's own ("spicy kung pao")."""
    head = state.head_of(place)
    atom = state.row[place]
    if head is not None and any(
        state.lexicon.group(d, s.group) for d in state.row[head].dishes for s in atom.levels
    ):
        return nouns.noun(state, None, place, head)
    if atom.neg or not levels.is_plain(atom):
        return place + 1
    return levels.degree(state, place)


def _hang(state: Grouping, place: int) -> int:
    if state.replaced is not None and state.cur is None and verbs.loose_change(state, place, 1):
        return place + 1
    hanging.attach(state, place)
    return place + 1


def _refer(state: Grouping, place: int) -> int | None:
    """ "大份的不要香菜", "the large one no onions": the line that has it is spoken of from here
    on.
    """
    atom = state.row[place]
    after = state.at(place + 1)
    if after is None or after.words[-1] not in words_in("nominal") or atom.neg:
        return None
    following = state.at(state.after(place + 1))
    if following is None or not (
        following.neg
        or following.amount != "regular"
        or following.has("with", "all", "want")
        or following.is_item
    ):
        return None
    owners = [d for d in state.live() if any(set(h.pairs) & set(atom.pairs) for h in d.hung)]
    if len(owners) != 1 or (owners[0] is state.cur and not state.cur.part_of):
        return None
    state.cur, state.scope = owners[0], None
    return place + 2
