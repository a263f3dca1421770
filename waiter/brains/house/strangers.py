"""Words nobody knows where a dish or a modifier was to be expected: how far they reach, and
whether they name food.
"""

from __future__ import annotations

from functools import lru_cache

from menu_data.words.units import singular
from menu_data.words.vocabulary import vocabulary
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft
from waiter.brains.house.foods import is_food
from waiter.brains.house.grouping import Grouping, Odd


def unknown_noun(state: Grouping, count: Atom | None, place: int) -> int:
    """A dish nobody knows: the words from `place` on, as far as they go; the place after them."""
    end = _run_end(state, place)
    first, last = state.row[place], state.row[end - 1]
    start = count.start if count is not None else first.start
    like = state.lexicon.in_order(d for a in state.row[place:end] for d in a.like)
    draft = Draft(like, [(start, last.end)], unknown=(first.start, last.end), exact=False)
    draft.name_at = (first.start, last.end)
    if count is not None:
        draft.quantity, draft.count_at = count.value, (count.start, count.end)
    state.drafts.append(draft)
    state.cur, state.scope, state.adding, state.choice = draft, None, False, None
    return end


def named_unknown(state: Grouping, draft: Draft, place: int) -> int:
    """ "a large frappe": a count and a size were said, and now a name nobody knows."""
    end = _run_end(state, place)
    draft.unknown = (state.row[place].start, state.row[end - 1].end)
    draft.name_at = draft.unknown
    return end


def _run_end(state: Grouping, place: int) -> int:
    end = place
    while end < len(state.row):
        atom = state.row[end]
        goes_on = atom.kind == "unknown" or (
            end > place - 1
            and atom.kind in ("dish", "word", "level", "mod", "both")
            and atom.han
            and not atom.gap
            and (_is_inside(atom) or _is_amid(state, end))
        )
        if not goes_on or (end > place and atom.han and atom.gap):
            break
        end += 1
    return max(end, place + 1)


def _is_amid(state: Grouping, place: int) -> bool:
    """A character amid unknown ones is of their name (北冰洋)."""
    before, after = state.at(place - 1), state.at(place + 1)
    beside = before is not None and after is not None and before.kind == after.kind == "unknown"
    return beside and len(state.row[place].words) == 1 and after is not None and not after.gap


def _is_inside(atom: Atom) -> bool:
    """Characters that may be part of an unknown Chinese name though they mean something alone."""
    if atom.is_item:
        return False
    if atom.kind == "dish":
        return not atom.exact
    if atom.has("note_cue") and len(atom.words) == 1:
        return True
    return atom.kind == "level" or not atom.has(
        "want",
        "with",
        "and",
        "add",
        "neg",
        "remove",
        "all",
        "each",
        "but",
        "extra",
        "light",
        "polite",
        "filler",
        "correct",
        "measure",
        "or",
        "replace",
        "make_it",
        "only",
        "rest",
    )


def unknown_part(state: Grouping, place: int) -> int:
    """Words nobody knows where a modifier was to be expected; the place after them."""
    end = _run_end(state, place)
    at = (state.row[place].start, state.row[end - 1].end)
    state.odd.append(Odd(at, (), state.cur))
    return end


def sounds_like_food(state: Grouping, place: int) -> bool:
    """Whether unknown words name a dish the menu doesn't have, or sound like food."""
    atom = state.row[place]
    if atom.stranger or not atom.han:
        return atom.stranger or is_food(atom.words)
    run: list[str] = []
    for later in state.row[place : place + 8]:
        if not later.han or later.kind == "break" or (later.gap and run):
            break
        run += later.words
    return is_food(run)


def stands_as_dish(state: Grouping, place: int) -> bool:
    """Whether unknown Latin words may be a dish's name where they stand: nothing before them in
    their clause is unknown too, they are few, the clause goes on as an order does, and they are no
    everyday words for other things ("a poem").
    """
    first = place
    while (before := state.at(first - 1)) is not None and before.kind not in ("break", "dish"):
        first -= 1
        if before.kind == "unknown" and not sounds_like_food(state, first):
            return False
    end = place
    while (nxt := state.at(end)) is not None and nxt.kind == "unknown":
        if singular(nxt.words[0]) in _everyday() or nxt.words[0] in _everyday():
            return False
        end += 1
    over = nxt is None or nxt.kind != "word" or not state.is_filler(nxt) or nxt.has("polite")
    return over or not _goes_on_strange(state, end)


def _goes_on_strange(state: Grouping, place: int) -> bool:
    """Whether the clause goes on with more that nobody knows ("a query that finds duplicates")."""
    while (atom := state.at(place)) is not None and atom.kind not in ("break", "qty", "dish"):
        if atom.kind == "unknown":
            return True
        place += 1
    return False


@lru_cache(maxsize=1)
def _everyday() -> frozenset[str]:
    return frozenset(vocabulary().lists["ordinary"])


@lru_cache(maxsize=1)
def _class_nouns() -> frozenset[str]:
    return frozenset(vocabulary().lists["dish_nouns"])


def is_class_noun(state: Grouping, place: int) -> bool:
    """ "a tuna sandwich" where the menu says "tuna": the noun right behind the dish's name."""
    atom, cur = state.row[place], state.cur
    if cur is None or cur.unknown is not None or atom.words[0] not in _class_nouns():
        return False
    return cur.name_at[1] == atom.start or (cur.name_at[1] + 1 == atom.start and not cur.exact)
