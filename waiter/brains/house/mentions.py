"""When a dish's name is no new line: one ordered before is spoken of, or the line goes on ("those
pizzas", "冰粉要红糖的").
"""

from __future__ import annotations

from functools import lru_cache

from menu_data.words.units import singular, words_of
from menu_data.words.vocabulary import vocabulary
from waiter.brains.house.atoms import Atom
from waiter.brains.house.counts import portion
from waiter.brains.house.drafts import Draft
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.tabbed import points


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
    pointing = before is not None and (before.has("all") or (points(before) and not state.adding))
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
    if joint == "" and (
        set(cur.dishes) == set(atom.dishes)
        or (not atom.exact and cur.only is not None and cur.only in atom.dishes)
    ):
        return cur
    return _narrowed(state, cur, atom, joint) or _served(state, cur, atom, joint)


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
