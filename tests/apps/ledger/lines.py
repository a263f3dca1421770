"""Random lines that the tests' menu allows."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from apps.ledger.books import Amount, Choice, Chosen, Line
from menu_data.menu import Dish
from tests.apps.house import menu

MENU = menu()
AMOUNTS: tuple[Amount, ...] = ("regular", "light", "extra")
notes = st.none() | st.sampled_from(["in a box", "warm"])


@st.composite
def modifiers(draw: DrawFn, dish: Dish) -> tuple[Chosen, ...]:
    """Modifiers the dish's groups allow, in any order, defaults said or not."""
    said: list[Chosen] = []
    for group in dish.groups:
        most = 1 if group.max == 1 else 2
        ids = st.sampled_from([modifier.id for modifier in group.modifiers])
        some = st.sets(ids, min_size=group.min, max_size=most)
        amounts = AMOUNTS if group.amounts else AMOUNTS[:1]
        for modifier in sorted(draw(some)):
            said.append(Chosen(group.id, modifier, draw(st.sampled_from(amounts))))
    return tuple(draw(st.permutations(said)))


@st.composite
def lines(draw: DrawFn, number: int = 0, guest: str = "") -> Line:
    """A line of any dish or combo, valid for the menu."""
    dish = draw(st.sampled_from([d for d in MENU.dishes.values() if d.price is not None]))
    choices: list[Choice] = []
    for slot in dish.slots:
        item = draw(st.sampled_from(slot.choose))
        choices.append(Choice(slot.id, item, draw(modifiers(MENU.dishes[item]))))
    return Line(
        number,
        guest,
        dish.id,
        draw(st.integers(1, 4)),
        draw(modifiers(dish)),
        tuple(draw(st.permutations(choices))),
        draw(notes),
    )


tabs: SearchStrategy[list[Line]] = st.lists(
    st.sampled_from(["ann", "bo"]).flatmap(lambda guest: lines(guest=guest)), max_size=8
)
