"""A degree said by its bare word: "spicy", 要辣, 辣一点. Of a dish that is so already it changes
nothing; else it is the menu's plain degree of it, or one of several, to be asked. Neighbour:
`rows.py`, for those said with "no", "less" or "very".
"""

from __future__ import annotations

from menu_data.menu import Group
from menu_data.words.names import key_of
from menu_data.words.units import singular
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft, Hung
from waiter.brains.house.grouping import Grouping
from waiter.brains.house.lexicon import Lexicon
from waiter.brains.house.senses import Pair

# Of a degree that is said to be more than it is.
MORE = "more"
_LESS = ("neg", "light")


def is_plain(atom: Atom) -> bool:
    """Whether an atom is such a word, with nothing said of it that makes it a degree by name."""
    return (
        bool(atom.levels) and not (atom.is_whole or atom.neg) and atom.amount in ("regular", MORE)
    )


def degrees(lexicon: Lexicon, dish: str, atom: Atom) -> tuple[Pair, ...]:
    """The dish's modifiers the word may mean; none where the dish takes none, or is so already."""
    groups = (lexicon.group(dish, one) for one in dict.fromkeys(s.group for s in atom.levels))
    found = next((group for group in groups if group is not None), None)
    return _of_group(found, atom, found.default) if found is not None else ()


def degrees_of_any(lexicon: Lexicon, atom: Atom) -> tuple[Pair, ...]:
    """The modifiers the word may mean of any dish, while it is not known which."""
    pairs = dict.fromkeys((sense.group, sense.surface[0]) for sense in atom.levels)
    groups = {pair[0]: lexicon.group_of(pair) for pair in pairs}
    return tuple(pair for group in groups.values() for pair in _of_group(group, atom, None))


def _of_group(group: Group, atom: Atom, default: str | None) -> tuple[Pair, ...]:
    more = atom.amount == MORE
    roles = {s.surface[0]: s.id for s in atom.levels if s.group == group.id}
    if not more and default is not None and roles.get(default) not in _LESS:
        return ()
    others = [m.id for m in group.modifiers if not (more and m.id == default)]
    less = _LESS if more else ("neg",)
    rest = [one for one in others if roles.get(one) not in less and _says(group, one, atom)]
    plain = [one for one in rest if one not in roles]
    chosen = plain if len(plain) == 1 and not more else rest
    return tuple((group.id, one) for one in chosen)


def _says(group: Group, modifier_id: str, atom: Atom) -> bool:
    """Whether the word stands in one of the modifier's names."""
    modifier = group.modifier(modifier_id)
    names = (*modifier.name.every(), *modifier.aliases) if modifier is not None else ()
    said = {singular(word) for word in atom.words}
    return any(said <= set(key_of(name)) for name in names)


def hang_degree(state: Grouping, draft: Draft, atom: Atom) -> None:
    """Hangs the degree on a line, in the place of another of its group."""
    each = [degrees(state.lexicon, dish, atom) for dish in draft.dishes]
    if not draft.dishes and draft.unknown is None:
        each = [degrees_of_any(state.lexicon, atom)]
    pairs = tuple(dict.fromkeys(pair for found in each for pair in found))
    if not pairs:
        return
    groups = {pair[0] for pair in pairs}
    before = [h for h in draft.hung if groups & {pair[0] for pair in h.pairs}]
    if any(not h.inherited for h in before) and not (state.correcting or atom.amount == MORE):
        return  # "mild spicy": the degree was named
    draft.hung = [h for h in draft.hung if h not in before]
    at = (atom.start, atom.end)
    draft.hung.append(Hung(pairs, "regular", 1, at, 1.0 if len(pairs) == 1 else atom.quality))


def degree(state: Grouping, place: int) -> int:
    """Reads the degree at `place`: of the lines spoken of, else of what is on the tab."""
    atom = state.row[place]
    targets = state.scope or ([state.cur] if state.cur is not None else [])
    for draft in targets:
        if not draft.gone:
            hang_degree(state, draft, atom)
    if not targets:
        state.loose.append((atom, 1))
    return place + 1
