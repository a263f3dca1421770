"""When a dish's name is no new line: one ordered before is spoken of, or the line goes on ("those
pizzas", "冰粉要红糖的").
"""

from __future__ import annotations

from functools import lru_cache

from menu_data.words.names import key_of
from menu_data.words.units import singular, words_of
from menu_data.words.vocabulary import vocabulary, words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.counts import portion
from waiter.brains.house.drafts import Draft, hang
from waiter.brains.house.grouping import Change, Grouping


def referred(state: Grouping, count: Atom | None, first: int, head: int) -> bool:
    """A dish ordered before is spoken of, not ordered again: "make the chicken large", "add enoki
    to the beef".
    """
    atom = state.row[head]
    known = tuple(d for d in atom.dishes if d in state.known_items)
    if not known or state.cur is not None:
        return False
    if state.making and (count is None or count.article):
        return False
    if state.adding and not _is_spoken_of(state, first):
        return False
    after = state.at(state.after(head))
    if after is not None and after.has("remove", "neg_after", "replace") and not after.has("said"):
        return False
    limited = _is_limited(state, first - 1 if count is not None else first)
    anew = state.correcting or state.making or limited
    if anew and count is not None and not count.article:
        change = Change("change", (count.start, atom.end), dishes=known, quantity=count.value)
        state.correcting = state.making = False
    elif limited and count is None:
        change = Change("change", (atom.start, atom.end), dishes=known, kept=True)
    elif count is None and (_is_spoken_of(state, first) or _is_told(state, head)):
        change = Change("change", (atom.start, atom.end), dishes=known)
    else:
        return False
    state.changes.append(change)
    state.replaced = change
    waiting, state.loose = state.loose, []
    probe = Draft(known, [], hung=change.hung)
    for item, number in [*waiting, *((state.row[i], 1) for i in range(first, head))]:
        if item.is_item and not hang(state.lexicon, probe, item, number):
            state.loose.append((item, number))
    return True


def _is_limited(state: Grouping, first: int) -> bool:
    """ "only two rice", "just the beer": what there is on the tab is to be no more than that."""
    before = state.at(state.before(first))
    return before is not None and " ".join(before.words) in words_in("limits")


def remade(state: Grouping, count: Atom | None, first: int, head: int) -> bool:
    """ "make the buns veggie": another dish takes the place of the one on the tab that shares a
    word with it.
    """
    atom, pointer, lead = state.row[head], state.at(first - 1), state.at(first - 2)
    if count is not None or state.cur is not None or pointer is None or lead is None:
        return False
    if not _points(pointer) or lead.words[-1] not in words_in("remake"):
        return False
    shared = {singular(word) for word in atom.words}
    olds = [
        item
        for item in state.known_items
        if any(shared & set(key_of(name)) for name in state.lexicon.dish(item).name.every())
    ]
    if len(olds) != 1 or olds[0] in atom.dishes:
        return False
    at = (lead.start, atom.end)
    to = Draft(atom.dishes, [at], exact=atom.exact, quality=atom.quality)
    to.name_at, to.words = (atom.start, atom.end), atom.words
    state.changes.append(Change("replace", at, dishes=(olds[0],), to=to))
    state.replaced = state.changes[-1]
    return True


def recalled(state: Grouping, count: Atom | None, first: int, head: int) -> bool:
    """ "…, 炒饭都不要葱": a word for several of the lines just ordered."""
    atom, before, after = state.row[head], state.at(first - 1), state.at(head + 1)
    found = [d for d in state.live() if d.only is not None and d.only in atom.dishes]
    told = after is not None and (after.has("all", "said") or after.is_item)
    if atom.exact or count is not None or len(found) < 2 or not told:
        return False
    if before is not None and before.kind != "break":
        return False
    state.cur, state.scope, state.choice = found[-1], found, None
    return True


def _is_spoken_of(state: Grouping, first: int) -> bool:
    """ "the X" at the start, after "make", "on" or "to": one that is there."""
    pointer = state.at(first - 1)
    if pointer is None or not (_points(pointer) and not pointer.has("want")):
        return False
    lead = state.at(first - 2)
    return lead is None or lead.kind == "break" or lead.words[-1] in words_in("pointing_lead")


def _is_told(state: Grouping, head: int) -> bool:
    """ "可乐要冰的", "牛肉面不要香菜" with one on the tab: how it should be, not another one."""
    before, after = state.at(state.before(head)), state.at(head + 1)
    if before is not None and before.kind != "break":
        return False
    if after is None or not (
        after.has("want", "said", "make_it") or after.words[-1] in words_in("states")
    ):
        return False
    index = state.after(head)
    while (nxt := state.at(index)) is not None and nxt.kind == "word" and nxt.has("want", "said"):
        index = state.after(index)
    told = nxt is not None and (
        nxt.is_item or (nxt.kind == "qty" and not nxt.article and not nxt.vague)
    )
    if told:
        state.doubt("one on the tab is meant", 0.85)
    return told


def specified(state: Grouping, count: Atom | None, head: int) -> Draft | None:
    """A word that says which of several dishes is meant, after more words than one:
    "冰粉来一碗，要水果的", "三碗抄手，两碗红油一碗清汤".
    """
    atom, cur = state.row[head], state.cur
    if cur is None or cur.gone or cur.unknown is not None or state.adding or state.correcting:
        return None
    base = cur.part_of or cur
    generic = base.generic or base.dishes
    both = tuple(d for d in generic if d in atom.dishes)
    if len(generic) < 2 or not both or (atom.exact and not set(atom.dishes) <= set(generic)):
        return None
    if count is None:
        if len(cur.dishes) < 2 or len(both) == len(cur.dishes):
            return None
        new = cur
    elif (base.quantity or 1) > 1 and count.value and count.value <= (base.quantity or 1):
        new = portion(state, count)
    else:
        return None
    new.generic, new.dishes = generic, both
    new.at.append((atom.start, atom.end))
    new.words += atom.words
    return new


def continued(state: Grouping, count: Atom | None, first: int, head: int) -> Draft | None:
    """The line that the words go on with: "pizza pie", "those pizzas", "冰粉要红糖的", "chips with
    queso".
    """
    atom, cur = state.row[head], state.cur
    if cur is None or cur.gone or count is not None or state.correcting or state.removing:
        return None
    before = state.at(first - 1)
    pointing = before is not None and (before.has("all") or (_points(before) and not state.adding))
    same = state.with_dish(atom.dishes)
    if _is_part_named(state, cur, first):
        cur.dishes, cur.exact, cur.words, cur.hung = atom.dishes, atom.exact, atom.words, []
        cur.name_at = (atom.start, atom.end)
        return cur
    if same is not None and _is_named_again(state, same, first, head):
        return same
    if (
        pointing
        and same is not None
        and same.dishes == atom.dishes
        and _is_apart(state, same, first)
    ):
        return same
    joint = _joint(state, cur, first)
    if joint == "" and _runs_on(cur, atom):
        cur.unknown = (cur.name_at[0], atom.end)
        cur.dishes = tuple(d for d in cur.dishes if not cur.exact)
        return cur
    if joint == "" and (
        set(cur.dishes) == set(atom.dishes)
        or (not atom.exact and cur.only is not None and cur.only in atom.dishes)
    ):
        return cur
    return _narrowed(state, cur, atom, joint) or _served(state, cur, atom, joint)


def _runs_on(cur: Draft, atom: Atom) -> bool:
    """云吞面 where there is 云吞 only: a longer name than the menu's is another dish."""
    weak = len(atom.words) == 1 and atom.han and not atom.exact and all(s.ends for s in atom.senses)
    touching = cur.name_at[1] == atom.start and not atom.gap
    return weak and touching and not set(cur.dishes) & set(atom.dishes)


def _is_part_named(state: Grouping, cur: Draft, first: int) -> bool:
    """ "three cokes, one of them diet": the part just opened is another dish."""
    before = state.at(state.before(first))
    if cur.part_of is None or before is None or cur.count_at is None:
        return False
    return before.start >= cur.count_at[0] and (
        before.kind == "qty" or before.has("one_of", "half")
    )


def _is_named_again(state: Grouping, same: Draft, first: int, head: int) -> bool:
    """ "…和一份麻婆豆腐，麻婆豆腐不要蒜": a dish counted before, named again to say how."""
    before, after = state.at(first - 1), state.at(head + 1)
    if same.quantity is None or (before is not None and before.kind != "break"):
        return False
    return after is not None and (after.has("said", "want") or after.is_item) and not state.adding


def _points(atom: Atom) -> bool:
    return atom.has("anaphor") or atom.words[-1] in words_in("pointer")


def _is_apart(state: Grouping, draft: Draft, first: int) -> bool:
    return draft.name_at[1] <= state.row[first].start


def _joint(state: Grouping, cur: Draft, first: int) -> str | None:
    """What stands between the line's name and here: "" for nothing, a kind of word, or None for
    more than that.
    """
    found = ""
    for atom in state.row[:first]:
        if atom.start < cur.name_at[1] or state.is_filler(atom):
            continue
        if atom.kind == "word" and not found:
            found = next(
                (k for k in ("and", "with", "want", "side_cue", "only", "or") if atom.has(k)), "?"
            )
        elif atom.kind == "word" and found == "side_cue" and atom.has("with"):
            found = "with"
        else:
            return None
    return found


def _narrowed(state: Grouping, cur: Draft, atom: Atom, joint: str | None) -> Draft | None:
    """A word that fits several dishes and one that says which ("冰粉要红糖的", "a sandwich with
    buffalo chicken").
    """
    if joint in ("", "want", "with", "only"):
        if len(cur.dishes) > 1:
            both = tuple(d for d in cur.dishes if d in atom.dishes)
            if both and (len(both) < len(cur.dishes) or not atom.exact):
                cur.generic, cur.dishes = cur.dishes, both
                cur.at.append((atom.start, atom.end))
                cur.words += atom.words
                return cur
        if cur.generic and joint == "":
            other = tuple(d for d in cur.generic if d in atom.dishes and d not in cur.dishes)
            if other:
                new = Draft(
                    other,
                    [(atom.start, atom.end)],
                    generic=cur.generic,
                    exact=False,
                    quality=atom.quality,
                )
                new.name_at, new.words = (atom.start, atom.end), cur.words[:1] + atom.words
                state.drafts.append(new)
                return new
    return None


@lru_cache(maxsize=1)
def _served_words() -> tuple[frozenset[tuple[str, ...]], frozenset[tuple[str, ...]]]:
    table = vocabulary().maps["served_with"]
    return (
        frozenset(tuple(singular(w) for w in words_of(p)) for p in table["dip"]),
        frozenset(tuple(singular(w) for w in words_of(p)) for p in table["carrier"]),
    )


def _served(state: Grouping, cur: Draft, atom: Atom, joint: str | None) -> Draft | None:
    """A dip named with what it is eaten with is one dish, the dip ("chips and guacamole")."""
    dips, carriers = _served_words()
    is_dip = tuple(singular(w) for w in atom.words) in dips
    if (
        joint not in ("and", "with")
        or not is_dip
        or cur.hung
        or tuple(singular(w) for w in cur.words) not in carriers
    ):
        return None
    categories = {state.lexicon.dish(d).category for d in (*cur.dishes, *atom.dishes)}
    if len(categories) > 1:
        return None
    cur.dishes, cur.words = atom.dishes, atom.words
    cur.at.append((atom.start, atom.end))
    cur.name_at = (atom.start, atom.end)
    state.doubt("a dip with its chips", 0.97)
    return cur
