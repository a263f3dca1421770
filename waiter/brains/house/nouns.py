"""Opening lines: a noun phrase becomes a new line, goes on with one there is, fills a combo's slot
or corrects one.
"""

from __future__ import annotations

from collections.abc import Sequence

from menu_data.words.units import singular
from waiter.brains.house import hanging, levels, mentions, tabbed
from waiter.brains.house.atoms import Atom
from waiter.brains.house.counts import portion
from waiter.brains.house.drafts import Draft, Hung, accepted, hang
from waiter.brains.house.grouping import Grouping, Odd
from waiter.brains.house.per_head import multiplied
from waiter.brains.house.strangers import sounds_like_food


def noun(state: Grouping, count: Atom | None, first: int, head: int) -> int:
    """Reads the noun phrase whose words start at `first` and whose dish is at `head`; the place
    after it.
    """
    atom = state.row[head]
    first = _with_variants(state, first) if count is None else first
    before = [i for i in range(first, head) if state.row[i].is_item]
    if (
        tabbed.referred(state, count, first, head)
        or tabbed.remade(state, count, first, head)
        or mentions.recalled(state, count, first, head)
    ):
        return head + 1
    draft = (
        mentions.specified(state, count, head)
        or mentions.continued(state, count, first, head)
        or _as_set(state, count, head)
        or _choice(state, count, first, head)
    )
    if draft is None:
        draft = _corrected(state, count, atom) or _opened(state, count, atom, first, head)
    if draft is not None:
        _settle(state, draft, before, first, head)
    return head + 1


def _with_variants(state: Grouping, first: int) -> int:
    """Where a noun phrase begins with the words for a kind of it ("diet coke")."""
    while (before := state.at(first - 1)) is not None and before.has("variant"):
        if before.has("said", "neg", "with") or not state.row[first].is_dish:
            break
        first -= 1
    return first


def _settle(state: Grouping, draft: Draft, before: Sequence[int], first: int, head: int) -> None:
    state.scope, state.adding, state.with_said, state.forced, state.joined = (
        None,
        False,
        False,
        False,
        False,
    )
    state.cur = draft
    for place in before:
        if levels.is_plain(state.row[place]):
            levels.hang_degree(state, draft, state.row[place])
        elif not hang(state.lexicon, draft, state.row[place]):
            hanging.attach(state, place)
    if before and state.choice is None:
        draft.at[-1] = (state.row[first].start, state.row[head].end)
    hanging.flush(state, draft)
    _adjectives(state, draft, first, head)
    _container(state, draft, first - 1)


def _container(state: Grouping, draft: Draft, place: int) -> None:
    """ "two cans of coke" where the menu has cans and bottles to choose from."""
    count = state.at(place)
    if count is None or count.kind != "qty" or not count.measure or count.han:
        return
    senses = state.lexicon.phrases.exactly((singular(count.measure),))
    pairs = tuple((s.group, s.id) for s in senses if s.kind == "modifier")
    fitting = accepted(state.lexicon, draft, pairs)
    if len(fitting) == 1 and draft.count_at == (count.start, count.end):
        draft.hung.append(Hung(fitting, "regular", 1, (count.start, count.end), 1.0))


def _adjectives(state: Grouping, draft: Draft, first: int, head: int) -> None:
    """Words before the dish that nobody knows: a kind of it that is not on the menu goes to the
    kitchen and is doubted.
    """
    for place in range(first, head):
        atom = state.row[place]
        if atom.kind == "word" and atom.has("variant") and not atom.has("neg"):
            draft.adjectives.append((atom.start, atom.end))
            state.doubt("a variant the menu doesn't have", 0.62)
        elif atom.kind == "unknown":
            touching = place + 1 == head
            if sounds_like_food(state, place):
                state.odd.append(Odd((atom.start, atom.end), (), draft))
            state.doubt("an unknown word before a dish", 0.85 if touching else 0.95)


def _choice(state: Grouping, count: Atom | None, first: int, head: int) -> Draft | None:
    """A dish that fills an open slot of the combo spoken of."""
    atom = state.row[head]
    if state.adding or state.correcting:
        return None
    _part_of_combos(state, count, atom)
    counted = count is not None and count.value not in (1, None)
    if count is not None and counted and not _is_part(state, count):
        return None
    for combo in reversed(state.live()):
        for slot in state.lexicon.dish(combo.dishes[0]).slots if combo.only else ():
            fits = [d for d in atom.dishes if d in slot.choose]
            if slot.id not in combo.choices and len(fits) == 1:
                state.choice, state.choice_item = [], fits[0]
                combo.choices[slot.id] = (fits[0], state.choice)
                combo.at.append((atom.start, atom.end))
                for place in range(first, head):
                    if state.row[place].is_item:
                        hanging.attach(state, place)
                state.scope, state.adding = None, False
                return combo
    return None


def _as_set(state: Grouping, count: Atom | None, head: int) -> Draft | None:
    """ "担担面套餐": the set with the dish just named in it."""
    atom, cur = state.row[head], state.cur
    if count is not None or cur is None or cur.gone or cur.only is None:
        return None
    if cur.name_at[1] != atom.start or (atom.han and atom.gap):
        return None
    slots = [(d, slot) for d in atom.dishes for slot in state.lexicon.dish(d).slots]
    fits = [(combo, slot.id) for combo, slot in slots if cur.only in slot.choose]
    if len(fits) != 1:
        return None
    combo, slot_id = fits[0]
    state.choice, state.choice_item, cur.hung = cur.hung, cur.only, []
    cur.choices[slot_id] = (cur.only, state.choice)
    cur.dishes, cur.exact = (combo,), True
    cur.at.append((atom.start, atom.end))
    cur.name_at = (cur.name_at[0], atom.end)
    return cur


def _is_part(state: Grouping, count: Atom) -> bool:
    return state.cur is not None and state.cur.count_at == (count.start, count.end)


def _part_of_combos(state: Grouping, count: Atom | None, atom: Atom) -> None:
    """ "两份套餐，一份牛肉面…，一份担担面…": each count opens its part of the combos."""
    cur = state.cur
    if cur is None or cur.gone or count is None or count.value is None or cur.only is None:
        return
    base = cur.part_of or cur
    slots = state.lexicon.dish(cur.only).slots
    fits = any(d in slot.choose for slot in slots for d in atom.dishes)
    if fits and (base.quantity or 1) > 1 and count.value <= (base.quantity or 1):
        portion(state, count)


def _corrected(state: Grouping, count: Atom | None, atom: Atom) -> Draft | None:
    """ "no sorry, three cokes": the line meant is said anew; another dish takes the place of the
    last one.
    """
    if not (state.correcting or state.making):
        return None
    making, state.correcting, state.making = state.making, False, False
    same = next((d for d in reversed(state.live()) if d.dishes == atom.dishes), None)
    target = same or state.cur
    if target is None or target.gone:
        if making:
            state.making = True
        return None
    if target is not same:
        target.dishes, target.words, target.hung = atom.dishes, atom.words, []
        target.exact, target.quality = atom.exact, atom.quality
        target.choices = {}
        if count is None and target.quantity is not None:
            target.carried, target.count_at = True, None
    if count is not None and not (count.article and target is same):
        target.quantity, target.count_at = count.value, (count.start, count.end)
    target.at.append((atom.start, atom.end))
    target.name_at = (atom.start, atom.end)
    state.doubt("a correction", 0.97)
    return target


def _opened(state: Grouping, count: Atom | None, atom: Atom, first: int, head: int) -> Draft:
    """A new line."""
    start = count.start if count is not None else atom.start
    draft = Draft(atom.dishes, [(start, atom.end)], exact=atom.exact, quality=atom.quality)
    draft.name_at, draft.words = (atom.start, atom.end), atom.words
    if count is not None:
        draft.quantity, draft.vague = count.value, count.vague
        draft.count_at = (count.start, count.end)
    if state.per_person is not None:
        multiplied(draft, state.per_person)
        draft.carried = count is None  # its own number may follow
    unknown = state.at(head - 1)
    if (
        not atom.exact
        and unknown is not None
        and unknown.kind == "unknown"
        and head - 1 >= first - 1
        and not (unknown.han and atom.gap)
    ):
        draft.unknown = (unknown.start, atom.end)
        state.odd = [o for o in state.odd if o.at != (unknown.start, unknown.end)]
    state.choice = None
    state.drafts.append(draft)
    return draft
