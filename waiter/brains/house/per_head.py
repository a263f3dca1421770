"""So many for each person: "a beer each", "two rice per person", 每人一碗米饭. How many they are
must have been said, now or before; else the number is asked.
"""

from __future__ import annotations

from menu_data.words.vocabulary import words_in
from waiter.brains.house.atoms import Atom
from waiter.brains.house.drafts import Draft
from waiter.brains.house.grouping import Grouping


def shared_out(state: Grouping, atom: Atom, place: int) -> bool:
    """Reads a word for each person at `place`; False where it is none of these."""
    if not atom.has("each_person"):
        return False
    if _ends_order(state, place):
        for draft in _of_clause(state, place):
            multiplied(draft, state.party or 0)
        return True
    before = state.at(place - 1)
    leads = before is not None and " ".join(before.words) in words_in("speaker")
    if atom.has("each") and not leads:
        return False  # 各一份, "less ice each"
    state.per_person = state.party or 0
    return True


def multiplied(draft: Draft, people: int) -> None:
    """As many for each of so many people; 0: nobody has said how many they are."""
    if people:
        draft.quantity = (draft.quantity or 1) * people
    else:
        draft.quantity, draft.vague = None, True


def _ends_order(state: Grouping, place: int) -> bool:
    """Whether the dish with its count stands right before, and nothing of the order behind."""
    before, after = state.at(state.before(place)), state.at(state.after(place))
    if state.cur is None or state.cur.gone or before is None or not before.is_dish:
        return False
    over = after is None or after.kind == "break" or after.has("and", "add", "thanks")
    return over and state.cur.count_at is not None


def _of_clause(state: Grouping, place: int) -> list[Draft]:
    """The lines that were counted since the last break."""
    start = place
    while (atom := state.at(start - 1)) is not None and atom.kind != "break":
        start -= 1
    begun = state.row[start].start
    return [one for one in state.live() if one.count_at is not None and one.count_at[0] >= begun]
