"""A dish named together with "the same": one more of it just as it was had before ("another X, same
as before", 再来份X，跟刚才一样). Neighbours: `verbs.py`, which reads "the same" by itself, and
`editing.py`, which copies lines.
"""

from __future__ import annotations

from waiter.brains.house.drafts import Draft
from waiter.brains.house.grouping import Change, Grouping


def same_dish(state: Grouping, placed: bool) -> None:
    """Makes one of a line and a "same" that stand together. `placed`: something was sent before,
    which the dish may have been part of.
    """
    alike = [c for c in state.changes if c.op == "same" and not c.dishes and not c.others]
    live = state.live()
    if len(alike) != 1 or len(live) != 1 or live[0].only is None:
        return
    draft, change = live[0], alike[0]
    own = change.quantity is not None and draft.quantity is not None
    if own or not _beside(state, draft, change):
        return
    if not (placed or draft.only in state.known_items):
        state.changes.remove(change)  # like what, can't be told; nothing else is meant by it
        return
    change.dishes, change.to = draft.dishes, draft
    change.quantity = draft.quantity or change.quantity
    change.hung = [*draft.hung, *change.hung]
    state.drafts = [one for one in state.drafts if one is not draft]


def _beside(state: Grouping, draft: Draft, change: Change) -> bool:
    """Whether nothing but a comma and small words stands between them."""
    start, end = min(s for s, _ in draft.at), max(e for _, e in draft.at)
    first, last = (end, change.at[0]) if end <= change.at[0] else (change.at[1], start)
    between = [a for a in state.row if first <= a.start and a.end <= last and not a.is_item]
    return all(
        a.kind in ("break", "qty") or state.is_filler(a) or (a.has("want", "add") and a.han)
        for a in between
    )
