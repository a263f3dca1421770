"""Opening lines: a noun phrase becomes a new line, goes on with one there is, fills a combo's slot or corrects one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from menu_data.words.units import is_han, singular, words_of
from menu_data.words.vocabulary import vocabulary
from waiter.brains.house import hanging
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, Hung, accepted, hang
from waiter.brains.house.grouping import Change, Grouping, Odd


def noun(state: Grouping, count: Atom | None, first: int, head: int) -> int:
    """Reads the noun phrase whose words start at `first` and whose dish is at `head`; the place after it."""
    atom = state.row[head]
    before = [i for i in range(first, head) if state.row[i].is_item]
    if _referred(state, count, first, head) or _recalled(state, count, first, head):
        return head + 1
    draft = _continued(state, count, first, head) or _choice(state, count, first, head)
    if draft is None:
        draft = _corrected(state, count, atom) or _opened(state, count, atom, first, head)
    if draft is not None:
        _settle(state, draft, before, first, head)
    return head + 1


def _referred(state: Grouping, count: Atom | None, first: int, head: int) -> bool:
    """A dish ordered before is spoken of, not ordered again: "make the chicken large", "add enoki to the beef"."""
    atom = state.row[head]
    known = tuple(d for d in atom.dishes if d in state.known_items)
    if not known or state.cur is not None or state.making:
        return False
    if state.adding and not _is_spoken_of(state, first):
        return False
    if state.correcting and count is not None and not count.article:
        change = Change("change", (count.start, atom.end), dishes=known, quantity=count.value)
        state.correcting = False
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


def _recalled(state: Grouping, count: Atom | None, first: int, head: int) -> bool:
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
    return (
        lead is None
        or lead.kind == "break"
        or lead.words[-1] in ("make", "to", "on", "for", "in", "with", "have", "把", "给")
    )


def _is_told(state: Grouping, head: int) -> bool:
    """ "可乐要冰的", "牛肉面不要香菜" with one on the tab: how it should be, not another one."""
    before, after = state.at(state.before(head)), state.at(head + 1)
    if before is not None and before.kind != "break":
        return False
    if after is None or not (
        after.has("want", "said", "make_it") or after.words[-1] in ("should", "的")
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
        if not hang(state.lexicon, draft, state.row[place]):
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
    """Words before the dish that nobody knows: a kind of it that is not on the menu goes to the kitchen and is doubted."""
    for place in range(first, head):
        atom = state.row[place]
        if atom.kind == "word" and atom.has("variant") and not atom.has("neg"):
            draft.adjectives.append((atom.start, atom.end))
            state.doubt("a variant the menu doesn't have", 0.62)
        elif atom.kind == "unknown":
            touching = place + 1 == head
            if is_food(state, place):
                state.odd.append(Odd((atom.start, atom.end), (), draft))
            state.doubt("an unknown word before a dish", 0.85 if touching else 0.95)


def _continued(state: Grouping, count: Atom | None, first: int, head: int) -> Draft | None:
    """The line that the words go on with: "pizza pie", "those pizzas", "冰粉要红糖的", "chips with queso"."""
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
    return atom.has("anaphor") or atom.words[-1] in ("the", "my")


def _is_apart(state: Grouping, draft: Draft, first: int) -> bool:
    return draft.name_at[1] <= state.row[first].start


def _joint(state: Grouping, cur: Draft, first: int) -> str | None:
    """What stands between the line's name and here: "" for nothing, a kind of word, or None for more than that."""
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
    """A word that fits several dishes and one that says which ("冰粉要红糖的", "a sandwich with buffalo chicken")."""
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


def _choice(state: Grouping, count: Atom | None, first: int, head: int) -> Draft | None:
    """A dish that fills an open slot of the combo spoken of."""
    atom = state.row[head]
    if state.adding or state.correcting or (count is not None and count.value not in (1, None)):
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


def _corrected(state: Grouping, count: Atom | None, atom: Atom) -> Draft | None:
    """ "no sorry, three cokes": the line meant is said anew; another dish takes the place of the last one."""
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
    if state.per_person:
        draft.quantity, state.per_person = (draft.quantity or 1) * state.per_person, None
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


def unknown_noun(state: Grouping, count: Atom | None, place: int) -> int:
    """A dish nobody knows: the words from `place` on, as far as they go; the place after them."""
    end = _run_end(state, place)
    first, last = state.row[place], state.row[end - 1]
    start = count.start if count is not None else first.start
    draft = Draft((), [(start, last.end)], unknown=(first.start, last.end), exact=False)
    draft.name_at = (first.start, last.end)
    if count is not None:
        draft.quantity, draft.count_at = count.value, (count.start, count.end)
    state.drafts.append(draft)
    state.cur, state.scope, state.adding, state.choice = draft, None, False, None
    return end


def named_unknown(state: Grouping, draft: Draft, place: int) -> int:
    """ "a large frappe": a count and a size were said, and now a name nobody knows."""
    end = _run_end(state, place)
    first = place
    before = state.at(place - 1)
    if (
        before is not None
        and before.is_item
        and before.han
        and len(before.words) == 1
        and not state.row[place].gap
    ):
        first -= 1  # 小面: the character belongs to the name
        draft.hung = [h for h in draft.hung if h.at != (before.start, before.end)]
    draft.unknown = (state.row[first].start, state.row[end - 1].end)
    draft.name_at = draft.unknown
    return end


def _run_end(state: Grouping, place: int) -> int:
    end = place
    while end < len(state.row):
        atom = state.row[end]
        goes_on = atom.kind == "unknown" or (
            end > place - 1
            and atom.kind in ("dish", "word", "level")
            and atom.han
            and not atom.gap
            and _is_inside(atom)
        )
        if not goes_on or (end > place and atom.han and atom.gap):
            break
        end += 1
    return max(end, place + 1)


def _is_inside(atom: Atom) -> bool:
    """Characters that may be part of an unknown Chinese name though they mean something alone."""
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


@lru_cache(maxsize=1)
def _foods() -> frozenset[str]:
    return frozenset(singular("".join(words_of(f))) for f in vocabulary().lists["foods"])


@lru_cache(maxsize=1)
def _long_foods() -> tuple[str, ...]:
    return tuple(f for f in _foods() if is_han(f) and len(f) > 1)


def is_food(state: Grouping, place: int) -> bool:
    """Whether unknown words sound like food."""
    atom = state.row[place]
    text = singular("".join(atom.words))
    if not is_han(text):
        return text in _foods()
    run = ""
    for later in state.row[place : place + 8]:
        if not later.han or later.kind == "break" or (later.gap and run):
            break
        run += "".join(later.words)
    return any(food in run for food in _long_foods()) or run[-1:] in _foods()


@lru_cache(maxsize=1)
def _class_nouns() -> frozenset[str]:
    return frozenset(vocabulary().lists["dish_nouns"])


def is_class_noun(state: Grouping, place: int) -> bool:
    """ "a tuna sandwich" where the menu says "tuna": the noun right behind the dish's name."""
    atom, cur = state.row[place], state.cur
    if cur is None or cur.unknown is not None or atom.words[0] not in _class_nouns():
        return False
    return cur.name_at[1] == atom.start or (cur.name_at[1] + 1 == atom.start and not cur.exact)
